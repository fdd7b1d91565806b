"""The command ``nonogram print``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from puzzles import shared_options as shared
from puzzles.command_line import ANY_PATH, ending, option, puzzle_files, stoppable
from puzzles.errors import LibraryError, PuzzleError, reason_of
from puzzles.exit_codes import DONE, INTERRUPTED, NO, UNDECIDED, worse
from puzzles.interrupt import StopFlag
from puzzles.json_output import Failure, tell
from puzzles.model import clean_text
from puzzles.option import declared_options
from puzzles.print_options import PrintOptions, Solutions, Titles
from puzzles.words import _, help_text, listed, plural, worded

if TYPE_CHECKING:
    from helper.paper.book import BookPuzzle
    from puzzles.formats import Document

_STANDARD = "-"
_KINDS = ("pdf", "svg", "png", "html")
_OPTIONS = declared_options(PrintOptions)
_USED_BY = {
    **dict.fromkeys(
        ("page_size", "orientation", "margin_mm", "per_page", "has_page_numbers", "is_large"),
        ("pdf",),
    ),
    **dict.fromkeys(("book_title", "solutions", "titles", "has_difficulty"), ("pdf", "html")),
    "solve": ("svg", "png"),
    "thumbnail_px": ("png",),
    "playable": ("html",),
}
"""Which kinds of output an option is for, if not for all."""
_NOT_TO_PLAY = ("solutions", "titles", "has_difficulty", "is_grey")
"""Options that mean nothing for a page to play: it has no solutions, and titles at the end."""
_NOT_SMALL = ("solve", "is_grey")
"""Options that mean nothing for small pictures."""
_THUMBNAIL_PX = click.IntRange(16, 1024)
_MAX_THUMBNAIL_BYTES = 512 * 1024
"""Larger files have no small picture: reading takes 0.3 (.xml) to 1.5 ms (.g) a kilobyte, and the
file manager waits."""

HELP = help_text("""Write puzzles for printing, or as pictures.

The ending of the output's name, or --to, chooses what is written: a book of all puzzles (pdf, html)
or a picture of each (svg, png). Numbers are never smaller than 6 pt: a puzzle that does not fit
beside others gets a page of its own, and one that does not fit a page is split over several. Both
are said on stderr. An option that means nothing for what is written is an error.

--playable makes a web page on which the puzzles are played, in any browser and without a network.
It is one file without the solutions, and keeps the marks in the browser.

\b
Examples:
  nonogram print cat.non -o cat.pdf
  nonogram print *.non -o book.pdf --book-title "Winter" --per-page 4
  nonogram print *.non -o book.pdf --show-difficulty --solutions upside-down
  nonogram print *.non -o play.html --playable --book-title "Winter"
  nonogram print cat.non -o cat.svg
  nonogram print *.non -o folder --to png --solve
  nonogram scan page.jpg | nonogram print - -o page.pdf

\b
Exit codes:
  0  written
  1  there is no solution to fill in; nothing is written
  2  a file cannot be read or written, or wrong options
  3  a solution or a difficulty was not found in time; a book is written
  130  stopped by Ctrl+C; nothing is written
