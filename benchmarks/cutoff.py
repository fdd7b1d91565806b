"""How often a puzzle is reported as cut off, rightly or wrongly: ``python benchmarks/cutoff.py``.

Draws pages, reads them, and counts :func:`recognizer.cutoff.is_cut_off`. A whole puzzle is tested
as read, and with a few of its numbers changed, one at a time, as if misread so that no solution is
left. Cut puzzles without a grid, or with exactly one solution (so complete), are skipped.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from tqdm import tqdm

from benchmarks.machine import machine
from puzzles.contracts import SolutionCount
from recognizer.cutoff import is_cut_off
from recognizer.reading import read
from recognizer.values import Picture, Reading
from solver.solution_count import count_solutions
from tests.support.pages import any_clues, draw_page

SIZES = (5, 10, 15)
PITCH = 24
CHANGES = 6
"""Numbers of each whole puzzle that are changed, one at a time."""
CUTS = (0.5, 1.5, 2.5)
"""Widths of the parts that are cut off, in cells."""


def padded(picture: Picture, px: Sequence[int], gray: int = 255) -> Picture:
    """The picture with margins above, below, on the left and on the right."""
    top, bottom, left, right = px
    more = cv2.copyMakeBorder(
        picture, top, bottom, left, right, cv2.BORDER_CONSTANT, value=(gray,) * 3
    )
    return np.asarray(more, np.uint8)


def whole(puzzle: Picture) -> Iterator[tuple[str, Picture]]:
    """Kinds of pictures of a whole puzzle."""
    for px in (0, 1, 2, 5):
        yield f"{px} px around", padded(puzzle, (px,) * 4)
    page = padded(puzzle, (8,) * 4)
    framed = page.copy()
    framed[[0, 1, -2, -1]] = framed[:, [0, 1, -2, -1]] = 0
    yield "a frame", framed
    table = padded(page, (10,) * 4, 90)
    size = table.shape[1], table.shape[0]
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), 2.0, 1.0)
    turned = cv2.warpAffine(table, turn, size, borderValue=(90,) * 3)
    yield "a table", np.asarray(turned, np.uint8)
    bar = np.full((PITCH, page.shape[1], 3), 60, np.uint8)
    bar[PITCH // 3 :, PITCH : 2 * PITCH] = 230
    yield "a toolbar above", np.vstack([bar[::-1], page])
    yield "a toolbar below", np.vstack([page, bar])
    yield "light on dark", 255 - padded(puzzle, (1,) * 4)


def cut(puzzle: Picture) -> Iterator[tuple[str, Picture]]:
    """Pictures of a puzzle without some cells of one side."""
    page = padded(puzzle, (PITCH,) * 4)
    for cells in CUTS:
        px = PITCH + round(cells * PITCH)
        yield "cut left", page[:, px:]
        yield "cut above", page[px:]
        yield "cut right", page[:, :-px]
        yield "cut below", page[:-px]


def inked(picture: Picture) -> Picture:
    """The bounding box of the ink."""
    y, x = np.nonzero(picture[..., 0] < 200)
    return picture[y.min() : y.max() + 1, x.min() : x.max() + 1]


def misread(reading: Reading, rng: np.random.Generator) -> Iterator[Reading]:
    """The reading with one of its numbers changed, and without a solution."""
    names = [name for name, line in reading.lines if line.numbers]
    for k in rng.permutation(len(names))[:CHANGES]:
        line = dict(reading.lines)[names[k]]
        number = line.numbers[0].number + int(rng.choice([-1, 1, 10]))
        first = replace(line.numbers[0], number=max(0, number))
        changed = reading.with_line(names[k], replace(line, numbers=(first, *line.numbers[1:])))
        yield replace(changed, solution_count=SolutionCount.NONE)


def main() -> None:
    """Print a table: a row for each kind of picture."""
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0] + ".")
    parser.add_argument("--seeds", type=int, default=1, help="puzzles of each size and style")
    seeds = parser.parse_args().seeds
    rng = np.random.default_rng(1)
    read_alarms, read_count = Counter[str](), Counter[str]()
    alarms, count = Counter[str](), Counter[str]()
    kinds = [(size, boxed, s) for size in SIZES for boxed in (False, True) for s in range(seeds)]
    for size, boxed, seed in tqdm(kinds, "puzzles", leave=False, disable=None):
        page = draw_page(*any_clues(size, size, seed), pitch=PITCH, boxed=boxed, fifth=1 + seed % 3)
        puzzle = inked(page.picture)
        for is_whole, pictures in ((True, whole(puzzle)), (False, cut(puzzle))):
            for kind, picture in pictures:
                picture = np.ascontiguousarray(picture)
                reading = read(picture, count_solutions=count_solutions)
                if reading.lattice is None or (
                    not is_whole and reading.solution_count is SolutionCount.ONE
                ):
                    continue
                read_count[kind] += 1
                read_alarms[kind] += is_cut_off(picture, reading)
                for changed in misread(reading, rng) if is_whole else ():
                    count[kind] += 1
                    alarms[kind] += is_cut_off(picture, changed)
    print(machine())
    print("\n| picture | as it was read | with a misread number |\n|---|--:|--:|")
    for kind, total in read_count.items():
        other = f"{alarms[kind]} of {count[kind]}" if count[kind] else ""
        print(f"| {kind} | {read_alarms[kind]} of {total} | {other} |")


if __name__ == "__main__":
    main()
