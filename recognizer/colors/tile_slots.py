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
from recognizer.lattice import Picture
from recognizer.values import Side

MIN_SINGLE_CELLS, MAX_SINGLE_CELLS = 0.42, 1.12
"""Sides of a tile that is no merged one, cells."""
MAX_OFF_LINE_CELLS = 0.2
"""Maximum distance of the centre of such a tile from the middle of its line, cells."""
MAX_OFF_SLOT_CELLS = 0.16
"""The same for the middle of its slot; also the difference of its sides from the usual ones."""
MIN_WHOLE_SHARE = 0.75
"""Minimum sides of a tile, as a share of the usual ones: less are two bold digits of a tile, or the
part of it beside a 1."""
MIN_CUT_CELLS = 0.1
"""How much shorter than usual a whole tile is if digits at its edge were taken for its end."""
MIN_SINGLES = 6
"""Minimum number of such tiles on a side whose slots are looked for."""
MAX_STEP_CELLS, STEP_CELLS = 1.3, 0.004
"""Maximum step, and the precision with which it is looked for, cells."""
MIN_CONCENTRATION = 0.75
"""Minimum mean resultant length of the tiles' positions within a step: 1 if they are evenly spaced,
about 0 if not."""
MARGIN_CELLS = 3
"""Width of the part of the board, and of the page beside a clue area, where tiles are, too: the
borders of a grid with boxes of colours beside it may be wrong."""
MAX_MISSING = 3
"""Maximum number of tiles side by side that were not found; farther ones are something else."""
MIN_OF_FIRST, MIN_FIRST_SHARE = 2, 0.25
"""Minimum number of tiles in the slot next to the board, also as a share of the lines."""
GAP_CELLS = 0.06
"""Width of the gap between a tile and the board, cells."""
RIM_SHARE = 0.12
"""Width of the rim of a tile, where no digits are, as a share of its shorter side."""
MIN_RIM_LAB = 8.0
"""Minimum distance of a tile's rim from the paper, in Lab."""
MAX_RIM_SPREAD_LAB, MIN_EVEN_QUARTER = 10.0, 0.15
"""Minimum share of each quarter of a tile's rim that has its colour within a distance, in Lab."""
KNOWN_LAB, MIN_KNOWN_SHARE = 16.0, 0.3
"""Maximum distance of a pixel from the colour of another tile, in Lab, and the minimum share of
such pixels in a tile that is full of digits."""
FULL_LAB, MIN_FULL_SHARE = 35.0, 0.3
"""Minimum distance of its ink from that, in Lab, and the minimum share of ink: two digits have 0.4,
one has 0.15."""
MIN_KNOWN_LAB = 20.0
"""Minimum distance of that colour from the paper, in Lab."""
MAX_TRIED_PIXELS = 100
"""Pixels of a rim among which the most frequent colour is looked for."""
MIN_PAPER_SHARE = 0.5
"""Minimum share of the slots beyond the tiles that have the colour of the paper behind them."""
MARGIN_SHARE = 0.15
"""Width around a tile in which its colour is looked for, as a share of its sides."""
CORNER_SHARE = 0.25
"""Parts of a tile's sides that its round corners take."""


@dataclass(frozen=True, eq=False)
class CompletedTiles:
    """The tiles of a picture after those beside the board were completed."""

    tiles: NDArray[np.int32]
    """The number of the tile at each pixel, 0 for none."""
    labs: NDArray[np.float64]
    """The colours of the tiles in Lab; shape (n, 3)."""
    slots: NDArray[np.uint8]
    """Where nothing but tiles is: the slots that have one, with the gaps around it. There it is the
    number of the paper behind them, elsewhere 0."""
    papers: NDArray[np.float64]
    """The papers in Lab, that of the board first; shape (n, 3)."""


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
    colors, papers = list(labs), [paper]
    for side in Side:
        area = _SideArea.of(page, side, 1 / found.lattice.pitch_px)
        if area is not None:
            area.complete(lab, tiles, colors, slots, papers)
    return CompletedTiles(tiles, np.array(colors), slots, np.array(papers))


class _Piece(NamedTuple):
    """A connected tile in a clue area; its bounds in cells."""

    label: int
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
        return floor(self.line), slots.nearest(self.away + self.along / 2 - slots.along / 2)


