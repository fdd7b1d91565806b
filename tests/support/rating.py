"""Puzzles to be rated, and children that rate badly."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer

from helper.application.library import Library
from helper.application.rating_store import KeptRating
from helper.rating.rater import WantedRating
from helper.rating.rating_work import RatingRequest, rate_source
from helper.workers.request_process import RequestProcess
from puzzles import BLANK, SHADED, Grid, Puzzle, puzzle_of
from puzzles.child.serving import Handler
from puzzles.clue_hash import clue_hash
from tests.support.imports import numbered

_CHANCE = random.Random(4)
HARD = puzzle_of(
    Grid(200, 200, 2, [SHADED if _CHANCE.random() < 0.7 else BLANK for _ in range(40_000)]),
    Puzzle.empty(200, 200),
)
"""It has one solution, and its rating takes some seconds."""
NO_SOLUTION = Puzzle.from_numbers([[2], []], [[2], []])


def wanted(puzzle: Puzzle, is_kept: bool = True) -> WantedRating:
    """The wish for a puzzle's rating."""
    return WantedRating(clue_hash(puzzle), puzzle, is_kept)


def many(count: int, first: int = 0) -> list[WantedRating]:
    """Small puzzles."""
    return [wanted(numbered(number)) for number in range(first, first + count)]


def opened(folder: Path) -> Library:
    """The library of a window."""
    return Library(folder / "library.sqlite3")


def make_dying() -> Handler:
    """A child that is killed by each puzzle that is 10 cells high or more."""

    def handle(
        request: RatingRequest, _: Callable[[object], None], should_stop: Callable[[], bool]
    ) -> KeptRating | None:
        if isinstance(request.source, Puzzle) and request.source.height >= 10:
            os.kill(os.getpid(), signal.SIGKILL)
        return rate_source(request, should_stop)

    return handle


def make_deaf() -> Handler:
    """A child that does not stop by itself."""

    def handle(
        request: RatingRequest, _: Callable[[object], None], should_stop: Callable[[], bool]
    ) -> KeptRating | None:
        if isinstance(request.source, Puzzle) and request.source.height >= 10:
            time.sleep(600)
        return rate_source(request, should_stop)

    return handle


class QuickRater(RequestProcess):
    """Rates in this process, one puzzle at each turn of the event loop."""

    _request: RatingRequest | None = None

    def start(self) -> None:
        pass

    @property
    def is_busy(self) -> bool:
        return self._request is not None

    def ask(self, request: object) -> None:
        assert isinstance(request, RatingRequest)
        self._request = request
        QTimer.singleShot(0, self, self._answer)

    def cancel(self) -> None:
        self._request = None

    def close(self) -> None:
        self.cancel()
        super().close()

    def _answer(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            self.answered.emit(rate_source(request, lambda: False))
