"""The steps of the zoom."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable

SIZES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80)
"""The side of a cell at each step, in px."""
MIN_READABLE_FONT_PX = 9
"""A large board is opened with numbers no smaller than this; it is scrolled instead."""


def stepped(size: int, steps: int) -> int:
    """The size some steps up, or down if negative; limited to the first and last size.

    >>> stepped(24, 1), stepped(25, -1), stepped(80, 1)
    (28, 24, 80)
    """
    others = [s for s in SIZES if s > size] if steps > 0 else [s for s in SIZES[::-1] if s < size]
    return others[min(abs(steps), len(others)) - 1] if others else size


def largest_that(fits: Callable[[int], bool]) -> int:
    """The largest size that fits, of any whole px; the smallest one if none does.

    >>> largest_that(lambda size: 30 * size < 500)
    16
    """
    sizes = range(SIZES[0], SIZES[-1] + 1)
    return sizes[max(0, bisect(sizes, False, key=lambda size: not fits(size)) - 1)]


def smallest_from(size: int, is_readable: Callable[[int], bool]) -> int:
    """The smallest size from ``size`` on that is readable; the largest one if none is.

    >>> smallest_from(7, lambda size: size > 12)
    13
    """
    return next((s for s in range(size, SIZES[-1]) if is_readable(s)), SIZES[-1])