@dataclass(frozen=True, eq=False)
class _Places:
    """Where the tiles are in their slots: a page may be bent."""

    slots: _Slots
    curves: NDArray[np.float64]
    """Coefficients of the deviation across the lines and along them; shape (n, 2)."""

    @classmethod
    def of(cls, slots: _Slots, known: dict[_Slot, _Piece]) -> _Places:
        at = np.array(list(known))
        off = np.array([
            (piece.line - line - 0.5, piece.away - slots.at(index))
            for (line, index), piece in known.items()
        ])  # fmt: skip
        terms = cls._terms(at)
        weights = np.ones((len(at), 1))
        # A ridge keeps the curves of few tiles flat.
        ridge = np.eye(terms.shape[1]) * 0.01
        for _ in range(3):
            weighted = terms * weights
            curves = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ off)
            left = np.linalg.norm(off - terms @ curves, axis=1, keepdims=True)
            weights = 1 / np.maximum(1.0, left / (1.5 * float(np.median(left)) + 1e-6))
        return cls(slots, curves)

    def at(self, line: int, index: int) -> tuple[float, float]:
        """The middle of a tile across the lines and away from the board, cells."""
        across, away = (self._terms(np.array([[line, index]])) @ self.curves)[0].tolist()
        return line + 0.5 + across, self.slots.at(index) + away

    @staticmethod
    def _terms(at: NDArray[np.integer]) -> NDArray[np.float64]:
        line, index = at[:, 0] / 10, at[:, 1] / 10
        return np.stack([np.ones(len(at)), line, line**2, index, line * index], axis=-1)


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

    def nearest(self, away: float) -> int:
        """The slot whose middle is nearest."""
        return round((away - self.first) / self.step)

    def is_whole(self, piece: _Piece) -> bool:
        """Whether it is not only a part of a tile; one of two digits may be wider than its slot."""
        least = MIN_WHOLE_SHARE * self.along
        is_long = least < piece.along < self.along + self.step / 2
        return is_long and piece.across > MIN_WHOLE_SHARE * self.across

    def is_cut(self, piece: _Piece) -> bool:
        """Whether a 1 at its edge was taken for the end of a whole tile."""
        return piece.along < self.along - MIN_CUT_CELLS

    def of_usual(self, piece: _Piece) -> _Slot | None:
        """The slot of a tile that has the usual size and is in the middle; else ``None``."""
        index = self.nearest(piece.away)
        differences = (
            piece.away - self.at(index), piece.along - self.along, piece.across - self.across
        )  # fmt: skip
        is_usual = piece.is_single and max(map(abs, differences)) <= MAX_OFF_SLOT_CELLS
        return (floor(piece.line), index) if is_usual else None


