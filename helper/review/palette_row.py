"""The colours of a draft: how many are read, their letters and keys, and two ways to add one."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from helper.palette.swatch import swatch_icon
from helper.review.review import Review
from helper.widgets.buttons import click_on_enter
from helper.widgets.flow import FlowLayout
from helper.widgets.style import COMPACT
from puzzles.colors import color_names
from puzzles.model import Color
from puzzles.words import _, in_context, plural, worded
from recognizer.lattice import Picture

MAX_KEYS = 8
"""How many colours have a key, and may be wished; Ctrl+9 shows the whole picture."""
_GAP_PX = 6
"""The gap between buttons."""
_SAMPLED_PX = 4
"""Every fourth pixel in each direction is looked at for colours."""
_MIN_CHROMA, _MIN_COLORED_SHARE = 60, 0.002
"""The difference between the channels of a coloured pixel, and the share of such ones in a picture
whose numbers may have colours."""


class PaletteRow(QWidget):
    """The number of colours, and a swatch for each, which gives the chosen numbers that colour.

    Signals:
        left: A button was pressed, so the clues should get the focus.
        count_chosen: The numbers are to be read again, in as many :attr:`colors`.
        picking_chosen: ``bool``, whether the next click into the picture picks a colour.
        adding_chosen: The user wants to choose a colour that is added.
    """

    left = Signal()
    count_chosen = Signal()
    picking_chosen = Signal(bool)
    adding_chosen = Signal()

    def __init__(self, review: Review, picture: Picture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review = review
        self._may_be_colored = _has_colors(picture)
        self._palette: tuple[Color, ...] = ()
        self.swatches: list[QPushButton] = []
        """For each colour but the background."""
        self.count = QComboBox()
        self.count.addItem(in_context("number of colours", "automatic"), None)
        self.count.addItem(_("black and white"), 1)
        for count in range(2, MAX_KEYS + 1):
            self.count.addItem(plural(count, "{count} colour", "{count} colours"), count)
        self.count.setToolTip(_("Read the numbers again, in so many colours"))
        self.count.setAccessibleName(_("Colours"))
        self.count.activated.connect(self.count_chosen)
        caption = QLabel(_("Co&lours:"))
        caption.setBuddy(self.count)
        self.pick = self._button(
            _("Pick Colour"),
            _("Add the colour of a number, or of its tile, that you click in the picture"),
        )
        self.pick.setCheckable(True)
        self.pick.toggled.connect(self.picking_chosen)
        self.add = self._button(
            _("Add Colour…"), _("Add a colour of your choice, and give it to the chosen numbers")
        )
        self.add.clicked.connect(self.adding_chosen)
        counted = QWidget()
        beside = QHBoxLayout(counted)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(caption)
        beside.addWidget(self.count)
        self._layout = FlowLayout(_GAP_PX, self, is_centered=False)
        self._layout.setContentsMargins(12, 4, 12, 0)
        for widget in (counted, self.pick, self.add):
            self._layout.addWidget(widget)
        review.changed.connect(self.refresh)
        review.moved.connect(self.refresh)
        self.refresh()

    @property
    def colors(self) -> int | None:
        """How many colours the numbers have, as the user has said; 1 is black and white."""
        count: int | None = self.count.currentData()
        return count

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        click_on_enter(button)
        button.setToolTip(tip)
        button.setProperty(COMPACT, True)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    def refresh(self) -> None:
        """Show the palette, and the colour of the chosen numbers; nothing in black and white."""
        draft = self._review.draft
        self.setVisible(draft.is_found and (draft.is_colored or self._may_be_colored))
        if draft.palette != self._palette:
            self._palette = draft.palette
            self._make_swatches()
        chosen = {n.color for place in self._review.chosen if (n := draft.number(place))}
        for color, swatch in enumerate(self.swatches, 1):
            swatch.setChecked(chosen == {color})
            swatch.setEnabled(bool(chosen))

    def _make_swatches(self) -> None:
        for button in (*self.swatches, self.pick, self.add):
            self._layout.removeWidget(button)
        for button in self.swatches:
            button.hide()
            button.deleteLater()
        self.swatches = []
        is_colored = self._review.draft.is_colored
        names = color_names(self._palette)
        for color in range(1, len(self._palette)) if is_colored else ():
            letter = self._palette[color].symbol
            name = worded("Give the number the colour {name}", name=names[color])
            tip = (
                _("{name} (Ctrl+{key}). In a typed clue its letter is {letter}.")
                if color <= MAX_KEYS
                else _("{name}. In a typed clue its letter is {letter}.")
            )
            swatch = self._button(letter, worded(tip, name=name, key=color, letter=letter))
            swatch.setIcon(swatch_icon(self._palette[color].rgb))
            swatch.setAccessibleName(name)
            swatch.setCheckable(True)
            swatch.clicked.connect(lambda _=False, c=color: self._review.take_color(c))
            swatch.clicked.connect(self.refresh)  # one that was pressed again stays so
            swatch.clicked.connect(self.left)
            self.swatches.append(swatch)
        for button in (*self.swatches, self.pick, self.add):
            self._layout.addWidget(button)

    def stop_picking(self) -> None:
        """Show that no click picks a colour any more."""
        self.pick.setChecked(False)


def _has_colors(picture: Picture) -> bool:
    """Whether numbers of the picture may have colours."""
    sampled = picture[::_SAMPLED_PX, ::_SAMPLED_PX].astype(np.int16)
    chroma = sampled.max(axis=2) - sampled.min(axis=2)
    return float((chroma > _MIN_CHROMA).mean()) > _MIN_COLORED_SHARE
