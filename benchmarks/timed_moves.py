"""What each technique costs a person, from the study of :mod:`benchmarks.timed_games`."""

from __future__ import annotations

import csv
import functools
import itertools
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import click

from benchmarks.harness import Items, Row, benchmark, progress
from benchmarks.timed_games import BLANK, SHADED, Cell, LogError, read_games, read_puzzles, steps_of
from puzzles.grid import Grid
from puzzles.model import Clues, Puzzle
from solver.api import solve
from solver.line import LineMasks, solve_line
from solver.logic import rate as rating
from solver.logic.board import LogicBoard
from solver.logic.finding import decided, merged
from solver.logic.line_techniques import LINE_TECHNIQUES, LineView, findings
from solver.logic.links.lookahead import look_ahead
from solver.logic.search import LineSearch
from solver.logic.techniques import Technique
from solver.values import Limits

SEVERAL_LINES = "several lines"
"""It follows line by line, but over cells of other lines that the person did not mark."""
LOOKAHEAD = "lookahead"
GUESS = "guess"
LABELS = (*(t.id for t in LINE_TECHNIQUES), SEVERAL_LINES, LOOKAHEAD, GUESS)
MIN_STEPS = 15
"""With fewer steps a technique's own cost is not used."""
_STATES = {SHADED: 2, BLANK: 1}
_RESAMPLES = 500


class Timed(NamedTuple):
    """A step with all that is compared."""

    person: str
    label: str
    """One of :data:`LABELS`."""
    pause_s: float
    cells: int
    scarcity: float
    """Open lines to lines that offer something, each plus 1, as in ``solver/logic/rate.py``."""
    mistakes: int
    """Wrong cells on the board."""


@functools.cache
def line_technique(clues: Clues, masks: LineMasks, width: int, at: int) -> Technique | None:
    """The simplest technique that, with the simpler ones, decides a cell of a line.

    >>> from puzzles.model import Clue
    >>> line_technique((Clue(3),), (0b1111, 0b1111), 4, 1).id
    'simple boxes'
    """
    for count, technique in enumerate(LINE_TECHNIQUES, 1):
        before = None
        while masks != before:
            before = masks
            for each in LINE_TECHNIQUES[:count]:
                for finding in findings(each, LineView(clues, masks, width)):
                    masks = merged(masks, finding.after)
        if decided(masks) >> at & 1:
            return technique
    return None


def label_of(board: LogicBoard, cell: Cell, lines: Sequence[int] = ()) -> str:
    """How a cell follows on a board without mistakes.

    Args:
        board: What the person has marked; the cell is open.
        cell: The cell.
        lines: The lines to look at first; if it does not follow there, in its row and column.
    """
    implied = with_implied_blanks(board)
    row, column = cell
    both = (row, board.height + column)
    for numbers in (lines, both):
        boards = [board, implied] if _is_open(implied, cell) else [board]
        found = [t for b, k in itertools.product(boards, numbers) if (t := _on_line(b, k, cell))]
        if found:
            return min(found, key=lambda t: t.rank).id
    solved = implied.copy()
    if _narrow_all(solved) and not _is_open(solved, cell):
        return SEVERAL_LINES
    number = row * board.width + column
    if any(each.cell == number for each in look_ahead(solved)):
        return LOOKAHEAD
    for state in (1, 2):
        trial = solved.copy()
        trial.set_state(number, state)
        if not _narrow_all(trial):
            return LOOKAHEAD
    return GUESS


def _on_line(board: LogicBoard, line: int, cell: Cell) -> Technique | None:
    at = cell[1] if line < board.height else cell[0]
    return line_technique(board.clues[line], board.lines[line], board.width_of(line), at)


def _is_open(board: LogicBoard, cell: Cell) -> bool:
    return not decided(board.lines[cell[0]]) >> cell[1] & 1


def with_implied_blanks(board: LogicBoard) -> LogicBoard:
    """The board with the blanks of all lines whose blocks are all there."""
    after = board.copy()
    for line in range(len(board.lines)):
        for finding in findings(Technique.COMPLETE_LINE, board.view(line)):
            if finding.evidence.kind in {"complete", "empty"}:
                after.narrow(line, finding.after)
    return after


def _narrow_all(board: LogicBoard) -> bool:
    """Solve line by line to the end; false if a line cannot be completed."""
    stale = set(range(len(board.lines)))
    while stale:
        line = stale.pop()
        exact = solve_line(board.clues[line], board.lines[line], board.width_of(line))
        if exact is None:
            return False
        stale |= {board.crossing(line, at)[0] for at in board.narrow(line, exact)}
    return True


