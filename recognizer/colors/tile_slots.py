"""Complete the tiles beside a board: they stand in slots that are evenly spaced.

Tiles of one colour that touch each other are one connected piece, and tiles in a shade that is rare
are not found at all. But those that were found tell where the others are: a line's tiles are one
cell apart across the line, and one *step* along it, the same for all lines of a side. Each slot
from the board on whose rim has one colour that is not the paper's is a tile.

Example: in a telephone's picture the centres of the tiles left of the board are 0.45, 1.25 and 2.05
cells from it. The step is 0.8. A red piece from 0.85 to 2.4 fills two slots: it is two tiles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import floor
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX, RectifiedPage
from recognizer.grid.detection import DetectedGrid
from recognizer.values import Picture, Side

MIN_SINGLE_CELLS, MAX_SINGLE_CELLS = 0.42, 1.12
"""Sides of a tile that is no merged one, cells."""
MAX_OFF_LINE_CELLS = 0.2
"""Maximum distance of the centre of such a tile from the middle of its line, cells."""
MAX_OFF_SLOT_CELLS = 0.16
"""The same for the middle of its slot; also the difference of its sides from the usual ones."""
MIN_SINGLES = 6
"""Minimum number of such tiles on a side whose slots are looked for."""
MAX_STEP_CELLS, STEP_CELLS = 1.3, 0.004
"""Maximum step, and the precision with which it is looked for, cells."""
MIN_CONCENTRATION = 0.75
"""Minimum mean resultant length of the tiles' positions within a step: 1 if they are evenly spaced,
about 0 if not. Tiles whose widths differ had less than 0.5."""
MARGIN_CELLS = 3
"""Width of the part of the board, and of the page beside a clue area, where tiles are, too: the
borders of a grid with boxes of colours beside it may be wrong."""
MIN_OF_FIRST = 2
"""Minimum number of tiles in the slot next to the board."""
INSET_CELLS = 0.02
"""Width of the side of a tile towards the board that is left as it is: a line may be there."""
RIM_SHARE = 0.12
"""Width of the rim of a tile, where no digits are, as a share of its shorter side."""
MIN_RIM_LAB = 8.0
"""Minimum distance of a tile's rim from the paper, in Lab."""
MAX_RIM_SPREAD_LAB, MIN_EVEN_RIM = 10.0, 0.7
"""Share of a tile's rim that is within a distance of its median, in Lab."""
CORNER_SHARE = 0.25
"""Parts of a tile's sides that its round corners take."""


@dataclass(frozen=True, eq=False)
class CompletedTiles:
    """The tiles of a picture after those beside the board were completed."""

    tiles: NDArray[np.int32]
    """The number of the tile at each pixel, 0 for none."""
    labs: NDArray[np.float64]
    """The colours of the tiles in Lab; shape (n, 3)."""
    slots: NDArray[np.bool_]
    """Where nothing but tiles is: the slots that have one, with the gaps around it."""


def completed(
    flat: Picture,
    lab: NDArray[np.float32],
    paper: NDArray[np.float64],
    tiles: NDArray[np.int32],
    labs: NDArray[np.float64],
    found: DetectedGrid,
) -> CompletedTiles:
    """Complete the tiles beside a board.

    Args:
        flat: BGR uint8, shape (height, width, 3).
        lab: The same in Lab.
        paper: The paper in Lab.
        tiles: The number of the tile at each pixel, shape (height, width); changed in place.
        labs: The colours of the tiles in Lab, shape (n, 3).
        found: The grid in ``flat``.
    """
    page = RectifiedPage(flat, found, groups=tiles.astype(np.float32))
    slots = np.zeros(tiles.shape, np.uint8)
    colors = list(labs)
    for side in Side:
        area = _SideArea.of(page, side)
        if area is not None:
            area.complete(lab, paper, tiles, colors, slots)
    return CompletedTiles(tiles, np.array(colors), slots > 0)


class _Piece(NamedTuple):
    """A connected tile in a clue area; its bounds in cells."""

    line: float
    """Middle across the lines."""
    away: float
    """Distance of its middle from the board."""
    across: float
    along: float

    @property
    def is_single(self) -> bool:
        """Whether it may be one tile."""
        return (
            min(self.across, self.along) >= MIN_SINGLE_CELLS
            and max(self.across, self.along) <= MAX_SINGLE_CELLS
            and abs(self.line % 1 - 0.5) <= MAX_OFF_LINE_CELLS
        )

    def outermost(self, slots: _Slots) -> _Slot:
        """The slot farthest from the board that it is in."""
        return floor(self.line), slots.index(self.away + self.along / 2 - slots.along / 2)


