"""A worker with a progress dialog and Cancel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEventLoop, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.workers.jobs import Job
from puzzles.child.serving import Work
from puzzles.words import plural


class TaskProgress(Protocol):
    """What the worker reports, at least."""

    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...


class ProgressDialog(QDialog):
    """A sentence, progress widgets, and Cancel; ``rejected`` means that the user cancelled."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.label = QLabel(sentence)
        self.label.setWordWrap(True)
        # A long word is cut instead of widening the dialog.
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.label)
        self._layout.addWidget(buttons)
        self.setMinimumWidth(360)

    def add(self, *widgets: QWidget) -> None:
        """Put progress widgets above Cancel."""
        for widget in widgets:
            self._layout.insertWidget(self._layout.count() - 1, widget)


class CountingDialog(ProgressDialog):
    """Shows how many files are done; ``rejected`` asks to stop."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(title, sentence, parent)
        self.count = QLabel(" ")
        self.bar = QProgressBar()
        show_share(self.bar, 0)
        self.add(self.count, self.bar)

    def show_progress(self, progress: TaskProgress) -> None:
        """Show how far the worker is."""
        self.count.setText(
            plural(
                progress.total,
                "{done} of {count} file",
                "{done} of {count} files",
                done=progress.done,
            )
        )
        show_share(self.bar, progress.done / max(1, progress.total))


class ProgressTask(QObject):
    """Runs one worker at a time in a child process, with a dialog over a window.

    Signals:
        reported: What the worker reported.
    """

    reported = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._end: Callable[[object, str], None] | None = None
        self.job: Job | None = None
        self.dialog: CountingDialog | None = None
        self.is_cancelled = False
        """Whether the latest worker was asked to stop."""

    def start(
        self,
        title: str,
        sentence: str,
        work: Work,
        end: Callable[[object, str], None],
    ) -> None:
        """Run a worker; does nothing while one runs.

        Args:
            title: The dialog's.
            sentence: What is done.
            work: The worker; it reports :class:`TaskProgress`.
            end: Called once with the result, and with the sentence of a failure or nothing; the
                result is ``None`` if it failed, or was stopped and did not answer in time.
        """
        if self.job is not None:
            return
        self._end, self.is_cancelled = end, False
        self.dialog = CountingDialog(title, sentence, self._window)
        self.job = job = Job(work, self)
        job.reported.connect(self._show)
        job.finished.connect(lambda result: self._finish(result, ""))
        job.failed.connect(lambda problem: self._finish(None, problem))
        job.stopped.connect(lambda: self._finish(None, ""))
        self.dialog.rejected.connect(self.cancel)
        self.dialog.open()
        job.start()

    def cancel(self) -> None:
        """Ask the worker to stop."""
        self.is_cancelled = True
        if self.job is not None:
            self.job.cancel()

    def close(self) -> None:
        """The window closes: stop at once; the end is not told."""
        self._end = None
        if self.job is not None:
            self.job.kill()
        self._finish(None, "")

    def _show(self, progress: TaskProgress) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(progress)
        self.reported.emit(progress)

    def _finish(self, result: object, problem: str) -> None:
        job, dialog, end = self.job, self.dialog, self._end
        self.job = self.dialog = self._end = None
        if job is not None:
            job.deleteLater()
        if dialog is not None:
            dialog.hide()
            dialog.deleteLater()
        if end is not None:
            end(result, problem)


def show_share(bar: QProgressBar, share: float) -> None:
    """Show the share that is done, from 0 to 1; 0 is shown as a busy indicator."""
    bar.setRange(0, 1000 if share > 0 else 0)
    bar.setValue(round(1000 * share))


def run_beside(window: QWidget, title: str, sentence: str, work: Work) -> tuple[object, str]:
    """Run a worker in a child process, with a dialog over a window, and wait for its end.

    Returns:
        As :meth:`ProgressTask.start` gives ``end``: the result, and the sentence of a failure.
    """
    task, loop = ProgressTask(window), QEventLoop()
    ended: list[tuple[object, str]] = []

    def end(result: object, problem: str) -> None:
        ended.append((result, problem))
        loop.quit()

    try:
        task.start(title, sentence, work, end)
        loop.exec()
    finally:
        task.close()
        task.deleteLater()
    return ended[0] if ended else (None, "")  # the program ends
