"""The board made from a picture, whose cells are corrected as in Draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.board.hits import Hit
from helper.board.toolset import Press, ToolMarks
from helper.draw.shapes import Cell
from helper.draw.tools import CellsDrag, FloodDrag, Options, ToolKind, drag_of
from helper.play.drawn_clues import without_dots
from helper.play.moves import SheetState
from helper.play.session import Session
from puzzles import BLANK, Axis, Grid, Line, Puzzle
from puzzles.notation import clues_text
from puzzles.words import _

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_INK_STEPS = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}


class PictureBoard(BoardView):
    """A drawing in a session of its own, as a whole in view, if possible with its clues.

    The window's undo has settings and cells, so that of the session is not used.

    Signals:
        cell_chosen: ``int``, the cell ``row * width + column`` that was clicked.
        painted: A mapping of the cells of a stroke to their new states.
        ink_requested: ``int``, the colour that a key chose to paint with, 0 for the background.
    """

    cell_chosen = Signal(int)
    painted = Signal(object)
    ink_requested = Signal(int)
    can_edit_clues = False
    has_true_colors = True

    def __init__(self, settings: Settings, themes: ThemeManager) -> None:
        super().__init__(Session(), settings, themes)
        self.session.setParent(self)
        self.setMinimumSize(120, 116)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.zoom.min_font_px = self.zoom.easy_font_px = 0
        self.area.is_dense = True
        self.pencil = PicturePencil(self)
        self.strokes.set_tools(self.pencil)
        self.session.cells_changed.connect(self._tell_painted)

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(380, 380)

    def show_board(self, grid: Grid, puzzle: Puzzle) -> None:
        """Show another board; unchanged cells stay hatched until the next check."""
        before, marks = self.session.marks, without_dots(grid)
        if marks == before and puzzle.palette == self.session.puzzle.palette:
            return  # a stroke may be going on
        kept: frozenset[int] = frozenset()
        if (before.height, before.width) == (marks.height, marks.width):
            cells = zip(before.cells, marks.cells, strict=True)
            kept = self.look.hatched & {i for i, (old, new) in enumerate(cells) if old == new}
        self.session.show(SheetState(puzzle, marks, drawing=True))
        self.overlays.show_hatched(kept)

    @property
    def clue_note(self) -> str:
        """What to add to the number of clues if not all are beside the board."""
        if self.area.has_all_clues:
            return ""
        return (
            _(" (all shown in a larger window)")
            if self.area.clue_layout.is_readable
            else _(" (shown in a larger window)")
        )

    def tip(self, hit: Hit) -> str:
        """The clues of the lines under the pointer."""
        lines = [hit.line] if hit.line is not None else []
        if hit.cell is not None:
            lines = [Line(axis, index) for axis, index in zip(Axis, hit.cell, strict=True)]
        puzzle = self.session.puzzle
        return "\n".join(
            f"{line.title}: {clues_text(puzzle.clues_of(line), puzzle.palette, ' ') or 0}"
            for line in lines
        )

    def _tell_painted(self, cells: Sequence[int]) -> None:
        marks = self.session.marks
        self.overlays.show_hatched(self.look.hatched.difference(cells))
        states = ((cell, marks.cells[cell]) for cell in cells)
        self.painted.emit({c: BLANK if state == marks.clear else state for c, state in states})


class PicturePencil:
    """The board's :class:`~helper.board.toolset.Toolset`: paints cells in the chosen colour.

    Where a repair is shown, a click chooses a cell instead.
    """

    shown = ToolMarks()

    def __init__(self, board: PictureBoard) -> None:
        self._board = board
        self.ink = 1
        """The colour that is painted, 0 for the background; :meth:`choose` changes it."""
        self.may_paint = True
        """Whether a stroke paints; otherwise a click only chooses a cell."""

    def choose(self, ink: int) -> None:
        """Paint in another colour from now on."""
        self.ink, session = ink, self._board.session
        if 0 < ink < session.marks.colors:
            session.ink = ink

    def begin(self, at: Cell, press: Press) -> CellsDrag | FloodDrag | None:
        """Begin a stroke, or choose the cell if nothing can be painted."""
        if self.may_paint:
            kind = ToolKind.PENCIL if self.ink else ToolKind.ERASER
            return drag_of(kind, self._board.session, Options(), at, press)
        if not (press.is_second or press.is_copy):
            self._board.cell_chosen.emit(at[0] * self._board.session.marks.width + at[1])
        return None

    def preview(self, at: Cell | None) -> Mapping[int, int]:
        """What a press would paint."""
        drag = self.begin(at, Press()) if at is not None and self.may_paint else None
        return {} if drag is None else drag.changes

    def press_key(self, event: QKeyEvent) -> bool:
        """Take Enter for a click, and choose a colour by its number or with ``[`` and ``]``."""
        key, colors = Qt.Key(event.key()), self._board.session.marks.colors
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if key in _ENTER:
            none, keyboard = Qt.KeyboardModifier.NoModifier, self._board.keyboard
            if not event.isAutoRepeat():  # a key that is held would paint and clear by turns
                keyboard.press(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, none))
                keyboard.finish()
            return True
        if key in _INK_STEPS:
            self._board.ink_requested.emit((self.ink + _INK_STEPS[key]) % colors)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and key - Qt.Key.Key_0 < colors:
            self._board.ink_requested.emit(key - Qt.Key.Key_0)
        else:
            return False
        return True

    def drop_unfinished(self) -> bool:
        """Nothing is typed."""
        return False

    def leave(self) -> None:
        """Nothing is left unfinished."""
