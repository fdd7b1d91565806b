"""The main window's commands: menus and shortcuts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from helper.application.icons import icon, sizes_of
from helper.application.settings import ClueSide
from helper.application.theme import Theme
from helper.board.hits import Hit
from helper.main_window.commands import Commands
from helper.main_window.drawing_actions import DrawingActions
from helper.main_window.help_actions import HelpActions
from helper.main_window.puzzle_sharing import FORMS
from helper.main_window.top_bar import ICON_PX, TopBar
from helper.play.lives import LIVES
from helper.play.mode import Mode
from helper.play.pause import PAUSE_KEYS
from helper.widgets.tooltips import hint, hint_undo
from puzzles.formats import Format
from puzzles.turning import Turn

_Keys = QKeySequence.StandardKey
_COPY = "Put the clues on the clipboard, to paste them elsewhere"
_INVERT = "Shaded cells become clear, all others shaded"
_MENU_ICON_PX = 16
_ICON_SIZES_PX = (*sizes_of(_MENU_ICON_PX), *sizes_of(ICON_PX))


class Actions:
    """Every command as a QAction, in its menu and on the top bar."""

    def __init__(self, window: QMainWindow, commands: Commands) -> None:
        self._window = window
        self._commands = commands
        self._icons: list[tuple[QAction, str]] = []
        self._make_file_actions()
        self._make_edit_actions()
        self._make_view_actions()
        self._make_other_actions()
        self._fill_menus()
        self.top_bar = TopBar(self, window)
        session = commands.session
        for changed in (session.mode_changed, session.sheet_changed, session.solved_changed):
            changed.connect(self._follow)
        commands.controls.changed.connect(self._follow)
        session.cells_changed.connect(self._follow)  # a drawing may become empty
        session.history_changed.connect(self._follow)
        session.reset.connect(self._follow)
        commands.drawing.toolbox.changed.connect(self._follow)
        commands.home.undo_changed.connect(self._follow_undo)
        self._follow()

    def _clear(self) -> None:
        commands = self._commands
        if commands.session.mode is Mode.DRAW:
            commands.session.clear_grid()
        else:
            commands.controls.start_again()

    def _paste(self) -> None:
        commands = self._commands
        if commands.drawing.paste():
            return
        if commands.puzzle_sharing.can_paste:
            commands.puzzle_sharing.paste()
        else:
            commands.scanning.paste()

    def _follow_copy(self, action: QAction, form: Format) -> None:
        """Disable a format that cannot hold the open puzzle, and say why."""
        why_not = self._commands.puzzle_sharing.why_not(form)
        action.setEnabled(not why_not)
        hint(action, why_not or _COPY)

    def _make_copy_menu(self, edit: QMenu) -> None:
        sharing = self._commands.puzzle_sharing
        self.copy_puzzle = edit.addMenu("Copy Pu&zzle As")
        for name, form, what in FORMS:
            action = self.copy_puzzle.addAction(name)
            action.triggered.connect(partial(sharing.copy, form, what))
            self.copy_puzzle.aboutToShow.connect(partial(self._follow_copy, action, form))
        image = self.copy_puzzle.addAction("Ima&ge")
        hint(image, "Put a picture of the puzzle on the clipboard")
        image.triggered.connect(sharing.copy_image)

    def fill_board_menu(self, menu: QMenu, hit: Hit) -> None:
        """Add the commands that a context menu of the board has besides its own."""
        self._commands.drawing.fill_menu(menu, hit)
        menu.addSeparator()
        if self.pause.isEnabled():
            menu.addAction(self.pause)
        _fill_menu(menu, self.undo, self.redo)

    def set_board_shown(self, is_shown: bool) -> None:
        """Take away the commands on the board while it is hidden, with their shortcuts."""
        for action in (
            self.save, self.save_as, self.export, self.properties, self.close, self.redo,
            self.clear, self.play, self.draw, self.edit_clues, self.generate_clues, self.repair,
            self.pause, self.lives, self.change_size, *self.turns, self.invert, self.zoom_in,
            self.zoom_out, self.zoom_reset, self.zoom_fit, self.side_panel, self.map, self.photo,
            self.solve, self.hint, self.check_now, self.try_guess, self.keep_trial,
            self.take_back_trial, self.set_checkpoint, self.checkpoints.menuAction(), self.explain,
            *self.drawing.all, self.compare, self.board.menuAction(), self.colors.menuAction(),
            self.puzzle.menuAction(), self.solve_with.menuAction(),
        ):  # fmt: skip
            action.setVisible(is_shown)
        self._follow_undo()

    def _follow_undo(self) -> None:
        """Offer to undo a deletion on Home, or the last move on the board."""
        home, stack = self._commands.home, self._commands.session.undo_stack
        name = home.undo_name if home.is_shown else stack.undoText()
        can_undo = stack.canUndo() and self._commands.controls.can_undo
        self.undo.setEnabled(bool(name) if home.is_shown else can_undo)
        self.undo.setText(f"&Undo {name}".rstrip())

    def _undo(self) -> None:
        home = self._commands.home
        if home.is_shown:
            home.undo()
        elif not self._commands.board.drop_unfinished():
            self._commands.session.undo_stack.undo()

    def _follow(self) -> None:
        """Offer what the mode allows."""
        session = self._commands.session
        is_drawn = session.mode is Mode.DRAW
        self.play.setChecked(not is_drawn)
        self.draw.setChecked(is_drawn)
        self.play.setEnabled(not is_drawn or session.puzzle.has_clues)
        self.clear.setText("&Clear Drawing" if is_drawn else "Start &Again")
        for action in (self.edit_clues, self.change_size, self.repair):
            action.setEnabled(is_drawn)
        why_not = self._commands.authoring.why_not_invert
        self.invert.setEnabled(is_drawn and not why_not)
        self.invert.setToolTip(why_not or _INVERT)
        controls, stack = self._commands.controls, session.undo_stack
        self._follow_undo()
        self.redo.setEnabled(stack.canRedo() and controls.can_undo)
        self.redo.setText(f"&Redo {stack.redoText()}".rstrip())
        self.set_checkpoint.setEnabled(controls.can_undo and not controls.pause.is_paused)
        self.pause.setEnabled(controls.pause.can_pause or controls.pause.is_paused)
        self.pause.setText("Continue" if controls.pause.is_paused else "Pa&use")
        is_free = controls.can_undo and not controls.pause.is_paused
        self.hint.setEnabled(is_free and self._commands.hinting.is_possible)
        self.check_now.setEnabled(self.hint.isEnabled())
        self.try_guess.setEnabled(is_free and session.can_try)
        for action in (self.keep_trial, self.take_back_trial):
            action.setEnabled(is_free and self._commands.trying.can_end)
        self.lives.setChecked(controls.is_with_lives)
        self.lives.setEnabled(controls.can_change_lives)
        self.drawing.follow()
        pastes = self.drawing.pastes_cells
        self.paste.setText("Pa&ste" if pastes else "Pa&ste Puzzle")
        self.generate_clues.setEnabled(is_drawn and not session.state.drawing)
        self.top_bar.set_mode(session.mode)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        for action, name in self._icons:
            action.setIcon(icon(name, theme, _ICON_SIZES_PX))

    def _make(
        self,
        text: str,
        icon_name: str,
        keys: QKeySequence.StandardKey | str | None,
        tip: str,
        triggered: Callable[[], object],
    ) -> QAction:
        action = QAction(text, self._window)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        hint(action, tip)
        action.setStatusTip(tip)
        action.triggered.connect(lambda: triggered())
        if icon_name:
            self._icons.append((action, icon_name))
        return action

    def _make_file_actions(self) -> None:
        w, make = self._commands, self._make
        self.home = make(
            "&Home", "home", "Alt+Home", "All puzzles, and back to the board", w.home.toggle
        )
        self.new = make("&New…", "new", _Keys.New, "An empty board to draw on", w.new)
        self.random = make(
            "New Ran&dom Puzzle…", "", "Ctrl+R", "A puzzle that the program makes", w.random.ask
        )
        self.open = make("&Open…", "open", _Keys.Open, "Open a puzzle file", w.open)
        self.scan = make(
            "Scan &Picture…",
            "scan",
            "Ctrl+Shift+O",
            "Read a printed puzzle with numbers: from a photo, a scan or a screenshot",
            w.scanning.choose,
        )
        self.save = make("&Save", "save", _Keys.Save, "Save puzzle and marks", w.save)
        self.save_as = make(
            "Save &As…", "save-as", "Ctrl+Shift+S", "Save under another name", w.save_as
        )
        self.import_files = make(
            "&Import Files…",
            "",
            None,
            "Add puzzle files and zip archives to the library",
            w.library.import_files,
        )
        self.import_folder = make(
            "Import &Folder…",
            "",
            None,
            "Add all puzzles of a folder to the library",
            w.library.import_folder,
        )
        self.back_up = make(
            "&Back Up…", "", None, "Write your games and puzzles into one file", w.library.back_up
        )
        self.restore = make(
            "&Restore…", "", None, "Replace the library by a backup", w.library.restore
        )
        self.properties = make(
            "Propert&ies…",
            "",
            "Ctrl+I",
            "Title, author and licence of the puzzle",
            w.authoring.edit_properties,
        )
        self.print = make(
            "Prin&t…", "print", _Keys.Print, "Print it, or save it as PDF", w.paper.print
        )
        self.export = make(
            "&Export…", "", None, "The puzzle as PDF, drawing, image or web page", w.paper.export
        )
        self.close = make(
            "&Close Puzzle", "", "Ctrl+W", "Put the puzzle away and show Home", w.close_puzzle
        )
        self.close_window = make(
            "Close &Window", "", "Ctrl+Shift+W", "Close this window; your marks are kept", w.close
        )
        self.quit = make("&Quit", "", "Ctrl+Q", "Close all windows", w.quit)

    def _make_edit_actions(self) -> None:
        w, make, stack = self._commands, self._make, self._commands.session.undo_stack
        self.undo = make("&Undo", "undo", _Keys.Undo, "", self._undo)
        self.redo = make("&Redo", "redo", _Keys.Redo, "", stack.redo)
        self.redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        hint_undo(self.undo, self.redo)
        self.set_checkpoint = make(
            "&Set…", "", "Ctrl+M", "Name the board as it is now", w.checkpoint_menu.ask
        )
        self.play = make("&Play", "", "Ctrl+1", "Solve this puzzle", w.modes.play)
        self.draw = make(
            "&Draw", "", "Ctrl+2", "Change the picture or the clues of this puzzle", w.modes.draw
        )
        for action in (self.play, self.draw):
            action.setCheckable(True)
            action.triggered.connect(self._follow)  # a click on a checked action unchecks it
        self.pause = make(
            "Pa&use",
            "pause",
            PAUSE_KEYS[0],
            "Stop the time and cover the board",
            w.controls.pause.toggle,
        )
        self.pause.setShortcuts([QKeySequence(key) for key in PAUSE_KEYS])
        self.lives = make(
            f"Play With {LIVES} &Lives",
            "",
            None,
            "A wrong cell costs a life; Undo does not bring it back",
            lambda: w.controls.set_lives(not w.controls.is_with_lives),
        )
        self.lives.setCheckable(True)
        self.clear = make(
            "Start &Again",
            "clear",
            "Ctrl+Shift+Delete",
            "Make all cells clear; Undo brings them back",
            self._clear,
        )
        self.edit_clues = make(
            "&Edit Clues…",
            "edit-clues",
            "Ctrl+E",
            "Type the clues of all lines",
            w.authoring.edit_clues,
        )
        self.generate_clues = make(
            "&Generate Clues",
            "generate-clues",
            "Ctrl+G",
            "Take the clues from the shaded cells; then they follow the drawing",
            w.authoring.generate_clues,
        )
        self.paste = make(
            "Pa&ste Puzzle",
            "",
            _Keys.Paste,
            "Open the puzzle on the clipboard: text, link or picture; in a drawing paste cells",
            self._paste,
        )
        self.preferences = make(
            "&Preferences…", "preferences", "Ctrl+,", "Theme, board, help, time", w.edit_preferences
        )
        self.preferences.setMenuRole(QAction.MenuRole.PreferencesRole)

        self._make_board_actions()
        self.drawing = DrawingActions(w.drawing, make)

    def _make_board_actions(self) -> None:
        author, make = self._commands.authoring, self._make
        self.change_size = make(
            "Change &Size…",
            "",
            None,
            "Add or remove rows and columns; the drawing is kept",
            author.change_size,
        )
        self.turns: list[QAction] = []
        for turn, text, tip in (
            (Turn.FLIP_HORIZONTALLY, "Flip &Horizontally", "Left and right change places"),
            (Turn.FLIP_VERTICALLY, "Flip &Vertically", "Top and bottom change places"),
            (Turn.ROTATE_LEFT, "Rotate &Left", "A quarter turn against the clock"),
            (Turn.ROTATE_RIGHT, "Rotate &Right", "A quarter turn with the clock"),
        ):
            command = partial(self._commands.drawing.turn, turn, author.turn)
            self.turns.append(make(text, "", None, tip, command))
        self.invert = make("&Invert", "", None, _INVERT, author.invert)

    def _make_view_actions(self) -> None:
        w, make = self._commands, self._make
        self.zoom_in = make(
            "Zoom &In", "zoom-in", _Keys.ZoomIn, "Larger cells", lambda: w.board.zoom_by(1)
        )
        self.zoom_in.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        self.zoom_out = make(
            "Zoom &Out", "zoom-out", _Keys.ZoomOut, "Smaller cells", lambda: w.board.zoom_by(-1)
        )
        self.zoom_reset = make(
            "&Normal Size", "", "Ctrl+0", "The cell size of the preferences", w.zoom_reset
        )
        self.zoom_fit = make(
            "&Fit to Window", "zoom-fit", "Ctrl+9", "The whole board in view", w.board.zoom_to_fit
        )
        self.side_panel = make(
            "Si&de Panel", "panel", "F9", "Show or hide the panel beside the board", w.panel.toggle
        )
        self.side_panel.setCheckable(True)
        self.map = make("&Map", "", None, "A small map of boards that do not fit", lambda: None)
        self.map.setCheckable(True)
        self.map.setChecked(True)
        self.map.toggled.connect(w.board.set_map_shown)
        self.photo = make(
            "Show &Photo", "photo", None, "The picture that this puzzle came from", w.photos.show
        )
        self.camera = make(
            "&Camera…",
            "camera",
            "Ctrl+Shift+C",
            "Show the camera a puzzle: the solution appears on the page",
            w.show_camera,
        )
        self.check = make(
            "Check &While Creating",
            "",
            None,
            "Show how many solutions the puzzle has while you draw it or edit its clues",
            w.toggle_check,
        )
        self.check.setCheckable(True)
        self.clue_sides = QActionGroup(self._window)
        for side, text in (
            (ClueSide.LEFT_ABOVE, "Clues &Left and Above"),
            (ClueSide.RIGHT_BELOW, "Clues &Right and Below"),
        ):
            action = make(text, "", None, text.replace("&", ""), partial(w.set_clue_side, side))
            action.setCheckable(True)
            action.setData(side.value)
            self.clue_sides.addAction(action)

    def _make_other_actions(self) -> None:
        w, make = self._commands, self._make
        self.hint = make(
            "&Hint",
            "hint",
            "Ctrl+H",
            "The next step: where it is; again: why; again: do it",
            w.hinting.press,
        )
        self.check_now = make(
            "Check &Now",
            "",
            "Ctrl+K",
            "Whether your marks are right so far",
            w.checking.press,
        )
        self.try_guess = make(
            "&Try a Guess",
            "",
            "Ctrl+T",
            "The next marks follow from a guess, which can be taken back as a whole",
            w.trying.begin,
        )
        self.keep_trial = make(
            "&Keep Guess", "", "Ctrl+Shift+T", "The marks of the guess become yours", w.trying.keep
        )
        self.take_back_trial = make(
            "Take &Back Guess",
            "",
            "Ctrl+Backspace",
            "Remove the marks of the guess, as one step of undo",
            w.trying.take_back,
        )
        self.solve = make("&Solve", "solve", "F5", "Show the solution, or all of them", w.solve)
        self.statistics = make(
            "S&tatistics…",
            "",
            None,
            "What you have solved, day by day and by size",
            w.show_statistics,
        )
        self.explain = make(
            "&Explain…", "", None, "The whole solution, step by step in words", w.explain
        )
        self.compare = make(
            "&Compare Methods…",
            "compare",
            "Ctrl+Shift+F5",
            "Run several solving methods side by side",
            w.compare_methods,
        )
        self.repair = make(
            "&Repair…",
            "",
            "Ctrl+Shift+R",
            "Change a few cells of the drawing so that it has one solution",
            w.repair,
        )
        self.create = make(
            "Create &From Picture…",
            "",
            "Ctrl+Shift+N",
            "Make a puzzle of a photo, a drawing, an icon, a GIF or an SVG",
            w.creating.show,
        )
        self.help = HelpActions(w.helping, make)

    def _fill_menus(self) -> None:
        bar = self._window.menuBar()
        file = bar.addMenu("&File")
        _fill_menu(file, self.home, None, self.new, self.random, self.open, self.scan, self.create)
        self.recent = file.addMenu("Open &Recent")
        _fill_menu(file, None, self.save, self.save_as, self.export, self.print, None)
        file.addAction(self.properties)
        library = file.addMenu("&Library")
        _fill_menu(library, self.import_files, self.import_folder, None, self.back_up, self.restore)
        _fill_menu(file, None, self.close, self.close_window, self.quit)
        edit = bar.addMenu("&Edit")
        _fill_menu(edit, self.undo, self.redo)
        self.checkpoints = edit.addMenu("Checkpo&ints")
        self._commands.checkpoint_menu.fill(self.checkpoints, self.set_checkpoint)
        _fill_menu(edit, None, self.clear, None)
        self.board = edit.addMenu("&Board")
        _fill_menu(self.board, self.change_size, *self.drawing.sizes, None, *self.turns, None)
        _fill_menu(self.board, *self.drawing.shifts, None, *self.drawing.outlines, self.invert)
        self.colors = edit.addMenu("Co&lours")
        editing = self._commands.palette_editing
        self.colors.aboutToShow.connect(lambda: editing.fill_menu(self.colors))
        _fill_menu(edit, None, self.drawing.cut, self.drawing.copy, self.paste)
        self._make_copy_menu(edit)
        _fill_menu(edit, self.drawing.select_all, None, self.preferences)
        self.puzzle = puzzle = bar.addMenu("&Puzzle")
        _fill_menu(puzzle, self.play, self.draw, None, self.hint, self.check_now, None)
        _fill_menu(puzzle, self.try_guess, self.keep_trial, self.take_back_trial, None)
        _fill_menu(puzzle, self.pause, self.lives, None)
        _fill_menu(puzzle, self.edit_clues, self.generate_clues)
        _fill_menu(puzzle, self.repair, None, self.check)
        view = bar.addMenu("&View")
        _fill_menu(view, self.zoom_in, self.zoom_out, self.zoom_reset, self.zoom_fit, None)
        view.addActions(self.clue_sides.actions())
        _fill_menu(view, None, self.side_panel, self.map, None, self.photo, self.camera)
        view.aboutToShow.connect(lambda: self.photo.setEnabled(self._commands.photos.has_photo))
        self.tools = bar.addMenu("&Tools")
        self.tools.addAction(self.solve)
        self.solve_with = self.tools.addMenu("Solve &With")
        self.solve_with.setToolTipsVisible(True)
        self._icons.append((self.solve_with.menuAction(), "watch"))
        _fill_menu(self.tools, self.explain, self.compare, None, self.statistics)
        _fill_menu(bar.addMenu("&Help"), *self.help.all)


def _fill_menu(menu: QMenu, *actions: QAction | None) -> None:
    for action in actions:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)
