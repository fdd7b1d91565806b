"""What the open game has cost besides time: hints, checks, mistakes and lives.

Counts are no moves, so undo does not change them.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from helper.application.library_records import NO_COUNTS, GameCounts


class PlayCounts(QObject):
    """The counts of the open game. No count ever decreases while a game lasts.

    :class:`~helper.play.autosave.Autosave` writes every change at once.

    Signals:
        changed: Something was counted.
        begun: Another game has begun or goes on, with counts of its own.
    """

    changed = Signal()
    begun = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.value = NO_COUNTS
        """The counts now."""

    def add_hint(self) -> None:
        """Count a hint."""
        self._set(self.value._replace(hints=self.value.hints + 1))

    def add_check(self) -> None:
        """Count a check."""
        self._set(self.value._replace(checks=self.value.checks + 1))

    def add_mistake(self) -> None:
        """Count a wrong cell, which costs a life."""
        self._set(self.value._replace(mistakes=self.value.mistakes + 1))

    def set_lives(self, lives: int) -> None:
        """Play with so many lives from the beginning; 0 to go on without."""
        self._set(self.value._replace(lives=lives))

    def _set(self, value: GameCounts) -> None:
        if value != self.value:
            self.value = value
            self.changed.emit()
