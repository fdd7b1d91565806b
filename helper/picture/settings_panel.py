"""The settings beside the picture and its board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSlider,
    QWidget,
)

from helper.application.theme import Theme
from helper.picture.controls import NumberSlider, PaletteStrip, Swatch
from helper.picture.picture_choices import PictureChoices
from helper.picture.picture_work import DrawnBoard
from helper.widgets.buttons import click_on_enter
from helper.widgets.fields import NumberBox
from helper.widgets.style import COMPACT
from puzzles.model import MAX_SHOWN
from puzzles.words import _, in_context, plural, worded
from recognizer.making.settings import MAX_COLORS, Method

_METHODS = {
    Method.THRESHOLD: (
        _("Threshold"),
        _("Shades what is darker than the threshold: for drawings, icons, clear pictures"),
    ),
    Method.ADAPTIVE: (
        _("Adaptive"),
        _("Shades what is darker than its surroundings: for pictures in uneven light"),
    ),
    Method.EDGES: (_("Edges"), _("Shades outlines, one cell wide: for photos with clear shapes")),
    Method.DITHER: (
        _("Dither"),
        _("Shades more cells where the picture is darker: for photos at large sizes"),
    ),
}
_MAX_PATCH_CELLS = 99

_SIZE_PX = 70
"""The width of a number of rows or columns."""
_NO_LIMIT = 16_777_215
"""Qt's largest width of a widget."""


