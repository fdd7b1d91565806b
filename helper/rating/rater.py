"""Rates puzzles in the background, one after the other, and keeps the ratings in the library.

Each place on the screen says which puzzles it shows, with its :class:`Urgency`; that on the board
comes first, then what is visible on Home, then everything else. A puzzle that takes too long gets
a rating that says so, so that it does not come again.
"""

from __future__ import annotations

import enum
import logging
from collections.abc import Iterable, Iterator
from functools import cache, partial
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.application.rating_store import NOT_RATED, KeptRating, Ratings, RatingStore
from helper.rating.puzzle_rating import MAX_CELLS
from helper.rating.rating_work import RatingRequest, RatingSource, make_rater
from helper.workers.request_process import RequestProcess
from puzzles.errors import LibraryError
from puzzles.packs import pack_ratings

_log = logging.getLogger(__name__)
_GUARD_MS = 90_000
"""When a puzzle is given up whose rating does not stop by itself. That is not kept: other programs
may have left the child no computing time."""
_IDLE_MS = 10_000
"""How long the child stays when there is nothing to rate."""
_CLAIMED_MS = 5000
"""When puzzles that another program rates are looked up again."""
_LOAD_MS = 500
"""When the library's ratings are read: once Home is painted, also on a slow machine."""
_MAX_FAILURES = 3
"""After so many failures in a row nothing is rated until the next start."""


class Urgency(enum.IntEnum):
    """How soon ratings are wanted; one place on the screen for each. The most urgent first."""

    BOARD = 0
    VISIBLE = 1
    OTHERS = 2


class WantedRating(NamedTuple):
    """A puzzle whose rating is wanted."""

    clues: str
    """The hash of its clues."""
    source: RatingSource
    is_kept: bool = True
    """Whether the rating is stored; those of unfinished drawings are not."""
    cells: int = 0
    """The number of its cells; 0 if it is known to be small enough."""


