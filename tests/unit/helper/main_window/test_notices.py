"""Messages and clues are shown where they can be read whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helper.main_window.main_window import MainWindow
from puzzles import MAX_SIZE, Color, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from tests.support.boards import CHICK

LEFT = Qt.MouseButton.LeftButton


def test_a_refused_command_is_explained_beside_the_board(window: MainWindow) -> None:
    window.session.new(10, MAX_SIZE)
    window.home.show_board()
    window.resize(1000, 600)
    notice = window.message_place.notice
    window.drawing.crop()
    QApplication.processEvents()
    assert notice.text == "Nothing is drawn yet, so there is nothing to crop to."
    assert notice.isVisible()
    assert not window.statusBar().currentMessage()
    QTest.mouseClick(notice.button("Close"), LEFT)
    assert not notice.isVisible()
    window.drawing.crop()
    window.session.paint({0: 2}, "Shade")
    assert not notice.isVisible(), "the board was changed"


def test_a_message_that_the_status_bar_would_cut_is_shown_beside_the_board(
    window: MainWindow,
) -> None:
    window.home.show_board()
    window.resize(1000, 600)
    QApplication.processEvents()
    notice = window.message_place.notice
    window.messages.info("Short.")
    assert window.statusBar().currentMessage() == "Short."
    assert not notice.isVisible()
    sentence = "A sentence that is longer than the status bar is wide. " * 4
    window.messages.info(sentence)
    assert notice.text == sentence
    assert not window.statusBar().currentMessage()
    window.messages.info("A newer one.")
    assert not notice.isVisible(), "never two messages that contradict each other"


def test_a_message_moves_when_the_status_bar_becomes_too_narrow(window: MainWindow) -> None:
    window.home.show_board()
    window.resize(1000, 600)
    QApplication.processEvents()
    sentence = "A sentence that is almost as long as the status bar is wide."
    window.messages.info(sentence)
    assert window.statusBar().currentMessage() == sentence
    window.resize(520, 600)
    QApplication.processEvents()
    assert window.message_place.notice.text == sentence
    assert not window.statusBar().currentMessage()


def test_no_child_of_the_status_bar_is_deleted_while_the_bar_is_shown(window: MainWindow) -> None:
    """Qt goes through a copy of the list of children then: a deleted one crashes the program."""
    window.home.show_board()
    window.resize(520, 600)
    window.home.show()
    QApplication.processEvents()
    bar = window.statusBar()
    sentence = "A sentence that is longer than the status bar is wide. " * 4
    window.status.show_message(sentence)
    (timer,) = bar.findChildren(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
    deleted: list[str] = []
    timer.destroyed.connect(lambda: deleted.append("timer"))
    window.home.show_board()
    assert not deleted
    QApplication.processEvents()
    assert deleted
    assert window.message_place.notice.text == sentence


def test_long_clues_in_the_status_bar_are_elided(window: MainWindow) -> None:
    palette = (Color("0", "#ffffff"), Color("a", "#d62728"), Color("b", "#2050e0"))
    grid = Grid.from_text(["#a" * 15], colors=3)
    window.session.open_unsaved(Document(Puzzle(((),), ((),) * 30, palette), grid), drawing=True)
    window.home.show_board()
    window.resize(700, 500)
    QApplication.processEvents()
    window.board.hover.set(0, 3)
    position = window.status.position
    row, column = position.text().split("   ·   ")
    assert "…" in row
    assert (row[:12], row[-6:], column) == ("Row 1: 1 red", "1 blue", "column 4: 1 blue")
    shown = position.fontMetrics().horizontalAdvance(position.text())
    assert shown <= position.contentsRect().width()
    assert len(position.toolTip()) > 150
    window.session.open_copy(Document(CHICK))
    window.board.hover.set(2, 3)
    assert position.text() == "Row 3: 3 2   ·   column 4: 5 1"


def test_fit_to_window_says_that_not_all_can_be_read(window: MainWindow) -> None:
    cells = [1 + (k % 3 == 0) for k in range(22_500)]
    grid = Grid(150, 150, cells=cells)
    window.session.open_copy(Document(puzzle_of(grid, Puzzle.empty(150, 150))))
    window.home.show_board()
    QTest.keyClick(window.board, Qt.Key.Key_9, Qt.KeyboardModifier.ControlModifier)
    assert "numbers that can be read" in window.statusBar().currentMessage()
    assert window.board.area.clue_layout.font.pixelSize() >= 9
    window.session.open_copy(Document(CHICK))
    window.statusBar().clearMessage()
    QTest.keyClick(window.board, Qt.Key.Key_9, Qt.KeyboardModifier.ControlModifier)
    assert not window.statusBar().currentMessage()
    assert window.board.area.is_whole


@pytest.mark.parametrize("name", ["hint", "check", "guess"])
def test_the_text_of_a_message_is_above_its_buttons(window: MainWindow, name: str) -> None:
    window.session.open_copy(Document(CHICK))
    window.home.show_board()
    window.resize(1200, 800)
    window.show()
    banner = getattr(window.message_place, name)
    banner.show_message("Look at row 3.", **{"Close": banner.clear, "Do It": None})
    QApplication.processEvents()
    buttons = [banner.button(each) for each in ("Close", "Do It")]
    assert all(button.y() >= banner.label.geometry().bottom() for button in buttons)


@pytest.mark.parametrize(("width", "has_panel"), [(512, False), (1000, True)])
def test_at_the_foot_only_the_latest_message_is_shown(
    window: MainWindow, width: int, has_panel: bool
) -> None:
    """They take room from the board there; when one goes, the one before comes back."""
    window.session.open_copy(Document(CHICK))
    window.home.show_board()
    window.resize(width, 350)
    banners = window.message_place.banners
    for banner in banners:
        banner.clear()
    said: list[str] = []
    for number, banner in enumerate(banners):
        banner.told.connect(said.append)
        banner.show_message(f"Message {number}.", Close=banner.clear)
        QApplication.processEvents()
        shown = [each for each in banners if each.isVisible()]
        assert shown == (list(banners[: number + 1]) if has_panel else [banner])
        assert banner.text, "a covered message is still there"
    assert said == [f"Message {number}." for number in range(len(banners))]
    banners[2].clear()
    for number in range(len(banners) - 1, -1, -1):
        if number == 2:
            continue
        assert banners[number].isVisible()
        banners[number].button("Close").setFocus()
        QTest.mouseClick(banners[number].button("Close"), LEFT)
        QApplication.processEvents()
    assert not any(banner.isVisible() for banner in banners)
    assert len(said) == len(banners), "what comes back is not said again"
    assert window.board.hasFocus() or not window.isActiveWindow()


def test_a_covered_message_gives_the_keyboard_back(window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    window.home.show_board()
    window.resize(512, 350)
    window.activateWindow()
    QTest.keySequence(window, "Ctrl+T")
    guess = window.message_place.guess
    guess.button("Keep").setFocus()
    window.messages.notice("Something else.")
    QApplication.processEvents()
    assert not guess.isVisible()
    assert window.focusWidget() is window.board
