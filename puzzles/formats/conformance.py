"""What each format can hold, found by writing and reading an example."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from puzzles.errors import FormatError
from puzzles.formats import Document, Format, lost
from puzzles.formats.taai import SIZE
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Color, Puzzle
from puzzles.words import _

_INKS = (Color("a", "#d62728", "brick"), Color("b", "#1f77b4"))
_PAPERS = ("#fafad2", "#ffffff")
"""Backgrounds: some formats have only white ones."""


class Conformance(NamedTuple):
    """What a format keeps of a puzzle besides its clues."""

    colors: bool
    title: bool
    solution: bool
    marks: bool
    several: bool
    """Whether a file may have several puzzles."""


def conformance(known: Format) -> Conformance:
    """What files in a format have; all false if none are written and read."""
    if not (known.can_write and known.can_read):
        return Conformance(False, False, False, False, False)
    plain = _example(2)
    parts = lost(known, plain)
    has_colors = any(not known.problem(_example(3, paper)) for paper in _PAPERS)
    try:
        known.write_all([plain, plain])
        several = True
    except FormatError:
        several = False
    return Conformance(
        has_colors,
        _("the title") not in parts,
        _("the solution") not in parts,
        _("the marks") not in parts,
        several,
    )


def _example(colors: int, paper: str = "") -> Document:
    """A picture with a title, its solution, and all cells marked but two.

    It has the size of the tournament's boards, the only one that their format holds.
    """
    rows = ["#.#" if colors == 2 else "#.a", "##."]
    rows += [""] * (SIZE - len(rows))
    like = replace(Puzzle.empty(SIZE, SIZE), title="Cat")
    if colors == 3:
        like = replace(like, palette=(Color("0", paper), *_INKS))
    picture = Grid.from_text([row.ljust(SIZE, ".") for row in rows], colors=colors)
    puzzle = puzzle_of(picture, like)
    marks = picture.copy()
    marks[0, 1] = marks[1, 2] = marks.clear
    return Document(puzzle, marks)
