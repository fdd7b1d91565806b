"""What is wrong with a reading, and what helps, in sentences."""

from __future__ import annotations

from helper.review.draft import Draft, Place
from helper.review.lattices import number_of
from recognizer.values import Lattice, Problem

_LEAST = 0.001
"""Of what is hardly seen, nothing is said."""

_HELP = {
    Problem.NO_GRID: (
        "Drag the four corners onto the grid, set its rows and columns, and choose Read Clues."
        " Or type the clues beside the picture."
    ),
    Problem.NO_CLUES: (
        "Are the corners on the outer lines of the grid, and is the size right?"
        " Mend them and choose Read Again, or type the clues."
    ),
    Problem.CUT_OFF: "Or type what is missing.",
    Problem.SEVERAL_GRIDS: "Click another one to read that instead.",
    Problem.SEVERAL_REPAIRS: "Please compare the doubtful numbers with the picture.",
    Problem.STOPPED: "",
}
"""Those that are left out are seen live: sums, solutions and doubts change with every edit."""


def advice(draft: Draft) -> str:
    """Everything that cannot be seen elsewhere; empty if all is well."""
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
    """Which side's clues were not found."""
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
    number = number_of(lattice, others)
    size = ", the largest" if number == 1 else ""
    return f"{len(others) + 1} puzzles in this picture; this is number {number}{size}."


def sums_hint(draft: Draft) -> str:
    """Which number that was seen, too, would make the sums equal; empty unless just one would."""
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
            if c.number - number.value == missing and c.probability >= _LEAST
        ]
    if len(found) != 1:
        return ""
    return f"{found[0][0]} in {found[0][1].line} would make them equal"
