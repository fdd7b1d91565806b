"""Read the boards of a drawn page without a loss.

The drawing of a page has the exact places of its lines and says which number each letter is, so
nothing has to be recognized: :mod:`~recognizer.pages.drawn_lattices` finds the grids,
:mod:`~recognizer.pages.drawn_clues` the numbers beside them, and
:mod:`~recognizer.pages.drawn_colors` their colours. Grids without clues are solutions.

If there are no boards but pictures, or outlines in place of letters, the page has to be rendered
and read as a picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from puzzles.contracts import CountSolutions
from recognizer.pages.drawn_clues import ClueReader, DrawnClues
from recognizer.pages.drawn_colors import colors_of, legend_of
from recognizer.pages.drawn_lattices import DrawnLattice, lattices_of
from recognizer.pages.drawn_parts import NextDrawing, labelled_board, led_on
from recognizer.pages.page_drawing import Bar, Box, Drawing
from recognizer.pages.printed_grid import PrintedGrid
from recognizer.pages.solution_counting import with_solution_count
from recognizer.values import Reading

_MIN_DIGITS = 4
"""A turned page has at least so many digits that are turned."""
_MIN_IMAGE_SHARE = 0.02
"""Pictures that cover a larger share of a page may show a puzzle; smaller ones are decoration."""
_MIN_UNKNOWN = 8
"""So many letters that the file does not name, or shapes beside a grid, may be its numbers."""
_MIN_OVERLAP = 0.5
"""Boards are beside each other if they overlap by this share of the lower one's height."""
_MIN_TILES = 9
"""So many filled squares of one size may be the cells of a board without lines."""


def boards_of(
    drawing: Drawing,
    dpi: float,
    count_solutions: CountSolutions | None = None,
    next_drawing: NextDrawing | None = None,
) -> list[Reading] | None:
    """The boards of a page in reading order, each read without a loss.

    Args:
        drawing: What is drawn on the page.
        dpi: The resolution of the pixels in which the readings' positions are given.
        count_solutions: Counts the solutions of a puzzle.
        next_drawing: Gives the drawings of the pages that follow, for boards that lead on there.

    Returns:
        The readings; none if the page shows no puzzle. ``None`` if it may show one that is not
        drawn with lines and letters, so that the page has to be rendered.
    """
    turns = Counter(glyph.turns for glyph in drawing.glyphs if glyph.text.isdecimal())
    found: list[Reading] = []
    for turn, count in turns.most_common():
        if count < _MIN_DIGITS and turn:
            continue
        upright = drawing.turned(-turn)
        boards = _drawn_boards(upright)
        if next_drawing is not None and not turn:
            boards = _with_next_pages(boards, upright, next_drawing)
        for board in boards:
            if not board.clues.is_plausible:
                continue
            reading = board.reading(dpi / 72, -turn % 4)
            found.append(with_solution_count(reading, count_solutions))
    return found if found or not _may_hide_boards(drawing) else None


def _drawn_boards(drawing: Drawing) -> list[PrintedGrid]:
    """The boards with clues of a page whose letters are upright."""
    boards = _boards_between(drawing, lattices_of(drawing))
    if boards:
        return boards
    tiled = _with_tile_edges(drawing)
    return [] if tiled is drawing else _boards_between(tiled, lattices_of(tiled))


def _with_next_pages(
    boards: list[PrintedGrid], drawing: Drawing, next_drawing: NextDrawing
) -> list[PrintedGrid]:
    """Boards with what they have on the next pages."""
    found = [*boards[:-1], *(led_on(board, next_drawing) for board in boards[-1:])]
    whole = labelled_board(drawing, next_drawing)
    return found if whole is None else [*found, whole]


def _boards_between(drawing: Drawing, lattices: Sequence[DrawnLattice]) -> list[PrintedGrid]:
    reader = ClueReader(drawing, lattices)
    known = [(lattice, reader.read(lattice)) for lattice in lattices]
    known = [(lattice, clues) for lattice, clues in known if clues.is_complete]
    known.sort(key=lambda pair: _place(*pair).top)
    known = [known[k] for k in _reading_order([_place(*pair) for pair in known])]
    places = [_place(*pair) for pair in known]
    boards = []
    for k, (lattice, clues) in enumerate(known):
        legend = legend_of(drawing, places, k)
        boards.append(PrintedGrid(lattice, clues, colors_of(clues, legend), drawing))
    return boards


def _place(lattice: DrawnLattice, clues: DrawnClues) -> Box:
    """The place of a board with its clues."""
    place = lattice.box.around(lattice.frame)
    for number in clues.numbers:
        place = place.around(number.box)
    return place


def _reading_order(places: Sequence[Box]) -> list[int]:
    """The indices of boxes, which are sorted by their tops, row by row.

    Boxes are in one row if they overlap by half of the lower one: boards beside each other have
    clues of different heights.
    """
    order: list[int] = []
    left = list(range(len(places)))
    while left:
        first = places[left[0]]
        row = [
            k
            for k in left
            if min(first.bottom, places[k].bottom) - places[k].top
            >= _MIN_OVERLAP * min(first.height, places[k].height)
        ]
        order += sorted(row, key=lambda k: places[k].left)
        left = [k for k in left if k not in row]
    return order


def _with_tile_edges(drawing: Drawing) -> Drawing:
    """A drawing with the edges of equal filled squares as lines: boards may be drawn so."""
    sizes = Counter(_rounded(patch.box) for patch in drawing.patches if patch.is_box)
    bars: list[Bar] = []
    for patch in drawing.patches:
        box = patch.box
        if patch.is_box and sizes[_rounded(box)] >= _MIN_TILES and box.height > 2 < box.width:
            bars += [Bar(True, x, box.top, box.bottom) for x in (box.left, box.right)]
            bars += [Bar(False, y, box.left, box.right) for y in (box.top, box.bottom)]
    if not bars:
        return drawing
    return replace(drawing, bars=(*drawing.bars, *bars))


def _rounded(box: Box) -> tuple[int, int]:
    return round(2 * box.width), round(2 * box.height)


def _may_hide_boards(drawing: Drawing) -> bool:
    """Whether a page without drawn boards may show one in another way."""
    area = drawing.width * drawing.height
    if sum(box.width * box.height for box in drawing.images) >= _MIN_IMAGE_SHARE * area:
        return True
    if sum(not glyph.text for glyph in drawing.glyphs) >= _MIN_UNKNOWN:
        return True
    # Outlines in place of letters: shapes that are no rectangles, beside a grid.
    grids = [lattice.box for lattice in lattices_of(drawing)]
    if drawing.glyphs and not grids:
        return False
    shapes = [patch.box for patch in drawing.patches if not patch.is_box]
    shapes += [stroke.box for stroke in drawing.strokes]
    beside = (box for box in shapes if not any(grid.contains(*box.center) for grid in grids))
    return sum(1 for _ in beside) >= _MIN_UNKNOWN
