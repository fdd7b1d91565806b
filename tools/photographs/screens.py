"""Puzzles on screens: web pages, telephones, games, small consoles, and monitors photographed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from tools.photographs import light
from tools.photographs.camera import Pose
from tools.photographs.fonts import RASTER, plain
from tools.photographs.furniture import (
    any_font,
    button,
    doodle,
    gradient,
    paragraph,
    words,
    write,
)
from tools.photographs.page import Colour, Sheet, Style
from tools.photographs.pictures import Drawing, draw_picture
from tools.photographs.prints import (
    Shot,
    TooSmallError,
    megapixels,
    pixels,
    screenshot,
    shoot,
    sides,
)


def fitted(drawing: Drawing, style: Style, room: tuple[int, int], largest: int) -> Sheet:
    """The puzzle with the largest cells that fit into a room; line widths scale with the cells.

    Raises:
        TooSmallError: The puzzle would be too small to be read.
    """
    for cell in range(largest, 11, -1):
        scale = cell / style.cell
        lines = {k: max(1, round(getattr(style, k) * scale)) for k in ("thin", "thick", "frame")}
        sheet = Sheet(drawing, replace(style, cell=cell, **lines))
        if cell * style.digit < 8.4:
            break
        if sheet.size[0] <= room[0] and sheet.size[1] <= room[1]:
            return sheet
    raise TooSmallError


def any_shade(rng: np.random.Generator, low: int, high: int, spread: int = 12) -> Colour:
    """A grey with a tint; its lightness is between two."""
    base = int(rng.integers(low, high))
    r, g, b = (int(np.clip(base + k, 0, 255)) for k in rng.integers(-spread, spread + 1, 3))
    return r, g, b


def any_accent(rng: np.random.Generator) -> Colour:
    """A colour of buttons and bars."""
    colours = [(52, 120, 210), (200, 70, 60), (60, 150, 90), (140, 90, 190), (230, 150, 40)]
    return colours[int(rng.integers(len(colours)))]


def _solved(rng: np.random.Generator, chance: float) -> float:
    return float(rng.uniform(0.1, 0.9)) if rng.random() < chance else 0.0


def web_style(rng: np.random.Generator, cell: int) -> Style:
    """A puzzle in a table or on a canvas of a web page."""
    boxes = ("boxed", "open", "lines")[int(rng.choice(3, p=[0.45, 0.3, 0.25]))]
    digit = float(rng.uniform(max(0.46, 8.6 / cell), max(0.64, 10 / cell)))
    grey = int(rng.integers(60, 190))
    thick = int(rng.choice([1, 2, 2, 3]))
    return Style(
        cell=cell,
        step=1.0 if rng.random() < 0.5 else float(rng.uniform(max(0.8, 1.25 * digit), 1.1)),
        font=any_font(rng, plain()) if rng.random() < 0.8 else any_font(rng),
        digit=digit,
        boxes=boxes,
        packed=boxes != "boxed" and rng.random() < 0.4,
        zero="0" if rng.random() < 0.6 else "",
        sides=sides(rng, 0.8),
        thick=thick,
        frame=max(thick, int(rng.integers(1, 4))),
        ink=any_shade(rng, 15, 70),
        thin_ink=(grey, grey, grey),
        thick_ink=any_shade(rng, 10, min(120, grey)),
        clue_paper=any_shade(rng, 222, 252, 8) if rng.random() < 0.6 else None,
        shaded=any_shade(rng, 10, 70),
        done=_solved(rng, 0.25),
        crosses=rng.random() < 0.6,
        spare=int(rng.choice([0, 0, 0, 1])),
    )


def web_page(rng: np.random.Generator, sheet: Sheet) -> tuple[Image.Image, tuple[int, int]]:
    """A web page with the puzzle, and the puzzle's place on it."""
    width, height = sheet.size
    size = max(width + 120, int(rng.integers(900, 1500))), height + int(rng.integers(220, 520))
    accent, ink = any_accent(rng), (40, 44, 52)
    image = Image.new("RGB", size, any_shade(rng, 238, 256, 5))
    draw = ImageDraw.Draw(image)
    bar = int(rng.integers(44, 80))
    draw.rectangle((0, 0, size[0], bar), fill=accent if rng.random() < 0.6 else (250, 250, 250))
    write(draw, (24, bar / 2), words(rng, 2), 0.45 * bar, ink, any_font(rng, plain()), "lm")
    for k in range(int(rng.integers(2, 5))):
        right = size[0] - 20 - 110 * k
        button(draw, (right - 96, bar // 5, right, bar - bar // 5), words(rng, 1), (225, 228, 235),
               ink)  # fmt: skip
    spare = size[0] - width
    left = spare // 2 if rng.random() < 0.5 else int(rng.integers(40, max(41, spare - 40)))
    at = left, bar + 90
    write(draw, (left, bar + 22), f"{words(rng, 3)} #{rng.integers(1, 9999)}", 26, ink)
    write(draw, (left, bar + 58), f"{sheet.drawing.width}x{sheet.drawing.height}, {words(rng, 4)}",
          15, (90, 90, 100))  # fmt: skip
    if spare - left > 240:
        box = (left + width + 40, at[1], min(size[0] - 20, left + width + 340), at[1] + 220)
        paragraph(draw, box, rng, 15, (60, 100, 190), plain()[0])
        if rng.random() < 0.5:
            doodle(image, (box[0], box[3] + 20, box[2], box[3] + 160), rng, is_grey=False)
    foot = at[1] + height + 30
    for k, text in enumerate(("Check", "Reset", "Undo", "Print")[: int(rng.integers(1, 5))]):
        button(draw, (left + 110 * k, foot, left + 110 * k + 98, foot + 36), text, accent,
               (255, 255, 255))  # fmt: skip
    if size[1] - foot > 110:
        paragraph(draw, (40, foot + 60, size[0] - 40, size[1] - 10), rng, 14, ink, plain()[0])
    sheet.draw(image, at, rng)
    return image, at


def web(rng: np.random.Generator, largest: int) -> Shot:
    """A screenshot of a web page."""
    drawing = draw_picture(rng, min(largest, 40))
    cell = int(rng.integers(15, 34)) if max(drawing.height, drawing.width) < 26 else 18
    sheet = Sheet(drawing, web_style(rng, cell))
    return screenshot(rng, sheet, *web_page(rng, sheet), 0.3, 75)


def monitor(rng: np.random.Generator, largest: int) -> Shot:
    """A web page on a monitor, photographed."""
    drawing = draw_picture(rng, min(largest, 25))
    sheet = Sheet(drawing, web_style(rng, int(rng.integers(24, 34))))
    page, at = web_page(rng, sheet)
    pose = Pose(
        roll=float(np.clip(rng.normal(0, 4), -10, 10)),
        tilt=(
            float(np.clip(rng.normal(0, 9), -22, 22)),
            float(np.clip(rng.normal(0, 12), -28, 28)),
        ),
        distance=float(rng.uniform(1.3, 2.5)),
    )
    size_mpx = max(0.9, min(megapixels(rng), 4.0))
    camera, size, pitch = shoot(rng, sheet, page, at, pose, size_mpx, None, rng.random() < 0.3)
    wall = light.table_top(rng, size) // 3
    photo = light.moire(rng, camera.take(pixels(page), size, wall), *camera.sources(size))
    photo = light.lit(rng, light.blurred(rng, photo, min(0.04 * pitch, 1.5)), 0.6)
    photo = light.noisy(rng, photo, float(rng.uniform(0.5, 5)))
    quality = int(rng.integers(55, 96))
    return Shot(drawing, sheet.style.sides, photo, camera.seen(sheet.corners(at)), quality)


def app(rng: np.random.Generator, largest: int) -> Shot:
    """A screenshot of a telephone held upright, light or dark."""
    drawing = draw_picture(rng, min(largest, 20, 15 if rng.random() < 0.7 else 20))
    is_dark = rng.random() < 0.4
    width = int(rng.choice([720, 828, 1080, 1170]))
    height = int(width * float(rng.choice([16 / 9, 19.5 / 9, 20 / 9])))
    back = any_shade(rng, 18, 45) if is_dark else any_shade(rng, 228, 252)
    paper = any_shade(rng, 40, 62, 6) if is_dark else (255, 255, 255)
    ink = any_shade(rng, 205, 245) if is_dark else any_shade(rng, 25, 70)
    strip = any_shade(rng, 55, 80) if is_dark else any_shade(rng, 205, 235)
    thin, thick = ((84,) * 3, (150,) * 3) if is_dark else ((205,) * 3, (110,) * 3)
    style = Style(
        cell=40,
        step=float(rng.uniform(0.62, 0.8)),
        font=any_font(rng, plain()),
        digit=float(rng.uniform(0.42, 0.52)),
        boxes="strips" if rng.random() < 0.8 else "open",
        packed=True,
        zero="0" if rng.random() < 0.7 else "",
        thick=int(rng.integers(2, 4)),
        frame=int(rng.integers(2, 4)),
        ink=ink,
        thin_ink=thin,
        thick_ink=thick,
        paper=paper,
        clue_paper=strip,
        shaded=any_shade(rng, 190, 230) if is_dark else any_shade(rng, 30, 80),
        done=_solved(rng, 0.35),
        crosses=True,
    )
    margin = int(width * float(rng.uniform(0.015, 0.05)))
    sheet = fitted(drawing, style, (width - 2 * margin, int(0.66 * height)), 90)
    image = Image.new("RGB", (width, height), back)
    draw = ImageDraw.Draw(image)
    unit = width / 360
    write(draw, (14 * unit, 6 * unit), f"{rng.integers(1, 24)}:{rng.integers(10, 60)}", 12 * unit,
          ink)  # fmt: skip
    draw.rounded_rectangle(
        (width - 34 * unit, 8 * unit, width - 14 * unit, 17 * unit), 3 * unit, ink
    )
    write(draw, (width / 2, 52 * unit), f"{words(rng, 1)} {rng.integers(1, 300)}", 20 * unit, ink,
          plain()[-1], "mm")  # fmt: skip
    at = width - margin - sheet.size[0], int(rng.uniform(80 * unit, 0.86 * height - sheet.size[1]))
    sheet.draw(image, at, rng)
    accent, count = any_accent(rng), int(rng.integers(2, 5))
    for k in range(count):
        left, right = (int((k + j) * width / count + i * 10 * unit) for j, i in ((0, 1), (1, -1)))
        box = left, int(height - 62 * unit), right, int(height - 18 * unit)
        button(draw, box, words(rng, 1), accent if k == 0 else strip,
               (255, 255, 255) if k == 0 else ink, int(12 * unit))  # fmt: skip
    return screenshot(rng, sheet, image, at, 0.4, 70)


def game(rng: np.random.Generator, largest: int) -> Shot:
    """A screenshot of a game: light digits on a gradient of colours."""
    drawing = draw_picture(rng, min(largest, 20))
    size = ((1280, 720), (1920, 1080), (1080, 1620))[int(rng.integers(3))]
    tone = rng.integers(20, 120, 3)
    top, bottom = (tuple(int(k) for k in np.clip(tone + rng.integers(-30, 60, 3), 0, 150))
                   for _ in range(2))  # fmt: skip
    dark = tuple(int(k) for k in tone // 4)
    done = _solved(rng, 0.25)
    style = Style(
        cell=40,
        step=float(rng.uniform(0.7, 0.95)),
        font=any_font(rng, plain()),
        digit=float(rng.uniform(0.48, 0.6)),
        boxes=("open", "strips", "lines")[int(rng.integers(3))],
        packed=rng.random() < 0.5,
        zero="0" if rng.random() < 0.7 else "",
        thick=int(rng.integers(2, 4)),
        frame=int(rng.integers(2, 5)),
        ink=any_shade(rng, 236, 256, 8),
        outline=(dark[0], dark[1], dark[2]),
        thin_ink=any_shade(rng, 150, 200, 25),
        thick_ink=((250, 210, 90), (120, 220, 250), (255, 255, 255))[int(rng.integers(3))],
        paper=None if rng.random() < 0.5 else (dark[0] + 20, dark[1] + 20, dark[2] + 20),
        clue_paper=(dark[0] + 45, dark[1] + 45, dark[2] + 45),
        shaded=any_shade(rng, 215, 250, 30),
        done=done,
        crosses=rng.random() < 0.5,
    )
    if style.boxes != "strips" and rng.random() < 0.6:
        style = replace(style, clue_paper=None)
    room = int(0.9 * size[0]), int(0.86 * size[1])
    sheet = fitted(drawing, style, room, 72)
    image = gradient(size, (top[0], top[1], top[2]), (bottom[0], bottom[1], bottom[2]))
    draw = ImageDraw.Draw(image)
    x = (size[0] - sheet.size[0]) // 2
    if size[0] > size[1]:
        x = int(rng.integers(10, size[0] - sheet.size[0] - 10))
    at = x, size[1] - sheet.size[1] - int(0.04 * size[1])
    write(draw, (size[0] / 2, 0.045 * size[1]), words(rng, 2), 0.045 * size[1], style.ink, "", "mm")
    for k, left in enumerate((20, size[0] - 150)):
        box = left, 14, left + 130, 14 + int(0.05 * size[1])
        button(draw, box, ("Menu", "Hint")[k], any_accent(rng), (255, 255, 255), 14)
    sheet.draw(image, at, rng)
    return screenshot(rng, sheet, image, at, 0.4, 75)


def console(rng: np.random.Generator, largest: int) -> Shot:
    """A screenshot of a small console at its own size, or enlarged two or three times."""
    drawing = draw_picture(rng, min(largest, 15, 10 if rng.random() < 0.5 else 15))
    is_dark = rng.random() < 0.3
    cell = int(rng.integers(12, 15))
    style = Style(
        cell=cell,
        step=9 / cell,
        font=RASTER,
        digit=7 / cell,
        boxes=("strips", "lines", "open")[int(rng.integers(3))],
        packed=True,
        thick=1 if rng.random() < 0.6 else 2,
        frame=int(rng.integers(1, 3)),
        ink=(248, 248, 248) if is_dark else (16, 24, 40),
        thin_ink=any_shade(rng, 90, 120) if is_dark else any_shade(rng, 160, 200),
        thick_ink=any_accent(rng) if rng.random() < 0.6 else any_shade(rng, 60, 110),
        paper=(40, 40, 56) if is_dark else (248, 248, 248),
        clue_paper=(64, 64, 88) if is_dark else any_shade(rng, 205, 235, 20),
        shaded=(224, 224, 232) if is_dark else (40, 48, 64),
        done=_solved(rng, 0.35),
        crosses=True,
    )
    sheet = Sheet(drawing, style)
    width = max(256, sheet.size[0] + 12)
    height = max(192, sheet.size[1] + 12)
    back = any_shade(rng, 24, 60) if is_dark else any_shade(rng, 200, 240, 20)
    image = Image.new("RGB", (width, height), back)
    draw = ImageDraw.Draw(image)
    if rng.random() < 0.5:
        darker = tuple(max(0, k - 14) for k in back)
        for y in range(0, height, 8):
            for x in range(y // 8 % 2 * 8, width, 16):
                draw.rectangle((x, y, x + 7, y + 7), fill=darker)
    at = width - sheet.size[0] - 6, height - sheet.size[1] - 6
    if at[0] > 44:
        at = int(rng.integers(44, at[0] + 1)), at[1]
        for k, text in enumerate(("MENU", "HINT")):
            button(
                draw, (3, 8 + 24 * k, 38, 24 + 24 * k), text, any_accent(rng), (255, 255, 255), 3
            )
    sheet.draw(image, at, rng)
    scale = int(rng.integers(1, 4))
    small = pixels(image)
    corners = (sheet.corners(at) + 0.5) * scale - 0.5
    return Shot(drawing, style.sides, small.repeat(scale, 0).repeat(scale, 1), corners, None)
