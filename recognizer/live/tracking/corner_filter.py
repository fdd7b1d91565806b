"""Corners held steady without lag.

Source: Casiez, Roussel & Vogel, "1 € Filter: a simple speed-based low-pass filter for noisy input
in interactive systems", 2012.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


class OneEuroFilter:
    """Smooths values that are measured now and then: strongly at rest, hardly in motion."""

    def __init__(self, cutoff_hz: float, speed: float, speed_cutoff_hz: float = 3.0) -> None:
        """Begin.

        Args:
            cutoff_hz: What is slower passes at rest.
            speed: How much higher that becomes for each unit per second.
            speed_cutoff_hz: The same for the speed itself.
        """
        self._cutoff, self._slope, self._speed_cutoff = cutoff_hz, speed, speed_cutoff_hz
        self._values: Values | None = None
        self._speeds: Values | None = None
        self._seconds = 0.0

    def forget(self) -> None:
        """The next values have nothing to do with those before."""
        self._values = None

    def smooth(self, values: Values, seconds: float) -> Values:
        """The next values, all of one shape, and when they were measured."""
        step = seconds - self._seconds
        self._seconds = seconds
        if self._values is None or self._speeds is None or step <= 0:
            self._values, self._speeds = values.copy(), np.zeros_like(values)
            return values
        speeds = (values - self._values) / step
        self._speeds += _share(self._speed_cutoff, step) * (speeds - self._speeds)
        # A page moves as a whole: what moves one corner is no noise of another.
        fastest = float(np.abs(self._speeds).max())
        share = _share(self._cutoff + self._slope * fastest, step)
        self._values = self._values + share * (values - self._values)
        return self._values


def _share(cutoff_hz: float, step_s: float) -> float:
    rate = 2 * np.pi * cutoff_hz * step_s
    return float(rate / (rate + 1))
