"""Pages before a camera, and short videos, with the places of all crossings known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import SolverHooks
from recognizer.lattice import Lattice, Picture
from recognizer.live.scene import Frame
from recognizer.live.tracking.optical_flow import Gray, equalize_light
from solver.advice import next_step, solved
from solver.solution_count import count_solutions
from tests.support.pages import Page, draw_page, unique_clues
from tools.videos.film import Film
from tools.videos.scenes import make_film

SIZE = (640, 480)
FPS = 10.0
Matrix = NDArray[np.float64]
Nodes = NDArray[np.float64]


class Sheet(NamedTuple):
    """A picture of several boards, and where the crossings of each are."""

    picture: Picture
    boards: tuple[Nodes, ...]


def solver_hooks() -> SolverHooks:
    """The program's own solver."""
    return SolverHooks(count_solutions, solved, next_step)


def camera(
    *,
    x: float = 0,
    y: float = 0,
    roll: float = 0,
    tilt: float = 0,
    zoom: float = 1,
    wide: float = SIZE[0],
    high: float = SIZE[1],
) -> Matrix:
    """What moves a picture of that width and height.

    Args:
        x: px to the right.
        y: px down.
        roll: Degrees clockwise.
        tilt: Degrees by which its upper edge leans away.
        zoom: How much larger its middle becomes.
        wide: Its width.
        high: Its height.
    """
    far = 1.2 * max(wide, high)
    middle = np.array([(1, 0, -wide / 2), (0, 1, -high / 2), (0, 0, 1)])
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    turn = np.array([(c, -s, 0), (s, c, 0), (0, 0, 1)])
    lean = np.radians(tilt)
    # The page's plane turns about its horizontal middle.
    plane = np.array([(1, 0, 0), (0, np.cos(lean), 0), (0, -np.sin(lean), far / zoom)])
    view = np.array([(far, 0, 0), (0, far, 0), (0, 0, 1)])
    back = np.array([(1, 0, wide / 2 + x), (0, 1, high / 2 + y), (0, 0, 1)])
    matrix = back @ view @ plane @ turn @ middle
    return np.asarray(matrix / matrix[2, 2], np.float64)


def moved(points: Nodes, matrix: Matrix) -> Nodes:
    """Places that a camera has moved."""
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(points.shape)


@cache
def _table(size: tuple[int, int]) -> Picture:
    rough = np.random.default_rng(5).normal(120, 8, (size[1], size[0], 3))
    return np.asarray(cv2.GaussianBlur(rough, (0, 0), 1.0).clip(0, 255), np.uint8)


def seen(page: Page, view: Matrix | None = None, size: tuple[int, int] = SIZE) -> Page:
    """A page on a table, as large as fits into the frame, before a camera."""
    high, wide = page.picture.shape[:2]
    scale = 0.92 * min(size[0] / wide, size[1] / high)
    left, top = (size[0] - scale * wide) / 2, (size[1] - scale * high) / 2
    # Pixel centres have whole coordinates.
    half = 0.5 * scale - 0.5
    laid = np.array([(scale, 0, left + half), (0, scale, top + half), (0, 0, 1)])
    matrix = (camera(wide=size[0], high=size[1]) if view is None else view) @ laid
    fine = page.picture
    if scale < 1:
        fine = np.asarray(cv2.GaussianBlur(fine, (0, 0), 0.4 / scale), np.uint8)
    canvas = _table(size).copy()
    cv2.warpPerspective(
        fine, matrix, size, dst=canvas, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )
    return Page(canvas, moved(page.crossings, matrix))


@cache
def printed(rows: int, columns: int, seed: int = 0, pitch: int = 40) -> Page:
    """A puzzle with one solution, flat, as large as it was printed."""
    return draw_page(*unique_clues(rows, columns, seed), pitch=pitch, boxed=True, width=2, fifth=4)


def side_by_side(pages: Sequence[Page], across: int, view: Matrix, size: tuple[int, int]) -> Sheet:
    """Several pages printed on one sheet, so many in a row, before a camera."""
    gap = 60
    wide = max(len(page.picture[0]) for page in pages) + gap
    high = max(len(page.picture) for page in pages) + gap
    down = -(-len(pages) // across)
    picture = np.full((down * high + gap, across * wide + gap, 3), 255, np.uint8)
    nodes = []
    for k, page in enumerate(pages):
        x, y = k % across * wide + gap, k // across * high + gap
        picture[y : y + len(page.picture), x : x + len(page.picture[0])] = page.picture
        nodes.append(page.crossings + np.array([x, y]))
    flat = np.concatenate([each.reshape(-1, 2) for each in nodes])
    whole = seen(Page(picture, flat), view, size)
    parts = np.split(whole.crossings, np.cumsum([each[..., 0].size for each in nodes])[:-1])
    boards = tuple(part.reshape(each.shape) for part, each in zip(parts, nodes, strict=True))
    return Sheet(whole.picture, boards)


@cache
def siblings(rows: int, columns: int, count: int = 2, *, boxed: bool = False) -> tuple[Page, ...]:
    """Puzzles of one size and style, flat: what is beside each of them is at the same places."""
    pages: list[Page] = []
    for seed in range(200):
        clues = unique_clues(rows, columns, seed)
        page = draw_page(*clues, pitch=40, width=2, fifth=4, boxed=boxed)
        if not pages or np.array_equal(page.crossings, pages[0].crossings):
            pages.append(page)
        if len(pages) == count:
            break
    return tuple(pages)


def gray_of(picture: Picture) -> Gray:
    """A frame as most of the live view takes it."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def even(picture: Picture) -> Gray:
    """A frame as points are followed in it."""
    return equalize_light(gray_of(picture))


@cache
def _noise(levels: float) -> NDArray[np.int16]:
    noise = np.random.default_rng(0).normal(0, levels, (1400, 2200, 3))
    return np.asarray(np.rint(noise), np.int16)


def noisy(picture: Picture, levels: float = 2.0, seed: int = 0) -> Picture:
    """With the noise of a camera, another one for each seed."""
    high, wide = picture.shape[:2]
    left, top = (97 * seed) % (2200 - wide), (61 * seed) % (1400 - high)
    noise = _noise(levels)[top : top + high, left : left + wide]
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def farthest(one: NDArray[np.floating[Any]], other: NDArray[np.floating[Any]]) -> float:
    """How far places are apart at most, px."""
    return float(np.linalg.norm(one.astype(float) - other, axis=-1).max())


def frames_of(pictures: Iterable[Picture], start: int = 0, fps: float = FPS) -> list[Frame]:
    """Pictures as a camera gives them."""
    return [Frame(picture, k, k / fps) for k, picture in enumerate(pictures, start)]


def film(scene: str, seed: int, board: tuple[int, int], variant: str = "") -> Film:
    """A video of the usual size with few frames a second; of a variant, if one is named."""
    every = (make_film(seed, index, scene, SIZE, FPS, board=board) for index in range(60))
    return next(film for film in every if not variant or film.variant == variant)


def quarters(lattice: Lattice) -> Nodes:
    """Where a lattice has the points of a video's truth: at every quarter of rows and columns."""
    steps = np.mgrid[0:5, 0:5].reshape(2, -1).T / 4
    return np.asarray(lattice.at(steps * (lattice.rows, lattice.columns)), np.float64)
