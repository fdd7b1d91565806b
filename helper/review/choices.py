"""The review's choices: the title, the marks, and how the page is to be read."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from helper.review.draft import Draft
from puzzles.words import _
from recognizer.lattice import Lattice


class ReviewChoices(QWidget):
    """A row of choices below the clues.

    Signals:
        bent: Whether the page is curved.
    """

    bent = Signal(bool)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = QLineEdit(title)
        self.title.setPlaceholderText(_("Untitled"))
        self.title.setAccessibleName(_("Title"))
        self.title.setMaximumWidth(260)
        caption = QLabel(_("&Title:"))
        caption.setBuddy(self.title)
        self.marks = QCheckBox(_("&With the marks in the cells"))
        self.marks.setToolTip(_("Also take the shaded and dotted cells of the picture"))
        self._are_marks_chosen = False
        """Whether the user has decided about the marks."""
        self.curved = QCheckBox(_("Cur&ved page"))
        self.curved.setToolTip(_("Bend the grid onto the printed lines and read it again"))
        self.printed: Lattice | None = None
        """The lattice as it was found, before it was moved: it bends like its page."""
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(caption)
        layout.addWidget(self.title, 1)
        layout.addSpacing(8)
        for box in (self.marks, self.curved):
            layout.addWidget(box)
        layout.addStretch(1)
        self.marks.clicked.connect(self._marks_chosen)
        self.curved.clicked.connect(self.bent)

    def show_draft(self, draft: Draft) -> None:
        """Show what may be chosen for a draft."""
        self.marks.setVisible(draft.has_marks)
        self.curved.setVisible(draft.is_moved and draft.is_found)
        self.curved.setChecked(draft.is_curved)
        if not draft.is_moved:
            self.printed = draft.lattice
        if not self._are_marks_chosen:
            # A lattice that was moved may lie wrong, so that print is taken for marks.
            may_be_marks = self.marks.isChecked() or not draft.is_moved
            self.marks.setChecked(draft.has_likely_marks and may_be_marks)

    def _marks_chosen(self) -> None:
        self._are_marks_chosen = True
