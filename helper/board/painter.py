"""Paints the dirty rectangles of a board.

The cells of a dirty rectangle become a picture of one pixel a cell, which Qt enlarges; lines, dots
and numbers are painted over it. So the time depends on the rectangle, not on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from helper.application.settings import BlankSign
from helper.application.theme import Theme
from helper.board.blank_cells import MIN_CELL_WITH_SIGN_PX, paint_blank_signs, zebra_fields
from helper.board.clue_layout import ClueLayout
from helper.board.color_signs import MIN_CELL_PX as MIN_CELL_WITH_PATTERN_PX
from helper.board.color_signs import PATTERNS, pattern_pixmap
from helper.board.geometry import BoardAxis, Geometry
from helper.board.heading import FLAGS, fitted
from helper.board.hint_marks import HintMarks, named_lines, paint_hint
from helper.board.hover import Seen, paint_bands, paint_frame, paint_uncolored, place_of
from helper.board.light_signs import paint_light
from helper.board.line_numbers import paint_line_numbers
from helper.board.look import DOTTED, GHOST_DOTTED, GHOST_FILLED, HATCHED, LOOKS, BoardLook
from helper.board.lost_colors import lost_colors, seen_colors
from helper.board.marks import (
    paint_guess_mark,
    paint_hatched,
    paint_pin,
    paint_proposal,
    paint_tool_marks,
)
from helper.board.numbers import PAD, NumberStrips, paint_more
from helper.board.toolset import ToolMarks
from helper.images.puzzle_picture import indexed_image, painted_colors
from helper.play.lights import Light
from helper.widgets.style import mixed
from puzzles import BLANK, Axis, Line, Puzzle
from puzzles.color_values import contrast, distance, text_on

_MIN_SHAPE_CONTRAST = 3.0
"""Source: WCAG 2.2, success criterion 1.4.11."""
_MIN_CELL_WITH_LINES_PX = 4
"""Smaller cells have no lines between them."""
_LIKE_PAPER = 0.15
"""A first colour that is nearer to the background has a pattern, too."""
_TILED_CELLS = 16
"""Cells along the side of the picture of thin lines: one for each cell takes five times as long."""
_MIN_CELL_WITH_GAPS_PX = 8
_TINT_SHARE = 0.05
"""The share of ink in tinted fields of a colour of the puzzle."""
_UNMARKED_DOT_SHARE = 0.55
"""The share of the dot colour in dots that are no marks; the rest is paper."""
FINE_LINE = QColor(128, 128, 136, 90)
"""Of cells below :data:`_MIN_CELL_WITH_GAPS_PX`: more would cover the picture."""
HOVER_ALPHA, CURSOR_BAND_ALPHA, BAND_ALPHA, WRONG_ALPHA = 24, 28, 50, 50
"""Of the row and column of the pointer, over cells and behind clues, which has no hue; behind the
clues of a hint's line and of a wrong one. Clues stay readable on all (``tools/contrast.py``)."""
_LIGHT_SHARE = 0.72
"""The diameter of a light, as a share of its room."""


@dataclass(frozen=True)
class BoardScene:
    """All that the painter needs."""

    puzzle: Puzzle
    look: BoardLook
    geometry: Geometry
    layout: ClueLayout
    theme: Theme
    hover: tuple[int | None, int | None]
    """The highlighted row and column."""
    cursor: tuple[int, int] | None
    """(row, column) of the keyboard's cell; ``None`` if the keyboard is not in use."""
    is_solved: bool
    light: Callable[[Line], Light | None]
    """The traffic light of a line; ``None`` for none."""
    strips: NumberStrips
    marked_line: Line | None
    """The line that a message mentions."""
    proposed: Mapping[int, int]
    """Proposed changes: new states by cell, painted unlike marks and ghosts."""
    hint: HintMarks | None = None
    """What a hint shows; its cells are painted like proposed changes."""
    guess_levels: Mapping[int, int] = field(default_factory=dict)
    """The cells that guesses have changed, with the number of the guess."""
    pins: Mapping[int, int] = field(default_factory=dict)
    """The first cells of guesses, with the number of the guess."""
    grid_step: int = 5
    """The number of cells from one strong line to the next; 0 for none inside."""
    tools: ToolMarks = field(default_factory=ToolMarks)
    """What the tools of a drawing show."""
    has_zebra: bool = False
    """Whether every other field between strong lines is tinted."""
    blank_sign: BlankSign = BlankSign.DOT
    has_patterns: bool = False
    """Whether each colour has a pattern, too."""
    fade: float = 1.0
    """How far a solved board is on its way to the picture: in the first half the grid, its clues
    and lights disappear, in the second half the title appears."""


