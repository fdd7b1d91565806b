"""Opens all windows in the pseudo-language and prints texts that are not marked, or that are cut.

``NONOGRAM_LANGUAGE=x-pseudo python -m tests.support.pseudo_walk FOLDER``; the folder is where the
data of the program goes. What it prints is JSON: the number of different texts, and a list of
:class:`Found`. With ``smallest`` as a second argument all windows are as large as the smallest
screen, which is how much of it text of 200 % leaves.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ["NONOGRAM_HOME"] = sys.argv[1]
os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSettings, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QToolTip,
    QWidget,
)

from helper.app import make_application
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.hits import Hit
from helper.collections.import_report import FindingKind, ImportFinding, ImportReport
from helper.collections.importing import ReportDialog
from helper.hints.hinting import HintStage
from helper.home import entries
from helper.home.entries import CALENDAR, PATH
from helper.home.home_view import HomeView
from helper.learn.lessons.catalogue import LESSONS
from helper.learn.steps import STEPS
from helper.main_window.main_window import MainWindow
from helper.main_window.messages import Welcome
from helper.methods.methods import describe_all
from helper.paper.book import BookPuzzle
from helper.paper.print_dialog import PrintDialog, keep_options
from helper.play.session_state import FileState, Mode
from helper.reports.system import system_facts
from helper.review.found_boards import FoundBoard
from helper.review.page_work import PageScan
from helper.widgets.small_screen import SMALLEST
from puzzles import Puzzle
from puzzles.formats import Document
from puzzles.print_options import PrintOptions, Titles
from recognizer.values import Problem, Reading
from solver.api import Limits, solve
from tests.support import review_samples as samples
from tests.support.boards import CHICK, random_puzzle
from tests.support.dialogs import DIALOGS, VISITORS
from tests.support.home_keys import FEW_PACKS, view_of
from tests.support.letters import shared_letters
from tests.support.visible_texts import (
    MAX_REPORTED,
    Found,
    missing_px,
    out_of_sight_px,
    painted,
    path_of,
    plain_words,
    texts_of,
)

FOLDER = Path(os.environ["NONOGRAM_HOME"])
IS_SMALLEST = sys.argv[2:] == ["smallest"]
SIZE = SMALLEST.toTuple() if IS_SMALLEST else (1280, 800)
IS_PSEUDO = os.environ.get("NONOGRAM_LANGUAGE") == "x-pseudo"
"""In other languages nobody sees what is not marked."""
TWO_WAYS = Puzzle.from_numbers([[1], [1]], [[1], [1]], title="Twins")
COLORED = random_puzzle(1, 5, 5, 3)
DATA = frozenset(
    {
        "Chick",
        "Twins",
        "nothing at all",
        "home: 127.0.0.1",
        str(FOLDER),
        FOLDER.name,
        tempfile.gettempdir(),
        *re.findall(r"[A-Za-z]\w{2,}", " ".join(system_facts().values())),
    }
)
"""What the walk itself calls something, and facts about this computer."""


class Walk:
    """A window of the program, and what was found in it and in those that it opened."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str, str], None] = {}
        self.texts: set[str] = set()
        """All texts that were looked at."""
        self.place = ""
        self.application = make_application()
        QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
        for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(kind, QSettings.Scope.UserScope, str(FOLDER / "settings"))
        self.settings = Settings()
        self.settings.change(check_while_creating=False)
        self.themes = ThemeManager(self.application, self.settings)
        painted(lambda text: self.note("painted", text))
        for name in ("question", "warning", "information", "critical", "about"):
            setattr(QMessageBox, name, self._box)
        entries.packs = lambda: FEW_PACKS  # type: ignore[attr-defined]
        self.window = MainWindow(self.settings, self.themes)
        self.window.resize(*SIZE)
        self.window.show()
        VISITORS.append(self.look_at)
        QToolTip.showText = self._tip  # type: ignore[assignment, method-assign]
        QMenu.popup = lambda menu, *_: self.look_at(menu)  # type: ignore[method-assign]

    def _box(self, _: object, title: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        self.note("title of a message", title)
        self.note("message", text)
        return QMessageBox.StandardButton.No

    def _tip(self, _: object, text: str, *__: object) -> None:
        self.note("tip", text)

    def wait(self, until: Callable[[], object], seconds: float = 60) -> None:
        """Let the program run until a condition is true."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                self.found["the walk", self.place, "waited in vain"] = None
                return
            QApplication.processEvents()
            time.sleep(0.005)

    def settle(self) -> None:
        """Let the program lay out and paint."""
        for _ in range(3):
            QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        # A timer may have changed a text in the last round: its new room comes with an event.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def note(self, place: str, text: str) -> None:
        """Report a text if it is not marked."""
        self.texts.add(text)
        if IS_PSEUDO and text and (words := plain_words(text, DATA)):
            short = text if len(text) <= MAX_REPORTED else f"{text[:MAX_REPORTED]} …"
            key = (place, short, f"not marked: {' '.join(dict.fromkeys(words))[:MAX_REPORTED]}")
            self.found.setdefault(key, None)

    def look(self) -> None:
        """Look at what was opened, or at the window if nothing else is open."""
        self.settle()
        shown = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
        for top in [top for top in shown if top is not self.window] or shown:
            self.look_at(top)

    def look_at(self, top: QWidget) -> None:
        """Look at a window: at its texts, and whether they have room."""
        if isinstance(top, QFileDialog):
            self.note("title of a file dialog", top.windowTitle())
            for text in (*top.nameFilters(), *(each.text() for each in top.findChildren(QLabel))):
                self.note("file dialog", text)
            return
        if IS_SMALLEST and not isinstance(top, QMenu):
            for _ in range(3):  # parts of the window move as it becomes smaller
                top.resize(SMALLEST)
                self.settle()
        self.settle()
        if isinstance(top, QMenu):
            top.ensurePolished()
            top.aboutToShow.emit()
        for shared in shared_letters(top):
            self.found.setdefault((type(top).__name__, shared, "letters are the same"), None)
        top.grab()
        for widget in (top, *top.findChildren(QWidget)):
            path = path_of(widget)
            for what, text in texts_of(widget):
                self.note(f"{path}: {what}", text)
            if missing := max(missing_px(widget), out_of_sight_px(widget)):
                text = str(getattr(widget, "text", widget.accessibleName)())
                if text or missing:
                    self.found.setdefault((path, text, f"cut: {missing} px"), None)

    def open_menus(self) -> None:
        """Fill each menu as when it is opened."""
        for menu in self.window.findChildren(QMenu):
            menu.aboutToShow.emit()
        self.look()

    def close_others(self) -> None:
        """Close all windows but the main one."""
        for top in QApplication.topLevelWidgets():
            if top is not self.window and top.isVisible():
                top.close()
        self.settle()

    def step(self, name: str, do: Callable[[], object]) -> None:
        """Do something in the program, look, and close what it opened."""
        self.place = name
        started = time.monotonic()
        do()
        self.look()
        self.close_others()
        if "-v" in sys.argv:
            print(f"{time.monotonic() - started:6.2f} s {name}", file=sys.stderr)


def _home(walk: Walk) -> None:
    window = walk.window
    window.autosave.open()
    for puzzle in (CHICK, COLORED):  # one is bundled
        window.session.open_unsaved(Document(puzzle))
        window.session.paint({0: 2}, "Shade")
    walk.step("Home", window.home.show)
    view = view_of(window)
    walk.step("menus of Home", walk.open_menus)
    for place in (CALENDAR, PATH, *[shelf.id for shelf in view.shelves][:3]):
        walk.step(f"Home: {place}", partial(view.sidebar.go_to, place))
    _menus_of_tiles(walk, view)
    walk.step("Home: nothing found", lambda: view.head.search.setText("nothing at all"))
    view.head.search.clear()
    window.home.show_board()


def _menus_of_tiles(walk: Walk, view: HomeView) -> None:
    """The menus and dialogs of the player's own puzzles, and their deletion."""
    collecting = walk.window.home.collecting
    assert collecting is not None
    managing = collecting.managing
    for shelf in (shelf for shelf in view.shelves if not shelf.is_bundled):
        view.sidebar.go_to(shelf.id)
        view.tiles.selectAll()
        walk.step(f"menu of tiles: {shelf.id}", partial(managing._show_tile_menu, QPoint(9, 9)))
        view.shelf_menu_requested.emit(shelf.id, QPoint(9, 9))
        if managing.chosen:
            walk.step("tags", managing.edit_tags)
            view.tiles.setCurrentIndex(view.model.index(0))
            walk.step("rename", managing.rename)
            walk.step("forget", managing.forget)
            walk.step("delete", managing.delete)


def _look_about_board(walk: Walk) -> None:
    """The menus, the tips and the words of the status bar for all parts of the board."""
    board, session = walk.window.board, walk.window.session
    port = board.viewport()
    parts: dict[object, tuple[QPoint, Hit]] = {}
    for y in range(0, port.height(), 16):
        for x in range(0, port.width(), 16):
            hit = board.hit_at(QPoint(x, y))
            parts.setdefault(
                (hit.part, hit.line is not None and hit.line.axis), (QPoint(x, y), hit)
            )
    for at, hit in parts.values():
        board._show_menu(board._menu.for_hit(hit), hit, at)
        QTest.mouseMove(port, at)
        QApplication.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, at, port.mapToGlobal(at)))
        walk.settle()
        walk.note("status bar", walk.window.status.position.full_text)
    if session.mode is Mode.DRAW:
        editing = walk.window.palette_editing
        for fill in (editing.fill_palette_menu, partial(editing.fill_color_menu, index=1)):
            menu = QMenu(walk.window)
            fill(menu)
            walk.look_at(menu)


