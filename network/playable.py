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

from network.page_texts import with_texts
from puzzles.colors import MAX_COLORS, color_letters, color_names
from puzzles.errors import PuzzleError
from puzzles.model import BLACK_AND_WHITE, Clues, Puzzle
from puzzles.words import _, in_context, plural, worded

MAX_SIDE = 150
"""Rows or columns of the largest board: each cell is an element of the page."""

_TEXTS = {
    "all": _("All puzzles"),
    "game": _("Game"),
    "undo": _("Undo"),
    "undo_tip": _("Undo (Ctrl+Z)"),
    "redo": _("Redo"),
    "redo_tip": _("Redo (Ctrl+Y)"),
    "link": _("Copy Link"),
    "link_tip": _("Copy a link that opens this puzzle"),
    "again": _("Start Again"),
    "again_tip": _("Clear all cells"),
    "no_script": _("This page needs JavaScript, which is turned off in this browser."),
    "puzzle": _("Puzzle"),
    "choices": _("What a cell becomes"),
    "next": _("Next Puzzle"),
    "keys": _("Keys and gestures"),
    "keys_text": _(
        "Click or tap a cell: clear, shaded, blank. Right click: the other way. Drag along a line"
        " to mark several cells. Two fingers scroll and zoom. Arrow keys move, Space and X change"
        " the cell, Shift with an arrow marks on, 1 to 9 choose a colour, D the dot, Ctrl+Z undoes,"
        " Ctrl+Y redoes. Your marks are kept in this browser."
    ),
}
_SCRIPT_TEXTS = {
    "not_kept": _(
        "This browser does not let the page keep your marks. They are lost when you close it."
    ),
    "number": _("No. {number}"),
    "is_solved": in_context("a puzzle", "solved"),
    "is_begun": in_context("a puzzle", "begun"),
    "is_new": in_context("a puzzle", "new"),
    "count": _("{solved} of {total} solved"),
    "colors": [plural(k, "{count} colour", "{count} colours") for k in range(MAX_COLORS + 1)],
    "board": _("Board, {width} × {height} cells"),
    "clues": _("Clues"),
    "shade": in_context("what a click does", "Shade"),
    "dot": in_context("what a click does", "Dot"),
    "solved": _("Solved"),
    "solved_title": _("Solved: {title}"),
    "said": _("Solved."),
    "said_title": _("Solved: {title}."),
    "blank": in_context("the state of one cell", "blank"),
    "clear": in_context("the state of a cell", "clear"),
    "shaded": in_context("the state of one cell", "shaded"),
    "cell": _("row {row}, column {column}: {state}"),
    "nothing": in_context("the clue of a line", "nothing"),
    "colored": in_context("a number of a clue", "{number} {color}"),
    "row": _("row {number}: {clue}; {state}"),
    "column": _("column {number}: {clue}; {state}"),
    "done": in_context("a line", "done"),
    "impossible": in_context("a line", "impossible"),
    "open": in_context("a line", "open"),
    "copied": _("The link is on the clipboard. It opens this puzzle where this page is."),
    "copy": _("Copy this link:"),
    "damaged": _("This link is damaged, so its puzzle cannot be opened. Ask for the link again."),
}


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
    parts = {"TITLE": escape(title or "Nonogram"), "PUZZLES": data}
    return with_texts(
        html, _TEXTS, _SCRIPT_TEXTS, parts | {"STYLE": style, "SCRIPT": script}
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
