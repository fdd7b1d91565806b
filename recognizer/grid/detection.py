"""Find the grids in a picture, seed by seed."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import ShouldStop, never
from recognizer.grid.board_region import (
    MISSING_LINE_SCORE,
    Region,
    board_of,
    densest_region,
    without_neighbours,
)
from recognizer.grid.border_search import BorderLine, is_present, is_printed, is_visible, next_line
from recognizer.grid.edge_scoring import EdgeModel
from recognizer.grid.growth import SEED_WINDOW_PITCHES, GrownLattice, filled, grow, is_crossed
from recognizer.grid.ridges import Ridges
from recognizer.grid.seeds import Seed, find_seeds
from recognizer.grid.sharpness import is_out_of_focus
from recognizer.grid.working_scale import (
    MARGIN_PX,
    WORKING_PX,
    ImagePyramid,
    framed,
    gray_of,
    reduced_gray,
    scale_of,
)
from recognizer.lattice import Lattice, Picture

MAX_TRIES = 14
"""Maximum number of seeds that are grown."""
MAX_BLURRED_TRIES = 3
"""That maximum in a picture that is out of focus, of which only a board of large cells can be read:
it is found with the first seeds of large windows."""
MAX_CHECKED_SEEDS = 150
"""Maximum number of seeds that are checked before growing."""
MAX_FRUITLESS_TRIES, MAX_FRUITLESS_SEEDS = 5, 60
"""These maxima before the first grid: of 20 photos and 171 drawn pages the last ones had it after 3
and 28. Noise has none."""
MAX_FRUITLESS_NODES = 20_000
"""Maximum number of nodes in lattices without a board before the first grid; mosaics have many."""
MIN_SCORE = 1.0
"""Grids with a lower score are noise; a faint board of 4 x 4 cells has 2."""
WEAK_SCORE = 4.0
"""Grids with a lower score may be text, so the search goes on; small boards of text pages have 14
and more."""
MORE_TRIES = 3
"""Number of seeds that are tried after the last improvement outside the found grids, and of small
windows after those of large ones, in which the text around a small board outweighs it."""
THICK_LINES_CELLS = 5
"""The cells from one thick line of a board to the next, of nearly all boards that have some."""
MIN_FINE_PITCH_PX = 8.0
"""Minimum pitch of the faint lines between thick ones, px: smaller cells cannot be read."""
MIN_FINE_SHARE = 0.5
"""Minimum share of the cells between thick lines that have to be found. Of 13 frames with faint
lines 13 had more than 0.7 (no command here shows it)."""
MIN_SCORE_SHARE = 0.25
"""Grids with less than this share of the best score are not other puzzles."""
COMPLETENESS_EXPONENT = 5
"""Exponent of the completeness in the score. A lattice that is a fifth larger but has one line in
ten less is wrong, or includes clue boxes that other lattices leave out."""
MIN_CLEAR_COMPLETENESS = 0.8
"""Minimum completeness of a clear grid: at most one line in 25 is missing."""
MIN_CLEAR_AREA_SHARE = 0.1
"""If a clear grid covers this share of the picture, smaller ones are not searched for."""
MIN_STRENGTH = 0.05
"""Lines with less strength than this are noise."""
MIN_CLEAR_STRENGTH = 0.2
"""Lines with less strength may be the edges of other lines, or a screen's pixels."""
MIN_BOARD_CELLS = 4
"""Minimum number of rows and of columns of a board."""
UNKNOWN_ROUGHNESS = 9.0
"""Roughness of a line without known nodes."""
MAX_ROUGHNESS = 0.06
"""Maximum bend of a line of nodes from node to node, in pitches."""
MAX_ADDED_LINES = 12
"""Maximum number of lines added on each side; shaded cells may hide many."""
SIDES = ("top", "bottom", "left", "right")
"""Attributes of a :class:`~recognizer.grid.board_region.Region`."""


@dataclass(frozen=True, eq=False)
class DetectedGrid:
    """One grid in the picture."""

    nodes: NDArray[np.float64]
    """Shape (height, width, 2), px: all nodes of the lattice, clue boxes included; none is NaN."""
    cells: Region
    """The board's nodes."""
    dense: Region
    """The part with lines both ways; it includes clue boxes that are like cells."""
    score: float
    """Number of lines times their strength, reduced steeply if some are missing."""
    is_clear: bool = True
    """Whether hardly a line is missing and the lines are not faint."""
    hull: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 2)))
    """Shape (n, 2), px: the convex hull of all known nodes."""

    @property
    def lattice(self) -> Lattice:
        """The board alone."""
        b = self.cells
        points = self.nodes[b.top : b.bottom + 1, b.left : b.right + 1]
        return Lattice(points.astype(np.float32))


