"""The strip over the picture: how far the live view is, as a sign, a word and a sentence."""

from __future__ import annotations

import enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from helper.application.icons import icon, sizes_of
from helper.application.theme import Theme
from helper.application.typeface import scaled, strong
from recognizer.live.scene import LiveState

_ICON_PX = 32


class IdleState(enum.Enum):
    """What there is to say while no frame is looked at; the value is what people are told."""

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


class StateStrip(QFrame):
    """Says the state and what helps."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.state: LiveState | IdleState = IdleState.STOPPED
        self._theme = theme
        self.sign, self.word, self.sentence = QLabel(), QLabel(), QLabel()
        self.sign.setFixedSize(_ICON_PX, _ICON_PX)
        self.word.setAccessibleName("State of the camera view")
        self.word.setFont(scaled(strong(self.word.font()), 1.2))
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Two lines at all times: the picture must not move when the sentence changes.
        self.sentence.setFixedHeight(2 * self.sentence.fontMetrics().lineSpacing() + 2)
        layout = QGridLayout(self)
        layout.setContentsMargins(10, 4, 10, 2)
        layout.setHorizontalSpacing(12)
        layout.setVerticalSpacing(0)
        layout.addWidget(self.sign, 0, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.word, 0, 1)
        layout.addWidget(self.sentence, 1, 1)
        layout.setColumnStretch(1, 1)
        self.set_theme(theme)

    def say(self, state: LiveState | IdleState, sentence: str, word: str = "") -> None:
        """Show a state.

        Args:
            state: Its sign is shown.
            sentence: What helps, or what was found.
            word: In place of the state's own.
        """
        word = word or state.value.capitalize()
        if state is not self.state:
            self.state = state
            self._show_sign()
        if word != self.word.text():
            self.word.setText(word)
        if sentence != self.sentence.text():
            self.sentence.setText(sentence)
            self.sentence.setToolTip(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._show_sign()

    def _show_sign(self) -> None:
        made = icon(_ICONS[self.state], self._theme, sizes_of(_ICON_PX))
        self.sign.setPixmap(made.pixmap(_ICON_PX, _ICON_PX))
