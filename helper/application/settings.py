"""The player's choices in menus and in Preferences, stored between starts."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self, TypeVar

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, QTimer, Signal

from helper.application.library_text import from_stored, to_stored
from helper.application.private import private_file, private_folder
from puzzles import MAX_SHOWN, Color
from puzzles.color_values import needs_signs
from puzzles.errors import reason_of
from puzzles.json_text import read_json
from puzzles.language import LANGUAGES
from puzzles.option import Option, declared_options
from puzzles.paths import is_folder
from puzzles.words import _, worded

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Choice = TypeVar("Choice", bound=DataclassInstance)

ORGANISATION = "nonogram-helper"
APPLICATION = "Nonogram Helper"
DESKTOP_ID = "io.github.nonogram_helper.NonogramHelper"
"""The name of the desktop entry without its ending, by which Wayland and X11 find the icon."""
MAX_RECENT = 10
MAX_SOURCES = 5
DEFAULT_SIDE = 10
"""Rows and columns that File > New Drawing proposes at first."""

BOARD = "board"
"""The page of the window that is not Home."""


class ClueSide(enum.Enum):
    """Where the clues are shown."""

    LEFT_ABOVE = "left-above"
    """As printed in books and newspapers."""
    RIGHT_BELOW = "right-below"
    """Right of the rows and below the columns."""


class ThemeChoice(enum.Enum):
    """Light or dark, or of high contrast."""

    SYSTEM = "system"
    """The desktop's choice; its high contrast, too."""
    LIGHT = "light"
    DARK = "dark"
    CONTRAST_LIGHT = "contrast-light"
    """Black on white."""
    CONTRAST_DARK = "contrast-dark"
    """White on black."""


class TextSize(enum.Enum):
    """The size of text and controls, in percent."""

    SYSTEM = "system"
    """The system's choice."""
    NORMAL = "100"
    LARGE = "125"
    LARGER = "150"
    LARGEST = "200"


class MotionChoice(enum.Enum):
    """Whether the grid of a solved puzzle dissolves, and a board that was dragged glides on."""

    SYSTEM = "system"
    """The system's choice."""
    REDUCED = "reduced"
    """Nothing moves."""
    FULL = "full"


class HintDegree(enum.Enum):
    """How much a hint tells; each degree tells what those before it do."""

    PLACE = "place"
    """In which line the next step is."""
    TECHNIQUE = "technique"
    """By which technique, too."""
    WHOLE = "whole"
    """The cells and the reason."""


class CheckShows(enum.Enum):
    """What a check of the marks tells about wrong ones."""

    CELLS = "cells"
    """Which cells are wrong."""
    LINES = "lines"
    """In which lines they are."""


class ColorSigns(enum.Enum):
    """Which puzzles in colour have patterns and letters for their colours."""

    WHEN_ALIKE = "when-alike"
    """Those with colours that not everyone tells apart."""
    ALWAYS = "true"
    """All; the value is that of the switch which earlier versions stored."""
    NEVER = "never"


class LightsShown(enum.Enum):
    """Which traffic lights are beside the board."""

    ALL = "all"
    TOLD = "told"
    """Those of lines that are done or impossible."""
    NONE = "none"


class BlankSign(enum.Enum):
    """What a blank cell shows."""

    DOT = "dot"
    CROSS = "cross"


class GridLines(enum.Enum):
    """Which lines of the grid are strong, so that cells can be counted."""

    FIVE = "5"
    TEN = "10"
    NONE = "none"
    """None but the border."""

    @property
    def step(self) -> int:
        """The number of cells from one strong line to the next; 0 for none."""
        return 0 if self is GridLines.NONE else int(self.value)


