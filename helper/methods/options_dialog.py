"""The options of a solving method, for methods to watch and to compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from helper.methods.methods import MethodInfo, method_title
from helper.widgets.cards import Rows
from helper.widgets.fields import PageChoiceBox, PageNumberBox, name_box
from helper.widgets.page_dialog import MARGIN_PX, PageDialog, note, show_kind
from puzzles import NonogramError
from puzzles.words import _, capitalized, worded
from solver.options import EngineOption, Value

_MAX_NUMBER = 999_999_999
_WIDTH_PX = 480


class OptionsForm(QWidget):
    """One field for each option of a method."""

    def __init__(self, method: MethodInfo, spec: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._method = method
        self.fields: dict[str, QWidget] = {}
        self.changed: Callable[[], object] = lambda: None
        """Called whenever a field changes."""
        self._texts: dict[str, Callable[[], str]] = {}
        self._setters: dict[str, Callable[[object], None]] = {}
        rows = Rows(self)
        for each in method.options:
            self._add(each, rows)
        self.show_values(method.values(spec))

    @property
    def spec(self) -> str:
        """The method as it is configured.

        Raises:
            NonogramError: A field is invalid; the text names it.
        """
        return self._method.spec([(name, text()) for name, text in self._texts.items()])

    def show_values(self, values: Mapping[str, Value]) -> None:
        """Put values into the fields."""
        for name, value in values.items():
            self._setters[name](value)

    def show_defaults(self) -> None:
        """Put the defaults into the fields."""
        self.show_values({each.name: each.default for each in self._method.options})

    def _add(self, option: EngineOption, rows: Rows) -> None:
        field = self._field(option)
        self.fields[option.name] = field
        sentence = worded("{sentence}.", sentence=capitalized(option.sentence))
        if isinstance(field, QCheckBox):
            rows.add_switch(field, sentence)
        else:
            rows.add_field(option.name, field, sentence)
        field.setAccessibleName(option.name)
        field.setAccessibleDescription(option.sentence)

    def _field(self, option: EngineOption) -> QWidget:
        if option.choices:
            return self._choice(option)
        if isinstance(option.default, bool):
            return self._switch(option)
        return self._number(option) if isinstance(option.default, int) else self._text(option)

    def _choice(self, option: EngineOption) -> QComboBox:
        box = PageChoiceBox()
        box.addItems(option.choices)
        box.currentTextChanged.connect(lambda: self.changed())
        self._texts[option.name] = box.currentText
        self._setters[option.name] = lambda value: box.setCurrentText(str(value))
        return box

    def _switch(self, option: EngineOption) -> QCheckBox:
        box = QCheckBox(option.name)
        box.toggled.connect(lambda: self.changed())
        self._texts[option.name] = lambda: "yes" if box.isChecked() else "no"
        self._setters[option.name] = lambda value: box.setChecked(bool(value))
        return box

    def _number(self, option: EngineOption) -> PageNumberBox:
        box = PageNumberBox()
        box.setRange(0, _MAX_NUMBER)
        box.setAccelerated(True)
        box.valueChanged.connect(lambda: self.changed())
        self._texts[option.name] = lambda: str(box.value())
        self._setters[option.name] = lambda value: box.setValue(int(str(value)))
        return box

    def _text(self, option: EngineOption) -> QLineEdit:
        field = QLineEdit()
        field.textChanged.connect(lambda: self.changed())
        self._texts[option.name] = lambda: field.text().strip()
        self._setters[option.name] = lambda value: field.setText(f"{value}")
        return field


class OptionsDialog(PageDialog):
    """Asks for a method, if there are several, and for its options."""

    def __init__(
        self,
        methods: Sequence[MethodInfo],
        specs: Mapping[str, str],
        accept_text: str,
        parent: QWidget | None = None,
    ) -> None:
        """Make the dialog.

        Args:
            methods: The methods to choose from.
            specs: The current specs by method name; a missing one means the defaults.
            accept_text: The text of the button that accepts the options.
            parent: The window behind the dialog.
        """
        self._known = {method.name: method for method in methods}
        names = list(self._known)
        title = (
            _("Options of a Method")
            if len(names) > 1
            else worded("Options of {names}", names=method_title(names[0]))
        )
        super().__init__(title, parent, _WIDTH_PX)
        self._specs = specs
        self.methods = QComboBox()
        for name in names:
            self.methods.addItem(method_title(name), name)
        name_box(self.methods, _("Method"))
        self.methods.setVisible(len(names) > 1)
        self.methods.currentIndexChanged.connect(
            lambda: self._show_form(str(self.methods.currentData()))
        )
        self.about = note()
        self.message = note()
        show_kind(self.message, "error")
        kinds = QDialogButtonBox.StandardButton
        self.buttons = self.add_buttons(kinds.Ok | kinds.Cancel | kinds.RestoreDefaults)
        self.accept_button: QAbstractButton = self.buttons.button(kinds.Ok)
        self.accept_button.setText(accept_text)
        self.defaults: QAbstractButton = self.buttons.button(kinds.RestoreDefaults)
        self.defaults.setText(_("&Defaults"))
        self.defaults.clicked.connect(lambda: self.form.show_defaults())
        page = QVBoxLayout(self.page)
        page.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        page.setSpacing(MARGIN_PX)
        page.addWidget(self.methods)
        page.addWidget(self.about)
        self._place = QVBoxLayout()
        page.addLayout(self._place)
        page.addStretch(1)
        page.addWidget(self.message)
        self.form: OptionsForm = self._form(names[0])
        self._place.addWidget(self.form)
        self._show_form(names[0])

    @property
    def spec(self) -> str:
        """The method with the options that were chosen."""
        return self.form.spec

    def _form(self, name: str) -> OptionsForm:
        return OptionsForm(self._known[name], self._specs.get(name, name))

    def _show_form(self, name: str) -> None:
        old = self.form
        self.form = self._form(name)
        self._place.replaceWidget(old, self.form)
        old.deleteLater()
        old.hide()
        self.about.setText(self._known[name].description)
        self.form.changed = self._check
        self._check()
        first = next(iter(self.form.fields.values()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.fit_screen()

    def _check(self) -> None:
        problem = ""
        try:
            _ = self.form.spec
        except NonogramError as error:
            problem = str(error)
        self.show_why_not(self.message, problem)
        self.accept_button.setEnabled(not problem)
