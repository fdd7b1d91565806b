"""Find the grid: from a picture to the crossings of its lines."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import ShouldStop
from recognizer.grid.board_region import MISSING, Region, board_of, densest_region
from recognizer.grid.border_search import BorderLine, is_printed, is_seen, is_there, next_line
from recognizer.grid.edge_scoring import EdgeModel
from recognizer.grid.growth import SEEN, GrownLattice, filled, grow, is_crossed
from recognizer.grid.ridges import Ridges, gray_plane
from recognizer.grid.seeds import Seed, find_seeds
from recognizer.grid.working_scale import MARGIN, WORKING_PX, ImagePyramid, framed, scale_of
from recognizer.values import Lattice, Picture

TRIES = 14
"""Seeds that are grown, at most."""
LOOKS = 150
"""Seeds that are looked at before, at most."""
MORE_TRIES = 3
"""Seeds outside the grids that were found, tried after the last one that was better."""
MINOR = 0.25
"""Grids with fewer lines than this share of the largest are no other puzzles."""
REGULAR = 5
"""The weight of missing lines: a lattice that is a fifth larger, but has one line in ten less, is
none, or has boxes of clues that others leave out."""
CLEAR = 0.8
"""A grid is clear if no more than one line in 25 is missing."""
LARGE = 0.1
"""The share of the picture that a clear grid takes if there is no need to look for small ones."""
NOISE = 0.05
"""Lines that are fainter than that are none."""
FAINT = 0.2
"""Lines that are fainter than that may be the rims of others, or a screen's pixels."""
LEAST_SIDE = 4
"""Cells: anything smaller is not taken for a board."""

UNKNOWN = 9.0
"""The roughness of a line of which nothing is known."""
ROUGH = 0.06
"""How much a line of nodes may bend from node to node, in pitches."""


@dataclass(frozen=True, eq=False)
class DetectedGrid:
    """One grid in the picture."""

    nodes: NDArray[np.float64]
    """Shape (height, width, 2), px: all nodes of the lattice, clue boxes included; none is NaN."""
    board: Region
    """The board's nodes."""
    dense: Region
    """The part with lines both ways: larger than the board if clues stand in boxes like cells."""
    score: float
    """How many lines it has and how strong these are; far less if some are missing."""
    is_clear: bool = True
    """Whether hardly a line is missing, and these are no faint ones."""
    reach: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 2)))
    """Shape (n, 2), px: the convex outline of all places where lines of the lattice cross."""

    @property
    def lattice(self) -> Lattice:
        """The board alone."""
        b = self.board
        points = self.nodes[b.top : b.bottom + 1, b.left : b.right + 1]
        return Lattice(points.astype(np.float32))


def find_grids(
    picture: Picture, should_stop: ShouldStop | None = None, most_px: int = WORKING_PX
) -> list[DetectedGrid]:
    """The grids in a picture, best first; they do not overlap.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        should_stop: Asked now and then; what was found until then is returned.
        most_px: The root of the area that larger pictures are made smaller to.
    """
    height, width = picture.shape[:2]
    scale = scale_of(height, width, most_px)
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method), np.uint8
    )
    levels = ImagePyramid(framed(gray_plane(small)))
    search = _GridSearch(levels, should_stop or (lambda: False))
    for seeds in find_seeds(levels.ridges(0)):
        search.grow_from(seeds)
        if search.is_settled:
            break
    grids = search.grids
    back = (np.array([width, height]) / small.shape[1::-1]).astype(np.float64)
    chosen: list[DetectedGrid] = []
    for grid in sorted(grids, key=lambda grid: -grid.score):
        if not any(_overlap(grid, other) for other in chosen):
            chosen.append(grid)
    return [replace(g, nodes=(g.nodes - MARGIN + 0.5) * back - 0.5) for g in chosen]


