"""Lays out the parts of the camera window, which scroll on a small screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from helper.widgets.small_screen import SmallScreenArea

_PANEL_PX = 240


def lay_out(
    window: QWidget,
    state: QWidget,
    seen: Sequence[QWidget],
    foot: Sequence[QWidget],
    panel: QWidget,
) -> None:
    """Lay out the window.

    Args:
        window: Gets all others.
        state: Above the picture, always in view.
        seen: The banner and the picture, which takes all the room that there is.
        foot: Side by side below the picture; the first one takes the room.
        panel: Beside all that.
    """
    footer = QHBoxLayout()
    footer.setContentsMargins(12, 4, 12, 4)
    for k, widget in enumerate(foot):
        footer.addWidget(widget, 0 if k else 1)
    content = QWidget()
    below = QVBoxLayout(content)
    below.setContentsMargins(0, 0, 0, 0)
    below.setSpacing(0)
    for widget in seen:
        below.addWidget(widget, 1 if widget is seen[-1] else 0)
    below.addLayout(footer)
    left = QVBoxLayout()
    left.setSpacing(0)
    left.addWidget(state)
    left.addWidget(SmallScreenArea(content), 1)
    layout = QHBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addLayout(left, 1)
    layout.addWidget(_scrolled(panel))


def _scrolled(panel: QWidget) -> SmallScreenArea:
    area = SmallScreenArea(panel)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    bar = area.verticalScrollBar().sizeHint().width()
    area.setFixedWidth(max(_PANEL_PX, panel.minimumSizeHint().width() + bar))
    return area
