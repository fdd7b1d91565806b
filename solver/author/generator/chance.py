"""Random numbers that are the same on every machine and with every version of Python.

Only :meth:`random.Random.random` is used, whose numbers are the same everywhere; so are those that
are made of them here by the four basic operations.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Random choices that a text decides."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def share(self) -> float:
        """A number from 0 to 1, without 1."""
        return self._random.random()

    def between(self, low: float, high: float) -> float:
        """A number between two others."""
        return low + (high - low) * self.share()

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count - 1``."""
        return min(count - 1, int(self.share() * count))

    def whole(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def one_of(self, items: Sequence[T]) -> T:
        """One of several items."""
        return items[self.below(len(items))]

    def turn(self) -> tuple[float, float]:
        """Cosine and sine of an angle, without functions whose last digit machines disagree on."""
        t = self.between(-1.0, 1.0)
        cosine, sine = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
        return (cosine, sine) if self.share() < 0.5 else (-cosine, sine)