class SettingsPanel(QScrollArea):
    """All settings except crop and rotation; those that do not act are hidden.

    Signals:
        columns_chosen, rows_chosen: ``int``.
        colors_chosen: ``int``, how many besides the background.
        proportion_chosen: ``bool``, whether the proportion is kept.
        chosen: A mapping of names of :class:`PictureSettings` to new values.
        color_chosen: ``int``, the colour of the palette to replace, 0 for the background.
        background_chosen: ``str``, the colour to remove; empty for none.
        picking_chosen: ``bool``, whether the next click into the picture picks a colour.
        reset_chosen: The user asks for the suggested settings.
    """

    columns_chosen = Signal(int)
    rows_chosen = Signal(int)
    colors_chosen = Signal(int)
    proportion_chosen = Signal(bool)
    chosen = Signal(object)
    color_chosen = Signal(int)
    background_chosen = Signal(str)
    picking_chosen = Signal(bool)
    reset_chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._is_below = False
        self._width_px = 0
        self._make_widgets()
        self._set_tooltips()
        self._lay_out()
        self._connect()

    # Making

    def _make_widgets(self) -> None:
        self.columns, self.rows = NumberBox(), NumberBox()
        for spin in (self.columns, self.rows):
            spin.setRange(1, MAX_SHOWN)
            spin.setMinimumWidth(_SIZE_PX)
            spin.setKeyboardTracking(False)  # else 3 would be applied while 30 is typed
        self.proportion = QCheckBox(_("&Keep proportion"))
        self.colors = QComboBox()
        self.colors.addItem(_("Black and white"), 1)
        for count in range(2, MAX_COLORS + 1):
            self.colors.addItem(plural(count, "{count} colour", "{count} colours"), count)
        self.palette_strip = PaletteStrip(self._theme, self.colors)
        self.find_colors = QPushButton(_("F&ind"))
        self.outlines = QCheckBox(_("Keep thin outlines"))
        self.method = QComboBox()
        for method, (name, tip) in _METHODS.items():
            self.method.addItem(name, method)
            place = self.method.count() - 1
            self.method.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        self.automatic = QCheckBox(_("&Automatic"))
        self.threshold = NumberSlider(
            _("Threshold"), 0, 255, _("From 0, black, to 255, white: darker parts are shaded")
        )
        self.brightness = NumberSlider(_("Brightness"), -100, 100, _("Of the picture, -100 to 100"))
        self.contrast = NumberSlider(_("Contrast"), -100, 100, _("Of the picture, -100 to 100"))
        self.invert = QCheckBox(_("In&vert"))
        self.remove = QCheckBox(_("Remove"))
        self.removed = Swatch(self._theme, _("Colour that is removed"))
        self.removed.show_color("#ffffff")
        self.pick = QPushButton(_("Pick"))
        self.pick.setCheckable(True)
        self.tolerance = NumberSlider(
            _("Tolerance"),
            0,
            255,
            _("How much a colour may differ to be removed as well: 0 to 255"),
        )
        self.specks, self.holes = NumberBox(), NumberBox()
        for spin in (self.specks, self.holes):
            spin.setRange(1, _MAX_PATCH_CELLS)
            spin.setSpecialValueText(_("keep all"))
            before, after = _("under {count} cells").split("{count}")
            spin.setPrefix(before)
            spin.setSuffix(after)
            spin.setKeyboardTracking(False)
        self.reset = QPushButton(_("Reset"))
        for button in (self.find_colors, self.pick, self.reset):
            button.setProperty(COMPACT, True)
            click_on_enter(button)

    def _set_tooltips(self) -> None:
        for widget, tip in (
            (self.columns, worded("Cells from left to right, 1 to {limit}", limit=MAX_SHOWN)),
            (self.rows, worded("Cells from top to bottom, 1 to {limit}", limit=MAX_SHOWN)),
            (self.proportion, _("Columns and rows follow each other, so that cells are square")),
            (self.colors, _("The number of colours besides the background")),
            (self.find_colors, _("Find the colours in the picture again")),
            (
                self.outlines,
                _("In drawings with colours: outlines thinner than a cell are drawn one cell wide"),
            ),
            (self.method, _("How the shaded cells are chosen")),
            (self.automatic, _("Choose a threshold that suits the picture")),
            (self.invert, _("In black and white: shade what is light")),
            (self.remove, _("Make a colour background, wherever it is connected to the border")),
            (self.pick, _("Click the colour to remove in the picture")),
            (self.specks, _("Smaller shaded patches become background")),
            (self.holes, _("Smaller blank patches inside shaded ones are filled")),
            (
                self.reset,
                _(
                    "Restore the settings suggested for this picture, and drop the cells changed by"
                    " hand. Undo brings them back"
                ),
            ),
        ):
            widget.setToolTip(tip)
        for named, name in (
            (self.columns, _("Columns")),
            (self.rows, _("Rows")),
            (self.colors, in_context("the number of colours", "Colours")),
            (self.method, in_context("how cells are chosen", "Method")),
            (self.specks, _("Specks that are removed")),
            (self.holes, _("Holes that are filled")),
        ):
            named.setAccessibleName(name)

    def _lay_out(self) -> None:
        self._inside = QWidget()
        grid = QGridLayout(self._inside)
        grid.setContentsMargins(8, 8, 8, 8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        size = QHBoxLayout()
        size.addWidget(self.columns)
        size.addWidget(QLabel("×"))
        size.addWidget(self.rows)
        size.addStretch(1)
        palette = QHBoxLayout()
        palette.addWidget(self.palette_strip, 1)
        palette.addWidget(self.find_colors, 0, Qt.AlignmentFlag.AlignBottom)
        removed = QHBoxLayout()
        removed.addWidget(self.remove, 1)
        removed.addWidget(self.removed)
        removed.addWidget(self.pick)
        buddies: dict[QObject | None, QWidget] = {
            size: self.columns,
            self.automatic: self.threshold,
            removed: self.remove,
        }
        self._labels: dict[QWidget, QLabel] = {}
        row = 0
        for text, item in (
            (_("Si&ze:"), size),
            ("", self.proportion),
            (None, None),
            (_("C&olours:"), self.colors),
            ("", palette),
            ("", self.outlines),
            (None, None),
            (_("&Method:"), self.method),
            (_("&Threshold:"), self.automatic),
            ("", self.threshold),
            (_("&Brightness:"), self.brightness),
            (_("Co&ntrast:"), self.contrast),
            ("", self.invert),
            (None, None),
            (_("Backgroun&d:"), removed),
            (_("To&lerance:"), self.tolerance),
            (None, None),
            (_("&Specks:"), self.specks),
            (_("Holes:"), self.holes),
            (None, None),
            ("", self.reset),
        ):
            if text is None:
                grid.addWidget(_line(), row, 0, 1, 2)
            elif isinstance(item, QHBoxLayout):
                grid.addLayout(item, row, 1)
            elif item is not None:
                grid.addWidget(item, row, 1)
            if text:
                label = QLabel(text)
                of_item = item if isinstance(item, QWidget) else None
                if (buddy := buddies.get(item, of_item)) is not None:
                    label.setBuddy(buddy)
                    self._labels[of_item or buddy] = label
                grid.addWidget(label, row, 0)
            row += 1
        grid.setRowStretch(row, 1)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.set_below(False)

    def set_below(self, is_below: bool) -> None:
        """Whether the panel is below the pictures: in full height, it scrolls with them."""
        self._is_below = is_below
        for widget in self._inside.findChildren(QWidget):
            widget.ensurePolished()  # the style sheet has the widths
        size = self._inside.minimumSizeHint()
        # It stays as wide while controls are hidden.
        self._width_px = max(self._width_px, size.width())
        bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumSize(self._width_px + bar + 4, size.height() if is_below else 0)
        self.setMaximumWidth(_NO_LIMIT if is_below else self.minimumWidth())

    def _connect(self) -> None:
        self.columns.valueChanged.connect(self.columns_chosen)
        self.rows.valueChanged.connect(self.rows_chosen)
        self.proportion.toggled.connect(self.proportion_chosen)
        self.colors.activated.connect(lambda: self.colors_chosen.emit(self.colors.currentData()))
        self.palette_strip.chosen.connect(self.color_chosen)
        self.find_colors.clicked.connect(lambda: self.chosen.emit({"palette": ()}))
        self.method.activated.connect(
            lambda: self.chosen.emit({"method": self.method.currentData()})
        )
        self.automatic.toggled.connect(self._automatic_chosen)
        for name, slider in (
            ("threshold", self.threshold),
            ("brightness", self.brightness),
            ("contrast", self.contrast),
        ):
            slider.changed.connect(lambda value, name=name: self.chosen.emit({name: value}))
        self.outlines.toggled.connect(lambda is_on: self.chosen.emit({"keeps_outlines": is_on}))
        self.invert.toggled.connect(lambda is_on: self.chosen.emit({"invert": is_on}))
        self.remove.toggled.connect(self._remove_chosen)
        self.removed.clicked.connect(lambda: self.background_chosen.emit(self.removed.color))
        self.pick.toggled.connect(self.picking_chosen)
        self.tolerance.changed.connect(self._tolerance_chosen)
        for name, spin in (("specks", self.specks), ("holes", self.holes)):
            spin.valueChanged.connect(
                lambda value, name=name: self.chosen.emit({name: 0 if value == 1 else value})
            )
        self.reset.clicked.connect(self.reset_chosen)
        for kind in (QComboBox, QAbstractSpinBox, QSlider):
            for widget in self.findChildren(kind):
                widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        """Let the wheel scroll the panel unless the control has the focus."""
        is_elsewhere = isinstance(watched, QWidget) and not watched.hasFocus()
        if event.type() == QEvent.Type.Wheel and is_elsewhere:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    # What is chosen

    def _automatic_chosen(self, is_on: bool) -> None:
        self.chosen.emit({"threshold": None if is_on else self.threshold.value})

    def _remove_chosen(self, is_on: bool) -> None:
        self.pick.setChecked(is_on)
        if not is_on:
            self.chosen.emit({"background": None})

    def _tolerance_chosen(self, tolerance: int) -> None:
        self.chosen.emit({"tolerance": tolerance})

    # What is shown

    def show_choice(self, choice: PictureChoices) -> None:
        """Show the settings, without emitting signals."""
        settings = choice.settings
        is_colored = settings.colors > 1
        for spin, value in (
            (self.columns, settings.columns),
            (self.rows, settings.rows),
            (self.specks, max(1, settings.specks)),
            (self.holes, max(1, settings.holes)),
        ):
            blocked = spin.blockSignals(True)
            spin.setValue(value)
            spin.blockSignals(blocked)
        for box, is_on in (
            (self.proportion, choice.is_proportional),
            (self.automatic, settings.threshold is None),
            (self.outlines, settings.keeps_outlines),
            (self.invert, settings.invert),
            (self.remove, settings.background is not None or self.pick.isChecked()),
        ):
            blocked = box.blockSignals(True)
            box.setChecked(is_on)
            box.blockSignals(blocked)
        self.colors.setCurrentIndex(self.colors.findData(settings.colors))
        self.method.setCurrentIndex(self.method.findData(settings.method))
        if settings.threshold is not None:
            self.threshold.show_value(settings.threshold)
        self.brightness.show_value(settings.brightness)
        self.contrast.show_value(settings.contrast)
        if settings.background is not None:
            self.removed.show_color(settings.background.color)
            self.tolerance.show_value(settings.background.tolerance)
        for widget, acts in (
            (self.outlines, is_colored),
            (self.find_colors, is_colored and bool(settings.palette)),
            (self.method, not is_colored),
            (self.automatic, not is_colored),
            (self.threshold, not is_colored),
            (self.invert, not is_colored),
            (self.tolerance, settings.background is not None),
        ):
            self._show_row(widget, acts)
        self.set_below(self._is_below)

    def _show_row(self, widget: QWidget, is_shown: bool) -> None:
        """Show or hide a control with its label; what is above it stays where it is."""
        widget.setVisible(is_shown)
        if widget in self._labels:
            self._labels[widget].setVisible(is_shown)

    def show_board(self, board: DrawnBoard) -> None:
        """Show the threshold that was found automatically."""
        if board.settings.threshold is None:
            self.threshold.show_value(board.threshold)

    def stop_picking(self) -> None:
        """Release the Pick button, without emitting a signal."""
        blocked = self.pick.blockSignals(True)
        self.pick.setChecked(False)
        self.pick.blockSignals(blocked)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.palette_strip.set_theme(theme)
        self.removed.set_theme(theme)


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Sunken)
    return line
