"""Solving as people do: the simplest technique each time, with its reason as a sentence.

The method decides every puzzle that has exactly one solution; trials within trials are its last
means. On a puzzle with several solutions it finds the cells that are common to all, and is stuck.
"""

from __future__ import annotations

from puzzles.words import _
from solver.engines.run import Run, SearchEngine, Stuck
from solver.engines.watch import Interrupted
from solver.logic.sentences import sentence
from solver.logic.steps import ContradictionError, Reasoner


class LogicEngine(SearchEngine):
    """See the module."""

    name = "logic"
    description = _("Solves as people do, by named techniques, and gives the reason of each step.")
    is_exact = False

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        over: list[Interrupted] = []

        def should_stop() -> bool:
            if not over:
                try:
                    run.tick()
                except Interrupted as interrupted:
                    over.append(interrupted)
            return bool(over)

        reasoner = Reasoner(run.puzzle, None, should_stop)
        run.certain = lambda: reasoner.grid
        run.by_logic = True
        try:
            for step in reasoner.steps():
                run.node()
                run.checks += len(step.trials)
                run.by_logic = run.by_logic and not step.trials
                if run.is_watched:
                    run.step(sentence(step, run.puzzle), reasoner.grid, step.line)
        except ContradictionError:
            return
        if over:
            raise over[0]
        if not reasoner.is_done:
            raise Stuck
        run.solution(reasoner.grid, is_last=True)


ENGINE = LogicEngine()
