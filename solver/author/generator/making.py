"""Generates puzzles: a picture of a style, changed until it has one solution and is as wished.

Some pictures are drawn, and the one whose puzzle is nearest to the target is changed in small steps
(:mod:`solver.author.generator.climbing`). If the steps do not reach the target, the next pictures
are drawn. A puzzle that is reached is smoothed and rated once more, without the judge's short cuts.
Pictures that look broken (:mod:`solver.author.generator.looks`) are not begun with, and puzzles
that do are thrown away unless nothing better is found; of several good ones on small boards the
best-looking wins. A puzzle that lacks a colour, or blocks in most of its lines, is none: more
pictures are drawn then, and get what they lack. What was found before that stays as it is, so that
a seed gives the same puzzle as ever unless that one lacked something.

The same options and seed give the same puzzle on every machine: all choices come from the seed, and
all limits are counts of work, not seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import NamedTuple

from puzzles.contracts import ShouldStop, never
from puzzles.errors import checked_type
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.author.generator.chance import Chance
from solver.author.generator.climbing import Climb
from solver.author.generator.judging import MAX_DENSITY
from solver.author.generator.looks import MIN_JUDGED_CELLS, Looks, looks_of
from solver.author.generator.options import GeneratorOptions, Style
from solver.author.generator.pictures import (
    Sketch,
    completed,
    lacks,
    sketch,
    sketch_of,
    styles_of,
)
from solver.author.generator.rating_target import RatingTarget
from solver.logic.rate import Rating
from solver.logic.techniques import Tier

MAX_PICTURES = 15
"""Pictures that are changed for one puzzle before the generator gives up. With more it finds more
of the rare puzzles, and takes longer to say that there is none."""
_MAX_SMALL_RATIO = 4.0
"""Boards of fewer than ``_QUICK_CELLS`` cells get more pictures in proportion, at most four times
as many: few small boards are difficult, and each takes little time."""
_MAX_SMALL_DEEP_RATIO = 16.0
"""The same for trials within trials: of 3x20 boards few have them."""
MAX_RATINGS = 320
"""Puzzles that are rated for one picture; the rating in Python is the slowest part of a change."""
MAX_TRIES = 1200
"""Changes that are tried on one picture; those that the core refuses need no rating."""
MAX_DEEP_TRIES = 300
"""The same for puzzles that need trials within trials: another picture may be nearer, and this one
gets rough."""
_FEW_CELLS = 100
"""Boards of fewer cells, where a change takes little time, are changed as often for trials within
trials as for other difficulties, but fewer pictures of them are drawn."""
_TRIES_PER_CELL = 30
"""Tiny boards have few pictures, so they are changed less often."""
SMOOTHING_RATINGS, SMOOTHING_TRIES = 40, 400
"""Ratings and changes for taking back what made a picture rougher than needed. Boards of more than
``_QUICK_CELLS`` cells get fewer in proportion, since each takes longer."""
_MIN_SMOOTHING_RATINGS, _MIN_SMOOTHING_TRIES = 5, 30
"""The least of them."""
_QUICK_CELLS = 400
_SKETCHES = 10
"""Pictures that are drawn; the one nearest to the target is changed."""
_MANY_SKETCHES = 24
"""The same for trials within trials on boards of ``_FEW_CELLS`` to ``_LARGE_CELLS`` cells, and for
larger ones that are to be hard without trials: few pictures are so, and changes take long to get
there or make them rough."""
_LARGE_CELLS = 1600
_DRAWINGS = 12
"""How often a picture is drawn until it looks good (:mod:`solver.author.generator.looks`)."""
MAX_MORE_IF_GOOD = 2
"""Pictures that are changed after the first good one, of which the best-looking wins; fewer on
boards of more than 200 cells, and none on those of more than ``_QUICK_CELLS``, which take long."""
MAX_MORE_IF_BROKEN = 6
"""The same while all that were found look broken."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle with exactly one solution."""

    puzzle: Puzzle
    """With its goal."""
    rating: Rating
    style: Style | None
    """``None`` if it was made of a picture that was given."""

    def __repr__(self) -> str:
        return f"<Generated {self.puzzle!r}, {self.rating!r}>"

    def _repr_html_(self) -> str:
        """The puzzle for a notebook, below its difficulty."""
        return f"<div>{escape(self.rating.text)}</div>{self.puzzle._repr_html_()}"


def generate(
    options: GeneratorOptions,
    seed: str | int,
    should_stop: ShouldStop = never,
    pictures: Sequence[Grid] = (),
) -> Generated | None:
    """Generate a puzzle.

    Args:
        options: What is wished.
        seed: Any text or number; it decides what the options leave open, as ``--seed`` of the
            command does.
        should_stop: Is called often; once true, the result is ``None`` within 100 ms.
        pictures: Complete boards of the wished size and number of colours, one of which becomes the
            puzzle, in place of a picture of a style.

    Returns:
        ``None`` if it was stopped, or if no picture led to a puzzle as wished: the options may
        contradict each other, as those of a large board that is easy and has many colours.

    Raises:
        TypeError: An argument is of another type.
    """
    checked_type(options, GeneratorOptions)
    checked_type(seed, str, int)
    maker = _Maker(options, str(seed), should_stop, pictures)
    found = _best(maker, should_stop)
    if found is not None and not maker.is_complete(found):
        maker.completes = True
        found = _best(maker, should_stop)
    return None if found is None else found.generated


