"""List what is drawn on a page of a PDF file.

PDFium has parsed the page: objects are paths, texts, pictures, and forms, which hold objects
themselves. A path has its own coordinates; its matrix and those of the forms around it lead to the
page's. Texts come from PDFium's text page, which knows the place and the Unicode of each character,
also in forms.

Example: ``nonogram print`` draws all thin lines of a board in one path of 40 segments. Each becomes
a :class:`~recognizer.pages.page_drawing.Bar`. A browser draws a line as a rectangle 0.75 pt high:
the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import pairwise
from math import pi
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from recognizer.pages.page_drawing import Bar, Box, Drawing, Glyph, Patch, SlantedLine

MAX_OBJECTS = 100_000
"""Objects of a page; a board of 100x100 in a table of HTML has 40,000."""
MAX_SEGMENTS = 500_000
"""Segments of all paths of a page."""
MAX_GLYPHS = 50_000
"""Characters of a page; a page of a newspaper has 15,000."""
MAX_FORM_DEPTH = 8
"""How deep forms are nested; what is deeper is not read. Programs that paste pages have 2 or 3."""
MAX_BAR_PT = 4.0
"""A filled area is a line if it is at most so thick."""
MIN_BAR_PROPORTION = 3.0
"""It is at least so many times as long as thick."""
_STRAIGHT_PT = 0.2
"""How far the ends of an upright line may be apart across."""
_FRAME_PT = 4.0
"""The margin between two filled rectangles, one in the other, that make a frame."""
_INVISIBLE = 3
"""The render mode of a text that is not painted: that of a scan, for searching."""

Matrix = tuple[float, float, float, float, float, float]


class PageTooComplexError(Exception):
    """The page has more parts than are listed."""


class _Object(NamedTuple):
    raw: Any
    kind: int
    matrix: Matrix
    """From the object's parent to the page as it is shown."""
    order: int


def drawing_of(page: Any) -> Drawing:
    """All that is drawn on a page of pypdfium2.

    Raises:
        PageTooComplexError: There is too much.
    """
    return _Reader(page).drawing()


def images_of(page: Any) -> Iterator[tuple[Box, int]]:
    """The pictures of a page: place, and width in px."""
    for each in _objects(page, _view(page)):
        if each.kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            width, height = ctypes.c_uint(), ctypes.c_uint()
            pdfium.FPDFImageObj_GetImagePixelSize(each.raw, width, height)
            box = _image_box(each)
            # A page on its side has a picture that is turned.
            is_upright = (box.width >= box.height) == (width.value >= height.value)
            yield box, int(width.value if is_upright else height.value)


