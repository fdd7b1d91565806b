"""How a picture looks: a measure that tells pictures that seem made from broken ones.

It looks at what people see first. A broken picture leaves the border of the board empty, is cut in
two by empty lines, lies in one corner, is nearly empty, or is a scatter of small parts. Symmetry
makes up for small parts, since a pattern of them is an ornament. The score is a product of three
shares, so that one bad part is enough for a bad score:

    score = fullness of the emptiest quarter * symmetry * (1 - scatter)

Example: a disc that fills its board has four equal quarters, is its own mirror image and has no
small parts, so its score is 1. A disc in one corner of a board has no shaded cells in three
quarters, so its score is 0.

The limits come from 1,198 generated pictures of 10x10 to 20x20 cells and all difficulties that were
judged blind three times; ``docs/making.md`` has what the measure finds on the half of them that did
not decide the limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import eq

from puzzles.grid import Grid

MAX_MARGIN = 1
"""Empty lines on one side of the board, from the border on."""
MAX_GAP_SHARE = 1 / 8
"""Empty lines beside each other between shaded ones, as a share of the lines; one is always
allowed. Letters beside each other have such gaps."""
MIN_DENSITY = 0.25
"""The share of shaded cells."""
MAX_OFFSET = 0.13
"""How far the centre of the shaded cells may be from the middle, as a share of the side."""
MAX_SCATTER, MAX_SYMMETRIC_SCATTER = 0.1, 0.25
"""The share of shaded cells in small parts, without a symmetry and with one."""
MIN_SCORE = 0.55
"""The least score. This limit and those above find 93 of 100 broken pictures among those that they
were chosen with."""
_SMALL_PART_SHARE, _MAX_SMALL_PART = 0.03, 12
"""Parts of fewer cells than 3 % of the board and than 12 are small."""
MIN_JUDGED_SIDE, MIN_JUDGED_CELLS = 5, 37
"""Narrower or smaller boards have no room for a shape: they may look as they like."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What a picture looks like."""

    margin: int
    """The most empty lines on a side, from the border on."""
    gap: float
    """The most empty lines beside each other between shaded ones, as a share of the lines; 0 for a
    single one."""
    density: float
    """The share of shaded cells."""
    offset: float
    """How far the centre of the shaded cells is from the middle, 0 to 0.5 of the side."""
    quarter: float
    """The shaded cells of the quarter that has the fewest, as a share of a fourth of them."""
    symmetry: float
    """The share of cells that are as their mirror images, or turned by half, whichever is best."""
    scatter: float
    """The share of shaded cells in small parts; cells at a corner of each other are connected."""
    is_small: bool
    """Whether the board has no room for a shape."""

    @property
    def score(self) -> float:
        """How good it looks, 0 to 1."""
        return self.evenness * self.symmetry

    @property
    def evenness(self) -> float:
        """The score without symmetry, by which pictures of all symmetries have the same chance."""
        return self.quarter * (1 - self.scatter)

    @property
    def is_framed(self) -> bool:
        """Whether the picture fills the board, and is not cut in two."""
        return self.is_small or (self.margin <= MAX_MARGIN and self.gap <= MAX_GAP_SHARE)

    @property
    def is_broken(self) -> bool:
        """Whether it does not look like a picture that someone made."""
        if self.is_small:
            return False
        most = MAX_SYMMETRIC_SCATTER if self.symmetry == 1 else MAX_SCATTER
        return (
            not self.is_framed
            or self.density < MIN_DENSITY
            or self.offset > MAX_OFFSET
            or self.scatter > most
            or self.score < MIN_SCORE
        )


def looks_of(grid: Grid) -> Looks:
    """What a complete board looks like.

    >>> upper = [".#####.", "#######", "##...##"]
    >>> ring = looks_of(Grid.from_text([*upper, "##...##", *reversed(upper)]))
    >>> ring.score, ring.is_broken
    (1.0, False)
    >>> corner = looks_of(Grid.from_text(["####....", "#..#....", "####....", *5 * ["........"]]))
    >>> corner.margin, corner.score, corner.is_broken
    (5, 0.0, True)
    """
    height, width = grid.height, grid.width
    shaded = [cell for cell, state in enumerate(grid.cells) if state != 1]
    rows, columns = _counts(shaded, height, width)
    margin, gap = empty_lines(rows, columns)
    small = min(height, width) < MIN_JUDGED_SIDE or height * width < MIN_JUDGED_CELLS
    count = len(shaded)
    return Looks(
        margin,
        gap,
        count / (height * width),
        max(_offset(rows), _offset(columns)),
        _lightest_quarter(shaded, height, width) / max(1, count),
        _symmetry(grid),
        _in_small_parts(grid, shaded) / max(1, count),
        small,
    )


