"""Puzzles on paper: photographs of magazines and printouts, scans, and frames of a webcam."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PIL import Image, ImageDraw

from tools.photographs import light
from tools.photographs.camera import Array, Camera, Pixels, Pose
from tools.photographs.fonts import condensed
from tools.photographs.furniture import any_font, doodle, paragraph, words, write
from tools.photographs.page import Colour, Sheet, Style
from tools.photographs.pictures import Drawing, draw_picture

PITCH, DIGIT = 12.5, 8.6
"""Minimum size of cells and digits in a picture, in px."""
MAX_PIXELS = 13.5e6
"""Maximum number of pixels of a picture."""


class TooSmallError(Exception):
    """A puzzle does not fit into the picture at a legible size."""


@dataclass(frozen=True)
class Shot:
    """A finished picture with its truth."""

    drawing: Drawing
    sides: tuple[str, str]
    image: Pixels
    corners: Array
    quality: int | None
    """Quality of the JPEG file; ``None`` for PNG."""


def sides(rng: np.random.Generator, usual: float = 0.72) -> tuple[str, str]:
    """Where the clues are: mostly left and above."""
    others = [("left", "bottom"), ("right", "top"), ("right", "bottom")]
    if rng.random() < usual:
        return "left", "top"
    return others[int(rng.choice(3, p=[0.35, 0.4, 0.25]))]


def pixels(image: Image.Image) -> Pixels:
    """A page as a picture."""
    return np.ascontiguousarray(np.asarray(image.convert("RGB"))[..., ::-1])


def screenshot(
    rng: np.random.Generator, sheet: Sheet, page: Image.Image, at: tuple[int, int],
    share: float = 0.0, worst: int = 0,
) -> Shot:  # fmt: skip
    """A screen or a page as it is: a share of them as JPEG, of that quality or better."""
    quality = int(rng.integers(worst, 96)) if share and rng.random() < share else None
    return Shot(sheet.drawing, sheet.style.sides, pixels(page), sheet.corners(at), quality)


def shoot(
    rng: np.random.Generator,
    sheet: Sheet,
    page: Image.Image,
    at: tuple[int, int],
    pose: Pose,
    megapixels: float,
    size: tuple[int, int] | None = None,
    is_whole: bool = False,
) -> tuple[Camera, tuple[int, int], float]:
    """A camera before a page, the size of its picture and the smallest pitch of the board in it.

    Raises:
        TooSmallError: The board would be too small in it, or the picture too large.
    """
    camera = Camera(page.size, pose)
    around = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0), (0.5, 1), (0, 0.5), (1, 0.5)])
    box = np.array(sheet.size, np.float64)
    points = around * np.array(page.size) if is_whole else around * box + np.array(at)
    margin = float(rng.uniform(0.02, 0.07))
    if size:
        camera.place(points, size, margin / 2)
        pitch = _pitch(camera, sheet, at)
    else:
        width, height = camera.frame(points, margin, 1.0)
        wanted = max(PITCH, DIGIT / sheet.style.digit) / _pitch(camera, sheet, at)
        scale = max(float(np.sqrt(megapixels * 1e6 / (width * height))), wanted)
        size = camera.frame(points, margin, scale)
        pitch = _pitch(camera, sheet, at)
    if pitch < PITCH - 0.4 or pitch * sheet.style.digit < DIGIT - 0.4 or np.prod(size) > MAX_PIXELS:
        raise TooSmallError
    return camera, size, pitch


def _pitch(camera: Camera, sheet: Sheet, at: tuple[int, int]) -> float:
    x, y = np.meshgrid(np.arange(sheet.drawing.width + 1), np.arange(sheet.drawing.height + 1))
    places = np.stack([x, y], axis=-1) * sheet.style.cell + np.array(sheet.board(at))
    seen = camera.seen(places.reshape(-1, 2)).reshape(places.shape)
    steps = [np.hypot(*np.moveaxis(np.diff(seen, axis=k), -1, 0)).min() for k in (0, 1)]
    return float(min(steps))


def megapixels(rng: np.random.Generator) -> float:
    """The size of a photograph: mostly 0.5 to 3 megapixels, sometimes 12."""
    return 12.0 if rng.random() < 0.03 else float(np.exp(rng.uniform(np.log(0.6), np.log(3.2))))


def cell_for(drawing: Drawing, size: float) -> int:
    """The size of a cell in px at which a page has about the resolution of its photograph."""
    return int(np.clip(np.sqrt(size * 1e6) / (1.35 * max(drawing.height, drawing.width)), 24, 84))


def _lines(style: Style, rng: np.random.Generator, thick: float) -> Style:
    """The style with line widths for its cells and the thickness of every fifth line."""
    thin = max(1, round(style.cell * float(rng.uniform(0.025, 0.05))))
    frame = max(thin, round(style.cell * thick * float(rng.uniform(0.9, 1.5))))
    return replace(style, thin=thin, thick=max(thin, round(style.cell * thick)), frame=frame)


def _pencil(rng: np.random.Generator) -> Colour:
    return ((40, 40, 44), (28, 32, 110), (75, 75, 80))[int(rng.integers(3))]


def magazine_style(rng: np.random.Generator, cell: int) -> Style:
    """Boxed clues in narrow digits that almost touch."""
    tint = tuple(int(k) for k in rng.integers(215, 256, 3))
    grey, digit = int(rng.integers(10, 90)), float(rng.uniform(0.66, 0.84))
    style = Style(
        cell=cell,
        step=1.0 if rng.random() < 0.7 else float(rng.uniform(1.12 * digit, 1.0)),
        font=any_font(rng, condensed()),
        digit=digit,
        squeeze=float(rng.uniform(0.85, 1.1)),
        zero="0" if rng.random() < 0.6 else "",
        sides=sides(rng, 0.85),
        thin_ink=(grey, grey, grey),
        clue_paper=(tint[0], tint[1], tint[2]) if rng.random() < 0.5 else (255, 255, 255),
        shaded=_pencil(rng),
        done=float(rng.uniform(0.1, 0.8)) if rng.random() < 0.12 else 0.0,
        crosses=rng.random() < 0.5,
        spare=int(rng.choice([0, 0, 0, 1, 2])),
    )
    return _lines(style, rng, float(rng.uniform(0.07, 0.12)))


def printout_style(rng: np.random.Generator, cell: int) -> Style:
    """A style as of a program's printout."""
    boxes = ("open", "lines", "boxed")[int(rng.choice(3, p=[0.4, 0.3, 0.3]))]
    digit = float(rng.uniform(0.5, 0.7))
    step = 1.0 if rng.random() < 0.4 else float(rng.uniform(max(0.72, 1.25 * digit), 1.1))
    grey = int(rng.integers(0, 120))
    style = Style(
        cell=cell,
        step=step,
        font=any_font(rng),
        digit=digit,
        boxes=boxes,
        packed=boxes != "boxed" and rng.random() < 0.4,
        zero="0" if rng.random() < 0.6 else "",
        sides=sides(rng),
        thin_ink=(grey, grey, grey),
        shaded=_pencil(rng),
        done=float(rng.uniform(0.1, 0.8)) if rng.random() < 0.15 else 0.0,
        crosses=rng.random() < 0.5,
    )
    return _lines(style, rng, float(rng.uniform(0.04, 0.1)))


