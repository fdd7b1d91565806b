"""Which cells are hatched while the puzzle changes and the check goes on. No Qt."""

from __future__ import annotations

import time
from collections.abc import Iterable

from helper.author.check_result import CheckResult, CheckStatus

STALE_S = 0.3
"""How long cells of the puzzle before stay hatched beside the first that are known of this one:
without them the hatching would flicker with every stroke.
"""


class Hatching:
    """The cells that are hatched."""

    def __init__(self) -> None:
        self.cells: frozenset[int] = frozenset()
        """Cells, ``row * width + column``."""
        self._old_until = 0.0

    def follow(self, kept: Iterable[int]) -> None:
        """The puzzle is another one.

        Args:
            kept: Of the hatched cells those that may stay for the moment.
        """
        self.cells = frozenset(kept)
        self._old_until = time.monotonic() + STALE_S

    def hear(self, stand: CheckResult | None) -> frozenset[int]:
        """Take over what is known now; the cells to hatch."""
        if stand is None or stand.kind not in (CheckStatus.SEVERAL, CheckStatus.CHECKING):
            self.cells = frozenset()
        elif stand.kind is CheckStatus.SEVERAL:
            is_soon = not stand.is_final and time.monotonic() < self._old_until
            self.cells = stand.undetermined | (self.cells if is_soon else frozenset())
        return self.cells
