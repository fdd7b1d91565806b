"""The window of How to Play, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import DARK, LIGHT, ThemeManager
from helper.learn.how_to_play import HowToPlay
from helper.learn.lesson_window import MAX_CELL_PX
from helper.learn.step_panel import command_keys, with_keys
from helper.learn.steps import STEPS, click_texts
from helper.main_window.main_window import MainWindow
from helper.widgets.help_dialog import HelpDialog
from puzzles import SHADED, Axis, Grid, Line
from puzzles.formats import Document
from tests.support.boards import CHICK

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
Keys = Qt.Key


@pytest.fixture
def lesson(qtbot: QtBot, settings: Settings, themes: ThemeManager) -> Iterator[HowToPlay]:
    shown = HowToPlay(settings, themes)
    shown.show()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    qtbot.waitUntil(shown.board.hasFocus)
    yield shown
    shown.close()
    shown.deleteLater()


def place(lesson: HowToPlay, row: int, column: int) -> QPoint:
    return lesson.board.area.cell_rect(row, column).center()


def click(lesson: HowToPlay, row: int, column: int, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(lesson.board.viewport(), button, pos=place(lesson, row, column))


def press(button: QAbstractButton) -> None:
    QTest.mouseClick(button, LEFT)


def drag(lesson: HowToPlay, row: int, first: int, last: int) -> None:
    port = lesson.board.viewport()
    QTest.mousePress(port, LEFT, pos=place(lesson, row, first))
    QTest.mouseMove(port, place(lesson, row, last))
    QTest.mouseRelease(port, LEFT, pos=place(lesson, row, last))


def keys(lesson: HowToPlay, *pressed: Qt.Key) -> None:
    """Send keys to the widget that has the focus, as a keyboard does."""
    for key in pressed:
        target = QApplication.focusWidget()
        assert target is not None
        assert target.window() is lesson
        QTest.keyClick(target, key)


def undo_by_keys(lesson: HowToPlay) -> None:
    QTest.keyClick(lesson.board, Keys.Key_Z, Qt.KeyboardModifier.ControlModifier)


def click_each(lesson: HowToPlay, *cells: tuple[int, int], button: Qt.MouseButton = LEFT) -> None:
    for row, column in cells:
        click(lesson, row, column, button)


MOUSE: tuple[Callable[[HowToPlay], object], ...] = (
    lambda w: click(w, 0, 2),
    lambda w: click_each(w, (0, 0), (0, 1), (0, 3), (0, 4)),
    lambda w: click_each(w, (0, 3), (0, 4), button=RIGHT),
    lambda w: click_each(w, (1, 1), (2, 0), (2, 2)),
    lambda w: drag(w, 2, 0, 4),
    lambda w: press(w.undo),
)
"""Does each step with the mouse, as its text says."""


def drag_by_keys(lesson: HowToPlay) -> None:
    """Go to the third row, and press the arrow key four times while Shift is held."""
    keys(lesson, Keys.Key_Down, Keys.Key_Down)
    for _ in range(4):
        QTest.keyPress(lesson.board, Keys.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyRelease(lesson.board, Keys.Key_Shift)


RIGHT_KEY, DOWN, SPACE, X = Keys.Key_Right, Keys.Key_Down, Keys.Key_Space, Keys.Key_X
KEYBOARD: tuple[Callable[[HowToPlay], object], ...] = (
    lambda w: keys(w, RIGHT_KEY, RIGHT_KEY, SPACE),
    lambda w: keys(w, SPACE, RIGHT_KEY, SPACE, RIGHT_KEY, RIGHT_KEY, SPACE, RIGHT_KEY, SPACE),
    lambda w: keys(w, *[RIGHT_KEY] * 3, X, RIGHT_KEY, X),
    lambda w: keys(w, DOWN, DOWN, SPACE, RIGHT_KEY, Keys.Key_Up, SPACE, DOWN, RIGHT_KEY, SPACE),
    drag_by_keys,
    undo_by_keys,
)
"""Does each step with the keyboard."""


def go_to(lesson: HowToPlay, number: int) -> None:
    """Skip to a step, counted from 1."""
    while lesson.step is not STEPS[number - 1]:
        press(lesson.panel.skip)


def text_of_step(lesson: HowToPlay) -> str:
    return lesson.panel.text.shown


def test_the_keys_are_those_of_the_commands(window: MainWindow) -> None:
    for name, keys in command_keys().items():
        assert window.commands[name].shortcut() == keys, name
    assert "Hint (Ctrl+H)" in with_keys(STEPS[-1].praise)
    assert "Check Now (Ctrl+K)" in with_keys(STEPS[-1].praise)


@pytest.mark.parametrize("has_automatic_dots", [True, False])
@pytest.mark.parametrize("ways", [MOUSE, KEYBOARD], ids=["mouse", "keyboard"])
def test_all_steps_are_done(
    lesson: HowToPlay,
    settings: Settings,
    ways: tuple[Callable[[HowToPlay], object], ...],
    has_automatic_dots: bool,
) -> None:
    settings.change(automatic_dots=has_automatic_dots)
    panel, finished = lesson.panel, []
    lesson.finished.connect(lambda: finished.append(lesson.isVisible()))
    for number, (step, do) in enumerate(zip(STEPS, ways, strict=True), 1):
        assert (panel.place.text(), panel.title.text()) == (f"Step {number} of 6", step.title)
        assert text_of_step(lesson) == step.with_clicks(False).text
        assert not panel.next.isEnabled()
        assert panel.skip.isVisible()
        assert panel.card.sentence == ""
        do(lesson)
        assert panel.card.sentence == with_keys(step.praise)
        assert panel.next.isEnabled()
        assert not panel.skip.isVisible()
        if ways is MOUSE:
            press(panel.next)
        else:
            keys(lesson, Keys.Key_Return)
    assert finished == [False]


def test_numbers_and_lights_stay_while_the_text_speaks_of_them(lesson: HowToPlay) -> None:
    """At the end of steps 1 and 2, where the text explains the tick and the grey numbers."""
    for cells in ([(0, 2)], [(0, 0), (0, 1), (0, 3), (0, 4)]):
        board = lesson.board
        before = board.area.geometry
        click_each(lesson, *cells)
        board.picture.end()
        assert lesson.session.is_solved
        assert board.picture.move_share == 0
        assert board.area.geometry == before
        assert board.area.geometry.across.header > 0
        assert not board.scene().is_solved
        press(lesson.panel.next)


def test_next_says_what_follows(lesson: HowToPlay) -> None:
    assert lesson.panel.next.text() == "&Next"
    go_to(lesson, 6)
    assert lesson.panel.next.text() == "&Play Your First Puzzle"
    press(lesson.panel.back)
    assert lesson.panel.next.text() == "&Next"


def test_enter_does_nothing_before_a_step_is_done(lesson: HowToPlay) -> None:
    keys(lesson, Keys.Key_Return, Keys.Key_Enter)
    assert lesson.step is STEPS[0]


def test_a_wrong_mark_gives_advice_until_it_is_taken_back(lesson: HowToPlay) -> None:
    go_to(lesson, 3)
    click(lesson, 0, 4)
    assert lesson.panel.card.sentence == STEPS[2].with_clicks(False).advice
    assert not lesson.panel.next.isEnabled()
    press(lesson.undo)
    assert lesson.panel.card.sentence == ""


def test_try_again_brings_the_first_marks_back(lesson: HowToPlay) -> None:
    go_to(lesson, 4)
    click(lesson, 1, 0)
    press(lesson.again)
    assert tuple(lesson.session.marks.to_text()) == STEPS[3].start
    assert lesson.panel.card.sentence == ""
    assert not lesson.undo.isEnabled()


def test_the_mistake_is_there_again_after_try_again(lesson: HowToPlay) -> None:
    go_to(lesson, 6)
    for _ in range(2):
        assert lesson.session.marks[2, 3] == SHADED
        assert lesson.undo.isEnabled()
        press(lesson.undo)
        assert tuple(lesson.session.marks.to_text()) == STEPS[5].start
        press(lesson.again)


def test_redo_is_on_the_keyboard(lesson: HowToPlay) -> None:
    click(lesson, 0, 2)
    undo_by_keys(lesson)
    assert tuple(lesson.session.marks.to_text()) == STEPS[0].start
    QTest.keyClick(lesson.board, Keys.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert lesson.session.is_solved


def test_a_step_that_was_done_stays_done(lesson: HowToPlay) -> None:
    assert not lesson.panel.back.isEnabled()
    click(lesson, 0, 2)
    press(lesson.panel.next)
    press(lesson.panel.skip)
    MOUSE[2](lesson)
    assert lesson.panel.dots.done == {0, 2}
    assert lesson.panel.dots.current == 2
    press(lesson.panel.back)
    assert not lesson.panel.next.isEnabled()
    press(lesson.panel.back)
    assert lesson.step is STEPS[0]
    assert lesson.panel.next.isEnabled()
    assert tuple(lesson.session.marks.to_text()) == STEPS[0].start


def test_numbers_stay_where_the_text_speaks_of_them(lesson: HowToPlay) -> None:
    for number, is_picture in ((1, False), (2, False), (4, True), (5, True)):
        go_to(lesson, number)
        MOUSE[number - 1](lesson)
        assert lesson.session.is_solved
        assert lesson.board.scene().is_solved is is_picture
        press(lesson.panel.next)


def test_automatic_dots_are_those_of_the_preferences(
    qtbot: QtBot, settings: Settings, themes: ThemeManager
) -> None:
    settings.change(automatic_dots=False)
    without = HowToPlay(settings, themes)
    qtbot.addWidget(without)
    assert not without.session.automatic_dots


def test_automatic_dots_follow_the_preferences(lesson: HowToPlay, settings: Settings) -> None:
    go_to(lesson, 2)
    MOUSE[1](lesson)
    assert lesson.session.dots == {2}
    settings.change(automatic_dots=False)
    press(lesson.again)
    MOUSE[1](lesson)
    assert lesson.session.dots == set()


def test_the_keyboard_begins_at_the_first_cell(lesson: HowToPlay) -> None:
    KEYBOARD[0](lesson)
    keys(lesson, Keys.Key_Return)
    assert lesson.board.keyboard.cell == (0, 0)
    assert lesson.board.keyboard.is_shown
    assert lesson.board.hasFocus()


def test_the_mouse_leaves_the_keyboard_to_the_board(lesson: HowToPlay) -> None:
    for button in (lesson.panel.skip, lesson.panel.back, lesson.again):
        press(button)
        assert lesson.board.hasFocus()
    click(lesson, 0, 2)
    press(lesson.undo)
    assert lesson.board.hasFocus()


def test_tab_reaches_every_button(lesson: HowToPlay) -> None:
    click(lesson, 0, 2)
    reached = set()
    for _ in range(8):
        keys(lesson, Keys.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {lesson.undo, lesson.again, lesson.panel.next} <= reached
    press(lesson.panel.next)
    reached.clear()
    for _ in range(8):
        keys(lesson, Keys.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {lesson.again, lesson.panel.back, lesson.panel.skip} <= reached


def test_escape_cancels_a_stroke_first_and_then_closes(lesson: HowToPlay) -> None:
    port = lesson.board.viewport()
    QTest.mousePress(port, LEFT, pos=place(lesson, 0, 2))
    keys(lesson, Keys.Key_Escape)
    assert lesson.isVisible()
    QTest.mouseRelease(port, LEFT, pos=place(lesson, 0, 2))
    assert tuple(lesson.session.marks.to_text()) == STEPS[0].start
    keys(lesson, Keys.Key_Escape)
    assert not lesson.isVisible()


def test_closing_is_not_finishing(lesson: HowToPlay) -> None:
    said: list[str] = []
    lesson.finished.connect(lambda: said.append("finished"))
    lesson.closed.connect(lambda: said.append("closed"))
    keys(lesson, Keys.Key_Escape)
    assert said == ["closed"]


def test_its_colours_follow_the_theme(lesson: HowToPlay, settings: Settings) -> None:
    click(lesson, 0, 2)
    for choice, theme in ((ThemeChoice.LIGHT, LIGHT), (ThemeChoice.DARK, DARK)):
        settings.change(theme=choice)
        bar = lesson.panel.dots.grab().toImage()
        assert bar.pixelColor(10, 4).name() == theme.accent
        button = lesson.panel.next.grab().toImage()
        assert button.pixelColor(button.width() // 8, button.height() // 2).name() == theme.accent
        tool = lesson.again.grab().toImage()
        assert tool.pixelColor(8, tool.height() // 2).name() == theme.base


@pytest.mark.parametrize("size", [(720, 520), (800, 486), (614, 345)])
def test_each_board_is_in_view_as_a_whole(lesson: HowToPlay, size: tuple[int, int]) -> None:
    lesson.resize(*size)
    for number in range(1, 7):
        go_to(lesson, number)
        QApplication.processEvents()
        assert lesson.board.area.is_whole
        assert 16 <= lesson.board.area.cell_size <= MAX_CELL_PX


def test_a_small_board_grows_again_with_the_window(lesson: HowToPlay) -> None:
    lesson.resize(614, 345)
    go_to(lesson, 5)
    QApplication.processEvents()
    small = lesson.board.area.cell_size
    lesson.resize(900, 700)
    QApplication.processEvents()
    assert small < lesson.board.area.cell_size == MAX_CELL_PX


class SmallScreen:
    """A screen of 800 x 800 px at 200 %."""

    def availableSize(self) -> QSize:
        return QSize(400, 400)


def test_on_a_small_screen_all_fits(
    qtbot: QtBot, settings: Settings, themes: ThemeManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HowToPlay, "screen", lambda _: SmallScreen())
    shown = HowToPlay(settings, themes)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    assert shown.width() <= 400
    assert shown.height() <= 400
    assert shown.panel.y() >= shown.board.height()
    for do in MOUSE:
        do(shown)
        panel = shown.panel
        buttons = [b for b in (panel.back, panel.next, panel.skip, shown.undo) if b.isVisible()]
        places = [b.rect().translated(b.mapTo(shown, QPoint())) for b in buttons]
        assert all(shown.rect().contains(place) for place in places)
        assert all(b.width() >= b.minimumSizeHint().width() for b in buttons)
        press(panel.next)
    assert not shown.isVisible()


def test_the_lights_tell_how_a_line_stands(lesson: HowToPlay) -> None:
    assert not lesson.session.is_satisfied(Line(Axis.ROW, 0))
    click(lesson, 0, 2)
    assert lesson.session.is_satisfied(Line(Axis.ROW, 0))
    assert lesson.session.marks == Grid.from_text(["#####"])


def test_what_is_taught_about_clicks_follows_the_preference(
    window: MainWindow, settings: Settings
) -> None:
    """The lesson and the help, also while they are open; what they teach works."""
    window.helping.show_how_to_play()
    window.helping.show_keyboard()
    lesson, dialog = window.helping.how_to_play, window.findChild(HelpDialog)
    assert lesson is not None
    assert dialog is not None
    go_to(lesson, 3)
    assert "click each one twice" in text_of_step(lesson)
    assert "clear → shaded → blank → clear" in dialog.text.toPlainText()
    settings.change(second_click_clears=True)
    assert text_of_step(lesson).endswith("Right-click both of them.")
    assert "clear → shaded → clear" in dialog.text.toPlainText()
    assert "shaded → blank → clear" not in dialog.text.toPlainText()
    click(lesson, 0, 0)
    assert "back to clear, a right click" in lesson.panel.card.sentence
    click(lesson, 0, 0)
    for column in (3, 4):
        click(lesson, 0, column, RIGHT)
    assert lesson.panel.next.isEnabled()
    lesson.close()
    dialog.close()


@pytest.mark.parametrize("clears", [False, True])
def test_a_click_does_what_is_taught(window: MainWindow, settings: Settings, clears: bool) -> None:
    settings.change(second_click_clears=clears)
    session, names = window.session, {"clear": 3, "shaded": 2, "blank": 1}
    session.open_copy(Document(CHICK))
    way = [names[word] for word in click_texts(clears)["left_click"].split(" → ")]
    seen = [session.marks[0, 0]]
    for _ in way[1:]:
        at = window.board.area.cell_rect(0, 0).center()
        QTest.mouseClick(window.board.viewport(), LEFT, pos=at)
        seen.append(session.marks[0, 0])
    assert seen == way
