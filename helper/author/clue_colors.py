"""Colours in Edit Clues: swatches to click on, and the colours of what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from helper.palette.swatch import paint_swatch, swatch_icon
from helper.widgets.flow import FlowLayout
from puzzles import Clues, Color
from puzzles.colors import color_names, named_clues
from puzzles.words import capitalized, worded

_CHIP_PX = 12
_STEP_PX = 14
_MAX_CHIPS = 6
"""More clues are not shown beside a field; their number is in the tooltip."""
_NUMBER = re.compile(r"([0-9]+)[A-Za-z]?")


def with_color(text: str, cursor: int, symbol: str) -> tuple[str, int]:
    """A field's text in which the number at the cursor has a colour.

    Args:
        text: Clues as typed.
        cursor: The place of the cursor, 0 to ``len(text)``.
        symbol: The colour's symbol; ``1`` for a number without a letter.

    Returns:
        The new text, and the place of the cursor behind the number. Without a number at the cursor
        the last one before it gets the colour; without any, nothing changes.

    >>> with_color("3a.12", 4, "b")
    ('3a.12b', 6)
    >>> with_color("3a.12", 1, "b")
    ('3b.12', 2)
    """
    letter = "" if symbol == "1" else symbol
    numbers = [match for match in _NUMBER.finditer(text) if match.start() <= cursor]
    if not numbers:
        return text, cursor
    number = numbers[-1]
    end = number.end(1) + len(letter)
    return f"{text[: number.end(1)]}{letter}{text[number.end() :]}", end


class ClueInks(QWidget):
    """A row of buttons, one for each colour.

    Signals:
        chosen: ``int``, the palette index of the colour that was clicked on.
    """

    chosen = Signal(int)

    def __init__(self, palette: Sequence[Color]) -> None:
        super().__init__()
        self.buttons: list[QToolButton] = []
        row = FlowLayout(4, self)
        row.setContentsMargins(0, 0, 0, 0)
        for k, (color, name) in enumerate(zip(palette, color_names(palette), strict=True)):
            if k == 0:
                continue
            button = QToolButton()
            button.setIcon(swatch_icon(color.rgb))
            letter = "" if color.symbol == "1" else f"  {color.symbol}"
            button.setText(f"{capitalized(name)}{letter}".replace("&", "&&"))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setToolTip(
                worded("Give the number at the cursor this colour: {name}", name=name)
            )
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, index=k: self.chosen.emit(index))
            row.addWidget(button)
            self.buttons.append(button)


class ClueColors(QWidget):
    """The colours of a line's clues, in their order."""

    def __init__(self, palette: Sequence[Color]) -> None:
        super().__init__()
        self._palette = palette
        self._clues: Clues = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(_MAX_CHIPS * _STEP_PX, _CHIP_PX)

    def show_clues(self, clues: Clues) -> None:
        """Show other clues."""
        self._clues = clues
        self.setToolTip(named_clues(clues, self._palette) if clues else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            top = (self.height() - _CHIP_PX) // 2
            for k, clue in enumerate(self._clues[:_MAX_CHIPS]):
                chip = QRect(QPoint(k * _STEP_PX, top), QSize(_CHIP_PX, _CHIP_PX))
                paint_swatch(painter, QRectF(chip), self._palette[clue.color].rgb)
        finally:
            painter.end()
