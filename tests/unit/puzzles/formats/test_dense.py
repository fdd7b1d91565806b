"""Files of the densest tokens take little memory: they are refused before all tokens are kept."""

from __future__ import annotations

import tracemalloc

import pytest

from puzzles.errors import FormatError
from puzzles.formats import read_all_bytes

_SIZE = 2_000_000
_MOST_BYTES_PER_BYTE = 25
"""500 MB for the largest file that is read, 16 MB, are 31."""


def filled(head: str, token: str, tail: str = "") -> bytes:
    return (head + token * (_SIZE // len(token)) + tail).encode()


@pytest.mark.parametrize(
    ("name", "data"),
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
    ],
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
