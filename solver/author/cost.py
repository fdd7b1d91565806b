"""How much a change of some cells changes a picture, as people see it.

A cell on an outline is missed least: its new colour is that of cells beside it. A cell that parts
a shape, joins two, closes a hole or stands alone is seen at once; so is one that spoils a symmetry
of the picture. What an original says clearly costs more to change than what was a toss of a coin.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

from puzzles.grid import BLANK, Grid

_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""(row, column) of a cell's neighbours, clockwise from above; every other one shares a side."""
_SIDE, _CORNER = 2, 1
"""How much a neighbour of the new colour supports a change."""
_ALL = 4 * (_SIDE + _CORNER)

_UNSUPPORTED = 2.0
_ALONE = 2.0
_DISCONNECTING = 2.0
_BREAKS_SYMMETRY = 3.0
_CLEAR = 1.5


class Symmetry(enum.Enum):
    """Under what a picture stays as it is."""

    MIRRORED = "left and right"
    UPSIDE_DOWN = "top and bottom"
    TURNED = "half a turn"


class Cost:
    """The price of changing cells of one picture; 1 is the least that a cell can cost."""

    def __init__(self, picture: Grid, reluctance: Sequence[float] | None = None) -> None:
        """Look at the picture.

        Args:
            picture: Complete; is not changed.
            reluctance: For each cell, from 0 to 1, how clearly the original has it so.
        """
        self._picture = picture
        self._reluctance = reluctance
        self._box = _box_of(picture)
        self.symmetries = tuple(s for s in Symmetry if self._has(s))
        """Those of the picture without its empty margins."""

    def of(self, changes: Mapping[int, int], onto: Grid | None = None) -> float:
        """What some changes cost together.

        Args:
            changes: New states by cell.
            onto: The picture as it is by now, by default the original.
        """
        now = self._picture if onto is None else onto
        total = 0.0
        for cell, state in changes.items():
            price = self._shape_price(now, cell, state)
            if self._reluctance is not None:
                price *= 1 + _CLEAR * self._reluctance[cell]
            total += price
        return total + _BREAKS_SYMMETRY * self._spoilt(changes)

    def partners(self, cell: int) -> list[int]:
        """The cells that lie where the picture's symmetries take a cell, itself left out."""
        images = (self._image(cell, symmetry) for symmetry in self.symmetries)
        return sorted({image for image in images if image is not None} - {cell})

    def _shape_price(self, picture: Grid, cell: int, state: int) -> float:
        around = _around(picture, cell)
        own = picture.cells[cell]
        support = sum(
            _CORNER if i % 2 else _SIDE for i, there in enumerate(around) if there == state
        )
        price = 1 + _UNSUPPORTED * (1 - support / _ALL)
        if state not in around[::2] or own not in around[::2]:
            price += _ALONE
        if _parts(around, own) or _parts(around, state):
            price += _DISCONNECTING
        return price

    def _spoilt(self, changes: Mapping[int, int]) -> int:
        """How often a changed cell differs from where a symmetry takes it."""
        cells = self._picture.cells
        return sum(
            changes.get(image, cells[image]) != state
            for symmetry in self.symmetries
            for cell, state in changes.items()
            if (image := self._image(cell, symmetry)) is not None
        )

    def _image(self, cell: int, symmetry: Symmetry) -> int | None:
        top, left, bottom, right = self._box
        row, column = divmod(cell, self._picture.width)
        if symmetry is not Symmetry.MIRRORED:
            row = top + bottom - row
        if symmetry is not Symmetry.UPSIDE_DOWN:
            column = left + right - column
        inside = 0 <= row < self._picture.height and 0 <= column < self._picture.width
        return row * self._picture.width + column if inside else None

    def _has(self, symmetry: Symmetry) -> bool:
        top, left, bottom, right = self._box
        if bottom <= top or right <= left:
            return False
        cells, width = self._picture.cells, self._picture.width
        inner = (r * width + c for r in range(top, bottom + 1) for c in range(left, right + 1))
        return all(
            (image := self._image(i, symmetry)) is not None and cells[image] == cells[i]
            for i in inner
        )


def _around(picture: Grid, cell: int) -> list[int]:
    """The states of a cell's eight neighbours; beyond the border is background."""
    row, column = divmod(cell, picture.width)
    return [
        picture[row + dr, column + dc]
        if 0 <= row + dr < picture.height and 0 <= column + dc < picture.width
        else BLANK
        for dr, dc in _AROUND
    ]


def _parts(around: Sequence[int], state: int) -> bool:
    """Whether neighbours of a state, which touch through the cell, do not touch without it.

    Shaded cells touch at corners, too, background only at sides.
    """
    has = [there == state for there in around]
    sides = range(0, 8, 2)
    if state == BLANK:
        return sum(has[i] - (has[i] and has[i - 1] and has[i - 2]) for i in sides) > 1
    # Two sides touch at the corner between them.
    touching = [has[i] or (i % 2 == 1 and has[i - 1] and has[i - 7]) for i in range(8)]
    return sum(touching[i] and not touching[i - 1] for i in range(8)) > 1


def _box_of(picture: Grid) -> tuple[int, int, int, int]:
    """(top, left, bottom, right) of what is not background, all inclusive."""
    shaded = [i for i, state in enumerate(picture.cells) if state != BLANK]
    if not shaded:
        return 0, 0, -1, -1
    columns = [i % picture.width for i in shaded]
    return (
        shaded[0] // picture.width,
        min(columns),
        shaded[-1] // picture.width,
        max(columns),
    )
