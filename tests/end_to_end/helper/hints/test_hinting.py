"""The command Hint: where, which technique, why, do it; mistakes first; any move ends a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import NO_COUNTS
from helper.application.settings import HintDegree, Settings
from helper.hints import hint_process
from helper.hints.hint_work import HintKind, HintRequest, find_hint
from helper.hints.hinting import HintStage
from helper.main_window.main_window import MainWindow
from helper.play.mistakes import moves_since_mistake
from helper.play.session_state import Mode
from helper.widgets.banner import Banner
from helper.widgets.small_screen import SMALLEST
from puzzles import BLANK, SHADED, Grid, Puzzle
from puzzles.formats import Document, read
from puzzles.packs import packs
from puzzles.turning import Turn
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.cases import few
from tests.support.keeping import keep_moves
from tests.support.quick_hints import QuickHints

SOLUTION = Grid.from_text(CHICK_PICTURE)
WRONG = next(i for i, state in enumerate(SOLUTION.cells) if state == BLANK)
RIGHT = [i for i, state in enumerate(SOLUTION.cells) if state == SHADED]
NEEDS_TRIAL = Puzzle.from_numbers([[], [1, 1], [3], [1], [2]], [[2], [1, 1], [1], [1], [2]])


@pytest.fixture
def played(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A window with the chick, whose hints come at once."""
    monkeypatch.setattr(hint_process, "RequestProcess", QuickHints)
    window.session.open_copy(Document(CHICK))
    return window


def press(window: MainWindow) -> None:
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, "Ctrl+H")


def said(window: MainWindow) -> str:
    return window.message_place.hint.text


def stage(window: MainWindow) -> HintStage:
    return window.hinting.stage


def test_presses_tell_where_which_technique_and_why_and_do_it(played: MainWindow) -> None:
    press(played)
    assert stage(played) is HintStage.PLACE
    assert said(played) == "Look at column 4."
    place = played.board.scene().hint
    assert place is not None
    assert not place.cells
    press(played)
    assert stage(played) is HintStage.TECHNIQUE
    assert said(played) == "Complete line\nLook at column 4."
    assert played.board.scene().hint == place, "no cell yet"
    press(played)
    assert stage(played) is HintStage.REASON
    assert said(played).startswith("Complete line\nColumn 4: Blocks 5 and 1")
    rich = QTextDocument()
    rich.setHtml(played.message_place.hint.label.text())
    weights = [each.format.fontWeight() for each in rich.firstBlock().textFormats()]
    assert weights[0] > weights[-1], "the technique stands out"
    shown = played.board.scene().hint
    assert shown is not None
    assert {cell % 7 for cell in shown.cells} == {3}
    assert played.session.marks.is_untouched
    press(played)
    assert stage(played) is HintStage.NONE
    assert played.session.marks.column(3) == SOLUTION.column(3)
    assert played.session.undo_name == "Hint"
    played.session.undo()
    assert played.session.marks.is_untouched, "one step of undo"


@pytest.mark.parametrize("width", [1000, 600])
def test_the_buttons_of_a_hint_stay_where_they_are(
    played: MainWindow, qtbot: QtBot, width: int
) -> None:
    """In the panel and at the foot of a narrow window: no text, short or long, moves a button."""
    played.resize(width, 700)
    played.show()
    qtbot.waitUntil(lambda: played.rating.rating is not None)
    banner, places = played.message_place.hint, list[dict[str, QRect]]()
    words = ("few words", "words that need several lines " * 4)

    def look() -> None:
        buttons = banner.findChildren(QPushButton)
        shown = {each.text().replace("&", ""): each for each in buttons if each.text()}
        corner = {name: each.mapTo(played, QPoint(0, 0)) for name, each in shown.items()}
        places.append({name: QRect(at, shown[name].size()) for name, at in corner.items()})

    def look_at_rest() -> None:
        settle(qtbot, banner)
        look()

    press(played)
    look_at_rest()
    assert set(places[0]) == {"More", "Do It", "Learn This", "Close"}
    for _ in range(2):
        QTest.mouseClick(banner.button("More"), Qt.MouseButton.LeftButton)
        look_at_rest()
    QTest.mouseClick(banner.button("More"), Qt.MouseButton.LeftButton)
    assert stage(played) is HintStage.REASON, "one more click at the same place does nothing"
    for text in words:
        banner.show_headed("Complete line", text, **played.hinting._buttons(False))
        look_at_rest()
    for place in places:
        for name, now in place.items():
            assert now.center().y() == places[0][name].center().y()
            assert now.contains(places[0][name].center())


