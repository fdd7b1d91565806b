"""The palette of a drawing, changed with the mouse; each change is one step of undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QContextMenuEvent, QEnterEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog, QInputDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.main_window.main_window import MainWindow
from helper.palette.ink_choice import InkChoice
from helper.play.session import Session
from puzzles import Grid, Puzzle
from puzzles.colors import MAX_COLORS
from puzzles.formats import Document

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def drawing(window: MainWindow) -> Session:
    """A drawing in red (1), blue (2) and green (3)."""
    window.resize(1000, 700)
    window.home.show_board()
    session = window.session
    session.new(4, 5)
    for _ in range(2):
        window.palette_editing.add()
    session.redraw(Grid.from_text(["#ab?#", "?ab?#", "???a#", "bbb??"], colors=4), "Shade")
    QApplication.processEvents()
    return session


@pytest.fixture
def palette(window: MainWindow, drawing: Session) -> InkChoice:
    return window.panel.inks


def opened_menu() -> QMenu:
    QApplication.processEvents()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def click_action(menu: QMenu, text: str) -> None:
    action = next(a for a in menu.actions() if a.text().replace("&", "") == text)
    assert action.isEnabled(), text
    QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(action).center())


def context_menu(palette: InkChoice, index: int) -> QMenu:
    button = palette.buttons[index - 1]
    button.menu_requested.emit(index, button.mapToGlobal(QPoint(5, 5)))
    return opened_menu()


def submenu_click(menu: QMenu, text: str, inner: str) -> None:
    action = next(a for a in menu.actions() if a.text().replace("&", "") == text)
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Right)
    below = action.menu()
    assert isinstance(below, QMenu)
    assert below.isVisible()
    click_action(below, inner)


def double_click(widget: QWidget) -> None:
    """Both presses; ``QTest.mouseDClick`` sends the second one only."""
    QTest.mouseClick(widget, LEFT)
    QTest.mouseDClick(widget, LEFT)


def test_a_drawing_in_black_and_white_gets_a_colour_with_one_click(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(1000, 700)
    window.home.show_board()
    window.session.new(4, 4)
    palette = window.panel.inks
    qtbot.waitUntil(lambda: palette.add.isVisible())
    assert [button.ink.name for button in palette.buttons] == ["black"]
    QTest.mouseClick(palette.add, LEFT)
    assert [button.ink.name for button in palette.buttons] == ["black", "red"]
    assert window.session.ink == 2
    cell = window.board.area.cell_rect(1, 1).center()
    QTest.mouseClick(window.board.viewport(), LEFT, NONE, cell)
    assert window.session.marks[1, 1] == 4
    assert window.session.puzzle.rows[1][0].color == 2


def test_a_colour_is_removed_and_comes_back(palette: InkChoice, drawing: Session) -> None:
    before = drawing.state
    click_action(context_menu(palette, 2), "Remove")
    assert drawing.marks == Grid.from_text(["#?a?#", "??a?#", "????#", "aaa??"], colors=3)
    assert [button.ink.index for button in palette.buttons] == [1, 2]
    drawing.undo()
    assert drawing.state == before


def test_colours_are_merged_swapped_and_moved(palette: InkChoice, drawing: Session) -> None:
    names = [button.ink.name.capitalize() for button in palette.buttons]
    before = drawing.state
    submenu_click(context_menu(palette, 2), "Merge Into", names[2])
    assert drawing.marks == Grid.from_text(["#aa?#", "?aa?#", "???a#", "aaa??"], colors=3)
    drawing.undo()
    submenu_click(context_menu(palette, 1), "Swap With", names[2])
    assert drawing.marks == Grid.from_text(["ba#?b", "?a#?b", "???ab", "###??"], colors=4)
    drawing.undo()
    click_action(context_menu(palette, 1), "Move Down")
    assert [button.ink.name.capitalize() for button in palette.buttons] == [
        names[1], names[0], names[2],
    ]  # fmt: skip
    assert drawing.ink == 2
    drawing.undo()
    assert drawing.state == before


def answer_color(rgb: str) -> None:
    """Choose a colour in the next dialog."""

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QColorDialog)
        dialog.setCurrentColor(QColor(rgb))
        dialog.accept()

    QTimer.singleShot(0, act)


def answer_text(text: str) -> None:
    """Type a text into the next dialog."""

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        dialog.setTextValue(text)
        dialog.accept()

    QTimer.singleShot(0, act)


def test_a_double_click_changes_a_colour(palette: InkChoice, drawing: Session) -> None:
    cells = drawing.marks.copy()
    answer_color("#123456")
    double_click(palette.buttons[2])
    assert drawing.puzzle.palette[3].rgb == "#123456"
    assert drawing.marks == cells
    assert palette.buttons[2].ink.rgb == "#123456"


def test_a_double_click_on_add_colour_adds_one_and_asks_nothing(
    palette: InkChoice, drawing: Session, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(window.palette_editing, "change", asked.append)
    before = len(palette.buttons)
    place = palette.add.mapTo(palette, palette.add.rect().center())
    QTest.mouseClick(palette.add, LEFT)
    QApplication.processEvents()
    new = palette.buttons[-1]
    assert new.geometry().contains(place)
    QTest.mouseDClick(new, LEFT)
    assert len(palette.buttons) == before + 1
    assert asked == []
    double_click(new)
    assert asked == [before + 1]


def test_a_colour_gets_a_name(palette: InkChoice, drawing: Session) -> None:
    menu = context_menu(palette, 1)
    answer_text("roof")
    click_action(menu, "Rename…")
    assert palette.buttons[0].ink.name == "roof"
    drawing.undo()
    assert palette.buttons[0].ink.name != "roof"


def test_a_drawing_is_reduced_and_made_black_and_white(
    palette: InkChoice, drawing: Session
) -> None:
    QTest.mouseClick(palette.more, LEFT)
    submenu_click(opened_menu(), "Reduce To", "2 Colours")
    assert len(drawing.puzzle.palette) == 3
    QTest.mouseClick(palette.more, LEFT)
    click_action(opened_menu(), "Black and White")
    assert drawing.puzzle.is_black_and_white
    assert drawing.marks.count_shaded()
    for _ in range(2):
        drawing.undo()
    assert len(drawing.puzzle.palette) == 4


def test_no_colour_can_be_added_to_a_full_palette_and_it_is_said_why(
    window: MainWindow, palette: InkChoice, drawing: Session
) -> None:
    for _ in range(MAX_COLORS):
        QTest.mouseClick(palette.add, LEFT)
    assert len(drawing.puzzle.palette) - 1 == MAX_COLORS
    assert not palette.add.isEnabled()
    assert "30 colours at most" in palette.add.toolTip()
    QTest.mouseClick(palette.more, LEFT)
    menu = opened_menu()
    (add,) = (a for a in menu.actions() if a.text() == "&Add Colour")
    assert not add.isEnabled()
    menu.close()
    window.palette_editing.add()
    assert "30 colours at most" in window.message_place.notice.text
    drawing.undo()
    assert palette.add.isEnabled()
    assert palette.add.toolTip() == "Add a colour"


@pytest.mark.parametrize("what", ["menu", "double-click", "another window"])
def test_a_row_is_not_raised_any_more_when_a_menu_or_a_dialog_has_opened(
    palette: InkChoice, drawing: Session, what: str
) -> None:
    row = palette.buttons[0]
    drawing.ink = 3
    flat = row.grab().toImage()
    middle = QPointF(row.rect().center())
    QApplication.sendEvent(row, QEnterEvent(middle, middle, middle))
    row.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # which a menu leaves as it is
    assert row.grab().toImage() != flat
    if what == "menu":
        at = row.rect().center()
        reason = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(row, QContextMenuEvent(reason, at, row.mapToGlobal(at)))
        opened_menu().close()
    elif what == "double-click":
        answer_color("#d42a2a")
        double_click(row)
        drawing.undo()
    else:
        QApplication.sendEvent(row, QEvent(QEvent.Type.WindowDeactivate))
    drawing.ink = 3
    assert row.grab().toImage() == flat
    QTest.mouseMove(row, row.rect().center() + QPoint(5, 0))
    assert row.grab().toImage() != flat


def test_in_play_the_palette_cannot_be_changed(
    window: MainWindow, palette: InkChoice, drawing: Session
) -> None:
    drawing.play()
    assert not palette.add.isVisible()
    double_click(palette.buttons[0])
    assert QApplication.activeModalWidget() is None
    assert not palette.more.isVisible()


def test_another_value_drops_a_common_name_and_keeps_the_authors(
    palette: InkChoice, drawing: Session
) -> None:
    menu = context_menu(palette, 1)
    answer_text(palette.buttons[0].ink.name)
    click_action(menu, "Rename…")
    assert drawing.puzzle.palette[1].name == "", "nothing was typed"
    for name, kept in (("Sky blue", ""), ("roof", "roof")):
        menu = context_menu(palette, 1)
        answer_text(name)
        click_action(menu, "Rename…")
        answer_color("#d42a2a")
        double_click(palette.buttons[0])
        assert drawing.puzzle.palette[1].name == kept
        drawing.undo()


def test_a_colour_like_the_background_is_told(
    window: MainWindow, palette: InkChoice, drawing: Session
) -> None:
    answer_color("#fefefe")
    double_click(palette.buttons[0])
    assert "can hardly be told from the background" in window.message_place.notice.text


def test_a_menu_does_nothing_to_another_puzzle(palette: InkChoice, drawing: Session) -> None:
    menu = context_menu(palette, 3)
    remove = next(a for a in menu.actions() if a.text() == "&Remove")
    drawing.new(3, 3)
    before = drawing.state
    remove.trigger()
    assert drawing.state == before


def test_a_message_below_a_long_palette_is_brought_into_view(
    window: MainWindow, palette: InkChoice, drawing: Session, qtbot: QtBot
) -> None:
    for _ in range(7):
        window.palette_editing.add()
    drawing.play()
    window.resize(900, 420)
    window.hinting.press()
    banner = window.message_place.hint
    qtbot.waitUntil(lambda: bool(banner.text), timeout=10_000)
    qtbot.waitUntil(lambda: not banner.visibleRegion().isEmpty())


def test_after_each_change_the_board_looks_as_if_it_were_opened_anew(
    window: MainWindow, drawing: Session, settings: Settings
) -> None:
    """Pictures of numbers are kept from palette to palette."""
    settings.change(check_while_creating=False)
    editing = window.palette_editing
    changes: list[Callable[[], None]] = [
        lambda: editing.swap(1, 2),
        lambda: editing.recolor(1, "#123456"),
        editing.add,
        lambda: editing.move(1, 3),
        lambda: editing.merge(2, 1),
        lambda: editing.reduce(2),
        editing.make_black_and_white,
    ]
    looks = []
    for change in changes:
        change()
        looks.append(shown(window))
        document = drawing.state.document
        drawing.open_copy(Document(Puzzle.empty(2, 2), Grid(2, 2)))
        shown(window)
        drawing.open_unsaved(document, drawing=True)
        assert shown(window) == looks[-1]
    assert looks[0] != looks[1] != looks[-1]


def shown(window: MainWindow) -> QImage:
    QApplication.processEvents()
    return window.board.viewport().grab().toImage()
