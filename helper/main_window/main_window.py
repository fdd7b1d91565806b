"""The main window, in which puzzles are solved and drawn."""

from __future__ import annotations

import logging
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QMainWindow,
    QMenu,
    QWidget,
)

from helper.application.ending import ends_with_program
from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.author.authoring import AuthorCommands
from helper.author.repair_bar import RepairBar
from helper.author.repairing import RepairCommand
from helper.board.click_offer import SecondClickOffer
from helper.board.hits import Hit
from helper.camera.screen_commands import ScreenCommands
from helper.commands.command import (
    BOARD_MENU,
    CREATE_CHOICES,
    SCAN_CHOICES,
    SOLVER_CHOICES,
    Feature,
    MenuPlace,
    Submenu,
    Where,
)
from helper.commands.command_table import CommandTable
from helper.draw.drawing_commands import DrawingCommands
from helper.draw.tool_strip import ToolStrip
from helper.finish.finishing import FinishController
from helper.generate.random_puzzles import RandomPuzzles
from helper.hints.check_controller import CheckController
from helper.hints.hint_process import HintProcess
from helper.hints.hinting import HintController, HintStage
from helper.main_window.bars import Status, TopBar
from helper.main_window.board_page import BoardPage, column
from helper.main_window.desk import Desk
from helper.main_window.drop_target import DropTarget
from helper.main_window.edit_commands import EditCommands
from helper.main_window.file_commands import FileCommands
from helper.main_window.help_menu import HelpCommands
from helper.main_window.home import HomeController, PageStack
from helper.main_window.leaving import LeavingCommands
from helper.main_window.library_commands import LibraryCommands
from helper.main_window.message_routes import MessageRoutes
from helper.main_window.messages import (
    MessageFoot,
    MessagePlace,
    Notices,
    ReviewRecovery,
    SolvedMessage,
    TroubleMessages,
)
from helper.main_window.modes import Modes
from helper.main_window.other_windows import OtherWindows
from helper.main_window.paper_commands import PaperCommands
from helper.main_window.read_aloud import ReadAloud
from helper.main_window.sharing import ClipboardCommands, PictureCommands
from helper.main_window.side_panel import SidePanel
from helper.main_window.solve_commands import SolveCommands
from helper.main_window.view_commands import ViewCommands
from helper.main_window.window_parts import BarKeys, WindowParts
from helper.main_window.window_title import WindowTitle
from helper.methods.catalogue import Catalogue
from helper.methods.outcomes import Outcomes
from helper.methods.solving import SolveController
from helper.methods.watch_bar import WatchBar
from helper.methods.watching import WatchController
from helper.palette.editing import PaletteCommands
from helper.palette.ink_choice import InkChoice
from helper.palette.signs_offer import SignsOffer
from helper.phone.phone_commands import PhoneCommands
from helper.picture.creating import CreateCommand
from helper.play.checkpoint_menu import CheckpointMenu
from helper.play.guess_controller import GuessController
from helper.play.play_controls import PlayControls
from helper.play.session_state import Mode
from helper.rating.board_rating import BoardRating
from helper.review.photo_shelf import PhotoShelf
from helper.review.scanning import ScanCommands
from helper.share.share_commands import ShareCommands
from helper.share.sharing_question import SharingQuestion
from helper.widgets.repeated_input import RepeatedInput
from puzzles import Grid
from puzzles.formats import Document
from puzzles.turning import Turn
from puzzles.words import _, worded

_log = logging.getLogger(__name__)

_MENUS = (
    Submenu("file", _("&File"), MenuPlace("", 100)),
    Submenu("edit", _("&Edit"), MenuPlace("", 110)),
    Submenu("puzzle", _("&Puzzle"), MenuPlace("", 120), Where.BOARD),
    Submenu("view", _("&View"), MenuPlace("", 130), Where.BOARD),
    Submenu("help", _("&Help"), MenuPlace("", 150)),
)

F = TypeVar("F", bound=Feature)


