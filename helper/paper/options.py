"""What a player can choose for printed puzzles."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from puzzles.words import worded

MM = 72 / 25.4
"""Points in a millimetre; all lengths on pages are in points, 1/72 inch."""


class PageSize(enum.Enum):
    """The paper; the value is its name."""

    A4 = "A4"
    LETTER = "Letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height upright, in points."""
        return (595.0, 842.0) if self is PageSize.A4 else (612.0, 792.0)


class Solutions(enum.Enum):
    """Where the solutions are."""

    NONE = "none"
    """There are none."""
    END = "end"
    """On the last pages, small."""
    UPSIDE_DOWN = "upside-down"
    """On the last pages, small and upside down."""


class Titles(enum.Enum):
    """Where the puzzles' titles are; a title may give the picture away."""

    PUZZLE = "puzzle"
    """Above each puzzle, and beside its solution."""
    SOLUTION = "solution"
    """Beside the solution only."""


PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Puzzles on a page: columns and rows of puzzles."""
MIN_MARGIN_MM, MAX_MARGIN_MM = 5, 40


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How puzzles are printed.

    Raises:
        ValueError: The margin or the number of puzzles on a page is not possible.
    """

    page_size: PageSize = PageSize.A4
    margin_mm: float = 15.0
    per_page: int = 1
    """A key of :data:`PER_PAGE`."""
    title: str = ""
    """The title of the book; if it is empty, there is no title page."""
    solutions: Solutions = Solutions.END
    titles: Titles = Titles.SOLUTION
    has_difficulty: bool = False
    """Whether the difficulty is written above each puzzle."""
    has_page_numbers: bool = True
    is_large: bool = False
    """Large numbers and cells."""
    is_grey: bool = False
    """Without colours: letters beside the numbers tell them apart."""
    has_marks: bool = False
    """Whether the player's marks are printed."""

    def __post_init__(self) -> None:
        if self.per_page not in PER_PAGE:
            raise ValueError(
                worded(
                    "puzzles on a page: one of {possible}, not {per_page}",
                    possible=sorted(PER_PAGE),
                    per_page=self.per_page,
                )
            )
        if not MIN_MARGIN_MM <= self.margin_mm <= MAX_MARGIN_MM:
            raise ValueError(
                worded(
                    "a margin has {least} to {most} mm, not {margin:g}",
                    least=MIN_MARGIN_MM,
                    most=MAX_MARGIN_MM,
                    margin=self.margin_mm,
                )
            )
