"""Painting the pages of a book. One unit of the painter is a point."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from helper.paper.board_painter import (
    FAINT,
    INK,
    PaperBoardPainter,
    draw_text,
    paint_sign,
    paint_solution,
)
from helper.paper.book import (
    CREDITS_PT,
    FOOT_PT,
    SOLUTION_CAPTION_PT,
    Book,
    BookPage,
    PlacedBoard,
    PlacedSolution,
    caption_height,
)
from helper.paper.legend import (
    FONT_PT,
    ROW_PT,
    SWATCH_PT,
    LegendEntry,
    legend,
    legend_height,
    text_offset,
)
from helper.paper.lettering import CAP_HEIGHT, elided, printed_picture, width_of, wrapped
from puzzles.board_picture import BoardPicture
from puzzles.difficulty import Difficulty
from puzzles.print_options import MM, Titles
from puzzles.words import _, enumerated, plural, worded

_CREDITS_FONT_PT = 6.5
_SMALL_FONT_PT = 8.0
_TITLE_SIZES_PT = (34.0, 28.0, 22.0, 18.0, 14.0)
_TITLE_PITCH = 1.2
"""The distance of the lines of the title, as a multiple of the font size."""
_TITLE_SHARE, _TITLE_BELOW_SHARE = 0.38, 0.7
"""Where the last line of the title is, without a cover and below it, as a share of the page."""
_COVER_TOP_SHARE, _COVER_SHARE, _COVER_WIDTH = 0.12, 0.42, 0.8
"""Where the cover begins, its height, and its width as a share of that between the margins."""
_MAX_TITLE_LINES = 3
"""A title that needs more lines gets a smaller font."""
_MIN_HEADING_SHARE = 0.8
"""A puzzle's title gets smaller down to this share of its font size before it is shortened."""
_SUBTITLE_FONT_PT = 12.0
_FACTS_SHARE = 0.8
"""The font size of size and difficulty, as a share of the title's."""
_APART_PT = 12.0
"""The gap between the title of a puzzle and its size."""


