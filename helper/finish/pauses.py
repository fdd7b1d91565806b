"""The longest pauses of a game, and what the player could have seen then."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from helper.hints.hint_process import HintProcess
from helper.hints.hint_work import Hint, HintKind, HintRequest
from helper.play.clock import time_text
from helper.play.session import Session
from helper.rating.puzzle_rating import MAX_CELLS
from puzzles.words import headed
from solver.logic.sentences import sentence
from solver.logic.techniques import Technique

MOST = 3
"""Pauses that are told."""
MIN_PAUSE_S = 10
"""A shorter one is no pause."""
_MOST_TRIED = 9
"""At some of the longest pauses marks were wrong, or the step was one that is told already."""


class Moment(NamedTuple):
    """A pause of the player, and the easiest step that was there."""

    pause_s: int
    technique: Technique
    why: str
    """The step with its reason."""

    def told(self, what: str) -> str:
        """Something about it, after its length: "1:05: Overlap"."""
        return headed(time_text(self.pause_s), what)


class PauseReview(QObject):
    """Looks for the steps that were there at the longest pauses of the game that has just ended.

    Signals:
        found: A list of :class:`Moment`, the longest pause first, each time that one is added.
    """

    found = Signal(list)

    def __init__(self, session: Session, process: HintProcess, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._process = session, process
        self._left: deque[tuple[int, int]] = deque()
        self._moments: list[Moment] = []

    def begin(self) -> None:
        """Look at the game as it is now."""
        self.end()
        puzzle = self._session.puzzle
        if puzzle.height * puzzle.width > MAX_CELLS:  # which is not rated either
            return
        pauses = sorted(self._session.pauses, key=lambda pause: (-pause[0], pause[1]))
        self._left.extend(each for each in pauses[:_MOST_TRIED] if each[0] >= MIN_PAUSE_S)
        self._go_on()

    def end(self) -> None:
        """Look for nothing any more, and forget what was found."""
        self._left.clear()
        self._moments = []
        self._process.cancel(self)

    def _go_on(self) -> None:
        if self._left and len(self._moments) < MOST:
            marks = self._session.painted_before(self._left[0][1])
            self._process.ask(self, HintRequest(self._session.puzzle, marks))

    # What the child process answers

    def take(self, hint: Hint) -> None:
        """Get the step at the pause that was asked about."""
        pause_s, _ = self._left.popleft()
        if hint.kind is HintKind.STEP:
            deduction = hint.steps[-1].deduction
            moment = Moment(pause_s, deduction.technique, sentence(deduction, self._session.puzzle))
            if moment.why not in {each.why for each in self._moments}:
                self._moments.append(moment)
                self.found.emit(list(self._moments))
        self._go_on()

    def fail(self, sentence: str) -> None:
        """Nothing can be found: what is known stays."""
        self._left.clear()

    def drop(self) -> None:
        """The player asks for something else."""
        self._left.clear()