class _Slots(NamedTuple):
    """The slots of one side, in cells."""

    first: float
    """Distance of the middle of a slot from the board."""
    step: float
    along: float
    """Length of a tile along its line."""
    across: float

    def at(self, index: int) -> float:
        """The distance of the middle of a slot from the board."""
        return self.first + index * self.step

    def index(self, away: float) -> int:
        """The slot whose middle is nearest."""
        return round((away - self.first) / self.step)

    def of_usual(self, piece: _Piece) -> _Slot | None:
        """The slot of a tile that has the usual size and is in the middle; else ``None``."""
        index = self.index(piece.away)
        differences = (
            piece.away - self.at(index), piece.along - self.along, piece.across - self.across
        )  # fmt: skip
        is_usual = piece.is_single and max(map(abs, differences)) <= MAX_OFF_SLOT_CELLS
        return (floor(piece.line), index) if is_usual else None


_Slot = tuple[int, int]
"""A line and the index of a slot."""


@dataclass(frozen=True, eq=False)
class _SideArea:
    """The clue area of one side, turned so that its lines go away from the board to the right.

    It includes a margin on all sides, since tiles may have moved the borders of the grid.
    """

    page: RectifiedPage
    side: Side
    labels: NDArray[np.int32]
    """The tiles, shape (lines * CELL_PX, depth * CELL_PX) with the margins."""

    @classmethod
    def of(cls, page: RectifiedPage, side: Side) -> _SideArea | None:
        """The clue area of a side; ``None`` if the picture ends there."""
        depth = page.depth(side)
        if depth < 1:
            return None
        m, rows, columns = MARGIN_CELLS, page.rows, page.columns
        bounds = {
            Side.LEFT: (-m, -depth, rows + m, m),
            Side.RIGHT: (-m, columns - m, rows + m, columns + depth),
            Side.TOP: (-depth, -m, m, columns + m),
            Side.BOTTOM: (rows - m, -m, rows + depth, columns + m),
        }[side]
        labels = page.cut_groups(*bounds)
        if labels is None:
            return None
        if side in (Side.TOP, Side.BOTTOM):
            labels = labels.T
        if side in (Side.LEFT, Side.TOP):
            labels = labels[:, ::-1]
        return cls(page, side, labels)

    def complete(
        self,
        lab: NDArray[np.float32],
        paper: NDArray[np.float64],
        tiles: NDArray[np.int32],
        colors: list[NDArray[np.float64]],
        slots: NDArray[np.uint8],
    ) -> None:
        """Complete the tiles of this side; ``tiles``, ``colors`` and ``slots`` are changed."""
        pieces = self._pieces()
        evenly = _slots_of([piece for piece in pieces if piece.is_single])
        if evenly is None:
            return
        known = {slot for piece in pieces if (slot := evenly.of_usual(piece)) is not None}
        counts = Counter(index for _, index in known)
        start = min((k for k, n in counts.items() if n >= MIN_OF_FIRST), default=None)
        if start is None:
            return
        outermost: dict[int, int] = {}
        for piece in pieces:
            line, index = piece.outermost(evenly)
            outermost[line] = max(index, outermost.get(line, start - 1))

        def is_tile(line: int, index: int) -> bool:
            """Whether a slot has a tile, which is drawn if it is not known."""
            if (line, index) not in known:
                quad = self._quad(line, evenly.at(index), evenly.across, evenly.along)
                color = _rim_color(lab, paper, quad)
                if color is None:
                    return False
                colors.append(color)
                corners = np.rint(_chamfered(quad)).astype(np.int32)
                cv2.fillConvexPoly(tiles, corners, len(colors) - 1)
            # The gap towards the board belongs to the next slot, or has the line of the board.
            nearer, farther = evenly.along / 2 - INSET_CELLS, evenly.step - evenly.along / 2
            middle = evenly.at(index) + (farther - nearer) / 2
            around = self._quad(line, middle, 1.0, nearer + farther)
            cv2.fillConvexPoly(slots, np.rint(around).astype(np.int32), 1)
            return True

        lines, depth = (size / CELL_PX for size in self.labels.shape)
        for line in range(-MARGIN_CELLS, round(lines) - MARGIN_CELLS):
            for index in range(start, evenly.index(depth - MARGIN_CELLS) + 1):
                if not is_tile(line, index) and index > outermost.get(line, start - 1):
                    break
            index = start - 1
            while evenly.at(index) > -MARGIN_CELLS and is_tile(line, index):
                index -= 1

    def _pieces(self) -> list[_Piece]:
        at = np.flatnonzero(self.labels)
        if not at.size:
            return []
        names, numbers = np.unique(self.labels.ravel()[at], return_inverse=True)
        y, x = np.divmod(at, self.labels.shape[1])
        low, high = np.full((2, len(names)), 1 << 30), np.zeros((2, len(names)), np.intp)
        for axis, values in enumerate((y, x)):
            np.minimum.at(low[axis], numbers, values)
            np.maximum.at(high[axis], numbers, values + 1)
        middle, size = (low + high) / 2 / CELL_PX, (high - low) / CELL_PX
        return [
            _Piece(
                float(middle[0, k]) - MARGIN_CELLS,
                float(middle[1, k]) - MARGIN_CELLS,
                float(size[0, k]),
                float(size[1, k]),
            )
            for k in range(len(names))
        ]

    def _quad(self, line: int, away: float, across: float, along: float) -> NDArray[np.float64]:
        """The corners of a rectangle in the picture, shape (4, 2)."""
        ends = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
        lines, out = line + 0.5 + ends[:, 0] * across, away + ends[:, 1] * along
        if self.side in (Side.LEFT, Side.TOP):
            out = -out
        else:
            out = out + (self.page.columns if self.side is Side.RIGHT else self.page.rows)
        pair = [out, lines] if self.side in (Side.TOP, Side.BOTTOM) else [lines, out]
        return self.page.at(np.stack(pair, axis=-1)).astype(np.float64)


