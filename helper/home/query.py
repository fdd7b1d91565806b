"""Search, filters and order of the puzzles on Home; knows no Qt.

A search word fits a puzzle if it is its number, its size, or part of its shelf's title, of the name
that the player gave it, or of one of its tags; ``tag:hard`` fits tags only. It fits the title only
if Home shows it, so that a search never tells what a puzzle shows.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from helper.application.rating_store import NO_RATINGS, WORDS, Ratings
from helper.home.entries import Entry, EntryState, rating_key
from puzzles.difficulty import Difficulty
from puzzles.words import _, in_context

_TAG = "tag:"
"""The beginning of a search word for tags."""


class Choice(enum.Enum):
    """Something to choose on Home; the value is an id."""

    @property
    def label(self) -> str:
        """The words for people."""
        return _LABELS[self]


class SizeClass(Choice):
    """Sizes by the longer side."""

    ANY = "any"
    """All sizes."""
    SMALL = "small"
    """At most 10 cells."""
    MEDIUM = "medium"
    """11 to 20 cells."""
    LARGE = "large"
    """21 to 30 cells."""
    HUGE = "huge"
    """More than 30 cells."""


class ColorClass(Choice):
    """Black and white, or coloured."""

    ANY = "any"
    """All puzzles."""
    BLACK_AND_WHITE = "black-and-white"
    """One colour besides the background."""
    COLORED = "colored"
    """Several colours."""


class ProgressFilter(Choice):
    """How far the player is."""

    ANY = "any"
    """All puzzles."""
    UNSOLVED = "unsolved"
    """New and started puzzles."""
    STARTED = "started"
    """Started puzzles."""
    SOLVED = "solved"
    """Solved puzzles."""


class DifficultyClass(Choice):
    """Difficulties, with what they mostly need; their order is that of the rating's words."""

    ANY = "any"
    """All puzzles."""
    BEGINNER = "beginner"
    """Counting the cells of a line from both ends."""
    EASY = "easy"
    """Blocks at walls."""
    MEDIUM = "medium"
    """Which block a run belongs to."""
    HARD = "hard"
    """All placements of a line at once."""
    EXPERT = "expert"
    """Trials of single cells."""
    EXTREME = "extreme"
    """Trials within trials."""


class Order(Choice):
    """What comes first."""

    PACK = "pack"
    """The order of the shelves, and of the numbers on them."""
    SIZE = "size"
    """The puzzle with the fewest cells."""
    DIFFICULTY = "difficulty"
    """The easiest puzzle, by difficulty and then by score; those without a rating are the last."""
    RECENT = "recent"
    """The puzzle that was played last; those that were never played are the last."""


_LABELS: dict[Choice, str] = {
    SizeClass.ANY: _("Any size"),
    SizeClass.SMALL: _("Up to 10"),
    SizeClass.MEDIUM: _("11 to 20"),
    SizeClass.LARGE: _("21 to 30"),
    SizeClass.HUGE: _("Over 30"),
    ColorClass.ANY: _("Any colours"),
    ColorClass.BLACK_AND_WHITE: _("Black and white"),
    ColorClass.COLORED: _("In colour"),
    ProgressFilter.ANY: _("Any progress"),
    ProgressFilter.UNSOLVED: in_context("a filter: puzzles", "Unsolved"),
    ProgressFilter.STARTED: in_context("a filter: puzzles", "Started"),
    ProgressFilter.SOLVED: in_context("a filter: puzzles", "Solved"),
    DifficultyClass.ANY: _("Any difficulty"),
    **{each: Difficulty(each.value).title for each in list(DifficultyClass)[1:]},
    Order.PACK: _("Shelf order"),
    Order.SIZE: _("Smallest first"),
    Order.DIFFICULTY: _("Easiest first"),
    Order.RECENT: _("Recently played"),
}


@dataclass(frozen=True, slots=True)
class Query:
    """What the player asked for."""

    text: str = ""
    """Words that all have to fit."""
    size: SizeClass = SizeClass.ANY
    colors: ColorClass = ColorClass.ANY
    difficulty: DifficultyClass = DifficultyClass.ANY
    progress: ProgressFilter = ProgressFilter.ANY
    tag: str = ""
    """A tag that puzzles have to have; empty for any."""
    order: Order = Order.PACK

    @property
    def is_search(self) -> bool:
        """Whether there is a word to search for."""
        return bool(_words(self.text))

    @property
    def is_filtered(self) -> bool:
        """Whether a filter other than the search leaves puzzles out."""
        chosen = self.size, self.colors, self.difficulty, self.progress, self.tag
        return chosen != (
            SizeClass.ANY,
            ColorClass.ANY,
            DifficultyClass.ANY,
            ProgressFilter.ANY,
            "",
        )

    @property
    def needs_ratings(self) -> bool:
        """Whether the result changes with the ratings."""
        return self.difficulty is not DifficultyClass.ANY or self.order is Order.DIFFICULTY


