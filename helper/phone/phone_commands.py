"""File > Scan With Phone: the page for the phone while its dialog is open."""

from __future__ import annotations

import shutil
import tempfile
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from helper.desk.command import Command, Feature, Place
from helper.desk.messages import Messages
from helper.workers.jobs import Job
from network.phone.inbox import Inbox, PictureState
from network.phone.serving import Arrived, PageAddress, serve_phone
from puzzles.errors import LibraryError
from puzzles.words import capitalized, plural, worded

if TYPE_CHECKING:
    from helper.phone.networks import Network
    from helper.phone.phone_dialog import PhoneDialog
    from helper.review.list_window import ScanListWindow
    from helper.review.listed_boards import ListedBoard

KIND = "Phone"
"""How pictures are called in the list: Phone 1, Phone 2."""
_ADVICE_MS = 45_000
"""After this time without a picture the dialog says what may be in the way."""
_THUMBNAIL_PX = 112
"""The longer side of the small pictures on the phone."""


class _Picture(NamedTuple):
    """A picture that has arrived."""

    key: str
    """The name of its file in the inbox."""
    name: str
    """Its name on the phone."""
    data: bytes


class PhoneCommands(Feature):
    """Runs the page, and tells it what became of each picture."""

    def __init__(
        self, messages: Messages, scan_list: Callable[[], ScanListWindow], window: QWidget
    ) -> None:
        """Initialize.

        Args:
            messages: Show why there can be no page.
            scan_list: Shows the list of scanned puzzles.
            window: The main window.
        """
        super().__init__(window)
        self._messages = messages
        self._scan_list = scan_list
        self._window = window
        self.dialog: PhoneDialog | None = None
        """While it is open."""
        self.job: Job | None = None
        self._inbox: Inbox | None = None
        self._arrived: list[_Picture] = []
        """What the page in :attr:`_inbox` was sent."""
        self._list: ScanListWindow | None = None
        self._advice = QTimer(self)
        self._advice.setSingleShot(True)
        self._advice.setInterval(_ADVICE_MS)
        self._advice.timeout.connect(self._advise)

    def commands(self) -> tuple[Command, ...]:
        """File > Scan With Phone."""
        return (
            Command(
                "scan_phone",
                "S&can With Phone…",
                self.open,
                Place("file", 233),
                "Read puzzles from photos that a phone in your network sends",
            ),
        )

    def open(self) -> None:
        """Show the dialog, if there is a network."""
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        from helper.phone.networks import networks
        from helper.phone.phone_dialog import NO_NETWORK

        found = networks()
        if found:
            self.show(found)
        else:
            self._messages.warning(NO_NETWORK)

    def show(self, found: Sequence[Network]) -> None:
        """Show the dialog for some networks, and serve the page in the first of them."""
        from helper.phone.phone_dialog import PhoneDialog

        self.dialog = PhoneDialog(found, self._window)
        self.dialog.network_chosen.connect(self._serve)
        self.dialog.finished.connect(self._end)
        self.dialog.show()
        self._serve(found[0])

    def close(self) -> None:
        """The window closes."""
        if self.dialog is not None:
            self.dialog.close()

    def _serve(self, network: Network) -> None:
        """Serve the page in a network; another page before it ends."""
        self._stop()
        try:
            folder = Path(tempfile.mkdtemp(prefix="nonogram-phone-"))
        except OSError as error:
            self._fail(worded("The pictures cannot be kept: {reason}", reason=error.strerror))
            return
        self._inbox = Inbox(folder)
        self._arrived = []
        self.job = Job(partial(serve_phone, folder, network.address), self)
        self.job.reported.connect(self._report)
        self.job.failed.connect(self._fail)
        self.job.start()

    def _stop(self) -> None:
        self._advice.stop()
        if self.job is not None:
            self.job.kill()
            self.job.deleteLater()
            self.job = None
        if self._inbox is not None:
            shutil.rmtree(self._inbox.folder, ignore_errors=True)
            self._inbox = None

    def _end(self) -> None:
        self._stop()
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _fail(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.show_problem(f"{capitalized(sentence)}.")

    def _advise(self) -> None:
        if self.dialog is not None and not self._arrived:
            self.dialog.show_advice()

    def _report(self, event: object) -> None:
        if self.dialog is None:
            return
        if isinstance(event, PageAddress):
            self.dialog.show_address(event.address)
            self._advice.start()
        elif isinstance(event, Arrived):
            self._take(event)

    def _take(self, event: Arrived) -> None:
        """Read a picture into the list, which keeps it in case of a crash: not its file."""
        assert self.dialog is not None
        try:
            data = event.path.read_bytes()
            event.path.unlink()
        except OSError as error:
            self._messages.info(
                worded("{name} is lost: {reason}.", name=event.name, reason=error.strerror)
            )
            return
        self._arrived.append(_Picture(event.path.name, event.name, data))
        self.dialog.show_arrived(len(self._arrived))
        shown = self._scan_list()
        if shown is not self._list:
            self._list = shown
            shown.rows_changed.connect(self._tell)
            shown.finished.connect(self._forget_list)
        shown.read([data], KIND)

    def _forget_list(self) -> None:
        self._list = None

    def _tell(self) -> None:
        """Write what became of the pictures, for the page."""
        if self._inbox is None or self._list is None:
            return
        states = {}
        for key, name, data in self._arrived:
            boards = [board for board in self._list.boards if board.source is data]
            if boards:
                states[key] = state_of(name, boards)
        try:
            self._inbox.tell(states)
        except LibraryError as error:
            self._messages.info(f"{capitalized(str(error))}.")


def state_of(name: str, boards: Sequence[ListedBoard]) -> PictureState:
    """What became of a picture, from its rows in the list.

    Args:
        name: Its name on the phone.
        boards: One or more.
    """
    from helper.review.listed_boards import BoardState

    puzzles = [board for board in boards if board.state is not BoardState.NONE]
    if not puzzles:
        return PictureState(name, boards[0].state_text, is_problem=True)
    first = puzzles[0]
    left = sum(board.to_check for board in puzzles)
    to_check = plural(left, "{count} number to check", "{count} numbers to check")
    text = (
        worded("{size}: {state}", size=first.size_text, state=to_check if left else "read")
        if len(puzzles) == 1
        else plural(
            len(puzzles),
            "{count} puzzle: {state}",
            "{count} puzzles: {state}",
            state=to_check if left else "read",
        )
    )
    return PictureState(name, text, thumbnail=_encoded(first))


def _encoded(board: ListedBoard) -> str:
    """The small picture of a puzzle as PNG in base64; empty without one."""
    import cv2
    import numpy as np

    from helper.images.saving import encode_picture

    if board.thumbnail is None:
        return ""
    scale = min(1.0, _THUMBNAIL_PX / max(board.thumbnail.shape[:2]))
    picture = cv2.resize(board.thumbnail, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return b64encode(encode_picture(np.asarray(picture, np.uint8), ".png")).decode()
