"""Short texts about puzzles on Home."""

from __future__ import annotations

from datetime import date

from helper.application.library_records import GameCounts
from helper.application.rating_store import KeptRating
from helper.home.entries import DRAWINGS, IN_PROGRESS, Entry, EntryState, Shelf, shown_name
from helper.play.clock import helps_text, time_text
from puzzles.local_formats import date_text
from puzzles.titles import numbered, shortened
from puzzles.words import _, enumerated, in_context, plural, worded


def size_text(entry: Entry) -> str:
    """The size as elsewhere in the program: width × height."""
    return f"{entry.width} × {entry.height}"


_ROUNDING = 1e-6
"""Of a share that is kept as a floating-point number: 0.29 is 29 %, as in the side panel."""


def percent_text(entry: Entry) -> str:
    """How much of a started puzzle is done; 100 % is kept for solved ones."""
    percent = int(100 * entry.done + _ROUNDING)
    return worded("{percent} %", percent=min(max(percent, 0), 99))


def state_text(entry: Entry) -> str:
    """How far the player is, in words; of a solved puzzle the best time, and what helped."""
    if entry.is_drawing:
        return _("drawing")
    if entry.state is EntryState.NEW:
        return in_context("a puzzle", "new")
    if entry.state is EntryState.STARTED:
        return worded("{percent} done", percent=percent_text(entry))
    if entry.seconds is None:
        return in_context("a puzzle", "solved")
    time, helps = time_text(entry.seconds), _helps_text(entry)
    if not helps:
        return worded("solved in {time}", time=time)
    return worded("solved in {time} with {helps}", time=time, helps=helps)


def _helps_text(entry: Entry) -> str:
    return helps_text(GameCounts(hints=entry.hints, checks=entry.checks))


def colors_text(entry: Entry) -> str:
    """The number of colours; empty for black and white."""
    colors = entry.colors
    return "" if colors < 2 else plural(colors, "{count} colour", "{count} colours")


_MAX_TAGS = 200
"""Length of the tags in a tooltip, in characters: one line of a screen."""


def tags_text(entry: Entry) -> str:
    """The tags; empty if there are none."""
    tags = shortened(", ".join(entry.tags), _MAX_TAGS)
    return worded("Tags: {tags}", tags=tags) if tags else ""


def place_text(entry: Entry, shelf_title: str) -> str:
    """The name with the shelf, as in "Animals, No. 7"; that of a file or by the player alone."""
    name = shown_name(entry)
    if entry.name or not shelf_title:
        return name
    shelf = shortened(shelf_title)
    if entry.shows_title:
        return enumerated((shelf, name))
    return numbered(shelf, entry.number)


def rating_text(rating: KeptRating | None) -> str:
    """The difficulty, or why there is none; empty as long as that is not known."""
    return "" if rating is None else rating.label


def print_text(entry: Entry, rating: KeptRating | None = None) -> str:
    """Size, colours and difficulty."""
    facts = size_text(entry), colors_text(entry), rating_text(rating)
    return " · ".join(filter(None, facts))


def facts_text(entry: Entry, rating: KeptRating | None = None) -> str:
    """Size, colours, difficulty and progress in one line."""
    return f"{print_text(entry, rating)} · {state_text(entry)}"


def spoken_text(entry: Entry, shelf_title: str, rating: KeptRating | None = None) -> str:
    """What a screen reader says about a tile."""
    facts = (
        place_text(entry, shelf_title),
        worded("{width} by {height}", width=entry.width, height=entry.height),
        colors_text(entry),
        rating_text(rating),
        state_text(entry),
        tags_text(entry),
    )
    return enumerated(filter(None, facts))


def solved_text(solved: int, total: int) -> str:
    """How many puzzles of a shelf are solved."""
    return (
        worded("{solved} of {total} solved", solved=solved, total=total)
        if total
        else _("No puzzles")
    )


def shelf_text(shelf: Shelf) -> str:
    """How many of a shelf's puzzles are solved, or how many drawings there are."""
    if shelf.id == DRAWINGS and shelf.entries:
        return plural(len(shelf.entries), "{count} drawing", "{count} drawings")
    if shelf.id == IN_PROGRESS:
        return plural(len(shelf.entries), "{count} puzzle", "{count} puzzles")
    return solved_text(shelf.solved, len(shelf.entries))


def streak_text(days: int) -> str:
    """How many puzzles of the day in a row were solved; empty for none.

    >>> streak_text(0), streak_text(5)
    ('', '5 days in a row')
    """
    return plural(days, "{count} day", "{count} days in a row") if days else ""


def day_text(day: date) -> str:
    """The day without its year, in the language of the program.

    >>> day_text(date(2026, 11, 22))
    '22 November'
    """
    return date_text(day, "MMMMd")
