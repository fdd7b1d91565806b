"""The widgets of the picture window and their layout; the window gives them behaviour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from helper.application.icons import icon
from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.author.badge import Badge
from helper.author.repair_bar import RepairBar
from helper.commands.announcer import Announcer
from helper.images.puzzle_picture import painted_colors
from helper.picture.controls import DecimalSpin, InkBar
from helper.picture.crop_view import CropView
from helper.picture.picture_board import PictureBoard
from helper.picture.picture_work import DrawnBoard
from helper.picture.settings_panel import SettingsPanel
from helper.widgets.banner import Banner
from helper.widgets.buttons import click_on_enter
from helper.widgets.page_dialog import note
from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import COMPACT, PRIMARY
from puzzles.words import _, in_context, paragraph, plural, worded

_MAX_TILT_DEG = 45
_TENTHS = 10
_MIN_WIDE_PX = 680
"""In a narrower window the settings are below the pictures."""
_MIN_NOTE_PX = 560
"""In a narrower window only the tooltip says what Create does."""
_PICTURES_PX = 320
"""The height of the pictures and of the words below them in a narrow window."""
_SHARES = (3, 4)
"""Shares of the width of the picture and the board, which has its clues beside it."""
_ICON_PX = 18
_TILT_PX = 76
_MIN_TITLE_PX, _TITLE_PX = 96, 200
_MIN_TILT_SLIDER_PX = 90
"""A degree is one pixel."""
_PURPOSE = _("For any photo or drawing. Scan is for a printed puzzle with numbers.")
_CREATE_NOTE = _("The picture becomes a puzzle to draw on and play.")
_MIN_NOTED_PX = 300
"""Below a narrower board its facts are short, and whole in the tooltip."""


class PictureLayout:
    """The widgets of one window."""

    def __init__(self, settings: Settings, themes: ThemeManager, window: QWidget) -> None:
        theme = themes.theme
        self.banner = Banner()
        self.banner.told.connect(Announcer(window).say_shown)
        self.view, self.board = CropView(theme), PictureBoard(settings, themes)
        self.panel = SettingsPanel(theme)
        self.inks = InkBar(theme)
        self.undo_button = self._button(
            _("Undo"), _("Undo the last change of settings or cells (Ctrl+Z)")
        )
        self.redo_button = self._button(_("Redo"), _("Redo what was undone (Ctrl+Shift+Z)"))
        self.badge = Badge(theme, may_wrap=True)
        self.repair_bar = RepairBar()
        self.facts, self.picture_facts, self.notes = QLabel(), QLabel(), QLabel()
        self._facts = "", ""
        self.board.area.changed.connect(self._show_facts)
        self._corrections = ""
        self._picture_notes = ""
        for label in (self.facts, self.picture_facts, self.notes):
            label.setWordWrap(True)
            label.setMinimumWidth(1)  # otherwise a long word would widen the window
        self.open_button = self._button(_("Open &File…"), _("Choose a picture (Ctrl+O)"))
        self.paste_button = self._button(
            _("&Paste"), _("Open the picture in the clipboard (Ctrl+V)")
        )
        self.turn_left = self._button(
            in_context("turn a picture", "Left"), _("A quarter turn to the left")
        )
        self.turn_right = self._button(
            in_context("turn a picture", "Right"), _("A quarter turn to the right")
        )
        self.whole = self._button(_("&Whole"), _("Use the whole picture (Home)"))
        self.repair_button = self._button(
            _("&Repair…"), _("Find a few cells to change so that the puzzle has one solution")
        )
        self.help_button = self._button(_("&Help"), _("What can be done here (F1)"))
        self.cancel_button = self._button(_("Cancel"), _("Close without a change (Esc)"))
        self.create_button = self._button(
            _("&Create"),
            _(
                "The picture becomes a new puzzle on the board, to draw on and to play "
                "(Ctrl+Return)"
            ),
        )
        self.create_button.setProperty(PRIMARY, True)
        self.create_note = note(_CREATE_NOTE)
        self.title = QLineEdit()
        self.title.setPlaceholderText(_("Untitled"))
        self.title.setAccessibleName(_("Title"))
        self.title.setToolTip(_("The title of the puzzle"))
        self.title.setAcceptDrops(False)  # the window takes dropped pictures
        for button in (
            self.turn_left,
            self.turn_right,
            self.whole,
            self.repair_button,
            self.undo_button,
            self.redo_button,
        ):
            button.setProperty(COMPACT, True)
        self._make_rotation()
        self._lay_out(window)
        self.set_theme(theme)

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleDescription(tip)
        click_on_enter(button)
        return button

    def _make_rotation(self) -> None:
        self.turn_left.setAccessibleName(_("Turn left"))
        self.turn_right.setAccessibleName(_("Turn right"))
        self.tilt_slider = QSlider(Qt.Orientation.Horizontal)
        self.tilt_slider.setRange(-_MAX_TILT_DEG * _TENTHS, _MAX_TILT_DEG * _TENTHS)
        self.tilt_slider.setSingleStep(_TENTHS // 2)
        self.tilt_slider.setPageStep(5 * _TENTHS)
        self.tilt_slider.setMinimumWidth(_MIN_TILT_SLIDER_PX)
        self.tilt = DecimalSpin()
        self.tilt.setRange(-_MAX_TILT_DEG, _MAX_TILT_DEG)
        self.tilt.setDecimals(1)
        self.tilt.setSingleStep(0.5)
        self.tilt.setSuffix("°")
        self.tilt.setMinimumWidth(_TILT_PX)
        self.tilt.setKeyboardTracking(False)
        for widget in (self.tilt, self.tilt_slider):
            widget.setAccessibleName(_("Rotation, degrees"))
            widget.setToolTip(_("Turn the picture a little, degrees clockwise"))
        self.tilt_slider.valueChanged.connect(lambda value: self.tilt.setValue(value / _TENTHS))
        small, turns = QHBoxLayout(), QHBoxLayout()
        small.addWidget(self.tilt_slider, 1)
        small.addWidget(self.tilt)
        turns.addWidget(self.turn_left)
        turns.addWidget(self.turn_right)
        turns.addStretch(1)
        self.rotation = QWidget()
        layout = QVBoxLayout(self.rotation)
        layout.setContentsMargins(0, 0, 0, 0)
        for row in (small, turns):
            row.setSpacing(4)
            layout.addLayout(row)
        layout.setSpacing(4)

    def _lay_out(self, window: QWidget) -> None:
        left, right = QWidget(), QWidget()
        beside_picture = QVBoxLayout(left)
        beside_picture.addWidget(self.view, 1)
        beside_picture.addWidget(self.rotation)
        crop = QHBoxLayout()
        crop.addWidget(self.picture_facts, 1)
        crop.addWidget(self.whole)
        beside_picture.addLayout(crop)
        beside_board = QVBoxLayout(right)
        check = QHBoxLayout()
        check.addWidget(self.badge, 1)
        check.addWidget(self.repair_button)
        beside_board.addWidget(self.board, 1)
        self.painting = QWidget()
        paint = QHBoxLayout(self.painting)
        paint.setContentsMargins(0, 0, 0, 0)
        paint.addWidget(self.inks, 1)
        paint.addWidget(self.undo_button)
        paint.addWidget(self.redo_button)
        beside_board.addWidget(self.painting)
        beside_board.addLayout(check)
        beside_board.addWidget(self.facts)
        beside_board.addWidget(self.notes)
        for layout in (beside_picture, beside_board):
            layout.setContentsMargins(10, 4, 4, 4)
            layout.setSpacing(4)
        self.splitter = QSplitter()
        self.splitter.addWidget(left)
        self.splitter.addWidget(right)
        self._picture_parts = (right, self.panel, self.rotation, self.whole)
        self.splitter.setChildrenCollapsible(False)
        for place, share in enumerate(_SHARES):
            self.splitter.setStretchFactor(place, share)
        self.splitter.setSizes([1000 * share for share in _SHARES])
        pictures = QVBoxLayout()
        pictures.setSpacing(0)
        pictures.addWidget(self.splitter, 1)
        below = QVBoxLayout()
        below.setContentsMargins(10, 0, 4, 4)
        below.addWidget(self.repair_bar)
        pictures.addLayout(below)
        content = QWidget()
        self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight, content)
        self._middle.setContentsMargins(0, 0, 0, 0)
        self._middle.setSpacing(0)
        self._middle.addLayout(pictures, 1)
        self._middle.addWidget(self.panel)
        self.area = SmallScreenArea(content)
        caption = QLabel(_("Titl&e:"))
        caption.setBuddy(self.title)
        self.title.setMinimumWidth(_MIN_TITLE_PX)
        self.title.setMaximumWidth(_TITLE_PX)
        self.create_note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        foot = QFrame()
        foot.setObjectName("foot")
        last = QHBoxLayout(foot)
        last.setContentsMargins(10, 6, 10, 6)
        last.setSpacing(8)
        for widget in (self.help_button, caption):
            last.addWidget(widget)
        last.addWidget(self.title, 1)
        last.addWidget(self.create_note, 5)
        last.addWidget(self.cancel_button)
        last.addWidget(self.create_button)
        outer = QVBoxLayout(window)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        buttons = self.open_button, self.paste_button
        outer.addWidget(Headline(buttons, note(_PURPOSE), self.banner, window))
        outer.addWidget(self.area, 1)
        outer.addWidget(foot)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for part in (self.view, self.panel, self.badge, self.inks):
            part.set_theme(theme)
        self._theme = theme
        self._show_colors()
        for button, name in ((self.turn_left, "turn-left"), (self.turn_right, "turn-right")):
            button.setIcon(icon(name, theme))

    def fit(self, width_px: int) -> None:
        """Put the settings beside the pictures, or below them in a narrow window."""
        is_narrow = width_px < _MIN_WIDE_PX
        directions = QBoxLayout.Direction
        self._middle.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
        self.panel.set_below(is_narrow)
        self.create_note.setVisible(width_px >= _MIN_NOTE_PX)
        # A splitter does not ask for the room of words in several lines.
        has_words = is_narrow and not self.panel.isHidden()
        self.splitter.setMinimumHeight(_PICTURES_PX if has_words else 0)

    def show_parts(self, has_picture: bool) -> None:
        """Show or hide the widgets that need a picture."""
        for part in self._picture_parts:
            part.setVisible(has_picture)
        self.fit(self.area.width())

    # Messages

    def show_message(self, sentence: str) -> None:
        """Show a sentence below the picture."""
        self.picture_facts.setText(sentence)

    def show_opening(self, name: str) -> None:
        """Show which picture is being opened; a long name is elided in the middle."""
        room = max(
            self.picture_facts.width()
            - self.picture_facts.fontMetrics().horizontalAdvance(
                worded("Opening {shown} …", shown="")
            ),
            40,
        )
        shown = self.picture_facts.fontMetrics().elidedText(
            name, Qt.TextElideMode.ElideMiddle, room
        )
        self.show_message(
            worded("Opening {shown} …", shown=shown) if shown else _("Opening the picture …")
        )

    def show_warning(self, sentence: str) -> None:
        """Show a warning in the banner, until the next board."""
        self.banner.show_message(sentence, **{_("OK"): self.banner.clear})

    def show_corrections(self, sentence: str) -> None:
        """Show the sentence on kept or dropped corrections."""
        self._corrections = sentence
        self._show_notes()

    def show_facts(self, board: DrawnBoard) -> None:
        """Show the board's size, numbers of colours and clues, shaded share and notes."""
        grid = board.grid
        facts = [worded("{width} × {height} cells", width=grid.width, height=grid.height)]
        if grid.colors > 2:
            facts.append(plural(grid.colors - 1, "{count} colour", "{count} colours"))
        facts.append(plural(board.clue_count, "{count} clue", "{count} clues"))
        shaded = worded("{share:.0f}\N{NO-BREAK SPACE}% shaded", share=board.share_shaded * 100)
        self._facts = " · ".join(facts), f" · {shaded}"
        self._show_facts()
        self._show_colors()
        self._picture_notes = paragraph(*board.notes)
        self._show_notes()

    def _show_facts(self) -> None:
        text = self.board.clue_note.join(self._facts)
        is_short = self.board.width() < _MIN_NOTED_PX
        self.facts.setText("".join(self._facts) if is_short else text)
        self.facts.setToolTip(text)
        self.board.setAccessibleDescription(text)

    def _show_colors(self) -> None:
        """Show the board's colours, as it paints them, wherever one is chosen."""
        puzzle = self.board.session.puzzle
        shown = painted_colors(puzzle, self._theme)
        self.inks.show_colors(shown)
        self.panel.palette_strip.show_colors(shown)
        self.board.pencil.choose(self.inks.ink)

    def _show_notes(self) -> None:
        text = paragraph(self._picture_notes, self._corrections)
        self.notes.setText(text)
        self.notes.setVisible(bool(text))

    def show_tilt(self, degrees: float) -> None:
        """Show the rotation beyond whole quarters, without emitting signals."""
        for widget, value in ((self.tilt, degrees), (self.tilt_slider, round(degrees * _TENTHS))):
            blocked = widget.blockSignals(True)
            widget.setValue(value)  # type: ignore[arg-type]
            widget.blockSignals(blocked)


