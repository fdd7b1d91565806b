"""The command ``nonogram ar``.

This module only parses the command line; OpenCV and the reader are imported when a video is
opened. Results go to stdout, everything else to stderr.

This package may not import the solver or the window: the program passes them in the context's
object, see :class:`puzzles.command_line.Services`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from puzzles import shared_options as shared
from puzzles.command_line import ANY_PATH, ending, finite, services_of
from puzzles.errors import LibraryError, NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, INTERRUPTED, NO, NO_PUZZLE
from puzzles.json_keys import json_help
from puzzles.output import STANDARD_OUTPUT
from puzzles.words import _, help_text, worded

if TYPE_CHECKING:
    from puzzles.contracts import SolverHooks
    from puzzles.destination import Destination
    from recognizer.live.capture.video_sources import CaptureSource
    from recognizer.live.command.run import RunOptions, RunSummary

MODES = ("solution", "hint", "check", "nothing")

HELP = help_text("""Point a camera at a printed puzzle: its solution appears on the page.

The window opens with the camera, or with the given file or stream. With --no-window the command
prints events to stdout, and can write the painted video or picture. It then processes every frame
of a file, however long that takes; a camera is watched until Ctrl+C.

\b
A source is one of these:
  0                     a camera by its number; --list names them
  film.mp4              a video file, up to 8K
  page.jpg              a picture, watched for 2 s
  photos/               the pictures of a folder, 2 s each
  rtsp://phone:8554/    the address of a stream, also http://
  screen:10,20,600,400  a region of the screen: left, top, width and height in
                        pixels; nothing else is kept

\b
Examples:
  nonogram ar                        the window, with the first camera
  nonogram ar --source film.mp4      the window, with a film
  nonogram ar --list                 list the cameras
  nonogram ar --no-window --source film.mp4 --video solved.mp4
                                     a video with the solution on the page
  nonogram ar --no-window --source 1 --seconds 20 -o cat.non
                                     read a puzzle with the second camera
  nonogram ar --no-window --source page.jpg --mode check --picture seen.png
                                     check a page that was begun by hand
  nonogram ar --no-window --source film.mp4 --json
                                     all events, one JSON object a line

\b
Exit codes:
  0  a puzzle was read, and it has exactly one solution
  1  a puzzle was read, but not with certainty, or it has not exactly one
     solution
  2  there is no such camera, file or stream, a file cannot be written; wrong
     options
  4  no puzzle was seen
  130  stopped by Ctrl+C; the video and the puzzle read so far are written

