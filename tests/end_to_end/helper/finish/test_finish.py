"""The finish of a puzzle: what moves, what ends it, what the card says and does."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import NO_COUNTS
from helper.application.rating_store import KeptRating
from helper.application.settings import MotionChoice, Settings, ThemeChoice
from helper.finish.card import MAT_PX, FinishCard
from helper.finish.inks import INKS, Inks, inks_of
from helper.finish.stage import FinishStage
from helper.home.entries import Entry
from helper.main_window.main_window import MainWindow
from puzzles import BLANK, SHADED, Grid, Puzzle, puzzle_of
from puzzles.color_values import contrast
from puzzles.formats import Document
from puzzles.turning import Turn
from solver.api import solve
from solver.logic.explain import explain
from tests.support.boards import CHICK, random_puzzle
from tests.support.cases import few
from tests.support.keeping import keep_moves
from tests.support.session_actions import SOLUTION

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key
HEART = "first-steps/01-heart"


@pytest.fixture
def played(window: MainWindow, home: Path) -> MainWindow:
    """Heart of the first pack, opened from Home."""
    keep_moves(window, Library(home / "library.sqlite3"))
    window.resize(1000, 720)
    window.activateWindow()
    open_by_id(window, HEART)
    return window


def played_entries(window: MainWindow) -> list[Entry]:
    return [entry for shelf in window.home.source.shelves() for entry in shelf.entries]


def open_by_id(window: MainWindow, entry_id: str) -> None:
    window.home._open(next(entry for entry in played_entries(window) if entry.id == entry_id))
    QApplication.processEvents()


def cells_of(window: MainWindow) -> list[int]:
    (solution,) = solve(window.session.puzzle).solutions
    return [i for i, state in enumerate(solution.cells) if state != BLANK]


def finish(window: MainWindow) -> None:
    """Shade all cells but the last one as a move, and click that one."""
    *others, last = cells_of(window)
    window.session.paint(dict.fromkeys(others, SHADED), "Shade")
    QApplication.processEvents()
    board = window.board
    place = board.area.cell_rect(*divmod(last, window.session.marks.width)).center()
    QTest.mouseClick(board.viewport(), LEFT, pos=place)
    assert window.session.is_solved


def stage_of(window: MainWindow) -> FinishStage:
    return window.finish.stage


def card_of(window: MainWindow) -> FinishCard:
    return window.finish.stage.card


def show_time(stage: FinishStage, ms: float) -> None:
    stage.animation.pause()
    stage.animation.setCurrentTime(round(ms))


def finished(window: MainWindow) -> FinishCard:
    finish(window)
    stage_of(window).end()
    return card_of(window)


# What moves


def test_the_picture_does_not_jump(played: MainWindow, settings: Settings) -> None:
    settings.change(automatic_dots=False, highlight=False, grey_clues=False)
    *others, last = cells_of(played)
    played.session.paint(dict.fromkeys(others, SHADED), "Shade")
    board, stage, width = played.board, stage_of(played), played.session.marks.width
    QApplication.processEvents()
    whole = board.area.cell_rect(0, 0).united(
        board.area.cell_rect(played.session.marks.height - 1, width - 1)
    )
    before = board.grab().toImage()
    place = board.area.cell_rect(*divmod(last, width))
    QTest.mouseClick(board.viewport(), LEFT, pos=place.center())
    show_time(stage, 0)
    assert stage.is_moving
    inner = stage.picture_start.adjusted(1, 1, -1, -1)
    assert inner == whole.translated(board.viewport().pos()).adjusted(1, 1, -1, -1)
    first = board.grab().toImage()
    ratio = round(first.devicePixelRatio())
    grid = QRect(inner.topLeft() * ratio, inner.size() * ratio)
    changed = place.translated(board.viewport().pos())
    changed = QRect(changed.topLeft() * ratio, changed.size() * ratio)
    for y in range(grid.top(), grid.bottom(), 3):
        for x in range(grid.left(), grid.right(), 3):
            if not changed.contains(x, y):
                assert first.pixel(x, y) == before.pixel(x, y)


def test_the_picture_is_at_its_place_when_the_grid_is_gone(played: MainWindow) -> None:
    finish(played)
    stage = stage_of(played)
    scene = stage._scene
    assert scene is not None
    assert scene.dissolve is not None
    images = []
    for late in (0, 1):
        show_time(stage, scene.dissolve.duration_ms + late)
        images.append(played.board.grab().toImage())
    ratio = round(images[0].devicePixelRatio())
    start, width = stage.picture_start, played.session.marks.width
    cell = played.board.area.cell_size
    for i, state in enumerate(played.session.marks.cells):
        row, column = divmod(i, width)
        at = start.topLeft() + QPoint(1 + column * cell + cell // 2, 1 + row * cell + cell // 2)
        for image in images:
            color = image.pixelColor(at * ratio)
            assert (color.lightness() < 100) is (state == SHADED)


def test_it_takes_a_second_or_a_little_more_and_ends_with_the_card(
    played: MainWindow, qtbot: QtBot
) -> None:
    finish(played)
    stage, duration = stage_of(played), stage_of(played).animation.duration()
    assert 700 <= duration <= 1500
    stage.animation.setCurrentTime(duration - 200)
    assert stage.is_moving
    assert not card_of(played).isVisible()
    qtbot.waitUntil(lambda: not stage.is_moving, timeout=10_000)
    assert card_of(played).isVisible()


def test_a_frame_of_60_x_60_is_painted_within_16_ms(played: MainWindow) -> None:
    puzzle = random_puzzle(1, 60, 60)
    session = played.session
    session.open_copy(Document(puzzle))
    played.board.zoom.fit()
    solution = solve(puzzle).solutions[0]
    shaded = (i for i, state in enumerate(solution.cells) if state != BLANK)
    session.paint(dict.fromkeys(shaded, SHADED), "Shade")
    stage = stage_of(played)
    assert stage.is_moving
    stage.animation.pause()
    spent = []
    for ms in range(0, stage.animation.duration(), 40):
        stage.animation.setCurrentTime(ms)
        begin = time.thread_time()
        stage.repaint()
        spent.append(time.thread_time() - begin)
    assert sorted(spent)[len(spent) * 9 // 10] < 0.016


@pytest.mark.parametrize("way", ["preference", "style"])
def test_nothing_moves_if_that_is_wanted(
    played: MainWindow, settings: Settings, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "preference":
        settings.change(motion=MotionChoice.REDUCED)
    else:
        monkeypatch.setattr(type(played.board.style()), "styleHint", lambda *_: 0)
    finish(played)
    assert not stage_of(played).is_moving
    assert card_of(played).isVisible()
    assert played.board.scene().fade == 1


# What ends it


def _click(window: MainWindow) -> None:
    QTest.mouseClick(stage_of(window), LEFT, pos=QPoint(5, 5))


def _press(window: MainWindow) -> None:
    QTest.keyClick(stage_of(window), Key.Key_Space)


def _resize(window: MainWindow) -> None:
    window.resize(window.width() - 40, 560)
    QApplication.processEvents()


def _theme(window: MainWindow) -> None:
    is_dark = window.settings.preferences.theme is ThemeChoice.DARK
    window.settings.change(theme=ThemeChoice.LIGHT if is_dark else ThemeChoice.DARK)


def _home(window: MainWindow) -> None:
    window.home.show()
    window.home.show_board()


def test_it_ends_at_once_with_the_card(played: MainWindow) -> None:
    for end, ms in itertools.product((_click, _press, _resize, _theme, _home), (0, 900)):
        finish(played)
        stage, card = stage_of(played), card_of(played)
        show_time(stage, ms)
        assert stage.is_moving
        assert not card.isVisible()
        end(played)
        QApplication.processEvents()
        assert not stage.is_moving, (end, ms)
        assert card.isVisible()
        assert stage.rect().contains(card.geometry())
        assert played.session.puzzle.title == "Heart", "the click or key does nothing else"
        played.session.restart()


def test_a_key_that_is_held_down_ends_nothing(played: MainWindow) -> None:
    """The last cell may have been shaded with it."""
    finish(played)
    stage = stage_of(played)
    held = QKeyEvent(QEvent.Type.KeyPress, Key.Key_Space, Qt.KeyboardModifier(0), " ", True)
    QApplication.sendEvent(stage, held)
    QTest.keyPress(stage, Key.Key_Shift)
    assert stage.is_moving


MOMENTS = (0, 400, None)
"""While it moves, ms, and with the card."""


def go_to(window: MainWindow, ms: int | None) -> None:
    if ms is None:
        stage_of(window).end()
    else:
        show_time(stage_of(window), ms)


def test_undo_brings_the_board_back(played: MainWindow) -> None:
    *others, last = cells_of(played)
    played.session.paint(dict.fromkeys(others, SHADED), "Shade")
    before = played.board.area.geometry
    for ms in MOMENTS:
        played.session.paint({last: SHADED}, "Shade")
        assert played.finish.is_shown
        go_to(played, ms)
        QTest.keyClick(played, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert not played.session.is_solved
        assert not stage_of(played).isVisible()
        assert played.board.area.geometry == before
        assert played.board.hasFocus()
        played.session.redo()
        assert not played.finish.is_shown, "redo has solved nothing"
        assert played.message_place.bottom.text == "“Heart” is solved."
        played.session.undo()


def test_the_message_names_the_puzzle_that_is_opened_again(played: MainWindow) -> None:
    """Not that of the player's own which was open before."""
    finish(played)
    played.finish.stage.end()
    open_by_id(played, next(e.id for e in played_entries(played) if e.id != HEART))
    assert played.home._opened is not None
    played.home._opened = played.home._opened._replace(name="Mine", is_own=True)
    open_by_id(played, HEART)
    assert played.session.is_solved
    assert played.message_place.bottom.text == "“Heart” is solved."


