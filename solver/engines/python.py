"""The reference engine: propagation, probing and depth-first search in plain Python.

1. Lines are solved exactly until nothing changes (:mod:`solver.engines.board`).
2. The values of open cells are probed (:mod:`solver.engines.probe`).
3. The search branches on the cell whose probes decided most.

Source: the order of the stages follows Wolter's survey of solvers (webpbn.com/survey) and
Wu et al., "An efficient approach to solving nonograms", IEEE TCIAIG 5 (2013).
"""

from __future__ import annotations

from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.words import _, plural
from solver.engines.board import Lines, Propagator
from solver.engines.probe import Node, Prober
from solver.engines.watch import Interrupted, Watch
from solver.values import (
    NO_CALLBACKS,
    Event,
    Limits,
    Outcome,
    SolveCallbacks,
    SolveResult,
    Statistics,
    judge,
)


class PythonEngine:
    """See the module."""

    name = "python"
    description = _("Line logic, probing and depth-first search in plain Python; always available.")
    is_exact = True

    def solve(
        self,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks = NO_CALLBACKS,
    ) -> SolveResult:
        """Solve a puzzle without defects; see :class:`solver.api.Engine`."""
        return self.solve_from(None, puzzle, limits, callbacks)

    def solve_from(
        self,
        known: Grid | None,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks = NO_CALLBACKS,
    ) -> SolveResult:
        """Find the solutions that agree with a board.

        See :func:`solver.partial_solutions.solve_known`.
        """
        return _Search(known, puzzle, limits, callbacks).run()


class _Search:
    """One solve."""

    def __init__(
        self,
        known: Grid | None,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks,
    ) -> None:
        self.limits = limits
        self.watch = Watch(limits.timeout_s, callbacks, self._event)
        self.propagator = Propagator(puzzle, self.watch)
        self.prober = Prober(self.propagator)
        self.cells = puzzle.height * puzzle.width
        self.certain: Lines = self.propagator.start(known)
        self.solutions: list[Grid] = []
        self.fraction = 0.0
        self.nodes = 0
        self.depth = 0

    def run(self) -> SolveResult:
        """Search until the tree is covered, enough solutions are found, or a limit is reached."""
        finished = asked = by_logic = False
        try:
            if self.propagator.propagate(self.certain, *self.propagator.all_lines()):
                self.watch.send_event()
                finished = self._descend()
            else:
                finished = by_logic = True
        except Interrupted as interrupted:
            asked = interrupted.asked
        enough = len(self.solutions) >= self.limits.wanted
        outcome = judge(len(self.solutions), finished=finished, asked_to_stop=asked, enough=enough)
        unique = outcome is Outcome.UNIQUE
        return SolveResult(
            outcome,
            tuple(self.solutions),
            self.solutions[0].copy() if unique else self.propagator.grid(self.certain),
            PythonEngine.name,
            complete=finished,
            statistics=self._statistics(),
            contradiction=(
                self.propagator.line_name(self.propagator.failed)
                if outcome is Outcome.NONE
                else None
            ),
            by_logic=by_logic,
        )

    def _descend(self) -> bool:
        """Depth-first search from the root; whether the whole tree was covered."""
        open_nodes = [Node(self.certain)]
        while open_nodes:
            if self.nodes == self.limits.nodes:
                return False
            node = open_nodes.pop()
            self.nodes += 1
            self.depth = max(self.depth, node.depth)
            if not open_nodes and not self.solutions:
                self.certain = node.lines
            if self.watch.is_watched:
                sentence = plural(
                    node.depth,
                    "node {nodes}, {count} value assumed",
                    "node {nodes}, {count} values assumed",
                    nodes=self.nodes,
                )
                self.watch.step(sentence, self.propagator.grid(node.lines))
            children = self._expand(node)
            if not children:
                self.fraction += node.weight
            if len(self.solutions) >= self.limits.wanted:
                return False
            open_nodes += reversed(children)
        return True

    def _expand(self, node: Node) -> list[Node]:
        """The children of a node; none if it is a solution, which is stored, or a contradiction."""
        if not self.prober.explore(node) or self._is_solution(node.lines):
            return []
        return self.prober.branch(node)

    def _is_solution(self, lines: Lines) -> bool:
        if self.propagator.choices(lines) != self.cells:
            return False
        self.solutions.append(self.propagator.grid(lines))
        return True

    def _event(self) -> Event | None:
        known = self.cells - sum(map(int.bit_count, self.propagator.open_cells(self.certain)))
        if not known:
            return None
        grid = self.propagator.grid(self.certain)
        return Event(known, self.cells, min(1.0, self.fraction), grid)

    def _statistics(self) -> Statistics:
        return Statistics(
            seconds=self.watch.seconds,
            nodes=self.nodes,
            line_solves=self.propagator.line_solves,
            cached_lines=self.propagator.cached_lines,
            probes=self.prober.probes,
            contradictions=self.prober.contradictions,
            depth=self.depth,
        )


ENGINE = PythonEngine()
