"""Pictures of a puzzle's shaded cells, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from helper.application.theme import Theme
from puzzles.board_picture import BoardPicture
from puzzles.color_values import contrast
from puzzles.grid import Grid
from puzzles.model import BLACK, WHITE, Puzzle

MIN_WHOLE_CELL_PX = 4
"""Cells from this size on have whole pixels, so that all look equally large."""
_IMAGE_SIDE_PX = 1200
"""The longer side of a picture to share is about this, with whole pixels a cell."""
_LINE_STEPS = (1, 5, 10, 50, 100)
"""Every how many cells there may be a line."""


def picture_to_share(picture: BoardPicture) -> QImage:
    """The picture in its colours, large enough to be sent or printed."""
    width, height = picture.width, picture.height
    cell = max(1, _IMAGE_SIDE_PX // max(width, height))
    return scaled(one_pixel_per_cell(picture), width * cell, height * cell, cell)


def png_bytes(image: QImage) -> bytes:
    """An image as a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes as the format
    return bytes(buffer.data().data())


def scaled(image: QImage, width: int, height: int, cell: float) -> QImage:
    """Enlarge with sharp edges; smaller than :data:`MIN_WHOLE_CELL_PX`, mix the colours."""
    modes, keep = Qt.TransformationMode, Qt.AspectRatioMode.IgnoreAspectRatio
    if cell >= MIN_WHOLE_CELL_PX:
        return image.scaled(width, height, keep, modes.FastTransformation)
    if cell > 1:
        larger = image.size() * MIN_WHOLE_CELL_PX
        image = image.scaled(larger, keep, modes.FastTransformation)
    return image.scaled(width, height, keep, modes.SmoothTransformation)


def draw_lines(
    painter: QPainter,
    board: QRect,
    size: tuple[int, int],
    cell: float,
    pens: tuple[QPen, QPen],
    min_distance_px: float,
) -> None:
    """Draw the lines between cells as far as there is room for them, without the border.

    Args:
        painter: Gets another pen.
        board: Where the cells are, px.
        size: Rows and columns.
        cell: The side of a cell, px.
        pens: For lines, and for every fifth one, which is told apart only if there are all lines.
        min_distance_px: Of two lines; closer ones are left out but for every fifth, tenth …
    """
    step = next((n for n in _LINE_STEPS if n * cell >= min_distance_px), 0)
    if not step:
        return
    rows, columns = size
    for is_five in (False, True):
        painter.setPen(pens[is_five])
        for count, is_column in ((columns, True), (rows, False)):
            for index in range(step, count, step):
                if is_five is not (step == 1 and index % 5 == 0):
                    continue
                at = round(index * cell)
                if is_column:
                    x = board.left() + at
                    painter.drawLine(x, board.top(), x, board.bottom())
                else:
                    y = board.top() + at
                    painter.drawLine(board.left(), y, board.right(), y)


def one_pixel_per_cell(picture: BoardPicture) -> QImage:
    """A picture of the shaded cells in their colours, one pixel a cell."""
    image = indexed_image(picture.indices(), picture.width, picture.height, picture.colors)
    return image.convertToFormat(QImage.Format.Format_RGB32)


def indexed_image(
    indices: bytes, width: int, height: int, colors: Iterable[str] | Sequence[int]
) -> QImage:
    """An image of cells that are given by the index of their colour, row by row.

    Args:
        indices: A byte for each cell.
        width: In cells.
        height: In cells.
        colors: ``#rrggbb``, or numbers as Qt writes colours.
    """
    stride = (width + 3) // 4 * 4
    if stride != width:
        rows = (indices[row * width : (row + 1) * width] for row in range(height))
        indices = b"".join(row.ljust(stride, b"\0") for row in rows)
    image = QImage(indices, width, height, stride, QImage.Format.Format_Indexed8)
    image.setColorTable([c if isinstance(c, int) else QColor(c).rgb() for c in colors])
    return image.copy()  # which owns its pixels


_MAX_PAPER_CONTRAST = 1.2
"""A background that contrasts no more than this with white is paper."""


def painted_colors(puzzle: Puzzle, theme: Theme) -> tuple[str, ...]:
    """The palette as it is painted, ``#rrggbb``.

    Black and white follow the theme, and so does a white background if the paper is dark.
    """
    colors = tuple(color.rgb for color in puzzle.palette)
    if puzzle.is_black_and_white:
        return theme.paper, theme.ink if colors[1] == BLACK.rgb else colors[1]
    is_paper = contrast(colors[0], WHITE.rgb) < _MAX_PAPER_CONTRAST
    return (theme.paper, *colors[1:]) if theme.has_dark_paper and is_paper else colors


def painted_picture(puzzle: Puzzle, cells: Grid, theme: Theme) -> BoardPicture:
    """A board in the colours in which it is painted."""
    return puzzle.picture(cells.cells, painted_colors(puzzle, theme))