def empty_lines(rows: Sequence[int], columns: Sequence[int]) -> tuple[int, float]:
    """The widest margin, and the widest gap as a share of the lines (0 for a single line).

    Args:
        rows: The number of shaded cells, or of clues, of each row.
        columns: The same of each column.
    """
    margin, gap = 0, 0.0
    for lines in (rows, columns):
        used = [at for at, count in enumerate(lines) if count]
        if not used:
            return max(len(rows), len(columns)), 0.0
        margin = max(margin, used[0], len(lines) - 1 - used[-1])
        widest = max((b - a - 1 for a, b in pairwise(used)), default=0)
        if widest > 1:
            gap = max(gap, widest / len(lines))
    return margin, gap


def box_of(shaded: Sequence[bool], width: int) -> tuple[int, int, int, int]:
    """The first and last row and the first and last column with shaded cells; one must be."""
    cells = [divmod(cell, width) for cell, is_shaded in enumerate(shaded) if is_shaded]
    columns = [column for _, column in cells]
    return cells[0][0], cells[-1][0], min(columns), max(columns)


def _counts(shaded: Sequence[int], height: int, width: int) -> tuple[list[int], list[int]]:
    rows, columns = [0] * height, [0] * width
    for cell in shaded:
        row, column = divmod(cell, width)
        rows[row] += 1
        columns[column] += 1
    return rows, columns


def _offset(lines: Sequence[int]) -> float:
    """How far the centre of the cells is from the middle, as a share of the lines."""
    total = sum(lines)
    if not total:
        return 0.5
    centre = sum((at + 0.5) * count for at, count in enumerate(lines)) / total
    return abs(centre / len(lines) - 0.5)


def _lightest_quarter(shaded: Sequence[int], height: int, width: int) -> float:
    """Four times the shaded cells of the quarter with the fewest; middle lines count by halves."""
    quarters = [0.0] * 4
    for cell in shaded:
        row, column = divmod(cell, width)
        down, right = _halves(2 * row + 1 - height), _halves(2 * column + 1 - width)
        for quarter in range(4):
            quarters[quarter] += down[quarter // 2] * right[quarter % 2]
    return 4 * min(quarters)


def _halves(side: int) -> tuple[float, float]:
    """How much a line belongs to the first and the second half."""
    return (1.0, 0.0) if side < 0 else (0.0, 1.0) if side > 0 else (0.5, 0.5)


def _symmetry(grid: Grid) -> float:
    height, width, cells = grid.height, grid.width, list(grid.cells)
    rows = [cells[row * width : (row + 1) * width] for row in range(height)]
    images = (
        [cell for row in rows for cell in reversed(row)],
        [cell for row in reversed(rows) for cell in row],
        cells[::-1],
    )
    alike: int = max(sum(map(eq, cells, image)) for image in images)
    return alike / len(cells)


def _in_small_parts(grid: Grid, shaded: Sequence[int]) -> int:
    """How many shaded cells are in small parts."""
    width, height = grid.width, grid.height
    small = min(_MAX_SMALL_PART, _SMALL_PART_SHARE * height * width)
    wide = width + 2  # a margin around the board: no cell has a neighbour beyond it
    left = {cell // width * wide + cell % width + wide + 1 for cell in shaded}
    around = (-wide - 1, -wide, -wide + 1, -1, 1, wide - 1, wide, wide + 1)
    found = 0
    while left:
        part = [left.pop()]
        for cell in part:
            for step in around:
                if cell + step in left:
                    left.remove(cell + step)
                    part.append(cell + step)
        if len(part) < small:
            found += len(part)
    return found
