"""The command ``nonogram scan``.

Only the command line itself is handled here. Pictures are decoded and read in a child process, see
:mod:`recognizer.scanner`. Results go to stdout, everything else to stderr.

This package does not import the solver. The main program passes the name of a function that counts
solutions, ``module:name``, as a service; see :func:`puzzles.command_line.services_of`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from puzzles.cluster import Cluster
from puzzles.command_line import (
    check_cluster,
    cluster_option,
    ending,
    force_option,
    jobs_option,
    read_once,
    services_of,
)
from puzzles.contracts import ShouldStop
from puzzles.errors import LibraryError, NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, NO, NO_PUZZLE
from puzzles.formats.target import is_folder_name
from puzzles.inputs import puzzle_name
from puzzles.many import run_in_threads
from puzzles.output import EMPTY_NAME, STANDARD_OUTPUT
from puzzles.progress import in_order, workers_for
from puzzles.standard_input import STANDARD_INPUT, read_standard_input
from puzzles.titles import title_of_file
from puzzles.words import plural, worded
from recognizer.readers import Readers, readers_of_worker
from recognizer.sandbox.limits import DECODING, MAX_BYTES, NAME_OF_BYTES, READING
from recognizer.scanner import Scanner
from recognizer.wording import (
    doubts_of,
    problems_of,
    runs_of,
    sentences_of,
    turned_text,
    with_name,
)

if TYPE_CHECKING:
    from recognizer.values import Reading

PICTURES_WORTH_A_WORKER = 2
"""Starting a child process takes as long as reading so many small pictures."""
MAX_WORKERS = 4
"""By default no more pictures are read at a time: each may need a gigabyte."""
AHEAD_ON_CLUSTER = 2
"""Pictures that each thread of a cluster is sent before the first of them is asked for."""

HELP = """Read printed puzzles from photos, scans and screenshots.

The puzzle is printed in the format of puzzle files, or written to a file. The command reports
doubtful numbers, and whether the puzzle has exactly one solution, as printed puzzles should; the
puzzle's rules help to read it. Handwritten numbers are read with more doubts. A picture that is
sideways, upside down or mirrored is turned. Of a TIFF or GIF each page is read. An existing puzzle
file is replaced; pictures and other files never are.

Pictures are JPEG, PNG, WebP, GIF, BMP or TIFF, with up to 50 megapixels and 30,000 pixels on a
side. One that needs more than 1 GB of memory or 30 s to decode, or 120 s to read, is refused.

\b
Examples:
  nonogram scan photo.jpg             print the puzzle
  nonogram scan photo.jpg -o cat.non  write it
  nonogram scan *.png -o puzzles      write puzzles/NAME.non for each
  nonogram scan *.png > all.nonpack   all in one file
  nonogram scan page.jpg -o - | nonogram solve -
  nonogram scan --json *.png          one JSON object a line
  nonogram scan --debug seen page.png draw how it was read

\b
Exit codes:
  0  read, the puzzle has exactly one solution, and nothing is left to check
  1  read with doubts: a number has to be checked, or there is not exactly one
     solution
  2  a picture cannot be opened, or a file cannot be written; wrong options
  4  there is no puzzle in a picture
  130  stopped by Ctrl+C; files written by then stay

Every picture is tried; of several codes 2 comes before 4, 1 and 0.

JSON: file (the picture), page (its number in a TIFF or GIF of several; else null), width and height
(or null), rows and columns (the clues; an empty list for a line without runs), confidence (0 to 1),
doubtful (see below), outcome (unique, several, none, or null if the solutions were not counted),
problems (sentences), grids in the picture, marks (a string for each row, with # for a shaded cell,
. for a blank one and ? for an unmarked one; null without marks), turned (the clockwise rotation
with which the picture was read, in degrees: 0, 90, 180 or 270), mirrored (whether it was mirrored
before), seconds.

