"""The puzzles for comparing solvers: generated deterministically, or read from files."""

from __future__ import annotations

import math
import random
import re
import sys
from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from benchmarks.peers import is_solution
from puzzles import BLANK, SHADED, Grid, NonogramError, Puzzle, clues, puzzle_of
from puzzles.contracts import SolutionCount
from puzzles.formats import read
from puzzles.model import Color
from solver.line import solve_line
from solver.solution_count import count_solutions

PICTURES = 3
"""Pictures of each size."""
FILLED, FILLED_IN_COLOUR = 0.5, 0.6
"""Share of the cells that are no paper on random boards in black and white, and in colour."""
_PALETTE = (
    Color("0", "#ffffff"),
    Color("a", "#ff0000"),
    Color("b", "#00ff00"),
    Color("c", "#0000ff"),
    Color("d", "#ffff00"),
    Color("e", "#ff00ff"),
    Color("f", "#00ffff"),
    Color("g", "#000000"),
)
MAX_COLORS = len(_PALETTE)


class Item(NamedTuple):
    """One puzzle of a set."""

    name: str
    puzzle: Puzzle
    known: tuple[Grid, ...] = ()
    """Solutions known beforehand; there may be others."""


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles with a common row per solver in the table."""

    title: str
    items: Iterable[Item]
    count: int | None = None
    """Number of puzzles, for the progress bar."""


def _item(name: str, grid: Grid, palette: tuple[Color, ...] = ()) -> Item:
    empty = Puzzle.empty(grid.height, grid.width)
    if palette:
        empty = Puzzle(empty.rows, empty.columns, palette)
    return Item(name, puzzle_of(grid, empty), (grid,))


# Random boards


def random_board(chance: random.Random, height: int, width: int, filled: float) -> Puzzle:
    """A black and white board, each cell shaded with the probability ``filled``."""
    cells = [SHADED if chance.random() < filled else BLANK for _ in range(height * width)]
    return puzzle_of(Grid(height, width, cells=cells), Puzzle.empty(height, width))


def blurred_board(
    size: int, noise: np.random.Generator, chance: np.random.Generator | random.Random
) -> Puzzle:
    """A picture of blurred noise that is the only solution of its clues."""
    while True:
        field = cv2.GaussianBlur(noise.random((size, size)), (0, 0), 0.7 + chance.random())
        shaded = field > np.quantile(field, 0.35 + 0.25 * chance.random())
        grid = Grid(size, size, cells=[SHADED if x else BLANK for x in shaded.flat])
        puzzle = puzzle_of(grid, Puzzle.empty(size, size))
        if count_solutions(puzzle) is SolutionCount.ONE:
            return puzzle


def random_set(count: int, size: int, seed: int, filled: float = FILLED) -> PuzzleSet:
    """Black and white boards, each cell shaded with the probability ``filled``."""
    chance = np.random.default_rng(seed)

    def items() -> Iterator[Item]:
        for number in range(1, count + 1):
            shaded = chance.random((size, size)) < filled
            cells = [SHADED if x else BLANK for x in shaded.flat]
            yield _item(str(number), Grid(size, size, cells=cells))

    share = "" if filled == FILLED else f" {filled:.0%}"
    return PuzzleSet(f"random {size}x{size}{share}", items(), count)


def colour_set(
    count: int, size: int, seed: int, colors: int = 4, filled: float = FILLED_IN_COLOUR
) -> PuzzleSet:
    """Boards of 3 to ``MAX_COLORS`` colours, paper included: each ink has the same probability."""
    chance = random.Random(seed)
    palette = _PALETTE[:colors]
    weights = [1 - filled, *[filled / (colors - 1)] * (colors - 1)]
    states = [1 << color for color in range(colors)]

    def items() -> Iterator[Item]:
        for number in range(1, count + 1):
            cells = chance.choices(states, weights, k=size * size)
            yield _item(str(number), Grid(size, size, colors, cells), palette)

    return PuzzleSet(f"{size}x{size} {colors} col. {filled:.0%}", items(), count)


# Pictures


def picture_set(size: int, count: int = PICTURES) -> PuzzleSet:
    """Pictures that can be solved line by line, see :func:`picture_seeds`."""
    seeds = picture_seeds(size, count)
    items = (_item(f"seed {seed}", picture(size, seed)) for seed in seeds)
    return PuzzleSet(f"picture {size}x{size}", items, count)


@lru_cache(maxsize=1)
def picture(size: int, seed: int) -> Grid:
    """Twelve discs, overlapping and cut off by the edges. Treat as read-only."""
    chance = random.Random(seed)
    discs = [
        (chance.random() * size, chance.random() * size, (0.05 + 0.25 * chance.random()) * size)
        for _ in range(12)
    ]
    cells = array("I")
    for r in range(size):
        row = bytearray([BLANK]) * size
        for y, x, d in discs:
            first, last = _within(r - y, x, d, size)
            row[first:last] = bytes([SHADED]) * (last - first)
        cells.extend(row)
    return Grid.of_cells(size, size, 2, cells)


def _within(dy: float, x: float, d: float, size: int) -> tuple[int, int]:
    """The columns of a row in a disc, the last one excluded.

    Args:
        dy: From the disc's centre to the row.
        x: The centre's column.
        d: The radius.
        size: Columns of the board.
    """
    if dy**2 >= d * d:
        return 0, 0
    half = math.sqrt(d * d - dy**2)
    near = range(max(0, math.floor(x - half) - 1), min(size, math.ceil(x + half) + 2))
    inside = [c for c in (*near[:4], *near[-4:]) if dy**2 + (c - x) ** 2 < d * d]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def picture_seeds(size: int, count: int = PICTURES) -> Iterator[int]:
    """The first seeds whose pictures can be solved line by line, which is tested."""
    seed = 0
    while count:
        if is_line_solvable(_item("", picture(size, seed)).puzzle):
            count -= 1
            yield seed
        seed += 1


def is_line_solvable(puzzle: Puzzle) -> bool:
    """Whether a black and white puzzle can be solved line by line.

    Uses only the specification of line solving, :func:`solver.line.solve_line`, of the solver.
    """
    height, width = puzzle.height, puzzle.width
    all_clues = (*puzzle.rows, *puzzle.columns)
    may_be = [[(1 << width) - 1] * 2 for _ in range(height)]
    may_be += [[(1 << height) - 1] * 2 for _ in range(width)]
    waiting = deque(range(height + width))
    is_waiting = [True] * (height + width)
    while waiting:
        line = waiting.popleft()
        is_waiting[line] = False
        is_row = line < height
        length = width if is_row else height
        before = may_be[line]
        after = solve_line(all_clues[line], (before[0], before[1]), length)
        if after is None:
            return False
        for state in (0, 1):
            gone = before[state] & ~after[state]
            bit = ~(1 << (line if is_row else line - height))
            while gone:
                crossing = (gone & -gone).bit_length() - 1 + (height if is_row else 0)
                gone &= gone - 1
                may_be[crossing][state] &= bit
                if not is_waiting[crossing]:
                    is_waiting[crossing] = True
                    waiting.append(crossing)
        may_be[line] = list(after)
    return all(blank & shaded == 0 for blank, shaded in may_be)


# Files


def folder_set(folder: Path) -> PuzzleSet:
    """All puzzle files of a folder, in any format; prints a message for each file left out."""
    items = [item for path in sorted(folder.iterdir()) if (item := _read(path))]
    return PuzzleSet(folder.resolve().name, items, len(items))


def _read(path: Path) -> Item | None:
    if path.is_dir():
        return None
    try:
        puzzle = read(path).puzzle
    except NonogramError as error:
        print(f"left out: {error}", file=sys.stderr)
        return None
    if defects := puzzle.defects():
        print(f"left out: {path}: {defects[0]}", file=sys.stderr)
        return None
    goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width) if puzzle.goal else None
    if goal is not None and not is_solution(puzzle, goal):
        print(f"{path}: its goal is not a solution, and is ignored", file=sys.stderr)
        goal = None
    return Item(path.name, puzzle, (goal,) if goal is not None else ())


def tournament_set(questions: Path, count: int | None, answers: Path | None) -> PuzzleSet:
    """The first puzzles of a TAAI tournament's file, all of them by default.

    Args:
        questions: ``$n``, the clues of 25 columns, then of 25 rows, numbers separated by tabs.
        count: Number of puzzles; ``None`` for all.
        answers: ``$n``, 25 rows of 0 and 1, separated by tabs; a solution of each puzzle.

    Raises:
        ValueError: A file is not of this form, or an answer does not solve its puzzle.
    """
    solutions = dict(_blocks(answers)) if answers else {}
    items = []
    for number, block in list(_blocks(questions))[:count]:
        if len(block) < 50 or "".join(block[50:]).strip():
            raise ValueError(f"{questions}: ${number} has {len(block)} lines, not 50")
        lines = [clues(map(int, line.split())) for line in block[:50]]
        puzzle = Puzzle(tuple(lines[25:]), tuple(lines[:25]))
        known: tuple[Grid, ...] = ()
        if number in solutions:
            rows = ["".join(line.split()) for line in solutions[number][:25]]
            grid = Grid.from_text([row.replace("0", ".").replace("1", "#") for row in rows])
            if not is_solution(puzzle, grid):
                raise ValueError(f"{answers}: ${number} is not a solution of its puzzle")
            known = (grid,)
        items.append(Item(f"${number}", puzzle, known))
    if not items:
        raise ValueError(f"{questions}: no puzzles in it, they begin with $1")
    return PuzzleSet("tournament 25x25", items, len(items))


def _blocks(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines below each ``$n``, including empty ones, which may be clues."""
    parts = re.split(r"^\$(\d+)[ \t]*\n", path.read_text(), flags=re.M)[1:]
    for number, text in zip(parts[::2], parts[1::2], strict=True):
        yield int(number), text.splitlines()
