"""Pictures that are harder than usual: what readers fail on, several at a time.

Large magazine pages with neighbouring puzzles, gutters, curl, numbers in the corner and above the
columns, condensed type that touches the frame, boxes in two colours, the shadow of a hand; boards
with digits of 8 px; monitors with strong moire.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from tools.photographs import light, prints, screens
from tools.photographs.camera import Array, Pixels, Pose
from tools.photographs.fonts import condensed
from tools.photographs.furniture import any_font, doodle, paragraph, words, write
from tools.photographs.page import Sheet, Style
from tools.photographs.pictures import Drawing, draw_picture, line_clues
from tools.photographs.prints import Shot, cell_for, pixels, shoot

QUALITY = (28, 60)
"""Range of the quality of JPEG files."""


def magazine(rng: np.random.Generator, largest: int) -> Shot:
    """A large puzzle of a magazine, by hand, with all that stands around it."""
    return _magazine(rng, largest, curl=(0.01, 0.045), wave=(0.8, 1.8))


def curled(rng: np.random.Generator, largest: int) -> Shot:
    """The same without boxes around the clues, on a page that bends on beyond the board."""
    return _magazine(rng, largest, curl=(0.01, 0.03), wave=(0.45, 0.9), boxes="open", done=0.0)


def _magazine(
    rng: np.random.Generator,
    largest: int,
    *,
    curl: tuple[float, float],
    wave: tuple[float, float],
    **of_style: Any,
) -> Shot:
    drawing = _large(rng, max(largest, 30))
    mpx = float(np.exp(rng.uniform(np.log(1.2), np.log(4.5))))
    style = _magazine_style(rng, cell_for(drawing, mpx))
    sheet = Sheet(drawing, replace(style, **of_style))
    page, at = _full_page(rng, sheet)
    pose = replace(
        prints.pose(rng, 20, 8, 0.0),
        curl=float(rng.uniform(*curl)),
        wave=float(rng.uniform(*wave)),
    )
    camera, size, pitch = shoot(rng, sheet, page, at, pose, mpx)
    photo = camera.take(light.yellowed(rng, pixels(page)), size, light.table_top(rng, size))
    photo = light.lit(rng, photo)
    if rng.random() < 0.5:
        photo = light.hand_shadow(rng, photo)
    photo = light.blurred(rng, photo, min(0.04 * pitch, 1.8))
    photo = light.noisy(rng, photo, float(rng.uniform(0.5, 5)))
    return _shot(rng, sheet, photo, camera.seen(sheet.corners(at)))


def board(rng: np.random.Generator, largest: int) -> Shot:
    """A rendered board with digits of 8 px."""
    drawing = draw_picture(rng, min(largest, 30))
    cell = int(rng.integers(12, 16))
    style = replace(
        screens.web_style(rng, cell),
        digit=8 / cell,
        step=float(rng.uniform(0.85, 1.0)),
        near=float(rng.uniform(0.0, 0.1)),
        thick=int(rng.integers(1, 3)),
        frame=int(rng.integers(1, 3)),
        second_paper=_tint(rng) if rng.random() < 0.3 else None,
    )
    sheet = Sheet(drawing, style)
    return prints.screenshot(rng, sheet, *screens.web_page(rng, sheet), 0.4, 60)


def monitor(rng: np.random.Generator, largest: int) -> Shot:
    """A monitor that is photographed from near, with strong moire."""
    drawing = draw_picture(rng, min(largest, 30))
    style = replace(
        screens.web_style(rng, int(rng.integers(22, 32))),
        second_paper=_tint(rng) if rng.random() < 0.4 else None,
    )
    sheet = Sheet(drawing, style)
    page, at = screens.web_page(rng, sheet)
    tilt = float(rng.uniform(-18, 18)), float(rng.uniform(-22, 22))
    pose = Pose(roll=float(rng.uniform(-6, 6)), tilt=tilt, distance=float(rng.uniform(1.3, 2.2)))
    mpx = float(rng.uniform(0.9, 2.5))
    camera, size, pitch = shoot(rng, sheet, page, at, pose, mpx)
    photo = camera.take(pixels(page), size, light.table_top(rng, size) // 3)
    for _ in range(int(rng.integers(1, 3))):
        photo = light.moire(rng, photo, *camera.sources(size))
    photo = light.noisy(rng, light.blurred(rng, photo, min(0.04 * pitch, 1.5)), 4.0)
    return _shot(rng, sheet, photo, camera.seen(sheet.corners(at)))


def _shot(rng: np.random.Generator, sheet: Sheet, photo: Pixels, corners: Array) -> Shot:
    return Shot(sheet.drawing, sheet.style.sides, photo, corners, int(rng.integers(*QUALITY)))


def _large(rng: np.random.Generator, largest: int) -> Drawing:
    long = int(rng.integers(30, 66 if largest >= 45 else 36))
    short = int(np.clip(rng.integers(20, 46), long // 2, long))
    return draw_picture(rng, size=(long, short) if rng.random() < 0.7 else (short, long))


def _tint(rng: np.random.Generator) -> tuple[int, int, int]:
    r, g, b = (int(k) for k in rng.integers(170, 250, 3))
    return r, g, b


def _magazine_style(rng: np.random.Generator, cell: int) -> Style:
    """Digits that touch the lines; often no thicker line between the clues and the board."""
    style = replace(
        prints.magazine_style(rng, cell),
        font=any_font(rng, condensed()),
        boxes=("boxed", "boxed", "lines", "open")[int(rng.integers(4))],
        digit=float(rng.uniform(0.72, 0.9)),
        squeeze=float(rng.uniform(0.7, 0.95)),
        fill=float(rng.uniform(0.9, 1.0)),
        near=float(rng.uniform(0.0, 0.08)),
        sides=prints.sides(rng, 0.9),
        second_paper=_tint(rng) if rng.random() < 0.35 else None,
    )
    style = replace(style, step=max(1.0, 1.08 * style.digit))
    return replace(style, frame=style.thick) if rng.random() < 0.4 else style


def _full_page(rng: np.random.Generator, sheet: Sheet) -> tuple[Image.Image, tuple[int, int]]:
    """A page without empty room: neighbours on its sides, text, a corner picture, a gutter."""
    cell, (width, height) = sheet.style.cell, sheet.size
    side, top, foot = 5 * cell, 5 * cell, 5 * cell
    image = Image.new("RGB", (width + 2 * side, height + top + foot), (255, 255, 255))
    draw, at, font = ImageDraw.Draw(image), (side, top), any_font(rng)
    gap = float(rng.uniform(0.5, 1.8)) * cell
    for is_left in (True, False):
        low, high = (0, round(side - gap)) if is_left else (round(side + width + gap), image.width)
        what = rng.random()
        if what < 0.5:
            _neighbour(rng, image, (low, 0, high, image.height), sheet.style, is_left)
        elif what < 0.75:
            paragraph(draw, (low + cell // 2, top, high - cell // 2, image.height - cell), rng,
                      round(0.6 * cell), (30, 30, 30), font)  # fmt: skip
    if rng.random() < 0.5:
        low, high = 0, round(top - gap)
        _neighbour(rng, image, (side, low, side + width, high), sheet.style, None)
    else:
        _heading(rng, draw, sheet, at, font)
    if rng.random() < 0.6:
        box = (side, top + height + round(gap), side + width, image.height)
        paragraph(draw, box, rng, round(0.7 * cell), (30, 30, 30), font)
    _corner(rng, image, sheet, at)
    sheet.draw(image, at, rng)
    return _with_gutter(rng, image), at


def _neighbour(
    rng: np.random.Generator,
    image: Image.Image,
    box: tuple[int, int, int, int],
    style: Style,
    is_left: bool | None,
) -> None:
    """The part of another puzzle that is in a box: left, right or (``None``) above."""
    left, top, right, bottom = box
    if min(right - left, bottom - top) < style.cell:
        return
    across, down = ((right - left) // style.cell + 3, (bottom - top) // style.cell + 3)
    cells = rng.random((max(8, down), max(8, across))) < 0.55
    other = Sheet(
        Drawing(cells, line_clues(cells), line_clues(cells.T)),
        replace(style, done=0.0, sides=prints.sides(rng, 0.5)),
    )
    part = Image.new("RGB", other.size, (255, 255, 255))
    other.draw(part, (0, 0), rng)
    x = part.width - (right - left) if is_left else 0
    y = part.height - (bottom - top) if is_left is None else int(rng.integers(0, 3 * style.cell))
    x = max(0, x)
    image.paste(part.crop((x, y, x + right - left, y + bottom - top)), (left, top))


def _heading(
    rng: np.random.Generator, draw: ImageDraw.ImageDraw, sheet: Sheet, at: tuple[int, int],
    font: str,
) -> None:  # fmt: skip
    """A title of about the clues' size that ends in numbers, close above the clues."""
    cell = sheet.style.cell
    size = cell * float(rng.uniform(0.7, 1.1))
    text = f"{words(rng, 2)} {rng.integers(1, 99)} {sheet.drawing.width} x {sheet.drawing.height}"
    anchor, x = ("rb", at[0] + sheet.size[0]) if rng.random() < 0.5 else ("lb", at[0])
    write(draw, (x, at[1] - cell * float(rng.uniform(0.15, 0.7))), text, size, (30, 30, 30), font,
          anchor)  # fmt: skip


