"""Moves the board with the pointer; after a fast drag it glides on, and slows down."""

from __future__ import annotations

from collections import deque
from math import exp, hypot
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer

from helper.board.area import BoardArea

_STEP_MS = 16
"""Between two steps of the glide: 60 a second."""
_SEEN_S = 0.08
"""The last part of the drag, whose speed counts: a pointer that rested before has none."""
_SLOWING_S = 0.32
"""After so long the glide has 37 % of its speed, as in lists on phones."""
_MIN_SPEED = 40.0
"""Of a glide, px/s; a slower one ends."""
_MAX_SPEED = 4000.0
"""Of a glide, px/s."""


class _Seen(NamedTuple):
    at: QPoint
    time: float


class BoardPan(QObject):
    """One drag that moves the board, and its glide.

    Args:
        area: The board.
    """

    def __init__(self, area: BoardArea) -> None:
        super().__init__(area)
        self._area = area
        self._seen: deque[_Seen] = deque()
        self._speed = QPointF()
        """Of the glide, px/s; positive to the right and downwards."""
        self._rest = QPointF()
        """What is less than a px yet."""
        self._last = 0.0
        self._timer = QTimer(self, interval=_STEP_MS)
        self._timer.timeout.connect(self._step)

    @property
    def is_dragging(self) -> bool:
        """Whether the board follows the pointer."""
        return bool(self._seen)

    @property
    def is_gliding(self) -> bool:
        """Whether it moves by itself."""
        return self._timer.isActive()

    def begin(self, at: QPoint) -> None:
        """Take hold of the board at a point, in px of the viewport."""
        self.stop()
        self._note(at)

    def move(self, at: QPoint) -> None:
        """Take the board along."""
        way = self._seen[-1].at - at
        self._note(at)
        self._area.scroll_by(way.x(), way.y())

    def end(self, may_glide: bool) -> None:
        """Let go of the board, which may glide on if it was moved fast."""
        now, seen = monotonic(), self._seen
        while seen and seen[0].time < now - _SEEN_S:
            seen.popleft()
        if may_glide and len(seen) > 1:
            way, time = seen[0].at - seen[-1].at, max(0.001, now - seen[0].time)
            speed = hypot(way.x(), way.y()) / time
            if speed > _MIN_SPEED:
                self._speed = QPointF(way) * (min(speed, _MAX_SPEED) / speed / time)
                self._last, self._rest = now, QPointF()
                self._timer.start()
        seen.clear()

    def stop(self) -> None:
        """End the drag and the glide."""
        self._seen.clear()
        self._timer.stop()

    def _note(self, at: QPoint) -> None:
        self._seen.append(_Seen(at, monotonic()))
        if len(self._seen) > 64:
            self._seen.popleft()

    def _step(self) -> None:
        now = monotonic()
        kept, self._last = exp(-(now - self._last) / _SLOWING_S), now
        # The integral of the speed, so that a step that comes late does not go too far.
        way = self._speed * (_SLOWING_S * (1 - kept)) + self._rest
        whole = QPoint(int(way.x()), int(way.y()))
        self._rest = way - QPointF(whole)
        before = self._area.scroll_place
        self._area.scroll_by(whole.x(), whole.y())
        self._speed *= kept
        is_at_edge = not whole.isNull() and self._area.scroll_place == before
        if is_at_edge or hypot(self._speed.x(), self._speed.y()) < _MIN_SPEED:
            self._timer.stop()
