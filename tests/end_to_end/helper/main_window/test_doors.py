"""One way to each thing: few entries in the menus, and one dialog for all that scans or solves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from helper.author.new_dialog import NewDialog
from helper.commands.command import SCAN_CHOICES, SOLVER_CHOICES
from helper.main_window.main_window import MainWindow
from helper.methods.methods import method_title
from helper.methods.solver_dialog import SolverDialog
from helper.review.scan_dialog import ScanSourceDialog
from helper.widgets.buttons import ActionButton
from puzzles import SHADED
from puzzles.formats import Document
from solver.registry import NAMES
from tests.support.boards import CHICK
from tests.support.review_desk import drop, image_mime

LEFT = Qt.MouseButton.LeftButton


def entries(menu: QMenu) -> list[QAction]:
    return [each for each in menu.actions() if each.isVisible() and not each.isSeparator()]


def counts(window: MainWindow) -> tuple[int, int, int, int]:
    """Entries of the menus, also with those of submenus; submenus; buttons of the top bar."""
    top = [menu for a in entries_of_bar(window) if isinstance(menu := a.menu(), QMenu)]
    direct = [each for menu in top for each in entries(menu)]
    below = [menu for each in direct if isinstance(menu := each.menu(), QMenu)]
    for menu in below:
        menu.aboutToShow.emit()
    deep = sum(len(entries(menu)) for menu in below)
    bar = window.top_bar.toolbar.findChildren(ActionButton)
    return len(direct), len(direct) + deep, len(below), sum(each.isVisible() for each in bar)


def entries_of_bar(window: MainWindow) -> list[QAction]:
    return [action for action in window.menuBar().actions() if action.isVisible()]


@pytest.mark.parametrize("mode", ["play", "draw"])
def test_the_menus_of_a_puzzle_are_short(window: MainWindow, mode: str) -> None:
    if mode == "play":
        window.session.open_copy(Document(CHICK))
    else:
        window.session.new(5, 5)
    QApplication.processEvents()
    direct, deep, submenus, buttons = counts(window)
    assert direct <= 45
    assert deep <= 85
    assert submenus <= (3 if mode == "play" else 4)
    assert buttons == 8


def test_what_changes_a_puzzle_exists_in_draw_only(window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    drawing = ("edit_clues", "generate_clues", "repair", "check", "change_size", "cut", "invert")
    assert not any(window.commands[name].isVisible() for name in drawing)
    window.session.new(5, 5)
    assert all(window.commands[name].isVisible() for name in drawing)
    assert not window.commands["hint"].isVisible()


def sources(window: MainWindow) -> ScanSourceDialog:
    window.commands["scan"].trigger()
    return window.findChildren(ScanSourceDialog)[-1]


def test_scan_lists_every_source_and_remembers_the_last(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    for action in window.commands.choices(SCAN_CHOICES):
        name = action.objectName()
        action.triggered.disconnect()
        action.triggered.connect(lambda _on=False, name=name: called.append(name))
    dialog = sources(window)
    shown = list(dialog.choices.buttons)
    assert shown == ["scan_picture", "scan_folder", "scan_screen", "scan_phone", "camera"]
    assert dialog.focusWidget() is dialog.choices.buttons["scan_picture"]
    assert all(each.accessibleDescription() for each in dialog.choices.buttons.values())
    QTest.mouseClick(dialog.choices.buttons["scan_phone"], LEFT)
    qtbot.waitUntil(lambda: called == ["scan_phone"])
    dialog = sources(window)
    assert dialog.focusWidget() is dialog.choices.buttons["scan_phone"]
    QTest.keyClick(dialog.choices.buttons["scan_phone"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: called == ["scan_phone", "scan_phone"])


def test_scan_takes_a_drop_and_a_paste(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    monkeypatch.setattr(window.scanning, "start", lambda source, *_: read.append(source))
    dialog = sources(window)
    drop(dialog, image_mime())
    qtbot.waitUntil(lambda: len(read) == 1)
    assert not window.findChildren(ScanSourceDialog)
    QApplication.clipboard().setMimeData(image_mime())
    QTest.keySequence(sources(window), QKeySequence.StandardKey.Paste)
    assert len(read) == 2


def test_the_solution_is_asked_for_once(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same question from everywhere, and once for each puzzle."""
    questions: list[str] = []

    def answer(_window: object, _title: str, text: str, *_: object) -> QMessageBox.StandardButton:
        questions.append(text)
        return QMessageBox.StandardButton.Yes

    monkeypatch.setattr(QMessageBox, "question", answer)
    window.session.open_copy(Document(CHICK))
    window.session.paint({0: SHADED}, "Shade")
    window.commands["solver"].trigger()
    (dialog,) = window.findChildren(SolverDialog)
    assert list(dialog.choices.buttons) == ["solve", "explain", "compare"]
    assert dialog.focusWidget() is dialog.choices.buttons["solve"]
    QTest.mouseClick(dialog.choices.buttons["explain"], LEFT)
    qtbot.waitUntil(lambda: len(questions) == 1)
    window.commands["solver"].trigger()
    dialog = window.findChildren(SolverDialog)[-1]
    QTest.keyClick(dialog.choices.buttons["solve"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.is_solved, timeout=15_000)
    assert len(questions) == 1
    for other in window.findChildren(QDialog):
        other.close()


def test_the_solver_keeps_its_size_and_never_scrolls_whatever_method_it_describes(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.session.open_copy(Document(CHICK))
    window.commands["solver"].trigger()
    dialog = window.findChildren(SolverDialog)[-1]
    size, bar = dialog.size(), dialog.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bool(window.catalogue.methods), timeout=20_000)
    for index in range(dialog.methods.count()):
        dialog.methods.setCurrentIndex(index)
        QApplication.processEvents()
        assert bar.maximum() == 0, dialog.description.text()
    assert dialog.size() == size
    dialog.close()


def test_every_method_has_a_name_for_people() -> None:
    assert all(method_title(name) != name for name in NAMES)
    assert len({method_title(name) for name in NAMES}) == len(NAMES)


def test_new_asks_width_before_height_and_leads_to_the_clues(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(dialog: NewDialog) -> int:
        dialog.show()
        places = [box.mapTo(dialog, QPoint()).y() for box in (dialog.columns, dialog.rows)]
        assert places == sorted(places)
        dialog.columns.setValue(7)
        dialog.rows.setValue(4)
        QTest.mouseClick(dialog.type_clues, LEFT)
        return QDialog.DialogCode.Accepted.value

    asked: list[str] = []
    monkeypatch.setattr(NewDialog, "exec", choose)
    window.desk.requests.command.disconnect()
    window.desk.requests.command.connect(asked.append)
    window.commands["new"].trigger()
    assert (window.session.puzzle.width, window.session.puzzle.height) == (7, 4)
    qtbot.waitUntil(lambda: asked == ["edit_clues"], timeout=3000)


def test_no_choice_of_a_dialog_is_in_a_menu(window: MainWindow) -> None:
    hidden = {*window.commands.choices(SCAN_CHOICES), *window.commands.choices(SOLVER_CHOICES)}
    for action in entries_of_bar(window):
        menu = action.menu()
        assert isinstance(menu, QMenu)
        assert hidden.isdisjoint(menu.actions())
