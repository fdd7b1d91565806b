"""Separate the board from clue boxes in a lattice by the numbers in the cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import PATCH_PX
from recognizer.clues.rectification import CELL_PX, RectifiedPage
from recognizer.grid.board_region import Region
from recognizer.grid.detection import MIN_BOARD_CELLS, DetectedGrid
from recognizer.lattice import Lattice, Picture
from recognizer.values import Side

MIN_FULL_SHARE = 0.55
"""Minimum share of numbers in the boxes next to the board; few lines have no clue."""
MIN_BOX_NUMBER_SHARE = 0.275
"""That share where the lattice already separates the boxes from the board."""
MIN_NUMBER_PROBABILITY = 0.6
"""Minimum probability that a cell holds a number."""
MIN_INK_CONTRAST_GRAY = 8
"""Minimum contrast of a cell that may hold a number, gray levels: that of the faintest ink."""
CHECKED_LINES = 3
"""Number of outermost lines of cells that are checked for numbers first."""
GAP_SCORE = -2.0
"""Score of an empty box between numbers, or between them and the board; a number scores 1."""
NO_CLUE_SCORE = -1.0
"""Score of a line without a clue."""
INNER_NUMBER_SCORE = -4.0
"""Score of a number inside the board."""

CellMask = NDArray[np.bool_]
"""Which cells hold numbers, shape (rows, columns)."""


def locate_board(
    picture: Picture, found: DetectedGrid, *, is_handwritten: bool = False
) -> DetectedGrid:
    """Move the board's border in the lattice to where the numbers begin."""
    boxed = with_number_boxes(picture, found, is_handwritten=is_handwritten)
    boxed = boxed or replace(found, cells=found.dense)
    return _without_clue_lines(RectifiedPage(picture, boxed, is_handwritten=is_handwritten), boxed)


def with_one_line_less(found: DetectedGrid, sides: Iterable[Side] = Side) -> list[DetectedGrid]:
    """The same grid with one line of cells less, for each of some sides."""
    return [
        replace(found, cells=board, dense=board)
        for board in (_moved(found.cells, side, -1) for side in sides)
        if min(board.rows, board.columns) >= MIN_BOARD_CELLS
    ]


def with_one_line_more(found: DetectedGrid, sides: Iterable[Side]) -> list[DetectedGrid]:
    """The same grid with one line of cells more, for each side where the lattice goes on."""
    height, width = found.nodes.shape[:2]
    return [
        replace(found, cells=board, dense=board)
        for board in (_moved(found.cells, side, 1) for side in sides)
        if min(board.top, board.left) >= 0 and board.bottom < height and board.right < width
    ]


def with_lines_beyond(found: DetectedGrid, side: Side, count: int) -> DetectedGrid:
    """The same grid with more lines of cells on a side, extrapolated; clue boxes elsewhere stay."""
    dense = replace(found.dense, **{side.value: getattr(found.cells, side.value)})
    nodes = found.nodes[dense.top : dense.bottom + 1, dense.left : dense.right + 1]
    lattice = Lattice(nodes.astype(np.float32))
    more, board = _moved(dense, side, count), _moved(found.cells, side, count)
    places = np.meshgrid(
        np.arange(more.top, more.bottom + 1) - dense.top,
        np.arange(more.left, more.right + 1) - dense.left,
        indexing="ij",
    )
    nodes = lattice.at(np.stack(places, axis=-1)).astype(np.float64)

    def shifted(region: Region) -> Region:
        return Region(region.top - more.top, region.left - more.left,
                      region.bottom - more.top, region.right - more.left)  # fmt: skip

    return replace(found, nodes=nodes, cells=shifted(board), dense=shifted(more))


def _moved(board: Region, side: Side, outward: int) -> Region:
    """A board with one side moved outwards by some lines."""
    sign = -1 if side in (Side.TOP, Side.LEFT) else 1
    return replace(board, **{side.value: getattr(board, side.value) + sign * outward})


def with_number_boxes(
    picture: Picture, found: DetectedGrid, *, drop_empty: bool = False, is_handwritten: bool = False
) -> DetectedGrid | None:
    """Check that the boxes beside the board hold numbers.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The lattice.
        drop_empty: Whether boxes without numbers are removed.
        is_handwritten: Whether the numbers are.

    Returns:
        The grid; ``None`` if boxes have no numbers and are not to be removed: they may be cells of
        the board beyond lines that shaded cells hide.
    """
    page = RectifiedPage(picture, found, is_handwritten=is_handwritten)
    for side, count in page.boxes.items():
        if count < 1:
            continue
        is_number = _number_probabilities(page, side, -1) > 0.5
        if float(is_number.mean()) >= MIN_BOX_NUMBER_SHARE:
            continue
        # Some programs begin all clues at the far end, and only the longest reach the board.
        if is_number.any() and _is_full(_number_probabilities(page, side, -count) > 0.5):
            continue
        if not drop_empty:
            return None
        name = side.value
        found = replace(found, dense=replace(found.dense, **{name: getattr(found.cells, name)}))
    return found


