"""Outlines thinner than a cell are kept in drawings with colours, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

from recognizer.making.board_making import Drawn, board_of
from recognizer.making.colors import rgb_of, to_lab
from recognizer.making.lines import connected_lines
from recognizer.making.motif import Motif
from recognizer.making.settings import MAX_COLORS, PictureSettings
from tests.support.cases import few
from tests.support.pictures import cells, loaded, noise, outdoors, scene

CELL_PX = 12
SIDE = 24
INK = "#1a1a1a"
SETTINGS = PictureSettings(SIDE, SIDE, colors=5)


def cartoon(width_cells: float, ink: str = INK, ground: str = "#bfe3ff") -> Image.Image:
    """A sun and a house with outlines, a horizon, and two clouds in the corners.

    It is drawn four times as large, then smoothed.
    """
    scale = 4
    unit = CELL_PX * scale
    width = round(width_cells * unit)
    image = Image.new("RGB", (SIDE * unit, SIDE * unit), ground)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 18.3 * unit, SIDE * unit, SIDE * unit), fill="#7cc04b")
    if width:
        draw.line((0, 18.3 * unit, SIDE * unit, 18.3 * unit), fill=ink, width=width)
    line = {"outline": ink, "width": width} if width else {}
    draw.ellipse([unit * v for v in (3.3, 2.2, 12.7, 11.6)], fill="#ffd93b", **line)  # type: ignore[arg-type]
    draw.rectangle([unit * v for v in (13.7, 8.6, 21.2, 16.4)], fill="#c8402f", **line)  # type: ignore[arg-type]
    for left in (0, SIDE - 1):
        draw.rectangle((left * unit, 0, (left + 1) * unit, unit), fill="#7cc04b")
    return image.resize((SIDE * CELL_PX,) * 2, Image.Resampling.LANCZOS)


def ink_cells(made: Drawn, ink: str = INK) -> np.ndarray:
    """Where the board has the colour of the outlines."""
    lab = to_lab(rgb_of([ink, *(color.rgb for color in made.palette)])[None])[0]
    near = np.linalg.norm(lab[1:] - lab[0], axis=1) < 12
    return np.asarray(near[cells(made)])


def holds_apart(ink: np.ndarray, inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    """Whether no path leads from one cell to another one without crossing the ink."""
    _, labels = cv2.connectedComponents((~ink).astype(np.uint8), connectivity=4)
    found = np.asarray(labels)
    return not ink[inner] and not ink[outer] and found[inner] != found[outer]


@pytest.mark.parametrize("colors", few(3, [4, 5, 7]))
@pytest.mark.parametrize(
    ("width", "kind"),
    few(
        3,
        few(
            6,
            [(0.2, "PNG"), *((w, k) for w in (0.3, 0.45, 0.6, 0.75, 0.9) for k in ("PNG", "JPEG"))],
        ),
    ),
)
def test_outlines_thinner_than_a_cell_are_closed(width: float, colors: int, kind: str) -> None:
    source = loaded(cartoon(width), kind)
    ink = ink_cells(board_of(source, replace(SETTINGS, colors=colors)))
    assert ink[18].all()  # the horizon
    assert holds_apart(ink, (7, 8), (1, 1))  # the sun
    assert holds_apart(ink, (12, 17), (1, 1))  # the house
    assert ink.mean() < 0.22  # lines of one cell


@pytest.mark.parametrize("ink", ["#5a2410", "#12205a", "#4a1050"])
def test_outlines_have_any_dark_colour(ink: str) -> None:
    found = ink_cells(board_of(loaded(cartoon(0.4, ink)), SETTINGS), ink)
    assert holds_apart(found, (7, 8), (1, 1))


def test_light_outlines_are_kept_too() -> None:
    picture = cartoon(0.4, "#ffffff", "#203060")
    found = ink_cells(board_of(loaded(picture), SETTINGS), "#ffffff")
    assert holds_apart(found, (12, 17), (1, 1))
    off = replace(SETTINGS, keeps_outlines=False)
    found = ink_cells(board_of(loaded(picture), off), "#ffffff")
    assert not holds_apart(found, (12, 17), (1, 1))


def test_without_the_setting_thin_outlines_have_gaps() -> None:
    off = replace(SETTINGS, keeps_outlines=False)
    ink = ink_cells(board_of(loaded(cartoon(0.3)), off))
    assert not holds_apart(ink, (7, 8), (1, 1))


@pytest.mark.parametrize(
    "source",
    [
        loaded(cartoon(0)),
        loaded(cartoon(0), "JPEG", quality=60),
        loaded(scene(), "JPEG"),
        loaded(outdoors(), "JPEG", quality=85),
        Motif.of(noise(3, 200, 200)),
    ],
)
@pytest.mark.parametrize("colors", [3, 5, MAX_COLORS])
def test_a_picture_without_outlines_is_not_changed(source: Motif, colors: int) -> None:
    settings = PictureSettings(30, 24, colors=colors)
    plain = board_of(source, replace(settings, keeps_outlines=False))
    kept = board_of(source, settings)
    assert kept.palette == plain.palette
    assert kept.grid == plain.grid


def test_a_line_between_two_rows_of_cells_is_in_one_of_them() -> None:
    coverage = np.zeros((6, 9))
    coverage[2:4] = 0.45
    coverage[2, 4] = 0.55
    found = connected_lines(coverage)
    assert (found.sum(axis=0) == 1).all()
    assert not connected_lines(coverage * 0.5).any()
