"""The domain: nonograms and their files. Imports none of the other packages."""

from puzzles.errors import FormatError, LibraryError, NonogramError, PuzzleError
from puzzles.grid import (
    BLANK,
    SHADED,
    Grid,
    clear_mask,
    clues_of,
    puzzle_of,
    satisfies,
    unsatisfied_lines,
)
from puzzles.model import (
    MAX_SIZE,
    Axis,
    Clue,
    Clues,
    Color,
    Defect,
    DefectReport,
    Line,
    Puzzle,
    cells_needed,
    clues,
)

__all__ = [
    "BLANK",
    "MAX_SIZE",
    "SHADED",
    "Axis",
    "Clue",
    "Clues",
    "Color",
    "Defect",
    "DefectReport",
    "FormatError",
    "Grid",
    "LibraryError",
    "Line",
    "NonogramError",
    "Puzzle",
    "PuzzleError",
    "cells_needed",
    "clear_mask",
    "clues",
    "clues_of",
    "puzzle_of",
    "satisfies",
    "unsatisfied_lines",
]
