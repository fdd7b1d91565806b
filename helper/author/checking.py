"""The author's check: it counts solutions in the background as the puzzle changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from helper.author.check_result import (
    CHECKING,
    EMPTY,
    PENDING,
    TOO_LARGE,
    CheckResult,
    defective,
    failed,
    stand_of,
)
from helper.author.check_work import make_examiner
from helper.workers.request_process import RequestProcess
from puzzles import Puzzle
from solver.author.solution_check import SolutionCheck

CHECKING_AFTER_MS = 300
"""Until then what was said before stays; most answers come sooner."""
PENDING_AFTER_MS = 2000
QUICK_CELLS = 10_000
"""Boards up to this size are checked at once, larger ones when nothing changes for a moment."""
PAUSE_MS = 400
MAX_CELLS = 62_500
"""Larger boards are not checked."""


class AuthorCheck(QObject):
    """Checks one puzzle after the other; the last one counts. Whoever made it closes it.

    Signals:
        changed: :class:`~helper.author.check_result.CheckResult`; ``None`` for nothing to say.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stand: CheckResult | None = None
        """What was said last."""
        self._puzzle: Puzzle | None = None
        self._standing: RequestProcess | None = None
        self._pause = self._timer(PAUSE_MS, self._ask)
        self._slow = self._timer(CHECKING_AFTER_MS, lambda: self._say(CHECKING))
        self._very_slow = self._timer(PENDING_AFTER_MS, lambda: self._say(PENDING))

    def _timer(self, interval_ms: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(slot)
        return timer

    def examine(self, puzzle: Puzzle) -> None:
        """Find out how a puzzle stands; says nothing new if it has the clues of the last one."""
        if self.is_about(puzzle):
            return
        self._rest()
        self._puzzle = puzzle
        size = puzzle.height * puzzle.width
        known = EMPTY if not puzzle.has_clues else TOO_LARGE if size > MAX_CELLS else None
        known = known or defective(puzzle)
        if known is not None:
            self._say(known)
            return
        self._slow.start()
        self._very_slow.start()
        if size > QUICK_CELLS:
            self._pause.start()
        else:
            self._ask()

    def warm_up(self) -> RequestProcess:
        """Begin the child process, so that the first answer comes as soon as the others."""
        if self._standing is None:
            self._standing = RequestProcess(make_examiner, self)
            self._standing.reported.connect(lambda found: self._hear(found, False))
            self._standing.answered.connect(lambda found: self._hear(found, True))
            self._standing.failed.connect(self._fail)
            self._standing.start()
        return self._standing

    def is_about(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle that is checked has these clues."""
        mine = self._puzzle
        return mine is not None and (mine.rows, mine.columns, mine.palette) == (
            puzzle.rows,
            puzzle.columns,
            puzzle.palette,
        )

    @property
    def is_busy(self) -> bool:
        """Whether more is still to be said of the puzzle."""
        is_asking = self._standing is not None and self._standing.is_busy
        return is_asking or self._pause.isActive()

    def drop(self) -> None:
        """Nothing is to be checked any more; nothing is said."""
        self._rest()
        self._puzzle = None
        self._say(None)

    def close(self) -> None:
        """End it; no signal comes any more. Harmless when over."""
        self._rest()
        self._puzzle = None
        if self._standing is not None:
            self._standing.close()
            self._standing = None

    def _rest(self) -> None:
        for timer in (self._pause, self._slow, self._very_slow):
            timer.stop()
        if self._standing is not None:
            self._standing.cancel()

    def _ask(self) -> None:
        self.warm_up().ask(self._puzzle)

    def _hear(self, found: SolutionCheck, is_final: bool) -> None:
        if found.is_decided or is_final:
            self._slow.stop()
            self._very_slow.stop()
            self._say(stand_of(found, is_final))

    def _fail(self, sentence: str) -> None:
        self._slow.stop()
        self._very_slow.stop()
        self._say(failed(sentence))

    def _say(self, stand: CheckResult | None) -> None:
        if stand is not None or self.stand is not None:
            self.stand = stand
            self.changed.emit(stand)
