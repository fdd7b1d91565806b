"""Search, filters and order of the puzzles on Home; knows no Qt.

A search word fits a puzzle if it is its number or its size, begins a word of the filters that the
puzzle passes (its difficulty, colours and progress), or is part of its shelf's title, of the name
that the player gave it, or of one of its tags; ``tag:hard`` fits tags only. It fits the title only
if Home shows it, so that a search never tells what a puzzle shows.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from helper.application.rating_store import NO_RATINGS, WORDS, Ratings
from helper.home.entries import IN_PROGRESS_TITLE, Entry, EntryState, rating_key
from helper.home.home_wording import colors_text, state_text
from puzzles.difficulty import Difficulty
from puzzles.titles import shortened
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
    """The puzzle that was opened or played last; those that never were are the last."""


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
        return (
            self.difficulty is not DifficultyClass.ANY
            or self.order is Order.DIFFICULTY
            or any(map(_is_difficulty, _words(self.text)))
        )


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
    found = list(entries)
    if query.is_search or query.is_filtered:
        found = [each for each in found if _is_asked_for(each, query, shelf_titles, ratings)]
    if query.order is Order.SIZE:  # sorting keeps the pack order of equal ones
        found.sort(key=lambda entry: entry.height * entry.width)
    elif query.order is Order.RECENT:
        found.sort(key=lambda entry: -entry.used_at)
    elif query.order is Order.DIFFICULTY:
        found.sort(key=lambda entry: _difficulty_key(entry, ratings))
    return found


def _is_asked_for(
    entry: Entry, query: Query, shelf_titles: Mapping[str, str], ratings: Ratings
) -> bool:
    classes = _classes(entry, ratings)
    if (query.tag and query.tag not in entry.tags) or not _passes(classes, query):
        return False
    shelf_title = shelf_titles.get(entry.shelf, "")
    return all(_fits(word, entry, shelf_title, classes) for word in _words(query.text))


def count_unrated(
    entries: Iterable[Entry], query: Query, shelf_titles: Mapping[str, str], ratings: Ratings
) -> int:
    """How many puzzles may still fit a query once they are rated, or get another place by it."""
    if not query.needs_ratings:
        return 0
    words = [word for word in _words(query.text) if not _is_difficulty(word)]
    of_any = replace(query, text=" ".join(words), difficulty=DifficultyClass.ANY)
    found = select(entries, of_any, shelf_titles)
    return sum(bool(key) and key not in ratings for key in map(rating_key, found))


def _difficulty_key(entry: Entry, ratings: Ratings) -> tuple[int, float]:
    rating = ratings.get(rating_key(entry))
    return (len(WORDS) + 1, 0.0) if rating is None else (rating.rank, rating.score)


def size_class(entry: Entry) -> SizeClass:
    """The size class of a puzzle."""
    longer = max(entry.height, entry.width)
    limits = ((10, SizeClass.SMALL), (20, SizeClass.MEDIUM), (30, SizeClass.LARGE))
    return next((found for limit, found in limits if longer <= limit), SizeClass.HUGE)


def _classes(entry: Entry, ratings: Ratings) -> list[Choice]:
    """The filters that a puzzle passes, other than those that all do."""
    is_solved = entry.is_solved
    found: list[Choice] = [
        size_class(entry),
        ColorClass.COLORED if entry.colors > 1 else ColorClass.BLACK_AND_WHITE,
        ProgressFilter.SOLVED if is_solved else ProgressFilter.UNSOLVED,
    ]
    if entry.state is EntryState.STARTED:
        found.append(ProgressFilter.STARTED)
    rating = ratings.get(rating_key(entry))
    if rating is not None and rating.is_rated:
        found.append(DifficultyClass(rating.word))
    return found


def _passes(classes: Sequence[Choice], query: Query) -> bool:
    chosen = query.size, query.colors, query.difficulty, query.progress
    return all(each in classes or each.value == "any" for each in chosen)


def _fits(word: str, entry: Entry, shelf_title: str, classes: Sequence[Choice]) -> bool:
    if word.startswith("#"):
        return word[1:] == str(entry.number)
    if word in (str(entry.number), f"{entry.width}x{entry.height}"):
        return True
    if word.startswith(_TAG):
        return any(word.removeprefix(_TAG) in _plain(tag) for tag in entry.tags)
    texts = shelf_title, shortened(entry.name), entry.name, *entry.tags
    if any(word in _plain(text) for text in texts):
        return True
    if entry.shows_title and word in _plain(f"{entry.title} {shortened(entry.title)}"):
        return True
    if any(map(str.isdecimal, word)):  # not the 3 of 3 colours
        return False
    return any(_begins_word(word, text) for text in _facts(entry, classes))


def _facts(entry: Entry, classes: Sequence[Choice]) -> Iterator[str]:
    """What Home says of a puzzle, in the words of the filters and in those of its tile."""
    yield from (each.label for each in classes if not isinstance(each, SizeClass))
    yield colors_text(entry)
    if entry.is_drawing or entry.state is EntryState.NEW:
        yield state_text(entry)
    if entry.is_in_progress:
        yield IN_PROGRESS_TITLE


def _is_difficulty(word: str) -> bool:
    return any(_begins_word(word, each.label) for each in list(DifficultyClass)[1:])


def _begins_word(word: str, text: str) -> bool:
    return any(part.startswith(word) for part in _plain(text).split())


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
    """Lower case, without accents, and in American spelling, which some type: for comparison."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in parts if not unicodedata.combining(c))
    return plain.replace("colour", "color")
