"""A dialog whose page scrolls where the screen is small, above its buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import PRIMARY

MARGIN_PX = 20
GAP_PX = 12
"""From one setting to the next."""
_CONTEXT_PX = 80
"""What is shown above and below the control with the focus."""


class PageDialog(QDialog):
    """A page and a foot with buttons; the control that the keyboard has reached is in view."""

    def __init__(self, title: str, parent: QWidget | None = None, width_px: int = 0) -> None:
        """``width_px``: at the start, if the screen is wide enough; 0 for that of the page."""
        super().__init__(parent)
        self._width_px = width_px
        self.setWindowTitle(title)
        self.page = QWidget()
        self.area = SmallScreenArea(self.page)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.foot = QFrame()
        self.foot.setObjectName("foot")
        self.foot_row = QHBoxLayout(self.foot)
        self.foot_row.setContentsMargins(MARGIN_PX, GAP_PX, MARGIN_PX, GAP_PX)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.area, 1)
        whole.addWidget(self.foot)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._show_focus)

    def add_buttons(
        self,
        kinds: QDialogButtonBox.StandardButton,
        accept: Callable[[], object] | None = None,
    ) -> QDialogButtonBox:
        """Put standard buttons into the foot.

        Args:
            kinds: The buttons; OK is filled with the accent colour.
            accept: What OK does; by default it accepts the dialog.
        """
        buttons = QDialogButtonBox(kinds)
        if ok := buttons.button(QDialogButtonBox.StandardButton.Ok):
            ok.setProperty(PRIMARY, True)
        buttons.accepted.connect(accept or self.accept)
        buttons.rejected.connect(self.reject)
        self.foot_row.addWidget(buttons)
        return buttons

    def size_in(self, room: QSize) -> QSize:
        """The size at which the whole page is in view, if there is room.

        Args:
            room: The size of the screen, in px.
        """
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()  # the style sheet has the sizes of the text
        for layout in self.findChildren(QLayout):
            layout.invalidate()
        wanted = self._width_px or max(self.page.sizeHint().width(), self.foot.sizeHint().width())
        width = min(wanted, room.width() * 9 // 10)
        # Qt keeps a scroll bar until there is room for what is beside it.
        beside_bar = width - self.area.verticalScrollBar().sizeHint().width()
        page = self.page
        tall = page.heightForWidth(beside_bar) if page.hasHeightForWidth() else -1
        height = max(tall, page.minimumSizeHint().height()) + self.foot.sizeHint().height()
        return QSize(width, min(height, room.height() * 9 // 10))

    def fit_screen(self) -> None:
        """Take the size of the page, within the screen; call it when the page is complete."""
        window = self.parentWidget() or self
        self.resize(self.size_in(window.screen().availableSize()))

    def show_why_not(self, label: QLabel, problem: str) -> None:
        """Show why the choice is not possible, whole; an empty text hides the label."""
        label.setText(problem)
        label.setVisible(bool(problem))
        if problem:
            QTimer.singleShot(0, self, partial(self._make_room_for, label))

    def grow(self) -> None:
        """Become as large as the page has become, as far as the screen has room."""
        window = self.parentWidget() or self
        self.resize(self.size().expandedTo(self.size_in(window.screen().availableSize())))

    def _make_room_for(self, label: QLabel) -> None:
        self.grow()
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self.area.ensureWidgetVisible(label)

    def scroll_to(self, control: QWidget) -> None:
        """Show a control of the page with a little of what is around it."""
        if self.page.isAncestorOf(control):
            # ensureWidgetVisible() shows of a field only its cursor.
            place = QRect(control.mapTo(self.page, QPoint()), control.size())
            for y in (place.bottom(), place.top()):
                self.area.ensureVisible(place.center().x(), y, 0, _CONTEXT_PX)

    def _show_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        # A control that is pressed stays under the pointer, or its release would miss it.
        if now is not None and QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self.scroll_to(now)


def note(sentence: str = "") -> QLabel:
    """A sentence in faint text, in as many lines as it needs."""
    label = QLabel(sentence)
    label.setProperty("kind", "faint")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def show_kind(label: QLabel, kind: str) -> None:
    """Show a label as another kind of text.

    Args:
        label: Any label.
        kind: ``faint``, ``error``, ``heading`` or ``title``; empty for plain text.
    """
    if label.property("kind") != kind:
        label.setProperty("kind", kind)
        label.style().unpolish(label)
        label.style().polish(label)
