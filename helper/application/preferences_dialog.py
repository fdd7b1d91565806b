"""Edit > Preferences. Changes are applied at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from helper.application.settings import ClueSide, Preferences, Settings, ThemeChoice


class PreferencesDialog(QDialog):
    """Changes the settings as its fields are changed."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        self._settings = settings
        self._showers: list[Callable[[Preferences], None]] = []
        self.cell_size = self._number("cell_size", Preferences.CELL_SIZES)
        self.margin_left = self._number("margin_left", Preferences.MARGINS)
        self.margin_top = self._number("margin_top", Preferences.MARGINS)
        self.clue_side = self._choice(
            "clue_side",
            {ClueSide.LEFT_ABOVE: "Left and above", ClueSide.RIGHT_BELOW: "Right and below"},
        )
        self.theme = self._choice(
            "theme",
            {
                ThemeChoice.SYSTEM: "As the system",
                ThemeChoice.LIGHT: "Light",
                ThemeChoice.DARK: "Dark",
            },
        )
        self.autofill = self._switch("autofill", "&AutoFill: dot the rest of a finished line")
        self.grey_clues = self._switch("grey_clues", "&Grey out numbers whose place is certain")
        self.highlight = self._switch("highlight", "&Highlight the row and column in use")
        self.overwrite = self._switch("overwrite", "Dragging &overwrites cells of other states")
        self.show_timer = self._switch("show_timer", "Sho&w the time")
        self.cover_when_left = self._switch(
            "cover_when_left", "&Pause and cover the board when the window is left"
        )
        layout = QVBoxLayout(self)
        layout.addWidget(self._look_group())
        layout.addWidget(self._help_group())
        layout.addWidget(self._buttons())
        self._show(settings.preferences)
        settings.changed.connect(self._show)

    def _look_group(self) -> QGroupBox:
        group = QGroupBox("Look")
        form = QFormLayout(group)
        form.addRow("&Cell size:", self.cell_size)
        form.addRow("&Left margin:", self.margin_left)
        form.addRow("&Top margin:", self.margin_top)
        form.addRow("Cl&ues:", self.clue_side)
        form.addRow("The&me:", self.theme)
        return group

    def _help_group(self) -> QGroupBox:
        group = QGroupBox("While solving")
        layout = QVBoxLayout(group)
        for switch in (
            self.autofill, self.grey_clues, self.highlight, self.overwrite, self.show_timer,
            self.cover_when_left,
        ):  # fmt: skip
            layout.addWidget(switch)
        return group

    def _buttons(self) -> QDialogButtonBox:
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.RestoreDefaults | kinds.Close)
        self.defaults: QAbstractButton = buttons.button(kinds.RestoreDefaults)
        self.defaults.setText("&Restore Defaults")
        self.defaults.clicked.connect(lambda: self._settings.set(Preferences()))
        buttons.rejected.connect(self.accept)
        return buttons

    def _show(self, preferences: Preferences) -> None:
        for show in self._showers:
            show(preferences)

    def _change(self, name: str, value: Any) -> None:
        self._settings.change(**{name: value})

    def _number(self, name: str, limits: tuple[int, int]) -> QSpinBox:
        box = QSpinBox()
        box.setRange(*limits)
        box.setSuffix(" px")
        box.valueChanged.connect(lambda value: self._change(name, value))
        self._showers.append(lambda preferences: box.setValue(getattr(preferences, name)))
        return box

    def _switch(self, name: str, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.toggled.connect(lambda on: self._change(name, on))
        self._showers.append(lambda preferences: box.setChecked(getattr(preferences, name)))
        return box

    def _choice(self, name: str, texts: dict[Any, str]) -> QComboBox:
        box = QComboBox()
        values = list(texts)
        box.addItems(list(texts.values()))
        box.activated.connect(lambda index: self._change(name, values[index]))
        self._showers.append(
            lambda preferences: box.setCurrentIndex(values.index(getattr(preferences, name)))
        )
        return box
