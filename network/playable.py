"""A web page on which puzzles are played: one file that needs nothing else.

The page (``resources/web/play.html``, ``.css`` and ``.js``) is filled with the clues of the
puzzles, each as a text in base64url of JSON. The same text behind ``#p=`` in the page's address
opens that puzzle, so a link is a puzzle. Solutions are not in the file: a board is solved when all
of its lines satisfy their clues.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from puzzles.colors import color_letters, color_names
from puzzles.errors import PuzzleError
from puzzles.model import BLACK_AND_WHITE, Clues, Puzzle
from puzzles.words import _, worded

MAX_SIDE = 150
"""Rows or columns of the largest board: each cell is an element of the page."""


def playable_page(puzzles: Sequence[Puzzle], title: str = "") -> bytes:
    """A page with puzzles to play, in UTF-8. Several puzzles stand on a shelf.

    Args:
        puzzles: One or more.
        title: The title of the page; by default that of a single puzzle is not shown, as it may
            give the picture away.

    Raises:
        PuzzleError: A puzzle is larger than :data:`MAX_SIDE`, or has no rows or columns.
    """
    data = json.dumps([puzzle_text(puzzle) for puzzle in puzzles])
    html, style, script = (_part(ending) for ending in ("html", "css", "js"))
    page = html.replace("@TITLE@", escape(title or "Nonogram"))
    return (
        page.replace("@STYLE@", style).replace("@PUZZLES@", data).replace("@SCRIPT@", script)
    ).encode()


def puzzle_text(puzzle: Puzzle) -> str:
    """The clues, colours, title and author as the page and its links have them.

    Raises:
        PuzzleError: The puzzle is too large or has no cells.
    """
    sides = puzzle.height, puzzle.width
    if min(sides) < 1:
        raise PuzzleError(_("a puzzle without rows or columns cannot be played"))
    if max(sides) > MAX_SIDE:
        raise PuzzleError(
            worded(
                "the puzzle has {width} x {height} cells; a page to play holds up to {most} on a"
                " side",
                height=puzzle.height,
                width=puzzle.width,
                most=MAX_SIDE,
            )
        )
    data: dict[str, object] = {
        "r": _lines(puzzle, puzzle.rows),
        "c": _lines(puzzle, puzzle.columns),
    }
    if puzzle.title:
        data["t"] = puzzle.title
    if puzzle.credits:
        data["a"] = puzzle.credits
    if puzzle.palette != BLACK_AND_WHITE:
        colors = [color.rgb for color in puzzle.palette]
        letters, names = color_letters(puzzle.palette), color_names(puzzle.palette)
        data["p"] = list(zip(letters, colors, names, strict=True))
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _lines(puzzle: Puzzle, lines: Sequence[Clues]) -> list[list[object]]:
    """Numbers, or pairs of number and colour."""
    is_plain = puzzle.is_black_and_white
    return [[clue.length if is_plain else tuple(clue) for clue in line] for line in lines]


@cache
def _part(ending: str) -> str:
    return files("resources").joinpath("web", f"play.{ending}").read_text("utf-8").strip()
