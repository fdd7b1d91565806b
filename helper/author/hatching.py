"""The cells to hatch while the puzzle changes and the check runs. No Qt."""

from __future__ import annotations

import time
from collections.abc import Iterable

from helper.author.check_result import CheckResult, CheckStatus

STALE_S = 0.3
"""How long cells stay hatched after a change, in addition to those that the new check has found;
without this the hatching would flicker with every stroke.
"""


class Hatching:
    """Keeps the set of hatched cells."""

    def __init__(self) -> None:
        self.cells: frozenset[int] = frozenset()
        """Cells, ``row * width + column``."""
        self._old_until = 0.0

    def follow(self, kept: Iterable[int]) -> None:
        """Take a change of the puzzle.

        Args:
            kept: The hatched cells that stay until the next result.
        """
        self.cells = frozenset(kept)
        self._old_until = time.monotonic() + STALE_S

    def update(self, result: CheckResult | None) -> frozenset[int]:
        """Take a result of the check; returns the cells to hatch."""
        if result is None or result.kind not in (CheckStatus.SEVERAL, CheckStatus.CHECKING):
            self.cells = frozenset()
        elif result.kind is CheckStatus.SEVERAL:
            is_soon = not result.is_final and time.monotonic() < self._old_until
            self.cells = result.undetermined | (self.cells if is_soon else frozenset())
        return self.cells
