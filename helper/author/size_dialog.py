"""Edit > Board > Change Size: add or remove rows and columns at each side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from helper.application.theme import Theme
from helper.images.puzzle_picture import one_pixel_per_cell, painted_picture
from helper.widgets.fields import PageNumberBox
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note, show_kind
from puzzles import MAX_SHOWN, Color, Grid, Puzzle
from puzzles.turning import Margins, resized_grid
from puzzles.words import _, plural, worded

_WIDTH_PX = 480
_SIDES = (
    ("top", _("&Top"), 0, 1),
    ("left", _("&Left"), 1, 0),
    ("right", _("&Right"), 1, 2),
    ("bottom", _("&Bottom"), 2, 1),
)


class SizeDialog(PageDialog):
    """Asks how many rows and columns to add or remove at each side; shows a preview."""

    def __init__(
        self, marks: Grid, palette: Sequence[Color], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(_("Change Size"), parent, _WIDTH_PX)
        self._marks = marks
        self._theme = theme
        self.spins: dict[str, PageNumberBox] = {}
        self.preview = _Preview(marks, palette, theme)
        around = QGridLayout()
        around.setSpacing(GAP_PX)
        around.addWidget(self.preview, 1, 1)
        around.setRowStretch(1, 1)
        around.setColumnStretch(1, 1)
        for name, text, row, column in _SIDES:
            around.addWidget(self._side(name, text), row, column, Qt.AlignmentFlag.AlignCenter)
        self.message = QLabel()
        self.message.setWordWrap(True)
        page = QVBoxLayout(self.page)
        page.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        page.setSpacing(GAP_PX)
        page.addWidget(
            note(_("Rows and columns to add at each side; negative numbers remove some."))
        )
        page.addLayout(around, 1)
        page.addWidget(self.message)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = self.add_buttons(kinds.Ok | kinds.Cancel)
        self._show_state()
        self.spins["top"].setFocus()
        self.spins["top"].selectAll()
        self.fit_screen()

    def _side(self, name: str, text: str) -> QWidget:
        size = self._marks.height if name in ("top", "bottom") else self._marks.width
        box = PageNumberBox()
        box.setRange(-size, MAX_SHOWN - size)
        box.setAccelerated(True)
        box.valueChanged.connect(self._show_state)
        self.spins[name] = box
        label = QLabel(text)
        label.setBuddy(box)
        side = QWidget()
        layout = QVBoxLayout(side)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(label)
        layout.addWidget(box)
        return side

    @property
    def margins(self) -> Margins:
        """The rows and columns to add at each side."""
        return Margins(**{name: box.value() for name, box in self.spins.items()})

    def _show_state(self) -> None:
        margins = self.margins
        height, width = margins.new_size(self._marks.height, self._marks.width)
        lost = 0
        is_possible = 0 < height <= MAX_SHOWN and 0 < width <= MAX_SHOWN
        if height < 1 or width < 1:
            note = _("At least one row and one column must remain.")
        elif not is_possible:
            note = worded("A board has at most {limit} rows and {limit} columns.", limit=MAX_SHOWN)
        else:
            lost = self._marks.count_shaded() - resized_grid(self._marks, margins).count_shaded()
            note = plural(
                lost, "{count} shaded cell is cut off.", "{count} shaded cells are cut off."
            )
        text = worded("New size: {width} × {height}", width=width, height=height)
        self.message.setText(f"{text}. {note}" if lost or not is_possible else text)
        show_kind(self.message, "" if is_possible else "error")
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_possible)
        self.preview.show_margins(margins)


class _Preview(QWidget):
    """Shows the old board, the new frame, and hatching where cells are cut off."""

    def __init__(self, marks: Grid, palette: Sequence[Color], theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._size = (marks.height, marks.width)
        self._margins = Margins()
        like = replace(Puzzle.empty(marks.height, marks.width), palette=tuple(palette))
        self._image = one_pixel_per_cell(painted_picture(like, marks, theme))
        self.setMinimumSize(120, 120)
        self.setAccessibleName(_("Preview of the new size"))

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(220, 220)

    def show_margins(self, margins: Margins) -> None:
        """Show the board with these margins."""
        self._margins = margins
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        (height, width), margins, theme = self._size, self._margins, self._theme
        new_height, new_width = margins.new_size(height, width)
        left, top = min(0, -margins.left), min(0, -margins.top)
        across = max(width, width + margins.right) - left
        down = max(height, height + margins.bottom) - top
        cell = min((self.width() - 8) / max(1, across), (self.height() - 8) / max(1, down))
        painter = QPainter(self)
        try:
            painter.translate(
                (self.width() - across * cell) / 2 - left * cell,
                (self.height() - down * cell) / 2 - top * cell,
            )
            old = QRectF(0, 0, width * cell, height * cell)
            new = QRectF(
                -margins.left * cell,
                -margins.top * cell,
                max(0, new_width) * cell,
                max(0, new_height) * cell,
            )
            painter.fillRect(new, QColor(theme.paper))
            painter.drawImage(old, self._image)
            painter.save()
            painter.setClipRect(old)
            outside = painter.clipRegion().subtracted(new.toAlignedRect())
            painter.setClipRegion(outside)
            veil = QColor(theme.window)
            veil.setAlpha(170)
            painter.fillRect(old, veil)
            painter.fillRect(old, QBrush(QColor(theme.mark_wrong), Qt.BrushStyle.BDiagPattern))
            painter.restore()
            painter.setPen(QPen(QColor(theme.grid_five), 1, Qt.PenStyle.DashLine))
            painter.drawRect(old)
            painter.setPen(QPen(QColor(theme.mark), 2))
            painter.drawRect(new)
        finally:
            painter.end()
