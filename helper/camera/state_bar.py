"""The bar above the picture: the state of the live view as an icon, a word and a sentence."""

from __future__ import annotations

import enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from helper.application.icons import icon, sizes_of
from helper.application.theme import Theme
from helper.application.typeface import scaled, strong
from recognizer.live.scene import LiveState

_ICON_PX = 32
"""The side of the icon."""


class IdleState(enum.Enum):
    """The states while no frame is processed; the value is shown to the user."""

    STOPPED = "stopped"
    STARTING = "starting"
    FROZEN = "frozen"
    TROUBLE = "no picture"


_ICONS: dict[LiveState | IdleState, str] = {
    LiveState.SEARCHING: "search",
    LiveState.HOLD_STILL: "hand",
    LiveState.READING: "reading",
    LiveState.SOLVING: "solve",
    LiveState.SHOWN: "right",
    LiveState.LOST: "lost",
    IdleState.STOPPED: "stop",
    IdleState.STARTING: "pending",
    IdleState.FROZEN: "pause",
    IdleState.TROUBLE: "wrong",
}


class StateBar(QFrame):
    """Shows the state and a sentence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bar")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.state: LiveState | IdleState = IdleState.STOPPED
        self._theme = theme
        self.icon_label, self.word_label, self.sentence_label = QLabel(), QLabel(), QLabel()
        self.icon_label.setFixedSize(_ICON_PX, _ICON_PX)
        self.word_label.setAccessibleName("State of the camera view")
        self.word_label.setFont(scaled(strong(self.word_label.font()), 1.2))
        self.sentence_label.setWordWrap(True)
        self.sentence_label.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence_label.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Two lines at all times: the picture must not move when the sentence changes.
        self.sentence_label.setFixedHeight(2 * self.sentence_label.fontMetrics().lineSpacing() + 2)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 8, 12, 4)
        layout.setHorizontalSpacing(12)
        layout.setVerticalSpacing(0)
        layout.addWidget(self.icon_label, 0, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.word_label, 0, 1)
        layout.addWidget(self.sentence_label, 1, 1)
        layout.setColumnStretch(1, 1)
        self.set_theme(theme)

    def show_state(self, state: LiveState | IdleState, sentence: str, word: str = "") -> None:
        """Show a state.

        Args:
            state: The state, which has an icon.
            sentence: Advice, or a result.
            word: Replaces the state's own word.
        """
        word = word or state.value.capitalize()
        if state is not self.state:
            self.state = state
            self._show_icon()
        if word != self.word_label.text():
            self.word_label.setText(word)
        if sentence != self.sentence_label.text():
            self.sentence_label.setText(sentence)
            self.sentence_label.setToolTip(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._show_icon()

    def _show_icon(self) -> None:
        state_icon = icon(_ICONS[self.state], self._theme, sizes_of(_ICON_PX))
        self.icon_label.setPixmap(state_icon.pixmap(_ICON_PX, _ICON_PX))