""")


@click.command("print", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument(
    "paths", metavar="FILE...", nargs=-1, required=True, type=ANY_PATH, callback=puzzle_files
)
@shared.output_option.saying(_("A folder for several pictures."))
@shared.to_option.saying(type=click.Choice(_KINDS), metavar=None)
@click.option(
    "--book-title",
    default="",
    metavar="TEXT",
    help=_("The title of all puzzles together; makes a title page."),
)
@option(_OPTIONS["page_size"])
@option(_OPTIONS["orientation"])
@option(_OPTIONS["margin_mm"])
@option(_OPTIONS["per_page"])
@option(_OPTIONS["solutions"])
@option(_OPTIONS["titles"])
@option(_OPTIONS["has_difficulty"])
@option(_OPTIONS["has_page_numbers"])
@option(_OPTIONS["is_large"])
@option(_OPTIONS["is_grey"])
@click.option("--playable", is_flag=True, help=_("A web page to play, not to look at."))
@click.option(
    "--thumbnail",
    "thumbnail_px",
    type=_THUMBNAIL_PX,
    metavar="PX",
    help=_("Small pictures with the player's marks, for file managers; the longer side."),
)
@shared.solve_option.saying(_("Of pictures."))
@shared.timeout_option.saying(_("As many again for a difficulty."))
@shared.force_option
@click.pass_context
@ending
@stoppable
def print_command(
    should_stop: StopFlag,
    context: click.Context,
    /,
    paths: tuple[str, ...],
    output: str | None,
    force: bool,
    **options: Any,
) -> int:
    """The command; its help text is :data:`HELP`."""
    kind = _kind(output, options["to"])
    output = _STANDARD if output is None else output
    _refuse_unused(context, kind)
    try:
        title = clean_text(options["book_title"])
        chosen = PrintOptions(title=title, **{name: options[name] for name in _OPTIONS})
    except ValueError as error:
        raise click.UsageError(worded("{sentence}.", sentence=error)) from None
    return _print(paths, output, kind, force, options, chosen, should_stop)


commands: list[click.Command] = [print_command]
"""The commands of this package."""


def _kind(output: str | None, wanted: str | None) -> str:
    """What is written.

    Raises:
        UsageError: Neither the name nor ``--to`` says it, or the terminal would show bytes.
    """
    if output is None and wanted in ("pdf", "png") and sys.stdout.isatty():
        raise click.UsageError(_("-o is missing: a terminal does not show such a file."))
    ending = Path(output or "").suffix.lower().removeprefix(".")
    if wanted is None and ending == "htm":
        return "html"
    if wanted is None and ending not in _KINDS:
        known = ", ".join(_KINDS)
        raise click.UsageError(
            worded(
                "--to says what to write ({kinds}), or the ending of the name {output!r}.",
                kinds=known,
                output=output or "",
            )
        )
    return wanted or ending


def _refuse_unused(context: click.Context, kind: str) -> None:
    """See that each option that is given means something for what is written.

    Raises:
        UsageError: One does not.
    """
    for parameter in context.command.params:
        name = str(parameter.name)
        kinds = _USED_BY.get(name, _KINDS)
        is_default = context.get_parameter_source(name) is ParameterSource.DEFAULT
        if kind not in kinds and not is_default:
            flag = next(text for text in parameter.opts if text.startswith("--"))
            text = (
                _("{option} is for {kinds}, not for {kind}; see --solutions.")
                if name == "solve"
                else _("{option} is for {kinds}, not for {kind}.")
            )
            raise click.UsageError(worded(text, option=flag, kinds=listed(kinds), kind=kind))
        if context.params["playable"] and name in _NOT_TO_PLAY and not is_default:
            raise click.UsageError(
                worded("{option} is not for --playable.", option=parameter.opts[-1])
            )
        if context.params["thumbnail_px"] and name in _NOT_SMALL and not is_default:
            raise click.UsageError(
                worded("{option} is not for --thumbnail.", option=parameter.opts[-1])
            )


def _print(
    paths: Sequence[str],
    output: str,
    kind: str,
    force: bool,
    options: dict[str, Any],
    print_options: PrintOptions,
    should_stop: StopFlag,
) -> int:
    from helper.application.offscreen import ensure_application
    from puzzles.formats import read_all
    from solver.puzzle_jobs import NamedDocument, file_stems

    if options["thumbnail_px"]:
        _refuse_large(paths)
    named = [
        NamedDocument(path, document, number if len(documents) > 1 else None)
        for path in paths
        for documents in [read_all(path, may_be_incomplete=kind != "html")]
        for number, document in enumerate(documents, 1)
    ]
    documents = [each.document for each in named if each.document is not None]
    puzzles = [document.puzzle for document in documents]
    for puzzle in puzzles:
        if not (puzzle.width and puzzle.height):
            raise PuzzleError(_("a puzzle without rows or columns cannot be printed"))
    targets = _targets(output, kind, file_stems(named), paths, force)
    if options["playable"]:
        from network.playable import playable_page

        _write(targets[0], playable_page(puzzles, print_options.title), force)
        return DONE
    thumbnail_px, code = options["thumbnail_px"], DONE
    ready: list[BookPuzzle] = []
    if not thumbnail_px:
        ready, code = _prepared(documents, kind, options, should_stop)
    if should_stop():
        return _stopped(output)
    if code != DONE and kind in ("svg", "png"):
        return code
    ensure_application()
    if thumbnail_px:
        files = _thumbnails(documents, thumbnail_px)
    elif kind in ("svg", "png"):
        files = _pictures(ready, kind, options)
    else:
        data = _book(ready, print_options, kind, should_stop)
        if data is None:
            return _stopped(output)
        files = iter([data])
    for target, data in zip(targets, files, strict=True):
        if should_stop():
            return _stopped(str(target or output))
        if thumbnail_px and target is not None:
            _write_in_place(target, data)
        else:
            _write(target, data, force)
    return code


def _targets(
    output: str, kind: str, stems: Sequence[str], paths: Sequence[str], force: bool
) -> list[Path | None]:
    """The files to write; ``None`` is standard output. In a folder they are named by the inputs."""
    from puzzles.formats.target import check_output, output_folder

    if output == _STANDARD:
        if kind in ("svg", "png") and len(stems) > 1:
            raise LibraryError(
                plural(
                    len(stems),
                    "there is {count} puzzle; -o names a folder for pictures",
                    "there are {count} puzzles; -o names a folder for pictures",
                )
            )
        return [None]
    target, is_picture = Path(output), kind in ("svg", "png")
    if output_folder(output) is not None:
        names = stems if is_picture or len(stems) == 1 else ["nonograms"]
        targets = [target / f"{name}.{kind}" for name in names]
    elif is_picture and len(stems) > 1:
        raise LibraryError(shared.several_puzzles_text(output, len(stems)))
    else:
        targets = [target]
    for each in targets:
        check_output(each, paths, force)
    return [*targets]


def _prepared(
    documents: Sequence[Document], kind: str, options: dict[str, Any], should_stop: StopFlag
) -> tuple[list[BookPuzzle], int]:
    """The puzzles with their solutions and difficulties, as far as those are wanted; the exit code.

    A picture has to have its solution.
    """
    from helper.paper.book import BookPuzzle, name_of
    from helper.paper.preparing import prepare

    is_picture = kind in ("svg", "png")
    solutions = options["solve"] if is_picture else options["solutions"] is not Solutions.NONE
    difficulty = options["has_difficulty"] and not is_picture
    has_titles = options["titles"] is Titles.PUZZLE
    if not (solutions or difficulty):
        return [BookPuzzle(each.puzzle) for each in documents], DONE
    with _reporting(len(documents), "puzzle") as report:
        found = prepare(documents, difficulty, report, should_stop, timeout_s=options["timeout_s"])
    ready, worst = [], DONE
    for number, (document, known) in enumerate(zip(documents, found, strict=False)):
        puzzle = document.puzzle
        if should_stop():
            break
        failure = None
        if solutions and known.solution is None:
            failure = _NO_SOLUTION if known.is_decided else _NOT_IN_TIME
        elif not known.is_only:
            failure = _SEVERAL if known.is_decided else _NOT_COUNTED
        elif not known.is_decided:
            failure = _NOT_RATED
        if failure is not None:
            name = name_of(number, puzzle, has_titles)
            tell(failure._replace(message=worded(failure.message, name=name)))
        if not known.is_decided and not (is_picture and known.solution):
            worst = worse(worst, UNDECIDED)
        elif is_picture and known.solution is None:
            worst = worse(worst, NO)
        solution = known.solution if solutions else None
        ready.append(BookPuzzle(puzzle, known.difficulty, solution))
    return ready, worst


_NO_SOLUTION = Failure(_("{name} has no solution."), "no_solution")
_NOT_IN_TIME = Failure(_("{name}: no solution was found in time."), "timeout")
_SEVERAL = Failure(_("{name} has several solutions."), "several_solutions")
_NOT_COUNTED = Failure(_("{name} may have several solutions: out of time."), "timeout")
_NOT_RATED = Failure(_("{name}: its difficulty was not found in time."), "timeout")


@contextmanager
def _reporting(count: int, unit: str) -> Iterator[Callable[[object], None]]:
    """A progress bar as a function that takes the number of items that are done."""
    from puzzles.progress import progress_bar

    shown = 0
    with progress_bar(count, unit) as bar:

        def report(done: object) -> None:
            nonlocal shown
            if bar is not None and isinstance(done, int):
                bar.update(done - shown)
                shown = done

        yield report


def _book(
    puzzles: Sequence[BookPuzzle], options: PrintOptions, kind: str, should_stop: StopFlag
) -> bytes | None:
    """The file of a book; ``None`` if it was stopped."""
    if kind == "html":
        from helper.paper.html import html_bytes

        return html_bytes(puzzles, options, should_stop)
    from helper.paper.book import plan_book
    from helper.paper.pdf import pdf_bytes

    book = plan_book(puzzles, options)
    for note in book.notes:
        click.echo(note, err=True)
    with _reporting(len(book.pages), "page") as report:
        return pdf_bytes(book, report, should_stop)


def _pictures(puzzles: Sequence[BookPuzzle], kind: str, options: dict[str, Any]) -> Iterator[bytes]:
    from helper.paper.picture import PuzzlePicture

    for each in puzzles:
        solution = each.solution if options["solve"] else None
        picture = PuzzlePicture(each.puzzle, solution, options["is_grey"])
        yield picture.svg() if kind == "svg" else picture.png()


def _refuse_large(paths: Sequence[str]) -> None:
    """See that no file is too large for a small picture; one that is missing is named later.

    Raises:
        LibraryError: One is.
    """
    for path in paths:
        if os.path.isfile(path) and os.path.getsize(path) > _MAX_THUMBNAIL_BYTES:  # noqa: PTH113, PTH202
            raise LibraryError(worded("{path}: this file is too large for --thumbnail", path=path))


def _thumbnails(documents: Iterable[Document], side_px: int) -> Iterator[bytes]:
    from helper.images.puzzle_picture import png_bytes
    from helper.paper.thumbnail import Thumbnail

    for document in documents:
        yield png_bytes(Thumbnail(document, side_px).image())


def _write(target: Path | None, data: bytes, force: bool) -> None:
    from puzzles.formats.atomic import write_atomically

    if target is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    write_atomically(target, data, force=force)
    click.echo(os.fspath(target))


def _write_in_place(target: Path, data: bytes) -> None:
    """Write a small picture into its file, which is not replaced: tumbler has it open already.

    Raises:
        LibraryError: It cannot be written.
    """
    try:
        target.write_bytes(data)
    except OSError as error:
        reason = reason_of(error)
        raise LibraryError(
            worded("{path}: cannot be saved: {reason}", path=target, reason=reason)
        ) from error


def _stopped(output: str) -> int:
    click.echo(worded("stopped; {output} is not written", output=output), err=True)
    return INTERRUPTED
