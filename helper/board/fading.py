"""The transition from a board that was just solved to its picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QVariantAnimation
from PySide6.QtWidgets import QStyle, QWidget

MAX_MS = 180


class SolvedFade:
    """How far the transition is; nothing else waits for it."""

    def __init__(self, widget: QWidget, repaint: Callable[[], None]) -> None:
        """``widget``: its style decides whether anything moves."""
        self._widget = widget
        self._repaint = repaint
        self.animation = QVariantAnimation(widget)
        """Runs while the grid fades."""
        self.animation.setStartValue(0.0)
        self.animation.setEndValue(1.0)
        self.animation.valueChanged.connect(lambda _: repaint())

    @property
    def share(self) -> float:
        """From 0, the whole board, to 1, the picture; 1 if nothing moves."""
        if self.animation.state() is not QVariantAnimation.State.Running:
            return 1.0
        return float(self.animation.currentValue())

    def begin(self) -> None:
        """Begin to fade; at once if the system asks for no motion."""
        duration = self._widget.style().styleHint(
            QStyle.StyleHint.SH_Widget_Animation_Duration, None, self._widget
        )
        self.end()
        if duration > 0:
            self.animation.setDuration(min(duration, MAX_MS))
            self.animation.start()

    def end(self) -> None:
        """Show the picture, or the whole board, at once."""
        self.animation.stop()
        self._repaint()
