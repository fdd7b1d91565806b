"""Small pictures of puzzles, rendered in the background when they are visible.

An empty grid needs no puzzle: it is drawn at once, in place of a picture that is still to come. The
picture is loaded and rendered by a thread pool; that of a new puzzle is its clues as bars around an
empty grid, so that tiles of one size differ. Each place on the screen (a *group*) says what it
shows now; what no group shows any more is not rendered.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen

from helper.application.memory import without_painter
from helper.application.theme import Theme
from helper.home.entries import Entry, EntrySource, has_picture, shown_cells
from helper.images.puzzle_picture import (
    MIN_WHOLE_CELL_PX,
    draw_lines,
    one_pixel_per_cell,
    painted_picture,
    scaled,
)
from helper.workers.jobs import Bridge
from puzzles import Puzzle
from puzzles.board_picture import BoardPicture
from puzzles.errors import NonogramError

_log = logging.getLogger(__name__)

MAX_CACHE_BYTES = 24 * 1024 * 1024
"""600 pictures of 100 px, or 150 at 200 %; a 4K screen shows fewer than 150 tiles."""
_WORKERS = 1
"""Python runs one thread at a time: a second one would only delay the window."""
_RADIUS_SHARE = 0.04
"""The radius of a picture's corners, as a share of its longer side."""
_MIN_LINE_DISTANCE_PX = 3
_MIN_LINE_DISTANCE_ON_MARKS_PX = 4
"""Closer lines would cover the colours of the marks."""
_SIDE_FOR_PEN_PX = 100
"""A picture of this side has lines of 1 px."""
_MARGIN_SHARE = 0.05
"""The paper around a solved picture: without it, ink at the edge would merge with a dark card."""
_CLUES_SHARE = 0.26
"""The room of the clues beside the grid of a new puzzle."""
_BARS_SHARE = 0.7
"""How much of the secondary text's colour is in the bars of a puzzle in black and white."""
_BAR_GAP_PX, _MIN_BAR_PX = 0.6, 2
"""Between two numbers of a line; bars thicker than this leave a gap to those of the next line."""
_FIVES_SHARE = 0.3
"""How much of the secondary text's colour is in every fifth line of an empty grid."""


class Key(NamedTuple):
    """One picture."""

    entry: Entry
    theme: Theme
    side_px: int
    """The longer side, in device px."""