def test_escape_closes_a_hint(played: MainWindow) -> None:
    played.show()
    for name in ("", "More"):
        press(played)
        widget = played.message_place.hint.button(name) if name else played.board
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Escape)
        assert stage(played) is HintStage.NONE
        assert played.board.scene().hint is None


def test_the_progress_ends_with_the_puzzle(played: MainWindow, qtbot: QtBot) -> None:
    """Congratulations and a progress of less than 100 % are never seen together."""
    played.resize(1000, 700)
    played.show()
    qtbot.wait(20)
    assert played.panel.percent.isVisible()
    played.session.paint(dict.fromkeys(RIGHT, SHADED), "Shade")
    assert played.session.is_solved
    assert not played.panel.percent.isVisible()


def test_hints_to_the_end_solve_the_puzzle(played: MainWindow) -> None:
    for _ in range(200):
        if played.session.is_solved:
            break
        press(played)
    assert played.session.is_solved
    assert not played.commands["hint"].isEnabled()
    assert not said(played)


def test_any_move_ends_a_hint(played: MainWindow) -> None:
    press(played)
    place = played.board.area.cell_rect(0, 0).center()
    QTest.mouseClick(played.board.viewport(), Qt.MouseButton.RightButton, pos=place)
    assert stage(played) is HintStage.NONE
    assert not said(played)
    assert played.board.scene().hint is None


def test_a_hint_does_not_outlive_its_board(played: MainWindow) -> None:
    session = played.session
    for what in ("open", "draw", "turn", "undo", "close"):
        session.open_copy(Document(CHICK))
        session.paint({RIGHT[0]: SHADED}, "Shade")
        for _ in range(3):
            press(played)
        assert stage(played) is HintStage.REASON
        if what == "open":
            session.open_copy(Document(Puzzle.from_numbers([[1]], [[1]])))
        elif what == "draw":
            played.modes.draw()
        elif what == "turn":
            session.turn(Turn.ROTATE_LEFT)
        elif what == "undo":
            session.undo()
        else:
            session.close()
        assert stage(played) is HintStage.NONE
        assert played.board.scene().hint is None
        played.hinting.carry_out()  # nothing is left to do
        assert session.undo_name != "Hint"


def test_a_mistake_is_told_first_with_the_way_back(played: MainWindow) -> None:
    session = played.session
    session.paint({RIGHT[0]: SHADED}, "Shade")
    session.paint({WRONG: SHADED}, "Shade")
    session.paint({RIGHT[1]: SHADED}, "Shade")
    press(played)
    assert said(played) == "One cell is wrong. The first mistake was made 2 moves ago."
    banner = played.message_place.hint
    QTest.mouseClick(banner.button("Show"), Qt.MouseButton.LeftButton)
    assert played.board.look.hatched == {WRONG}
    QTest.mouseClick(banner.button("Undo the Mistake"), Qt.MouseButton.LeftButton)
    assert session.marks[divmod(RIGHT[0], 7)] == SHADED
    assert session.marks[divmod(WRONG, 7)] == session.marks.clear
    assert not played.board.look.hatched
    assert session.can_redo


def test_mistakes_that_were_told_before_are_not_counted_again(played: MainWindow) -> None:
    played.session.paint({WRONG: SHADED}, "Shade")
    counts = played.autosave.counts
    for _ in range(3):
        press(played)
    assert (counts.value.hints, counts.value.hint_places) == (1, 1)
    QTest.mouseClick(played.message_place.hint.button("Show"), Qt.MouseButton.LeftButton)
    press(played)
    assert (counts.value.hints, counts.value.hint_wholes) == (1, 1)
    played.session.paint({RIGHT[0]: BLANK}, "Dot")
    press(played)
    assert counts.value.hints == 2