def _best(maker: _Maker, should_stop: ShouldStop) -> _Candidate | None:
    """The best candidate of several pictures; ``None`` if there is none, or after a stop."""
    best: _Candidate | None = None
    left = maker.max_pictures
    while left > 0:
        left -= 1
        candidate = maker.candidate()
        if should_stop():
            return None
        if candidate is None or (maker.completes and not maker.is_complete(candidate)):
            continue
        if best is None:
            left = min(left, MAX_MORE_IF_BROKEN)
        if candidate.is_good and not (best is not None and best.is_good):
            left = min(left, maker.more_if_good)
            maker.style = candidate.generated.style
        if best is None or candidate.rank > best.rank:
            best = candidate
    return best


class _Candidate(NamedTuple):
    """A puzzle as wished."""

    generated: Generated
    is_good: bool
    """Whether it looks as if someone had made it."""
    evenness: float
    """How good it looks, apart from its symmetry."""

    @property
    def rank(self) -> tuple[bool, float]:
        """The larger, the better."""
        return self.is_good, self.evenness


class _Maker:
    """Makes candidates for one puzzle; see :func:`generate` for the arguments."""

    def __init__(
        self,
        options: GeneratorOptions,
        seed: str,
        should_stop: ShouldStop,
        pictures: Sequence[Grid],
    ) -> None:
        self._options, self._seed, self._pictures = options, seed, pictures
        self._should_stop = should_stop
        self._chance, self._target = Chance(seed), RatingTarget(options)
        self.completes = False
        """Whether pictures get the colours and blocks that they lack."""
        self.style = options.style
        """The style of all pictures; ``None`` while it is left open."""
        cells = options.rows * options.columns
        self._styles = styles_of(options.rows, options.columns)
        self._quickness = min(1.0, _QUICK_CELLS / cells)
        tiers = self._target.tiers
        is_hard = cells >= _LARGE_CELLS and tiers[1] in (Tier.WHOLE_LINE, Tier.COLOUR)
        is_deep = self._target.is_deep
        has_many = is_deep and _FEW_CELLS <= cells < _LARGE_CELLS
        self._sketches = _MANY_SKETCHES if is_hard or has_many else _SKETCHES
        deep_tries = MAX_DEEP_TRIES if cells >= _FEW_CELLS else MAX_TRIES
        self._max_tries = min(deep_tries if is_deep else MAX_TRIES, _TRIES_PER_CELL * cells)
        small = _MAX_SMALL_DEEP_RATIO if is_deep else _MAX_SMALL_RATIO
        self.max_pictures = int(MAX_PICTURES * max(1.0, min(small, _QUICK_CELLS / cells)))
        """Pictures that are changed before the generator gives up."""
        self.more_if_good = min(MAX_MORE_IF_GOOD, _QUICK_CELLS // cells)
        """Pictures that are changed after the first good candidate."""
        if pictures or cells < MIN_JUDGED_CELLS:
            self.more_if_good = 0

    def is_complete(self, candidate: _Candidate) -> bool:
        """Whether a puzzle has all that a puzzle needs; few blocks may be wished by a density."""
        puzzle = candidate.generated.puzzle
        grid = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
        needs_lines = self._options.density is None and not self._pictures
        return not lacks(grid, needs_lines=needs_lines, needs_colors=not self._pictures)

    def candidate(self) -> _Candidate | None:
        """A puzzle as wished; ``None`` if the next picture does not lead to one."""
        climb, style = self._nearest()
        if self._should_stop() or not climb.run(MAX_RATINGS, self._max_tries):
            return None
        if climb.has_changed:
            ratings = max(_MIN_SMOOTHING_RATINGS, int(SMOOTHING_RATINGS * self._quickness))
            tries = max(_MIN_SMOOTHING_TRIES, int(SMOOTHING_TRIES * self._quickness))
            climb.smooth(ratings, tries)
        if self._should_stop():
            return None
        puzzle = puzzle_of(climb.state.grid, climb.like)
        rating = climb.judge.rating(puzzle)
        if self._should_stop() or not self._target.distance(rating).is_reached:
            return None
        looks = looks_of(climb.state.grid)
        is_good = bool(self._pictures) or not self._is_broken(looks)
        puzzle = replace(puzzle, catalogue=f"seed {self._seed}")
        return _Candidate(Generated(puzzle, rating, style), is_good, looks.evenness)

    def _nearest(self) -> tuple[Climb, Style | None]:
        """Of several new pictures the one that is nearest to the target, with its style."""
        best: tuple[Climb, Style | None] | None = None
        for _ in range(min(self._sketches, len(self._pictures) or self._sketches)):
            style: Style | None = None
            if self._pictures:
                picture = sketch_of(self._chance.one_of(self._pictures), self._chance)
            else:
                style = self.style or self._chance.one_of(self._styles)
                picture = self._lively(style)
            climb = Climb(picture, self._target, self._chance, self._should_stop)
            if best is None or climb.state.distance < best[0].state.distance:
                best = climb, style
            if best[0].state.distance.is_reached or self._should_stop():
                break
        assert best is not None
        return best

    def _lively(self, style: Style) -> Sketch:
        """A picture that looks good, if the style allows that; else the best of several."""
        low, high = self._target.detail()
        best: tuple[float, Sketch] | None = None
        for _ in range(_DRAWINGS):
            detail = self._chance.between(low, high)
            drawn = sketch(self._options, detail, style, self._chance)
            if self.completes:
                drawn = completed(drawn, self._options, self._chance)
            looks = looks_of(drawn.grid)
            is_full = looks.density > MAX_DENSITY - 0.1 and self._options.density is None
            if not is_full and not self._is_broken(looks):
                return drawn
            if best is None or looks.score > best[0]:
                best = looks.score, drawn
            if self._should_stop():
                break
        assert best is not None
        return best[1]

    def _is_broken(self, looks: Looks) -> bool:
        """Whether a picture looks broken; a density that is wished is no reason."""
        if self._options.density is not None:
            looks = replace(looks, density=self._options.density)
        return looks.is_broken