class Thumbnails(Bridge):
    """Renders and caches pictures.

    Signals:
        ready: ``str``, the id of an entry whose picture has been rendered.
    """

    ready = Signal(str)

    def __init__(self, source: EntrySource, theme: Theme, parent: QObject) -> None:
        """Start without threads.

        Args:
            source: Where the puzzles come from.
            theme: The first colours.
            parent: Deletes this object in the window's thread, which a thread must not do.
        """
        super().__init__(parent)
        self.theme = theme
        self._source = source
        self._cache: OrderedDict[Key, QImage] = OrderedDict()
        self._cache_bytes = 0
        self._grids: OrderedDict[tuple[int, int, Theme, int], QImage] = OrderedDict()
        self._groups: dict[str, list[Key]] = {}
        self._wanted: frozenset[Key] = frozenset()
        self._running: set[Key] = set()
        self._pool: ThreadPoolExecutor | None = None
        self._holds_new = False

    @property
    def cached_bytes(self) -> int:
        """The memory of all rendered pictures."""
        return self._cache_bytes

    @property
    def is_idle(self) -> bool:
        """Whether all pictures that are shown have been rendered."""
        return not self._running and not self._missing()

    def image(self, entry: Entry, side_px: int) -> QImage:
        """The picture of an entry, or an empty grid while there is none."""
        found = self.kept(entry, side_px)
        return self._grid(entry, side_px) if found is None else found

    def kept(self, entry: Entry, side_px: int) -> QImage | None:
        """The picture of an entry; ``None`` while there is none."""
        key = Key(entry, self.theme, side_px)
        found = self._cache.get(key)
        if found is not None:
            self._cache.move_to_end(key)
        return found

    def want(self, group: str, entries: Sequence[Entry], side_px: int) -> None:
        """Render the pictures that a place shows now, and no others that it has asked for.

        Args:
            group: The place.
            entries: What it shows, the most urgent first.
            side_px: The longer side of its pictures, in device px.
        """
        self.want_sizes(group, {side_px: entries})

    def want_sizes(self, group: str, wanted: Mapping[int, Sequence[Entry]]) -> None:
        """As :meth:`want`, for pictures of several sizes; ``wanted``: what it shows, by size."""
        keys = [
            Key(entry, self.theme, side_px)
            for side_px, entries in wanted.items()
            for entry in entries
        ]
        if self._groups.get(group) == keys and self._running:
            return
        self._groups[group] = keys
        self._wanted = frozenset(key for wanted in self._groups.values() for key in wanted)
        self._start_next()

    def forget_unwanted(self) -> None:
        """Drop the pictures that no place shows; call it when all places are hidden.

        Those that are shown stay, so that they are there at once when the places are shown again.
        """
        for key in self._cache.keys() - self._wanted:
            self._drop(key)
        self._grids.clear()

    def close(self) -> None:
        """Render nothing any more; returns when no thread works."""
        self._mute()
        self._groups.clear()
        self._wanted = frozenset()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._running.clear()

    def hold_new(self, holds: bool) -> None:
        """Show empty grids for new puzzles, or render their pictures, too.

        A window that opens needs no module that reads puzzles for its first picture.
        """
        self._holds_new = holds
        self._start_next()

    def _missing(self) -> list[Key]:
        wanted = (key for keys in self._groups.values() for key in keys)
        if self._holds_new:
            wanted = (key for key in wanted if has_picture(key.entry))
        return [key for key in wanted if key not in self._cache and key not in self._running]

    def _start_next(self) -> None:
        for key in self._missing()[: _WORKERS - len(self._running)]:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(_WORKERS, "thumbnail")
            self._running.add(key)
            self._pool.submit(self._render, key)

    def _render(self, key: Key) -> None:
        """In a thread of the pool: load, and render if the picture is still wanted."""
        image = None
        try:
            if key.entry.photo is not None and not key.entry.is_solved:
                self._post("rendered", (key, _photo(key)))
                return
            document = self._source.picture(key.entry)
            cells = shown_cells(key.entry, document)
            if key not in self._wanted:
                pass
            elif cells is None:
                image = _rounded(clue_picture(document.puzzle, key.theme, key.side_px), key.side_px)
            else:
                picture = painted_picture(document.puzzle, cells, key.theme)
                image = _rounded(_picture(key, picture), key.side_px)
        except NonogramError as error:
            _log.warning("%s cannot be shown: %s", key.entry.id, error)
            image = empty_grid(key.entry, key.theme, key.side_px)
        except Exception:
            _log.exception("%s cannot be shown", key.entry.id)
            image = empty_grid(key.entry, key.theme, key.side_px)
        self._post("rendered", (key, image))

    def _handle(self, kind: str, value: Any) -> None:
        key, image = value
        self._running.discard(key)
        if image is not None:
            self._keep(key, image)
            self.ready.emit(key.entry.id)
        self._start_next()

    def _keep(self, key: Key, image: QImage) -> None:
        self._cache[key] = image
        self._cache_bytes += image.sizeInBytes()
        for old in list(self._cache):
            if self._cache_bytes <= MAX_CACHE_BYTES:
                break
            if old not in self._wanted:
                self._drop(old)

    def _drop(self, key: Key) -> None:
        self._cache_bytes -= self._cache.pop(key).sizeInBytes()

    def _grid(self, entry: Entry, side_px: int) -> QImage:
        """An empty grid; those of the last few sizes are kept."""
        key = entry.height, entry.width, self.theme, side_px
        if key not in self._grids:
            self._grids[key] = empty_grid(entry, self.theme, side_px)
            if len(self._grids) > 64:
                self._grids.popitem(last=False)
        return self._grids[key]


def empty_grid(entry: Entry, theme: Theme, side_px: int) -> QImage:
    """The picture of a puzzle without marks, which tells no more than its size.

    Args:
        entry: Its size counts.
        theme: The colours.
        side_px: The longer side at most, px.
    """
    cell = _cell_px(entry.height, entry.width, side_px)
    image = QImage(*_pixels(entry.height, entry.width, cell), QImage.Format.Format_RGB32)
    image.fill(QColor(theme.base))
    fives = _mixed(theme.line, theme.faint, _FIVES_SHARE)
    colors, pen_px = (QColor(theme.line), fives), _pen_px(side_px)
    distance = _MIN_LINE_DISTANCE_PX * pen_px
    _draw_lines(image, (entry.height, entry.width), cell, colors, distance, pen_px)
    return _rounded(image, side_px)


def clue_picture(puzzle: Puzzle, theme: Theme, side_px: int) -> QImage:
    """The picture of a new puzzle: an empty grid, and its clues as bars of their lengths.

    Args:
        puzzle: Its clues tell nothing that the player may not see.
        theme: The colours; those of a puzzle in colours are its own.
        side_px: The longer side at most, px.
    """
    height, width = puzzle.height, puzzle.width
    strip = round(_CLUES_SHARE * side_px)
    cell = _cell_px(height, width, side_px - strip)
    board = QImage(*_pixels(height, width, cell), QImage.Format.Format_RGB32)
    board.fill(QColor(theme.base))
    colors = QColor(theme.line), _mixed(theme.line, theme.faint, _FIVES_SHARE)
    pen_px = _pen_px(side_px)
    _draw_lines(board, (height, width), cell, colors, _MIN_LINE_DISTANCE_PX * pen_px, pen_px)
    size = QSize(strip + board.width(), strip + board.height())
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.base))
    inks = [QColor(color.rgb) for color in puzzle.palette]
    if puzzle.is_black_and_white:
        inks[1] = _mixed(theme.base, theme.faint, _BARS_SHARE)
    painter = QPainter(image)
    painter.drawImage(strip, strip, board)
    for is_row, lines, length in ((True, puzzle.rows, width), (False, puzzle.columns, height)):
        scale = (strip - _pen_px(side_px)) / max(1, length)
        for at, clues in enumerate(lines):
            start, end = strip + round(at * cell), strip + round((at + 1) * cell)
            thick = max(1, end - start - (1 if end - start > _MIN_BAR_PX else 0))
            place = float(strip - pen_px)
            for clue in reversed(clues):
                length = max(1, clue.length)  # one that is not known is short
                place -= length * scale
                bar = QRectF(place, start, max(1.0, length * scale - _BAR_GAP_PX), thick)
                shown = bar if is_row else QRectF(bar.y(), bar.x(), bar.height(), bar.width())
                painter.fillRect(shown, inks[clue.color or 1])
                place -= scale
    painter.end()
    return image


