"""The page of a finished pack, opened from the card and from Home, printed and saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import Solve
from helper.main_window.main_window import MainWindow
from helper.paper.poster_dialog import PosterDialog
from puzzles import BLANK
from solver.api import solve
from tests.support.cases import few
from tests.support.home_keys import view_of
from tests.support.keeping import keep_moves

PACK = "first-steps"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def almost(window: MainWindow, home: Path) -> MainWindow:
    """All puzzles of the first pack are solved but the first one, which is open."""
    library = Library(home / "library.sqlite3")
    (shelf,) = (s for s in window.home.source.shelves() if s.id == PACK)
    for e in shelf.entries[1:]:
        library.add_solve(Solve(e.puzzle, e.title, e.height, e.width, e.colors, 60))
    keep_moves(window, library)
    window.home.show()
    window.home._open(shelf.entries[0])
    return window


def finish(window: MainWindow) -> None:
    (solution,) = solve(window.session.puzzle).solutions
    cells = {i: state for i, state in enumerate(solution.cells) if state != BLANK}
    window.session.paint(cells, "Shade")
    window.finish.stage.end()


def shown() -> list[PosterDialog]:
    widgets = QApplication.topLevelWidgets()
    return [each for each in widgets if isinstance(each, PosterDialog) and each.isVisible()]


def test_the_card_of_the_last_puzzle_leads_to_the_poster(almost: MainWindow, qtbot: QtBot) -> None:
    card = almost.finish.stage.card
    finish(almost)
    assert card.pack.text() == "All 9 of First steps"
    assert card.following.text() != ""
    QTest.mouseClick(card.poster, LEFT)
    (dialog,) = shown()
    qtbot.waitUntil(lambda: dialog.is_complete)
    assert [each.title for each in dialog.pictures][:2] == ["Heart", "Sailing boat"]
    assert all(any(each.board.indices()) for each in dialog.pictures)
    assert dialog.print_button.isEnabled()
    dialog.close()


def test_home_offers_the_poster_of_a_finished_pack_only(almost: MainWindow) -> None:
    almost.home.show()
    view = view_of(almost)
    view.sidebar.go_to(PACK)
    button = view.section.poster_button
    assert button.isHidden()
    almost.home.show_poster(PACK)
    assert not shown()
    almost.home.show_board()
    finish(almost)
    assert not almost.finish.stage.card.poster.isHidden()
    almost.home.show()
    view.sidebar.go_to(PACK)
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)
    (dialog,) = shown()
    dialog.close()


@pytest.mark.parametrize(
    ("name", "begins"), few(1, [("all.pdf", b"%PDF"), ("all.png", b"\x89PNG")])
)
def test_the_poster_is_saved(
    almost: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    begins: bytes,
) -> None:
    finish(almost)
    almost.home.show_poster()
    (dialog,) = shown()
    qtbot.waitUntil(lambda: dialog.is_complete)
    target = tmp_path / name
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), "PDF (*.pdf)"))
    QTest.mouseClick(dialog.save_button, LEFT)
    assert target.read_bytes().startswith(begins)
    if name.endswith("png"):
        assert QImage(str(target)).width() == 1785
    dialog.close()