def _slots_of(singles: list[_Piece]) -> _Slots | None:
    """The slots in which tiles stand; ``None`` if they are not evenly spaced."""
    if len(singles) < MIN_SINGLES:
        return None
    along = float(np.median([piece.along for piece in singles]))
    across = float(np.median([piece.across for piece in singles]))
    away = np.array([piece.away for piece in singles])
    steps = np.arange(along, MAX_STEP_CELLS, STEP_CELLS)
    turns = np.exp(2j * np.pi * away[None, :] / steps[:, None]).mean(axis=1)
    best = int(np.abs(turns).argmax())
    if not len(steps) or abs(turns[best]) < MIN_CONCENTRATION:
        return None
    step = float(steps[best])
    first = float(np.angle(turns[best]) / (2 * np.pi) * step) % step
    return _Slots(first, step, along, across)


def _rim_color(
    lab: NDArray[np.float32], paper: NDArray[np.float64], quad: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """The colour of a tile in Lab, shape (3,); ``None`` if there is none."""
    corners = _chamfered(quad)
    x, y, wide, high = cv2.boundingRect(corners.astype(np.float32))
    if min(x, y) < 0 or y + high > len(lab) or x + wide > lab.shape[1]:
        return None
    part = lab[y : y + high, x : x + wide]
    middle = corners.mean(axis=0)
    mask = np.zeros(part.shape[:2], np.uint8)
    for share, value in ((1 - RIM_SHARE / 2, 1), (1 - 2.5 * RIM_SHARE, 0)):
        inner = middle + (corners - middle) * share - (x, y)
        cv2.fillConvexPoly(mask, np.rint(inner).astype(np.int32), value)
    rim = part[mask > 0]
    if not len(rim):
        return None
    color = np.median(rim, axis=0).astype(np.float64)
    if np.linalg.norm(color - paper) < MIN_RIM_LAB:
        return None
    is_near = np.linalg.norm(rim - color, axis=1) < MAX_RIM_SPREAD_LAB
    return color if is_near.mean() >= MIN_EVEN_RIM else None


def _chamfered(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """A quadrilateral without its corners, shape (8, 2)."""
    after = np.roll(quad, -1, axis=0)
    cuts = [quad + (after - quad) * share for share in (CORNER_SHARE, 1 - CORNER_SHARE)]
    return np.stack(cuts, axis=1).reshape(-1, 2)
