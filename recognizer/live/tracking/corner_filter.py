"""Smooths the corners of the lattice with hardly any lag.

A low-pass filter trades jitter for lag. The eye sees jitter at rest and lag in motion, so the
cutoff frequency of this one grows with the speed, which is smoothed itself. Example: at a cutoff of
2.5 Hz and 30 frames a second a new value counts by 0.34; at a cell a second the cutoff is 2.5 + 8 =
10.5 Hz, and it counts by 0.69.

Source: Casiez, Roussel & Vogel, "1 € Filter: a simple speed-based low-pass filter for noisy input
in interactive systems", 2012.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


class OneEuroFilter:
    """Smooths values measured at irregular times: strongly at rest, hardly in motion."""

    def __init__(self, cutoff_hz: float, slope: float, speed_cutoff_hz: float = 3.0) -> None:
        """Start.

        Args:
            cutoff_hz: The cutoff frequency at rest.
            slope: Increase of the cutoff in Hz per unit per second.
            speed_cutoff_hz: The cutoff frequency for the speed itself.
        """
        self._cutoff, self._slope, self._speed_cutoff = cutoff_hz, slope, speed_cutoff_hz
        self._values: Values | None = None
        self._speeds: Values | None = None
        self._seconds = 0.0

    def reset(self) -> None:
        """Start again: the next values are not related to the previous ones."""
        self._values = None

    def smooth(self, values: Values, seconds: float) -> Values:
        """Smooth the next values, of the same shape, measured at ``seconds``."""
        step = seconds - self._seconds
        self._seconds = seconds
        if self._values is None or self._speeds is None or step <= 0:
            self._values, self._speeds = values.copy(), np.zeros_like(values)
            return values
        speeds = (values - self._values) / step
        self._speeds += _smoothing_factor(self._speed_cutoff, step) * (speeds - self._speeds)
        # A page moves as a whole, so the fastest corner sets the cutoff of all.
        fastest = float(np.abs(self._speeds).max())
        factor = _smoothing_factor(self._cutoff + self._slope * fastest, step)
        self._values = self._values + factor * (values - self._values)
        return self._values


def _smoothing_factor(cutoff_hz: float, step_s: float) -> float:
    rate = 2 * np.pi * cutoff_hz * step_s
    return float(rate / (rate + 1))
