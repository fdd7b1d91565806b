"""The window of Tools > Create From Picture: a picture, its board, and what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QColorDialog, QDialog, QFileDialog, QWidget

from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.author.check_result import CheckResult, CheckStatus
from helper.author.checking import AuthorCheck
from helper.author.hatching import Hatching
from helper.author.repair_controller import RepairController
from helper.images.picture_files import drawable_in, files_filter, has_drawable
from helper.picture.layout import PictureLayout
from helper.picture.model import PictureChoices
from helper.picture.picture_work import DrawnBoard, PictureDescription, rgb_of_state
from helper.picture.requests import PictureWork
from puzzles import BLANK, Grid
from puzzles.formats import Document
from puzzles.titles import title_of_file
from recognizer.boards.settings import Background, Crop

_TITLE = "Create From Picture"
_SIZE = (1000, 680)


class PictureWindow(QDialog):
    """Lets a person make a puzzle of a picture, and hands it on.

    Nothing outside of the window changes until Capture.

    Signals:
        help_requested: The help page about it is to be shown.
    """

    help_requested = Signal()

    def __init__(
        self,
        settings: Settings,
        themes: ThemeManager,
        accept: Callable[[Document], bool],
        parent: QWidget | None = None,
    ) -> None:
        """Make it ready; there is no picture yet.

        Args:
            settings: Remember where the last picture was.
            themes: The colours to follow.
            accept: Puts the puzzle on the board; ``False`` if that was not wanted after all.
            parent: The window it belongs to.
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
        """What holds the picture that is shown."""
        self._opening: PictureWork | None = None
        self.choice: PictureChoices | None = None
        self.board: DrawnBoard | None = None
        """What the preview shows."""
        self._is_current = False
        """Whether that is the board of what is chosen."""
        self._hatching = Hatching()
        self.check = AuthorCheck(self)
        self.parts = PictureLayout(themes.theme, self)
        self.mending = RepairController(self.parts.preview, self.parts.repair_bar, self)
        self.parts.preview.cell_chosen.connect(self.mending.choose_cell)
        self._connect()
        self._theme_changed(themes.theme)
        self._show_possible()
        self.setAcceptDrops(True)
        room = self.screen().availableSize()
        self.resize(*(min(a, b * 95 // 100) for a, b in zip(_SIZE, room.toTuple(), strict=True)))

    def _connect(self) -> None:
        parts, panel = self.parts, self.parts.panel
        parts.open_button.clicked.connect(self.choose)
        parts.paste_button.clicked.connect(self.paste)
        parts.capture_button.clicked.connect(self.capture)
        parts.cancel_button.clicked.connect(self.reject)
        parts.help_button.clicked.connect(self.help_requested)
        parts.repair_button.clicked.connect(self.repair)
        QShortcut(QKeySequence.StandardKey.Open, self, self.choose)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.capture)
        QShortcut(QKeySequence.StandardKey.HelpContents, self, self.help_requested.emit)
        QShortcut(QKeySequence("Ctrl+W"), self, self.reject)
        QShortcut(QKeySequence.StandardKey.Paste, self, self.paste)
        QShortcut(QKeySequence.StandardKey.Undo, self, self.undo)
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
        self.mending.corrected.connect(self._correct)
        self.mending.undone.connect(self.undo)
        self.mending.stopped.connect(self._stop_repair)
        self.check.changed.connect(self._show_stand)
        self._themes.changed.connect(self._theme_changed)
        self._settings.changed.connect(self._examine)
        QApplication.clipboard().dataChanged.connect(self._show_possible)

    def _theme_changed(self, theme: Theme) -> None:
        self.parts.set_theme(theme)

    # A picture

    def choose(self) -> None:
        """Open File."""
        chosen, _ = QFileDialog.getOpenFileName(
            self, _TITLE, self._settings.scan_folder, files_filter(with_drawings=True)
        )
        if chosen:
            self.open_picture(Path(chosen))

    def paste(self) -> None:
        """Take the picture in the clipboard."""
        source = drawable_in(QApplication.clipboard().mimeData())
        if source is None:
            self.parts.warn("There is no picture in the clipboard.")
        else:
            self.open_picture(source)

    def open_picture(self, source: Path | bytes, name: str = "") -> None:
        """Open a picture; until it is there, and if it cannot be read, what is there stays.

        Args:
            source: A file, or the bytes of one.
            name: Of the file that the bytes are from.
        """
        self._stop_opening()
        if isinstance(source, Path):
            name = source.name
            self._settings.scan_folder = str(source.parent)
        work = PictureWork(source, self)
        work.seen.connect(partial(self._show_picture, work, name))
        work.failed.connect(partial(self._fail, work))
        self._opening = work
        self.parts.banner.silence()
        self.parts.say_opening(name)
        work.start()

    def _show_picture(self, work: PictureWork, name: str, seen: PictureDescription) -> None:
        if self.work is not None:
            self._let_go(self.work)
        self._opening, self.work = None, work
        work.drawn.connect(self._show_board)
        work.mended.connect(self.mending.hear)
        self.choice, self.board = PictureChoices(seen), None
        self.mending.end()
        self.parts.view.show_picture(seen.shown)
        self.parts.title.setText(title_of_file(name))
        self.setWindowTitle(f"{name} — {_TITLE}" if name else _TITLE)
        self.parts.say(seen.sentence)
        self._draw()
        self.parts.view.setFocus()

    def _fail(self, work: PictureWork, sentence: str) -> None:
        """A picture cannot be opened, or something else went wrong with the one that is there."""
        if work is self._opening:
            self._stop_opening()
            stays = " What was there before stays." if self.work is not None else ""
            self.parts.warn(f"The picture cannot be used: {_ended(sentence)}{stays}")
            self.parts.say(self.choice.seen.sentence if self.choice is not None else "")
        else:
            self.mending.end()
            self.parts.warn(_ended(f"{sentence[:1].upper()}{sentence[1:]}"))
        self._show_possible()

    def _stop_opening(self) -> None:
        if self._opening is not None:
            self._let_go(self._opening)
            self._opening = None

    def _let_go(self, work: PictureWork) -> None:
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
        """If a picture is in the clipboard and none in the window, say so."""
        if self.work is None and self._opening is None and _clipboard_has_picture():
            self.parts.banner.say("There is a picture in the clipboard.", **{"Use It": self.paste})

    # Settings

    def _choose(self, change: Callable[..., object], *values: object) -> None:
        """Change what is chosen."""
        if self.choice is None:
            return
        try:
            change(self.choice, *values)
        except ValueError as error:
            self.parts.warn(_ended(f"{str(error)[:1].upper()}{str(error)[1:]}"))
            self._show_choice()
        else:
            self.mending.end()
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
        """The next click into the picture picks the colour to remove, or does not."""
        self.parts.view.pick_color(is_picking)
        if is_picking:
            self.parts.view.setFocus()  # where Esc gives it up
            self.parts.say("Click the colour to remove in the picture. Esc keeps all.")
        elif self.choice is not None:
            self.parts.say(self.choice.seen.sentence)
            self._show_choice()

    def _color_picked(self, color: str) -> None:
        self.parts.panel.stop_picking()
        self._pick(False)
        if color and self.choice is not None:
            before = self.choice.settings.background
            tolerance = before.tolerance if before else Background(color).tolerance
            self._choose(lambda choice: choice.change(background=Background(color, tolerance)))

    def _choose_background(self, color: str) -> None:
        chosen = self._ask_color(color, "Colour to Remove")
        if chosen:
            self._color_picked(chosen)

    def _recolor(self, index: int) -> None:
        if self.board is None:
            return
        color = (self.board.settings.paper, *self.board.shown_colors)[index]
        found = self.board.found_colors
        chosen = self._ask_color(color, "Colour of the Puzzle")
        if chosen and chosen != color:
            self._choose(PictureChoices.recolor, index, chosen, found)

    def _ask_color(self, color: str, title: str) -> str:
        chosen = QColorDialog.getColor(QColor(color), self, title)
        return chosen.name() if chosen.isValid() else ""

    def _draw(self) -> None:
        """Have the board of what is chosen."""
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
            self.parts.say_corrections(self.choice.sentence)

    # The board

    def _show_board(self, board: DrawnBoard) -> None:
        assert self.choice is not None
        self.board = board
        self._is_current = board.asked == self.choice.draw
        if self._is_current and len(board.corrections) < len(self.choice.corrections):
            self.choice.keep_only(board.corrections)
            self.parts.say_corrections(self.choice.sentence)
        self.parts.preview.show_board(board.grid, board.puzzle)
        self._hatching.follow(self.parts.preview.hatched)
        self.parts.panel.show_board(board)
        self.parts.show_facts(board)
        self.parts.banner.silence()
        self.mending.follow(board.grid, self.choice.may_undo)
        self._examine()
        self._show_possible()

    def _examine(self) -> None:
        """Find out how the puzzle stands, if that is wanted; what was said before stays for now."""
        if self.board is None:
            return
        if not self._settings.preferences.check_while_creating:
            self.check.drop()
            self.parts.preview.show_hatched(self._hatching.hear(None))
        elif not self.check.is_about(self.board.puzzle):
            self.check.examine(self.board.puzzle)
        elif not self.check.is_busy:
            self._show_stand(self.check.stand)

    def _show_stand(self, stand: CheckResult | None) -> None:
        self.parts.badge.show_stand(stand)
        self.parts.preview.show_hatched(self._hatching.hear(stand))
        self._show_possible()

    def _show_possible(self) -> None:
        parts, stand = self.parts, self.check.stand
        has_picture = self.choice is not None
        parts.show_parts(has_picture)
        parts.title.setEnabled(has_picture)
        parts.paste_button.setEnabled(_clipboard_has_picture())
        parts.capture_button.setEnabled(self.may_capture)
        is_open = stand is None or stand.kind in (CheckStatus.SEVERAL, CheckStatus.UNDECIDED)
        parts.repair_button.setEnabled(self.may_capture and is_open and not self.mending.is_on)

    # Repair

    def repair(self) -> None:
        """Look for a few cells to change."""
        if self.work is not None and self.choice is not None and self.board is not None:
            self.mending.begin(self.board.grid, self.choice.may_undo)
            self.work.mend(self.choice.mend)
            self._show_possible()

    def _stop_repair(self) -> None:
        if self.work is not None:
            self.work.stop_mending()
        self._show_possible()

    def _correct(self, cells: Mapping[int, int]) -> None:
        if self.choice is not None and self.board is not None:
            found = self.board.found
            self.choice.correct({cell: rgb_of_state(s, found) for cell, s in cells.items()})
            self._draw()

    def undo(self) -> None:
        """Take the last correction back."""
        if self.choice is not None and self.choice.may_undo:
            self.choice.undo()
            self._draw()

    # The end

    @property
    def may_capture(self) -> bool:
        """Whether the preview shows what is chosen."""
        return self.board is not None and self._is_current

    def capture(self) -> None:
        """Put the puzzle on the board, if the player does not mind."""
        document = self.document
        if document is None:
            return
        if self._accept(document):
            self.accept()
        else:  # the question has brought the main window to the front
            self.raise_()
            self.activateWindow()

    @property
    def document(self) -> Document | None:
        """The puzzle with the picture drawn, as Capture hands it on; ``None`` until there is one.

        The cells of the background are CLEAR, as they are where somebody draws.
        """
        if self.board is None or not self.may_capture:
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
        """Nothing is wanted any more; returns at once."""
        self.check.close()
        self._stop_opening()
        if self.work is not None:
            self._let_go(self.work)
            self.work = None
        self.choice = self.board = None

    def changeEvent(self, event: QEvent) -> None:  # Qt override
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._show_possible()


def _clipboard_has_picture() -> bool:
    return has_drawable(QApplication.clipboard().mimeData())


def _ended(sentence: str) -> str:
    """With a full stop, unless it has one."""
    return sentence if sentence.endswith((".", "?", "!", "…")) else f"{sentence}."
