"""Jobs that run at once, in this process: for tests that are not about child processes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from helper.work import Work
from puzzles import NonogramError


class QuickJob(QObject):
    """As a job is seen from outside.

    Signals:
        reported, finished, failed, stopped: As those of a job.
    """

    reported = Signal(object)
    finished = Signal(object)
    failed = Signal(str)
    stopped = Signal()

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._is_over = False

    def start(self) -> None:
        QTimer.singleShot(0, self, self._run)

    def kill(self) -> None:
        self._is_over = True

    def cancel(self) -> None:
        self._is_over = True
        self.stopped.emit()

    def _run(self) -> None:
        if self._is_over:
            return
        try:
            result = self._work(self.reported.emit, lambda: False)
        except NonogramError as error:
            self.failed.emit(str(error))
        else:
            self.finished.emit(result)
