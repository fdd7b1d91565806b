"""The cost of changing cells of a picture: how visible the change is.

A cell on an outline costs least: its new colour is that of its neighbours. A cell that divides a
shape, joins two, closes a hole or has no neighbour of its colour costs more, and so does one that
breaks a symmetry of the picture. Cells that the source picture decides clearly cost more.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

from puzzles.grid import BLANK, Grid
from solver.author.shapes import around, part_count

_SIDE_SUPPORT, _CORNER_SUPPORT = 2, 1
"""Support of a change by one neighbour that has the new colour."""
_FULL_SUPPORT = 4 * (_SIDE_SUPPORT + _CORNER_SUPPORT)

_UNSUPPORTED_COST = 2.0
"""Added to a cell's cost in proportion to the missing support."""
_ISOLATED_COST = 2.0
"""Added if no side neighbour has the new state, or none has the old one."""
_DISCONNECTING_COST = 2.0
"""Added if the change divides or joins shapes."""
_SYMMETRY_COST = 3.0
"""Added for each changed cell that differs from its image under a symmetry."""
_RELUCTANCE_WEIGHT = 1.5
"""The cost is multiplied by 1 + this times the cell's reluctance."""


class PictureSymmetry(enum.Enum):
    """The symmetries that a picture can have."""

    MIRRORED = "mirrored"
    UPSIDE_DOWN = "upside-down"
    TURNED = "turned"


class Cost:
    """The cost of changing cells of one picture; each cell costs at least 1."""

    def __init__(self, picture: Grid, reluctance: Sequence[float] | None = None) -> None:
        """Find the symmetries of the picture.

        Args:
            picture: Complete; is not changed.
            reluctance: For each cell, 0 to 1, how clearly the source picture decides it.
        """
        self._picture = picture
        self._reluctance = reluctance
        self._box = _box_of(picture)
        self.symmetries = tuple(s for s in PictureSymmetry if self._has(s))
        """Those of the picture without its empty margins."""

    def of(self, changes: Mapping[int, int], onto: Grid | None = None) -> float:
        """The cost of some changes together.

        Args:
            changes: New states by cell.
            onto: The picture that is changed, by default the original.
        """
        now = self._picture if onto is None else onto
        total = 0.0
        for cell, state in changes.items():
            cost = self._shape_cost(now, cell, state)
            if self._reluctance is not None:
                cost *= 1 + _RELUCTANCE_WEIGHT * self._reluctance[cell]
            total += cost
        return total + _SYMMETRY_COST * self._asymmetries(changes)

    def partners(self, cell: int) -> list[int]:
        """The images of a cell under the picture's symmetries, without the cell itself."""
        images = (self._image(cell, symmetry) for symmetry in self.symmetries)
        return sorted({image for image in images if image is not None} - {cell})

    def _shape_cost(self, picture: Grid, cell: int, state: int) -> float:
        near = around(picture, cell)
        own = picture.cells[cell]
        support = sum(
            _CORNER_SUPPORT if i % 2 else _SIDE_SUPPORT
            for i, neighbor in enumerate(near)
            if neighbor == state
        )
        cost = 1 + _UNSUPPORTED_COST * (1 - support / _FULL_SUPPORT)
        if state not in near[::2] or own not in near[::2]:
            cost += _ISOLATED_COST
        if _connects(near, own) or _connects(near, state):
            cost += _DISCONNECTING_COST
        return cost

    def _asymmetries(self, changes: Mapping[int, int]) -> int:
        """How often a changed cell differs from its image under a symmetry."""
        cells = self._picture.cells
        return sum(
            changes.get(image, cells[image]) != state
            for symmetry in self.symmetries
            for cell, state in changes.items()
            if (image := self._image(cell, symmetry)) is not None
        )

    def _image(self, cell: int, symmetry: PictureSymmetry) -> int | None:
        top, left, bottom, right = self._box
        row, column = divmod(cell, self._picture.width)
        if symmetry is not PictureSymmetry.MIRRORED:
            row = top + bottom - row
        if symmetry is not PictureSymmetry.UPSIDE_DOWN:
            column = left + right - column
        inside = 0 <= row < self._picture.height and 0 <= column < self._picture.width
        return row * self._picture.width + column if inside else None

    def _has(self, symmetry: PictureSymmetry) -> bool:
        top, left, bottom, right = self._box
        if bottom <= top or right <= left:
            return False
        cells, width = self._picture.cells, self._picture.width
        inner = (r * width + c for r in range(top, bottom + 1) for c in range(left, right + 1))
        return all(
            (image := self._image(i, symmetry)) is not None and cells[image] == cells[i]
            for i in inner
        )


def _connects(neighbors: Sequence[int], state: int) -> bool:
    """Whether neighbours with a state are connected only through the cell between them.

    Shaded cells are also connected at corners, background only at sides.
    """
    has = [neighbor == state for neighbor in neighbors]
    sides = range(0, 8, 2)
    if state == BLANK:
        return sum(has[i] - (has[i] and has[i - 1] and has[i - 2]) for i in sides) > 1
    return part_count(has) > 1


def _box_of(picture: Grid) -> tuple[int, int, int, int]:
    """The bounding box of the shaded cells: (top, left, bottom, right), all inclusive."""
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
