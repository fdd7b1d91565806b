"""Solves the current draft in the background, and says what is wrong and what to do next."""

from __future__ import annotations

import enum
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from helper.review.draft import Draft
from helper.review.lattices import puzzle_number
from helper.review.review import Review
from helper.review.scan_work import judge_work
from helper.workers.jobs import Job
from helper.workers.solve_work import solve_work
from puzzles import Defect, Line, Puzzle
from puzzles.colors import color_names
from puzzles.contracts import SolutionCount
from puzzles.many import cores
from puzzles.model import BLACK_AND_WHITE
from puzzles.words import _, capitalized, clauses, forms, paragraph, plural, worded
from recognizer.lattice import Lattice
from recognizer.values import Answer, Problem
from recognizer.wording import size_text
from solver.api import Limits, Outcome, SolveResult

SOLVE_DELAY_MS = 250
"""The pause after the last edit before the solver starts."""
SOLVE_TIMEOUT_S = 20.0
"""The time limit of the solver."""
_MAX_COLORS_NAMED = 3
"""How many colours whose sums differ are named, at most."""


class DraftStatus(enum.Enum):
    """The status of a draft; the value is its icon."""

    PENDING = "pending"
    GOOD = "right"
    SEVERAL = "several"
    WRONG = "wrong"
    UNKNOWN = "help"


class DraftVerdict(NamedTuple):
    """The status of a draft, with a sentence."""

    kind: DraftStatus
    text: str
    line: Line | None = None
    """The line that the sentence is about."""


_OUTCOMES = {
    Outcome.UNIQUE: DraftVerdict(DraftStatus.GOOD, _("One solution")),
    Outcome.SEVERAL: DraftVerdict(DraftStatus.SEVERAL, _("Several solutions")),
    Outcome.NONE: DraftVerdict(DraftStatus.WRONG, _("No solution: at least one number is wrong")),
}
_COUNTS = {
    DraftStatus.GOOD: SolutionCount.ONE,
    DraftStatus.SEVERAL: SolutionCount.SEVERAL,
    DraftStatus.WRONG: SolutionCount.NONE,
}
_PENDING = DraftVerdict(DraftStatus.PENDING, _("Solving …"))
_EMPTY = DraftVerdict(DraftStatus.PENDING, _("No numbers yet"))
_UNKNOWN = DraftVerdict(DraftStatus.UNKNOWN, _("Not solved in time"))


def sums_text(rows: int, columns: int) -> str:
    """A text on the sums of row clues and column clues.

    >>> sums_text(120, 121)
    'Rows 120, columns 121: differ by 1'
    """
    if rows == columns:
        return worded("Rows and columns: {rows} each", rows=rows)
    return worded(
        "Rows {rows}, columns {columns}: differ by {difference}",
        rows=rows,
        columns=columns,
        difference=abs(rows - columns),
    )


