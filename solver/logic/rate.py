"""How difficult a puzzle is for a person: the hardest technique that is needed, and a score.

After the sudoku program HoDoKu, a rating has two parts. The *tier* is that of the hardest technique
without which the puzzle cannot be solved. The *score* sums the steps: each costs what its technique
costs, times the square root of the scarcity of places that offered progress at that moment;
``docs/maintainers/costs.md`` says where the costs come from.

The puzzle is solved in rounds: in each, all lines on which the simplest technique gives something
are changed at once. So the rating depends neither on the order of the lines nor on the way in which
the puzzle is turned or mirrored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from puzzles.contracts import ShouldStop, never
from puzzles.difficulty import Difficulty, difficulty_level, difficulty_text
from puzzles.errors import (
    NonogramError,
    NoSolutionError,
    PuzzleError,
    SeveralSolutionsError,
    checked_type,
)
from puzzles.model import CONTRADICTIONS, Puzzle
from puzzles.words import _, clauses, worded
from solver.logic.board import LogicBoard
from solver.logic.links.deep import find_deep
from solver.logic.links.lookahead import Lookahead, LookaheadMemory, look_ahead
from solver.logic.search import ContradictionError, LineSearch
from solver.logic.techniques import Technique, Tier

COSTS: Mapping[Technique, float] = {
    Technique.COMPLETE_LINE: 1.0,
    Technique.SIMPLE_BOXES: 1.5,
    Technique.COMPLETE_BLOCK: 1.0,
    Technique.EDGE: 1.1,
    Technique.GLUE: 1.1,
    Technique.END_BLOCK: 1.6,
    Technique.GAP_TOO_SMALL: 2.0,
    Technique.FORCING: 2.4,
    Technique.SPLITTING: 2.4,
    Technique.JOINING: 2.4,
    Technique.SIMPLE_SPACES: 2.8,
    Technique.BLOCK_RANGES: 3.5,
    Technique.WHOLE_LINE: 5.0,
    Technique.COLOUR_GAPS: 5.0,
    Technique.EDGE_LOGIC: 15.0,
    Technique.TWO_WAY: 20.0,
    Technique.CONTRADICTION: 25.0,
    Technique.DEEP_CONTRADICTION: 100.0,
}
"""What a step costs: the time that people take, as a multiple of complete line.