Doubtful is a list of objects, the most urgent first: line, number (its place in the line, from 1),
consequence (impossible: the line does not fit; decisive: the solution may depend on it; quiet: the
puzzle has one solution and this is plausible, so it need not be checked), read (the number that was
read), confidence (0 to 1), or (an alternative; null if there is none), and unread (a sentence about
ink that was not read as a number; else null). If number is null,
the count of numbers is doubtful: digits may belong together in another way, or a number may be
missing or too many. A line can have doubts of both kinds.
"""


@dataclass(frozen=True, slots=True)
class _ScanOptions:
    """The options of the command line."""

    as_json: bool
    target: str | None
    jobs: int | None
    cluster: str | None
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
    help="The file to write; for several pictures a folder; - for standard output.",
)
@jobs_option
@cluster_option
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each picture.")
@click.option("--debug", metavar="DIR", help="Draw the result of each stage into this folder.")
@click.argument(
    "pictures",
    metavar="PICTURE...",
    nargs=-1,
    required=True,
    type=click.Path(),
    callback=read_once,
)
@click.pass_context
@ending
def scan(
    context: click.Context,
    output: str | None,
    jobs: int | None,
    cluster: str | None,
    force: bool,
    as_json: bool,
    debug: str | None,
    pictures: tuple[str, ...],
) -> Iterator[int]:
    """The command; its help text is :data:`HELP`."""
    if as_json and output == STANDARD_OUTPUT:
        raise click.UsageError("--json and -o - both write to standard output; choose one.")
    check_cluster(context)
    if debug is not None and cluster is not None:
        raise click.UsageError("--debug draws on this machine, so it excludes --cluster.")
    if output == "":
        raise LibraryError(EMPTY_NAME)
    target = output if output not in (None, STANDARD_OUTPUT) else None
    if target is not None and len(pictures) > 1 and not is_folder_name(target):
        raise click.UsageError(
            worded("Several pictures need a folder; {output} is none.", output=output)
        )
    count_solutions = services_of(context).count_solutions
    folder = Path(debug) if debug is not None else None
    options = _ScanOptions(as_json, target, jobs, cluster, force, folder, count_solutions, pictures)
    return _scan_all(options)


commands: list[click.Command] = [scan]
"""The commands of this package."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A picture to be read."""

    path: str
    """As it stands on the command line."""
    stem: str
    """That of the files that are written."""
    source: Path | bytes
    target: Path | None = None
    """The file that the puzzle is written to; of several pages the first one's."""
    problem: str = ""
    """Why it is not read."""

    @property
    def name(self) -> str:
        """The name in error texts, to which :func:`recognizer.wording.with_name` adds the path."""
        return NAME_OF_BYTES if isinstance(self.source, bytes) else self.path

    def of_page(self, page: int, options: _ScanOptions) -> _Task:
        """The task for one page of several."""
        task = replace(self, stem=f"{self.stem}-{page}")
        if options.target is None:
            return task
        if not is_folder_name(options.target):
            problem = worded(
                "{target}: the picture has several pages; name a folder for them",
                target=options.target,
            )
            return replace(task, problem=problem)
        try:
            return replace(task, target=_target(task.stem, options))
        except NonogramError as error:
            return replace(task, problem=str(error))


@dataclass(frozen=True, slots=True)
class _Scanned:
    """What was read in a picture."""

    task: _Task
    reading: Reading | None
    """``None`` if the picture cannot be read."""
    problem: str
    seconds: float
    page: int | None = None
    """From 1; ``None`` if it is the only one."""


def _scan_all(options: _ScanOptions) -> Iterator[int]:
    """Read all pictures; yields their exit codes."""
    count, done = len(options.pictures), 0
    children = Readers(options.count_solutions)
    cluster = Cluster.at(options.cluster, _lost, bundle=1, ahead=AHEAD_ON_CLUSTER)
    workers = workers_for(options.jobs, count, PICTURES_WORTH_A_WORKER)
    if options.jobs is None:
        workers = min(workers, MAX_WORKERS)
    try:
        work = partial(_scanned, children, options.debug)
        if cluster is not None:
            work = partial(_scanned_on_worker, options.count_solutions)
        tasks = _tasks(options)
        found = in_order(work, tasks, count, workers, run=run_in_threads, cluster=cluster)
        for pages in found:
            for scanned in pages:
                yield _show_or_write(scanned, options)
            done += 1
    except KeyboardInterrupt:
        if count > 1:
            text = worded("stopped; {done} of {count} pictures were read", done=done, count=count)
            click.echo(text, err=True)
        raise
    finally:
        children.close()


