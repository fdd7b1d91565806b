"""Simulated annealing: swaps black and white cells; the heat limits how bad a swap may be.

The board starts with the number of black cells that the clues require, at random places. The
conflict of a cell is the sum of its conflicts in its row and its column, see
:mod:`solver.engines.conflict`; the conflict of the board is the sum over its cells. Each round
chooses a black and a white cell by their conflict. If the conflict of the board after swapping them
is at most the heat, the swap is accepted and the heat becomes that conflict; otherwise the swap is
rejected and the heat grows. A node is a round, a check is one swap tried.

Source: W. Wang, M. Tang, "Simulated annealing approach to solve nonogram puzzles with multiple
solutions", Procedia Computer Science 36 (2014), section 3. From there: the start, the metric, the
choice of each of the two cells, greedy with probability ``q``, else by roulette (eqs. 10, 11), and
the heat (eq. 12): initially the conflict ``h0`` at the start, after a rejected swap
``h + (h / h0)²``. What it leaves open: equal conflicts are decided at random; if no cell of a
colour has a conflict, the roulette gives all of them the same probability.

Our additions, which ``plain`` switches off; the source's rules alone take very long on boards of
15 cells:

* The greedy choice of the second cell. The first cell, of a random colour, is chosen as in the
  source. For the second the greedy choice is not the cell with the most conflict but the one with
  the best swap, because the two cells with the most conflict are seldom related.
* ``haste``, a factor for the growth of the heat. Near a solution a board of 15 cells has a
  twentieth of its first conflict, and a rejected swap adds 1/400: hundreds of swaps are tried
  repeatedly until the least bad one is accepted, which the next swap reverts.
* The conflict of lines with too few segments, see :mod:`solver.engines.conflict`. Without it a
  wrong board may have no conflict at all.

There are no restarts: no board of the set ``sparse`` needed one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import unsatisfied_lines
from puzzles.words import _, plural, worded
from solver.engines.conflict import UNIT
from solver.engines.conflict_board import BLACK, WHITE, ConflictBoard
from solver.engines.run import EnoughFound, GaveUp, Run, SearchEngine, Stuck
from solver.options import option


@dataclass(frozen=True, slots=True)
class AnnealingEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "annealing"
    description: ClassVar[str] = _(
        "Swaps black and white cells that conflict with the clues; proves nothing."
    )
    is_exact: ClassVar[bool] = False

    q: float = option(
        0.9, _("probability of the greedy choice of a cell, 0 to 1; else by roulette")
    )
    haste: float = option(1000.0, _("how many times faster than in the source the heat grows"))
    plain: bool = option(False, _("use the rules of the source alone"))
    seed: int = option(1, _("seed of the random numbers; the same seed repeats the run"))

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _anneal(self, run)


class Heat:
    """The heat of eq. 12, in units of conflict.

    Args:
        conflict: Conflict of the board at the start.
        haste: A factor for the growth; 1 in the source.
    """

    def __init__(self, conflict: int, haste: float = 1.0) -> None:
        self.now = float(conflict)
        self._start = float(max(1, conflict))
        self._growth = haste * UNIT

    def allows(self, conflict: int) -> bool:
        """Whether a swap that leads to this conflict is accepted; changes the heat."""
        if conflict <= self.now:
            self.now = float(conflict)
            return True
        ratio = self.now / self._start
        self.now += self._growth * ratio * ratio
        return False


def _anneal(engine: AnnealingEngine, run: Run) -> None:
    if run.colors > 2:
        raise GaveUp(_("the method takes black and white puzzles only, none with another colour"))
    board = ConflictBoard(run, random.Random(engine.seed), engine.plain)
    run.draft = board.grid
    heat = Heat(board.conflict, 1.0 if engine.plain else engine.haste)
    _tell(run, board, heat)
    is_solved = _is_solution(run, board)  # true if all cells have one colour
    if not is_solved:
        chooser = Chooser(board, engine.q, engine.plain)
    while not is_solved:
        run.node()
        run.checks += 1
        black, white, conflict = chooser.pair()
        if heat.allows(conflict):
            board.swap(black, white)
            chooser.clear_cache()
            _tell(run, board, heat)
            is_solved = _is_solution(run, board)
    run.solution(board.grid())
    raise EnoughFound


def _is_solution(run: Run, board: ConflictBoard) -> bool:
    """Whether all clues are satisfied; with ``plain`` wrong boards may have no conflict."""
    return not board.conflict and not list(unsatisfied_lines(run.puzzle, board.grid()))


def _tell(run: Run, board: ConflictBoard, heat: Heat) -> None:
    if run.is_watched:
        figures = worded(
            "conflict {conflict:.2f}, heat {now:.2f}",
            conflict=board.conflict / UNIT,
            now=heat.now / UNIT,
        )
        run.step(
            plural(
                run.nodes,
                "{count} swap tried: {figures}",
                "{count} swaps tried: {figures}",
                figures=figures,
            ),
            board.grid(),
        )


class Chooser:
    """Chooses the swaps to try; caches values of the board until it changes.

    Args:
        board: The board.
        q: The probability of the greedy choice.
        plain: Whether the second cell is chosen like the first.
    """

    def __init__(self, board: ConflictBoard, q: float, plain: bool) -> None:
        if not (len(board.cells[BLACK]) and len(board.cells[WHITE])):
            raise Stuck
        self._board = board
        self._chance = board.chance.random
        self._q = q
        self._plain = plain
        self.clear_cache()

    def clear_cache(self) -> None:
        """Clear the cached values; must be called after a change of the board."""
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
            second = self._random_of(partners)
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
        return self._random_of(worst)

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
        """The lowest conflict after a swap of the first cell, and the cells that reach it."""
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

    def _random_of(self, cells: list[int]) -> int:
        return cells[0] if len(cells) == 1 else cells[int(self._chance() * len(cells))]


ENGINE = AnnealingEngine()
