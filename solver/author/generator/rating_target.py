"""How far the rating of a puzzle is from what is wished, and in which direction."""

from __future__ import annotations

from typing import NamedTuple

from puzzles.difficulty import Difficulty
from solver.author.generator.options import GeneratorOptions
from solver.logic.rate import COSTLY_EFFORT, DIFFICULTY_OF_TIER, TIERS_OF_DIFFICULTY, Rating
from solver.logic.techniques import Tier


class TargetDistance(NamedTuple):
    """How far a puzzle is from the target; the smaller one is nearer."""

    steps: float
    """Levels of difficulty between them; 0 if the target is reached."""
    rest: float
    """Tells puzzles of the same level apart: how much is between them and the next level."""

    @property
    def is_reached(self) -> bool:
        """Whether the target is reached."""
        return self.steps == 0


class RatingTarget:
    """The ratings that are wanted."""

    def __init__(self, options: GeneratorOptions) -> None:
        self._options = options

    @property
    def has_any(self) -> bool:
        """Whether the rating matters."""
        o = self._options
        wanted = (o.difficulty, o.wished_tier, o.score, o.trial)
        return any(each is not None for each in wanted)

    @property
    def is_deep(self) -> bool:
        """Whether trials within trials are wanted."""
        return self.tiers[0] is Tier.DEEP_CONTRADICTION

    @property
    def has_score(self) -> bool:
        """Whether the score matters, which only the complete rating tells."""
        return self._options.score is not None

    @property
    def tiers(self) -> tuple[Tier, Tier]:
        """The lowest and the highest tier that the wished puzzle may have."""
        o = self._options
        lowest, highest = min(Tier), max(Tier)
        if o.difficulty is not None:
            lowest, highest = TIERS_OF_DIFFICULTY[o.difficulty]
        elif o.wished_tier is not None:
            lowest = highest = o.wished_tier
        if o.trial is not None:
            if o.trial:
                lowest = max(lowest, Tier.LOOKAHEAD)
            else:
                highest = min(highest, Tier.COLOUR)
        return lowest, highest

    def steps_to(self, tier: Tier) -> float:
        """How many levels a tier is from the wished ones, at least 1; the score does not count."""
        lowest, highest = self.tiers
        if self._options.difficulty is not None:
            return max(1, abs(self._options.difficulty.rank - DIFFICULTY_OF_TIER[tier].rank))
        return max(1, lowest - tier, tier - highest)

    def detail(self) -> tuple[float, float]:
        """The range of detail (see ``sketch``) in which pictures are often near the target.

        The ranges of neighbouring difficulties overlap: 0 to 0.15 for *beginner*, 0.15 to 0.49 for
        *medium*, 0.6 to 1 for *extreme*.
        """
        word = self._options.difficulty
        if self._options.trial:
            word = word or Difficulty.EXPERT
        if self._options.wished_tier is not None:
            word = DIFFICULTY_OF_TIER[self._options.wished_tier]
        if word is None:
            return 0.0, 0.8
        place = word.rank / max(Difficulty).rank
        return max(0.0, 0.75 * place - 0.15), 0.15 + 0.85 * place

    def is_too_hard(self, rating: Rating) -> bool:
        """Whether an easier puzzle would be nearer; only if the target is not reached."""
        o = self._options
        if o.difficulty is not None and rating.difficulty is not o.difficulty:
            return rating.difficulty > o.difficulty
        if o.wished_tier is not None and rating.tier is not o.wished_tier:
            return rating.tier > o.wished_tier
        if o.trial is not None and (rating.tier >= Tier.LOOKAHEAD) is not o.trial:
            return not o.trial
        return o.score is not None and rating.score > o.score[1]

    def distance(self, rating: Rating) -> TargetDistance:
        """How far a rating is from the target."""
        o = self._options
        steps = 0.0
        if o.difficulty is not None:
            steps += abs(rating.difficulty.rank - o.difficulty.rank)
        if o.wished_tier is not None:
            steps += abs(rating.tier - o.wished_tier)
        if o.trial is not None:
            steps += (rating.tier >= Tier.LOOKAHEAD) is not o.trial
        if o.technique is not None:
            steps += not rating.cells.get(o.technique)
        if o.score is not None:
            low, high = o.score
            steps += max(0.0, low - rating.score, rating.score - high) / max(1.0, high)
        if not steps:
            return TargetDistance(0, 0)
        rest = (
            self._surplus(rating) if self.is_too_hard(rating) else 1 - rating.effort / COSTLY_EFFORT
        )
        return TargetDistance(steps, rest)

    def _surplus(self, rating: Rating) -> float:
        """How many cells need techniques that are too hard; the mean effort if none is excluded."""
        limit = self._options.wished_tier
        if self._options.difficulty is not None:
            limit = TIERS_OF_DIFFICULTY[self._options.difficulty][1]
        elif self._options.trial is False:
            limit = Tier.COLOUR
        if limit is None:
            return rating.effort
        beyond = sum(count for one, count in rating.cells.items() if one.tier > limit)
        return beyond + rating.effort / 100