Of several puzzles the last one counts; of several on one page, which are all painted, the one that
was read first. With the window the code is 0 when it is closed.""") + json_help("ar")


def _resolution(context: click.Context, option: click.Parameter, text: str | None) -> object:
    """Parse a width and height such as ``1280x720``."""
    if text is None:
        return None
    found = shared.size_in(text)
    if found is None or min(found) < 10:
        raise click.BadParameter(
            worded("{text!r} is not a size such as 1280x720.", text=text), context, option
        )
    return tuple(found)


def _source(context: click.Context, option: click.Parameter, text: str | None) -> str | None:
    """Refuse an empty source."""
    if text is not None and not text.strip():
        raise click.BadParameter(
            _("it is empty; give a camera, a file or a stream."), context, option
        )
    return text


@click.command(
    "ar",
    help=HELP,
    short_help=_("Show the solution of a printed puzzle through a camera."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--source",
    callback=_source,
    type=ANY_PATH,
    metavar="SOURCE",
    help=_("A camera, a file, a folder, a stream or a region of the screen; by default 0."),
)
@click.option("--list", "is_list", is_flag=True, help=_("List the cameras and exit."))
@click.option("--no-window", is_flag=True, help=_("Run without a window."))
@click.option(
    "--video",
    type=ANY_PATH,
    metavar="VIDEO",
    help=_("Write a video: FILE.mp4 or FILE.avi."),
)
@click.option(
    "--picture",
    type=ANY_PATH,
    metavar="PICTURE",
    help=_("Write the last picture with an answer, painted: FILE.png."),
)
@shared.output_option.saying(_("The puzzle that was read; with -, all else goes to stderr."))
@shared.force_option
@shared.json_option
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default=MODES[0],
    show_default=True,
    help=_("What to paint; hint and check are printed instead of the solution."),
)
@click.option(
    "--opacity",
    type=click.FloatRange(0, 1),
    callback=finite,
    metavar="X",
    default=0.7,
    show_default=True,
    help=_("Opacity of the paint, from 0 to 1."),
)
@click.option(
    "--resolution",
    callback=_resolution,
    metavar="WxH",
    help=_("Width and height of a camera's pictures in pixels, such as 1280x720."),
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    callback=finite,
    metavar="S",
    help=_("End after S seconds of the video."),
)
@click.pass_context
@ending
def ar(
    context: click.Context,
    source: str | None,
    is_list: bool,
    no_window: bool,
    output: str | None,
    force: bool,
    as_json: bool,
    video: str | None,
    picture: str | None,
    mode: str,
    opacity: float,
    resolution: tuple[int, int] | None,
    seconds: float | None,
) -> int | Iterator[int]:
    """The command; its help text is :data:`HELP`."""
    if as_json and output == STANDARD_OUTPUT:
        raise click.UsageError(_("--json and -o - both write to standard output; choose one."))
    if is_list:
        return _list(as_json)
    if not no_window:
        _refuse_without_window(context)
        return _show(context, source)
    from recognizer.live.capture.video_sources import source_of
    from recognizer.live.command.run import RunOptions
    from recognizer.live.scene import PaintMode

    options = RunOptions(
        source_of("0" if source is None else source),
        resolution,
        None if video is None else Path(video),
        None if picture is None else Path(picture),
        PaintMode[mode.upper()],
        opacity,
        force,
        seconds,
    )
    return _watch(options, output, as_json, services_of(context).solver_hooks())


commands: list[click.Command] = [ar]
"""The commands of this package."""


def _list(as_json: bool) -> int:
    from recognizer.live.capture.video_sources import cameras

    found = cameras()
    for camera in found:
        value = {"camera": camera.index, "name": camera.name}
        click.echo(json.dumps(value) if as_json else f"{camera.index}  {camera.name}")
    if not found:
        click.echo(_("There is no camera; plug one in, or give a video with --source."), err=True)
    return DONE if found else BAD_INPUT


def _refuse_without_window(context: click.Context) -> None:
    """Refuse options that only work without a window, instead of ignoring them."""
    for option in context.command.params:
        origin = context.get_parameter_source(option.name or "")
        if option.name != "source" and origin is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                worded("{opts} works without a window: add --no-window.", opts=option.opts[-1])
            )


def _show(context: click.Context, source: str | None) -> int:
    from recognizer.live.capture.video_sources import is_screen, source_of, why_not

    found = source_of("0" if source is None else source)
    # The window itself reports problems of cameras, and offers others.
    if (isinstance(found, Path) or is_screen(found)) and (reason := why_not(found)) is not None:
        click.echo(reason, err=True)
        return BAD_INPUT
    show_live = services_of(context).show_live
    if show_live is None:
        raise click.UsageError(_("No window is available here: add --no-window."))
    return show_live(source)


def _watch(
    options: RunOptions, output: str | None, as_json: bool, hooks: SolverHooks
) -> Iterator[int]:
    """Watch the source, write the files and print the summary; yields the exit code before that."""
    from recognizer.document import document_of
    from recognizer.live.capture.video_sources import name_of
    from recognizer.live.command.events import EventPrinter
    from recognizer.live.command.headless import watch
    from recognizer.live.command.run import RunSummary

    printer = EventPrinter(as_json, to_stderr=output == STANDARD_OUTPUT)
    code = BAD_INPUT
    summary, written = RunSummary(), None
    try:
        target = _target(options, output)
        summary = watch(options, hooks, printer)
        if target is not None and summary.reading is not None:
            target.write(document_of(summary.reading, _title(options.source)))
            written = target.path
        code = _exit_code(summary)
    except NonogramError as error:
        summary.problem = str(error)
    yield code
    if summary.stdout_error is not None:
        raise summary.stdout_error
    printer.print_summary(name_of(options.source), summary, written, options.mode)


def _target(options: RunOptions, output: str | None) -> Destination | None:
    """Where the puzzle is written; ``None`` for nowhere.

    Raises:
        LibraryError: A file that must not be lost would be replaced.
    """
    from puzzles.destination import Destination
    from recognizer.live.painting.video_writer import check_target

    if options.out is not None:
        check_target(options.out, options.source, options.force)
    read = [options.source] if isinstance(options.source, Path) else []
    if options.picture is not None:
        _check_picture(options.picture, read, options.force)
    if output is None:
        return None
    return Destination.checked(output, _title(options.source), read, options.force)


def _check_picture(path: Path, read: Sequence[Path], force: bool) -> None:
    """Check that a picture may be written there, before any work is done."""
    from puzzles.formats.target import check_output

    if path.suffix.lower() != ".png":
        raise LibraryError(
            worded("{path}: the picture is written to a file that ends in .png", path=path)
        )
    check_output(path, read, force)


def _title(source: CaptureSource) -> str:
    return source.stem if isinstance(source, Path) else "camera"


def _exit_code(summary: RunSummary) -> int:
    if summary.is_interrupted:
        return INTERRUPTED
    if summary.reading is None:
        return BAD_INPUT if summary.problem else NO_PUZZLE
    if summary.has_failed:
        return BAD_INPUT
    return DONE if summary.answer is not None and summary.answer.has_one_solution else NO
