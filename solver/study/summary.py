"""Summarizes runs: for each puzzle and engine one verdict, time and peak of memory.

The protocol is that of the theses: of five runs the fastest and the slowest are dropped, and the
mean of the other three counts. The median is computed as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

from solver.result_check import contradiction_with
from solver.study.journal import Record
from solver.study.plan import TRACED, PuzzleKey, RunKey, StudyTask
from solver.study.study_values import RunOutcome, RunResult, StudySettings
from solver.values import Outcome


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one engine on one puzzle, over all its runs. ``None``: unknown."""

    verdict: RunOutcome
    """The worst of the runs."""
    outcome: str
    """The outcome of the run with that verdict."""
    runs: int
    """Number of timed runs."""
    mean_s: float | None = None
    """See :func:`protocol_mean`; only if all runs decided the puzzle."""
    median_s: float | None = None
    """Only if all runs decided the puzzle."""
    before_mb: float | None = None
    """Resident memory at the start of the solve; like the next two the median over the runs."""
    peak_mb: float | None = None
    """Peak of the resident memory."""
    growth_mb: float | None = None
    """``peak_mb - before_mb`` of a run."""
    python_mb: float | None = None
    """The peak of Python's own allocations."""
    work: int | None = None
    """See :attr:`solver.values.Statistics.work`; this and all below are those of the last run."""
    nodes: int | None = None
    checks: int | None = None
    arrangements: int | None = None
    solutions: int | None = None
    known: float | None = None
    """Share of the cells that were certain at the end, 0 to 1."""
    right: float | None = None
    """Share of the cells that agree with the puzzle's goal, 0 to 1; see :class:`RunResult`."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """The summary of all runs in a folder."""

    puzzles: tuple[PuzzleKey, ...]
    engines: tuple[str, ...]
    cells: dict[tuple[PuzzleKey, str], Cell]
    """By puzzle and engine; combinations without a run are missing."""
    settings: StudySettings
    machines: tuple[str, ...]
    """The machines of the runs."""

    @property
    def set_names(self) -> tuple[str, ...]:
        """The names of the sets, in order; the empty name is for the user's own files."""
        return tuple(dict.fromkeys(puzzle.set_name for puzzle in self.puzzles))

    def of_set(self, name: str) -> list[PuzzleKey]:
        """The puzzles of a set, in order."""
        return [puzzle for puzzle in self.puzzles if puzzle.set_name == name]

    @property
    def wrong(self) -> tuple[tuple[PuzzleKey, str], ...]:
        """The puzzles and engines with a wrong answer."""
        return tuple(at for at, cell in self.cells.items() if cell.verdict is RunOutcome.WRONG)


def summary(records: Sequence[Record], settings: StudySettings) -> Study:
    """Summarize runs.

    Args:
        records: Runs, measured with the same settings.
        settings: The settings.
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
    """The mean without the best and the worst; with fewer than three times the mean of all.

    >>> protocol_mean([5, 1, 2, 3, 100])
    3.3333333333333335
    >>> protocol_mean([1, 2])
    1.5
    """
    kept = sorted(seconds)[1:-1] if len(seconds) >= 3 else seconds
    return fmean(kept)


def still_to_run(tasks: Iterable[StudyTask], records: Sequence[Record]) -> Iterable[StudyTask]:
    """The tasks that are not done and still useful; decided when each is taken.

    Repeats of a run that exceeded the time, failed, or did not decide the puzzle are not useful:
    engines give the same result each time.

    Args:
        tasks: Runs in the order in which they are to be done.
        records: The finished runs; may grow during the iteration.
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
        is_useful = verdict.is_decided or (is_traced and verdict in _WORTH_TRACING)
        if is_useful and task.key not in done:
            yield task


_WORTH_TRACING = (RunOutcome.STUCK, RunOutcome.GAVE_UP)


def _cell(puzzle: PuzzleKey, runs: Sequence[RunResult], traced: RunResult | None) -> Cell:
    worst = max(runs, key=lambda answer: answer.verdict.severity)
    last = runs[-1] if worst.verdict.is_decided else worst
    seconds = [answer.seconds for answer in runs if answer.seconds is not None]
    is_decided = worst.verdict.is_decided and bool(seconds)
    # Tracing is slow: if the traced run ended differently, it did not reach the peak.
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
    """Mark the outcomes as WRONG that contradict the checked solutions of other engines."""
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
