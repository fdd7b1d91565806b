"""The clue numbers of each line as a cached picture.

Text takes most of a board's painting time; a cached picture takes a tenth of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from helper.application.memory import without_painter
from helper.application.theme import Theme
from helper.board.clue_layout import ClueLayout
from helper.board.geometry import BoardAxis
from helper.widgets.style import mixed
from puzzles import Clue, Clues, Line, Puzzle
from puzzles.color_values import contrast, is_lost_on, text_on
from puzzles.model import ANY_COLOR, shown_clues

_MAX_CACHED = 1024


class NumberSigns(NamedTuple):
    """How the numbers of a line are marked; a value for each number, or none for unmarked ones."""

    are_done: tuple[bool, ...]
    """Grey: the place of the block is certain."""
    are_ticked: tuple[bool, ...]
    """Struck through: ticked off by hand."""


class _Tile(NamedTuple):
    """The picture of a number in colour."""

    pixmap: QPixmap
    half_width: float
    """In px."""
    half_height: float
    """In px."""


class TileColors(NamedTuple):
    """The colours of a number on its tile, ``#rrggbb``."""

    tile: str
    number: str
    outline: str
    """Empty for none."""


class PlacedNumber(NamedTuple):
    """A number that is in view."""

    number: int
    """0-based."""
    start: float
    """Along the header, in px of the viewport."""
    length: float
    """In px."""


