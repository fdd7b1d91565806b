"""Prints a book, and web pages, in the language of the environment variable; for a child process.

python -m tests.support.printed_in_language FILE
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from puzzles.difficulty import Difficulty
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Color, Puzzle
from tests.support.boards import CHICK, random_puzzle

NO_FONT = 77
"""The exit code if no font of the machine has the letters of the language."""


def puzzles() -> list[Puzzle]:
    """A small puzzle, colours with common names, with a name of their own, and twice the same
    name, a board in parts, and one whose clues are on pages of their own.
    """
    return [
        CHICK,
        _in_colors(2, 12, 12, Color("x", "#e02020"), Color("a", "#2050e0"), Color("c", "#ffe000")),
        _in_colors(3, 12, 12, Color("r", "#20a030", "grass"), Color("b", "#c83030", "blue")),
        _in_colors(5, 12, 12, Color("a", "#e02020"), Color("b", "#c83030")),
        _in_colors(4, 50, 52, Color("d", "#e02020"), Color("e", "#2050e0")),
        _in_colors(4, 60, 56, Color("d", "#e02020"), Color("e", "#2050e0"), Color("f", "#20a030")),
    ]


def _in_colors(seed: int, height: int, width: int, *inks: Color) -> Puzzle:
    puzzle = random_puzzle(seed, height, width, 1 + len(inks))
    palette = (Color("0", "#ffffff"), *inks)
    grid = Grid.from_goal(puzzle.goal, puzzle.palette, width)
    return puzzle_of(grid, replace(puzzle, palette=palette, goal=""))


def main() -> None:
    """Print the puzzles."""
    from PySide6.QtWidgets import QApplication

    from helper.application.typeface import is_without_letters, use_typeface
    from helper.paper.book import BookPuzzle, plan_book
    from helper.paper.html import html_bytes
    from helper.paper.pdf import pdf_bytes
    from puzzles.print_options import PrintOptions, Solutions
    from solver.logic.explain import explain
    from solver.logic.explanation_pages import as_html
    from solver.logic.rate import rating_if_any

    application = QApplication([])
    use_typeface(application)
    if is_without_letters():
        sys.exit(NO_FONT)
    options = PrintOptions(solutions=Solutions.NONE)
    data = pdf_bytes(plan_book([BookPuzzle(each) for each in puzzles()], options))
    assert data is not None
    Path(sys.argv[1]).write_bytes(data)
    shown = BookPuzzle(
        CHICK, Difficulty.EASY, Grid.from_goal(CHICK.goal, CHICK.palette, CHICK.width)
    )
    pages = [
        html_bytes([shown], PrintOptions()) or b"",
        "".join(as_html(CHICK, rating_if_any(CHICK), explain(CHICK))).encode(),
    ]
    for number, page in enumerate(pages):
        Path(sys.argv[1]).with_suffix(f".{number}.html").write_bytes(page)
    application.quit()


if __name__ == "__main__":
    main()
