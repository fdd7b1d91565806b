"""The panel beside the board: name and size, progress, messages, and the picture so far."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from helper.application.rating_store import KeptRating
from helper.application.settings import Settings
from helper.application.theme import Theme
from helper.images.puzzle_picture import one_pixel_per_cell, painted_picture, scaled
from helper.palette.editing import PaletteCommands
from helper.palette.ink_choice import InkChoice
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import colored
from puzzles.words import _, in_context, plural, worded

WIDTH_PX = 260
MIN_WINDOW_PX = 760
"""In a narrower window the panel is hidden: the board needs the room."""
_PICTURE_PX = QSize(212, 160)
_UPDATE_MS = 60
"""The time from a change to the new picture, in which more changes are collected."""
_HELP = _("Left button: shade a cell. Right button: dot it. Drag for several cells.")
_COLOR_HELP = _(
    "Choose a colour, or press its key. Left button: shade a cell. Right button: dot it. "
    "Blocks of different colours may touch; blocks of one colour have a gap between them."
)
_SHEET = """
QScrollArea#SidePanel {{ background: {window}; border: none; border-left: 1px solid {line}; }}
QWidget#SidePanelContent {{ background: {window}; }}
QLabel[kind="name"] {{ font-size: 18px; font-weight: bold; }}
"""


class SidePanel(SmallScreenArea):
    """Hidden by the player, or while the window is too narrow.

    Signals:
        shown_changed: The panel was shown or hidden.
    """

    shown_changed = Signal()

    def __init__(self, session: Session, settings: Settings, editing: PaletteCommands) -> None:
        content = QWidget()
        super().__init__(content)
        self.setObjectName("SidePanel")
        self.setFixedWidth(WIDTH_PX)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._session = session
        self._settings = settings
        self._theme: Theme | None = None
        self._is_picture_hidden = False
        self.name, self.facts = _label("name"), _label("faint")
        self.difficulty = _label("faint")
        self._has_rating = False
        self.percent, self.caption = _label(""), _label("faint")
        self.name.setWordWrap(True)
        self.facts.setWordWrap(True)
        self.difficulty.hide()
        self.help = _label("faint", _HELP)
        self.help.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(_("Progress"))
        self._progress = QWidget()
        self.inks = InkChoice(session, settings, editing, False, content)
        self.picture = QLabel()
        self.picture.setAccessibleName(_("Picture of the shaded cells"))
        self.advice = QVBoxLayout()
        """Gets what can be done about a drawing."""
        self.messages = QVBoxLayout()
        """Gets the window's messages."""
        self._lay_out(content)
        self._updates = QTimer(self, singleShot=True, interval=_UPDATE_MS)
        self._updates.timeout.connect(self._update)
        for changed in (
            session.sheet_changed,
            session.cells_changed,
            session.mode_changed,
        ):
            changed.connect(self._later)
        session.solved_changed.connect(self._update)  # at once, as the congratulations
        session.reset.connect(self._update)  # nothing of the puzzle before is left

    def _lay_out(self, content: QWidget) -> None:
        content.setObjectName("SidePanelContent")
        head = QHBoxLayout()
        head.addWidget(_label("", _("Progress")))
        head.addStretch(1)
        head.addWidget(self.percent)
        progress = QVBoxLayout(self._progress)
        progress.setContentsMargins(0, 0, 0, 0)
        progress.setSpacing(8)
        progress.addLayout(head)
        progress.addWidget(self.bar)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(20, 20, 20, 20)
        layout.setSpacing(4)
        layout.addWidget(self.name)
        layout.addWidget(self.facts)
        layout.addWidget(self.difficulty)
        layout.addSpacing(12)
        layout.addWidget(self._progress)
        layout.addSpacing(12)
        layout.addWidget(self.inks)
        layout.addSpacing(4)
        layout.addWidget(self.help)
        layout.addLayout(self.advice)
        layout.addSpacing(8)
        layout.addLayout(self.messages)
        layout.addSpacing(12)
        layout.addWidget(self.caption)
        layout.addWidget(self.picture)
        layout.addStretch(1)

    # Whether it is shown

    def toggle(self) -> None:
        """Show the panel, or hide it, from now on."""
        self._settings.shows_panel = not self._settings.shows_panel
        self.fit_window()

    def why_not(self) -> str:
        """Why it cannot be shown now; empty if it can."""
        is_narrow = self.window().width() < MIN_WINDOW_PX
        return _("The window is too narrow for the panel.") if is_narrow else ""

    def fit_window(self) -> None:
        """Show or hide the panel, as the player and the window's width require."""
        is_wanted = self._settings.shows_panel and self.window().width() >= MIN_WINDOW_PX
        if is_wanted == self.isHidden():
            self.setVisible(is_wanted)
            self.shown_changed.emit()

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self._update()

    def scroll_to(self, message: QWidget) -> None:
        """Bring a message into view, as soon as it has its place."""
        QTimer.singleShot(0, message, lambda: self._scroll_to(message))

    def _scroll_to(self, message: QWidget) -> None:
        if message.isVisible() and self.isAncestorOf(message):
            self.fit()
            self.ensureWidgetVisible(message, 0, 12)

    # What it shows

    def set_name(self, name: str) -> None:
        """Show the name of the puzzle."""
        self.name.setText(name)

    def set_rating(self, rating: KeptRating | None, expected_time: str = "") -> None:
        """Show the difficulty of the puzzle; ``None`` as long as it is not known.

        Args:
            rating: The rating.
            expected_time: How long the puzzle takes; empty if that is not known.
        """
        self._has_rating = rating is not None
        if rating is not None:
            self.difficulty.setText(" · ".join(filter(None, (rating.title, expected_time))))
            self.difficulty.setToolTip(rating.explanation)
            self.difficulty.setAccessibleDescription(rating.explanation)
        self._show_difficulty()

    def _show_difficulty(self) -> None:
        """Show it unless the card at the end of a game says it."""
        is_played = self._session.mode is Mode.PLAY
        self.difficulty.setVisible(self._has_rating and not (is_played and self._session.is_solved))

    def set_picture_hidden(self, is_hidden: bool) -> None:
        """Hide the picture, as while the game is paused."""
        if is_hidden != self._is_picture_hidden:
            self._is_picture_hidden = is_hidden
            self._update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self.setStyleSheet(colored(_SHEET, theme))
        self.inks.set_theme(theme)
        self._update()

    def changeEvent(self, event: QEvent) -> None:  # Qt override
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._later()

    def _later(self) -> None:
        if not self._updates.isActive():
            self._updates.start()

    def _update(self) -> None:
        if self.isHidden() or self._theme is None:
            return
        session = self._session
        self.facts.setText(_facts(session))
        self._show_difficulty()
        is_played = session.mode is Mode.PLAY
        self._progress.setVisible(is_played and not session.is_solved)
        self.help.setText(_HELP if session.puzzle.is_black_and_white else _COLOR_HELP)
        self.help.setVisible(is_played and session.marks.is_untouched and not session.is_solved)
        percent = min(int(100 * session.share), 99)  # as on Home: 100 % is kept for solved ones
        self.bar.setValue(percent)
        self.percent.setText(worded("{percent} %", percent=percent))
        is_hidden = session.is_solved or self._is_picture_hidden
        has_cells = session.marks.count_shaded() > 0 and not is_hidden
        self.caption.setText(_("So far") if is_played else _("Picture"))
        self.caption.setVisible(has_cells)
        self.picture.setVisible(has_cells)
        if has_cells:
            self.picture.setPixmap(self._pixmap(self._theme))

    def _pixmap(self, theme: Theme) -> QPixmap:
        marks, ratio = self._session.marks, self.devicePixelRatioF()
        room = _PICTURE_PX * ratio
        cell = min(room.width() / marks.width, room.height() / marks.height)
        cell = float(int(cell)) if cell >= 1 else cell
        size = max(1, round(marks.width * cell)), max(1, round(marks.height * cell))
        picture = painted_picture(self._session.puzzle, marks, theme)
        image = scaled(one_pixel_per_cell(picture), *size, cell)
        pixmap = QPixmap(size[0] + 2, size[1] + 2)
        pixmap.fill(QColor(theme.line))  # a frame: in each theme some cells are like the panel
        painter = QPainter(pixmap)
        painter.drawImage(1, 1, image)
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap


def _facts(session: Session) -> str:
    puzzle = session.puzzle
    facts = [f"{puzzle.width} × {puzzle.height}"]
    if not puzzle.is_black_and_white:
        facts.append(plural(len(puzzle.palette) - 1, "{count} colour", "{count} colours"))
    if session.is_solved:
        facts.append(in_context("a puzzle", "solved"))
    return " · ".join(facts)


def _label(kind: str, text: str = "") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if kind:
        label.setProperty("kind", kind)
    return label
