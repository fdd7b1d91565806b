"""The keyboard's cell on the board: keys move it, change its state and paint."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from helper.board.area import BoardArea
from helper.board.hover import HoveredLines
from helper.board.stroke_controller import StrokeController
from helper.board.toolset import Press
from helper.play.line_commands import tick_next
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import Axis, Line

_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_FAR = 10**6
_JUMPS = {
    Qt.Key.Key_Home: (0, -_FAR),
    Qt.Key.Key_End: (0, _FAR),
    Qt.Key.Key_PageUp: (-_FAR, 0),
    Qt.Key.Key_PageDown: (_FAR, 0),
}


def way_of(key: int, to_corner: bool = False) -> tuple[int, int] | None:
    """How far a key moves the cell: (rows down, columns right); the cell stops at the edge.

    Args:
        key: The key.
        to_corner: Whether keys that move to an edge move to a corner, as with Ctrl.

    Returns:
        ``None`` if the key does not move the cell.
    """
    known = Qt.Key(key)
    if not (to_corner and known in _JUMPS):
        return _STEPS.get(known) or _JUMPS.get(known)
    down, right = _JUMPS[known]
    return (_FAR, _FAR) if down + right > 0 else (-_FAR, -_FAR)


class KeyboardCursor:
    """The keyboard's cell, and the effect of keys."""

    def __init__(
        self, area: BoardArea, hover: HoveredLines, strokes: StrokeController, session: Session
    ) -> None:
        self._area = area
        self._hover = hover
        self._strokes = strokes
        self._session = session
        self.cell = (0, 0)
        """(row, column)."""
        self.is_shown = False
        self._is_painting = False
        self._held: Qt.Key | None = None
        """Space or X as long as it is held: a move of the cell then goes on with its stroke."""

    @property
    def is_painting(self) -> bool:
        """Whether its stroke goes on."""
        return self._is_painting

    def start_over(self) -> None:
        """Move the cell to the first one: another puzzle is shown."""
        self.cell = (0, 0)

    def stay_on_board(self) -> None:
        """Move the cell onto a board of another size."""
        self._is_painting, self._held = False, None
        self._go(*self.cell, follow=False)

    def show(self) -> None:
        """Show the cell: the keyboard has come to the board."""
        self.is_shown = True
        self._hover.set(*self.cell)

    def hide(self) -> None:
        """Hide the cell until the next key: the pointer is used, and highlights its own."""
        if self.is_shown and not self._is_painting:
            self.is_shown = False
            self._area.update_cursor(*self.cell)

    def hide_at(self, cell: tuple[int, int]) -> None:
        """Hide the cell and move it to the pointer, from where the next key continues."""
        self.finish()
        self.hide()
        self.cell = cell

    def go_to(self, row: int, column: int) -> None:
        """Move the cell to a place, and show it."""
        self.finish()
        self.is_shown = True
        self._go(row, column)

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; ``False`` if it has no meaning on the board."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Escape:
            return self._cancel()
        way = way_of(key, to_corner=control)
        if way is not None:
            self._move(*way, paint=shift or self._held is not None)
            return True
        if key in (Qt.Key.Key_Space, Qt.Key.Key_X) and not control:
            if not event.isAutoRepeat():
                self._hold(key)
            return True
        if key == Qt.Key.Key_T and not control:
            return self._tick(Axis.COLUMN if shift else Axis.ROW)
        if not modifiers & ~Qt.KeyboardModifier.KeypadModifier:
            return self._choose_ink(key)
        return False

    def release(self, event: QKeyEvent) -> None:
        """End the stroke when the key is released that began it."""
        if event.key() in (self._held or Qt.Key.Key_Shift,) and not event.isAutoRepeat():
            self.finish()

    def finish(self) -> None:
        """End the current stroke, if the keyboard began it."""
        self._held = None
        if self._is_painting:
            self._is_painting = False
            self._strokes.end()

    def _cancel(self) -> bool:
        self._is_painting, self._held = False, None
        if self._strokes.current is None:
            return False
        self._strokes.cancel()
        return True

    def _move(self, down: int, right: int, paint: bool) -> None:
        self._strokes.show_preview(None)
        if not self.is_shown:
            self.show()
        if paint and not self._is_painting:
            self._begin()
        if not paint:
            self.finish()
        self._go(self.cell[0] + down, self.cell[1] + right)
        if self._is_painting:
            self._strokes.extend(self.cell)
            if self._strokes.current is not None:
                self._go(*self._strokes.current.end)

    def _begin(self) -> None:
        """Start a stroke that copies the cell's state; a CLEAR cell is shaded first."""
        self._strokes.begin(self.cell, Press(is_copy=True))
        self._is_painting = self._strokes.current is not None

    def _hold(self, key: Qt.Key) -> None:
        """Start a stroke with the cell's next state; it ends when the key is released."""
        self.finish()
        if not self.is_shown:
            self.is_shown = True
            self._hover.set(*self.cell)
        self._strokes.begin(self.cell, Press(is_second=key == Qt.Key.Key_X))
        self._is_painting = self._strokes.current is not None
        self._held = key if self._is_painting else None
        self._area.show_cell(*self.cell)

    def _choose_ink(self, key: Qt.Key) -> bool:
        """Choose a colour: by its number, or with ``[`` and ``]`` the one before or after."""
        session = self._session
        colors = session.marks.colors
        if key in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            step = 1 if key == Qt.Key.Key_BracketRight else -1
            session.ink = 1 + (session.ink - 1 + step) % (colors - 1)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and key - Qt.Key.Key_0 < colors:
            session.ink = key - Qt.Key.Key_0
        else:
            return False
        return True

    def _tick(self, axis: Axis) -> bool:
        """Tick off the next number of the cell's row or column."""
        if self._session.mode is Mode.DRAW:
            return False
        if self._strokes.is_locked:
            self._strokes.refused.emit()
            return True
        self.finish()
        self._go(*self.cell)
        self.is_shown = True
        tick_next(self._session, Line(axis, self.cell[axis is Axis.COLUMN]))
        return True

    def _go(self, row: int, column: int, follow: bool = True) -> None:
        marks = self._session.marks
        new = (min(max(row, 0), marks.height - 1), min(max(column, 0), marks.width - 1))
        old, self.cell = self.cell, new
        if follow:
            for cell in {old, new}:
                self._area.update_cursor(*cell)
            self._area.show_cell(*new)
            self._hover.set(*new)
