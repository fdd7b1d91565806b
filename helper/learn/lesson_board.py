"""The board of How to Play: the program's own, with cells of moderate size."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.painter import BoardScene
from helper.board.view import BoardView
from helper.play.session import Session

MAX_CELL_PX = 48
"""Small boards would otherwise fill the window, and each step would have another size."""


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
        super().__init__(session, settings, themes, parent)
        self.zoomed.connect(self._limit_cells)

    def begin(self) -> None:
        """Take the keyboard, whose cell is the first one."""
        is_shown = self.keyboard.is_shown
        self.keyboard.hide_at((0, 0))
        self.keyboard.is_shown = is_shown
        self.set_hover(None, None)
        self.setFocus()

    def scene(self) -> BoardScene:
        """The scene that the next paint event will paint."""
        scene = super().scene()
        return replace(scene, is_solved=scene.is_solved and not self.keeps_numbers)

    def _limit_cells(self, size: int) -> None:
        if size > MAX_CELL_PX:
            self.zoom_to(MAX_CELL_PX)
