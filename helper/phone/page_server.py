"""Runs a page of this computer for a phone while its dialog is open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from helper.phone import networks
from helper.phone.code_dialog import (
    NETWORK_CHANGED,
    NETWORK_LOST,
    NOTHING_YET,
    CodeDialog,
)
from helper.phone.networks import Network
from helper.workers.jobs import Job
from network.phone.serving import PageAddress, PagePlace
from puzzles.child.serving import Work
from puzzles.errors import NonogramError
from puzzles.words import capitalized, worded

_ADVICE_MS = 45_000
"""After this time without an answer the dialog says what may be in the way."""
_WATCH_MS = 3_000
"""How often the networks are looked at; a look takes about 1 ms."""


class PageServer(QObject):
    """One page at a time, in the network that the dialog shows. It ends with the dialog.

    Signals:
        reported: ``object``, what the page reports besides its address.
    """

    reported = Signal(object)

    def __init__(self, dialog: CodeDialog, work: Callable[[PagePlace], Work]) -> None:
        """Begin.

        Args:
            dialog: Shows the address.
            work: Makes the work that serves the page at a place, see :mod:`network.phone.serving`.
                A :class:`NonogramError` says why it cannot.
        """
        super().__init__(dialog)
        self._dialog, self._work = dialog, work
        self.job: Job | None = None
        self.network: Network | None = None
        """The one in which the page is."""
        self.place: PagePlace | None = None
        """Where the page is, or was last."""
        self._advice = QTimer(self)
        self._advice.setSingleShot(True)
        self._advice.setInterval(_ADVICE_MS)
        self._advice.timeout.connect(lambda: dialog.show_advice(NOTHING_YET))
        self._watch = QTimer(self)
        self._watch.setInterval(_WATCH_MS)
        self._watch.timeout.connect(self._look)
        dialog.network_chosen.connect(self.serve)
        dialog.finished.connect(self.end)

    def watch(self) -> None:
        """Follow the networks from now on: the page moves when its own is gone."""
        self._watch.start()

    def serve(self, network: Network) -> None:
        """Serve the page in a network; another page before it ends."""
        self.stop()
        self.network = network
        known = self.place
        is_known = known is not None and known.host == network.address
        place = known if known is not None and is_known else PagePlace(network.address)
        try:
            self.job = Job(self._work(place), self)
        except NonogramError as error:
            self._fail(str(error))
            return
        self.job.reported.connect(self._report)
        self.job.failed.connect(self._fail)
        self.job.start()

    def stop(self) -> None:
        """End the page; the dialog may show another one."""
        self._advice.stop()
        if self.job is not None:
            self.job.kill()
            self.job.deleteLater()
            self.job = None

    def end(self) -> None:
        """The dialog is closed."""
        self._watch.stop()
        self.stop()

    def _look(self) -> None:
        dialog, found = self._dialog, networks.networks()
        if found == dialog.networks:
            return
        current = next((each for each in found if each[:2] == (self.network or ())[:2]), None)
        dialog.show_networks(found, current)
        if current is None and found:
            is_where_it_was = self.place is not None and self.place.host == found[0].address
            self.serve(found[0])
            if not is_where_it_was:
                dialog.show_advice(NETWORK_CHANGED)
        elif current is None:
            self.stop()
            self.network = None
            dialog.show_problem(NETWORK_LOST)

    def _fail(self, sentence: str) -> None:
        self._dialog.show_problem(worded("{sentence}.", sentence=capitalized(sentence)))

    def _report(self, event: object) -> None:
        if isinstance(event, PageAddress):
            self.place = event.place
            self._dialog.show_address(event.address)
            self._advice.start()
        else:
            self._advice.stop()
            self.reported.emit(event)