class Rater(QObject):
    """The ratings of a library's puzzles. The owner has to call :meth:`close`.

    Signals:
        rated: ``str``, the hash of a puzzle whose rating is known now.
        loaded: The ratings of the library are known, and there are others than those of the packs.
    """

    rated = Signal(str)
    loaded = Signal()

    def __init__(
        self, library: Library, writes: LibraryWrites, parent: QObject | None = None
    ) -> None:
        """Begin without a child process.

        Args:
            library: That of the window's thread.
            writes: The window's writes into it.
            parent: The window.
        """
        super().__init__(parent)
        self._library = library
        self._store = RatingStore(library)
        self._writes = writes
        self._version, bundled = _bundled()
        self._ratings = dict(bundled)
        self._wanted: dict[Urgency, tuple[WantedRating, ...]] = {}
        self._queues: dict[Urgency, Iterator[WantedRating]] = {}
        self._put_off = set[str]()
        """Puzzles that this or another program has rated or rates, or that could not be rated."""
        self._current: tuple[Urgency, WantedRating] | None = None
        self._is_closed = self._is_loaded = False
        self._is_idle = True
        self._failures = 0
        self._process: RequestProcess | None = None
        self._guard = self._timer(_GUARD_MS, self._give_up)
        self._idle = self._timer(_IDLE_MS, self._end_process)
        self._again = self._timer(_CLAIMED_MS, self._retry_claimed)
        self._claimed = set[str]()
        self._loading = self._timer(_LOAD_MS, self.load)
        self._loading.start()

    def _timer(self, interval_ms: int, slot: object) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval_ms)
        timer.timeout.connect(slot)
        return timer

    @property
    def ratings(self) -> Ratings:
        """All ratings that are known, by the hashes of the clues; the mapping follows them."""
        return MappingProxyType(self._ratings)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to be rated but what another program rates."""
        return self._is_idle

    def load(self) -> None:
        """Read the ratings of the library now, unless that has been done."""
        if self._is_loaded or self._is_closed:
            return
        self._is_loaded = True
        try:
            kept = self._store.ratings()
        except LibraryError as error:
            _log.warning("no ratings can be read: %s", error)
            return
        new = {clues: rating for clues, rating in kept.items() if clues not in self._ratings}
        self._ratings.update(new)
        if new:
            self.loaded.emit()

    def want(self, urgency: Urgency, wanted: Iterable[WantedRating]) -> None:
        """Rate these puzzles, and no others that were asked for with that urgency.

        Args:
            urgency: That of all of them.
            wanted: The most urgent first; those that are rated are left out.
        """
        if self._is_closed:
            return
        found = tuple(wanted)
        if found:
            self.load()
        for one in found:
            if one.cells > MAX_CELLS and one.clues not in self._ratings:
                self._learn(one.clues, KeptRating(NOT_RATED, version=self._version))
        self._wanted[urgency] = tuple(one for one in found if self._is_needed(one))
        self._queues[urgency] = iter(self._wanted[urgency])
        if urgency is Urgency.BOARD:
            self._make_room()
        self._next()

    def close(self) -> None:
        """End the child process; nothing is rated any more. May be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        for timer in (self._guard, self._idle, self._again, self._loading):
            timer.stop()
        self._release()
        self._wanted.clear()
        self._queues.clear()
        self._end_process()

    # Which one is next

    def _is_needed(self, wanted: WantedRating) -> bool:
        known = self._ratings.get(wanted.clues)
        is_old = known is None or known.version < self._version
        return bool(wanted.clues) and is_old and wanted.clues not in self._put_off

    def _next(self) -> None:
        if self._current is not None or self._is_closed:
            return
        self._is_idle = False
        for urgency in Urgency if self._failures < _MAX_FAILURES else ():
            for wanted in self._queues.get(urgency, ()):
                if self._is_needed(wanted):
                    self._begin(urgency, wanted)
                    return
        self._is_idle = True
        if self._process is not None:
            self._idle.start()

    def _begin(self, urgency: Urgency, wanted: WantedRating) -> None:
        self._current = urgency, wanted
        self._idle.stop()
        if wanted.is_kept:
            self._write("claim", partial(self._claim, wanted))
        else:
            self._ask(wanted)

    def _make_room(self) -> None:
        """Stop the rating of another puzzle than that on the board; it begins again later."""
        if self._current is None:
            return
        wanted = {one.clues for one in self._wanted[Urgency.BOARD]}
        urgency, current = self._current
        if current.clues not in wanted and (wanted or urgency is Urgency.BOARD):
            if self._process is not None:
                self._process.cancel()
            self._release()
            self._queues[urgency] = iter(self._wanted[urgency])

    def _retry_claimed(self) -> None:
        self._put_off -= self._claimed
        self._claimed.clear()
        for urgency, wanted in self._wanted.items():
            self._queues[urgency] = iter(wanted)
        self._next()

    # One puzzle

    def _claim(self, wanted: WantedRating) -> None:
        """In a write: ask for the puzzle, unless another program rates it or has rated it."""
        is_ours = self._store.claim(wanted.clues, self._version)
        known = None if is_ours else self._store.rating(wanted.clues)
        # Later: what follows may write, too.
        QTimer.singleShot(0, self, partial(self._take_claim, wanted, is_ours, known))

    def _take_claim(self, wanted: WantedRating, is_ours: bool, known: KeptRating | None) -> None:
        if self._current is None or self._current[1] is not wanted:
            return
        if is_ours:
            self._ask(wanted)
            return
        if known is not None and known.version >= self._version:
            self._learn(wanted.clues, known)
        else:
            self._put_off.add(wanted.clues)
            self._claimed.add(wanted.clues)
            self._again.start()
        self._go_on()

    def _ask(self, wanted: WantedRating) -> None:
        if self._process is None:
            self._process = RequestProcess(make_rater, self)
            self._process.answered.connect(self._take)
            self._process.failed.connect(self._fail)
            self._process.start()
        self._process.ask(RatingRequest(wanted.clues, wanted.source, self._library.path))
        self._guard.start()

    def _take(self, rating: KeptRating | None) -> None:
        if self._current is None:
            return
        _, wanted = self._current
        self._failures = 0
        if rating is None:  # the source has another puzzle now
            self._put_off.add(wanted.clues)
            self._release()
        else:
            if wanted.is_kept:
                self._write(
                    f"rating {wanted.clues}",
                    partial(self._store.keep, wanted.clues, rating),
                )
            self._learn(wanted.clues, rating)
        self._go_on()

    def _fail(self, sentence: str) -> None:
        """The child died or crashed; that may have other reasons than the puzzle."""
        if self._current is None:
            return
        _log.warning("a puzzle could not be rated: %s", sentence)
        self._failures += 1
        self._put_off.add(self._current[1].clues)
        self._release()
        self._go_on()

    def _give_up(self) -> None:
        if self._current is None:
            return
        clues = self._current[1].clues
        if self._process is not None:
            self._process.cancel()
        self._release()
        self._learn(clues, KeptRating(NOT_RATED, version=self._version))
        self._go_on()

    def _learn(self, clues: str, rating: KeptRating) -> None:
        self._ratings[clues] = rating
        self._put_off.add(clues)
        self.rated.emit(clues)

    def _go_on(self) -> None:
        self._guard.stop()
        self._current = None
        QTimer.singleShot(0, self, self._next)

    def _release(self) -> None:
        """Give up the claim of the current puzzle, which is not rated now."""
        current, self._current = self._current, None
        self._guard.stop()
        self._writes.forget("claim")
        if current is not None and current[1].is_kept:
            clues = current[1].clues
            self._write(f"rating {clues}", partial(self._store.release, clues))

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()
            process.deleteLater()

    def _write(self, key: str, action: partial[None]) -> None:
        def failed(error: LibraryError) -> None:
            _log.warning("ratings are not kept: %s", error)
            self._failures = _MAX_FAILURES
            self._current = None

        self._writes.write(key, action, failed)


@cache  # each window asks for them, and for those of the library in place of an empty one
def _bundled() -> tuple[int, dict[str, KeptRating]]:
    """The version of the rating, and the ratings of the bundled puzzles.

    The version is that of the bundled ratings, since the solver takes a while to import; a test
    keeps them equal.
    """
    bundled = pack_ratings()
    version = bundled.version
    if not version:
        from solver.logic.rate import RATING_VERSION

        version = RATING_VERSION
    known = {
        each.clues: KeptRating(each.difficulty, each.score, each.hardest, version, each.times)
        for each in bundled.by_name.values()
    }
    return version, known
