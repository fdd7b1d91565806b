"""Colours that everyone tells apart: ``python tools/packs/palettes.py`` changes the bundled packs.

The colours of a picture are moved as little as possible until the palette needs no signs (see
:mod:`puzzles.color_values`). A palette that would look like another picture stays as it is; its
puzzle is then shown with signs. Clues, solution and rating do not depend on colours.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from puzzles.color_values import (
    MAX_INKS,
    MIN_DIFFERENCE,
    common_name,
    contrast,
    least_difference,
    luminance,
    needs_signs,
    seen_difference,
)
from puzzles.formats import Document, read, write
from puzzles.model import Color
from puzzles.packs import packs
from tools.packs.boards import MIN_CONTRAST

MAX_MOVE = 26.0
"""Difference (CIEDE2000) from its old value that a colour may get. Found by looking at the
pictures: up to it red stays red, and skin stays skin."""
KEPT = {"Desert island", "Hamburger", "Tractor"}
"""Titles of pictures that keep their colours, which say what they show: a bun is not grey."""
WANTED = MIN_DIFFERENCE + 0.3
"""The difference that is aimed at: rounding to #rrggbb costs a little."""
_WEIGHTS = (0.3, 1.0, 3.0, 10.0, 40.0, 400.0)
"""Of a missing difference, beside moves, from the first round to the last one."""
_STEPS = (32, 16, 8, 4, 2)
"""Changes of red, green or blue that are tried, of 255."""
_STARTS, _START_REACH = 12, 60
"""Starts that are tried beside the old colours, and how far their red, green or blue may be from
the old one, of 255: between two dark colours, the search does not find that one must be light."""


def told_apart(rgbs: Sequence[str]) -> list[str] | None:
    """The colours, moved until they need no signs.

    Args:
        rgbs: ``#rrggbb``, the background first, which stays.

    Returns:
        The new colours; ``None`` if one would have to be moved by more than MAX_MOVE.
    """
    if len(rgbs) - 1 > MAX_INKS:
        return None
    chance, best, best_cost = random.Random(1), None, math.inf
    for start in range(1 + _STARTS):
        reach = _START_REACH if start else 0
        now = _moved([rgbs[0], *(_jittered(rgb, reach, chance) for rgb in rgbs[1:])], rgbs)
        moves = [seen_difference(*pair) for pair in zip(now, rgbs, strict=True)]
        cost = sum(move**2 for move in moves)
        if cost < best_cost and max(moves) <= MAX_MOVE and not needs_signs(now):
            best, best_cost = now, cost
        if best is not None and start == 0:
            break
    return best


def _jittered(rgb: str, reach: int, chance: random.Random) -> str:
    parts = (part + chance.randint(-reach, reach) for part in bytes.fromhex(rgb[1:]))
    return "#" + "".join(f"{min(255, max(0, part)):02x}" for part in parts)


def _moved(now: list[str], old: Sequence[str]) -> list[str]:
    for weight in _WEIGHTS:
        for step in _STEPS:
            while _improved(now, old, weight, step):
                pass
    return now


def _improved(now: list[str], old: Sequence[str], weight: float, step: int) -> bool:
    """Move each colour to the best place near it; whether one has moved."""
    has_moved = False
    for k in range(1, len(now)):
        others = [rgb for j, rgb in enumerate(now) if j != k]

        def cost(rgb: str, k: int = k, others: Sequence[str] = others) -> float:
            missing = (max(0.0, WANTED - least_difference((rgb, other))) for other in others)
            return seen_difference(rgb, old[k]) ** 2 + weight * sum(gap**2 for gap in missing)

        best = min(_near(now[k], step, now[0]), key=cost)
        if cost(best) < cost(now[k]) - 1e-6:
            now[k], has_moved = best, True
    return has_moved


def _near(rgb: str, step: int, paper: str) -> list[str]:
    """Colours around one that are not too pale for the paper."""
    parts = bytes.fromhex(rgb[1:])
    around = (
        [min(255, max(0, part + sign * step)) for part, sign in zip(parts, signs, strict=True)]
        for signs in product((-1, 0, 1), repeat=3)
    )
    codes = {f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in around}
    return sorted(code for code in codes if contrast(code, paper) >= MIN_CONTRAST) or [rgb]


def clear_palette(palette: tuple[Color, ...], title: str) -> tuple[Color, ...]:
    """The palette with colours that are told apart, each with a name of its own.

    It is unchanged if that is not possible: then each name stands with its sign.
    """
    rgbs = [color.rgb for color in palette]
    found = told_apart(rgbs) if needs_signs(rgbs) else rgbs
    if found is None or title in KEPT:
        return palette
    clear = (replace(color, rgb=rgb) for color, rgb in zip(palette, found, strict=True))
    return _named_apart(tuple(clear))


def _named_apart(palette: tuple[Color, ...]) -> tuple[Color, ...]:
    """The palette with ``deep green`` for the darker one of two greens."""
    names = [color.name or common_name(color.rgb) for color in palette]
    named = list(palette)
    for k, color in enumerate(palette):
        same = [other for other, name in zip(palette, names, strict=True) if name == names[k]]
        if len(same) > 1 and luminance(color.rgb) == min(luminance(each.rgb) for each in same):
            base = names[k].removeprefix("dark ").removeprefix("light ")
            named[k] = replace(color, name=f"deep {base}")
    return tuple(named)


def _changed(path: Path) -> bool:
    puzzle = read(path).puzzle
    palette = clear_palette(puzzle.palette, puzzle.title)
    if palette == puzzle.palette:
        return False
    write(path, Document.untouched(replace(puzzle, palette=palette)))
    return True


def main() -> None:
    """Change the files of all packs; tools/pack_ratings.py has to be run afterwards."""
    paths = [entry.path for pack in packs() for entry in pack.puzzles if entry.colors > 1]
    with ProcessPoolExecutor(1) as pool:
        changed = sum(pool.map(_changed, paths))
    signs = sum(needs_signs([color.rgb for color in read(path).puzzle.palette]) for path in paths)
    print(f"{changed} of {len(paths)} palettes changed; {signs} puzzles need signs")


if __name__ == "__main__":
    main()
