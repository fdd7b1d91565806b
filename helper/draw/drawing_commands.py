"""The commands for a drawing: its lines, its outline, shifting, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu

from helper.application.clipboard import put_on_clipboard
from helper.board.board_view import BoardView
from helper.board.hits import Hit
from helper.board.toolset import CellFrame
from helper.commands.command import Command, Feature, Keys, MenuPlace, Where
from helper.commands.messages import Messages
from helper.draw.region_work import region_work
from helper.draw.regions import MIME_TYPE, CopiedCells
from helper.draw.toolbox import Toolbox
from helper.draw.tools import ToolKind
from helper.draw.whole_board import (
    cropped,
    outlined,
    shifted,
    surrounded,
    with_line,
    without_line,
)
from helper.images.picture_files import picture_in
from helper.play.session import Session
from helper.workers.jobs import Job
from puzzles import MAX_SHOWN, Axis, Grid, Line
from puzzles.turning import Turn
from puzzles.words import _, marked, worded

_TURNS = (
    (Turn.FLIP_HORIZONTALLY, _("Flip &Horizontally"), _("Left and right change places")),
    (Turn.FLIP_VERTICALLY, _("Flip &Vertically"), _("Top and bottom change places")),
    (Turn.ROTATE_LEFT, _("Rotate &Left"), _("A quarter turn against the clock")),
    (Turn.ROTATE_RIGHT, _("Rotate &Right"), _("A quarter turn with the clock")),
)
_SHIFTS = (
    ("Left", _("Shift Left"), 0, -1),
    ("Right", _("Shift Right"), 0, 1),
    ("Up", _("Shift Up"), -1, 0),
    ("Down", _("Shift Down"), 1, 0),
)


@dataclass(frozen=True)
class _LineTexts:
    """What is said about rows or columns; pairs are for the two sides of a line."""

    insert: tuple[str, str]
    insert_at: tuple[str, str]
    inserted: str
    removed: str
    insert_tip: str
    remove_tip: str
    full: str
    last: str


_LINE_TEXTS = {
    Axis.ROW: _LineTexts(
        insert=(_("Insert Row Above"), _("Insert Row Below")),
        insert_at=(_("Insert Row Above {line}"), _("Insert Row Below {line}")),
        inserted=marked("Insert Row"),
        removed=marked("Remove Row"),
        insert_tip=_("A clear row beside that of the cell that was clicked last"),
        remove_tip=_("The row of the cell that was clicked last"),
        full=_("A board has at most {limit} rows."),
        last=_("The board has only one row; it has to stay."),
    ),
    Axis.COLUMN: _LineTexts(
        insert=(_("Insert Column Left"), _("Insert Column Right")),
        insert_at=(_("Insert Column Left of {line}"), _("Insert Column Right of {line}")),
        inserted=marked("Insert Column"),
        removed=marked("Remove Column"),
        insert_tip=_("A clear column beside that of the cell that was clicked last"),
        remove_tip=_("The column of the cell that was clicked last"),
        full=_("A board has at most {limit} columns."),
        last=_("The board has only one column; it has to stay."),
    ),
}


class DrawingCommands(Feature):
    """Changes a drawing; each command is one step of undo."""

    def __init__(
        self,
        messages: Messages,
        session: Session,
        board: BoardView,
        redraw: Callable[[Grid, str], None],
        turn: Callable[[Turn], None],
        parent: QObject,
    ) -> None:
        """Begin.

        Args:
            session: Has the drawing.
            board: Shows it.
            redraw: Replaces the drawing by one of another size.
            turn: Turns the whole board.
            parent: The window.
        """
        super().__init__(parent)
        self._messages = messages
        self._turn_board = turn
        self._session = session
        self._board = board
        self._redraw = redraw
        self.toolbox = Toolbox(messages, session, board, self)
        self.job: Job | None = None
        """Decodes a pasted picture."""

    def commands(self) -> tuple[Command, ...]:
        """Edit > Cut, Copy, Select All, and the commands of Edit > Board."""
        return (
            Command(
                "cut",
                _("Cu&t"),
                self.cut,
                MenuPlace("edit", 400),
                _("Copy the selected cells and make them clear"),
                (Keys.Cut,),
                shown=Where.DRAW,
                why_not=self._why_not_copy,
            ),
            Command(
                "copy",
                _("Cop&y"),
                self.copy,
                MenuPlace("edit", 410),
                _("Copy the selected cells"),
                (Keys.Copy,),
                shown=Where.DRAW,
                why_not=self._why_not_copy,
            ),
            Command(
                "select_all",
                _("S&elect All"),
                self.select_all,
                MenuPlace("edit", 440),
                _("Select the whole drawing"),
                (Keys.SelectAll,),
                shown=Where.DRAW,
                why_not=self._why_not,
            ),
            *self._line_commands(Axis.ROW, ("above", "below"), 110),
            *self._line_commands(Axis.COLUMN, ("left", "right"), 120),
            Command(
                "crop",
                _("&Crop to Drawing"),
                self.crop,
                MenuPlace("board", 130),
                _("Remove clear rows and columns at all sides"),
                shown=Where.DRAW,
                why_not=self._why_not,
            ),
            *(
                Command(
                    f"turn_{turn.name.lower()}",
                    text,
                    partial(self.turn, turn),
                    MenuPlace("board", 200 + number),
                    tip,
                    shown=Where.DRAW,
                )
                for number, (turn, text, tip) in enumerate(_TURNS)
            ),
            *(
                Command(
                    f"shift_{name.lower()}",
                    text,
                    partial(self.shift, down, right),
                    MenuPlace("board", 300 + number),
                    _("Move the drawing by a cell; what leaves comes back at the other side"),
                    (f"Alt+{name}",),
                    shown=Where.DRAW,
                    why_not=self._why_not,
                )
                for number, (name, text, down, right) in enumerate(_SHIFTS)
            ),
            Command(
                "outline",
                _("Keep &Outline Only"),
                self.outline,
                MenuPlace("board", 400),
                _("Clear the inside of shapes"),
                shown=Where.DRAW,
                why_not=self._why_not,
            ),
            Command(
                "surround",
                _("Draw Outline &Around"),
                self.surround,
                MenuPlace("board", 410),
                _("Draw a line in the chosen colour around the drawing"),
                shown=Where.DRAW,
                why_not=self._why_not,
            ),
        )

    def _line_commands(self, axis: Axis, sides: tuple[str, str], order: int) -> Iterator[Command]:
        """Insert and Remove, for the line of the keyboard's cell."""
        texts = _LINE_TEXTS[axis]
        for after, side in enumerate(sides):
            yield Command(
                f"insert_{axis.value}_{side}",
                texts.insert[after],
                partial(self.insert, axis, bool(after)),
                MenuPlace("board", order + after),
                texts.insert_tip,
                shown=Where.DRAW,
                why_not=self._why_not,
            )
        yield Command(
            f"remove_{axis.value}",
            _(texts.removed),
            partial(self.remove, axis),
            MenuPlace("board", order + 2),
            texts.remove_tip,
            shown=Where.DRAW,
            why_not=self._why_not,
        )

    def _why_not(self) -> str:
        return "" if self.toolbox.is_active else _("This is for a drawing.")

    def _why_not_copy(self) -> str:
        is_selected = self.toolbox.selecting.has_selection
        return self._why_not() or (
            "" if is_selected else _("Select cells with the tool Select first.")
        )

    @property
    def pastes_cells(self) -> bool:
        """Whether Paste puts a picture into the drawing instead of reading a puzzle in it."""
        return self.toolbox.is_active and self.toolbox.kind is ToolKind.SELECT

    # The whole board

    def insert(self, axis: Axis, after: bool) -> None:
        """Insert a clear row or column before or after that of the keyboard's cell."""
        self._insert(axis, self._line(axis).index + after)

    def remove(self, axis: Axis) -> None:
        """Remove the row or column of the keyboard's cell."""
        self._remove(self._line(axis))

    def crop(self) -> None:
        """Remove the clear rows and columns at all sides."""
        marks = self._session.marks
        if not marks.count_shaded():
            self._messages.notice(_("Nothing is drawn yet, so there is nothing to crop to."))
            return
        small = cropped(marks)
        if small == marks:
            self._messages.notice(_("The drawing reaches all four sides of the board already."))
        else:
            self._redraw(small, marked("Crop to Drawing"))

    def shift(self, down: int, right: int) -> None:
        """Move the drawing by cells; what leaves at one side comes back at the other."""
        self._paint(shifted(self._session.marks, down, right), marked("Shift"))

    def turn(self, turn: Turn) -> None:
        """Turn the selected cells, or the whole board if there are none."""
        if self.toolbox.selecting.has_selection:
            self.toolbox.selecting.turn(turn)
        else:
            self._turn_board(turn)

    def outline(self) -> None:
        """Keep only the outline of what is drawn."""
        self._paint(outlined(self._session.marks), marked("Keep Outline Only"))

    def surround(self) -> None:
        """Draw a line in the chosen colour around what is drawn."""
        state = 1 << self._session.ink
        self._paint(surrounded(self._session.marks, state), marked("Draw Outline Around"))

    def fill_menu(self, menu: QMenu, hit: Hit) -> None:
        """Add the commands for the row and the column at a point of the board."""
        if not self.toolbox.is_active:
            return
        lines: Iterable[Line] = [hit.line] if hit.line is not None else []
        if hit.cell is not None:
            lines = [Line(Axis.ROW, hit.cell[0]), Line(Axis.COLUMN, hit.cell[1])]
        for line in lines:
            menu.addSeparator()
            for after, text in enumerate(_LINE_TEXTS[line.axis].insert_at):
                action = menu.addAction(worded(text, line=line.title))
                action.triggered.connect(partial(self._insert, line.axis, line.index + after))
            action = menu.addAction(worded("Remove {line}", line=line.title))
            action.triggered.connect(partial(self._remove, line))

    def _line(self, axis: Axis) -> Line:
        return Line(axis, self._board.keyboard.cell[axis is Axis.COLUMN])

    def _insert(self, axis: Axis, index: int, _is_checked: bool = False) -> None:
        marks, texts = self._session.marks, _LINE_TEXTS[axis]
        if (marks.width if axis is Axis.COLUMN else marks.height) >= MAX_SHOWN:
            self._messages.notice(worded(texts.full, limit=MAX_SHOWN))
        else:
            self._redraw(with_line(marks, Line(axis, index)), texts.inserted)
            self._show(Line(axis, index))

    def _remove(self, line: Line, _is_checked: bool = False) -> None:
        marks, texts = self._session.marks, _LINE_TEXTS[line.axis]
        if (marks.width if line.is_column else marks.height) < 2:
            self._messages.notice(texts.last)
        else:
            self._redraw(without_line(marks, line), texts.removed)
            self._show(line)

    def _show(self, line: Line) -> None:
        """Scroll to what was changed: a board of another size begins at its top left corner."""
        (row, column), marks = self._board.keyboard.cell, self._session.marks
        row, column = (row, line.index) if line.is_column else (line.index, column)
        self._board.area.show_cell(min(row, marks.height - 1), min(column, marks.width - 1))

    def _paint(self, new: Grid, label: str) -> None:
        self._session.paint(dict(enumerate(new.cells)), label)

    # The selection and the clipboard

    def select_all(self) -> None:
        """Select the whole board."""
        marks = self._session.marks
        self.toolbox.choose(ToolKind.SELECT)
        self.toolbox.selecting.select(CellFrame(0, 0, marks.height, marks.width))

    def copy(self) -> None:
        """Copy the selected cells."""
        region = self.toolbox.selecting.region
        if region is not None:
            copy_region(region)

    def cut(self) -> None:
        """Copy the selected cells and make them clear; their place stays selected."""
        selecting, marks = self.toolbox.selecting, self._session.marks
        frame = selecting.frame
        if frame is not None:
            self.copy()
            selecting.clear(marked("Cut"))
            selecting.select(frame.kept_on(marks.height, marks.width))

    def paste(self) -> bool:
        """Paste what is on the clipboard into the drawing; ``False`` if it is not for a drawing.

        Copied cells are pasted with any tool, the picture of another program with Select only.
        """
        if not self.toolbox.is_active:
            return False
        region = own_region()
        if region is not None:
            self._put(region)
            return True
        source = picture_on_clipboard()
        if self.toolbox.kind is not ToolKind.SELECT or source is None:
            return False
        puzzle = self._session.puzzle
        size = puzzle.height, puzzle.width
        self.close()
        self.job = Job(partial(region_work, source, puzzle.palette, size), self)
        self.job.finished.connect(self._put)
        self.job.failed.connect(self._messages.notice)
        self.job.start()
        return True

    def close(self) -> None:
        """Decode no picture any more."""
        if self.job is not None:
            self.job.kill()
            self.job.deleteLater()
            self.job = None

    def _put(self, region: CopiedCells) -> None:
        marks, toolbox = self._session.marks, self.toolbox
        if not toolbox.is_active:
            return
        if region.height > marks.height or region.width > marks.width:
            self._messages.notice(
                worded(
                    "The copied cells are {width} × {height}, and the board is "
                    "{columns} × {rows}. Enlarge it with Edit > Board > "
                    "Change Size.",
                    width=region.width,
                    height=region.height,
                    columns=marks.width,
                    rows=marks.height,
                )
            )
            return
        frame = toolbox.selecting.frame
        at = frame[:2] if frame is not None else self._board.keyboard.cell
        if toolbox.kind is not ToolKind.SELECT:
            toolbox.choose(ToolKind.SELECT)
        toolbox.selecting.paste(region, (max(0, at[0]), max(0, at[1])))


