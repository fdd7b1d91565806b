"""What a player can choose for a generated puzzle."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from puzzles.difficulty import Difficulty
from puzzles.model import MAX_SIZE
from puzzles.option import COLORS_TEXT, DIFFICULTY_TEXT, Option, check_options
from puzzles.words import _, in_context, plural, worded
from solver.author.generator.possible import has_puzzles
from solver.author.generator.symmetry import MAX_IMAGES, Symmetry, orbits
from solver.logic.techniques import Technique, Tier

MIN_SIDE, MAX_SIDE = 1, min(150, MAX_SIZE)
"""Rows or columns of a generated puzzle."""
MAX_COLORS = 6


class Style(enum.Enum):
    """The kind of picture; the value is the word of options, JSON and names of puzzles."""

    ISLANDS = "islands"
    """Smooth shapes like land in water."""
    SHAPES = "shapes"
    """Circles, boxes, stars and rings over each other."""
    ORNAMENT = "ornament"
    """A pattern as on a carpet."""
    FIGURE = "figure"
    """A figure that may be a creature or a machine."""
    LINES = "lines"
    """Curves and branches."""
    TILES = "tiles"
    """Arcs that join to paths."""
    LETTERS = "letters"
    """One to a few capitals or digits."""

    @property
    def title(self) -> str:
        """The name for people."""
        return _STYLES[self]


_STYLES = {
    Style.ISLANDS: in_context("a kind of picture", "Islands"),
    Style.SHAPES: in_context("a kind of picture", "Shapes"),
    Style.ORNAMENT: in_context("a kind of picture", "Ornament"),
    Style.FIGURE: in_context("a kind of picture", "Figure"),
    Style.LINES: in_context("a kind of picture", "Lines"),
    Style.TILES: in_context("a kind of picture", "Tiles"),
    Style.LETTERS: in_context("a kind of picture", "Letters"),
}


@dataclass(frozen=True, slots=True)
class GeneratorOptions:
    """What is wished of a puzzle. What is left open may be anything.

    Difficulty, technique, symmetry and style may be given by their words.

    Raises:
        ValueError: A number or a word is not possible, or two options contradict each other.

    >>> GeneratorOptions(rows=20, columns=10, difficulty="hard").difficulty.title
    'Hard'
    """

    rows: Annotated[int, Option("", MIN_SIDE, MAX_SIDE)]
    columns: Annotated[int, Option("", MIN_SIDE, MAX_SIDE)]
    difficulty: Annotated[Difficulty | None, Option(DIFFICULTY_TEXT)] = None
    tier: Tier | None = None
    """The tier of the hardest technique that is needed."""
    score: tuple[float, float] | None = None
    """The lowest and the highest score."""
    trial: Annotated[bool | None, Option("Puzzles that need trials, or none that do.")] = None
    """Whether a trial is needed: one cell is assumed, and what follows contradicts."""
    technique: Annotated[
        Technique | None, Option("A technique that solving needs, to practise it.", metavar="WORD")
    ] = None
    """The puzzle is of its tier, if neither difficulty nor tier is wished."""
    density: Annotated[
        float | None,
        Option("The share of shaded cells, {low:g} to {high:g}.", 0.05, 0.95, metavar="D"),
    ] = None
    """Reached to about 0.05 unless the difficulty forbids."""
    symmetry: Annotated[Symmetry | None, Option("The symmetry of the picture.")] = None
    style: Annotated[Style | None, Option("The style of the picture.")] = None
    colors: Annotated[
        int,
        Option(COLORS_TEXT, 1, MAX_COLORS, metavar="K"),
    ] = 1

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: int,
            columns: int,
            difficulty: Difficulty | str | None = None,
            tier: Tier | None = None,
            score: tuple[float, float] | None = None,
            trial: bool | None = None,
            technique: Technique | str | None = None,
            density: float | None = None,
            symmetry: Symmetry | str | None = None,
            style: Style | str | None = None,
            colors: int = 1,
        ) -> None:
            """What ``dataclass`` makes, with words in place of members."""

    def __post_init__(self) -> None:
        check_options(self)
        if self.tier is not None and not isinstance(self.tier, Tier):
            raise ValueError(
                worded(
                    "tier: a member of Tier, not {value!r}; the words are for the difficulty",
                    value=self.tier,
                )
            )
        if self.score is not None and not _is_pair(self.score):
            text = _("score: the lowest one and the highest, not {value!r}")
            raise ValueError(worded(text, value=self.score))
        if self.score is not None and not 0 <= self.score[0] <= self.score[1]:
            raise ValueError(_("the lowest score is larger than the highest"))
        if self.symmetry is Symmetry.QUARTER_TURN and self.rows != self.columns:
            raise ValueError(_("a picture that is not square has no symmetry of a quarter turn"))
        self._check_contradictions()
        self._check_colors()
        self._check_size()

    def _check_contradictions(self) -> None:
        """Refuse options of which one excludes the other."""
        if self.difficulty is not None and self.tier is not None:
            raise ValueError(_("either the difficulty or the tier can be wished, not both"))
        if self.technique is not None:
            self._check_technique(self.technique)
        if self.trial is None:
            return
        by_trial = None
        if self.difficulty is not None:
            by_trial = self.difficulty in (Difficulty.EXPERT, Difficulty.EXTREME)
        elif (tier := self.wished_tier) is not None:
            by_trial = tier >= Tier.LOOKAHEAD
        if by_trial is not None and by_trial is not self.trial:
            if self.difficulty is None and self.tier is None and self.technique is not None:
                text = (
                    _("puzzles to practise the technique {technique} need a trial")
                    if by_trial
                    else _("puzzles to practise the technique {technique} do not need a trial")
                )
                raise ValueError(worded(text, technique=self.technique.label))
            raise ValueError(
                _("puzzles of the wished difficulty need a trial")
                if by_trial
                else _("puzzles of the wished difficulty do not need a trial")
            )

    @property
    def wished_tier(self) -> Tier | None:
        """The tier of the hardest technique; ``None`` if it is open, or the difficulty decides."""
        if self.tier is None and self.difficulty is None and self.technique is not None:
            return self.technique.tier
        return self.tier

    def _check_technique(self, technique: Technique) -> None:
        """Refuse puzzles that are too easy for a technique, or have too few colours."""
        from solver.logic.rate import TIERS_OF_DIFFICULTY

        highest = self.tier
        if self.difficulty is not None:
            highest = TIERS_OF_DIFFICULTY[self.difficulty][1]
        if highest is not None and highest < technique.tier:
            text = _("puzzles of the wished difficulty do not need the technique {technique}")
            raise ValueError(worded(text, technique=technique.label))
        if technique.tier is Tier.COLOUR and self.colors == 1:
            text = _("only puzzles in several colours need the technique {technique}")
            raise ValueError(worded(text, technique=technique.label))

    def _check_colors(self) -> None:
        """Refuse boards that are too small to show every colour."""
        if self.rows * self.columns >= MAX_IMAGES * MAX_COLORS:
            return
        parts = orbits(self.symmetry or Symmetry.NONE, self.rows, self.columns)
        room = len({cells[0] for cells in parts})
        if room < self.colors:
            raise ValueError(
                plural(
                    room,
                    "a picture of {width}x{height} with this symmetry has room for {count} colour",
                    "a picture of {width}x{height} with this symmetry has room for {count} colours",
                    width=self.columns,
                    height=self.rows,
                )
                if self.symmetry not in (None, Symmetry.NONE)
                else plural(
                    room,
                    "a picture of {width}x{height} has room for {count} colour",
                    "a picture of {width}x{height} has room for {count} colours",
                    width=self.columns,
                    height=self.rows,
                )
            )

    def _check_size(self) -> None:
        """Refuse small boards that are known to have no puzzle of the wished difficulty."""
        wish = self.difficulty
        if self.wished_tier is Tier.DEEP_CONTRADICTION:
            wish = Difficulty.EXTREME
        elif self.wished_tier is Tier.LOOKAHEAD or (wish is None and self.trial):
            wish = Difficulty.EXPERT
        if wish is None or self.colors > 1 or has_puzzles(self.rows, self.columns, wish):
            return
        raise ValueError(
            worded(
                "no puzzle of {width}x{height} in black and white has the difficulty {word}; "
                "larger boards have some",
                width=self.columns,
                height=self.rows,
                word=wish.label,
            )
        )


def _is_pair(value: object) -> bool:
    """Whether it is two numbers."""
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return all(isinstance(each, int | float) for each in value)
