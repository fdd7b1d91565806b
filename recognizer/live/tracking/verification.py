"""Whether what is followed may be shown: the numbers beside it have to be those that were read."""

from __future__ import annotations

from itertools import product

from recognizer.live.tracking.lattice_tracker import Pose
from recognizer.live.tracking.number_check import NumberCheck
from recognizer.live.tracking.optical_flow import Gray
from recognizer.live.tracking.perspective import PagePlane
from recognizer.values import Picture, Reading

ALIKE = 0.6
"""How much numbers look as they did if they are the same; others, or none, are below."""
CHECK_S = 0.7
"""How often they are read again though they look the same."""
LEGIBLE = 0.3
"""The share that has to be read, to say anything."""
MOST = 0.6
"""The share that has to be read where a page is said to be found again."""
SAME, OTHER = 0.7, 0.5
"""The shares that agree: at least if it is the same puzzle, and at most if it is another."""
CLEAR = 0.6
"""How sharp a frame is, at least, to have its numbers read."""
MOST_AGAINST = 2
"""Frames that say that it is another puzzle, one after the other, before it is."""
UNSURE_S = 1.5
"""After so long without being sure of it, the puzzle counts as lost."""


class PageVerifier:
    """Keeps an eye on a few numbers of the page."""

    def __init__(self, witness: NumberCheck, seconds: float) -> None:
        self._witness = witness
        self.begin(seconds)

    @classmethod
    def of(cls, picture: Picture, reading: Reading, seconds: float) -> PageVerifier | None:
        """For a puzzle that was read; ``None`` if no numbers can be told again."""
        witness = NumberCheck.of(picture, reading)
        return None if witness is None else cls(witness, seconds)

    def begin(self, seconds: float) -> None:
        """The puzzle came into view, and it is the right one."""
        self.is_sure = True
        """Whether the numbers are those that were read, as far as this frame tells."""
        self.is_broken = False
        """Whether they are others."""
        self._against = 0
        self._sure_at = self._checked_at = seconds

    def look(self, gray: Gray, fix: Pose, seconds: float) -> tuple[int, int] | None:
        """Look at the next frame.

        Args:
            gray: The full frame.
            fix: Where the lattice is in it.
            seconds: When it was taken.

        Returns:
            By how many rows and columns the lattice is off, if it turns out to be: the lines of a
            grid look alike, its numbers do not.
        """
        plane = PagePlane(fix.lattice)
        is_alike = self._witness.likeness(gray, plane) >= ALIKE
        if is_alike and not self._against and seconds - self._checked_at < CHECK_S:
            self._note(True, seconds)
            return None
        if not is_alike and (shift := self._shift(gray, plane)) is not None:
            self._note(True, seconds)
            return shift
        if not fix.is_sure or fix.sharpness < CLEAR:
            self._note(is_alike and not self._against, seconds)
            return None
        self._checked_at = seconds
        legible, same = self._witness.agreement(gray, plane)
        if legible < LEGIBLE:
            # Blurred, or covered: nothing tells against it, but nothing for it either.
            self._note(is_alike and not self._against, seconds)
        elif same < OTHER:
            self.is_sure = False
            self._against += 1
            self.is_broken = self.is_broken or self._against >= MOST_AGAINST
        else:
            self._against = 0
            if not is_alike and same >= SAME and legible >= MOST:
                self._witness = self._witness.refreshed(gray, plane)
            self._note(same >= SAME or is_alike, seconds)
        return None

    def confirms(self, gray: Gray, plane: PagePlane) -> bool:
        """Whether most of the numbers are there: read again, not only looked at."""
        legible, same = self._witness.agreement(gray, plane)
        return legible >= MOST and same >= SAME

    def _shift(self, gray: Gray, plane: PagePlane) -> tuple[int, int] | None:
        """Where the numbers look as they should, a cell away."""
        ways = [(r, c) for r, c in product((-1, 0, 1), repeat=2) if (r, c) != (0, 0)]
        best = max(ways, key=lambda shift: self._witness.likeness(gray, plane, shift))
        return best if self._witness.likeness(gray, plane, best) >= ALIKE else None

    def _note(self, is_sure: bool, seconds: float) -> None:
        self.is_sure = is_sure and not self.is_broken
        if self.is_sure:
            self._sure_at = seconds
        elif seconds - self._sure_at > UNSURE_S:
            self.is_broken = True
