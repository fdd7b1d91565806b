"""The one window for solving and drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from helper.application.ending import ends_with_program
from helper.application.library_writes import LibraryWrites
from helper.application.rating_store import SEVERAL
from helper.application.settings import ClueSide, Settings
from helper.application.theme import Theme, ThemeManager
from helper.author.authoring import AuthorCommands
from helper.author.check_result import CheckStatus
from helper.author.repair_bar import RepairBar
from helper.author.repairing import RepairCommand
from helper.board.view import BoardView
from helper.draw.drawing import DrawingCommands
from helper.draw.tool_strip import ToolStrip
from helper.generate.random_puzzles import RandomPuzzles
from helper.hints.checking import CheckController
from helper.hints.hint_process import HintProcess
from helper.hints.hinting import HintController, HintStage
from helper.images.picture_files import has_picture, local_files, picture_in
from helper.main_window.actions import Actions
from helper.main_window.file_commands import NAME
from helper.main_window.help_menu import Helping
from helper.main_window.home import HomePage, Pages
from helper.main_window.library_commands import LibraryCommands
from helper.main_window.message_place import MessageFoot, MessagePlace
from helper.main_window.messages import Notices, ReviewRecovery, SolvedMessage, TroubleMessages
from helper.main_window.modes import Modes
from helper.main_window.paper_commands import PaperCommands
from helper.main_window.picture_sharing import PictureSharing
from helper.main_window.puzzle_sharing import PuzzleSharing
from helper.main_window.sharing_question import SharingQuestion
from helper.main_window.side_panel import SidePanel
from helper.main_window.solve_commands import SolvingWindow
from helper.main_window.status import Status
from helper.methods.catalogue import Catalogue
from helper.methods.outcomes import Outcomes
from helper.methods.solving import SolveController
from helper.methods.watch_bar import WatchBar
from helper.methods.watching import WatchController
from helper.palette.editing import PaletteCommands
from helper.palette.ink_choice import InkChoice
from helper.picture.creating import Creating
from helper.play.autosave import Autosave
from helper.play.checkpoint_menu import CheckpointMenu
from helper.play.guess_controller import GuessController
from helper.play.play_controls import PlayControls
from helper.play.session import Session
from helper.rating.board_rating import BoardRating
from helper.review.photo_shelf import PhotoShelf
from helper.review.scanning import Scanning
from helper.widgets.banner import Shape
from helper.widgets.dialog_lifetime import asked
from puzzles import Grid
from puzzles.titles import shortened

if TYPE_CHECKING:
    from helper.camera.window import CameraWindow
    from helper.statistics.window import StatisticsWindow
    from recognizer.values import Picture, Reading

MIN_BAR_PX = 640
"""In a narrower window the buttons of messages go below their texts."""


class MainWindow(SolvingWindow):
    """A session with its board, menus and messages."""

    def __init__(self, settings: Settings, themes: ThemeManager) -> None:
        super().__init__()
        self._is_put_away = False
        ends_with_program(self)
        self.settings = settings
        self.themes = themes
        self.session = Session(self)
        self.board = BoardView(self.session, settings, themes, self)
        self.message_place = MessagePlace()
        self.top_banner, self.bottom_banner = self.message_place.top, self.message_place.bottom
        self.troubles = TroubleMessages(self.message_place.trouble)
        self.palette_editing = PaletteCommands(self.session, self)
        self.notices = Notices(self.session, self.message_place.notice)
        self.panel = SidePanel(self.session, settings, self.palette_editing)
        self.ink_strip = InkChoice(
            self.session, settings, self.palette_editing, True, self, self.panel.isHidden
        )
        """The palette where there is no room for the panel."""
        self.watch_bar = WatchBar()
        self.repair_bar = RepairBar()
        self.drawing = DrawingCommands(self.session, self.board, self._redraw, self)
        self.tool_strip = ToolStrip(self.drawing.toolbox, self)
        # Outer widgets first: Qt styles all that is in a widget anew when it gets a parent.
        center = QWidget(self)
        self.setCentralWidget(center)
        pages = Pages(center)
        self.home = HomePage(self, pages, self._board_page(pages))
        self._foot = MessageFoot()
        column = _column(center)
        column.addWidget(pages, 1)
        column.addWidget(self._foot)
        self.status = Status(self.session, self.board, self.statusBar())
        self.outcomes = Outcomes(self.session, self.board, self.bottom_banner)
        self.solving = SolveController(self.session, self.board, self.outcomes, self)
        self.watching = WatchController(self.session, self.board, self.outcomes, self.watch_bar)
        self.writes = LibraryWrites(self)
        """Writes into the library."""
        self.photos = PhotoShelf(self.session, themes, self.writes, self)
        self.authoring = AuthorCommands(
            self.session, self.board, settings, themes, self.photos, self
        )
        self.status.add(self.authoring.badge)
        self.repairing = RepairCommand(self.session, self.board, self.repair_bar, self)
        self.scanning = Scanning(themes, settings, self._take_scanned, self)
        self.creating = Creating(self.session, themes, settings, self.may_leave, self)
        self.modes = Modes(
            self.session, self.bottom_banner, self.authoring.edit_clues, self._draw_solution, self
        )
        self.catalogue = Catalogue(self)
        self.helping = Helping(self.catalogue, settings, themes, self)
        self.camera: CameraWindow | None = None
        self.sharing = PictureSharing(self.session, settings, themes, self)
        self.sharing_question = SharingQuestion(self.session, self._has_several, self)
        self.puzzle_sharing = PuzzleSharing(
            self.session, self.may_leave, self.sharing_question.may_share, self
        )
        self.paper = PaperCommands(self, self)
        self.random = RandomPuzzles(self.session, settings, themes, self.may_leave, self)
        self.solved_message = SolvedMessage(self.session, self.bottom_banner, self)
        self.autosave: Autosave | None = None
        self.rating = BoardRating(self.session, self)
        self.controls = PlayControls(self.session, self.board, self, settings, themes)
        self.checkpoint_menu = CheckpointMenu(self.session, self)
        self.trying = GuessController(self.session, self.message_place.trial, self)
        self.hint_process = HintProcess(self)
        self.hinting = HintController(
            self.session, self.board, self.message_place.hint, self.hint_process, self
        )
        self.checking = CheckController(
            self.session, self.board, self.message_place.check, self.hint_process, settings,
            self.controls.lives, self,
        )  # fmt: skip
        self.statistics: StatisticsWindow | None = None
        self.library = LibraryCommands(self, self)
        self.actions_ = Actions(self, self)
        self.setAcceptDrops(True)
        self._connect()
        self._theme_changed(themes.theme)
        self._preferences_changed()
        self._restore_geometry()
        self.board.setFocus()

    def _board_page(self, parent: QWidget) -> QWidget:
        """The board with its bars and the side panel."""
        page = QWidget(parent)
        left = QWidget(page)
        column = _column(left)
        column.addWidget(self.board, 1)
        column.addWidget(self.ink_strip)
        column.addWidget(self.watch_bar)
        column.addWidget(self.repair_bar)
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tool_strip)
        row.addWidget(left, 1)
        row.addWidget(self.panel)
        return page

    def _redraw(self, marks: Grid, label: str) -> None:
        self.authoring.redraw(marks, label)

    def _connect(self) -> None:
        self.session.file_changed.connect(self.update_title)
        self.session.sheet_changed.connect(self.update_title)
        self.session.history_changed.connect(self.update_title)
        self.settings.changed.connect(self._preferences_changed)
        self.settings.failed.connect(self.troubles.add)
        self.writes.waiting.connect(self.show_message)
        self.themes.changed.connect(self._theme_changed)
        self.board.refused.connect(self._show_locked)
        for feature in (
            self.outcomes, self.solving, self.watching, self.scanning, self.photos, self.authoring,
            self.repairing, self.sharing, self.puzzle_sharing, self.paper,
            self.random,
        ):  # fmt: skip
            feature.message_requested.connect(self.show_message)
            feature.warning_requested.connect(self.show_warning)
        for speaker in (
            self.controls, self.modes, self.checking, self.trying, self.drawing.toolbox,
        ):  # fmt: skip
            speaker.message_requested.connect(self.show_message)
        for refuser in (self.palette_editing, self.drawing):
            refuser.message_requested.connect(self.notices.show)
        self.status.overflowed.connect(self.notices.show)
        self.controls.pause.changed.connect(
            lambda: self.panel.set_picture_hidden(self.controls.pause.is_paused)
        )
        self.board.clue_edit_requested.connect(self.authoring.edit_clues)
        self.board.menu_requested.connect(self.actions_.fill_board_menu)
        self.actions_.top_bar.add_before_zoom(self.controls.lives_view)
        self.actions_.top_bar.add_before_zoom(self.controls.timer)
        self.watching.running_changed.connect(self.solved_message.set_hidden)
        self.watch_bar.help_requested.connect(self.helping.show_methods)
        self.scanning.help_requested.connect(self.helping.show_scanning)
        self.scanning.create_requested.connect(self.creating.show)
        self.creating.help_requested.connect(self.helping.show_creating)
        self.helping.puzzle_requested.connect(self.home.open_first)
        self.helping.warning_requested.connect(self.troubles.add)
        self.hinting.lesson_requested.connect(self.helping.show_lesson)
        self.actions_.tools.aboutToShow.connect(self.catalogue.load)
        self.actions_.solve_with.aboutToShow.connect(self._fill_solve_with)
        self.catalogue.loaded.connect(self._describe_methods)
        self.actions_.recent.aboutToShow.connect(self._fill_recent)
        self.hinting.begun.connect(self.checking.end)
        self.checking.begun.connect(self.hinting.end)
        self.panel.shown_changed.connect(self._place_messages)
        self.message_place.message_shown.connect(self.panel.scroll_to)
        self.panel.shown_changed.connect(self.ink_strip.update_inks)
        self.authoring.decided.connect(self.rating.follow_drawing)
        self.rating.changed.connect(self.panel.set_rating)
        self.rating.changed.connect(self.authoring.set_rating)
        self._place_messages()
        self.update_title()

    def _restore_geometry(self) -> None:
        geometry = self.settings.remembered("geometry")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            room = self.screen().availableSize()
            self.resize(min(1080, room.width() * 9 // 10), min(760, room.height() * 9 // 10))
        self.restoreState(self.settings.remembered("state"))

    def keep_moves(self, autosave: Autosave) -> None:
        """Journal every move and review, and offer the reviews that a crash left."""
        self.autosave = autosave
        autosave.failed.connect(self.troubles.add)
        self.rating.keep(autosave.library, autosave.writes)
        self.controls.keep(autosave)
        self.hinting.keep(autosave.counts)
        self.checking.keep(autosave.counts)
        self.helping.keep(autosave.library, autosave.writes)
        autosave.zoom_restored.connect(self.board.restore_zoom)
        self.board.zoom_chosen.connect(autosave.keep_zoom)
        autosave.recovered.connect(self.troubles.remove)
        self.scanning.keep_reviews(autosave.library, autosave.owner, autosave.writes)
        ReviewRecovery(autosave, self.top_banner, self).offer()

    def _has_several(self) -> bool:
        """Whether the open puzzle is known to have several solutions."""
        rating, result = self.rating.rating, self.authoring.check.result
        is_rated_so = rating is not None and rating.word == SEVERAL
        return is_rated_so or (result is not None and result.kind is CheckStatus.SEVERAL)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was opened or drawn yet."""
        session = self.session
        return not (session.puzzle.has_clues or session.history or session.path)

    @property
    def home_shortcuts(self) -> Mapping[str, str]:
        """The shortcuts of Home's buttons."""
        actions = self.actions_
        buttons = {
            "random": actions.random, "new": actions.new, "scan": actions.scan,
            "picture": actions.create, "camera": actions.camera,
        }  # fmt: skip
        return {name: action.shortcut().toString() for name, action in buttons.items()}

    def set_home_shown(self, is_shown: bool) -> None:
        """Hide what belongs to the board while Home is shown."""
        self.actions_.top_bar.toolbar.setVisible(not is_shown)
        self.statusBar().setVisible(not is_shown)
        self.actions_.set_board_shown(not is_shown)
        self.controls.pause.set_board_shown(not is_shown)
        self._place_messages()
        self.update_title()
        if not is_shown:
            self.board.setFocus()

    # Messages

    def _place_messages(self) -> None:
        has_board = not self.home.is_shown
        in_panel = has_board and not self.panel.isHidden()
        place = self.panel.messages if in_panel else self._foot.place
        shape = Shape.BAR if self.width() >= MIN_BAR_PX else Shape.BLOCK
        shape = Shape.COLUMN if in_panel else shape
        self.message_place.move_to(place, shape, has_board=has_board)
        self.actions_.side_panel.setChecked(self.settings.shows_panel)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self.panel.fit_window()
        self.actions_.top_bar.fit(self.width())
        self._place_messages()

    def _show_locked(self) -> None:
        if self.board.look.is_thought:
            self.show_message(
                "The board shows the method's current state. Stop brings your marks back."
            )
        elif self.session.is_solved:
            self.show_message("The puzzle is solved. Undo goes back; Start Again clears it.")
        else:
            self.modes.offer()

    def update_title(self) -> None:
        """Name the window after its puzzle; an unsolved one from Home keeps its title secret."""
        title = self.home.open_name or shortened(self.session.puzzle.title)
        path = self.session.path
        self.panel.set_name(title or (path.name if path else "Untitled"))
        if self.home.is_shown:
            self.setWindowModified(False)
            self.setWindowTitle(NAME)
            return
        file = path.name if path else ""
        name = f"{title} ({file})" if file and title not in ("", file) else file or title
        self.setWindowTitle(f"{name or 'Untitled'}[*] — {NAME}")
        self.setWindowModified(path is not None and self.session.is_modified)

    def _theme_changed(self, theme: Theme) -> None:
        self.actions_.set_theme(theme)
        self.status.set_theme(theme)
        self.panel.set_theme(theme)
        self.ink_strip.set_theme(theme)
        self.tool_strip.set_theme(theme)

    def _preferences_changed(self) -> None:
        preferences = self.settings.preferences
        self.session.autofill = preferences.autofill
        for action in self.actions_.clue_sides.actions():
            action.setChecked(action.data() == preferences.clue_side.value)
        self.actions_.check.setChecked(preferences.check_while_creating)

    # Window

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # Qt override
        if local_files(event.mimeData()) or has_picture(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # Qt override
        mime = event.mimeData()
        source = picture_in(mime)
        event.acceptProposedAction()
        # The program that the file comes from waits until the drop is over.
        if source is not None:
            QTimer.singleShot(0, partial(self.scanning.start, source))
        elif files := local_files(mime):
            if len(files) > 1 or files[0].is_dir() or files[0].suffix.lower() == ".zip":
                QTimer.singleShot(0, partial(self.library.import_paths, files))
                return
            QTimer.singleShot(0, partial(self._open_if_may_leave, files[0]))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        is_told = self.hinting.stage is not HintStage.NONE or bool(self.message_place.check.text)
        if event.key() == Qt.Key.Key_Escape and is_told:
            self.hinting.end()
            self.checking.end()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # Qt override
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and hasattr(self, "controls"):
            self.controls.pause.window_activated()

    def closeEvent(self, event: QCloseEvent) -> None:  # Qt override
        if not self.may_leave() or not self.scanning.close():
            event.ignore()
            return
        if problem := self.put_away():
            self.show_warning(problem)
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
        self.scanning.put_away()
        self.solving.cancel()
        self.watching.close()
        self.repairing.end()
        self.authoring.close()
        self.creating.close()
        self.paper.close()
        self.random.close()
        self.drawing.close()
        self.catalogue.close()
        self.controls.close()
        self.checking.end()
        self.hint_process.close()
        self.library.close()
        self.home.close()
        self.rating.close()
        if self.compare_dialog is not None:
            self.compare_dialog.close_at_once()
        if self.camera is not None:
            self.camera.close_for_good()
        problems = [self.store(), self.autosave.close() if self.autosave else ""]
        return next(filter(None, problems), "")

    def store(self) -> str:
        """Store the window's geometry and what waits for the library; nothing ends.

        Returns:
            A sentence if something could not be stored.
        """
        self.settings.remember("geometry", self.saveGeometry())
        self.settings.remember("state", self.saveState())
        self.settings.sync()
        return self.writes.finish()

    def close_puzzle(self) -> None:
        """File > Close Puzzle: put it away and show Home."""
        if not self.home.is_shown and self.may_leave():
            self.session.close()
            self.home.show()

    def quit(self) -> None:
        """File > Quit: close all windows, unless the player cancels."""
        for window in QApplication.topLevelWidgets():
            # Main windows first: if one stays open, its dialogs stay as well.
            if isinstance(window, MainWindow) and window.isVisible() and not window.close():
                return
        QApplication.closeAllWindows()

    # Edit, View, Tools, Help

    def edit_preferences(self) -> None:
        """Edit > Preferences."""
        from helper.preferences.dialog import PreferencesDialog

        with asked(PreferencesDialog(self.settings, self.themes, self)) as dialog:
            dialog.exec()

    def zoom_reset(self) -> None:
        """View > Normal Size."""
        self.board.zoom_to_normal()

    def set_clue_side(self, side: ClueSide) -> None:
        """View > Clues Left and Above, Clues Right and Below."""
        self.settings.change(clue_side=side)

    def toggle_check(self) -> None:
        """Puzzle > Check While Creating."""
        self.settings.change(check_while_creating=self.actions_.check.isChecked())

    def show_statistics(self) -> None:
        """Tools > Statistics."""
        from helper.statistics.window import show_statistics

        if self.autosave is None:
            self.show_message("There are no statistics: your games are not kept.")
            return
        known, library = self.statistics, self.autosave.library
        self.statistics = show_statistics(known, library, self.themes, self, self.rating.ratings)
        if known is None:
            self.statistics.puzzles_requested.connect(self.home.show)

    def show_camera(self) -> CameraWindow:
        """View > Camera: show its window; a new one starts with the camera off."""
        if self.camera is None:
            from helper.camera.window import CameraWindow

            self.camera = CameraWindow(
                self.settings, self.themes, self._review_frame, self.helping.show_camera
            )
        self.camera.show()
        self.camera.raise_()
        self.camera.activateWindow()
        return self.camera

    def _review_frame(self, picture: Picture, reading: Reading, name: str) -> None:
        self.show()  # the camera window may have been the only one
        self.scanning.review(picture, reading, name)


def _column(widget: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
