"""Ratings on Home: what plugs a rater into a view of Home."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer

from helper.home.entries import Entry, Imported, RecentFile, rating_key
from helper.home.home_view import HomeView
from helper.rating.rater import Rater, Urgency, WantedRating
from helper.rating.rating_work import RatingSource

START_MS = 1500
"""The time from the start to the first rating, so that the start is not slower."""
_SEEN_MS = 150
"""How long the player must not scroll before what is visible comes first."""
_SHOW_MS = 400
"""The time in which ratings are collected before they are shown."""


class HomeRatings(QObject):
    """Has the puzzles of Home rated, the visible ones first, and shows their ratings."""

    def __init__(self, view: HomeView, rater: Rater) -> None:
        """Plug in.

        Args:
            view: Home; it ends with this.
            rater: Of the window.
        """
        super().__init__(view)
        self._view = view
        self._rater = rater
        self._new = set[str]()
        self._shelves: object = None
        self._asking = QTimer(self, singleShot=True, interval=START_MS)
        self._asking.timeout.connect(self._ask)
        self._showing = QTimer(self, singleShot=True, interval=_SHOW_MS)
        self._showing.timeout.connect(self._show)
        view.set_ratings(rater.ratings)
        view.shown_changed.connect(self._ask_later)
        rater.rated.connect(self._show_later)
        rater.loaded.connect(self._show_all)
        self._asking.start()

    def _show_all(self) -> None:
        self._view.set_ratings(self._rater.ratings)

    def _ask_later(self) -> None:
        if not self._asking.isActive():
            self._asking.start(_SEEN_MS)

    def _ask(self) -> None:
        view = self._view
        self._rater.want(Urgency.VISIBLE, _wanted(view.seen_entries()))
        if self._shelves is not view.shelves:
            self._shelves = view.shelves
            entries = [entry for shelf in view.shelves for entry in shelf.entries]
            self._rater.want(Urgency.OTHERS, _wanted(entries))

    def _show_later(self, clues: str) -> None:
        self._new.add(clues)
        if not self._showing.isActive():
            self._showing.start()

    def _show(self) -> None:
        new, self._new = self._new, set()
        self._view.show_ratings(new)


def _wanted(entries: Iterable[Entry]) -> Iterable[WantedRating]:
    for entry in entries:
        source, clues = _source_of(entry), rating_key(entry)
        if source is not None and clues:
            yield WantedRating(clues, source, cells=entry.height * entry.width)


def _source_of(entry: Entry) -> RatingSource | None:
    source = entry.imported or entry.source
    if isinstance(source, Imported):
        return source.id
    if isinstance(source, RecentFile):  # the file may have changed since its game was kept
        return source.game or source.path
    return source
