"""Paints a tile of Home: a card with picture, name, size, difficulty and progress."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from helper.application.rating_store import KeptRating
from helper.application.theme import Theme
from helper.application.typeface import body_font, scaled
from helper.home.entries import Entry, EntryState
from helper.home.home_model import Index, Role
from helper.home.home_wording import colors_text, rating_text, size_text
from helper.home.thumbnails import Thumbnails
from helper.play.clock import time_text
from puzzles.titles import number_of_shelf
from puzzles.words import _, in_context

CARD = QSize(152, 192)
"""The least size of a card, px; cards are wider where a row of them would leave room."""
GAP_PX = 14
"""Between two cards."""
TILE = CARD + QSize(GAP_PX, GAP_PX)
"""A card with half of the gap on each side."""
PICTURE_PX = 100
"""The longer side of a picture."""
RADIUS_PX = 12

_PADDING_PX = 12
_PICTURE_TOP_PX = 16
_NAME_TOP_PX, _NAME_HEIGHT_PX = 123, 22
_NAME_STEP_PX = 20
"""From the first line of a name to the second."""
_FACTS_TOP_PX, _STATE_TOP_PX, _LINE_HEIGHT_PX = 145, 164, 18
_BAR = QSize(64, 4)
_FACTS_SCALE = 12.5 / 14
_TICK = (QPointF(0, 5), QPointF(3, 8), QPointF(9, 1.5))
"""The tick of a solved puzzle, px."""
_TICK_WIDTH_PX = 14
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TileDelegate(QStyledItemDelegate):
    """Paints tiles; everything is scaled by Qt on screens with more pixels."""

    def __init__(self, thumbnails: Thumbnails, parent: QObject) -> None:
        """``parent``: the list that shows the tiles; the thumbnails outlive it."""
        super().__init__(parent)
        self._thumbnails = thumbnails
        self.width_px = TILE.width()
        """The width of a tile; that of a column."""
        self.has_long_names = False
        """Whether tiles are higher, with room for names in two lines."""
        self._name_font = body_font()
        self._name_font.setWeight(QFont.Weight.DemiBold)
        self._facts_font = scaled(body_font(), _FACTS_SCALE)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # Qt override
        return QSize(self.width_px, self.height_px)

    @property
    def height_px(self) -> int:
        """The height of a tile."""
        return TILE.height() + (_NAME_STEP_PX if self.has_long_names else 0)

    def fits_one_line(self, name: str) -> bool:
        """Whether a name needs no second line in a tile of this width."""
        room = self.width_px - GAP_PX - 2 * _PADDING_PX
        return QFontMetrics(self._name_font).horizontalAdvance(name) <= room

    def paint(  # Qt override
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        entry: Entry = index.data(Role.ENTRY)
        theme = self._thumbnails.theme
        state, rect = option.state, option.rect
        size = QSize(rect.width() - GAP_PX, rect.height() - GAP_PX)
        card = QRect(rect.topLeft() + QPoint(GAP_PX // 2, GAP_PX // 2), size)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_card(painter, card, theme, state)
        side_px = round(PICTURE_PX * painter.device().devicePixelRatio())
        area = QRect(card.left(), card.top() + _PICTURE_TOP_PX, card.width(), PICTURE_PX)
        paint_picture(painter, area, self._thumbnails.image(entry, side_px))
        lines = self._paint_name(painter, card, index.data(Role.NAME), theme)
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        faint = theme.text if is_selected else theme.faint  # too weak on the tint
        painter.setFont(self._facts_font)
        below = card.translated(0, (lines - 1) * _NAME_STEP_PX)
        _paint_facts(painter, below, entry, index.data(Role.RATING), faint)
        _paint_state(painter, below, entry, theme, faint)
        painter.restore()

    def _paint_name(self, painter: QPainter, card: QRect, name: str, theme: Theme) -> int:
        """Paint the name; returns in how many lines."""
        painter.setFont(self._name_font)
        painter.setPen(QColor(theme.text))
        line = _line(card, _NAME_TOP_PX, _NAME_HEIGHT_PX)
        count = 2 if self.has_long_names else 1
        texts = name_lines(name, painter.fontMetrics(), line.width(), count)
        for text in texts:
            painter.drawText(line, _LEFT, text)
            line.translate(0, _NAME_STEP_PX)
        return len(texts)


def paint_picture(painter: QPainter, area: QRect, image: QImage) -> None:
    """Paint a picture in device px in the middle of an area."""
    ratio = painter.device().devicePixelRatio()
    width, height = image.width() / ratio, image.height() / ratio
    left = round((area.left() + (area.width() - width) / 2) * ratio) / ratio
    top = round((area.top() + (area.height() - height) / 2) * ratio) / ratio
    image.setDevicePixelRatio(ratio)  # painting to scale takes longer
    painter.drawImage(QPointF(left, top), image)


def name_lines(name: str, metrics: QFontMetrics, width_px: int, count: int) -> list[str]:
    """A name in at most ``count`` lines, 1 or 2; a number after a shelf is on the second one."""
    if count == 1 or metrics.horizontalAdvance(name) <= width_px:
        return [shortened_name(name, metrics, width_px)]
    right = Qt.TextElideMode.ElideRight
    comma, space, number = number_of_shelf(name).partition(" ")
    shelf = name.removesuffix(f"{comma}{space}{number}") + comma
    words, first = shelf.split(" "), ""
    while words and metrics.horizontalAdvance(f"{first} {words[0]}".strip()) <= width_px:
        first = f"{first} {words.pop(0)}".strip()
    second = " ".join([*words, number]).strip()
    if number and (not first or metrics.horizontalAdvance(second) > width_px):
        return [metrics.elidedText(shelf, right, width_px), number]
    if not first:  # one word that is longer than a line
        return [metrics.elidedText(name, right, width_px)]
    return [first, metrics.elidedText(second, right, width_px)]


def shortened_name(name: str, metrics: QFontMetrics, width_px: int) -> str:
    """A name that fits; of a shelf and a number, the shelf is shortened."""
    if metrics.horizontalAdvance(name) <= width_px:
        return name
    right = Qt.TextElideMode.ElideRight
    number = number_of_shelf(name)
    if not number:
        return metrics.elidedText(name, right, width_px)
    rest = width_px - metrics.horizontalAdvance(number)
    return metrics.elidedText(name.removesuffix(number), right, rest) + number


def _paint_card(painter: QPainter, card: QRect, theme: Theme, state: QStyle.StateFlag) -> None:
    """The card; selected it is tinted, with the keyboard's focus it has a second frame."""
    flags = QStyle.StateFlag
    is_selected, has_focus = bool(state & flags.State_Selected), bool(state & flags.State_HasFocus)
    is_hovered = bool(state & flags.State_MouseOver)
    frame = theme.accent if is_selected or has_focus else theme.faint if is_hovered else theme.line
    painter.setPen(QPen(QColor(frame), 1))
    painter.setBrush(QColor(theme.tint if is_selected else theme.base))
    inner = QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(inner, RADIUS_PX, RADIUS_PX)
    if has_focus:
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        outer = QRectF(card).adjusted(-3, -3, 3, 3)
        painter.drawRoundedRect(outer, RADIUS_PX + 3, RADIUS_PX + 3)


