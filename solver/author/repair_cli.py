"""The command ``nonogram repair``.

Importing this module is fast: solver and search are imported when a file is repaired. Results go
to stdout, everything else to stderr.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import click

from puzzles import shared_options as shared
from puzzles.command_line import ending, files_argument, option, stoppable
from puzzles.errors import LibraryError, PuzzleError
from puzzles.exit_codes import BAD_INPUT, DONE, NO, UNDECIDED, worse
from puzzles.interrupt import StopFlag
from puzzles.json_keys import json_help
from puzzles.json_output import Failure, puzzle_line, tell
from puzzles.option import Limit, declared_options
from puzzles.output import STANDARD_OUTPUT
from puzzles.words import _, help_text, paragraph, worded

if TYPE_CHECKING:
    from puzzles.destination import Destination
    from puzzles.formats import Document
    from solver.author.intention import Intention
    from solver.author.repair import Repairs
    from solver.puzzle_jobs import NamedDocument
    from solver.values import Outcome

HELP = help_text("""Change a few cells of puzzles' pictures so that each has exactly one solution.

The picture is the goal in the file, or the marked cells, or else a solution. The command lists
repairs, the least visible first: those that change outlines, keep symmetries, and neither divide
nor join shapes. It writes the best one, or the one chosen with --choose.

\b
Examples:
  nonogram repair cat.non                   list the repairs
  nonogram repair cat.non -o sound.non      write the best one
  nonogram repair cat.non --choose 3 -o cat.non
  nonogram repair *.non -o sound            a file in the folder for each
  nonogram create cat.jpg | nonogram repair - -o - | nonogram solve -

\b
Exit codes:
  0  the puzzle has exactly one solution, after a repair or without
  1  no repair was found, or there is no solution to start from
  2  the file cannot be read or written, or its puzzle is defective; wrong
     options
  3  out of time before a repair was found
  130  stopped by Ctrl+C