class _Reader:
    def __init__(self, page: Any) -> None:
        self._page = page
        self._view = _view(page)
        self._segments = 0
        self._bars: list[Bar] = []
        self._patches: list[Patch] = []
        self._strokes: list[SlantedLine] = []
        self._glyphs: list[Glyph] = []
        self._images: list[Box] = []

    def drawing(self) -> Drawing:
        orders: dict[int, int] = {}
        for each in _objects(self._page, self._view):
            if each.kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._add_path(each)
            elif each.kind == pdfium.FPDF_PAGEOBJ_TEXT:
                orders[_address(each.raw)] = each.order
            elif each.kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._images.append(_image_box(each))
        if orders:
            self._add_text(orders)
        width, height = self._page.get_size()
        return Drawing(
            width,
            height,
            tuple(self._bars),
            tuple(self._patches),
            tuple(self._strokes),
            tuple(self._glyphs),
            tuple(self._images),
        )

    def _add_path(self, each: _Object) -> None:
        raw = each.raw
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        if not pdfium.FPDFPath_GetDrawMode(raw, fill, stroke):
            return
        if not (fill.value or stroke.value):
            return
        self._segments += max(0, pdfium.FPDFPath_CountSegments(raw))
        if self._segments > MAX_SEGMENTS:
            raise PageTooComplexError
        matrix = _times(_matrix(raw), each.matrix)
        subpaths = list(_subpaths(raw, matrix))
        if fill.value and (rgb := _color(pdfium.FPDFPageObj_GetFillColor, raw)):
            self._add_filled(subpaths, rgb, each.order)
        if stroke.value and _color(pdfium.FPDFPageObj_GetStrokeColor, raw):
            for points, _ in subpaths:
                self._add_stroked(points)

    def _add_filled(self, subpaths: list[_Subpath], rgb: str, order: int) -> None:
        boxes = []
        for points, is_curved in subpaths:
            if len(points) < 3:
                continue
            box = _around(points)
            thin, long = sorted((box.width, box.height))
            if not is_curved and thin <= MAX_BAR_PT and long >= MIN_BAR_PROPORTION * thin:
                self._bars.append(_bar_in(box))
            is_box = not is_curved and _is_box(points)
            self._patches.append(Patch(box, rgb, is_box, order))
            if is_box:
                boxes.append(box)
        if len(boxes) == len(subpaths) == 2:
            self._add_frame(*sorted(boxes, key=lambda box: box.width))

    def _add_frame(self, inner: Box, outer: Box) -> None:
        margins = [abs(a - b) for a, b in zip(inner, outer, strict=True)]
        if max(margins) > _FRAME_PT or inner.width < _FRAME_PT or inner.height < _FRAME_PT:
            return
        left, top, right, bottom = ((a + b) / 2 for a, b in zip(inner, outer, strict=True))
        self._bars += [Bar(True, x, top, bottom) for x in (left, right)]
        self._bars += [Bar(False, y, left, right) for y in (top, bottom)]
        del self._patches[-2:]  # it is hollow

    def _add_stroked(self, points: list[tuple[float, float]]) -> None:
        for (x1, y1), (x2, y2) in pairwise(points):
            across, down = abs(x2 - x1), abs(y2 - y1)
            if across <= _STRAIGHT_PT < down:
                self._bars.append(Bar(True, (x1 + x2) / 2, min(y1, y2), max(y1, y2)))
            elif down <= _STRAIGHT_PT < across:
                self._bars.append(Bar(False, (y1 + y2) / 2, min(x1, x2), max(x1, x2)))
            elif across > _STRAIGHT_PT:
                box = Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
                self._strokes.append(SlantedLine(box, (x2 > x1) == (y2 > y1)))

    def _add_text(self, orders: dict[int, int]) -> None:
        text = pdfium.FPDFText_LoadPage(self._page.raw)
        if not text:
            return
        try:
            count = pdfium.FPDFText_CountChars(text)
            if count > MAX_GLYPHS:
                raise PageTooComplexError
            for index in range(count):
                if pdfium.FPDFText_IsGenerated(text, index) == 1:
                    continue
                glyph = self._glyph(text, index, orders)
                if glyph is not None:
                    self._glyphs.append(glyph)
        finally:
            pdfium.FPDFText_ClosePage(text)

    def _glyph(self, text: Any, index: int, orders: dict[int, int]) -> Glyph | None:
        owner = pdfium.FPDFText_GetTextObject(text, index)
        if not owner or pdfium.FPDFTextObj_GetTextRenderMode(owner) == _INVISIBLE:
            return None
        sides = [ctypes.c_double() for _ in range(4)]
        advance = pdfium.FS_RECTF()
        if not pdfium.FPDFText_GetCharBox(text, index, *sides):
            return None
        left, right, bottom, top = (side.value for side in sides)
        ink = _mapped(self._view, left, bottom, right, top)
        if pdfium.FPDFText_GetLooseCharBox(text, index, advance):
            loose = _mapped(self._view, advance.left, advance.bottom, advance.right, advance.top)
        else:
            loose = ink
        pen = [ctypes.c_double(), ctypes.c_double()]
        pdfium.FPDFText_GetCharOrigin(text, index, *pen)
        origin = _applied(self._view, pen[0].value, pen[1].value)
        code = pdfium.FPDFText_GetUnicode(text, index)
        is_known = code and pdfium.FPDFText_HasUnicodeMapError(text, index) != 1
        # A mirrored page has a mirrored board: its letters are left to the reader of pictures.
        is_known = is_known and not _is_mirrored(text, index)
        angle = pdfium.FPDFText_GetCharAngle(text, index)
        turns = (round(angle / (pi / 2)) + self._page.get_rotation() // 90) % 4
        if turns % 2:
            box = Box(ink.left, loose.top, ink.right, loose.bottom)
            size = loose.width
        else:
            box = Box(loose.left, ink.top, loose.right, ink.bottom)
            size = loose.height
        rgb = _color(pdfium.FPDFText_GetFillColor, text, index) or ""
        character = chr(code) if is_known else ""
        order = orders.get(_address(owner), 0)
        return Glyph(character, box, size, rgb, order, turns, origin)


_Subpath = tuple[list[tuple[float, float]], bool]
"""The points of a subpath, and whether it has curves."""


def _objects(page: Any, view: Matrix) -> Iterator[_Object]:
    """All objects of a page and its forms, in the order in which they are drawn."""
    order = 0
    count = pdfium.FPDFPage_CountObjects(page.raw)
    if count > MAX_OBJECTS:
        raise PageTooComplexError
    todo: list[tuple[Any, Matrix, int]] = [
        (pdfium.FPDFPage_GetObject(page.raw, index), view, 0) for index in range(count - 1, -1, -1)
    ]
    while todo:
        raw, matrix, depth = todo.pop()
        if not raw:
            continue
        kind = pdfium.FPDFPageObj_GetType(raw)
        order += 1
        if order > MAX_OBJECTS:
            raise PageTooComplexError
        if kind != pdfium.FPDF_PAGEOBJ_FORM:
            yield _Object(raw, kind, matrix, order)
            continue
        if depth >= MAX_FORM_DEPTH:
            continue
        inner = _times(_matrix(raw), matrix)
        count = pdfium.FPDFFormObj_CountObjects(raw)
        if count > MAX_OBJECTS:
            raise PageTooComplexError
        todo += [
            (pdfium.FPDFFormObj_GetObject(raw, index), inner, depth + 1)
            for index in range(count - 1, -1, -1)
        ]


def _subpaths(raw: Any, matrix: Matrix) -> Iterator[_Subpath]:
    points: list[tuple[float, float]] = []
    is_curved = False
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(pdfium.FPDFPath_CountSegments(raw)):
        segment = pdfium.FPDFPath_GetPathSegment(raw, index)
        if not pdfium.FPDFPathSegment_GetPoint(segment, x, y):
            continue
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO and points:
            yield points, is_curved
            points, is_curved = [], False
        points.append(_applied(matrix, x.value, y.value))
        is_curved = is_curved or kind == pdfium.FPDF_SEGMENT_BEZIERTO
        if pdfium.FPDFPathSegment_GetClose(segment) and points[0] != points[-1]:
            points.append(points[0])
    if points:
        yield points, is_curved


def _is_box(points: list[tuple[float, float]]) -> bool:
    """Whether a filled polygon is an upright rectangle."""
    corners = points[:-1] if points[0] == points[-1] else points
    if len(corners) != 4:
        return False
    return all(
        min(abs(x2 - x1), abs(y2 - y1)) <= _STRAIGHT_PT
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True)
    )


