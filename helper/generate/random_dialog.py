"""The dialog of File > New Random Puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QPushButton, QWidget

from helper.application.theme import ThemeManager
from helper.generate.names import SIDES, RandomChoice, parsed_origin
from helper.widgets.cards import Fold, Rows
from helper.widgets.fields import PageChoiceBox
from helper.widgets.option_fields import OptionFields
from helper.widgets.page_dialog import PageDialog, note, show_kind
from puzzles.difficulty import Difficulty
from puzzles.words import _, capitalized, in_context, worded
from solver.author.generator.options import Style
from solver.author.generator.symmetry import Symmetry
from solver.logic.techniques import Technique, technique_of

_WIDTH_PX = 440
_OTHER = in_context("another size", "Other")
_SYMMETRIES = {
    Symmetry.NONE: in_context("no symmetry", "None"),
    Symmetry.MIRROR: _("Left and right"),
    Symmetry.UPSIDE_DOWN: _("Top and bottom"),
    Symmetry.BOTH: _("Both of these"),
    Symmetry.HALF_TURN: _("Half turn"),
    Symmetry.QUARTER_TURN: _("Quarter turn"),
}


class RandomDialog(PageDialog):
    """Asks what a random puzzle is to be like.

    Signals:
        choice_changed: The player has chosen something else.
        surprise_requested: The player leaves everything to chance.
    """

    choice_changed = Signal()
    surprise_requested = Signal()

    def __init__(
        self, choice: RandomChoice, themes: ThemeManager, parent: QWidget | None = None
    ) -> None:
        """Show a choice."""
        super().__init__(_("New Random Puzzle"), parent, _WIDTH_PX)
        self.choice = choice
        self._fields = fields = OptionFields(
            choice, lambda name, value: self._change(**{name: value})
        )
        self.size_box = PageChoiceBox()
        self.size_box.addItems([*(f"{side} × {side}" for side in SIDES), _OTHER])
        self.size_box.activated.connect(self._choose_size)
        words = {each.value: each.title for each in Difficulty}
        self.difficulty = fields.choice(
            "difficulty", {"": in_context("any difficulty", "Any"), **words}
        )
        self.more = Fold(_("&More Options"), _("Size, colours, kind of picture, number"))
        self.columns = fields.number("columns")
        self.rows = fields.number("rows")
        self.colors = fields.number("colors")
        styles = {each.value: each.title for each in Style}
        self.style_box = fields.choice(
            "style", {"": in_context("any kind of picture", "Any"), **styles}
        )
        symmetries = {each.value: text for each, text in _SYMMETRIES.items()}
        self.symmetry = fields.choice(
            "symmetry", {"": in_context("any symmetry", "Any"), **symmetries}
        )
        techniques = {each.word: each.title for each in Technique}
        self.technique = fields.choice(
            "technique", {"": in_context("any technique", "Any"), **techniques}
        )
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(_("By chance"))
        self.seed.setMaxLength(120)
        self.seed.editingFinished.connect(self._take_origin)
        self.message = note()
        show_kind(self.message, "error")
        self._lay_out()
        themes.changed.connect(self.more.set_theme)
        self.more.set_theme(themes.theme)
        self.more.button.toggled.connect(lambda _on: QTimer.singleShot(0, self, self.fit_screen))
        self._follow()
        self.more.button.setChecked(choice.has_more)
        self.fit_screen()
        self.size_box.setFocus()

    def _lay_out(self) -> None:
        rows = Rows(self.page, has_margins=True)
        rows.add_field(_("&Size"), self.size_box)
        rows.add_field(_("&Difficulty"), self.difficulty)
        rows.addWidget(self.more)
        more = self.more.rows
        more.align_with(rows)
        more.add_field(_("&Width"), self.columns)  # as sizes are written, and as in New Drawing
        more.add_field(_("&Height"), self.rows)
        more.add_field(_("C&olours"), self.colors)
        more.add_field(_("&Picture"), self.style_box)
        more.add_field(_("S&ymmetry"), self.symmetry)
        more.add_field(
            _("&Technique"), self.technique, _("A technique that solving needs, to practise it.")
        )
        more.add_field(
            _("&Number"),
            self.seed,
            _(
                "A puzzle's catalogue entry in File > Properties, such as"
                " Random 490169 20x20 hard, gives the same puzzle anywhere."
            ),
        )
        rows.addWidget(self.message)
        rows.addStretch()
        kinds = QDialogButtonBox.StandardButton
        self.buttons = self.add_buttons(kinds.Ok | kinds.Cancel)
        self.play: QPushButton = self.buttons.button(kinds.Ok)
        self.play.setText(_("P&lay"))
        self.surprise = QPushButton(_("S&urprise Me"))
        self.surprise.setToolTip(_("Size, difficulty and picture by chance"))
        self.buttons.addButton(self.surprise, QDialogButtonBox.ButtonRole.ActionRole)
        self.surprise.clicked.connect(self.surprise_requested)

    def _choose_size(self, index: int) -> None:
        if index == len(SIDES):
            self.more.button.setChecked(True)
            self.columns.setFocus()
            return
        for box in (self.rows, self.columns):
            box.setValue(SIDES[index])

    def _change(self, **changes: Any) -> None:
        self.choice = replace(self.choice, **changes)
        if changes.get("technique"):
            self.choice = self.choice.practising(technique_of(self.choice.technique))
            self._fields.show(self.choice)
        self._follow()
        self.choice_changed.emit()

    def accept(self) -> None:  # Qt override
        self._take_origin()  # the field may have the focus still
        super().accept()

    def _take_origin(self) -> None:
        """Take the options from an origin in place of a number, and leave its number."""
        try:
            found = parsed_origin(self.seed.text())
            choice = None if found is None else RandomChoice.of(found.options)
        except ValueError:
            return  # the text is taken for a number
        if found is None or choice is None:
            return
        self.choice = choice
        self._fields.show(choice)
        self.more.button.setChecked(True)
        self.seed.setText(found.seed)
        self._follow()
        self.choice_changed.emit()

    def _follow(self) -> None:
        """Show the size, and why a choice is not possible."""
        is_square = self.choice.rows == self.choice.columns
        known = is_square and self.choice.rows in SIDES
        index = SIDES.index(self.choice.rows) if known else len(SIDES)
        self.size_box.setCurrentIndex(index)
        problem = ""
        try:
            self.choice.options()
        except ValueError as error:
            problem = worded("{sentence}.", sentence=capitalized(str(error)))
        self.show_why_not(self.message, problem)
        self.play.setEnabled(not problem)
