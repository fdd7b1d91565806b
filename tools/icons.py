"""Draws the program's icon at all sizes from ``resources/icons/app.svg``, for every system.

``python tools/icons.py`` writes

* ``share/icons/hicolor/<side>x<side>``: PNG files of the icon, and of a puzzle file;
* ``share/icons/hicolor/scalable`` and ``symbolic``: the same as SVG, and in one colour;
* ``tools/package/nonogram-helper.ico`` for Windows and ``.icns`` for macOS.

Small icons are not scaled down but drawn anew: border, lines and cells get whole pixels, and what
there is no room for is left out. All is painted :data:`_FINE` times larger, so that only round
corners and slanted edges have mixed colours. ``--check`` compares the pixels with those of the
files, whose bytes depend on the version of zlib, and writes nothing.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from defusedxml import ElementTree
from PIL import Image, ImageChops, ImageDraw

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "resources" / "icons" / "app.svg"
HICOLOR = Path("share") / "icons" / "hicolor"
PACKAGE = Path("tools") / "package"
ID = "io.github.nonogram_helper.NonogramHelper"
FILE_ID = f"{ID}-file"
"""The icon of puzzle files, which ``share/mime`` gives to their types."""
SIDES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIDES = (16, 24, 32, 48, 64, 128, 256)
ICNS_SIDES = (32, 64, 128, 256, 512, 1024)
"""What macOS shows at 16 to 512 points, at 200 % or at 100 %."""

_PNG_START = b"\x89PNG"
"""Begins each picture in the files of Windows and macOS, too."""
_SVG = "{http://www.w3.org/2000/svg}"
_UNITS = 64
"""The side of the source's drawing."""
_FINE = 4
"""Painted pixels in a pixel."""
_MIN_CLUES_PX = 32
"""In a smaller icon there is no room for clues: the board fills it."""
_MIN_LINED_PX = 4
"""Narrower cells, px with their line, have no lines between them."""
_FOLD = "#c9c0ab"
"""The corner of a sheet that is folded over."""
_FOLD_SHARE = 0.32
"""Its part of the sheet's width."""
_SHEET_SHARE = 0.75
"""The width of a sheet, as a part of its height."""

Rect = tuple[float, float, float, float]
"""Left, top, width, height."""


class Drawing(NamedTuple):
    """What the source shows."""

    paper: str
    ink: str
    blank: str
    """The colour of blank cells."""
    shaded: str
    board_at: float
    """Where the board begins, from the left and from the top."""
    pitch: float
    """The side of a cell."""
    cells: int
    """In a row, and in a column."""
    clues: list[Rect]
    shaded_cells: list[tuple[int, int]]
    """Column and row of each."""


class Board(NamedTuple):
    """Where a board is in an icon, in whole pixels."""

    left: int
    top: int
    pitch: int
    line: int
    """The width of the lines around cells; 0 for none."""


def drawing() -> Drawing:
    """Read the source, which has rectangles only: the sheet, the clues, the board, its cells."""
    root = ElementTree.fromstring(SOURCE.read_bytes())
    sheet, board = root.findall(f"{_SVG}rect")
    clues, cells = root.findall(f"{_SVG}g")
    left, _top, side, _side = _rect(board)
    rects = [_rect(each) for each in cells]
    pitch = min(width for _, _, width, _ in rects)
    shaded = [
        (column, round((y - left) / pitch))
        for x, y, width, _ in rects
        for column in range(round((x - left) / pitch), round((x + width - left) / pitch))
    ]
    colors = sheet.attrib["fill"], sheet.attrib["stroke"], board.attrib["fill"]
    bars = [_rect(each) for each in clues]
    return Drawing(*colors, cells.attrib["fill"], left, pitch, round(side / pitch), bars, shaded)


def _rect(element: Element) -> Rect:
    x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return x, y, width, height


