"""The list of a scan of many: its model, and how a row is painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from helper.application.theme import Theme
from helper.application.typeface import body_font, scaled
from helper.home.delegate import paint_picture
from helper.review.listed_boards import BoardState, ListedBoard, in_order
from puzzles.words import worded
from recognizer.source import SourceData

BOARD = Qt.ItemDataRole.UserRole
"""The role of the :class:`ListedBoard`."""
MAX_LINES = 3
"""Lines of the sentence why a page could not be read; its tool tip has all of it."""
PICTURE_PX = 64
"""The longer side of a small picture."""
ROW_PX = 84
_PADDING_PX = 12
_STATE_PX = 150
"""Room for the state at the right."""
_RADIUS_PX = 8
_FACTS_SCALE = 12.5 / 14
_LINE_PX = 22
_TICK = (QPoint(3, 9), QPoint(7, 13), QPoint(15, 4))
"""The tick of a puzzle that is ready, px."""

Index = QModelIndex | QPersistentModelIndex


class BoardRows(QAbstractListModel):
    """The puzzles in the order in which they are checked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived: list[ListedBoard] = []
        self.boards: list[ListedBoard] = []
        """In the order of the rows."""

    def add(self, boards: list[ListedBoard]) -> None:
        """Add puzzles that were read."""
        self._arrived += boards
        self.put_in_order()

    def remove(self, source: SourceData, places: Sequence[tuple[int, int]]) -> None:
        """Remove parts of a board that was joined, unless the player has checked them.

        Args:
            source: Their file.
            places: Their pages, and their numbers on these.
        """
        self._remove(
            [
                board
                for board in self._arrived
                if board.source == source and board.place[1:] in places and board.checked is None
            ]
        )

    def remove_page(self, board: ListedBoard) -> None:
        """Remove what was read on the page of a row, but for what may be read again no more."""
        page = board.source, board.page
        same = [each for each in self._arrived if (each.source, each.page) == page]
        self._remove([each for each in same if each.may_be_read_again])

    def _remove(self, gone: list[ListedBoard]) -> None:
        if gone:
            self.beginResetModel()
            self._arrived = [board for board in self._arrived if board not in gone]
            self.boards = [board for board in self.boards if board not in gone]
            self.endResetModel()

    def put_in_order(self) -> None:
        """Put the rows in order; what is selected stays selected."""
        self.layoutAboutToBeChanged.emit()
        before = self.boards
        self.boards = in_order(self._arrived)
        rows = {id(board): row for row, board in enumerate(self.boards)}
        for old in self.persistentIndexList():
            row = rows[id(before[old.row()])]
            self.changePersistentIndex(old, self.index(row))
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # Qt override  # noqa: B008
        return 0 if parent.isValid() else len(self.boards)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # Qt override
        if not index.isValid():
            return None
        board = self.boards[index.row()]
        if role == BOARD:
            return board
        if role == Qt.ItemDataRole.DisplayRole:
            return board.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (board.name, board.size_text, board.state_text)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return worded("{name}: {problem}", name=board.name, problem=board.state_text)
        return None


def lines_of(text: str, font: QFont, width: int) -> list[str]:
    """A text in lines of a width, px; what is left after :data:`MAX_LINES` is elided."""
    layout, lines = QTextLayout(text, font), list[str]()
    layout.beginLayout()
    while len(lines) < MAX_LINES and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        rest = text[line.textStart() :]
        is_last = len(lines) == MAX_LINES - 1
        lines.append(
            QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)
            if is_last
            else rest[: line.textLength()].strip()
        )
    layout.endLayout()
    return lines


class BoardRowDelegate(QStyledItemDelegate):
    """Paints a row: the small picture, the name, below it the size, at the right the state."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self._name_font = body_font()
        self._name_font.setWeight(QFont.Weight.DemiBold)
        self._facts_font = scaled(body_font(), _FACTS_SCALE)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # Qt override
        return QSize(200, ROW_PX)

    def paint(  # Qt override
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> None:
        board: ListedBoard = index.data(BOARD)
        state, theme = option.state, self.theme
        rect: QRect = option.rect.adjusted(4, 2, -4, -2)
        is_chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.tint if is_chosen else theme.window))
            painter.drawRoundedRect(rect, _RADIUS_PX, _RADIUS_PX)
        if is_chosen and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), _RADIUS_PX, _RADIUS_PX)
        side = QRect(rect.left() + _PADDING_PX, rect.top(), PICTURE_PX, rect.height())
        if board.thumbnail is not None:
            paint_picture(painter, side, self._image(board, painter))
        else:
            painter.setPen(QPen(QColor(theme.edge), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            top = rect.center().y() - PICTURE_PX // 2
            painter.drawRoundedRect(side.left(), top, PICTURE_PX, PICTURE_PX, 4, 4)
        self._paint_texts(painter, rect.adjusted(PICTURE_PX + 3 * _PADDING_PX, 0, 0, 0), board)
        painter.restore()

    def _paint_texts(self, painter: QPainter, rect: QRect, board: ListedBoard) -> None:
        theme, is_none = self.theme, board.state is BoardState.NONE
        right = 0 if is_none else _STATE_PX
        room = rect.adjusted(0, 0, -right - _PADDING_PX, 0)
        middle = rect.center().y()
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(self._name_font)
        painter.setPen(QColor(theme.faint if is_none else theme.text))
        elided = painter.fontMetrics().elidedText(
            board.name, Qt.TextElideMode.ElideMiddle, room.width()
        )
        metrics = QFontMetrics(self._facts_font)
        facts = [board.size_text]
        if is_none:
            facts = lines_of(board.state_text, self._facts_font, room.width())
        top = middle - _LINE_PX - (len(facts) - 1) * metrics.height() // 2
        first = QRect(room.left(), top, room.width(), _LINE_PX)
        painter.drawText(first, align, elided)
        painter.setFont(self._facts_font)
        painter.setPen(QColor(theme.faint))
        second = first.translated(0, _LINE_PX)
        for k, line in enumerate(facts):
            painter.drawText(second.translated(0, k * metrics.height()), align, line)
        if is_none:
            return
        color = {
            BoardState.TO_CHECK: theme.amber,
            BoardState.READY: theme.green,
            BoardState.ADDED: theme.faint,
        }[board.state]
        at = QRect(rect.right() - _STATE_PX, middle - 9, 18, 18)
        self._paint_sign(painter, at, board.state, QColor(color))
        text = QRect(at.right() + 8, middle - _LINE_PX // 2, _STATE_PX - 34, _LINE_PX)
        painter.setPen(QColor(color))
        painter.drawText(text, align, board.state_text)

    @staticmethod
    def _paint_sign(painter: QPainter, at: QRect, state: BoardState, color: QColor) -> None:
        """A ring for what is to be checked, a tick for what is ready: not by colour alone."""
        pen = QPen(color, 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if state is BoardState.TO_CHECK:
            painter.drawEllipse(at.adjusted(3, 3, -3, -3))
            return
        painter.drawPolyline([at.topLeft() + point for point in _TICK])

    @staticmethod
    def _image(board: ListedBoard, painter: QPainter) -> QImage:
        """The small picture in device px."""
        picture = board.thumbnail
        assert picture is not None
        height, width = picture.shape[:2]
        image = QImage(picture.data, width, height, 3 * width, QImage.Format.Format_BGR888)
        side = round(PICTURE_PX * painter.device().devicePixelRatio())
        return image.scaled(
            side,
            side,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
