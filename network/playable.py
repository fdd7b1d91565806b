"""A web page on which puzzles are played: one file that needs nothing else.

The page (``resources/web/play.html``, ``.css`` and ``.js``) is filled with the clues of the
puzzles, each as a text in base64url of JSON. The same text behind ``#p=`` in the page's address
opens that puzzle, so a link is a puzzle. Solutions are not in the file: a board is solved when all
of its lines satisfy their clues. A page that this computer serves to a phone
(:mod:`network.phone.play_app`) sends its marks back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from urllib.parse import urlsplit

from network.page_texts import with_texts
from puzzles.colors import MAX_COLORS
from puzzles.errors import PuzzleError
from puzzles.formats.play_link import playable_text
from puzzles.grid import BLANK, clear_mask
from puzzles.json_text import read_json
from puzzles.model import Puzzle
from puzzles.words import _, in_context, plural, worded

MAX_SIDE = 150
"""Rows or columns of the largest board: each cell is an element of the page."""

_SERVED_SOURCES = "; connect-src 'self'; manifest-src 'self'; worker-src 'self'; img-src 'self'"
_MANIFEST = '<link rel="manifest" href="manifest.json">'

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
    "hint": _("Hint"),
    "hint_tip": _("Where to look; press again for why, and to do it (H)"),
    "guess": _("Guess"),
    "guess_tip": _("The next marks are a guess, which can be taken back as a whole (G)"),
    "keep": _("Keep"),
    "take_back": _("Take Back"),
    "close": _("Close"),
    "save": _("Save Page"),
    "save_tip": _("Save this page as a file, to play it without the computer"),
    "no_script": _("This page needs JavaScript, which is turned off in this browser."),
    "puzzle": _("Puzzle"),
    "choices": _("What a cell becomes"),
    "next": _("Next Puzzle"),
    "keys": _("Keys and gestures"),
    "keys_text": _(
        "Click or tap a cell: clear, shaded, blank. Right click: the other way. Drag along a line"
        " to mark several cells. Two fingers scroll and zoom. Arrow keys move, Space and X change"
        " the cell, Shift with an arrow marks on, 1 to 9 choose a colour, D the dot, H tells a"
        " hint, G begins a guess, Ctrl+Z undoes, Ctrl+Y redoes. The browser keeps your marks."
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
    "look_row": _("Look at row {number}."),
    "look_column": _("Look at column {number}."),
    "why_empty": _("This line has no blocks."),
    "why_complete": _("All blocks are there, so the other cells are blank."),
    "why_overlap": _("Wherever the block {block} lies, it covers the highlighted cells."),
    "why_unreachable": _("No block reaches the highlighted cells."),
    "why_same": _("These cells are the same in every placement of the blocks."),
    "wrong_row": _("A mark in row {number} is wrong."),
    "wrong_column": _("A mark in column {number} is wrong."),
    "wrong_cells": _("The highlighted cells are wrong."),
    "dead_row": _("The marks in row {number} contradict its numbers. Undo leads back."),
    "dead_column": _("The marks in column {number} contradict its numbers. Undo leads back."),
    "no_hint": _("No line helps by itself. Try a guess."),
    "more": in_context("tell more of the hint", "More"),
    "do_it": _("Do It"),
    "guessing": _("The marks from here on are a guess."),
    "guess_wrong": _("A line is impossible now. If the guess is to blame, take it back."),
    "by": _("by {author}"),
    "send": _("Send to Computer"),
    "send_tip": _("Send this board to the computer that shows the code"),
    "copy_board": _("Copy Board"),
    "copy_board_tip": _("Copy a link with your marks, to show or to send back"),
    "copied_board": _(
        "The link is on the clipboard, with your marks. Nonogram Helper opens it by Edit > Paste"
        " Puzzle."
    ),
    "sent": _("The computer has your board, and asks there whether to take it over."),
    "lost": _("The computer does not answer. Is its window still open?"),
    "copied": _("The link is on the clipboard. It opens this puzzle where this page is."),
    "copy": _("Copy this link:"),
    "damaged": _("This link is damaged, so its puzzle cannot be opened. Ask for the link again."),
}


def playable_page(puzzles: Sequence[Puzzle], title: str = "", *, is_served: bool = False) -> bytes:
    """A page with puzzles to play, in UTF-8. Several puzzles stand on a shelf.

    Args:
        puzzles: One or more.
        title: The title of the page; by default that of a single puzzle is not shown, as it may
            give the picture away.
        is_served: Whether it is at an address that takes boards and has the page's manifest.

    Raises:
        PuzzleError: A puzzle is larger than :data:`MAX_SIDE`, or has no rows or columns.
    """
    data = json.dumps([puzzle_text(puzzle) for puzzle in puzzles])
    html, style, script = (_part(ending) for ending in ("html", "css", "js"))
    parts = {
        "TITLE": escape(title or "Nonogram"),
        "PUZZLES": data,
        "SOURCES": _SERVED_SOURCES if is_served else "",
        "MANIFEST": _MANIFEST if is_served else "",
    }
    return with_texts(
        html, _TEXTS, _SCRIPT_TEXTS, parts | {"STYLE": style, "SCRIPT": script}
    ).encode()


def puzzle_text(puzzle: Puzzle) -> str:
    """The clues, colours, title and author as the page and its links have them.

    Raises:
        PuzzleError: The puzzle is too large or has no cells, or not all clues are known.
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
    if puzzle.unknown_lines:
        raise PuzzleError(worded("not all clues are known ({lines})", lines=puzzle.unknown_text))
    return playable_text(puzzle)


def link_problem(address: str) -> str:
    """Why an address cannot have a page to play, as a part of a sentence; empty if it can.

    >>> link_problem("https://example.org/play.html?a=1"), link_problem("")
    ('', '')
    """
    try:
        parts = urlsplit(address)
        is_fine = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_fine = False
    is_fine = is_fine and not any(c.isspace() or not c.isprintable() for c in address)
    return "" if is_fine or not address else _("an address begins with https:// or http://")


def puzzle_link(address: str, puzzle: Puzzle) -> str:
    """The address of a page to play with a puzzle in its fragment, which no server sees.

    Raises:
        PuzzleError: See :func:`puzzle_text`; or the address is none.
    """
    if problem := link_problem(address):
        raise PuzzleError(problem)
    return f"{address.partition('#')[0]}#p={puzzle_text(puzzle)}"


def sent_marks(data: bytes, puzzle: Puzzle) -> tuple[int, ...]:
    """The states of all cells of a board that a page has sent.

    Args:
        data: JSON from anybody: the text of the puzzle, and a number for each cell.
        puzzle: The one that was served.

    Returns:
        One state for each cell, as a :class:`~puzzles.grid.Grid` has them, row by row.

    Raises:
        PuzzleError: It is damaged, or of another puzzle.
    """
    try:
        sent = read_json(data)
        text, cells = sent["p"], sent["c"]
        colors = len(puzzle.palette)
        if text == puzzle_text(puzzle):
            known = {0: clear_mask(colors), -1: BLANK, **{k: 1 << k for k in range(1, colors)}}
            marks = tuple(known[cell] for cell in cells if type(cell) is int)
            if len(marks) == len(cells) == puzzle.height * puzzle.width:
                return marks
            raise ValueError
    except (ValueError, TypeError, KeyError):
        raise PuzzleError(_("the board that was sent is damaged; send it again")) from None
    raise PuzzleError(
        _("this board belongs to another puzzle; share that one on the computer to send it")
    )


@cache
def _part(ending: str) -> str:
    return files("resources").joinpath("web", f"play.{ending}").read_text("utf-8").strip()