def _tasks(options: _ScanOptions) -> Iterator[_Task]:
    for path, stem in zip(options.pictures, _file_stems(options.pictures), strict=True):
        try:
            yield _Task(path, stem, _source(path, options), _target(stem, options))
        except NonogramError as error:
            yield _Task(path, stem, b"", problem=str(error))


def _target(stem: str, options: _ScanOptions) -> Path | None:
    from puzzles.formats.target import checked_target

    if options.target is None:
        return None
    return checked_target(options.target, stem, options.pictures, options.force)


def _source(path: str, options: _ScanOptions) -> Path | bytes:
    """The picture, or its place if it is read on this machine."""
    if path == STANDARD_INPUT:
        return read_standard_input(MAX_BYTES)
    if options.cluster is None:
        return Path(path)
    from recognizer.images import bytes_of

    return bytes_of(Path(path))  # not decoded here


def _file_stems(pictures: Sequence[str]) -> list[str]:
    """The stem of the files written for each picture; all are different."""
    names: list[str] = []
    taken: set[str] = set()  # in lower case, as some systems compare names
    for picture in pictures:
        stem = "picture" if picture == STANDARD_INPUT else Path(picture).stem or "picture"
        name, number = stem, 1
        while name.lower() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        names.append(name)
    return names


def _scanned(
    children: Readers, debug: Path | None, task: _Task, should_stop: ShouldStop
) -> list[_Scanned]:
    """Read one picture, in any thread; a result for each page."""
    start = perf_counter()
    if task.problem:
        return [_Scanned(task, None, task.problem, 0.0)]
    found: list[_Scanned] = []
    with children.one(should_stop) as child:
        try:
            pages = child.call(DECODING, task.name, Scanner.pages, task.source)
        except NonogramError as error:
            return [_Scanned(task, None, str(error), perf_counter() - start)]
        for number in range(1, pages + 1):
            if should_stop():
                break
            reading, problem = None, ""
            stem = task.stem if pages == 1 else f"{task.stem}-{number}"
            try:
                child.call(DECODING, task.name, Scanner.load, task.source, number)
                reading = child.call(READING, task.name, Scanner.read)
                if debug is not None:
                    child.call(READING, task.name, Scanner.draw, reading, debug, stem)
            except NonogramError as error:
                problem = str(error)
            place = number if pages > 1 else None
            found.append(_Scanned(task, reading, problem, perf_counter() - start, place))
            start = perf_counter()
    return found


def _scanned_on_worker(
    count_solutions: str, task: _Task, should_stop: ShouldStop
) -> list[_Scanned]:
    """Read one picture, on a worker of a cluster."""
    children = readers_of_worker(count_solutions)
    found = _scanned(children, None, task, should_stop)
    children.close_idle_later()
    sent = replace(task, source=b"")  # the picture is not sent back
    return [replace(scanned, task=sent) for scanned in found]


def _lost(task: _Task, problem: str) -> list[_Scanned]:
    """The result of a picture that no worker of a cluster survives."""
    return [_Scanned(task, None, problem, 0.0)]


