"""The dialog of File > Share."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.phone.code_dialog import CodeDialog
from helper.widgets.buttons import click_on_enter
from helper.widgets.choices import Choices
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, note, show_kind
from helper.widgets.style import PRIMARY
from puzzles.words import _

_WIDTH_PX, _TWO_COLUMNS_PX = 760, 640
"""The width of the dialog, and that from which the code is beside the other ways."""
PREVIEW_PX = 112
NO_NETWORK = _(
    "This computer is in no network that a phone could reach. Connect it to the Wi-Fi of the phone;"
    " the code then comes by itself."
)


class ShareDialog(CodeDialog):
    """Offers ways, and the code of the page to play; the page is there while it is open.

    Signals:
        take_over_requested: The marks that the phone has sent are wanted.
    """

    take_over_requested = Signal()

    def __init__(
        self, preview: QPixmap, about: str, ways: Sequence[QAction], parent: QWidget | None
    ) -> None:
        """Show the ways.

        Args:
            preview: The puzzle without its solution.
            about: Its size and colours.
            ways: A way that is not possible is disabled and says why in the second line of its tip.
            parent: The window.
        """
        sentence = _(
            "Point the phone's camera at the code, in the same network as this computer. Its page "
            "can send the board back, solved or not."
        )
        super().__init__(_("Share"), sentence, parent, _WIDTH_PX)
        picture = QLabel()
        picture.setPixmap(preview)
        picture.setAccessibleName(_("The puzzle without its solution"))
        size = QLabel(about)
        show_kind(size, "heading")
        self.told = note()
        """What was done last."""
        self.choices = Choices(ways)
        self.choices.chosen.connect(lambda way: way.trigger())
        self.take_over = QPushButton(_("&Take Over"))
        self.take_over.setToolTip(_("Put the marks of the phone on the board; Undo brings yours"))
        click_on_enter(self.take_over)
        self.take_over.clicked.connect(self.take_over_requested)
        self.take_over.setProperty(PRIMARY, True)
        self.take_over.hide()
        facts = QVBoxLayout()
        facts.setSpacing(GAP_PX)
        facts.addWidget(size)
        facts.addWidget(note(_("Your marks and the solution stay with you.")))
        facts.addWidget(self.told)
        facts.addStretch()
        head = QHBoxLayout()
        head.setSpacing(MARGIN_PX)
        head.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(facts, 1)
        left, right = QVBoxLayout(), self.code_column(self.take_over)
        left.setSpacing(GAP_PX)
        left.addLayout(head)
        left.addWidget(self.choices, 1)
        right.addStretch()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.page)
        self._columns.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        self._columns.setSpacing(MARGIN_PX)
        self._columns.addLayout(left, 3)
        self._columns.addLayout(right, 2)
        self.show_networks((), None)
        self.add_buttons(QDialogButtonBox.StandardButton.Close)
        next(each for each in self.choices.buttons.values() if each.isEnabled()).setFocus()
        self.fit_screen()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        is_wide = self.width() >= _TWO_COLUMNS_PX
        self._columns.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)
        if is_wide:
            self.arrange_code(is_beside=False)

    def tell(self, sentence: str) -> None:
        """Say what was done."""
        self.told.setText(sentence)
        self.scroll_to(self.told)

    def show_board(self, sentence: str) -> None:
        """Offer the marks that the phone has sent."""
        self.show_arrived(sentence)
        self.told.clear()  # it may be about the board before
        self.take_over.show()
        self.scroll_to(self.take_over)
