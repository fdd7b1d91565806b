"""The board of lessons: the program's own, with cells of moderate size."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.clue_layout import ClueLayout
from helper.board.geometry import HEADER_SHARE, Geometry
from helper.board.hits import SPACE, Hit
from helper.board.view import BoardView
from helper.play.lights import Light
from helper.play.session import Session
from puzzles import Line

MAX_CELL_PX = 48
"""Small boards would otherwise fill the window, and each step would have another size."""

_LINE_MARGIN_PX = 8
"""Around a single line, whatever the preferences are for boards."""


class LessonBoard(BoardView):
    """A board that may keep its numbers and lights in view when it is solved."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        self.keeps_numbers = False
        """Whether numbers and lights stay in view when the board is solved."""
        self.is_line = False
        """Whether it is one row, with the numbers of the cells above it instead of clues."""
        super().__init__(session, settings, themes, parent)
        self.zoomed.connect(self._limit_cells)

    def begin(self) -> None:
        """Take the keyboard, whose cell is the first one."""
        is_shown = self.keyboard.is_shown
        self.keyboard.hide_at((0, 0))
        self.keyboard.is_shown = is_shown
        self.set_hover(None, None)
        self.setFocus()

    @property
    def is_picture(self) -> bool:
        """Whether only the picture is shown: not while the text speaks of numbers and lights."""
        return super().is_picture and not self.keeps_numbers

    def _limit_cells(self, size: int) -> None:
        if size > MAX_CELL_PX:
            self.zoom_to(MAX_CELL_PX)

    # A single line

    def _is_numbering(self, line: Line | None) -> bool:
        """Whether the number of a line is that of a cell."""
        return self.is_line and line is not None and line.is_column

    def _make_geometry(self, scroll_x: int, scroll_y: int) -> Geometry:
        geometry = super()._make_geometry(scroll_x, scroll_y)
        if not self.is_line:
            return geometry
        across = replace(geometry.across, margin=_LINE_MARGIN_PX)
        down = replace(geometry.down, margin=_LINE_MARGIN_PX, light=0)
        return Geometry(across.centered(), down.centered())

    @property
    def clue_layout(self) -> ClueLayout:
        """The layout of the numbers; those of a single line may take all of its height."""
        if self._layout is None and self.is_line:
            size = self.maximumViewportSize()
            room = int(size.width() * HEADER_SHARE), size.height()
            self._layout = ClueLayout(self._clue_sizes, self._cell, room)
        return super().clue_layout

    def _readable_size(self) -> int:
        return self._whole_size()  # nothing is so large that it would not be readable then

    def _light(self, line: Line) -> Light | None:
        return None if self._is_numbering(line) else super()._light(line)

    def done_numbers(self, line: Line) -> tuple[bool, ...]:
        """Which numbers are grey: those of cells always are."""
        return (True,) if self._is_numbering(line) else super().done_numbers(line)

    def hit_at(self, at: QPoint) -> Hit:
        """What lies at a point; the numbers of cells answer to nothing."""
        hit = super().hit_at(at)
        return SPACE if self._is_numbering(hit.line) else hit

    def _show_menu(self, menu: QMenu, hit: Hit, at: QPoint) -> None:
        if not self.is_line:  # the menus are about clues of columns, too
            super()._show_menu(menu, hit, at)