@dataclass(frozen=True)
class Preferences:
    """The settings of the Preferences dialog, with their defaults."""

    cell_size: Annotated[int, Option("", 8, 80)] = 24
    """Side of a cell at 100 % zoom, px."""
    margin_left: Annotated[int, Option("", 0, 200)] = 16
    """Px between the window's edge and the board."""
    margin_top: Annotated[int, Option("", 0, 200)] = 16
    clue_side: ClueSide = ClueSide.LEFT_ABOVE
    grid_lines: GridLines = GridLines.FIVE
    clues_on_both_sides: bool = False
    """Large boards have their clues on both sides."""
    line_numbers: bool = False
    """Rows and columns are always numbered at their far edges; if not, while a sentence names
    some of them."""
    zebra: bool = False
    """Every other field between strong lines is tinted."""
    lights: LightsShown = LightsShown.ALL
    blank_sign: BlankSign = BlankSign.DOT
    second_click_clears: bool = False
    """A second click clears a shaded cell; if not, it makes it blank, and a third one clears it."""
    automatic_dots: bool = True
    """A satisfied line's CLEAR cells become BLANK."""
    grey_clues: bool = True
    """Numbers whose block is certain are greyed out."""
    highlight: bool = True
    """The row and the column under the pointer are highlighted."""
    color_signs: ColorSigns = ColorSigns.WHEN_ALIKE
    """Which puzzles have patterns and letters for their colours."""
    overwrite: bool = False
    """Dragging changes all cells, not only those with the state of the first one."""
    check_always: bool = False
    """The marks are checked after each move."""
    check_shows: CheckShows = CheckShows.CELLS
    show_timer: bool = True
    """The time of the game is shown."""
    cover_when_left: bool = True
    """Leaving the window pauses the game and covers the board; if not, only the clock stops."""
    show_progress: bool = True
    """Home shows rings, mosaics, the calendar and the path; Statistics, techniques and
    milestones."""
    shelf_inks: bool = True
    """The finished picture of a black and white puzzle has the two inks of its shelf."""
    language: str = ""
    """A key of :data:`puzzles.language.LANGUAGES`; empty for the language of the system. It is read
    by :mod:`puzzles.language` at the start of the program."""
    theme: ThemeChoice = ThemeChoice.SYSTEM
    light_paper: bool = False
    """The board has light paper in dark themes, too."""
    text_size: TextSize = TextSize.SYSTEM
    """From the next start."""
    motion: MotionChoice = MotionChoice.SYSTEM
    hint_begins: HintDegree = HintDegree.PLACE
    """What the first press of Hint tells; chosen in the Puzzle menu."""
    play_address: str = ""
    """Where a page to play is on the web, for links to puzzles; empty for nowhere."""
    check_while_creating: bool = True
    """Whether the author's check runs; chosen in the Puzzle menu."""

    def shows_signs(self, palette: Sequence[Color], is_drawn: bool = False) -> bool:
        """Whether colours have patterns, and letters beside their numbers.

        Args:
            palette: The colours of a puzzle.
            is_drawn: Whether the puzzle is being drawn: only :attr:`ColorSigns.ALWAYS` shows them.
        """
        if len(palette) == 2 or self.color_signs is ColorSigns.NEVER:
            return False
        is_always = self.color_signs is ColorSigns.ALWAYS
        return is_always or (not is_drawn and needs_signs([color.rgb for color in palette]))


@dataclass(frozen=True)
class CameraChoice:
    """The choices in the camera window."""

    source: str = ""
    """A camera's number, a video file or a stream's address; empty for the first camera."""
    size: str = "1280x720"
    """The size requested of a camera; empty for its default."""
    mirror: bool = False
    mode: str = ""
    """Name of a :class:`recognizer.live.scene.PaintMode`; empty for the first."""
    opacity: Annotated[int, Option("", 0, 100)] = 70
    """Opacity of the overlay, in percent."""


@dataclass(frozen=True)
class NewBoard:
    """A board to draw on."""

    rows: Annotated[int, Option("", 1, MAX_SHOWN)] = DEFAULT_SIDE
    columns: Annotated[int, Option("", 1, MAX_SHOWN)] = DEFAULT_SIDE
    is_colored: bool = False


