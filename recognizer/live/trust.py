"""Whether what is followed may be shown: the numbers beside it have to be those that were read."""

from __future__ import annotations

from recognizer.live.flow import Gray
from recognizer.live.follow import Fix
from recognizer.live.plane import Plane
from recognizer.live.witness import Witness
from recognizer.values import Picture, Reading

ALIKE = 0.5
"""How much numbers look as they did if they are the same; others, or none, are below."""
CHECK_S = 0.7
"""How often they are read again though they look the same."""
LEGIBLE = 0.3
"""The share that has to be read, to say anything."""
SAME, OTHER = 0.7, 0.5
"""The shares that agree: at least if it is the same puzzle, and at most if it is another."""
UNSURE_S = 1.5
"""After so long without being sure of it, the puzzle counts as lost."""


class Trust:
    """Keeps an eye on a few numbers of the page."""

    def __init__(self, witness: Witness, seconds: float) -> None:
        self._witness = witness
        self.begin(seconds)

    @classmethod
    def of(cls, picture: Picture, reading: Reading, seconds: float) -> Trust | None:
        """For a puzzle that was read; ``None`` if no numbers can be told again."""
        witness = Witness.of(picture, reading)
        return None if witness is None else cls(witness, seconds)

    def begin(self, seconds: float) -> None:
        """The puzzle came into view, and it is the right one."""
        self.is_sure = True
        """Whether the numbers are those that were read, as far as this frame tells."""
        self.is_broken = False
        """Whether they are others."""
        self._sure_at = self._checked_at = seconds

    def look(self, gray: Gray, fix: Fix, seconds: float) -> None:
        """The next frame, and where the lattice is in it."""
        plane = Plane(fix.lattice)
        is_alike = self._witness.likeness(gray, plane) >= ALIKE
        if is_alike and seconds - self._checked_at < CHECK_S:
            self._note(True, seconds)
            return
        self._checked_at = seconds
        legible, same = self._witness.agreement(gray, plane)
        if legible < LEGIBLE:
            # Blurred, or covered: nothing tells against it, but nothing for it either.
            self._note(is_alike, seconds)
        elif same < OTHER:
            self.is_sure, self.is_broken = False, True
        else:
            self._note(same >= SAME or is_alike, seconds)

    def _note(self, is_sure: bool, seconds: float) -> None:
        self.is_sure = is_sure
        if is_sure:
            self._sure_at = seconds
        elif seconds - self._sure_at > UNSURE_S:
            self.is_broken = True
