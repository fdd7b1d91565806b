"""Windows, boards and sessions, the player's answers to dialogs, and keys for the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.main_window.main_window import MainWindow
from helper.play.session import Session
from helper.review import rereading, verdict
from puzzles import Puzzle
from puzzles.formats import Document
from puzzles.formats.png import MAX_SIDE
from tests.support.boards import CHICK
from tests.support.home_keys import FEW_PACKS
from tests.support.review_desk import Desk, Opener, QuickJob


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
def themes(qapp: QApplication, settings: Settings) -> ThemeManager:
    return ThemeManager(qapp, settings)


@pytest.fixture
def library(home: Path) -> Library:
    return Library(home / "library.sqlite3")


@pytest.fixture
def session() -> Session:
    return Session()


@pytest.fixture
def chick(session: Session) -> Session:
    session.open_copy(Document(CHICK))
    return session


@pytest.fixture
def board(qtbot: QtBot, chick: Session, settings: Settings, themes: ThemeManager) -> BoardView:
    view = BoardView(chick, settings, themes)
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    view.setFocus()
    qtbot.waitExposed(view)
    return view


@pytest.fixture
def empty_clipboard(qapp: QApplication) -> Iterator[None]:
    """Nothing of the test before is on the clipboard."""
    QApplication.clipboard().clear()
    yield
    QApplication.clipboard().clear()


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of all warnings, which are not shown."""
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _, __, text: said.append(text))
    return said


@pytest.fixture
def few_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Home has four of the bundled packs: it is opened in half the time."""
    monkeypatch.setattr("helper.home.entries.packs", lambda: FEW_PACKS)


@pytest.fixture
def window(
    qtbot: QtBot, settings: Settings, themes: ThemeManager, few_packs: None
) -> Iterator[MainWindow]:
    made = MainWindow(settings, themes)
    made.show()
    qtbot.waitExposed(made)
    yield made
    if made.solving.job is not None:
        made.solving.job.cancel()
        qtbot.waitUntil(lambda: made.solving.job is None, timeout=5000)
    if (listed := made.scanning.list.window) is not None:
        listed.queue.close()  # no question whether to stop reading
    file = made.session.file
    made.session.file = type(file)(file.path, made.session.state.document)
    made.close()
    made.deleteLater()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """What surrounds a review window; readings and verdicts come at once."""
    made = Desk()
    monkeypatch.setattr(QMessageBox, "question", made.question)
    monkeypatch.setattr(rereading, "Job", QuickJob)
    monkeypatch.setattr(rereading, "START_DELAY_MS", 0)
    monkeypatch.setattr(rereading, "reread_work", made.reread)
    monkeypatch.setattr(verdict, "Job", QuickJob)
    monkeypatch.setattr(verdict, "SOLVE_DELAY_MS", 0)
    return made


@pytest.fixture
def opened(qtbot: QtBot, themes: ThemeManager, desk: Desk) -> Iterator[Opener]:
    """Opens review windows."""
    opener = Opener(qtbot, themes, desk)
    yield opener
    for window in opener.windows:
        window.close_at_once()
        window.deleteLater()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes said; they answer No."""
    return _boxes(monkeypatch, QMessageBox.StandardButton.No)


@pytest.fixture
def agreed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes said; they answer Yes."""
    return _boxes(monkeypatch, QMessageBox.StandardButton.Yes)


def _boxes(monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton) -> list[str]:
    said: list[str] = []

    def box(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        said.append(text)
        return answer

    for kind in ("warning", "question"):
        monkeypatch.setattr(QMessageBox, kind, box)
    return said


@pytest.fixture
def cat(tmp_path: Path) -> Path:
    path = tmp_path / "cat.png"
    image = QImage(MAX_SIDE + 1, 8, QImage.Format.Format_RGB32)  # a smaller one may be a puzzle
    image.fill(0)
    image.save(str(path))
    return path


@pytest.fixture
def chick_file(tmp_path: Path) -> Path:
    path = tmp_path / "chick.non"
    path.write_text(
        'title "Chick"\nheight 7\nwidth 7\nrows\n3\n2.1\n3.2\n5\n4\n1\n2\n'
        "columns\n1\n3\n1.3\n5.1\n4\n3\n2\n"
    )
    return path


@pytest.fixture
def at(request: pytest.FixtureRequest) -> Callable[[BoardView, int, int], QPoint]:
    """The middle of a cell."""
    return lambda board, row, column: board.area.cell_rect(row, column).center()


LEFT = Qt.MouseButton.LeftButton
Buttons = QMessageBox.StandardButton
SLOW = Puzzle.from_numbers([[1] * 12] * 25, [[1] * 12] * 25)


class Asked:
    """Answers message boxes and remembers what they said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.answer = Buttons.Cancel


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    asked = Asked()

    def box(_: object, __: str, text: str, *rest: object) -> Buttons:
        if text.startswith("Show the whole solution?"):
            return Buttons.Yes
        asked.said.append(text)
        return asked.answer

    for kind in ("warning", "question", "about"):
        monkeypatch.setattr(QMessageBox, kind, box)
    return asked


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the file dialogs answer, one after the other."""
    paths: list[str] = []
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: (paths.pop(0), ""))
    return paths


def press(window: MainWindow, keys: str) -> None:
    """Press a command's keys, as Qt delivers them to the window."""
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, keys)


def solve(window: MainWindow, qtbot: QtBot) -> None:
    press(window, "F5")
    qtbot.waitUntil(lambda: not window.solving.is_running, timeout=20_000)
