"""Reads the picture again in the background, for a grid that a person has moved or chosen."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from helper.review.model import Review
from helper.review.scan_work import reread_work
from helper.workers.jobs import Job
from recognizer.values import Lattice, Picture, Problem, Progress, Reading

WAIT_MS = 300
"""Clicks on a size follow each other; only the last one is read."""


class Rereading(QObject):
    """One reading at a time; asking again gives up the one before.

    Signals:
        started: A reading began.
        progressed: :class:`recognizer.values.Progress`.
        ended: It is over, whatever came of it.
        failed: ``str``, the sentence why nothing came of it.
    """

    started = Signal()
    progressed = Signal(object)
    ended = Signal()
    failed = Signal(str)

    def __init__(self, review: Review) -> None:
        super().__init__(review)
        self._review = review
        self._job: Job | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT_MS)
        self._timer.timeout.connect(self._begin)
        review.undo_stack.indexChanged.connect(self._index_changed)
        self._index = review.undo_stack.index()

    @property
    def is_running(self) -> bool:
        """Whether a reading is to come."""
        return self._job is not None or self._timer.isActive()

    def start(
        self,
        picture: Picture,
        near: tuple[float, float] | None = None,
        lattice: Lattice | None = None,
    ) -> None:
        """Read the grid near a point, or the one that is given, or whichever is found."""
        self._drop()
        self._index = self._review.undo_stack.index()
        self._work = partial(reread_work, picture, near, lattice)
        self._timer.start()
        self.started.emit()

    def _begin(self) -> None:
        self._job = Job(self._work, self)
        self._job.reported.connect(self._report)
        self._job.finished.connect(self._finish)
        self._job.failed.connect(self._fail)
        self._job.stopped.connect(self.cancel)
        self._job.start()

    def cancel(self) -> None:
        """Give up; the draft stays as it is."""
        if self.is_running:
            self._drop()
            self._review.forget_reading()
            self.ended.emit()

    def _drop(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.kill()
            self._job.deleteLater()
            self._job = None

    def _report(self, progress: Progress) -> None:
        self.progressed.emit(progress)

    def _finish(self, reading: Reading) -> None:
        self._drop()
        is_found = self._review.take_reading(reading)
        self.ended.emit()
        if not is_found:
            self.failed.emit(f"{Problem.NO_GRID.value} What was there before stays.")

    def _fail(self, sentence: str) -> None:
        self.cancel()
        self.failed.emit(f"The picture could not be read again: {sentence}")

    def _index_changed(self, index: int) -> None:
        """What asked for the reading was taken back."""
        if index < self._index:
            self.cancel()
        self._index = min(index, self._index)