def paint_cursor(painter: QPainter, cell: QRect, theme: Theme, fill: str = "") -> None:
    """Paint the frame of the keyboard's cell.

    Args:
        painter: Its pen and brush are changed.
        cell: The rectangle of the cell, in px.
        theme: The colours.
        fill: The colour of the cell, ``#rrggbb``; a frame that is lost on it has another one
            inside.
    """
    pen = QPen(QColor(theme.mark), max(2, cell.width() // 9))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cell.adjusted(1, 1, 0, 0))
    if fill and contrast(theme.mark, fill) < _MIN_SHAPE_CONTRAST:
        painter.setPen(QPen(QColor(text_on(fill)), 1))
        inset = 2 + pen.width() // 2
        painter.drawRect(cell.adjusted(inset, inset, 1 - inset, 1 - inset))


class BoardPainter:
    """Paints one paint event."""

    def __init__(self, painter: QPainter, scene: BoardScene) -> None:
        self.painter = painter
        self.scene = scene
        self.across, self.down = scene.geometry.across, scene.geometry.down
        self._colors = painted_colors(scene.puzzle, scene.theme)
        self._outlined = lost_colors(self._colors, scene.theme)
        if self._outlined and scene.geometry.cell < MIN_CELL_WITH_PATTERN_PX:
            self._colors = seen_colors(self._colors, scene.theme)
        is_mark = scene.look.is_thought and len(self._colors) == 2
        self._ghost = scene.theme.mark if is_mark else ""
        self._fills = _fills(self._colors, self._ghost)

    def paint(self, dirty: QRect) -> None:
        """Paint one rectangle of the viewport."""
        self.painter.setClipRect(dirty)
        self.painter.fillRect(dirty, QColor(self.scene.theme.window))
        grid = dirty & self._rect(self.across.window, self.down.window)
        if not grid.isEmpty():
            self._paint_grid(grid)
        if self._begin_fading():
            for geometry in filter(None, (self.scene.geometry, self.scene.geometry.twin)):
                self.across, self.down = geometry.across, geometry.down
                self._paint_headers(dirty)
            self.across, self.down = self.scene.geometry.across, self.scene.geometry.down
            if self.across.shows_far:
                self._paint_line_numbers(dirty)
        elif self.scene.is_solved:  # the title comes when the numbers in its place are gone
            self.painter.setOpacity(min(1.0, 2 * self.scene.fade - 1))
            self._paint_title(dirty)
        self.painter.setOpacity(1)

    def _begin_fading(self) -> float:
        """Paint what a solved board loses with the share of it that remains; returns that."""
        remaining = max(0.0, 1 - 2 * self.scene.fade) if self.scene.is_solved else 1.0
        self.painter.setOpacity(remaining)
        return remaining

    def _rect(self, across: tuple[int, int], down: tuple[int, int]) -> QRect:
        return QRect(across[0], down[0], across[1] - across[0], down[1] - down[0])

    # Cells

    def _paint_grid(self, dirty: QRect) -> None:
        self.painter.setClipRect(dirty)
        columns = self.across.cells_between(dirty.left(), dirty.right() + 1)
        rows = self.down.cells_between(dirty.top(), dirty.bottom() + 1)
        codes = [self.scene.look.codes(r, columns.start, columns.stop) for r in rows]
        if columns and rows:
            self._paint_fills(rows, columns, codes)
            is_signed = self.scene.has_patterns or self._outlined
            if is_signed and self.scene.geometry.cell >= MIN_CELL_WITH_PATTERN_PX:
                self._paint_patterns(rows, columns, codes)
            if self.scene.look.is_thought:
                self._paint_thoughts(rows, columns, codes)
            elif self.scene.guess_levels:
                self._paint_guesses(rows, columns)
            self._paint_hover(dirty, rows, columns, codes)
            if not self.scene.proposed:  # hatching would hide the proposed changes
                self._paint_hatching(rows, columns, codes)
        if self._begin_fading():
            self._paint_blank_signs(rows, columns, codes)
            self._paint_lines(dirty)
        self.painter.setOpacity(1)
        if self.scene.is_solved:
            self._paint_frame()
        else:
            self._paint_hint((rows, columns, codes))
            self._paint_proposed(rows, columns)
            self._paint_pins(rows, columns)
            paint_tool_marks(self.painter, self.scene.geometry, self.scene.tools, self.scene.theme)
            self._paint_cursor()

    def _paint_fills(self, rows: range, columns: range, codes: list[bytes]) -> None:
        data, scene, painter = b"".join(codes), self.scene, self.painter
        cell = scene.geometry.cell
        x, y = self.across.start_of(columns.start), self.down.start_of(rows.start)
        place = QRect(x, y, cell * len(columns), cell * len(rows))
        painter.drawImage(place, indexed_image(data, len(columns), len(rows), self._fills))
        if scene.has_zebra and not scene.is_solved and cell >= _MIN_CELL_WITH_LINES_PX:
            theme, paper = scene.theme, self._colors[0]
            if paper == theme.paper:
                paper = theme.tinted_paper
            else:
                paper = mixed(QColor(theme.ink), QColor(paper), _TINT_SHARE).name()
            fills = _fills((paper, *self._colors[1:]), self._ghost)
            painter.save()
            fields = zebra_fields(scene.geometry, rows, columns, scene.grid_step)
            painter.setClipRegion(fields, Qt.ClipOperation.IntersectClip)
            painter.drawImage(place, indexed_image(data, len(columns), len(rows), fills))
            painter.restore()

    def _color(self, index: int) -> QColor:
        return QColor(self._colors[index])

    def _paint_patterns(self, rows: range, columns: range, codes: list[bytes]) -> None:
        ratio = self.painter.device().devicePixelRatioF()
        pixmaps: dict[int, QPixmap] = {}
        for row, line in zip(rows, codes, strict=True):
            for column, code in zip(columns, line, strict=True):
                color = LOOKS[code].color
                if not (color and (self.scene.has_patterns or color in self._outlined)):
                    continue
                if color not in pixmaps:
                    pixmaps[color] = self._pattern(color, ratio)
                at = QPoint(self.across.start_of(column), self.down.start_of(row))
                self.painter.drawPixmap(at, pixmaps[color])

    def _pattern(self, color: int, ratio: float) -> QPixmap:
        """The pattern of a colour; a frame belongs to it if it is like the paper or lost on it."""
        rgb, paper = self._colors[color], self._colors[0]
        sign = color if self.scene.has_patterns else 1
        is_framed = color in self._outlined or (color == 1 and distance(rgb, paper) < _LIKE_PAPER)
        if is_framed and sign <= PATTERNS:
            sign += PATTERNS
        return pattern_pixmap(sign, rgb, self.scene.geometry.cell, ratio)

    def _paint_thoughts(self, rows: range, columns: range, codes: list[bytes]) -> None:
        """Paint the cells of a watched method smaller than marked ones."""
        cell = self.scene.geometry.cell
        if cell < _MIN_CELL_WITH_GAPS_PX:
            return
        gap = max(1, cell // 9)
        pen = QPen(self._color(0), gap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = QRectF(1, 1, cell - 1, cell - 1).adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2)
        rects = [
            inner.translated(self.across.start_of(columns.start + m.start()), y)
            for r, line in zip(rows, codes, strict=True)
            for y in (self.down.start_of(r),)
            for m in GHOST_FILLED.finditer(line)
        ]
        self.painter.drawRects(rects)

    def _paint_guesses(self, rows: range, columns: range) -> None:
        """Paint the marks of guesses, unless a stroke covers them."""
        scene, width = self.scene, self.scene.puzzle.width
        marks: dict[tuple[int, int], QPixmap] = {}
        for row, column in product(rows, columns):
            i = row * width + column
            if i not in scene.guess_levels or i in scene.look.ghosts:
                continue
            kind = scene.guess_levels[i], scene.look.at(row, column).color
            if kind not in marks:
                marks[kind] = self._guess_mark(*kind)
            at = QPoint(self.across.start_of(column), self.down.start_of(row))
            self.painter.drawPixmap(at, marks[kind])

    def _guess_mark(self, level: int, color: int) -> QPixmap:
        """A cell that a guess has changed, on paper; ``color`` 0: blank or clear."""
        scene, cell = self.scene, self.scene.geometry.cell
        guess_color, fill = QColor(scene.theme.guess_color(level)), None
        if color:
            fill = guess_color if scene.puzzle.is_black_and_white else self._color(color)
        ratio = self.painter.device().devicePixelRatioF()
        pixmap = QPixmap(QSize(cell, cell) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_guess_mark(painter, QRectF(0, 0, cell, cell), guess_color, fill, self._color(0))
        painter.end()
        return pixmap

    def _paint_pins(self, rows: range, columns: range) -> None:
        """Paint the pins of the hint's assumption and of the player's guesses."""
        scene, paper = self.scene, self._color(0)
        pins = [
            (cell, scene.theme.guess_color(level), level if len(scene.pins) > 1 else 0)
            for cell, level in scene.pins.items()
        ]
        if scene.hint is not None and scene.hint.pinned is not None:
            pins.append((scene.hint.pinned, scene.theme.mark, 0))
        for i, color, number in pins:
            row, column = divmod(i, scene.puzzle.width)
            if row in rows and column in columns and not scene.look.is_thought:
                paint_pin(self.painter, self._cell_at(row, column), QColor(color), paper, number)

    def _cell_at(self, row: int, column: int) -> QRectF:
        cell = self.scene.geometry.cell
        return QRectF(self.across.start_of(column), self.down.start_of(row), cell, cell)

    def _paint_hover(self, dirty: QRect, rows: range, columns: range, codes: list[bytes]) -> None:
        scene, line = self.scene, self.scene.marked_line
        is_thought = scene.look.is_thought
        place = place_of(line) if is_thought else scene.hover
        color = QColor(scene.theme.accent if is_thought else scene.theme.text)
        color.setAlpha(HOVER_ALPHA)
        if scene.puzzle.is_black_and_white:
            paint_bands(self.painter, scene.geometry, dirty, place, color)
            return
        paint_uncolored(self.painter, scene.geometry, (rows, columns, codes), place, color)

    def _paint_blank_signs(self, rows: range, columns: range, codes: list[bytes]) -> None:
        cell = self.scene.geometry.cell
        if cell < MIN_CELL_WITH_SIGN_PX:
            return
        half = cell / 2 + 0.5
        theme = self.scene.theme
        dot, paper = QColor(theme.dot), self._color(0)
        is_thought = self.scene.look.is_thought
        ghost = QColor(theme.mark) if is_thought else mixed(dot, paper, _UNMARKED_DOT_SHARE)
        for finder, color in ((DOTTED, dot), (GHOST_DOTTED, ghost)):
            points = [
                QPointF(self.across.start_of(columns.start + m.start()) + half, y)
                for r, line in zip(rows, codes, strict=True)
                for y in (self.down.start_of(r) + half,)
                for m in finder.finditer(line)
            ]
            paint_blank_signs(self.painter, points, cell, color, self.scene.blank_sign)

    def _paint_hatching(self, rows: range, columns: range, codes: list[bytes]) -> None:
        differs = self.scene.theme.differs
        for r, line in zip(rows, codes, strict=True):
            for m in HATCHED.finditer(line):
                code = line[m.start()]
                fill = QColor(self._fills[code]).name() if LOOKS[code].color else None
                cell = self._cell_at(r, columns.start + m.start())
                paint_hatched(self.painter, cell, fill, differs)

    def _paint_lines(self, dirty: QRect) -> None:
        cell = self.scene.geometry.cell
        if cell >= _MIN_CELL_WITH_LINES_PX:
            offset = QPoint(
                dirty.left() - self.across.grid_start, dirty.top() - self.down.grid_start
            )
            self.painter.drawTiledPixmap(
                dirty, _thin_lines(cell, self.scene.theme.thin_line), offset
            )
        is_wide = cell >= _MIN_CELL_WITH_GAPS_PX
        theme = self.scene.theme
        tones = [QColor(tone) for tone in (theme.strong_line if is_wide else (theme.grid_five,))]
        for x in self._strong_lines(self.across, dirty.left(), dirty.right()):
            for k, tone in enumerate(reversed(tones)):
                self.painter.fillRect(x - k, dirty.top(), 1, dirty.height(), tone)
        for y in self._strong_lines(self.down, dirty.top(), dirty.bottom()):
            for k, tone in enumerate(reversed(tones)):
                self.painter.fillRect(dirty.left(), y - k, dirty.width(), 1, tone)

    def _strong_lines(self, span: BoardAxis, low: int, high: int) -> list[int]:
        """Where the strong lines are, by default every fifth, from ``low`` to ``high`` px."""
        first = max(0, (low - span.grid_start) // span.cell)
        last = min(span.count, (high - span.grid_start) // span.cell + 1)
        step = self.scene.grid_step or span.count
        return [
            span.start_of(i) for i in range(first, last + 1) if i % step == 0 or i == span.count
        ]

    def _paint_hint(self, seen: Seen) -> None:
        scene, accent = self.scene, QColor(self.scene.theme.mark)
        colored = None if scene.puzzle.is_black_and_white else seen
        if scene.hint is not None:
            color = QColor(scene.theme.mark_wrong) if scene.hint.is_wrong else accent
            paint_hint(self.painter, scene.geometry, scene.hint, color, colored)
        if scene.look.is_thought and scene.marked_line is not None and colored is not None:
            paint_frame(self.painter, scene.geometry, scene.marked_line, accent)

    def _paint_proposed(self, rows: range, columns: range) -> None:
        changes = self.scene.proposed if self.scene.hint is None else self.scene.hint.cells
        for i, state in changes.items():
            row, column = divmod(i, self.scene.puzzle.width)
            if row in rows and column in columns:
                at = self._cell_at(row, column)
                after = self._color(state.bit_length() - 1)
                is_dotted = self.scene.hint is not None and state == BLANK
                accent = QColor(self.scene.theme.mark)
                sign = self.scene.blank_sign if is_dotted else None
                paint_proposal(self.painter, at, after, accent, sign)

    def _paint_frame(self) -> None:
        self.painter.setPen(QPen(QColor(self.scene.theme.grid_five), 1))
        grid = self._rect(self.across.window, self.down.window)
        self.painter.drawRect(grid.adjusted(0, 0, -1, -1))

    def _paint_cursor(self) -> None:
        if self.scene.cursor is None:
            return
        row, column = self.scene.cursor
        cell = self.scene.geometry.cell
        rect = QRect(self.across.start_of(column), self.down.start_of(row), cell, cell)
        fill = self._color(self.scene.look.at(row, column).color).name()
        paint_cursor(self.painter, rect, self.scene.theme, fill)

    # Clues and lights

    def _paint_headers(self, dirty: QRect) -> None:
        down, across = self.down, self.across
        rows = (across.header_start, across.header_start + across.header)
        part = dirty & self._rect(rows, down.window)
        if not part.isEmpty():
            self.painter.setClipRect(part)
            for r in down.cells_between(part.top(), part.bottom() + 1):
                self._paint_row_header(r)
        columns = (down.header_start, down.header_start + down.header)
        part = dirty & self._rect(across.window, columns)
        if not part.isEmpty():
            self.painter.setClipRect(part)
            for c in across.cells_between(part.left(), part.right() + 1):
                self._paint_column_header(c)

    def _paint_row_header(self, row: int) -> None:
        line, y = Line(Axis.ROW, row), self.down.start_of(row)
        band = QRect(self.across.header_start, y, self.across.header, self.down.cell)
        self._paint_band(band, line, row == self.scene.hover[0])
        self._paint_light(QPointF(_light_center(self.across), y + self.down.cell / 2), line)
        self._paint_numbers(line, self.across, y)

    def _paint_column_header(self, column: int) -> None:
        line, x = Line(Axis.COLUMN, column), self.across.start_of(column)
        band = QRect(x, self.down.header_start, self.across.cell, self.down.header)
        self._paint_band(band, line, column == self.scene.hover[1])
        self._paint_light(QPointF(x + self.across.cell / 2, _light_center(self.down)), line)
        self._paint_numbers(line, self.down, x)

    def _paint_numbers(self, line: Line, span: BoardAxis, beside: int) -> None:
        """Paint the numbers that fit as a whole.

        Args:
            line: The line.
            span: The axis along which its numbers run.
            beside: The line's start on the other axis, in px.
        """
        strips = self.scene.strips
        shown = strips.placed(line, span)
        if strips.is_cut(line, shown):
            paint_more(self.painter, span, line, beside, QColor(self.scene.theme.accent))
        if not shown:
            return
        pad = 0 if line.is_column else PAD  # numbers above each other touch
        first = int(shown[0].start) - pad
        last = int(shown[-1].start + shown[-1].length) + pad
        strip, at = strips.strip(line), int(strips.start(line, span)) - PAD
        skipped = max(0, first - at)
        length = last + 1 - first
        scale = strip.devicePixelRatio()
        if line.is_column:
            target = QRectF(beside, at + skipped, span.cell, length)
            source = QRectF(0, skipped * scale, strip.width(), length * scale)
        else:
            target = QRectF(at + skipped, beside, length, span.cell)
            source = QRectF(skipped * scale, 0, length * scale, strip.height())
        self.painter.drawPixmap(target, strip, source)

    def _paint_band(self, band: QRect, line: Line, is_lit: bool) -> None:
        hint = self.scene.hint
        is_hinted = hint is not None and hint.line == line
        is_wrong = hint is not None and is_hinted and hint.is_wrong
        if is_wrong or self.scene.marked_line == line:
            theme = self.scene.theme
            color = QColor(theme.accent if self.scene.look.is_thought else theme.red)
            color.setAlpha(WRONG_ALPHA)
            self.painter.fillRect(band, color)
        elif is_hinted or is_lit:
            color = QColor(self.scene.theme.accent if is_hinted else self.scene.theme.text)
            color.setAlpha(BAND_ALPHA if is_hinted else CURSOR_BAND_ALPHA)
            self.painter.fillRect(band, color)

    def _paint_light(self, center: QPointF, line: Line) -> None:
        light = self.scene.light(line)
        if light is not None:
            size = self.scene.layout.light * _LIGHT_SHARE
            paint_light(self.painter, center, size, light, self.scene.theme)

    def _paint_line_numbers(self, dirty: QRect) -> None:
        scene = self.scene
        self.painter.setClipRect(dirty)
        named = named_lines(scene.hint, scene.marked_line, scene.puzzle.width)
        paint_line_numbers(self.painter, scene.geometry, scene.theme, named)

    # Solved

    def _paint_title(self, dirty: QRect) -> None:
        title = self.scene.puzzle.title
        if not title:
            return
        room = self._title_room()
        font, text, wide = fitted(title, room.size())
        center = sum(self.across.window) // 2
        left = max(room.left(), min(center - wide // 2, room.right() + 1 - wide))
        self.painter.setClipRect(dirty)
        self.painter.setFont(font)
        self.painter.setPen(QColor(self.scene.theme.text))
        self.painter.drawText(QRect(left, room.top(), wide, room.height()), FLAGS, text)

    def _title_room(self) -> QRect:
        """The room for a solved puzzle's title: that of the column clues, over the whole width."""
        height = max(self.down.header, 32)
        top = self.down.header_start
        if not self.down.header_last:
            top = max(0, top + self.down.header - height)
        return QRect(4, top, max(1, self.across.viewport - 8), height)


@lru_cache(maxsize=8)
def _thin_lines(cell: int, color: str) -> QPixmap:
    """The lines left of some cells and above them, to be tiled: so no crossing is painted twice."""
    side = cell * _TILED_CELLS
    tone = QColor(color) if cell >= _MIN_CELL_WITH_GAPS_PX else FINE_LINE
    tile = QPixmap(side, side)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for start in range(0, side, cell):
        painter.fillRect(0, start, side, 1, tone)
        painter.fillRect(start, 0, 1, side, tone)
    painter.end()
    return tile


def _light_center(span: BoardAxis) -> float:
    return span.light_start + span.light / 2


@lru_cache(maxsize=16)
def _fills(colors: tuple[str, ...], ghost: str) -> tuple[int, ...]:
    """The colour of each look of a cell, as Qt writes colours.

    Args:
        colors: The palette as it is painted.
        ghost: The colour of ghosts; empty for their own.
    """
    painted = [QColor(color) for color in colors]
    fills = []
    for look in LOOKS:
        if look.color >= len(colors):
            fills.append(0)
            continue
        color = painted[look.color]
        if look.ghost and look.color:
            color = mixed(QColor(ghost) if ghost else color, painted[0], 0.65)
        fills.append(color.rgb())
    return tuple(fills)
