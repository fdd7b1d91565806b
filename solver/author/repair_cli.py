"""The command ``nonogram repair``.

Only the command line itself is read here; solver and search are imported when a file is repaired.
Results go to stdout; whatever is not a result goes to stderr.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzles.command_line import finite, force_option
from puzzles.errors import NonogramError, PuzzleError
from puzzles.output import output_lost
from solver.cli import BAD_INPUT, NO_SOLUTION, SOLVED, STOPPED
from solver.interrupt import StopFlag, interruptible

if TYPE_CHECKING:
    from puzzles.formats import Document
    from solver.author.intention import Intention
    from solver.author.repair import Repairs

HELP = """Change a few cells of a puzzle's picture so that it has exactly one solution.

The picture is the goal that the file names, or what is marked on its board, or else a solution.
Ways to repair it are listed, those first that change the picture least: cells at outlines, nothing
that parts or joins shapes, symmetries kept. The best one is written, or the one that --way names.

\b
Examples:
  nonogram repair cat.non                   list the ways
  nonogram repair cat.non -o sound.non      write the best one
  nonogram repair cat.non --way 3 -o cat.non

\b
Exit codes:
  0  the puzzle has exactly one solution: now, or as it was
  1  no repair was found, or there is no solution to start from
  2  the file cannot be read or written, or its puzzle is defective; wrong options
  3  stopped by Ctrl+C or out of time before a repair was found
"""


@click.command("repair", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-o", "--output", metavar="FILE", help="The file to write; without it, only list.")
@force_option
@click.option(
    "--way", type=click.IntRange(1), metavar="K", default=1, help="Take the K-th way of the list."
)
@click.option(
    "--ways",
    type=click.IntRange(1, 100),
    metavar="N",
    default=6,
    show_default=True,
    help="Ways to look for.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, 1e9, min_open=True),
    callback=finite,
    metavar="S",
    default=60.0,
    show_default=True,
    help="Seconds to look for them, at most; what was found by then counts.",
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
    try:
        with interruptible() as should_stop:
            wish = _RepairOptions(file, output, force, way, max(way, ways), timeout)
            code = _repair(wish, should_stop)
        if sys.stdout is not None:
            sys.stdout.flush()
    except NonogramError as error:
        click.echo(str(error), err=True)
        code = BAD_INPUT
    except OSError as error:
        code = output_lost(error, SOLVED)
    context.exit(code)


@dataclass(frozen=True, slots=True)
class _RepairOptions:
    """What the command line asks for."""

    file: str
    output: str | None
    force: bool
    way: int
    ways: int
    timeout_s: float


def _repair(wish: _RepairOptions, should_stop: StopFlag) -> int:
    """Repair one file; the exit code."""
    from puzzles.formats import read
    from puzzles.formats.target import checked_target
    from solver.author.intention import Intention, intended
    from solver.author.repair import repairs
    from solver.values import Outcome

    with should_stop.breaking():
        document = read(wish.file)
    if wish.output is not None:
        target = checked_target(Path(wish.output), Path(wish.file).stem, [], wish.force)
        wish = replace(wish, output=str(target))
    if defects := document.puzzle.defects():
        for defect in defects:
            click.echo(f"{wish.file}: {defect}", err=True)
        return BAD_INPUT
    try:
        meant = intended(document, wish.timeout_s, should_stop)
    except PuzzleError as error:
        raise PuzzleError(f"{wish.file}: {error}") from error
    if not isinstance(meant, Intention):
        if meant is Outcome.NONE:
            click.echo(f"{wish.file}: there is no solution, so there is no picture to repair")
            return NO_SOLUTION
        problem = "stopped" if should_stop() else "no solution was found in time to start from"
        click.echo(f"{wish.file}: {problem}", err=True)
        return STOPPED
    found = repairs(meant.picture, document.puzzle, None, wish.ways, wish.timeout_s, should_stop)
    _list(wish, document, meant, found)
    if found.found or found.outcome is Outcome.UNIQUE:
        return _write(wish, document, meant, found)
    return NO_SOLUTION if found.is_complete else STOPPED


def _list(wish: _RepairOptions, document: Document, meant: Intention, found: Repairs) -> None:
    from solver.author.wording import outcome_text, repair_text

    puzzle = document.puzzle
    click.echo(f"{wish.file}: {outcome_text(found)} The picture is {meant.origin.value}.")
    for number, one in enumerate(found.found, 1):
        click.echo(f"{number:4}. {repair_text(one, puzzle.width, puzzle.palette)}")


def _write(wish: _RepairOptions, document: Document, meant: Intention, found: Repairs) -> int:
    """Write the way that was asked for, if a file was named; the exit code."""
    from puzzles.formats import write
    from solver.author.repair import applied

    if found.found and wish.way > len(found.found):
        click.echo(f"{wish.file}: there is no way {wish.way}", err=True)
        return NO_SOLUTION
    if wish.output is not None:
        way = found.found[wish.way - 1] if found.found else None
        write(wish.output, applied(document, meant.picture, way), force=wish.force)
        click.echo(f"{wish.output}: written")
    return SOLVED