class RecentRecord(NamedTuple):
    """A puzzle file that was opened or saved recently.

    It is kept with the settings, since it names a place of this machine: a backup of the library
    has no use for it.
    """

    path: str
    height: int
    width: int
    colors: int
    """Besides the background."""
    clues: str = ""
    """The hash of its clues; empty if unknown."""

    def to_text(self) -> str:
        """The record as it is stored."""
        return json.dumps([to_stored(self.path), *self[1:]])

    @classmethod
    def from_text(cls, text: object) -> Self | None:
        """The record of a stored text; ``None`` if it is damaged."""
        try:
            path, *sizes, clues = read_json(str(text))
            height, width, colors = (int(size) for size in sizes)
            record = cls(from_stored(path), height, width, colors, str(clues))
        except (ValueError, TypeError, AttributeError):
            return None
        return record if record.path and min(height, width, colors) > 0 else None


class Resumed(NamedTuple):
    """What the window shows when the program is started anew."""

    entry: str = ""
    """The id of the open entry of Home; empty for none."""
    game: str = ""
    """The id of the open game; empty for none."""
    path: str = ""
    """The path of the open file; empty for none."""
    place: str = BOARD
    """Where Home is, if it is shown; :data:`BOARD` if the board is."""
    zoom: int = 0
    """The side of a cell that the player chose, in px; 0: as fits the window."""
    x: int = 0
    y: int = 0
    """Where the board or Home is scrolled to, in px."""


_FORMER_KEYS = {"preferences/autofill": "preferences/automatic_dots"}
"""Keys of earlier versions, with those that have replaced them."""


