"""The command ``nonogram scan``.

Only the command line itself is handled here. Pictures are decoded and read in a child process, see
:mod:`recognizer.scanner`. Results go to stdout, everything else to stderr.

This package does not import the solver. The main program passes the name of a function that counts
solutions, ``module:name``, as a service; see :func:`puzzles.command_line.services_of`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from puzzles.command_line import force_option, services_of
from puzzles.errors import NonogramError
from puzzles.output import output_lost
from puzzles.titles import title_of_file
from recognizer.sandbox.limits import DECODING, READING
from recognizer.scanner import Scanner
from recognizer.wording import doubts_of, problems_of, runs_of, sentences_of

if TYPE_CHECKING:
    from recognizer.sandbox.process import SandboxedObject
    from recognizer.values import Reading

READ, DOUBTS, BAD_INPUT, NO_PUZZLE = 0, 1, 2, 4
SEVERITY = (READ, DOUBTS, NO_PUZZLE, BAD_INPUT)
"""The exit codes; for several pictures the last one in this order is returned."""

HELP = """Read printed puzzles from photos, scans and screenshots.

The puzzle is printed in the format of puzzle files, or written to a file. The command reports
doubtful numbers, and whether the puzzle has exactly one solution, as printed puzzles should; the
puzzle's rules help to read it. A picture that is sideways or upside down is turned. An existing
puzzle file is replaced; pictures and other files never are.

Pictures are JPEG, PNG, WebP, GIF, BMP or TIFF, with up to 50 megapixels and 30,000 pixels on a
side. One that needs more than 1 GB of memory or 30 s to decode, or 120 s to read, is refused.

\b
Examples:
  nonogram scan photo.jpg             print the puzzle
  nonogram scan photo.jpg -o cat.non  write it
  nonogram scan *.png -o puzzles      write puzzles/NAME.non for each
  nonogram scan *.png > all.nonpack   all in one file
  nonogram scan --json *.png          one JSON object a line
  nonogram scan --debug seen page.png draw how it was read

\b
Exit codes:
  0  read, and the puzzle has exactly one solution
  1  read with doubts: a number is not certain, or there is not exactly one solution
  2  a picture cannot be opened, or a file cannot be written; wrong options
  4  there is no puzzle in a picture
Every picture is tried; of several codes 2 comes before 4, 1 and 0. Ctrl+C ends the command with
130; files written by then stay.

\b
JSON: picture, size ([rows, columns] or null), rows, columns (the numbers; an empty list for a
line without runs), confidence (0 to 1), doubtful (see below), outcome of the solver, problems
(sentences), grids in the picture, marks (a string for each row, with # for a shaded cell, . for
a blank one and ? for an unmarked one; null without marks), turned (the clockwise rotation with
which the picture was read, in degrees: 0, 90, 180 or 270), seconds.

\b
Doubtful is a list of objects: line, number (its index in the line, from 0), read (the number that
was read), confidence (0 to 1), and or (an alternative; null if there is none). If number is null,
the count of numbers is doubtful: digits may belong together in another way, or a number may be
missing or too many. A line can have doubts of both kinds.
"""


@dataclass(frozen=True, slots=True)
class _ScanOptions:
    """The options of the command line."""

    as_json: bool
    target: Path | None
    force: bool
    debug: Path | None
    count_solutions: str
    pictures: tuple[str, ...]

    @property
    def several(self) -> bool:
        """Whether there is more than one picture."""
        return len(self.pictures) > 1


@click.command("scan", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    help="The file to write; for several pictures an existing folder.",
)
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each picture.")
@click.option("--debug", metavar="DIR", help="Draw the result of each stage into this folder.")
@click.argument("pictures", metavar="PICTURE...", nargs=-1, required=True, type=click.Path())
@click.pass_context
def scan(
    context: click.Context,
    output: str | None,
    force: bool,
    as_json: bool,
    debug: str | None,
    pictures: tuple[str, ...],
) -> None:
    """The command; its help text is :data:`HELP`."""
    target = Path(output) if output is not None else None
    if target is not None and len(pictures) > 1 and not os.path.isdir(target):  # noqa: PTH112
        raise click.UsageError(f"Several pictures need an existing folder; {output} is none.")
    count_solutions = services_of(context).count_solutions
    folder = Path(debug) if debug is not None else None
    context.exit(
        _scan_all(pictures, _ScanOptions(as_json, target, force, folder, count_solutions, pictures))
    )


commands: list[click.Command] = [scan]
"""The commands of this package."""


def _scan_all(pictures: tuple[str, ...], options: _ScanOptions) -> int:
    """Read all pictures; returns the exit code."""
    from recognizer.sandbox.process import SandboxedObject

    worst = READ
    names = _file_stems(pictures)
    try:
        with (
            SandboxedObject(partial(Scanner, options.count_solutions)) as child,
            _progress_bar(len(pictures)) as advance,
        ):
            # Imported while the child starts: the results are made of these.
            import recognizer.document
            import recognizer.values  # noqa: F401

            for picture, name in zip(pictures, names, strict=True):
                worst = max(worst, _scan(picture, name, options, child), key=SEVERITY.index)
                advance()
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return output_lost(error, worst)
    return worst


def _file_stems(pictures: Sequence[str]) -> list[str]:
    """The stem of the files written for each picture; all are different."""
    names: list[str] = []
    taken: set[str] = set()  # in lower case, as some systems compare names
    for picture in pictures:
        stem = Path(picture).stem or "picture"
        name, number = stem, 1
        while name.lower() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        names.append(name)
    return names


def _scan(path: str, name: str, options: _ScanOptions, child: SandboxedObject[Scanner]) -> int:
    """Read one picture and show the result; returns its exit code."""
    from puzzles.formats.target import checked_target
    from recognizer.document import document_of

    start = perf_counter()
    try:
        target = options.target
        if target is not None:
            target = checked_target(target, name, options.pictures, options.force)
        child.call(DECODING, path, Scanner.load, Path(path))
        reading = child.call(READING, path, Scanner.read)
        if options.debug is not None:
            child.call(READING, path, Scanner.draw, reading, options.debug, name)
        exit_code = _exit_code(reading, bool(options.count_solutions))
        written = None
        if target is not None and exit_code != NO_PUZZLE:
            from puzzles.formats import write

            write(target, document_of(reading, name), force=options.force)
            written = target
    except NonogramError as error:
        sentence = _with_name(path, str(error))
        if options.as_json:
            click.echo(_json_of_error(path, sentence, perf_counter() - start))
        click.echo(sentence, err=True)
        return BAD_INPUT
    if options.as_json:
        click.echo(_json(path, reading, perf_counter() - start))
    else:
        _show(path, reading, exit_code, written, options)
    return exit_code


def _with_name(path: str, sentence: str) -> str:
    """Add the picture's name, as it was given, unless the sentence contains it."""
    # A path may be written shorter than it was given: http:/x for http://x.
    short = f"{Path(path)}: "
    if sentence.startswith(short):
        return f"{path}: {sentence.removeprefix(short)}"
    return sentence if path in sentence else f"{path}: {sentence}"