class LiveVerdict(QObject):
    """Keeps the status of a review's draft up to date.

    The solver counts the solutions; then the rules judge the draft, where a doubt is left.

    Signals:
        changed: :class:`DraftVerdict`, the new one.
    """

    changed = Signal(object)

    def __init__(self, review: Review) -> None:
        super().__init__(review)
        self._review = review
        self._job: Job | None = None
        self._puzzle: Puzzle | None = None
        self.verdict = _PENDING
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SOLVE_DELAY_MS)
        self._timer.timeout.connect(self._work)
        review.changed.connect(self.update)

    def update(self) -> None:
        """Solve the draft if its puzzle has changed."""
        puzzle = self._review.draft.puzzle()
        if puzzle == self._puzzle:
            if self.verdict.kind is not DraftStatus.PENDING:
                self._judge()  # with what the user has confirmed
            return
        self.stop()
        self._puzzle = puzzle
        defects = puzzle.defects()
        if not puzzle.has_clues:
            self._set_verdict(_EMPTY)
        elif defects:
            line_defects = [d for d in defects if d.kind is not Defect.SUMS_DIFFER]
            text = (
                capitalized(str(line_defects[0]))
                if line_defects
                else _("No solution: the sums differ")
            )
            line = line_defects[0].line if line_defects else None
            self._set_verdict(DraftVerdict(DraftStatus.WRONG, text, line))
            self._timer.start()
        else:
            self._set_verdict(_PENDING)
            self._timer.start()

    def stop(self) -> None:
        """Stop; no more signals are emitted."""
        self._timer.stop()
        self._puzzle = None
        self._end_job()

    def _end_job(self) -> None:
        if self._job is not None:
            self._job.kill()
            self._job.deleteLater()
            self._job = None

    def _work(self) -> None:
        if self.verdict.kind is DraftStatus.PENDING:
            self._solve()
        else:
            self._judge()

    def _solve(self) -> None:
        assert self._puzzle is not None
        work = partial(solve_work, self._puzzle, Limits(timeout_s=SOLVE_TIMEOUT_S, threads=cores()))
        self._job = Job(work, self)
        self._job.finished.connect(self._finish)
        self._job.failed.connect(lambda _: self._set_verdict(_UNKNOWN))
        self._job.start()

    def _judge(self) -> None:
        """Let the rules judge the draft: look for an answer, or make quiet what follows.

        What the rules have changed was judged from what had been read there, which a draft does not
        keep: nothing becomes surer until the user has confirmed it.
        """
        self._end_job()
        draft, count = self._review.draft, _COUNTS.get(self.verdict.kind, SolutionCount.UNKNOWN)
        has_repairs = any(line.has_repairs for _, line in draft.lines)
        if count is SolutionCount.NONE or (self._review.to_check and not has_repairs):
            self._job = Job(partial(judge_work, draft.reading(count)), self)
            self._job.finished.connect(self._review.take_judged)
            self._job.start()

    def _finish(self, result: SolveResult) -> None:
        verdict = _OUTCOMES.get(result.outcome, _UNKNOWN)
        if result.contradiction is not None:
            line = str(result.contradiction)
            text = worded("No solution; {line} cannot be satisfied", line=line)
            verdict = DraftVerdict(verdict.kind, text, result.contradiction)
        self._set_verdict(verdict)
        self._judge()

    def _set_verdict(self, verdict: DraftVerdict) -> None:
        self.verdict = verdict
        if verdict.kind is not DraftStatus.PENDING:
            self._review.take_solution_count(_COUNTS.get(verdict.kind, SolutionCount.UNKNOWN))
        self.changed.emit(verdict)


_HELP = {
    Problem.NO_GRID: _(
        "Drag the four corners onto the grid, set its rows and columns, and choose Read Clues."
        " Or type the clues beside the picture."
    ),
    Problem.TOO_SMALL: _("Take a larger picture, or type the clues."),
    Problem.BLURRED: _("Take a sharper picture, or type the clues."),
    Problem.COLORS: _("Choose below how many colours there are."),
    Problem.NO_CLUES: _(
        "Are the corners on the outer lines of the grid, and is the size right?"
        " Correct them and choose Read Again, or type the clues."
    ),
    Problem.CUT_OFF: _("Or type the missing clues."),
    Problem.PART: "",
    Problem.FIRST_FRAME: "",
    Problem.SEVERAL_GRIDS: _("Click another one to read that instead."),
    Problem.SEVERAL_REPAIRS: _("Please compare the doubtful numbers with the picture."),
    Problem.NEAR_COLORS: _(
        "Compare the colours of the numbers with the picture, or choose below how many there are."
    ),
    Problem.RESIZED: _("Please compare the number of rows and columns with the picture."),
}
"""Remedies. Other problems (sums, solutions, doubts) are shown below, as edits change them."""


_OF_PICTURE = {Problem.TOO_SMALL, Problem.BLURRED}
"""Problems of a picture that cannot be read."""