def _play(walk: Walk) -> None:
    window = walk.window
    session = window.session
    session.open_unsaved(Document(CHICK))
    walk.step("Play", lambda: None)
    walk.step("menus of Play", walk.open_menus)
    walk.step("board", lambda: _look_about_board(walk))
    walk.step("wrong cell", lambda: session.paint({0: 2}, "Shade"))

    def hint() -> None:
        window.hinting.press()
        walk.wait(lambda: window.hinting.stage is not HintStage.SEARCHING)

    walk.step("hint", hint)
    window.hinting.end()
    walk.step("check", lambda: window.checking.press())
    window.checking.end()
    session.paint({0: 3}, "Clear")
    for number in range(4):
        walk.step(f"hint {number}", hint)
    window.hinting.end()
    walk.step("second click", lambda: _take_dots_away(window))
    walk.step("a guess", window.guessing.begin)
    walk.step("several", lambda: _show_several(window))
    session.open_unsaved(Document(CHICK))
    solution = solve(CHICK).solutions[0]
    walk.step("solved", lambda: session.paint(dict(enumerate(solution.cells)), "Shade"))
    walk.step("card", window.finish.stage.end)
    window.finish.close_card()


def _take_dots_away(window: MainWindow) -> None:
    """Let a second click be offered that clears."""
    for _click in range(6):
        QTest.keyClick(window.board, Qt.Key.Key_Space)
    assert window.message_place.clicks.text