class MainWindow(QMainWindow):
    """A session with its board and its features, which the window does not know one by one.

    It makes them, takes their commands into one table, and asks each at closing.
    """

    def __init__(self, settings: Settings, themes: ThemeManager) -> None:
        super().__init__()
        self.features: list[Feature] = []
        """In the order in which they were made; they end in the reverse order."""
        self._is_put_away = False
        ends_with_program(self)
        self.desk = desk = Desk.of(self, settings, themes)
        self.settings, self.themes, self.messages = settings, themes, desk.messages
        self.session, self.board, self.autosave = desk.session, desk.board, desk.autosave
        self._lay_out(desk)
        self._make_solving(desk)
        self._make_reading(desk)
        self._make_sharing(desk)
        self._make_play(desk)
        self._make_commands(desk)
        self._connect()
        self._theme_changed(themes.theme)
        self._preferences_changed()
        self._restore_geometry()
        # The last, as they hear of each event while the window is laid out.
        self.drop_target = DropTarget(self, themes, self.files.drop_of)
        RepeatedInput(self)
        self.board.setFocus()

    def _lay_out(self, desk: Desk) -> None:
        """Make the places of the window, and the features that fill them."""
        session, settings = desk.session, desk.settings
        self.message_place = MessagePlace()
        self.troubles = TroubleMessages(self.message_place.trouble)
        self.palette_editing = PaletteCommands(desk.messages, session, self)
        self.notices = Notices(session, self.message_place.notice)
        self.signs_offer = SignsOffer(session, settings, self.message_place.signs)
        SecondClickOffer(session, desk.board.strokes, settings, self.message_place.clicks)
        self.panel = SidePanel(session, settings, self.palette_editing)
        self.ink_strip = InkChoice(
            session, settings, self.palette_editing, True, self, self.panel.isHidden
        )
        """The palette where there is no room for the panel."""
        self.watch_bar = WatchBar()
        self.repair_bar = RepairBar()
        self.drawing = self._add(
            DrawingCommands(desk.messages, session, desk.board, self._redraw, self._turn, self)
        )
        self.tool_strip = ToolStrip(self.drawing.toolbox, self)
        # Outer widgets first: Qt styles all that is in a widget anew when it gets a parent.
        center = QWidget(self)
        self.setCentralWidget(center)
        pages = PageStack(center)
        bars = self.ink_strip, self.watch_bar, self.repair_bar
        self.files = self._add(FileCommands(desk))
        self.rating = self._add(BoardRating(session, desk.autosave, self))
        self.home = self._add(
            HomeController(
                desk,
                self.files,
                self.rating,
                self._shortcut,
                lambda menu: self.commands.fill(menu, CREATE_CHOICES),
                pages,
                BoardPage(pages, self.tool_strip, self.board, bars, self.panel),
            )
        )
        self.foot = MessageFoot()
        whole = column(center)
        whole.addWidget(pages, 1)
        whole.addWidget(self.foot)
        desk.board.area.covered_px = lambda: center.height() - pages.height()
        self.status = Status(session, desk.board, self.statusBar())

    def _make_solving(self, desk: Desk) -> None:
        """Make what solves, checks and repairs puzzles."""
        messages, session, board = desk.messages, desk.session, desk.board
        self.outcomes = Outcomes(messages, session, board, self.message_place.bottom)
        self.solving = self._add(SolveController(messages, session, board, self.outcomes, self))
        self.watching = self._add(
            WatchController(messages, session, board, self.outcomes, self.watch_bar)
        )
        self.photos = self._add(PhotoShelf(messages, session, desk.themes, desk.writes, self))
        self.authoring = self._add(
            AuthorCommands(
                messages,
                session,
                board,
                desk.settings,
                desk.themes,
                self.photos,
                self,
                lambda: self.home.hides_title,
            )
        )
        self.status.add(self.authoring.badge)
        self.panel.advice.addWidget(self.authoring.advice)
        self.repairing = self._add(RepairCommand(messages, session, board, self.repair_bar, self))

    def _make_reading(self, desk: Desk) -> None:
        """Make what turns pictures into puzzles, the methods of solving, and the help."""
        messages, settings, themes = desk.messages, desk.settings, desk.themes
        self.scanning = self._add(
            ScanCommands(
                messages,
                themes,
                settings,
                self.take_scanned,
                desk.autosave,
                lambda: self.commands.choices(SCAN_CHOICES),
                self,
            )
        )
        self.screen_scan = self._add(ScreenCommands(messages, self.scanning.start_screen, self))
        self.phone_scan = self._add(PhoneCommands(messages, self.scanning.list.show, self))
        self.creating = self._add(
            CreateCommand(desk.session, themes, settings, self.files.may_leave, self)
        )
        self.catalogue = self._add(Catalogue(self))
        self.methods = self._add(
            SolveCommands(
                desk,
                self.catalogue,
                self.home,
                self.outcomes,
                self.solving,
                self.watching,
                self.repairing,
                lambda: self.commands.choices(SOLVER_CHOICES),
                lambda beside: self.helping.show_methods(beside),
            )
        )
        self.modes = self._add(
            Modes(
                messages,
                desk.session,
                self.message_place.bottom,
                self.authoring.edit_clues,
                self.methods.draw_solution,
                self,
            )
        )
        self.helping = self._add(
            HelpCommands(desk, self.catalogue, lambda: self.commands.shortcuts_text())
        )

    def _make_sharing(self, desk: Desk) -> None:
        """Make what hands puzzles on, new ones, and the end of a solved one."""
        messages, session, settings = desk.messages, desk.session, desk.settings
        themes, autosave = desk.themes, desk.autosave
        may_leave = self.files.may_leave
        self.sharing = PictureCommands(desk, lambda: self.home.open_shelf_id)
        self.pasting = self._add(
            ClipboardCommands(desk, may_leave, lambda document: self.share.offer(document))
        )
        question = SharingQuestion(messages, session, self.rating, self.authoring.check)
        may_share = question.may_share
        self.paper = self._add(PaperCommands(desk, self.home, may_share))
        self.share = self._add(
            ShareCommands(
                messages,
                desk.announcer,
                session,
                settings,
                may_share,
                self.paper.export_page,
                self,
            )
        )
        self.random = self._add(
            RandomPuzzles(messages, session, settings, themes, may_leave, autosave, self)
        )
        self.hint_process = self._add(HintProcess(self))
        self.finish = self._add(
            FinishController(
                session,
                desk.board,
                autosave,
                self.rating,
                self.home,
                self.sharing,
                self.hint_process,
                themes,
                settings,
                self,
            )
        )
        self.solved_message = SolvedMessage(
            desk, self.message_place.bottom, self.home, self.sharing, self.finish
        )

    def _make_play(self, desk: Desk) -> None:
        """Make what helps to solve by hand."""
        messages, session, board = desk.messages, desk.session, desk.board
        settings, autosave = desk.settings, desk.autosave
        self.controls = controls = self._add(
            PlayControls(messages, session, board, autosave, self, settings, desk.themes)
        )
        self.checkpoint_menu = self._add(CheckpointMenu(session, controls.why_not, self))
        self.guessing = self._add(
            GuessController(messages, session, self.message_place.guess, controls.why_not, self)
        )
        self.hinting = self._add(
            HintController(
                session,
                board,
                self.message_place.hint,
                self.hint_process,
                autosave.counts,
                settings,
                controls.why_not,
                self,
            )
        )
        self.checking = self._add(
            CheckController(
                messages,
                session,
                board,
                self.message_place.check,
                self.hint_process,
                autosave.counts,
                settings,
                controls.lives,
                controls.why_not,
                self,
            )
        )

    def _make_commands(self, desk: Desk) -> None:
        """Make what goes beyond the board, and the commands of all features."""
        controls = self.controls
        self.leaving = self._add(LeavingCommands(desk, self.home, self.files))
        show_camera, leave = self.helping.show_camera, self.leaving.quit
        self.others = self._add(
            OtherWindows(desk, self.home, self.rating, self.scanning, show_camera, leave)
        )
        self.library = self._add(LibraryCommands(desk, self.home, self.rating, self.scanning))
        self.edit = self._add(
            EditCommands(
                desk,
                self.home,
                self.drawing,
                self.pasting,
                self.scanning,
                lambda: controls.can_undo,
            )
        )
        self.view = self._add(ViewCommands(desk, self.panel))
        self.reading = self._add(ReadAloud(desk, self.status.left.text, controls))
        self.parts = self._add(WindowParts(self._parts, self))
        self._message_routes = MessageRoutes(self, self)
        WindowTitle(desk, self.home, self.panel)
        self.recovery = ReviewRecovery(desk, self.message_place.top, self.scanning)
        rows = [row for feature in self.features for row in feature.commands()]
        self.commands = CommandTable(self, [*_MENUS, *rows])
        self.top_bar = TopBar(self.commands, self)

    def _add(self, feature: F) -> F:
        """Take a feature: its commands, and what it does when the window closes."""
        self.features.append(feature)
        return feature

    def _shortcut(self, command: str) -> str:
        native = QKeySequence.SequenceFormat.NativeText
        return self.commands[command].shortcut().toString(native)

    def _turn(self, turn: Turn) -> None:
        self.authoring.turn(turn)

    def _redraw(self, marks: Grid, label: str) -> None:
        self.authoring.redraw(marks, label)

    def _connect(self) -> None:
        requests = self.desk.requests
        requests.command.connect(self.commands.run)
        requests.lesson.connect(self.helping.show_lesson)
        requests.scan.connect(self.scanning.start_any)
        requests.collect.connect(self.library.import_paths)
        requests.trace.connect(self.creating.show)
        requests.text.connect(self.pasting.ask_what_is_meant)
        self.home.shown_changed.connect(self._home_shown)
        self.settings.changed.connect(self._preferences_changed)
        self.autosave.zoom_restored.connect(self.board.zoom.restore)
        self.board.zoom.chosen.connect(self.autosave.keep_zoom)
        self.themes.changed.connect(self._theme_changed)
        self.controls.pause.changed.connect(
            lambda: self.panel.set_picture_hidden(self.controls.pause.is_paused)
        )
        self.board.clue_edit_requested.connect(self.authoring.edit_clues)
        self.board.menu_requested.connect(self._fill_board_menu)
        self.top_bar.add_right(self.controls.lives_view)
        self.top_bar.add_right(self.controls.timer)
        for bar in (self.top_bar.toolbar, self.tool_strip):
            BarKeys(bar, self.board.setFocus)
        self.status.add_fit(self.commands["zoom_fit"])
        self.finish.closed.connect(self.solved_message.show)
        self.finish.lesson_requested.connect(requests.lesson)
        self.watching.running_changed.connect(self._end_hint)
        self.watching.running_changed.connect(self.finish.set_hidden)
        self.watching.running_changed.connect(self.solved_message.set_hidden)
        self.watching.running_changed.connect(partial(self.controls.pause.hold, "watching"))
        self.controls.started_again.connect(self.watching.stop)
        self.watch_bar.help_requested.connect(self.helping.show_methods)
        self.scanning.help_requested.connect(self.helping.show_scanning)
        self.scanning.create_requested.connect(self.creating.show)
        self.scanning.list.collect_requested.connect(self.library.import_scanned)
        self.creating.help_requested.connect(self.helping.show_creating)
        self.helping.puzzle_requested.connect(self.home.open_first)
        self.helping.practice_requested.connect(self.random.practise)
        self.helping.how_to_play_done.connect(self.home.update_learning)
        self.hinting.lesson_requested.connect(requests.lesson)
        self.commands.menu("view").aboutToShow.connect(self.photos.look_up)
        for menu in ("file", "view"):
            self.commands.menu(menu).aboutToShow.connect(self._follow)
        session = self.session
        for changed in (
            session.mode_changed,
            session.sheet_changed,
            session.solved_changed,
            session.cells_changed,
            session.history_changed,
            session.guesses_changed,
            session.reset,
            self.controls.changed,
            self.drawing.toolbox.changed,
            self.home.undo_changed,
            self.panel.shown_changed,
            self.settings.changed,
        ):
            changed.connect(self._follow)
        self.hinting.begun.connect(self.checking.end)
        self.checking.begun.connect(self.hinting.end)
        self.checking.why_requested.connect(self.hinting.tell_why)
        self.panel.shown_changed.connect(self.ink_strip.update_inks)
        self.authoring.decided.connect(self.rating.follow_drawing)
        for repairs in (self.authoring.badge.pressed, self.authoring.advice.repair_requested):
            repairs.connect(self.methods.repair)
        self.rating.changed.connect(
            lambda rating: self.panel.set_rating(rating, self.rating.expected_time)
        )
        self.rating.changed.connect(self.authoring.set_rating)
        self._message_routes.place()
        self._follow()

    def _end_hint(self, is_watching: bool) -> None:
        if is_watching:
            self.hinting.end()

    def _fill_board_menu(self, menu: QMenu, hit: Hit) -> None:
        """Add the commands that a context menu of the board has besides its own."""
        self.drawing.fill_menu(menu, hit)
        menu.addSeparator()
        self.commands.fill(menu, BOARD_MENU)

    def _follow(self) -> None:
        """Offer the commands that are possible now."""
        where = Where.DRAW if self.session.mode is Mode.DRAW else Where.PLAY
        where = Where.HOME if self.home.is_shown else where
        self.commands.follow(where)
        self.top_bar.follow(where)

    def _restore_geometry(self) -> None:
        geometry = self.settings.remembered("geometry")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            room = self.screen().availableSize()
            self.resize(min(1080, room.width() * 9 // 10), min(760, room.height() * 9 // 10))
        self.restoreState(self.settings.remembered("state"))
        self.top_bar.toolbar.show()  # it was hidden if Home was in front at the end

    def take_scanned(self, document: Document, data: bytes) -> bool:
        """Put a scanned puzzle on the board, and keep its picture.

        Returns:
            ``False`` if the player stays with the open puzzle.
        """
        if not self.files.may_leave():
            return False
        self.session.open_unsaved(document)
        self.photos.keep(data)
        if place := self.home.known_place:
            sentence = _(
                "You have this puzzle already: {place}. Home shows this game and its title there."
            )
            self.messages.notice(worded(sentence, place=place))
        self.activateWindow()
        return True

    def _home_shown(self, is_shown: bool) -> None:
        """Hide what belongs to the board while Home is shown."""
        self.top_bar.toolbar.setVisible(not is_shown)
        self.statusBar().setVisible(not is_shown)
        self._follow()
        self.controls.pause.set_board_shown(not is_shown)
        self._message_routes.place()
        if not is_shown:
            self.board.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self.panel.fit_window()
        self.top_bar.fit(self.width())
        self._message_routes.place()

    def _parts(self) -> list[QWidget]:
        """The parts of the window that the keyboard can go to, in their order."""
        if self.home.is_shown and (view := self.home.view) is not None:
            return [view.sidebar, view.head, view.page, view.banner, *self.message_place.banners]
        return [
            self.top_bar.toolbar,
            self.tool_strip,
            self.board,
            self.ink_strip,
            self.watch_bar,
            self.repair_bar,
            self.panel,
            *self.message_place.banners,
        ]

    def _theme_changed(self, theme: Theme) -> None:
        self.commands.set_theme(theme)
        self.status.set_theme(theme)
        self.panel.set_theme(theme)
        self.ink_strip.set_theme(theme)
        self.tool_strip.set_theme(theme)

    def _preferences_changed(self) -> None:
        self.session.automatic_dots = self.settings.preferences.automatic_dots

    # Window

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        is_told = self.hinting.stage is not HintStage.NONE or bool(self.message_place.check.text)
        if event.key() == Qt.Key.Key_Escape and is_told:
            self.hinting.end()
            self.checking.end()
        elif event.key() == Qt.Key.Key_Escape and self.repairing.controller.is_on:
            self.repairing.end()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # Qt override
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self.controls.pause.window_activated()

    def closeEvent(self, event: QCloseEvent) -> None:  # Qt override
        if not self.files.may_leave() or not all(f.may_close() for f in self.features):
            event.ignore()
            return
        if problem := self.put_away():
            self.messages.warning(problem)
        event.accept()

    def put_away(self) -> str:
        """End what runs and store everything, without a question. Harmless if called again.

        Reviews stay in the library and are offered at the next start.

        Returns:
            A sentence if something could not be stored.
        """
        if self._is_put_away:
            return ""
        self._is_put_away = True
        for feature in reversed(self.features):
            try:
                feature.close()
            except Exception:  # the others are still to be ended, and everything is to be stored
                _log.exception("%s could not be ended", type(feature).__name__)
        problems = [self.store(), self.autosave.close()]
        return next(filter(None, problems), "")

    def store(self) -> str:
        """Store the window's geometry and what waits for the library; nothing ends.

        Returns:
            A sentence if something could not be stored.
        """
        self.settings.remember("geometry", self.saveGeometry())
        self.settings.remember("state", self.saveState())
        self.settings.sync()
        return self.desk.writes.finish()