class _Painter:
    """Paints in whole pixels."""

    def __init__(self, side: int) -> None:
        self.side = side
        self._image = Image.new("RGBA", (side * _FINE, side * _FINE))
        self._paint = ImageDraw.Draw(self._image)

    def rect(
        self, left: float, top: float, right: float, bottom: float, color: str, radius: float = 0
    ) -> None:
        """A filled rectangle with round corners; the right and lower edges are outside of it."""
        corners = left * _FINE, top * _FINE, right * _FINE - 1, bottom * _FINE - 1
        self._paint.rounded_rectangle(corners, radius * _FINE, color)

    def sheet(
        self, left: float, top: float, right: float, bottom: float, corner: float, color: str
    ) -> None:
        """A rectangle without its right upper corner, which is cut off at 45 degrees."""
        far, low = right * _FINE - 1, bottom * _FINE - 1
        x, y = left * _FINE, top * _FINE
        cut = (far - corner * _FINE, y), (far, y + corner * _FINE)
        self._paint.polygon([(x, y), *cut, (far, low), (x, low)], color)

    def board(self, shown: Drawing, at: Board) -> None:
        """The cells with the lines around them."""
        side = shown.cells * at.pitch
        if at.line:
            before, after = -(at.line // 2), side + at.line - at.line // 2
            self.rect(at.left + before, at.top + before, at.left + after, at.top + after, shown.ink)
        inset = at.line - at.line // 2 if at.line else 0
        size = at.pitch - at.line
        for row in range(shown.cells):
            for column in range(shown.cells):
                is_shaded = (column, row) in shown.shaded_cells
                x, y = at.left + column * at.pitch + inset, at.top + row * at.pitch + inset
                self.rect(x, y, x + size, y + size, shown.shaded if is_shaded else shown.blank)

    def image(self) -> Image.Image:
        """The icon, RGBA."""
        return self._image.resize((self.side, self.side), Image.Resampling.BOX)


def app_icon(shown: Drawing, side: int) -> Image.Image:
    """The icon of the program, RGBA; ``side`` in px."""
    scale = side / _UNITS
    painter = _Painter(side)
    margin, border, radius = round(0.49 * scale), max(1, int(3 * scale)), max(2, 11 * scale)
    far = side - margin
    painter.rect(margin, margin, far, far, shown.ink, radius)
    near, far = margin + border, far - border
    painter.rect(near, near, far, far, shown.paper, max(1, radius - border))
    if side < _MIN_CLUES_PX:
        pitch = (side - 2 * border - 2) // shown.cells
        at = (side - shown.cells * pitch + 1) // 2
        painter.board(shown, Board(at, at, pitch, 0))
        return painter.image()
    pitch = round(shown.pitch * scale)
    line = max(1, round(1.4 * scale)) if pitch >= _MIN_LINED_PX else 0
    at = round(shown.board_at * scale)
    board = Board(at, at, pitch, line)
    painter.board(shown, board)
    for clue in shown.clues:
        _paint_clue(painter, shown, clue, board)
    return painter.image()


def _paint_clue(painter: _Painter, shown: Drawing, clue: Rect, board: Board) -> None:
    """A clue, in the middle of its row or column, as far from the board as in the source."""
    scale = painter.side / _UNITS
    x, y, width, height = clue
    is_column = y < shown.board_at
    start, length, across, thickness = (y, height, x, width) if is_column else (x, width, y, height)
    thick = max(1, round(thickness * scale))
    room = board.pitch - board.line
    if (room - thick) % 2:  # it could not be in the middle
        thick += -1 if thick > 1 and thick > thickness * scale else 1
    line = int((across - shown.board_at) // shown.pitch)
    near = board.left + line * board.pitch + board.line - board.line // 2 + (room - thick) // 2
    end = board.left - round((shown.board_at - start - length) * scale)
    begin = end - max(1, round(length * scale))
    radius = scale if scale >= 2 else 0
    if is_column:
        painter.rect(near, begin, near + thick, end, shown.ink, radius)
    else:
        painter.rect(begin, near, end, near + thick, shown.ink, radius)


def file_icon(shown: Drawing, side: int) -> Image.Image:
    """The icon of a puzzle file, a sheet with the board on it, RGBA; ``side`` in px."""
    scale = side / _UNITS
    painter = _Painter(side)
    border, pitch = max(1, round(2 * scale)), round(shown.pitch * scale)
    board = shown.cells * pitch
    padding = max(0, (round(_SHEET_SHARE * side) - board - 2 * border) // 2)
    width = board + 2 * (border + padding)
    left = (side - width) // 2
    right, fold = left + width, round(_FOLD_SHARE * width)
    painter.sheet(left, 0, right, side, fold, shown.ink)
    slant = border * (2**0.5 - 1)  # the slanted edge is as thick as the straight ones
    paper = left + border, border, right - border, side - border
    painter.sheet(*paper, fold - border + slant, shown.paper)
    triangle = right - fold, border + slant, right - border - slant, fold
    painter.sheet(*triangle, fold - border - slant, _FOLD)
    if side >= _MIN_CLUES_PX:
        painter.rect(right - fold, border, right - fold + border, fold, shown.ink)
        painter.rect(right - fold, fold - border, right - border, fold, shown.ink)
    line = max(1, round(1.4 * scale)) if pitch >= _MIN_LINED_PX else 0
    bottom = side - border - padding - (line - line // 2)
    painter.board(shown, Board(left + border + padding, bottom - board, pitch, line))
    return painter.image()


def symbolic_svg(shown: Drawing) -> str:
    """The icon in one colour, which the desktop replaces: frame and shaded cells, 16 px."""
    pitch = 2
    at = (16 - shown.cells * pitch) // 2
    cells = "".join(
        f"M{at + pitch * column} {at + pitch * row}h{pitch}v{pitch}h-{pitch}z"
        for column, row in shown.shaded_cells
    )
    frame = (
        "M3 0h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"
        "M3 1a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V3a2 2 0 0 0-2-2z"
    )
    return (
        f'<svg xmlns="{_SVG[1:-1]}" width="16" height="16" viewBox="0 0 16 16">\n'
        f'  <path fill="#2e3436" d="{frame}{cells}"/>\n</svg>\n'
    )


def file_svg(shown: Drawing) -> str:
    """The icon of a puzzle file as SVG, with the measures of the PNG file of 64 px."""
    left, top, pitch = 12, 18, round(shown.pitch)
    side = pitch * shown.cells
    blank = f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="{shown.blank}"/>'
    cells = "".join(
        f"M{left + pitch * column} {top + pitch * row}h{pitch}v{pitch}h-{pitch}z"
        for column, row in shown.shaded_cells
    )
    lines = "".join(
        f"M{left + pitch * k} {top}v{side}M{left} {top + pitch * k}h{side}"
        for k in range(shown.cells + 1)
    )
    return (
        f'<svg xmlns="{_SVG[1:-1]}" width="64" height="64" viewBox="0 0 64 64">\n'
        f'  <path fill="{shown.paper}" stroke="{shown.ink}" stroke-width="2"'
        ' stroke-linejoin="round" d="M9 1h31l15 15v47H9z"/>\n'
        f'  <path fill="{_FOLD}" stroke="{shown.ink}" stroke-width="2"'
        ' stroke-linejoin="round" d="M40 1v15h15z"/>\n'
        f"  {blank}\n"
        f'  <path fill="{shown.shaded}" d="{cells}"/>\n'
        f'  <path stroke="{shown.ink}" stroke-width="1.5" stroke-linecap="square" d="{lines}"/>\n'
        "</svg>\n"
    )


def pictures() -> Iterator[tuple[Path, Image.Image]]:
    """Each PNG file, by its path in the repository, with its picture."""
    shown = drawing()
    for side in SIDES:
        folder = HICOLOR / f"{side}x{side}"
        yield folder / "apps" / f"{ID}.png", app_icon(shown, side)
        yield folder / "mimetypes" / f"{FILE_ID}.png", file_icon(shown, side)


def drawings() -> Iterator[tuple[Path, str]]:
    """Each SVG file, by its path in the repository, with its text."""
    shown = drawing()
    yield HICOLOR / "scalable" / "apps" / f"{ID}.svg", SOURCE.read_text("utf-8")
    yield HICOLOR / "scalable" / "mimetypes" / f"{FILE_ID}.svg", file_svg(shown)
    yield HICOLOR / "symbolic" / "apps" / f"{ID}-symbolic.svg", symbolic_svg(shown)


def bundles() -> Iterator[tuple[Path, list[Image.Image]]]:
    """The files of Windows and macOS, by their paths in the repository, with their pictures."""
    shown = drawing()
    yield PACKAGE / "nonogram-helper.ico", [app_icon(shown, side) for side in ICO_SIDES]
    yield PACKAGE / "nonogram-helper.icns", [app_icon(shown, side) for side in ICNS_SIDES]


def _bundle_bytes(name: Path, images: list[Image.Image]) -> bytes:
    """An ``.ico`` or ``.icns`` file with each picture as it is, none of them scaled by Pillow."""
    data = io.BytesIO()
    largest, others = images[-1], images[:-1]
    if name.suffix == ".ico":
        largest.save(data, "ICO", append_images=others, sizes=[each.size for each in images])
    else:
        largest.save(data, "ICNS", append_images=others)
    return data.getvalue()


def _png_bytes(image: Image.Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def stale() -> list[Path]:
    """The files that are missing or show something else than the source."""
    found = [path for path, image in pictures() if not _is_same(ROOT / path, [image])]
    found += [path for path, text in drawings() if not _has_text(ROOT / path, text)]
    return found + [path for path, images in bundles() if not _is_same(ROOT / path, images)]


def _has_text(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


def _is_same(path: Path, images: list[Image.Image]) -> bool:
    if not path.is_file():
        return False
    parts = [_PNG_START + part for part in path.read_bytes().split(_PNG_START)[1:]]
    found = {image.size: image for image in map(_opened, parts)}
    return all(
        wanted.size in found
        and ImageChops.difference(found[wanted.size], wanted).getbbox(alpha_only=False) is None
        for wanted in images
    )


def _opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def _write(path: Path, data: bytes) -> None:
    target = ROOT / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    print(target.relative_to(ROOT))


def main() -> int:
    """Write or compare the files; 1 if one is stale."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    if parser.parse_args().check:
        for path in (found := stale()):
            print(f"{path} is not what tools/icons.py makes", file=sys.stderr)
        return 1 if found else 0
    for path, image in pictures():
        _write(path, _png_bytes(image))
    for path, text in drawings():
        _write(path, text.encode())
    for path, images in bundles():
        _write(path, _bundle_bytes(path, images))
    return 0


if __name__ == "__main__":
    sys.exit(main())
