"""Boards without a picture: clutter, and a few short blocks on a wide board.

The random numbers come from our own generator, so that they do not depend on Python's version.
"""

from __future__ import annotations

from collections.abc import Iterator

from tools.study_pictures.canvas import Canvas

_SHAPES = (
    ("##", "##"),
    ("###",),
    ("#", "#", "#"),
    ("##", "#."),
    ("##", ".#"),
    (".#.", "###", ".#."),
    ("#.", "##"),
    ("###", "#.#", "###"),
    ("####",),
    (".##", "##."),
)


def clutter(size: int, seed: int) -> Canvas:
    """Small overlapping shapes at random places, and some inverted cells.

    Args:
        size: Cells per side.
        seed: Seed of the random numbers; not every one makes a puzzle with one solution.
    """
    canvas = Canvas(size)
    numbers = _numbers(seed)
    for _ in range(size * size // 9):
        rows = _SHAPES[next(numbers) % len(_SHAPES)]
        left = next(numbers) % (size - len(rows[0]) + 1)
        top = next(numbers) % (size - len(rows) + 1)
        canvas.stamp([row.replace(".", " ") for row in rows], left, top)
    canvas.turn(*((next(numbers) % size, next(numbers) % size) for _ in range(size)))
    return canvas


def sparse(size: int, seed: int) -> Canvas:
    """Random blocks of one to three cells, so few that at first no line decides a cell.

    A block is removed again if one of its lines would then have a certain cell.

    Args:
        size: Cells per side, 8 or more.
        seed: Seed of the random numbers.
    """
    canvas = Canvas(size)
    numbers = _numbers(seed)
    for _ in range(3 * size):
        length, across = 1 + next(numbers) % 3, next(numbers) % 2 == 0
        x, y = next(numbers) % size, next(numbers) % size
        ends = (x + length, y + 1) if across else (x + 1, y + length)
        if max(ends) > size:
            continue
        before = [row[:] for row in canvas.cells]
        canvas.box(x, y, *ends)
        if not all(map(_is_loose, _lines(canvas))):
            canvas.cells = before
    return canvas


def _lines(canvas: Canvas) -> list[str]:
    """All rows, then all columns, as text."""
    rows = canvas.text().split()
    return [*rows, *map("".join, zip(*rows, strict=True))]


def _is_loose(line: str) -> bool:
    """Whether each block of a line is short and can move away from its place."""
    blocks = [len(block) for block in line.split(".") if block]
    spare = len(line) - sum(blocks) - max(0, len(blocks) - 1)
    return len(blocks) <= 4 and max(blocks, default=0) <= min(3, spare)


def _numbers(seed: int) -> Iterator[int]:
    """Pseudo-random numbers from 0 to 2**16 - 1 (Lehmer, 1951)."""
    state = seed * 7919 + 1
    while True:
        state = state * 48271 % (2**31 - 1)
        yield state >> 15
