"""Saved pages of nonograms.org: the law is that decoding is the inverse of encoding."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from puzzles import Grid
from puzzles.formats import read_bytes
from puzzles.formats.nonograms_org import NONOGRAMS_ORG
from puzzles.grid import puzzle_of
from puzzles.model import BLACK_AND_WHITE, Puzzle

Quad = list[int]


def number(value: int, rng: random.Random) -> Quad:
    """A list that stands for a number."""
    modulus = value + rng.randint(1, 50)
    less = rng.randint(0, modulus - 1 - value)
    parts = [value, less, less]
    return [part + modulus * rng.randint(0, 9) for part in parts] + [modulus]


def count(value: int, rng: random.Random) -> Quad:
    """A list that stands for the number of runs."""
    root = int(value**0.5)
    half, odd = divmod(value - root * root, 2)
    modulus = max(root, half, odd) + rng.randint(1, 9)
    return [part + modulus * rng.randint(0, 9) for part in (root, half, odd)] + [modulus]


def page(rows: list[list[int]], colors: list[str], seed: int = 0, head: str = "") -> bytes:
    """A page with a picture: the colour of each cell, 0 for the background."""
    rng = random.Random(seed)
    runs = []
    for y, row in enumerate(rows, 1):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x] == row[start]:
                x += 1
            if row[start]:
                runs.append([start + 1, x - start, row[start], y])
    rng.shuffle(runs)
    key = [rng.randint(0, 500) for _ in range(4)]
    shades = [[int(rgb[at : at + 2], 16) for at in (1, 3, 5)] for rgb in colors]
    run_key = [rng.randint(0, 500) for _ in range(4)]
    lists = [[rng.randint(0, 999) for _ in range(4)]]
    lists += [number(len(rows[0]), rng), number(len(rows), rng), number(len(colors), rng), key]
    lists += [[r + key[1], g + key[0], b + key[3], rng.randint(0, 999)] for r, g, b in shades]
    lists += [count(len(runs), rng), run_key]
    lists += [[one + less for one, less in zip(run, run_key, strict=True)] for run in runs]
    return (
        f"<html><head>{head}</head><body><script>\nvar d={lists};\n</script></body></html>"
    ).encode()


@given(
    seed=st.integers(0, 10**6),
    size=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    colors=st.lists(st.sampled_from(["#000000", "#ff0000", "#12ab9f", "#ffffff"]), min_size=1,
                    max_size=4, unique=True),
)  # fmt: skip
def test_a_picture_is_read_as_it_was_encoded(
    seed: int, size: tuple[int, int], colors: list[str]
) -> None:
    rng = random.Random(seed)
    rows = [[rng.randint(0, len(colors)) for _ in range(size[1])] for _ in range(size[0])]
    data = page(rows, colors, seed)
    assert NONOGRAMS_ORG.sniff(data)
    puzzle = read_bytes(data, "page").puzzle
    assert [color.rgb for color in puzzle.palette] == ["#ffffff", *colors]
    picture = Grid(*size, len(colors) + 1, [1 << color for row in rows for color in row])
    assert puzzle == puzzle_of(picture, replace(Puzzle.empty(*size), palette=puzzle.palette))


def test_the_page_tells_name_and_number() -> None:
    head = (
        "<title>Japanese crossword «Cat &amp; dog»</title>"
        '<link rel="canonical" href="https://www.nonograms.org/nonograms/i/123">'
    )
    puzzle = read_bytes(page([[1, 0]], ["#000000"], head=head), "a.html").puzzle
    assert puzzle.palette == BLACK_AND_WHITE
    assert (puzzle.title, puzzle.catalogue) == ("Cat & dog", "nonograms.org 123")
