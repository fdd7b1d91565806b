"""Whether changes keep the shapes of a picture: none is divided, and no piece is added.

A shape is a connected part of the shaded cells, whatever their colours; cells are connected at
sides and corners. Author and player see a cell apart from all shapes, or a gap in one, at once.
"""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.grid import BLANK, Grid

_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""(row, column) of a cell's neighbours, clockwise from above; every other one shares a side."""


def around(picture: Grid, cell: int) -> list[int]:
    """The states of a cell's eight neighbours; beyond the border is background."""
    row, column = divmod(cell, picture.width)
    return [
        picture[row + dr, column + dc]
        if 0 <= row + dr < picture.height and 0 <= column + dc < picture.width
        else BLANK
        for dr, dc in _AROUND
    ]


def part_count(has: list[bool]) -> int:
    """The number of parts of a ring of eight neighbours, connected at sides and corners."""
    # Two side neighbours are connected at the corner between them.
    touching = [has[i] or (i % 2 == 1 and has[i - 1] and has[i - 7]) for i in range(8)]
    if all(touching):
        return 1
    return sum(touching[i] and not touching[i - 1] for i in range(8))


def keep_shapes(picture: Grid, changes: Mapping[int, int]) -> bool:
    """Whether changes divide no shape of a picture and add none.

    Args:
        picture: Complete; is not changed.
        changes: New states by cell.

    >>> picture = Grid.from_text(["##.", "#..", "..."])
    >>> keep_shapes(picture, {5: 2}), keep_shapes(picture, {8: 2}), keep_shapes(picture, {0: 1})
    (True, False, True)
    """
    if len(changes) == 1:
        ((cell, state),) = changes.items()
        parts = part_count([neighbor != BLANK for neighbor in around(picture, cell)])
        if state != BLANK:
            return parts > 0 or picture.cells[cell] != BLANK
        if parts <= 1:
            return True
    changed = picture.copy()
    for cell, state in changes.items():
        changed.cells[cell] = state
    before, after = _names(picture), _names(changed)
    known: dict[int, int] = {}
    for old, new in zip(before, after, strict=True):
        if old and new and known.setdefault(old, new) != new:
            return False  # divided
    return set(after) <= {0, *known.values()}


def _names(picture: Grid) -> list[int]:
    """The number of each cell's shape, from 1; 0 for background."""
    width, height = picture.width, picture.height
    names, count = [0] * len(picture.cells), 0
    for start, state in enumerate(picture.cells):
        if state == BLANK or names[start]:
            continue
        count += 1
        names[start], waiting = count, [start]
        while waiting:
            row, column = divmod(waiting.pop(), width)
            for r in range(max(0, row - 1), min(height, row + 2)):
                for near in range(
                    r * width + max(0, column - 1), r * width + min(width, column + 2)
                ):
                    if not names[near] and picture.cells[near] != BLANK:
                        names[near] = count
                        waiting.append(near)
    return names
