"""The command ``nonogram scan``.

Only the command line itself is read here; OpenCV and the reader are imported when a picture is
read. Results go to stdout; whatever is not a result goes to stderr.

The solver is not this package's to import: the front door passes a function in as ``outcome_of``
in the context's object, see :func:`recognizer.values.judge_by`.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from puzzles.errors import NonogramError
from puzzles.output import output_lost

if TYPE_CHECKING:
    from puzzles.formats import Document
    from recognizer.values import Judge, Picture, Reading, ReadLine

READ, DOUBTS, BAD_INPUT, NO_PUZZLE = 0, 1, 2, 4
SEVERITY = (READ, DOUBTS, NO_PUZZLE, BAD_INPUT)
"""The exit codes; of several pictures the one counts that stands furthest right."""

HELP = """Read printed puzzles from photos, scans and screenshots.

The puzzle is printed in the form of puzzle files, or written to a file. What was read with
doubts is said, and so is whether the puzzle has exactly one solution, as a printed one should:
its rules help to read it. A picture that lies on its side, or stands on its head, is turned.

\b
Examples:
  nonogram scan photo.jpg             print the puzzle
  nonogram scan photo.jpg -o cat.non  write it
  nonogram scan *.png -o puzzles      write puzzles/NAME.non for each
  nonogram scan --json *.png          one JSON object a line
  nonogram scan --debug seen page.png see how it was read

\b
Exit codes:
  0  read, and the puzzle has exactly one solution
  1  read with doubts: a number is not certain, or there is not exactly one solution
  2  a picture cannot be opened, or a file cannot be written; wrong options
  4  there is no puzzle in a picture
With several pictures every one is tried; 2 beats 4, 4 beats 1, 1 beats 0. Ctrl+C ends it with
130; what was written by then stays.

\b
JSON: picture, size ([rows, columns] or null), rows, columns (the numbers; an empty list for a
line without runs), confidence (0 to 1), doubtful (line, index of the number from 0 or null for
the whole line, what it was read as, and what else it may be), outcome of the solver, problems
(sentences), grids in the picture, turned (by how many degrees clockwise the picture had to be
turned to be read: 0, 90, 180 or 270), seconds.
"""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the command line asks for."""

    as_json: bool
    target: Path | None
    debug: Path | None
    judge: Judge | None
    several: bool


@click.command("scan", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    help="The file to write; for several pictures a folder that is there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each picture.")
@click.option("--debug", metavar="DIR", help="Draw into this folder what was seen.")
@click.argument("pictures", metavar="PICTURE...", nargs=-1, required=True, type=click.Path())
@click.pass_context
def scan(
    context: click.Context,
    output: str | None,
    as_json: bool,
    debug: str | None,
    pictures: tuple[str, ...],
) -> None:
    """The command; its help text is :data:`HELP`."""
    target = Path(output) if output is not None else None
    if target is not None and len(pictures) > 1 and not target.is_dir():
        raise click.UsageError(
            f"Several pictures are written into a folder, and {output} is none that is there."
        )
    from recognizer.values import judge_by

    outcome_of = (context.obj or {}).get("outcome_of")
    judge = judge_by(outcome_of) if outcome_of is not None else None
    folder = Path(debug) if debug is not None else None
    context.exit(_scan_all(pictures, _Wish(as_json, target, folder, judge, len(pictures) > 1)))


commands: list[click.Command] = [scan]
"""What this package adds to the command line."""


def _scan_all(pictures: tuple[str, ...], wish: _Wish) -> int:
    """Read picture after picture; the exit code."""
    worst = READ
    names = _names(pictures)
    try:
        with warnings.catch_warnings(), _progress_bar(len(pictures)) as advance:
            warnings.simplefilter("ignore")  # Pillow's, of odd tags in files that can be read
            for picture, name in zip(pictures, names, strict=True):
                worst = max(worst, _scan(picture, name, wish), key=SEVERITY.index)
                advance()
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return output_lost(error, worst)
    return worst


def _names(pictures: Sequence[str]) -> list[str]:
    """What the files made of each picture are called, without ending; all different."""
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


def _scan(path: str, name: str, wish: _Wish) -> int:
    """Read one picture and show what was asked for; its exit code."""
    start = perf_counter()
    try:
        picture, reading = _read(path, wish.judge)
        if wish.debug is not None:
            from recognizer.debug import draw

            draw(picture, reading, wish.debug, name)
        code = _code(reading, wish.judge)
        lost = None if code == NO_PUZZLE or wish.target is None else _save(reading, name, wish)
    except NonogramError as error:
        sentence = str(error) if path in str(error) else f"{path}: {error}"
        if wish.as_json:
            click.echo(_json_of_nothing(path, sentence, perf_counter() - start))
        click.echo(sentence, err=True)
        return BAD_INPUT
    if wish.as_json:
        click.echo(_json(path, reading, perf_counter() - start))
    else:
        _show(path, reading, code, lost, wish)
    return code


