"""The command ``nonogram scan``.

Only the command line itself is handled here. Pictures are decoded and read in a child process, see
:mod:`recognizer.scanner`. Results go to stdout, everything else to stderr.

This package does not import the solver. The main program passes the name of a function that counts
solutions, ``module:name``, as a service; see :func:`puzzles.command_line.services_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from puzzles import shared_options as shared
from puzzles.command_line import (
    ANY_PATH,
    check_cluster,
    ending,
    read_once,
    services_of,
    with_folders,
)
from puzzles.errors import LibraryError
from puzzles.interrupt import interruptible
from puzzles.json_keys import json_help
from puzzles.many import run_in_threads
from puzzles.output import EMPTY_NAME, STANDARD_OUTPUT
from puzzles.progress import cluster_at, in_order, workers_for
from puzzles.standard_input import name_of
from puzzles.words import _, help_text, plural, worded
from recognizer.readers import Readers
from recognizer.scan_output import ScanOutput
from recognizer.scan_tasks import (
    ScanOptions,
    ScanTask,
    SourceResults,
    lost,
    scanned,
    scanned_on_worker,
    tasks_of,
    with_sources,
)

PICTURES_WORTH_A_WORKER = 2
"""Starting a child process takes as long as reading so many small pictures."""
MAX_WORKERS = 4
"""By default no more pictures are read at a time: each may need a gigabyte."""
AHEAD_ON_CLUSTER = 2
"""Pictures that each thread of a cluster is sent before the first of them is asked for."""

_DOUBTS = help_text("""\
Doubtful is a list of objects, the most urgent first: line, number (its place in the line, from 1),
consequence (impossible: the line does not fit; decisive: the solution may depend on it; quiet: the
puzzle has one solution and this is plausible, so it need not be checked), read (the number that was
read), confidence (0 to 1), or (an alternative; null if there is none), and unread (a sentence about
ink that was not read as a number; else null). If the colour of a number is in doubt, there are
also color and or_color (symbols) and color_confidence. If number is null,
the count of numbers is doubtful: digits may belong together in another way, or a number may be
missing or too many. A line can have doubts of both kinds.
""")
HELP = (
    help_text("""Read printed puzzles from photos, scans and PDF files.

The puzzle is printed in the format of puzzle files, or written to a file. The command reports
doubtful numbers, and whether the puzzle has exactly one solution, as printed puzzles should; the
puzzle's rules help to read it. Handwritten numbers are read with more doubts. A picture that is
sideways, upside down or mirrored is turned. Of a PDF file or a TIFF each page is read; of an
animation the first picture, with --all each one. A folder stands for the pictures and PDF files in
it. An existing puzzle file is replaced, any other file only by --force.

Of several puzzles on a page one is read, mostly the largest. --all reads all of them, from top to
bottom and from left to right, and writes NAME-1.non, NAME-2.non and so on, or NAME-PAGE-1.non if
there are several pages. --grid 2 reads the second one of each page; if -o names a single file, the
second one of the whole book, and no more pages than that. Pictures of one name in different formats
are written as NAME-png.non and NAME-jpg.non.

The puzzles of a PDF page are read from its drawing, or from its picture if it has none. With --all
a board that is split over pages is joined. At most 2,000 pages of a file are read. A puzzle is
written as soon as no later page can complete it.

Pictures are JPEG, PNG, WebP, GIF, BMP or TIFF, with up to 50 megapixels and 30,000 pixels on a
side. One that needs more than 1 GB of memory or 30 s to decode, or 120 s to read (with --all or
--grid 600 s), is refused.

\b
Examples:
  nonogram scan photo.jpg             print the puzzle
  nonogram scan photo.jpg -o cat.non  write it
  nonogram scan *.png -o puzzles      write puzzles/NAME.non for each
  nonogram scan *.png > all.nonpack   all in one file
  nonogram scan --all a.jpg -o out    write every puzzle of the page
  nonogram scan --all book.pdf -o out write every puzzle of the book
  nonogram scan --all --json photos   every puzzle of the pictures in a folder
  nonogram scan page.jpg -o - | nonogram solve -
  nonogram scan --json *.png          one JSON object a line
  nonogram scan --debug seen page.png draw how it was read

\b
Exit codes:
  0  read, the puzzle has exactly one solution, and nothing is left to check
  1  read with doubts: a number has to be checked, or there is not exactly one
     solution
  2  a picture cannot be opened, or a file cannot be written; wrong options
  4  there is no puzzle in a picture, or none of that number
  130  stopped by Ctrl+C; the puzzles that were read by then are written