def _exit_code(reading: Reading, is_counted: bool) -> int:
    if reading.lattice is None or not any(line.numbers for _, line in reading.lines):
        return NO_PUZZLE
    from puzzles.contracts import SolutionCount

    is_solvable = not is_counted or reading.solution_count is SolutionCount.ONE
    return READ if reading.is_certain and is_solvable else DOUBTS


def _show(
    path: str, reading: Reading, exit_code: int, written: Path | None, options: _ScanOptions
) -> None:
    """Print the puzzle if it was not written, and the doubts on stderr."""
    from puzzles.formats.non import DIVIDER, NON
    from recognizer.document import document_of

    if exit_code == NO_PUZZLE:
        sentences = [p.value for p in reading.problems] or ["No puzzle was found in this picture."]
        for sentence in sentences:
            click.echo(f"{path}: {sentence}", err=True)
        return
    if written is None:
        title = title_of_file(path) if options.several else ""
        text = NON.write(document_of(reading, title)).decode("utf-8")
        click.echo(text + f"\n{DIVIDER}\n\n" * options.several, nl=False)
    else:
        click.echo(f"{written}: written")
    size = f"{len(reading.rows)}x{len(reading.columns)}"
    click.echo(f"{path}: {size}, {reading.solution_count.value}", err=True)
    if reading.turns:
        click.echo(f"  read turned clockwise by {90 * reading.turns} degrees", err=True)
    for sentence in sentences_of(reading):
        click.echo(f"  {sentence}", err=True)
    if marks := reading.marks:
        known = len(marks.cells) - marks.count(marks.clear)
        click.echo(f"  {known} {'cell is' if known == 1 else 'cells are'} marked already", err=True)


def _json(path: str, reading: Reading, seconds: float) -> str:
    has_grid = reading.lattice is not None
    size = [len(reading.rows), len(reading.columns)] if reading.rows and reading.columns else None
    rows, columns = (
        [runs_of(line.lengths) for line in lines] for lines in (reading.rows, reading.columns)
    )
    return json.dumps(
        {
            "picture": path,
            "size": size,
            "rows": rows,
            "columns": columns,
            "confidence": round(reading.confidence, 4),
            "doubtful": list(doubts_of(reading)),
            "outcome": reading.solution_count.value,
            "problems": problems_of(reading),
            "grids": len(reading.others) + has_grid,
            "marks": None if reading.marks is None else reading.marks.to_text(),
            "turned": 90 * reading.turns,
            "seconds": round(reading.seconds or seconds, 3),
        }
    )


def _json_of_error(path: str, sentence: str, seconds: float) -> str:
    """The JSON for a picture that cannot be opened, with the same keys."""
    from recognizer.values import Reading

    values = json.loads(_json(path, Reading(), seconds))
    return json.dumps(values | {"problems": [sentence]})


@contextmanager
def _progress_bar(count: int) -> Iterator[Callable[[], object]]:
    """A progress bar on the terminal for several pictures."""
    if count < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from tqdm import tqdm

    with tqdm(total=count, unit="picture", leave=False, file=sys.stderr) as bar:

        def advance() -> None:
            bar.update()
            bar.clear()  # results are printed in the bar's place

        yield advance
