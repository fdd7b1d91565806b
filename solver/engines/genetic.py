"""A genetic algorithm over the arrangements of the rows.

A chromosome has one gene per row: the index of one of the row's arrangements. So all rows satisfy
their clues. The fitness is the distance of the columns from their clues: the fewest cells that
would have to change, summed over the columns. Lower is better, and 0 is a solution.

In each generation, two parents for each child are selected by tournament and crossed row by row.
Some genes of the children mutate, half of them to any arrangement of the row, half to the next one
in the list, where usually one block has moved by one cell. The fittest parents survive unchanged.
Of equal chromosomes all but one mutate again, to keep the population diverse. If the best fitness
has not improved for some generations, a new random population is made.

The method proves nothing. A check is the evaluation of one chromosome, a node is one generation.

Source: Wiggers, "A comparison of a genetic algorithm and a depth first search algorithm applied to
Japanese nonograms", Twente Student Conference on IT, 2004, as described by R. Zavistanavičius in
his master thesis, Kaunas University of Technology, 2012, section 2.7.1. The operators, the fitness
function and the restart are from there; the chromosomes, the measure of fitness and all numbers
are our choice.
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
from puzzles.words import _, forms, plural, worded
from solver.engines.arrangements import check_count, colors
from solver.engines.distance import ColumnDistance
from solver.engines.run import EnoughFound, GaveUp, Run, SearchEngine
from solver.options import option

Cut = Literal["uniform", "two-point", "one-point"]
Genes = NDArray[np.int64]
"""Chromosomes, shape (chromosomes, rows): for each row the index of an arrangement."""

MAX_CHROMOSOMES = 10_000
"""The largest population: selection and crossing must take milliseconds only."""
_BATCH_STATES = 200_000
"""Cells, or states of the columns' chains, evaluated between two calls of :meth:`Run.tick`."""


@dataclass(frozen=True, slots=True)
class GeneticEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "genetic"
    description: ClassVar[str] = _(
        "Evolves boards with correct rows until the columns are correct; proves nothing."
    )
    is_exact: ClassVar[bool] = False

    population: int = option(
        1000, worded("the number of chromosomes, 4 to {limit}", limit=MAX_CHROMOSOMES)
    )
    crossover: Cut = option(
        "uniform", _("how parents share the rows of a child: randomly, in blocks")
    )
    mutation: float = option(1.0, _("how many genes of a child mutate, on average"))
    tournament: int = option(
        3, _("the fittest of this many chromosomes becomes a parent, 1 to 100")
    )
    elite: int = option(4, _("how many of the fittest survive unchanged"))
    patience: int = option(60, _("generations without progress before a new population"))
    seed: int = option(1, _("seed of the random numbers; the same seed repeats the run"))

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        Evolution(self, run).search()


class Evolution:
    """The generations of one solve.

    Args:
        engine: The options.
        run: The solve.

    Raises:
        GaveUp: The rows have too many arrangements, or an option is beyond its bounds.
    """

    def __init__(self, engine: GeneticEngine, run: Run) -> None:
        if not 4 <= engine.population <= MAX_CHROMOSOMES:
            raise GaveUp(
                worded("the population is 4 to {limit:,} chromosomes", limit=MAX_CHROMOSOMES)
            )
        if not 1 <= engine.tournament <= 100:
            raise GaveUp(_("a tournament is among 1 to 100 chromosomes"))
        self.engine = engine
        self.run = run
        self.rate = engine.mutation / run.puzzle.height
        self.chance = np.random.default_rng(engine.seed)
        self.weights = self.chance.integers(1, 1 << 62, run.puzzle.height)
        """Random weights of the genes: the weighted sum is a hash of a chromosome."""
        self.table, self.counts = _arrangements(run)
        # A population larger than the number of chromosomes would be mostly duplicates.
        self.size = min(engine.population, max(4, prod(self.counts.tolist())))
        self.elite = min(max(1, engine.elite), self.size - 1)
        self.firsts = np.cumsum(self.counts) - self.counts
        self.distance = ColumnDistance(run.puzzle.columns, run.puzzle.height, run.tick)
        cells = max(self.distance.states, run.puzzle.height * run.puzzle.width)
        self.batch = max(1, _BATCH_STATES // cells)
        self.populations = 0
        """Populations begun."""
        self._fittest: Genes | None = None
        run.draft = lambda: None if self._fittest is None else self._grid(self._fittest)

    def search(self) -> None:
        """Breed one population after the other until a solution or a limit raises."""
        while True:
            self._breed()

    def _breed(self) -> None:
        """Breed a population until it no longer evolves."""
        self.populations += 1
        self.run.node()
        genes = self._random_genes((self.size, len(self.counts)))
        fitness = self._evaluate(genes)
        best, waited = self._report_best(genes, fitness), 0
        while waited < self.engine.patience:
            self.run.node()
            fittest = np.argsort(fitness, kind="stable")[: self.elite]
            children = self._children(genes, fitness)
            genes = np.concatenate([genes[fittest], children])
            self._mutate_twins(genes)
            fitness = np.concatenate([fitness[fittest], self._evaluate(genes[self.elite :])])
            now = self._report_best(genes, fitness)
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
        """Parents: each is the fittest of a few random chromosomes."""
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
        changed = np.where(kind < rate / 2, near, self._random_genes(genes.shape))
        return np.where(kind < rate, changed, genes)

    def _mutate_twins(self, genes: Genes) -> None:
        """Mutate all but one of equal chromosomes, in place, except the survivors."""
        self.run.tick()
        _, originals = np.unique(genes @ self.weights, return_index=True)
        is_twin = np.ones(len(genes), dtype=bool)
        is_twin[originals] = False
        is_twin[: self.elite] = False
        genes[is_twin] = self._mutated(genes[is_twin], max(self.rate, 3 / len(self.counts)))

    def _random_genes(self, shape: tuple[int, ...]) -> Genes:
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

    def _report_best(self, genes: Genes, fitness: NDArray[np.int64]) -> int:
        """Return the best fitness, and report it as a step.

        Raises:
            EnoughFound: The best chromosome is a solution.
        """
        at = int(fitness.argmin())
        best = int(fitness[at])
        self._fittest = genes[at : at + 1]
        if best and not self.run.is_watched:
            return best
        grid = self._grid(self._fittest)
        if self.run.is_watched:
            one, many = (
                forms(
                    "generation {number:,}: {count} cell wrong",
                    "generation {number:,}: {count} cells wrong",
                )
                if self.populations == 1
                else forms(
                    "population {population}, generation {number:,}: {count} cell wrong",
                    "population {population}, generation {number:,}: {count} cells wrong",
                )
            )
            text = plural(best, one, many, population=self.populations, number=self.run.nodes)
            self.run.step(text, grid)
        if not best:
            assert not list(unsatisfied_lines(self.run.puzzle, grid))
            self.run.solution(grid)
            raise EnoughFound
        return best


def _arrangements(run: Run) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All arrangements of the rows as colours, shape (arrangements, width), and counts."""
    puzzle = run.puzzle
    check_count(run, Axis.ROW)
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
