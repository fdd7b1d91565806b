"""What the reader says of pictures of cut puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.harness import Items, benchmark, progress
from puzzles.contracts import SolutionCount
from recognizer.cutoff import is_cut_off
from recognizer.lattice import Picture
from recognizer.reading import read
from recognizer.values import Reading
from solver.solution_count import count_solutions
from tests.support.pages import any_clues, draw_page

PITCH = 24
CHANGES = 6
"""Numbers of each whole puzzle that are changed, one at a time."""
CUTS = (0.5, 1.5, 2.5)
"""Widths of the parts that are cut off, in cells."""


@benchmark(sizes=(5,))
def cutoff(seeds: int = 1, sizes: tuple[int, ...] = (5, 10, 15)) -> Items:
    """How often a puzzle is reported as cut off, rightly or wrongly.

    A whole puzzle is tested as read, and with a few of its numbers changed, one at a time, as if
    misread so that no solution is left. Cut puzzles without a grid, or with exactly one solution
    (so complete), are skipped.

    Args:
        seeds: Puzzles of each size and style.
        sizes: Rows and columns.
    """
    rng = np.random.default_rng(1)
    count, alarms = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    kinds = [(size, boxed, s) for size in sizes for boxed in (False, True) for s in range(seeds)]
    for size, boxed, seed in progress(kinds, "puzzles"):
        page = draw_page(*any_clues(size, size, seed), pitch=PITCH, boxed=boxed, fifth=1 + seed % 3)
        puzzle = _inked(page.picture)
        for is_whole, pictures in ((True, _whole(puzzle)), (False, _cut(puzzle))):
            for kind, drawn in pictures:
                picture = np.ascontiguousarray(drawn)
                reading = read(picture, count_solutions=count_solutions)
                is_complete = not is_whole and reading.solution_count is SolutionCount.ONE
                if reading.lattice is None or is_complete:
                    continue
                others = _misread(reading, rng) if is_whole else ()
                for is_changed, each in ((False, reading), *((True, other) for other in others)):
                    count[kind, is_changed] += 1
                    alarms[kind, is_changed] += is_cut_off(picture, each)
    for kind in dict.fromkeys(kind for kind, _ in count):
        ways = [(kind, is_changed) for is_changed in (False, True)]
        texts = [f"{alarms[way]} of {count[way]}" if count[way] else "" for way in ways]
        yield {"picture": kind, "as it was read": texts[0], "with a misread number": texts[1]}


def _padded(picture: Picture, px: Sequence[int], gray: int = 255) -> Picture:
    """The picture with margins above, below, on the left and on the right."""
    top, bottom, *beside = px
    margins = (top, bottom), beside, (0, 0)
    return np.pad(picture, margins, constant_values=gray)


def _whole(puzzle: Picture) -> Iterator[tuple[str, Picture]]:
    """Kinds of pictures of a whole puzzle."""
    for px in (0, 1, 2, 5):
        yield f"{px} px around", _padded(puzzle, (px,) * 4)
    page = _padded(puzzle, (8,) * 4)
    framed = page.copy()
    framed[[0, 1, -2, -1]] = framed[:, [0, 1, -2, -1]] = 0
    yield "a frame", framed
    table = _padded(page, (10,) * 4, 90)
    size = table.shape[1], table.shape[0]
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), 2.0, 1.0)
    turned = cv2.warpAffine(table, turn, size, borderValue=(90,) * 3)
    yield "a table", np.asarray(turned, np.uint8)
    bar = np.full((PITCH, page.shape[1], 3), 60, np.uint8)
    bar[PITCH // 3 :, PITCH : 2 * PITCH] = 230
    yield "a toolbar above", np.vstack([bar[::-1], page])
    yield "a toolbar below", np.vstack([page, bar])
    yield "light on dark", 255 - _padded(puzzle, (1,) * 4)


def _cut(puzzle: Picture) -> Iterator[tuple[str, Picture]]:
    """Pictures of a puzzle without some cells of one side."""
    page = _padded(puzzle, (PITCH,) * 4)
    for cells in CUTS:
        px = PITCH + round(cells * PITCH)
        yield "cut left", page[:, px:]
        yield "cut above", page[px:]
        yield "cut right", page[:, :-px]
        yield "cut below", page[:-px]


def _inked(picture: Picture) -> Picture:
    """The bounding box of the ink."""
    y, x = np.nonzero(picture[..., 0] < 200)
    return picture[y.min() : y.max() + 1, x.min() : x.max() + 1]


def _misread(reading: Reading, rng: np.random.Generator) -> Iterator[Reading]:
    """The reading with one of its numbers changed, and without a solution."""
    names = [name for name, line in reading.lines if line.numbers]
    for k in rng.permutation(len(names))[:CHANGES]:
        line = dict(reading.lines)[names[k]]
        number = line.numbers[0].number + int(rng.choice([-1, 1, 10]))
        first = replace(line.numbers[0], number=max(0, number))
        changed = reading.with_line(names[k], replace(line, numbers=(first, *line.numbers[1:])))
        yield replace(changed, solution_count=SolutionCount.NONE)
