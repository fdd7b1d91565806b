"""What a board with tools asks them: what a press begins, and what is shown. No widgets.

In Draw the window gives its board tools (:mod:`helper.draw`); without them the board makes strokes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from puzzles import Grid

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class CellFrame(NamedTuple):
    """A rectangle of cells."""

    top: int
    left: int
    height: int
    width: int

    @classmethod
    def between(cls, one: tuple[int, int], other: tuple[int, int]) -> CellFrame:
        """The smallest frame around two cells."""
        (top, bottom), (left, right) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return cls(top, left, bottom - top + 1, right - left + 1)

    def holds(self, cell: tuple[int, int]) -> bool:
        """Whether a cell is inside."""
        down, right = cell[0] - self.top, cell[1] - self.left
        return 0 <= down < self.height and 0 <= right < self.width

    def kept_on(self, height: int, width: int) -> CellFrame:
        """The frame moved onto a board of this size, as far as it fits."""
        top = max(0, min(self.top, height - self.height))
        return self._replace(top=top, left=max(0, min(self.left, width - self.width)))


class Press(NamedTuple):
    """How a drag begins."""

    is_second: bool = False
    """With the right button, or with Ctrl: it clears cells."""
    with_shift: bool = False
    is_copy: bool = False
    """By the keyboard: the state of the first cell is copied, unless it is clear."""


class Drag(Protocol):
    """What happens between press and release; the marks do not change until it ends."""

    marks: Grid

    @property
    def end(self) -> tuple[int, int]:
        """The cell that it has reached."""

    def move_to(self, row: int, column: int) -> None:
        """Extend it to another cell."""

    @property
    def changes(self) -> Mapping[int, int]:
        """The new states, by index ``row * width + column``."""

    @property
    def label(self) -> str:
        """The name of its move in the Undo menu."""

    @property
    def size_text(self) -> str:
        """The text beside the pointer; empty for none."""

    @property
    def frame(self) -> CellFrame | None:
        """The cells that are framed meanwhile; ``None``: those of the tools."""

    def finish(self) -> None:
        """Do what comes after the move."""


@dataclass(frozen=True, slots=True)
class ToolMarks:
    """What tools show over the board."""

    frame: CellFrame | None = None
    """The selected cells, or those of a text that is being typed."""
    has_upright_axis: bool = False
    """Whether left and right are drawn alike."""
    has_level_axis: bool = False
    """Whether top and bottom are drawn alike."""


class Toolset(Protocol):
    """The tools of a board, one of which is chosen."""

    @property
    def shown(self) -> ToolMarks:
        """What is shown over the board."""

    def begin(self, at: tuple[int, int], press: Press) -> Drag | None:
        """Use the chosen tool on a cell; ``None`` if nothing is dragged."""

    def preview(self, at: tuple[int, int] | None) -> Mapping[int, int]:
        """What a press on a cell would do: new states by index; ``None``: on no cell."""

    def press_key(self, event: QKeyEvent) -> bool:
        """Handle a key; ``False`` if it has no meaning for the tools."""

    def drop_unfinished(self) -> bool:
        """Drop what is being typed; ``False`` if that is nothing."""

    def leave(self) -> None:
        """End what has been begun: the author turns to something else."""
