"""A review window and what surrounds it; jobs run at once, in this process."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from PySide6.QtCore import QMimeData, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
from helper.review.draft import Draft
from helper.review.draft_lines import DraftPlace
from helper.review.review_window import ReviewWindow
from helper.review.scan_work import ReadingWish
from puzzles import Axis, Line, NonogramError
from puzzles.child.serving import Work
from puzzles.contracts import ShouldStop
from puzzles.formats import Document
from recognizer.lattice import Lattice, Picture
from recognizer.values import Reading
from tests.support import review_samples as samples

SEVEN = DraftPlace(Line(Axis.ROW, 1), 1)
PARTING = DraftPlace(Line(Axis.ROW, 4))
FIRST = DraftPlace(Line(Axis.ROW, 0))
THREE = DraftPlace(Line(Axis.COLUMN, 5), 0)
"""Places of the doubtful sample."""


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


@dataclass
class Desk:
    """What surrounds the window."""

    answer: QMessageBox.StandardButton = QMessageBox.StandardButton.No
    asked: list[str] = field(default_factory=list)
    accepted: list[Document] = field(default_factory=list)
    takes: bool = True
    reading: Reading = field(default_factory=samples.certain)
    """What comes of reading again."""
    requests: list[tuple[Picture, tuple[float, float] | None, Lattice | None]] = field(
        default_factory=list
    )

    wishes: list[ReadingWish] = field(default_factory=list)

    def accept(self, document: Document) -> bool:
        self.accepted.append(document)
        return self.takes

    def question(self, _: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        self.asked.append(text)
        return self.answer

    @property
    def asked_lattice(self) -> Lattice:
        """The lattice of the last request."""
        lattice = self.requests[-1][2]
        assert lattice is not None
        return lattice

    def reread(
        self,
        picture: Picture,
        wish: ReadingWish,
        report: samples.Report,
        should_stop: ShouldStop,
    ) -> Reading:
        self.requests.append((picture, wish.near, wish.lattice))
        self.wishes.append(wish)
        if wish.lattice is not None:
            return replace(self.reading, lattice=wish.lattice)
        return self.reading


class Opener:
    """Opens review windows and closes them in the end."""

    def __init__(self, qtbot: QtBot, themes: ThemeManager, desk: Desk) -> None:
        self.windows: list[ReviewWindow] = []
        self._qtbot, self._themes, self._desk = qtbot, themes, desk

    def __call__(self, reading: Reading, picture: Picture | None = None) -> ReviewWindow:
        shown = samples.picture() if picture is None else picture
        draft = Draft.of(reading, shown)
        window = ReviewWindow(shown, draft, self._themes, self._desk.accept)
        window.show()
        self._qtbot.waitExposed(window)
        window.activateWindow()
        QApplication.processEvents()
        self.windows.append(window)
        return window


def key(window: ReviewWindow, *keys: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    for one in keys:
        target = window.focusWidget() or window
        QTest.keyClick(target, one, modifier or Qt.KeyboardModifier.NoModifier)


def lengths(window: ReviewWindow, row: int) -> tuple[int, ...]:
    return window.review.draft.rows[row].lengths


def chip(window: ReviewWindow, place: DraftPlace) -> QPoint:
    scroll = window.clues.verticalScrollBar().value()
    return window.clues.chips.places[place].center() - QPoint(0, scroll)


def settle(window: ReviewWindow, qtbot: QtBot) -> None:
    """Until the reading and the verdict have come."""
    qtbot.waitUntil(lambda: not window.rereading.is_running, timeout=5000)
    qtbot.waitUntil(lambda: window.verdict.text() != "Solving …", timeout=5000)


def reviewed(window: MainWindow, qtbot: QtBot) -> ReviewWindow:
    qtbot.waitUntil(lambda: len(window.scanning.reviews) == 1, timeout=10_000)
    return window.scanning.reviews[0]


def drop(window: QWidget, mime: QMimeData) -> None:
    arguments = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton
    modifiers = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), *arguments, modifiers)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(9, 9), *arguments, modifiers))


def image_mime() -> QMimeData:
    mime = QMimeData()
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    mime.setImageData(image)
    return mime
