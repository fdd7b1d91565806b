"""The window of Learn, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import DARK, LIGHT, ThemeManager
from helper.learn.how_to_play import HowToPlay
from helper.learn.lessons import lessons_window as lessons_window
from helper.learn.lessons.catalogue import LESSONS, lesson_of
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.lesson_list import lesson_at
from helper.learn.lessons.lessons_window import Lessons
from helper.learn.lessons.progress import LessonProgress
from helper.learn.lessons.technique_answers import answer
from puzzles import BLANK, SHADED, Axis, Line
from solver.logic.techniques import Technique
from tests.support.cases import few
from tests.support.keeping import lesson_progress

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
Keys = Qt.Key


@pytest.fixture
def progress() -> LessonProgress:
    return lesson_progress()


@pytest.fixture
def learn(
    qtbot: QtBot, progress: LessonProgress, settings: Settings, themes: ThemeManager
) -> Iterator[Lessons]:
    shown = Lessons(progress, settings, themes)
    shown.resize(960, 600)
    shown.show()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    qtbot.waitUntil(shown.board.hasFocus)
    yield shown
    shown.close()
    shown.deleteLater()


def press(button: QAbstractButton) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)


def open_exercise(learn: Lessons, technique: Technique, number: int) -> None:
    """By the list and the button; exercises are counted from 1."""
    choose(learn, lesson_of(technique))
    for _ in range(number):
        press(learn.panel.next)
    assert (learn.lesson.technique, learn.step) == (technique, number)


def choose(learn: Lessons, lesson: Lesson) -> None:
    assert learn.list.isVisible()
    index = learn.model.index_of(lesson)
    learn.list.scrollTo(index)
    place = learn.list.visualRect(index).center()
    QTest.mouseClick(learn.list.viewport(), LEFT, pos=place)


def place(learn: Lessons, cell: int) -> QPoint:
    return learn.board.area.cell_rect(*divmod(cell, learn.session.puzzle.width)).center()


def click(learn: Lessons, cell: int, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(learn.board.viewport(), button, pos=place(learn, cell))


def mark_by_mouse(learn: Lessons, cell: int, state: int) -> None:
    if state == BLANK:
        click(learn, cell, RIGHT)
    else:
        for _ in range(state.bit_length() - 1):
            click(learn, cell)


def keys(learn: Lessons, *pressed: Qt.Key) -> None:
    """Send keys to the widget that has the focus, as a keyboard does."""
    for key in pressed:
        target = QApplication.focusWidget()
        assert target is not None
        assert target.window() is learn
        QTest.keyClick(target, key)


def mark_by_keys(learn: Lessons, cell: int, state: int) -> None:
    row, column = divmod(cell, learn.session.puzzle.width)
    while learn.board.keyboard.cell[0] != row:
        is_below = learn.board.keyboard.cell[0] < row
        keys(learn, Keys.Key_Down if is_below else Keys.Key_Up)
    while learn.board.keyboard.cell[1] != column:
        is_right = learn.board.keyboard.cell[1] < column
        keys(learn, Keys.Key_Right if is_right else Keys.Key_Left)
    if state == BLANK:
        keys(learn, Keys.Key_X)
    else:
        keys(learn, *[Keys.Key_Space] * (state.bit_length() - 1))


def said(learn: Lessons) -> str:
    return learn.panel.card.sentence


@pytest.mark.parametrize("mark", few(1, [mark_by_mouse, mark_by_keys]), ids=["mouse", "keyboard"])
def test_all_exercises_of_all_lessons_are_solved(
    learn: Lessons, progress: LessonProgress, mark: Callable[[Lessons, int, int], None]
) -> None:
    for lesson in LESSONS:
        choose(learn, lesson)
        learn.board.setFocus()
        for number, position in enumerate(lesson.exercises, 1):
            if mark is mark_by_mouse:
                press(learn.panel.next)
            else:
                keys(learn, Keys.Key_Return)
            assert (learn.lesson, learn.step) == (lesson, number)
            assert learn.panel.place.text() == f"Exercise {number} of {len(lesson.exercises)}"
            given = answer(position, lesson.technique)
            count = len(given.cells) if given.needs_all else 1
            assert said(learn) == ""
            for cell, state in list(given.cells.items())[:count]:
                assert not progress.is_solved(lesson, number - 1)
                mark(learn, cell, state)
            assert progress.is_solved(lesson, number - 1), (lesson.title, number)
            assert said(learn).startswith("That is right.")
            assert number in learn.panel.dots.done
        assert said(learn).endswith("The lesson is done.")
        assert progress.is_done(lesson)


def test_enter_checks_first_and_goes_on_when_it_is_right(learn: Lessons) -> None:
    open_exercise(learn, Technique.GLUE, 1)
    keys(learn, Keys.Key_Return)
    assert learn.step == 1
    assert said(learn).startswith("Cell 3 is missing")
    click(learn, 2)
    keys(learn, Keys.Key_Return)
    assert learn.step == 2


def test_a_wrong_mark_is_explained_until_the_next_move(learn: Lessons) -> None:
    open_exercise(learn, Technique.GLUE, 1)
    click(learn, 0)
    assert said(learn) == ""
    press(learn.check)
    assert said(learn) == "Cell 1 is not certain: it is blank with the 3 in cells 2 to 4."
    assert learn.board.look.hatched == {0}
    assert learn.board.scene().hint is not None
    press(learn.undo)
    assert said(learn) == ""
    assert learn.board.look.hatched == frozenset()
    assert learn.board.scene().hint is None


def test_given_cells_stay(learn: Lessons) -> None:
    open_exercise(learn, Technique.GLUE, 1)
    for button in (LEFT, RIGHT):
        click(learn, 1, button)
        assert tuple(learn.session.marks.to_text()) == learn.position.start
    port = learn.board.viewport()
    QTest.mousePress(port, LEFT, pos=place(learn, 0))
    QTest.mouseMove(port, place(learn, 3))
    QTest.mouseRelease(port, LEFT, pos=place(learn, 3))
    assert learn.session.marks.to_text() == ["####????"]


def test_an_example_cannot_be_marked(learn: Lessons) -> None:
    for cell in range(5):
        click(learn, cell)
    assert tuple(learn.session.marks.to_text()) == learn.position.start


def test_the_steps_of_an_example_are_shown_by_hand(learn: Lessons) -> None:
    choose(learn, lesson_of(Technique.SIMPLE_BOXES))
    assert not learn.previous.isEnabled()
    seen = []
    while learn.following.isEnabled():
        press(learn.following)
        hint = learn.board.scene().hint
        assert hint is not None
        seen.append((said(learn), len(hint.cells)))
    assert [count for _, count in seen] == [0, 4, 4, 5]
    assert seen[0][0] == ("Step 1 of 4: The 6 lies in cells 1 to 8 and always covers cells 3 to 6.")
    press(learn.previous)
    assert said(learn) == seen[-2][0]


def test_an_example_plays_to_its_end_and_begins_again(
    learn: Lessons, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons_window, "PAGE_MS", 1)
    monkeypatch.setattr(lessons_window, "WORD_MS", 0)
    choose(learn, lesson_of(Technique.EDGE_LOGIC))
    for _ in range(2):
        press(learn.play)
        assert said(learn).startswith("Step 1 of 7")
        assert learn.play.text() == "&Pause"
        qtbot.waitUntil(lambda: learn.play.text() == "&Play")
        assert said(learn).startswith("Step 7 of 7")


def test_playing_pauses_and_ends_with_the_lesson(learn: Lessons) -> None:
    press(learn.play)
    press(learn.play)
    assert learn.play.text() == "&Play"
    press(learn.play)
    press(learn.panel.next)
    assert said(learn) == ""
    assert not learn._timer.isActive()


def test_an_answer_that_was_shown_does_not_count(learn: Lessons, progress: LessonProgress) -> None:
    open_exercise(learn, Technique.GLUE, 1)
    press(learn.show_answer)
    assert said(learn).endswith("So cell 3 must be shaded.")
    hint = learn.board.scene().hint
    assert hint is not None
    assert hint.cells == {2: SHADED}
    click(learn, 2)
    assert said(learn).startswith("That is right.")
    assert progress.solved(learn.lesson) == []
    press(learn.again)
    assert tuple(learn.session.marks.to_text()) == learn.position.start
    click(learn, 2)
    assert progress.solved(learn.lesson) == [0]


def test_the_reasons_of_a_shown_trial_can_be_followed(learn: Lessons) -> None:
    open_exercise(learn, Technique.CONTRADICTION, 1)
    assert not learn.previous.isVisible()
    press(learn.show_answer)
    end = said(learn)
    press(learn.previous)
    assert said(learn) != end
    press(learn.following)
    assert said(learn) == end


def test_the_list_has_ticks_and_counts(learn: Lessons, progress: LessonProgress) -> None:
    lesson = lesson_of(Technique.GLUE)
    index = learn.model.index_of(lesson)
    texts = []
    for number in range(len(lesson.exercises)):
        texts.append(index.data())
        progress.add(lesson, number)
    assert texts == ["Glue", "Glue  1/4", "Glue  2/4", "Glue  3/4"]
    assert index.data() == "Glue"
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Glue, 4 of 4 exercises are solved"


def test_it_begins_with_the_first_lesson_that_is_not_done(
    qtbot: QtBot, progress: LessonProgress, settings: Settings, themes: ThemeManager
) -> None:
    for lesson in LESSONS[:2]:
        for number in range(len(lesson.exercises)):
            progress.add(lesson, number)
    shown = Lessons(progress, settings, themes)
    qtbot.addWidget(shown)
    assert shown.lesson is LESSONS[2]


def test_the_keyboard_chooses_lessons_but_no_headings(learn: Lessons) -> None:
    learn.list.setFocus()
    seen = []
    for _ in LESSONS[1:]:
        keys(learn, Keys.Key_Down)
        assert learn.list.hasFocus()
        seen.append(learn.lesson)
    assert seen == list(LESSONS[1:])
    keys(learn, Keys.Key_Return)
    assert learn.step == 1
    assert lesson_at(learn.model.index(0, 0)) is None


def test_tab_reaches_every_button_and_the_list(learn: Lessons) -> None:
    press(learn.following)
    reached = set()
    for _ in range(12):
        keys(learn, Keys.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {learn.list, learn.play, learn.following, learn.panel.next} <= reached
    open_exercise(learn, Technique.GLUE, 1)
    click(learn, 0)
    reached.clear()
    for _ in range(12):
        keys(learn, Keys.Key_Tab)
        reached.add(QApplication.focusWidget())
    buttons = {learn.check, learn.show_answer, learn.undo, learn.again}
    assert buttons | {learn.panel.next, learn.panel.back} <= reached


def test_above_a_line_are_the_numbers_of_its_cells_without_lights(learn: Lessons) -> None:
    open_exercise(learn, Technique.SIMPLE_BOXES, 1)
    board = learn.board
    scene = board.scene()
    assert [scene.puzzle.columns[k][0].length for k in range(3)] == [1, 2, 3]
    assert scene.light(Line(Axis.COLUMN, 0)) is None
    assert scene.light(Line(Axis.ROW, 0)) is not None
    at = board.area.cell_rect(0, 2).center()
    QTest.mouseClick(
        board.viewport(), LEFT, pos=QPoint(at.x(), board.area.cell_rect(0, 2).top() - 10)
    )
    assert not learn.session.ticks
    assert not learn.session.history


def test_after_the_last_exercise_comes_the_next_lesson(learn: Lessons) -> None:
    open_exercise(learn, Technique.GLUE, 4)
    assert learn.panel.next.text().replace("&", "") == "Next Lesson"
    press(learn.panel.next)
    assert (learn.lesson.technique, learn.step) == (Technique.END_BLOCK, 0)
    assert not learn.panel.back.isEnabled()


@pytest.mark.parametrize(
    "size", [(512, 350), *(pytest.param(size, marks=pytest.mark.long)
                           for size in ((700, 420), (960, 600), (1400, 900)))],
)  # fmt: skip
def test_each_board_is_in_view_as_a_whole(learn: Lessons, size: tuple[int, int]) -> None:
    learn.resize(*size)
    for lesson in LESSONS:
        learn.show_technique(lesson.technique)
        for _ in range(1 + len(lesson.exercises)):
            QApplication.processEvents()
            assert (learn.width(), learn.height()) == size
            assert learn.board.area.is_whole
            assert learn.board.area.cell_size >= 12
            learn.go_on()


def test_board_and_heading_are_arranged_as_in_how_to_play(
    learn: Lessons, qtbot: QtBot, settings: Settings, themes: ThemeManager
) -> None:
    how = HowToPlay(settings, themes)
    qtbot.addWidget(how)
    how.show()
    learn.resize(1040, 600)
    board = next(lesson for lesson in LESSONS if not lesson.example.is_line)
    for lesson in (LESSONS[0], board):
        learn.show_technique(lesson.technique)
        QApplication.processEvents()
        for window in (how, learn):
            assert window.panel.x() > window.board.geometry().right()
            assert window.panel.y() <= window.board.y()
        assert learn.panel.width() == how.panel.width()
        assert learn.panel.title.x() == how.panel.title.x()


def test_its_colours_follow_the_theme(learn: Lessons, settings: Settings) -> None:
    for choice, theme in ((ThemeChoice.LIGHT, LIGHT), (ThemeChoice.DARK, DARK)):
        settings.change(theme=choice)
        shown = learn.list.viewport().grab().toImage()
        assert shown.pixelColor(2, shown.height() - 2).name() == theme.window
        bar = learn.panel.dots.grab().toImage()
        assert bar.pixelColor(10, 4).name() == theme.accent


def test_automatic_dots_would_answer_for_the_player(learn: Lessons, settings: Settings) -> None:
    settings.change(automatic_dots=True)
    open_exercise(learn, Technique.COMPLETE_LINE, 2)
    assert learn.session.dots == frozenset()