def _read(path: str, judge: Judge | None) -> tuple[Picture, Reading]:
    """A picture, turned as it was read, and what was read in it."""
    from puzzles.errors import RecognitionError
    from recognizer.frames import load, turned
    from recognizer.reading import read
    from recognizer.values import Problem, Reading

    picture = load(Path(path))
    try:
        reading = read(picture, judge=judge)
        return turned(picture, reading.turns), reading
    except RecognitionError:
        return picture, Reading(problems=(Problem.NO_GRID,))
    except ModuleNotFoundError:
        raise  # the front door has a sentence for it
    except Exception as error:  # one picture's bug must not cost the others
        kind = type(error).__name__
        raise RecognitionError(f"{path}: an error in this program: {kind}: {error}") from error


def _code(reading: Reading, judge: Judge | None) -> int:
    if reading.lattice is None or not any(line.numbers for _, line in reading.lines):
        return NO_PUZZLE
    from recognizer.values import Verdict

    is_solvable = judge is None or reading.verdict is Verdict.ONE
    return READ if reading.is_certain and is_solvable else DOUBTS


def _save(reading: Reading, name: str, wish: _Wish) -> Path:
    """Write the puzzle with its marks; where to."""
    from puzzles.formats import FORMATS, write

    assert wish.target is not None
    target = wish.target
    if target.is_dir():
        target = target / f"{name}{FORMATS[0].extensions[0]}"
    write(target, _document(reading, name))
    return target


def _document(reading: Reading, title: str = "") -> Document:
    from puzzles.formats import Document

    puzzle = reading.puzzle(title)
    marks = reading.marks
    if marks is None or (marks.height, marks.width) != (puzzle.height, puzzle.width):
        return Document.untouched(puzzle)
    return Document(puzzle, marks)


def _show(path: str, reading: Reading, code: int, written: Path | None, wish: _Wish) -> None:
    """The puzzle, if it was not written, and on stderr what there is to say of it."""
    from puzzles.formats import FORMATS

    if code == NO_PUZZLE:
        sentences = [p.value for p in reading.problems] or ["No puzzle was found in this picture."]
        for sentence in sentences:
            click.echo(f"{path}: {sentence}", err=True)
        return
    if written is None:
        title = Path(path).stem if wish.several else ""
        click.echo(FORMATS[0].write(_document(reading, title)).decode("utf-8"), nl=wish.several)
    else:
        click.echo(f"{written}: written")
    size = f"{len(reading.rows)}x{len(reading.columns)}"
    click.echo(f"{path}: {size}, {reading.verdict.value}", err=True)
    if reading.turns:
        click.echo(f"  read turned clockwise by {90 * reading.turns} degrees", err=True)
    for problem in reading.problems:
        click.echo(f"  {problem.value}", err=True)
    for doubt in _doubtful(reading):
        number = "" if doubt["number"] is None else f", number {doubt['number'] + 1}"
        other = "" if doubt["or"] is None else f", or {_numbers_text(doubt['or'])}"
        read = _numbers_text(doubt["read"])
        click.echo(f"  {doubt['line']}{number}: read as {read}{other}", err=True)
    if marks := reading.marks:
        known = len(marks.cells) - marks.count(marks.clear)
        click.echo(f"  {known} {'cell is' if known == 1 else 'cells are'} marked already", err=True)


def _numbers_text(value: int | list[int]) -> str:
    if isinstance(value, int):
        return str(value)
    return " ".join(map(str, value)) or "nothing"


def _doubtful(reading: Reading) -> Iterator[dict[str, Any]]:
    """What is not certain: line, index of the number, what it was read as, what else it may be."""
    lines = dict(reading.lines)
    for name, index in reading.doubtful:
        line: ReadLine = lines[name]
        entry: dict[str, Any] = {"line": str(name), "number": index}
        if index is None:
            other = [n.number for n in line.others[0].numbers] if line.others else None
            yield entry | {"read": list(line.lengths), "or": other}
        else:
            number = line.numbers[index]
            yield entry | {"read": number.number, "or": number.runner_up}


def _json(path: str, reading: Reading, seconds: float) -> str:
    has_grid = reading.lattice is not None
    size = [len(reading.rows), len(reading.columns)] if reading.rows and reading.columns else None
    rows, columns = (
        [[n for n in line.lengths if n] for line in lines]
        for lines in (reading.rows, reading.columns)
    )
    return json.dumps(
        {
            "picture": path,
            "size": size,
            "rows": rows,
            "columns": columns,
            "confidence": round(reading.confidence, 4),
            "doubtful": list(_doubtful(reading)),
            "outcome": reading.verdict.value,
            "problems": [problem.value for problem in reading.problems],
            "grids": len(reading.others) + has_grid,
            "turned": 90 * reading.turns,
            "seconds": round(reading.seconds or seconds, 3),
        }
    )


def _json_of_nothing(path: str, sentence: str, seconds: float) -> str:
    """For a picture that cannot be opened: the same keys."""
    from recognizer.values import Reading

    values = json.loads(_json(path, Reading(), seconds))
    return json.dumps(values | {"problems": [sentence]})


@contextmanager
def _progress_bar(count: int) -> Iterator[Callable[[], object]]:
    """A progress bar on the terminal where there are several pictures."""
    if count < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from tqdm import tqdm

    with tqdm(total=count, unit="picture", leave=False, file=sys.stderr) as bar:

        def advance() -> None:
            bar.update()
            bar.clear()  # the next line of results begins where the bar was

        yield advance