def test_why_a_mark_is_wrong_is_told_as_a_contradiction_and_counts_once(
    played: MainWindow,
) -> None:
    session, banner = played.session, played.message_place.hint
    session.paint({WRONG: SHADED}, "Shade")
    press(played)
    QTest.mouseClick(banner.button("Why?"), Qt.MouseButton.LeftButton)
    row, column = divmod(WRONG, 7)
    assert said(played).startswith("Contradiction, 1 of ")
    assert f"the cell in row {row + 1} and column {column + 1} were shaded" in said(played)
    assert played.board.look.hatched == {WRONG}
    for _ in range(len(played.hinting._pages) - 1):
        QTest.mouseClick(banner.button("Next Step"), Qt.MouseButton.LeftButton)
    assert said(played).endswith("So this line cannot be completed.")
    counts = played.autosave.counts.value
    assert (counts.hints, counts.hint_wholes) == (1, 1)
    QTest.mouseClick(banner.button("Do It"), Qt.MouseButton.LeftButton)
    assert session.marks[row, column] == BLANK
    assert not played.board.look.hatched


def test_where_no_line_shows_why_a_mark_is_wrong_the_solution_is_told(
    played: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.logic.marks.why_wrong", lambda *_: None)
    played.session.paint({WRONG: SHADED}, "Shade")
    press(played)
    QTest.mouseClick(played.message_place.hint.button("Why?"), Qt.MouseButton.LeftButton)
    place = "row {} and column {}".format(*(at + 1 for at in divmod(WRONG, 7)))
    told = f"No line alone shows it. In the only solution the cell in {place} is blank."
    assert said(played) == told


def test_the_way_back_ends_where_the_puzzle_was_replaced(played: MainWindow) -> None:
    session = played.session
    session.paint({WRONG: SHADED}, "Shade")
    assert moves_since_mistake(session.history, session.marks, SOLUTION) == 1
    session.turn(Turn.FLIP_VERTICALLY)
    session.turn(Turn.FLIP_VERTICALLY)
    assert moves_since_mistake(session.history, session.marks, SOLUTION) is None
    press(played)
    assert said(played) == "One cell is wrong."


def test_the_steps_of_a_trial_are_shown_forth_and_back(played: MainWindow) -> None:
    played.session.open_copy(Document(NEEDS_TRIAL))
    for _ in range(40):
        for _ in range(3):
            press(played)
        if len(played.hinting._pages) > 1:
            break
        press(played)
    else:
        pytest.fail("the puzzle needs no trial")
    count = len(played.hinting._pages)
    first = said(played)
    assert f", 1 of {count}\n" in first
    banner = played.message_place.hint
    QTest.mouseClick(banner.button("Next Step"), Qt.MouseButton.LeftButton)
    assert f", 2 of {count}\nAssume that" in said(played)
    QTest.mouseClick(banner.button("Step Back"), Qt.MouseButton.LeftButton)
    assert said(played) == first


@pytest.mark.parametrize(
    ("puzzle", "sentence"),
    [
        (Puzzle.from_numbers([[1], [1]], [[1], [1]]), "the puzzle has several solutions"),
        (Puzzle.from_numbers([[2], []], [[2], []]), "its clues contradict each other"),
        (Puzzle.from_numbers([[3]], [[1]]), "has a defect"),
    ],
)
def test_where_there_is_no_step_the_reason_is_told(
    played: MainWindow, puzzle: Puzzle, sentence: str
) -> None:
    played.session.open_copy(Document(puzzle))
    press(played)
    assert sentence in said(played)
    assert played.board.scene().hint is None


def test_a_drawing_has_no_hints(played: MainWindow) -> None:
    played.session.close()
    assert played.session.mode is Mode.DRAW
    assert not played.commands["hint"].isEnabled()
    press(played)
    assert stage(played) is HintStage.NONE


def test_automatic_dots_are_used(played: MainWindow) -> None:
    session = played.session
    session.paint({i: SHADED for i in RIGHT if i < 7}, "Shade")
    assert session.dots
    request = HintRequest(CHICK, session.marks)
    plain = find_hint(request, lambda: False).steps[-1]
    press(played)
    assert said(played) != "Look at row 1."
    assert plain.deduction.line is not None


def test_hints_are_counted(played: MainWindow, tmp_path: Path) -> None:
    keep_moves(played, Library(tmp_path / "library.sqlite3"))
    played.session.open_copy(Document(CHICK))
    counts = played.autosave.counts

    def counted() -> tuple[int, int, int, int]:
        now = counts.value
        return now.hints, now.hint_places, now.hint_techniques, now.hint_wholes

    seen = []
    for _ in range(5):
        press(played)
        seen.append(counted())
    assert seen == [(1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (1, 0, 0, 1), (2, 1, 0, 1)]


def test_the_counts_of_degrees_are_kept_with_game_and_solve(
    played: MainWindow, tmp_path: Path
) -> None:
    library = Library(tmp_path / "library.sqlite3")
    keep_moves(played, library)
    played.session.open_copy(Document(CHICK))
    press(played)
    press(played)
    counts = played.autosave.counts.value
    assert counts.hint_techniques == 1
    played.session.close()
    assert played.autosave.counts.value == NO_COUNTS
    assert played.autosave.resume(Document(CHICK))
    assert played.autosave.counts.value == counts
    played.session.paint(dict.fromkeys(RIGHT, SHADED), "Shade")
    assert played.finish.stage.card.helps.text() == "1 hint: 1 technique"
    (solve,) = library.solves()
    assert solve.counts == counts


@pytest.mark.parametrize(
    ("degree", "begins", "counted"),
    [
        (HintDegree.PLACE, HintStage.PLACE, "hint_places"),
        (HintDegree.TECHNIQUE, HintStage.TECHNIQUE, "hint_techniques"),
        (HintDegree.WHOLE, HintStage.REASON, "hint_wholes"),
    ],
)
def test_the_player_chooses_what_a_hint_begins_with(
    played: MainWindow, degree: HintDegree, begins: HintStage, counted: str
) -> None:
    played.commands[f"hint_{degree.value}"].trigger()
    shown = [each for each in HintDegree if played.commands[f"hint_{each.value}"].isChecked()]
    assert shown == [degree]
    assert Settings().preferences.hint_begins is degree, "it is kept"
    press(played)
    assert stage(played) is begins
    assert getattr(played.autosave.counts.value, counted) == 1


def test_guess_check_and_hint_are_beside_each_other_in_the_top_bar(played: MainWindow) -> None:
    played.resize(1080, 760)
    played.show()
    QApplication.processEvents()
    buttons = [b for b in played.top_bar.toolbar.findChildren(QToolButton) if b.isVisible()]
    texts = [button.text() for button in sorted(buttons, key=lambda button: button.x())]
    at = texts.index("Guess")
    assert texts[at : at + 3] == ["Guess", "Check", "Hint"]
    (hint,) = (button for button in buttons if button.text() == "Hint")
    assert hint.menu() is played.commands.menu("hint_begins")


def test_a_hint_comes_from_the_child_process(window: MainWindow, qtbot: QtBot) -> None:
    window.session.open_copy(Document(CHICK))
    press(window)
    assert stage(window) is HintStage.SEARCHING
    qtbot.waitUntil(lambda: stage(window) is HintStage.PLACE)
    window.hinting.end()
    for _ in range(3):
        press(window)
    qtbot.waitUntil(lambda: stage(window) is HintStage.REASON)


def test_a_wrong_board_with_several_solutions_is_a_dead_end() -> None:
    puzzle = Puzzle.from_numbers([[1], [1]], [[1], [1]])
    marks = Grid.from_text(["#?", "#?"])
    assert find_hint(HintRequest(puzzle, marks), lambda: False).kind is HintKind.DEAD_END


def test_long_messages_do_not_enlarge_a_small_window(played: MainWindow, qtbot: QtBot) -> None:
    played.resize(512, 350)
    QApplication.processEvents()
    banner = played.message_place.hint
    for words in (20, 400, 4):
        banner.show_message("word " * words, Close=banner.clear)
        qtbot.wait(20)
        assert (played.width(), played.height()) == (512, 350)
        qtbot.waitUntil(lambda: not banner.visibleRegion().isEmpty())
        assert played.board.viewport().height() > 60


@pytest.mark.parametrize("pack", few(1, ["", "small-pictures", "silhouettes"]))
def test_a_hint_at_the_foot_leaves_the_board_as_large_as_it_was(
    played: MainWindow, qtbot: QtBot, pack: str
) -> None:
    """On the smallest screen, as with text of 200 %: its line and its buttons are in view."""
    board, banner = played.board, played.message_place.hint

    def is_seen(name: str) -> bool:
        button = banner.button(name)
        return button.visibleRegion().boundingRect() == button.rect()

    if pack:
        (found,) = (each for each in packs() if each.name == pack)
        played.session.open_copy(read(found.puzzles[3].path))
    played.resize(SMALLEST)
    QApplication.processEvents()
    before = board.area.cell_size, board.area.font_px_at(board.area.cell_size)
    for _press in range(6):
        press(played)
        qtbot.waitUntil(lambda: all(map(is_seen, banner.button_names)))
        assert (board.area.cell_size, board.area.font_px_at(board.area.cell_size)) == before
        hint = board.overlays.hint
        if hint is not None and hint.line is not None and not hint.cells:
            height = board.session.marks.height
            places = [hint.line.index] if not hint.line.is_column else [0, height - 1]
            rects = [board.area.cell_rect(row, 0) for row in places]
            seen = [rect.center().y() in range(board.viewport().height()) for rect in rects]
            assert any(seen)
    played.hinting.end()
    QApplication.processEvents()
    assert board.area.cell_size == before[0]


def test_the_line_that_cannot_be_completed_turns_red(played: MainWindow, qtbot: QtBot) -> None:
    """The last page of a contradiction says why, and no hint paints anything red before it."""
    (pack,) = (pack for pack in packs() if pack.name == "one-technique-more")
    played.session.open_copy(read(pack.puzzles[13].path))
    for _ in range(80):
        for _ in range(3):
            press(played)
        if played.hinting._pages[-1].marks.is_wrong:
            break
        press(played)
    played.resize(1000, 700)
    played.show()
    qtbot.wait(20)
    banner = played.message_place.hint
    for number in range(1, len(played.hinting._pages)):
        QTest.mouseClick(banner.button("Next Step"), Qt.MouseButton.LeftButton)
        hint = played.board.scene().hint
        assert hint is not None
        is_end = "So this line cannot be completed." in said(played)
        assert hint.is_wrong == is_end == (number == len(played.hinting._pages) - 1)
        assert hint.line is not None
        band = played.board.area.cell_rect(hint.line.index, 0).topLeft()
        if hint.line.is_column:
            band = played.board.area.cell_rect(0, hint.line.index).topLeft()
        seen = played.board.viewport().grab().toImage().pixelColor(band + QPoint(4, 4))
        assert (seen.red() > seen.blue()) == is_end


@pytest.mark.parametrize("height", few(1, [520, 640, 900]))
def test_the_buttons_of_a_contradiction_stay_where_they_are(
    played: MainWindow, qtbot: QtBot, height: int
) -> None:
    """On all of its pages, also when a scroll bar comes beside a longer text."""
    (pack,) = (pack for pack in packs() if pack.name == "one-technique-more")
    played.session.open_copy(read(pack.puzzles[13].path))
    played.resize(860, height)
    played.show()
    qtbot.waitUntil(lambda: played.rating.rating is not None)
    banner, places = played.message_place.hint, list[dict[str, QPoint]]()
    for _ in range(80):
        press(played)
        settle(qtbot, banner)
        places.append(centers(played, banner))
        press(played)
        press(played)
        if played.hinting._pages[-1].marks.is_wrong:
            break
        press(played)
        places.clear()
    for _ in played.hinting._pages:
        settle(qtbot, banner)
        places.append(centers(played, banner))
        QTest.mouseClick(banner.button("Next Step"), Qt.MouseButton.LeftButton)
    for place in places:
        for name, now in place.items():
            # A low window scrolls by two lines once, to show the end of the longest text.
            assert (now - places[0][name]).manhattanLength() <= 40, name


def settle(qtbot: QtBot, banner: Banner) -> None:
    """Wait until the layout is done: nothing moves between two looks."""
    before = None
    while (
        now := [
            (each.geometry(), banner.geometry())
            for each in banner.children()
            if isinstance(each, QPushButton)
        ]
    ) != before:
        before = now
        qtbot.wait(40)


def centers(window: MainWindow, banner: Banner) -> dict[str, QPoint]:
    """The middle of each button, in px of the window."""
    buttons = [each for each in banner.findChildren(QPushButton) if each.text()]
    return {
        each.text().replace("&", ""): each.mapTo(window, each.rect().center()) for each in buttons
    }


def test_a_failure_of_the_program_is_told_as_a_sentence(played: MainWindow) -> None:
    press(played)
    assert played.hint_process._process is not None
    played.hint_process._process.failed.emit("something went wrong; the log has the details")
    assert said(played) == "Something went wrong; the log has the details."
