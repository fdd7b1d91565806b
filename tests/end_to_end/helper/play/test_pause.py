"""The clock of a game, its pause, and what covers the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.play import pause as pause_module
from puzzles import SHADED, Grid, Puzzle
from puzzles.formats import Document
from tests.support.game_window import LEFT, GameWindow
from tests.support.session_actions import shade_picture

Key = Qt.Key


def press(key: Qt.Key) -> None:
    """Press a key, as a keyboard does: wherever the focus is."""
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key)


def picture(game: GameWindow) -> QImage:
    return game.board.grab().toImage()


def leave(game: GameWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> QWidget:
    """Go to a window that the program takes for another program's."""
    other = QWidget()
    qtbot.addWidget(other)
    monkeypatch.setattr(pause_module, "is_left", lambda _: True)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not game.isActiveWindow())
    return other


def test_time_passes_only_while_the_puzzle_can_be_played(game: GameWindow) -> None:
    pause, clock = game.controls.pause, game.autosave.clock
    game.now_s += 10
    pause.toggle()
    game.now_s += 100
    pause.toggle()
    game.now_s += 5
    pause.set_board_shown(False)
    game.now_s += 100
    pause.set_board_shown(True)
    game.now_s += 2
    pause.hold("a reason", True)
    game.now_s += 100
    pause.hold("a reason", False)
    assert clock.seconds == 17
    shade_picture(game.session)
    game.now_s += 100
    assert clock.seconds == 17, "it is solved"
    game.session.new(5, 5)
    game.now_s += 100
    assert clock.seconds == 0, "a drawing has no time"


def test_a_covered_board_looks_the_same_whatever_is_on_it(game: GameWindow) -> None:
    pause = game.controls.pause
    game.click(2, 2)
    pause.pause()
    covered = picture(game)
    pause.go_on()
    assert picture(game) != covered
    other = Puzzle.from_numbers([[2], [1], [1, 1]], [[1], [2], [1], [1]])
    marks = Grid.from_text(["##??", "?.#?", "????"])
    game.session.open_copy(Document(other, marks))
    pause.pause()
    assert picture(game) == covered


def test_the_cover_follows_the_board(game: GameWindow, qtbot: QtBot) -> None:
    cover = game.controls.pause.cover
    game.controls.pause.pause()
    for width, height in ((700, 600), (300, 260)):
        game.resize(width, height)
        qtbot.waitUntil(lambda: cover.geometry() == game.board.rect())


def test_the_sentence_on_a_cover_is_seen_as_a_whole(game: GameWindow, qtbot: QtBot) -> None:
    cover = game.controls.pause.cover
    game.controls.pause.pause()
    for width in (520, 260):
        game.resize(width, 460)
        qtbot.waitUntil(lambda: cover.width() == game.board.width())
        needed = cover.sentence.heightForWidth(cover.sentence.width())
        assert cover.sentence.height() >= needed


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return, Key.Key_A, Key.Key_Escape])
def test_any_key_continues_and_changes_nothing(game: GameWindow, key: Qt.Key) -> None:
    game.controls.pause.pause()
    press(key)
    assert not game.controls.pause.is_paused
    assert game.controls.pause.is_running
    assert game.session.marks.is_untouched
    assert game.board.hasFocus()


def test_a_click_anywhere_on_the_cover_continues(game: GameWindow) -> None:
    game.controls.pause.pause()
    QTest.mouseClick(game.controls.pause.cover, LEFT, pos=QPoint(30, 30))
    assert not game.controls.pause.is_paused
    assert game.session.marks.is_untouched


def test_the_beginning_of_a_shortcut_does_not_continue(game: GameWindow) -> None:
    game.controls.pause.pause()
    for key in (Key.Key_Shift, Key.Key_Alt, Key.Key_Control, Key.Key_Meta):
        press(key)
    assert game.controls.pause.is_paused


def test_the_keyboard_does_not_reach_a_covered_board(game: GameWindow) -> None:
    game.controls.pause.pause()
    game.board.setFocus()
    assert QApplication.focusWidget() is game.controls.pause.cover.button
    for _ in range(6):
        press(Key.Key_Tab)
        assert QApplication.focusWidget() is not game.board
    assert game.controls.pause.is_paused


def test_a_move_from_a_menu_uncovers_the_board(game: GameWindow) -> None:
    game.click(2, 2)
    game.controls.pause.pause()
    game.session.undo()
    assert not game.controls.pause.is_paused
    assert game.session.marks.is_untouched


def test_a_stroke_under_way_becomes_a_move_before_the_board_is_covered(game: GameWindow) -> None:
    port, place = game.board.viewport(), game.board.area.cell_rect(0, 0).center()
    QTest.mousePress(port, LEFT, pos=place)
    QTest.mouseMove(port, place + QPoint(1, 1))
    assert 0 in game.board.hover.place, "the status bar shows the clues of these lines"
    game.controls.pause.pause()
    assert set(game.board.hover.place) == {None}
    QTest.mouseMove(port, game.board.area.cell_rect(0, 5).center())
    QTest.mouseRelease(port, LEFT, pos=game.board.area.cell_rect(0, 5).center())
    assert game.session.marks.row(0).tolist() == [SHADED, *[3] * 6]
    assert game.board.strokes.current is None


