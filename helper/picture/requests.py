"""Asks the child process that holds the picture; what was chosen last wins."""

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
    """A child that is begun anew has to decode its picture again, so it is given some time."""

    PATIENCE_MS = 400
    LIMITS = DECODING


class PictureWork(QObject):
    """One picture and what is asked about it. Whoever made it closes it.

    While a board is being drawn no other is asked for, only what was chosen last by then: so a
    slider that moves shows all the boards that there is time for, and always the last one. A
    repair, which may take long, is stopped for the next board.

    Signals:
        seen: :class:`PictureDescription`, the picture was decoded. Comes first, and once.
        drawn: :class:`DrawnBoard`.
        mended: (:class:`Repairs`, bool), ways found, and whether the search is over.
        failed: ``str``, the sentence to show: the picture cannot be read, or something broke.
    """

    seen = Signal(object)
    drawn = Signal(object)
    mended = Signal(object, bool)
    failed = Signal(str)

    def __init__(self, source: Path | bytes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = _PatientProcess(partial(make_handler, source), self)
        self._child.reported.connect(partial(self._hear, False))
        self._child.answered.connect(partial(self._hear, True))
        self._child.failed.connect(self._fail)
        self._is_drawing = False
        self._next: DrawRequest | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return self._child.is_busy

    def start(self) -> None:
        """Have the picture decoded; returns at once."""
        self._child.start()
        self._child.ask(DescribeRequest())

    def draw(self, request: DrawRequest) -> None:
        """Have a board drawn; returns at once."""
        if self._is_drawing:
            self._next = request
        else:
            self._is_drawing = True
            self._child.ask(request)

    def mend(self, request: RepairRequest) -> None:
        """Look for repairs of the board that was drawn last; return at once."""
        self._next, self._is_drawing = None, False
        self._child.ask(request)

    def stop_mending(self) -> None:
        """Nothing more is wanted of a repair; a board under way still comes. Returns at once."""
        if not self._is_drawing:
            self._child.cancel()

    def close(self) -> None:
        """End the child; no signal comes any more. Returns at once, harmless when over."""
        self._child.close()

    def _hear(self, is_over: bool, value: object) -> None:
        if isinstance(value, DrawnBoard):
            self._go_on()
            self.drawn.emit(value)
        elif isinstance(value, Repairs):
            self.mended.emit(value, is_over)
        elif isinstance(value, PictureDescription):
            self.seen.emit(value)

    def _go_on(self) -> None:
        """The board is drawn: it is the next one's turn."""
        request, self._next = self._next, None
        self._is_drawing = request is not None
        if request is not None:
            self._child.ask(request)

    def _fail(self, sentence: str) -> None:
        self._go_on()
        self.failed.emit(sentence)
