"""The menu commands that change a drawing, and which of them are possible."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QKeySequence

from helper.draw.drawing import DrawingCommands
from helper.draw.tools import ToolKind
from puzzles import Axis

_Keys = QKeySequence.StandardKey
Make = Callable[
    [str, str, QKeySequence.StandardKey | str | None, str, Callable[[], object]], QAction
]
"""Makes an action of text, name of the icon, shortcut, tip and function."""


class DrawingActions:
    """The commands as actions; they exist while the drawing has tools."""

    def __init__(self, drawing: DrawingCommands, make: Make) -> None:
        self._drawing = drawing
        self._make = make
        self.cut = make(
            "Cu&t", "", _Keys.Cut, "Copy the selected cells and make them clear", drawing.cut
        )
        self.copy = make("Cop&y", "", _Keys.Copy, "Copy the selected cells", drawing.copy)
        self.select_all = make(
            "S&elect All", "", _Keys.SelectAll, "Select the whole drawing", drawing.select_all
        )
        self.crop = make(
            "&Crop to Drawing", "", None, "Remove clear rows and columns at all sides", drawing.crop
        )
        self.sizes = [
            *self._line_actions(Axis.ROW, "Row", "Above", "Below"),
            *self._line_actions(Axis.COLUMN, "Column", "Left", "Right"),
            self.crop,
        ]
        self.shifts = [
            make(
                f"Shift {name}",
                "",
                f"Alt+{name}",
                "Move the drawing by a cell; what leaves comes back at the other side",
                partial(drawing.shift, down, right),
            )
            for name, down, right in (
                ("Left", 0, -1),
                ("Right", 0, 1),
                ("Up", -1, 0),
                ("Down", 1, 0),
            )
        ]
        self.outlines = [
            make("Keep &Outline Only", "", None, "Clear the inside of shapes", drawing.outline),
            make(
                "Draw Outline &Around",
                "",
                None,
                "Draw a line in the chosen colour around the drawing",
                drawing.surround,
            ),
        ]
        self.all = [
            self.cut, self.copy, self.select_all, *self.sizes, *self.shifts, *self.outlines,
        ]  # fmt: skip

    def _line_actions(self, axis: Axis, name: str, *sides: str) -> list[QAction]:
        """Insert and Remove, for the line of the keyboard's cell."""
        of, line = "of the cell that was clicked last", name.lower()
        actions = [
            self._make(
                f"Insert {name} {side}",
                "",
                None,
                f"A clear {line} beside that {of}",
                partial(self._drawing.insert, axis, bool(after)),
            )
            for after, side in enumerate(sides)
        ]
        remove = partial(self._drawing.remove, axis)
        return [*actions, self._make(f"Remove {name}", "", None, f"The {line} {of}", remove)]

    @property
    def pastes_cells(self) -> bool:
        """Whether Paste puts a picture into the drawing instead of reading a puzzle in it."""
        toolbox = self._drawing.toolbox
        return toolbox.is_active and toolbox.kind is ToolKind.SELECT

    def follow(self) -> None:
        """Offer what is possible now."""
        toolbox = self._drawing.toolbox
        for action in self.all:
            action.setEnabled(toolbox.is_active)
        for action in (self.cut, self.copy):
            action.setEnabled(toolbox.selecting.has_selection)