def _board(puzzle: Puzzle, known: Mapping[Cell, int]) -> LogicBoard:
    grid = Grid.for_puzzle(puzzle)
    for cell, state in known.items():
        grid[cell] = _STATES[state]
    return LogicBoard.of(puzzle, grid)


def _scarcity(board: LogicBoard) -> float:
    board = with_implied_blanks(board)
    open_lines = len(board.open_lines)
    _changed, offers = LineSearch(board).carry_out()
    return (open_lines + 1) / (offers + 1)


def timed_steps(logs: Sequence[Path], puzzles: Mapping[int, Puzzle]) -> Iterator[Timed]:
    """The steps of all games of some logs."""
    solutions = {number: solve(puzzle).solutions[0] for number, puzzle in puzzles.items()}
    for log in progress(logs, "logs"):
        for game in read_games(log):
            puzzle = puzzles[game.puzzle]
            for step in steps_of(game, solutions[game.puzzle]):
                board = _board(puzzle, step.known)
                label = label_of(board, step.cells[0], _common(step.cells, puzzle.height))
                yield Timed(
                    game.person,
                    label,
                    step.pause_s,
                    len(step.cells),
                    _scarcity(board),
                    step.mistakes,
                )


def _common(cells: Sequence[Cell], height: int) -> list[int]:
    """The line that several cells share; no line for a single cell."""
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    if len(cells) == 1:
        return []
    return [*rows] if len(rows) == 1 else [height + c for c in columns]


def relative(steps: Sequence[Timed]) -> list[float]:
    """The pause of each step divided by its person's median pause."""
    medians = _medians(steps)
    return [step.pause_s / medians[step.person] for step in steps]


def _medians(steps: Sequence[Timed]) -> dict[str, float]:
    """The median pause of each person."""
    pauses = defaultdict(list)
    for step in steps:
        pauses[step.person].append(step.pause_s)
    return {person: statistics.median(values) for person, values in pauses.items()}


def costs_of(steps: Sequence[Timed]) -> dict[str, float]:
    """The cost of each label: the median relative pause, complete line being 1."""
    values = defaultdict(list)
    for step, value in zip(steps, relative(steps), strict=True):
        values[step.label].append(value)
    unit = statistics.median(values[Technique.COMPLETE_LINE.id] or [math.nan])
    return {label: statistics.median(each) / unit for label, each in values.items()}


def rows(steps: Sequence[Timed], seed: int = 1) -> Iterator[Row]:
    """The table of costs, the simplest technique first."""
    costs, chance = costs_of(steps), random.Random(seed)
    used = {technique.id: cost for technique, cost in rating.COSTS.items()}
    by_person = defaultdict(list)
    for step in steps:
        by_person[step.person].append(step)
    samples = defaultdict(list)
    for _ in range(_RESAMPLES):
        people = chance.choices(list(by_person), k=len(by_person))
        again = [
            step._replace(person=str(k)) for k, who in enumerate(people) for step in by_person[who]
        ]
        for label, cost in costs_of(again).items():
            samples[label].append(cost)
    for label in LABELS:
        mine = [step for step in steps if step.label == label]
        if mine:
            pauses = [step.pause_s for step in mine]
            low, high = _quantiles(pauses, (0.25, 0.75))
            bounds = _quantiles(samples[label], (0.05, 0.95))
            yield {
                "technique": label + ("" if len(mine) >= MIN_STEPS else " (few steps)"),
                "steps": len(mine),
                "people": len({step.person for step in mine}),
                "25 %, s": low,
                "median, s": statistics.median(pauses),
                "75 %, s": high,
                "cost": costs[label],
                "90 % interval": f"{bounds[0]:.2f} to {bounds[1]:.2f}",
                "in rate.py": used.get(label),
            }


def _quantiles(values: Sequence[float], shares: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares]


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """The rank correlation; equal values share their ranks.

    >>> round(spearman([1, 2, 3], [10, 30, 20]), 3)
    0.5
    """
    return statistics.correlation(_ranks(first), _ranks(second))


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def scarcity_exponent(steps: Sequence[Timed]) -> float:
    """The power of the scarcity with which the time of a step grows, other things being equal."""
    costs = costs_of(steps)
    pairs = zip(steps, relative(steps), strict=True)
    times = [math.log(max(value, 0.05) / costs[step.label]) for step, value in pairs]
    slope, _ = statistics.linear_regression([math.log(s.scarcity) for s in steps], times)
    return slope


