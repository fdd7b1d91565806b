"""Small changes of a picture towards one solution and a wished difficulty.

This is a hill climb with the solver and the rating as judges: a change is kept if the puzzle is not
farther from the target than before, so the climb also crosses plateaus. A puzzle with several
solutions is changed where two of them differ, one that is too hard where the hard techniques act.
Elsewhere a puzzle that is too hard gets smoother edges, and one that is too easy gets notches,
bumps and holes, since short blocks tell less than long ones. Far from the target several places
change at once: the number grows with each change that is kept and shrinks with each that is not.
On large boards that are to need trials within trials, all places are in one window. All changes
keep the picture's symmetry, and those that make it rougher than needed are taken back at the end,
in halves.

Example: 50x50 has 2,500 cells, so the first change has 5 places (``CELLS_PER_PLACE``). After three
changes that are not kept it has 2 (5 x 0.8 x 0.8 x 0.8 = 2.56), and 3 after one that is (x 1.5).

Source: hill climbing with sideways moves, as in Russell and Norvig, "Artificial Intelligence: A
Modern Approach", on local search.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.author.generator.chance import Chance
from solver.author.generator.judging import Judge
from solver.author.generator.pictures import Sketch, neighbors
from solver.author.generator.rating_target import RatingTarget

MAX_CELLS_AT_ONCE = 3
"""A change concerns at most this many cells near each other, and their mirror images. Larger ones
show more, and are kept more seldom."""
CELLS_PER_PLACE = 500
"""A change is made at one place, and on large boards at up to one place for every 500 cells. With
fewer cells a place, large boards get near the target in fewer steps, but more steps fail."""
WINDOW = 20
"""Trials within trials arise from cells near each other, so a picture that is to need them is
changed in a window of this many rows and columns only. At 100x100, changes of the whole board made
one of three puzzles within 60 s."""
_WINDOWS = 8
"""Places that are compared for the window."""
_GROWTH, _SHRINKAGE = 1.5, 0.8
"""Factors of the number of places after a change that was kept, and after one that was not. One
kept change makes up for two others (1.5 x 0.8 x 0.8 = 0.96), so the number settles where about a
third of the changes is kept."""
_TARGETED = 0.7
"""The share of changes that are made where a puzzle with one solution is too hard; the others are
made anywhere, for puzzles that no change there makes easier."""
_SMALL_PART = 3
"""Parts of at most this many cells are removed in the end where that is possible: they look like
specks. Larger parts may be meant."""


class Climb:
    """Changes one picture; deterministic for a seed, as nothing depends on time."""

    def __init__(
        self,
        sketch: Sketch,
        target: RatingTarget,
        chance: Chance,
        should_stop: ShouldStop,
    ) -> None:
        self._sketch = sketch
        self._chance = chance
        self._should_stop = should_stop
        self.judge = Judge(target, sketch, should_stop)
        self.state = self.judge.state(sketch.grid)
        self._first = self.state.grid
        self._window = self._rough_window() if target.is_deep else None
        cells = len(sketch.grid.cells) if self._window is None else WINDOW * WINDOW
        self._most_places = max(1.0, cells / CELLS_PER_PLACE)
        self._places = self._most_places
        """At how many places the next change is made."""
        self._rough: tuple[Grid, list[int]] = (self._first, self._find_rough_cells(self._first))

    @property
    def has_changed(self) -> bool:
        """Whether the picture is not that of the beginning."""
        return self.state.grid is not self._first

    @property
    def like(self) -> Puzzle:
        """An empty puzzle of the picture's size and palette."""
        return self._sketch.like

    def run(self, max_ratings: int, max_tries: int) -> bool:
        """Change the picture until the target is reached.

        Args:
            max_ratings: Puzzles that may be rated, those before this call included.
            max_tries: Changes that may be tried.

        Returns:
            Whether the target is reached; if not, one of the limits was, or it was stopped.
        """
        tries = 0
        while not self.state.distance.is_reached:
            if self.judge.rated >= max_ratings or tries >= max_tries or self._should_stop():
                return False
            is_kept = self._try(self._change())
            places = self._places * (_GROWTH if is_kept else _SHRINKAGE)
            self._places = min(self._most_places, max(1.0, places))
            tries += 1
        return True

    def smooth(self, max_ratings: int, max_tries: int) -> None:
        """Take rough cells back, and remove small parts, while the target stays reached.

        All of them at once first; if that leads away from the target, each half alone, and so on.
        """
        last = self.judge.rated + max_ratings
        for find in (self._rough_cells_as_parts, self._small_parts):
            batches = [find()]
            for _ in range(max_tries):
                if not batches or self.judge.rated >= last or self._should_stop():
                    break
                batch = batches.pop()
                cells = [cell for part in batch for cell in part]
                if not self._try(self._toned(self.state.grid, cells)) and len(batch) > 1:
                    middle = len(batch) // 2
                    batches += [batch[middle:], batch[:middle]]

    def _try(self, grid: Grid) -> bool:
        """Take a picture if it is not farther from the target; returns whether it was taken."""
        if grid.cells == self.state.grid.cells or self._has_new_specks(grid):
            return False
        judged = self.judge.state(grid)
        if judged.distance > self.state.distance:
            return False
        self.state = judged
        return True

    def _has_new_specks(self, grid: Grid) -> bool:
        """Whether a picture has more cells without a neighbour of their colour than before."""
        before = self.state.grid
        changed = [k for k, state in enumerate(grid.cells) if state != before.cells[k]]
        near = {k for cell in changed for k in neighbors(cell, grid.height, grid.width)}
        near.update(changed)
        count = sum(_alike(grid, k) == 0 for k in near)
        return count > sum(_alike(before, k) == 0 for k in near)

    # Changes

    def _change(self) -> Grid:
        """A picture with small changes where they may help."""
        changed = self.state.grid
        for _ in range(int(self._places)):
            changed = self._changed_once(changed)
        return changed

    def _changed_once(self, grid: Grid) -> Grid:
        state, chance = self.state, self._chance
        if state.doubtful and (not state.is_unique or chance.share() < _TARGETED):
            near = chance.one_of(state.doubtful)
            return self._flipped(grid, self._near(near), is_rough=chance.share() < 0.3)
        return self._smoother(grid) if state.is_too_hard else self._rougher(grid)

    def _near(self, cell: int) -> int:
        """The cell itself or one beside it."""
        height, width = self.state.grid.height, self.state.grid.width
        around = [cell, *neighbors(cell, height, width)]
        return self._chance.one_of(around)

    def _flipped(self, grid: Grid, cell: int, is_rough: bool) -> Grid:
        """The picture with another state in a cell and its images."""
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

    def _rough_window(self) -> tuple[int, int] | None:
        """Row and column where the window begins: of some places that with the most edges."""
        grid, chance = self.state.grid, self._chance
        if min(grid.height, grid.width) <= WINDOW:
            return None
        best = (-1, 0, 0)
        for _ in range(_WINDOWS):
            row = chance.below(grid.height - WINDOW + 1)
            column = chance.below(grid.width - WINDOW + 1)
            edges = sum(
                grid.cells[r * grid.width + c] != grid.cells[r * grid.width + c + 1]
                for r in range(row, row + WINDOW)
                for c in range(column, column + WINDOW - 1)
            )
            best = max(best, (edges, row, column))
        return best[1], best[2]

    def _any_cell(self, grid: Grid) -> int:
        """A cell of the window, or of the board."""
        if self._window is None:
            return self._chance.below(len(grid.cells))
        row, column = self._window
        row += self._chance.below(WINDOW)
        return row * grid.width + column + self._chance.below(WINDOW)

    def _edge_cell(self, grid: Grid) -> int:
        """A cell with a neighbour of another colour; any cell if none is found soon."""
        for _ in range(40):
            cell = self._any_cell(grid)
            around = neighbors(cell, grid.height, grid.width)
            if any(grid.cells[other] != grid.cells[cell] for other in around):
                break
        return cell

    def _rougher(self, grid: Grid) -> Grid:
        """A notch, a bump or a hole."""
        chance = self._chance
        cell = self._edge_cell(grid) if chance.share() < 0.8 else self._any_cell(grid)
        changed = self._flipped(grid, cell, is_rough=True)
        for _ in range(chance.below(MAX_CELLS_AT_ONCE)):
            other = self._near(cell)
            for image in self._sketch.orbit_of[other]:
                changed.cells[image] = changed.cells[cell]
        return changed

    def _smoother(self, grid: Grid) -> Grid:
        """An edge made straighter, or a small part removed."""
        chance = self._chance
        rough = self._rough_cells()
        if rough and chance.share() < 0.6:
            return self._toned(grid, [chance.one_of(rough)])
        cell = self._edge_cell(grid)
        cells = [cell, *(self._near(cell) for _ in range(chance.below(MAX_CELLS_AT_ONCE)))]
        if chance.share() < 0.5:
            return self._toned(grid, cells)
        changed = grid.copy()
        state = grid.cells[self._near(cell)]
        for each in cells:
            for image in self._sketch.orbit_of[each]:
                changed.cells[image] = state
        return changed

    def _rough_cells(self) -> list[int]:
        """The rough cells of the picture, one of those that change together."""
        if self._rough[0] is not self.state.grid:
            self._rough = (self.state.grid, self._find_rough_cells(self.state.grid))
        return self._rough[1]

    def _find_rough_cells(self, grid: Grid) -> list[int]:
        orbit_of = self._sketch.orbit_of
        return [k for k in range(len(grid.cells)) if orbit_of[k][0] == k and _is_rough(grid, k)]

    def _rough_cells_as_parts(self) -> list[list[int]]:
        return [[cell] for cell in self._rough_cells()]

    def _small_parts(self) -> list[list[int]]:
        """The connected parts of few cells."""
        grid = self.state.grid
        parts, seen = [], set[int]()
        for cell in self._rough_cells():  # each small part has one
            if cell in seen:
                continue
            part = _part(grid, cell)
            seen.update(part)
            if len(part) <= _SMALL_PART:
                parts.append(part)
        return parts


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


def _part(grid: Grid, cell: int) -> list[int]:
    """The cells that are connected with a cell by their sides, as far as they are few."""
    part = [cell]
    for each in part:
        row, column = divmod(each, grid.width)
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            other = r * grid.width + c
            if not (0 <= r < grid.height and 0 <= c < grid.width) or other in part:
                continue
            if grid.cells[other] == grid.cells[cell]:
                part.append(other)
        if len(part) > _SMALL_PART:
            break
    return part
