"""Verification: checks that the numbers beside the tracked grid are those that were read.

Another puzzle of the same size in the same place is tracked perfectly. So in each frame the
pictures of some numbers are compared with those of the reading. If they look alike, the puzzle is
the same, and only now and then the numbers are read again, since patches of similar numbers look
alike, too. If they do not, a lattice that is off by a cell is tried, and then they are read again,
in a sharp frame only. Numbers that cannot be read say nothing; two frames in a row with other
numbers end the puzzle, and so does a time without certainty.
"""

from __future__ import annotations

from itertools import product

from recognizer.lattice import Picture
from recognizer.live.tracking.lattice_tracker import Pose
from recognizer.live.tracking.number_check import NumberCheck
from recognizer.live.tracking.optical_flow import Gray
from recognizer.live.tracking.perspective import PagePlane
from recognizer.values import Reading

MIN_LIKENESS = 0.6
"""Minimum likeness, from -1 to 1, of the same numbers; other numbers, or none, have less. Higher:
more frames have to be read again; lower: another puzzle is noticed later."""
REREAD_INTERVAL_S = 0.7
"""How often numbers that look the same are read again, s: how long a puzzle that looks alike can go
unnoticed."""
MIN_LEGIBLE_SHARE = 0.3
"""Minimum share of legible numbers in a reading that counts; with fewer, a hand or blur decided."""
MIN_LEGIBLE_SHARE_TO_CONFIRM = 0.6
"""Minimum share of legible numbers that can confirm the known page: more than to keep it, since a
page that was out of sight may be another one."""
MIN_SAME_SHARE = 0.7
"""If at least this share of the legible numbers agrees, it is the same puzzle: some are misread in
a blurred frame."""
MIN_UNDECIDED_SHARE = 0.5
"""If less than this share of the legible numbers agrees, it is another puzzle. Between both nothing
is decided."""
MIN_SHARPNESS = 0.6
"""Minimum sharpness, from 0 to 1, of a frame whose numbers are read."""
MAX_MISMATCHES = 2
"""The number of consecutive mismatching frames after which the page is another puzzle: one may be a
frame of the turning page."""
MAX_UNSURE_S = 1.5
"""The time without certainty after which the puzzle counts as lost, s: a hand that passes takes
less."""


class PageVerifier:
    """Compares a few numbers of the page in every frame."""

    def __init__(self, check: NumberCheck, seconds: float) -> None:
        self._check = check
        self.begin(seconds)

    @classmethod
    def of(cls, picture: Picture, reading: Reading, seconds: float) -> PageVerifier | None:
        """A verifier for a puzzle that was read; ``None`` if too few numbers can be read again."""
        check = NumberCheck.of(picture, reading)
        return None if check is None else cls(check, seconds)

    def begin(self, seconds: float) -> None:
        """Start with the right puzzle in view."""
        self.is_sure = True
        """Whether the numbers in this frame are those that were read."""
        self.has_failed = False
        """Whether the numbers are different, or were uncertain for too long."""
        self._mismatches = 0
        self._sure_at = self._checked_at = seconds

    def verify(self, gray: Gray, pose: Pose, seconds: float) -> tuple[int, int] | None:
        """Verify the next frame.

        Args:
            gray: The full frame.
            pose: The pose of the lattice in it.
            seconds: The video time of the frame.

        Returns:
            The rows and columns by which the lattice is off, if it is: the lines of a grid look
            alike, its numbers do not.
        """
        plane = PagePlane(pose.lattice)
        is_alike = self._check.likeness(gray, plane) >= MIN_LIKENESS
        if is_alike and not self._mismatches and seconds - self._checked_at < REREAD_INTERVAL_S:
            self._update(True, seconds)
            return None
        if not is_alike and (shift := self._shift(gray, plane)) is not None:
            self._update(True, seconds)
            return shift
        if not pose.is_sure or pose.sharpness < MIN_SHARPNESS:
            self._update(is_alike and not self._mismatches, seconds)
            return None
        self._checked_at = seconds
        legible, same = self._check.agreement(gray, plane)
        if legible < MIN_LEGIBLE_SHARE:
            # Blurred or covered: no evidence for or against the puzzle.
            self._update(is_alike and not self._mismatches, seconds)
        elif same < MIN_UNDECIDED_SHARE:
            self.is_sure = False
            self._mismatches += 1
            self.has_failed = self.has_failed or self._mismatches >= MAX_MISMATCHES
        else:
            self._mismatches = 0
            if not is_alike and same >= MIN_SAME_SHARE and legible >= MIN_LEGIBLE_SHARE_TO_CONFIRM:
                self._check = self._check.refreshed(gray, plane)
            self._update(same >= MIN_SAME_SHARE or is_alike, seconds)
        return None

    def confirms(self, gray: Gray, plane: PagePlane) -> bool:
        """Whether reading the numbers again confirms the puzzle."""
        legible, same = self._check.agreement(gray, plane)
        return legible >= MIN_LEGIBLE_SHARE_TO_CONFIRM and same >= MIN_SAME_SHARE

    def _shift(self, gray: Gray, plane: PagePlane) -> tuple[int, int] | None:
        """The offset of one cell at which the numbers look right."""
        shifts = [(r, c) for r, c in product((-1, 0, 1), repeat=2) if (r, c) != (0, 0)]
        best = max(shifts, key=lambda shift: self._check.likeness(gray, plane, shift))
        return best if self._check.likeness(gray, plane, best) >= MIN_LIKENESS else None

    def _update(self, is_sure: bool, seconds: float) -> None:
        self.is_sure = is_sure and not self.has_failed
        if self.is_sure:
            self._sure_at = seconds
        elif seconds - self._sure_at > MAX_UNSURE_S:
            self.has_failed = True