def scores(
    puzzles: Sequence[Puzzle], costs: Mapping[Technique, float], exponent: float
) -> list[float]:
    """The scores of puzzles if techniques cost this and scarcity counts with this exponent."""
    with mock.patch.multiple(rating, COSTS=costs, SCARCITY_EXPONENT=exponent):
        return [rating.rate(puzzle).score for puzzle in puzzles]


def _effort(puzzle: Puzzle) -> int:
    return solve(puzzle, limits=Limits(solutions=2)).statistics.work


def _scarcity_items(steps: Sequence[Timed]) -> Items:
    values, costs = relative(steps), costs_of(steps)
    rest = [value / costs[step.label] for step, value in zip(steps, values, strict=True)]
    scarce = [step.scarcity for step in steps]
    yield "scarcity: (open lines + 1) / (lines that offer something + 1)"
    yield f"rank correlation with the time: {spearman(scarce, values):.2f}"
    yield f"rank correlation with the time / cost of the technique: {spearman(scarce, rest):.2f}"
    yield f"the time grows with its power {scarcity_exponent(steps):.2f}"
    pairs = sorted(zip(scarce, rest, strict=True))
    for k in range(5):
        part = pairs[k * len(pairs) // 5 : (k + 1) * len(pairs) // 5]
        if part:
            times = [value for _, value in part]
            yield {
                "scarcity": f"{part[0][0]:.2f}-{part[-1][0]:.2f}",
                "steps": len(part),
                "median of time / cost": statistics.median(times),
                "mean": statistics.fmean(times),
            }


def _puzzle_rows(puzzles: Mapping[int, Puzzle], summary: Path) -> Iterator[Row]:
    with summary.open(encoding="utf-8", newline="") as file:
        people = {int(row["puzzle_id"]): row for row in csv.DictReader(file)}
    numbers = sorted(puzzles.keys() & people.keys())
    times = [float(people[number]["mean_human_time_to_solve"]) for number in numbers]
    marks = [float(people[number]["mean_final_rating"]) for number in numbers]
    each = [puzzles[number] for number in numbers]
    ones = dict.fromkeys(Technique, 1.0)
    effort = [solve(puzzle, limits=Limits(solutions=2)).statistics.work for puzzle in each]
    listed: list[tuple[str, Sequence[float]]] = [
        ("mean time, s", times),
        ("mean rating, 1 to 5", marks),
        ("search effort: lines solved", effort),
    ]
    listed += [
        (f"score, {name}, scarcity^{exponent}", scores(each, costs, exponent))
        for name, costs in (("costs", rating.COSTS), ("all costs 1", ones))
        for exponent in (0.0, 0.5, 1.0)
    ]
    for name, values in listed:
        figures = {f"puzzle {n}": value for n, value in zip(numbers, values, strict=True)}
        yield {"puzzle": name, **figures, "with time": spearman(values, times),
               "with rating": spearman(values, marks)}  # fmt: skip


@benchmark()
def timed_moves(folder: Path) -> Items:
    """What each technique costs a person, from the logs of a study.

    Each game is replayed. A step is right moves in one line without a pause. It is asked which is
    the simplest technique by which its first cell follows from the person's right cells. The time
    of the step is the pause before it, divided by the person's own median. A technique's cost is
    the median of these times, as a multiple of that of *complete line*; of the costs, 90 % lie in
    the interval if people are drawn again (bootstrap).

    Blanks of a line whose blocks are all there need not be marked to be known, so a step is rated
    with and without them, and the simpler technique counts.

    Then it is measured how the time grows with the scarcity of places that offer progress, and the
    scores of the puzzles are compared with the mean times and ratings of all people of the study.

    Args:
        folder: A copy of the study: nonograms_6.json, the logs in backend/logs, and
            outputs/puzzle_human_difficulty_summary.csv.
    """
    logs = sorted(p for p in (folder / "backend/logs").glob("*") if "json" in p.suffix)
    if not logs:
        raise click.UsageError(f"there are no logs in {folder / 'backend/logs'}")
    try:
        puzzles = read_puzzles(folder / "nonograms_6.json")
        steps = list(timed_steps(logs, puzzles))
        medians = _medians(steps).values()
        yield (f"{len(steps):,} steps of {len(medians)} people, whose median times are "
               f"{min(medians):.1f} to {max(medians):.1f} s")  # fmt: skip
        yield from rows(steps)
        yield from _scarcity_items(steps)
        yield from _puzzle_rows(puzzles, folder / "outputs/puzzle_human_difficulty_summary.csv")
    except (OSError, LogError) as error:
        raise click.UsageError(f"{error}") from error
