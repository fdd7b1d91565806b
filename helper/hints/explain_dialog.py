"""Puzzle > Solution > Explain: lists the whole solution step by step, each step with its board."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, QStringListModel, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from helper.application.settings import Settings
from helper.application.typeface import FAMILY
from helper.hints.explain_work import explaining, writing
from helper.workers.jobs import Job
from puzzles import Puzzle
from puzzles.titles import file_stem
from puzzles.words import _, plural, worded
from solver.logic.explain import ExplainedStep
from solver.logic.step_pictures import StepPictures

_FILTERS = _("Web pages (*.html);;Markdown (*.md);;Text (*.txt)")


class StepPicture(QWidget):
    """The board after a step."""

    def __init__(self) -> None:
        super().__init__()
        self._renderer = QSvgRenderer(self)
        self.setMinimumSize(120, 120)

    def show_step(self, puzzle: Puzzle, step: ExplainedStep) -> None:
        """Paint another step."""
        pictures = StepPictures(puzzle, FAMILY, self.palette().windowText().color().name())
        self._renderer.load(QByteArray(pictures.of(step).encode()))
        self.setAccessibleName(worded("The board after step {number}", number=step.number))
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(420, 420)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if not self._renderer.isValid():
            return
        painter = QPainter(self)
        try:
            size = self._renderer.defaultSize().scaled(
                self.size(), Qt.AspectRatioMode.KeepAspectRatio
            )
            left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
            self._renderer.render(painter, QRectF(left, top, size.width(), size.height()))
        finally:
            painter.end()


class ExplainDialog(QDialog):
    """Lists the steps while they are found in the background; closing it stops that."""

    def __init__(self, puzzle: Puzzle, settings: Settings, parent: QWidget | None = None) -> None:
        """``puzzle``: without defects."""
        super().__init__(parent)
        self.setWindowTitle(_("Explain"))
        self._puzzle = puzzle
        self._settings = settings
        self._steps: list[ExplainedStep] = []
        self._writing: Job | None = None
        self.head = QLabel(_("Looking for the steps …"))
        self.head.setWordWrap(True)
        self.list = QListView()
        self.list.setObjectName("steps")
        self.list.setWordWrap(True)
        self.list.setSpacing(3)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(_("Steps"))
        self._model = QStringListModel(self)
        self.list.setModel(self._model)
        self.picture = StepPicture()
        self.save = QPushButton(_("&Save As…"))
        self.save.setToolTip(
            _("Write all steps as a web page with pictures, as Markdown or as text")
        )
        self.save.setEnabled(False)
        self.close_button = QPushButton(_("Close"))
        self._lay_out()
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_current())
        self.save.clicked.connect(self._choose_file)
        self.close_button.clicked.connect(self.close)
        self._job = Job(explaining(puzzle), self)
        self._job.reported.connect(self._add)
        self._job.finished.connect(self._finish)
        self._job.failed.connect(self.head.setText)
        self.finished.connect(self._end)
        self._job.start()

    def _lay_out(self) -> None:
        parts = QSplitter()
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.list)
        parts.addWidget(self.picture)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(self.save)
        foot.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.head)
        column.addWidget(parts, 1)
        column.addLayout(foot)
        room = self.screen().availableSize()
        self.resize(min(820, room.width() * 9 // 10), min(560, room.height() * 9 // 10))
        parts.setSizes([440, 340])

    @property
    def steps(self) -> tuple[ExplainedStep, ...]:
        """The steps so far."""
        return tuple(self._steps)

    def _add(self, steps: tuple[ExplainedStep, ...]) -> None:
        first = len(self._steps)
        self._steps += steps
        self._model.insertRows(first, len(steps))
        for row, step in enumerate(steps, first):
            self._model.setData(self._model.index(row), _text(step))
        self.head.setText(
            plural(len(self._steps), "{count} step so far …", "{count} steps so far …")
        )
        if not first:
            self.list.setCurrentIndex(self._model.index(0))
            self.list.setFocus()

    def _finish(self, is_complete: bool) -> None:
        count = len(self._steps)
        self.head.setText(
            plural(count, "{count} step to the solution.", "{count} steps to the solution.")
            if is_complete
            else plural(
                count,
                "After {count} step nothing more follows: the puzzle has several solutions.",
                "After {count} steps nothing more follows: the puzzle has several solutions.",
            )
        )
        self.save.setEnabled(bool(count))

    def _show_current(self) -> None:
        row = self.list.currentIndex().row()
        if 0 <= row < len(self._steps):
            self.picture.show_step(self._puzzle, self._steps[row])

    def _choose_file(self) -> None:
        start = Path(self._settings.save_folder) / f"{file_stem(self._puzzle.title)}.html"
        chosen, _filter = QFileDialog.getSaveFileName(
            self, _("Save Explanation"), str(start), _FILTERS
        )
        if not chosen:
            return
        path = Path(chosen) if Path(chosen).suffix else Path(chosen).with_suffix(".html")
        self.save.setEnabled(False)
        self._writing = Job(writing(self._puzzle, path), self)
        self._writing.finished.connect(self._saved)
        self._writing.failed.connect(self._not_saved)
        self._writing.start()

    def _saved(self, path: Path) -> None:
        self.save.setEnabled(True)
        self.head.setText(worded("Saved {path}", path=path))

    def _not_saved(self, sentence: str) -> None:
        self.save.setEnabled(True)
        self.head.setText(sentence)

    def _end(self) -> None:
        self._job.kill()
        if self._writing is not None:
            self._writing.kill()


def _text(step: ExplainedStep) -> str:
    """A step and the sentences of its trials."""
    title = step.deduction.technique.title
    texts = [f"{step.number}. {title}. {step.text}"]
    texts += [f"    {sentence}" for trial in step.trials for sentence in trial]
    return "\n".join(texts)