_MAX_TEXT = 16_000_000
"""Characters of a region; the largest board has fewer."""


def copy_region(region: CopiedCells) -> None:
    """Copy a region: in the program's own form, as an image of one pixel a cell, and as text."""
    data = QMimeData()
    data.setData(MIME_TYPE, region.to_text().encode())
    data.setImageData(_image(region))
    signs = ".#" + "".join(map(chr, range(ord("a"), ord("z") + 1))) + "ABCDEF"
    data.setText("\n".join("".join(signs[k] for k in row) for row in region.rows))
    put_on_clipboard(data)


def own_region() -> CopiedCells | None:
    """The region on the clipboard that this program has put there; ``None`` for anything else."""
    data = QGuiApplication.clipboard().mimeData()
    if data is None or not data.hasFormat(MIME_TYPE):
        return None
    text = bytes(data.data(MIME_TYPE).data())
    if len(text) > _MAX_TEXT:
        return None
    try:
        return CopiedCells.from_text(text.decode())
    except ValueError:
        return None


def picture_on_clipboard() -> Path | bytes | None:
    """The picture of another program on the clipboard, not decoded; ``None`` if there is none."""
    return picture_in(QGuiApplication.clipboard().mimeData())


def _image(region: CopiedCells) -> QImage:
    image = QImage(region.width, region.height, QImage.Format.Format_RGB32)
    pixels = [int(color[1:], 16) | 0xFF000000 for color in region.colors]
    for r, row in enumerate(region.rows):
        for c, index in enumerate(row):
            image.setPixel(c, r, pixels[index])
    return image