def advice(draft: Draft, *, is_over: bool = False, may_have_one: bool = True) -> str:
    """Sentences on the problems that are not shown below; empty if there are none.

    Args:
        draft: The draft.
        is_over: Whether nothing is left to check: then the picture could be read after all, and
            what could be read in two ways was compared.
        may_have_one: Whether the solutions were not counted yet, or there is one.
    """
    sentences: list[str] = []
    problems = list(draft.problems)
    over = {*_OF_PICTURE} if is_over else set()
    if is_over or not may_have_one:
        over.add(Problem.SEVERAL_REPAIRS)
    if _OF_PICTURE.intersection(problems):
        over.add(Problem.NO_CLUES)  # its consequence
    problems = [each for each in problems if each not in over]
    for problem in problems:
        if problem is Problem.TOO_SMALL and draft.lattice is not None:
            exact = size_text(draft.reading(SolutionCount.UNKNOWN))
            sentences += [exact, _HELP[Problem.CUT_OFF]]
        elif problem is Problem.NO_CLUES:
            sentences += [_missing_text(draft), _HELP[problem]]
        elif problem in _HELP and problem is not Problem.SEVERAL_GRIDS:
            sentences += [problem.sentence, _HELP[problem]]
    if draft.others and draft.lattice is not None:
        sentences += [_choice_text(draft.lattice, draft.others), _HELP[Problem.SEVERAL_GRIDS]]
    return paragraph(*sentences)


def _missing_text(draft: Draft) -> str:
    """A sentence on the side whose clues were not found."""
    rows, columns = (
        any(number.quad is not None for line in lines for number in line.numbers)
        for lines in (draft.rows, draft.columns)
    )
    if rows == columns:
        return Problem.NO_CLUES.sentence
    if rows:
        return _("No column clues were found over the grid; the rows were read.")
    return _("No row clues were found beside the grid; the columns were read.")


def _choice_text(lattice: Lattice, others: tuple[Lattice, ...]) -> str:
    number = puzzle_number(lattice, others)
    one, many = (
        forms(
            "{count} puzzle in this picture; this is number {number}, the largest.",
            "{count} puzzles in this picture; this is number {number}, the largest.",
        )
        if number == 1
        else forms(
            "{count} puzzle in this picture; this is number {number}.",
            "{count} puzzles in this picture; this is number {number}.",
        )
    )
    return plural(len(others) + 1, one, many, number=number)


def color_sums_text(draft: Draft) -> str:
    """A text on the sums of row clues and column clues; in colours on those that differ."""
    if len(draft.palette) == len(BLACK_AND_WHITE):
        return sums_text(*draft.sums)
    names = color_names(draft.palette)
    differing = [
        worded(
            "{color}: rows {rows}, columns {columns}", color=names[k], rows=rows, columns=columns
        )
        for k, (rows, columns) in draft.color_sums.items()
        if rows != columns
    ]
    if not differing:
        return worded("Rows and columns: {rows} each, equal in every colour", rows=draft.sums[0])
    more = len(differing) - _MAX_COLORS_NAMED
    named = clauses(differing[:_MAX_COLORS_NAMED])
    if more <= 0:
        return worded("Sums differ in {named}", named=named)
    text = plural(more, "{count} more colour", "{count} more colours")
    return worded("Sums differ in {named}; and in {more}", named=named, more=text)


def answer_text(draft: Draft, answer: Answer) -> str:
    """A text on what the rules find likeliest."""
    name, clue = answer
    changed = draft.with_line(name, draft.line(name).with_clue(clue))
    is_equal = all(rows == columns for rows, columns in changed.color_sums.values())
    if shown := changed.clue_text(name):
        text = (
            _("{line}: {clue} makes the sums equal")
            if is_equal
            else _("{line}: {clue} is more likely")
        )
        return worded(text, line=name.title, clue=shown)
    text = (
        _("{line}: without numbers the sums are equal")
        if is_equal
        else _("{line}: no numbers are more likely")
    )
    return worded(text, line=name.title)
