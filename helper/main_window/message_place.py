"""Where messages are shown: in the side panel, or at the foot of the window without one."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from helper.widgets.banner import Banner, Shape

_GAP_PX = 8


class MessagePlace(QWidget):
    """The window's banners, one below the other; moved between the panel and the foot."""

    def __init__(self) -> None:
        super().__init__()
        self.trouble, self.top, self.bottom = Banner(), Banner(), Banner()
        self.trial, self.hint, self.check = Banner(), Banner(), Banner()
        self._of_board = QWidget()
        """Messages about the board, which Home does not show."""
        inner = QVBoxLayout(self._of_board)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(_GAP_PX)
        of_board = (self.trial, self.hint, self.check, self.bottom)
        for banner in of_board:
            inner.addWidget(banner)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP_PX)
        for widget in (self.trouble, self.top, self._of_board):
            self._layout.addWidget(widget)
        self._shape = Shape.BAR
        self._banners = (self.trouble, self.top, *of_board)

    def move_to(self, place: QVBoxLayout, shape: Shape, *, has_board: bool) -> None:
        """Show the messages in a place.

        Args:
            place: Gets them.
            shape: How texts and buttons are arranged there.
            has_board: Whether the board is shown, so that messages about it are, too.
        """
        self._of_board.setVisible(has_board)
        if place.indexOf(self) < 0:
            place.addWidget(self)
        if shape is not self._shape:
            self._shape = shape
            for banner in self._banners:
                banner.set_shape(shape)
