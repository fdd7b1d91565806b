"""File > Scan > Phone: the page for the phone while its dialog is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtWidgets import QWidget

from helper.commands.command import SCAN_CHOICES, Command, Feature, MenuPlace
from helper.commands.messages import Messages
from puzzles.errors import LibraryError, reason_of
from puzzles.formats.temporary import TemporaryFolder
from puzzles.packages import why_no_pictures
from puzzles.words import _, capitalized, plural, worded

if TYPE_CHECKING:
    from helper.phone.networks import Network
    from helper.phone.page_server import PageServer
    from helper.phone.phone_dialog import PhoneDialog
    from helper.review.list_window import ScanListWindow
    from helper.review.listed_boards import ListedBoard
    from network.phone.inbox import PhotoInbox, PictureState
    from network.phone.serving import Arrived, PagePlace
    from puzzles.child.serving import Work

KIND = _("Phone")
"""How pictures are called in the list: Phone 1, Phone 2."""
NOT_READ = _("Not read: reading was stopped on the computer.")
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
        self.server: PageServer | None = None
        """While the dialog is open."""
        self._folder: TemporaryFolder | None = None
        self._inbox: PhotoInbox | None = None
        self._arrived: list[_Picture] = []
        """What the page in :attr:`_inbox` was sent."""
        self._count = 0
        """The pictures that have arrived while the dialog is open; the page may have moved."""
        self._states: dict[str, PictureState] = {}
        """What became of them, by their keys."""
        self._list: ScanListWindow | None = None

    def commands(self) -> tuple[Command, ...]:
        """File > Scan > Phone."""
        return (
            Command(
                "scan_phone",
                _("Phone…"),
                self.open,
                MenuPlace(SCAN_CHOICES, 130),
                _("Photos that a phone in your network sends"),
                icon="photo",
                why_not=why_no_pictures,
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
            self.show(found).watch()
        else:
            self._messages.warning(NO_NETWORK)

    def show(self, found: Sequence[Network]) -> PageServer:
        """Show the dialog for some networks, and serve the page in the first of them."""
        from helper.phone.page_server import PageServer
        from helper.phone.phone_dialog import PhoneDialog

        self._count = 0
        self.dialog = PhoneDialog(found, self._window)
        self.server = PageServer(self.dialog, self._new_page)
        self.server.reported.connect(self._take)
        self.dialog.finished.connect(self._end)
        self.dialog.show()
        self.server.serve(found[0])
        return self.server

    def close(self) -> None:
        """The window closes."""
        if self.dialog is not None:
            self.dialog.close()

    def _new_page(self, place: PagePlace) -> Work:
        """The work that serves the page, with a folder of its own.

        Raises:
            LibraryError: There can be no folder.
        """
        from network.phone.inbox import PhotoInbox
        from network.phone.serving import serve_phone

        self._forget_pictures()
        try:
            self._folder = TemporaryFolder("nonogram-phone")
        except OSError as error:
            sentence = worded("The pictures cannot be kept: {reason}", reason=reason_of(error))
            raise LibraryError(sentence) from error
        folder = self._folder.path
        self._inbox = PhotoInbox(folder)
        return partial(serve_phone, folder, place)

    def _forget_pictures(self) -> None:
        self._arrived, self._states = [], {}
        if self._folder is not None:
            self._folder.close()
            self._folder = self._inbox = None

    def _end(self) -> None:
        self._forget_pictures()
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = self.server = None

    def _take(self, event: Arrived) -> None:
        """Read a picture into the list, which keeps it in case of a crash: not its file."""
        assert self.dialog is not None
        try:
            data = event.path.read_bytes()
            event.path.unlink()
        except OSError as error:
            self._messages.info(
                worded("{name} is lost: {reason}.", name=event.name, reason=reason_of(error))
            )
            return
        self._arrived.append(_Picture(event.path.name, event.name, data))
        self._count += 1
        self.dialog.show_count(self._count)
        shown = self._scan_list()
        if shown is not self._list:
            self._list = shown
            shown.rows_changed.connect(self._tell)
            shown.queue.finished.connect(self._tell)
            shown.finished.connect(self._forget_list)
        shown.read([data], KIND)

    def _forget_list(self) -> None:
        self._list = None
        self._tell()

    def _tell(self) -> None:
        """Write what became of the pictures, for the page."""
        from network.phone.inbox import PictureState

        if self._inbox is None:
            return
        rows = [] if self._list is None else self._list.boards
        is_reading = self._list is not None and self._list.queue.is_running
        for key, name, data in self._arrived:
            boards = [board for board in rows if board.source is data]
            if boards:
                self._states[key] = state_of(name, boards)
            elif not is_reading and key not in self._states:
                self._states[key] = PictureState(name, NOT_READ, is_problem=True)
        try:
            self._inbox.tell(self._states)
        except LibraryError as error:
            self._messages.info(worded("{sentence}.", sentence=capitalized(str(error))))


def state_of(name: str, boards: Sequence[ListedBoard]) -> PictureState:
    """What became of a picture, from its rows in the list.

    Args:
        name: Its name on the phone.
        boards: One or more.
    """
    from helper.review.listed_boards import BoardState
    from network.phone.inbox import PictureState

    puzzles = [board for board in boards if board.state is not BoardState.NONE]
    if not puzzles:
        return PictureState(name, boards[0].state_text, is_problem=True)
    first = puzzles[0]
    left = sum(board.to_check for board in puzzles)
    if left:
        state = plural(left, "{count} number to check", "{count} numbers to check")
    else:
        is_doubtful = any(board.state is BoardState.TO_CHECK for board in puzzles)
        state = _("to check") if is_doubtful else _("read")
    text = (
        worded("{size}: {state}", size=first.size_text, state=state)
        if len(puzzles) == 1
        else plural(
            len(puzzles),
            "{count} puzzle: {state}",
            "{count} puzzles: {state}",
            state=state,
        )
    )
    return PictureState(name, text, thumbnail=_encoded(first))


def _encoded(board: ListedBoard) -> str:
    """The small picture of a puzzle as PNG in base64; empty without one."""
    from base64 import b64encode

    import cv2
    import numpy as np

    from helper.images.saving import encode_picture

    if board.thumbnail is None:
        return ""
    scale = min(1.0, _THUMBNAIL_PX / max(board.thumbnail.shape[:2]))
    picture = cv2.resize(board.thumbnail, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return b64encode(encode_picture(np.asarray(picture, np.uint8), ".png")).decode()
