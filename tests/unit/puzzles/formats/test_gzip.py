"""Puzzle files that were compressed by gzip."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from puzzles import FormatError
from puzzles.formats import MAX_BYTES, Document, read_all, read_bytes
from puzzles.formats.csv_clues import CSV
from puzzles.formats.non import NON
from tests.support.boards import CHICK

PACK = gzip.compress(NON.write_all([Document(CHICK)] * 2))


def test_a_compressed_pack_is_read(tmp_path: Path) -> None:
    path = tmp_path / "two.nonpack.gz"
    path.write_bytes(PACK)
    assert [each.puzzle for each in read_all(path)] == [CHICK, CHICK]


def test_the_name_without_the_ending_tells_the_format() -> None:
    printed = gzip.compress(b",,2,1\n1,1,,\n1,,,\n")
    assert read_bytes(printed, "table.csv.gz") == CSV.read_all(b",,2,1\n1,1,,\n1,,,\n", "")[0]


@pytest.mark.parametrize(
    "data", [PACK[:-20], PACK[:3], PACK[:10] + b"x" * 40], ids=["end", "beginning", "changed"]
)
def test_a_damaged_file_is_said(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"^a\.gz: the compressed file is damaged"):
        read_bytes(data, "a.gz")


def test_contents_that_are_too_large_are_not_unpacked() -> None:
    with pytest.raises(FormatError, match="larger than the 16 MB"):
        read_bytes(gzip.compress(bytes(MAX_BYTES + 1)), "a.non.gz")