class NumberStrips:
    """Pictures of the clues of one puzzle at one size in one theme."""

    def __init__(
        self,
        puzzle: Puzzle,
        layout: ClueLayout,
        theme: Theme,
        cell: int,
        scale: float,
        signs_of: Callable[[Line], NumberSigns],
        before: NumberStrips | None = None,
    ) -> None:
        """Nothing is painted yet.

        Args:
            puzzle: Whose clues are painted.
            layout: Their font and sizes.
            theme: The colours.
            cell: The side of a cell, in px.
            scale: Device px for each px.
            signs_of: How a line's numbers are marked.
            before: Pictures whose tiles are used again if they look the same.
        """
        self._puzzle = puzzle
        self._layout = layout
        self._theme = theme
        self._cell = cell
        self._scale = scale
        self._signs_of = signs_of
        self._kept: dict[Line, QPixmap] = {}
        self._tiles: dict[tuple[str, str, bool, int, int], QPixmap] = {}
        """By text, colour, whether it is faint, and size."""
        if before is not None and before._look == self._look and len(before._tiles) < _MAX_CACHED:
            self._tiles = before._tiles
        self._line_tiles: dict[tuple[Clue, bool, bool], _Tile] = {}
        """By clue, whether it is faint, and whether it is beside a column."""
        self._extents: dict[Line, list[tuple[float, float]]] = {}

    @property
    def _look(self) -> tuple[object, ...]:
        """What tiles depend on besides their keys."""
        layout = self._layout
        return layout.font, layout.number_height, layout.gap, self._cell, self._scale, self._theme

    def fit(self, layout: ClueLayout, scale: float) -> bool:
        """Whether they belong to this layout and scale."""
        return layout is self._layout and scale == self._scale

    def forget(self, line: Line) -> None:
        """Drop a line's picture and places, which may have changed."""
        self._kept.pop(line, None)
        self._extents.pop(line, None)

    def follow(self, puzzle: Puzzle) -> bool:
        """Take the puzzle with changed clues; the caller forgets the changed lines.

        Returns:
            Whether all lines change: with the first clue, empty lines get a 0.
        """
        is_all = puzzle.has_clues != self._puzzle.has_clues
        self._puzzle = puzzle
        if is_all:
            self._kept.clear()
            self._extents.clear()
        return is_all

    def shown(self, line: Line) -> Clues:
        """The clues as they are shown: a single 0 for a line without shaded cells."""
        clues = self._puzzle.clues_of(line)
        return shown_clues(clues) if self._puzzle.has_clues else clues

    def extents(self, line: Line) -> list[tuple[float, float]]:
        """(start, length) of each number along the header, in px from the first one."""
        if line not in self._extents:
            if len(self._extents) >= _MAX_CACHED:
                self._extents.clear()
            self._extents[line] = self._measured(line)
        return self._extents[line]

    def _measured(self, line: Line) -> list[tuple[float, float]]:
        clues, layout = self.shown(line), self._layout
        if line.is_column:
            return [(k * layout.number_height, layout.number_height) for k in range(len(clues))]
        found, at = [], 0.0
        for clue in clues:
            width = layout.width_of(clue)
            found.append((at, width))
            at += width + layout.gap
        return found

    def start(self, line: Line, span: BoardAxis) -> float:
        """Where a line's first number starts along the header, in px of the viewport."""
        start = span.clues_start + self._layout.pad
        if span.header_last:
            return float(start)
        return start + span.clues - 2 * self._layout.pad - sum(self.extents(line)[-1])

    def placed(self, line: Line, span: BoardAxis) -> list[PlacedNumber]:
        """The numbers of a line that are in view as a whole; none if they are too small to read.

        Where some are not, those that are shown leave room for the sign that tells it.

        Args:
            line: The line.
            span: The axis along which its numbers run.
        """
        extents = self.extents(line) if self._layout.is_readable else []
        if not extents:
            return []
        start = self.start(line, span)
        numbers = [PlacedNumber(k, start + at, size) for k, (at, size) in enumerate(extents)]
        low, high = span.seen_header
        shown = _between(numbers, low - 1, high + 1)
        if len(shown) == len(numbers):
            return shown
        if span.header_last:
            return _between(shown, low - 1, high - MORE_PX)
        return _between(shown, low + MORE_PX, high + 1)

    def is_cut(self, line: Line, shown: list[PlacedNumber]) -> bool:
        """Whether a line has more numbers than those in view, the result of :meth:`placed`."""
        return self._layout.is_readable and len(shown) < len(self.extents(line))

    def strip(self, line: Line) -> QPixmap:
        """The picture of a line's numbers, as high as a row or as wide as a column."""
        if line not in self._kept:
            if len(self._kept) >= _MAX_CACHED:
                self._kept.clear()
            self._kept[line] = self._painted(line)
        return self._kept[line]

    def _painted(self, line: Line) -> QPixmap:
        extents = self.extents(line)
        length = int(sum(extents[-1])) + 2 * PAD + 1
        across, down = (self._cell, length) if line.is_column else (length, self._cell)
        pixmap = QPixmap(round(across * self._scale), round(down * self._scale))
        pixmap.setDevicePixelRatio(self._scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        try:
            painter.setFont(self._layout.font)
            self._paint_numbers(painter, line, extents)
        finally:
            painter.end()
        return without_painter(pixmap)

    def _paint_numbers(
        self, painter: QPainter, line: Line, extents: list[tuple[float, float]]
    ) -> None:
        none, signs = (False,) * len(extents), self._signs_of(line)
        are_done, are_ticked = signs.are_done or none, signs.are_ticked or none
        is_column, is_colored = line.is_column, not self._puzzle.is_black_and_white
        for (start, size), clue, done, ticked in zip(
            extents, self.shown(line), are_done, are_ticked, strict=True
        ):
            if is_colored and not ticked and clue[0] and clue[1] != ANY_COLOR:
                self._draw_tile(painter, is_column, start + PAD, size, clue, done)
                continue
            rect = self._rect_in_strip(is_column, start + PAD, size)
            self._paint_number(painter, rect, clue, done or ticked)
            if ticked:
                self._strike(painter, rect, self._layout.text_of(clue))

    def _rect_in_strip(self, is_column: bool, start: float, size: float) -> QRectF:
        if is_column:
            return QRectF(0, start, self._cell + 1, size)
        return QRectF(start, 0, size, self._cell)

    def _draw_tile(
        self,
        painter: QPainter,
        is_column: bool,
        start: float,
        size: float,
        clue: Clue,
        is_faint: bool,
    ) -> None:
        """Do what :meth:`_paint_number` does, in a third of the time: a board has thousands."""
        key = clue, is_faint, is_column
        tile = self._line_tiles.get(key)
        if tile is None:
            rect = self._rect_in_strip(is_column, start, size)
            pixmap = self._tile(clue, is_faint, self._tile_size(rect))
            half = pixmap.deviceIndependentSize() / 2
            tile = self._line_tiles[key] = _Tile(pixmap, half.width(), half.height())
        pixmap, half_width, half_height = tile
        along, cell = start + size / 2, self._cell
        x, y = ((cell + 1) / 2, along) if is_column else (along, cell / 2)
        painter.drawPixmap(int(x - half_width + 0.5), int(y - half_height + 0.5), pixmap)

    def _paint_number(self, painter: QPainter, rect: QRectF, clue: Clue, is_faint: bool) -> None:
        if clue.length and clue.color != ANY_COLOR and not self._puzzle.is_black_and_white:
            tile = self._tile(clue, is_faint, self._tile_size(rect))
            size = tile.deviceIndependentSize()
            at = rect.center() - QPointF(size.width() / 2, size.height() / 2)
            painter.drawPixmap(at.toPoint(), tile)
            return
        painter.setPen(QColor(self._theme.faint if is_faint else self._theme.text))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._layout.text_of(clue))

    def _tile_size(self, rect: QRectF) -> QSize:
        """The size of the tile behind a number; neighbouring tiles do not touch."""
        height = min(rect.height(), self._layout.number_height, self._cell) - 2
        is_in_column = rect.left() == 0
        beside = min(float(PAD), (self._layout.gap - 2) / 2)
        width = self._cell - 3 if is_in_column else rect.width() + 2 * beside
        return QSize(max(1, round(width)), max(1, round(height)))

    def _tile(self, clue: Clue, is_faint: bool, size: QSize) -> QPixmap:
        """A number in colour on its tile; there are few different ones."""
        text, rgb = self._layout.text_of(clue), self._puzzle.palette[clue.color].rgb
        key = text, rgb, is_faint, size.width(), size.height()
        if key not in self._tiles:
            pixmap = QPixmap(size * self._scale)
            pixmap.setDevicePixelRatio(self._scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            try:
                painter.setFont(self._layout.font)
                colors = tile_colors(self._puzzle.palette[clue.color].rgb, self._theme, is_faint)
                rect = QRectF(0, 0, size.width(), size.height())
                self._paint_tile(painter, rect, colors)
                painter.setPen(QColor(colors.number))
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
            finally:
                painter.end()
            self._tiles[key] = without_painter(pixmap)
        return self._tiles[key]

    def _paint_tile(self, painter: QPainter, rect: QRectF, colors: TileColors) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = colors.outline
        painter.setPen(QPen(QColor(outline), 1) if outline else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.tile))
        radius = min(3.0, rect.height() / 5)
        inset = 0.5 if outline else 0
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _strike(self, painter: QPainter, rect: QRectF, text: str) -> None:
        """Paint the line through a number that is ticked off."""
        size = self._layout.font.pixelSize()
        half = painter.fontMetrics().horizontalAdvance(text) / 2 + max(1.5, size / 8)
        rise = size * _STRIKE_RISE
        center = rect.center()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.text), max(1.0, size / 13)))
        painter.drawLine(
            QLineF(center.x() - half, center.y() + rise, center.x() + half, center.y() - rise)
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _between(numbers: list[PlacedNumber], low: float, high: float) -> list[PlacedNumber]:
    """The numbers that lie as a whole between two places, in px of the viewport."""
    return [each for each in numbers if each.start > low and each.start + each.length < high]


def paint_more(painter: QPainter, span: BoardAxis, line: Line, beside: int, color: QColor) -> None:
    """Paint the sign that a line has more numbers beyond the edge of the view: an angle.

    Args:
        painter: On the board; its pen is changed.
        span: The axis along which the numbers run.
        line: The line.
        beside: The line's start on the other axis, in px.
        color: The colour of the sign.
    """
    low, high = span.seen_header
    way = 1 if span.header_last else -1
    tip = (high if span.header_last else low) - way * 1.5
    center, wing = beside + (span.cell + 1) / 2, min(MORE_PX - 2.5, span.cell / 2 - 1)
    points = [
        (tip - way * wing, center - wing),
        (tip, center),
        (tip - way * wing, center + wing),
    ]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.5, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
    painter.drawPolyline([QPointF(y, x) if line.is_column else QPointF(x, y) for x, y in points])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def tile_colors(rgb: str, theme: Theme, is_faint: bool) -> TileColors:
    """The colours of a number and of the tile behind it.

    Args:
        rgb: The colour of the clue, ``#rrggbb``.
        theme: The colours around it.
        is_faint: Whether the number is greyed: it then has the colour of all greyed numbers, on a
            tile with as much of the clue's colour as leaves it readable.
    """
    if not is_faint:
        return TileColors(rgb, text_on(rgb), "" if _stands_out(rgb, theme) else theme.faint)
    color, window = QColor(rgb), QColor(theme.window)
    shares = (percent / 100 for percent in range(_MAX_FAINT_PERCENT, -1, -1))
    tiles = (mixed(color, window, share).name() for share in shares)
    tile = next((one for one in tiles if contrast(theme.faint, one) >= MIN_CONTRAST), theme.window)
    outlines = (mixed(color, window, _OUTLINE_SHARE).name(), rgb)
    outline = next((one for one in outlines if _stands_out(one, theme)), theme.faint)
    return TileColors(tile, theme.faint, outline)


def _stands_out(rgb: str, theme: Theme) -> bool:
    return not is_lost_on(rgb, theme.window)


MIN_CONTRAST = 4.5
"""Of a number with its tile. Source: WCAG 2.2, success criterion 1.4.3."""
_MAX_FAINT_PERCENT = 28
"""The largest share of its colour in the tile of a greyed number; the rest is the window's."""
_OUTLINE_SHARE = 0.6
"""The share of its colour in the outline of such a tile."""
_STRIKE_RISE = 0.16
"""Half the height of the line through a number, as a share of the font size. It is slanted, since
4 and 7 have horizontal strokes of their own."""
MORE_PX = 7
"""The room for the sign that a line has more numbers, along the header."""
PAD = 3
"""The margin around the numbers of a strip, in px."""
