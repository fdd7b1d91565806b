"""File > Create From Picture in the main window."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helper.main_window.main_window import MainWindow
from helper.picture.picture_window import PictureWindow
from helper.picture.picture_work import Report
from helper.play.moves import state_from_json, state_to_json
from helper.review import scanning
from helper.review.scan_work import ScanResult
from puzzles import SHADED
from puzzles.contracts import ShouldStop
from puzzles.model import clues
from tests.support import review_samples
from tests.support.picture_desk import FACE
from tests.support.review_desk import QuickJob


def ready(qtbot: QtBot, window: MainWindow, path: Path) -> PictureWindow:
    """The picture window with a picture, opened as a person does."""
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    window.activateWindow()
    QApplication.processEvents()
    QTest.keyClick(window, Qt.Key.Key_N, keys)
    made = window.creating.window
    assert made is not None
    made.open_picture(path)
    qtbot.waitUntil(lambda: made.may_create, timeout=15_000)
    return made


def test_create_opens_a_drawing(qtbot: QtBot, window: MainWindow, face: Path, quick: None) -> None:
    session = window.session
    made = ready(qtbot, window, face)
    made.create_drawing()
    assert session.puzzle.title == "Smiling face"
    assert session.puzzle.goal.replace("0", ".").replace("1", "#") == "".join(FACE)
    assert session.state.drawing
    assert not session.is_solved
    assert session.is_modified
    assert window.creating.window is None


def test_the_clues_follow_when_the_author_draws_on(
    qtbot: QtBot, window: MainWindow, face: Path, quick: None
) -> None:
    ready(qtbot, window, face).create_drawing()
    session = window.session
    assert session.puzzle.rows[0] == clues([5])
    session.paint({0: SHADED}, "Shade")
    assert session.puzzle.rows[0] == clues([1, 5])


def test_a_created_drawing_survives_in_the_journal(
    qtbot: QtBot, window: MainWindow, face: Path, quick: None
) -> None:
    ready(qtbot, window, face).create_drawing()
    state = window.session.state
    assert state_from_json(state_to_json(state)) == state


def cancel(made: PictureWindow) -> None:
    QTest.mouseClick(made.parts.cancel_button, Qt.MouseButton.LeftButton)


def escape(made: PictureWindow) -> None:
    QTest.keyClick(made.parts.panel.columns, Qt.Key.Key_Escape)


def repaired(qtbot: QtBot, window: MainWindow, path: Path) -> PictureWindow:
    """A window in which all that was proposed is done, and which may be left."""
    made = ready(qtbot, window, path)
    bar = made.parts.repair_bar
    qtbot.waitUntil(lambda: not made.check.is_busy)
    QTest.mouseClick(made.parts.repair_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(bar.all.isVisible)
    QTest.mouseClick(bar.all, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: made.may_create and not made.check.is_busy)
    return made


def test_leaving_without_create_leaves_the_session_as_it_was(
    qtbot: QtBot, window: MainWindow, two_ways: Path, quick: None
) -> None:
    session = window.session
    session.paint({3: SHADED}, "Shade")
    session.paint({4: SHADED}, "Shade")
    session.undo()
    before = session.state, session.marks.to_text()
    texts, said = (session.undo_name, session.redo_name), window.message_place.bottom.text
    for leave in (cancel, escape, PictureWindow.close):
        leave(repaired(qtbot, window, two_ways))
        assert (session.state, session.marks.to_text()) == before
        assert (session.undo_name, session.redo_name) == texts
        assert window.message_place.bottom.text == said
        assert window.creating.window is None


def test_unsaved_work_is_asked_about_and_may_stay(
    qtbot: QtBot,
    window: MainWindow,
    face: Path,
    quick: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window.session.paint({3: SHADED}, "Shade")
    before = window.session.state
    made = ready(qtbot, window, face)
    kinds = QMessageBox.StandardButton
    monkeypatch.setattr(QMessageBox, "question", lambda *_: kinds.Cancel)
    made.create_drawing()
    assert made.isVisible()
    assert window.session.state == before
    monkeypatch.setattr(QMessageBox, "question", lambda *_: kinds.Discard)
    made.create_drawing()
    assert window.session.puzzle.title == "Smiling face"


def test_the_window_is_there_once_and_comes_to_the_front(
    qtbot: QtBot, window: MainWindow, face: Path, quick: None
) -> None:
    made = ready(qtbot, window, face)
    window.creating.show()
    assert window.creating.window is made


@pytest.mark.clock
def test_with_real_child_processes_the_last_setting_wins_and_closing_is_instant(
    qtbot: QtBot, window: MainWindow, photo: Path
) -> None:
    made = ready(qtbot, window, photo)
    for value in range(1, 101):
        made.parts.panel.contrast.slider.setValue(value)
    qtbot.waitUntil(lambda: made.may_create, timeout=15_000)
    assert made.board is not None
    assert made.board.settings.contrast == 100
    made.parts.panel.contrast.slider.setValue(3)
    begun = time.perf_counter()
    made.close()
    assert time.perf_counter() - begun < 0.2
    assert window.creating.window is None


def test_a_picture_without_a_grid_leads_to_the_picture_window(
    qtbot: QtBot,
    window: MainWindow,
    face: Path,
    quick: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(source: Path, report: Report, should_stop: ShouldStop) -> ScanResult:
        found = review_samples.scan_nothing(source, report, should_stop)
        return found._replace(data=source.read_bytes())

    monkeypatch.setattr(scanning, "Job", QuickJob)
    monkeypatch.setattr(scanning, "scan_work", nothing)
    window.files.open_any(face)
    qtbot.waitUntil(lambda: bool(window.scanning.reviews))
    [review] = window.scanning.reviews
    button = review.banner.button("Create From Picture…")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    made = window.creating.window
    assert made is not None
    qtbot.waitUntil(lambda: made.may_create)
    assert made.board is not None
    assert made.board.grid.to_text() == FACE
    assert not window.scanning.reviews


def test_an_svg_that_is_opened_is_made_a_puzzle_of(
    window: MainWindow, tmp_path: Path, quick: None
) -> None:
    path = tmp_path / "square.svg"
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6"/>')
    window.files.open_any(path)
    assert window.creating.window is not None