def _show_several(window: MainWindow) -> None:
    window.session.open_copy(Document(TWO_WAYS))
    window.outcomes.show(solve(TWO_WAYS, Limits(solutions=10)))


def _draw(walk: Walk) -> None:
    window = walk.window
    walk.step("Draw", lambda: window.session.new(8, 8))
    walk.step("menus of Draw", walk.open_menus)
    walk.step("drawing board", lambda: _look_about_board(walk))
    walk.step("drawn", lambda: window.session.paint({0: 2, 9: 2}, "Shade"))
    walk.step("repair", window.repair_bar.show)
    window.repair_bar.hide()
    walk.step("watched", lambda: window.watch_bar.begin("intersection"))
    window.watch_bar.hide()


def _dialogs(walk: Walk) -> None:
    window = walk.window
    window.catalogue.methods = describe_all()
    window.session.open_unsaved(Document(CHICK))
    window.session.generate_clues()
    window.session.file = FileState(None, window.session.state.document)
    for name, command in DIALOGS.items():
        walk.step(name, partial(command, window))
    walk.step("pages", lambda: _turn_pages(walk))
    walk.step("Statistics", window.others.show_statistics)
    walk.step("Explain", window.methods.explain)
    _lessons(walk)
    _asked_by_board(walk)
    walk.step("doubtful review", lambda: _doubtful(window))
    walk.step("list", lambda: _list(window))