class PagePainter:
    """Paints pages of a book, each by itself."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._options = book.options

    def paint(self, painter: QPainter, index: int) -> None:
        """Paint a page; the painter's origin is its top left corner.

        Args:
            painter: One unit is a point.
            index: 0-based.
        """
        page = self._book.pages[index]
        painter.save()
        if page.is_upside_down:
            foot = FOOT_PT if self._options.has_page_numbers else 0.0
            painter.translate(page.size.width(), page.size.height() - foot)
            painter.rotate(180)
        if page.is_title:
            self._paint_title(painter, page)
        for board in page.boards:
            self._paint_board(painter, board)
        if page.solutions:
            self._paint_solutions(painter, page)
        painter.restore()
        if self._options.has_page_numbers and not page.is_title:
            self._paint_page_number(painter, page, index)

    def _paint_page_number(self, painter: QPainter, page: BookPage, index: int) -> None:
        text = str(index + 1)
        x = page.size.width() / 2 - width_of(text) * _SMALL_FONT_PT / 2
        y = page.size.height() - self._options.margin_mm * MM - FOOT_PT / 4
        painter.setPen(FAINT)
        draw_text(painter, QPointF(x, y), text, _SMALL_FONT_PT)

    def _paint_title(self, painter: QPainter, page: BookPage) -> None:
        room = page.size.width() - 2 * self._options.margin_mm * MM
        middle, y = page.size.width() / 2, page.size.height() * _TITLE_SHARE
        if self._paint_cover(painter, page, room):
            y = page.size.height() * _TITLE_BELOW_SHARE
        size, lines = self._title_lines(room)
        painter.setPen(INK)
        y -= (len(lines) - 1) * _TITLE_PITCH * size
        for line in lines:
            x = middle - width_of(line, is_bold=True) * size / 2
            draw_text(painter, QPointF(x, y), line, size, is_bold=True)
            y += _TITLE_PITCH * size
        y -= _TITLE_PITCH * size
        painter.setPen(FAINT)
        for text in filter(None, (self._contents(), self._difficulties())):
            y += 2 * _SUBTITLE_FONT_PT
            x = middle - width_of(text) * _SUBTITLE_FONT_PT / 2
            draw_text(painter, QPointF(x, y), text, _SUBTITLE_FONT_PT)

    def _paint_cover(self, painter: QPainter, page: BookPage, room: float) -> bool:
        """Paint the picture of the puzzle that is the cover; ``False`` if there is none."""
        each = next((each for each in self._book.puzzles if each.is_cover), None)
        if each is None or each.picture is None:
            return False
        picture = printed_picture(each.puzzle, self._options.is_grey, each.picture)
        height = page.size.height() * _COVER_SHARE
        cell = min(_COVER_WIDTH * room / picture.width, height / picture.height)
        size = QSizeF(cell * picture.width, cell * picture.height)
        left = (page.size.width() - size.width()) / 2
        top = page.size.height() * _COVER_TOP_SHARE + height - size.height()
        paint_solution(painter, QRectF(QPointF(left, top), size), picture)
        return True

    def _title_lines(self, room: float) -> tuple[float, list[str]]:
        """The font size of the title, and its lines: large if a few lines are enough."""
        title = self._options.title
        for size in _TITLE_SIZES_PT:
            lines = wrapped(title, room / size, _MAX_TITLE_LINES + 1, is_bold=True)
            if len(lines) <= _MAX_TITLE_LINES:
                return size, lines
        size = _TITLE_SIZES_PT[-1]
        return size, wrapped(title, room / size, 3 * _MAX_TITLE_LINES, is_bold=True)

    def _contents(self) -> str:
        """The number of puzzles, and their sizes."""
        puzzles = [each.puzzle for each in self._book.puzzles]
        sizes = sorted({(p.width * p.height, p.width, p.height) for p in puzzles})
        first, last = (f"{width} × {height}" for _, width, height in (sizes[0], sizes[-1]))
        count = plural(len(puzzles), "{count} puzzle", "{count} puzzles")
        return enumerated([count, _from_to(first, last)])

    def _difficulties(self) -> str:
        """The range of difficulties; puzzles come in any order, the words from easy to hard."""
        if not self._options.has_difficulty:
            return ""
        words = {each.difficulty for each in self._book.puzzles}
        known = [each for each in Difficulty if each.value in words]
        return _from_to(known[0].title, known[-1].label) if known else ""

    def _paint_board(self, painter: QPainter, placed: PlacedBoard) -> None:
        each, room = self._book.puzzles[placed.number], placed.room
        sizes = placed.sizes
        width, height = sizes.width(placed.columns), sizes.height(placed.rows)
        x = room.left() + (room.width() - width) / 2
        shown = max(width, min(room.width(), self._caption_width(placed)))
        left = room.left() + (room.width() - shown) / 2
        room = QRectF(left, room.top(), shown, room.height())
        self._paint_caption(painter, placed, room)
        y = room.top() + caption_height(self._options)
        marks = each.marks if self._options.has_marks else None
        picture = printed_picture(each.puzzle, self._options.is_grey, marks)
        board = PaperBoardPainter(picture, sizes)
        board.paint(painter, QPointF(x, y), placed.columns, placed.rows)
        entries, legend_left = self._legend(placed, room)
        paint_legend(painter, QPointF(legend_left, y + height + ROW_PT / 2), entries, picture)
        if text := each.puzzle.credits:
            bottom = y + height + (legend_height(entries) + ROW_PT / 2 if entries else 0.0)
            painter.setPen(FAINT)
            whole = placed.room
            text = elided(text, whole.width() / _CREDITS_FONT_PT)
            most = whole.right() - width_of(text) * _CREDITS_FONT_PT
            at = QPointF(max(whole.left(), min(room.left(), most)), bottom + CREDITS_PT)
            draw_text(painter, at, text, _CREDITS_FONT_PT)

    def _legend(self, placed: PlacedBoard, caption: QRectF) -> tuple[list[LegendEntry], float]:
        """The colours below a board, and their left end: as wide as the caption if possible."""
        puzzle = self._book.puzzles[placed.number].puzzle
        widest = legend(puzzle, self._options.is_grey, placed.room.width())
        narrow = legend(puzzle, self._options.is_grey, caption.width())
        if legend_height(narrow) > legend_height(widest):  # there is room for the widest only
            return widest, placed.room.left()
        return narrow, caption.left()

    def _caption(self, placed: PlacedBoard) -> tuple[str, str, float]:
        """The texts at the left and the right of a caption, and the font size of the first."""
        each, options = self._book.puzzles[placed.number], self._options
        parts = [f"{each.puzzle.width} × {each.puzzle.height}"]
        if options.has_difficulty and each.difficulty:
            parts.append(each.difficulty.label)
        if placed.part:
            parts.append(placed.part)
        left = self._heading(placed.number, options.titles is Titles.PUZZLE)
        return left, " · ".join(parts), 12.0 if caption_height(options) > 20 else 9.0

    def _caption_width(self, placed: PlacedBoard) -> float:
        """What the texts of a caption need to be complete."""
        left, right, size = self._caption(placed)
        needed = width_of(left, is_bold=True) + _FACTS_SHARE * width_of(right)
        return needed * size + 2 * _APART_PT

    def _paint_caption(self, painter: QPainter, placed: PlacedBoard, room: QRectF) -> None:
        """Paint what stands above a board; ``room``: its left and right end count."""
        left, right, size = self._caption(placed)
        baseline = room.top() + size
        right_size = min(_FACTS_SHARE * size, room.width() * 0.7 / width_of(right))
        free = room.width() - width_of(right) * right_size - _APART_PT
        painter.setPen(INK)
        share = free / size / max(1e-9, width_of(left, is_bold=True))
        left_size = size * min(1.0, max(_MIN_HEADING_SHARE, share))
        text = elided(left, free / left_size, is_bold=True)
        draw_text(painter, QPointF(room.left(), baseline), text, left_size, is_bold=True)
        painter.setPen(FAINT)
        x = room.right() - width_of(right) * right_size
        draw_text(painter, QPointF(x, baseline), right, right_size)

    def _heading(self, number: int, has_title: bool) -> str:
        """Number and title of a puzzle; a single puzzle has no number."""
        title = self._book.puzzles[number].puzzle.title if has_title else ""
        if len(self._book.puzzles) == 1:
            return title or ("" if has_title else _("Nonogram"))
        return f"{number + 1}  {title}".rstrip()

    def _paint_solutions(self, painter: QPainter, page: BookPage) -> None:
        margin = self._options.margin_mm * MM
        painter.setPen(INK)
        word = _("Solution") if len(self._book.puzzles) == 1 else _("Solutions")
        draw_text(painter, QPointF(margin, margin + 12), word, 12, is_bold=True)
        for placed in page.solutions:
            self._paint_solution(painter, placed)

    def _paint_solution(self, painter: QPainter, placed: PlacedSolution) -> None:
        each, room = self._book.puzzles[placed.number], placed.room
        picture = printed_picture(each.puzzle, self._options.is_grey, each.solution)
        size = 7.5
        text = elided(self._heading(placed.number, True), room.width() / size)
        painter.setPen(INK)
        draw_text(painter, room.topLeft() + QPointF(0, size), text, size)
        inner = room.adjusted(0, SOLUTION_CAPTION_PT, 0, 0)
        cell = min(inner.width() / picture.width, inner.height() / picture.height)
        rect = QRectF(inner.topLeft(), inner.size())
        rect.setWidth(cell * picture.width)
        rect.setHeight(cell * picture.height)
        paint_solution(painter, rect, picture)


def _from_to(first: str, last: str) -> str:
    return first if first == last else worded("{first} to {last}", first=first, last=last)


def paint_legend(
    painter: QPainter,
    at: QPointF,
    entries: list[LegendEntry],
    picture: BoardPicture,
    as_paths: bool = False,
) -> None:
    """Paint the colours below a board; ``at`` is the top left corner."""
    for entry in entries:
        corner = at + QPointF(entry.x, entry.row * ROW_PT)
        swatch = QRectF(corner, corner + QPointF(SWATCH_PT, SWATCH_PT))
        painter.setPen(QPen(FAINT, 0.5))
        painter.setBrush(QColor(picture.colors[entry.color]))
        painter.drawRect(swatch)
        paint_sign(painter, picture, entry.color, swatch)
        painter.setPen(INK)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        baseline = swatch.center().y() + FONT_PT * CAP_HEIGHT / 2
        place = QPointF(corner.x() + text_offset(), baseline)
        draw_text(painter, place, entry.text, FONT_PT, as_path=as_paths)
