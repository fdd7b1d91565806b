"""File > New Drawing: asks for the size and the colours of the board."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QHBoxLayout, QLabel, QWidget

from helper.palette.swatch import swatch_icon
from helper.widgets.cards import Rows
from helper.widgets.fields import PageChoiceBox, PageNumberBox
from helper.widgets.page_dialog import PageDialog, note
from puzzles import MAX_SHOWN, Color
from puzzles.colors import color_names, starting_palette
from puzzles.model import BLACK_AND_WHITE
from puzzles.words import _, capitalized, in_context

_WIDTH_PX = 440
_SWATCH_PX = 16
_SWATCH_GAP_PX = 6


class NewDialog(PageDialog):
    """Asks for the size of a new board, and whether it is in colour."""

    def __init__(
        self,
        height: int,
        width: int,
        parent: QWidget | None = None,
        is_colored: bool = False,
    ) -> None:
        """Show what is chosen at first.

        Args:
            height: The number of rows.
            width: The number of columns.
            parent: The window.
            is_colored: Whether the board is in colour.
        """
        super().__init__(_("New Drawing"), parent, _WIDTH_PX)
        self.types_clues = False
        """Whether the clues are to be typed, not drawn."""
        self.rows = self._spin_box(height)
        self.columns = self._spin_box(width)
        self.colors: QComboBox = PageChoiceBox()
        self.colors.addItem(_("Black and white"))
        self.colors.addItem(in_context("a puzzle is in", "Colours"))
        self.colors.setCurrentIndex(is_colored)
        rows = Rows(self.page, has_margins=True)
        rows.add_field(_("&Width"), self.columns)
        rows.add_field(_("&Height"), self.rows)
        rows.add_field(_("&Drawn in"), self.colors)
        rows.addWidget(self._swatches())
        rows.addWidget(note(_("Draw on the empty board: the clues follow the drawing.")))
        rows.addStretch()
        kinds = QDialogButtonBox.StandardButton
        buttons = self.add_buttons(kinds.Ok | kinds.Cancel)
        buttons.button(kinds.Ok).setText(in_context("draw a picture", "Draw"))
        self.type_clues = buttons.addButton(_("&Type Clues…"), QDialogButtonBox.ButtonRole.YesRole)
        self.type_clues.setToolTip(_("Begin with the clues of a puzzle that you have"))
        self.type_clues.clicked.connect(self._type_clues)
        self.fit_screen()
        self.columns.setFocus()
        self.columns.selectAll()

    def _type_clues(self) -> None:
        self.types_clues = True
        self.accept()

    def _spin_box(self, value: int) -> PageNumberBox:
        box = PageNumberBox()
        box.setRange(1, MAX_SHOWN)
        box.setValue(value)
        box.setAccelerated(True)
        return box

    def _swatches(self) -> QWidget:
        """The colours to begin with; they keep their room, so that nothing moves."""
        self.swatches = QWidget()
        line = QHBoxLayout(self.swatches)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(_SWATCH_GAP_PX)
        line.addWidget(note(_("The palette to begin with")), 1)
        palette = starting_palette()
        for name, color in list(zip(color_names(palette), palette, strict=True))[1:]:
            swatch = QLabel()
            swatch.setPixmap(swatch_icon(color.rgb).pixmap(_SWATCH_PX, _SWATCH_PX))
            swatch.setToolTip(capitalized(name))
            swatch.setAccessibleName(capitalized(name))
            line.addWidget(swatch)
        policy = self.swatches.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.swatches.setSizePolicy(policy)
        self.colors.currentIndexChanged.connect(self._show_swatches)
        self._show_swatches()
        return self.swatches

    def _show_swatches(self) -> None:
        self.swatches.setVisible(self.palette_chosen != BLACK_AND_WHITE)

    @property
    def size_chosen(self) -> tuple[int, int]:
        """(height, width)."""
        return self.rows.value(), self.columns.value()

    @property
    def palette_chosen(self) -> tuple[Color, ...]:
        """The colours, the background first."""
        return (BLACK_AND_WHITE, starting_palette())[self.colors.currentIndex()]
