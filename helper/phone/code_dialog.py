"""A dialog with the code that a phone scans to open a page of this computer."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QPixmap,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from helper.phone.networks import Network
from helper.widgets.buttons import click_on_enter
from helper.widgets.fields import PageChoiceBox
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note, show_kind
from puzzles.words import _

_CODE_PX = 232
_BESIDE_PX = 500
"""From this width the text is beside the code, in lines of at least three words."""
_MIN_ADDRESS_PX = 150
_QUIET_MODULES = 4
"""The white border that readers of the code need, in modules."""
_PAPER, _INK = QColor("#ffffff"), QColor("#000000")
NETWORK_CHANGED = _("The network of this computer has changed: the phone needs this new code.")
NETWORK_LOST = _(
    "This computer has lost its network. Connect it to the Wi-Fi of the phone; a new code then"
    " comes by itself."
)
NOTHING_YET = _(
    "If the phone cannot open the page: both have to be in the same network, and not in a guest"
    " network, which keeps its devices apart. A firewall of this computer may also be in the way."
)


class AddressText(QTextEdit):
    """An address as text to select: whole, in as many lines as it needs.

    A label would break it at spaces only, and it has none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self._measured = self.document().clone(self)
        """Its text in other widths; a clone for each measurement would never be freed."""
        for document in (self.document(), self._measured):
            document.setDocumentMargin(0)
            document.setDefaultTextOption(self.document().defaultTextOption())
        for turn_off in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            turn_off(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumWidth(_MIN_ADDRESS_PX)

    def heightForWidth(self, width: int) -> int:  # Qt override
        self._measured.setDefaultFont(self.document().defaultFont())
        self._measured.setTextWidth(width)
        return math.ceil(self._measured.size().height())

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(_MIN_ADDRESS_PX, self.heightForWidth(max(self.width(), _MIN_ADDRESS_PX)))

    def minimumSizeHint(self) -> QSize:  # Qt override
        return self.sizeHint()

    def show_address(self, address: str) -> None:
        """Show another address; empty for none."""
        self.setPlainText(address)
        self._measured.setPlainText(address)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class CodeDialog(PageDialog):
    """Shows the address as a code and as text; the page is there while the dialog is open.

    Signals:
        network_chosen: :class:`Network`, another one.
    """

    network_chosen = Signal(object)

    def __init__(self, title: str, sentence: str, parent: QWidget | None, width_px: int) -> None:
        """Make the controls; :meth:`code_column` has them.

        Args:
            title: Of the dialog.
            sentence: What to do with the code.
            parent: The window.
            width_px: See :class:`PageDialog`.
        """
        super().__init__(title, parent, width_px)
        self.networks: list[Network] = []
        """Those to choose from."""
        self.address = ""
        self._arrived = ""
        """What has arrived last, as a sentence."""
        self.code = QLabel()
        self.code.setFixedSize(_CODE_PX, _CODE_PX)
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.setAccessibleName(_("Code with the address of the page"))
        self._steps = QLabel(sentence)
        self._steps.setWordWrap(True)
        self.address_text = AddressText()
        self.address_text.setAccessibleName(_("Address of the page"))
        self.copy_button = QPushButton(_("C&opy Address"))
        click_on_enter(self.copy_button)
        self.copy_button.clicked.connect(self._copy)
        self.network_box = PageChoiceBox()
        self.network_box.activated.connect(lambda row: self.network_chosen.emit(self.networks[row]))
        self.network_label = QLabel(_("&Network:"))
        self.network_label.setBuddy(self.network_box)
        self.state = QLabel()
        self.state.setWordWrap(True)
        self.state.setProperty("kind", "heading")
        self.advice = note()
        self._beside = QHBoxLayout()
        """The code, and the text at its right; below it where there is little room."""

    def code_column(self, *after_state: QWidget) -> QVBoxLayout:
        """The code with what belongs to it; ``after_state`` is below the sentence on the state."""
        text = QVBoxLayout()
        text.setSpacing(GAP_PX)
        text.addWidget(self.state)
        for widget in after_state:
            text.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
        text.addWidget(self._steps)
        text.addWidget(self.address_text)
        text.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignLeft)
        text.addWidget(self.network_label)
        text.addWidget(self.network_box)
        text.addStretch(1)
        self._beside.setSpacing(MARGIN_PX)
        self._beside.addWidget(self.code, 0, Qt.AlignmentFlag.AlignTop)
        self._beside.addLayout(text, 1)
        whole = QVBoxLayout()
        whole.setSpacing(GAP_PX)
        whole.addLayout(self._beside)
        whole.addWidget(self.advice)
        privacy = note(
            _(
                "Only this network can reach the page, only with this address, and only while this"
                " window is open. Nothing leaves your network."
            )
        )
        whole.addWidget(privacy)
        return whole

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self.arrange_code(is_beside=self.width() >= _BESIDE_PX)

    def arrange_code(self, *, is_beside: bool) -> None:
        """Put the text beside the code, or below it."""
        ways = QHBoxLayout.Direction
        self._beside.setDirection(ways.LeftToRight if is_beside else ways.TopToBottom)

    def show_networks(self, found: Sequence[Network], chosen: Network | None) -> None:
        """Show which networks there are.

        Args:
            found: The likeliest first.
            chosen: The one of the page; by default the first one.
        """
        self.networks = list(found)
        self.network_box.clear()
        self.network_box.addItems([f"{each.name}: {each.address}" for each in self.networks])
        if chosen is not None:
            self.network_box.setCurrentIndex(self.networks.index(chosen))
        has_choice = len(self.networks) > 1
        self.network_label.setVisible(has_choice)
        self.network_box.setVisible(has_choice)

    def show_address(self, address: str) -> None:
        """Show where the page is."""
        self.address = address
        self.address_text.show_address(address)
        self.copy_button.setEnabled(True)
        self.code.setPixmap(code_of(address, _CODE_PX, self.devicePixelRatioF()))
        self._show_state()

    def show_arrived(self, sentence: str) -> None:
        """Show what has arrived, in place of what may be in the way."""
        self._arrived = sentence
        self._show_state()
        self.advice.clear()

    def _show_state(self) -> None:
        show_kind(self.state, "heading")
        self.state.setText(self._arrived or _("Waiting for the phone"))

    def show_advice(self, sentence: str) -> None:
        """Say what may be in the way, or what the player should do."""
        self.advice.setText(sentence)
        self.fit_screen()

    def show_problem(self, sentence: str) -> None:
        """Say why there is no page."""
        self.address = ""
        self.address_text.show_address("")
        self.code.clear()
        self.copy_button.setEnabled(False)
        self.advice.clear()  # it is about an address that is gone
        self.state.setText(sentence)
        show_kind(self.state, "error")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address)


def code_of(text: str, side_px: int, ratio: float) -> QPixmap:
    """A QR code with its quiet border.

    Args:
        text: What it says.
        side_px: The side of the picture, px of the screen's scale.
        ratio: Device pixels in one of these.
    """
    import segno

    rows = [list(row) for row in segno.make_qr(text, error="m").matrix]
    side = len(rows) + 2 * _QUIET_MODULES
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(_PAPER)
    for y, row in enumerate(rows, _QUIET_MODULES):
        for x, is_dark in enumerate(row, _QUIET_MODULES):
            if is_dark:
                image.setPixelColor(x, y, _INK)
    scale = max(1, int(side_px * ratio) // side)
    size = QSize(side * scale, side * scale)
    pixmap = QPixmap.fromImage(image.scaled(size))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
