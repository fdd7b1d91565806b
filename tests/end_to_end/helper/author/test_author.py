"""The author's check: what the badge says and what is hatched, in the window and in dialogs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.application.theme import DARK, LIGHT
from helper.author import author_check, check_result
from helper.author.author_check import AuthorCheck
from helper.author.badge import Badge
from helper.author.check_result import CheckResult, CheckStatus, result_of
from helper.author.clues_dialog import CluesDialog
from helper.board.board_view import BoardView
from helper.main_window.main_window import MainWindow
from puzzles import BLANK, SHADED, Axis, Grid, Line, Puzzle, clues, puzzle_of
from puzzles.formats import Document
from puzzles.model import ANYTHING
from solver.api import Outcome
from solver.author.solution_check import SolutionCheck
from tests.support.board_mouse import drag
from tests.support.boards import CHICK
from tests.support.waiting import PATIENCE_S

LEFT = Qt.MouseButton.LeftButton
DOMINO = Puzzle.from_numbers([[1], [1]], [[1], [1]])
SEVERAL = SolutionCheck(Outcome.SEVERAL, frozenset({0, 1, 2, 3}))


class FakeStanding(QObject):
    """Answers when it is told to."""

    ready = Signal()
    reported = Signal(object)
    answered = Signal(object)
    failed = Signal(str)

    made: list[FakeStanding] = []  # noqa: RUF012

    def __init__(self, make: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.asked: list[object] = []
        self.is_busy = self.is_closed = False
        self.made.append(self)

    def start(self) -> None:
        pass

    def ask(self, request: object) -> None:
        self.asked.append(request)
        self.is_busy = True

    def cancel(self) -> None:
        self.is_busy = False

    def close(self) -> None:
        self.is_closed = True

    def answer(self, found: SolutionCheck) -> None:
        self.is_busy = False
        self.answered.emit(found)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> list[FakeStanding]:
    """The children that were begun."""
    monkeypatch.setattr(author_check, "RequestProcess", FakeStanding)
    monkeypatch.setattr(FakeStanding, "made", [])
    return FakeStanding.made


@pytest.fixture
def check(fake: list[FakeStanding]) -> Iterator[AuthorCheck]:
    made = AuthorCheck()
    yield made
    made.close()


@pytest.fixture
def author(fake: list[FakeStanding], window: MainWindow) -> MainWindow:
    """A window whose check answers when it is told to."""
    window.session.new(4, 4)
    return window


def hatched(window: MainWindow) -> set[int]:
    size = window.session.puzzle.height, window.session.puzzle.width
    cells = ((r, c) for r in range(size[0]) for c in range(size[1]))
    return {r * size[1] + c for r, c in cells if window.board.look.at(r, c).hatched}


# What is said


@pytest.mark.parametrize(
    ("check", "kind", "words"),
    [
        (SolutionCheck(Outcome.UNIQUE), CheckStatus.UNIQUE, "One solution"),
        (SEVERAL, CheckStatus.SEVERAL, "Several solutions, 4 cells open"),
        (
            SolutionCheck(Outcome.SEVERAL, frozenset({0, 1}), is_exact=False),
            CheckStatus.SEVERAL,
            "Several solutions, at least 2 cells open",
        ),
        (SolutionCheck(Outcome.NONE), CheckStatus.NONE, "No solution"),
        (SolutionCheck(Outcome.LIMIT), CheckStatus.UNDECIDED, "Not decided yet"),
    ],
)
def test_each_outcome_has_its_words(check: SolutionCheck, kind: CheckStatus, words: str) -> None:
    result = result_of(check, is_final=True)
    assert (result.kind, result.text) == (kind, words)
    assert result.advice.endswith(".")


def test_a_line_that_cannot_be_satisfied_is_named() -> None:
    result = result_of(SolutionCheck(Outcome.NONE, line=Line(Axis.COLUMN, 2)), is_final=True)
    assert "column 3 cannot be satisfied" in result.advice


def test_each_badge_has_a_shape_of_its_own_in_both_themes(qtbot: QtBot) -> None:
    for theme in (LIGHT, DARK):
        shapes = set()
        for kind in CheckStatus:
            badge = Badge(theme)
            qtbot.addWidget(badge)
            badge.show_result(CheckResult(kind, "", "What it means."))
            image = (
                badge.grab().toImage().convertToFormat(badge.grab().toImage().Format.Format_Mono)
            )
            shapes.add(bytes(image.constBits()))
            assert badge.toolTip() == badge.accessibleDescription() == "What it means."
        assert len(shapes) == len(CheckStatus)


def test_a_badge_is_there_only_when_it_has_something_to_say(qtbot: QtBot) -> None:
    badge = Badge(LIGHT)
    qtbot.addWidget(badge)
    assert badge.isHidden()
    badge.show_result(CheckResult(CheckStatus.UNIQUE, "One solution", ""))
    assert not badge.isHidden()
    assert badge.accessibleName() == badge.text == "One solution"
    badge.show_result(None)
    assert badge.isHidden()


# The check


def test_what_is_known_at_once_needs_no_child(check: AuthorCheck, fake: list[FakeStanding]) -> None:
    said: list[CheckResult] = []
    check.changed.connect(said.append)
    check.examine(Puzzle.empty(3, 3))
    check.examine(Puzzle.from_numbers([[2], [1]], [[1], [1]]))
    check.examine(puzzle_of(Grid(300, 300, cells=[SHADED] * 90_000), CHICK))
    assert [result.text for result in said] == ["Empty", "No solution", "Not decided yet"]
    assert said[1].advice == "The rows ask for 3 cells, the columns for 2."
    assert fake == []


def test_slow_answers_are_announced_and_come_in_the_end(
    qtbot: QtBot, check: AuthorCheck, fake: list[FakeStanding]
) -> None:
    for timer, interval in ((check._slow, 20), (check._very_slow, 60)):
        timer.setInterval(interval)
    said: list[str] = []
    check.changed.connect(lambda result: said.append(result.text))
    check.examine(CHICK)
    assert said == []  # for a moment what was said before stays
    qtbot.waitUntil(lambda: len(said) == 2, timeout=2000)
    fake[0].answer(SolutionCheck(Outcome.UNIQUE))
    assert said == ["Checking …", "Not decided yet", "One solution"]
    qtbot.wait(80)
    assert len(said) == 3


def test_after_a_quick_answer_nothing_is_said_of_time(
    qtbot: QtBot, check: AuthorCheck, fake: list[FakeStanding]
) -> None:
    for timer in (check._slow, check._very_slow):
        timer.setInterval(20)
    said: list[str] = []
    check.changed.connect(lambda result: said.append(result.text))
    check.examine(CHICK)
    fake[0].answer(SolutionCheck(Outcome.UNIQUE))
    qtbot.wait(60)
    check.examine(DOMINO)
    check.examine(Puzzle.empty(2, 2))
    qtbot.wait(60)
    assert said == ["One solution", "Empty"]


def test_the_same_clues_are_not_asked_twice(check: AuthorCheck, fake: list[FakeStanding]) -> None:
    check.examine(CHICK)
    check.examine(puzzle_of(Grid.from_text([".###...", "##.#...", ".###.##", "..#####",
                                            "..####.", "....#..", "...##.."]), CHICK))  # fmt: skip
    assert len(fake[0].asked) == 1
    check.examine(DOMINO)
    check.examine(CHICK)
    assert len(fake[0].asked) == 3


def test_a_check_that_fails_says_why(check: AuthorCheck, fake: list[FakeStanding]) -> None:
    check.examine(CHICK)
    fake[0].failed.emit("there is not enough memory for this")
    assert check.result is not None
    assert "not enough memory" in check.result.advice


def test_the_child_examines_what_it_is_asked(qtbot: QtBot) -> None:
    check = AuthorCheck()
    with qtbot.waitSignal(
        check.changed, timeout=10_000, check_params_cb=lambda s: s.kind is CheckStatus.SEVERAL
    ):
        check.examine(DOMINO)
    with qtbot.waitSignal(
        check.changed, timeout=10_000, check_params_cb=lambda s: s.kind is CheckStatus.UNIQUE
    ):
        check.examine(CHICK)
    check.close()


# In the window


def test_a_drawing_is_checked_after_each_stroke(
    author: MainWindow, fake: list[FakeStanding]
) -> None:
    badge = author.authoring.badge
    assert badge.text == "Empty"
    drag(author.board, (0, 0), (0, 1))
    drag(author.board, (1, 0))
    child = fake[0]
    assert child.asked[-1] == author.session.puzzle
    assert author.session.puzzle.rows[:2] == (clues([2]), clues([1]))
    child.answer(SolutionCheck(Outcome.UNIQUE))
    assert badge.text == "One solution"
    assert badge.isVisible()
    author.commands["undo"].trigger()
    assert len(child.asked) == 3


def test_the_child_is_there_before_the_first_stroke_but_not_for_players(
    fake: list[FakeStanding], window: MainWindow
) -> None:
    window.session.open_copy(Document(CHICK))
    assert fake == []
    window.session.new(4, 4)
    assert len(fake) == 1
    assert fake[0].asked == []


def test_open_cells_are_hatched_until_others_are_known(
    author: MainWindow, fake: list[FakeStanding], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_result, "STALE_S", PATIENCE_S)
    drag(author.board, (0, 0))
    drag(author.board, (1, 1))
    child = fake[0]
    child.answer(SEVERAL)
    assert hatched(author) == {0, 1, 2, 3}
    drag(author.board, (0, 1))
    assert hatched(author) == {0, 2, 3}  # what was changed is not known now
    child.reported.emit(SolutionCheck(Outcome.SEVERAL, frozenset({8}), is_exact=False))
    assert hatched(author) == {0, 2, 3, 8}
    monkeypatch.setattr(check_result, "STALE_S", 0)
    drag(author.board, (0, 2))
    child.reported.emit(SolutionCheck(Outcome.SEVERAL, frozenset({9}), is_exact=False))
    assert hatched(author) == {9}
    child.answer(SolutionCheck(Outcome.SEVERAL, frozenset({8, 9})))
    assert hatched(author) == {8, 9}
    drag(author.board, (3, 3))
    child.answer(SolutionCheck(Outcome.UNIQUE))
    assert hatched(author) == set()


def test_clues_that_are_not_known_are_to_be_typed_not_repaired(
    author: MainWindow, fake: list[FakeStanding]
) -> None:
    unknown = Puzzle((ANYTHING, DOMINO.rows[1]), DOMINO.columns)
    for puzzle, is_repaired in ((DOMINO, True), (unknown, False), (DOMINO, True)):
        author.authoring.check.examine(puzzle)
        fake[0].answer(SEVERAL)
        assert author.authoring.advice.repair.isHidden() is not is_repaired
        assert author.authoring.badge.is_button is is_repaired
        told = author.authoring.advice.label.text()
        assert ("Type more of the clues" in told) is not is_repaired


def test_open_cells_are_counted_from_the_first_report_on(
    author: MainWindow, fake: list[FakeStanding]
) -> None:
    drag(author.board, (0, 0))
    drag(author.board, (1, 1))
    fake[0].reported.emit(SolutionCheck(Outcome.SEVERAL, frozenset({8, 9}), is_exact=False))
    assert author.authoring.badge.text == "Several solutions, at least 2 cells open"
    assert hatched(author) == {8, 9}
    fake[0].answer(SEVERAL)
    assert author.authoring.badge.text == "Several solutions, 4 cells open"


def test_a_cross_changes_nothing_of_what_is_known(
    author: MainWindow, fake: list[FakeStanding]
) -> None:
    drag(author.board, (0, 0))
    fake[0].answer(SEVERAL)
    author.session.paint({1: BLANK}, "Cross")
    assert hatched(author) == {0, 1, 2, 3}
    assert len(fake[0].asked) == 1


def test_properties_do_not_wipe_the_hatching_and_turns_do(
    author: MainWindow, fake: list[FakeStanding]
) -> None:
    drag(author.board, (0, 0), (0, 1))
    fake[0].answer(SEVERAL)
    author.session.describe(replace(author.session.puzzle, title="Cat"))
    assert hatched(author) == {0, 1, 2, 3}
    author.commands["turn_rotate_left"].trigger()
    assert hatched(author) == set()
    assert len(fake[0].asked) == 2


def test_nobody_who_solves_is_told_anything(author: MainWindow, fake: list[FakeStanding]) -> None:
    badge = author.authoring.badge
    drag(author.board, (0, 0))
    fake[0].answer(SEVERAL)
    author.commands["play"].trigger()
    assert not badge.isVisible()
    assert hatched(author) == set()
    drag(author.board, (0, 0), (0, 1))
    author.session.open_copy(Document(CHICK))
    assert not badge.isVisible()
    assert len(fake[0].asked) == 1


def test_edited_clues_are_checked_until_somebody_solves_them(
    author: MainWindow, fake: list[FakeStanding]
) -> None:
    author.session.open_copy(Document(CHICK))
    author.session.edit_clues((clues([1]), *CHICK.rows[1:]), CHICK.columns)
    assert author.authoring.badge.text == "No solution"
    author.session.edit_clues((clues([1]),) * 7, (clues([1]),) * 7)
    fake[0].answer(SEVERAL)
    assert author.authoring.badge.text.startswith("Several")
    drag(author.board, (0, 0))
    assert author.session.marks.is_untouched
    assert "clues of this puzzle" in author.message_place.bottom.text
    author.message_place.bottom.button("Back to Play").click()
    assert not author.authoring.badge.isVisible()
    assert hatched(author) == set()


def test_the_check_can_be_switched_off_for_good(
    author: MainWindow, fake: list[FakeStanding], settings: Settings
) -> None:
    action = author.commands["check"]
    assert action.isChecked()
    drag(author.board, (0, 0))
    fake[0].answer(SEVERAL)
    action.trigger()
    assert not Settings().preferences.check_while_creating
    assert not author.authoring.badge.isVisible()
    assert hatched(author) == set()
    drag(author.board, (1, 1))
    assert len(fake[0].asked) == 1
    action.trigger()
    assert len(fake[0].asked) == 2


def test_closing_the_window_ends_the_child(author: MainWindow, fake: list[FakeStanding]) -> None:
    drag(author.board, (0, 0))
    author.session.undo()
    assert author.close()
    assert fake[0].is_closed


def test_two_who_hatch_do_not_wipe_each_other(board: BoardView) -> None:
    def shown() -> frozenset[int]:
        return board.look.hatched

    board.overlays.show_hatched(frozenset({1}), "one")
    board.overlays.show_hatched(frozenset({2}), "two")
    assert shown() == {2}
    board.overlays.show_hatched(frozenset(), "one")
    assert shown() == {2}
    board.overlays.show_hatched(frozenset({1}), "one")
    assert shown() == {1}
    board.overlays.show_hatched(frozenset(), "one")
    assert shown() == {2}
    board.session.new(2, 2)
    board.overlays.show_hatched(frozenset(), "two")
    assert shown() == set()


@pytest.mark.clock
def test_a_stroke_up_to_50x50_is_answered_soon(qtbot: QtBot) -> None:
    """The whole way: to the child and back. A generous multiple of what it takes."""
    check = AuthorCheck()
    answered = [0.0]
    check.changed.connect(lambda _: answered.append(time.perf_counter()))
    picture = Grid(50, 50, cells=[BLANK] * 2500)
    for r in range(10, 40):
        for c in range(50 - r, 45):
            picture[r, c] = SHADED
    check.examine(CHICK)
    qtbot.waitUntil(lambda: not check.is_busy, timeout=10_000)
    for r in range(3):
        picture[r, r] = SHADED
        before = time.perf_counter()
        check.examine(puzzle_of(picture, CHICK))
        qtbot.waitUntil(lambda: not check.is_busy, timeout=10_000)
        assert answered[-1] - before < 1
    check.close()


def test_solving_a_drawing_with_one_solution_leaves_it_alone(
    author: MainWindow, fake: list[FakeStanding], qtbot: QtBot
) -> None:
    drag(author.board, (0, 0), (0, 3))
    before = author.session.marks.copy()
    author.commands["solve"].trigger()
    qtbot.waitUntil(lambda: not author.solving.is_running, timeout=10_000)
    assert author.session.marks == before
    assert "only solution" in author.statusBar().currentMessage()


def test_the_solutions_of_a_drawing_are_stepped_through_and_the_hatching_comes_back(
    author: MainWindow, fake: list[FakeStanding], qtbot: QtBot
) -> None:
    drag(author.board, (0, 0))
    drag(author.board, (1, 1))
    fake[0].answer(SolutionCheck(Outcome.SEVERAL, frozenset({0, 1, 4})))
    author.commands["solve"].trigger()
    qtbot.waitUntil(lambda: not author.solving.is_running, timeout=10_000)
    assert hatched(author) == {0, 1, 4, 5}
    author.message_place.bottom.button("Close").click()
    assert hatched(author) == {0, 1, 4}
    assert author.authoring.badge.text == "Several solutions, 3 cells open"


def test_a_drawing_does_not_move_with_every_number(author: MainWindow) -> None:
    author.session.new(10, 10)
    before = author.board.area.cell_rect(0, 0)
    drag(author.board, (0, 0))
    for column in (2, 4, 6, 8):
        drag(author.board, (0, column))
        drag(author.board, (column, 0))
    assert author.session.puzzle.rows[0] == clues([1] * 5)
    assert author.board.area.cell_rect(0, 0) == before


def test_the_numbers_shown_are_those_of_the_drawing(author: MainWindow) -> None:
    author.board.grab()
    for cells in ([(0, 0), (0, 1)], [(2, 0)], [(2, 2)], [(0, 1)]):
        drag(author.board, *cells)
        kept = author.board.grab().toImage()
        author.board.headers.forget()
        assert author.board.grab().toImage() == kept


# In the clue dialog


def test_clues_are_checked_while_they_are_typed(
    qtbot: QtBot, check: AuthorCheck, fake: list[FakeStanding], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    dialog = CluesDialog(DOMINO, LIGHT, None, check)
    qtbot.addWidget(dialog)
    dialog.show()
    fake[0].answer(SEVERAL)
    assert dialog.badge.text == "Several solutions, 4 cells open"
    field = dialog.fields[Line(Axis.ROW, 0)]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "2")
    assert dialog.badge.text == "No solution"
    assert dialog.message.text() == "The rows ask for 3 cells, the columns for 2"
    QTest.keyClicks(field, "x")
    assert dialog.badge.isHidden()
    field.selectAll()
    QTest.keyClicks(field, "2")
    second = dialog.fields[Line(Axis.ROW, 1)]
    second.selectAll()
    QTest.keyClick(second, Qt.Key.Key_Delete)
    fake[0].answer(SolutionCheck(Outcome.NONE, line=Line(Axis.COLUMN, 0)))
    assert dialog.badge.text == "No solution"
    assert "column 1 cannot be satisfied" in dialog.message.text()


@pytest.mark.parametrize("width", [400, 460, 900])
def test_the_sums_of_the_clues_are_never_cut(
    qtbot: QtBot,
    check: AuthorCheck,
    fake: list[FakeStanding],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
) -> None:
    """Beside the badge with the longest text they go on in a second line."""
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    dialog = CluesDialog(DOMINO, LIGHT, None, check)
    qtbot.addWidget(dialog)
    dialog.resize(width, 400)
    dialog.show()
    fake[0].answer(SEVERAL)
    qtbot.waitUntil(lambda: dialog.badge.text.startswith("Several"))
    label = dialog.sums
    needed = label.fontMetrics().boundingRect(
        label.rect(), int(Qt.TextFlag.TextWordWrap), label.text()
    )
    assert label.width() >= needed.width()
    assert label.height() >= needed.height()
