"""Learn in the main window: the entry of Help, the way from a hint, and what the library keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helper.application.library import Library
from helper.hints import hint_process
from helper.learn.lessons.catalogue import LESSONS, lesson_of
from helper.learn.lessons.lessons_window import Lessons
from helper.main_window.main_window import MainWindow
from helper.widgets.help_dialog import HelpDialog
from puzzles.formats import Document
from solver.logic.techniques import Technique
from tests.support.boards import CHICK
from tests.support.keeping import keep_moves
from tests.support.quick_hints import QuickHints

LEFT = Qt.MouseButton.LeftButton


def opened(window: MainWindow) -> Lessons:
    assert window.helping.lessons is not None
    assert window.helping.lessons.isVisible()
    return window.helping.lessons


def solve_first_exercise(learn: Lessons) -> None:
    """The first exercise about glue: its third cell is shaded."""
    learn.show_technique(Technique.GLUE)
    QTest.mouseClick(learn.panel.next, LEFT)
    place = learn.board.area.cell_rect(0, 2).center()
    QTest.mouseClick(learn.board.viewport(), LEFT, pos=place)


def test_help_opens_it_once(window: MainWindow) -> None:
    window.commands["learn"].trigger()
    learn = opened(window)
    learn.show_technique(Technique.GLUE)
    window.commands["learn"].trigger()
    assert opened(window) is learn
    assert learn.lesson is lesson_of(Technique.GLUE)
    QTest.keyClick(learn.board, Qt.Key.Key_Escape)
    assert window.helping.lessons is None


def test_the_card_of_home_leads_here_after_how_to_play(window: MainWindow) -> None:
    window.home.show()
    assert window.home.view is not None
    card = window.home.view.learn_card
    QTest.mouseClick(card.button, LEFT)
    shown = window.helping.how_to_play
    assert shown is not None
    while shown.isVisible():
        QTest.mouseClick(shown.panel.skip, LEFT)
    window.home.show()
    QTest.mouseClick(card.button, LEFT)
    assert window.helping.how_to_play is None
    opened(window)


def test_a_hint_leads_to_the_lesson_of_its_technique(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint_process, "RequestProcess", QuickHints)
    window.session.open_copy(Document(CHICK))
    window.hinting.press()
    window.hinting.press()
    QTest.mouseClick(window.message_place.hint.button("Learn This"), LEFT)
    assert opened(window).lesson is lesson_of(Technique.COMPLETE_LINE)
    assert window.board.scene().hint is not None  # the hint stays
    window.hinting.press()
    window.hinting.press()
    assert not window.session.marks.is_untouched


def test_progress_is_there_in_the_next_window(window: MainWindow, tmp_path: Path) -> None:
    keep_moves(window, Library(tmp_path / "library.db"))
    window.commands["learn"].trigger()
    solve_first_exercise(opened(window))
    opened(window).close()

    other = MainWindow(window.settings, window.themes)
    keep_moves(other, Library(tmp_path / "library.db"))
    other.show()
    other.commands["learn"].trigger()
    index = opened(other).model.index_of(lesson_of(Technique.GLUE))
    assert index.data() == "Glue  1/4"
    other.close()
    other.deleteLater()


def test_the_lessons_are_a_page_of_the_help(window: MainWindow) -> None:
    window.helping.show_help("techniques")
    (page,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, HelpDialog))
    text = page.text.toPlainText()
    assert all(lesson.title in text and lesson.rule in text for lesson in LESSONS)
    document, wide = page.text.document(), []
    kind = QTextDocument.ResourceType.ImageResource
    block = document.begin()
    while block.isValid():
        for part in block.textFormats():
            if part.format.isImageFormat():
                picture = document.resource(kind, part.format.toImageFormat().name())
                wide.append(picture.width() if picture is not None else 0)
        block = block.next()
    assert len(wide) == len(LESSONS)
    assert all(width > 100 for width in wide)
    assert page.text.horizontalScrollBar().maximum() == 0
    page.close()
