"""All windows fit the smallest screen, and everything in them can be seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPushButton,
    QScrollArea,
    QSlider,
    QToolBar,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helper.app import PlainStyle
from helper.application.library import Library
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.camera.camera_window import CameraWindow
from helper.camera.log import CameraLog, LogWindow
from helper.home.library_source import OTHERS
from helper.learn.how_to_play import HowToPlay
from helper.learn.lessons.catalogue import LESSONS
from helper.learn.lessons.lessons_window import Lessons
from helper.learn.steps import STEPS, StepProgress
from helper.main_window.main_window import MainWindow
from helper.methods.compare_table import CompareColumn
from helper.picture.picture_board import PictureBoard
from helper.picture.picture_window import PictureWindow
from helper.review.list_window import ScanListWindow
from helper.review.listed_boards import ListedBoard
from helper.review.photo_dialog import PhotoDialog
from helper.review.scanning import ScanDialog
from helper.widgets.banner import Banner, Shape
from helper.widgets.small_screen import SMALLEST, SmallScreenArea
from puzzles.formats import Document
from recognizer.live.scene import EventKind, LogEvent
from tests.support import review_samples as samples
from tests.support.boards import CHICK, random_puzzle
from tests.support.dialogs import own_dialogs
from tests.support.home_keys import view_of
from tests.support.keeping import keep_moves, lesson_progress
from tests.support.review_desk import Opener

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QLineEdit, QSlider, PictureBoard)


def ancestors(widget: QWidget, window: QWidget) -> list[QWidget]:
    """From the parent of a widget to the window, without it."""
    found = []
    parent = widget.parentWidget()
    while parent is not None and parent is not window and widget is not window:
        found.append(parent)
        parent = parent.parentWidget()
    return found


def seen(window: QWidget) -> Iterator[QWidget]:
    """The visible controls, without the parts of controls, lists and toolbars."""
    outside = (QAbstractSpinBox, QComboBox, QLineEdit, QToolBar, QMenuBar)
    for widget in window.findChildren(QWidget):
        parents = ancestors(widget, window)
        is_list = any(
            isinstance(p, QAbstractScrollArea) and not isinstance(p, QScrollArea)
            for p in [widget, *parents]
        )
        is_part = is_list or any(isinstance(p, outside) for p in parents)
        if isinstance(widget, CONTROLS) and widget.isVisible() and not is_part:
            yield widget


def assert_whole(label: QLabel) -> None:
    """The text of a label is not cut; what its widget shortens has its end replaced by "…"."""
    if label.wordWrap():
        assert label.height() >= label.heightForWidth(label.width()) - 1, label.text()
    elif not label.text().endswith("…"):
        assert label.width() >= label.sizeHint().width() - 1, label.text()


def assert_fits(window: QWidget) -> None:
    """The window has the size of the smallest screen, and every control its place in it."""
    window.show()
    for _ in range(3):  # parts of the window move as it becomes smaller
        window.resize(SMALLEST)
        QApplication.processEvents()
    assert window.size() == SMALLEST
    places: list[tuple[QWidget, QWidget, QRect]] = []
    for control in seen(window):
        areas = [each for each in ancestors(control, window) if isinstance(each, QScrollArea)]
        for area in areas:
            area.ensureWidgetVisible(control)
        place = QRect(control.mapTo(window, QPoint()), control.size())
        assert window.rect().contains(place), control
        seen_part, whole = control.visibleRegion().boundingRect(), control.rect()
        if isinstance(control, QLabel) and areas and whole.height() > areas[0].viewport().height():
            whole.setHeight(seen_part.height())  # a text that is longer than its page is scrolled
            seen_part.moveTop(whole.top())
        assert seen_part == whole, control
        if isinstance(control, QPushButton):
            assert control.width() >= control.minimumSizeHint().width(), control.text()
        if isinstance(control, QLabel):
            assert_whole(control)
        page = areas[0].widget() if areas else window
        assert page is not None
        place = QRect(control.mapTo(page, QPoint()), control.size())
        for other, other_page, its_place in places:
            assert other_page is not page or not place.intersects(its_place), (control, other)
        places.append((control, page, place))


@pytest.mark.parametrize(
    "name", ["new", "clues", "properties", "size", "options", "print", "random"]
)
def test_a_dialog_fits(qtbot: QtBot, settings: Settings, themes: ThemeManager, name: str) -> None:
    dialog = own_dialogs(settings, themes)[name]()
    qtbot.addWidget(dialog)
    assert_fits(dialog)


def test_the_progress_of_scanning_fits(qtbot: QtBot) -> None:
    dialog = ScanDialog("a picture with a long name " * 8 + ".jpeg")
    qtbot.addWidget(dialog)
    assert_fits(dialog)


def test_the_list_of_scanned_puzzles_fits(qtbot: QtBot, themes: ThemeManager) -> None:
    shown = ScanListWindow(themes)
    qtbot.addWidget(shown)
    shown.add(
        [ListedBoard(b"", 1, "a picture with a long name " * 8, "A title", problem="x " * 90)]
    )
    assert_fits(shown)


@pytest.mark.parametrize("is_broken", [False, True])
def test_the_photo_fits(
    qtbot: QtBot, themes: ThemeManager, tmp_path: Path, is_broken: bool
) -> None:
    image = QImage(1200, 800, QImage.Format.Format_RGB32)
    image.fill(0)
    path = tmp_path / "photo.png"
    assert path.write_text("x") if is_broken else image.save(str(path))
    dialog = PhotoDialog(path, themes)
    qtbot.addWidget(dialog)
    assert_fits(dialog)
    qtbot.waitUntil(lambda: dialog.view is not None or "cannot be" in dialog.label.text())
    assert (dialog.view is None) is is_broken
    assert_fits(dialog)


def test_the_log_of_the_camera_fits(qtbot: QtBot) -> None:
    log = CameraLog()
    log.add(LogEvent(1234.5, EventKind.SOLVED, "what was found, " * 20, 0.123))
    window = LogWindow(log)
    qtbot.addWidget(window)
    assert_fits(window)
    assert window.table.horizontalScrollBar().maximum() == 0


def test_how_to_play_fits(qtbot: QtBot, settings: Settings, themes: ThemeManager) -> None:
    shown = HowToPlay(settings, themes)
    qtbot.addWidget(shown)
    for number, step in enumerate(STEPS):
        assert shown.step is step
        assert_fits(shown)
        shown.panel.show_progress(step, StepProgress.DONE, number, frozenset({number}))
        assert_fits(shown)
        shown.panel.skip.click()


def test_home_fits(window: MainWindow, home: Path) -> None:
    keep_moves(window, Library(home / "library.sqlite3"))
    for kind in (Document(random_puzzle(3, 9, 8)), Document(CHICK)):
        window.session.open_unsaved(kind)
        window.session.paint({0: 2}, "Shade")
    window.home.show()
    assert_fits(window)
    view = view_of(window)
    assert view.scroller.horizontalScrollBar().maximum() == 0
    view.sidebar.go_to(OTHERS)
    view.tiles.setFocus()
    QTest.keyClick(view.tiles, Qt.Key.Key_Delete)
    assert view.banner.isVisible()
    assert_fits(window)
    view.head.search.setText("nothing at all")
    assert view.empty.isVisible()
    assert_fits(window)


def test_create_from_picture_fits(qtbot: QtBot, settings: Settings, themes: ThemeManager) -> None:
    made = PictureWindow(settings, themes, lambda _: True)
    qtbot.addWidget(made)
    assert_fits(made)
    assert made.parts.area.verticalScrollBar().maximum() == 0
    made.parts.show_parts(True)
    made.parts.facts.setText("30 × 20 cells · 100 clues · 46 % shaded")
    made.parts.show_corrections("The picture has 3 colours that differ; 4 were asked for. " * 2)
    assert_fits(made)


def test_the_review_fits(opened: Opener) -> None:
    assert_fits(opened(samples.doubtful()))


def test_learn_fits(qtbot: QtBot, settings: Settings, themes: ThemeManager) -> None:
    learn = Lessons(lesson_progress(), settings, themes)
    qtbot.addWidget(learn)
    for lesson in LESSONS[-6:]:
        learn.show_technique(lesson.technique)
        assert_fits(learn)
        learn.following.click()
        assert_fits(learn)
        learn.go_on()
        learn.check_marks()
        assert_fits(learn)
        learn.show_answer.click()
        assert_fits(learn)


def test_compare_methods_fits(window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    window.methods.compare_methods()
    dialog = window.methods.compare_dialog
    assert dialog is not None
    assert_fits(dialog)
    shown = []
    for width in (SMALLEST.width(), 600, 680, 760, 1000):
        dialog.resize(width, 700)
        QApplication.processEvents()
        assert dialog.table.horizontalScrollBar().maximum() == 0, "no column is out of sight"
        columns = [each for each in CompareColumn if not dialog.table.isColumnHidden(each)]
        assert {CompareColumn.METHOD, CompareColumn.STATE, CompareColumn.TIME} < set(columns)
        shown.append(len(columns))
    assert shown == sorted(shown)
    assert shown[-1] == len(CompareColumn)


@pytest.mark.parametrize("has_message", [False, True])
def test_the_camera_fits(
    window: MainWindow, has_message: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_no_camera = CameraWindow._show_no_camera
    monkeypatch.setattr(CameraWindow, "_show_no_camera", lambda *_: None)  # it may come at any time
    camera = window.others.show_camera()
    if has_message:
        show_no_camera(camera)
    assert_fits(camera)


def test_the_main_window_fits(window: MainWindow) -> None:
    def draw() -> None:
        window.session.new(20, 20)
        assert window.tool_strip.isVisible()

    def message() -> None:
        window.session.paint({0: 2}, "Shade")
        window.modes.draw()
        assert window.message_place.bottom.isVisible()

    window.session.open_copy(Document(CHICK))
    window.home.show()
    window.home.show_board()
    assert_fits(window)
    watch = partial(window.watch_bar.begin, "intersection")
    for show in (draw, message, watch, window.repair_bar.show):
        window.session.open_copy(Document(CHICK))
        show()
        QApplication.processEvents()
        assert window.size() == SMALLEST  # nothing has made it larger
        assert_fits(window)
        window.watch_bar.hide()


def test_the_buttons_of_a_message_take_the_rows_that_they_need(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    banner = Banner(window)
    banner.set_shape(Shape.BLOCK)
    window.show()
    names = ("First Long Name", "Second Long Name", "Third Long Name", "Fourth")
    banner.show_message("A message.", **dict.fromkeys(names, lambda: None))
    assert banner.minimumSizeHint().width() < 200
    rows = []
    for width in (700, 360, 180, 700):
        banner.resize(width, 300)
        QApplication.processEvents()
        buttons = [banner.button(name) for name in names]
        assert all(button.geometry().right() < width for button in buttons)
        rows.append(len({button.y() for button in buttons}))
    assert rows == [1, 2, 4, 1]


def test_buttons_go_below_a_text_that_has_too_little_room_beside_them(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    banner = Banner(window)
    window.show()
    banner.resize(640, 300)
    names = dict.fromkeys(("Edit Clues", "Draw the Solution", "Draw My Cells"), lambda: None)
    for text, width, is_below in (
        ("A sentence that needs more than one line. " * 3, 640, True),
        ("A sentence that needs more than one line. " * 3, 900, False),
        ("A sentence that needs more than one line. " * 3, 500, True),
        ("Two words.", 640, False),
    ):
        banner.resize(width, 300)
        banner.show_message(text, **names)
        QApplication.processEvents()
        label, first = banner.label.geometry(), banner.button("Edit Clues").geometry()
        assert (first.top() > label.bottom()) is is_below
        assert (first.left() > label.right()) is not is_below
        assert label.width() >= min(260, banner.label.fontMetrics().horizontalAdvance(text))


def test_a_large_page_is_scrolled_only_where_room_is_short(qtbot: QtBot) -> None:
    content = QWidget()
    column = QVBoxLayout(content)
    column.addWidget(QLabel("Words in as many lines as they need. " * 20, wordWrap=True))
    field = QLineEdit()
    field.setMinimumSize(200, 150)
    column.addWidget(field)
    area = SmallScreenArea(content)
    qtbot.addWidget(area)
    area.show()
    for width, height, across, down in (
        (600, 500, False, False),
        (600, 150, False, True),
        (150, 3000, True, False),
    ):
        area.resize(width, height)
        QApplication.processEvents()
        assert (area.horizontalScrollBar().maximum() > 0) is across
        assert (area.verticalScrollBar().maximum() > 0) is down
        assert content.width() >= area.viewport().width()
        assert content.height() >= area.viewport().height()


def test_the_dialog_for_files_is_at_first_no_larger_than_the_screen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    room = QSize(683, 384)  # 1366x768 at 200 %
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: room)
    PlainStyle("Fusion").polish(dialog)
    dialog.show()
    assert room.expandedTo(dialog.size()) == room
    qtbot.waitUntil(lambda: dialog.maximumHeight() > 2000)
    assert room.expandedTo(dialog.size()) == room
    dialog.resize(900, 900)  # by hand
    PlainStyle("Fusion").polish(dialog)  # another theme
    assert dialog.size() == QSize(900, 900)
