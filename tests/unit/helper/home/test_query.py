"""Search, filters and order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.application.rating_store import SEVERAL, WORDS, KeptRating
from helper.home import query
from helper.home.entries import DRAWINGS, SCANNED, Entry, EntryState
from helper.home.query import (
    Choice,
    ColorClass,
    DifficultyClass,
    Order,
    ProgressFilter,
    Query,
    SizeClass,
    count_unrated,
    select,
)
from tests.support.home_shelves import entry

TITLES = {"animals": "Wild Animals", "sea": "At Sea"}
OWL = entry(7, title="Möwe", state=EntryState.SOLVED, height=15, width=20)
ENTRIES = [
    OWL,
    entry(17, title="Anchor", height=20, width=15),
    entry(7, "sea", title="Möwe", state=EntryState.STARTED, height=20, width=20),
]


RATINGS = {
    "a": KeptRating("easy", 94.0),
    "b": KeptRating("beginner", 200.0),
    "c": KeptRating(SEVERAL),
    "d": KeptRating("easy", 12.0),
}


def found(text: str, entries: list[Entry] = ENTRIES) -> list[str]:
    return [one.id for one in select(entries, Query(text), TITLES)]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param("", "animals/7 animals/17 sea/7", id="nothing"),
        pytest.param("  ", "animals/7 animals/17 sea/7", id="blanks"),
        pytest.param("7", "animals/7 sea/7", id="number, not its digits"),
        pytest.param("No. 17", "animals/17", id="number as it is shown"),
        pytest.param("no 17", "animals/17", id="number without the dot"),
        pytest.param("#17", "animals/17", id="number with a sign"),
        pytest.param("20x15", "animals/7", id="width, then height"),
        pytest.param("20 × 15", "animals/7", id="size as it is shown"),
        pytest.param("20X20", "sea/7", id="size in capitals"),
        pytest.param("wild", "animals/7 animals/17", id="part of a shelf's title"),
        pytest.param("SEA 7", "sea/7", id="all words"),
        pytest.param("wild sea", "", id="words that fit different puzzles"),
        pytest.param("möw", "animals/7", id="title of a solved puzzle only"),
        pytest.param("mowe", "animals/7", id="title without its accent"),
        pytest.param("anchor", "", id="title of a new puzzle"),
    ],
)
def test_searches(text: str, ids: str) -> None:
    assert found(text) == ids.split()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param("tag:hard", "animals/1 animals/2", id="tag"),
        pytest.param("tag:har tag:anna", "animals/2", id="parts of two tags"),
        pytest.param("hard", "animals/1 animals/2", id="tag without its sign"),
        pytest.param("tag:robin", "", id="a name is no tag"),
        pytest.param("ROB", "animals/3", id="name of an unsolved puzzle"),
        pytest.param("zebra", "", id="its title"),
    ],
)
def test_tags_and_names_of_the_player_are_found(text: str, ids: str) -> None:
    entries = [
        entry(1, tags=("hard",)), entry(2, tags=("for Anna", "hard")), entry(3, name="Robin"),
    ]  # fmt: skip
    assert found(text, entries) == ids.split()
    by_tag = select(entries, Query(tag="hard"), TITLES)
    assert [one.number for one in by_tag] == [1, 2]
    assert Query(tag="hard").is_filtered


@pytest.mark.parametrize("state", [EntryState.NEW, EntryState.STARTED])
@given(title=st.text(min_size=1), text=st.text(min_size=1))
def test_no_search_depends_on_the_title_of_an_unsolved_puzzle(
    state: EntryState, title: str, text: str
) -> None:
    for wanted in (title, text):
        with_title = found(wanted, [entry(7, title=title, state=state)])
        assert with_title == found(wanted, [entry(7, title="", state=state)])


@pytest.mark.parametrize("shelf", [SCANNED, DRAWINGS])
def test_puzzles_of_the_player_are_found_by_their_titles(shelf: str) -> None:
    assert found("zebra", [entry(1, shelf), entry(2)]) == [f"{shelf}/1"]


@pytest.mark.parametrize("sign", ["Nr. {number}", "N.º {number}", "N° {number}", "Nr {number}"])
def test_a_number_is_found_as_it_is_shown_in_every_language(
    sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches = query._number, query._words
    monkeypatch.setattr(query, "_", lambda _: sign)
    for cache in caches:
        cache.cache_clear()
    try:
        assert found(sign.format(number=17)) == found("no. 17") == ["animals/17"]
    finally:
        for cache in caches:
            cache.cache_clear()


sides = st.sampled_from([1, 5, 10, 11, 20, 21, 30, 31, 100])
many = st.lists(
    st.builds(
        lambda number, height, width, colors, state, changed: entry(
            number, height=height, width=width, colors=colors, state=state, used_at=changed
        ),
        st.integers(1, 10_000), sides, sides, st.integers(1, 3), st.sampled_from(EntryState),
        st.sampled_from([0.0, 1.0, 2.0, 3.0]),
    ),
    max_size=12,
)  # fmt: skip


FACTS = [
    entry(1, height=15, width=15, puzzle="a"),
    entry(2, height=15, width=15, puzzle="c", state=EntryState.STARTED, colors=3),
    entry(3, height=15, width=15, puzzle="h", state=EntryState.SOLVED),
    entry(4, height=20, width=15, puzzle="h", name="Random 15x20, hard"),
    entry(5, height=15, width=15, puzzle="e"),
]


@pytest.mark.parametrize(("text", "numbers"), [
    pytest.param("15x15 hard", [3], id="size and difficulty"),
    pytest.param("hard 15 × 15", [3], id="in another order"),
    pytest.param("15 x 15 EAS", [1], id="the beginning of a word"),
    pytest.param("colour", [2], id="in colours"),
    pytest.param("color", [2], id="as Americans write it"),
    pytest.param("black white", [1, 3, 4, 5], id="without colours"),
    pytest.param("solved", [3], id="not the unsolved ones"),
    pytest.param("progress", [2], id="as the shelf of the begun ones"),
    pytest.param("started", [2], id="as the filter"),
    pytest.param("new wild hard", [4], id="with its shelf"),
    pytest.param("random 15x20", [4], id="a name and a size"),
])  # fmt: skip
def test_a_search_finds_what_home_says_of_a_puzzle(text: str, numbers: list[int]) -> None:
    ratings = {**RATINGS, "h": KeptRating("hard", 300.0)}
    assert [one.number for one in select(FACTS, Query(text), TITLES, ratings)] == numbers


@given(many, st.sampled_from([*list(SizeClass), *ColorClass, *ProgressFilter, *DifficultyClass]))
def test_the_words_of_a_filter_find_what_it_shows(entries: list[Entry], chosen: Choice) -> None:
    entries = [one._replace(puzzle="abc"[one.number % 3]) for one in entries]
    fields = {SizeClass: "size", ColorClass: "colors", ProgressFilter: "progress"}
    name = fields.get(type(chosen), "difficulty")
    values: dict[str, Any] = {name: chosen}
    shown = select(entries, Query(**values), TITLES, RATINGS)
    if chosen.value == "any":
        assert shown == entries
    elif name != "size":
        found = select(entries, Query(chosen.label), TITLES, RATINGS)
        assert [one for one in shown if one not in found] == []


def is_of_size(one: Entry, size: SizeClass) -> bool:
    longer = max(one.height, one.width)
    return {
        SizeClass.ANY: True,
        SizeClass.SMALL: longer <= 10,
        SizeClass.MEDIUM: 10 < longer <= 20,
        SizeClass.LARGE: 20 < longer <= 30,
        SizeClass.HUGE: longer > 30,
    }[size]


@given(many, st.sampled_from(SizeClass))
def test_sizes(entries: list[Entry], size: SizeClass) -> None:
    assert select(entries, Query(size=size), {}) == [e for e in entries if is_of_size(e, size)]


@given(many, st.sampled_from(ColorClass))
def test_colors(entries: list[Entry], colors: ColorClass) -> None:
    wanted = {
        ColorClass.ANY: [1, 2, 3], ColorClass.BLACK_AND_WHITE: [1], ColorClass.COLORED: [2, 3],
    }  # fmt: skip
    shown = select(entries, Query(colors=colors), {})
    assert shown == [e for e in entries if e.colors in wanted[colors]]


@given(many, st.sampled_from(ProgressFilter))
def test_progress(entries: list[Entry], progress: ProgressFilter) -> None:
    wanted = {
        ProgressFilter.ANY: set(EntryState),
        ProgressFilter.UNSOLVED: {EntryState.NEW, EntryState.STARTED},
        ProgressFilter.STARTED: {EntryState.STARTED},
        ProgressFilter.SOLVED: {EntryState.SOLVED},
    }
    shown = select(entries, Query(progress=progress), {})
    assert shown == [e for e in entries if e.state in wanted[progress]]


@given(many)
def test_orders(entries: list[Entry]) -> None:
    places = {id(one): place for place, one in enumerate(entries)}
    by_size = sorted(entries, key=lambda e: (e.height * e.width, places[id(e)]))
    by_time = sorted(entries, key=lambda e: (-e.used_at, places[id(e)]))
    assert select(entries, Query(order=Order.PACK), {}) == entries
    assert select(entries, Query(order=Order.SIZE), {}) == by_size
    assert select(entries, Query(order=Order.RECENT), {}) == by_time


def test_search_and_filters_apply_together() -> None:
    query = Query("7", progress=ProgressFilter.STARTED)
    assert [one.id for one in select(ENTRIES, query, TITLES)] == ["sea/7"]


def test_what_counts_as_a_search_and_as_a_filter() -> None:
    assert Query("a").is_search
    assert not Query("  ").is_search
    assert not Query("a", order=Order.SIZE).is_filtered
    assert Query(size=SizeClass.SMALL).is_filtered
    assert Query(colors=ColorClass.COLORED).is_filtered
    assert Query(progress=ProgressFilter.SOLVED).is_filtered


def rated_entries() -> list[Entry]:
    """Five puzzles, one of them not rated, and a drawing, which never is."""
    puzzles = [entry(k, puzzle=key) for k, key in enumerate("abcde", 1)]
    return [*puzzles, entry(6, puzzle="")]


def test_the_classes_are_the_words_of_ratings() -> None:
    assert [each.value for each in DifficultyClass][1:] == list(WORDS)


@pytest.mark.parametrize("difficulty", DifficultyClass)
def test_the_difficulty_filters_by_what_is_rated_so_far(difficulty: DifficultyClass) -> None:
    entries, query = rated_entries(), Query(difficulty=difficulty)
    shown = "".join(one.puzzle for one in select(entries, query, TITLES, RATINGS))
    if difficulty is DifficultyClass.ANY:
        assert shown == "abcde"
        assert not query.is_filtered
        return
    assert query.is_filtered
    assert shown == {"easy": "ad", "beginner": "b"}.get(difficulty.value, "")
    assert count_unrated(entries, query, TITLES, RATINGS) == 1
    other_size = Query(difficulty=difficulty, size=SizeClass.HUGE)
    assert count_unrated(entries, other_size, TITLES, RATINGS) == 0


def test_the_easiest_come_first_and_the_unrated_last() -> None:
    query = Query(order=Order.DIFFICULTY)
    shown = [one.puzzle for one in select(rated_entries(), query, TITLES, RATINGS)]
    assert shown == ["b", "d", "a", "c", "e", ""]
    assert count_unrated(rated_entries(), query, TITLES, RATINGS) == 1
    assert count_unrated(rated_entries(), Query(), TITLES, RATINGS) == 0
    assert count_unrated(rated_entries(), Query("easy wild"), TITLES, RATINGS) == 1
