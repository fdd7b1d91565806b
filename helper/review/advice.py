"""Sentences about the problems of a reading, and what helps against them."""

from __future__ import annotations

from helper.review.draft import Draft, Place
from helper.review.lattices import puzzle_number
from puzzles.words import worded
from recognizer.values import Lattice, Problem

_MIN_PROBABILITY = 0.001
"""Less likely candidates are not mentioned."""

_HELP = {
    Problem.NO_GRID: (
        "Drag the four corners onto the grid, set its rows and columns, and choose Read Clues."
        " Or type the clues beside the picture."
    ),
    Problem.TOO_SMALL: "Take a larger picture, or type the clues.",
    Problem.COLORS: "",
    Problem.NO_CLUES: (
        "Are the corners on the outer lines of the grid, and is the size right?"
        " Correct them and choose Read Again, or type the clues."
    ),
    Problem.CUT_OFF: "Or type the missing clues.",
    Problem.SEVERAL_GRIDS: "Click another one to read that instead.",
    Problem.SEVERAL_REPAIRS: "Please compare the doubtful numbers with the picture.",
    Problem.STOPPED: "",
}
"""Remedies. Other problems (sums, solutions, doubts) are shown below, as edits change them."""


def advice(draft: Draft) -> str:
    """Sentences on the problems that are not shown below; empty if there are none."""
    sentences: list[str] = []
    for problem in draft.problems:
        if problem is Problem.NO_CLUES:
            sentences += [_missing_text(draft), _HELP[problem]]
        elif problem in _HELP and problem is not Problem.SEVERAL_GRIDS:
            sentences += [problem.value, _HELP[problem]]
    if draft.others and draft.lattice is not None:
        sentences += [_choice_text(draft.lattice, draft.others), _HELP[Problem.SEVERAL_GRIDS]]
    return " ".join(filter(None, sentences))


def _missing_text(draft: Draft) -> str:
    """A sentence on the side whose clues were not found."""
    rows, columns = (
        any(number.quad is not None for line in lines for number in line.numbers)
        for lines in (draft.rows, draft.columns)
    )
    if rows == columns:
        return Problem.NO_CLUES.value
    if rows:
        return "No column clues were found over the grid; the rows were read."
    return "No row clues were found beside the grid; the columns were read."


def _choice_text(lattice: Lattice, others: tuple[Lattice, ...]) -> str:
    number = puzzle_number(lattice, others)
    text = (
        "{puzzles} puzzles in this picture; this is number {number}, the largest."
        if number == 1
        else "{puzzles} puzzles in this picture; this is number {number}."
    )
    return worded(text, puzzles=len(others) + 1, number=number)


def sums_hint(draft: Draft) -> str:
    """A text on the only candidate that makes the sums equal; empty if there is not just one."""
    rows, columns = draft.sums
    found: list[tuple[int, Place]] = []
    for place in draft.places if rows != columns else ():
        number = draft.number(place)
        if number is None or number.is_settled:
            continue
        missing = rows - columns if place.line.is_column else columns - rows
        found += [
            (c.number, place)
            for c in number.alternatives
            if c.number - number.value == missing and c.probability >= _MIN_PROBABILITY
        ]
    if len(found) != 1:
        return ""
    return worded(
        "{found} in {line} would make them equal", found=found[0][0], line=found[0][1].line
    )