class _GridSearch:
    """What was found so far."""

    def __init__(self, levels: ImagePyramid, should_stop: ShouldStop) -> None:
        self.grids: list[DetectedGrid] = []
        self._levels, self._should_stop = levels, should_stop
        self._looks = self._tries = 0
        self._enough = TRIES

    @property
    def is_settled(self) -> bool:
        """Whether there is no need to look more closely."""
        if self._tries >= self._enough or self._looks >= LOOKS or self._should_stop():
            return True
        height, width = self._levels.ridges(0).shape
        best = max(self.grids, key=lambda grid: grid.score, default=None)
        if best is None or not best.is_clear:
            return False
        return cv2.contourArea(_outline(best)) > LARGE * height * width

    def grow_from(self, seeds: list[Seed]) -> None:
        """Grow grids from the seeds that none of those found before explains."""
        for seed in seeds:
            if self._tries >= self._enough or self._looks >= LOOKS or self._should_stop():
                break
            if not any(_explains(grid, seed) for grid in self.grids):
                self._looks += 1
                self._try(seed)

    def _try(self, seed: Seed) -> None:
        levels = self._levels
        level = levels.fit_for(seed)
        ridges, near = levels.ridges(level), levels.down(seed, level)
        if not is_crossed(ridges, near):
            return
        self._tries += 1
        grown = grow(ridges, near)
        best = max((g.score for g in self.grids), default=0.0)
        grid = None if grown is None else _choose(grown, ridges, best * MINOR)
        if grid is not None:
            if grid.score > best:
                self._enough = min(TRIES, self._tries + MORE_TRIES)
            nodes, reach = levels.up(grid.nodes, level), levels.up(grid.reach, level)
            self.grids.append(replace(grid, nodes=nodes, reach=reach))


