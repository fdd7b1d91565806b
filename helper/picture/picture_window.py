"""The window of File > Create From Picture: a picture, its board, and the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QColorDialog, QDialog, QFileDialog, QWidget

from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.author.author_check import AuthorCheck
from helper.author.check_result import CheckResult, CheckStatus, Hatching
from helper.author.repair_controller import RepairController
from helper.images.picture_files import drawable_in, files_filter, has_drawable
from helper.picture.layout import PictureLayout
from helper.picture.picture_choices import PictureChoices
from helper.picture.picture_work import (
    DescribeRequest,
    DrawnBoard,
    DrawRequest,
    PictureDescription,
    RepairRequest,
    make_handler,
    rgb_of_state,
)
from helper.workers.request_process import RequestProcess
from puzzles import BLANK, Grid
from puzzles.formats import Document
from puzzles.titles import title_of_file
from puzzles.words import _, capitalized, paragraph, worded
from recognizer.making.settings import Background, Crop
from solver.author.repair import Repairs

_TITLE = _("Create From Picture")
_SIZE_PX = (1240, 780)
_REDO_KEYS = ("Ctrl+Shift+Z", "Ctrl+Y")


class PictureWindow(QDialog):
    """Lets the user make a puzzle from a picture, and hands it on.

    Nothing outside of the window changes until Create.

    Signals:
        help_requested: The user asks for the help page.
    """

    help_requested = Signal()

    def __init__(
        self,
        settings: Settings,
        themes: ThemeManager,
        accept: Callable[[Document], bool],
        parent: QWidget | None = None,
    ) -> None:
        """Make the window, without a picture.

        Args:
            settings: Remember the folder of the last picture.
            themes: The colours to follow.
            accept: Puts the puzzle on the board; returns ``False`` if the user declined.
            parent: The main window.
        """
        super().__init__(parent)
        self.setWindowTitle(_TITLE)
        self.setWindowFlags(
            Qt.WindowType.Window
            | Qt.WindowType.WindowMinMaxButtonsHint
            | Qt.WindowType.WindowCloseButtonHint
        )
        self._settings, self._themes, self._accept = settings, themes, accept
        self.work: PictureWork | None = None
        """The requests about the picture that is shown."""
        self._opening: PictureWork | None = None
        self.choice: PictureChoices | None = None
        self.board: DrawnBoard | None = None
        """The board that is shown."""
        self._is_current = False
        """Whether :attr:`board` belongs to the current settings."""
        self._hatching = Hatching()
        self.check = AuthorCheck(self)
        self.parts = PictureLayout(settings, themes, self)
        self.controller = RepairController(self.parts.board.overlays, self.parts.repair_bar, self)
        self.parts.board.cell_chosen.connect(self.controller.choose_cell)
        self.parts.board.painted.connect(self._correct)
        self.parts.inks.chosen.connect(self.parts.board.pencil.choose)
        self.parts.board.ink_requested.connect(self.parts.inks.choose)
        self.parts.undo_button.clicked.connect(self.undo)
        self.parts.redo_button.clicked.connect(self.redo)
        self._connect()
        self._theme_changed(themes.theme)
        self._show_possible()
        self.setAcceptDrops(True)
        room = self.screen().availableSize()
        self.resize(*(min(a, b * 95 // 100) for a, b in zip(_SIZE_PX, room.toTuple(), strict=True)))

    def _connect(self) -> None:
        parts, panel = self.parts, self.parts.panel
        parts.open_button.clicked.connect(self.choose)
        parts.paste_button.clicked.connect(self.paste)
        parts.create_button.clicked.connect(self.create_drawing)
        parts.cancel_button.clicked.connect(self.reject)
        parts.help_button.clicked.connect(self.help_requested)
        parts.repair_button.clicked.connect(self.repair)
        QShortcut(QKeySequence.StandardKey.Open, self, self.choose)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.create_drawing)
        QShortcut(QKeySequence.StandardKey.HelpContents, self, self.help_requested.emit)
        QShortcut(QKeySequence("Ctrl+W"), self, self.reject)
        QShortcut(QKeySequence.StandardKey.Paste, self, self.paste)
        QShortcut(QKeySequence.StandardKey.Undo, self, self.undo)
        for keys in _REDO_KEYS:
            QShortcut(QKeySequence(keys), self, self.redo)
        parts.view.cropped.connect(lambda crop: self._choose(PictureChoices.set_crop, crop))
        parts.view.color_picked.connect(self._color_picked)
        parts.turn_left.clicked.connect(lambda: self._choose(PictureChoices.turn, -1))
        parts.turn_right.clicked.connect(lambda: self._choose(PictureChoices.turn, 1))
        parts.tilt.valueChanged.connect(
            lambda degrees: self._choose(PictureChoices.set_tilt, degrees)
        )
        parts.whole.clicked.connect(lambda: self._choose(PictureChoices.set_crop, Crop()))
        panel.columns_chosen.connect(lambda n: self._choose(PictureChoices.set_columns, n))
        panel.rows_chosen.connect(lambda n: self._choose(PictureChoices.set_rows, n))
        panel.colors_chosen.connect(lambda n: self._choose(PictureChoices.set_colors, n))
        panel.proportion_chosen.connect(
            lambda is_on: self._choose(PictureChoices.keep_proportion, is_on)
        )
        panel.chosen.connect(self._settings_chosen)
        panel.color_chosen.connect(self._recolor)
        panel.background_chosen.connect(self._choose_background)
        panel.picking_chosen.connect(self._pick)
        panel.reset_chosen.connect(lambda: self._choose(PictureChoices.reset))
        self.controller.corrected.connect(self._correct)
        self.controller.undone.connect(self.undo)
        self.controller.stopped.connect(self._stop_repair)
        self.check.changed.connect(self._show_result)
        self._themes.changed.connect(self._theme_changed)
        self._settings.changed.connect(self._examine)
        QApplication.clipboard().dataChanged.connect(self._show_possible)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self.parts.fit(event.size().width())

    def _theme_changed(self, theme: Theme) -> None:
        self.parts.set_theme(theme)

    # A picture

    def choose(self) -> None:
        """Ask for a file and open it."""
        chosen, _ = QFileDialog.getOpenFileName(
            self, _TITLE, self._settings.scan_folder, files_filter(with_drawings=True)
        )
        if chosen:
            self.open_picture(Path(chosen))

    def paste(self) -> None:
        """Open the picture in the clipboard."""
        source = drawable_in(QApplication.clipboard().mimeData())
        if source is None:
            self.parts.show_warning(_("There is no picture in the clipboard."))
        else:
            self.open_picture(source)

    def open_picture(self, source: Path | bytes, name: str = "") -> None:
        """Open a picture; the old one stays until it is decoded, or if it cannot be read.

        Args:
            source: A file, or the bytes of one.
            name: The name of the file that the bytes are from.
        """
        self._stop_opening()
        if isinstance(source, Path):
            name = source.name
            self._settings.scan_folder = str(source.parent)
        work = PictureWork(source, self)
        work.seen.connect(partial(self._show_picture, work, name))
        work.failed.connect(partial(self._fail, work))
        self._opening = work
        self.parts.banner.clear()
        self.parts.show_opening(name)
        work.start()

    def _show_picture(self, work: PictureWork, name: str, seen: PictureDescription) -> None:
        if self.work is not None:
            self._discard(self.work)
        self._opening, self.work = None, work
        work.drawn.connect(self._show_board)
        work.repairs_found.connect(self.controller.update)
        self.choice, self.board = PictureChoices(seen), None
        self.controller.end()
        self.parts.view.show_picture(seen.shown)
        self.parts.title.setText(title_of_file(name))
        self.setWindowTitle(f"{name} — {_TITLE}" if name else _TITLE)
        self.parts.show_message(seen.sentence)
        self._draw()
        self.parts.view.setFocus()

    def _fail(self, work: PictureWork, sentence: str) -> None:
        """Show why a picture cannot be opened, or why a request about the open one failed."""
        if work is self._opening:
            self._stop_opening()
            warning = worded("The picture cannot be used: {problem}", problem=_ended(sentence))
            stays = "" if self.work is None else _("The picture that was open stays.")
            self.parts.show_warning(paragraph(warning, stays))
            self.parts.show_message(self.choice.seen.sentence if self.choice is not None else "")
        else:
            self.controller.end()
            self.parts.show_warning(_ended(capitalized(sentence)))
        self._show_possible()

    def _stop_opening(self) -> None:
        if self._opening is not None:
            self._discard(self._opening)
            self._opening = None

    def _discard(self, work: PictureWork) -> None:
        work.close()
        work.deleteLater()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # Qt override
        if has_drawable(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # Qt override
        source = drawable_in(event.mimeData())
        event.acceptProposedAction()
        if source is not None:
            # The program that the file comes from waits until the drop is over.
            QTimer.singleShot(0, self, partial(self.open_picture, source))

    def offer_clipboard(self) -> None:
        """Offer the picture in the clipboard, if none is open."""
        if self.work is None and self._opening is None and _clipboard_has_picture():
            self.parts.banner.show_message(
                _("There is a picture in the clipboard."), **{_("Use It"): self.paste}
            )

    # Settings

    def _choose(self, change: Callable[..., object], *values: object) -> None:
        """Change the settings and request a new board."""
        if self.choice is None:
            return
        try:
            change(self.choice, *values)
        except ValueError as error:
            self.parts.show_warning(_ended(capitalized(str(error))))
            self._show_choice()
        else:
            self.controller.end()
            self._draw()

    def _settings_chosen(self, values: Mapping[str, Any]) -> None:
        if self.choice is None:
            return
        settings = dict(values)
        if "tolerance" in settings and self.choice.settings.background is not None:
            before = self.choice.settings.background
            settings = {"background": replace(before, tolerance=settings["tolerance"])}
        self._choose(lambda choice: choice.change(**settings))

    def _pick(self, is_picking: bool) -> None:
        """Switch on or off that a click into the picture picks the colour to remove."""
        self.parts.view.pick_color(is_picking)
        if is_picking:
            self.parts.view.setFocus()  # it takes Esc to cancel
            self.parts.show_message(_("Click the colour to remove in the picture. Esc cancels."))
        elif self.choice is not None:
            self.parts.show_message(self.choice.seen.sentence)
            self._show_choice()

    def _color_picked(self, color: str) -> None:
        self.parts.panel.stop_picking()
        self._pick(False)
        if color and self.choice is not None:
            before = self.choice.settings.background
            tolerance = before.tolerance if before else Background(color).tolerance
            self._choose(lambda choice: choice.change(background=Background(color, tolerance)))

    def _choose_background(self, color: str) -> None:
        chosen = self._ask_color(color, _("Colour to Remove"))
        if chosen:
            self._color_picked(chosen)

    def _recolor(self, index: int) -> None:
        if self.board is None:
            return
        board, color = self.board, self.board.puzzle.palette[index].rgb
        chosen = self._ask_color(color, _("Colour of the Puzzle"))
        if chosen and chosen != color:
            found = [each.rgb for each in board.found]
            self._choose(PictureChoices.recolor, index, chosen, found, board.picture_colors)

    def _ask_color(self, color: str, title: str) -> str:
        chosen = QColorDialog.getColor(QColor(color), self, title)
        return chosen.name() if chosen.isValid() else ""

    def _draw(self) -> None:
        """Request a board with the current settings."""
        self._show_choice()
        self._is_current = False
        if self.work is not None and self.choice is not None:
            self.work.draw(self.choice.draw)
        self._show_possible()

    def _show_choice(self) -> None:
        if self.choice is not None:
            settings = self.choice.settings
            self.parts.panel.show_choice(self.choice)
            self.parts.view.show_choice(settings.crop, settings.rotation)
            self.parts.show_tilt(self.choice.tilt)
            self.parts.whole.setEnabled(not settings.crop.is_whole)
            self.parts.show_corrections(self.choice.sentence)

    # The board

    def _show_board(self, board: DrawnBoard) -> None:
        assert self.choice is not None
        if board.asked.corrections != self.choice.corrections:
            return  # it lacks painted cells; the board with them follows
        self.board = board
        self._is_current = board.asked == self.choice.draw
        self.parts.board.show_board(board.grid, board.puzzle)
        self._hatching.follow(self.parts.board.look.hatched)
        self.parts.panel.show_board(board)
        self.parts.show_facts(board)
        self.parts.banner.clear()
        self.controller.follow(board.grid, self.choice.may_undo_cells)
        self._examine()
        self._show_possible()

    def _examine(self) -> None:
        """Check the puzzle, if the preferences ask for it; the old result stays until then."""
        if self.board is None:
            return
        if not self._settings.preferences.check_while_creating:
            self.check.drop()
            self.parts.board.overlays.show_hatched(self._hatching.update(None))
        elif not self.check.is_about(self.board.puzzle):
            self.check.examine(self.board.puzzle)
        elif not self.check.is_busy:
            self._show_result(self.check.result)

    def _show_result(self, result: CheckResult | None) -> None:
        self.parts.badge.show_result(result)
        self.parts.board.overlays.show_hatched(self._hatching.update(result))
        self._show_possible()

    def _show_possible(self) -> None:
        parts, result = self.parts, self.check.result
        has_picture = self.choice is not None
        parts.show_parts(has_picture)
        parts.title.setEnabled(has_picture)
        parts.paste_button.setEnabled(_clipboard_has_picture())
        parts.create_button.setEnabled(self.may_create)
        is_open = result is None or result.kind in (CheckStatus.SEVERAL, CheckStatus.UNDECIDED)
        parts.repair_button.setEnabled(self.may_create and is_open and not self.controller.is_on)
        parts.board.pencil.may_paint = not self.controller.is_on
        parts.painting.setVisible(not self.controller.is_on)  # a repair has an Undo of its own
        parts.undo_button.setEnabled(self.choice is not None and self.choice.may_undo)
        parts.redo_button.setEnabled(self.choice is not None and self.choice.may_redo)

    # Repair

    def repair(self) -> None:
        """Start the search for repairs."""
        if self.work is not None and self.choice is not None and self.board is not None:
            self.controller.begin(self.board.grid, self.choice.may_undo_cells)
            self.work.repair(self.choice.repair)
            self._show_possible()

    def _stop_repair(self) -> None:
        if self.work is not None:
            self.work.stop_repair()
        self._show_possible()

    def _correct(self, cells: Mapping[int, int]) -> None:
        if self.choice is not None and self.board is not None:
            found = self.board.found
            self.choice.correct({cell: rgb_of_state(s, found) for cell, s in cells.items()})
            self._draw()

    def undo(self) -> None:
        """Undo the last change of settings or cells."""
        if self.choice is not None and self.choice.may_undo:
            self._move_in_history(self.choice.undo)

    def redo(self) -> None:
        """Redo the change that was undone last."""
        if self.choice is not None and self.choice.may_redo:
            self._move_in_history(self.choice.redo)

    def _move_in_history(self, step: Callable[[], None]) -> None:
        assert self.choice is not None
        before = self.choice.settings
        step()
        if self.choice.settings != before:
            self.controller.end()  # its repairs are for another board
        self._draw()

    # Create and close

    @property
    def may_create(self) -> bool:
        """Whether the board of the current settings is shown."""
        return self.board is not None and self._is_current

    def create_drawing(self) -> None:
        """Put the puzzle on the board, unless the player declines."""
        document = self.document
        if document is None:
            return
        if self._accept(document):
            self.accept()
        else:  # the question brought the main window to the front
            self.raise_()
            self.activateWindow()

    @property
    def document(self) -> Document | None:
        """The puzzle with the drawing, as Create hands it on; ``None`` while there is none.

        Background cells are CLEAR, as in a drawing made by hand.
        """
        if self.board is None or not self.may_create:
            return None
        grid = self.board.grid
        cells = [grid.clear if state == BLANK else state for state in grid.cells]
        puzzle = replace(self.board.puzzle, title=self.parts.title.text())
        return Document(puzzle, Grid(grid.height, grid.width, grid.colors, cells))

    def done(self, result: int) -> None:  # Qt override
        self._end()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:  # Qt override
        self._end()
        super().closeEvent(event)

    def _end(self) -> None:
        """Stop all jobs and forget the picture; return at once."""
        self.check.close()
        self._stop_opening()
        if self.work is not None:
            self._discard(self.work)
            self.work = None
        self.choice = self.board = None

    def changeEvent(self, event: QEvent) -> None:  # Qt override
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._show_possible()


def _clipboard_has_picture() -> bool:
    return has_drawable(QApplication.clipboard().mimeData())


def _ended(sentence: str) -> str:
    """The sentence with a full stop, unless it ends with punctuation."""
    return (
        sentence
        if sentence.endswith((".", "?", "!", "…", "。"))
        else worded("{sentence}.", sentence=sentence)
    )


class _PatientProcess(RequestProcess):
    """Waits longer before it replaces a child, which would have to decode its picture again."""

    PATIENCE_MS = 400


class PictureWork(QObject):
    """Requests about one picture. The owner has to call :meth:`close`.

    While a board is being drawn, only the newest further request is kept. So a moving slider shows
    as many boards as there is time for, and always the last one. A new board stops a repair, which
    may take long.

    Signals:
        seen: :class:`PictureDescription`, the picture was decoded. Emitted first, and once.
        drawn: :class:`DrawnBoard`, the board of the newest request.
        repairs_found: (:class:`Repairs`, bool), repairs, and whether the search is over.
        failed: ``str``, why the picture cannot be read, or why a request failed.
    """

    seen = Signal(object)
    drawn = Signal(object)
    repairs_found = Signal(object, bool)
    failed = Signal(str)

    def __init__(self, source: Path | bytes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = _PatientProcess(partial(make_handler, source), self)
        self._child.reported.connect(partial(self._take, False))
        self._child.answered.connect(partial(self._take, True))
        self._child.failed.connect(self._fail)
        self._is_drawing = False
        self._next: DrawRequest | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return self._child.is_busy

    def start(self) -> None:
        """Start decoding the picture; return at once."""
        self._child.start()
        self._child.ask(DescribeRequest())

    def draw(self, request: DrawRequest) -> None:
        """Request a board; return at once."""
        if self._is_drawing:
            self._next = request
        else:
            self._is_drawing = True
            self._child.ask(request)

    def repair(self, request: RepairRequest) -> None:
        """Look for repairs of the board that was drawn last; return at once."""
        self._next, self._is_drawing = None, False
        self._child.ask(request)

    def stop_repair(self) -> None:
        """Stop the search for repairs, but not a board being drawn; return at once."""
        if not self._is_drawing:
            self._child.cancel()

    def close(self) -> None:
        """End the child; no more signals are emitted. Returns at once; may be called twice."""
        self._child.close()

    def _take(self, is_over: bool, value: object) -> None:
        if isinstance(value, DrawnBoard):
            self._send_next()
            self.drawn.emit(value)
        elif isinstance(value, Repairs):
            self.repairs_found.emit(value, is_over)
        elif isinstance(value, PictureDescription):
            self.seen.emit(value)

    def _send_next(self) -> None:
        """Send the waiting request, if there is one."""
        request, self._next = self._next, None
        self._is_drawing = request is not None
        if request is not None:
            self._child.ask(request)

    def _fail(self, sentence: str) -> None:
        self._send_next()
        self.failed.emit(sentence)