def test_only_a_game_can_be_paused(game: GameWindow) -> None:
    pause = game.controls.pause
    shade_picture(game.session)
    pause.pause()
    assert not pause.is_paused
    game.session.new(5, 5)
    pause.pause()
    assert not pause.is_paused
    assert not pause.cover.is_covering


def test_another_puzzle_ends_the_pause(game: GameWindow) -> None:
    game.controls.pause.pause()
    game.play(Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    assert not game.controls.pause.cover.is_covering
    assert game.controls.pause.is_running


def test_leaving_the_window_covers_the_board_until_the_player_goes_on(
    game: GameWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.now_s += 30
    leave(game, qtbot, monkeypatch)
    assert not game.controls.pause.is_running, "the clock stops at once"
    qtbot.waitUntil(lambda: game.controls.pause.cover.is_covering)
    game.now_s += 100
    game.activateWindow()
    qtbot.waitUntil(game.isActiveWindow)
    assert game.controls.pause.is_paused
    assert "0:30" in game.controls.pause.cover.sentence.text()
    QTest.mouseClick(game.controls.pause.cover.button, LEFT)
    game.now_s += 1
    assert game.autosave.clock.seconds == 31


def test_the_player_may_want_the_clock_to_stop_without_a_cover(
    game: GameWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.change(cover_when_left=False)
    leave(game, qtbot, monkeypatch)
    game.controls.pause._pause_if_left()
    game.now_s += 100
    assert game.autosave.clock.seconds == 0
    assert not game.controls.pause.cover.is_covering


def test_a_dialog_of_the_program_only_stops_the_clock(game: GameWindow, qtbot: QtBot) -> None:
    dialog = QDialog(game)
    dialog.open()
    qtbot.waitUntil(lambda: not game.isActiveWindow())
    game.controls.pause._pause_if_left()
    game.now_s += 100
    assert game.autosave.clock.seconds == 0
    assert not game.controls.pause.cover.is_covering
    dialog.close()
    game.activateWindow()
    qtbot.waitUntil(game.isActiveWindow)
    assert game.controls.pause.is_running


def test_another_window_of_the_program_is_no_other_program(
    open_game: Callable[[], GameWindow], qtbot: QtBot
) -> None:
    """But a second board is one: its clues would be read while the clock of the first stands."""
    first = open_game()
    assert not pause_module.is_left(first)
    help_page = QWidget()
    qtbot.addWidget(help_page)
    help_page.show()
    help_page.activateWindow()
    qtbot.waitUntil(help_page.isActiveWindow)
    assert not pause_module.is_left(first)
    open_game()
    assert pause_module.is_left(first)


# The timer


def test_the_timer_shows_the_time_and_wakes_up_only_while_it_runs(
    game: GameWindow, settings: Settings
) -> None:
    timer, pause = game.controls.timer, game.controls.pause
    game.now_s += 3599
    timer.show_time()
    assert timer.label.text() == "59:59"
    game.now_s += 1
    timer.show_time()
    assert timer.label.text() == "1:00:00"
    assert timer.is_ticking
    QTest.mouseClick(timer.button, LEFT)
    assert pause.is_paused
    assert not timer.is_ticking
    assert timer.button.accessibleName() == "Continue"
    QTest.mouseClick(timer.button, LEFT)
    assert timer.is_ticking
    settings.change(show_timer=False)
    assert not timer.is_ticking
    assert not timer.label.isVisible()
    settings.change(show_timer=True)
    assert timer.is_ticking
    timer.hide()
    assert not timer.is_ticking
    timer.show()
    assert timer.is_ticking


class Layouts(QObject):
    """Counts how often a widget is asked to lay out its parts."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def test_the_next_second_lays_nothing_out_unless_its_text_is_longer(game: GameWindow) -> None:
    timer = game.controls.timer
    timer.show_time()
    QApplication.processEvents()
    layouts, widths = Layouts(timer), list[int]()
    for seconds in (1, 3, 9, 60, 600):
        game.now_s += seconds
        timer.show_time()
        QApplication.processEvents()
        widths.append(timer.label.width())
        assert timer.label.width() >= timer.label.sizeHint().width()
    assert layouts.count == 1  # 11:13
    assert len(set(widths[:-1])) == 1


def test_the_timer_is_empty_without_a_game_and_keeps_the_time_of_a_solved_one(
    game: GameWindow,
) -> None:
    timer = game.controls.timer
    game.now_s += 61
    shade_picture(game.session)
    assert timer.label.text() == "1:01"
    assert timer.label.isVisible()
    assert not timer.button.isEnabled()
    assert not timer.is_ticking
    game.session.new(5, 5)
    assert not timer.label.isVisible()


def test_the_timer_begins_with_its_puzzle(game: GameWindow) -> None:
    game.now_s += 61
    game.session.paint({0: SHADED}, "Shade")
    game.play(Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    assert game.controls.timer.label.text() == "0:00"
    game.play()
    assert game.controls.timer.label.text() == "1:01"


def test_the_timer_is_as_wide_at_every_time_of_the_same_length(game: GameWindow) -> None:
    label = game.controls.timer.label
    widths = set()
    for text in ("11:11", "20:48", "59:59"):
        label.setText(text)
        widths.add(label.sizeHint().width())
    assert len(widths) == 1


def test_the_pause_button_tells_its_keys(game: GameWindow) -> None:
    assert game.controls.timer.button.toolTip() == "Pause (Pause or F8)"
