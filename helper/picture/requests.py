"""Sends requests to the child process that holds the picture; only the newest one is answered."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from helper.picture.picture_work import (
    DescribeRequest,
    DrawnBoard,
    DrawRequest,
    PictureDescription,
    RepairRequest,
    make_handler,
)
from helper.workers.request_process import RequestProcess
from recognizer.sandbox.limits import DECODING
from solver.author.repair import Repairs


class _PatientProcess(RequestProcess):
    """Waits longer before it replaces a child, which would have to decode its picture again."""

    PATIENCE_MS = 400
    LIMITS = DECODING


class PictureWork(QObject):
    """Requests about one picture. The owner has to call :meth:`close`.

    While a board is being drawn, only the newest further request is kept. So a moving slider shows
    as many boards as there is time for, and always the last one. A new board stops a repair, which
    may take long.

    Signals:
        seen: :class:`PictureDescription`, the picture was decoded. Emitted first, and once.
        drawn: :class:`DrawnBoard`, the board of the newest request.
        repairs_found: (:class:`Repairs`, bool), repairs, and whether the search is over.
        failed: ``str``, why the picture cannot be read, or why a request failed.
    """

    seen = Signal(object)
    drawn = Signal(object)
    repairs_found = Signal(object, bool)
    failed = Signal(str)

    def __init__(self, source: Path | bytes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = _PatientProcess(partial(make_handler, source), self)
        self._child.reported.connect(partial(self._take, False))
        self._child.answered.connect(partial(self._take, True))
        self._child.failed.connect(self._fail)
        self._is_drawing = False
        self._next: DrawRequest | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return self._child.is_busy

    def start(self) -> None:
        """Start decoding the picture; return at once."""
        self._child.start()
        self._child.ask(DescribeRequest())

    def draw(self, request: DrawRequest) -> None:
        """Request a board; return at once."""
        if self._is_drawing:
            self._next = request
        else:
            self._is_drawing = True
            self._child.ask(request)

    def repair(self, request: RepairRequest) -> None:
        """Look for repairs of the board that was drawn last; return at once."""
        self._next, self._is_drawing = None, False
        self._child.ask(request)

    def stop_repair(self) -> None:
        """Stop the search for repairs, but not a board being drawn; return at once."""
        if not self._is_drawing:
            self._child.cancel()

    def close(self) -> None:
        """End the child; no more signals are emitted. Returns at once; may be called twice."""
        self._child.close()

    def _take(self, is_over: bool, value: object) -> None:
        if isinstance(value, DrawnBoard):
            self._send_next()
            self.drawn.emit(value)
        elif isinstance(value, Repairs):
            self.repairs_found.emit(value, is_over)
        elif isinstance(value, PictureDescription):
            self.seen.emit(value)

    def _send_next(self) -> None:
        """Send the waiting request, if there is one."""
        request, self._next = self._next, None
        self._is_drawing = request is not None
        if request is not None:
            self._child.ask(request)

    def _fail(self, sentence: str) -> None:
        self._send_next()
        self.failed.emit(sentence)
