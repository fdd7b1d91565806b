"""A lesson as a value. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from helper.learn.lessons.position import Position
from solver.logic.techniques import Technique


@dataclass(frozen=True, slots=True)
class Lesson:
    """One technique."""

    technique: Technique
    rule: str
    """What it says, in two to four sentences."""
    example: Position
    exercises: tuple[Position, ...]
    """The easiest first."""

    @property
    def title(self) -> str:
        """The technique's name as a heading."""
        return self.technique.title
