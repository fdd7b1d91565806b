"""Texts about repairs for the author of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.colors import color_names
from puzzles.grid import BLANK
from puzzles.model import Color
from puzzles.words import _, clauses, forms, plural, worded
from solver.author.repair import Change, Repair, Repairs
from solver.values import Outcome

_MAX_LISTED_CELLS = 12
"""A sentence lists up to this many cells, and counts the others."""


def cells_text(count: int) -> str:
    """A number of cells.

    >>> cells_text(1), cells_text(3)
    ('1 cell', '3 cells')
    """
    return plural(count, "{count} cell", "{count} cells")


def change_text(change: Change, width: int, palette: Sequence[Color]) -> str:
    """A change of a cell.

    >>> from puzzles.model import BLACK_AND_WHITE
    >>> change_text(Change(7, 1, 2), 5, BLACK_AND_WHITE)
    'row 2, column 3: shade'
    """
    row, column = divmod(change.cell, width)
    if change.after == BLANK:
        text = _("row {row}, column {column}: clear")
    elif len(palette) == 2:
        text = _("row {row}, column {column}: shade")
    else:
        text = _("row {row}, column {column}: {color}")
    color = color_names(palette)[change.after.bit_length() - 1]
    return worded(text, row=row + 1, column=column + 1, color=color)


def repair_text(repair: Repair, width: int, palette: Sequence[Color]) -> str:
    """All changes of a repair in one line."""
    shown = [change_text(change, width, palette) for change in repair.changes[:_MAX_LISTED_CELLS]]
    more = len(repair.changes) - _MAX_LISTED_CELLS
    if more > 0:
        shown.append(worded("and {more} more", more=more))
    return plural(
        len(repair.changes),
        "{count} cell: {changes}",
        "{count} cells: {changes}",
        changes=clauses(shown),
    )


def outcome_text(found: Repairs) -> str:
    """The result of a search for repairs, in one sentence.

    >>> outcome_text(Repairs((), Outcome.UNIQUE))
    'The puzzle has exactly one solution; nothing needs to be repaired.'
    """
    if found.outcome is Outcome.UNIQUE:
        return _("The puzzle has exactly one solution; nothing needs to be repaired.")
    if found.found:
        fewest = cells_text(len(found.found[0].changes))
        if len(found.found) == 1:
            return worded("There is one way to repair it, which changes {fewest}.", fewest=fewest)
        return plural(
            len(found.found),
            "There is {count} way to repair it; the best changes {fewest}.",
            "There are {count} ways to repair it; the best changes {fewest}.",
            fewest=fewest,
        )
    if found.is_stopped or found.outcome is Outcome.STOPPED:
        return _("The search was stopped before a repair was found.")
    if found.outcome is Outcome.LIMIT:
        return _("It was not decided in time how many solutions there are; nothing was repaired.")
    if found.nearest is None:
        if found.is_complete:
            return _("No repair was found: no change of a few cells helps.")
        return _("No repair was found in time.")
    changed = cells_text(len(found.nearest.changes))
    one, many = (
        forms(
            "No repair was found: after changes of {changed}, {count} cell is still open.",
            "No repair was found: after changes of {changed}, {count} cells are still open.",
        )
        if found.is_complete
        else forms(
            "No repair was found in time: after changes of {changed}, {count} cell is still open.",
            "No repair was found in time: after changes of {changed}, {count} cells are still"
            " open.",
        )
    )
    return plural(found.left_open, one, many, changed=changed)