def print_page(
    rng: np.random.Generator, sheet: Sheet, is_magazine: bool, is_grey: bool = False
) -> tuple[Image.Image, tuple[int, int]]:
    """A printed page with the puzzle and other elements, and the place of the puzzle on it."""
    cell, (width, height) = sheet.style.cell, sheet.size
    side, top, foot = (int(cell * k) for k in rng.uniform((1, 1.5, 1), (4, 4.5, 6)))
    image = Image.new("RGB", (width + 2 * side, height + top + foot), (255, 255, 255))
    draw, at, font = ImageDraw.Draw(image), (side, top), any_font(rng)
    ink = (30, 30, 30)
    title = f"{words(rng, 2)} {rng.integers(1, 400)}"
    write(draw, (side, top - 1.2 * cell), title, 0.9 * cell, ink, font)
    if foot > 3 * cell:
        box = (side, top + height + cell, side + width, top + height + foot - cell)
        paragraph(draw, box, rng, round(0.5 * cell), ink, font)
    if is_magazine:
        _decorate(rng, sheet, image, at, is_grey)
    sheet.draw(image, at, rng)
    return image, at


def _decorate(
    rng: np.random.Generator, sheet: Sheet, image: Image.Image, at: tuple[int, int], is_grey: bool
) -> None:
    """A shadow below the puzzle and a picture in the corner between the clues."""
    cell, (width, height), draw = sheet.style.cell, sheet.size, ImageDraw.Draw(image)
    board, depth = sheet.board(at), sheet.depth
    if rng.random() < 0.6:
        off = round(cell * float(rng.uniform(0.12, 0.3)))
        grey = int(rng.integers(110, 200))
        size = sheet.drawing.width * cell, sheet.drawing.height * cell
        for x, y, w, h in ((*board, *size), (at[0], board[1], width, size[1]),
                           (board[0], at[1], size[0], height)):  # fmt: skip
            draw.rectangle((x + off, y + off, x + w + off, y + h + off), fill=(grey, grey, grey))
    gap = round(0.3 * cell)
    x = at[0] if sheet.style.sides[0] == "left" else at[0] + width - depth[0]
    y = at[1] if sheet.style.sides[1] == "top" else at[1] + height - depth[1]
    if rng.random() < 0.7:
        doodle(image, (x + gap, y + gap, x + depth[0] - gap, y + depth[1] - gap), rng, is_grey)


