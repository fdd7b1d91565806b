"""The author's check: it counts solutions in the background as the puzzle changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from helper.author.author_work import make_examiner
from helper.author.check_result import (
    CHECKING,
    EMPTY,
    PENDING,
    TOO_LARGE,
    CheckResult,
    defective,
    failed,
    result_of,
)
from helper.workers.request_process import RequestProcess
from puzzles import Puzzle

if TYPE_CHECKING:
    from solver.author.solution_check import SolutionCheck

CHECKING_AFTER_MS = 300
"""The delay before "Checking …" replaces the last result; most results arrive sooner."""
PENDING_AFTER_MS = 2000
"""The delay before "Not decided yet" is shown."""
QUICK_CELLS = 10_000
"""Boards with at most so many cells are checked at once, larger ones after :data:`PAUSE_MS`."""
PAUSE_MS = 400
"""How long a large board must not change before it is checked."""
MAX_CELLS = 62_500
"""Boards with more cells are not checked."""


class AuthorCheck(QObject):
    """Checks the latest puzzle. The owner has to call :meth:`close`.

    Signals:
        changed: :class:`~helper.author.check_result.CheckResult`; ``None`` if nothing is checked.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.result: CheckResult | None = None
        """The latest result."""
        self._puzzle: Puzzle | None = None
        self._process: RequestProcess | None = None
        self._pause = self._timer(PAUSE_MS, self._ask)
        self._slow = self._timer(CHECKING_AFTER_MS, lambda: self._set_result(CHECKING))
        self._very_slow = self._timer(PENDING_AFTER_MS, lambda: self._set_result(PENDING))

    def _timer(self, interval_ms: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(slot)
        return timer

    def examine(self, puzzle: Puzzle) -> None:
        """Check a puzzle, unless it has the clues of the last one."""
        if self.is_about(puzzle):
            return
        self._stop()
        self._puzzle = puzzle
        size = puzzle.height * puzzle.width
        known = EMPTY if not puzzle.has_clues else TOO_LARGE if size > MAX_CELLS else None
        known = known or defective(puzzle)
        if known is not None:
            self._set_result(known)
            return
        self._slow.start()
        self._very_slow.start()
        if size > QUICK_CELLS:
            self._pause.start()
        else:
            self._ask()

    def warm_up(self) -> RequestProcess:
        """Start the child process, so that the first result is not delayed by it."""
        if self._process is None:
            self._process = RequestProcess(make_examiner, self)
            self._process.reported.connect(lambda found: self._take(found, False))
            self._process.answered.connect(lambda found: self._take(found, True))
            self._process.failed.connect(self._fail)
            self._process.start()
        return self._process

    @property
    def puzzle(self) -> Puzzle | None:
        """The latest puzzle."""
        return self._puzzle

    def is_about(self, puzzle: Puzzle) -> bool:
        """Whether the latest puzzle has the same clues and palette."""
        checked = self._puzzle
        return checked is not None and (checked.rows, checked.columns, checked.palette) == (
            puzzle.rows,
            puzzle.columns,
            puzzle.palette,
        )

    @property
    def is_busy(self) -> bool:
        """Whether the check of the latest puzzle still runs."""
        is_asking = self._process is not None and self._process.is_busy
        return is_asking or self._pause.isActive()

    def drop(self) -> None:
        """Stop checking and clear the result."""
        self._stop()
        self._puzzle = None
        self._set_result(None)

    def close(self) -> None:
        """End the child process; no more signals are emitted. May be called twice."""
        self._stop()
        self._puzzle = None
        if self._process is not None:
            self._process.close()
            self._process = None

    def _stop(self) -> None:
        for timer in (self._pause, self._slow, self._very_slow):
            timer.stop()
        if self._process is not None:
            self._process.cancel()

    def _ask(self) -> None:
        self.warm_up().ask(self._puzzle)

    def _take(self, found: SolutionCheck, is_final: bool) -> None:
        if found.is_decided or is_final:
            self._slow.stop()
            self._very_slow.stop()
            are_clues_known = self._puzzle is None or not self._puzzle.unknown_lines
            self._set_result(result_of(found, is_final, are_clues_known))

    def _fail(self, sentence: str) -> None:
        self._slow.stop()
        self._very_slow.stop()
        self._set_result(failed(sentence))

    def _set_result(self, result: CheckResult | None) -> None:
        if result is not None or self.result is not None:
            self.result = result
            self.changed.emit(result)
