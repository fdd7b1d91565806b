"""The window, used as a player would."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.author.new_dialog import NewDialog
from helper.main_window.messages import Welcome
from helper.main_window.window import MainWindow
from helper.play.autosave import Autosave
from puzzles import BLANK, SHADED, Axis, Clue, Grid, LibraryError, Line, Puzzle, clues
from puzzles.formats import Document, read, write, write_all
from puzzles.grid import puzzle_of
from puzzles.packs import packs
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.mouse import drag

LEFT = Qt.MouseButton.LeftButton
Buttons = QMessageBox.StandardButton
SLOW = Puzzle.from_numbers([[1] * 12] * 25, [[1] * 12] * 25)


class Asked:
    """Answers message boxes and remembers what they said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.answer = Buttons.Cancel


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    asked = Asked()

    def box(_: object, __: str, text: str, *rest: object) -> Buttons:
        if text.startswith("Show the whole solution?"):
            return Buttons.Yes
        asked.said.append(text)
        return asked.answer

    for kind in ("warning", "question", "about"):
        monkeypatch.setattr(QMessageBox, kind, box)
    return asked


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the file dialogs answer, one after the other."""
    paths: list[str] = []
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: (paths.pop(0), ""))
    return paths


def press(window: MainWindow, keys: str) -> None:
    """Press a command's keys, as Qt delivers them to the window."""
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, keys)


def solve(window: MainWindow, qtbot: QtBot) -> None:
    press(window, "F5")
    qtbot.waitUntil(lambda: not window.solving.is_running, timeout=20_000)


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
    assert board.look_at(3, 0).dot
    assert board.look_at(3, 0).ghost, "it is no mark of the player's"
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
    assert window.bottom_banner.text.startswith("This is the only solution of “Chick”")
    press(window, "Ctrl+Z")
    assert session.marks == marks
    assert window.bottom_banner.text == ""
    assert board.look_at(3, 3).color == 1


def test_solving_by_hand_congratulates(window: MainWindow, chick_file: Path) -> None:
    window.open_file(chick_file)
    for r, text in enumerate(CHICK_PICTURE):
        for c, cell in enumerate(text):
            if cell == "#":
                QTest.mouseClick(
                    window.board.viewport(), LEFT, pos=window.board.cell_rect(r, c).center()
                )
    assert window.bottom_banner.text == "Congratulations! You have solved “Chick”."
    drag(window.board, (0, 0), (0, 3))
    assert window.statusBar().currentMessage().startswith("The puzzle is solved. Undo")


def test_only_the_move_that_solves_is_congratulated(window: MainWindow, chick_file: Path) -> None:
    session, banner = window.session, window.bottom_banner
    window.open_file(chick_file)
    picture = {i: SHADED for i, cell in enumerate("".join(CHICK_PICTURE)) if cell == "#"}
    session.paint(picture, "Shade")
    assert banner.text.startswith("Congratulations!")
    solved = "“Chick” is solved."
    press(window, "Ctrl+Z")
    assert banner.text == ""
    session.undo_stack.redo()
    assert banner.text == solved
    moves, base, file = list(session.history), session.base, session.file
    session.open_unsaved(Document.untouched(Puzzle.empty(3, 3)), drawing=True)
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
    window.session.undo_stack.undo()
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
    window.session.open_copy(Document.untouched(puzzle))
    window.session.paint({0: SHADED}, "Shade")
    mine = window.session.marks.copy()
    solve(window, qtbot)
    banner = window.bottom_banner
    assert banner.text.startswith("This puzzle has 6 solutions. Shown is number 1 of 6")
    assert not window.session.is_solved
    assert window.board.look_at(0, 0).hatched
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
    assert not window.board.look_at(0, 0).hatched


def test_no_solution_names_a_line(window: MainWindow, qtbot: QtBot, asked: Asked) -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [], [1, 1]], [[1], [2], [1]])
    window.session.open_copy(Document.untouched(puzzle))
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
    write(path, Document.untouched(Puzzle.from_numbers([[3], [1]], [[1], [1]])))
    window.open_file(path)
    assert "row 1: 3 needs 3 cells, the row has 2" in asked.said[0]
    press(window, "F5")
    assert not window.solving.is_running
    assert asked.said[1].startswith("This puzzle cannot be solved")
    assert "the rows ask for 4 cells, the columns for 2" in asked.said[1]


def test_cancel_leaves_the_board_as_it_was(window: MainWindow, qtbot: QtBot) -> None:
    window.session.open_copy(Document.untouched(SLOW))
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


