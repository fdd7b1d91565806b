"""Sentences about wrong marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import Axis, Line, Puzzle
from puzzles.words import _, capitalized, listed, paragraph, plural, worded
from solver.logic.cell_texts import cell_text, state_text

_MAX_NAMED = 6
"""Of more lines only the first ones are named."""


def wrong_cells_text(count: int) -> str:
    """How many cells are wrong.

    >>> wrong_cells_text(1), wrong_cells_text(1200)
    ('One cell is wrong.', '1,200 cells are wrong.')
    """
    return plural(count, "One cell is wrong.", "{count} cells are wrong.")


def wrong_lines_text(lines: Sequence[Line], wrong: Iterable[int] = (), width: int = 1) -> str:
    """The lines that cannot be completed, and the rows of wrong cells that lie in none of them.

    Args:
        lines: Those that no filling satisfies with the marks.
        wrong: The wrong cells, ``row * width + column``.
        width: Of the board.

    Returns:
        Sentences; empty if there is nothing to say.

    >>> row, column = Line(Axis.ROW, 6), Line(Axis.COLUMN, 2)
    >>> wrong_lines_text([row])
    'Row 7 cannot be completed any more.'
    >>> wrong_lines_text([row, column], [71, 92, 13], 10)
    'Row 7 and column 3 cannot be completed any more. A mark in row 2 and row 8 is wrong.'
    """
    impossible = plural(
        len(lines),
        "{lines} cannot be completed any more.",
        "{lines} cannot be completed any more.",
        lines=_named(lines),
    )
    known = set(lines)
    others = sorted(
        {
            row
            for row, column in (divmod(cell, width) for cell in wrong)
            if known.isdisjoint((Line(Axis.ROW, row), Line(Axis.COLUMN, column)))
        }
    )
    rows = _named([Line(Axis.ROW, row) for row in others])
    return paragraph(
        capitalized(impossible) if lines else "",
        worded("A mark in {rows} is wrong.", rows=rows) if rows else "",
    )


def _named(lines: Sequence[Line]) -> str:
    names = [str(line) for line in lines[:_MAX_NAMED]]
    if len(lines) > _MAX_NAMED:
        names.append(plural(len(lines) - _MAX_NAMED, "{count} more line", "{count} more lines"))
    return listed(names)


def not_shown_text(cell: int, state: int, puzzle: Puzzle) -> str:
    """What a cell is in the solution, where no contradiction can be told.

    >>> not_shown_text(2, 1, Puzzle.from_numbers([[1, 1]], [[1], [], [1]]))
    'No line alone shows it. In the only solution the cell in row 1 and column 3 is blank.'
    """
    return worded(
        "No line alone shows it. In the only solution {cell} is {state}.",
        cell=cell_text(cell, puzzle),
        state=state_text(state, puzzle),
    )


WHY = _("Why?")


def is_playable(session: Session) -> bool:
    """Whether a puzzle is open that the player can solve."""
    is_played = session.mode is Mode.PLAY and not session.is_solved
    return is_played and session.puzzle.has_clues
