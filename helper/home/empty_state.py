"""What Home shows in place of tiles if there are none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from helper.home.entries import Shelf
from helper.home.query import Query
from helper.home.style import FAINT, HEADING
from puzzles.titles import shortened
from puzzles.words import _, paragraph, plural, worded


class EmptyState(QWidget):
    """A heading, a sentence that says what to do, and a button that does it.

    Signals:
        pressed: The button was pressed.
    """

    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.heading, self.sentence = QLabel(), QLabel()
        self.heading.setProperty("kind", HEADING)
        self.sentence.setProperty("kind", FAINT)
        self.button = QPushButton()
        self.button.clicked.connect(self.pressed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 36, 0, 36)
        layout.setSpacing(8)
        for label in (self.heading, self.sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)  # the player's words may look like HTML
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addSpacing(4)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)

    def show_reason(
        self, query: Query, shelf: Shelf | None, has_hidden: bool, unrated: int = 0
    ) -> None:
        """Say why there are no tiles.

        Args:
            query: What was asked for.
            shelf: The shelf that is shown; ``None`` for several.
            has_hidden: Whether filters hide puzzles.
            unrated: How many puzzles may still appear once they are rated.
        """
        if query.is_search:
            text = shortened(query.text.strip())
            sentence = _(
                "Search for a number, a size such as 20x20, a shelf, a tag, or a solved puzzle."
            )
            self.show_texts(
                worded("No puzzle matches “{text}”", text=text), sentence, _("Clear Search")
            )
        elif has_hidden:
            rest = plural(
                unrated,
                "{count} puzzle still to be rated may appear here.",
                "{count} puzzles still to be rated may appear here.",
            )
            sentence = paragraph(_("Other filters show more of them."), rest if unrated else "")
            self.show_texts(_("No puzzle passes the filters"), sentence, _("Clear Filters"))
        elif shelf is not None and shelf.collection:
            sentence = _("Move puzzles here from other collections, or delete it.")
            self.show_texts(
                worded("“{title}” is empty", title=shortened(shelf.title)), sentence, ""
            )
        else:
            title = (
                worded("“{title}” is empty", title=shortened(shelf.title))
                if shelf
                else _("There are no puzzles yet")
            )
            sentence = _("Draw a puzzle, or scan one from a picture: it appears here.")
            self.show_texts(title, sentence, _("Draw a Puzzle"))

    def show_texts(self, heading: str, sentence: str, button: str) -> None:
        """Show other texts; without a text there is no button."""
        self.heading.setText(heading)
        self.sentence.setText(sentence)
        self.button.setText(button)
        self.button.setHidden(not button)
        self.button.setToolTip(sentence)
