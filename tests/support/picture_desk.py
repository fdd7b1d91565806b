"""A picture window and what surrounds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from PIL import Image
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from helper.picture.picture_window import PictureWindow
from puzzles import NonogramError
from puzzles.child.serving import Handler
from puzzles.formats import Document

FACE = [
    "...#####...",
    ".##.....##.",
    "#..#...#..#",
    "#.........#",
    "#..#...#..#",
    "#...###...#",
    ".##.....##.",
    "...#####...",
]
TWO_WAYS = ["#.......", ".#......", "..######", "..######", "..######"]
"""Its first two columns can be exchanged."""


def save_cells(path: Path, rows: list[str], scale: int = 1) -> Path:
    """A picture in two colours, one pixel or so many a cell."""
    image = Image.new("1", (len(rows[0]), len(rows)), 1)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell == "#":
                image.putpixel((x, y), 0)
    image.resize((image.width * scale, image.height * scale)).save(path)
    return path


class QuickStanding(QObject):
    """As a standing child is seen from outside; answers once Qt has time, the last request only."""

    ready = Signal()
    reported = Signal(object)
    answered = Signal(object)
    failed = Signal(str)

    def __init__(self, make: Callable[[], Handler], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._handler: Handler | None = None
        self._number = 0
        self.is_busy = False
        self._is_closed = False

    def start(self) -> None:
        """Nothing to do."""

    def ask(self, request: object) -> None:
        self._number += 1
        self.is_busy = True
        number = self._number
        QTimer.singleShot(0, self, lambda: self._answer(number, request))

    def cancel(self) -> None:
        self._number += 1
        self.is_busy = False

    def close(self) -> None:
        self._is_closed = True
        self.cancel()

    def _answer(self, number: int, request: object) -> None:
        if number != self._number or self._is_closed:
            return
        try:
            self._handler = self._handler or self._make()
            result = self._handler(request, self.reported.emit, lambda: number != self._number)
        except NonogramError as error:
            self.is_busy = False
            self.failed.emit(str(error))
            return
        if number == self._number:
            self.is_busy = False
            self.answered.emit(result)


class HeldStanding(QuickStanding):
    """Answers when it is told to; keeps what it was asked."""

    made: ClassVar[list[HeldStanding]] = []

    def __init__(self, make: Callable[[], Handler], parent: object = None) -> None:
        super().__init__(make, parent)  # type: ignore[arg-type]
        self.asked: list[object] = []
        self.made.append(self)

    def ask(self, request: object) -> None:
        self.asked.append(request)
        self.is_busy = True

    def answer(self) -> None:
        """Answer the newest request."""
        self._number += 1
        self._answer(self._number, self.asked[-1])


@dataclass
class Desk:
    """A window, and what came of it."""

    qtbot: QtBot
    window: PictureWindow
    created: list[Document]
    takes: bool = True
    """Whether what it hands on is wanted."""

    def open(self, path: Path) -> None:
        """Open a picture and wait for its board and how it stands."""
        self.window.open_picture(path)
        self.qtbot.waitUntil(lambda: self.window.work is not None and not self.is_opening)
        self.settle()

    @property
    def is_opening(self) -> bool:
        """Whether a picture is still to come."""
        return self.window._opening is not None

    def settle(self) -> None:
        """Wait until everything is known of what is chosen."""
        self.qtbot.waitUntil(lambda: self.window.may_create and not self.window.check.is_busy)

    def refused(self, path: Path) -> str:
        """Open what cannot be opened; what is said then."""
        self.window.open_picture(path)
        self.qtbot.waitUntil(lambda: not self.is_opening)
        return self.window.parts.banner.text

    def type_over(self, widget: QWidget, text: str) -> None:
        """Type over what stands in a field, and leave it."""
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(widget, text)
        QTest.keyClick(widget, Qt.Key.Key_Tab)

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """A click with the left button, by default in the middle."""
        place = at if at is not None else widget.rect().center()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)

    def drag(self, start: QPointF, end: QPointF) -> None:
        """Drag in the picture."""
        view = self.window.parts.view
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start.toPoint())
        QTest.mouseMove(view, ((start + end) / 2).toPoint())
        QTest.mouseMove(view, end.toPoint())
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end.toPoint())

    @property
    def rows(self) -> list[str]:
        """The board that is shown, as text with "." for the background."""
        return [row.replace("?", ".") for row in self.window.parts.board.session.marks.to_text()]

    def place(self, cell: int) -> QPoint:
        """The middle of a cell, in the viewport of the board."""
        board = self.window.parts.board
        return board.area.cell_rect(*divmod(cell, board.session.marks.width)).center()