def _choose(grown: GrownLattice, ridges: Ridges, least: float) -> DetectedGrid | None:
    """The board in a grown lattice, if it is not far smaller than those found before."""
    if _strength(grown) < NOISE:
        return None
    dense = densest_region(grown.across, grown.down, grown.hidden)
    if dense is None or dense[1] * _strength(grown) < least:
        return None
    region = _trimmed(grown.points, dense[0])
    if min(region.rows, region.columns) < 2:
        return None
    grown, region = _completed(grown, region, ridges)
    board = board_of(grown.across, grown.down, region)
    if min(board.rows, board.columns) < LEAST_SIDE:
        board = region
    if min(board.rows, board.columns) < LEAST_SIDE:
        return None
    nodes = filled(grown.points)
    is_clear = _strength(grown) > FAINT and _whole(grown, board)[1] > CLEAR
    lines, whole = _whole(grown, region)
    score = lines * whole**REGULAR * _strength(grown)
    known = nodes[~np.isnan(grown.points[..., 0])]
    reach = cv2.convexHull(known.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    return DetectedGrid(nodes, board, region, score, is_clear, reach)


def _whole(grown: GrownLattice, region: Region) -> tuple[int, float]:
    """How many lines there are, and a number from 0 to 1 for how few are missing."""
    rows, columns = slice(region.top, region.bottom), slice(region.left, region.right)
    more_rows, more_columns = (
        slice(region.top, region.bottom + 1),
        slice(region.left, region.right + 1),
    )
    lines = missing = 0
    for joined, hidden, part in (
        (grown.across, grown.hidden[0], (more_rows, columns)),
        (grown.down, grown.hidden[1], (rows, more_columns)),
    ):
        lines += int(joined[part].sum())
        missing += int((~joined & ~hidden)[part].sum())
    return lines, max(0.0, lines + MISSING * missing) / max(1, lines + missing)


def _strength(grown: GrownLattice) -> float:
    """That of the fainter lines; beside each line is a fainter one of the opposite shade."""
    return min(grown.standard.along, grown.standard.to_it)


ROOM = 12
"""Lines that are added at each side, at most: shaded cells may hide many."""
SIDES = ("top", "bottom", "left", "right")


def _completed(grown: GrownLattice, region: Region, ridges: Ridges) -> tuple[GrownLattice, Region]:
    """With all border lines that are there, and without those that are none."""
    room = ROOM
    points = np.pad(grown.points, ((room, room), (room, room), (0, 0)), constant_values=np.nan)
    across, down, hidden_across, hidden_down = (
        np.pad(mask, room) for mask in (grown.across, grown.down, *grown.hidden)
    )
    grown = GrownLattice(points, across, down, (hidden_across, hidden_down), grown.standard)
    region = Region(*(side + room for side in astuple(region)))
    for side in SIDES:
        # The outermost line found node by node has to be found as a whole, too.
        while min(region.rows, region.columns) > LEAST_SIDE and not is_printed(
            _outward(points, region, side)[0], ridges, _for(side, grown.standard)
        ):
            region = _moved(region, side, -1)
        if min(region.rows, region.columns) < 3:
            continue
        standard, old = _for(side, grown.standard), _outward(points, region, side)
        start = _moved(region, side, -1) if is_seen(old[0], ridges, standard) else region
        found = start
        for _ in range(room):
            line = next_line(_outward(points, found, side), ridges, standard)
            if line is None:
                break
            found = _moved(found, side, 1)
            _enter(grown, found, side, line)
        region = region if found == start and is_there(old, ridges, standard) else found
    return grown, region


def _moved(region: Region, side: str, outward: int) -> Region:
    sign = -1 if side in ("top", "left") else 1
    return replace(region, **{side: getattr(region, side) + sign * outward})


def _for(side: str, standard: EdgeModel) -> EdgeModel:
    return standard if side in ("top", "bottom") else standard.turned()


def _outward(points: NDArray[np.float64], region: Region, side: str) -> NDArray[np.float64]:
    """The region's nodes, lines along a side first, the outermost in front."""
    part = points[region.top : region.bottom + 1, region.left : region.right + 1]
    part = filled(part) if np.isnan(part).any() else part
    turned = part if side in ("top", "bottom") else part.swapaxes(0, 1)
    return turned if side in ("top", "left") else turned[::-1]


def _enter(grown: GrownLattice, region: Region, side: str, line: BorderLine) -> None:
    """Put a line in its place, at the border of the region."""
    rows, columns = slice(region.top, region.bottom), slice(region.left, region.right)
    all_rows = slice(region.top, region.bottom + 1)
    all_columns = slice(region.left, region.right + 1)
    if side in ("top", "bottom"):
        at = region.top if side == "top" else region.bottom
        grown.points[at, all_columns] = line.nodes
        grown.across[at, columns] = line.along
        grown.down[at if side == "top" else at - 1, all_columns] = line.to_it
    else:
        at = region.left if side == "left" else region.right
        grown.points[all_rows, at] = line.nodes
        grown.down[rows, at] = line.along
        grown.across[all_rows, at if side == "left" else at - 1] = line.to_it


def _trimmed(points: NDArray[np.float64], region: Region) -> Region:
    """Without outer lines that are rough: a row of numbers may look like one."""
    while min(region.rows, region.columns) > LEAST_SIDE:
        part = points[region.top : region.bottom + 1, region.left : region.right + 1]
        rows, columns = _roughness(part), _roughness(part.swapaxes(0, 1))
        most_rows, most_columns = (
            max(ROUGH, 3 * float(np.median(lines[1:-1]))) for lines in (rows, columns)
        )
        excess = {
            "top": rows[0] / most_rows,
            "bottom": rows[-1] / most_rows,
            "left": columns[0] / most_columns,
            "right": columns[-1] / most_columns,
        }
        side = max(excess, key=excess.__getitem__)
        if excess[side] <= 1:
            break
        inward = 1 if side in ("top", "left") else -1
        region = replace(region, **{side: getattr(region, side) + inward})
    return region


def _roughness(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much each line of nodes (first axis) bends from node to node, in pitches."""
    steps = np.diff(points, axis=1)
    pitch = float(np.nanmedian(np.hypot(steps[..., 0], steps[..., 1])))
    bends = np.diff(steps, axis=1)
    squares = (bends**2).sum(axis=-1)
    known = ~np.isnan(squares)
    count = known.sum(axis=1)
    rough = np.sqrt(np.where(known, squares, 0).sum(axis=1) / np.maximum(count, 1)) / pitch
    return np.asarray(np.where(count > 0, rough, UNKNOWN))


def _outline(grid: DetectedGrid) -> NDArray[np.float32]:
    d = grid.dense
    points = grid.nodes[[d.top, d.top, d.bottom, d.bottom], [d.left, d.right, d.right, d.left]]
    return points.astype(np.float32)


def _explains(grid: DetectedGrid, seed: Seed) -> bool:
    """Whether a seed lies in a clear grid, or so near that it sees its lines."""
    away = -cv2.pointPolygonTest(grid.reach.astype(np.float32), seed.center, True)
    return grid.is_clear and away <= SEEN * grid.lattice.pitch_px


def _overlap(a: DetectedGrid, b: DetectedGrid) -> bool:
    area, _ = cv2.intersectConvexConvex(cv2.convexHull(_outline(a)), cv2.convexHull(_outline(b)))
    smaller = min(cv2.contourArea(_outline(a)), cv2.contourArea(_outline(b)))
    return area > 0.2 * smaller