def _around(points: list[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _bar_in(box: Box) -> Bar:
    x, y = box.center
    if box.height > box.width:
        return Bar(True, x, box.top, box.bottom)
    return Bar(False, y, box.left, box.right)


def _is_mirrored(text: Any, index: int) -> bool:
    """Whether a letter is drawn as in a mirror."""
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFText_GetMatrix(text, index, found):
        return False
    return bool(found.a * found.d - found.b * found.c < 0)


def _image_box(each: _Object) -> Box:
    return _mapped(_times(_matrix(each.raw), each.matrix), 0, 0, 1, 1)


def _view(page: Any) -> Matrix:
    """From the coordinates of a page to points from the top left corner as it is shown."""
    width, height = page.get_size()
    scale = 1000
    across, down = max(1, round(scale * width)), max(1, round(scale * height))
    found = []
    x, y = ctypes.c_int(), ctypes.c_int()
    for at in ((0.0, 0.0), (1000.0, 0.0), (0.0, 1000.0)):
        pdfium.FPDF_PageToDevice(page.raw, 0, 0, across, down, 0, *at, x, y)
        found.append((x.value / scale, y.value / scale))
    (e, f), (ax, ay), (bx, by) = found
    return ((ax - e) / 1000, (ay - f) / 1000, (bx - e) / 1000, (by - f) / 1000, e, f)


def _matrix(raw: Any) -> Matrix:
    found = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(raw, found):
        return (1, 0, 0, 1, 0, 0)
    return found.a, found.b, found.c, found.d, found.e, found.f


def _times(first: Matrix, second: Matrix) -> Matrix:
    """First the first matrix, then the second."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (
        a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t,
        e * q + f * s + u,
    )  # fmt: skip


def _applied(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _mapped(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> Box:
    corners = ((left, bottom), (left, top), (right, bottom), (right, top))
    return _around([_applied(matrix, *corner) for corner in corners])


def _color(get: Any, *args: Any) -> str:
    """A colour ``#rrggbb``; empty if it is not known or is transparent."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not get(*args, *parts):
        return ""
    red, green, blue, alpha = (part.value for part in parts)
    return f"#{red:02x}{green:02x}{blue:02x}" if alpha else ""


def _address(pointer: Any) -> int:
    return int(ctypes.cast(pointer, ctypes.c_void_p).value or 0)
