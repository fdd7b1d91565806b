"""The environment of the walk: the program with its window, files to open, the state of rest."""

from __future__ import annotations

import logging
import random
import shutil
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import cv2
import numpy as np
from PIL import Image
from PySide6.QtCore import (
    QMessageLogContext,
    QPoint,
    QSettings,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from helper.app import make_application
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.main_window import MainWindow
from helper.widgets.banner import widgets_below
from puzzles import Grid, Puzzle, puzzle_of
from puzzles.formats import Document, write
from puzzles.packs import packs
from tools.photographs.page import Sheet, Style
from tools.photographs.pictures import drawing_of

W = TypeVar("W", bound=QWidget)
_HARMLESS = ("propagateSizeHints", "This plugin does not support")
_TIPS = (Qt.WindowType.ToolTip, Qt.WindowType.Popup)


@dataclass
class Files:
    """The files that can be opened."""

    puzzles: list[Path] = field(default_factory=list)
    pictures: list[Path] = field(default_factory=list)
    """Pictures of printed puzzles, of a pattern, and a damaged file."""
    films: list[Path] = field(default_factory=list)


class Stage:
    """The program under test, its faults, and a random generator for the next action."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Start the program.

        Args:
            folder: The folder for all written files, including the player's data.
            seed: Seed for the files' contents.
        """
        for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(kind, QSettings.Scope.UserScope, str(folder / "settings"))
        self.folder = folder
        self.rng = random.Random(seed)
        self.faults: list[str] = []
        self.warnings: dict[str, int] = {}
        """Qt's messages, with their number."""
        self.application = make_application()
        QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
        self.application.setQuitOnLastWindowClosed(False)
        self._watch_for_faults()
        self.files = _make_files(folder, random.Random(seed))
        self.settings = Settings()
        self.themes = ThemeManager(self.application, self.settings)
        self.window = MainWindow(self.settings, self.themes)
        self.window.autosave.open()
        self.window.show()

    # Faults

    def _watch_for_faults(self) -> None:
        sys.excepthook = self._excepted
        qInstallMessageHandler(self._qt_said)
        handler = _Listener(self.faults)
        handler.setLevel(logging.ERROR)
        logging.getLogger().addHandler(handler)

    def _excepted(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        self.faults.append("".join(traceback.format_exception(kind, error, trace)))

    def _qt_said(self, kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        if not any(word in text for word in _HARMLESS):
            self.warnings[text] = self.warnings.get(text, 0) + 1
        if kind in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
            self.faults.append(f"Qt: {text}")

    def look_for_error_dialogs(self) -> None:
        """Add the texts of visible error dialogs to the faults."""
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QMessageBox) and widget.isVisible():
                text = f"{widget.text()} {widget.detailedText()}"
                is_critical = widget.icon() == QMessageBox.Icon.Critical
                if is_critical or "went wrong in the program" in text:
                    self.faults.append(f"an error dialog: {text}")

    # Targets of actions

    @property
    def front(self) -> QWidget:
        """The widget that takes input: a menu, a dialog, or a random window."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            return popup
        return modal or self.rng.choice(self.windows)

    @property
    def is_free(self) -> bool:
        """Whether no modal dialog or menu is open."""
        return QApplication.activeModalWidget() is None and not QApplication.activePopupWidget()

    @property
    def windows(self) -> list[QWidget]:
        """All visible windows, the main window first."""
        tops = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w.isWindow()]
        others = [w for w in tops if w is not self.window and w.windowType() not in _TIPS]
        return [self.window, *others]

    def some(self, kind: type[W], within: QWidget, wanted: Callable[[W], bool]) -> W | None:
        """A random widget of a kind that is enabled and meets a condition; ``None`` without one."""
        found = [
            w
            for w in widgets_below(within)
            if isinstance(w, kind) and w.isVisible() and w.isEnabled() and wanted(w)
        ]
        return self.rng.choice(found) if found else None

    def any_place(self, widget: QWidget) -> QPoint:
        """A random point on a widget."""
        return QPoint(
            self.rng.randrange(max(1, widget.width())), self.rng.randrange(max(1, widget.height()))
        )

    # At rest

    def come_to_rest(self) -> None:
        """Answer all dialogs, close all other windows, and open the puzzle "At rest"."""
        window = self.window
        answering = QTimer()  # closing a dialog may open a question, which has to be answered
        answering.timeout.connect(_answer_question)
        answering.start(20)
        for _ in range(50):
            front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if front is None:
                break
            if not isinstance(front, QMessageBox):
                front.close()
            QTest.qWait(25)
        window.watching.stop()
        window.repairing.end()
        window.solving.cancel()
        window.scanning.cancel()
        for review in list(window.scanning.reviews):
            review.close_at_once()
        for other in self.windows[1:]:
            other.close()
        window.settings.set(type(window.settings.preferences)())
        window.resize(900, 700)
        window.session.open_copy(Document(_REST))
        window.board.zoom.fit()
        answering.stop()


_REST = Puzzle.from_numbers([[1]] * 10, [[1]] * 10, title="At rest")


class _Listener(logging.Handler):
    def __init__(self, faults: list[str]) -> None:
        super().__init__()
        self._faults = faults

    def emit(self, record: logging.LogRecord) -> None:
        self._faults.append(self.format(record))


def _answer_question() -> None:
    box = QApplication.activeModalWidget()
    if not isinstance(box, QMessageBox):
        return
    for text in ("Discard", "Yes", "OK", "No"):
        for button in box.buttons():
            if button.text().replace("&", "") == text:
                button.click()
                return
    box.close()


# Files


def _make_files(folder: Path, rng: random.Random) -> Files:
    folder.mkdir(parents=True, exist_ok=True)
    files = Files()
    for k, (height, width) in enumerate([(3, 4), (5, 5), (8, 6), (10, 10), (15, 12), (25, 30)]):
        puzzle = _random_puzzle(rng, height, width)
        path = folder / f"random{k}.non"
        write(path, Document(puzzle))
        files.puzzles.append(path)
        if height >= 5:
            files.pictures.append(_print(puzzle, folder / f"printed{k}.png"))
    for pack in packs():
        for bundled in pack.puzzles:  # copies: Save writes them
            files.puzzles.append(Path(shutil.copy(bundled.path, folder / bundled.path.name)))
    cat = folder / "cat.png"
    yy, xx = np.mgrid[:64, :64]
    cv2.imwrite(str(cat), ((xx * yy) % 256).astype(np.uint8))
    broken = folder / "broken.png"
    broken.write_bytes(b"\x89PNG nothing")
    files.films += [_film(files.pictures[1], folder / "film.avi"), files.pictures[2]]
    files.pictures += [cat, broken]
    return files


def _random_puzzle(rng: random.Random, height: int, width: int) -> Puzzle:
    cells = [rng.choice([1, 2, 2]) for _ in range(height * width)]
    grid = Grid(height, width, cells=cells)
    return puzzle_of(grid, Puzzle.empty(height, width))


def stripes(height: int, width: int) -> Puzzle:
    """A puzzle of any size, with many short clues in its rows and one in every other column."""
    row = [1] * (width // 2)
    columns = [[height] if k % 2 == 0 else [] for k in range(width)]
    return Puzzle.from_numbers([row] * height, columns, title="Stripes")


def _print(puzzle: Puzzle, path: Path) -> Path:
    """Write a clean picture of a puzzle."""
    sheet = Sheet(drawing_of(puzzle), Style(cell=24, boxes="open", thick=2, frame=2))
    page = Image.new("RGB", (sheet.size[0] + 24, sheet.size[1] + 24), "white")
    sheet.draw(page, (12, 12), np.random.default_rng(0))
    page.save(path)
    return path


def _film(picture: Path, path: Path) -> Path:
    """Write a film of a page that moves a little."""
    page = cv2.imread(str(picture))
    assert page is not None
    size = (640, 480)
    scale = min(560 / page.shape[1], 400 / page.shape[0])
    fourcc = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), fourcc, 15, size)
    for k in range(60):
        shift = np.array([[scale, 0, 30 + k / 4], [0, scale, 30]], np.float32)
        writer.write(cv2.warpAffine(page, shift, size, borderValue=(200, 210, 215)))
    writer.release()
    return path