With several files the most severe code counts: 130, then 2, 3, 1 and 0.
""") + json_help("repair")


@dataclass(frozen=True, slots=True)
class RepairOptions:
    """The options of the command line."""

    output: str | None
    as_json: bool
    force: bool
    choose: int
    timeout_s: float | None
    limit: Annotated[int, Limit(high=100)] = 6


_OPTIONS = declared_options(RepairOptions)


@click.command(
    "repair",
    help=HELP,
    short_help=_("Change a few cells so that there is one solution."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@shared.output_option.saying(_("Without it, only list."))
@shared.json_option
@shared.force_option
@click.option(
    "--choose", type=click.IntRange(1), metavar="K", default=1, help=_("Write the K-th repair.")
)
@option(_OPTIONS["limit"])
@shared.timeout_option.saying(_("The repairs found by then are listed."))
@files_argument
@ending
@stoppable
def repair(
    should_stop: StopFlag,
    output: str | None,
    as_json: bool,
    force: bool,
    choose: int,
    limit: int,
    timeout_s: float | None,
    files: tuple[str, ...],
) -> int:
    """The command; its help text is :data:`HELP`."""
    if as_json and output == STANDARD_OUTPUT:
        raise click.UsageError(_("--json and -o - both write to standard output; choose one."))
    options = RepairOptions(output, as_json, force, choose, timeout_s, max(choose, limit))
    return _repair_all(files, options, should_stop)


def _repair_all(files: Sequence[str], options: RepairOptions, should_stop: StopFlag) -> int:
    """Repair all files; return the exit code."""
    from puzzles.destination import Destination
    from puzzles.formats.target import is_folder_name
    from solver.puzzle_jobs import file_stems, named_documents

    found = list(named_documents(files, should_stop))
    output = options.output
    if len(found) > 1 and output is not None and not is_folder_name(output):
        raise LibraryError(shared.several_puzzles_text(output, len(found)))
    worst, done = DONE, 0
    for each, stem in zip(found, file_stems(found), strict=True):
        if each.document is None or each.defects:
            code = _tell_failure(each, each.why_not, options)
        else:
            destination = None
            if output is not None:
                destination = Destination.checked(output, stem, [], options.force)
            code = _repair(each, each.document, destination, options, should_stop)
        worst = worse(worst, code)
        if should_stop():
            break
        done += 1
    if len(found) > 1 and should_stop():
        text = _("stopped; {done} of {count} puzzles were repaired")
        click.echo(worded(text, done=done, count=len(found)), err=True)
    return worst


def _repair(
    named: NamedDocument,
    document: Document,
    destination: Destination | None,
    options: RepairOptions,
    should_stop: StopFlag,
) -> int:
    """Repair one puzzle; return the exit code."""
    from solver.author.intention import Intention, intended
    from solver.author.repair import repairs
    from solver.values import Outcome

    try:
        meant = intended(document, options.timeout_s, should_stop)
    except PuzzleError as error:
        failure = Failure.of(error, f"{named.name}: {error}")
        return _tell_failure(named, failure, options)
    if not isinstance(meant, Intention):
        return _tell_no_picture(named, options, destination, meant, should_stop())
    found = repairs(
        meant.picture, document.puzzle, None, options.limit, options.timeout_s, should_stop
    )
    if not options.as_json:
        _list(named, destination, document, meant, found)
    code = NO if found.is_complete else UNDECIDED
    is_written = False
    if found.found or found.outcome is Outcome.UNIQUE:
        code, is_written = _write(named, options, destination, document, meant, found)
    if options.as_json:
        written = destination.name if destination is not None and is_written else None
        click.echo(_json(named, document, meant, found, written))
    return code


def _tell_failure(named: NamedDocument, failure: Failure | None, options: RepairOptions) -> int:
    """Say why a puzzle cannot be repaired; return the exit code."""
    assert failure is not None
    tell(failure, named.path, named.number, as_json=options.as_json)
    return BAD_INPUT


def _tell_no_picture(
    named: NamedDocument,
    options: RepairOptions,
    destination: Destination | None,
    outcome: Outcome,
    is_stopped: bool,
) -> int:
    """Say why there is nothing to repair; return the exit code."""
    from solver.values import Outcome

    if outcome is Outcome.NONE:
        text = _("there is no solution, so there is no picture to repair")
    else:
        text = "stopped" if is_stopped else _("no solution was found in time to start from")
    if options.as_json:
        assert named.document is not None
        value: dict[str, object] = {"puzzle": named.number, "outcome": outcome.value}
        value |= {"origin": None, "text": text, "repairs": [], "written": None}
        click.echo(puzzle_line(named.document, named.path, value))
    else:
        is_failure = outcome is not Outcome.NONE
        is_pipe = destination is not None and destination.path is None
        click.echo(f"{named.name}: {text}", err=is_failure or is_pipe)
    return NO if outcome is Outcome.NONE else UNDECIDED


def _list(
    named: NamedDocument,
    destination: Destination | None,
    document: Document,
    meant: Intention,
    found: Repairs,
) -> None:
    from solver.author.repair_wording import outcome_text, repair_text

    puzzle = document.puzzle
    say = click.echo if destination is None else destination.say
    say(
        worded(
            "{name}: {result}",
            name=named.name,
            result=paragraph(outcome_text(found), meant.origin.sentence),
        )
    )
    for number, one in enumerate(found.found, 1):
        say(f"{number:4}. {repair_text(one, puzzle.width, puzzle.palette)}")


def _write(
    named: NamedDocument,
    options: RepairOptions,
    destination: Destination | None,
    document: Document,
    meant: Intention,
    found: Repairs,
) -> tuple[int, bool]:
    """Write the chosen repair, if a file was named; return the exit code, and whether it is."""
    from solver.author.repair import applied

    if found.found and options.choose > len(found.found):
        click.echo(
            worded("{name}: there is no repair {way}", name=named.name, way=options.choose),
            err=True,
        )
        return NO, False
    if destination is None:
        return DONE, False
    chosen = found.found[options.choose - 1] if found.found else None
    destination.write(applied(document, meant.picture, chosen))
    if not options.as_json:
        destination.say_written()
    return DONE, True


def _json(
    named: NamedDocument,
    document: Document,
    meant: Intention,
    found: Repairs,
    written: str | None,
) -> str:
    from puzzles.formats.json_puzzle import clue_values, goal_rows, palette_value
    from puzzles.grid import puzzle_of
    from solver.author.repair_wording import outcome_text, repair_text

    puzzle = document.puzzle
    repairs = []
    for one in found.found:
        picture = one.onto(meant.picture)
        rows, repaired = picture.to_text(puzzle.palette), puzzle_of(picture, puzzle)
        places = [divmod(change.cell, puzzle.width) for change in one.changes]
        cells = [[row + 1, column + 1, rows[row][column]] for row, column in places]
        repairs.append(
            {
                "text": repair_text(one, puzzle.width, puzzle.palette),
                "cells": cells,
                **clue_values(repaired),
                "palette": palette_value(repaired),
                "goal": goal_rows(repaired),
            }
        )
    value = {
        "puzzle": named.number,
        "outcome": found.outcome.value,
        "origin": meant.origin.value,
        "text": outcome_text(found),
        "repairs": repairs,
        "written": written,
    }
    return puzzle_line(document, named.path, value)
