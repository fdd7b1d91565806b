"""A genetic algorithm over the arrangements of the rows.

A chromosome has one gene a row: the number of one of the row's arrangements. So the rows are always
right, and the fitness says how far the columns are from their clues: the fewest cells that would
have to change, summed over the columns. Less is fitter, and 0 is a solution.

A generation: parents are selected by tournament, two for each child, and crossed row by row; some
genes of the children mutate, half of them to any arrangement of the row, half to the next one in
the list, where mostly one block has moved by one cell. The fittest parents survive unchanged. Of
equal chromosomes all but one mutate again, or the population would soon be one family. If the best
fitness has not improved for some generations, the population no longer evolves, and a new one is
made by chance.

The method never proves anything. A check is the evaluation of one chromosome, a node is one
generation.

Source: Wiggers, "A comparison of a genetic algorithm and a depth first search algorithm applied to
Japanese nonograms", Twente Student Conference on IT, 2004, as R. Zavistanavičius retells it in his
master thesis, Kaunas University of Technology, 2012, section 2.7.1. The operators, the fitness
function and the remedy for a population that no longer evolves are from there; what a chromosome
is, how its fitness is measured, and all numbers are our choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid, unsatisfied_lines
from puzzles.model import Axis
from solver.engines.arrangements import colors, expect
from solver.engines.distance import Distance
from solver.engines.run import Enough, GaveUp, Run, SearchEngine
from solver.options import option

Cut = Literal["uniform", "two-point", "one-point"]
Genes = NDArray[np.int64]
"""Chromosomes, shape (chromosomes, rows): for each row the number of an arrangement."""

MOST_CHROMOSOMES = 10_000
"""The largest population: its selection and crossing have to be over within milliseconds."""
_AT_A_TIME = 200_000
"""Cells, and states of the columns' chains, that are evaluated between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class GeneticEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "genetic"
    description: ClassVar[str] = (
        "Breeds boards whose rows are right until the columns are; proves nothing."
    )
    is_exact: ClassVar[bool] = False

    population: int = option(1000, f"the number of chromosomes, 4 to {MOST_CHROMOSOMES}")
    crossover: Cut = option("uniform", "which rows come from which parent: by chance, or in blocks")
    mutation: float = option(1.0, "how many genes of a child mutate, on average")
    tournament: int = option(3, "of how many chromosomes the fittest becomes a parent, 1 to 100")
    elite: int = option(4, "how many of the fittest survive unchanged")
    patience: int = option(60, "generations without progress before a new population")
    seed: int = option(1, "where chance begins; the same seed repeats the run")

    def search(self, run: Run) -> None:
        """Search all there is; see :class:`SearchEngine`."""
        Breeding(self, run).search()


