"""Tilings and labyrinths by rule. Each function returns bool, shape (height, width)."""

from __future__ import annotations

import numpy as np

from tools.packs.curves import Cells


def of_text(text: str) -> Cells:
    """Cells of rows divided by ``/``: ``#`` is shaded."""
    return np.array([[c == "#" for c in row] for row in text.split("/")])


def tiled(tile: Cells, down: int, across: int, close: bool = False) -> Cells:
    """A tile side by side; closed, the first lines of the tile are repeated at the end."""
    cells = np.tile(tile, (down, across))
    if close:
        cells = np.vstack([cells, cells[:1]])
        cells = np.hstack([cells, cells[:, :1]])
    return cells


def weave(down: int, across: int, band: int = 3) -> Cells:
    """Bands that go over and under each other, their outlines shaded."""
    unit = band + 2
    height, width = down * unit + 1, across * unit + 1
    cells = np.zeros((height, width), np.bool_)
    for r in range(down):
        for c in range(across):
            top, left = r * unit, c * unit
            part = np.zeros((unit + 1, unit + 1), np.bool_)
            part[[1, band], :] = (r + c) % 2 == 0
            if (r + c) % 2:
                part[:, [1, band]] = True
            cells[top : top + unit + 1, left : left + unit + 1] |= part
    return cells


def meander(times: int) -> Cells:
    """A Greek key, in a frame of two lines."""
    unit = of_text("########/#......./#.######/#.#....#/#.#.##.#/#.#..#.#/#.####.#/#......#")
    row = np.hstack([unit] * times)
    line = np.ones((1, row.shape[1]), np.bool_)
    blank = np.zeros_like(line)
    return np.vstack([line, blank, row, blank, line])


def concentric(side: int, doors: tuple[int, ...]) -> Cells:
    """Rings one cell wide with one cell between them, each with a door.

    Args:
        side: Odd.
        doors: For each ring from outside, the side of its door: 0 top, 1 right, 2 bottom, 3 left.
    """
    middle = side // 2
    y, x = np.mgrid[:side, :side] - middle
    cells = np.maximum(abs(x), abs(y)) % 2 == middle % 2
    for k, door in enumerate(doors):
        reach = middle - 2 * k
        row, column = ((-reach, 0), (0, reach), (reach, 0), (0, -reach))[door]
        cells[middle + row, middle + column] = False
    return np.asarray(cells)


def maze(rows: int, columns: int, seed: int) -> Cells:
    """A maze without circles, its walls one cell thick, with an entrance and an exit."""
    chance = np.random.default_rng(seed)
    cells = np.ones((2 * rows + 1, 2 * columns + 1), np.bool_)
    stack, seen = [(0, 0)], {(0, 0)}
    cells[1, 1] = False
    while stack:
        r, c = stack[-1]
        ways = [
            (r + dr, c + dc, dr, dc)
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= r + dr < rows and 0 <= c + dc < columns and (r + dr, c + dc) not in seen
        ]
        if not ways:
            stack.pop()
            continue
        nr, nc, dr, dc = ways[int(chance.integers(len(ways)))]
        cells[2 * r + 1 + dr, 2 * c + 1 + dc] = cells[2 * nr + 1, 2 * nc + 1] = False
        seen.add((nr, nc))
        stack.append((nr, nc))
    cells[0, 1] = cells[-1, -2] = False
    return cells
