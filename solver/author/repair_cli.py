"""The command ``nonogram repair``.

Importing this module is fast: solver and search are imported when a file is repaired. Results go
to stdout, everything else to stderr.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzles.command_line import finite, force_option
from puzzles.errors import PuzzleError
from solver.cli import BAD_INPUT, NO_SOLUTION, SOLVED, STOPPED
from solver.guarded import guarded
from solver.interrupt import StopFlag

if TYPE_CHECKING:
    from puzzles.formats import Document
    from solver.author.intention import Intention
    from solver.author.repair import Repairs

HELP = """Change a few cells of a puzzle's picture so that it has exactly one solution.

The picture is the goal in the file, or the marked cells, or else a solution. The command lists
repairs, the least visible first: those that change outlines, keep symmetries, and neither divide
nor join shapes. It writes the best one, or the one chosen with --way.

\b
Examples:
  nonogram repair cat.non                   list the repairs
  nonogram repair cat.non -o sound.non      write the best one
  nonogram repair cat.non --way 3 -o cat.non

\b
Exit codes:
  0  the puzzle has exactly one solution, after a repair or without
  1  no repair was found, or there is no solution to start from
  2  the file cannot be read or written, or its puzzle is defective; wrong options
  3  stopped by Ctrl+C or out of time before a repair was found
"""


@click.command("repair", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-o", "--output", metavar="FILE", help="The file to write; without it, only list.")
@force_option
@click.option(
    "--way", type=click.IntRange(1), metavar="K", default=1, help="Write the K-th repair."
)
@click.option(
    "--ways",
    type=click.IntRange(1, 100),
    metavar="N",
    default=6,
    show_default=True,
    help="Repairs to look for.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, 1e9, min_open=True),
    callback=finite,
    metavar="S",
    default=60.0,
    show_default=True,
    help="Seconds to search, at most; the repairs found by then are listed.",
)
@click.argument("file", metavar="FILE", type=click.Path())
@click.pass_context
def repair(
    context: click.Context,
    output: str | None,
    force: bool,
    way: int,
    ways: int,
    timeout: float,
    file: str,
) -> None:
    """The command; its help text is :data:`HELP`."""
    options = _RepairOptions(file, output, force, way, max(way, ways), timeout)
    context.exit(guarded(lambda should_stop: _repair(options, should_stop)))


@dataclass(frozen=True, slots=True)
class _RepairOptions:
    """The options of the command line."""

    file: str
    output: str | None
    force: bool
    way: int
    ways: int
    timeout_s: float


def _repair(options: _RepairOptions, should_stop: StopFlag) -> int:
    """Repair one file; return the exit code."""
    from puzzles.formats import read
    from puzzles.formats.target import checked_target
    from solver.author.intention import Intention, intended
    from solver.author.repair import repairs
    from solver.values import Outcome

    with should_stop.breaking():
        document = read(options.file)
    if options.output is not None:
        target = checked_target(Path(options.output), Path(options.file).stem, [], options.force)
        options = replace(options, output=str(target))
    if defects := document.puzzle.defects():
        for defect in defects:
            click.echo(f"{options.file}: {defect}", err=True)
        return BAD_INPUT
    try:
        meant = intended(document, options.timeout_s, should_stop)
    except PuzzleError as error:
        raise PuzzleError(f"{options.file}: {error}") from error
    if not isinstance(meant, Intention):
        if meant is Outcome.NONE:
            click.echo(f"{options.file}: there is no solution, so there is no picture to repair")
            return NO_SOLUTION
        problem = "stopped" if should_stop() else "no solution was found in time to start from"
        click.echo(f"{options.file}: {problem}", err=True)
        return STOPPED
    found = repairs(
        meant.picture, document.puzzle, None, options.ways, options.timeout_s, should_stop
    )
    _list(options, document, meant, found)
    if found.found or found.outcome is Outcome.UNIQUE:
        return _write(options, document, meant, found)
    return NO_SOLUTION if found.is_complete else STOPPED


def _list(options: _RepairOptions, document: Document, meant: Intention, found: Repairs) -> None:
    from solver.author.wording import outcome_text, repair_text

    puzzle = document.puzzle
    click.echo(f"{options.file}: {outcome_text(found)} The picture is {meant.origin.value}.")
    for number, one in enumerate(found.found, 1):
        click.echo(f"{number:4}. {repair_text(one, puzzle.width, puzzle.palette)}")


def _write(options: _RepairOptions, document: Document, meant: Intention, found: Repairs) -> int:
    """Write the chosen repair, if a file was named; return the exit code."""
    from puzzles.formats import write
    from solver.author.repair import applied

    if found.found and options.way > len(found.found):
        click.echo(f"{options.file}: there is no repair {options.way}", err=True)
        return NO_SOLUTION
    if options.output is not None:
        chosen = found.found[options.way - 1] if found.found else None
        write(options.output, applied(document, meant.picture, chosen), force=options.force)
        click.echo(f"{options.output}: written")
    return SOLVED
