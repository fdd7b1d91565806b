"""The result of the author's check as text, and the cells to be hatched. No Qt."""

from __future__ import annotations

import enum
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from puzzles import Puzzle
from puzzles.words import _, capitalized, in_context, paragraph, plural, worded

if TYPE_CHECKING:
    from solver.author.solution_check import SolutionCheck


class CheckStatus(enum.Enum):
    """The state of a puzzle; each has its own shape on the badge."""

    EMPTY = "empty"
    """Nothing is drawn, there are no clues."""
    CHECKING = "checking"
    """The check is running."""
    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    UNDECIDED = "undecided"
    """The puzzle is hard; the check may decide it later, or has given up."""


class CheckResult(NamedTuple):
    """What the badge shows about a puzzle."""

    kind: CheckStatus
    text: str
    """The text of the badge."""
    advice: str
    """Sentences on what it means and what to do."""
    undetermined: frozenset[int] = frozenset()
    """SEVERAL: cells, ``row * width + column``, that the clues do not determine."""
    is_final: bool = True
    """Whether the check of this puzzle has ended."""
    may_repair: bool = False
    """Whether a change of the picture is what helps."""


EMPTY = CheckResult(
    CheckStatus.EMPTY,
    in_context("a drawing", "Empty"),
    _("Nothing is drawn and there are no clues yet."),
)
CHECKING = CheckResult(
    CheckStatus.CHECKING,
    _("Checking …"),
    _("The program is counting the solutions of the puzzle."),
    is_final=False,
)
PENDING = CheckResult(
    CheckStatus.UNDECIDED,
    _("Not decided yet"),
    _(
        "This puzzle is hard to solve. Puzzle > Solution goes on for as long as you like. The check"
        " is still running."
    ),
    is_final=False,
)
UNDECIDED = CheckResult(
    CheckStatus.UNDECIDED,
    _("Not decided yet"),
    _(
        "This puzzle is hard to solve. Puzzle > Solution goes on for as long as you like. The check"
        " has given up."
    ),
)
TOO_LARGE = CheckResult(
    CheckStatus.UNDECIDED,
    _("Not decided yet"),
    _("The board is too large to be checked all the time. Puzzle > Solution checks it once."),
)
_UNIQUE = CheckResult(CheckStatus.UNIQUE, _("One solution"), _("The clues allow just one picture."))


def defective(puzzle: Puzzle) -> CheckResult | None:
    """The result for a puzzle whose known clues have defects; ``None`` if they have none."""
    defects = puzzle.known_defects()
    if not defects:
        return None
    return CheckResult(
        CheckStatus.NONE,
        _("No solution"),
        worded("{sentence}.", sentence=capitalized(str(defects[0]))),
    )


def failed(sentence: str) -> CheckResult:
    """The result if the check itself fails."""
    return CheckResult(
        CheckStatus.UNDECIDED,
        _("Not decided"),
        worded("The puzzle could not be checked: {sentence}.", sentence=sentence),
    )


def result_of(check: SolutionCheck, is_final: bool, are_clues_known: bool = True) -> CheckResult:
    """The result for a puzzle that was checked.

    Args:
        check: The check's findings.
        is_final: Whether the check has ended.
        are_clues_known: Whether all are; if not, more of them help, and no other picture.
    """
    from solver.api import Outcome

    if check.outcome is Outcome.UNIQUE:
        return _UNIQUE
    if check.outcome is Outcome.NONE:
        advice = (
            _("No picture has these clues. At least one number is wrong.")
            if check.line is None
            else _(
                "No picture has these clues: {line} cannot be satisfied. At least one number is"
                " wrong."
            )
        )
        return CheckResult(CheckStatus.NONE, _("No solution"), worded(advice, line=check.line))
    if check.outcome is Outcome.SEVERAL:
        return _several(check, is_final, are_clues_known)
    return UNDECIDED if is_final else PENDING


def _several(check: SolutionCheck, is_final: bool, are_clues_known: bool) -> CheckResult:
    count = len(check.undetermined)
    return CheckResult(
        CheckStatus.SEVERAL,
        plural(
            count, "Several solutions, {count} cell open", "Several solutions, {count} cells open"
        )
        if check.is_exact
        else plural(
            count,
            "Several solutions, at least {count} cell open",
            "Several solutions, at least {count} cells open",
        ),
        _(
            "The clues leave cells open: on the board they are hatched, or have a ring if they are"
            " shaded. Change the picture near them, or let Repair find a small change."
        )
        if are_clues_known
        else _(
            "The clues leave cells open: on the board they are hatched, or have a ring if they are"
            " shaded. Type more of the clues that are not known, first those of lines through these"
            " cells."
        ),
        check.undetermined,
        is_final,
        may_repair=are_clues_known,
    )


_MAX_SHOWN = 8


def defects_text(puzzle: Puzzle, opening: str) -> str:
    """The defects of known clues, one a line, below an opening sentence; empty without any."""
    defects = puzzle.known_defects()
    if not defects:
        return ""
    shown = [str(defect) for defect in defects[:_MAX_SHOWN]]
    if len(defects) > len(shown):
        shown.append(worded("and {defects} more", defects=len(defects) - len(shown)))
    return "\n".join([opening, "", *shown])


def unknown_note(count: int) -> str:
    """The sentence about lines of which not all clues are known."""
    return plural(
        count,
        "The clues of {count} line are not all known: ? is any number, * any numbers.",
        "The clues of {count} lines are not all known: ? is any number, * any numbers.",
    )


def unknown_text(puzzle: Puzzle) -> str:
    """The sentence about clues that are not known; empty if all are known."""
    lines = puzzle.unknown_lines
    text = _("They appear as you solve the puzzle. Puzzle > Solution > Solve finds them all.")
    return paragraph(unknown_note(len(lines)), text) if lines else ""


STALE_S = 0.3
"""How long cells stay hatched after a change, in addition to those that the new check has found;
without this the hatching would flicker with every stroke.
"""


class Hatching:
    """Keeps the set of hatched cells."""

    def __init__(self) -> None:
        self.cells: frozenset[int] = frozenset()
        """Cells, ``row * width + column``."""
        self._old_until = 0.0

    def follow(self, kept: Iterable[int]) -> None:
        """Take a change of the puzzle.

        Args:
            kept: The hatched cells that stay until the next result.
        """
        self.cells = frozenset(kept)
        self._old_until = time.monotonic() + STALE_S

    def update(self, result: CheckResult | None) -> frozenset[int]:
        """Take a result of the check; returns the cells to hatch."""
        if result is None or result.kind not in (CheckStatus.SEVERAL, CheckStatus.CHECKING):
            self.cells = frozenset()
        elif result.kind is CheckStatus.SEVERAL:
            is_soon = not result.is_final and time.monotonic() < self._old_until
            self.cells = result.undetermined | (self.cells if is_soon else frozenset())
        return self.cells
