"""The window, used as a player would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import ClueSide, Settings, ThemeChoice
from helper.application.theme import ThemeManager
from helper.author.new_dialog import NewDialog
from helper.commands.command import NO_MENU, SCAN_CHOICES, SOLVER_CHOICES
from helper.main_window.main_window import MainWindow
from helper.main_window.messages import Welcome
from puzzles import BLANK, SHADED, Axis, Clue, Grid, Line, Puzzle, clues
from puzzles.errors import LibraryBusyError
from puzzles.formats import Document, read, write
from solver.api import solve as solve_puzzle
from tests.support.board_mouse import drag
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.window_fixtures import SLOW, Asked, press, solve

LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.usefixtures("asked")


def test_the_chick(
    window: MainWindow, qtbot: QtBot, chick_file: Path, choose: list[str], tmp_path: Path
) -> None:
    """Opened, a line drawn by a drag, its light green, saved, reopened, solved, undone."""
    saved = tmp_path / "mine.non"
    choose += [str(chick_file), str(saved), str(saved)]
    session, board = window.session, window.board
    press(window, "Ctrl+O")
    assert session.puzzle == CHICK
    assert window.windowTitle() == "Chick (chick.non)[*] — Nonogram Helper"
    assert not window.isWindowModified()
    row = Line(Axis.ROW, 3)
    assert not session.is_satisfied(row)
    drag(window.board, (3, 2), (3, 6))
    assert session.is_satisfied(row)
    assert session.states(row).tolist() == [BLANK, BLANK, 2, 2, 2, 2, 2]
    assert board.look.at(3, 0).dot
    assert board.look.at(3, 0).ghost, "it is no mark of the player's"
    assert window.isWindowModified()
    press(window, "Ctrl+Shift+S")
    assert not window.isWindowModified()
    marks = session.marks.copy()
    press(window, "Ctrl+O")
    assert session.path == saved
    assert session.marks == marks
    solve(window, qtbot)
    assert session.is_solved
    assert [[s == 2 for s in session.marks.row(r)] for r in range(7)] == [
        [c == "#" for c in row_text] for row_text in CHICK_PICTURE
    ]
    assert window.message_place.bottom.text.startswith("This is the only solution of “Chick”")
    press(window, "Ctrl+Z")
    assert session.marks == marks
    assert window.message_place.bottom.text == ""
    assert board.look.at(3, 3).color == 1


def test_solving_by_hand_congratulates(window: MainWindow, chick_file: Path) -> None:
    window.files.open_file(chick_file)
    for r, text in enumerate(CHICK_PICTURE):
        for c, cell in enumerate(text):
            if cell == "#":
                QTest.mouseClick(
                    window.board.viewport(), LEFT, pos=window.board.area.cell_rect(r, c).center()
                )
    window.finish.close_card()
    text = window.message_place.bottom.text
    assert re.fullmatch(r"Congratulations! You have solved “Chick” in \d:\d\d\.", text)
    drag(window.board, (0, 0), (0, 3))
    assert window.statusBar().currentMessage().startswith("The puzzle is solved. Undo")


def test_only_the_move_that_solves_is_congratulated(window: MainWindow, chick_file: Path) -> None:
    session, banner = window.session, window.message_place.bottom
    window.files.open_file(chick_file)
    picture = {i: SHADED for i, cell in enumerate("".join(CHICK_PICTURE)) if cell == "#"}
    session.paint(picture, "Shade")
    assert banner.text == "", "the card says it"
    window.finish.close_card()
    assert banner.text.startswith("Congratulations!")
    solved = "“Chick” is solved."
    press(window, "Ctrl+Z")
    assert banner.text == ""
    session.redo()
    assert banner.text == solved
    moves, base, file = list(session.history), session.base, session.file
    session.open_unsaved(Document(Puzzle.empty(3, 3)), drawing=True)
    assert banner.text == ""
    session.restore(base, file, moves[:1], 1)
    assert session.is_solved
    assert banner.text == solved
    press(window, "Ctrl+2")
    assert not session.is_solved
    assert session.is_author_at_work


def test_a_new_drawing_in_colour_is_painted_with_its_palette(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = []

    def fill_in(dialog: NewDialog) -> int:
        offered.append(dialog.colors.currentText())
        dialog.colors.setCurrentText("Colours")
        return 1

    monkeypatch.setattr(NewDialog, "exec", fill_in)
    press(window, "Ctrl+N")
    assert [button.ink.name for button in window.panel.inks.buttons] == [
        "black", "red", "blue", "green", "yellow"
    ]  # fmt: skip
    QTest.keyClick(window.board, Qt.Key.Key_3)
    drag(window.board, (0, 0), (0, 1))
    assert window.session.puzzle.rows[0] == (Clue(2, 3),)
    window.session.undo()
    press(window, "Ctrl+N")
    assert offered == ["Black and white", "Colours"]


def test_drawing_a_puzzle_of_ones_own(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, choose: list[str],
    tmp_path: Path,
) -> None:  # fmt: skip
    def fill_in(dialog: NewDialog) -> int:
        dialog.rows.setValue(3)
        dialog.columns.setValue(4)
        return 1

    monkeypatch.setattr(NewDialog, "exec", fill_in)
    press(window, "Ctrl+N")
    assert (window.session.puzzle.height, window.session.puzzle.width) == (3, 4)
    assert not window.isWindowModified()
    drag(window.board, (0, 0), (0, 3))
    drag(window.board, (1, 0), (2, 0))
    press(window, "Ctrl+G")
    assert window.session.puzzle.rows == (clues([4]), clues([1]), clues([1]))
    assert window.session.puzzle.columns == (clues([3]), clues([1]), clues([1]), clues([1]))
    assert not window.session.is_solved
    press(window, "Ctrl+1")
    assert window.session.marks.is_untouched
    path = tmp_path / "mine"
    choose.append(str(path))
    press(window, "Ctrl+S")
    document = read(path.with_suffix(".non"))
    assert document.puzzle == window.session.puzzle
    solve(window, qtbot)
    assert window.session.is_solved
    for _ in range(6):
        press(window, "Ctrl+Z")
    assert window.session.puzzle == Puzzle.empty(3, 4)


def test_several_solutions_are_stepped_through(window: MainWindow, qtbot: QtBot) -> None:
    puzzle = Puzzle.from_numbers([[1], [1], [1]], [[1], [1], [1]])
    window.session.open_copy(Document(puzzle))
    window.session.paint({0: SHADED}, "Shade")
    mine = window.session.marks.copy()
    solve(window, qtbot)
    banner = window.message_place.bottom
    assert banner.text.startswith("This puzzle has 6 solutions. Shown is number 1 of 6")
    assert not window.session.is_solved
    assert window.board.look.at(0, 0).hatched
    seen = set()
    for _ in range(6):
        seen.add("".join(window.session.marks.to_text()))
        banner.button("Next").click()
    assert len(seen) == 6
    banner.button("Previous").click()
    assert "number 6 of 6" in banner.text
    press(window, "Ctrl+Z")
    assert window.session.marks == mine
    assert banner.text == ""
    assert not window.board.look.at(0, 0).hatched


def test_no_solution_names_a_line(window: MainWindow, qtbot: QtBot, asked: Asked) -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [], [1, 1]], [[1], [2], [1]])
    window.session.open_copy(Document(puzzle))
    assert puzzle.defects() == ()
    solve(window, qtbot)
    assert "no solution" in asked.said[-1]
    marked = window.board.scene().marked_line
    assert marked is not None
    assert f" {marked} cannot be satisfied" in asked.said[-1]
    assert window.session.marks.is_untouched


def test_a_defective_puzzle_is_shown_but_not_solved(
    window: MainWindow, asked: Asked, tmp_path: Path
) -> None:
    path = tmp_path / "bad.non"
    write(path, Document(Puzzle.from_numbers([[3], [1]], [[1], [1]])))
    window.files.open_file(path)
    assert "row 1: 3 needs 3 cells, the row has 2" in asked.said[0]
    press(window, "F5")
    assert not window.solving.is_running
    assert asked.said[1].startswith("This puzzle cannot be solved")
    assert "the rows ask for 4 cells, the columns for 2" in asked.said[1]


def test_cancel_leaves_the_board_as_it_was(window: MainWindow, qtbot: QtBot) -> None:
    window.session.open_copy(Document(SLOW))
    window.session.paint({3: SHADED}, "Shade")
    before = window.session.marks.copy()
    press(window, "F5")
    press(window, "F5")  # twice at once
    dialog = window.solving.dialog
    assert dialog is not None
    assert dialog.isVisible()
    QTest.mouseClick(dialog.cancel, LEFT)
    qtbot.waitUntil(lambda: not window.solving.is_running, timeout=2000)
    assert window.session.marks == before
    assert window.board.look.found is None
    assert "stopped" in window.statusBar().currentMessage()


def test_a_solution_that_comes_after_cancel_is_not_put_on_the_board(window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    window.solving.start()
    job, dialog = window.solving.job, window.solving.dialog
    assert job is not None
    assert dialog is not None
    QTest.mouseClick(dialog.cancel, LEFT)
    job.finished.emit(solve_puzzle(CHICK))
    assert not window.session.is_solved
    assert not window.solving.is_running
    assert "stopped" in window.statusBar().currentMessage()


def test_known_cells_appear_while_solving(window: MainWindow, qtbot: QtBot) -> None:
    window.session.open_copy(Document(CHICK))
    from solver.api import Event

    found = Grid.from_text(["#??????"] + ["???????"] * 6)
    window.solving.start()
    window.solving._show_progress(Event(known=1, total=49, fraction=0.25, grid=found))
    look = window.board.look.at(0, 0)
    assert (look.color, look.ghost) == (1, True)
    assert window.solving.dialog is not None
    assert window.solving.dialog.cells.value() == 1
    qtbot.waitUntil(lambda: not window.solving.is_running, timeout=20_000)
    assert window.session.is_solved


def test_the_empty_board_tells_a_newcomer_what_to_do(window: MainWindow) -> None:
    Welcome(window.desk, window.message_place.bottom)
    assert "in Home" in window.message_place.bottom.text
    drag(window.board, (0, 0), (0, 2))
    assert window.message_place.bottom.text == ""


def test_geometry_and_clue_side_are_remembered(
    window: MainWindow, settings: Settings, asked: Asked
) -> None:
    window.resize(777, 555)
    settings.change(clue_side=ClueSide.RIGHT_BELOW)
    window.close()
    again = MainWindow(Settings(), window.themes)
    assert (again.width(), again.height()) == (777, 555)
    assert again.settings.preferences.clue_side is ClueSide.RIGHT_BELOW
    again.deleteLater()


def test_switching_automatic_dots_on_fills_what_is_finished(
    window: MainWindow, settings: Settings, chick_file: Path
) -> None:
    settings.change(automatic_dots=False)
    window.files.open_file(chick_file)
    drag(window.board, (3, 2), (3, 6))
    assert 21 not in window.session.dots
    settings.change(automatic_dots=True)
    assert 21 in window.session.dots


def test_the_status_bar_follows_the_clues_of_a_drawing(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The board may move under the pointer, which here is wherever the system has it.
    monkeypatch.setattr(window.board.pointer, "follow", lambda: None)
    window.session.new(5, 5)
    window.board.hover.set(2, 3)
    for cells, said in (
        ({13: SHADED}, "Row 3: 1   ·   column 4: 1"),
        ({12: SHADED}, "Row 3: 2   ·   column 4: 1"),
        ({3: SHADED}, "Row 3: 2   ·   column 4: 1 1"),
    ):
        window.session.paint(cells, "Shade")
        assert window.status.position.text() == said
    window.session.undo()
    assert window.status.position.text() == "Row 3: 2   ·   column 4: 1"


def test_the_status_bar_says_where_and_how_many(window: MainWindow, chick_file: Path) -> None:
    window.files.open_file(chick_file)
    QTest.mouseMove(window.board.viewport(), window.board.area.cell_rect(2, 3).center())
    assert window.status.position.text() == "Row 3: 3 2   ·   column 4: 5 1"
    assert window.status.left.text() == "7 × 7, 23 cells to shade"
    drag(window.board, (2, 1), (2, 3))
    assert window.status.left.text() == "7 × 7, 20 cells to shade"


def test_a_narrow_status_bar_leaves_out_what_it_would_cut(
    window: MainWindow, chick_file: Path
) -> None:
    """The badge of the check comes first; its text is longer in other languages."""
    window.files.open_file(chick_file)
    status, bar = window.status, window.statusBar()
    beside = QLabel("a badge")
    status.add(beside)
    beside.show()
    shown = []
    both_px, rest_px = status.left.sizeHint().width(), status.zoom.sizeHint().width()
    for room_px in (both_px + rest_px + 140, both_px + rest_px + 80, rest_px + 140):
        one_px = beside.fontMetrics().horizontalAdvance("l" * 100) / 100
        beside.setText("l" * int((bar.width() - room_px) / one_px))
        for _ in range(4):  # the bar follows its layout, and this the bar
            QApplication.processEvents()
        shown.append(status.left.text())
        labels = [each for each in bar.findChildren(QLabel) if each.isVisible()]
        cut = {each for each in labels if each.width() < each.sizeHint().width()}
        assert cut <= {status.position}
    assert shown == ["7 × 7, 23 cells to shade", "23 cells to shade", ""]
    assert status.left.toolTip() == "7 × 7, 23 cells to shade"


def test_the_status_bar_says_the_end_and_what_is_too_much(window: MainWindow) -> None:
    window.session.open_copy(Document(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    said = []
    for row, column in ((0, 0), (0, 1), (1, 0)):
        drag(window.board, (row, column), (row, column))
        said.append(window.status.left.text())
    assert said == [
        "2 × 2, 1 cell to shade", "2 × 2, no cells left", "2 × 2, 1 cell too many"
    ]  # fmt: skip


def test_every_command_has_a_mnemonic_and_a_tip(window: MainWindow) -> None:
    for row in window.commands.rows:
        action = window.commands[row.id]
        is_exception = row.id.startswith(("insert_", "remove_", "shift_"))
        is_in_menu = row.place.menu not in (NO_MENU, SCAN_CHOICES, SOLVER_CHOICES)
        assert "&" in action.text() or is_exception or not is_in_menu, row.id
        assert action.toolTip(), row.id
    shortcuts = [s.toString() for a in window.findChildren(QAction) for s in a.shortcuts()]
    assert len(shortcuts) == len(set(shortcuts))


def test_the_top_bar_is_there_after_a_session_that_ended_on_home(
    window: MainWindow, chick_file: Path
) -> None:
    window.home.show()
    window.close()
    again = MainWindow(Settings(), window.themes)
    again.show()
    again.files.open_file(chick_file)
    assert again.top_bar.toolbar.isVisible()
    again.close()
    again.deleteLater()


def test_a_feature_that_cannot_end_keeps_nothing_from_being_stored(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ended: list[str] = []
    stored: list[str] = []
    window.desk.writes.write(
        "test", lambda: stored.append("test") if ended else busy(), lambda _: None
    )

    def broken() -> None:
        ended.append("random")
        raise RuntimeError("already deleted")

    monkeypatch.setattr(window.random, "close", broken)
    monkeypatch.setattr(window.files, "close", lambda: ended.append("files"))
    window.put_away()
    assert ended == ["random", "files"]
    assert stored == ["test"]
    assert "RandomPuzzles could not be ended" in caplog.text


def busy() -> None:
    """A write while another program uses the library."""
    raise LibraryBusyError("busy")


def test_zoom_commands(window: MainWindow, settings: Settings) -> None:
    start = window.board.area.cell_size
    press(window, "Ctrl++")
    assert window.board.area.cell_size > start
    press(window, "Ctrl+0")
    assert window.board.area.cell_size == settings.preferences.cell_size
    press(window, "Ctrl+-")
    assert window.board.area.cell_size < start
    assert window.status.zoom.text() == f"{round(100 * window.board.area.cell_size / 24)} %"


def test_while_the_window_is_made_no_part_of_it_is_a_window_of_its_own(
    qapp: QApplication, settings: Settings, themes: ThemeManager, qtbot: QtBot
) -> None:
    """A part without a parent that is made visible would flash on the screen."""
    seen: list[str] = []

    class Watcher(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
            is_shown = event.type() == QEvent.Type.Show
            if is_shown and isinstance(watched, QWidget) and watched.isWindow():
                seen.append(type(watched).__name__)
            return False

    watcher = Watcher()
    qapp.installEventFilter(watcher)
    try:
        qtbot.addWidget(MainWindow(settings, themes))
    finally:
        qapp.removeEventFilter(watcher)
    assert seen == []


def test_new_proposes_the_size_that_was_chosen_there_last(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = []

    def fill_in(dialog: NewDialog) -> int:
        offered.append((dialog.rows.value(), dialog.columns.value()))
        dialog.rows.setValue(12)
        dialog.columns.setValue(8)
        return 1

    monkeypatch.setattr(NewDialog, "exec", fill_in)
    window.session.open_copy(Document(CHICK))
    press(window, "Ctrl+N")
    window.session.open_copy(Document(CHICK))
    press(window, "Ctrl+N")
    assert offered == [(10, 10), (12, 8)], "never the size of the open board, 7 x 7"


@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_the_sign_for_more_tools_is_visible(
    window: MainWindow, settings: Settings, qtbot: QtBot, theme: ThemeChoice
) -> None:
    settings.change(theme=theme)
    window.session.open_copy(Document(CHICK))
    window.resize(560, 500)
    window.show()
    toolbar = window.top_bar.toolbar
    more = toolbar.findChild(QToolButton, "qt_toolbar_ext_button")
    assert isinstance(more, QToolButton)
    qtbot.waitUntil(more.isVisible)
    image = more.grab().toImage()
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    light = [image.pixelColor(x, y).lightness() for x, y in places]
    assert max(light) - min(light) > 80
