"""The conflict metric of simulated annealing as it is written down: the judge of the fast one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from puzzles.model import Puzzle


def conflicts(line: str, clues: Sequence[int], plain: bool = False) -> list[Fraction]:
    """The conflict of each cell of a line (``#`` black), scenario by scenario, cell by cell."""
    n = len(line)
    runs: list[list[int]] = []
    for cell in range(n):
        if line[cell] == "#":
            if cell and line[cell - 1] == "#":
                runs[-1].append(cell)
            else:
                runs.append([cell])
    black, wanted = line.count("#"), sum(clues)
    between = [c for c in range(1, n - 1) if line[c - 1 : c + 2] == "#.#"]
    inner = sum(max(0, len(run) - 2) for run in runs)
    found = [Fraction(0)] * n
    for cell in range(n):
        run = next((run for run in runs if cell in run), None)
        if run and black > wanted:
            found[cell] += Fraction(black - wanted, black)
        if not run and black < wanted:
            found[cell] += Fraction(wanted - black, max(1, n - wanted))
        extra = len(runs) - len(clues)
        if extra > 0 and run and cell in (run[0], run[-1]):
            found[cell] += Fraction(extra, len(runs) * (1 if len(run) == 1 else 2))
        if extra > 0 and cell in between:
            found[cell] += Fraction(extra, len(between))
        if extra < 0 and run and cell not in (run[0], run[-1]):
            found[cell] += Fraction(-extra, inner)
        if extra < 0 and run and not inner and not plain:
            found[cell] += Fraction(-extra, black)
        for segment, length in zip(runs, clues, strict=True) if not extra else ():
            if len(segment) > length and cell in (segment[0], segment[-1]):
                found[cell] += Fraction(len(segment) - length, 2)
            if len(segment) < length and cell in (segment[0] - 1, segment[-1] + 1):
                found[cell] += Fraction(length - len(segment), 2)
    return found


def board_conflicts(puzzle: Puzzle, rows: Sequence[str], plain: bool) -> list[list[Fraction]]:
    """The conflict of each cell of a board, from its row and its column."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    of_rows = [_line(*each, plain) for each in zip(rows, puzzle.rows, strict=True)]
    of_columns = [_line(*each, plain) for each in zip(columns, puzzle.columns, strict=True)]
    return [
        [of_rows[r][c] + of_columns[c][r] for c in range(puzzle.width)]
        for r in range(puzzle.height)
    ]


def _line(line: str, clues: Sequence[tuple[int, int]], plain: bool) -> list[Fraction]:
    return conflicts(line, [length for length, _ in clues], plain)
