"""What the player chose for random puzzles. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.difficulty import Difficulty
from puzzles.words import worded
from solver.author.generator.chance import Chance
from solver.author.generator.options import MAX_COLORS, MAX_SIDE, GeneratorOptions, Style
from solver.author.generator.symmetry import Symmetry

SIDES = (5, 10, 15, 20, 25, 30, 40, 50)
"""The sides of square boards that are offered."""
_SURPRISING_SIDES = (10, 12, 15, 15, 18, 20, 20, 25)


@dataclass(frozen=True, slots=True)
class RandomChoice:
    """What is chosen, as settings keep it; an empty text leaves the choice open.

    Raises:
        ValueError: A value is not possible.
    """

    rows: int = 15
    columns: int = 15
    difficulty: str = "easy"
    colors: int = 1
    style: str = ""
    symmetry: str = ""

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.columns <= MAX_SIDE):
            raise ValueError(
                worded("{rows} x {columns} is no size", rows=self.rows, columns=self.columns)
            )
        if not 1 <= self.colors <= MAX_COLORS:
            raise ValueError(worded("{colors} is no number of colours", colors=self.colors))
        for text, kind in (
            (self.difficulty, Difficulty),
            (self.style, Style),
            (self.symmetry, Symmetry),
        ):
            if text:
                kind(text)

    @classmethod
    def of(cls, options: GeneratorOptions) -> RandomChoice:
        """The choice of these options, as far as it has them."""
        kinds = (options.difficulty, options.style, options.symmetry)
        difficulty, style, symmetry = ("" if kind is None else kind.value for kind in kinds)
        return cls(options.height, options.width, difficulty, options.colors, style, symmetry)

    @property
    def has_more(self) -> bool:
        """Whether more than a square size and a difficulty is chosen."""
        is_offered = self.rows == self.columns and self.rows in SIDES
        return not is_offered or self.colors > 1 or bool(self.style or self.symmetry)

    def options(self) -> GeneratorOptions:
        """The options of the generator.

        Raises:
            ValueError: Two choices contradict each other.
        """
        return GeneratorOptions(
            self.rows,
            self.columns,
            Difficulty(self.difficulty) if self.difficulty else None,
            style=Style(self.style) if self.style else None,
            symmetry=Symmetry(self.symmetry) if self.symmetry else None,
            colors=self.colors,
        )


def surprise(seed: str) -> RandomChoice:
    """A choice by chance: a size that is played in one sitting, sometimes in colour."""
    chance = Chance(f"surprise {seed}")
    side = chance.one_of(_SURPRISING_SIDES)
    words = [each.value for each in Difficulty][:5]
    colors = chance.one_of((1, 1, 1, 3))
    return RandomChoice(side, side, chance.one_of(words), colors)
