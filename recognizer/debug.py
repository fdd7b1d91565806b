"""What a reading saw, drawn for people who want to know why it went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.errors import LibraryError
from puzzles.model import Line
from recognizer.values import CERTAIN, Lattice, Picture, Points, Reading, ReadNumber

SURE, DOUBTFUL, WRONG, REPAIRED = (60, 160, 0), (0, 140, 255), (40, 40, 220), (220, 60, 160)
"""BGR: certain, below :data:`~recognizer.values.CERTAIN`, below one half, decided by the rules."""
_GRID, _INK, _PAPER = (230, 160, 40), (0, 0, 0), (255, 255, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_CUT_OUT_PX = 40
_CAPTION_PX = 30
_LEAST_PX = 1200
"""Smaller pictures are enlarged, so that what is drawn can be read."""


def draw(picture: Picture, reading: Reading, folder: Path, name: str) -> list[Path]:
    """Write what was read as pictures.

    ``NAME-reading.png`` is the picture with the lattice, and each number in a box whose colour says
    how sure it is; ``NAME-numbers.png`` shows each number by itself, cut out, over what it was read
    as.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: What was read in it; may be empty.
        folder: Made if it is not there.
        name: How the files' names begin.

    Returns:
        The files written.

    Raises:
        LibraryError: A file cannot be written.
    """
    drawn = {"reading": overlay(picture, reading)}
    if any(line.numbers for _, line in reading.lines):
        drawn["numbers"] = cut_outs(picture, reading)
    paths = []
    for kind, image in drawn.items():
        path = folder / f"{name}-{kind}.png"
        # Not imwrite: on Windows it knows no names beyond the system's code page.
        _, data = cv2.imencode(".png", image)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.tobytes())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise LibraryError(f"{path}: cannot be written: {reason}") from error
        paths.append(path)
    return paths


def overlay(picture: Picture, reading: Reading) -> Picture:
    """The picture, pale, with the lattices, the numbers' boxes and what they were read as.

    Returns:
        BGR uint8, enlarged by a whole factor if the picture is small.
    """
    scale = max(1, round(_LEAST_PX / max(picture.shape[:2])))
    size = (picture.shape[1] * scale, picture.shape[0] * scale)
    large = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    image = np.asarray(cv2.addWeighted(large, 0.6, np.full_like(large, 255), 0.4, 0), np.uint8)
    for other in reading.others:
        _outline(image, other.corners * scale, DOUBTFUL)
    if reading.lattice is not None:
        _lattice(image, reading.lattice, scale)
    for _, number, color in _numbers(reading):
        quad = np.array(number.quad, np.float32) * scale
        _outline(image, quad, color)
        height = float(np.linalg.norm(quad[3] - quad[0]))
        font = max(0.3, height / 45)
        at = quad[1] + (1, font * 10)
        _text(image, str(number.number), (at[0], at[1]), font, color)
    return image


def cut_outs(picture: Picture, reading: Reading, across: int = 16) -> Picture:
    """All numbers, each upright in a tile over what it was read as and how sure that is.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: What was read in it, with at least one number.
        across: Tiles in a row.

    Returns:
        BGR uint8.
    """
    tiles = [_tile(picture, name, number, color) for name, number, color in _numbers(reading)]
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % across)
    rows = [np.hstack(tiles[i : i + across]) for i in range(0, len(tiles), across)]
    return np.asarray(np.vstack(rows), np.uint8)


def _numbers(reading: Reading) -> Iterator[tuple[Line, ReadNumber, tuple[int, int, int]]]:
    for name, line in reading.lines:
        for number in line.numbers:
            sure = min(number.confidence, line.confidence)
            color = SURE if sure >= CERTAIN else DOUBTFUL if sure >= 0.5 else WRONG
            if sure >= CERTAIN and (number.is_repaired or line.is_repaired):
                color = REPAIRED
            yield name, number, color


def _tile(picture: Picture, name: Line, number: ReadNumber, color: tuple[int, int, int]) -> Picture:
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
    _text(tile, read, (2, _CUT_OUT_PX + 12), 0.36, color)
    where = f"{'c' if name.is_column else 'r'}{name.index + 1}"
    _text(tile, where, (2, _CUT_OUT_PX + 25), 0.32, _INK)
    return tile


def _lattice(image: Picture, lattice: Lattice, scale: int) -> None:
    points = lattice.points * scale
    for line in (*points, *points.transpose(1, 0, 2)):
        cv2.polylines(image, [_fixed(line)], False, _GRID, 1, cv2.LINE_AA, _SHIFT)
    _outline(image, lattice.corners * scale, _GRID, 2)


_SHIFT = 4
"""Binary places of what OpenCV takes as coordinates."""


def _fixed(points: Points) -> NDArray[np.int32]:
    steps = np.nan_to_num(points).clip(-1e5, 1e5) * 2**_SHIFT
    return np.asarray(np.rint(steps), np.int32)


def _outline(image: Picture, quad: Points, color: tuple[int, int, int], thickness: int = 1) -> None:
    cv2.polylines(image, [_fixed(quad)], True, color, thickness, cv2.LINE_AA, _SHIFT)


def _text(
    image: Picture,
    text: str,
    at: tuple[float, float],
    scale: float,
    color: tuple[int, int, int],
) -> None:
    where = (round(at[0]), round(at[1]))
    cv2.putText(image, text, where, _FONT, scale, _PAPER, 3, cv2.LINE_AA)
    cv2.putText(image, text, where, _FONT, scale, color, 1, cv2.LINE_AA)