Measured up to forcing (``python -m benchmarks timed-moves``; gap too small is between its
neighbours), estimated from there on.
"""

SCARCITY_EXPONENT = 0.5
"""How much scarcity counts; measured with the costs."""

RATING_VERSION = 3
"""The version of the rating. Raise it when ratings change: those that are kept are made anew."""


DIFFICULTY_OF_TIER: Mapping[Tier, Difficulty] = {
    Tier.FORCED_LINE: Difficulty.BEGINNER,
    Tier.OVERLAP: Difficulty.BEGINNER,
    Tier.EDGE_AND_GLUE: Difficulty.EASY,
    Tier.GAP_AND_SPLIT: Difficulty.MEDIUM,
    Tier.WHOLE_LINE: Difficulty.HARD,
    Tier.COLOUR: Difficulty.HARD,
    Tier.LOOKAHEAD: Difficulty.EXPERT,
    Tier.DEEP_CONTRADICTION: Difficulty.EXTREME,
}
"""The difficulty of a puzzle that needs a technique of a tier, whatever its score is."""
COSTLY_EFFORT = 2.2
"""From this mean effort of a step on, a puzzle is one word harder than its tier. Of 1,000 random
boards of 15x15 the median is 1.4 for *easy*, 1.8 for *medium* and 2.4 for *hard*."""
MAX_RAISED_DIFFICULTY = Difficulty.HARD
"""Costly steps make a puzzle at most this hard: harder ones need trials."""


def difficulty_of(tier: Tier, effort: float) -> Difficulty:
    """The difficulty of a puzzle in a word: that of the tier, or one more where steps are costly.

    >>> difficulty_of(Tier.OVERLAP, 1.5).value, difficulty_of(Tier.OVERLAP, 2.5).value
    ('beginner', 'easy')
    """
    least = DIFFICULTY_OF_TIER[tier]
    is_raised = effort >= COSTLY_EFFORT and least < MAX_RAISED_DIFFICULTY
    return list(Difficulty)[least.rank + 1] if is_raised else least


def _tiers_of(difficulty: Difficulty) -> tuple[Tier, Tier]:
    efforts = 0.0, COSTLY_EFFORT
    tiers = [t for t in Tier if difficulty in [difficulty_of(t, effort) for effort in efforts]]
    return min(tiers), max(tiers)


TIERS_OF_DIFFICULTY: Mapping[Difficulty, tuple[Tier, Tier]] = {
    each: _tiers_of(each) for each in Difficulty
}
"""The lowest and the highest tier of the puzzles of each difficulty."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The difficulty of a puzzle."""

    tier: Tier
    """Of the hardest technique that is needed."""
    hardest: Technique
    score: float
    """The sum of the steps' costs, each times its scarcity; grows with the size."""
    steps: int
    """The number of steps: lines that were changed in a round, and trials."""
    cells: Mapping[Technique, int]
    """How many cells each technique decided."""
    is_complete: bool
    """Whether the puzzle was solved; if not, the rating was stopped or limited, and tells nothing
    but what the steps so far need: the puzzle may have several solutions."""
    times: int = 0
    """How many of the steps are of the hardest technique."""

    def __repr__(self) -> str:
        ending = "" if self.is_complete else ", incomplete"
        return f"<Rating {self.difficulty.value}, {self.level}, {self.hardest.id}{ending}>"

    @property
    def effort(self) -> float:
        """The mean of the steps' costs, each times its scarcity; does not grow with the size."""
        return self.score / self.steps if self.steps else 0.0

    @property
    def level(self) -> float:
        """The difficulty as one number, as in 2.3; ``puzzles/difficulty.py`` says how."""
        return difficulty_level(self.difficulty, self.score)

    @property
    def text(self) -> str:
        """The difficulty for people, as in "easy, 2.3"."""
        return difficulty_text(self.difficulty, self.score)

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty in a word."""
        return difficulty_of(self.tier, self.effort)


def rate(
    puzzle: Puzzle,
    should_stop: ShouldStop | None = None,
    up_to: Tier | Difficulty | str | None = None,
) -> Rating:
    """Rate a puzzle. Only one with exactly one solution has a difficulty.

    Args:
        puzzle: A puzzle without defects.
        should_stop: Is called often; once true, the rating of the steps so far is returned.
        up_to: The rating ends where a technique of a harder tier is needed, or one that no puzzle
            of a difficulty needs; a difficulty may be a word.

    Raises:
        PuzzleError: The puzzle has defects, no solution (NoSolutionError), or several
            (SeveralSolutionsError; without ``up_to``).
        BeyondMethodError: The board is too large for what its next step needs.
        TypeError: It is no puzzle.
        ValueError: There is no difficulty of that name.

    >>> rating = rate(Puzzle.from_numbers([[3], [1]], [[1], [1], [2]]))
    >>> rating.tier.title, rating.steps
    ('Forced line', 5)
    >>> rate(Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    Traceback (most recent call last):
    puzzles.errors.SeveralSolutionsError: it has not exactly one solution, so it has no difficulty
    """
    hardest = _hardest_tier(up_to)
    checked_type(puzzle, Puzzle)
    if defects := puzzle.defects():
        if all(defect.kind in CONTRADICTIONS for defect in defects):
            raise NoSolutionError(_no_solution_text(clauses(map(str, defects))))
        raise PuzzleError("\n".join(map(str, defects)))
    rater = _Rater(puzzle, should_stop, hardest)
    try:
        while rater.step():
            pass
    except ContradictionError as error:
        raise NoSolutionError(_no_solution_text(str(error))) from error
    rating = rater.rating()
    is_over = up_to is not None or (should_stop is not None and should_stop())
    if not rating.is_complete and not is_over:
        raise SeveralSolutionsError(_("it has not exactly one solution, so it has no difficulty"))
    return rating


def _no_solution_text(reason: str) -> str:
    return worded("the puzzle has no solution: {error}", error=reason)


def _hardest_tier(up_to: Tier | Difficulty | str | None) -> Tier | None:
    """The hardest tier that is wanted."""
    if up_to is None or isinstance(up_to, Tier):
        return up_to
    return TIERS_OF_DIFFICULTY[Difficulty(up_to)][1]


def rating_if_any(puzzle: Puzzle, should_stop: ShouldStop | None = None) -> Rating | None:
    """The rating of a puzzle; ``None`` if it has none, or after a stop."""
    try:
        rating = rate(puzzle, should_stop)
    except NonogramError:
        return None
    return rating if rating.is_complete else None


class _Rater:
    def __init__(self, puzzle: Puzzle, should_stop: ShouldStop | None, limit: Tier | None) -> None:
        self._should_stop = never if should_stop is None else should_stop
        self._search = LineSearch(LogicBoard.of(puzzle), self._should_stop)
        self._lookaheads = LookaheadMemory()
        self._limit = Tier.DEEP_CONTRADICTION if limit is None else limit
        self._cells: Counter[Technique] = Counter()
        self._used: Counter[Technique] = Counter()
        self._score = 0.0
        self._left = self._search.open_cells
        alone = puzzle.height * puzzle.width - self._left
        if alone:  # in colour: row and column have no colour in common
            self._cells[Technique.COMPLETE_LINE] = alone

    def step(self) -> bool:
        """Do one round; false if there is nothing to do."""
        search = self._search
        technique = search.simplest()
        if self._should_stop():
            return False
        open_lines = search.open_lines
        if technique is None:
            if not search.open_cells or self._limit < Tier.LOOKAHEAD:
                return False
            return self._look_ahead(open_lines)
        if technique.tier > self._limit:
            return False
        lines, places = search.carry_out()
        self._note(technique, lines, places, open_lines)
        return True

    def _look_ahead(self, open_lines: int) -> bool:
        board = self._search.board
        found = look_ahead(board, self._should_stop, self._lookaheads)
        if found:
            technique = min((f.technique for f in found), key=lambda t: t.rank)
            same = [f for f in found if f.technique is technique]
            for each in same:
                self._search.set_state(each.cell, board.state(each.cell) & ~each.gone)
            self._note(technique, len(_cells(same)), len(_cells(found)), open_lines)
            return True
        if self._limit < Tier.DEEP_CONTRADICTION:
            return False
        deep = find_deep(board, self._should_stop, explains=False)
        if deep is None:
            return False
        for cell, state in deep.states:
            self._search.set_state(cell, state)
        self._note(Technique.DEEP_CONTRADICTION, 1, 1, open_lines)
        return True

    def _note(self, technique: Technique, steps: int, places: int, open_lines: int) -> None:
        left = self._search.open_cells
        self._cells[technique] += self._left - left
        self._left = left
        self._used[technique] += steps
        scarcity = (open_lines + 1) / (places + 1)
        self._score += COSTS[technique] * steps * scarcity**SCARCITY_EXPONENT

    def rating(self) -> Rating:
        """The rating of all rounds so far."""
        hardest = max(self._used, key=lambda t: t.rank, default=Technique.COMPLETE_LINE)
        steps, score = sum(self._used.values()), round(self._score, 1)
        is_done, times = not self._search.open_cells, self._used[hardest]
        return Rating(hardest.tier, hardest, score, steps, dict(self._cells), is_done, times)


def _cells(found: Iterable[Lookahead]) -> set[int]:
    return {each.cell for each in found}
