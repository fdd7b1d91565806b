"""A method is watched while it solves the puzzle on the board."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.main_window.main_window import MainWindow
from helper.methods.method_work import WatchedStep, watch_work
from helper.methods.methods import describe_all, method_title
from helper.methods.options_dialog import OptionsDialog
from helper.methods.pace import Pace, Pacer
from helper.methods.solver_dialog import SolverDialog
from helper.methods.watch_bar import FULL_SPEED, delay_of
from helper.play.lights import Light
from helper.widgets.help_dialog import HelpDialog
from puzzles import SHADED, Grid, Puzzle
from puzzles.child.process import running_children
from puzzles.formats import Document
from solver.api import Limits, Outcome, SolveResult, Statistics
from solver.registry import engine_names, get_engine
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.waiting import PATIENCE_S

LEFT = Qt.MouseButton.LeftButton
TWO_WAYS = Puzzle.from_numbers([[1], [2], [2], [1]], [[1], [2], [2], [1]])


@pytest.fixture(autouse=True)
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes have said."""
    texts: list[str] = []

    def box(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        if text.startswith("Show the whole solution"):
            return QMessageBox.StandardButton.Yes
        texts.append(text)
        return QMessageBox.StandardButton.Discard

    for kind in ("warning", "question"):
        monkeypatch.setattr(QMessageBox, kind, box)
    return texts


@pytest.fixture
def chick_window(window: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """The chick, with a mark of the player's that is wrong; the methods are known."""
    window.catalogue.methods = describe_all()
    window.session.open_copy(Document(CHICK))
    window.session.paint({0: SHADED}, "Shade")
    yield window
    window.watching.close()
    no_child_is_left(qtbot)


def no_child_is_left(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not running_children(), timeout=3000)


def set_speed(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.watch_bar.slider, key)


def choose(window: MainWindow, qtbot: QtBot, name: str) -> None:
    """Take a method in the dialog of Puzzle > Solution."""
    window.commands["solver"].trigger()
    dialog = window.findChildren(SolverDialog)[-1]
    dialog.methods.setCurrentIndex(dialog.methods.findData(name))
    QTest.mouseClick(dialog.watch, LEFT)
    QApplication.processEvents()  # it is watched once the dialog is gone


def watch(window: MainWindow, qtbot: QtBot, name: str, key: Qt.Key = Qt.Key.Key_Home) -> None:
    """Watch a method, at the slowest pace, until its first step has been seen."""
    set_speed(window, key)
    choose(window, qtbot, name)
    assert window.watching.is_running
    qtbot.waitUntil(lambda: not window.watch_bar.counts.text().startswith("0 "), timeout=15_000)


def seen(window: MainWindow) -> int:
    return int(window.watch_bar.counts.text().split()[0].replace(",", ""))


def test_a_puzzle_being_played_is_not_solved_unasked(
    chick_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.No)
    marks = chick_window.session.marks.copy()
    choose(chick_window, qtbot, "intersection")
    assert not chick_window.watching.is_running
    assert chick_window.session.marks == marks


def test_a_watched_method_shows_its_steps_and_ends_with_the_solution(
    chick_window: MainWindow, qtbot: QtBot
) -> None:
    window, board = chick_window, chick_window.board
    mine = window.session.marks.copy()
    watch(window, qtbot, "intersection")
    bar = window.watch_bar
    assert bar.isVisible()
    assert bar.geometry().top() >= board.geometry().bottom()
    assert bar.method.text() == method_title("intersection")
    assert "common to" in bar.sentence.full_text
    line = board.scene().marked_line
    assert line is not None
    assert str(line) in bar.sentence.full_text
    in_mind = [board.look.at(r, c) for r in range(7) for c in range(7)]
    assert any(look.ghost for look in in_mind)
    assert board.look.is_thought
    assert not in_mind[0].color  # the player's own mark is put aside
    assert window.session.marks == mine
    set_speed(window, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: not window.watching.is_running, timeout=10_000)
    assert window.session.is_solved
    assert not bar.isVisible()
    assert not board.look.is_thought
    assert board.scene().marked_line is None
    window.session.undo()
    assert window.session.marks == mine


def test_a_board_that_is_whole_stays_whole_beside_the_bar(window: MainWindow, qtbot: QtBot) -> None:
    rows = [[1]] * 20
    window.session.open_copy(Document(Puzzle.from_numbers(rows, rows)))
    window.resize(700, 560)
    board = window.board
    board.zoom.fit()
    board.zoom.to(board.area.cell_size)  # from now on it does not follow the window by itself
    size = board.area.cell_size
    window.watching.start("depth-first")
    assert board.area.is_whole
    assert board.area.cell_size < size
    window.watching.stop()
    assert board.area.cell_size == size
    no_child_is_left(qtbot)


def test_watching_is_no_time_of_the_player(chick_window: MainWindow, qtbot: QtBot) -> None:
    window = chick_window
    window.activateWindow()
    qtbot.waitUntil(lambda: window.autosave.clock.is_running)
    window.watching.start("depth-first")
    assert not window.autosave.clock.is_running
    window.controls.start_again()
    assert not window.watching.is_running, "the board is the player's, clear as it is"
    assert window.autosave.clock.is_running
    no_child_is_left(qtbot)


def test_the_lights_speak_of_the_picture_in_mind(chick_window: MainWindow) -> None:
    board = chick_window.board
    thought = Grid.from_text(["?###???"] + ["???????"] * 6)
    board.overlays.show_thought(thought)
    lines = CHICK.lines
    assert [board.scene().light(line) for line in lines[:2]] == [Light.DONE, Light.OPEN]
    board.overlays.show_thought(None)
    assert board.scene().light(lines[0]) is not Light.DONE


def test_what_is_in_mind_looks_unlike_what_is_marked_and_what_is_certain(
    chick_window: MainWindow,
) -> None:
    board = chick_window.board
    grid = Grid.from_text(["#" * 7] * 7)

    def colors() -> set[int]:
        image = board.viewport().grab(board.area.cell_rect(3, 3)).toImage()
        middle = image.width() // 2
        return {image.pixel(x, middle) for x in range(3, image.width() - 3)}

    board.overlays.show_thought(grid)
    in_mind = colors()
    assert len(in_mind) >= 2  # a gap around it, whatever its colour
    board.overlays.show_found(grid)
    certain = colors()
    board.overlays.show_found(None)
    chick_window.session.paint({3 * 7 + 3: SHADED}, "Shade")
    assert in_mind.isdisjoint(certain)
    assert in_mind.isdisjoint(colors())


def test_pause_holds_it_a_step_is_one_step_and_the_speed_changes_while_it_runs(
    chick_window: MainWindow, qtbot: QtBot
) -> None:
    window, bar = chick_window, chick_window.watch_bar
    set_speed(window, Qt.Key.Key_End)
    assert bar.speed.text() == "full speed"
    watch(window, qtbot, "brute-force", Qt.Key.Key_End)
    ticks = seen(window)
    qtbot.waitUntil(lambda: seen(window) > ticks + 500, timeout=5000)
    QTest.mouseClick(bar.pause, LEFT)

    def stands() -> bool:
        before = seen(window)
        qtbot.wait(300)
        return seen(window) == before

    qtbot.waitUntil(stands)  # the child has heard of it, and all that it told before has come
    held = seen(window)
    for k in range(1, 4):
        QTest.mouseClick(bar.step, LEFT)
        qtbot.waitUntil(lambda k=k: seen(window) == held + k, timeout=2000)  # type: ignore[misc]
    set_speed(window, Qt.Key.Key_Home)
    assert bar.speed.text() == "1 step/s"
    QTest.mouseClick(bar.pause, LEFT)
    assert not bar.step.isEnabled()
    qtbot.wait(600)
    assert seen(window) < held + 50, "even if it took much longer: at full speed it is 500 and more"
    set_speed(window, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: seen(window) > held + 500, timeout=5000)


@pytest.mark.clock
@pytest.mark.parametrize("way", ["button", "escape"])
def test_stop_is_quick_and_leaves_the_marks_alone(
    chick_window: MainWindow, qtbot: QtBot, way: str
) -> None:
    window = chick_window
    before = window.session.marks.copy()
    watch(window, qtbot, "depth-first")
    started = time.perf_counter()
    if way == "button":
        QTest.mouseClick(window.watch_bar.stop, LEFT)
    else:
        window.activateWindow()
        QApplication.processEvents()
        QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert not window.watching.is_running
    no_child_is_left(qtbot)
    assert time.perf_counter() - started < 1
    assert window.session.marks == before
    assert window.board.look.found is None
    assert "stopped" in window.statusBar().currentMessage()


def test_the_board_is_locked_and_a_command_ends_the_run(
    chick_window: MainWindow, qtbot: QtBot
) -> None:
    window = chick_window
    watch(window, qtbot, "depth-first")
    before = window.session.marks.copy()
    QTest.mouseClick(window.board.viewport(), LEFT, pos=window.board.area.cell_rect(3, 3).center())
    assert window.session.marks == before
    assert window.watching.is_running
    shown = window.statusBar().currentMessage() + window.message_place.notice.text
    assert "current state" in shown, "the status bar hands on what it has no room for"
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, "Ctrl+Z")
    assert not window.watching.is_running
    assert window.session.marks.is_untouched
    assert not window.watch_bar.isVisible()


def test_another_puzzle_another_method_and_closing_end_the_run(
    chick_window: MainWindow, qtbot: QtBot
) -> None:
    window = chick_window
    watch(window, qtbot, "depth-first")
    window.session.open_copy(Document(TWO_WAYS))
    assert not window.watching.is_running
    assert window.board.look.found is None
    window.watching.start("brute-force")
    window.watching.start("depth-first")
    assert window.watch_bar.method.text() == method_title("depth-first")
    window.close()
    assert not window.isVisible()
    no_child_is_left(qtbot)


def test_several_solutions_are_stepped_through(window: MainWindow, qtbot: QtBot) -> None:
    window.session.open_copy(Document(TWO_WAYS))
    set_speed(window, Qt.Key.Key_End)
    choose(window, qtbot, "depth-first")
    qtbot.waitUntil(lambda: not window.watching.is_running, timeout=15_000)
    assert window.message_place.bottom.text.startswith("This puzzle has 8 solutions")


def test_a_method_that_is_stuck_shows_how_far_it_came_until_the_next_move(
    window: MainWindow, qtbot: QtBot
) -> None:
    rows, columns = [[4], [1], [2], [2], [1]], [[1], [1, 1], [1, 2], [1, 2], [1]]
    window.session.open_copy(Document(Puzzle.from_numbers(rows, columns)))
    set_speed(window, Qt.Key.Key_End)
    choose(window, qtbot, "intersection")
    qtbot.waitUntil(lambda: not window.watching.is_running, timeout=15_000)
    assert "“Intersection of arrangements” cannot go on: " in window.message_place.bottom.text
    assert " of 25 cells are certain" in window.message_place.bottom.text
    look = window.board.look.at(0, 2)
    assert (look.color, look.ghost) == (1, True)
    assert window.session.marks.is_untouched
    QTest.mouseClick(window.board.viewport(), LEFT, pos=window.board.area.cell_rect(4, 0).center())
    assert window.message_place.bottom.text == ""
    assert window.board.look.found is None


def result(outcome: Outcome, *solutions: Grid, note: str = "") -> SolveResult:
    return SolveResult(
        outcome, solutions, Grid.for_puzzle(CHICK), "guess", statistics=Statistics(), note=note
    )


def test_a_solution_that_may_not_be_alone_is_shown_and_not_called_solved(
    chick_window: MainWindow,
) -> None:
    window = chick_window
    mine = window.session.marks.copy()
    rows = [".###...", "##.#...", ".###.##", "..#####", "..####.", "....#..", "...##.."]
    window.outcomes.show(result(Outcome.FOUND, Grid.from_text(rows)))
    assert window.message_place.bottom.text.startswith(
        "This is a solution. The method “guess” cannot"
    )
    assert not window.session.is_solved
    assert window.session.marks == Grid.from_text(rows)
    window.session.undo()
    assert window.session.marks == mine
    assert window.message_place.bottom.text == ""


def test_a_method_that_gives_up_says_why(chick_window: MainWindow) -> None:
    chick_window.outcomes.show(result(Outcome.GAVE_UP, note="it was too hard"))
    assert chick_window.message_place.bottom.text == "The method “guess” gave up: it was too hard."


def test_a_defective_puzzle_is_refused_with_its_sentences(
    window: MainWindow, said: list[str]
) -> None:
    puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1]])
    window.session.open_copy(Document(puzzle))
    window.watching.start("native")
    assert not window.watching.is_running
    assert "row 1: 3 needs 3 cells, the row has 2" in said[0]


