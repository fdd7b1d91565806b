"""All pictures of a finished pack on one page. One unit of the painter is a point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPagedPaintDevice, QPainter, QPdfWriter, QPen

from helper.images.puzzle_picture import png_bytes
from helper.paper.board_painter import FAINT, INK, draw_text, paint_solution
from helper.paper.lettering import elided, width_of, wrapped
from helper.paper.pdf import RESOLUTION, page_layout
from puzzles.board_picture import BoardPicture
from puzzles.errors import LibraryError
from puzzles.own_files import GENERATOR
from puzzles.print_options import MM, PageSize
from puzzles.words import _

_MARGIN_PT = 15 * MM
_TITLE_PT, _SUBTITLE_PT = 30.0, 11.0
_HEAD_PT = 76.0
"""From the top margin to the pictures: title and subtitle with the gap below them."""
_NAME_SHARE, _MIN_NAME_PT, _MAX_NAME_PT = 0.075, 5.0, 10.0
"""The font size of a picture's title: a share of the width of its place, within these."""
_GAP_SHARE = 0.12
"""The gap between pictures, as a share of the width of a place."""
_FRAME = QColor("#d9d9e0")
PNG_SCALE = 3.0
"""Pixels for each point: 216 an inch."""


@dataclass(frozen=True, slots=True)
class PosterPicture:
    """One picture."""

    title: str
    board: BoardPicture
    """Every cell is decided."""


class Poster:
    """Where the pictures are on the page."""

    def __init__(
        self, title: str, subtitle: str, sizes: Sequence[tuple[int, int]], paper: PageSize
    ) -> None:
        """Lay it out.

        Args:
            title: Of the pack.
            subtitle: A line below it.
            sizes: The width and height of each picture, in cells.
            paper: The page, upright.
        """
        self.title, self.subtitle = title, subtitle
        self.size = QSizeF(*paper.size)
        """Of the page, in points."""
        self._sizes = list(sizes)
        room = QRectF(
            _MARGIN_PT,
            _MARGIN_PT + _HEAD_PT,
            self.size.width() - 2 * _MARGIN_PT,
            self.size.height() - 2 * _MARGIN_PT - _HEAD_PT,
        )
        count = max(1, len(self._sizes))
        ways = [_places(room, count, columns) for columns in range(1, count + 1)]
        self.places = max(ways, key=self._painted_area)
        """The place of each picture with its title, in points."""

    def _painted_area(self, places: Sequence[QRectF]) -> float:
        pairs = zip(self._sizes, places, strict=False)
        pictures = (_picture_in(place, size) for size, place in pairs)
        return sum(rect.width() * rect.height() for rect in pictures)

    def paint_page(self, painter: QPainter) -> None:
        """Paint the empty page with its title."""
        painter.fillRect(QRectF(0, 0, self.size.width(), self.size.height()), QColor("#ffffff"))
        room = self.size.width() - 2 * _MARGIN_PT
        size = _TITLE_PT
        while size > 12 and width_of(self.title, is_bold=True) * size > room:
            size -= 1
        title = elided(self.title, room / size, is_bold=True)
        y = _MARGIN_PT + _TITLE_PT
        painter.setPen(INK)
        self._paint_middle(painter, y, title, size, is_bold=True)
        painter.setPen(FAINT)
        self._paint_middle(painter, y + 2 * _SUBTITLE_PT, self.subtitle, _SUBTITLE_PT)

    def _paint_middle(
        self, painter: QPainter, y: float, text: str, size: float, is_bold: bool = False
    ) -> None:
        x = self.size.width() / 2 - width_of(text, is_bold) * size / 2
        draw_text(painter, QPointF(x, y), text, size, is_bold)

    def paint_picture(self, painter: QPainter, index: int, picture: PosterPicture) -> None:
        """Paint a picture at its place, with a thin frame and its title."""
        place = self.places[index]
        rect = _picture_in(place, self._sizes[index])
        paint_solution(painter, rect, picture.board)
        painter.setPen(QPen(_FRAME, 0.4))
        painter.drawRect(rect)
        size = _name_pt(place.width())
        lines = wrapped(picture.title, place.width() / size, 1)
        if lines:
            painter.setPen(INK)
            x = place.center().x() - width_of(lines[0]) * size / 2
            draw_text(painter, QPointF(x, rect.bottom() + 1.5 * size), lines[0], size)

    def paint(self, painter: QPainter, pictures: Sequence[PosterPicture]) -> None:
        """Paint all of it."""
        self.paint_page(painter)
        for index, picture in enumerate(pictures):
            self.paint_picture(painter, index, picture)

    def pdf(self, pictures: Sequence[PosterPicture]) -> bytes:
        """As a PDF file."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setResolution(RESOLUTION)
        writer.setCreator(GENERATOR)
        writer.setTitle(self.title)
        self.paint_on(writer, RESOLUTION, pictures)
        return bytes(buffer.data().data())

    def paint_on(
        self, device: QPagedPaintDevice, dpi: float, pictures: Sequence[PosterPicture]
    ) -> bool:
        """Paint it on one page of a device; ``False`` if the device does not answer."""
        device.setPageLayout(page_layout(self.size))
        painter = QPainter()
        if not painter.begin(device):
            return False
        painter.scale(dpi / 72, dpi / 72)
        self.paint(painter, pictures)
        return painter.end()

    def png(self, pictures: Sequence[PosterPicture]) -> bytes:
        """As a PNG file.

        Raises:
            LibraryError: There is not enough memory for it.
        """
        image = self.image(PNG_SCALE)
        painter = QPainter(image)
        painter.scale(PNG_SCALE, PNG_SCALE)
        self.paint(painter, pictures)
        painter.end()
        return png_bytes(image)

    def image(self, scale: float) -> QImage:
        """A white image as large as the page; ``scale``: pixels for each point.

        Raises:
            LibraryError: There is not enough memory for it.
        """
        image = QImage((self.size * scale).toSize(), QImage.Format.Format_RGB32)
        if image.isNull():
            raise LibraryError(_("there is not enough memory for the picture"))
        image.fill(QColor("#ffffff"))
        return image


def _name_pt(width: float) -> float:
    return min(_MAX_NAME_PT, max(_MIN_NAME_PT, _NAME_SHARE * width))


def _places(room: QRectF, count: int, columns: int) -> list[QRectF]:
    """The places of pictures in rows; those of the last row are in its middle."""
    rows = ceil(count / columns)
    width = room.width() / (columns + (columns - 1) * _GAP_SHARE)
    gap = width * _GAP_SHARE
    height = (room.height() - (rows - 1) * gap) / rows
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        left = room.center().x() - (in_row * width + (in_row - 1) * gap) / 2
        places.append(
            QRectF(left + column * (width + gap), room.top() + row * (height + gap), width, height)
        )
    return places


def _picture_in(place: QRectF, size: tuple[int, int]) -> QRectF:
    """The picture's part of a place: above its title, standing on one line with its neighbours."""
    name = 2.2 * _name_pt(place.width())
    room = max(0.0, place.height() - name)
    cell = min(place.width() / size[0], room / size[1])
    width, height = size[0] * cell, size[1] * cell
    line = place.top() + (room + min(room, place.width())) / 2
    top = line - height if height <= place.width() else place.top() + (room - height) / 2
    return QRectF(place.center().x() - width / 2, top, width, height)
