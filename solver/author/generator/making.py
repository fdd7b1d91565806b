"""Generates puzzles: a picture of a style, changed until it has one solution and is as wished.

Some pictures are drawn, and the one whose puzzle is nearest to the target is changed in small steps
(:mod:`solver.author.generator.climbing`). If the steps do not reach the target, the next pictures
are drawn. A puzzle that is reached is smoothed and rated once more, without the judge's short cuts.

The same options and seed give the same puzzle on every machine: all choices come from the seed, and
all limits are counts of work, not seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzles.contracts import ShouldStop, never
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.author.generator.chance import Chance
from solver.author.generator.climbing import Climb
from solver.author.generator.judging import MAX_DENSITY, MIN_DENSITY
from solver.author.generator.options import GeneratorOptions, Style
from solver.author.generator.pictures import Sketch, sketch, sketch_of, styles_of
from solver.author.generator.rating_target import RatingTarget
from solver.logic.rate import Rating
from solver.logic.search import LineMemory
from solver.logic.techniques import Tier

MAX_PICTURES = 15
"""Pictures that are changed for one puzzle before the generator gives up. With more it finds more
of the rare puzzles, and takes longer to say that there is none."""
_MAX_SMALL_RATIO = 4.0
"""Boards of fewer than ``_QUICK_CELLS`` cells get more pictures in proportion, at most four times
as many: few small boards are difficult, and each takes little time."""
MAX_RATINGS = 320
"""Puzzles that are rated for one picture; the rating in Python is the slowest part of a change."""
MAX_TRIES = 1200
"""Changes that are tried on one picture; those that the core refuses need no rating."""
MAX_DEEP_TRIES = 300
"""The same for puzzles that need trials within trials: another picture may be nearer, and this one
gets rough. Boards of more than ``_DEEP_CELLS`` cells get more in proportion."""
_DEEP_CELLS = 1000
SMOOTHING_RATINGS, SMOOTHING_TRIES = 40, 400
"""Ratings and changes for taking back what made a picture rougher than needed. Boards of more than
``_QUICK_CELLS`` cells get fewer in proportion, since each takes longer."""
_MIN_SMOOTHING_RATINGS, _MIN_SMOOTHING_TRIES = 5, 30
"""The least of them."""
_QUICK_CELLS = 400
_SKETCHES = 10
"""Pictures that are drawn; the one nearest to the target is changed."""
_MANY_SKETCHES = 24
"""The same for trials within trials, and for boards of at least ``_LARGE_CELLS`` cells that are to
be hard without trials: few pictures are so, and changes take long to get there or make them
rough."""
_LARGE_CELLS = 1600
_DRAWINGS = 12
"""How often a picture is drawn until it is neither nearly empty nor nearly full."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle with exactly one solution."""

    puzzle: Puzzle
    """With its goal."""
    rating: Rating
    style: Style | None
    """``None`` if it was made of a picture that was given."""


def generate(
    options: GeneratorOptions,
    seed: str,
    should_stop: ShouldStop = never,
    pictures: Sequence[Grid] = (),
) -> Generated | None:
    """Generate a puzzle.

    Args:
        options: What is wished.
        seed: Any text; it decides what the options leave open.
        should_stop: Is called often; once true, the result is ``None`` within 100 ms.
        pictures: Complete boards of the wished size and number of colours, one of which becomes the
            puzzle, in place of a picture of a style.

    Returns:
        ``None`` if it was stopped, or if no picture led to a puzzle as wished: the options may
        contradict each other, as those of a large board that is easy and has many colours.
    """
    chance, target = Chance(seed), RatingTarget(options)
    memory: LineMemory = {}
    cells, styles = options.height * options.width, styles_of(options.height, options.width)
    quickness = min(1.0, _QUICK_CELLS / cells)
    is_hard = cells >= _LARGE_CELLS and target.tiers[1] in (Tier.WHOLE_LINE, Tier.COLOUR)
    is_deep = target.tiers[0] is Tier.DEEP_CONTRADICTION
    sketches = _MANY_SKETCHES if is_hard or is_deep else _SKETCHES
    max_tries = int(MAX_DEEP_TRIES * max(1.0, cells / _DEEP_CELLS)) if is_deep else MAX_TRIES
    for _ in range(int(MAX_PICTURES * max(1.0, min(_MAX_SMALL_RATIO, _QUICK_CELLS / cells)))):
        best: tuple[Climb, Style] | None = None
        for _ in range(min(sketches, len(pictures) or sketches)):
            style = options.style or chance.one_of(styles)
            if pictures:
                picture = sketch_of(chance.one_of(pictures), chance)
            else:
                picture = _lively(options, target, style, chance)
            if should_stop():
                return None
            climb = Climb(picture, target, chance, should_stop, memory)
            if best is None or climb.state.distance < best[0].state.distance:
                best = climb, style
            if best[0].state.distance.is_reached:
                break
        assert best is not None
        climb, style = best
        is_found = climb.run(MAX_RATINGS, max_tries)
        if is_found and climb.has_changed:
            ratings = max(_MIN_SMOOTHING_RATINGS, int(SMOOTHING_RATINGS * quickness))
            tries = max(_MIN_SMOOTHING_TRIES, int(SMOOTHING_TRIES * quickness))
            climb.smooth(ratings, tries)
        if is_found and not should_stop():
            puzzle = puzzle_of(climb.state.grid, climb.like)
            rating = climb.judge.rating(puzzle)
            if target.distance(rating).is_reached and not should_stop():
                puzzle = replace(puzzle, catalogue=f"seed {seed}")
                return Generated(puzzle, rating, None if pictures else style)
        if should_stop():
            return None
    return None


def _lively(
    options: GeneratorOptions, target: RatingTarget, style: Style, chance: Chance
) -> Sketch:
    """A picture that is neither nearly empty nor nearly full, if the style allows that."""
    low, high = target.detail()
    for _ in range(_DRAWINGS):
        drawn = sketch(options, chance.between(low, high), style, chance)
        share = drawn.grid.count_shaded() / len(drawn.grid.cells)
        if options.density is not None or MIN_DENSITY + 0.05 <= share <= MAX_DENSITY - 0.1:
            break
    return drawn