def test_the_solver_has_every_method_with_what_it_does(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = {"oracle": "it needs a crystal ball"}
    monkeypatch.setattr("helper.methods.solver_dialog.missing_engines", lambda: missing)
    window.session.open_copy(Document(CHICK))
    window.commands["solver"].trigger()
    (dialog,) = window.findChildren(SolverDialog)
    box = dialog.methods
    with qtbot.waitSignal(window.catalogue.loaded, timeout=20_000):  # the window does not wait
        pass
    *known, last = range(box.count())
    assert [box.itemData(at) for at in known] == list(engine_names())
    assert all(box.itemText(at) != box.itemData(at) for at in known), "no ids"
    for at in known:
        box.setCurrentIndex(at)
        assert dialog.description.text() == get_engine(box.itemData(at)).description
    model = box.model()
    assert isinstance(model, QStandardItemModel)
    assert model.item(last).toolTip() == "It needs a crystal ball."
    assert not model.item(last).isEnabled()
    dialog.reject()


def test_options_are_asked_for_and_remembered(
    chick_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = chick_window
    asked: list[str] = []

    def fill_in(dialog: OptionsDialog) -> int:
        asked.append(dialog.spec)
        queue = dialog.form.fields["queue"]
        queue.setFocus()
        QTest.keyClick(queue, Qt.Key.Key_Down)
        QTest.keyClick(dialog.form.fields["tracked"], Qt.Key.Key_Space)
        return QDialog.DialogCode.Accepted.value

    monkeypatch.setattr(OptionsDialog, "exec", fill_in)
    set_speed(window, Qt.Key.Key_Home)
    choose(window, qtbot, "elimination")
    assert window.watch_bar.method.text() == "Elimination (queue=fifo, tracked)"
    choose(window, qtbot, "elimination")
    assert window.watch_bar.method.text() == "Elimination (queue=unmoved)"
    assert asked == ["elimination", "elimination:queue=fifo:tracked"]


def test_the_help_shows_the_methods_as_soon_as_they_are_known(
    window: MainWindow, qtbot: QtBot
) -> None:
    """The page is chosen in the list before they are loaded."""
    window.commands["contents"].trigger()
    (dialog,) = window.findChildren(HelpDialog)
    assert not window.catalogue.methods
    dialog.show_page("methods")
    described = get_engine("python").description
    assert described not in dialog.text.toPlainText()
    qtbot.waitUntil(lambda: described in dialog.text.toPlainText(), timeout=20_000)
    dialog.close()


def test_the_help_has_every_method(window: MainWindow, qtbot: QtBot) -> None:
    window.helping.show_methods()
    qtbot.waitUntil(lambda: bool(window.findChildren(HelpDialog)), timeout=20_000)
    text = window.findChildren(HelpDialog)[-1].text.toPlainText()
    for name in engine_names():
        assert f"{method_title(name)} ({name}): {get_engine(name).description}" in text
    assert "{" not in text
    assert "queue (lifo, the default, fifo, unmoved): where" in text


# The worker, without Qt


@pytest.mark.clock
def test_no_more_steps_are_told_than_can_be_seen_and_the_last_is_among_them() -> None:
    told: list[WatchedStep] = []
    started = time.perf_counter()
    watch_work(
        CHICK, "brute-force", Limits(nodes=3000), Pace(),
        lambda step: told.append(step), lambda: False,  # type: ignore[arg-type]
    )  # fmt: skip
    seconds = time.perf_counter() - started
    assert len(told) <= 50 * seconds + 2
    assert told[-1].number == 3000
    assert told[-1].step.sentence == "filling 3000"


@pytest.mark.clock
def test_a_slow_step_is_told_before_it_is_waited_for_and_stop_ends_the_wait() -> None:
    waits = []
    for _ in range(3):
        told, stop = threading.Event(), threading.Event()
        work = partial(watch_work, CHICK, "brute-force", Limits(), Pace(delay_s=60.0))
        done = threading.Thread(target=work, args=(lambda _, told=told: told.set(), stop.is_set))
        done.start()
        assert told.wait(PATIENCE_S)
        before = time.perf_counter()
        stop.set()
        done.join(PATIENCE_S)
        waits.append(time.perf_counter() - before)
    assert min(waits) < 0.03


@pytest.mark.clock
def test_the_pace_is_kept() -> None:
    pacer = Pacer(Pace(delay_s=0.02), lambda: False)
    before = time.perf_counter()
    for _ in range(10):
        pacer.wait(lambda: None)
    assert 0.19 < time.perf_counter() - before < 0.5


def test_the_slider_goes_from_one_step_a_second_to_full_speed() -> None:
    delays = [delay_of(place) for place in range(FULL_SPEED + 1)]
    assert delays[0] == 1
    assert delays[-1] == 0
    assert delays == sorted(delays, reverse=True)


def test_a_method_hides_that_the_puzzle_is_solved_while_it_is_watched(
    chick_window: MainWindow, qtbot: QtBot
) -> None:
    window = chick_window
    window.session.clear_grid()
    picture = Grid.from_text(CHICK_PICTURE).cells
    window.session.paint({i: s for i, s in enumerate(picture) if s == SHADED}, "Shade")
    assert window.finish.is_shown
    set_speed(window, Qt.Key.Key_Home)
    window.watching.start("elimination")
    assert not window.finish.is_shown
    assert window.message_place.bottom.text == ""
    qtbot.waitUntil(lambda: bool(window.watch_bar.counts.text()), timeout=10_000)
    window.watching.stop()
    assert window.message_place.bottom.text.startswith("Congratulations! You have solved “Chick”")
    window.session.open_unsaved(Document(CHICK))
    assert window.message_place.bottom.text == ""
