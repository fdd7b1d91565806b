"""The test set of photographs: always the same pictures, and what is said of them is true."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from puzzles import Puzzle
from solver.api import is_unique
from tests.support.cases import few, further
from tools.handwriting import load_digits
from tools.photographs import handwritten
from tools.photographs.make import HARD, HARD_SCREENS, main, make_picture
from tools.photographs.pictures import draw_picture
from tools.photographs.web_pages import LAYOUTS, web_page


def test_a_picture_depends_on_nothing_but_seed_and_index(tmp_path: Path) -> None:
    arguments = [str(tmp_path), "--count", "2", "--seed", "4", "--kind", "console"]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    truth = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    assert [entry["name"] for entry in truth] == ["console-0000", "console-0001"]
    _, content, entry = make_picture(4, 1, "console")
    assert (tmp_path / entry["image"]).read_bytes() == content
    assert truth[1] == json.loads(json.dumps(entry))
    assert make_picture(5, 1, "console")[1] != content


DRAWN = [
    *(("", kind) for kind in ("web", "app", "console")),
    *(("hard", kind) for kind in HARD),
    *(("screen", kind) for kind in HARD_SCREENS),
]


@pytest.mark.parametrize(("of", "kind"), few(4, DRAWN))
def test_every_kind_is_drawn_alike_inside_its_picture_with_one_solution(of: str, kind: str) -> None:
    name, content, entry = make_picture(3, 1, kind, of=of)
    assert name.startswith(f"{of}-{kind}".lstrip("-"))
    assert make_picture(3, 1, kind, of=of)[1] == content
    assert entry["solutions"] == "unique"
    assert is_unique(Puzzle.from_numbers(entry["rows"], entry["columns"]))
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    corners = np.array(entry["corners"])
    # A flush picture ends within the last cells.
    room = (corners[2] - corners[0]) / 4 if (of, kind) == ("screen", "flush") else 0
    assert (corners >= 0).all()
    assert (corners < np.array(image.shape[1::-1]) + room).all()


@pytest.mark.parametrize("kind", few(1, ["printout", "web", *further("magazine")]))
def test_the_corners_are_on_the_lines(kind: str) -> None:
    _, content, entry = make_picture(2, 1, kind)
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    grey = cv2.GaussianBlur(image, (3, 3), 0).astype(float)
    corners = np.array(entry["corners"])
    cells = np.array([len(entry["columns"]), len(entry["rows"])] * 2)
    for k in range(4):
        along = (corners[(k + 1) % 4] - corners[k]) / cells[k]
        back = (corners[k - 1] - corners[k]) / cells[k - 1]
        x, y = corners[k].round().astype(int)
        across, down = (corners[k] + (along + back) / 2).round().astype(int)
        assert grey[y, x] < 0.75 * grey[down, across]


@pytest.fixture
def handwriting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of handwritten digits: ten strokes of different slopes for each digit."""
    package = tmp_path / "mnist" / "src" / "digits"
    package.mkdir(parents=True)
    for digit in range(10):
        samples = np.zeros((10, 28, 28), np.uint8)
        for index, sample in enumerate(samples):
            cv2.line(sample, (4 + index, 4), (24 - digit, 24), 255, 2)
        values = [round(v / 255, 2) for v in samples.ravel().tolist()]
        (package / f"{digit}.json").write_text(json.dumps({"data": values}), encoding="utf-8")
    monkeypatch.setenv("NONOGRAM_HANDWRITING", str(tmp_path))
    handwritten.unseen_digits.cache_clear()
    return package


def test_digits_for_tests_are_not_those_for_training(handwriting: Path) -> None:
    kept, learned = (load_digits(handwriting, is_test) for is_test in (True, False))
    for seen_in_tests, learned_from in zip(kept, learned, strict=True):
        assert (len(seen_in_tests), len(learned_from)) == (2, 8)
        shapes = {mask.shape for mask in seen_in_tests}
        assert not shapes & {mask.shape for mask in learned_from}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["form", *further("ruled", "squared")])
def test_numbers_are_written_into_every_kind_of_sheet(kind: str, handwriting: Path) -> None:
    name, content, entry = make_picture(3, 1, kind, of="handwritten")
    assert name.startswith(f"handwritten-{kind}")
    assert make_picture(3, 1, kind, of="handwritten")[1] == content
    assert is_unique(Puzzle.from_numbers(entry["rows"], entry["columns"]))


def test_a_web_page_shows_each_number_once_in_each_layout() -> None:
    drawing = draw_picture(np.random.default_rng(3), size=(6, 7))
    pages = [web_page(drawing, random.Random(seed)) for seed in range(40)]
    assert {page.kind.split("-")[1] for page in pages} == set(LAYOUTS)
    assert pages[5] == web_page(drawing, random.Random(5))
    clues = [*drawing.rows, *drawing.columns]
    blank = clues.count([])
    for page in pages:
        shown = re.findall(r'<t?span class="n[^"]*">(\d+)<', page.html)
        assert [int(n) for n in shown if n != "0"].count(1) == sum(c.count(1) for c in clues)
        assert len(shown) - sum(map(len, clues)) in (0, blank)
