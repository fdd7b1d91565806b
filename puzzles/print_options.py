"""What a player can choose for printed puzzles."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated

from puzzles.option import Option, check_options

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


class Orientation(enum.Enum):
    """How the paper lies."""

    AUTO = "auto"
    """As the cells are larger."""
    PORTRAIT = "portrait"
    """Upright."""
    LANDSCAPE = "landscape"
    """On its side."""


class Solutions(enum.Enum):
    """Where the solutions are."""

    END = "end"
    """On the last pages, small."""
    UPSIDE_DOWN = "upside-down"
    """On the last pages, small and upside down."""
    NONE = "none"
    """There are none."""


class Titles(enum.Enum):
    """Where the puzzles' titles are; a title may give the picture away."""

    PUZZLE = "puzzle"
    """Above each puzzle, and beside its solution."""
    SOLUTION = "solution"
    """Beside the solution only."""


PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Puzzles on a page: columns and rows of puzzles on an upright page."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How puzzles are printed.

    Raises:
        ValueError: The margin or the number of puzzles on a page is not possible.
    """

    page_size: Annotated[PageSize, Option("The paper.", flag="page-size")] = PageSize.A4
    margin_mm: Annotated[
        float,
        Option("The margin, {low:g} to {high:g} mm.", 5, 40, flag="margin", metavar="MM"),
    ] = 15.0
    per_page: Annotated[int, Option("Puzzles on a page.", values=tuple(PER_PAGE))] = 1
    title: str = ""
    """The title of the book; if it is empty, there is no title page."""
    solutions: Annotated[Solutions, Option("Small solutions on the last pages.")] = Solutions.END
    titles: Annotated[
        Titles,
        Option(
            "Titles beside the solutions only, or above the puzzles, where they may give the "
            "picture away.",
            flag="titles-at",
        ),
    ] = Titles.SOLUTION
    has_difficulty: Annotated[
        bool, Option("Write the difficulty above each puzzle.", flag="show-difficulty")
    ] = False
    has_page_numbers: Annotated[bool, Option("Number the pages.", flag="page-numbers")] = True
    is_large: Annotated[bool, Option("Large cells and numbers, 14 pt at least.", flag="large")] = (
        False
    )
    is_grey: Annotated[
        bool,
        Option("No colours: letters beside the numbers tell them apart.", flag="grey"),
    ] = False
    orientation: Annotated[
        Orientation, Option("Upright, on its side, or as the cells are larger.")
    ] = Orientation.AUTO
    has_marks: bool = False
    """Whether the player's marks are printed."""

    def __post_init__(self) -> None:
        check_options(self)
