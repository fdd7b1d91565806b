"""A puzzle or its solution as a picture of its own: SVG and PNG."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from helper.images.puzzle_picture import png_bytes
from helper.paper.board_painter import PaperBoardPainter, paint_solution
from helper.paper.board_plan import BoardPlanner, BoardSizes
from helper.paper.legend import ROW_PT, LegendEntry, legend, legend_height
from helper.paper.lettering import printed_picture
from helper.paper.page_painter import paint_legend
from puzzles.errors import LibraryError
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.own_files import GENERATOR
from puzzles.words import _

CELL_PT = 18.0
"""The side of a cell; smaller where the smallest numbers need less."""
_MARGIN_PT = 9.0
PNG_SCALE = 3.0
"""Pixels for each point."""
MAX_PNG_SIDE_PX = 16_000
"""A larger picture is scaled down to this side."""


class PuzzlePicture:
    """A puzzle with its clues, or a solution, on white paper just large enough for it."""

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Grid | None = None,
        is_grey: bool = False,
    ) -> None:
        """Lay it out.

        Args:
            puzzle: Has rows and columns.
            solution: Is painted in place of the puzzle.
            is_grey: Whether there are letters in place of colours.
        """
        self._title = puzzle.title
        self._picture = printed_picture(puzzle, is_grey, solution)
        self._sizes: BoardSizes | None = None
        self._entries: list[LegendEntry] = []
        if solution is not None:
            width, height = puzzle.width * CELL_PT, puzzle.height * CELL_PT
        else:
            planner = BoardPlanner(self._picture, is_large=False)
            sizes = planner.sizes(max(CELL_PT, planner.min_cell))
            width, height = sizes.width(sizes.columns), sizes.height(sizes.rows)
            self._sizes = sizes
            self._entries = legend(puzzle, is_grey, width)
        below = legend_height(self._entries) + ROW_PT / 2 if self._entries else 0.0
        self._board = QRectF(_MARGIN_PT, _MARGIN_PT, width, height)
        self.size = QSizeF(width + 2 * _MARGIN_PT, height + below + 2 * _MARGIN_PT)
        """The size of the picture, in points."""

    def paint(self, painter: QPainter, as_paths: bool) -> None:
        """Paint it at the origin; one unit of the painter is a point.

        Args:
            painter: Where it is painted.
            as_paths: Whether texts are outlines, which need no typeface.
        """
        painter.fillRect(
            QRectF(0, 0, ceil(self.size.width()), ceil(self.size.height())), QColor("#ffffff")
        )
        if self._sizes is None:
            paint_solution(painter, self._board, self._picture)
            return
        sizes = self._sizes
        board = PaperBoardPainter(self._picture, sizes, as_paths)
        board.paint(painter, self._board.topLeft(), sizes.columns, sizes.rows)
        at = self._board.bottomLeft() + QPointF(0, ROW_PT / 2)
        paint_legend(painter, at, self._entries, self._picture, as_paths)

    def svg(self) -> bytes:
        """As an SVG file, whose numbers are outlines."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        size = QSize(ceil(self.size.width()), ceil(self.size.height()))
        generator.setResolution(72)
        generator.setSize(size)
        generator.setViewBox(QRect(0, 0, size.width(), size.height()))
        generator.setTitle(self._title or _("Nonogram"))
        generator.setDescription(GENERATOR)
        painter = QPainter(generator)
        self.paint(painter, as_paths=True)
        painter.end()
        return bytes(buffer.data().data())

    def png(self) -> bytes:
        """As a PNG file; raises what :meth:`image` does."""
        image = self.image()
        image.setText("Software", GENERATOR)
        return png_bytes(image)

    def image(self) -> QImage:
        """As an image.

        Raises:
            LibraryError: There is not enough memory for it.
        """
        longest = max(self.size.width(), self.size.height())
        scale = min(PNG_SCALE, MAX_PNG_SIDE_PX / longest)
        image = QImage((self.size * scale).toSize(), QImage.Format.Format_RGB32)
        if image.isNull():
            raise LibraryError(_("there is not enough memory for the picture"))
        painter = QPainter(image)
        painter.scale(scale, scale)
        self.paint(painter, as_paths=False)
        painter.end()
        return image
