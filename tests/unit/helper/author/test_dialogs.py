"""The dialogs, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QMessageBox,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from helper.application.settings import Preferences, Settings
from helper.application.theme import LIGHT, ThemeManager
from helper.author.clues_dialog import CluesDialog
from helper.author.new_dialog import NewDialog
from helper.generate.names import RandomChoice
from helper.generate.random_dialog import RandomDialog
from helper.paper.book import BookPuzzle
from helper.paper.print_dialog import PrintDialog
from helper.preferences.dialog import PreferencesDialog
from puzzles import Axis, Clue, Line, Puzzle, clues
from puzzles.board_picture import UNKNOWN
from puzzles.color_values import distance
from puzzles.colors import starting_palette
from puzzles.model import ANYTHING, BLACK_AND_WHITE
from tests.support.boards import CHICK
from tests.support.help_pages import page_dialog
from tests.support.paths import ROOT

OK = QDialogButtonBox.StandardButton.Ok
HELP = ROOT / "resources" / "help"


@pytest.fixture(autouse=True)
def answer(monkeypatch: pytest.MonkeyPatch) -> list[QMessageBox.StandardButton]:
    """What message boxes answer from now on; the last one is kept."""
    answers = [QMessageBox.StandardButton.Yes]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers[-1])
    return answers


@pytest.fixture
def dialog(qtbot: QtBot) -> CluesDialog:
    made = CluesDialog(CHICK, LIGHT)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def type_into(dialog: CluesDialog, line: Line, text: str) -> None:
    field = dialog.fields[line]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def press_ok(dialog: CluesDialog) -> None:
    QTest.mouseClick(dialog.buttons.button(OK), Qt.MouseButton.LeftButton)


def test_untouched_clues_are_those_of_the_puzzle(dialog: CluesDialog) -> None:
    assert dialog.clues == (CHICK.rows, CHICK.columns)
    assert dialog.sums.text() == "Rows and columns: 23 cells each"
    press_ok(dialog)
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_clues_that_are_not_known_are_accepted_and_shown(dialog: CluesDialog) -> None:
    row, column = Line(Axis.ROW, 2), Line(Axis.COLUMN, 5)
    for line, text in ((row, "? 2"), (column, "*")):
        type_into(dialog, line, text)
    said = "The clues of 2 lines are not all known: ? is any number, * any numbers."
    assert dialog.message.text() == said
    assert dialog.sums.text() == ""
    press_ok(dialog)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.clues[0][2] == (Clue(UNKNOWN), Clue(2))
    assert dialog.clues[1][5] == ANYTHING
    shown = CluesDialog(CHICK.with_clues(*dialog.clues), LIGHT)
    assert [shown.fields[line].text() for line in (row, column)] == ["?.2", "*"]
    assert shown.message.text() == said
    assert shown.clues == dialog.clues
    shown.deleteLater()


def test_clues_that_are_not_known_need_room(dialog: CluesDialog) -> None:
    type_into(dialog, Line(Axis.ROW, 2), "? 6")
    assert dialog.message.text() == "Row 3: needs 8 cells, there are 7"
    press_ok(dialog)
    assert dialog.isVisible()


def test_tab_goes_through_the_rows_and_then_the_columns(dialog: CluesDialog) -> None:
    dialog.fields[Line(Axis.ROW, 0)].setFocus()
    seen = []
    for _ in range(14):
        focused = QApplication.focusWidget()
        assert isinstance(focused, QLineEdit)
        seen.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert seen == [dialog.fields[line] for line in CHICK.lines]


def test_it_begins_with_the_line_that_was_asked_for(qtbot: QtBot) -> None:
    line = Line(Axis.COLUMN, 3)
    made = CluesDialog(CHICK, LIGHT, line=line)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    assert QApplication.focusWidget() is made.fields[line]
    assert made.fields[line].selectedText() == "5.1"


@pytest.mark.parametrize("text", ["1.2.1", "1 2 1", "1,2,1", " 1, 2  1 "])
def test_all_separators_are_understood(dialog: CluesDialog, text: str) -> None:
    type_into(dialog, Line(Axis.ROW, 0), text)
    assert dialog.clues[0][0] == clues([1, 2, 1])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gary", "Row 1: expected a number, found 'gary'"),
        ("4.1.5", "Row 1: needs 12 cells, there are 7"),
        ("1.0.2", "Row 1: a 0 cannot be combined with other numbers"),
        ("-3", "Row 1: expected a number, found '-3'"),
        ("99999999999999999999", "Row 1: the number 99999999… is larger than any board"),
        ("4", "The rows ask for 24 cells, the columns for 23"),
        (
            "3a",
            "Row 1: there is no colour 'a': the puzzle has one colour, so write 3 without a letter",
        ),
    ],
)
def test_what_is_wrong_is_said_while_typing_and_keeps_the_dialog_open(
    dialog: CluesDialog, text: str, sentence: str
) -> None:
    type_into(dialog, Line(Axis.ROW, 0), text)
    assert dialog.message.text() == sentence
    press_ok(dialog)
    assert dialog.isVisible()
    assert dialog.message.text() == sentence
    type_into(dialog, Line(Axis.ROW, 0), "3")
    assert dialog.message.text() == ""
    press_ok(dialog)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.clues == (CHICK.rows, CHICK.columns)


def test_ok_leads_to_the_field_that_is_wrong(dialog: CluesDialog) -> None:
    type_into(dialog, Line(Axis.COLUMN, 4), "x")
    dialog.fields[Line(Axis.ROW, 0)].setFocus()
    press_ok(dialog)
    assert dialog.fields[Line(Axis.COLUMN, 4)].hasFocus()


def test_escape_asks_before_it_forgets_what_was_typed(
    dialog: CluesDialog, answer: list[QMessageBox.StandardButton]
) -> None:
    answer.append(QMessageBox.StandardButton.No)
    type_into(dialog, Line(Axis.ROW, 0), "2.1")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    answer.append(QMessageBox.StandardButton.Yes)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_first_field_is_ready_to_be_typed_over(dialog: CluesDialog) -> None:
    assert dialog.fields[Line(Axis.ROW, 0)].selectedText() == "3"


def test_the_sums_follow_and_are_said_once(dialog: CluesDialog) -> None:
    type_into(dialog, Line(Axis.COLUMN, 0), "2.2")
    assert dialog.message.text() == "The rows ask for 23 cells, the columns for 26"
    assert not dialog.sums.text()
    type_into(dialog, Line(Axis.ROW, 0), "6")
    assert dialog.sums.text() == "Rows and columns: 26 cells each"
    assert not dialog.message.text()


def test_a_hundred_lines_stay_usable(qtbot: QtBot) -> None:
    dialog = CluesDialog(Puzzle.empty(100, 100), LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    dialog.activateWindow()
    QApplication.processEvents()
    last = dialog.fields[Line(Axis.COLUMN, 99)]
    last.setFocus()
    QTest.keyClicks(last, "1")
    assert last.visibleRegion().boundingRect().height() > 10
    assert dialog.clues[1][99] == clues([1])
    assert dialog.height() < 800


def test_enter_goes_on_instead_of_closing(dialog: CluesDialog) -> None:
    field = dialog.fields[Line(Axis.ROW, 0)]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.fields[Line(Axis.ROW, 1)].hasFocus()


def test_new_takes_sizes_up_to_a_thousand(qtbot: QtBot) -> None:
    dialog = NewDialog(10, 12)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.size_chosen == (10, 12)
    dialog.rows.selectAll()
    QTest.keyClicks(dialog.rows, "1000")
    dialog.columns.setValue(9999)
    assert dialog.size_chosen == (1000, 1000)
    dialog.columns.setValue(0)
    assert dialog.size_chosen == (1000, 1)


def test_new_is_black_and_white_or_in_colours(qtbot: QtBot) -> None:
    dialog = NewDialog(10, 12)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.palette_chosen == BLACK_AND_WHITE
    assert not dialog.swatches.isVisible()
    dialog.colors.setFocus()
    QTest.keyClick(dialog.colors, Qt.Key.Key_Down)
    assert dialog.swatches.isVisible()
    palette = dialog.palette_chosen
    assert palette == starting_palette()
    pairs = combinations((color.rgb for color in palette), 2)
    assert min(distance(*pair) for pair in pairs) > 0.2, "the colours are unlike each other"


def new_dialog(_: Settings, __: ThemeManager) -> QDialog:
    return NewDialog(10, 12)


def random_dialog(_: Settings, themes: ThemeManager) -> QDialog:
    dialog = RandomDialog(RandomChoice(20, 20, "medium"), themes)
    dialog.more.button.setChecked(True)
    return dialog


def print_dialog(settings: Settings, themes: ThemeManager) -> QDialog:
    return PrintDialog([BookPuzzle(CHICK), BookPuzzle(CHICK)], settings, themes, "Two")


@pytest.mark.parametrize(
    "make", [new_dialog, random_dialog, PreferencesDialog, print_dialog],
    ids=["New", "Random", "Preferences", "Print"],
)  # fmt: skip
def test_fields_of_a_dialog_share_their_edges_and_their_height(
    qtbot: QtBot, settings: Settings, themes: ThemeManager, make: Callable[..., QDialog]
) -> None:
    dialog = make(settings, themes)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    kinds = (QComboBox, QLineEdit, QSpinBox)
    fields = [
        field
        for kind in kinds
        for field in dialog.findChildren(kind)
        if field.isVisible() and not isinstance(field.parent(), kinds)
    ]
    assert len(fields) > 2
    for focused in fields:
        focused.setFocus()
        QApplication.processEvents()
        places = [QRect(field.mapTo(dialog, QPoint()), field.size()) for field in fields]
        for name in ("left", "right", "height"):
            assert len({getattr(place, name)() for place in places}) == 1, name
        row = focused.parentWidget()
        assert row is not None
        assert row.rect().contains(focused.geometry()), "it is not cut"


def test_stored_nonsense_becomes_the_default(settings: Settings) -> None:
    for name, value in (("cell_size", "huge"), ("theme", "pink"), ("automatic_dots", "perhaps")):
        settings._store.setValue(f"preferences/{name}", value)
    settings._store.setValue("preferences/margin_top", "7")
    settings._store.setValue("recent", 5)
    again = Settings()
    assert again.preferences == Preferences(margin_top=7)
    assert again.recent == ()


def test_a_setting_is_kept_when_its_key_is_renamed(settings: Settings) -> None:
    store = settings._store
    store.setValue("preferences/autofill", False)
    assert not Settings().preferences.automatic_dots
    assert not store.contains("preferences/autofill")
    store.setValue("preferences/automatic_dots", True)
    store.setValue("preferences/autofill", False)
    assert Settings().preferences.automatic_dots, "the player has chosen since"


def test_the_help_page_tells_of_every_way_to_paint(qtbot: QtBot) -> None:
    dialog = page_dialog("keyboard-and-mouse")
    qtbot.addWidget(dialog)
    text = dialog.text.toPlainText()
    ways = ("Left click", "Right click", "Shift+drag", "Space", "Page Up", "Automatic dots", "F5")
    for word in (*ways, "Shift+F10", "Shift+T", "F2"):
        assert word in text


@pytest.mark.parametrize("page", ["camera", "scanning-pictures", "keyboard-and-mouse"])
def test_headings_of_a_help_page_are_set_apart(qtbot: QtBot, page: str) -> None:
    """Above a heading there is more room than below it; paragraphs and items do not touch."""
    dialog = page_dialog(page)
    qtbot.addWidget(dialog)
    block, headings = dialog.text.document().begin(), 0
    while block.isValid():
        form = block.blockFormat()
        if form.headingLevel() and block.blockNumber():
            headings += 1
            assert form.topMargin() > 2 * form.bottomMargin() > 0
        block = block.next()
    assert headings


PAGES = sorted(path.stem for path in HELP.glob("*.md"))


def block_height(document: QTextDocument, name: str) -> float:
    """From the top of a picture to that of the paragraph below it."""
    block = document.begin()
    while block.isValid():
        for form in block.textFormats():
            if form.format.isImageFormat() and form.format.toImageFormat().name() == name:
                place = document.documentLayout().blockBoundingRect
                return place(block.next()).top() - place(block).top()
        block = block.next()
    raise AssertionError(name)


@pytest.mark.parametrize("page", PAGES)
def test_pictures_of_the_help_fit_the_page_at_any_width(qtbot: QtBot, page: str) -> None:
    dialog = page_dialog(page)
    qtbot.addWidget(dialog)
    names = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (HELP / f"{page}.md").read_text("utf-8"))
    assert names
    for width in (640, 420):
        dialog.resize(width, 600)
        dialog.show()
        qtbot.waitExposed(dialog)
        document = dialog.text.document()
        for name in names:
            image = document.resource(QTextDocument.ResourceType.ImageResource, QUrl(name))
            assert not image.isNull()
            assert 300 < image.deviceIndependentSize().width() <= 520
        assert document.idealWidth() <= dialog.text.viewport().width()
        gap_px = 24
        heights = [block_height(document, name) for name in names]
        for name, height in zip(names, heights, strict=True):
            image = document.resource(QTextDocument.ResourceType.ImageResource, QUrl(name))
            assert height <= image.deviceIndependentSize().height() + gap_px


def test_the_help_is_small_and_has_no_picture_that_no_page_shows() -> None:
    pictures = {path.name for path in HELP.iterdir() if path.suffix in (".png", ".jpg")}
    text = "".join(path.read_text("utf-8") for path in HELP.glob("*.md"))
    assert pictures == set(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text))
    assert sum((HELP / name).stat().st_size for name in pictures) < 500_000


@pytest.mark.parametrize("page", PAGES)
def test_sections_of_the_help_are_short(page: str) -> None:
    """But for tables and lists, which are looked up, no section has more than 150 words."""
    for section in re.split(r"^## ", (HELP / f"{page}.md").read_text("utf-8"), flags=re.M):
        lines = [
            line for line in section.splitlines() if not line.startswith(("|", "*", "  ", "!"))
        ]
        assert len(" ".join(lines).split()) <= 150, section.splitlines()[0]


def test_why_a_random_puzzle_is_not_possible_is_shown_whole(
    qtbot: QtBot, themes: ThemeManager
) -> None:
    dialog = RandomDialog(RandomChoice(20, 20, "extreme"), themes)
    qtbot.addWidget(dialog)
    dialog.show()
    for is_open in (False, True, False):
        dialog.more.button.setChecked(is_open)
        for side in (20, 5):
            dialog.rows.setValue(side)
            dialog.columns.setValue(side)
        qtbot.waitUntil(lambda: shows_whole(dialog))


def shows_whole(dialog: RandomDialog) -> bool:
    label, view = dialog.message, dialog.area.viewport()
    place = QRect(label.mapTo(view, QPoint()), label.size())
    has_room = label.height() >= label.heightForWidth(label.width())
    return label.isVisible() and has_room and view.rect().contains(place)