def test_another_puzzle_ends_it(played: MainWindow) -> None:
    heart = played.session.state.document
    for ms in MOMENTS:
        played.session.open_copy(Document(heart.puzzle))
        finish(played)
        assert played.finish.is_shown
        go_to(played, ms)
        played.session.open_copy(Document(CHICK))
        QApplication.processEvents()
        assert not played.finish.is_shown
        assert played.board.hasFocus()


def test_the_window_may_close_and_the_board_may_zoom_in_the_middle(played: MainWindow) -> None:
    finish(played)
    show_time(stage_of(played), 300)
    played.board.zoom.by(3)
    played.grab()
    played.close()
    QApplication.processEvents()
    assert not played.finish.is_shown


def test_a_turned_picture_is_shown_without_the_card(played: MainWindow) -> None:
    finished(played)
    played.session.turn(next(iter(Turn)))
    assert not played.finish.is_shown


@pytest.mark.parametrize("way", ["opened", "by the solver"])
def test_only_the_players_own_solution_is_celebrated(played: MainWindow, way: str) -> None:
    session = played.session
    session.open_copy(Document(CHICK))
    if way == "opened":
        session.open_copy(Document(CHICK, SOLUTION))
    else:
        session.show_solution(SOLUTION, is_only=True)
    assert session.is_solved
    assert not played.finish.is_shown
    assert "Congrat" not in played.message_place.bottom.text


