"""Colours of a puzzle that can hardly be told from dark paper, such as black."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor

from helper.application.theme import Theme
from helper.widgets.style import mixed
from puzzles.color_values import is_lost_on
from puzzles.model import WHITE

_LIFTED_SHARE = 0.4
"""The share of white in a colour that would be lost on dark paper."""


def lost_colors(colors: Sequence[str], theme: Theme) -> frozenset[int]:
    """The indices of the colours that can hardly be told from a dark paper."""
    if not theme.has_dark_paper:
        return frozenset()
    return frozenset(k for k, rgb in enumerate(colors) if k and is_lost_on(rgb, colors[0]))


def seen_colors(colors: Sequence[str], theme: Theme) -> tuple[str, ...]:
    """Colours for cells without room for an outline: those that would be lost are lighter."""
    lost, white = lost_colors(colors, theme), QColor(WHITE.rgb)
    return tuple(
        mixed(white, QColor(rgb), _LIFTED_SHARE).name() if k in lost else rgb
        for k, rgb in enumerate(colors)
    )
