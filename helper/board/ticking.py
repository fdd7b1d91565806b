"""Ticking clues off with the pointer: a click, or a drag over several numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from helper.play.line_commands import tick_off
from helper.play.mode import Mode
from helper.play.session import Session
from helper.play.ticks import CluePlace, Ticks
from puzzles import Line


class TickStroke:
    """The numbers that a drag has passed; they become one move when it ends."""

    def __init__(self, session: Session, changed: Callable[[Iterable[Line]], None]) -> None:
        """``changed``: called with the lines whose numbers look different now."""
        self._session = session
        self._changed = changed
        self._passed: set[CluePlace] = set()
        self._is_on = True

    @property
    def is_active(self) -> bool:
        """Whether a drag has begun."""
        return bool(self._passed)

    @property
    def ticks(self) -> Ticks:
        """The ticks as they are to be shown."""
        if not self._passed:
            return self._session.ticks
        passed = frozenset(self._passed)
        return self._session.ticks | passed if self._is_on else self._session.ticks - passed

    def begin(self, clue: CluePlace) -> None:
        """Begin at a number, whose tick comes or goes; a drawing has no ticks."""
        if self._session.mode is not Mode.PLAY:
            return
        self._is_on = clue not in self._session.ticks
        self.extend(clue)

    def extend(self, clue: CluePlace) -> None:
        """Pass another number."""
        if clue not in self._passed:
            self._passed.add(clue)
            self._changed([clue.line])

    def end(self) -> None:
        """Make the move."""
        passed, self._passed = self._passed, set()
        if passed:
            tick_off(self._session, passed, self._is_on)

    def cancel(self) -> None:
        """End without a move."""
        passed, self._passed = self._passed, set()
        self._changed({clue.line for clue in passed})