# The card


def test_the_card_tells_what_it_took(played: MainWindow) -> None:
    autosave = played.autosave
    said = []
    for seconds, hints, checks in ((90, 0, 0), (100, 2, 1), (62, 0, 0), (70, 0, 1)):
        autosave.clock.set(seconds)
        autosave.counts.value = NO_COUNTS._replace(hints=hints, checks=checks)
        card = finished(played)
        earlier = card.earlier.text() if card.earlier.isVisible() else ""
        said.append((card.time.text(), card.best.isVisible(), earlier, card.helps.text()))
        assert card.title.text() == "Heart"
        assert card.pack.text() == "1 of 9 in First steps"
        played.session.restart()
    assert said == [
        ("1:30", False, "", "No hints, no checks"),
        ("1:40", False, "your best: 1:30", "2 hints\n1 check"),
        ("1:02", True, "before: 1:30", "No hints, no checks"),
        ("1:10", False, "your best: 1:02", "1 check"),
    ]


def test_the_picture_wears_the_inks_of_its_shelf(
    played: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On the card, on the clipboard and in the file; the board stays as it was."""
    card, inks = finished(played), inks_of("first-steps")
    wanted = {QColor(each).rgb() for each in inks}
    path = tmp_path / "heart.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    QTest.mouseClick(card.copy, LEFT)
    QTest.mouseClick(card.save, LEFT)
    for image in (QApplication.clipboard().image(), QImage(str(path))):
        assert colors_of(image) == wanted
    assert wanted <= colors_of(card.picture.grab().toImage())
    played.settings.change(shelf_inks=False)
    assert not wanted <= colors_of(card.picture.grab().toImage())
    QTest.mouseClick(card.copy, LEFT)
    assert wanted.isdisjoint(colors_of(QApplication.clipboard().image()))


@pytest.mark.parametrize("ending", few(1, [".gif", ".webp"]))
def test_the_moves_are_saved_as_an_animated_picture_in_the_inks(
    played: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ending: str
) -> None:
    for index in cells_of(played):
        played.session.paint({index: SHADED}, "Shade")
    stage_of(played).end()
    path = tmp_path / f"heart{ending}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    QTest.mouseClick(card_of(played).save, LEFT)
    paper, ink = (QColor(each) for each in inks_of("first-steps"))
    shaded: list[int] = []
    with Image.open(path) as film:
        for frame in ImageSequence.Iterator(film):
            pixels = np.asarray(frame.convert("RGB"))
            is_ink = (pixels == (ink.red(), ink.green(), ink.blue())).all(axis=2)
            is_paper = (pixels == (paper.red(), paper.green(), paper.blue())).all(axis=2)
            assert (is_ink | is_paper).all()
            shaded.append(int(is_ink.sum()))
    assert shaded == sorted(set(shaded)), "each frame has a cell more"
    assert len(shaded) == len(cells_of(played)) + 1
    assert shaded[0] == 0


def colors_of(image: QImage) -> set[int]:
    pixels = image.convertToFormat(QImage.Format.Format_ARGB32)
    return set(np.unique(np.frombuffer(pixels.constBits(), np.uint32)).tolist())


@pytest.mark.parametrize("inks", INKS)
def test_inks_are_told_apart(inks: Inks) -> None:
    assert contrast(*inks) >= 7


def test_the_panel_does_not_repeat_what_the_card_says(played: MainWindow, qtbot: QtBot) -> None:
    panel = played.panel
    qtbot.waitUntil(lambda: not panel.difficulty.isHidden(), timeout=20_000)
    card = finished(played)
    qtbot.waitUntil(lambda: panel.difficulty.isHidden())
    assert played.rating.rating is not None
    assert played.rating.rating.title in card.size_label.text()
    played.session.undo()
    qtbot.waitUntil(lambda: not panel.difficulty.isHidden())


def test_the_time_of_card_timer_and_library_is_one(played: MainWindow, home: Path) -> None:
    now = 59.95
    played.autosave.clock._now = lambda: now
    played.autosave.clock.set(0)
    played.autosave.clock.run(True)
    now = 119.99
    card = finished(played)
    (solve_,) = Library(home / "library.sqlite3").solves()
    assert (solve_.seconds, card.time.text()) == (60, "1:00")
    assert played.controls.timer.label.text() == "1:00"


def test_the_hardest_technique_leads_to_its_lesson(played: MainWindow) -> None:
    card = finished(played)
    assert not card.hardest.isVisible() or played.rating.rating is not None
    played.rating.changed.emit(KeptRating("easy", 94.0, "glue", 2, 3))
    assert card.hardest.isVisible()
    assert "Glue" in card.hardest.text()
    assert "in 3 steps" in card.hardest.text()
    assert card.size_label.text() == "5 × 5 · Easy, 2.3"
    card.hardest.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(card.hardest, Key.Key_Return)
    lessons = played.helping.lessons
    assert lessons is not None
    assert lessons.isVisible()
    lessons.close()


def play_slowly(window: MainWindow, pauses: list[int]) -> FinishCard:
    """Make the first steps, with a pause of so many seconds before each, and solve the puzzle."""
    clock, session = window.autosave.clock, window.session
    session.automatic_dots = False
    for pause, step in zip(pauses, explain(session.puzzle), strict=False):
        clock.set(clock.seconds + pause)
        session.paint(dict(step.deduction.decided), "Shade")
    return finished(window)


def test_the_longest_pauses_tell_what_could_have_been_seen(
    played: MainWindow, qtbot: QtBot
) -> None:
    card = play_slowly(played, [12, 3, 75, 30, 2, 44, 9])
    assert not card.pauses.isVisible()
    qtbot.waitUntil(lambda: card.pauses.text().count("<a ") == 3, timeout=20_000)
    assert card.pauses.isVisible()
    told = [line.split(": ", 1)[0] for line in card.pauses.text().split("<br>")]
    assert told == ["1:15", "0:44", "0:30"]
    assert "So cell" in card.pauses.toolTip(), "the step with its reason"
    assert "<" not in card.pauses.toolTip(), "tips show their text as it is"
    assert card.pauses.accessibleName().startswith("What you could have seen")
    assert card.geometry().bottom() <= stage_of(played).height(), "the card has the room it needs"
    learned: list[object] = []
    played.finish.lesson_requested.connect(learned.append)
    card.pauses.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(card.pauses, Key.Key_Return)
    assert len(learned) == 1
    played.session.undo()
    card = finished(played)
    assert not card.pauses.isVisible(), "until they are looked for again"


def test_a_pause_with_wrong_marks_shows_nothing_and_short_ones_are_none(
    played: MainWindow, qtbot: QtBot
) -> None:
    clock, cells = played.autosave.clock, cells_of(played)
    wrong = next(i for i in range(25) if i not in cells)
    clock.set(2)
    played.session.paint({wrong: SHADED}, "Shade")
    clock.set(100)
    played.session.paint({wrong: BLANK}, "Shade")
    card = play_slowly(played, [1, 20])
    qtbot.waitUntil(lambda: bool(card.pauses.text()) and not played.hint_process.is_busy)
    assert card.pauses.text().startswith("0:20")
    assert card.pauses.text().count("<a ") == 1


def test_enter_opens_the_next_puzzle_of_the_pack(played: MainWindow) -> None:
    card = finished(played)
    assert card.following.text() == "Next: First steps, No. 2"
    assert card.next.hasFocus()
    QTest.keyClick(played.focusWidget() or card, Key.Key_Return)
    assert played.session.puzzle.title == "Sailing boat"
    assert not played.session.is_solved
    assert not played.finish.is_shown


def test_enter_beside_the_buttons_opens_it_too(played: MainWindow) -> None:
    finished(played)
    QTest.keyClick(stage_of(played), Key.Key_Enter)
    assert played.session.puzzle.title == "Sailing boat"


def test_the_card_takes_the_keyboard_from_the_panel(played: MainWindow) -> None:
    *others, last = cells_of(played)
    played.session.paint(dict.fromkeys(others, SHADED), "Shade")
    banner = played.message_place.notice
    banner.show_message("A hint", Close=lambda: played.session.paint({last: SHADED}, "Hint"))
    banner.button("Close").setFocus()
    QTest.keyClick(banner.button("Close"), Key.Key_Space)
    stage_of(played).end()
    assert card_of(played).next.hasFocus()


def test_the_picture_is_copied(played: MainWindow) -> None:
    card = finished(played)
    QTest.mouseClick(card.copy, LEFT)
    assert QGuiApplication.clipboard().image().width() == 1200
    assert played.finish.is_shown


@pytest.mark.parametrize("way", ["button", "key"])
def test_the_card_is_put_away(played: MainWindow, way: str) -> None:
    card = finished(played)
    if way == "button":
        QTest.mouseClick(card.close_button, LEFT)
    else:
        QTest.keyClick(card.next, Key.Key_Escape)
    assert not played.finish.is_shown
    assert played.board.hasFocus()
    assert played.board.scene().is_solved
    assert played.message_place.bottom.text.startswith(
        "Congratulations! You have solved “Heart” in "
    )


def test_a_screen_reader_is_told_all(played: MainWindow) -> None:
    played.autosave.clock.set(63)
    card = finished(played)
    told = card.next.accessibleDescription()
    assert told.startswith("Congratulations! You have solved “Heart” in 1:03.")
    assert told.endswith("1 of 9 in First steps.")
    for widget in (card, card.picture, card.close_button, card.bar):
        assert widget.accessibleName()


def test_tab_goes_round_in_the_card(played: MainWindow) -> None:
    card = finished(played)
    played.rating.changed.emit(KeptRating("easy", 94.0, "glue", 2, 3))
    reached: list[QWidget | None] = [played.focusWidget()]
    for _ in range(5):
        QTest.keyClick(played.focusWidget() or card, Key.Key_Tab)
        reached.append(played.focusWidget())
    others = [card.save, card.copy, card.hardest, card.close_button]
    assert reached == [card.next, *others, card.next]


SHAPES = [(5, 5), (60, 60), (5, 40), (40, 5), (1, 1)]
SIZES = [(512, 350), (640, 480), (1000, 720), (1600, 1000)]


def test_the_card_fits_its_window(window: MainWindow, settings: Settings) -> None:
    settings.change(motion=MotionChoice.REDUCED)
    for (height, width), size in itertools.product(SHAPES, SIZES):
        cells = [2 if (i * 7 + i // width) % 3 else 1 for i in range(height * width - 1)]
        grid = Grid(height, width, 2, [*cells, 2])
        title = "A picture with a title that needs two lines or more to be read"
        puzzle = replace(puzzle_of(grid, Puzzle.empty(height, width)), title=title)
        window.session.open_copy(Document(puzzle))
        window.resize(*size)
        QApplication.processEvents()
        shaded = dict.fromkeys((i for i, state in enumerate(grid.cells) if state == 2), SHADED)
        window.session.paint(shaded, "Shade")
        QApplication.processEvents()
        card, stage = card_of(window), stage_of(window)
        assert (window.width(), window.height()) == size
        assert stage.rect().contains(card.geometry())
        for button in (card.next, card.save, card.copy, card.close_button):
            assert button.visibleRegion().boundingRect() == button.rect()
        if not card.picture.isHidden():
            cell = (card.picture.width() - 2 * (1 + MAT_PX)) * card.devicePixelRatioF() / width
            assert cell < 4 or cell == int(cell), "all cells are of one size"
        QTest.mouseClick(card.close_button, LEFT)
        QApplication.processEvents()
        assert window.message_place.bottom.text
        across, down = window.board.area.geometry.across, window.board.area.geometry.down
        is_seen = across.is_whole and down.is_whole
        # The cells of a picture have two px at least.
        assert is_seen or window.board.area.cell_size == 2, "its message covers no part of it"


def test_the_card_gives_way_to_a_watched_method(played: MainWindow) -> None:
    finished(played)
    played.watching.running_changed.emit(True)
    assert not played.finish.is_shown


def test_the_card_has_no_pack_where_progress_is_not_shown(
    played: MainWindow, settings: Settings
) -> None:
    settings.change(show_progress=False)
    card = finished(played)
    assert card.pack.isHidden()
    assert card.following.text() == "Next: First steps, No. 2"
