"""Rough repair of pictures whose puzzles leave many cells open; a search completes it.

1. Windows: a cell that is open in a small window, with all other cells given, is also open on the
   board. Such cells are cheap to find and to repair.
2. If solutions differ in few cells, each part of these is repaired with all other cells given.
3. Otherwise hill climbing changes the cells that let a line solver decide many more.

Source: hill climbing as in Batenburg, Henstra, Kosters & Palenstijn, "Constructing simple
nonograms of varying difficulty", PU.M.A. 20 (2009).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from puzzles.grid import Grid
from puzzles.model import Clues, cells_needed
from solver.author.changes import changes_near, other_states, parts_of
from solver.author.cost import Cost
from solver.author.shapes import keep_shapes
from solver.author.trial import Trials, open_cells

T = TypeVar("T")

WINDOW_SIDES = (6, 12, 24, 48)
"""Sides of the windows, in cells."""
MAX_TRIES_IN_WINDOW = 24
"""Changes tried in a window for each change made."""
MAX_OPEN_AFTER = 10
"""Hill climbing ends when no more cells than these are open."""
SAMPLED_CELLS = 12
"""Open cells examined for each change made."""
MIN_GAIN = 0.3
"""Cells that a change must decide for each unit of its cost."""
FREEDOM_WEIGHT = 0.5
"""Weight of one bit of freedom, in open cells."""
MAX_IDLE_ROUNDS = 6
"""Rounds without a change after which hill climbing ends."""
MAX_DIFFERING_SHARE = 0.2
"""Share of the cells that may differ between solutions for a repair part by part."""
MAX_ROUNDS = 5
"""Rounds of the repair part by part: a change may open other cells."""
SEARCH_S = 5.0
"""Seconds for finding where solutions differ."""


def repair_roughly(trials: Trials, price: Cost) -> Grid:
    """A copy of the trials' picture, changed so that few or no cells are open."""
    picture = trials.picture.copy()
    for side in WINDOW_SIDES:
        for window in _windows(picture, side):
            if trials.is_over:
                return picture
            _repair_cells(trials, price, picture, window, set(window))
    if not _repair_parts(trials, price, picture):
        _hill_climb(trials, price, picture)
    return picture


def _repair_parts(trials: Trials, price: Cost, picture: Grid) -> bool:
    """Repair the parts in which solutions differ; whether they are few, and any was changed."""
    has_changed = False
    for _ in range(MAX_ROUNDS):
        differing = trials.differing(picture, SEARCH_S)
        if (
            not differing
            or len(differing) > MAX_DIFFERING_SHARE * len(picture.cells)
            or trials.is_over
        ):
            break
        before = picture.copy()
        for part in parts_of(differing, picture.width):
            _repair_cells(trials, price, picture, part)
        if picture == before:
            break
        has_changed = True
    return has_changed


def _repair_cells(
    trials: Trials,
    price: Cost,
    picture: Grid,
    cells: Sequence[int],
    inside: Container[int] | None = None,
) -> None:
    """Change cells until some are determined with all others given, or no change helps.

    Args:
        trials: Solves the changed pictures.
        price: The cost of changes.
        picture: Is changed in place.
        cells: The cells to determine.
        inside: The cells that may be changed; by default all in their lines.
    """
    left = trials.open_in(picture, cells)
    while left and not trials.is_over:
        near = [c for c in changes_near(picture, left) if inside is None or c[0] in inside]
        near.sort(key=lambda change: (price.of(dict([change]), picture), change))
        best, fewest = None, left
        kept = (change for change in near if keep_shapes(picture, dict([change])))
        for change in islice(kept, MAX_TRIES_IN_WINDOW):
            if trials.is_over:
                return
            remaining = _with_change(picture, change, lambda: trials.open_in(picture, cells))
            if len(remaining) < len(fewest):
                best, fewest = change, remaining
            if not remaining:
                break
        if best is None:
            return
        picture.cells[best[0]] = best[1]
        left = fewest


def _hill_climb(trials: Trials, price: Cost, picture: Grid) -> None:
    """Change cells until line solving decides nearly all cells, or no change helps."""
    rng = random.Random(len(picture.cells))  # the same result each time
    left, measure = _measure(trials, picture)
    idle = 0
    while len(left) > MAX_OPEN_AFTER and idle < MAX_IDLE_ROUNDS and not trials.is_over:
        best, most = None, MIN_GAIN
        for change in _some_changes(rng, picture, left):
            if trials.is_over:
                return
            if not keep_shapes(picture, dict([change])):
                continue
            _, now = _with_change(picture, change, lambda: _measure(trials, picture))
            gain = (measure - now) / price.of(dict([change]), picture)
            if gain > most:
                best, most = change, gain
        idle += 1
        if best is not None:
            picture.cells[best[0]] = best[1]
            left, measure = _measure(trials, picture)
            idle = 0


def _some_changes(
    rng: random.Random, picture: Grid, left: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Changes of some open cells, and for each a random change in its lines."""
    for cell in rng.sample(left, min(len(left), SAMPLED_CELLS)):
        yield from ((cell, state) for state in sorted(other_states(picture, cell)))
        near = [change for change in changes_near(picture, [cell]) if change[0] != cell]
        if near:
            yield rng.choice(near)


def _measure(trials: Trials, picture: Grid) -> tuple[list[int], float]:
    """The cells that line solving leaves open, and a measure to minimize.

    The measure is the number of open cells plus the weighted freedom of their lines, which
    compares puzzles in which nothing is decided yet.
    """
    puzzle = trials.puzzle_of(picture)
    left = open_cells(trials.known_by_lines(puzzle))
    rows = {i // picture.width for i in left}
    columns = {i % picture.width for i in left}
    freedom = sum(_freedom(puzzle.rows[r], picture.width) for r in rows)
    freedom += sum(_freedom(puzzle.columns[c], picture.height) for c in columns)
    return left, len(left) + FREEDOM_WEIGHT * freedom


def _with_change(picture: Grid, change: tuple[int, int], function: Callable[[], T]) -> T:
    """The result of a function while a cell is changed."""
    cell, state = change
    before, picture.cells[cell] = picture.cells[cell], state
    try:
        return function()
    finally:
        picture.cells[cell] = before


def _freedom(line_clues: Clues, size: int) -> float:
    """Binary logarithm of the number of arrangements of a line's clues."""
    slack = size - cells_needed(line_clues)
    return math.log2(math.comb(slack + len(line_clues), slack)) if slack > 0 else 0.0


def _windows(picture: Grid, side: int) -> Iterator[list[int]]:
    """The cells of square windows that overlap by half; none if they exceed the picture."""
    if side >= min(picture.height, picture.width):
        return
    step = side // 2
    for top in range(0, picture.height - step, step):
        for left in range(0, picture.width - step, step):
            rows = range(top, min(top + side, picture.height))
            columns = range(left, min(left + side, picture.width))
            yield [r * picture.width + c for r in rows for c in columns]