_Offset = NDArray[np.float64]
"""(x, y) in px."""
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
    pixel: float
    """The side of a pixel of the picture, cells."""

    @classmethod
    def of(cls, page: RectifiedPage, side: Side, pixel: float) -> _SideArea | None:
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
        return cls(page, side, labels, pixel)

    def complete(
        self,
        lab: NDArray[np.float32],
        tiles: NDArray[np.int32],
        colors: list[NDArray[np.float64]],
        slots: NDArray[np.uint8],
        papers: list[NDArray[np.float64]],
    ) -> None:
        """Complete the tiles of this side; all but ``lab`` are changed."""
        lines, depth = (size / CELL_PX - 2 * MARGIN_CELLS for size in self.labels.shape)
        # In the corners inside are the tiles of the other sides.
        pieces = [piece for piece in self._pieces() if piece.away > 0 or 0 < piece.line < lines]
        evenly = _slots_of([piece for piece in pieces if piece.is_single])
        if evenly is None:
            return
        known = {slot: piece for piece in pieces if (slot := evenly.of_usual(piece)) is not None}
        counts = Counter(index for _, index in known)
        least = max(MIN_OF_FIRST, MIN_FIRST_SHARE * lines)
        start = min((k for k, n in counts.items() if n >= least), default=None)
        if start is None:
            return
        places = _Places.of(evenly, known)
        whole = {
            (floor(piece.line), evenly.nearest(piece.away)): piece
            for piece in pieces
            if piece.is_single and evenly.is_whole(piece)
        }
        outermost: dict[int, int] = {}
        for line, index in sorted(piece.outermost(evenly) for piece in pieces):
            before = outermost.get(line, start - 1)
            if before <= index <= before + MAX_MISSING + 1:
                outermost[line] = index
        beyond = [
            color
            for line, index in outermost.items()
            if (color := _rim_color(lab, self._tile(places, line, index + 1))) is not None
        ]
        papers.append(_paper_of(beyond, papers[0]))
        behind = papers[0], papers[-1]

        others = np.unique([colors[piece.label].round() for piece in whole.values()], axis=0)
        others = others[
            [min(np.linalg.norm(other - p) for p in behind) > MIN_KNOWN_LAB for other in others]
        ]
        drawn: list[tuple[NDArray[np.int32], int]] = []
        cut: list[tuple[NDArray[np.int32], int]] = []

        def tile_at(line: int, index: int, moved: _Offset) -> _Offset | None:
            """Draw the tile in a slot; ``None`` if it has none.

            Returns:
                How far it is from where it was expected, px; the next one may be moved alike.
            """
            piece = whole.get((line, index))
            quad = self._tile(places, line, index)
            off = np.zeros(2)
            if piece is None:
                color = _rim_color(lab, quad)
                if color is None:
                    off = moved
                    color = _rim_color(lab, quad + off)
                color = _known_color(lab, quad + off, others, color)
                if color is None or min(np.linalg.norm(color - p) for p in behind) < MIN_RIM_LAB:
                    return None
                off = off + _offset(lab, quad + off, color)
            nearer, farther = evenly.along / 2 + GAP_CELLS, evenly.step - evenly.along / 2
            across, away = places.at(line, index)
            around = self._quad(across, away + (farther - nearer) / 2, 1.0, nearer + farther)
            around_at = np.rint(around + off).astype(np.int32)
            cv2.fillConvexPoly(slots, around_at, len(papers) - 1)
            corners = np.rint(_chamfered(quad + off)).astype(np.int32)
            if piece is None and color is not None:
                cv2.fillConvexPoly(tiles, around_at, 0)
                colors.append(color)
                drawn.append((corners, len(colors) - 1))
            elif piece is not None and evenly.is_cut(piece):
                cut.append((corners, piece.label))
            return off

        for line in range(-MARGIN_CELLS, round(lines) + MARGIN_CELLS):
            off = np.zeros(2)
            for index in range(start, evenly.nearest(depth + MARGIN_CELLS) + 1):
                if (found := tile_at(line, index, off)) is not None:
                    off = found
                elif index > outermost.get(line, start - 1):
                    break
            index = start - 1
            while evenly.at(index) > 0 and tile_at(line, index, np.zeros(2)) is not None:
                index -= 1
        for corners, label in drawn:
            cv2.fillConvexPoly(tiles, corners, label)
        found_tiles = tiles.copy() if cut else tiles
        for corners, label in cut:
            cv2.fillConvexPoly(tiles, corners, label)
        np.copyto(tiles, found_tiles, where=found_tiles > 0)

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
                label,
                float(middle[0, k]) - MARGIN_CELLS,
                float(middle[1, k]) - MARGIN_CELLS,
                float(size[0, k]),
                float(size[1, k]),
            )
            for k, label in enumerate(names.tolist())
        ]

    def _tile(self, places: _Places, line: int, index: int) -> NDArray[np.float64]:
        """The corners of a tile in the picture, shape (4, 2)."""
        # The pixels on its edges are drawn as well; beyond them the paper would be digits.
        slots = places.slots
        across, along = (size - 2 * self.pixel for size in (slots.across, slots.along))
        return self._quad(*places.at(line, index), across, along)

    def _quad(self, line: float, away: float, across: float, along: float) -> NDArray[np.float64]:
        """The corners of a rectangle around some middle in the picture, shape (4, 2)."""
        ends = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
        lines, out = line + ends[:, 0] * across, away + ends[:, 1] * along
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
    sizes = np.array([(piece.along, piece.across) for piece in singles])
    is_usual = (np.abs(sizes - np.median(sizes, axis=0)) <= MAX_OFF_SLOT_CELLS).all(axis=1)
    if is_usual.sum() < MIN_SINGLES:
        return None
    along, across = np.median(sizes[is_usual], axis=0).tolist()
    away = np.array([piece.away for piece in singles])[is_usual]
    # Far from the board are other things, too.
    weights = 1 / (1 + np.abs(away))
    steps = np.arange(along, MAX_STEP_CELLS, STEP_CELLS)
    turns = np.exp(2j * np.pi * away[None, :] / steps[:, None]) @ (weights / weights.sum())
    best = int(np.abs(turns).argmax())
    if not len(steps) or abs(turns[best]) < MIN_CONCENTRATION:
        return None
    step = float(steps[best])
    first = float(np.angle(turns[best]) / (2 * np.pi) * step) % step
    return _Slots(first, step, along, across)


def _paper_of(beyond: list[NDArray[np.float64]], usual: NDArray[np.float64]) -> NDArray[np.float64]:
    """The paper behind tiles, from slots where it may be; they may hold tiles instead."""
    if len(beyond) < MIN_OF_FIRST:
        return usual
    paper = np.asarray(np.median(beyond, axis=0), np.float64)
    is_near = np.linalg.norm(beyond - paper, axis=1) < MAX_RIM_SPREAD_LAB
    return paper if is_near.mean() >= MIN_PAPER_SHARE else usual


