"""The command ``nonogram create``.

Only SVG needs Qt. OpenCV is imported when a picture is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puzzles import shared_options as shared
from puzzles.command_line import ANY_PATH, ending, option, stoppable
from puzzles.errors import NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, INTERRUPTED, NO, UNDECIDED
from puzzles.interrupt import StopFlag
from puzzles.json_keys import json_help
from puzzles.json_output import Failure, puzzle_line, tell
from puzzles.option import declared_options
from puzzles.output import STANDARD_OUTPUT
from puzzles.standard_input import STANDARD_INPUT, name_of, read_standard_input
from puzzles.titles import title_of_file
from puzzles.words import _, enumerated, help_text, plural, worded
from recognizer.making.settings import (
    WHOLE,
    Background,
    Crop,
    PictureSettings,
    columns_for,
    rows_for,
)
from recognizer.picture_limits import MAX_BYTES, NAME_OF_BYTES
from recognizer.wording import with_name

if TYPE_CHECKING:
    from puzzles.destination import Destination
    from puzzles.model import Puzzle
    from recognizer.making.board_making import Drawn
    from recognizer.making.motif import Motif
    from solver.api import Outcome

HELP = help_text("""Make a puzzle of a picture.

The picture is a photo, a drawing or an icon: JPEG, PNG, WebP, GIF, BMP, TIFF or SVG, with up to 50
megapixels and 30,000 pixels on a side; decoding may take up to 1 GB of memory and 30 s. Settings
that are not given are chosen to suit the picture: method, colours and size. A small picture of two
colours is used as it is, one pixel a cell. Transparent parts are background. The command checks
whether the puzzle has exactly one solution. The puzzle is printed in the format of puzzle files, or
written to a file. An existing puzzle file is replaced, any other file only by --force.

\b
Examples:
  nonogram create cat.png -o cat.non
      the program chooses the size
  nonogram create cat.jpg --size 40x -o cat.non
      the height follows from the proportion
  nonogram create icon.svg --colors 3 --size 25x -o icon.non
  nonogram create cat.jpg --repair -o cat.non
      change cells so that one solution is left
  nonogram create page.jpg --method adaptive --crop 0.1,0.1,0.9,0.6 -o a.non
  nonogram create cat.jpg | nonogram repair - -o cat.non

