"""The picture of a solved board: whether it is shown alone, and the transition to it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QVariantAnimation, Signal
from PySide6.QtWidgets import QStyle, QWidget

from helper.board.look import BoardLook
from helper.play.session import Session

MAX_MS = 180


class SolvedPicture(QObject):
    """How far the transition is; nothing else waits for it.

    Signals:
        changed: The picture appeared, disappeared or moved.
    """

    changed = Signal()

    def __init__(self, widget: QWidget, session: Session, look: BoardLook) -> None:
        """``widget``: its style decides whether anything moves."""
        super().__init__(widget)
        self._widget = widget
        self._session = session
        self._look = look
        self.animation = QVariantAnimation(self)
        """Runs while the grid fades."""
        self.animation.setStartValue(0.0)
        self.animation.setEndValue(1.0)
        self.animation.valueChanged.connect(self.changed)

    @property
    def is_shown(self) -> bool:
        """Whether only the picture of a solved puzzle is shown, without clues and lights."""
        is_alone = not (self._look.is_thought or self._look.keeps_numbers)
        return self._session.is_solved and is_alone

    @property
    def fade_share(self) -> float:
        """From 0, the whole board, to 1, the picture; 1 if nothing moves."""
        if self.animation.state() is not QVariantAnimation.State.Running:
            return 1.0
        return float(self.animation.currentValue())

    @property
    def move_share(self) -> float:
        """How far it is on its way to the middle, from 0 to 1; it moves when its clues are gone."""
        return max(0.0, 2 * self.fade_share - 1) if self.is_shown else 0.0

    def follow(self, is_solved: bool) -> None:
        """Show the picture or the whole board; only the player's own picture fades in."""
        session = self._session
        self.end()
        if is_solved and session.is_just_solved and not session.is_solved_by_machine:
            self._begin()

    def end(self) -> None:
        """Show the picture, or the whole board, at once."""
        self.animation.stop()
        self.changed.emit()

    def _begin(self) -> None:
        """Begin to fade; not if the system asks for no motion."""
        duration = self._widget.style().styleHint(
            QStyle.StyleHint.SH_Widget_Animation_Duration, None, self._widget
        )
        if duration > 0:
            self.animation.setDuration(min(duration, MAX_MS))
            self.animation.start()
