"""What the open game has cost besides time: hints, checks, mistakes and lives.

Counts are no moves, so undo does not change them.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from helper.application.library_records import NO_COUNTS, GameCounts
from helper.application.settings import HintDegree


class PlayCounts(QObject):
    """The counts of the open game. No count decreases while a game lasts, but that of hints of a
    degree does when one becomes deeper.

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

    def add_hint(self, degree: HintDegree = HintDegree.PLACE) -> None:
        """Count a hint that tells so much."""
        self._set(_counted(self.value._replace(hints=self.value.hints + 1), degree, 1))

    def deepen_hint(self, before: HintDegree, now: HintDegree) -> None:
        """The latest hint tells more than before: it counts as the deeper one."""
        self._set(_counted(_counted(self.value, before, -1), now, 1))

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


_FIELDS = {
    HintDegree.PLACE: "hint_places",
    HintDegree.TECHNIQUE: "hint_techniques",
    HintDegree.WHOLE: "hint_wholes",
}


def _counted(counts: GameCounts, degree: HintDegree, more: int) -> GameCounts:
    """The counts with more hints of a degree."""
    field = _FIELDS[degree]
    return counts._replace(**{field: getattr(counts, field) + more})