def _corner(
    rng: np.random.Generator, image: Image.Image, sheet: Sheet, at: tuple[int, int]
) -> None:
    """The corner between the clues: a picture that fills it, or numbers and words."""
    cell, (wide, high) = sheet.style.cell, sheet.depth
    x = at[0] if sheet.style.sides[0] == "left" else at[0] + sheet.size[0] - wide
    y = at[1] if sheet.style.sides[1] == "top" else at[1] + sheet.size[1] - high
    what, gap = rng.random(), round(float(rng.uniform(0.1, 0.5)) * cell)
    if what < 0.4:
        doodle(image, (x + gap, y + gap, x + wide - gap, y + high - gap), rng, is_grey=False)
    elif what < 0.8:
        draw, size = ImageDraw.Draw(image), cell * float(rng.uniform(0.6, 1.6))
        for k in range(int(rng.integers(1, 4))):
            text = str(rng.integers(1, 300)) if k % 2 == 0 else words(rng, 1)
            write(draw, (x + wide - gap, y + high - gap - 1.2 * k * size), text, size,
                  (30, 30, 30), any_font(rng), "rb")  # fmt: skip


def _with_gutter(rng: np.random.Generator, image: Image.Image) -> Image.Image:
    """The page with the shadow of the fold at one side, or without."""
    if rng.random() < 0.5:
        return image
    away = np.linspace(0, 1, image.width)
    if rng.random() < 0.5:
        away = away[::-1]
    shade = 1 - rng.uniform(0.3, 0.7) * np.exp(-away / rng.uniform(0.03, 0.12))
    return Image.fromarray((np.asarray(image) * shade[None, :, None]).astype(np.uint8))
