"""The protocol of the view of the picture, as its painters use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtGui import QPolygonF

from helper.application.theme import Theme
from helper.review.draft import Draft, Place, Quad
from helper.review.pyramid import Pyramid
from recognizer.values import Lattice, Points


class PaintedView(Protocol):
    """A widget that shows a picture with a draft over it."""

    theme: Theme
    draft: Draft | None
    place: Place | None
    """The place of the cursor."""
    corner: int | None
    """The corner of the grid that is being moved, from 0 to 3, clockwise from top left."""
    scale: float
    """Widget px in one px of the picture."""
    pyramid: Pyramid
    """The picture."""

    @property
    def lattice(self) -> Lattice | None:
        """The grid as it is shown, also while a corner is moved."""

    def polygon(self, quad: Quad | Points | Sequence[Points], /) -> QPolygonF:
        """Convert points of the picture to points of the widget."""

    def width(self) -> int:
        """The widget's width, px."""

    def height(self) -> int:
        """The widget's height, px."""