def _photo(key: Key) -> QImage:
    """The photo that a puzzle was scanned from; an empty grid if it is gone."""
    from helper.images.photo_preview import preview_of

    assert key.entry.photo is not None
    preview = preview_of(key.entry.photo)
    if preview is None:
        return empty_grid(key.entry, key.theme, key.side_px)
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    image = preview.scaled(key.side_px, key.side_px, keep, smooth)
    return _rounded(image.convertToFormat(QImage.Format.Format_RGB32), key.side_px)


def _picture(key: Key, picture: BoardPicture) -> QImage:
    """The cells in their colours; those of an unsolved puzzle with lines between them."""
    margin = round(_MARGIN_SHARE * key.side_px) if key.entry.is_solved else 0
    side_px = key.side_px - 2 * margin
    size = picture.height, picture.width
    cell = _cell_px(*size, side_px)
    if key.entry.is_solved:  # no lines show that cells differ by a pixel
        cell = side_px / max(size)
    width, height = _pixels(*size, cell)
    image = scaled(one_pixel_per_cell(picture), width, height, cell)
    if key.entry.is_solved:
        image = image.copy(-margin, -margin, width + 2 * margin, height + 2 * margin)
        _fill_margin(image, margin, QColor(picture.colors[0]))
    else:
        lines, fives = QColor(key.theme.grid), QColor(key.theme.grid_five)
        pen_px = _pen_px(side_px)
        distance = _MIN_LINE_DISTANCE_ON_MARKS_PX * pen_px
        _draw_lines(image, size, cell, (lines, fives), distance, pen_px)
    return image


def _fill_margin(image: QImage, margin: int, color: QColor) -> None:
    width, height = image.width(), image.height()
    painter = QPainter(image)
    for rect in (
        (0, 0, width, margin),
        (0, height - margin, width, margin),
        (0, 0, margin, height),
        (width - margin, 0, margin, height),
    ):
        painter.fillRect(*rect, color)
    painter.end()


def _cell_px(height: int, width: int, side_px: int) -> float:
    cell = side_px / max(height, width, 1)
    return float(int(cell)) if cell >= MIN_WHOLE_CELL_PX else cell


def _pixels(height: int, width: int, cell: float) -> tuple[int, int]:
    return max(1, round(width * cell)), max(1, round(height * cell))


def _draw_lines(
    image: QImage,
    size: tuple[int, int],
    cell: float,
    colors: tuple[QColor, QColor],
    min_distance_px: int,
    pen_px: int,
) -> None:
    """Draw lines between cells as far as there is room for them, and a border.

    Args:
        image: Is changed.
        size: Rows and columns.
        cell: The size of a cell, px.
        colors: Of lines, and of every fifth one and the border.
        min_distance_px: Of two lines.
        pen_px: The width of a line.
    """
    color, fives = colors
    painter = QPainter(image)
    pens = QPen(color, pen_px), QPen(fives, pen_px)
    draw_lines(painter, image.rect(), size, cell, pens, min_distance_px)
    painter.setPen(QPen(fives, pen_px))
    painter.drawRect(QRectF(image.rect()).adjusted(*(side * pen_px / 2 for side in (1, 1, -1, -1))))
    painter.end()


def _rounded(image: QImage, side_px: int) -> QImage:
    """A picture with round corners: clipping it each time it is painted takes longer."""
    rounded = QImage(image.size(), QImage.Format.Format_ARGB32_Premultiplied)
    rounded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(rounded)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(image))
    radius = _RADIUS_SHARE * side_px
    painter.drawRoundedRect(rounded.rect(), radius, radius)
    painter.end()
    return without_painter(rounded)


def _pen_px(side_px: int) -> int:
    """The width of a line that looks the same on all screens."""
    return max(1, side_px // _SIDE_FOR_PEN_PX)


def _mixed(one: str, other: str, share: float) -> QColor:
    first, second = QColor(one), QColor(other)
    parts = zip(first.getRgb()[:3], second.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(a + share * (b - a)) for a, b in parts))
