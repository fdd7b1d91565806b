"""Pages with puzzles in colours, for tests of the reader."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image

from puzzles.color_values import text_on
from recognizer.lattice import Picture
from recognizer.making.colors import hex_of, rgb_of
from tools.photographs.colored import ColorDrawing
from tools.photographs.page import ClueLook, Colour, Sheet, Style

WHITE, DARK = (255, 255, 255), (28, 28, 32)
MARGIN = 40


def style(**changes: Any) -> Style:
    usual = Style(
        cell=28, step=0.85, digit=0.5, boxes="open", zero="", thin=1, thick=2, frame=2,
        thin_ink=(190, 190, 190), thick_ink=(80, 80, 80),
    )  # fmt: skip
    return replace(usual, **changes)


def sheet(of: ColorDrawing, made: Style, is_tiled: bool) -> Sheet:
    def look_of(is_row: bool, line: int, index: int) -> ClueLook | None:
        colors = (of.row_colors if is_row else of.column_colors)[line]
        if not colors:
            return None
        color = of.palette[colors[index] - 1]
        if not is_tiled:
            return ClueLook(color)
        red, green, blue = rgb_of([text_on(hex_of(color))])[0].tolist()
        return ClueLook((red, green, blue), color)

    half = made.step / 2 - 0.03
    return Sheet(of, made, look_of, tile=(half, half))


def drawn(page: Sheet, back: Colour) -> Picture:
    image = Image.new("RGB", (page.size[0] + 2 * MARGIN, page.size[1] + 2 * MARGIN), back)
    page.draw(image, (MARGIN, MARGIN), np.random.default_rng(0))
    return np.ascontiguousarray(np.asarray(image)[..., ::-1])
