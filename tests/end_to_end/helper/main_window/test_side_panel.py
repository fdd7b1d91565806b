"""The side panel, the place of messages, closing a puzzle, and sharing its picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.main_window.main_window import MainWindow
from puzzles import SHADED
from puzzles.formats import Document
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.keeping import keep_moves

SOLUTION = {i: SHADED for i, cell in enumerate("".join(CHICK_PICTURE)) if cell == "#"}


def resized(window: MainWindow, width: int) -> None:
    window.resize(width, 600)
    QApplication.processEvents()


def is_inside(widget: QWidget, place: QWidget) -> bool:
    return place.isAncestorOf(widget)


@pytest.fixture
def wide(window: MainWindow) -> MainWindow:
    resized(window, 1000)
    window.session.open_copy(Document(CHICK))
    return window


def test_the_panel_tells_name_size_and_progress(wide: MainWindow, qtbot: QtBot) -> None:
    panel = wide.panel
    assert panel.isVisible()
    assert panel.name.text() == "Chick"
    qtbot.waitUntil(lambda: panel.facts.text() == "7 × 7")
    assert not panel.picture.isVisible(), "nothing is shaded yet"
    assert "Left button" in panel.help.text()
    assert panel.help.isVisible()
    half = dict(list(SOLUTION.items())[: len(SOLUTION) // 2])
    wide.session.paint(half, "Shade")
    qtbot.waitUntil(lambda: panel.bar.value() == 100 * len(half) // len(SOLUTION))
    assert panel.picture.isVisible()
    assert not panel.help.isVisible()
    wide.session.paint(dict.fromkeys(range(49), SHADED), "Shade")
    qtbot.waitUntil(lambda: panel.percent.text() == "99 %")  # 100 % is solved
    wide.session.undo()
    wide.session.paint(SOLUTION, "Shade")
    qtbot.waitUntil(lambda: panel.facts.text() == "7 × 7 · solved")
    assert not panel.bar.isVisible()


def test_messages_are_in_the_panel_or_at_the_foot(wide: MainWindow) -> None:
    wide.session.paint(SOLUTION, "Shade")
    wide.finish.close_card()
    banner, panel = wide.message_place.bottom, wide.panel
    assert is_inside(banner, panel)
    assert banner.isVisible()
    resized(wide, 700)
    assert not panel.isVisible()
    assert not is_inside(banner, panel)
    assert banner.isVisible()
    assert banner.button("Next Puzzle").isVisible()
    resized(wide, 500)
    assert wide.width() == 500, "a message does not widen the window"
    resized(wide, 1000)
    assert is_inside(banner, panel)


def test_a_message_at_the_foot_is_shown_whole_without_scrolling(wide: MainWindow) -> None:
    resized(wide, 700)
    place = wide.message_place.hint
    place.show_headed(
        "Complete line", "A sentence that is as long as most. " * 3, Close=place.clear
    )
    QApplication.processEvents()
    assert place.label.visibleRegion().boundingRect() == place.label.rect()
    assert place.height() == place.heightForWidth(place.width())


def test_the_panel_is_hidden_by_a_key_from_now_on(wide: MainWindow, settings: Settings) -> None:
    wide.activateWindow()
    QTest.keySequence(wide, "F9")
    assert not wide.panel.isVisible()
    assert not wide.commands["side_panel"].isChecked()
    assert not settings.shows_panel
    resized(wide, 1100)
    assert not wide.panel.isVisible()
    QTest.keySequence(wide, "F9")
    assert wide.panel.isVisible()


def test_messages_about_the_board_are_not_shown_on_home(wide: MainWindow, home: Path) -> None:
    keep_moves(wide, Library(home / "library.sqlite3"))
    wide.session.paint(SOLUTION, "Shade")
    wide.finish.close_card()
    wide.message_place.top.show_message("A scanned puzzle was being checked.")
    wide.home.show()
    QApplication.processEvents()
    assert not wide.message_place.bottom.isVisible()
    assert wide.message_place.top.isVisible()
    wide.home.show_board()
    QApplication.processEvents()
    assert wide.message_place.bottom.isVisible()


def test_a_paused_game_hides_the_picture_too(wide: MainWindow, qtbot: QtBot) -> None:
    wide.session.paint({0: SHADED}, "Shade")
    qtbot.waitUntil(wide.panel.picture.isVisible)
    wide.controls.pause.pause()
    assert wide.controls.pause.is_paused
    assert not wide.panel.picture.isVisible()
    wide.controls.pause.go_on()
    assert wide.panel.picture.isVisible()


def test_close_puts_the_puzzle_away_and_keeps_the_window(wide: MainWindow, home: Path) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(wide, library)
    wide.session.paint({0: SHADED}, "Shade")
    wide.activateWindow()
    QTest.keySequence(wide, "Ctrl+W")
    assert wide.isVisible()
    assert wide.home.is_shown
    assert wide.session.is_empty
    (game,) = library.summaries()
    assert game.facts.done > 0


def test_the_picture_is_copied_and_saved(
    wide: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide.settings.change(shelf_inks=False)
    wide.session.paint(SOLUTION, "Shade")
    wide.finish.close_card()
    wide.message_place.bottom.button("Copy Picture").click()
    copied = QGuiApplication.clipboard().image()
    assert copied.width() == copied.height() == 1200 // 7 * 7
    asked: list[str] = []

    def choose(_: object, __: str, start: str, *rest: object) -> tuple[str, str]:
        asked.append(start)
        return str(tmp_path / "mine"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    wide.message_place.bottom.button("Save Picture…").click()
    assert Path(asked[0]).name == "Chick.png"
    saved = QImage(str(tmp_path / "mine.png"))
    cell = saved.width() // 7
    dark = QColor(wide.themes.theme.ink)
    for r, text in enumerate(CHICK_PICTURE):
        for c, shade in enumerate(text):
            at = saved.pixelColor(c * cell + cell // 2, r * cell + cell // 2)
            assert (at == dark) is (shade == "#")


def test_files_are_saved_where_the_player_saved_last(
    wide: MainWindow, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[str] = []
    target = tmp_path / "deep" / "a.non"
    target.parent.mkdir()

    def choose(_: object, __: str, start: str, *rest: object) -> tuple[str, str]:
        starts.append(start)
        return str(target), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    assert wide.files.save_as()
    wide.session.open_copy(Document(CHICK))
    assert wide.files.save_as()
    assert Path(starts[0]).is_absolute()
    assert Path(starts[0]).parent != Path.cwd()
    assert Path(starts[1]) == target.parent / "Chick.non"
    target.unlink()
    target.parent.rmdir()
    assert settings.save_folder != str(target.parent), "it is gone"
    settings.save_folder = "a" * 300  # too long a name, as a folder into which nobody may look
    assert settings.save_folder != "a" * 300