def find_grids(
    picture: Picture,
    is_over_time: ShouldStop = never,
    working_px: int = WORKING_PX,
    *,
    is_uneven: bool = False,
) -> list[DetectedGrid]:
    """The grids in a picture, best first; they do not overlap.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        is_over_time: Polled; once true, the grids found so far are returned.
        working_px: Larger pictures are reduced to this side of a square of equal area.
        is_uneven: Whether the lines may be unevenly spaced, as when drawn by hand.
    """
    height, width = picture.shape[:2]
    scale = scale_of(height, width, working_px)
    small = reduced_gray(picture, working_px) if scale < 1 else gray_of(_enlarged(picture, scale))
    levels = ImagePyramid(framed(small))
    is_blurred = scale <= 1 and is_out_of_focus(small)
    max_tries = MAX_BLURRED_TRIES if is_blurred else MAX_TRIES
    search = _GridSearch(levels, is_over_time, max_tries, is_uneven)
    for seeds in find_seeds(levels.ridges(0)):
        search.grow_from(seeds)
        if search.is_finished or is_blurred:
            break
    grids = search.grids
    back = (np.array([width, height]) / small.shape[1::-1]).astype(np.float64)
    chosen: list[DetectedGrid] = []
    for grid in sorted(grids, key=lambda grid: -grid.score):
        if not any(_overlap(grid, other) for other in chosen):
            chosen.append(grid)
    return [replace(g, nodes=(g.nodes - MARGIN_PX + 0.5) * back - 0.5) for g in chosen]


def _enlarged(picture: Picture, scale: float) -> Picture:
    resized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return np.asarray(resized, np.uint8)


class _GridSearch:
    """Grows seeds until a clear grid is found or the limits are reached."""

    def __init__(
        self,
        levels: ImagePyramid,
        is_over_time: ShouldStop,
        max_tries: int = MAX_TRIES,
        is_uneven: bool = False,
    ) -> None:
        self.grids: list[DetectedGrid] = []
        self._levels, self._is_over_time, self._is_uneven = levels, is_over_time, is_uneven
        self._checked_seeds = self._tries = self._fruitless_nodes = 0
        self._max_tries = max_tries
        self._max_fruitless_tries = 0

    @property
    def is_finished(self) -> bool:
        """Whether no more seeds are needed."""
        if self.grids and self._is_exhausted():
            return True
        height, width = self._levels.ridges(0).shape
        best = max(self.grids, key=lambda grid: grid.score, default=None)
        if best is None or not best.is_clear:
            return False
        return cv2.contourArea(_outline(best)) > MIN_CLEAR_AREA_SHARE * height * width

    def _is_exhausted(self) -> bool:
        """Whether the limits are reached, or the time is over."""
        if self.grids:
            is_over = self._tries >= self._max_tries or self._checked_seeds >= MAX_CHECKED_SEEDS
        else:
            is_over = (
                self._tries >= min(self._max_fruitless_tries, self._max_tries)
                or self._checked_seeds >= MAX_FRUITLESS_SEEDS
                or self._fruitless_nodes >= MAX_FRUITLESS_NODES
            )
        return is_over or self._is_over_time()

    def grow_from(self, seeds: list[Seed]) -> None:
        """Grow grids from the seeds that no earlier grid explains."""
        self._max_fruitless_tries = max(MAX_FRUITLESS_TRIES, self._tries + MORE_TRIES)
        for seed in seeds:
            if self._is_exhausted():
                break
            if not any(_explains(grid, seed) for grid in self.grids):
                self._checked_seeds += 1
                self._try_seed(seed)

    def _try_seed(self, seed: Seed) -> None:
        if not (self._grow(seed) and min(_pitches(seed)) >= THICK_LINES_CELLS * MIN_FINE_PITCH_PX):
            return
        # The thick lines of a board whose other lines are faint are a grid of their own.
        thick = self.grids[-1]
        if self._grow(_finer_seed(thick, seed)):
            fine = self.grids[-1].cells
            if fine.rows * fine.columns < MIN_FINE_SHARE * THICK_LINES_CELLS**2 * (
                thick.cells.rows * thick.cells.columns
            ):
                self.grids.pop()

    def _grow(self, seed: Seed) -> bool:
        """Grow a seed; whether that gave a grid, which is the last one then."""
        levels = self._levels
        level = levels.fit_for(seed)
        ridges, scaled_seed = levels.ridges(level), levels.down(seed, level)
        if not is_crossed(ridges, scaled_seed):
            return False
        self._tries += 1
        grown = grow(ridges, scaled_seed, is_uneven=self._is_uneven)
        best = max((g.score for g in self.grids), default=0.0)
        if grown is None:
            return False
        grid = _best_board(grown, ridges, best * MIN_SCORE_SHARE)
        if grid is None or grid.score < MIN_SCORE:
            self._fruitless_nodes += int((~np.isnan(grown.points[..., 0])).sum())
            return False
        if grid.score > best and grid.score >= WEAK_SCORE:
            self._max_tries = min(self._max_tries, self._tries + MORE_TRIES)
        nodes, hull = levels.up(grid.nodes, level), levels.up(grid.hull, level)
        self.grids.append(replace(grid, nodes=nodes, hull=hull))
        return True