def _show_or_write(scanned: _Scanned, options: _ScanOptions) -> int:
    """Print or write what was read in a picture; returns its exit code."""
    from recognizer.document import document_of

    task, reading, page = scanned.task, scanned.reading, scanned.page
    path = task.path
    if page is not None:
        task = task.of_page(page, options)
    problem = scanned.problem or task.problem
    written = None
    exit_code = BAD_INPUT
    if reading is not None and not problem:
        exit_code = _exit_code(reading, bool(options.count_solutions))
        if task.target is not None and exit_code != NO_PUZZLE:
            from puzzles.formats import write

            title = "" if path == STANDARD_INPUT else task.stem
            document = document_of(reading, title)
            try:
                write(task.target, document, force=options.force)
                written = task.target
            except NonogramError as error:
                problem = str(error)
    if reading is None or problem:
        sentence = with_name(puzzle_name(path, page, "page"), problem)
        if options.as_json:
            click.echo(_json_of_error(path, page, sentence, scanned.seconds))
        click.echo(sentence, err=True)
        return BAD_INPUT
    if options.as_json:
        click.echo(_json(path, page, reading, scanned.seconds))
    else:
        _show(scanned, reading, exit_code, written, options)
    return exit_code


def _exit_code(reading: Reading, is_counted: bool) -> int:
    if reading.lattice is None or not any(line.numbers for _, line in reading.lines):
        return NO_PUZZLE
    from puzzles.contracts import SolutionCount

    is_solvable = not is_counted or reading.solution_count is SolutionCount.ONE
    return DONE if reading.is_certain and is_solvable else NO


def _show(
    scanned: _Scanned,
    reading: Reading,
    exit_code: int,
    written: Path | None,
    options: _ScanOptions,
) -> None:
    """Print the puzzle if it was not written, and the doubts on stderr."""
    from puzzles.formats.non import DIVIDER, NON
    from recognizer.document import document_of

    path, page = scanned.task.path, scanned.page
    name = puzzle_name(path, page, "page")
    is_one_of_several = options.several or page is not None
    if exit_code == NO_PUZZLE:
        sentences = [p.value for p in reading.problems] or ["No puzzle was found in this picture."]
        for sentence in sentences:
            click.echo(f"{name}: {sentence}", err=True)
        return
    if written is None:
        is_named = is_one_of_several and path != STANDARD_INPUT
        title = title_of_file(path) if is_named else ""
        title += f" {page}" if title and page is not None else ""
        text = NON.write(document_of(reading, title)).decode("utf-8")
        click.echo(text + f"\n{DIVIDER}\n\n" * is_one_of_several, nl=False)
    else:
        click.echo(worded("{file}: written", file=written))
    size = f"{len(reading.columns)}x{len(reading.rows)}"
    click.echo(f"{name}: {size}, {reading.solution_count.value}", err=True)
    if text := turned_text(reading):
        click.echo(f"  {text}", err=True)
    for sentence in sentences_of(reading):
        click.echo(f"  {sentence}", err=True)
    if marks := reading.marks:
        known = len(marks.cells) - marks.count(marks.clear)
        text = plural(known, "{count} cell is marked already", "{count} cells are marked already")
        click.echo(f"  {text}", err=True)


def _json(path: str, page: int | None, reading: Reading, seconds: float) -> str:
    has_grid = reading.lattice is not None
    has_size = bool(reading.rows and reading.columns)
    rows, columns = (
        [runs_of(line.lengths) for line in lines] for lines in (reading.rows, reading.columns)
    )
    return json.dumps(
        {
            "file": path,
            "page": page,
            "width": len(reading.columns) if has_size else None,
            "height": len(reading.rows) if has_size else None,
            "rows": rows,
            "columns": columns,
            "confidence": round(reading.confidence, 4),
            "doubtful": list(doubts_of(reading)),
            "outcome": reading.solution_count.outcome,
            "problems": problems_of(reading),
            "grids": len(reading.others) + has_grid,
            "marks": None if reading.marks is None else reading.marks.to_text(),
            "turned": reading.degrees,
            "mirrored": reading.is_mirrored,
            "seconds": round(reading.seconds or seconds, 3),
        }
    )


def _json_of_error(path: str, page: int | None, sentence: str, seconds: float) -> str:
    """The JSON for a picture that cannot be opened, with the same keys."""
    from recognizer.values import Reading

    values = json.loads(_json(path, page, Reading(), seconds))
    return json.dumps(values | {"problems": [sentence]})
