"""Nonograms as SAT problems for a general solver: CryptoMiniSat (the package pycryptosat)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from benchmarks.peers import Answer, Ending, Peer, package
from puzzles import Clue, Grid, Puzzle

MAX_CLAUSES = 20_000_000
"""Boards that need more are not tried; these take some 5 GB when passed to the solver."""


def _grid(puzzle: Puzzle, is_true: Callable[[int, int], bool]) -> Grid:
    """The board whose cell ``i`` has colour ``k`` where ``is_true(i, k)``."""
    colors = range(1, len(puzzle.palette))
    cells = [
        next((1 << k for k in colors if is_true(i, k)), 1)
        for i in range(puzzle.height * puzzle.width)
    ]
    return Grid(puzzle.height, puzzle.width, len(puzzle.palette), cells)


def _lines(puzzle: Puzzle) -> Iterator[tuple[Sequence[Clue], list[int]]]:
    """The clues and the cells of each line."""
    for r, row in enumerate(puzzle.rows):
        yield row, [r * puzzle.width + c for c in range(puzzle.width)]
    for c, column in enumerate(puzzle.columns):
        yield column, [r * puzzle.width + c for r in range(puzzle.height)]


# The order encoding, with a variable for "block j starts at or before p"


class Encoding:
    """A puzzle as clauses; the variable ``cell(i, k)`` is true if cell ``i`` has colour ``k``.

    Raises:
        TimeoutError: ``end``, a time of ``perf_counter``, is reached.
        OverflowError: More than ``MAX_CLAUSES`` would be needed.
    """

    def __init__(self, puzzle: Puzzle, end: float = float("inf")) -> None:
        self.colors = len(puzzle.palette) - 1
        self.count = puzzle.height * puzzle.width * self.colors
        self.clauses: list[list[int]] = []
        if self.colors > 1:
            for cell in range(puzzle.height * puzzle.width):
                for a in range(1, self.colors + 1):
                    for b in range(1, a):
                        self.clauses.append([-self.cell(cell, a), -self.cell(cell, b)])
        for clues, cells in _lines(puzzle):
            self._line(clues, cells)
            if time.perf_counter() > end:
                raise TimeoutError
            if len(self.clauses) > MAX_CLAUSES:
                raise OverflowError

    def cell(self, cell: int, color: int) -> int:
        """The variable for "this cell has this colour"."""
        return cell * self.colors + color

    def _line(self, clues: Sequence[Clue], cells: list[int]) -> None:
        width, firsts, at = len(cells), [], 0
        gaps = [a.color == b.color for a, b in pairwise(clues)] + [False]
        for clue, gap in zip(clues, gaps, strict=False):
            firsts.append(at)
            at += clue.length + gap
        slack = width - at
        base = self.count + 1
        self.count += len(clues) * slack

        def starts_by(j: int, p: int) -> int | bool:
            """The literal for "block j starts at or before p"; True or False where it is known."""
            if j >= len(clues) or p < firsts[j]:
                return False
            return True if p >= firsts[j] + slack else base + j * slack + p - firsts[j]

        for j, (length, color) in enumerate(clues):
            for p in range(firsts[j], firsts[j] + slack):
                self._add(_no(starts_by(j, p)), starts_by(j, p + 1))
            if j + 1 < len(clues):
                for p in range(firsts[j], firsts[j] + slack + 1):
                    behind = p + length + gaps[j]
                    self._add(_no(starts_by(j + 1, behind)), starts_by(j, p))
            for i in range(firsts[j], firsts[j] + slack + length):
                x = self.cell(cells[i], color)
                self._add(_no(starts_by(j, i)), starts_by(j, i - length), x)
        for i, cell in enumerate(cells):
            for j in range(len(clues) + 1):
                ended = starts_by(j - 1, i - clues[j - 1].length) if j else True
                for color in range(1, self.colors + 1):
                    self._add(_no(ended), starts_by(j, i), -self.cell(cell, color))

    def _add(self, *literals: int | bool) -> None:
        if not any(literal is True for literal in literals):
            self.clauses.append([x for x in literals if x is not False])


def _no(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal


def sat_peer() -> Peer:
    """CryptoMiniSat on the order encoding.

    Raises:
        MissingPeerError: It is not installed.
    """
    pycryptosat = package("pycryptosat")

    def ask(puzzle: Puzzle, timeout_s: float) -> Answer:
        end = time.perf_counter() + timeout_s
        try:
            encoding = Encoding(puzzle, end)
        except TimeoutError:
            return Answer([], Ending.TIMEOUT)
        except OverflowError:
            return Answer([], Ending.GAVE_UP, note="too large")
        solver = pycryptosat.Solver()
        solver.add_clauses(encoding.clauses)
        found: list[Grid] = []
        cells = range(1, puzzle.height * puzzle.width * encoding.colors + 1)
        while len(found) < 2:
            left = end - time.perf_counter()
            if left <= 0:
                return Answer(found, Ending.TIMEOUT)
            is_satisfiable, model = solver.solve(time_limit=left)
            if is_satisfiable is None:
                if time.perf_counter() < end - 0.05:
                    raise KeyboardInterrupt  # the library swallows it
                return Answer(found, Ending.TIMEOUT)
            if not is_satisfiable:
                break
            found.append(_grid(puzzle, lambda i, k, m=model: bool(m[encoding.cell(i, k)])))  # type: ignore[misc]
            solver.add_clause([-x if model[x] else x for x in cells])
        return Answer(found, Ending.FINISHED, len(found) < 2)

    about = f"CryptoMiniSat on the order encoding, pycryptosat {pycryptosat.__version__}"
    return Peer("sat", about, ask)
