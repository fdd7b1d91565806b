"""What ``nonogram scan --json`` prints."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from puzzles.grid import Grid
from puzzles.json_keys import PUZZLE, PUZZLE_PARTS
from puzzles.model import Color
from recognizer.values import (
    Problem,
    ReadLine,
)
from tests.support.scan_command import NOTHING, Reader, doubtful, good, number, other, run


def test_json_has_all_that_was_read(reader: Reader) -> None:
    reading = doubtful()
    printed_as_zero = ReadLine((number(0),))
    reader(replace(reading, rows=(*reading.rows[:2], printed_as_zero)))
    result = run("--json", "a.png")
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert found.pop("seconds") >= 0
    line = {"side": "row", "number": 1}
    assert found == {
        "format": "nonogram",
        "file": "a.png",
        "page": None,
        "grid": None,
        "parts": 1,
        "width": 3,
        "height": 3,
        "rows": [[1, 1], [3], []],
        "columns": [[2], [1], [2]],
        "palette": None,
        "confidence": pytest.approx(0.48),
        "doubtful": [
            {"line": line, "number": 1, "consequence": "decisive", "read": 1, "or": 7,
             "confidence": 0.6, "unread": None},
            {"line": line, "number": None, "consequence": "quiet", "read": [1, 1], "or": [11],
             "confidence": 0.8, "unread": None},
        ],
        "outcome": "unique",
        "problems": [Problem.DOUBTFUL_NUMBERS.sentence],
        "grids": 1,
        "turned": 0,
        "mirrored": False,
    }  # fmt: skip


def test_a_picture_without_a_puzzle_has_a_line_with_an_error(reader: Reader) -> None:
    reader(NOTHING)
    empty = json.loads(run("--json", "a.png").stdout)
    assert (empty["file"], empty["error"]["code"]) == ("a.png", "no_puzzle")
    assert empty["error"]["message"] == Problem.NO_GRID.sentence
    broken = json.loads(run("--json", "text.png").stdout)
    assert (broken["file"], broken["error"]["code"]) == ("text.png", "unreadable")


def test_help_tells_every_key_of_the_json(reader: Reader) -> None:
    reading = good()
    row = replace(reading.rows[0], numbers=(number(1, 0.9, 7), number(1)))
    reader(replace(reading, rows=(row, *reading.rows[1:])))
    told = set(re.findall(r"\w+", run("--help").stdout.split("JSON:")[1].lower()))
    values = json.loads(run("--json", "a.png").stdout)
    assert set(values) - told - {*PUZZLE, *PUZZLE_PARTS} == set()
    assert set(values["doubtful"][0]) - told == set()


def test_json_has_the_marks(reader: Reader) -> None:
    rows = ["#.?", "???", "..."]
    reader(replace(good(), marks=Grid.from_text(rows)))
    assert json.loads(run("--json", "a.png").stdout)["marks"] == rows


def test_json_numbers_the_puzzles_of_each_page(reader: Reader) -> None:
    reader(good(), other())
    pages = [Image.new("L", (8, 8), gray) for gray in (0, 240)]
    pages[0].save("book.tif", save_all=True, append_images=pages[1:])
    result = run("--json", "--all", "a.png", "book.tif")
    assert result.exit_code == 0
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    places = [(each["file"], each["page"], each["grid"]) for each in objects]
    assert places == [("a.png", None, 1), ("a.png", None, 2)] + [
        ("book.tif", page, grid) for page in (1, 2) for grid in (1, 2)
    ]
    assert objects[1]["rows"] == [[], [3], [1, 1]]
    run("--all", "-o", "out", "book.tif")
    assert sorted(path.stem for path in Path("out").iterdir()) == [
        f"book-{page}-{grid}" for page in (1, 2) for grid in (1, 2)
    ]


def test_json_has_the_colours_of_a_puzzle(reader: Reader) -> None:
    reading = good()
    palette = (*reading.palette, Color("r", "#ff0000", "red"))
    row = ReadLine((number(1), replace(number(1), color=2)))
    marks = Grid(3, 3, 3, [2, 4, 1, 7, 7, 7, 1, 1, 1])
    reader(replace(reading, palette=palette, rows=(row, *reading.rows[1:]), marks=marks))
    found = json.loads(run("--json", "a.png").stdout)
    assert found["rows"][0] == [[1, "1"], [1, "r"]]
    assert found["palette"][2] == {"symbol": "r", "rgb": "#ff0000", "name": "red"}
    assert found["marks"] == ["#r.", "???", "..."]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_not_utf_8_is_valid_json(reader: Reader) -> None:
    name = os.fsdecode(b"m\xf6we.png")
    Image.new("RGB", (9, 9)).save(name)
    Path(os.fsdecode(b"\xff.png")).write_text("no picture")
    read, refused = (run("--json", each) for each in (name, os.fsdecode(b"\xff.png")))
    assert json.loads(read.stdout)["file"] == "m\\xf6we.png"
    found = json.loads(refused.stdout)
    assert (found["file"], found["error"]["code"]) == ("\\xff.png", "unreadable")
    for text in (read.stdout, refused.stdout):
        json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8")