def test_known_cells_appear_while_solving(window: MainWindow, qtbot: QtBot) -> None:
    window.session.open_copy(Document.untouched(CHICK))
    from solver.api import Event

    found = Grid.from_text(["#??????"] + ["???????"] * 6)
    window.solving.start()
    window.solving._show_progress(Event(known=1, total=49, fraction=0.25, grid=found))
    look = window.board.look_at(0, 0)
    assert (look.color, look.ghost) == (1, True)
    assert window.solving.dialog is not None
    assert window.solving.dialog.cells.value() == 1
    qtbot.waitUntil(lambda: not window.solving.is_running, timeout=20_000)
    assert window.session.is_solved


@pytest.mark.parametrize(
    ("answer", "stays"),
    [(Buttons.Cancel, True), (Buttons.Discard, False), (Buttons.Save, False)],
)
def test_work_is_not_lost_without_being_asked(
    window: MainWindow, chick_file: Path, asked: Asked, choose: list[str], tmp_path: Path,
    answer: Buttons, stays: bool,
) -> None:  # fmt: skip
    window.open_file(chick_file)
    drag(window.board, (0, 1), (0, 2))
    other = tmp_path / "other.non"
    write(other, Document.untouched(Puzzle.empty(2, 2)))
    choose.append(str(other))
    asked.answer = answer
    press(window, "Ctrl+O")
    assert asked.said == ["Save the changes to “Chick”?"]
    assert (window.session.path == chick_file) == stays
    assert read(chick_file).marks.is_untouched == (answer != Buttons.Save)
    window.close()
    assert window.isVisible() == stays


def test_a_file_that_cannot_be_read_is_said_and_changes_nothing(
    window: MainWindow, chick_file: Path, asked: Asked, tmp_path: Path
) -> None:
    window.open_file(chick_file)
    bad = tmp_path / "bad.non"
    bad.write_bytes(b"\x00\x01")
    assert not window.open_file(bad)
    assert asked.said == [f"{bad}: this is not a text file"]
    assert window.session.path == chick_file


def test_a_picture_of_cells_is_opened_and_others_are_scanned(
    window: MainWindow, choose: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned: list[Path] = []
    monkeypatch.setattr(window.scanning, "start", scanned.append)
    cells, photo = tmp_path / "cells.png", tmp_path / "photo.png"
    write(
        cells,
        Document.untouched(
            puzzle_of(Grid.from_text([row.replace(" ", ".") for row in CHICK_PICTURE]), CHICK)
        ),
    )
    QImage(300, 300, QImage.Format.Format_RGB32).save(str(photo))
    choose += [str(cells), str(photo)]
    press(window, "Ctrl+O")
    assert (window.session.puzzle.rows, window.session.path) == (CHICK.rows, cells)
    press(window, "Ctrl+O")
    window.open_any(photo)
    assert scanned == [photo, photo]


def test_a_program_for_solvers_is_not_saved_as_the_puzzle(
    window: MainWindow, chick_file: Path, asked: Asked, choose: list[str], tmp_path: Path
) -> None:
    window.open_file(chick_file)
    choose.append(str(tmp_path / "chick.lp"))
    press(window, "Ctrl+Shift+S")
    assert asked.said == [
        "chick.lp: the window could not open it again. Choose another format; the command nonogram"
        " convert writes .lp."
    ]
    assert window.session.path == chick_file


def test_a_file_that_cannot_be_saved_is_said_and_stays_unsaved(
    window: MainWindow, asked: Asked, choose: list[str], tmp_path: Path
) -> None:
    drag(window.board, (0, 0), (0, 2))
    choose.append(str(tmp_path / "none" / "a.non"))
    press(window, "Ctrl+S")
    assert "cannot be saved" in asked.said[0]
    assert window.session.path is None


def test_save_as_asks_before_it_replaces_a_file_whose_ending_was_not_typed(
    window: MainWindow, asked: Asked, choose: list[str], tmp_path: Path, chick_file: Path
) -> None:
    drag(window.board, (0, 0), (0, 2))
    before = chick_file.read_text()
    choose += [str(chick_file.with_suffix(""))] * 2
    asked.answer = Buttons.No
    press(window, "Ctrl+Shift+S")
    assert asked.said == ["chick.non exists. Replace it?"]
    assert chick_file.read_text() == before
    asked.answer = Buttons.Yes
    press(window, "Ctrl+Shift+S")
    assert read(chick_file).puzzle == window.session.puzzle


def test_save_asks_when_another_program_has_changed_the_file(
    window: MainWindow, asked: Asked, chick_file: Path
) -> None:
    window.open_file(chick_file)
    drag(window.board, (3, 2), (3, 6))
    changed = chick_file.read_text() + "foo 1\n"
    chick_file.write_text(changed)
    os.utime(chick_file, ns=(1, 1))
    asked.answer = Buttons.No
    press(window, "Ctrl+S")
    assert asked.said == ["chick.non was changed by another program. Replace it?"]
    assert chick_file.read_text() == changed
    assert window.isWindowModified()


def test_a_dropped_file_is_opened(window: MainWindow, qtbot: QtBot, chick_file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(chick_file))])
    enter = QDragEnterEvent(
        QPoint(50, 50), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    drop = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window, drop)
    qtbot.waitUntil(lambda: window.session.path == chick_file, timeout=2000)