_SIDE_PX, _TOP_PX, _GAP_PX = 10, 3, 8
_TEXT_LINES = 2
"""How many lines of text the row has room for."""
_FRAME_PX = 12
"""The height of a banner without its text."""
_MIN_BANNER_PX = 120


class Headline(QWidget):
    """Keeps its height when the banner appears, so that clicks do not miss their target.

    The banner lies above the other widgets, among them the purpose; a tall one covers what is
    below the row.
    """

    def __init__(
        self, buttons: Sequence[QPushButton], purpose: QLabel, banner: Banner, window: QWidget
    ) -> None:
        """Make the row.

        Args:
            buttons: From left to right.
            purpose: Stands beside the buttons while there is no banner.
            banner: Gets the room beside the buttons.
            window: The parent of the row and the banner.
        """
        super().__init__(window)
        self._banner, self._last = banner, buttons[-1]
        purpose.setMinimumWidth(_MIN_BANNER_PX)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_SIDE_PX, _TOP_PX, _SIDE_PX, _TOP_PX)
        for button in buttons:
            layout.addWidget(button)
        layout.addSpacing(_GAP_PX)
        layout.addWidget(purpose, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(
            _TEXT_LINES * self.fontMetrics().lineSpacing() + _FRAME_PX + 2 * _TOP_PX
        )
        banner.setParent(window)
        banner.setAutoFillBackground(True)
        banner.hide()
        banner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() in (QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._place()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        banner = self._banner
        left = self._last.geometry().right() + _GAP_PX
        width = self.width() - _SIDE_PX - left
        height = max(banner.heightForWidth(width), banner.minimumSizeHint().height())
        top = max((self.height() - height) // 2, _TOP_PX)
        banner.setGeometry(QRect(left, top, width, height).translated(self.pos()))
        banner.raise_()
