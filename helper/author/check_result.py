"""The result of the author's check in words. No Qt."""

from __future__ import annotations

import enum
from typing import NamedTuple

from puzzles import Puzzle
from solver.api import Outcome
from solver.author.solution_check import SolutionCheck
from solver.author.wording import cells_text


class CheckStatus(enum.Enum):
    """How good it is; each has a shape of its own on the badge."""

    EMPTY = "empty"
    """Nothing is drawn, there are no clues."""
    CHECKING = "checking"
    """It will be known soon."""
    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    UNDECIDED = "undecided"
    """It is hard; perhaps it will be known later, perhaps not."""


class CheckResult(NamedTuple):
    """What is said of a puzzle."""

    kind: CheckStatus
    text: str
    """A few words."""
    advice: str
    """What it means and what to do, in sentences."""
    undetermined: frozenset[int] = frozenset()
    """SEVERAL: cells, ``row * width + column``, that the clues do not determine."""
    is_final: bool = True
    """Whether nothing more is being found out about this puzzle."""


EMPTY = CheckResult(CheckStatus.EMPTY, "Empty", "Nothing is drawn and there are no clues yet.")
CHECKING = CheckResult(
    CheckStatus.CHECKING,
    "Checking …",
    "The solver looks for solutions of the puzzle.",
    is_final=False,
)
_HARD = "This puzzle is hard to solve. Tools > Solve goes on for as long as you like."
PENDING = CheckResult(
    CheckStatus.UNDECIDED, "Not decided yet", f"{_HARD} The check still goes on.", is_final=False
)
UNDECIDED = CheckResult(
    CheckStatus.UNDECIDED, "Not decided yet", f"{_HARD} The check has given up."
)
TOO_LARGE = CheckResult(
    CheckStatus.UNDECIDED,
    "Not decided yet",
    "The board is too large to be checked all the time. Tools > Solve checks it once.",
)
_UNIQUE = CheckResult(CheckStatus.UNIQUE, "One solution", "The clues allow just one picture.")


def defective(puzzle: Puzzle) -> CheckResult | None:
    """What is said of a puzzle that is wrong at first sight; ``None`` if it is not."""
    defects = puzzle.defects()
    if not defects:
        return None
    sentence = str(defects[0])
    return CheckResult(CheckStatus.NONE, "No solution", f"{sentence[:1].upper()}{sentence[1:]}.")


def failed(sentence: str) -> CheckResult:
    """What is said when the check itself does not work."""
    return CheckResult(
        CheckStatus.UNDECIDED, "Not decided", f"The puzzle could not be checked: {sentence}."
    )


def stand_of(soundness: SolutionCheck, is_final: bool) -> CheckResult:
    """What is said of a puzzle that was examined.

    Args:
        soundness: What is known of it.
        is_final: Whether that is all that will be known.
    """
    if soundness.outcome is Outcome.UNIQUE:
        return _UNIQUE
    if soundness.outcome is Outcome.NONE:
        where = "" if soundness.line is None else f": {soundness.line} cannot be satisfied"
        advice = f"No picture has these clues{where}. At least one number is wrong."
        return CheckResult(CheckStatus.NONE, "No solution", advice)
    if soundness.outcome is Outcome.SEVERAL:
        return _several(soundness, is_final)
    return UNDECIDED if is_final else PENDING


def _several(soundness: SolutionCheck, is_final: bool) -> CheckResult:
    least = "" if soundness.is_exact else "at least "
    return CheckResult(
        CheckStatus.SEVERAL,
        f"Several solutions, {least}{cells_text(len(soundness.undetermined))} open",
        "The clues leave cells open, which are hatched on the board. Change the picture near"
        " them, or let Tools > Repair find a small change.",
        soundness.undetermined,
        is_final,
    )