class Breeding:
    """One solve.

    Args:
        engine: The options.
        run: The solve.

    Raises:
        GaveUp: The rows have too many arrangements, or an option is beyond its bounds.
    """

    def __init__(self, engine: GeneticEngine, run: Run) -> None:
        if not 4 <= engine.population <= MOST_CHROMOSOMES:
            raise GaveUp(f"the population is 4 to {MOST_CHROMOSOMES:,} chromosomes")
        if not 1 <= engine.tournament <= 100:
            raise GaveUp("a tournament is among 1 to 100 chromosomes")
        self.engine = engine
        self.run = run
        self.rate = engine.mutation / run.puzzle.height
        self.chance = np.random.default_rng(engine.seed)
        self.weights = self.chance.integers(1, 1 << 62, run.puzzle.height)
        """Tell chromosomes apart by one number each, all but certainly."""
        self.table, self.counts = _arrangements(run)
        # A population larger than there are chromosomes would be twins for the most part.
        self.size = min(engine.population, max(4, prod(self.counts.tolist())))
        self.elite = min(max(1, engine.elite), self.size - 1)
        self.firsts = np.cumsum(self.counts) - self.counts
        self.distance = Distance(run.puzzle.columns, run.puzzle.height, run.tick)
        cells = max(self.distance.states, run.puzzle.height * run.puzzle.width)
        self.batch = max(1, _AT_A_TIME // cells)
        self.populations = 0
        """Populations begun."""
        self._fittest: Genes | None = None
        run.draft = lambda: None if self._fittest is None else self._grid(self._fittest)

    def search(self) -> None:
        """Breed one population after the other; only a solution, or a limit, ends it."""
        while True:
            self._breed()

    def _breed(self) -> None:
        """Breed a population until it no longer evolves."""
        self.populations += 1
        self.run.node()
        genes = self._by_chance((self.size, len(self.counts)))
        fitness = self._evaluate(genes)
        best, waited = self._tell(genes, fitness), 0
        while waited < self.engine.patience:
            self.run.node()
            fittest = np.argsort(fitness, kind="stable")[: self.elite]
            children = self._children(genes, fitness)
            genes = np.concatenate([genes[fittest], children])
            self._part_twins(genes)
            fitness = np.concatenate([fitness[fittest], self._evaluate(genes[self.elite :])])
            now = self._tell(genes, fitness)
            waited = 0 if now < best else waited + 1
            best = min(best, now)

    def _children(self, genes: Genes, fitness: NDArray[np.int64]) -> Genes:
        number, rows = self.size - self.elite, len(self.counts)
        first = genes[self._selected(fitness, number)]
        second = genes[self._selected(fitness, number)]
        self.run.tick()
        children = np.where(self._cut(number, rows), first, second)
        return self._mutated(children, self.rate)

    def _selected(self, fitness: NDArray[np.int64], number: int) -> NDArray[np.int64]:
        """Parents: each the fittest of a few, which are drawn by chance."""
        drawn = self.chance.integers(0, self.size, (number, self.engine.tournament))
        winner = fitness[drawn].argmin(axis=1)
        parents: NDArray[np.int64] = drawn[np.arange(number), winner]
        return parents

    def _cut(self, number: int, rows: int) -> NDArray[np.bool_]:
        """Which rows of a child come from the first parent, shape (children, rows)."""
        if self.engine.crossover == "uniform":
            return self.chance.random((number, rows)) < 0.5
        row = np.arange(rows)
        if self.engine.crossover == "one-point":
            return row < self.chance.integers(0, rows + 1, (number, 1))
        ends = np.sort(self.chance.integers(0, rows + 1, (number, 2)), axis=1)
        return (row >= ends[:, :1]) & (row < ends[:, 1:])

    def _mutated(self, genes: Genes, rate: float) -> Genes:
        """The chromosomes with each gene changed with a probability of ``rate``."""
        kind = self.chance.random(genes.shape)
        step = np.where(kind < rate / 4, -1, 1)
        near = np.clip(genes + step, 0, self.counts - 1)
        changed = np.where(kind < rate / 2, near, self._by_chance(genes.shape))
        return np.where(kind < rate, changed, genes)

    def _part_twins(self, genes: Genes) -> None:
        """Let all but one of equal chromosomes mutate, in place; not the survivors."""
        self.run.tick()
        _, originals = np.unique(genes @ self.weights, return_index=True)
        is_twin = np.ones(len(genes), dtype=bool)
        is_twin[originals] = False
        is_twin[: self.elite] = False
        genes[is_twin] = self._mutated(genes[is_twin], max(self.rate, 3 / len(self.counts)))

    def _by_chance(self, shape: tuple[int, ...]) -> Genes:
        return (self.chance.random(shape) * self.counts).astype(np.int64)

    def _evaluate(self, genes: Genes) -> NDArray[np.int64]:
        """The fitness of chromosomes."""
        found = []
        for at in range(0, len(genes), self.batch):
            self.run.tick()
            found.append(self.distance.of(self._boards(genes[at : at + self.batch])).sum(axis=1))
        self.run.checks += len(genes)
        return np.concatenate(found)

    def _boards(self, genes: Genes) -> NDArray[np.uint8]:
        """The colours of the chromosomes' cells, shape (chromosomes, height, width)."""
        boards: NDArray[np.uint8] = self.table[genes + self.firsts]
        return boards

    def _grid(self, genes: Genes) -> Grid:
        """The board of one chromosome, shape (1, rows)."""
        puzzle = self.run.puzzle
        states = np.left_shift(1, self._boards(genes).ravel(), dtype=np.int64)
        return Grid(puzzle.height, puzzle.width, self.run.colors, states.tolist())

    def _tell(self, genes: Genes, fitness: NDArray[np.int64]) -> int:
        """The best fitness, which is shown to who watches.

        Raises:
            Enough: It is that of a solution.
        """
        at = int(fitness.argmin())
        best = int(fitness[at])
        self._fittest = genes[at : at + 1]
        if best and not self.run.is_watched:
            return best
        grid = self._grid(self._fittest)
        if self.run.is_watched:
            about = f"population {self.populations}, " if self.populations > 1 else ""
            cells = "cell" if best == 1 else "cells"
            self.run.step(f"{about}generation {self.run.nodes:,}: {best} {cells} wrong", grid)
        if not best:
            assert not list(unsatisfied_lines(self.run.puzzle, grid))
            self.run.solution(grid)
            raise Enough
        return best


def _arrangements(run: Run) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All arrangements of the rows as colours, shape (arrangements, width), and how many a row."""
    puzzle = run.puzzle
    expect(run, Axis.ROW)
    table = bytearray()
    counts = []
    for clues in puzzle.rows:
        before = len(table)
        source = colors(clues, puzzle.width)
        while some := b"".join(islice(source, 2000)):
            table += some
            run.tick()
        counts.append((len(table) - before) // puzzle.width)
    run.arrangements += sum(counts)
    cells = np.frombuffer(table, dtype=np.uint8).reshape(-1, puzzle.width)
    return cells, np.array(counts, dtype=np.int64)


ENGINE = GeneticEngine()