def _number_probabilities(
    page: RectifiedPage, side: Side, depth: int, count: int = 1
) -> NDArray[np.float32]:
    """The probabilities that cells along a side hold numbers.

    Args:
        page: The page.
        side: The side.
        depth: The outermost line, counted inwards; -1 is just outside the board.
        count: Number of lines.

    Returns:
        Shape (count, cells along the side), the outermost line first.
    """
    rows, columns = page.rows, page.columns
    end = depth + count
    area = {
        Side.TOP: (depth, 0, end, columns),
        Side.BOTTOM: (rows - end, 0, rows - depth, columns),
        Side.LEFT: (0, depth, rows, end),
        Side.RIGHT: (0, columns - end, rows, columns - depth),
    }[side]
    gray = page.cut_gray(*area)
    high, wide = (length // CELL_PX for length in gray.shape)
    cells = gray.reshape(high, CELL_PX, wide, CELL_PX).swapaxes(1, 2).reshape(-1, CELL_PX, CELL_PX)
    has_ink = _contrasts(cells) >= MIN_INK_CONTRAST_GRAY
    patches = [cv2.resize(cell, (PATCH_PX, PATCH_PX)) for cell in cells[has_ink]]
    logs = page.number_reader.read(np.array(patches, np.uint8).reshape(-1, PATCH_PX, PATCH_PX))
    probabilities = np.zeros(len(cells), np.float32)
    probabilities[has_ink] = np.exp(logs)[:, 1:100].max(axis=1)
    return np.asarray(_lines_inwards(probabilities.reshape(high, wide), side), np.float32)


def _contrasts(cells: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The contrast inside each cell, gray levels: the 98th minus the 2nd percentile."""
    rim = CELL_PX // 6
    inside = cells[:, rim:-rim, rim:-rim].reshape(len(cells), -1)
    low = inside.shape[1] // 50
    ordered = np.partition(inside, (low, inside.shape[1] - 1 - low), axis=1).astype(np.int16)
    return np.asarray(ordered[:, -1 - low] - ordered[:, low], np.int16)


def _without_clue_lines(page: RectifiedPage, found: DetectedGrid) -> DetectedGrid:
    """Remove the outer lines of cells that hold clues."""
    is_number = np.zeros((page.rows, page.columns), np.bool_)
    max_depths = {side: _detect_numbers_inwards(page, side, is_number) for side in Side}
    best = max(_possible_cuts(max_depths), key=lambda cuts: _layout_score(is_number, cuts))
    b = found.cells
    board = Region(
        b.top + best.top, b.left + best.left, b.bottom - best.bottom, b.right - best.right
    )
    return replace(found, cells=board)


def _detect_numbers_inwards(page: RectifiedPage, side: Side, is_number: CellMask) -> int:
    """Find numbers along a side as deep as clues may go; returns that depth."""
    is_row = side in (Side.TOP, Side.BOTTOM)
    lines = _lines_inwards(is_number, side)
    # A line of n cells has no more than (n + 1) / 2 numbers.
    across = page.rows if is_row else page.columns
    max_depths = max(0, min((across + 1) // 3, across - MIN_BOARD_CELLS))
    first = min(CHECKED_LINES, max_depths)
    if not first:
        return 0
    lines[:first] |= _number_probabilities(page, side, 0, first) > MIN_NUMBER_PROBABILITY
    if not lines[:first].any():
        return 0
    if max_depths > first:
        lines[first:max_depths] |= (
            _number_probabilities(page, side, first, max_depths - first) > MIN_NUMBER_PROBABILITY
        )
    return max_depths


def _lines_inwards(cells: NDArray[Any], side: Side) -> NDArray[Any]:
    """A view of the cells as lines along a side, the outermost first."""
    lines = cells if side in (Side.TOP, Side.BOTTOM) else cells.T
    return lines if side in (Side.TOP, Side.LEFT) else lines[::-1]


def _possible_cuts(max_depths: dict[Side, int]) -> Iterator[Region]:
    """Yield possible numbers of clue lines at each side; opposite sides are not both cut."""
    top, left, bottom, right = (
        max_depths[s] for s in (Side.TOP, Side.LEFT, Side.BOTTOM, Side.RIGHT)
    )
    rows = [(k, 0) for k in range(top + 1)] + [(0, k) for k in range(1, bottom + 1)]
    columns = [(k, 0) for k in range(left + 1)] + [(0, k) for k in range(1, right + 1)]
    for (above, below), (before, behind) in product(rows, columns):
        yield Region(above, before, below, behind)


def _layout_score(is_number: CellMask, cut: Region) -> float:
    """Score a cut by how much the numbers outside the board resemble clues.

    From the board outwards, each clue has numbers first and then empty boxes; or all clues begin at
    the far end.
    """
    height, width = is_number.shape
    rows, columns = slice(cut.top, height - cut.bottom), slice(cut.left, width - cut.right)
    strips = (
        is_number[: cut.top, columns][::-1],
        is_number[height - cut.bottom :, columns],
        is_number[rows, : cut.left][:, ::-1].T,
        is_number[rows, width - cut.right :].T,
    )
    score, inner = 0.0, int(is_number.sum())
    for strip in strips:
        if not len(strip):
            continue
        score += max(_strip_score(strip), _strip_score(strip[::-1]) if strip[0].any() else -np.inf)
        inner -= int(strip.sum())
    return score + INNER_NUMBER_SCORE * inner


def _is_full(is_number: CellMask) -> bool:
    """Whether most boxes of a line hold numbers."""
    return float(is_number.mean()) >= MIN_FULL_SHARE


def _strip_score(strip: CellMask) -> float:
    """Score boxes whose clues begin at the first line of the strip."""
    if not _is_full(strip[0]):
        return -np.inf
    count = strip.sum(axis=0)
    length = len(strip) - strip[::-1].argmax(axis=0)
    gaps = np.where(count > 0, length - count, 0)
    return float(count.sum() + GAP_SCORE * gaps.sum() + NO_CLUE_SCORE * (count == 0).sum())
