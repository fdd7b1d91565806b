"""The exported file read again is the solves."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.application.library_records import GameCounts, Solve
from helper.statistics.figures import COLUMNS, csv_text, write_csv
from puzzles import LibraryError

numbers = st.integers(0, 10**6)
solves = st.builds(
    Solve,
    puzzle=st.text("0123456789abcdef", max_size=32),
    title=st.text(max_size=12) | st.sampled_from(["=1+1", "'=x", "-", "a,b", 'a"b', "Ü\nx"]),
    height=numbers,
    width=numbers,
    colors=numbers,
    seconds=numbers,
    counts=st.builds(GameCounts, numbers, numbers, numbers, numbers),
    solved_at=st.datetimes().map(lambda at: at.strftime("%Y-%m-%d %H:%M:%S")),
    is_forgotten=st.just(False),  # the file does not say it
)


def read_again(text: str) -> list[Solve]:
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    assert tuple(header) == COLUMNS
    made = []
    for at, title, width, height, colors, seconds, *counts, puzzle in rows:
        title = title.removeprefix("'")
        costs = GameCounts(*map(int, counts))
        made.append(
            Solve(puzzle, title, int(height), int(width), int(colors), int(seconds), costs, at)
        )
    return made


@given(st.lists(solves, max_size=5))
def test_the_file_read_again_is_the_solves(made: list[Solve]) -> None:
    assert read_again(csv_text(made)) == made


@given(st.lists(solves, max_size=3))
def test_no_text_begins_like_a_formula(made: list[Solve]) -> None:
    for row in list(csv.reader(io.StringIO(csv_text(made), newline="")))[1:]:
        assert not row[1].startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_file_has_the_mark_that_spreadsheets_need(tmp_path: Path) -> None:
    path = tmp_path / "solves.csv"
    made = Solve("p", "Küken", 7, 7, 1, 61, GameCounts(1, 2, 3, 3), "2026-11-22 12:00:00")
    write_csv(path, [made])
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert read_again(path.read_text(encoding="utf-8-sig")) == [made]


def test_a_folder_that_is_missing_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match=r"solves\.csv"):
        write_csv(tmp_path / "missing" / "solves.csv", [])
