"""The panel beside the board of How to Play: the text of a step, its progress, and the buttons."""

from __future__ import annotations

import enum
from dataclasses import replace
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeySequence, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.application.icons import icon
from helper.application.theme import Theme
from helper.application.typeface import body_font, strong
from helper.learn.steps import LearnStep, StepProgress
from helper.widgets.style import PRIMARY, colored
from puzzles.words import _, in_context, worded

_ICON_PX = 20
_LINE_SPACING = 115
"""The distance of two lines of text, in percent of the font's own."""


def with_keys(text: str) -> str:
    """The text of a step, with the keys of the commands in place of ``{undo}`` and so on."""
    form = QKeySequence.SequenceFormat.NativeText
    return text.format_map({name: keys.toString(form) for name, keys in command_keys().items()})


def command_keys() -> dict[str, QKeySequence]:
    """The keys that steps name."""
    return {
        "undo": QKeySequence(QKeySequence.StandardKey.Undo),
        "hint": QKeySequence("Ctrl+H"),
        "check_now": QKeySequence("Ctrl+K"),
    }


class StepPanel(QFrame):
    """Shows one step; the window connects its buttons.

    Signals:
        told: ``str``, a text that has come, for those who do not see it.
    """

    told = Signal(str)

    def __init__(
        self,
        count: int,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        has_low_foot: bool = False,
    ) -> None:
        """Make a panel without a text.

        Args:
            count: The number of steps.
            theme: The colours.
            parent: The window.
            has_low_foot: Whether all buttons are in one row, wherever the panel is.
        """
        super().__init__(parent)
        self.setObjectName("panel")
        self._count = count
        self._theme = theme
        self._border = ""
        self._has_low_foot = has_low_foot
        self._is_row: bool | None = None
        self.place, self.dots = QLabel(), ProgressDots(count, theme)
        self.title, self.text, self.keys = _Wrapped(), _Prose(), _Prose()
        self.title.setFont(heading_font())
        self.card = _Card()
        self.next = _button(_("&Next"), _("Go to the next step (Enter)"))
        self.next.setProperty(PRIMARY, True)
        self.back = _button(_("&Back"), _("Go back to the step before"))
        self.skip = _button(_("&Skip"), _("Go on without this step"))
        for label in (self.place, self.keys):
            label.setProperty("kind", "faint")
        self._lay_out()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.place)
        head.addStretch()
        head.addWidget(self.dots)
        texts = QWidget()
        texts.setObjectName("scrolled")
        column = QVBoxLayout(texts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in (self.title, self.text, self.keys, self.card):
            column.addWidget(widget)
        column.addStretch()
        self.text_area = _TextArea(texts)
        self._foot = QGridLayout()
        self._foot.setSpacing(12)
        self._foot.setColumnStretch(1, 1)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(12)
        self._column.addLayout(head)
        self._column.addWidget(self.text_area, 1)
        self._column.addLayout(self._foot)
        self.set_below(False)

    def show_step(self, step: LearnStep, index: int) -> None:
        """Show a step's texts; ``index`` counts from 0."""
        place = worded("Step {index} of {count}", index=index + 1, count=self._count)
        self.show_texts(place, step.title, step.text, with_keys(step.keys))
        if index == self._count - 1:
            self.name_next(_("&Play Your First Puzzle"), _("Open the first bundled puzzle"))
        else:
            self.name_next(_("&Next"), _("Go to the next step"))
        self.back.setEnabled(index > 0)

    def show_texts(self, place: str, title: str, text: str, keys: str) -> None:
        """Show other texts, without a card.

        Args:
            place: Which step it is.
            title: Its heading.
            text: What is new and what to do.
            keys: How to do it with the keyboard; empty for nothing.
        """
        self.place.setText(place)
        self.title.setText(title)
        self.text.show_text(text)
        self.keys.show_text(keys)
        self.keys.setVisible(bool(keys))
        self.card.hide()
        self.text_area.show_head()
        self.told.emit("\n".join(filter(None, (place, title, text, keys))))

    def name_next(self, text: str, tip: str) -> None:
        """Say where the button goes that Enter presses."""
        self.next.setText(text)
        self._arrange_foot()
        self.next.setToolTip(f"{tip} (Enter)")

    def show_card(self, sentence: str, sign: Sign) -> None:
        """Show a sentence below the texts; none if it is empty."""
        if not sentence:
            self.card.hide()
            return
        self.card.show_sentence(sentence, sign, self._theme)
        self.text_area.show_foot()
        self.told.emit(sentence)

    def show_progress(
        self, step: LearnStep, progress: StepProgress, index: int, done: frozenset[int]
    ) -> None:
        """Show how far the player is.

        Args:
            step: The current step.
            progress: The state of the attempt on the board.
            index: The current step's number, from 0.
            done: The numbers of the steps that were done once.
        """
        self.dots.show_progress(index, done)
        self.dots.setToolTip(
            worded("{done} of {count} steps are done", done=len(done), count=self._count)
        )
        self.next.setEnabled(index in done)
        self.skip.setVisible(index not in done)
        if progress is StepProgress.OPEN:
            self.card.hide()
            return
        is_done = progress is StepProgress.DONE
        sign = Sign.RIGHT if is_done else Sign.WRONG
        self.show_card(with_keys(step.praise if is_done else step.advice), sign)

    def set_count(self, count: int) -> None:
        """Have another number of steps."""
        self._count = count
        self.dots.set_count(count)

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self.dots.set_theme(theme)
        self.card.set_theme(theme)
        self.setStyleSheet(panel_style(theme, self._border))

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange_foot()

    def _arrange_foot(self) -> None:
        """Put the buttons into one row, or the main one above the others where it is too short."""
        row = self.back, self.next, self.skip
        shown = [button for button in row if not button.isHidden()]
        needed = sum(button.sizeHint().width() for button in shown)
        needed += self._foot.spacing() * (len(shown) - 1)
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        is_row = (self._border == "top" or self._has_low_foot) and needed <= room
        if is_row is self._is_row:
            return
        self._is_row = is_row
        for button in row:
            self._foot.removeWidget(button)
        if is_row:
            for column, button in enumerate(row):
                self._foot.addWidget(button, 0, column)
        else:
            self._foot.addWidget(self.next, 0, 0, 1, 3)
            self._foot.addWidget(self.back, 1, 0)
            self._foot.addWidget(self.skip, 1, 2)

    def set_below(self, is_below: bool) -> None:
        """Whether the panel is below the board rather than beside it."""
        border = "top" if is_below else "left"
        if border == self._border:
            return
        self._border = border
        margin = 12 if is_below else 20
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._arrange_foot()
        self.setStyleSheet(panel_style(self._theme, border))


class Sign(enum.Enum):
    """The sign before a sentence."""

    RIGHT = "right"
    """A tick."""
    WRONG = "wrong"
    """A warning sign."""
    TELLS = "hint"
    """The sign of a hint."""


class _Card(QFrame):
    """A sentence with a sign."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._kind = Sign.RIGHT
        self.sign, self.label = QLabel(), _Prose()
        self.sign.setFixedSize(_ICON_PX, _ICON_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(12)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.label, 1)
        self.hide()

    @property
    def sentence(self) -> str:
        """The sentence; empty if the card is hidden."""
        return "" if self.isHidden() else self.label.shown

    def show_sentence(self, sentence: str, kind: Sign, theme: Theme) -> None:
        """Show a sentence with a sign."""
        self._kind = kind
        self.label.show_text(sentence)
        self.sign.setAccessibleName(_SIGN_NAMES[kind])
        self.set_theme(theme)
        self.show()

    def set_theme(self, theme: Theme) -> None:
        """Draw the sign in a theme's colours."""
        colors = {Sign.RIGHT: theme.green, Sign.WRONG: theme.amber, Sign.TELLS: theme.accent}
        drawn = icon(self._kind.value, replace(theme, text=colors[self._kind]))
        size = QSize(_ICON_PX, _ICON_PX)
        self.sign.setPixmap(drawn.pixmap(size, self.devicePixelRatioF()))


_SIGN_NAMES = {
    Sign.RIGHT: in_context("an exercise", "Done"),
    Sign.WRONG: _("Not right"),
    Sign.TELLS: _("Explanation"),
}


class _TextArea(QScrollArea):
    """Scrolls the texts if there is too little room; the keyboard reaches it only then."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(40)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(_("The step"))
        self._follows = False
        self.verticalScrollBar().rangeChanged.connect(self._range_changed)

    def show_foot(self) -> None:
        """Scroll to the end, now and when the content grows."""
        self._follows = True
        self._range_changed(0, self.verticalScrollBar().maximum())

    def show_head(self) -> None:
        """Scroll to the start."""
        self._follows = False
        self.verticalScrollBar().setValue(0)

    def _range_changed(self, _: int, last: int) -> None:
        policy = Qt.FocusPolicy.StrongFocus if last else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)
        if self._follows:
            self.verticalScrollBar().setValue(last)


class _Wrapped(QLabel):
    """A label of any width."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setMinimumWidth(1)  # a long word is cut instead of widening the panel


class _Prose(_Wrapped):
    """Sentences with generous line spacing."""

    shown = ""
    """The text without markup."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)

    def show_text(self, text: str) -> None:
        """Show plain text."""
        self.shown = text
        self.setText(f'<p style="margin: 0; line-height: {_LINE_SPACING}%">{escape(text)}</p>')


def _button(text: str, tip: str) -> QPushButton:
    """A button that the mouse does not focus: the board keeps the keyboard."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


_DOT_PX = 8
_GAP_PX = 8
_CURRENT_PX = 20
"""The width of the current step's dot, which is a bar."""


class ProgressDots(QWidget):
    """A disc for a step that is done, a ring for one that is open, a bar for the current one."""

    def __init__(self, count: int, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = count
        self._theme = theme
        self.current = 0
        self.done: frozenset[int] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_progress(self, current: int, done: frozenset[int]) -> None:
        """Show the current step and those that are done, by number from 0."""
        self.current, self.done = current, done
        self.update()

    def set_count(self, count: int) -> None:
        """Show another number of steps."""
        self._count = count
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize((self._count - 1) * (_DOT_PX + _GAP_PX) + _CURRENT_PX, _DOT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = 0.0
            for k in range(self._count):
                width = _CURRENT_PX if k == self.current else _DOT_PX
                is_filled = k == self.current or k in self.done
                color = QColor(self._theme.accent if is_filled else self._theme.faint)
                painter.setPen(QPen(color, 1.5))
                painter.setBrush(color if is_filled else Qt.BrushStyle.NoBrush)
                rect = QRectF(x, 0, width, _DOT_PX).adjusted(0.75, 0.75, -0.75, -0.75)
                painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
                x += width + _GAP_PX
        finally:
            painter.end()


HEADING_PX = 18


def heading_font() -> QFont:
    """The font of a step's title."""
    font = strong(body_font())
    font.setPixelSize(HEADING_PX)
    return font


_PANEL = """
#panel {{ border: none; border-SIDE: 1px solid {line}; }}
QScrollArea, #scrolled {{ background: transparent; border: none; }}
"""


def panel_style(theme: Theme, border: str) -> str:
    """The panel beside the board.

    Args:
        theme: The colours.
        border: The side with a line, ``left`` or ``top``.
    """
    return colored(_PANEL.replace("SIDE", border), theme)


_LIST = """
#lessons {{ background: {window}; border: none; border-right: 1px solid {line}; outline: none;
  padding: 8px; }}
#lessons::item {{
  padding: 0 5px; border: 1px solid transparent; border-radius: 6px; color: {text};
}}
#lessons::item:disabled {{ color: {faint}; padding-bottom: 5px; }}
#lessons::item:hover:enabled {{ background: {base}; }}
#lessons::item:selected {{ background: {tint}; color: {text}; border-color: {accent}; }}
"""


def lesson_list_style(theme: Theme) -> str:
    """The list of lessons."""
    return colored(_LIST, theme)
