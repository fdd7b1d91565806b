"""The command ``nonogram repair``.

Importing this module is fast: solver and search are imported when a file is repaired. Results go
to stdout, everything else to stderr.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzles.command_line import finite, force_option
from puzzles.errors import PuzzleError
from puzzles.output import STANDARD_OUTPUT
from puzzles.standard_input import STANDARD_INPUT, name_of
from solver.cli import BAD_INPUT, NO_SOLUTION, SOLVED, STOPPED
from solver.guarded import guarded
from solver.interrupt import StopFlag

if TYPE_CHECKING:
    from puzzles.destination import Destination
    from puzzles.formats import Document
    from solver.author.intention import Intention
    from solver.author.repair import Repairs
    from solver.values import Outcome

HELP = """Change a few cells of a puzzle's picture so that it has exactly one solution.

The picture is the goal in the file, or the marked cells, or else a solution. The command lists
repairs, the least visible first: those that change outlines, keep symmetries, and neither divide
nor join shapes. It writes the best one, or the one chosen with --way.

\b
Examples:
  nonogram repair cat.non                   list the repairs
  nonogram repair cat.non -o sound.non      write the best one
  nonogram repair cat.non --way 3 -o cat.non
  nonogram create cat.jpg | nonogram repair - -o - | nonogram solve -

\b
Exit codes:
  0  the puzzle has exactly one solution, after a repair or without
  1  no repair was found, or there is no solution to start from
  2  the file cannot be read or written, or its puzzle is defective; wrong
     options
  3  stopped by Ctrl+C or out of time before a repair was found

JSON: an object with file, outcome (unique, several, none, stopped or limit: the solutions before a
repair), picture (what the picture is, or null), text (the result in words), repairs (a list, the
best first, of objects with text and cells: row and column, from 1, and the new state, "#", "." or
a colour's symbol), written (the file, or null).
"""


@click.command(
    "repair",
    help=HELP,
    short_help="Change a few cells so that there is one solution.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The file to write, or - for standard output; without it, only list.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead of the list.")
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
    as_json: bool,
    force: bool,
    way: int,
    ways: int,
    timeout: float,
    file: str,
) -> None:
    """The command; its help text is :data:`HELP`."""
    if as_json and output == STANDARD_OUTPUT:
        raise click.UsageError("--json and -o - both write to standard output; choose one.")
    options = _RepairOptions(file, output, as_json, force, way, max(way, ways), timeout)
    context.exit(guarded(lambda should_stop: _repair(options, should_stop)))


@dataclass(frozen=True, slots=True)
class _RepairOptions:
    """The options of the command line."""

    file: str
    output: str | None
    as_json: bool
    force: bool
    way: int
    ways: int
    timeout_s: float

    @property
    def name(self) -> str:
        """The name of the file in a sentence."""
        return name_of(self.file)


def _repair(options: _RepairOptions, should_stop: StopFlag) -> int:
    """Repair one file; return the exit code."""
    from puzzles.destination import Destination
    from puzzles.formats import read
    from solver.author.intention import Intention, intended
    from solver.author.repair import repairs
    from solver.values import Outcome

    with should_stop.breaking():
        document = read(options.file)
    destination = None
    if options.output is not None:
        stem = "puzzle" if options.file == STANDARD_INPUT else Path(options.file).stem
        destination = Destination.checked(options.output, stem, [], options.force)
    if defects := document.puzzle.defects():
        for defect in defects:
            click.echo(f"{options.name}: {defect}", err=True)
        return BAD_INPUT
    try:
        meant = intended(document, options.timeout_s, should_stop)
    except PuzzleError as error:
        raise PuzzleError(f"{options.name}: {error}") from error
    if not isinstance(meant, Intention):
        return _tell_no_picture(options, destination, meant, should_stop())
    found = repairs(
        meant.picture, document.puzzle, None, options.ways, options.timeout_s, should_stop
    )
    if not options.as_json:
        _list(options, destination, document, meant, found)
    code = NO_SOLUTION if found.is_complete else STOPPED
    is_written = False
    if found.found or found.outcome is Outcome.UNIQUE:
        code, is_written = _write(options, destination, document, meant, found)
    if options.as_json:
        written = destination.name if destination is not None and is_written else None
        click.echo(_json(options, document, meant, found, written))
    return code


def _tell_no_picture(
    options: _RepairOptions, destination: Destination | None, outcome: Outcome, is_stopped: bool
) -> int:
    """Say why there is nothing to repair; return the exit code."""
    from solver.values import Outcome

    if outcome is Outcome.NONE:
        text = "there is no solution, so there is no picture to repair"
    else:
        text = "stopped" if is_stopped else "no solution was found in time to start from"
    if options.as_json:
        value = {"file": options.file, "outcome": outcome.value, "picture": None, "text": text}
        click.echo(json.dumps(value | {"repairs": [], "written": None}))
    else:
        is_failure = outcome is not Outcome.NONE
        is_pipe = destination is not None and destination.path is None
        click.echo(f"{options.name}: {text}", err=is_failure or is_pipe)
    return NO_SOLUTION if outcome is Outcome.NONE else STOPPED


def _list(
    options: _RepairOptions,
    destination: Destination | None,
    document: Document,
    meant: Intention,
    found: Repairs,
) -> None:
    from solver.author.wording import outcome_text, repair_text

    puzzle = document.puzzle
    say = click.echo if destination is None else destination.say
    say(f"{options.name}: {outcome_text(found)} The picture is {meant.origin.value}.")
    for number, one in enumerate(found.found, 1):
        say(f"{number:4}. {repair_text(one, puzzle.width, puzzle.palette)}")


def _write(
    options: _RepairOptions,
    destination: Destination | None,
    document: Document,
    meant: Intention,
    found: Repairs,
) -> tuple[int, bool]:
    """Write the chosen repair, if a file was named; return the exit code, and whether it is."""
    from solver.author.repair import applied

    if found.found and options.way > len(found.found):
        click.echo(f"{options.name}: there is no repair {options.way}", err=True)
        return NO_SOLUTION, False
    if destination is None:
        return SOLVED, False
    chosen = found.found[options.way - 1] if found.found else None
    destination.write(applied(document, meant.picture, chosen))
    if not options.as_json:
        destination.say_written()
    return SOLVED, True


def _json(
    options: _RepairOptions,
    document: Document,
    meant: Intention,
    found: Repairs,
    written: str | None,
) -> str:
    from solver.author.wording import outcome_text, repair_text

    puzzle = document.puzzle
    repairs = []
    for one in found.found:
        rows = one.onto(meant.picture).to_text(puzzle.palette)
        places = [divmod(change.cell, puzzle.width) for change in one.changes]
        cells = [[row + 1, column + 1, rows[row][column]] for row, column in places]
        repairs.append({"text": repair_text(one, puzzle.width, puzzle.palette), "cells": cells})
    value = {
        "file": options.file,
        "outcome": found.outcome.value,
        "picture": meant.origin.value,
        "text": outcome_text(found),
        "repairs": repairs,
        "written": written,
    }
    return json.dumps(value)