def pose(rng: np.random.Generator, tilt: float, roll: float, curl: float) -> Pose:
    """A random pose of a page; at most that many degrees, and that high a wave."""
    return Pose(
        roll=float(np.clip(rng.normal(0, roll / 2.2), -roll, roll)),
        tilt=(float(np.clip(rng.normal(0, tilt / 2), -tilt, tilt)),
              float(np.clip(rng.normal(0, tilt / 2.5), -tilt, tilt))),
        distance=float(rng.uniform(1.4, 3)),
        curl=float(rng.uniform(0, curl)),
        wave=float(rng.uniform(1.0, 2.2)),
        phase=float(rng.random()),
        slant=float(rng.normal(0, 12)),
    )  # fmt: skip


def photograph(
    rng: np.random.Generator,
    sheet: Sheet,
    page: Image.Image,
    at: tuple[int, int],
    posed: Pose,
    megapixels: float,
    size: tuple[int, int] | None = None,
    noise: float = 6.0,
) -> Shot:
    """A photograph of a page, by daylight or a lamp, by hand."""
    camera, size, pitch = shoot(rng, sheet, page, at, posed, megapixels, size, rng.random() < 0.3)
    paper = light.yellowed(rng, pixels(page))
    photo = light.lit(rng, camera.take(paper, size, light.table_top(rng, size)))
    photo = light.blurred(rng, photo, min(0.045 * pitch, 2.0))
    photo = light.noisy(rng, photo, float(rng.uniform(0.5, noise)))
    corners = camera.seen(sheet.corners(at))
    quality = int(rng.integers(45, 96))
    return Shot(sheet.drawing, sheet.style.sides, photo, corners, quality)


def magazine(rng: np.random.Generator, largest: int) -> Shot:
    """A photograph of a puzzle magazine."""
    drawing, mpx = draw_picture(rng, largest), megapixels(rng)
    sheet = Sheet(drawing, magazine_style(rng, cell_for(drawing, mpx)))
    page, at = print_page(rng, sheet, is_magazine=True)
    return photograph(rng, sheet, page, at, pose(rng, 24, 14, 0.035), mpx)


def printout(rng: np.random.Generator, largest: int) -> Shot:
    """A photograph of a printed page."""
    drawing, mpx = draw_picture(rng, largest), megapixels(rng)
    sheet = Sheet(drawing, printout_style(rng, cell_for(drawing, mpx)))
    page, at = print_page(rng, sheet, is_magazine=False)
    return photograph(rng, sheet, page, at, pose(rng, 30, 20, 0.02), mpx)


def webcam(rng: np.random.Generator, largest: int) -> Shot:
    """A frame of a webcam with a printed page."""
    drawing = draw_picture(rng, min(largest, 20), 6)
    style = printout_style(rng, 30)
    digit = float(rng.uniform(0.62, 0.74))
    style = replace(style, digit=digit, step=max(style.step, 1.2 * digit))
    sheet = Sheet(drawing, style)
    page, at = print_page(rng, sheet, is_magazine=False)
    return photograph(rng, sheet, page, at, pose(rng, 18, 8, 0.02), 0.3, (640, 480), 5.0)


def scan(rng: np.random.Generator, largest: int) -> Shot:
    """A scanned page in grey."""
    drawing, mpx = draw_picture(rng, largest), megapixels(rng)
    is_magazine = rng.random() < 0.5
    make = magazine_style if is_magazine else printout_style
    sheet = Sheet(drawing, make(rng, cell_for(drawing, mpx)))
    page, at = print_page(rng, sheet, is_magazine, is_grey=True)
    flat = Pose(roll=float(rng.uniform(-3, 3)), distance=50)
    camera, size, pitch = shoot(rng, sheet, page, at, flat, mpx, None, rng.random() < 0.6)
    lid = np.full((size[1], size[0], 3), int(rng.choice([250, 225, 20])), np.uint8)
    photo = camera.take(light.yellowed(rng, pixels(page)), size, lid)
    photo = light.blurred(rng, photo, min(0.03 * pitch, 1.2))
    photo = light.noisy(rng, photo, float(rng.uniform(0.3, 3)))
    grey = np.repeat(photo.mean(axis=2, keepdims=True), 3, axis=2)
    contrast = (grey - 128) * rng.uniform(0.75, 1.15) + 128 + rng.uniform(-12, 12)
    image = np.clip(contrast, 0, 255).astype(np.uint8)
    corners = camera.seen(sheet.corners(at))
    return Shot(drawing, sheet.style.sides, image, corners, int(rng.integers(60, 96)))
