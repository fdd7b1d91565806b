"""Boards without a picture: clutter, and a few short blocks lost on a wide board.

The numbers come from a generator of our own, so that they do not change with Python's.
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
    """Small shapes strewn over the board, overlapping, and single cells turned over.

    Args:
        size: Cells a side.
        seed: Says which of all such boards; not every one makes a puzzle with one solution.
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
    """One to three cells in a row here and there, so few that no line tells anything at first.

    A block is taken back if one of its two lines then had so little room that some cell of it
    were certain.

    Args:
        size: Cells a side, 8 or more.
        seed: Says which of all such boards.
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
    """Whether a line has few and short blocks, each of which can move away from where it is."""
    blocks = [len(block) for block in line.split(".") if block]
    spare = len(line) - sum(blocks) - max(0, len(blocks) - 1)
    return len(blocks) <= 4 and max(blocks, default=0) <= min(3, spare)


def _numbers(seed: int) -> Iterator[int]:
    """Numbers without a pattern that the eye can see, 0 to 2**16 - 1 (Lehmer, 1951)."""
    state = seed * 7919 + 1
    while True:
        state = state * 48271 % (2**31 - 1)
        yield state >> 15