def test_recent_files_are_offered(
    window: MainWindow, settings: Settings, chick_file: Path, asked: Asked
) -> None:
    window.open_file(chick_file)
    window.session.open_copy(Document.untouched(CHICK))
    window.actions_.recent.aboutToShow.emit()
    first = window.actions_.recent.actions()[0]
    assert str(chick_file) in first.text()
    first.trigger()
    assert window.session.path == chick_file
    chick_file.unlink()
    first.trigger()
    assert "cannot be opened" in asked.said[0]
    assert settings.recent_files == []


def test_bundled_puzzles_are_opened_as_copies(window: MainWindow) -> None:
    assert window.open_bundled(packs()[0].puzzles[0].path)
    assert window.session.puzzle.title
    assert window.session.path is None
    assert not window.isWindowModified()


@pytest.fixture
def library(home: Path) -> Library:
    return Library(home / "library.sqlite3")


def test_nothing_is_asked_while_the_library_keeps_the_game(
    window: MainWindow, library: Library, chick_file: Path, asked: Asked, choose: list[str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window.keep_moves(Autosave(window.session, library))
    window.open_file(chick_file)
    drag(window.board, (3, 2), (3, 6))
    marks = window.session.marks.copy()
    other = tmp_path / "other.non"
    write(other, Document.untouched(Puzzle.empty(2, 2)))
    choose.append(str(other))
    press(window, "Ctrl+O")
    assert window.session.path == other
    choose.append(str(chick_file))
    press(window, "Ctrl+O")
    assert window.session.marks == marks
    assert window.statusBar().currentMessage() == "You go on where you stopped."
    assert asked.said == []

    def full(*_: object) -> None:
        raise LibraryError("disk full")

    monkeypatch.setattr(library, "record", full)
    drag(window.board, (0, 0), (0, 0))
    asked.answer = Buttons.Cancel
    window.close()
    assert asked.said == ["Save the changes to “Chick”?"], "now it is kept nowhere"
    monkeypatch.undo()
    drag(window.board, (0, 0), (0, 0))
    window.close()
    assert not window.isVisible()


def test_the_empty_board_tells_a_newcomer_what_to_do(window: MainWindow) -> None:
    Welcome(window)
    assert "in Home" in window.bottom_banner.text
    drag(window.board, (0, 0), (0, 2))
    assert window.bottom_banner.text == ""


def test_geometry_and_clue_side_are_remembered(
    window: MainWindow, settings: Settings, asked: Asked
) -> None:
    window.resize(777, 555)
    right = window.actions_.clue_sides.actions()[1]
    right.trigger()
    assert settings.preferences.clue_side.value == "right-below"
    assert right.isChecked()
    window.close()
    again = MainWindow(Settings(), window.themes)
    assert (again.width(), again.height()) == (777, 555)
    assert again.actions_.clue_sides.actions()[1].isChecked()
    again.deleteLater()


def test_switching_autofill_on_fills_what_is_finished(
    window: MainWindow, settings: Settings, chick_file: Path
) -> None:
    settings.change(autofill=False)
    window.open_file(chick_file)
    drag(window.board, (3, 2), (3, 6))
    assert 21 not in window.session.dots
    settings.change(autofill=True)
    assert 21 in window.session.dots


def test_the_status_bar_follows_the_clues_of_a_drawing(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The board may move under the pointer, which here is wherever the system has it.
    monkeypatch.setattr(window.board.pointer, "follow", lambda: None)
    window.session.new(5, 5)
    window.board.set_hover(2, 3)
    for cells, said in (
        ({13: SHADED}, "Row 3: 1   ·   column 4: 1"),
        ({12: SHADED}, "Row 3: 2   ·   column 4: 1"),
        ({3: SHADED}, "Row 3: 2   ·   column 4: 1 1"),
    ):
        window.session.paint(cells, "Shade")
        assert window.status.position.text() == said
    window.session.undo_stack.undo()
    assert window.status.position.text() == "Row 3: 2   ·   column 4: 1"


def test_the_status_bar_says_where_and_how_many(window: MainWindow, chick_file: Path) -> None:
    window.open_file(chick_file)
    QTest.mouseMove(window.board.viewport(), window.board.cell_rect(2, 3).center())
    assert window.status.position.text() == "Row 3: 3 2   ·   column 4: 5 1"
    assert window.status.left.text() == "7 × 7, 23 cells to shade"
    drag(window.board, (2, 1), (2, 3))
    assert window.status.left.text() == "7 × 7, 20 cells to shade"


def test_the_status_bar_says_the_end_and_what_is_too_much(window: MainWindow) -> None:
    window.session.open_copy(Document.untouched(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    said = []
    for row, column in ((0, 0), (0, 1), (1, 0)):
        drag(window.board, (row, column), (row, column))
        said.append(window.status.left.text())
    assert said == [
        "2 × 2, 1 cell to shade", "2 × 2, no cells left", "2 × 2, 1 cell too many"
    ]  # fmt: skip


def test_every_command_has_a_mnemonic_and_a_tip(window: MainWindow) -> None:
    actions = window.actions_
    for name, action in vars(actions).items():
        if isinstance(action, QAction):
            assert "&" in action.text(), name
            assert action.toolTip(), name
    shortcuts = [s.toString() for a in window.findChildren(QAction) for s in a.shortcuts()]
    assert len(shortcuts) == len(set(shortcuts))


def test_zoom_commands(window: MainWindow, settings: Settings) -> None:
    start = window.board.cell_size
    press(window, "Ctrl++")
    assert window.board.cell_size > start
    press(window, "Ctrl+0")
    assert window.board.cell_size == settings.preferences.cell_size
    press(window, "Ctrl+-")
    assert window.board.cell_size < start
    assert window.status.zoom.text() == f"{round(100 * window.board.cell_size / 24)} %"


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


def test_save_keeps_the_format_of_a_file_only_while_nothing_is_lost(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = [str(tmp_path / "saved.non")]
    proposed: list[str] = []

    def choose(_: object, __: str, path: str, filters: str) -> tuple[str, str]:
        proposed.append(Path(path).name)
        assert "*.non" in filters
        return chosen[0], ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    for name in ("chick.xml", "chick.mk"):
        write(tmp_path / name, Document.untouched(replace(CHICK, title="")))
    assert window.open_file(tmp_path / "chick.xml")
    window.session.paint({0: SHADED}, "Shade")
    assert window.save()
    assert read(tmp_path / "chick.xml").marks[0, 0] == SHADED
    assert window.open_file(tmp_path / "chick.mk")
    window.session.paint({1: SHADED}, "Shade")
    assert window.save()
    assert proposed == ["chick.non"]
    assert read(tmp_path / "chick.mk").marks.is_untouched
    assert read(tmp_path / "saved.non").marks[0, 1] == SHADED


@pytest.mark.parametrize("button", ["&Import", "Cancel"])
def test_a_file_with_several_puzzles_is_imported_if_the_player_wants(
    window: MainWindow, home: Path, tmp_path: Path, choose: list[str], qtbot: QtBot, button: str
) -> None:
    window.keep_moves(Autosave(window.session, Library(home / "library.sqlite3")))
    pack = tmp_path / "pack.nonpack"
    other = Puzzle.from_numbers([[1], [2]], [[2], [1]], "Other")
    write_all(pack, [Document.untouched(CHICK), Document.untouched(other)])
    choose.append(str(pack))
    asked_for: list[str] = []

    def click() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            return
        timer.stop()
        asked_for.append(box.text())
        (wanted,) = [one for one in box.buttons() if one.text().strip("&") == button.strip("&")]
        QTest.mouseClick(wanted, LEFT)

    timer = QTimer(window)
    timer.timeout.connect(click)
    timer.start(20)
    press(window, "Ctrl+O")
    sentence = "pack.nonpack has 2 puzzles. Import them as a collection? Home shows them then."
    assert asked_for == [sentence]
    if button == "Cancel":
        assert not window.home.is_shown
        return
    source = window.home.source
    qtbot.waitUntil(
        lambda: "Imported" in [shelf.title for shelf in source.shelves()], timeout=20_000
    )
    assert window.home.is_shown
