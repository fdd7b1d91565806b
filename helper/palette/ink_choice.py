"""The palette beside the board: click a colour, or press its key, to paint with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.settings import Settings
from helper.application.theme import LIGHT, Theme
from helper.palette.editing import FULL, PaletteCommands
from helper.palette.swatch import paint_swatch
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.flow import FlowLayout
from puzzles.colors import color_letters, color_names
from puzzles.words import _, capitalized, enumerated, number_text, plural, worded

_ADD = _("Add a colour")
_UPDATE_MS = 60
"""The time from a change to the new numbers of cells, in which more changes are collected."""
_GAP_PX = 4
_MAX_ROWS = 10
"""More colours are small buttons: the messages below them must not be far away."""


class InkChoice(QWidget):
    """One button for each colour of the session's palette; empty where there is no choice.

    It is as wide as a column of rows, or, if compact, rows of small buttons, and hidden where there
    is no choice. In a drawing the palette can be changed: a double-click changes a colour, the
    context menu has the rest.
    """

    def __init__(
        self,
        session: Session,
        settings: Settings,
        editing: PaletteCommands | None,
        is_compact: bool,
        parent: QWidget,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Make the buttons.

        Args:
            session: Whose colours they are.
            settings: Whether colours have patterns and letters.
            editing: Changes the palette of a drawing; ``None`` if it cannot be changed.
            is_compact: Whether the buttons are small, whatever the number of colours.
            parent: The widget that it is in.
            is_wanted: Whether there is a place for it now.
        """
        super().__init__(parent)
        self._is_wanted = is_wanted
        self.setAccessibleName(_("Colours"))
        self._session = session
        self._settings = settings
        self._editing = editing
        self._is_compact = is_compact
        self._theme = LIGHT
        self.buttons: list[InkButton] = []
        self._is_small = is_compact
        """Whether the buttons are small now."""
        self._rows = self._new_rows()
        self.add = _tool_button("+" if is_compact else _("+ Add Colour"), _ADD)
        self.more = _tool_button("…", _("More commands on the palette"))
        self._rows.addWidget(self._edit_row(is_compact))
        self._updates = QTimer(self, singleShot=True, interval=_UPDATE_MS)
        self._updates.timeout.connect(self.update_inks)
        session.sheet_changed.connect(self.update_inks)
        session.mode_changed.connect(self.update_inks)
        session.solved_changed.connect(self.update_inks)
        session.cells_changed.connect(self._later)
        session.ink_changed.connect(self._show_chosen)
        settings.changed.connect(self._show_look)
        self.update_inks()

    def _new_rows(self) -> QLayout:
        rows: QLayout = FlowLayout(_GAP_PX, self) if self._is_small else QVBoxLayout(self)
        rows.setContentsMargins(*4 * (_GAP_PX if self._is_compact else 0,))
        rows.setSpacing(_GAP_PX // 2)
        return rows

    def _arrange(self, count: int) -> None:
        """Make the buttons small, or rows again, for so many colours."""
        is_small = self._is_compact or count > _MAX_ROWS
        if is_small == self._is_small:
            return
        self._is_small = is_small
        while self._rows.count():
            self._rows.takeAt(0)
        QWidget().setLayout(self._rows)  # which deletes it
        self._rows = self._new_rows()
        for button in self.buttons:
            button.set_compact(is_small)
            self._rows.addWidget(button)
        self._rows.addWidget(self._edits)

    def _edit_row(self, is_compact: bool) -> QWidget:
        """The buttons that change the palette."""
        self._edits = QWidget()
        row = QHBoxLayout(self._edits)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        row.addWidget(self.add)
        if not is_compact:
            row.addStretch(1)
        row.addWidget(self.more)
        if self._editing is not None:
            self.add.clicked.connect(self._editing.add)
            self.more.clicked.connect(self._show_palette_menu)
        return self._edits

    @property
    def _is_edited(self) -> bool:
        return self._editing is not None and self._editing.is_possible

    @property
    def is_needed(self) -> bool:
        """Whether there is a choice (several colours, a board that can be painted), and a place."""
        has_choice = self._is_edited or not self._session.puzzle.is_black_and_white
        return has_choice and not self._session.is_locked and self._is_wanted()

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self._show_look()

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self._later()

    def _later(self) -> None:
        """Count the cells soon; a hidden palette does so when it is shown."""
        if self.isVisible() and not self._updates.isActive():
            self._updates.start()

    def update_inks(self) -> None:
        """Show the palette and the numbers of cells as they are now."""
        inks = self._inks() if self.is_needed else []
        self._edits.setVisible(self._is_edited)
        if self._editing is not None:
            self.add.setEnabled(self._editing.can_add)
            self.add.setToolTip(_ADD if self._editing.can_add else FULL)
        self._arrange(len(inks))
        for button in self.buttons[len(inks) :]:
            self._rows.removeWidget(button)
            button.hide()
            button.deleteLater()
        del self.buttons[len(inks) :]
        for button, ink in zip(self.buttons, inks, strict=False):
            button.set_ink(ink)
        for ink in inks[len(self.buttons) :]:
            button = InkButton(ink, self._is_small, self)
            button.clicked.connect(lambda _=False, index=ink.index: self._choose(index))
            button.edit_requested.connect(self._edit)
            button.menu_requested.connect(self._show_menu)
            self._rows.removeWidget(self._edits)
            self._rows.addWidget(button)
            self._rows.addWidget(self._edits)
            self.buttons.append(button)
        self._show_look()
        self._show_chosen()
        self.setVisible(self.is_needed)

    def _inks(self) -> list[Ink]:
        session = self._session
        palette, is_played = session.puzzle.palette, session.mode is Mode.PLAY
        names, letters = color_names(palette), color_letters(palette)
        left = (
            session.colors_left() if is_played and session.is_count_known else [None] * len(palette)
        )
        return [
            Ink(k, letters[k], color.rgb, names[k], left[k]) for k, color in enumerate(palette) if k
        ]

    def _choose(self, index: int) -> None:
        self._session.ink = index
        self._show_chosen()

    def _edit(self, index: int) -> None:
        if self._editing is not None and self._is_edited:
            self._editing.change(index)

    def _show_menu(self, index: int, at: QPoint) -> None:
        if self._editing is not None and self._is_edited:
            self._choose(index)
            menu = QMenu(self)
            self._editing.fill_color_menu(menu, index)
            self._pop_up(menu, at)

    def _show_palette_menu(self) -> None:
        if self._editing is not None:
            menu = QMenu(self)
            self._editing.fill_menu(menu)
            self._pop_up(menu, self.more.mapToGlobal(self.more.rect().bottomLeft()))

    @staticmethod
    def _pop_up(menu: QMenu, at: QPoint) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _show_chosen(self) -> None:
        for button in self.buttons:
            button.setChecked(button.ink.index == self._session.ink)

    def _show_look(self) -> None:
        session, preferences = self._session, self._settings.preferences
        has_signs = preferences.shows_signs(session.puzzle.palette, session.mode is Mode.DRAW)
        for button in self.buttons:
            button.set_look(self._theme, has_signs)


def _tool_button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button


_ROW_PX = 32
_COMPACT_PX = QSize(40, 30)
_SWATCH_PX = 20
_KEY_PX = 18
_PAD_PX = 8
_RADIUS_PX = 8


@dataclass(frozen=True, slots=True)
class Ink:
    """One colour of a palette as the player sees it."""

    index: int
    """Palette index; the key of the first nine."""
    letter: str
    """Stands beside its numbers, if colours have signs."""
    rgb: str
    """``#rrggbb``."""
    name: str
    left: int | None
    """The number of cells that are still to be shaded; ``None`` in a drawing."""

    @property
    def key(self) -> str:
        """The key that chooses it; empty if there is none."""
        return str(self.index) if self.index <= 9 else ""

    @property
    def left_text(self) -> str:
        """How many cells are left, in few characters."""
        if self.left is None:
            return ""
        return _("done") if self.left == 0 else number_text(self.left)

    @property
    def sentence(self) -> str:
        """Name, key and number of cells left, for tooltips and screen readers."""
        parts = [capitalized(self.name)]
        if self.left is not None and self.left < 0:
            parts.append(plural(-self.left, "{count} cell too many", "{count} cells too many"))
        elif self.left is not None:
            parts.append(plural(self.left, "{count} cell left", "{count} cells left"))
        if self.key:
            parts.append(worded("key {key}", key=self.key))
        return enumerated(parts)


class InkButton(QAbstractButton):
    """A colour as a row (swatch, name, cells left, key), or as a swatch with its key.

    Signals:
        edit_requested: ``int``, the palette index: it was double-clicked.
        menu_requested: (``int``, ``QPoint``): a context menu is wanted at a place of the screen.
    """

    edit_requested = Signal(int)
    menu_requested = Signal(int, QPoint)

    def __init__(self, ink: Ink, is_compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ink = ink
        self._is_compact = False
        self._theme: Theme = LIGHT
        self._has_signs = False
        self._is_hovered = False
        self._had_press = False
        """Whether it was pressed since it was made."""
        self.setMouseTracking(True)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_compact(is_compact)
        self.set_ink(ink)

    def set_compact(self, is_compact: bool) -> None:
        """Show a swatch with its key, or a row."""
        self._is_compact = is_compact
        horizontal = QSizePolicy.Policy.Fixed if is_compact else QSizePolicy.Policy.Expanding
        self.setSizePolicy(horizontal, QSizePolicy.Policy.Fixed)
        self.updateGeometry()
        self.update()

    @property
    def ink(self) -> Ink:
        """What the button shows."""
        return self._ink

    def set_ink(self, ink: Ink) -> None:
        """Show another colour or another number of cells."""
        self._ink = ink
        self.setAccessibleName(ink.sentence)
        self.setToolTip(ink.sentence)
        self.update()

    def set_look(self, theme: Theme, has_signs: bool) -> None:
        """Paint in a theme's colours, and with the colour's pattern and letter or without."""
        self._theme, self._has_signs = theme, has_signs
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        wide = QSize(_KEY_PX - 4 if self._has_signs else 0, 0)
        return _COMPACT_PX + wide if self._is_compact else QSize(120, _ROW_PX)

    def enterEvent(self, event: QEnterEvent) -> None:  # Qt override
        super().enterEvent(event)
        self._set_hovered(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        super().mouseMoveEvent(event)
        self._set_hovered(self.rect().contains(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:  # Qt override
        super().leaveEvent(event)
        self._set_hovered(False)

    def event(self, event: QEvent) -> bool:  # Qt override
        if event.type() == QEvent.Type.WindowDeactivate:
            self._set_hovered(False)
        return super().event(event)

    def _set_hovered(self, is_hovered: bool) -> None:
        """Look raised, or not: ``underMouse`` stays true behind a menu or a dialog."""
        if is_hovered != self._is_hovered:
            self._is_hovered = is_hovered
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self._had_press = True
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        if not self._had_press:
            return  # the first click was on Add Colour, which made room for this button
        if event.button() == Qt.MouseButton.LeftButton:
            self._set_hovered(False)
            self.edit_requested.emit(self._ink.index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # Qt override
        self._set_hovered(False)
        self.menu_requested.emit(self._ink.index, event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_frame(painter)
            if self._is_compact:
                self._paint_compact(painter)
            else:
                self._paint_row(painter)
        finally:
            painter.end()

    def _paint_frame(self, painter: QPainter) -> None:
        theme = self._theme
        if not (self.isChecked() or self._is_hovered):
            return
        painter.setPen(QPen(QColor(theme.accent if self.isChecked() else theme.edge), 1.5))
        painter.setBrush(QColor(theme.tint if self.isChecked() else theme.base))
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(frame, _RADIUS_PX, _RADIUS_PX)

    def _paint_row(self, painter: QPainter) -> None:
        theme, ink = self._theme, self._ink
        height = self.height()
        self._paint_swatch(painter, QRectF(_PAD_PX, (height - _SWATCH_PX) / 2, *2 * (_SWATCH_PX,)))
        right = self.width() - _PAD_PX
        if ink.key:
            key = QRectF(right - _KEY_PX, (height - _KEY_PX) / 2, _KEY_PX, _KEY_PX)
            painter.setPen(QPen(QColor(theme.edge), 1))
            painter.setBrush(QColor(theme.base))
            painter.drawRoundedRect(key, 4, 4)
            painter.setPen(QColor(theme.faint))
            painter.drawText(key, Qt.AlignmentFlag.AlignCenter, ink.key)
        right -= _KEY_PX + _PAD_PX
        wide = self.fontMetrics().horizontalAdvance(ink.left_text)
        if ink.left_text:
            painter.setPen(QColor(theme.faint if (ink.left or 0) >= 0 else theme.red))
            place = QRectF(right - wide, 0, wide + 1, height)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, ink.left_text)
            right -= wide + _PAD_PX
        name = capitalized(ink.name)
        if self._has_signs and not name.endswith(f"({ink.letter})"):
            name += f" ({ink.letter})"
        left = 2 * _PAD_PX + _SWATCH_PX
        painter.setPen(QColor(theme.faint if ink.left == 0 else theme.text))
        shown = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, right - left)
        place = QRectF(left, 0, right - left, height)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_compact(self, painter: QPainter) -> None:
        height = self.height()
        self._paint_swatch(painter, QRectF(4, (height - _SWATCH_PX) / 2, *2 * (_SWATCH_PX,)))
        place = QRectF(_SWATCH_PX + 6, 0, _KEY_PX - 4, height)
        if self._has_signs:
            painter.setPen(QColor(self._theme.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._ink.letter)
            place.translate(_KEY_PX - 4, 0)
        painter.setPen(QColor(self._theme.faint))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._ink.key)

    def _paint_swatch(self, painter: QPainter, rect: QRectF) -> None:
        pattern = self._ink.index if self._has_signs else 0
        paint_swatch(painter, rect, self._ink.rgb, pattern, QColor(self._theme.faint))
