"""The steps of the zoom."""

from __future__ import annotations

from collections.abc import Callable

SIZES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80)
"""Px of a cell at each step."""
MIN_SUITABLE_PX = 14
"""Px that cells keep when a board that does not fit is opened: it is scrolled instead."""


def stepped(size: int, steps: int) -> int:
    """The size that many steps up, or down if negative; the last one where there are no more.

    >>> stepped(24, 1), stepped(25, -1), stepped(80, 1)
    (28, 24, 80)
    """
    others = [s for s in SIZES if s > size] if steps > 0 else [s for s in SIZES[::-1] if s < size]
    return others[min(abs(steps), len(others)) - 1] if others else size


def largest_that(fits: Callable[[int], bool]) -> int:
    """The largest size that fits; the smallest one if none does.

    >>> largest_that(lambda size: 30 * size < 500)
    16
    """
    return next((size for size in reversed(SIZES) if fits(size)), SIZES[0])
