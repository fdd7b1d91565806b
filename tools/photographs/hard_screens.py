"""Screenshots that are harder than usual: one fault of a reader each, in layouts of many kinds.

Phone apps, web pages and desktop programs, light and dark, most of them in the middle of a game:
finished clues are pale, a line is highlighted, cells are filled, something covers a corner. All are
easy to read for a person.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from puzzles import Puzzle
from solver.api import Limits, is_unique
from tools.photographs import screens
from tools.photographs.fonts import plain
from tools.photographs.furniture import any_font, button, paragraph, words, write
from tools.photographs.page import ClueLook, Colour, Sheet, Style
from tools.photographs.pictures import NODES, Drawing, draw_picture, line_clues
from tools.photographs.prints import Shot, pixels, screenshot
from tools.photographs.screens import any_accent, any_shade

MIN_DENSITY = 0.52
"""Minimum share of shaded cells of a dense board."""


@dataclass(frozen=True)
class Theme:
    """The colours of a program."""

    is_dark: bool
    back: Colour
    """Colour of the window."""
    paper: Colour
    """Colour of the cells."""
    clue_paper: Colour
    """Colour behind the clues."""
    ink: Colour
    thin: Colour
    """Colour of the thin lines."""
    thick: Colour
    """Colour of the thick lines."""
    shaded: Colour
    """Colour of shaded cells."""
    accent: Colour


def _theme(rng: np.random.Generator, dark: float = 0.45) -> Theme:
    accent = any_accent(rng)
    if rng.random() < dark:
        paper = any_shade(rng, 34, 62, 6)
        return Theme(
            True, any_shade(rng, 16, 40, 8), paper, any_shade(rng, 44, 74, 8),
            any_shade(rng, 205, 250, 6), any_shade(rng, 76, 105, 4), any_shade(rng, 125, 190, 8),
            accent if rng.random() < 0.3 else any_shade(rng, 185, 235, 10), accent,
        )  # fmt: skip
    return Theme(
        False, any_shade(rng, 232, 254, 5), (255, 255, 255), any_shade(rng, 226, 250, 10),
        any_shade(rng, 10, 60, 10), any_shade(rng, 165, 212, 3), any_shade(rng, 30, 110, 8),
        accent if rng.random() < 0.15 else any_shade(rng, 10, 60, 10), accent,
    )  # fmt: skip


def _style(rng: np.random.Generator, theme: Theme, cell: int, **changes: object) -> Style:
    """A program's usual way to draw a puzzle."""
    boxes = ("boxed", "open", "lines", "strips")[int(rng.choice(4, p=[0.25, 0.3, 0.2, 0.25]))]
    digit = float(rng.uniform(max(0.42, 8.4 / cell), max(0.58, 9.6 / cell)))
    thick = int(rng.choice([1, 2, 2, 3])) if cell < 40 else int(rng.integers(2, 5))
    closest = max(0.72, 1.3 * digit)
    step = float(rng.uniform(closest, max(closest, 1.05)))
    has_paper = boxes == "strips" or rng.random() < 0.5
    style = Style(
        cell=cell,
        step=1.0 if boxes == "boxed" else step,
        font=any_font(rng),
        digit=digit,
        boxes=boxes,
        packed=boxes != "boxed" and rng.random() < 0.5,
        zero="0" if rng.random() < 0.7 else "",
        thick=thick,
        frame=max(thick, int(rng.integers(1, 4))),
        ink=theme.ink,
        thin_ink=theme.thin,
        thick_ink=theme.thick,
        paper=theme.paper,
        clue_paper=theme.clue_paper if has_paper else None,
        shaded=theme.shaded,
    )
    return replace(style, **changes)  # type: ignore[arg-type]


def _cell(rng: np.random.Generator, drawing: Drawing) -> int:
    """The side of a cell: telephones have large ones, browsers small ones."""
    largest = 900 / max(drawing.height, drawing.width)
    return int(np.clip(rng.uniform(18, 64), 17, max(18, largest)))


def _progress(rng: np.random.Generator, drawing: Drawing, share: float) -> NDArray[np.bool_]:
    """Which cells a player has solved: whole lines, rows and columns in a random order."""
    known = np.zeros((drawing.height, drawing.width), bool)
    lines = [(0, i) for i in range(drawing.height)] + [(1, j) for j in range(drawing.width)]
    for k in rng.permutation(len(lines)).tolist():
        if known.mean() >= share:
            break
        axis, index = lines[k]
        known[(index, slice(None)) if axis == 0 else (slice(None), index)] = True
    return known


