"""The puzzles for comparing solvers: generated deterministically, or read from files."""

from __future__ import annotations

import random
import re
import sys
from array import array
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
from solver.propagate import propagate
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


def smooth_set(size: int, count: int = PICTURES) -> PuzzleSet:
    """Blurred noise, half of it shaded, in waves of an 80th of a side: most have many solutions."""

    def items() -> Iterator[Item]:
        for seed in range(count):
            noise = np.random.default_rng(seed).random((size, size))
            field = cv2.GaussianBlur(noise, (0, 0), size / 80)
            cells = np.where(field > np.median(field), SHADED, BLANK).astype(np.uint32)
            grid = Grid.of_cells(size, size, 2, array("I", cells.tobytes()))
            yield _item(f"seed {seed}", grid)

    return PuzzleSet(f"smooth {size}x{size}", items(), count)


@lru_cache(maxsize=1)
def picture(size: int, seed: int) -> Grid:
    """Twelve discs, overlapping and cut off by the edges. Treat as read-only."""
    chance = random.Random(seed)
    discs = [
        (chance.random() * size, chance.random() * size, (0.05 + 0.25 * chance.random()) * size)
        for _ in range(12)
    ]
    columns, rows = np.arange(size), []
    for r in range(size):
        inside = [(columns - x) ** 2 + (r - y) ** 2 < d * d for y, x, d in discs]
        rows.append(np.where(np.any(inside, axis=0), SHADED, BLANK))
    return Grid.of_cells(
        size, size, 2, array("I", np.concatenate(rows).astype(np.uint32).tobytes())
    )


def picture_seeds(size: int, count: int = PICTURES) -> Iterator[int]:
    """The first seeds whose pictures can be solved line by line, which is tested."""
    seed = 0
    while count:
        if is_line_solvable(_item("", picture(size, seed)).puzzle):
            count -= 1
            yield seed
        seed += 1


def is_line_solvable(puzzle: Puzzle) -> bool:
    """Whether a puzzle can be solved line by line."""
    found = propagate(puzzle)
    return found.is_consistent and all(state & (state - 1) == 0 for state in found.grid.cells)


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