def _rim_color(lab: NDArray[np.float32], quad: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The colour of the rim of a tile in Lab, shape (3,); ``None`` if it is not all around.

    Digits may reach into the rim, so the most frequent colour is taken.
    """
    corners = _chamfered(quad)
    x, y, wide, high = cv2.boundingRect(corners.astype(np.float32))
    if min(x, y) < 0 or y + high > len(lab) or x + wide > lab.shape[1]:
        return None
    part = cv2.blur(lab[y : y + high, x : x + wide], (3, 3))
    middle = corners.mean(axis=0)
    mask = np.zeros(part.shape[:2], np.uint8)
    for share, value in ((1 - RIM_SHARE, 1), (1 - 3 * RIM_SHARE, 0)):
        inner = middle + (corners - middle) * share - (x, y)
        cv2.fillConvexPoly(mask, np.rint(inner).astype(np.int32), value)
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return None
    rim = part[rows, columns]
    tried = rim[:: 1 + len(rim) // MAX_TRIED_PIXELS]
    near = np.linalg.norm(rim[None] - tried[:, None], axis=2) < MAX_RIM_SPREAD_LAB
    quarters = _quarters(rows, columns, middle - (x, y))
    shares = near @ (quarters / np.maximum(quarters.sum(axis=1), 1)[:, None]).T
    is_around = shares.min(axis=1) >= MIN_EVEN_QUARTER
    if not is_around.any():
        return None
    is_near = near[np.where(is_around, near.sum(axis=1), 0).argmax()]
    return np.asarray(np.median(rim[is_near], axis=0), np.float64)


def _known_color(
    lab: NDArray[np.float32],
    quad: NDArray[np.float64],
    others: NDArray[np.float64],
    color: NDArray[np.float64] | None,
) -> NDArray[np.float64] | None:
    """The colour of a tile whose digits fill it: that of another tile, if it is on all sides.

    Args:
        lab: The picture in Lab, shape (height, width, 3).
        quad: The corners of the tile.
        others: The colours of other tiles in Lab, shape (n, 3).
        color: That of the tile's rim, which is kept if another tile has it or none fits better.
    """
    if not len(others):
        return color
    if color is not None:
        if np.linalg.norm(others - color, axis=1).min() < KNOWN_LAB:
            return color
        others = np.vstack([others, color])
    corners = _chamfered(quad)
    x, y, wide, high = cv2.boundingRect(corners.astype(np.float32))
    if min(x, y) < 0 or y + high > len(lab) or x + wide > lab.shape[1]:
        return color
    mask = np.zeros((high, wide), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners - (x, y)).astype(np.int32), 1)
    rows, columns = np.nonzero(mask)
    middle = corners.mean(axis=0) - (x, y)
    inside = lab[y : y + high, x : x + wide][rows, columns]
    away = np.linalg.norm(inside[None] - others[:, None], axis=2)
    best = int(np.quantile(away, MIN_KNOWN_SHARE, axis=1).argmin())
    is_near = away[best] < KNOWN_LAB
    quarters = _quarters(rows, columns, middle)
    is_around = all(is_near[quarter].mean() > MIN_EVEN_QUARTER for quarter in quarters)
    is_full = (away[best] > FULL_LAB).mean() > MIN_FULL_SHARE
    return others[best] if is_full and is_around and is_near.mean() > MIN_KNOWN_SHARE else color


def _quarters(
    rows: NDArray[np.intp], columns: NDArray[np.intp], middle: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which of some pixels are in each quarter around a middle (x, y), shape (4, n)."""
    at = 2 * (rows > middle[1]) + (columns > middle[0])
    return np.asarray(at == np.arange(4)[:, None], np.bool_)


def _offset(
    lab: NDArray[np.float32], quad: NDArray[np.float64], color: NDArray[np.float64]
) -> _Offset:
    """How far the middle of the pixels of a tile's colour is from where the tile was expected."""
    middle = quad.mean(axis=0)
    wider = np.rint(middle + (quad - middle) * (1 + 2 * MARGIN_SHARE)).astype(np.int32)
    x, y, wide, high = cv2.boundingRect(wider)
    x, y = max(x, 0), max(y, 0)
    part = lab[y : y + high, x : x + wide]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, wider - (x, y), 1)
    mask[np.linalg.norm(part - color, axis=2) > MAX_RIM_SPREAD_LAB] = 0
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return np.zeros(2)
    return np.asarray((columns.mean() + x, rows.mean() + y) - middle, np.float64)


def _chamfered(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """A quadrilateral without its corners, shape (8, 2)."""
    after = np.roll(quad, -1, axis=0)
    cuts = [quad + (after - quad) * share for share in (CORNER_SHARE, 1 - CORNER_SHARE)]
    return np.stack(cuts, axis=1).reshape(-1, 2)
