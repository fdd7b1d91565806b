"""Controls of the picture window: numbers with a slider, and colours to click on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QValidator
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QWidget,
)

from helper.application.theme import Theme
from helper.widgets.fields import NumberBox, inset
from puzzles.words import _, worded

_SWATCH_PX = 22
_INK_PX = 20
_IN_A_ROW = 4
"""Colours in a row."""
_BACKGROUND_GAP_PX = 8
"""Between the background and the first colour."""


class NumberSlider(QWidget):
    """A slider and a spin box that show the same number.

    Signals:
        changed: ``int``, the number that the user chose.
    """

    changed = Signal(int)

    def __init__(self, name: str, low: int, high: int, tip: str, suffix: str = "") -> None:
        """Make the controls.

        Args:
            name: The name for screen readers.
            low: The smallest number.
            high: The largest number.
            tip: What it does.
            suffix: The unit, with a space before it.
        """
        super().__init__()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.spin = NumberBox()
        self.spin.setSuffix(suffix)
        for widget in (self.slider, self.spin):
            widget.setRange(low, high)
            widget.setAccessibleName(name)
            widget.setToolTip(tip)
        self.slider.setPageStep(max(1, (high - low) // 10))
        self.slider.setMinimumWidth(50)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.spin)
        self.setFocusProxy(self.slider)
        self.slider.valueChanged.connect(self._choose)
        self.spin.valueChanged.connect(self._choose)

    @property
    def value(self) -> int:
        """The number."""
        return self.spin.value()

    def show_value(self, value: int) -> None:
        """Show a number, without emitting a signal."""
        for widget in (self.slider, self.spin):
            blocked = widget.blockSignals(True)
            widget.setValue(value)
            widget.blockSignals(blocked)

    def _choose(self, value: int) -> None:
        self.show_value(value)
        self.changed.emit(value)


class DecimalSpin(QDoubleSpinBox):
    """A decimal number with the sign of the language; a point and a comma may be typed in each."""

    def __init__(self) -> None:
        super().__init__()
        inset(self)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:  # Qt override
        return super().validate(self._local(text), at)

    def valueFromText(self, text: str) -> float:  # Qt override
        return super().valueFromText(self._local(text))

    def _local(self, text: str) -> str:
        sign = self.locale().decimalPoint()
        return text.replace(",", sign).replace(".", sign)


class Swatch(QAbstractButton):
    """A colour that can be clicked."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self.color = "#000000"
        """``#rrggbb``."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_color(self, color: str) -> None:
        """Show another colour."""
        self.color = color
        self.setAccessibleName(f"{self._name}, {color}")
        self.setToolTip(
            worded("{name}: {color}. Click for another colour", name=self._name, color=color)
        )
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint the frame in other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(_SWATCH_PX, _SWATCH_PX)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = QColor(self.color)
        if not self.isEnabled():
            color.setAlpha(90)
        is_marked = self.hasFocus() or self.isChecked()
        edge = self._theme.accent if is_marked else self._theme.edge
        painter.setPen(QPen(QColor(edge), 2 if is_marked else 1))
        painter.setBrush(color)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 3, 3)
        painter.end()


class InkSwatch(Swatch):
    """A colour that cells are painted with; one of them is checked."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self.setCheckable(True)

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(_INK_PX, _INK_PX + 2)

    def show_color(self, color: str) -> None:
        """Show another colour."""
        super().show_color(color)
        self.setToolTip(
            worded(
                "Paint with {name}, {color}: drag in the board, or press Space there",
                name=self._name.lower(),
                color=color,
            )
        )

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        super().paintEvent(event)
        if self.isChecked():
            painter = QPainter(self)
            painter.setPen(QPen(QColor(self._theme.accent), 2))
            painter.drawLine(4, self.height() - 1, self.width() - 4, self.height() - 1)
            painter.end()


class InkBar(QWidget):
    """The colours of the board, to choose the one that cells are painted with.

    Signals:
        chosen: ``int``, the colour, 0 for the background.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addSpacing(_BACKGROUND_GAP_PX)
        self._layout.addStretch(1)

    @property
    def swatches(self) -> list[Swatch]:
        """The background's swatch, then those of the colours."""
        return [b for b in self._group.buttons() if isinstance(b, Swatch)]

    @property
    def ink(self) -> int:
        """The colour that is chosen, 0 for the background."""
        return max(0, self._group.checkedId())

    def show_colors(self, colors: Sequence[str]) -> None:
        """Show the colours of a board, background first; the number that is chosen stays."""
        swatches = self.swatches
        ink = self.ink if swatches else 1
        while len(swatches) > len(colors):
            swatch = swatches.pop()
            self._group.removeButton(swatch)
            self._layout.removeWidget(swatch)
            swatch.hide()
            swatch.deleteLater()
        for number in range(len(swatches), len(colors)):
            swatch = InkSwatch(
                self._theme, worded("Colour {number}", number=number) if number else _("Background")
            )
            self._group.addButton(swatch, number)
            # The gap is the place after the background.
            self._layout.insertWidget(number + (number > 0), swatch)
        for swatch, color in zip(self.swatches, colors, strict=True):
            swatch.show_color(color)
        self._group.button(min(ink, len(colors) - 1)).setChecked(True)

    def choose(self, ink: int) -> None:
        """Choose a colour, as a click does; nothing is done if the board does not have it."""
        if (swatch := self._group.button(ink)) is not None:
            swatch.click()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for swatch in self.swatches:
            swatch.set_theme(theme)


class PaletteStrip(QWidget):
    """The background with its name, and below it the colours of a board.

    Signals:
        chosen: ``int``, the colour that was clicked, 0 for the background.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, before: QWidget) -> None:
        """Make the strip.

        Args:
            theme: The colours of the frames.
            before: The widget before it in the tab order.
        """
        super().__init__()
        self._theme = theme
        self._before = before
        self.swatches: list[Swatch] = []
        """The background's swatch, then those of the colours."""
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        self._layout.setColumnStretch(_IN_A_ROW, 1)
        caption = QLabel(_("Background"))
        caption.setContentsMargins(4, 0, 0, 0)
        self._layout.addWidget(caption, 0, 1, 1, _IN_A_ROW)

    def show_colors(self, colors: Sequence[str]) -> None:
        """Show other colours, background first; a swatch that has the focus keeps it."""
        while len(self.swatches) > len(colors):
            swatch = self.swatches.pop()
            self._layout.removeWidget(swatch)
            swatch.hide()
            swatch.deleteLater()
        while len(self.swatches) < len(colors):
            self._add()
        for swatch, color in zip(self.swatches, colors, strict=True):
            swatch.show_color(color)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for swatch in self.swatches:
            swatch.set_theme(theme)

    def _add(self) -> None:
        number = len(self.swatches)
        swatch = Swatch(
            self._theme, worded("Colour {number}", number=number) if number else _("Background")
        )
        swatch.clicked.connect(lambda: self.chosen.emit(number))
        row, column = divmod(number - 1, _IN_A_ROW) if number else (-1, 0)
        self._layout.addWidget(swatch, row + 1, column)
        QWidget.setTabOrder(self.swatches[-1] if self.swatches else self._before, swatch)
        self.swatches.append(swatch)
