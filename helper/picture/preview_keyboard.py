"""The keyboard's cell in the preview. Keys move it, paint, and choose a colour, as on the board."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from helper.board.keyboard import way_of
from puzzles import Grid

_PAINTING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_INK_STEPS = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}


class PreviewArea(Protocol):
    """What the keyboard needs of the preview."""

    grid: Grid | None
    ink: int

    def press_cell(self, cell: int, button: Qt.MouseButton, is_copy: bool = False) -> None:
        """Begin a stroke, or choose the cell; ``is_copy``: paint what the cell has, if shaded."""

    def extend_stroke(self, cell: int) -> None:
        """Paint up to a cell, if a stroke is going on."""

    def end_stroke(self, button: Qt.MouseButton) -> None:
        """End the stroke that was begun with a button."""

    def cancel_stroke(self) -> bool:
        """Drop the stroke; ``False`` if there is none."""

    def request_ink(self, ink: int) -> None:
        """Ask for another colour to paint with."""

    def update(self) -> None:
        """Paint again."""


class PreviewCursor:
    """The keyboard's cell, and the effect of keys."""

    def __init__(self, area: PreviewArea) -> None:
        self._area = area
        self.cell = (0, 0)
        """(row, column)."""
        self.is_shown = False

    def stay_on_board(self) -> None:
        """Move the cell onto a board of another size."""
        self._go(0, 0)

    def show(self) -> None:
        """Show the cell: the keyboard is in use."""
        self.is_shown = True
        self._area.update()

    def hide_at(self, cell: tuple[int, int]) -> None:
        """Hide the cell and move it to the pointer, from where the next key continues."""
        self.finish()
        self.is_shown, self.cell = False, cell

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; ``False`` if it has no meaning on the board."""
        grid, key, modifiers = self._area.grid, event.key(), event.modifiers()
        if grid is None:
            return False
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Escape:
            return self._area.cancel_stroke()
        if (way := way_of(key, to_corner=control)) is not None:
            self._move(*way, paint=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
            return True
        if control:
            return False
        if key in _PAINTING or key == Qt.Key.Key_X:
            self.show()
            if not event.isAutoRepeat():  # a key that is held would paint and clear by turns
                self._click(is_second=key == Qt.Key.Key_X)
            return True
        return self._choose_ink(key, grid.colors)

    def release(self, event: QKeyEvent) -> None:
        """End the stroke when Shift is released."""
        if event.key() == Qt.Key.Key_Shift and not event.isAutoRepeat():
            self.finish()

    def finish(self) -> None:
        """End the current stroke, if the keyboard began it."""
        self._area.end_stroke(Qt.MouseButton.NoButton)

    @property
    def _index(self) -> int:
        width = self._area.grid.width if self._area.grid is not None else 0
        return self.cell[0] * width + self.cell[1]

    def _move(self, down: int, right: int, paint: bool) -> None:
        self.show()
        if paint:
            self._area.press_cell(self._index, Qt.MouseButton.NoButton, is_copy=True)
        else:
            self.finish()
        self._go(down, right)
        if paint:
            self._area.extend_stroke(self._index)

    def _click(self, is_second: bool) -> None:
        self.finish()
        button = Qt.MouseButton.RightButton if is_second else Qt.MouseButton.LeftButton
        self._area.press_cell(self._index, button)
        self._area.end_stroke(button)

    def _choose_ink(self, key: int, colors: int) -> bool:
        """Choose a colour: by its number, or with ``[`` and ``]`` the one before or after."""
        if key in _INK_STEPS:
            self._area.request_ink((self._area.ink + _INK_STEPS[Qt.Key(key)]) % colors)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and key - Qt.Key.Key_0 < colors:
            self._area.request_ink(key - Qt.Key.Key_0)
        else:
            return False
        return True

    def _go(self, down: int, right: int) -> None:
        grid = self._area.grid
        if grid is not None:
            row, column = self.cell[0] + down, self.cell[1] + right
            self.cell = (
                min(max(row, 0), grid.height - 1),
                min(max(column, 0), grid.width - 1),
            )
            self._area.update()
