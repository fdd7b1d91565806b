"""What is wrong with a reading, and what helps, in sentences."""

from __future__ import annotations

from helper.review.draft import Draft
from recognizer.values import Problem

_HELP = {
    Problem.NO_GRID: (
        "Drag the four corners onto the grid, set its rows and columns, and choose Read Clues."
        " Or type the clues beside the picture."
    ),
    Problem.NO_CLUES: (
        "Are the corners on the outer lines of the grid, and is the size right?"
        " Mend them and choose Read Again, or type the clues."
    ),
    Problem.BLURRED: "",
    Problem.TOO_SMALL: "",
    Problem.CUT_OFF: "What is missing can be typed.",
    Problem.SEVERAL_GRIDS: "Click another one to read that instead.",
    Problem.DOUBTFUL_SIZE: (
        "Does every line of the grid have its numbers? If not, change the rows and columns above."
    ),
    Problem.SEVERAL_REPAIRS: "Please compare the doubtful numbers with the picture.",
    Problem.STOPPED: "",
}
"""Those that are left out are seen live: sums, solutions and doubts change with every edit."""


def advice(draft: Draft) -> str:
    """Everything that cannot be seen elsewhere; empty if all is well."""
    sentences: list[str] = []
    for problem in draft.problems:
        if problem in _HELP:
            sentences += [problem.value, _HELP[problem]]
    if draft.others and Problem.SEVERAL_GRIDS not in draft.problems:
        sentences += [Problem.SEVERAL_GRIDS.value, _HELP[Problem.SEVERAL_GRIDS]]
    return " ".join(filter(None, sentences))
