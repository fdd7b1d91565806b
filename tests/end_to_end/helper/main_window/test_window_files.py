"""Files that the window opens and saves."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import Settings
from helper.home.library_source import RECENT
from helper.main_window import file_commands
from helper.main_window.file_commands import SMALL_BYTES
from helper.main_window.main_window import MainWindow
from helper.widgets.progress_task import ProgressDialog
from puzzles import BLANK, MAX_SHOWN, SHADED, Grid, LibraryError, Puzzle
from puzzles.formats import Document, read, write, write_all
from puzzles.grid import puzzle_of
from puzzles.packs import packs
from puzzles.system import SYSTEM
from tests.support.board_mouse import drag
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.keeping import keep_moves
from tests.support.review_desk import image_mime
from tests.support.window_fixtures import Asked, press
from tests.support.workers import deaf_reader, waiting_reader

LEFT = Qt.MouseButton.LeftButton
Buttons = QMessageBox.StandardButton

pytestmark = pytest.mark.usefixtures("asked")


@pytest.mark.parametrize(
    ("answer", "stays"),
    [(Buttons.Cancel, True), (Buttons.Discard, False), (Buttons.Save, False)],
)
def test_work_is_not_lost_without_being_asked(
    window: MainWindow, chick_file: Path, asked: Asked, choose: list[str], tmp_path: Path,
    answer: Buttons, stays: bool,
) -> None:  # fmt: skip
    window.files.open_file(chick_file)
    drag(window.board, (0, 1), (0, 2))
    other = tmp_path / "other.non"
    write(other, Document(Puzzle.empty(2, 2)))
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
    window.files.open_file(chick_file)
    bad = tmp_path / "bad.non"
    bad.write_bytes(b"\x00\x01")
    assert not window.files.open_file(bad)
    assert asked.said == [f"{bad}: this is not a text file"]
    assert window.session.path == chick_file


def test_a_board_too_large_for_the_window_is_said_and_changes_nothing(
    window: MainWindow, chick_file: Path, asked: Asked, tmp_path: Path
) -> None:
    window.files.open_file(chick_file)
    largest, larger = tmp_path / "largest.non", tmp_path / "larger.non"
    write(largest, Document(Puzzle.empty(2, MAX_SHOWN)))
    write(larger, Document(Puzzle.empty(2, MAX_SHOWN + 1)))
    assert not window.files.open_file(larger)
    (said,) = asked.said
    assert said.startswith(f"{larger}: it has 2 rows and 1,001 columns")
    assert "“nonogram solve”" in said
    assert window.session.path == chick_file
    assert window.files.open_file(largest)
    assert window.session.puzzle.width == MAX_SHOWN


def test_a_picture_of_cells_is_opened_and_others_are_scanned(
    window: MainWindow, choose: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned: list[Path] = []
    monkeypatch.setattr(window.scanning, "start", scanned.append)
    cells, photo = tmp_path / "cells.png", tmp_path / "photo.png"
    write(
        cells,
        Document(
            puzzle_of(Grid.from_text([row.replace(" ", ".") for row in CHICK_PICTURE]), CHICK)
        ),
    )
    QImage(300, 300, QImage.Format.Format_RGB32).save(str(photo))
    choose += [str(cells), str(photo)]
    press(window, "Ctrl+O")
    assert (window.session.puzzle.rows, window.session.path) == (CHICK.rows, cells)
    press(window, "Ctrl+O")
    window.files.open_any(photo)
    assert scanned == [photo, photo]


def test_a_program_for_solvers_is_not_saved_as_the_puzzle(
    window: MainWindow, chick_file: Path, asked: Asked, choose: list[str], tmp_path: Path
) -> None:
    window.files.open_file(chick_file)
    choose.append(str(tmp_path / "chick.lp"))
    press(window, "Ctrl+Shift+S")
    assert asked.said == ["chick.lp: the window could not open it again. Choose another format."]
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
    window: MainWindow, asked: Asked, choose: list[str], chick_file: Path
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
    window.files.open_file(chick_file)
    drag(window.board, (3, 2), (3, 6))
    changed = chick_file.read_text() + "foo 1\n"
    chick_file.write_text(changed)
    os.utime(chick_file, ns=(1, 1))
    asked.answer = Buttons.No
    press(window, "Ctrl+S")
    assert asked.said == ["chick.non was changed by another program. Replace it?"]
    assert chick_file.read_text() == changed
    assert window.isWindowModified()


def drag_over(window: MainWindow, data: QMimeData) -> str:
    """Drag data over the window; what it says that a drop will do."""
    enter = QDragEnterEvent(
        QPoint(50, 50), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted() is window.drop_target.isVisible()
    return window.drop_target.text if enter.isAccepted() else ""


def of_files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(window: MainWindow, *paths: Path) -> None:
    data = of_files(*paths)
    assert drag_over(window, data)
    event = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window, event)


@pytest.mark.parametrize("at_home", [False, True])
def test_a_drag_shows_what_a_drop_does(window: MainWindow, at_home: bool, tmp_path: Path) -> None:
    if at_home:
        window.home.show()
    (tmp_path / "folder").mkdir()
    cat, photo, page = (tmp_path / name for name in ("cat.non", "cat.jpg", "cat.pdf"))
    assert drag_over(window, of_files(cat)) == "Open cat.non"
    assert window.drop_target.geometry() == window.rect()
    assert drag_over(window, of_files(photo)) == "Scan the puzzles in cat.jpg"
    assert drag_over(window, of_files(photo, page)) == "Scan 2 pictures"
    assert drag_over(window, of_files(cat, photo)) == "Import 2 files"
    assert drag_over(window, of_files(tmp_path / "folder")) == "Import folder"
    assert drag_over(window, of_files(tmp_path / "cat.svg")) == "Create a puzzle from cat.svg"
    assert drag_over(window, image_mime()) == "Scan the puzzles in the picture"
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not window.drop_target.isVisible()
    words = QMimeData()
    words.setText("words")
    assert drag_over(window, words) == ""


def test_nothing_hides_what_a_drop_does(window: MainWindow, chick_file: Path) -> None:
    drag_over(window, of_files(chick_file))
    QApplication.processEvents()
    seen = window.drop_target.visibleRegion().boundingRect()
    assert seen == window.drop_target.rect()
    drop(window, chick_file)
    assert not window.drop_target.isVisible()


def test_a_dropped_file_is_opened(window: MainWindow, qtbot: QtBot, chick_file: Path) -> None:
    drop(window, chick_file)
    qtbot.waitUntil(lambda: window.session.path == chick_file)
    assert window.session.puzzle == read(chick_file).puzzle
    assert not window.session.is_modified


@pytest.mark.parametrize("how", ["dropped", "opened", "given"])
def test_a_file_is_the_same_however_it_comes(
    window: MainWindow, qtbot: QtBot, choose: list[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, how: str,
) -> None:  # fmt: skip
    heard: list[tuple[str, object]] = []
    monkeypatch.setattr(window.scanning, "start", lambda path: heard.append(("scan", path)))
    monkeypatch.setattr(
        window.library, "import_paths", lambda paths: heard.append(("import", *paths))
    )
    window.session.file_changed.connect(lambda: heard.append(("open", window.session.path)))
    for name, opens in (
        ("a.pdf", "scan"), ("a.jpg", "scan"), ("a.zip", "import"), ("cells.png", "open"),
    ):  # fmt: skip
        heard.clear()
        path = tmp_path / name
        if opens == "open":
            board = puzzle_of(Grid.from_text(["#.", ".#"]), Puzzle.empty(2, 2))
            write(path, Document(board))
        else:
            path.write_bytes(b"?")
        if how == "dropped":
            drop(window, path)
        elif how == "opened":
            choose.append(str(path))
            press(window, "Ctrl+O")
        else:
            window.files.open_any(path)
        qtbot.waitUntil(lambda: bool(heard))
        assert heard[0] == (opens, path)


def test_a_picture_that_is_dropped_with_a_puzzle_is_not_all_that_is_taken(
    window: MainWindow, qtbot: QtBot, chick_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[list[Path]] = []
    monkeypatch.setattr(window.library, "import_paths", taken.append)
    photo = chick_file.with_name("photo.png")
    photo.write_bytes(b"?")
    drop(window, photo, chick_file)
    qtbot.waitUntil(lambda: bool(taken))
    assert taken == [[photo, chick_file]]


@pytest.mark.parametrize("name", ["a" * 300 + ".non", "missing.non"])
def test_a_path_that_cannot_be_looked_at_is_told_once(
    window: MainWindow, qtbot: QtBot, asked: Asked, tmp_path: Path, name: str
) -> None:
    """Too long a name is refused by the system as a folder is into which nobody may look."""
    drop(window, tmp_path / name)
    qtbot.waitUntil(lambda: bool(asked.said))
    (said,) = asked.said
    assert said.startswith(f"{tmp_path / name}: cannot be opened: ")
    assert said.count(name) == 1


def test_recent_files_are_offered(
    window: MainWindow, settings: Settings, chick_file: Path, asked: Asked
) -> None:
    window.files.open_file(chick_file)
    window.session.open_copy(Document(CHICK))
    window.commands.menu("recent").aboutToShow.emit()
    first = window.commands.menu("recent").actions()[0]
    assert str(chick_file) in first.text()
    first.trigger()
    assert window.session.path == chick_file
    chick_file.unlink()
    first.trigger()
    assert "cannot be opened" in asked.said[0]
    assert not settings.recent


def test_the_system_is_told_of_files_that_are_opened_and_saved(
    window: MainWindow,
    chick_file: Path,
    choose: list[str],
    tmp_path: Path,
    asked: Asked,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Path] = []
    monkeypatch.setattr(file_commands, "note_recent", told.append)
    window.files.open_file(tmp_path / "missing.non")
    assert told == []
    window.files.open_file(chick_file)
    choose.append(str(tmp_path / "copy.non"))
    press(window, "Ctrl+Shift+S")
    assert told == [chick_file, tmp_path / "copy.non"]
    assert [r.path for r in window.settings.recent] == [str(path) for path in reversed(told)]


def test_bundled_puzzles_are_opened_as_copies(window: MainWindow) -> None:
    assert window.files.open_bundled(packs()[0].puzzles[0].path)
    assert window.session.puzzle.title
    assert window.session.path is None
    assert not window.isWindowModified()


def test_nothing_is_asked_while_the_library_keeps_the_game(
    window: MainWindow, library: Library, chick_file: Path, asked: Asked, choose: list[str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    keep_moves(window, library)
    window.files.open_file(chick_file)
    drag(window.board, (3, 2), (3, 6))
    marks = window.session.marks.copy()
    other = tmp_path / "other.non"
    write(other, Document(Puzzle.empty(2, 2)))
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

    monkeypatch.setattr(window.autosave.library, "record", full)
    drag(window.board, (0, 0), (0, 0))
    asked.answer = Buttons.Cancel
    window.close()
    assert asked.said == ["Save the changes to “Chick”?"], "now it is kept nowhere"
    monkeypatch.undo()
    drag(window.board, (0, 0), (0, 0))
    window.close()
    assert not window.isVisible()


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
        write(tmp_path / name, Document(replace(CHICK, title="")))
    assert window.files.open_file(tmp_path / "chick.xml")
    window.session.paint({0: SHADED}, "Shade")
    assert window.files.save()
    assert read(tmp_path / "chick.xml").marks[0, 0] == SHADED
    assert window.files.open_file(tmp_path / "chick.mk")
    window.session.paint({1: SHADED}, "Shade")
    assert window.files.save()
    assert proposed == ["chick.non"]
    assert read(tmp_path / "chick.mk").marks.is_untouched
    assert read(tmp_path / "saved.non").marks[0, 1] == SHADED


@pytest.mark.parametrize("button", ["&Import", "Cancel"])
def test_a_file_with_several_puzzles_is_imported_if_the_player_wants(
    window: MainWindow, home: Path, tmp_path: Path, choose: list[str], qtbot: QtBot, button: str
) -> None:
    keep_moves(window, Library(home / "library.sqlite3"))
    pack = tmp_path / "pack.nonpack"
    other = Puzzle.from_numbers([[1], [2]], [[2], [1]], "Other")
    write_all(pack, [Document(CHICK), Document(other)])
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
    qtbot.waitUntil(lambda: "Pack" in [shelf.title for shelf in source.shelves()], timeout=20_000)
    assert window.home.is_shown


def large_file(folder: Path) -> Path:
    """A file that is not read at once."""
    size = 150
    board = Grid(size, size, cells=[SHADED if k % 3 else BLANK for k in range(size * size)])
    path = folder / "large.non"
    write(path, Document(replace(puzzle_of(board, Puzzle.empty(size, size)), title="Large")))
    assert path.stat().st_size > SMALL_BYTES
    return path


def test_a_large_file_is_read_while_the_window_goes_on(
    window: MainWindow, tmp_path: Path, asked: Asked
) -> None:
    ticks: list[str] = []

    def tick() -> None:
        ticks.append(window.session.puzzle.title)
        if len(ticks) == 4:
            (tmp_path / "go").touch()

    timer = QTimer(interval=10)
    timer.timeout.connect(tick)
    timer.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_commands, "_read_work", waiting_reader)
        assert window.files.open_file(large_file(tmp_path))
    assert window.session.puzzle.title == "Large"
    assert asked.said == []
    timer.stop()
    assert window.files.open_file(large_file(tmp_path))
    bad = tmp_path / "bad.non"
    bad.write_text("width 1\nheight 1\nrows\nx\ncolumns\n1\n" + "\n" * SMALL_BYTES)
    assert not window.files.open_file(bad)
    assert asked.said == [f"{bad}:4: expected a clue of 'rows', found 'x'"]
    several = tmp_path / "several.non"
    write_all(several, [Document(Puzzle.empty(5, 5))] * 2)
    with several.open("a") as file:
        file.write("\n" * SMALL_BYTES)
    QTimer.singleShot(20, lambda: press_in_question("Cancel"))
    assert not window.files.open_file(several)
    assert window.session.puzzle.title == "Large"


def press_in_question(button: str) -> None:
    """Press a button of the message box that is open, or will be."""
    box = QApplication.activeModalWidget()
    if isinstance(box, QMessageBox):
        assert "has 2 puzzles. Import them" in box.text()
        (wanted,) = [one for one in box.buttons() if one.text().strip("&") == button]
        QTest.mouseClick(wanted, LEFT)
    else:
        QTimer.singleShot(20, lambda: press_in_question(button))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_in_which_nothing_comes_is_refused(
    window: MainWindow, tmp_path: Path, asked: Asked
) -> None:
    os.mkfifo(tmp_path / "pipe.non")
    assert not window.files.open_file(tmp_path / "pipe.non")
    (said,) = asked.said
    assert "not a file but a pipe" in said


def test_a_file_that_takes_long_to_read_is_cancelled(
    window: MainWindow, chick_file: Path, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_commands, "SMALL_BYTES", 0)
    monkeypatch.setattr(file_commands, "_read_work", deaf_reader)
    before = window.session.puzzle

    def cancel() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, ProgressDialog):
            QTest.mouseClick(dialog.cancel, LEFT)
        else:
            QTimer.singleShot(20, cancel)

    QTimer.singleShot(20, cancel)
    assert not window.files.open_file(chick_file)
    assert window.session.puzzle is before
    assert asked.said == []


@pytest.mark.skipif(not SYSTEM.is_linux, reason="names are UTF-8 there")
def test_a_file_whose_name_is_not_utf8_is_played_like_any_other(
    window: MainWindow, chick_file: Path, asked: Asked, library: Library, settings: Settings
) -> None:
    path = chick_file.with_name(os.fsdecode(b"bad\xff.non"))
    write(path, Document(replace(CHICK, title="")))
    keep_moves(window, library)
    assert window.files.open_file(path)
    drag(window.board, (0, 1), (0, 2))
    (game,) = library.games()
    assert game.key.path == str(path)
    window.session.open_copy(Document(Puzzle.empty(2, 2)))
    assert window.files.open_file(path)
    assert window.session.position == 1, "the game goes on"
    settings.sync()
    assert [record.path for record in Settings().recent] == [str(path)]
    [shelf] = [one for one in window.home.source.shelves() if one.id == RECENT]
    assert [entry.done > 0 for entry in shelf.entries] == [True]
    assert asked.said == []
