"""Decodes a pasted picture for a drawing, in a child process. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from helper.draw.regions import CopiedCells
from puzzles import Color
from puzzles.child.limits import limited
from puzzles.errors import RecognitionError
from puzzles.words import worded
from recognizer.picture_limits import DECODING


def region_work(
    source: Path | bytes,
    palette: Sequence[Color],
    most: tuple[int, int],
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> CopiedCells:
    """Decode a small picture, one pixel a cell; in a child process only.

    Args:
        source: A file, or the bytes of one.
        palette: The colours that its pixels are reduced to.
        most: (height, width) that it may have.
        report: Not used.
        should_stop: Not used: the limits end it.

    Raises:
        RecognitionError: It is not a picture, or broken, or too large.
    """
    from recognizer.images import load_rgba

    with limited(DECODING):
        pixels = load_rgba(source)
        height, width = pixels.shape[:2]
        if height > most[0] or width > most[1]:
            raise RecognitionError(
                worded(
                    "The picture has {width} × {height} pixels, one for each cell, and "
                    "the board has {columns} × {rows} cells. Make it smaller, or use "
                    "File > Create From Picture.",
                    width=width,
                    height=height,
                    columns=most[1],
                    rows=most[0],
                )
            )
        red, green, blue, alpha = (pixels[..., k].astype("uint32") for k in range(4))
        rows = (alpha << 24 | red << 16 | green << 8 | blue).tolist()
        return CopiedCells.of_pixels(rows, palette)
