"""The line above the tiles of Home: what is shown, how many are solved, and the filters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from helper.application.theme import Theme
from helper.home.cards import ElidedLabel
from helper.home.entries import DRAWINGS, Entry, Shelf
from helper.home.filters import FilterBar
from helper.home.query import Query
from helper.home.style import FAINT, HEADING
from helper.home.wording import shelf_text, solved_text
from helper.widgets.style import COMPACT
from puzzles.words import enumerated, worded

_HEADING_PX = 180
"""The room that the heading needs beside the filters; with less, they have a line of their own."""


class Section(QWidget):
    """Heading, count and filters, with a button that switches them off; for a collection, a button
    with its commands.

    Signals:
        menu_requested: :class:`QPoint` on the screen, where the collection's commands are to open.
    """

    menu_requested = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.heading, self.count = ElidedLabel("", self), QLabel(self)
        self.heading.setProperty("kind", HEADING)
        self.count.setProperty("kind", FAINT)
        self.button = QPushButton("Collection…", self)
        self.button.setToolTip("Rename, export or delete this collection")
        self.button.clicked.connect(self._open_menu)
        self.button.hide()
        self.clear_button = QPushButton("Clear Filters", self)
        self.clear_button.setToolTip("Show all puzzles again")
        self.clear_button.setProperty(COMPACT, True)
        self.clear_button.hide()
        self.heading.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.heading.customContextMenuRequested.connect(
            lambda at: self.menu_requested.emit(self.heading.mapToGlobal(at))
        )
        self.filters = FilterBar(theme, self)
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setHorizontalSpacing(8)
        self._layout.setVerticalSpacing(4)

    def show_contents(
        self, query: Query, shelf: Shelf | None, entries: Sequence[Entry], found: int, unrated: int
    ) -> None:
        """Say what the tiles show.

        Args:
            query: What was asked for.
            shelf: The shelf that is shown; ``None`` for several.
            entries: The puzzles of all shelves.
            found: How many tiles there are.
            unrated: How many puzzles are still to be rated, if the query depends on that.
        """
        if query.is_search:
            heading, count = "Search results", worded("{found} found", found=found)
        elif shelf is not None:
            heading, count = shelf.title, shelf_text(shelf)
        else:
            played = [entry for entry in entries if entry.shelf != DRAWINGS]
            solved = sum(entry.is_solved for entry in played)
            heading, count = "All puzzles", solved_text(solved, len(played))
        counts = [count]
        if query.is_filtered and not query.is_search:
            counts.append(worded("{found} shown", found=found))
        if unrated:
            counts.append(worded("{unrated} not rated yet", unrated=unrated))
        self.heading.setText(heading)
        self.count.setText(enumerated(counts))
        self.button.setHidden(shelf is None or not shelf.collection)
        self.clear_button.setHidden(not query.is_filtered)

    def arrange(self, width_px: int) -> None:
        """Place the filters beside the heading, or below it if there is little room."""
        buttons = self.clear_button, self.button
        for widget in (self.heading, self.count, *buttons, self.filters):
            self._layout.removeWidget(widget)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        shown = [button for button in buttons if not button.isHidden()]
        beside = [self.count, self.filters, *shown]
        is_below = width_px < _HEADING_PX + sum(one.sizeHint().width() for one in beside)
        row, column, span = (1, 0, 5) if is_below else (0, 4, 1)
        self._layout.addWidget(self.heading, 0, 0)
        self._layout.addWidget(self.count, 0, 1)
        for column_of_button, button in enumerate(buttons, 2):
            self._layout.addWidget(button, 0, column_of_button)
        self._layout.addWidget(self.filters, row, column, 1, span, left if is_below else right)
        self._layout.setColumnStretch(4, 1)

    def _open_menu(self) -> None:
        self.menu_requested.emit(self.button.mapToGlobal(self.button.rect().bottomLeft()))
