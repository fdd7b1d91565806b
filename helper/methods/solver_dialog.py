"""Puzzle > Solution: solve, explain, compare, or watch a method."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QStandardItemModel
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.methods.catalogue import Catalogue
from helper.methods.methods import method_title
from helper.widgets.choices import Choices, run_later
from helper.widgets.fields import PageChoiceBox
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note, show_kind
from puzzles.words import _, capitalized, worded
from solver.registry import engine_names, missing_engines

_WIDTH_PX = 520
_DESCRIPTION_LINES = 2
"""The longest descriptions, in each language."""


class SolverDialog(PageDialog):
    """What can be done with the solution of the open puzzle.

    Signals:
        watch_requested: ``str``, the name of a method.
    """

    watch_requested = Signal(str)

    def __init__(
        self, actions: Sequence[QAction], catalogue: Catalogue, method: str, parent: QWidget
    ) -> None:
        """Initialize.

        Args:
            actions: The commands that need no method; the first one has the focus.
            catalogue: Has the descriptions of the methods.
            method: The method that was watched last; empty for none.
            parent: The main window.
        """
        super().__init__(_("Solution"), parent, _WIDTH_PX)
        self._catalogue = catalogue
        self.choices = Choices(actions)
        self.choices.chosen.connect(self._choose)
        self.methods = PageChoiceBox()
        self.description = note()
        self.watch = QPushButton(_("&Watch…"))
        self.watch.setToolTip(_("The board shows each step of the method"))
        self._fill(method)
        self.methods.currentIndexChanged.connect(self._describe)
        self.watch.clicked.connect(self._watch)
        self._lay_out()
        self._reserve_room()
        self.add_buttons(QDialogButtonBox.StandardButton.Close)
        catalogue.loaded.connect(self._describe)
        catalogue.load()
        self._describe()
        next(iter(self.choices.buttons.values())).setFocus()
        self.fit_screen()

    def _fill(self, method: str) -> None:
        for name in engine_names():
            self.methods.addItem(method_title(name), name)
        model = self.methods.model()
        assert isinstance(model, QStandardItemModel)
        for name, reason in missing_engines().items():
            self.methods.addItem(method_title(name), name)
            item = model.item(self.methods.count() - 1)
            item.setEnabled(False)
            item.setToolTip(worded("{sentence}.", sentence=capitalized(reason)))
        self.methods.setCurrentIndex(max(0, self.methods.findData(method)))

    def _lay_out(self) -> None:
        heading = QLabel(_("Watch a &method"))
        heading.setBuddy(self.methods)
        show_kind(heading, "heading")
        line = QHBoxLayout()
        line.setSpacing(GAP_PX)
        line.addWidget(self.methods, 1)
        line.addWidget(self.watch)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.setSpacing(GAP_PX)
        column.addWidget(self.choices)
        column.addWidget(heading)
        column.addLayout(line)
        column.addWidget(self.description)
        column.addStretch(1)

    def _reserve_room(self) -> None:
        """Keep the dialog as it is when descriptions are loaded, and when another one is shown."""
        self.description.ensurePolished()  # the style sheet has the size of its text
        self.description.setText("\n".join([self.watch.toolTip()] * _DESCRIPTION_LINES))
        width = _WIDTH_PX - 2 * MARGIN_PX
        self.description.setMinimumHeight(self.description.heightForWidth(width))

    def _describe(self) -> None:
        """Say what the chosen method does, as soon as its description is loaded."""
        method = self._catalogue.find(str(self.methods.currentData()))
        self.description.setText(method.description if method else "")

    def _choose(self, action: QAction) -> None:
        self.accept()
        run_later(action)

    def _watch(self) -> None:
        name = str(self.methods.currentData())
        self.accept()
        self.watch_requested.emit(name)
