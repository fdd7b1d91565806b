"""The controls of a dialog for a dataclass of choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from helper.widgets.fields import PageChoiceBox, PageNumberBox
from puzzles.option import declared_options

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class OptionFields:
    """Makes a control for each field: it shows the field's value, and tells what is chosen."""

    def __init__(self, value: DataclassInstance, change: Callable[[str, Any], object]) -> None:
        """Begin.

        Args:
            value: What is chosen at first.
            change: Called with the name of a field and what is chosen for it.
        """
        self._value, self._change = value, change
        self._showers: list[tuple[str, QWidget, Callable[[Any], object]]] = []

    def number(self, name: str, suffix: str = "") -> PageNumberBox:
        """A number in the range that its :class:`~puzzles.option.Option` declares."""
        box, declared = PageNumberBox(), declared_options(type(self._value))[name]
        box.setRange(int(declared.said.low or 0), int(declared.said.high or 0))
        box.setSuffix(suffix)
        box.setAccelerated(True)
        self._add(name, box, lambda value: box.setValue(round(value)))
        box.valueChanged.connect(lambda value: self._change(name, declared.kind(value)))
        return box

    def choice(self, name: str, texts: Mapping[Any, str]) -> PageChoiceBox:
        """A list of values with the texts for them."""
        box, values = PageChoiceBox(), list(texts)
        box.addItems(list(texts.values()))
        self._add(name, box, lambda value: box.setCurrentIndex(values.index(value)))
        box.activated.connect(lambda index: self._change(name, values[index]))
        return box

    def switch(self, name: str, text: str) -> QCheckBox:
        """A box to check."""
        box = QCheckBox(text)
        self._add(name, box, box.setChecked)
        box.toggled.connect(lambda is_on: self._change(name, is_on))
        return box

    def line(self, name: str) -> QLineEdit:
        """A line of text, told when it is complete."""
        box = QLineEdit()
        self._add(name, box, box.setText)
        box.editingFinished.connect(lambda: self._change(name, box.text().strip()))
        return box

    def _add(self, name: str, box: QWidget, show: Callable[[Any], object]) -> None:
        self._showers.append((name, box, show))
        show(getattr(self._value, name))

    def show(self, value: DataclassInstance) -> None:
        """Show other values, without telling them."""
        for name, box, show in self._showers:
            with QSignalBlocker(box):
                show(getattr(value, name))
