"""A photograph as the page of a video."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from puzzles import Puzzle
from recognizer.reading import read
from solver.api import solve
from solver.solution_count import count_solutions
from tools.photographs.camera import Pixels
from tools.videos.papers import Paper
from tools.videos.values import PrintedPuzzle


def photo_paper(photo: Path, truth: Path | None = None) -> Paper:
    """A photograph with a puzzle.

    Args:
        photo: The picture, upright.
        truth: JSON: an object with ``rows``, ``columns`` and optionally ``corners`` (the outer
            corners of the board in px, clockwise from the top left) and ``sides``, or a list of
            such objects, in which the one whose ``image`` has the picture's name counts. Missing
            values are read from the picture.

    Raises:
        ValueError: The files have wrong contents, or there is not exactly one solution.
    """
    image = cv2.imread(str(photo), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{photo} is no picture")
    entry = {} if truth is None else _entry(json.loads(truth.read_text("utf-8")), photo.name)
    if "corners" not in entry:
        entry = _as_read(np.asarray(image, np.uint8), photo.name) | entry
    try:
        rows, columns = (tuple(tuple(int(k) for k in line if k) for line in entry[key])
                         for key in ("rows", "columns"))  # fmt: skip
        corners = np.array(entry["corners"], np.float32).reshape(4, 2)
        if entry.get("size", (len(rows), len(columns))) != (len(rows), len(columns)):
            raise ValueError(f"the grid of {photo.name} is not found as it should be")
    except (KeyError, TypeError, ValueError) as error:
        place = truth or photo
        raise ValueError(f"{place}: rows, columns or corners of {photo.name}: {error}") from error
    first, second = entry.get("sides") or ("left", "top")
    result = solve(Puzzle.from_numbers(list(map(list, rows)), list(map(list, columns))))
    if not result.is_unique:
        raise ValueError(f"the puzzle of {photo.name} does not have exactly one solution")
    puzzle = PrintedPuzzle(rows, columns, tuple(result.certain.to_text()), (first, second))
    high, wide = puzzle.size
    cells = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    grid = cv2.getPerspectiveTransform(cells, corners).astype(np.float64)
    # The size of the clue area is unknown; usually clue boxes are as large as the cells.
    side, along = (float(max(map(len, lines))) for lines in (rows, columns))
    x = (-side, 0.0) if first == "left" else (float(wide), wide + side)
    y = (-along, 0.0) if second == "top" else (float(high), high + along)
    areas = ((0.0, 0.0, float(wide), float(high)), (x[0], 0.0, x[1], float(high)),
             (0.0, y[0], float(wide), y[1]))  # fmt: skip
    return Paper(np.asarray(image, np.uint8), grid, areas, (high, wide), puzzle)


def _as_read(image: Pixels, name: str) -> dict[str, Any]:
    """The entry of a picture as the program reads it."""
    reading = read(image, count_solutions=count_solutions, is_upright=True)
    if reading.lattice is None:
        raise ValueError(f"no grid is found in {name}")
    lengths = [[line.lengths for line in lines] for lines in (reading.rows, reading.columns)]
    return {
        "rows": lengths[0],
        "columns": lengths[1],
        "corners": reading.lattice.corners.tolist(),
        "sides": (reading.rows_side.value, reading.columns_side.value),
        "size": (reading.lattice.rows, reading.lattice.columns),
    }


def _entry(content: Any, name: str) -> dict[str, Any]:
    """The entry of a picture in a file."""
    found = content if isinstance(content, list) else [content]
    entries = [one for one in found if isinstance(one, dict)]
    named = [one for one in entries if Path(str(one.get("image", ""))).name == name]
    if isinstance(content, dict) and not named:
        named = entries
    if not named:
        raise ValueError(f"nothing is said about {name}")
    return named[0]