def select(
    entries: Iterable[Entry],
    query: Query,
    shelf_titles: Mapping[str, str],
    ratings: Ratings = NO_RATINGS,
) -> list[Entry]:
    """The puzzles that fit a query, in its order.

    Args:
        entries: Puzzles in pack order.
        query: What was asked for.
        shelf_titles: The shelves' titles by id.
        ratings: Those that are known.
    """
    found = _without_difficulty(entries, query, shelf_titles)
    if query.difficulty is not DifficultyClass.ANY:
        word = query.difficulty.value
        found = [entry for entry in found if _word(entry, ratings) == word]
    if query.order is Order.SIZE:  # sorting keeps the pack order of equal ones
        found.sort(key=lambda entry: entry.height * entry.width)
    elif query.order is Order.RECENT:
        found.sort(key=lambda entry: -entry.played_at)
    elif query.order is Order.DIFFICULTY:
        found.sort(key=lambda entry: _difficulty_key(entry, ratings))
    return found


def count_unrated(
    entries: Iterable[Entry], query: Query, shelf_titles: Mapping[str, str], ratings: Ratings
) -> int:
    """How many puzzles may still fit a query once they are rated, or get another place by it."""
    if not query.needs_ratings:
        return 0
    found = _without_difficulty(entries, query, shelf_titles)
    return sum(bool(key) and key not in ratings for key in map(rating_key, found))


def _without_difficulty(
    entries: Iterable[Entry], query: Query, shelf_titles: Mapping[str, str]
) -> list[Entry]:
    """The puzzles that fit a query whatever their difficulty is."""
    words = _words(query.text)
    return [
        entry
        for entry in entries
        if _passes(entry, query)
        and all(_fits(word, entry, shelf_titles.get(entry.shelf, "")) for word in words)
    ]


def _word(entry: Entry, ratings: Ratings) -> str:
    rating = ratings.get(rating_key(entry))
    return "" if rating is None else rating.word


def _difficulty_key(entry: Entry, ratings: Ratings) -> tuple[int, float]:
    rating = ratings.get(rating_key(entry))
    return (len(WORDS) + 1, 0.0) if rating is None else (rating.rank, rating.score)


def size_class(entry: Entry) -> SizeClass:
    """The size class of a puzzle."""
    longer = max(entry.height, entry.width)
    limits = ((10, SizeClass.SMALL), (20, SizeClass.MEDIUM), (30, SizeClass.LARGE))
    return next((found for limit, found in limits if longer <= limit), SizeClass.HUGE)


def _passes(entry: Entry, query: Query) -> bool:
    if query.tag and query.tag not in entry.tags:
        return False
    if query.size is not SizeClass.ANY and size_class(entry) is not query.size:
        return False
    if query.colors is not ColorClass.ANY:
        is_colored = query.colors is ColorClass.COLORED
        if (entry.colors > 1) is not is_colored:
            return False
    if query.progress is ProgressFilter.UNSOLVED:
        return not entry.is_solved
    if query.progress is ProgressFilter.STARTED:
        return entry.state is EntryState.STARTED
    return query.progress is not ProgressFilter.SOLVED or entry.is_solved


def _fits(word: str, entry: Entry, shelf_title: str) -> bool:
    if word.startswith("#"):
        return word[1:] == str(entry.number)
    if word in (str(entry.number), f"{entry.width}x{entry.height}"):
        return True
    if word.startswith(_TAG):
        return any(word.removeprefix(_TAG) in _plain(tag) for tag in entry.tags)
    if any(word in _plain(text) for text in (shelf_title, entry.name, *entry.tags)):
        return True
    return entry.shows_title and word in _plain(entry.title)


@lru_cache(maxsize=32)
def _words(text: str) -> tuple[str, ...]:
    """The words of a search: plain, ``no. 7`` as ``#7``, ``20 × 15`` as ``20x15``.

    >>> _words("No. 7  20 × 15 Möwe")
    ('#7', '20x15', 'mowe')
    """
    plain = re.sub(r"(\d+)\s*[x×*]\s*(\d+)", r" \1x\2 ", _plain(text))
    return tuple(_number().sub(r" #\1 ", plain).split())


@cache
def _number() -> re.Pattern[str]:
    """A number of a shelf, as English and the language of the program write it."""
    local = _plain(_("No. {number}").partition("{number}")[0]).strip(" .")
    return re.compile(rf"(?:\b(?:no\b|{re.escape(local)})\.?\s*|#\s*)(\d+)(?![\dx])")


@lru_cache(maxsize=16384)
def _plain(text: str) -> str:
    """Lower case and without accents, for comparison."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))
