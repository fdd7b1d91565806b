"""All dialogs and windows of the program, and how they are opened."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from helper.application.crash import Crash
from helper.application.library import Library, data_folder
from helper.application.settings import Settings
from helper.application.theme import LIGHT, ThemeManager
from helper.author.clues_dialog import CluesDialog
from helper.author.new_dialog import NewDialog
from helper.author.properties_dialog import PropertiesDialog
from helper.author.size_dialog import SizeDialog
from helper.generate.names import RandomChoice
from helper.generate.random_dialog import RandomDialog
from helper.main_window.about import AboutDialog
from helper.main_window.main_window import MainWindow
from helper.main_window.problem_reports import crash_dialog
from helper.methods.methods import describe, describe_all
from helper.methods.options_dialog import OptionsDialog
from helper.paper.book import BookPuzzle
from helper.paper.print_dialog import PrintDialog
from helper.phone import networks
from helper.phone.networks import Network
from helper.play.session_state import FileState
from helper.review.photos import keep_photo
from helper.statistics.statistics_window import show_statistics
from helper.widgets.text_dialog import deleted_on_close
from puzzles import Grid
from puzzles.formats import Document
from tests.support import review_samples as samples
from tests.support.boards import CHICK

PIXEL = bytes(cv2.imencode(".png", np.zeros((4, 4), np.uint8))[1])
Open = Callable[[MainWindow], object]
SEEN: list[QWidget] = []
"""Dialogs that waited for an answer, in the test that runs."""
VISITORS: list[Callable[[QWidget], None]] = []
"""Look at such a dialog before it is answered."""


def press_escape() -> None:
    modal = QApplication.activeModalWidget()
    if modal is None:
        QTimer.singleShot(5, press_escape)
    else:
        SEEN.append(modal)
        for visit in VISITORS:
            visit(modal)
        QTest.keyClick(modal, Qt.Key.Key_Escape)


def asked(command: Callable[[], object]) -> None:
    """Carry out a command that waits for an answer, and press Escape."""
    QTimer.singleShot(0, press_escape)
    command()


def review(window: MainWindow) -> QWidget:
    window.scanning.show_frame(samples.picture(), samples.certain())
    return window.scanning.reviews[-1]


def photo(window: MainWindow) -> None:
    keep_photo(window.session.puzzle, PIXEL)
    window.photos.show()


def phone(window: MainWindow) -> None:
    window.phone_scan.show([Network("127.0.0.1", "home", 0)])


def share(window: MainWindow) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(networks, "networks", lambda: [Network("127.0.0.1", "home", 0)])
        window.share.open()


def solved_with_options(window: MainWindow) -> None:
    asked(lambda: window.methods.solve_with("genetic"))


def compared_variant(window: MainWindow) -> None:
    window.methods.compare_methods()
    dialog = window.methods.compare_dialog
    assert dialog is not None
    asked(dialog._add_variant)


def licences(window: MainWindow) -> None:
    window.helping.show_about()
    (about,) = window.findChildren(AboutDialog)
    QTest.mouseClick(about.licences_button, Qt.MouseButton.LeftButton)


def crash(window: MainWindow) -> None:
    found = Crash("", "helper/app.py:12 in run\nValueError")
    deleted_on_close(crash_dialog(found, "12.", LIGHT, window)).show()


def poster(window: MainWindow) -> None:
    shelf = window.home.source.shelves()[0]
    window.home.poster_requested.emit(shelf)


DIALOGS: dict[str, Open] = {
    "Preferences": lambda w: asked(w.others.edit_preferences),
    "Edit Clues": lambda w: asked(w.authoring.edit_clues),
    "Properties": lambda w: asked(w.authoring.edit_properties),
    "Change Size": lambda w: asked(w.authoring.change_size),
    "New": lambda w: asked(w.files.new),
    "New From Text": lambda w: asked(w.pasting.new_from_text),
    "Open": lambda w: asked(w.files.open),
    "Save As": lambda w: asked(w.files.save_as),
    "Scan Picture": lambda w: asked(w.scanning.choose),
    "Scanned Puzzles": lambda w: w.scanning.list.show(),
    "Scan With Phone": phone,
    "About": lambda w: w.helping.show_about(),
    "Licences": licences,
    "Solve With": solved_with_options,
    "Add Variant": compared_variant,
    "How to Play": lambda w: w.helping.show_how_to_play(),
    "Report a Problem": lambda w: w.helping.report_problem(),
    "Crash": crash,
    "Learn": lambda w: w.helping.show_lessons(),
    "Solving Techniques": lambda w: w.helping.show_help("techniques"),
    "Keyboard and Mouse": lambda w: w.helping.show_keyboard(),
    "Solving Methods": lambda w: w.helping.show_methods(),
    "Photo": photo,
    "Review": review,
    "Create From Picture": lambda w: w.creating.show(),
    "Share": share,
    "Print": lambda w: w.paper.print(),
    "Make Pack": lambda w: w.paper.make_pack([Document(CHICK)], "Birds"),
    "Poster": poster,
    "New Random Puzzle": lambda w: w.random.ask(),
    "Compare Methods": lambda w: w.methods.compare_methods(),
    "Camera": lambda w: w.others.show_camera(),
}


def own_dialogs(settings: Settings, themes: ThemeManager) -> dict[str, Callable[[], QWidget]]:
    """Dialogs without the window, by a name."""
    marks = Grid.for_puzzle(CHICK)
    return {
        "new": lambda: NewDialog(20, 20),
        "clues": lambda: CluesDialog(CHICK, LIGHT),
        "properties": lambda: PropertiesDialog(CHICK, marks),
        "size": lambda: SizeDialog(marks, CHICK.palette, LIGHT),
        "options": lambda: OptionsDialog([describe("genetic")], {}, "&Start"),
        "random": lambda: RandomDialog(RandomChoice(7, 9), themes),
        "print": lambda: PrintDialog([BookPuzzle(CHICK)] * 2, settings, themes, "A book"),
    }


KEPT = {"CompareDialog", "CameraWindow"}
"""Windows that are only hidden when they are closed; the same one is shown again."""


@pytest.fixture
def busy_window(window: MainWindow) -> MainWindow:
    """A window with a drawing, whose dialogs are Qt's own and whose checks are off."""
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    window.settings.change(check_while_creating=False)
    window.catalogue.methods = describe_all()
    window.session.open_unsaved(Document(CHICK))
    window.session.generate_clues()
    window.session.file = FileState(None, window.session.state.document)
    return window


def comparison(window: MainWindow) -> QWidget | None:
    window.methods.compare_methods()
    return window.methods.compare_dialog


def camera_log(window: MainWindow) -> QWidget | None:
    camera = window.others.show_camera()
    camera.show_log()
    return camera.log_window


def statistics(window: MainWindow) -> QWidget:
    return show_statistics(None, Library(data_folder() / "library.sqlite3"), window.themes, window)


KEPT_WINDOWS: dict[str, Callable[[MainWindow], QWidget | None]] = {
    "Compare Methods": comparison,
    "Camera": lambda w: w.others.show_camera(),
    "Camera Log": camera_log,
    "Statistics": statistics,
}
