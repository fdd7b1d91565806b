"""Small changes of a picture towards one solution and a wished difficulty.

This is a hill climb with the solver and the rating as judges: a change is kept if the puzzle is not
farther from the wishes than before. All changes keep the picture's symmetry, and those that make it
rougher than needed are taken back at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.api import solve
from solver.author.generator.chance import Chance
from solver.author.generator.pictures import Sketch, neighbors
from solver.author.generator.wishes import Distance, Wishes
from solver.logic.rate import Rating, rate
from solver.propagate import propagate
from solver.values import Limits, Outcome

MAX_NODES = 1500
"""Search nodes for the solutions of a puzzle; with more it counts as having several."""
MAX_CELLS_AT_ONCE = 3
"""A change concerns at most this many cells near each other, and their mirror images."""
_UNSOLVED = 1_000_000.0
"""Steps of a puzzle with several solutions: farther than any with one."""


class State(NamedTuple):
    """A picture with its distance from the wishes."""

    grid: Grid
    distance: Distance
    rating: Rating | None
    """``None`` while it has several solutions."""
    doubtful: Sequence[int]
    """Cells where its solutions differ."""


class Climb:
    """Changes one picture; deterministic for a seed, as nothing depends on time."""

    def __init__(
        self, sketch: Sketch, wishes: Wishes, chance: Chance, should_stop: ShouldStop
    ) -> None:
        self._sketch = sketch
        self._wishes = wishes
        self._chance = chance
        self._should_stop = should_stop
        self.rated = 0
        """How many ratings were made."""
        self.state = self._judged(sketch.grid)
        self._first = self.state.grid

    @property
    def has_changed(self) -> bool:
        """Whether the picture is not that of the beginning."""
        return self.state.grid is not self._first

    @property
    def like(self) -> Puzzle:
        """An empty puzzle of the picture's size and palette."""
        return self._sketch.like

    def run(self, max_ratings: int, max_tries: int) -> bool:
        """Change the picture until the wishes are fulfilled.

        Returns:
            Whether they are; if not, so many puzzles were rated or tried, or it was stopped.
        """
        tries = 0
        while not self.state.distance.is_reached:
            if self.rated >= max_ratings or tries >= max_tries or self._should_stop():
                return False
            self._try(self._change())
            tries += 1
        return True

    def smooth(self, max_ratings: int) -> None:
        """Take rough cells back as far as the wishes stay fulfilled."""
        last = self.rated + max_ratings
        for cell in self._rough_cells():
            if self.rated >= last or self._should_stop():
                return
            if _is_rough(self.state.grid, cell):
                self._try(self._toned(self.state.grid, [cell]))

    def _try(self, grid: Grid) -> None:
        if grid.cells == self.state.grid.cells or self._has_new_specks(grid):
            return
        judged = self._judged(grid)
        if judged.distance <= self.state.distance:
            self.state = judged

    def _has_new_specks(self, grid: Grid) -> bool:
        """Whether a picture has more cells without a neighbour of their colour than before."""
        before = self.state.grid
        changed = [k for k, state in enumerate(grid.cells) if state != before.cells[k]]
        near = {k for cell in changed for k in neighbors(cell, grid.height, grid.width)}
        near.update(changed)
        count = sum(_alike(grid, k) == 0 for k in near)
        return count > sum(_alike(before, k) == 0 for k in near)

    # Judging

    def _judged(self, grid: Grid) -> State:
        puzzle = puzzle_of(grid, self._sketch.like)
        result = solve(puzzle, Limits(2, None, MAX_NODES), None, self._should_stop)
        if result.outcome is not Outcome.UNIQUE:
            open_cells = self._open_cells(puzzle, result.solutions)
            return State(grid, Distance(_UNSOLVED, len(open_cells)), None, open_cells)
        if self._is_dull(grid, puzzle):
            return State(grid, Distance(_UNSOLVED, 0), None, ())
        self.rated += 1
        rating = rate(puzzle, self._should_stop)
        return State(grid, self._wishes.distance(rating), rating, ())

    def _open_cells(self, puzzle: Puzzle, solutions: Sequence[Grid]) -> list[int]:
        """The cells in which two solutions differ, or that line solving leaves open."""
        if len(solutions) > 1:
            pairs = zip(solutions[0].cells, solutions[1].cells, strict=True)
            return [cell for cell, (one, other) in enumerate(pairs) if one != other]
        known = propagate(puzzle).grid
        return [cell for cell, state in enumerate(known.cells) if state & (state - 1)]

    def _is_dull(self, grid: Grid, puzzle: Puzzle) -> bool:
        """Whether a picture is nearly empty or full, or has hardly a shape, as stripes."""
        cells, sides = len(grid.cells), grid.height + grid.width
        if not MIN_DENSITY * cells <= grid.count_shaded() <= MAX_DENSITY * cells:
            return cells > _TINY
        kinds = len(set(puzzle.rows)) + len(set(puzzle.columns))
        least = min(sides / 5, grid.height, grid.width)
        return cells > _TINY and (kinds < least or _outline(grid) < min(sides, cells / 5))

    # Changes

    def _change(self) -> Grid:
        """A picture with a small change where it may help."""
        state, chance = self.state, self._chance
        if state.doubtful:
            near = chance.one_of(state.doubtful)
            return self._flipped(self._near(near), is_rough=chance.share() < 0.3)
        if state.rating is not None and self._wishes.is_too_hard(state.rating):
            return self._smoother()
        return self._rougher()

    def _near(self, cell: int) -> int:
        """The cell itself or one beside it."""
        height, width = self.state.grid.height, self.state.grid.width
        around = [cell, *neighbors(cell, height, width)]
        return self._chance.one_of(around)

    def _flipped(self, cell: int, is_rough: bool) -> Grid:
        """The picture with another state in a cell and its images."""
        grid = self.state.grid
        if not is_rough:
            return self._toned(grid, [cell])
        changed = grid.copy()
        state = self._other_state(grid, cell)
        for image in self._sketch.orbit_of[cell]:
            changed.cells[image] = state
        return changed

    def _other_state(self, grid: Grid, cell: int) -> int:
        """Background for a shaded cell; else a colour, that of a neighbour if there is one."""
        if grid.cells[cell] != 1:
            return 1
        around = neighbors(cell, grid.height, grid.width)
        inks = [state for other in around if (state := grid.cells[other]) != 1]
        return self._chance.one_of(inks) if inks else 2

    def _toned(self, grid: Grid, cells: Sequence[int]) -> Grid:
        """The picture with the most frequent state of the neighbours in some cells."""
        changed = grid.copy()
        for cell in cells:
            around = [grid.cells[k] for k in neighbors(cell, grid.height, grid.width)]
            others = [state for state in around if state != grid.cells[cell]]
            if not others:
                continue
            state = max(sorted(set(others)), key=others.count)
            for image in self._sketch.orbit_of[cell]:
                changed.cells[image] = state
        return changed

    def _edge_cell(self) -> int:
        """A cell with a neighbour of another colour; any cell if none is found soon."""
        grid, chance = self.state.grid, self._chance
        for _ in range(40):
            cell = chance.below(len(grid.cells))
            around = neighbors(cell, grid.height, grid.width)
            if any(grid.cells[other] != grid.cells[cell] for other in around):
                break
        return cell

    def _rougher(self) -> Grid:
        """A notch, a bump or a hole."""
        chance = self._chance
        cell = self._edge_cell() if chance.share() < 0.8 else self._any_cell()
        changed = self._flipped(cell, is_rough=True)
        for _ in range(chance.below(MAX_CELLS_AT_ONCE)):
            other = self._near(cell)
            for image in self._sketch.orbit_of[other]:
                changed.cells[image] = changed.cells[cell]
        return changed

    def _smoother(self) -> Grid:
        """An edge made straighter, or a small part removed."""
        chance, grid = self._chance, self.state.grid
        rough = self._rough_cells()
        if rough and chance.share() < 0.6:
            return self._toned(grid, [chance.one_of(rough)])
        cell = self._edge_cell()
        cells = [cell, *(self._near(cell) for _ in range(chance.below(MAX_CELLS_AT_ONCE)))]
        if chance.share() < 0.5:
            return self._toned(grid, cells)
        changed = grid.copy()
        state = grid.cells[self._near(cell)]
        for each in cells:
            for image in self._sketch.orbit_of[each]:
                changed.cells[image] = state
        return changed

    def _any_cell(self) -> int:
        return self._chance.below(len(self.state.grid.cells))

    def _rough_cells(self) -> list[int]:
        grid = self.state.grid
        return [
            cell
            for cell in range(len(grid.cells))
            if self._sketch.orbit_of[cell][0] == cell and _is_rough(grid, cell)
        ]


MIN_DENSITY, MAX_DENSITY = 0.15, 0.85
"""The share of shaded cells of a picture that is not dull."""


_TINY = 36
"""Boards with at most so many cells may look like anything."""


def _outline(grid: Grid) -> int:
    """The number of neighbouring pairs of cells that differ."""
    cells, width = grid.cells, grid.width
    across = sum(cells[k] != cells[k + 1] for k in range(len(cells) - 1) if (k + 1) % width)
    return across + sum(cells[k] != cells[k + width] for k in range(len(cells) - width))


def _is_rough(grid: Grid, cell: int) -> bool:
    """Whether a cell hangs together with at most one cell of its colour on its four sides."""
    return _alike(grid, cell) <= 1


def _alike(grid: Grid, cell: int) -> int:
    """How many of the four cells beside a cell have its colour; beyond the border is background."""
    row, column = divmod(cell, grid.width)
    alike = 0
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if not (0 <= r < grid.height and 0 <= c < grid.width):
            alike += grid.cells[cell] == 1
        else:
            alike += grid.cells[r * grid.width + c] == grid.cells[cell]
    return alike
