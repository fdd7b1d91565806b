"""The entries that Home's tiles show, as a Qt model.

Search, filter and order are plain functions (:mod:`helper.home.query`), whose result the model
shows. There is no proxy model: Qt would ask Python about each row and each comparison, which takes
many times as long.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence, Set
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from helper.application.rating_store import NO_RATINGS, KeptRating, Ratings
from helper.home.entries import Entry, rating_key, shown_name
from helper.home.home_wording import facts_text, place_text, spoken_text, tags_text
from puzzles.words import _

Index = QModelIndex | QPersistentModelIndex


class Role(enum.IntEnum):
    """What the model knows besides Qt's roles."""

    ENTRY = Qt.ItemDataRole.UserRole
    """The :class:`~helper.home.entries.Entry`."""
    NAME = Qt.ItemDataRole.UserRole + 1
    """The name on the tile; with its shelf if several shelves are shown."""
    RATING = Qt.ItemDataRole.UserRole + 2
    """The :class:`~helper.application.rating_store.KeptRating`; ``None`` if it is not known."""


class EntryModel(QAbstractListModel):
    """One row for each entry that is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[Entry] = []
        self._rows: dict[str, int] = {}
        self._shelf_titles: Mapping[str, str] = {}
        self._is_mixed = False
        self.ratings: Ratings = NO_RATINGS
        """The ratings that are known; it may change, see :meth:`show_ratings`."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries in the order of the rows."""
        return self._entries

    def show(
        self, entries: Sequence[Entry], shelf_titles: Mapping[str, str], is_mixed: bool
    ) -> bool:
        """Show these entries.

        Args:
            entries: In their order.
            shelf_titles: The shelves' titles by id.
            is_mixed: Whether the tiles name their shelves.

        Returns:
            Whether other rows are shown now; ``False`` if only their contents changed.
        """
        is_same = self._is_mixed == is_mixed and [e.id for e in entries] == list(self._rows)
        if is_same:
            changed = [row for row, entry in enumerate(entries) if entry != self._entries[row]]
            self._entries, self._shelf_titles = list(entries), shelf_titles
            for row in changed:
                self.dataChanged.emit(self.index(row), self.index(row))
            return False
        self.beginResetModel()
        self._entries, self._shelf_titles, self._is_mixed = list(entries), shelf_titles, is_mixed
        self._rows = {entry.id: row for row, entry in enumerate(entries)}
        self.endResetModel()
        return True

    def show_ratings(self, clues: Set[str]) -> None:
        """Show ratings that have become known.

        Args:
            clues: The hashes of the puzzles' clues.
        """
        for row, entry in enumerate(self._entries):
            if rating_key(entry) in clues:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rating(self, entry: Entry) -> KeptRating | None:
        """The rating of an entry; ``None`` if it is not known."""
        return self.ratings.get(rating_key(entry))

    def name(self, entry: Entry) -> str:
        """The name on its tile."""
        if not self._is_mixed or entry.shows_title or entry.name:
            return shown_name(entry)
        return place_text(entry, self._shelf_titles.get(entry.shelf, ""))

    def entry(self, row: int) -> Entry:
        """The entry of a row."""
        return self._entries[row]

    def row_of(self, entry_id: str) -> int | None:
        """The row of an entry; ``None`` if it is not shown."""
        return self._rows.get(entry_id)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # Qt override  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # Qt override
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == Role.ENTRY:
            return entry
        if role == Role.NAME:
            return self.name(entry)
        if role == Role.RATING:
            return self.rating(entry)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_name(entry)
        shelf = self._shelf_titles.get(entry.shelf, "")
        if role == Qt.ItemDataRole.ToolTipRole:
            rating = self.rating(entry)
            hardest = rating.explanation if rating else ""
            facts = facts_text(entry, rating)
            lines = place_text(entry, shelf), facts, hardest, tags_text(entry)
            return "\n".join((*filter(None, lines), _("Open the puzzle (Enter)")))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_text(entry, shelf, self.rating(entry))
        return None