class Settings(QObject):
    """Preferences, recent files and window states, in QSettings.

    Signals:
        changed: :class:`Preferences`, the new ones.
        failed: ``str``, why settings are not stored; emitted once.
    """

    changed = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = _opened()
        self.problem = ""
        """Why settings are not stored, as a sentence; empty if they are."""
        self._syncing = QTimer(self, singleShot=True)
        self._syncing.timeout.connect(self.sync)
        self._make_private()
        for former, key in _FORMER_KEYS.items():
            if self._store.contains(former):
                if not self._store.contains(key):
                    self._store.setValue(key, self._store.value(former))
                self._store.remove(former)
        self.preferences = self._read()
        self.method_options: dict[str, str] = {}
        """The last spec of each solving method, by name; not stored."""
        self.variants: list[str] = []
        """The specs that were added in Puzzle > Solution > Compare Methods; not stored."""

    def _make_private(self) -> None:
        """Let only the player read the file; Qt keeps a file's permissions."""
        path = Path(self._store.fileName())
        try:
            private_file(private_folder(path.parent) / path.name)
        except OSError as error:
            self._fail(reason_of(error))

    def _keep(self, key: str, value: object) -> None:
        """Store a value; the file is written soon."""
        # Qt leaves out the characters of a path that is not UTF-8.
        if isinstance(value, str):
            value = to_stored(value)
        elif isinstance(value, list):
            value = [to_stored(one) if isinstance(one, str) else one for one in value]
        self._store.setValue(key, value)
        self._syncing.start()

    def sync(self) -> None:
        """Write the file now."""
        self._syncing.stop()
        self._store.sync()
        if self._store.status() != QSettings.Status.NoError:
            self._fail(_("the file cannot be written"))

    def _fail(self, reason: str) -> None:
        if not self.problem:
            self.problem = worded(
                "Your settings are not kept: {file}: {reason}",
                file=self._store.fileName(),
                reason=reason,
            )
            self.failed.emit(self.problem)

    def change(self, **values: Any) -> None:
        """Change some preferences and store them."""
        self.set(replace(self.preferences, **values))

    def set(self, preferences: Preferences) -> None:
        """Change all preferences and store them."""
        if preferences == self.preferences:
            return
        self.preferences = preferences
        self.keep_choice("preferences", preferences)
        self.changed.emit(preferences)

    def _read(self) -> Preferences:
        preferences = self.kept_choice("preferences", Preferences())
        is_known = preferences.language in LANGUAGES
        return preferences if is_known else replace(preferences, language="")

    @property
    def recent(self) -> tuple[RecentRecord, ...]:
        """The files opened or saved recently, the latest first."""
        texts = self._list("recent") if self._store.contains("recent") else self._former_recent()
        records = (RecentRecord.from_text(text) for text in texts[:MAX_RECENT])
        return tuple(record for record in records if record is not None)

    def add_recent(self, record: RecentRecord, index: int = 0) -> None:
        """Put a file among the recent ones; ``index``: its place, 0 for the latest."""
        others = [other for other in self.recent if other.path != record.path]
        self._keep_recent([*others[:index], record, *others[index:]])

    def forget_recent(self, path: str | None = None) -> None:
        """Forget one recent path, or all."""
        self._keep_recent([r for r in self.recent if path is not None and r.path != path])

    def _former_recent(self) -> list[str]:
        """The same from the lists of files, sizes and clues that earlier versions kept."""
        sizes = [re.findall(r"\d{1,4}", str(text)) for text in self._list("recent_sizes")]
        parts = zip(self._list("recent_files"), sizes, self._list("recent_clues"), strict=False)
        return [json.dumps([path, *size, clues]) for path, size, clues in parts]

    def _list(self, key: str) -> list[Any]:
        """A stored list; one of a single text is stored as the text."""
        stored = self._store.value(key)
        return stored if isinstance(stored, list) else [stored]

    def _keep_recent(self, records: Sequence[RecentRecord]) -> None:
        self._keep("recent", [record.to_text() for record in records[:MAX_RECENT]])

    @property
    def scan_folder(self) -> str:
        """The folder of the last picture that was opened; empty if there is none."""
        stored = self._store.value("scan_folder")
        return from_stored(stored) if isinstance(stored, str) else ""

    @scan_folder.setter
    def scan_folder(self, folder: str) -> None:
        self._keep("scan_folder", folder)

    @property
    def scan_source(self) -> str:
        """The command that was chosen last in File > Scan; empty if there is none."""
        stored = self._store.value("scan_source")
        return stored if isinstance(stored, str) else ""

    @scan_source.setter
    def scan_source(self, command: str) -> None:
        self._keep("scan_source", command)

    def keep_resumed(self, resumed: Resumed) -> None:
        """Keep what is open, for the next start."""
        self._keep("resumed", [str(each) for each in resumed])

    def take_resumed(self) -> Resumed:
        """What :meth:`keep_resumed` has kept, once; without anything if there is nothing."""
        stored = self._store.value("resumed")
        self._store.remove("resumed")
        if not isinstance(stored, list) or len(stored) != len(Resumed._fields):
            return Resumed()
        entry, game, path, place, *numbers = (from_stored(str(one)) for one in stored)
        zoom, x, y = (int(one) if re.fullmatch("[0-9]{1,6}", one) else 0 for one in numbers)
        return Resumed(entry, game, path, place, zoom, x, y)

    @property
    def how_to_play_offered(self) -> bool:
        """Whether How to Play was offered at a start of the program."""
        return bool(_converted(self._store.value("how_to_play_offered"), False))

    @how_to_play_offered.setter
    def how_to_play_offered(self, is_offered: bool) -> None:
        self._keep("how_to_play_offered", is_offered)

    @property
    def how_to_play_done(self) -> bool:
        """Whether the player went through How to Play to its end."""
        return bool(_converted(self._store.value("how_to_play_done"), False))

    @how_to_play_done.setter
    def how_to_play_done(self, is_done: bool) -> None:
        self._keep("how_to_play_done", is_done)

    @property
    def signs_offered(self) -> bool:
        """Whether patterns and letters for colours were offered."""
        return bool(_converted(self._store.value("signs_offered"), False))

    @signs_offered.setter
    def signs_offered(self, is_offered: bool) -> None:
        self._keep("signs_offered", is_offered)

    @property
    def second_click_offered(self) -> bool:
        """Whether a second click that clears was offered."""
        return bool(_converted(self._store.value("second_click_offered"), False))

    @second_click_offered.setter
    def second_click_offered(self, is_offered: bool) -> None:
        self._keep("second_click_offered", is_offered)

    @property
    def shows_panel(self) -> bool:
        """Whether the panel beside the board is wanted."""
        return bool(_converted(self._store.value("shows_panel"), True))

    @shows_panel.setter
    def shows_panel(self, is_shown: bool) -> None:
        self._keep("shows_panel", is_shown)

    @property
    def new_board(self) -> NewBoard:
        """The board that File > New Drawing made last."""
        return self.kept_choice("new_board", NewBoard())

    @new_board.setter
    def new_board(self, chosen: NewBoard) -> None:
        self.keep_choice("new_board", chosen)

    @property
    def save_folder(self) -> str:
        """The folder in which a puzzle was last opened or saved; at first the documents."""
        stored = self._store.value("save_folder")
        chosen = from_stored(stored) if isinstance(stored, str) else ""
        if is_folder(chosen):
            return chosen
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        folder = QStandardPaths.writableLocation(documents)
        return folder if is_folder(folder) else str(Path.home())

    @save_folder.setter
    def save_folder(self, folder: str) -> None:
        self._keep("save_folder", folder)

    @property
    def camera(self) -> CameraChoice:
        """The latest choices in the camera window."""
        return self.kept_choice("camera", CameraChoice())

    @camera.setter
    def camera(self, choice: CameraChoice) -> None:
        self.keep_choice("camera", choice)

    def kept_choice(self, section: str, defaults: Choice) -> Choice:
        """The latest choices in a dialog: a dataclass, whose fields are kept each by itself.

        Args:
            section: The part of the settings that belongs to the dialog.
            defaults: The value of each field that is not kept, or is invalid. A number out of its
                range becomes the nearest one that is in it.
        """
        choice, options = defaults, declared_options(type(defaults))
        for field in fields(defaults):
            stored = self._store.value(f"{section}/{field.name}")
            value = _converted(stored, getattr(defaults, field.name))
            if (declared := options.get(field.name)) is not None:
                value = declared.nearest(value)
            with suppress(ValueError):  # another field may forbid it
                choice = replace(choice, **{field.name: value})
        return choice

    def keep_choice(self, section: str, choice: DataclassInstance) -> None:
        """Keep the choices in a dialog; see :meth:`kept_choice`."""
        for field in fields(choice):
            value = getattr(choice, field.name)
            stored = value.value if isinstance(value, enum.Enum) else value
            self._keep(f"{section}/{field.name}", stored)

    @property
    def camera_sources(self) -> list[str]:
        """Video files and streams used recently, the latest first."""
        sources = self._list("camera/sources")
        return [s for s in sources if s and isinstance(s, str)][:MAX_SOURCES]

    def add_camera_source(self, source: str) -> None:
        """Put a video file or a stream first among the recent ones."""
        others = [other for other in self.camera_sources if other != source]
        self._keep("camera/sources", [source, *others][:MAX_SOURCES])

    def remember(self, key: str, value: QByteArray) -> None:
        """Store a window's geometry or state."""
        self._keep(f"window/{key}", value)

    def remembered(self, key: str) -> QByteArray:
        """A window's stored geometry or state; empty if there is none."""
        value = self._store.value(f"window/{key}")
        return value if isinstance(value, QByteArray) else QByteArray()


def _opened() -> QSettings:
    return QSettings(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, ORGANISATION, APPLICATION
    )


def stored_text_size() -> TextSize:
    """The size of text that the player chose: Qt needs it before there is an application."""
    size: TextSize = _converted(_opened().value("preferences/text_size"), Preferences.text_size)
    return size


def _converted(stored: object, default: Any) -> Any:
    """A stored value in the default's type; the default if it is invalid."""
    if stored is None:
        return default
    try:
        if isinstance(default, bool):
            return {"true": True, "false": False}[str(stored).lower()]
        return type(default)(int(str(stored)) if isinstance(default, int) else stored)
    except (KeyError, ValueError, TypeError):
        return default
