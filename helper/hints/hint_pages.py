"""The pages of a hint: each has a text, and what the board shows with it. No Qt widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from helper.board.hint_marks import HintMarks
from helper.hints.hint_work import Hint
from puzzles import Line, Puzzle
from puzzles.words import _, paragraph
from solver.logic.deduction import Deduction, Trial
from solver.logic.sentences import (
    is_told,
    place_text,
    sentence,
    trial_end_text,
    trial_start_text,
)

_MOST_PARTS = 4
"""More numbers of cells than this are not listed: the board marks them."""


@dataclass(frozen=True, slots=True)
class HintPage:
    """One page."""

    title: str
    """The technique; empty as long as only the place is told."""
    text: str
    marks: HintMarks


def place_page(hint: Hint, puzzle: Puzzle) -> HintPage:
    """Where to look."""
    step = hint.steps[-1].deduction
    pinned = step.trials[0].cell if step.line is None else None
    line = step.line or _row_of(step.trials[0].cell, puzzle)
    return HintPage("", place_text(step, puzzle), HintMarks(line, pinned=pinned))


def technique_page(hint: Hint, puzzle: Puzzle) -> HintPage:
    """Where to look, and by which technique."""
    title = hint.steps[-1].deduction.technique.title
    return replace(place_page(hint, puzzle), title=title)


def reason_pages(hint: Hint, puzzle: Puzzle) -> list[HintPage]:
    """Why: one page, or for a trial one for each of its steps."""
    last = hint.steps[-1].deduction
    title = last.technique.title
    before = paragraph(*(step.text for step in hint.steps[:-1]))
    text = paragraph(before, sentence(last, puzzle, _MOST_PARTS))
    if len(hint.wrong) > 1:
        text = paragraph(text, _("Your other wrong marks count as clear here."))
    cells = dict(last.decided)
    if not last.trials:
        return [HintPage(title, text, _marks(last, puzzle, cells))]
    pages = [HintPage(title, text, HintMarks(cells=cells, pinned=last.trials[0].cell))]
    for trial in filter(is_told, last.trials):
        pages += _trial_pages(title, trial, puzzle)
    return pages


def _trial_pages(title: str, trial: Trial, puzzle: Puzzle) -> Iterator[HintPage]:
    """The assumption, what follows from it step by step, and the end."""
    known = {trial.cell: trial.state}
    start = HintMarks(_row_of(trial.cell, puzzle), pinned=trial.cell, cells=dict(known))
    yield HintPage(title, trial_start_text(trial, puzzle), start)
    for step in trial.steps:
        known |= dict(step.states)
        marks = _marks(step, puzzle, {c: s for c, s in known.items() if s & (s - 1) == 0})
        yield HintPage(title, sentence(step, puzzle, _MOST_PARTS), marks)
    if trial.contradiction is not None:
        decided = {c: s for c, s in known.items() if s & (s - 1) == 0}
        marks = HintMarks(
            trial.contradiction,
            runs=tuple(trial.failure.runs) or ((trial.failure.gap,) if trial.failure.gap else ()),
            pinned=trial.cell,
            cells=decided,
            is_wrong=True,
        )
        yield HintPage(title, trial_end_text(trial, puzzle), marks)


def _marks(step: Deduction, puzzle: Puzzle, cells: dict[int, int]) -> HintMarks:
    line = step.line
    if line is None:
        return HintMarks(cells=cells)
    clues = puzzle.clues_of(line)
    first: set[tuple[int, int]] = set()
    last: set[tuple[int, int]] = set()
    runs: set[tuple[int, int]] = set()
    for evidence in step.evidence:
        for place in evidence.ranges:
            length = clues[place.block].length
            first.add((place.start, place.start + length))
            last.add((place.stop - length, place.stop))
        runs |= {(run.start, run.stop) for run in evidence.runs}
        if evidence.gap is not None and not evidence.runs:
            runs.add((evidence.gap.start, evidence.gap.stop))
    return HintMarks(
        line, tuple(sorted(first)), tuple(sorted(last)), tuple(sorted(runs)), cells=cells
    )


def _row_of(cell: int, puzzle: Puzzle) -> Line:
    return Line.numbered(cell // puzzle.width, puzzle.height)
