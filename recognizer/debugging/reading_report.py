"""Draw a reading and its stages, to find out why it went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from puzzles.errors import LibraryError, reason_of
from puzzles.model import Line
from puzzles.words import worded
from recognizer.debugging.debug_drawing import (
    DOUBTFUL_COLOR,
    INK_COLOR,
    Color,
    color_of,
    enlarged,
    lattice_lines,
    outline,
    text,
)
from recognizer.debugging.stages import stages
from recognizer.lattice import Picture
from recognizer.values import Reading, ReadNumber

_CUT_OUT_PX = 40
"""Height of a number in its tile, px."""
_CAPTION_PX = 30
"""Height of the text below it, px."""


def draw(picture: Picture, reading: Reading, folder: Path, name: str) -> list[Path]:
    """Write each stage of a reading as a picture.

    ``NAME-grids.png`` shows all detected grids, ``NAME-lattice.png`` the lines of the one that was
    read and of its clue boxes; ``NAME-left.png``, ``NAME-top.png`` and so on the rectified clue
    area of that side, with the tokens and the numbers; ``NAME-marks.png`` the marks.
    ``NAME-reading.png`` shows the result, each number in a box whose colour is its confidence, and
    ``NAME-numbers.png`` each number in a tile, above the number that it was read as.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: The reading of it; may be empty.
        folder: Created if it does not exist.
        name: The beginning of the files' names.

    Returns:
        The files written.

    Raises:
        LibraryError: A file cannot be written.
    """
    drawn = dict(stages(picture, reading))
    drawn["reading"] = draw_reading(picture, reading)
    if any(line.numbers for _, line in reading.lines):
        drawn["numbers"] = number_tiles(picture, reading)
    paths = []
    for kind, image in drawn.items():
        path = folder / f"{name}-{kind}.png"
        # Not imwrite: on Windows it is limited to names in the system's code page.
        _, data = cv2.imencode(".png", image)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.tobytes())
        except (OSError, ValueError) as error:
            reason = reason_of(error)
            raise LibraryError(
                worded("{path}: cannot be written: {reason}", path=path, reason=reason)
            ) from error
        paths.append(path)
    return paths


def draw_reading(picture: Picture, reading: Reading) -> Picture:
    """The pale picture with the lattices, the quads of the numbers and the numbers.

    Returns:
        BGR uint8, enlarged by a whole factor if the picture is small.
    """
    image, scale = enlarged(picture)
    for other in reading.others:
        outline(image, other.corners * scale, DOUBTFUL_COLOR)
    if reading.lattice is not None:
        lattice_lines(image, reading.lattice, scale)
    for _, number, color in _numbers(reading):
        quad = np.array(number.quad, np.float32) * scale
        outline(image, quad, color)
        height = float(np.linalg.norm(quad[3] - quad[0]))
        font = max(0.3, height / 45)
        at = quad[1] + (1, font * 10)
        text(image, str(number.number), (at[0], at[1]), font, color)
    return image


def number_tiles(picture: Picture, reading: Reading, across: int = 16) -> Picture:
    """All numbers, each upright in a tile above the number read and its confidence.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: The reading of it, with at least one number.
        across: Tiles in a row.

    Returns:
        BGR uint8.
    """
    tiles = [_tile(picture, name, number, color) for name, number, color in _numbers(reading)]
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % across)
    rows = [np.hstack(tiles[i : i + across]) for i in range(0, len(tiles), across)]
    return np.asarray(np.vstack(rows), np.uint8)


def _numbers(reading: Reading) -> Iterator[tuple[Line, ReadNumber, Color]]:
    for name, line in reading.lines:
        for number in line.numbers:
            yield name, number, color_of(number, line)


def _tile(picture: Picture, name: Line, number: ReadNumber, color: Color) -> Picture:
    width = 2 * _CUT_OUT_PX
    tile = np.full((_CUT_OUT_PX + _CAPTION_PX, width, 3), 255, np.uint8)
    quad = np.array(number.quad, np.float32)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    wide = float(np.clip(_CUT_OUT_PX * sides[0] / max(float(sides[1]), 1e-3), 4, width - 4))
    corners = [(0, 0), (wide, 0), (wide, _CUT_OUT_PX), (0, _CUT_OUT_PX)]
    matrix = cv2.getPerspectiveTransform(quad, np.array(corners, np.float32))
    if np.isfinite(matrix).all():
        cut = cv2.warpPerspective(picture, matrix, (round(wide), _CUT_OUT_PX))
        tile[:_CUT_OUT_PX, : cut.shape[1]] = cut
    read = f"{number.number} {100 * number.confidence:.0f}%"
    if number.runner_up is not None:
        read += f" {number.runner_up}?"
    text(tile, read, (2, _CUT_OUT_PX + 12), 0.36, color)
    where = f"{'c' if name.is_column else 'r'}{name.index + 1}"
    text(tile, where, (2, _CUT_OUT_PX + 25), 0.32, INK_COLOR)
    return tile
