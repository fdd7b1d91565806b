"""Menus and lists of combo boxes: windows of their own, with the corners of the program's style.

The style sheet of the application rounds the frame; the corners outside of it show what is behind
only if the window is transparent there.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

_LIST_OF_A_BOX = "QComboBoxPrivateContainer"
"""Qt's class of the window with the list of a combo box."""
_FLAGS = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
"""Without them, some systems draw a frame or a shadow with square corners."""


def round_corners(widget: QWidget) -> None:
    """Let a popup that is about to be shown be transparent outside its frame; others stay."""
    is_popup = isinstance(widget, QMenu) or widget.inherits(_LIST_OF_A_BOX)
    translucent = Qt.WidgetAttribute.WA_TranslucentBackground
    if is_popup and not widget.testAttribute(translucent):
        widget.setAttribute(translucent)
        widget.setWindowFlags(widget.windowFlags() | _FLAGS)
