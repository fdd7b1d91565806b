"""Simulated annealing: black and white cells are swapped, and heat allows what makes it worse.

The board begins with as many black cells as the clues ask for, at places drawn by chance. The
conflict of a cell is the sum of what :mod:`solver.engines.conflict` says of its row and of its
column, and the conflict of the board is the sum over its cells. A round tries to swap a black and a
white cell, which are chosen by their conflict. If the conflict after the swap is not above the heat
the swap is accepted, and the heat becomes that conflict; if it is, the swap is rejected, and the
heat grows. A node is a round, a check one swap tried.

Source: W. Wang, M. Tang, "Simulated annealing approach to solve nonogram puzzles with multiple
solutions", Procedia Computer Science 36 (2014), section 3. From there: the start, the metric, the
choice by greed with the probability ``q`` and else by a roulette (eqs. 10, 11), drawn for each of
the two cells; the heat (eq. 12): first the conflict at the start, after a rejected swap
``h + (h / h0)²``. Where it leaves a choice: cells of equal conflict are drawn by lot; where no cell
of a colour has any conflict the roulette takes each alike; ``h0`` is the conflict at the start.

Ours, since with the text's rules alone boards of 15 cells take very long, and switched off by
``plain``:

* What greed means for the second cell. One cell, of a colour drawn by lot, is chosen as in the
  text; for the other greed takes not the cell of the most conflict, but the one with which the swap
  comes out best. Two cells that conflict most have seldom anything to do with each other.
* ``haste``, by which the growth of the heat is multiplied. Near a solution a board of 15 cells has
  a twentieth of its first conflict, and a rejected swap adds 1/400: hundreds of swaps are tried
  over and over until the least evil of them is accepted, which the next one takes back.
* What the metric says of lines that are too coherent, see :mod:`solver.engines.conflict`; without
  it a wrong board may have no conflict at all.

Nothing is ever begun again: none of the boards of the set ``sparse`` asked for it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED, Grid, unsatisfied_lines
from puzzles.model import Clues
from solver.engines.conflict import UNIT, LineConflict
from solver.engines.run import Enough, GaveUp, Run, SearchEngine, Stuck
from solver.options import option

_REMEMBERED_CELLS = 5_000_000
"""Cells of the lines that are remembered, over all lines: up to some 200 MB."""

BLACK, WHITE = 0, 1


@dataclass(frozen=True, slots=True)
class AnnealingEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "annealing"
    description: ClassVar[str] = (
        "Swaps black and white cells that conflict with the clues; proves nothing."
    )
    is_exact: ClassVar[bool] = False

    q: float = option(0.9, "how often a cell is chosen by greed, 0 to 1; else by a roulette")
    haste: float = option(1000.0, "how many times faster than in the text the heat grows")
    plain: bool = option(False, "the text's rules alone")
    seed: int = option(1, "where chance begins; the same seed repeats the run")

    def search(self, run: Run) -> None:
        """Search all there is; see :class:`SearchEngine`."""
        run.fraction = lambda: 0.0
        _anneal(self, run)


class Heat:
    """The heat of eq. 12, in units of conflict.

    Args:
        conflict: Of the board at the start.
        haste: A factor for the growth; 1 in the source.
    """

    def __init__(self, conflict: int, haste: float = 1.0) -> None:
        self.now = float(conflict)
        self._start = float(max(1, conflict))
        self._haste = haste * UNIT

    def allows(self, conflict: int) -> bool:
        """Whether a swap that leads to this conflict is accepted; changes the heat."""
        if conflict <= self.now:
            self.now = float(conflict)
            return True
        ratio = self.now / self._start
        self.now += self._haste * ratio * ratio
        return False


def _anneal(engine: AnnealingEngine, run: Run) -> None:
    if run.colors > 2:
        raise GaveUp("the method takes black and white puzzles only, none with another colour")
    board = Board(run, random.Random(engine.seed), engine.plain)
    run.draft = board.grid
    heat = Heat(board.conflict, 1.0 if engine.plain else engine.haste)
    _tell(run, board, heat)
    is_solved = _is_solution(run, board)  # of course so if all cells are of one colour
    if not is_solved:
        chooser = Chooser(board, engine.q, engine.plain)
    while not is_solved:
        run.node()
        run.checks += 1
        black, white, conflict = chooser.pair()
        if heat.allows(conflict):
            board.swap(black, white)
            chooser.forget()
            _tell(run, board, heat)
            is_solved = _is_solution(run, board)
    run.solution(board.grid())
    raise Enough


def _is_solution(run: Run, board: Board) -> bool:
    """Whether all clues are satisfied; no conflict alone is not enough, see the metric."""
    return not board.conflict and not list(unsatisfied_lines(run.puzzle, board.grid()))


def _tell(run: Run, board: Board, heat: Heat) -> None:
    if run.is_watched:
        figures = f"conflict {board.conflict / UNIT:.2f}, heat {heat.now / UNIT:.2f}"
        run.step(f"{run.nodes:,} swaps tried: {figures}", board.grid())


class Board:
    """The board with its conflicts, kept up to date swap by swap.

    Cells are numbered row by row.

    Args:
        run: The solve.
        chance: Places the black cells.
        plain: See :class:`LineConflict`.
    """

    def __init__(self, run: Run, chance: random.Random, plain: bool) -> None:
        puzzle = run.puzzle
        self.height, self.width = height, width = puzzle.height, puzzle.width
        self._tick = run.tick
        self.chance = chance
        self._metrics = _metrics(run, plain)
        order = np.random.default_rng(chance.getrandbits(32)).permutation(height * width)
        run.tick()
        black = sum(length for clues in puzzle.rows for length, _ in clues)
        self.cells = [order[:black], order[black:]]
        """The numbers of the black cells, and of the white ones."""
        self._places = np.empty(height * width, dtype=np.int64)
        for some in self.cells:
            self._places[some] = np.arange(len(some))
        is_black = np.zeros((height, width), dtype=bool)
        is_black.flat[self.cells[BLACK]] = True
        self.lines: list[int] = []
        """All rows, then all columns; bit ``i`` is set if cell ``i`` is black."""
        self.shares = np.zeros((height, width), dtype=np.int64)
        """The conflict of each cell, in units."""
        self.changes = np.zeros((height, width), dtype=np.int64)
        """How much the conflict of the board grows if the cell changes its colour; not plain."""
        self._plain = plain
        self.conflict = 0
        """Of the board, in units."""
        self._share_lines = [*self.shares, *self.shares.T]
        self._change_lines = [*self.changes, *self.changes.T]
        for index, cells in enumerate([*is_black, *is_black.T]):
            run.tick()
            line = _packed(cells)
            self.lines.append(line)
            metric = self._metrics[index]
            self.conflict += metric.total(line)
            self._share_lines[index] += metric.shares(line)
            if not plain:
                self._change_lines[index] += metric.changes(line)

    def swapped(self, black: int, white: int) -> dict[int, int]:
        """The lines that a swap changes, with what they become."""
        lines, height = self.lines, self.height
        changed: dict[int, int] = {}
        for cell in (black, white):
            row, column = divmod(cell, self.width)
            changed[row] = changed.get(row, lines[row]) ^ 1 << column
            column += height
            changed[column] = changed.get(column, lines[column]) ^ 1 << row
        return changed

    def conflict_after(self, black: int, white: int) -> int:
        """The conflict of the board after a swap."""
        conflict = self.conflict
        for index, line in self.swapped(black, white).items():
            metric = self._metrics[index]
            conflict += metric.total(line) - metric.total(self.lines[index])
        return conflict

    def conflicts_after(self, cell: int) -> NDArray[np.int64]:
        """The conflict of the board after a swap of a cell with each cell of the other colour.

        Returns:
            Shape (height * width,); without meaning for cells of the same colour.
        """
        row, column = divmod(cell, self.width)
        after = self.changes + (self.conflict + int(self.changes[row, column]))
        after[row] += self._correction(row, column)
        after[:, column] += self._correction(self.height + column, row)
        return after.ravel()

    def _correction(self, index: int, cell: int) -> NDArray[np.int64]:
        """How much worse two changed cells of a line are than each by itself."""
        self._tick()
        metric, line = self._metrics[index], self.lines[index]
        return metric.changes(line ^ 1 << cell) - metric.changes(line)

    def swap(self, black: int, white: int) -> None:
        """Swap two cells."""
        for index, line in self.swapped(black, white).items():
            self._tick()
            metric, before = self._metrics[index], self.lines[index]
            self.conflict += metric.total(line) - metric.total(before)
            self._share_lines[index] += metric.shares(line) - metric.shares(before)
            if not self._plain:
                self._change_lines[index] += metric.changes(line) - metric.changes(before)
            self.lines[index] = line
        at_black, at_white = int(self._places[black]), int(self._places[white])
        self.cells[BLACK][at_black], self.cells[WHITE][at_white] = white, black
        self._places[black], self._places[white] = at_white, at_black

    def grid(self) -> Grid:
        """The board as it is."""
        states = np.full(self.height * self.width, BLANK)
        states[self.cells[BLACK]] = SHADED
        return Grid(self.height, self.width, 2, states.tolist())


class Chooser:
    """Chooses the swaps to try; remembers what it has worked out for a board until it changes.

    Args:
        board: The board.
        q: The probability of greed.
        plain: Whether the second cell is chosen like the first.
    """

    def __init__(self, board: Board, q: float, plain: bool) -> None:
        if not (len(board.cells[BLACK]) and len(board.cells[WHITE])):
            raise Stuck
        self._board = board
        self._chance = board.chance.random
        self._q = q
        self._plain = plain
        self.forget()

    def forget(self) -> None:
        """The board has changed."""
        self._worst: list[list[int]] = [[], []]
        self._wheels: list[NDArray[np.int64] | None] = [None, None]
        self._best: dict[int, tuple[int, list[int]]] = {}
        self._after: dict[tuple[int, int], int] = {}

    def pair(self) -> tuple[int, int, int]:
        """A black cell, a white cell, and the conflict of the board if they are swapped."""
        if self._plain:
            black, white = self._one(BLACK), self._one(WHITE)
            return black, white, self._conflict_after(black, white)
        color = BLACK if self._chance() < 0.5 else WHITE
        first = self._one(color)
        if self._chance() <= self._q:
            conflict, partners = self._partners(first, 1 - color)
            second = self._lot(partners)
            return (first, second, conflict) if color == BLACK else (second, first, conflict)
        second = self._by_roulette(1 - color)
        black, white = (first, second) if color == BLACK else (second, first)
        return black, white, self._conflict_after(black, white)

    def _one(self, color: int) -> int:
        """A cell of a colour as in eqs. 10 and 11."""
        if self._chance() > self._q:
            return self._by_roulette(color)
        worst = self._worst[color]
        if not worst:
            cells = self._board.cells[color]
            shares = self._board.shares.ravel()[cells]
            worst = self._worst[color] = cells[shares == shares.max()].tolist()
        return self._lot(worst)

    def _by_roulette(self, color: int) -> int:
        cells = self._board.cells[color]
        wheel = self._wheels[color]
        if wheel is None:
            wheel = self._board.shares.ravel()[cells].cumsum()
            if not wheel[-1]:
                wheel = np.arange(1, len(cells) + 1)
            self._wheels[color] = wheel
        at = int(self._chance() * int(wheel[-1]))
        return int(cells[wheel.searchsorted(at, "right")])

    def _partners(self, first: int, color: int) -> tuple[int, list[int]]:
        """The cells of a colour with which a swap comes out best, and the conflict after it."""
        known = self._best.get(first)
        if known is None:
            cells = self._board.cells[color]
            after = self._board.conflicts_after(first)[cells]
            best = after.min()
            known = self._best[first] = int(best), cells[after == best].tolist()
        return known

    def _conflict_after(self, black: int, white: int) -> int:
        known = self._after.get((black, white))
        if known is None:
            known = self._after[black, white] = self._board.conflict_after(black, white)
        return known

    def _lot(self, cells: list[int]) -> int:
        return cells[0] if len(cells) == 1 else cells[int(self._chance() * len(cells))]


def _metrics(run: Run, plain: bool) -> list[LineConflict]:
    """The metric of each line; lines of equal clues share one."""
    puzzle = run.puzzle
    remembered = max(2, _REMEMBERED_CELLS // (2 * puzzle.height * puzzle.width))
    known: dict[tuple[Clues, int], LineConflict] = {}
    found = []
    for line in puzzle.lines:
        run.tick()
        key = (puzzle.clues_of(line), puzzle.height if line.is_column else puzzle.width)
        if key not in known:
            known[key] = LineConflict(*key, plain=plain, remembered=remembered)
        found.append(known[key])
    return found


def _packed(line: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(line, bitorder="little").tobytes(), "little")


ENGINE = AnnealingEngine()
