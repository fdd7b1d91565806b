"""The picture of a solved board: whether it is shown alone, and the transition to it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QVariantAnimation, Signal
from PySide6.QtWidgets import QWidget

from helper.application.motion import Motion
from helper.board.look import BoardLook
from helper.play.session import Session

FADE_MS = 180
"""How long the grid fades where no finish is shown, in ms: a control moves for less than 200 ms."""


class SolvedPicture(QObject):
    """How far the transition is; nothing else waits for it.

    Signals:
        changed: The picture appeared, disappeared or moved.
    """

    changed = Signal()

    def __init__(self, widget: QWidget, session: Session, look: BoardLook, motion: Motion) -> None:
        """``widget``: the board's."""
        super().__init__(widget)
        self._widget = widget
        self._motion = motion
        self.fades = True
        """Whether the grid fades here; if not, something over the board shows how it goes."""
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

    @property
    def is_own(self) -> bool:
        """Whether the player has completed the picture by hand, with the latest move."""
        return self._session.is_solved_by_hand

    def follow(self, is_solved: bool) -> None:
        """Show the picture or the whole board; only the player's own picture fades in."""
        self.end()
        if is_solved and self.is_own and self.fades and not self._motion.is_reduced(self._widget):
            self.animation.setDuration(FADE_MS)
            self.animation.start()

    def end(self) -> None:
        """Show the picture, or the whole board, at once."""
        self.animation.stop()
        self.changed.emit()
