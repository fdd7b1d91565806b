"""Repair pictures whose puzzles leave many cells open, roughly, so that a search can do the rest.

First, window by window: a cell that is open in a small window, with all other cells given, is open
on the board as well, and is cheap to find and to repair. Then, if solutions differ in few cells,
each part of these with all other cells given. If solutions differ nearly everywhere, hill climbing
changes cells that let a line solver decide many more.

Source: the last is hill climbing as in Batenburg, Henstra, Kosters & Palenstijn, "Constructing
simple nonograms of varying difficulty", PU.M.A. 20 (2009).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Container, Iterator, Sequence
from typing import TypeVar

from puzzles.grid import Grid
from puzzles.model import Clues, cells_needed
from solver.author.changes import changes_near, other_states, parts_of
from solver.author.cost import Cost
from solver.author.trial import Trials, open_cells

T = TypeVar("T")

WINDOW_SIDES = (6, 12, 24, 48)
"""Sides of the windows, in cells."""
MAX_TRIES_IN_WINDOW = 24
"""Changes tried in a window for each change made."""
MAX_OPEN_AFTER = 10
"""Open cells at which the rough repair ends: the search does the rest."""
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
"""How often the parts are determined again: a change may open others."""
SEARCH_S = 5.0
"""Seconds for finding where solutions differ."""


def repair_roughly(trials: Trials, price: Cost) -> Grid:
    """The trials' picture, changed so that little or nothing is left open."""
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
    """Mend the parts in which solutions differ; whether these are few, and something was done."""
    is_useful = False
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
        is_useful = True
    return is_useful


def _repair_cells(
    trials: Trials,
    price: Cost,
    picture: Grid,
    cells: Sequence[int],
    inside: Container[int] | None = None,
) -> None:
    """Change cells until some are determined if all else is given, or nothing helps.

    Args:
        trials: Solves.
        price: Of changes.
        picture: Is changed.
        cells: What is to be determined.
        inside: The cells that may be changed; all in their lines if there are none.
    """
    left = trials.open_in(picture, cells)
    while left and not trials.is_over:
        near = [c for c in changes_near(picture, left) if inside is None or c[0] in inside]
        near.sort(key=lambda change: (price.of(dict([change]), picture), change))
        best, fewest = None, left
        for change in near[:MAX_TRIES_IN_WINDOW]:
            if trials.is_over:
                return
            remaining = _tried(picture, change, lambda: trials.open_in(picture, cells))
            if len(remaining) < len(fewest):
                best, fewest = change, remaining
            if not remaining:
                break
        if best is None:
            return
        picture.cells[best[0]] = best[1]
        left = fewest


def _hill_climb(trials: Trials, price: Cost, picture: Grid) -> None:
    """Change cells until lines alone tell nearly all, or nothing helps."""
    rng = random.Random(len(picture.cells))  # the same answer each time
    left, measure = _measure(trials, picture)
    idle = 0
    while len(left) > MAX_OPEN_AFTER and idle < MAX_IDLE_ROUNDS and not trials.is_over:
        best, most = None, MIN_GAIN
        for change in _some_changes(rng, picture, left):
            if trials.is_over:
                return
            _, now = _tried(picture, change, lambda: _measure(trials, picture))
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
    """Some open cells changed, and for each a cell of an outline in its lines."""
    for cell in rng.sample(left, min(len(left), SAMPLED_CELLS)):
        yield from ((cell, state) for state in sorted(other_states(picture, cell)))
        near = [change for change in changes_near(picture, [cell]) if change[0] != cell]
        if near:
            yield rng.choice(near)


def _measure(trials: Trials, picture: Grid) -> tuple[list[int], float]:
    """The cells that lines alone leave open, and how far the puzzle is from being solved so.

    Where nothing is decided yet, a line with fewer arrangements is nearer to that.
    """
    puzzle = trials.puzzle_of(picture)
    left = open_cells(trials.known_by_lines(puzzle))
    rows = {i // picture.width for i in left}
    columns = {i % picture.width for i in left}
    freedom = sum(_freedom(puzzle.rows[r], picture.width) for r in rows)
    freedom += sum(_freedom(puzzle.columns[c], picture.height) for c in columns)
    return left, len(left) + FREEDOM_WEIGHT * freedom


def _tried(picture: Grid, change: tuple[int, int], look: Callable[[], T]) -> T:
    """What is seen while a cell is changed."""
    cell, state = change
    before, picture.cells[cell] = picture.cells[cell], state
    try:
        return look()
    finally:
        picture.cells[cell] = before


def _freedom(line_clues: Clues, size: int) -> float:
    """Bits that say which arrangement of its clues a line has."""
    slack = size - cells_needed(line_clues)
    return math.log2(math.comb(slack + len(line_clues), slack)) if slack > 0 else 0.0


def _windows(picture: Grid, side: int) -> Iterator[list[int]]:
    """The cells of square windows that overlap by half; none that is as large as the picture."""
    if side >= min(picture.height, picture.width):
        return
    step = side // 2
    for top in range(0, picture.height - step, step):
        for left in range(0, picture.width - step, step):
            rows = range(top, min(top + side, picture.height))
            columns = range(left, min(left + side, picture.width))
            yield [r * picture.width + c for r in rows for c in columns]