def _pitches(seed: Seed) -> tuple[float, float]:
    """The distances of its lines from left to right and from top to bottom, px."""
    return float(np.hypot(*seed.right)), float(np.hypot(*seed.down))


def _finer_seed(grid: DetectedGrid, seed: Seed) -> Seed:
    """A seed for the lines between those of a grid, at the middle of its board."""
    b = grid.cells
    row, column = (b.top + b.bottom) // 2, (b.left + b.right) // 2
    at = grid.nodes[row, column]
    right, down = grid.nodes[row, column + 1] - at, grid.nodes[row + 1, column] - at
    return replace(
        seed,
        center=(float(at[0]), float(at[1])),
        right=(float(right[0]) / THICK_LINES_CELLS, float(right[1]) / THICK_LINES_CELLS),
        down=(float(down[0]) / THICK_LINES_CELLS, float(down[1]) / THICK_LINES_CELLS),
    )


def _best_board(grown: GrownLattice, ridges: Ridges, least: float) -> DetectedGrid | None:
    """The board in a grown lattice; ``None`` if its score is below ``least``."""
    if _strength(grown) < MIN_STRENGTH:
        return None
    dense = densest_region(grown.across, grown.down, grown.hidden)
    if dense is None or dense[1] * _strength(grown) < least:
        return None
    region = _trimmed(grown.points, dense[0])
    region = _without_neighbours(grown, region)
    if min(region.rows, region.columns) < 2:
        return None
    grown, region = _with_border_lines(grown, region, ridges)
    region = _without_neighbours(grown, region)
    board = board_of(grown.across, grown.down, region)
    if min(board.rows, board.columns) < MIN_BOARD_CELLS:
        board = region
    if min(board.rows, board.columns) < MIN_BOARD_CELLS:
        return None
    nodes = filled(grown.points)
    is_clear = (
        _strength(grown) > MIN_CLEAR_STRENGTH
        and _completeness(grown, board)[1] > MIN_CLEAR_COMPLETENESS
    )
    lines, completeness = _completeness(grown, region)
    score = lines * completeness**COMPLETENESS_EXPONENT * _strength(grown)
    known = nodes[~np.isnan(grown.points[..., 0])]
    hull = cv2.convexHull(known.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    return DetectedGrid(nodes, board, region, score, is_clear, hull)


def _without_neighbours(grown: GrownLattice, region: Region) -> Region:
    """The largest part of a region that no gap parts; unknown nodes are no gap."""
    is_unknown = np.isnan(grown.points[..., 0])
    hidden_across, hidden_down = grown.hidden
    unseen = (
        hidden_across | is_unknown[:, :-1] | is_unknown[:, 1:],
        hidden_down | is_unknown[:-1] | is_unknown[1:],
    )
    return without_neighbours(grown.across, grown.down, region, unseen)


def _completeness(grown: GrownLattice, region: Region) -> tuple[int, float]:
    """The number of lines, and a completeness from 0 to 1; 1 if none is missing."""
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
    return lines, max(0.0, lines + MISSING_LINE_SCORE * missing) / max(1, lines + missing)


def _strength(grown: GrownLattice) -> float:
    """The strength of the fainter direction.

    Beside each line the filter sees a fainter one of the opposite polarity.
    """
    return min(grown.model.along, grown.model.crossing)


def _with_border_lines(
    grown: GrownLattice, region: Region, ridges: Ridges
) -> tuple[GrownLattice, Region]:
    """Add the border lines that are present, and remove those that are not."""
    padding = MAX_ADDED_LINES
    points = np.pad(
        grown.points, ((padding, padding), (padding, padding), (0, 0)), constant_values=np.nan
    )
    across, down, hidden_across, hidden_down = (
        np.pad(mask, padding) for mask in (grown.across, grown.down, *grown.hidden)
    )
    grown = GrownLattice(points, across, down, (hidden_across, hidden_down), grown.model)
    region = Region(*(side + padding for side in astuple(region)))
    for side in SIDES:
        # The outermost line was found node by node; it has to pass as a whole line, too.
        while min(region.rows, region.columns) > MIN_BOARD_CELLS and not is_printed(
            _from_side(points, region, side)[0], ridges, _model_for(side, grown.model)
        ):
            region = _moved(region, side, -1)
        if min(region.rows, region.columns) < 3:
            continue
        model, old = _model_for(side, grown.model), _from_side(points, region, side)
        start = _moved(region, side, -1) if is_visible(old[0], ridges, model) else region
        found = start
        for _ in range(padding):
            line = next_line(_from_side(points, found, side), ridges, model)
            if line is None:
                break
            found = _moved(found, side, 1)
            _insert_line(grown, found, side, line)
        region = region if found == start and is_present(old, ridges, model) else found
    return grown, region


def _moved(region: Region, side: str, outward: int) -> Region:
    sign = -1 if side in ("top", "left") else 1
    return replace(region, **{side: getattr(region, side) + sign * outward})


def _model_for(side: str, model: EdgeModel) -> EdgeModel:
    return model if side in ("top", "bottom") else model.turned()


def _from_side(points: NDArray[np.float64], region: Region, side: str) -> NDArray[np.float64]:
    """The region's nodes as lines along a side, the outermost line first."""
    part = points[region.top : region.bottom + 1, region.left : region.right + 1]
    part = filled(part) if np.isnan(part).any() else part
    turned = part if side in ("top", "bottom") else part.swapaxes(0, 1)
    return turned if side in ("top", "left") else turned[::-1]


def _insert_line(grown: GrownLattice, region: Region, side: str, line: BorderLine) -> None:
    """Write a line into the lattice, at the border of the region."""
    rows, columns = slice(region.top, region.bottom), slice(region.left, region.right)
    all_rows = slice(region.top, region.bottom + 1)
    all_columns = slice(region.left, region.right + 1)
    if side in ("top", "bottom"):
        at = region.top if side == "top" else region.bottom
        grown.points[at, all_columns] = line.nodes
        grown.across[at, columns] = line.along
        grown.down[at if side == "top" else at - 1, all_columns] = line.crossing
    else:
        at = region.left if side == "left" else region.right
        grown.points[all_rows, at] = line.nodes
        grown.down[rows, at] = line.along
        grown.across[all_rows, at if side == "left" else at - 1] = line.crossing


def _trimmed(points: NDArray[np.float64], region: Region) -> Region:
    """Remove rough outer lines, which may be rows of numbers."""
    while min(region.rows, region.columns) > MIN_BOARD_CELLS:
        part = points[region.top : region.bottom + 1, region.left : region.right + 1]
        rows, columns = _roughness(part), _roughness(part.swapaxes(0, 1))
        most_rows, most_columns = (
            max(MAX_ROUGHNESS, 3 * float(np.median(lines[1:-1]))) for lines in (rows, columns)
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
    """The RMS bend of each line of nodes (first axis) from node to node, in pitches."""
    steps = np.diff(points, axis=1)
    pitch = float(np.nanmedian(np.hypot(steps[..., 0], steps[..., 1])))
    bends = np.diff(steps, axis=1)
    squares = (bends**2).sum(axis=-1)
    known = ~np.isnan(squares)
    count = known.sum(axis=1)
    rough = np.sqrt(np.where(known, squares, 0).sum(axis=1) / np.maximum(count, 1)) / pitch
    return np.asarray(np.where(count > 0, rough, UNKNOWN_ROUGHNESS))


def _outline(grid: DetectedGrid) -> NDArray[np.float32]:
    d = grid.dense
    points = grid.nodes[[d.top, d.top, d.bottom, d.bottom], [d.left, d.right, d.right, d.left]]
    return points.astype(np.float32)


def _explains(grid: DetectedGrid, seed: Seed) -> bool:
    """Whether a seed lies in a clear grid, or so near that its window contains grid lines."""
    away = -cv2.pointPolygonTest(grid.hull.astype(np.float32), seed.center, True)
    return grid.is_clear and away <= SEED_WINDOW_PITCHES * grid.lattice.pitch_px


def _overlap(a: DetectedGrid, b: DetectedGrid) -> bool:
    area, _ = cv2.intersectConvexConvex(cv2.convexHull(_outline(a)), cv2.convexHull(_outline(b)))
    smaller = min(cv2.contourArea(_outline(a)), cv2.contourArea(_outline(b)))
    return area > 0.2 * smaller
