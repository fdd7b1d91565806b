"""Adds a colour to the palette of a draft: one that is clicked in the picture, or chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog

from helper.palette.editing import FULL
from helper.review.draft_lines import DraftPlace
from helper.review.palette_row import MAX_KEYS, PaletteRow
from helper.review.picture_view import PictureView
from helper.review.review import Review
from helper.widgets.text_dialog import asked
from puzzles.words import _, worded


class ColorAdding(QObject):
    """Connects the buttons of the palette with the picture and the draft.

    Signals:
        message_requested: ``str``, what to do next; empty if that is over.
        left: The clues should get the focus.
    """

    message_requested = Signal(str)
    left = Signal()

    def __init__(self, review: Review, row: PaletteRow, view: PictureView) -> None:
        super().__init__(row)
        self._review, self._row, self._view = review, row, view
        row.picking_chosen.connect(self._pick)
        row.adding_chosen.connect(self._choose)
        view.color_picked.connect(self._picked)

    def _pick(self, is_picking: bool) -> None:
        """Switch on or off that a click into the picture picks a colour."""
        self._view.pick_color(is_picking)
        if is_picking:
            self.message_requested.emit(
                _("Click a number, or its tile, whose colour is to be added. Esc cancels.")
            )
        else:
            self.message_requested.emit("")
            self.left.emit()

    def _picked(self, rgb: str, place: DraftPlace | None) -> None:
        """Add a colour that was clicked; the number there gets it."""
        self._row.stop_picking()
        if rgb:
            if place is not None and place not in self._review.chosen:
                self._review.go(place)
            self._add(rgb)

    def _choose(self) -> None:
        """Ask for a colour, and add it."""
        number, palette = self._review.number, self._review.draft.palette
        rgb = palette[1 if number is None else number.color].rgb
        with asked(QColorDialog(QColor(rgb), self._row)) as dialog:
            dialog.setWindowTitle(_("Add Colour"))
            if dialog.exec():
                self._add(dialog.currentColor().name())
        self.left.emit()

    def _add(self, rgb: str) -> None:
        if not self._review.add_color(rgb):
            self.message_requested.emit(FULL)
            return
        color = [each.rgb for each in self._review.draft.palette].index(rgb, 1)
        if color <= MAX_KEYS:
            text = _(
                "More numbers of this colour: select them with Ctrl and a click, and press"
                " Ctrl+{key}."
            )
            self.message_requested.emit(worded(text, key=color))
