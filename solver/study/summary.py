"""From runs to figures: for each puzzle and engine one verdict, one time, one peak of memory.

The protocol is that of the theses: of five runs the fastest and the slowest are dropped, and the
mean of the other three counts. The median stands beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

from solver.result_check import contradiction_with
from solver.study.journal import Record
from solver.study.plan import TRACED, PuzzleKey, RunKey, Task
from solver.study.values import RunOutcome, RunResult, StudySettings
from solver.values import Outcome


@dataclass(frozen=True, slots=True)
class Cell:
    """What one engine makes of one puzzle, over all its runs. ``None``: not known, or no number."""

    verdict: RunOutcome
    """The worst of the runs."""
    outcome: str
    """Of the run that the verdict is from."""
    runs: int
    """Timed runs that there were."""
    mean_s: float | None = None
    """By the protocol, see :func:`protocol_mean`; only if all runs decided the puzzle."""
    median_s: float | None = None
    """Only if all runs decided the puzzle."""
    before_mb: float | None = None
    """Resident memory when the solve began; the median, as of the next."""
    peak_mb: float | None = None
    """The most resident memory."""
    growth_mb: float | None = None
    """What the solve added to the resident memory."""
    python_mb: float | None = None
    """The peak of Python's own allocations."""
    work: int | None = None
    """See :attr:`solver.api.Statistics.work`; this and what follows are the last run's."""
    nodes: int | None = None
    checks: int | None = None
    arrangements: int | None = None
    solutions: int | None = None
    known: float | None = None
    """Share of the cells that were certain at the end, 0 to 1."""
    right: float | None = None
    """Share of the cells that are as the puzzle's goal has them, 0 to 1; see :class:`RunResult`."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """All that is known from a folder's runs."""

    puzzles: tuple[PuzzleKey, ...]
    engines: tuple[str, ...]
    cells: dict[tuple[PuzzleKey, str], Cell]
    """By puzzle and engine; what has not been run is missing."""
    settings: StudySettings
    machines: tuple[str, ...]
    """On what the runs were made."""

    @property
    def set_names(self) -> tuple[str, ...]:
        """The sets, in order; the empty name stands for the user's own files."""
        return tuple(dict.fromkeys(puzzle.set_name for puzzle in self.puzzles))

    def of_set(self, name: str) -> list[PuzzleKey]:
        """The puzzles of a set, in order."""
        return [puzzle for puzzle in self.puzzles if puzzle.set_name == name]

    @property
    def wrong(self) -> tuple[tuple[PuzzleKey, str], ...]:
        """Where an engine's answer is wrong."""
        return tuple(at for at, cell in self.cells.items() if cell.verdict is RunOutcome.WRONG)


def summary(records: Sequence[Record], settings: StudySettings) -> Study:
    """What the runs say.

    Args:
        records: Runs, measured with the same settings.
        settings: These.
    """
    answers: dict[tuple[PuzzleKey, str], list[RunResult]] = defaultdict(list)
    traced: dict[tuple[PuzzleKey, str], RunResult] = {}
    for record in records:
        at = record.puzzle, record.engine
        if record.repeat == TRACED:
            traced[at] = record.answer
        else:
            answers[at].append(record.answer)
    cells = {at: _cell(at[0], runs, traced.get(at)) for at, runs in answers.items()}
    _compare_answers(cells)
    return Study(
        tuple(dict.fromkeys(record.puzzle for record in records)),
        tuple(dict.fromkeys(record.engine for record in records)),
        cells,
        settings,
        tuple(dict.fromkeys(record.machine for record in records)),
    )


def protocol_mean(seconds: Sequence[float]) -> float:
    """The mean without the best and the worst; of fewer than three times simply the mean.

    >>> protocol_mean([5, 1, 2, 3, 100])
    3.3333333333333335
    >>> protocol_mean([1, 2])
    1.5
    """
    kept = sorted(seconds)[1:-1] if len(seconds) >= 3 else seconds
    return fmean(kept)


def still_to_run(tasks: Iterable[Task], records: Sequence[Record]) -> Iterable[Task]:
    """Those of the tasks that are neither done nor without a point, seen when each is taken.

    Another run has no point where one was over time or went wrong, and neither has it where the
    engine does not decide the puzzle: engines give the same answer each time.

    Args:
        tasks: Runs in the order in which they are to be done.
        records: The runs that have been done; may grow meanwhile.
    """
    seen = 0
    done: set[RunKey] = set()
    worst: dict[tuple[PuzzleKey, str], RunOutcome] = {}
    for task in tasks:
        for record in records[seen:]:
            done.add(record.key)
            at = record.puzzle, record.engine
            if record.repeat != TRACED:
                others = worst.get(at, RunOutcome.SOLVED), record.answer.verdict
                worst[at] = max(others, key=lambda verdict: verdict.severity)
        seen = len(records)
        verdict = worst.get((task.subject.key, task.engine), RunOutcome.SOLVED)
        is_traced = task.repeat == TRACED
        has_point = verdict.is_decided or (is_traced and verdict in _WORTH_TRACING)
        if has_point and task.key not in done:
            yield task


_WORTH_TRACING = (RunOutcome.STUCK, RunOutcome.GAVE_UP)


def _cell(puzzle: PuzzleKey, runs: Sequence[RunResult], traced: RunResult | None) -> Cell:
    worst = max(runs, key=lambda answer: answer.verdict.severity)
    last = runs[-1] if worst.verdict.is_decided else worst
    seconds = [answer.seconds for answer in runs if answer.seconds is not None]
    is_decided = worst.verdict.is_decided and bool(seconds)
    # A traced run that ended otherwise, for tracing is slow, has not seen the peak.
    is_traced = traced is not None and traced.verdict is worst.verdict
    cells = puzzle.height * puzzle.width
    return Cell(
        worst.verdict,
        worst.outcome,
        len(runs),
        protocol_mean(seconds) if is_decided else None,
        median(seconds) if is_decided else None,
        _median(answer.before_mb for answer in runs),
        _median(answer.peak_mb for answer in runs),
        _median(_growth(answer) for answer in runs),
        traced.python_mb if is_traced and traced is not None else None,
        last.work,
        last.nodes,
        last.checks,
        last.arrangements,
        last.solutions,
        None if last.known is None else last.known / cells,
        None if last.right is None else last.right / cells,
        worst.note,
    )


def _growth(answer: RunResult) -> float | None:
    if answer.peak_mb is None or answer.before_mb is None:
        return None
    return max(0.0, answer.peak_mb - answer.before_mb)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _compare_answers(cells: dict[tuple[PuzzleKey, str], Cell]) -> None:
    """Where engines contradict each other, checked solutions are in the right."""
    most: dict[PuzzleKey, int] = defaultdict(int)
    for (puzzle, _), cell in cells.items():
        if cell.verdict is not RunOutcome.WRONG:
            most[puzzle] = max(most[puzzle], cell.solutions or 0)
    for at, cell in cells.items():
        note = contradiction_with(Outcome(cell.outcome), most[at[0]]) if cell.outcome else ""
        if note:
            cells[at] = replace(
                cell, verdict=RunOutcome.WRONG, mean_s=None, median_s=None, note=note
            )