Every picture is tried; of several codes 2 comes before 4, 1 and 0.""")
    + json_help("scan")
    + "\n\n"
    + _DOUBTS
)


def _pictures(
    context: click.Context, argument: click.Parameter, paths: tuple[str, ...]
) -> tuple[str, ...]:
    """A click callback: a folder stands for the pictures in it, by name."""
    from recognizer.many_pictures import empty_folder_problem, pictures_in

    if not all(paths):
        raise click.UsageError(_("The name of a picture is empty."))
    return with_folders(read_once(context, argument, paths), pictures_in, empty_folder_problem)


@click.command("scan", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@shared.output_option.saying(_("A folder for several pictures."))
@shared.jobs_option.saying(shared.JOBS_DEFAULT)
@shared.cluster_option
@shared.force_option
@click.option("--all", "is_all", is_flag=True, help=_("Read every puzzle of each page."))
@click.option(
    "--grid",
    metavar="N",
    type=click.IntRange(1),
    help=_("Read only the Nth puzzle of each page, or of the book if -o names a file."),
)
@shared.json_option
@click.option(
    "--debug",
    type=ANY_PATH,
    metavar="DIR",
    help=_("Draw the result of each stage into this folder."),
)
@click.argument(
    "pictures",
    metavar="PICTURE...",
    nargs=-1,
    required=True,
    type=ANY_PATH,
    callback=_pictures,
)
@click.pass_context
@ending
def scan(
    context: click.Context,
    output: str | None,
    jobs: int | None,
    cluster: str | None,
    force: bool,
    is_all: bool,
    grid: int | None,
    as_json: bool,
    debug: str | None,
    pictures: tuple[str, ...],
) -> Iterator[int]:
    """The command; its help text is :data:`HELP`."""
    if as_json and output == STANDARD_OUTPUT:
        raise click.UsageError(_("--json and -o - both write to standard output; choose one."))
    check_cluster(context)
    if debug is not None and cluster is not None:
        raise click.UsageError(_("--debug draws on this machine, so it excludes --cluster."))
    if is_all and grid is not None:
        raise click.UsageError(_("--all reads every puzzle and --grid one of them; choose one."))
    if output == "":
        raise LibraryError(EMPTY_NAME)
    target = output if output not in (None, STANDARD_OUTPUT) else None
    if target is not None and len(pictures) > 1 and not _is_folder(target):
        raise click.UsageError(
            worded("Several pictures need a folder; {output} is none.", output=output)
        )
    if target is not None and is_all and not _is_folder(target):
        text = _(
            "--all writes a file for each puzzle and needs a folder; {output} names a single file."
            " --grid N writes one puzzle into it."
        )
        raise click.UsageError(worded(text, output=output))
    options = ScanOptions(
        as_json,
        target,
        jobs,
        cluster,
        force,
        Path(debug) if debug is not None else None,
        services_of(context).count_solutions,
        pictures,
        is_all,
        grid,
        wants_file=target is not None and not _is_folder(target),
    )
    return _scan_all(options)


def _is_folder(target: str) -> bool:
    from puzzles.formats.target import is_folder_name  # imports most formats

    return is_folder_name(target)


commands: list[click.Command] = [scan]
"""The commands of this package."""


def _scan_all(options: ScanOptions) -> Iterator[int]:
    """Read all pictures; yields their exit codes."""
    children = Readers(options.count_solutions)
    cluster = cluster_at(options.cluster, lost, bundle=1, ahead=AHEAD_ON_CLUSTER)
    output, sources = ScanOutput(options), SourceResults(options, children)
    done, tasks = 0, list[ScanTask]()
    try:
        with interruptible() as stop_flag, stop_flag.breaking():
            tasks = tasks_of(options, children)
            workers = workers_for(options.jobs, len(tasks), PICTURES_WORTH_A_WORKER)
            if options.jobs is None:
                workers = min(workers, MAX_WORKERS)
            work = partial(scanned, children, options)
            if cluster is not None:
                work = partial(scanned_on_worker, options)
            items = with_sources(tasks, options)
            results = in_order(
                work, items, len(tasks), workers, run=run_in_threads, cluster=cluster
            )
            with closing(results):
                for task, found in zip(tasks, results, strict=False):
                    sources.add(task, found)
                    yield from map(output.show, sources.take())
                    done += 1
                    if sources.is_found:
                        break
    except KeyboardInterrupt:
        sources.finish()
        yield from map(output.show, sources.take())
        click.echo(_text_when_stopped(options, done, len(tasks), output.written), err=True)
        raise
    finally:
        children.close()


def _text_when_stopped(options: ScanOptions, done: int, tasks: int, written: int) -> str:
    """What is said at Ctrl+C, after so many pages or pictures were read."""
    pictures = len(options.pictures)
    if max(tasks, pictures) == 1:
        return worded("{file}: stopped", file=name_of(options.pictures[0]))
    is_of_pages = tasks > pictures
    count = tasks if is_of_pages else pictures
    if options.target is None:
        text = (
            _("stopped; {done} of {count} pages were read")
            if is_of_pages
            else _("stopped; {done} of {count} pictures were read")
        )
        return worded(text, done=done, count=count)
    if is_of_pages:
        return plural(
            written,
            "stopped; {done} of {pages} pages were read, {count} puzzle is written to {target}",
            "stopped; {done} of {pages} pages were read, {count} puzzles are written to {target}",
            done=done,
            pages=count,
            target=options.target,
        )
    return plural(
        written,
        "stopped; {done} of {pictures} pictures were read, {count} puzzle is written to {target}",
        "stopped; {done} of {pictures} pictures were read, {count} puzzles are written to {target}",
        done=done,
        pictures=count,
        target=options.target,
    )
