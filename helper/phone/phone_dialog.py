"""The dialog with the code of the page that takes a phone's pictures."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialogButtonBox, QWidget

from helper.phone.code_dialog import CodeDialog
from helper.phone.networks import Network
from helper.widgets.page_dialog import MARGIN_PX
from puzzles.words import _, plural

_WIDTH_PX = 560
NO_NETWORK = _(
    "This computer is in no network that a phone could reach. Connect it to the Wi-Fi of the phone,"
    " then choose File > Scan > Phone again."
)


class PhoneDialog(CodeDialog):
    """Shows how many pictures have arrived."""

    def __init__(self, found: Sequence[Network], parent: QWidget | None = None) -> None:
        sentence = _(
            "Connect the phone to the same network as this computer. Then point its camera at "
            "the code, or type the address into its browser. Pictures that you send appear in "
            "the list of scanned puzzles."
        )
        super().__init__(_("Scan With Phone"), sentence, parent, _WIDTH_PX)
        self.page.setLayout(column := self.code_column())
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        self.show_networks(found, None)
        self.add_buttons(QDialogButtonBox.StandardButton.Close)
        self.fit_screen()

    def show_address(self, address: str) -> None:
        """Show where the page is, with the code in view."""
        super().show_address(address)
        self.scroll_to(self.code)

    def show_count(self, count: int) -> None:
        """Show how many pictures have arrived; at least one."""
        self.show_arrived(
            plural(count, "{count} picture has arrived.", "{count} pictures have arrived.")
        )
