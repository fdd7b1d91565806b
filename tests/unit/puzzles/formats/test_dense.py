"""Files of the densest tokens take little memory: they are refused before all tokens are kept."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from puzzles.errors import FormatError
from puzzles.formats import read_all_bytes
from tests.support.cases import few

_SIZE = 2_000_000
_MOST_BYTES_PER_BYTE = 25
"""500 MB for the largest file that is read, 16 MB, are 31."""


def filled(head: str, token: str, tail: str = "") -> bytes:
    return (head + token * (_SIZE // len(token)) + tail).encode()


def test_pixels_with_blanks_between_them_take_little_memory() -> None:
    data = filled("P1\n1000 1000\n", "1 ")
    tracemalloc.start()
    try:
        (document,) = read_all_bytes(data, "a.pbm")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert document.puzzle.width == 1000
    assert peak < _MOST_BYTES_PER_BYTE * _SIZE


@pytest.mark.clock
@pytest.mark.parametrize(
    ("name", "head"), [("a.csv", 'a,"'), ("a.cwd", "5\n5\n"), ("a.gno", "[dim]\n")]
)
def test_newlines_do_not_take_quadratic_time(name: str, head: str) -> None:
    """No pattern begins at each newline and goes to the end: that took over 4 s."""
    start = time.process_time()
    with pytest.raises(FormatError):
        read_all_bytes(filled(head, "\n"), name)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("name", "data"),
    few(
        2,
        [
            pytest.param("a.json", filled("[", "{},", "{}]"), id="objects"),
            pytest.param("a.json", filled("[", "[],", "[]]"), id="lists"),
            pytest.param("a.non", filled("width 5\nheight 5\nrows\n", "1\n"), id="lines"),
            pytest.param("a.non", filled("width 5\nheight 5\nrows\n", "\n"), id="newlines"),
            pytest.param("a.csv", filled('row,1\ncolumn,"', "\n", '"'), id="a cell of newlines"),
            pytest.param("a.csv", filled("row,1\ncolumn,", ","), id="empty cells"),
            pytest.param("a.cwd", filled("5\n5\n", "1\n"), id="numbers"),
            pytest.param("a.nin", filled("5 5\n", "1 "), id="numbers in a line"),
            pytest.param("a.xml", filled("<puzzleset><puzzle>", "<line/>"), id="tags"),
            pytest.param("a.pbm", filled("P1\n1000 1000\n", "#\n"), id="comments"),
            pytest.param("a.pbm", filled("P1\n1000 1000\n1", " "), id="blanks"),
        ],
    ),
)
def test_dense_files_are_refused_with_little_memory(name: str, data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(FormatError):
            read_all_bytes(data * (4 if name == "a.json" else 1), name)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < _MOST_BYTES_PER_BYTE * _SIZE
