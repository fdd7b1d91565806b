"""What the cards at the top of Home show: Continue, Puzzle of the day, Learn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from helper.application.rating_store import NO_RATINGS, Ratings
from helper.home.cards import Card, CardRow, EntryPicture
from helper.home.entries import (
    Entry,
    Shelf,
    State,
    is_for_a_day,
    is_same_puzzle,
    puzzle_of_the_day,
    rating_key,
    to_continue,
)
from helper.home.thumbnails import Thumbnails
from helper.home.wording import day_text, facts_text, place_text, print_text, state_text

_OF_DAY = "Puzzle of the day"


class FrontCards(CardRow):
    """The three cards.

    Signals:
        open_requested: ``str``, the id of the entry to open.
        learn_requested: Open the lessons.
    """

    open_requested = Signal(str)
    learn_requested = Signal()

    def __init__(self, thumbnails: Thumbnails) -> None:
        self._picture = EntryPicture(thumbnails, "continue")
        self.continue_card = Card("Continue", self._picture)
        self.day_card = Card(_OF_DAY)
        self.learn_card = Card("Learn")
        super().__init__((self.continue_card, self.day_card, self.learn_card))
        self.continue_id = self.day_id = ""
        self._shown: list[Entry] = []
        self.continue_card.chosen.connect(lambda: self.open_requested.emit(self.continue_id))
        self.day_card.chosen.connect(lambda: self.open_requested.emit(self.day_id))
        self.learn_card.chosen.connect(self.learn_requested)

    @property
    def entries(self) -> Sequence[Entry]:
        """The puzzles that the cards show."""
        return self._shown

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The cards' buttons, from left to right, also those of hidden cards."""
        return self.continue_card.button, self.day_card.button, self.learn_card.button

    @property
    def first_button(self) -> QPushButton:
        """The button that is most likely wanted."""
        cards = (self.continue_card, self.day_card, self.learn_card)
        return next(card.button for card in cards if not card.isHidden())

    def show_shelves(
        self, shelves: Sequence[Shelf], day: date, ratings: Ratings = NO_RATINGS
    ) -> None:
        """Choose from these shelves; ``ratings``: those that are known."""
        titles = {shelf.id: shelf.title for shelf in shelves}
        entries = [entry for shelf in shelves for entry in shelf.entries]
        bundled = {shelf.id for shelf in shelves if shelf.is_bundled}
        of_day = _entry_of_day([entry for entry in entries if entry.shelf in bundled], day)
        new = (entry for entry in entries if entry.state is State.NEW)
        latest = to_continue(entries)
        shown = latest or next((one for one in new if not _are_same(one, of_day)), None)
        is_same = _are_same(shown, of_day)
        self.continue_card.setHidden(shown is None)
        self._picture.show_entry(shown)
        if shown is not None:
            kind, button = ("Continue", "Continue") if latest else ("Start here", "Start")
            kind = f"{kind} · {_OF_DAY}" if is_same else kind
            name = place_text(shown, titles[shown.shelf])
            rating = ratings.get(rating_key(shown))
            texts = print_text(shown, rating), state_text(shown).capitalize()
            self.continue_card.show_texts(kind, name, *texts, button)
            self.continue_id = shown.id
        self._shown = [shown] if shown is not None else []
        self.continue_card.set_primary(True)
        self._show_day(None if is_same else of_day, titles, day, ratings)
        self.day_card.set_primary(shown is None)

    def _show_day(
        self, entry: Entry | None, titles: Mapping[str, str], day: date, ratings: Ratings
    ) -> None:
        """Show the puzzle of the day; ``None``: there is none, or the first card shows it."""
        self.day_id = "" if entry is None else entry.id
        self.day_card.setHidden(entry is None)
        if entry is not None:
            place = place_text(entry, titles[entry.shelf])
            buttons = {State.NEW: "Play", State.STARTED: "Continue", State.SOLVED: "Look at It"}
            kind, button = _OF_DAY, buttons[entry.state]
            facts = facts_text(entry, ratings.get(rating_key(entry)))
            self.day_card.show_texts(kind, day_text(day), place, facts, button)
            self._shown.append(entry)


def _are_same(one: Entry | None, other: Entry | None) -> bool:
    return one is not None and other is not None and is_same_puzzle(one, other)


def _entry_of_day(bundled: Iterable[Entry], day: date) -> Entry | None:
    by_id = {entry.id: entry for entry in bundled if is_for_a_day(entry)}
    return by_id.get(puzzle_of_the_day(day, by_id) or "")