\b
Exit codes:
  0  written; the puzzle has exactly one solution, perhaps after --repair
  1  written; the puzzle has several solutions, and --repair found no repair
  2  the picture cannot be opened, or the file cannot be written; wrong
     options
  3  written, but the time was too short to count the solutions
  130  stopped by Ctrl+C, and nothing is written""") + json_help("create")


@dataclass(frozen=True, slots=True)
class _CreateOptions:
    """The options of the command that are no :class:`PictureSettings`."""

    picture: str
    as_json: bool
    title: str | None
    author: str
    license: str
    repairs: bool
    timeout_s: float | None


def _crop(_ignored: click.Context, __: click.Parameter, text: str | None) -> Crop | None:
    if text is None:
        return None
    try:
        left, top, right, bottom = map(float, text.split(","))
        return Crop(left, top, right, bottom)
    except ValueError as error:
        if str(error).startswith("a crop"):
            raise click.BadParameter(worded("{sentence}.", sentence=error)) from None
        raise click.BadParameter(_("four numbers from 0 to 1, with commas between.")) from None


def _color(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    if text is None:
        return None
    if not re.fullmatch(r"#?[0-9a-fA-F]{6}", text):
        raise click.BadParameter(worded("a colour is written #rrggbb, not {text!r}.", text=text))
    return f"#{text.removeprefix('#').lower()}"


_SETTINGS = declared_options(PictureSettings)
_BLACK_AND_WHITE = ("method", "threshold", "invert")
"""Options for black and white only; giving one chooses black and white."""
_TAKEN_OVER = ("brightness", "contrast", "specks", "holes", "keeps_outlines")
"""Options that are settings of the same name."""


_Sides = tuple[int | None, int | None]


def _size(_: click.Context, __: click.Parameter, text: str | None) -> _Sides:
    if text is None:
        return None, None
    found = re.fullmatch(r"(\d{0,4})\s*[x×*]\s*(\d{0,4})", text.strip().lower())
    if found is None or not (found[1] or found[2]):
        raise click.BadParameter(
            worded("width x height, such as 20x15, 20x or x15, not {text!r}.", text=text)
        )
    columns, rows = (int(side) if side else None for side in found.groups())
    for name, side in (("columns", columns), ("rows", rows)):
        if side is not None and (problem := _SETTINGS[name].problem(side)):
            raise click.BadParameter(worded("{sentence}.", sentence=problem))
    return columns, rows


@click.command("create", help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@shared.size_option.saying(
    _("One of them is enough, 40x or x30: the other follows from the picture's proportion."),
    callback=_size,
)
@option(_SETTINGS["method"], default=None)
@option(_SETTINGS["threshold"])
@option(_SETTINGS["colors"], default=None)
@option(_SETTINGS["keeps_outlines"])
@option(_SETTINGS["invert"], default=None)
@option(_SETTINGS["brightness"])
@option(_SETTINGS["contrast"])
@click.option(
    "--crop",
    callback=_crop,
    metavar="L,T,R,B",
    help=_("The part to use: left, top, right, bottom from 0 to 1, after the rotation."),
)
@option(_SETTINGS["rotation"])
@click.option(
    "--background",
    callback=_color,
    metavar="#RRGGBB",
    help=_("Remove this colour from the border inwards."),
)
@option(declared_options(Background)["tolerance"], default=None)
@option(_SETTINGS["specks"])
@option(_SETTINGS["holes"])
@click.option(
    "--title", metavar="TEXT", help=_("Title of the puzzle; by default the picture's name.")
)
@click.option("--author", metavar="TEXT", default="", help=_("Author of the puzzle."))
@click.option("--license", metavar="TEXT", default="", help=_("Licence of the puzzle."))
@shared.timeout_option.saying(_("As many again for a repair."))
@click.option(
    "--repair",
    is_flag=True,
    help=_(
        "If there are several solutions: change a few cells so that there is one; those that the "
        "picture leaves unclear are changed first."
    ),
)
@shared.output_option
@shared.json_option
@shared.force_option
@click.argument("picture", metavar="PICTURE", type=ANY_PATH)
@ending
@stoppable
def create(
    should_stop: StopFlag,
    /,
    picture: str,
    output: str | None,
    as_json: bool,
    force: bool,
    title: str | None,
    author: str,
    license: str,  # noqa: A002 - named as the option is
    timeout_s: float | None,
    repair: bool,
    **options: Any,
) -> int:
    """The command; its help text is :data:`HELP`."""
    if options["tolerance"] is not None and options["background"] is None:
        raise click.UsageError(_("--tolerance is for --background, which was not given."))
    for name in _BLACK_AND_WHITE:
        if options[name] is not None and (options["colors"] or 1) > 1:
            raise click.UsageError(
                worded("--{name} is for black and white; --colors asks for colours.", name=name)
            )
    if as_json and output == STANDARD_OUTPUT:
        raise click.UsageError(_("--json and -o - both write to standard output; choose one."))
    request = _CreateOptions(picture, as_json, title, author, license, repair, timeout_s)
    from helper.images.loading import load_in_child
    from puzzles.destination import Destination

    is_piped = picture == STANDARD_INPUT
    stem = "puzzle" if is_piped else Path(picture).stem
    target = Destination.checked(output, stem, [picture], force)
    with should_stop.breaking():
        data = read_standard_input(MAX_BYTES) if is_piped else Path(picture)
    try:
        motif = load_in_child(data, should_stop)
    except NonogramError as error:
        text = str(error)
        is_unnamed = text.startswith(f"{NAME_OF_BYTES}: ")
        text = with_name(picture, text) if is_unnamed else text
        tell(Failure.of(error, text), picture, as_json=as_json)
        return BAD_INPUT
    if motif is None:
        return _stopped(target)
    return _create(motif, target, request, options, should_stop)


commands: list[click.Command] = [create]
"""The commands of this package."""


def _stopped(target: Destination) -> int:
    text = (
        _("stopped; the puzzle is not written")
        if target.path is None
        else worded("stopped; {file} is not written", file=target.name)
    )
    click.echo(text, err=True)
    return INTERRUPTED


def _create(
    motif: Motif,
    target: Destination,
    request: _CreateOptions,
    options: dict[str, Any],
    should_stop: StopFlag,
) -> int:
    """Make the board, check it and write it; return the exit code."""
    from puzzles.formats import Document
    from recognizer.making.board_making import board_of
    from solver.api import Outcome

    try:
        with should_stop.breaking():
            drawn = board_of(motif, _settings(motif, options))
    except KeyboardInterrupt:
        return _stopped(target)
    outcome = _outcome_of(drawn.puzzle, request.timeout_s, should_stop)
    notes = list(drawn.notes)
    if request.repairs and outcome is Outcome.SEVERAL:
        repaired, note = _repaired(drawn, request.timeout_s, should_stop)
        if repaired is not None:
            drawn, outcome = repaired, Outcome.UNIQUE
        notes.append(note)
    elif request.repairs and outcome not in (Outcome.UNIQUE, Outcome.NONE):
        notes.append(
            _(
                "Nothing was repaired: the solutions were not counted in time; try a longer "
                "--timeout."
            )
        )
    if should_stop():
        return _stopped(target)
    title = title_of_file(request.picture) if request.title is None else request.title
    puzzle = replace(drawn.puzzle, title=title, author=request.author, license=request.license)
    if target.path is not None or not request.as_json:
        target.write(Document(puzzle))
    if request.as_json:
        written = None if target.path is None else str(target.path)
        click.echo(_json(request.picture, drawn, puzzle, outcome, notes, written))
    else:
        name = name_of(request.picture) if target.path is None else target.name
        target.say(f"{name}: {_sentence(drawn, outcome)}")
        for note in notes:
            click.echo(f"  {note}", err=True)
    codes = {Outcome.UNIQUE: DONE, Outcome.SEVERAL: NO, Outcome.NONE: NO}
    return codes.get(outcome, UNDECIDED)


def _settings(motif: Motif, options: dict[str, Any]) -> PictureSettings:
    """The suggested settings, with the given options in their place."""
    from recognizer.making.motif import size_for, suggested

    black_and_white = {
        name: options[name] for name in _BLACK_AND_WHITE if options[name] is not None
    }
    colors = options["colors"] or (1 if black_and_white else None)
    settings = suggested(motif, colors == 1)
    rotation: float = options["rotation"]
    crop: Crop = options["crop"] or (WHOLE if rotation else settings.crop)
    columns, rows = options["size"]
    if columns is None and rows is None:
        longest = max(settings.columns, settings.rows)
        columns, rows = size_for(motif, crop, rotation, longest)
    elif rows is None:
        rows = rows_for(columns, *motif.size_px, crop, rotation)
    elif columns is None:
        columns = columns_for(rows, *motif.size_px, crop, rotation)
    given: dict[str, Any] = {"columns": columns, "rows": rows, "crop": crop, "rotation": rotation}
    given |= {name: options[name] for name in _TAKEN_OVER}
    if black_and_white:
        given |= {**black_and_white, "colors": 1, "palette": ()}
    if options["colors"] is not None:
        given |= {"colors": options["colors"], "palette": ()}
        if options["colors"] > 1:
            given["invert"] = False
    if options["background"] is not None:
        tolerance = options["tolerance"]
        removed = Background(options["background"])
        given["background"] = (
            removed if tolerance is None else replace(removed, tolerance=tolerance)
        )
        given["palette"] = ()
    try:
        settings = replace(settings, **given)
    except ValueError as error:
        raise click.UsageError(worded("{sentence}.", sentence=error)) from None
    return settings


def _repaired(
    drawn: Drawn, timeout_s: float | None, should_stop: Callable[[], bool]
) -> tuple[Drawn | None, str]:
    """The board after the best repair, or ``None``, and a sentence about it."""
    from solver.author.repair import repairs
    from solver.author.repair_wording import outcome_text, repair_text

    grid = drawn.grid
    found = repairs(
        grid, drawn.puzzle, drawn.reluctance, timeout_s=timeout_s, should_stop=should_stop
    )
    if not found.found:
        return None, outcome_text(found)
    best = found.found[0]
    changed = repair_text(best, grid.width, drawn.palette)
    return replace(drawn, grid=best.onto(grid)), worded(
        "Changed for one solution: {changed}.", changed=changed
    )


def _outcome_of(
    puzzle: Puzzle, timeout_s: float | None, should_stop: Callable[[], bool]
) -> Outcome:
    from solver.api import Limits, solve

    return solve(puzzle, Limits(2, timeout_s), None, should_stop).outcome


def _sentence(drawn: Drawn, outcome: Outcome) -> str:
    """Size, number of clues, shaded share and solution count."""
    from solver.api import Outcome

    solutions = {
        Outcome.UNIQUE: _("one solution"),
        Outcome.SEVERAL: _("several solutions"),
        Outcome.NONE: _("no solution"),
    }
    parts = [
        plural(drawn.grid.width, "{count} column", "{count} columns"),
        plural(drawn.grid.height, "{count} row", "{count} rows"),
        plural(drawn.clue_count, "{count} clue", "{count} clues"),
        worded("{share:.0%} shaded", share=drawn.share_shaded),
        solutions.get(outcome, _("solutions not counted in time")),
    ]
    if len(drawn.palette) > 2:
        parts.insert(2, plural(len(drawn.palette) - 1, "{count} colour", "{count} colours"))
    return enumerated(parts)


def _json(
    picture: str,
    drawn: Drawn,
    puzzle: Puzzle,
    outcome: Outcome,
    notes: list[str],
    written: str | None,
) -> str:
    from puzzles.formats import Document

    return puzzle_line(
        Document(puzzle),
        picture,
        {
            "colors": len(drawn.palette) - 1,
            "clues": drawn.clue_count,
            "shaded": round(drawn.share_shaded, 4),
            "outcome": outcome.value,
            "notes": notes,
            "written": written,
        },
    )