def _turn_pages(walk: Walk) -> None:
    """The printed pages: three puzzles, one with colours, with all that can stand on a page."""
    puzzles = [BookPuzzle(puzzle) for puzzle in (CHICK, TWO_WAYS, COLORED)]
    options = PrintOptions(
        per_page=2, titles=Titles.PUZZLE, has_difficulty=True, has_page_numbers=True, is_grey=True
    )
    keep_options(walk.settings, options)
    dialog = PrintDialog(puzzles, walk.settings, walk.themes, "Chick", walk.window)
    dialog.show()
    walk.wait(dialog.save_button.isEnabled)
    for _ in range(4):
        dialog.preview.turn(1)
        walk.look_at(dialog)
    dialog.done(0)


def _lessons(walk: Walk) -> None:
    window = walk.window
    window.helping.show_how_to_play()
    how = window.helping.how_to_play
    assert how is not None
    for number in range(len(STEPS)):
        walk.look()
        how._show_step(number)
    walk.close_others()
    for lesson in LESSONS:
        window.helping.show_lesson(lesson.technique)
        lessons = window.helping.lessons
        assert lessons is not None
        for number in range(len(lesson.exercises) + 1):
            lessons._show_step(number)
            walk.look_at(lessons.panel)
        lessons.check_marks()
    walk.look()
    walk.close_others()
    walk.step("all lessons", window.helping.show_lessons)
    for show in (window.helping.show_creating, window.helping.show_scanning):
        walk.step("help", show)
    walk.step("help of the camera", window.helping.show_camera)


def _asked_by_board(walk: Walk) -> None:
    window = walk.window
    session = window.session
    session.open_unsaved(Document(CHICK))
    walk.step("checkpoint", window.checkpoint_menu.ask)
    session.paint({0: 2}, "Shade")
    walk.step("offers", window.modes.draw)
    window.resize(1000, 560)  # the panel beside the board is scrolled
    walk.step("offers beside a scroll bar", lambda: None)
    window.resize(*SIZE)
    walk.step("camera log", lambda: window.others.show_camera().show_log())
    walk.step(
        "Welcome",
        lambda: Welcome(window.desk, window.message_place.bottom, offers_how_to_play=True),
    )
    found = tuple(ImportFinding(kind, "Chick") for kind in FindingKind)
    for findings in (found[-1:], found):
        report = ImportReport(("Chick",), findings)
        walk.note("import", report.sentence)
        walk.note("import report", report.to_text())
        walk.step("import report", ReportDialog(report, window).show)


def _doubtful(window: MainWindow) -> None:
    window.scanning.show_frame(samples.picture(), samples.doubtful())


def _list(window: MainWindow) -> None:
    window.scanning.list.show()
    shown = window.scanning.list.window
    assert shown is not None
    boards = [samples.certain(), samples.doubtful(), Reading(problems=(Problem.NO_GRID,))]
    for number, reading in enumerate(boards, 1):
        found = FoundBoard(replace(reading), None)
        shown.add_page(Path("Chick.pdf"), PageScan(number, 3, (found,)))
    for board in shown.boards:
        board.is_added = True


def main() -> None:
    """Walk, and print what was found."""
    walk = Walk()
    for part in (_home, _play, _draw, _dialogs):
        part(walk)
    window = walk.window
    window.session.file = FileState(None, window.session.state.document)
    window.close()
    found = [Found(*key)._asdict() for key in walk.found]
    print(json.dumps({"texts": len(walk.texts), "found": found}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
