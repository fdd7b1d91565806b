"""The modes Play and Draw, and the guard of a session. No Qt.

The guard may change a stroke before it becomes a move, or end it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Protocol


class Mode(enum.Enum):
    """What the player does with the puzzle."""

    PLAY = "play"
    """Solve it."""
    DRAW = "draw"
    """Make it: draw cells, which the clues follow, or edit the clues."""


class Guard(Protocol):
    """Looks at the cells that the player paints before they become a move."""

    def may_paint(self, cells: Mapping[int, int]) -> bool:
        """Whether a stroke may go on; ``False`` ends it."""

    def admit(self, cells: Mapping[int, int], label: str) -> tuple[Mapping[int, int], str]:
        """What becomes of a stroke: the new states of cells, and the name of the move."""