def _finished(known: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which rows and which columns are solved."""
    return np.asarray(known.all(axis=1)), np.asarray(known.all(axis=0))


def _blend(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two; ``share`` of the second one."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


# Windows


def _on_screen(rng: np.random.Generator, sheet: Sheet, theme: Theme) -> Shot:
    """A screenshot of a program with the puzzle: a web page, a telephone, or a desktop program."""
    layout = int(rng.integers(3))
    if layout == 0 and not theme.is_dark:
        page, at = screens.web_page(rng, sheet)
    elif layout <= 1:
        page, at = _desktop(rng, sheet, theme)
    else:
        page, at = _phone(rng, sheet, theme)
    return screenshot(rng, sheet, page, at, 0.25, 78)


def _desktop(
    rng: np.random.Generator, sheet: Sheet, theme: Theme
) -> tuple[Image.Image, tuple[int, int]]:
    """A window with a menu, a tool bar and a status bar."""
    width, height = sheet.size
    left, top = int(rng.integers(16, 160)), 78 + int(rng.integers(10, 60))
    size = max(420, width + left + int(rng.integers(16, 220))), height + top + int(
        rng.integers(40, 110)
    )  # fmt: skip
    image = Image.new("RGB", size, theme.back)
    draw = ImageDraw.Draw(image)
    bar = _blend(theme.back, theme.ink, 0.08)
    draw.rectangle((0, 0, size[0], 28), fill=bar)
    write(draw, (10, 7), f"{words(rng, 2)} - {words(rng, 1)}", 13, theme.ink)
    for k, text in enumerate(("File", "Edit", "View", "Puzzle", "Help")[: int(rng.integers(3, 6))]):
        write(draw, (10 + 58 * k, 34), text, 13, theme.ink)
    for k in range(int(rng.integers(3, 7))):
        box = 10 + 34 * k, 54, 38 + 34 * k, 76
        button(draw, box, words(rng, 1)[:2], theme.accent if k == 1 else bar, theme.ink, 3)
    write(draw, (10, size[1] - 22), f"{words(rng, 2)}  {rng.integers(1, 60)}:"
          f"{rng.integers(10, 60)}", 13, theme.ink)  # fmt: skip
    sheet.draw(image, (left, top), rng)
    return image, (left, top)


def _phone(
    rng: np.random.Generator, sheet: Sheet, theme: Theme
) -> tuple[Image.Image, tuple[int, int]]:
    """A telephone held upright, as wide as the puzzle."""
    margin = int(rng.integers(6, 40))
    width = max(360, sheet.size[0] + 2 * margin)
    unit = width / 360
    top = round(unit * float(rng.uniform(80, 150)))
    height = max(round(width * 1.8), top + sheet.size[1] + round(90 * unit))
    image = Image.new("RGB", (width, height), theme.back)
    draw = ImageDraw.Draw(image)
    write(draw, (14 * unit, 6 * unit), f"{rng.integers(1, 24)}:{rng.integers(10, 60)}", 12 * unit,
          theme.ink)  # fmt: skip
    write(draw, (width / 2, 48 * unit), f"{words(rng, 1)} {rng.integers(1, 300)}", 20 * unit,
          theme.ink, plain()[-1], "mm")  # fmt: skip
    at = width - margin - sheet.size[0], top
    sheet.draw(image, at, rng)
    count = int(rng.integers(2, 5))
    for k in range(count):
        low, high = (int((k + j) * width / count + i * 10 * unit) for j, i in ((0, 1), (1, -1)))
        fill = theme.accent if k == 0 else _blend(theme.back, theme.ink, 0.12)
        box = low, int(height - 62 * unit), high, int(height - 18 * unit)
        button(draw, box, words(rng, 1), fill, theme.ink, int(12 * unit))
    return image, at


# Finished clues and highlighted lines


def pale(rng: np.random.Generator, largest: int) -> Shot:
    """Numbers of finished lines, or of finished blocks, are pale."""
    drawing, theme = draw_picture(rng, min(largest, 25)), _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing))
    behind = style.clue_paper or theme.back
    ink = _blend(behind, theme.ink, float(rng.uniform(0.16, 0.34)))
    known = _progress(rng, drawing, float(rng.uniform(0.15, 0.85)))
    rows, columns = _finished(known)
    blocks = rng.random() < 0.4  # single blocks are finished, too
    single = rng.random((2, max(known.shape), max(known.shape))) < 0.35

    def look_of(is_row: bool, line: int, index: int) -> ClueLook | None:
        is_done = (rows if is_row else columns)[line]
        return ClueLook(ink) if is_done or (blocks and single[int(is_row), line, index]) else None

    cross = _blend(theme.paper, theme.ink, 0.4) if rng.random() < 0.7 else None
    return _on_screen(rng, Sheet(drawing, style, look_of, known, cross), theme)


def highlight(rng: np.random.Generator, largest: int) -> Shot:
    """The row and the column that are played are highlighted, blue on blue."""
    drawing, theme = draw_picture(rng, min(largest, 25)), _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing))
    hue = ((40, 110, 230), (0, 140, 210), (90, 90, 225), (30, 150, 160))[int(rng.integers(4))]
    if theme.is_dark:
        strip, ink = _blend(hue, (0, 0, 0), 0.62), _blend(hue, (255, 255, 255), 0.35)
    elif rng.random() < 0.5:
        strip, ink = _blend(hue, (255, 255, 255), 0.6), _blend(hue, (0, 0, 0), 0.25)
    else:
        strip, ink = hue, (255, 255, 255) if rng.random() < 0.6 else _blend(hue, (0, 0, 0), 0.72)
    chosen = int(rng.integers(drawing.height)), int(rng.integers(drawing.width))
    known = _progress(rng, drawing, float(rng.uniform(0.1, 0.6)))
    rows, columns = _finished(known)
    faded = _blend(style.clue_paper or theme.back, theme.ink, float(rng.uniform(0.4, 0.55)))
    is_struck = rng.random() < 0.6

    def look_of(is_row: bool, line: int, _index: int) -> ClueLook | None:
        is_done = bool((rows if is_row else columns)[line])
        if line == chosen[0 if is_row else 1]:
            return ClueLook(ink, is_struck=is_done and is_struck)
        return ClueLook(faded, is_struck=is_struck) if is_done else None

    cells = _blend(theme.paper, hue, 0.25)
    sheet = Sheet(
        drawing, style, look_of, known, _blend(theme.paper, theme.ink, 0.4), chosen=chosen,
        chosen_paper=strip, chosen_cells=cells,
    )  # fmt: skip
    return _on_screen(rng, sheet, theme)


def mixed(rng: np.random.Generator, largest: int) -> Shot:
    """Tiles with numbers: light on dark, and black on bright for some of them."""
    drawing, theme = draw_picture(rng, min(largest, 20)), _theme(rng, 0.75)
    style = _style(
        rng, theme, _cell(rng, drawing), boxes="open", step=1.0, packed=rng.random() < 0.3,
        clue_paper=None,
    )  # fmt: skip
    bright = ((250, 214, 90), (245, 245, 245), (150, 225, 140), (255, 170, 90))[
        int(rng.integers(4))
    ]
    dark = any_shade(rng, 40, 90, 25)
    usual, other = ClueLook((250, 250, 250), dark), ClueLook((15, 15, 15), bright)
    by_line = rng.random() < 0.35
    share = float(rng.uniform(0.12, 0.5))
    chance = rng.random((2, max(len(drawing.rows), len(drawing.columns)), 40))

    def look_of(is_row: bool, line: int, index: int) -> ClueLook:
        return other if chance[int(is_row), line, 0 if by_line else index] < share else usual

    known = _progress(rng, drawing, float(rng.uniform(0, 0.5)))
    cross = _blend(theme.paper, theme.ink, 0.4)
    return _on_screen(rng, Sheet(drawing, style, look_of, known, cross), theme)


def saturated(rng: np.random.Generator, largest: int) -> Shot:
    """Black digits on a saturated colour, mostly red, in small cells."""
    drawing = draw_picture(rng, min(largest, 30))
    theme = _theme(rng, 0.0)
    papers = [(222, 28, 30), (196, 20, 40), (235, 60, 20), (20, 130, 220), (30, 150, 60)]
    paper = papers[int(rng.choice(5, p=[0.3, 0.2, 0.2, 0.15, 0.15]))]
    cell = int(rng.integers(11, 15))
    style = _style(
        rng, theme, cell, digit=float(rng.uniform(7.4, 8.4)) / cell, step=1.0, ink=(0, 0, 0),
        boxes=("boxed", "lines", "open")[int(rng.integers(3))], clue_paper=paper, thick=2, frame=2,
        thin_ink=any_shade(rng, 90, 170, 3), near=0.1,
    )  # fmt: skip
    known = _progress(rng, drawing, float(rng.uniform(0, 0.4)))
    return _on_screen(rng, Sheet(drawing, style, known=known), theme)


# Other arrangements of the clues


def parted(rng: np.random.Generator, largest: int) -> Shot:
    """The digits of a number are one above the other in columns, and apart in rows."""
    while True:
        drawing = draw_picture(rng, min(largest, 25))
        if max(max(line, default=0) for line in drawing.columns) > 9:
            break
    theme = _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing), boxes="open", packed=True)
    tile = ClueLook(theme.ink, _blend(theme.back, theme.ink, 0.14))
    has_tiles = rng.random() < 0.5
    sheet = Sheet(
        drawing, style, lambda *_: tile if has_tiles else None, parts_digits=True
    )  # fmt: skip
    return _on_screen(rng, sheet, theme)


def far(rng: np.random.Generator, largest: int) -> Shot:
    """The clues begin at the far end of their area."""
    while True:
        drawing = draw_picture(rng, min(largest, 25))
        counts = [len(line) for line in drawing.rows + drawing.columns]
        if max(counts) >= 4:
            break
    theme = _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing), is_far=True)
    if style.boxes == "open" and style.clue_paper is None:
        style = replace(style, clue_paper=theme.clue_paper)
    return _on_screen(rng, Sheet(drawing, style), theme)


def frames(rng: np.random.Generator, largest: int) -> Shot:
    """Each clue box has a frame of its own, and many are empty; printed to a picture at 72 dpi."""
    drawing, theme = draw_picture(rng, min(largest, 25)), _theme(rng, 0.1)
    cell, finer = int(rng.integers(14, 20)), 4
    style = _style(
        rng, theme, cell * finer, digit=float(rng.uniform(8.2, 9.6)) / cell, boxes="boxed",
        step=1.0, packed=False, thin=int(rng.integers(2, 5)), thick=int(rng.integers(5, 9)),
        frame=int(rng.integers(5, 9)), spare=int(rng.integers(0, 3)), zero="",
        clue_paper=theme.paper if rng.random() < 0.6 else theme.clue_paper,
        thin_ink=_blend(theme.paper, theme.ink, float(rng.uniform(0.5, 1.0))),
    )  # fmt: skip
    sheet = Sheet(drawing, style, box_gap=int(rng.integers(1, 5)))
    margin = int(rng.integers(20, 60)) * finer
    size = sheet.size[0] + 2 * margin, sheet.size[1] + 2 * margin + 20 * finer
    image = Image.new("RGB", size, theme.paper)
    write(ImageDraw.Draw(image), (margin, 4 * finer), words(rng, 2), 12 * finer, theme.ink)
    at = margin, margin + 20 * finer
    sheet.draw(image, at, rng)
    small = image.resize((size[0] // finer, size[1] // finer), Image.Resampling.BOX)
    corners = (sheet.corners(at) + 0.5) / finer - 0.5
    return Shot(drawing, style.sides, pixels(small), corners, None)


def tiny(rng: np.random.Generator, largest: int) -> Shot:
    """Digits of 6 px."""
    drawing, theme = draw_picture(rng, max(20, min(largest, 40))), _theme(rng, 0.35)
    cell = int(rng.integers(9, 12))
    style = _style(
        rng, theme, cell, digit=6.4 / cell, step=1.0, boxes=("lines", "open")[int(rng.integers(2))],
        thick=1, frame=int(rng.integers(1, 3)), near=0.1,
    )  # fmt: skip
    return _on_screen(rng, Sheet(drawing, style), theme)


# The board and the edge of the picture


def flush(rng: np.random.Generator, largest: int) -> Shot:
    """The picture ends with the last row and column, or within them, without a closing line."""
    drawing, theme = draw_picture(rng, min(largest, 30)), _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing))
    known = _progress(rng, drawing, float(rng.uniform(0, 0.6))) if rng.random() < 0.5 else None
    cross = _blend(theme.paper, theme.ink, 0.4)
    sheet = Sheet(drawing, style, known=known, cross=cross)
    margin = int(rng.integers(0, 30))
    size = sheet.size[0] + 2 * margin, sheet.size[1] + 2 * margin
    image = Image.new("RGB", size, theme.back)
    sheet.draw(image, (margin, margin), rng)
    corners = sheet.corners((margin, margin))
    shot = pixels(image)
    cut = float(rng.uniform(0, 0.25)) * style.cell if rng.random() < 0.5 else 0.0
    right, bottom = (int(np.floor(k - cut)) - style.frame // 2 for k in corners[2])
    which = int(rng.integers(4))  # mostly both sides
    shot = shot[: bottom if which != 0 else None, : right if which != 1 else None]
    return Shot(drawing, style.sides, np.ascontiguousarray(shot), corners, None)


def _dense(rng: np.random.Generator, largest: int) -> Drawing:
    """A picture with many shaded cells, and often a first column and row that are all shaded."""
    while True:
        drawing = draw_picture(rng, largest)
        cells = drawing.cells.copy()
        if rng.random() < 0.5:
            cells[:, 0] = True
        if rng.random() < 0.3:
            cells[0] = True
        if cells.mean() < MIN_DENSITY:
            continue
        rows, columns = line_clues(cells), line_clues(cells.T)
        if is_unique(Puzzle.from_numbers(rows, columns), Limits(nodes=NODES)):
            return Drawing(cells, rows, columns)


def solved(rng: np.random.Generator, largest: int) -> Shot:
    """A dense board that is solved; its shaded cells cover the lines."""
    drawing, theme = _dense(rng, min(largest, 25)), _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing))
    known = np.ones(drawing.cells.shape, bool)
    cross = _blend(theme.paper, theme.ink, 0.4) if rng.random() < 0.4 else None
    sheet = Sheet(drawing, style, known=known, cross=cross, covers_lines=rng.random() < 0.8)
    return _on_screen(rng, sheet, theme)


def filled(rng: np.random.Generator, largest: int) -> Shot:
    """A dense board that is solved from the top or the left; shaded cells cover the lines."""
    drawing, theme = _dense(rng, min(largest, 25)), _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing))
    known = np.zeros(drawing.cells.shape, bool)
    rows = max(2, round(drawing.height * rng.uniform(0.2, 0.7)))
    columns = max(2, round(drawing.width * rng.uniform(0.2, 0.7)))
    if rng.random() < 0.7:
        known[:rows] = True
    if not known.any() or rng.random() < 0.5:
        known[:, :columns] = True
    cross = _blend(theme.paper, theme.ink, 0.4) if rng.random() < 0.4 else None
    sheet = Sheet(drawing, style, known=known, cross=cross, covers_lines=True)
    return _on_screen(rng, sheet, theme)


def banner(rng: np.random.Generator, largest: int) -> Shot:
    """A banner covers a lower corner of the board; all clues are visible."""
    drawing, theme = draw_picture(rng, min(largest, 25)), _theme(rng)
    style = _style(rng, theme, _cell(rng, drawing))
    shot = _on_screen(rng, Sheet(drawing, style), theme)
    image = Image.fromarray(np.ascontiguousarray(shot.image[..., ::-1]))
    right, bottom = shot.corners[2]
    cell = style.cell
    rows = int(rng.integers(1, max(3, drawing.height // 3)))
    columns = int(rng.integers(max(2, drawing.width // 3), max(3, drawing.width * 4 // 5)))
    box = (round(right - (columns - rng.random()) * cell), round(bottom - (rows - rng.random())
           * cell), min(image.width - 4, round(right + rng.uniform(0.3, 3) * cell)),
           min(image.height - 4, round(bottom + rng.uniform(0.3, 2.5) * cell)))  # fmt: skip
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(box, radius=int(rng.integers(0, 12)), fill=theme.accent)
    inner = box[0] + 8, box[1] + 6, box[2] - 8, box[3] - 6
    if inner[3] - inner[1] > 24 and inner[2] - inner[0] > 60:
        paragraph(draw, inner, rng, 13, (255, 255, 255), plain()[0])
    return replace(shot, image=pixels(image))


KINDS = (
    flush, pale, highlight, mixed, solved, filled, parted, banner, saturated, far, frames, tiny,
)  # fmt: skip
"""All kinds; each is as frequent."""