def _paint_facts(
    painter: QPainter, card: QRect, entry: Entry, rating: KeptRating | None, color: str
) -> None:
    """The size and the difficulty."""
    line = _line(card, _FACTS_TOP_PX, _LINE_HEIGHT_PX)
    text = " · ".join(filter(None, (size_text(entry), rating_text(rating))))
    text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
    painter.setPen(QColor(color))
    painter.drawText(line, _LEFT, text)


def _paint_state(painter: QPainter, card: QRect, entry: Entry, theme: Theme, color: str) -> None:
    """How far the player is, and the number of colours."""
    line = _line(card, _STATE_TOP_PX, _LINE_HEIGHT_PX)
    painter.setPen(QColor(color))
    painter.drawText(line, _RIGHT, colors_text(entry))
    if entry.is_drawing:
        painter.drawText(line, _LEFT, _("Drawing"))
    elif entry.state is EntryState.STARTED:
        _paint_bar(painter, line, entry.done, theme)
    elif entry.state is EntryState.NEW:
        painter.drawText(line, _LEFT, in_context("a puzzle that has not been begun", "New"))
    else:
        painter.setPen(QPen(QColor(theme.green), 1.5))
        _paint_tick(painter, line)
        text = "" if entry.seconds is None else time_text(entry.seconds)
        painter.drawText(line.adjusted(_TICK_WIDTH_PX, 0, 0, 0), _LEFT, text)


def _paint_bar(painter: QPainter, line: QRect, done: float, theme: Theme) -> None:
    top = line.top() + (line.height() - _BAR.height()) / 2
    bar = QRectF(line.left(), top, _BAR.width(), _BAR.height())
    painter.setPen(QPen(QColor(theme.line), 1))  # in high contrast nothing is tinted
    painter.setBrush(QColor(theme.tint))
    painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
    painter.setPen(Qt.PenStyle.NoPen)
    bar.setWidth(max(_BAR.height(), bar.width() * min(max(done, 0.0), 1.0)))
    painter.setBrush(QColor(theme.accent))
    painter.drawRoundedRect(bar, 2, 2)


def _paint_tick(painter: QPainter, line: QRect) -> None:
    painter.save()
    painter.translate(line.left(), line.top() + (line.height() - 9) / 2)
    painter.drawPolyline(list(_TICK))
    painter.restore()


def _line(card: QRect, top: int, height: int) -> QRect:
    padded = card.adjusted(_PADDING_PX, 0, -_PADDING_PX, 0)
    return QRect(padded.left(), card.top() + top, padded.width(), height)
