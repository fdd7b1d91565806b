"""Reads the picture again in the background, for a grid that the user moved or chose."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from helper.review.review import Review
from helper.review.scan_work import ReadingWish, reread_work
from helper.workers.jobs import Job
from puzzles.child.serving import Work
from puzzles.words import _, paragraph, plural, worded
from recognizer.lattice import Picture
from recognizer.values import Problem, Progress, Reading

START_DELAY_MS = 300
"""The pause before reading: after several clicks only the last size is read."""


class RereadJob(QObject):
    """Runs one reading at a time; a new one replaces the previous one.

    Signals:
        started: A reading has started.
        progressed: :class:`recognizer.values.Progress`.
        ended: The reading has ended, with or without a result.
        failed: ``str``, why the result is not as wished, as a sentence.
    """

    started = Signal()
    progressed = Signal(object)
    ended = Signal()
    failed = Signal(str)

    def __init__(self, review: Review) -> None:
        super().__init__(review)
        self._review = review
        self._job: Job | None = None
        self._work: Work | None = None
        """What is to be read; ``None`` if nothing is expected."""
        self._is_held = False
        self._colors: int | None = None
        """How many colours are wished."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(START_DELAY_MS)
        self._timer.timeout.connect(self._begin)
        review.undo_stack.indexChanged.connect(self._index_changed)
        self._index = review.undo_stack.index()

    @property
    def is_running(self) -> bool:
        """Whether a reading is expected."""
        return self._work is not None

    def hold(self, is_held: bool) -> None:
        """Read nothing while the user moves a corner: the end of the move is the next request."""
        self._is_held = is_held
        self._stop_job()
        if not is_held and self._work is not None:
            self._timer.start()

    def start(self, picture: Picture, wish: ReadingWish) -> None:
        """Read a picture again as is wished."""
        self._stop_job()
        self._index = self._review.undo_stack.index()
        self._work, self._colors = partial(reread_work, picture, wish), wish.colors
        if not self._is_held:
            self._timer.start()
        self.started.emit()

    def _begin(self) -> None:
        assert self._work is not None
        self._job = Job(self._work, self)
        self._job.reported.connect(self._report)
        self._job.finished.connect(self._finish)
        self._job.failed.connect(self._fail)
        self._job.stopped.connect(self.cancel)
        self._job.start()

    def cancel(self) -> None:
        """Stop reading; the draft stays as it is."""
        if self.is_running:
            self._stop_job()
            self._work = None
            self._review.cancel_reading()
            self.ended.emit()

    def _stop_job(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.kill()
            self._job.deleteLater()
            self._job = None

    def _report(self, progress: Progress) -> None:
        self.progressed.emit(progress)

    def _finish(self, reading: Reading) -> None:
        self._stop_job()
        self._work = None
        is_found = self._review.take_reading(reading)
        self.ended.emit()
        if not is_found:
            self.failed.emit(paragraph(Problem.NO_GRID.sentence, _("The old grid stays.")))
        elif self._colors is not None and (found := len(reading.palette) - 1) != self._colors:
            text = plural(
                found,
                "The numbers could not be read in so many colours: they have {count} colour now.",
                "The numbers could not be read in so many colours: they have {count} colours now.",
            )
            self.failed.emit(text)

    def _fail(self, sentence: str) -> None:
        self.cancel()
        self.failed.emit(
            worded("The picture could not be read again: {sentence}", sentence=sentence)
        )

    def _index_changed(self, index: int) -> None:
        """Cancel the reading if its request was undone."""
        if index < self._index:
            self.cancel()
        self._index = min(index, self._index)
