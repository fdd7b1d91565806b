"""Home in the main window: choose, play, next."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import NO_COUNTS, GameState
from helper.author.properties_dialog import PropertiesDialog
from helper.home.days import is_for_a_day
from helper.home.entries import DRAWINGS, SCANNED, Entry, EntryState, PackSource
from helper.home.library_source import OTHERS, LibrarySource
from helper.home.sidebar import ALL
from helper.main_window.main_window import MainWindow
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.widgets.banner import Banner
from puzzles import BLANK, SHADED, Puzzle
from puzzles.clue_hash import clue_hash
from puzzles.formats import Document, read
from puzzles.packs import packs
from solver.api import solve
from tests.support.boards import CHICK
from tests.support.cases import few
from tests.support.home_keys import view_of

HEART, SECOND = "first-steps/01-heart", "first-steps/02-sailing-boat"
THIRD = "first-steps/03-chick"
THIRD = "first-steps/03-chick"
"""The puzzle CHICK."""


def entries(library: Library) -> dict[str, Entry]:
    shelves = LibrarySource(library).shelves()
    return {entry.id: entry for shelf in shelves for entry in shelf.entries}


def open_entry(window: MainWindow, qtbot: QtBot, entry_id: str) -> None:
    view_of(window).open_requested.emit(entry_id)
    qtbot.waitUntil(lambda: not window.home.is_shown)


def finish(window: MainWindow) -> None:
    (solution,) = solve(window.session.puzzle).solutions
    cells = {i: state for i, state in enumerate(solution.cells) if state != BLANK}
    window.session.paint(cells, "Shade")


def test_home_hides_what_belongs_to_the_board(at_home: MainWindow, qtbot: QtBot) -> None:
    assert at_home.home.is_shown
    assert at_home.windowTitle() == "Nonogram Helper"
    assert not at_home.top_bar.toolbar.isVisible()
    assert not at_home.statusBar().isVisible()
    open_entry(at_home, qtbot, HEART)
    assert at_home.top_bar.toolbar.isVisible()
    assert at_home.board.isVisible()
    assert at_home.board.hasFocus()
    at_home.activateWindow()
    QApplication.processEvents()
    QTest.keyClick(at_home, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert at_home.home.is_shown
    QTest.keyClick(at_home, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert not at_home.home.is_shown


def test_a_narrow_window_leads_to_all_places(at_home: MainWindow) -> None:
    """At large text sizes a window of usual size is narrow, and has no room for the sidebar."""
    view = view_of(at_home)
    at_home.resize(560, 420)
    QApplication.processEvents()
    places, sidebar = view.places, view.sidebar
    assert places.isVisible()
    assert not sidebar.isVisible()
    assert view.statistics_button.isVisible()
    titles = [places.itemText(k) for k in range(places.count())]
    assert titles == [sidebar.item(k).text() for k in range(sidebar.count())]
    places.setFocus()
    QTest.keyClick(places, Qt.Key.Key_Down)
    assert sidebar.place == ALL
    wheel = QWheelEvent(
        QPointF(9, 9), QPointF(9, 9), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(places, wheel)
    assert sidebar.place == ALL, "the wheel scrolls the page"
    view.refresh()
    assert places.currentText() == sidebar.currentItem().text()
    view.go_home()
    assert places.currentIndex() == 0
    at_home.resize(1000, 700)
    QApplication.processEvents()
    assert sidebar.isVisible()
    assert not places.isVisible()
    assert view.statistics_button.isVisible()


def test_a_puzzle_goes_from_new_over_started_to_solved(
    at_home: MainWindow, library: Library, qtbot: QtBot
) -> None:
    at_home.autosave.clock._now = lambda: 0.0
    assert entries(library)[HEART].state is EntryState.NEW
    open_entry(at_home, qtbot, HEART)
    assert entries(library)[HEART].state is EntryState.NEW
    at_home.session.paint({1: SHADED}, "Shade")
    started = entries(library)[HEART]
    assert started.state is EntryState.STARTED
    assert 0 < started.done < 1
    assert LibrarySource(library).picture(started).marks.cells[1] == SHADED
    at_home.home.show()
    open_entry(at_home, qtbot, HEART)
    assert at_home.session.marks.cells[1] == SHADED
    finish(at_home)
    solved = entries(library)[HEART]
    assert (solved.state, solved.seconds) == (EntryState.SOLVED, 0)
    assert LibrarySource(library).picture(solved).puzzle.title == solved.title


def test_continue_offers_what_was_opened_or_played_last(
    at_home: MainWindow, library: Library, qtbot: QtBot
) -> None:
    def offered() -> str:
        at_home.home.show()
        return view_of(at_home).cards.continue_id

    open_entry(at_home, qtbot, HEART)
    at_home.session.paint({1: SHADED}, "Shade")
    at_home.home.show()
    open_entry(at_home, qtbot, SECOND)
    at_home.autosave.counts.add_hint()
    assert offered() == SECOND, "a hint was looked at"
    open_entry(at_home, qtbot, HEART)
    assert at_home.session.marks.cells[1] == SHADED
    assert offered() == HEART, "it was opened"
    assert entries(library)[SECOND].used_at < entries(library)[HEART].used_at
    open_entry(at_home, qtbot, SECOND)
    at_home.session.paint({0: BLANK}, "Dot")
    assert offered() == SECOND
    open_entry(at_home, qtbot, THIRD)
    assert offered() == SECOND, "what was only looked at has no game"


def test_continue_offers_a_scan_that_was_opened_and_has_no_marks(
    at_home: MainWindow, qtbot: QtBot
) -> None:
    open_entry(at_home, qtbot, HEART)
    at_home.session.paint({1: SHADED}, "Shade")
    scanned = Puzzle.from_numbers([[2], [1]], [[2], [1]])
    at_home.session.open_unsaved(Document(scanned))
    at_home.autosave.library.keep_photo(clue_hash(scanned), "scan.jpg")
    at_home.home.show()
    view = view_of(at_home)
    assert view.cards.continue_id.startswith("game/")
    assert view.continue_card.kind.text() == "Continue"
    assert [each.shelf for each in view.model.entries] == [SCANNED, "first-steps"]
    assert view.heading.text() == "In progress"


def test_after_a_solved_puzzle_comes_the_next_one(at_home: MainWindow, qtbot: QtBot) -> None:
    open_entry(at_home, qtbot, HEART)
    assert at_home.windowTitle().startswith("First steps, No. 1[*]"), "a title is a solution"
    finish(at_home)
    assert at_home.windowTitle().startswith("Heart[*]")
    assert at_home.finish.is_shown
    at_home.finish.close_card()
    assert at_home.message_place.bottom.text.startswith("Congratulations!")
    at_home.message_place.bottom.button("Next Puzzle").click()
    assert at_home.session.puzzle.title == "Sailing boat"
    assert not at_home.session.is_solved
    at_home.home.show()
    open_entry(at_home, qtbot, HEART)
    assert at_home.session.is_solved
    at_home.home.open_next()
    assert at_home.session.puzzle.title == "Sailing boat"


def test_the_congratulations_have_the_time_and_what_helped(
    at_home: MainWindow, qtbot: QtBot
) -> None:
    open_entry(at_home, qtbot, HEART)
    banner, autosave = at_home.message_place.bottom, at_home.autosave
    said = []
    for seconds, hints, checks in ((90, 0, 0), (100, 2, 1), (61, 0, 1), (62, 0, 0), (70, 0, 0)):
        autosave.clock.set(seconds)
        autosave.counts.value = NO_COUNTS._replace(hints=hints, checks=checks)
        finish(at_home)
        at_home.finish.close_card()
        start = "Congratulations! You have solved “Heart” in "
        assert banner.text.startswith(start)
        said.append(banner.text.removeprefix(start))
        at_home.session.restart()
    assert said == [
        "1:30.",
        "1:40 with 2 hints and 1 check.",
        "1:01 with 1 check.",
        "1:02, your best time (before: 1:30).",
        "1:10.",
    ]


def test_undo_makes_no_best_time(at_home: MainWindow, qtbot: QtBot) -> None:
    open_entry(at_home, qtbot, HEART)
    at_home.autosave.clock.set(90)
    finish(at_home)
    at_home.session.undo()
    at_home.autosave.clock.set(60)
    finish(at_home)
    at_home.finish.close_card()
    assert at_home.message_place.bottom.text.endswith("in 1:00.")


def test_troubles_are_shown_over_home(at_home: MainWindow) -> None:
    at_home.troubles.add("Your moves are not kept.")
    (banner,) = (b for b in at_home.findChildren(Banner) if b.text == "Your moves are not kept.")
    assert banner.isVisible()


def test_a_closed_window_shows_home_again_when_it_is_shown(at_home: MainWindow) -> None:
    before = view_of(at_home)
    at_home.close()
    assert at_home.home.view is None
    assert before.thumbnails.is_idle
    at_home.show()
    at_home.home.show()
    assert view_of(at_home) is not before


def test_the_next_of_no_shelf_is_one_like_it(at_home: MainWindow) -> None:
    puzzle = Puzzle.from_numbers([[1]] * 20, [[1]] * 20)
    at_home.session.open_copy(Document(puzzle))
    assert not at_home.home.is_shown
    at_home.home.open_next()
    following = at_home.session.puzzle
    assert following.is_black_and_white
    assert 300 <= following.width * following.height <= 500


def test_where_nothing_is_left_the_next_is_home(
    at_home: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home.session.open_copy(Document(CHICK))
    monkeypatch.setattr(at_home.home.source, "shelves", lambda: ())
    at_home.home.open_next()
    assert at_home.home.is_shown


def test_drawings_and_other_puzzles_have_shelves(
    at_home: MainWindow, library: Library, qtbot: QtBot
) -> None:
    session = at_home.session
    session.new(2, 2)
    assert not at_home.home.is_shown
    session.paint({0: SHADED}, "Shade")
    other = Puzzle.from_numbers([[2], [1]], [[2], [1]], title="Mine")
    session.open_unsaved(Document(other))
    shelves = {shelf.id: shelf for shelf in LibrarySource(library).shelves()}
    (drawing,), (mine,) = shelves[DRAWINGS].entries, shelves[OTHERS].entries
    assert (drawing.height, drawing.width, drawing.state) == (2, 2, EntryState.SOLVED)
    assert (mine.title, mine.state, mine.done) == ("Mine", EntryState.NEW, 0)
    at_home.home.show()
    open_entry(at_home, qtbot, drawing.id)
    assert session.state.drawing
    assert session.marks.cells[0] == SHADED
    at_home.home.show()
    open_entry(at_home, qtbot, mine.id)
    assert session.puzzle == other


def test_a_drawing_of_another_window_stays_there(
    at_home: MainWindow, library: Library, qtbot: QtBot, said: list[str]
) -> None:
    elsewhere = Session()
    other = Autosave(elsewhere, library)
    elsewhere.new(3, 3)
    elsewhere.paint({0: SHADED}, "Shade")
    (drawing,) = next(s for s in LibrarySource(library).shelves() if s.id == DRAWINGS).entries
    view_of(at_home).open_requested.emit(drawing.id)
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["This puzzle is open in another window."]
    assert at_home.session.puzzle == Puzzle.empty(10, 10)
    assert at_home.home.is_shown
    at_home.home.show_board()
    assert at_home.windowTitle().startswith("Untitled")
    other.close()


def test_beside_the_game_of_another_window_a_game_of_its_own_begins(
    at_home: MainWindow, library: Library, qtbot: QtBot
) -> None:
    elsewhere = Session()
    other = Autosave(elsewhere, library)
    elsewhere.open_copy(Document(read(packs()[0].puzzles[0].path).puzzle))
    elsewhere.paint({0: SHADED}, "Shade")
    open_entry(at_home, qtbot, HEART)
    assert at_home.session.marks.is_untouched
    notice = at_home.message_place.trouble
    qtbot.waitUntil(lambda: "Another window plays this puzzle" in notice.text)
    at_home.session.paint({1: SHADED}, "Shade")
    QApplication.processEvents()
    assert notice.text, "it stays until another puzzle is opened"
    other.close()
    assert sorted(len(game.moves) for game in library.games()) == [1, 1]
    at_home.session.close()
    QApplication.processEvents()
    assert not notice.text


def test_the_board_is_where_it_was_when_home_is_left(at_home: MainWindow, qtbot: QtBot) -> None:
    at_home.resize(700, 500)
    open_entry(at_home, qtbot, SECOND)
    area = at_home.board.area
    at_home.board.zoom.to(60)
    area.scroll_to(10_000, 10_000)
    place = area.scroll_place
    assert min(place) > 0
    at_home.home.show()
    QApplication.processEvents()
    at_home.home.show_board()
    qtbot.waitUntil(lambda: area.scroll_place == place)


def test_the_clock_stands_while_home_is_shown(at_home: MainWindow, qtbot: QtBot) -> None:
    at_home.activateWindow()
    open_entry(at_home, qtbot, HEART)
    assert at_home.autosave.clock.is_running
    at_home.home.show()
    assert not at_home.autosave.clock.is_running
    at_home.home.show_board()
    assert at_home.autosave.clock.is_running
    finish(at_home)
    assert not at_home.autosave.clock.is_running


def test_a_damaged_game_is_reported_once_and_its_puzzle_begins_anew(
    at_home: MainWindow, library: Library, qtbot: QtBot, said: list[str]
) -> None:
    at_home.session.open_unsaved(Document(CHICK))
    at_home.session.open_copy(Document(Puzzle.empty(2, 2)))
    library._connection.execute("update games set base = '{'")
    at_home.home.show()
    assert entries(library)[THIRD].state is EntryState.STARTED
    view_of(at_home).open_requested.emit(THIRD)
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["This game cannot be continued: its journal is damaged."]
    assert at_home.home.is_shown
    assert at_home.session.puzzle == Puzzle.empty(2, 2)
    assert [game.progress.state for game in library.games()] == [GameState.DAMAGED]
    open_entry(at_home, qtbot, THIRD)
    assert at_home.session.puzzle.rows == CHICK.rows
    assert len(said) == 1


def test_no_command_changes_a_board_that_is_hidden(
    at_home: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_entry(at_home, qtbot, HEART)
    at_home.session.paint({1: SHADED}, "Shade")
    at_home.home.show()
    marks = at_home.session.marks
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    at_home.activateWindow()
    for keys in ("Ctrl+Z", "Ctrl+Shift+Del", "F5", "Ctrl+2", "Ctrl+S"):
        QTest.keySequence(at_home, keys)
    assert at_home.session.marks is marks
    assert at_home.home.is_shown
    at_home.home.show_board()
    QTest.keySequence(at_home, "Ctrl+Z")
    assert at_home.session.marks.is_untouched


def test_an_interrupted_review_is_offered_over_home(at_home: MainWindow) -> None:
    at_home.message_place.top.show_message("A scanned puzzle was being checked.")
    assert at_home.message_place.top.isVisible()


def test_a_new_drawing_does_not_keep_the_name_of_the_puzzle_before(
    at_home: MainWindow, qtbot: QtBot
) -> None:
    open_entry(at_home, qtbot, SECOND)
    assert at_home.windowTitle().startswith("First steps, No. 2")
    at_home.session.new(5, 5)
    assert at_home.windowTitle().startswith("Untitled")
    assert at_home.panel.name.text() == "Untitled"


@pytest.mark.parametrize("is_only", few(1, [True, False]))
def test_a_solution_by_the_program_is_no_solve_of_the_player(
    at_home: MainWindow, library: Library, qtbot: QtBot, is_only: bool
) -> None:
    open_entry(at_home, qtbot, SECOND)
    at_home.session.paint({0: BLANK, 3: SHADED}, "Shade")
    own = at_home.session.marks
    at_home.home.show()
    before = entries(library)[SECOND]
    assert before.state is EntryState.STARTED
    at_home.home.show_board()
    (solution,) = solve(at_home.session.puzzle).solutions
    at_home.session.show_solution(solution, is_only)
    at_home.home.show()
    after = entries(library)[SECOND]
    assert (after.state, after.done) == (before.state, before.done)
    assert at_home.home.source.picture(after).marks == own
    open_entry(at_home, qtbot, SECOND)
    assert at_home.session.marks == solution, "it is on the board until it is taken back"
    at_home.session.undo()
    at_home.session.clear_grid()
    finish(at_home)
    at_home.home.show()
    assert entries(library)[SECOND].state is EntryState.SOLVED


def test_a_puzzle_of_the_day_has_large_cells_in_the_first_window(window: MainWindow) -> None:
    shelves = PackSource(packs()).shelves()
    daily = [one for shelf in shelves for one in shelf.entries if is_for_a_day(one)]
    boards = {Path(str(one.source)): read(Path(str(one.source))).puzzle for one in daily}

    def height(path: Path) -> int:
        return boards[path].height + max(map(len, boards[path].columns))

    def width(path: Path) -> int:
        return boards[path].width + max(map(len, boards[path].rows))

    window.resize(1080, 760)
    for path in {*sorted(boards, key=height)[-10:], *sorted(boards, key=width)[-10:]}:
        assert window.files.open_bundled(path)
        QApplication.processEvents()
        assert window.board.area.cell_size >= 20, path


def test_without_an_open_puzzle_the_key_of_home_stays_there(at_home: MainWindow) -> None:
    """An empty drawing that nobody asked for is not shown, and the player is told why."""
    at_home.session.close()
    at_home.home.show()
    at_home.activateWindow()
    QTest.keySequence(at_home, "Alt+Home")
    assert at_home.home.is_shown
    at_home.session.open_copy(Document(CHICK))
    at_home.home.show()
    QTest.keySequence(at_home, "Alt+Home")
    assert not at_home.home.is_shown


def test_properties_do_not_tell_the_title_of_an_unsolved_puzzle(
    at_home: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_of(at_home)
    entry = view.model.entries[0]
    open_entry(at_home, qtbot, entry.id)
    title = at_home.session.puzzle.title
    assert title
    seen: list[str] = []

    def accept(dialog: PropertiesDialog) -> int:
        seen.append(dialog.title.text())
        dialog.author.setText("Me")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(PropertiesDialog, "exec", accept)
    at_home.commands["properties"].trigger()
    assert at_home.session.puzzle.title == title, "it is kept"
    assert at_home.session.puzzle.author == "Me"
    finish(at_home)
    at_home.commands["properties"].trigger()
    assert seen == ["", title]


def test_enter_clicks_the_button_of_a_card(at_home: MainWindow, qtbot: QtBot) -> None:
    view = view_of(at_home)
    at_home.show()
    button = next(b for b in view.findChildren(QPushButton) if b.text() == "Start")
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not at_home.home.is_shown)
    assert at_home.board.isVisible()
    assert at_home.session.puzzle.width > 0


def test_the_result_of_a_search_is_announced(at_home: MainWindow, qtbot: QtBot) -> None:
    view = view_of(at_home)
    view.focus_search()
    with qtbot.waitSignal(at_home.desk.announcer.announced, timeout=5000) as told:
        QTest.keyClicks(view.head.search, "5x5")
    found = view.model.rowCount()
    assert found > 1
    assert told.args == [f"{found} puzzles found."]


def test_what_is_not_possible_on_home_says_so(at_home: MainWindow) -> None:
    at_home.home.show()
    assert not at_home.commands["home"].isEnabled()
    assert at_home.commands["home"].statusTip() == "No puzzle is open."
    assert not at_home.commands["share"].isVisible()
