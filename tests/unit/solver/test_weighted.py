"""The likeliest puzzles with a solution: all pictures of small boards are the judge."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any, NamedTuple

import pytest

from puzzles.contracts import Assignment, Likeliest, SolutionCount, Way, Weighted
from puzzles.grid import Grid, clues_of, clues_of_picture
from puzzles.model import BLACK_AND_WHITE, Clue, Clues, Color, Line, Puzzle, cells_needed, clues
from solver import weighted
from solver.solution_count import count_solutions
from solver.weighted import WeightedLimits, likeliest
from tests.support.cases import further

PALETTE = (*BLACK_AND_WHITE, Color("r", "#ff0000"))
INFINITE = float("inf")
GENEROUS = WeightedLimits(max_cost=100.0, nodes=10**6, assignments=10**4)


class Found(NamedTuple):
    """An assignment in a form that is easily compared."""

    cost: int
    """Thousandths."""
    lines: tuple[Clues, ...]
    solutions: SolutionCount
    way: int
    derived: frozenset[Line]


def as_found(assignment: Assignment) -> Found:
    puzzle, cost, solutions, way, derived = assignment
    return Found(round(1000 * cost), (*puzzle.rows, *puzzle.columns), solutions, way, derived)


def all_found(result: Likeliest) -> list[Found]:
    return [as_found(assignment) for assignment in result.assignments]


@cache
def solvable(height: int, width: int, colors: int) -> dict[tuple[Clues, ...], SolutionCount]:
    """The clues of every picture of a size, and whether they belong to others, too."""
    lines = {
        size: {
            cells: clues_of([1 << c for c in cells])
            for cells in product(range(colors), repeat=size)
        }
        for size in (height, width)
    }
    counts: Counter[tuple[Clues, ...]] = Counter()
    for rows in product(lines[width], repeat=height):
        of_rows = [lines[width][row] for row in rows]
        of_columns = [lines[height][column] for column in zip(*rows, strict=True)]
        counts[(*of_rows, *of_columns)] += 1
    return {
        puzzle: SolutionCount.ONE if count == 1 else SolutionCount.SEVERAL
        for puzzle, count in counts.items()
    }


Prices = list[dict[Clues | None, int]]


def prices_of(way: Way) -> Prices:
    """For each line the least cost of each alternative that fits it, in thousandths."""
    sizes = [len(way.columns)] * len(way.rows) + [len(way.rows)] * len(way.columns)
    prices: Prices = []
    for line, size in zip((*way.rows, *way.columns), sizes, strict=True):
        least: dict[Clues | None, int] = {}
        for alternative, price, _ in line:
            if alternative and cells_needed(alternative) > size:
                continue
            number = round(1000 * price)
            least[alternative] = min(number, least.get(alternative, number))
        prices.append(least)
    return prices


def price_of(prices: Prices, puzzle: Sequence[Clues]) -> tuple[float, frozenset[int]]:
    """The least cost of these clues, infinite if a line may not have them; the lines of *any*."""
    total, derived = 0.0, []
    for number, (line, of_line) in enumerate(zip(prices, puzzle, strict=True)):
        listed, of_any = line.get(of_line, INFINITE), line.get(None, INFINITE)
        least = min(listed, of_any)
        if least == INFINITE:
            return INFINITE, frozenset()
        if of_any < listed:
            derived.append(number)
        total += least
    return total, frozenset(derived)


def brute(ways: Sequence[Way], colors: int, limits: WeightedLimits) -> list[Found]:
    """The assignments, the cheapest first, over all pictures."""
    height, width = len(ways[0].rows), len(ways[0].columns)
    prices = [prices_of(way) for way in ways]
    sums = [
        1000 * way.cost + sum(min(line.values(), default=INFINITE) for line in lines)
        for way, lines in zip(ways, prices, strict=True)
    ]
    found = []
    is_near = False
    for puzzle, count in solvable(height, width, colors).items():
        costs = [
            (1000 * way.cost + price, number, derived)
            for number, way in enumerate(ways)
            for price, derived in [price_of(prices[number], puzzle)]
            if price < INFINITE
        ]
        if costs:
            total, number, derived = min(costs, key=lambda each: each[:2])
            is_near |= total <= min(sums) + 1000 * limits.max_cost
            total += 1000 * limits.several_cost * (count is SolutionCount.SEVERAL)
            lines = frozenset(Line.numbered(line, height) for line in derived)
            found.append(Found(round(total), puzzle, count, number, lines))
    if not is_near:
        return []
    last = min(each.cost for each in found) + 1000 * limits.margin
    return sorted((each for each in found if each.cost <= last), key=order)


def order(found: Found) -> tuple[int, list[tuple[int, Clues]]]:
    return found.cost, [(len(line), line) for line in found.lines]


def random_price(rng: random.Random) -> float:
    return rng.choice([0.0, 0.0, 0.5, 1.25, 2.0, 3.0, 4.5, 7.007])


def random_way(rng: random.Random, height: int, width: int, colors: int, truth: Puzzle) -> Way:
    """Alternatives among which the true clues mostly are."""
    lines = []
    for line_clues, size in [(row, width) for row in truth.rows] + [
        (column, height) for column in truth.columns
    ]:
        line = [Weighted(line_clues, random_price(rng))] if rng.random() < 0.95 else []
        for _ in range(rng.randint(0, 2)):
            cells = [1 << rng.randrange(colors) for _ in range(size + rng.choice([0, 0, 1]))]
            line.append(Weighted(clues_of(cells), random_price(rng)))
        if rng.random() < 0.15:
            line.append(Weighted(None, random_price(rng) + 2))
        rng.shuffle(line)
        lines.append(line)
    return Way(lines[:height], lines[height:], rng.choice([0, 0, 2.5]))


def random_puzzle(rng: random.Random, height: int, width: int, colors: int) -> Puzzle:
    cells = [1 << rng.randrange(colors) for _ in range(height * width)]
    return Puzzle(*clues_of_picture(Grid(height, width, colors, cells)), PALETTE[:colors])


def random_ways(rng: random.Random, height: int, width: int, colors: int) -> list[Way]:
    truth = random_puzzle(rng, height, width, colors)
    return [random_way(rng, height, width, colors, truth) for _ in range(rng.choice([1, 1, 2, 3]))]


@pytest.mark.parametrize(
    ("height", "width", "colors", "cases"),
    [(2, 3, 2, 40), (3, 4, 2, 20), (1, 4, 3, 20), (2, 3, 3, 20), *further((4, 4, 2, 3))],
)
def test_small_boards_as_brute_force(
    engine: str, height: int, width: int, colors: int, cases: int
) -> None:
    rng = random.Random(height * 100 + width * 10 + colors)
    sizes = set()
    for _ in range(cases):
        ways = random_ways(rng, height, width, colors)
        limits = WeightedLimits(
            max_cost=rng.choice([2.0, 26.0]),
            margin=rng.choice([0.0, 4.0, 9.0]),
            several_cost=rng.choice([0.0, 3.9]),
            nodes=10**6,
            assignments=10**4,
        )
        result = likeliest(ways, PALETTE[:colors], limits, engine=engine)
        assert result.is_complete
        assert all_found(result) == brute(ways, colors, limits)
        sizes.add(min(2, len(result.assignments)))
    assert cases < 20 or sizes == {0, 1, 2}


def costs_of(ways: Sequence[Way], palette: Sequence[Color], engine: str) -> list[tuple[float, str]]:
    result = likeliest(ways, palette, GENEROUS, engine=engine)
    assert result.is_complete
    return [(each.cost, each.solutions.value) for each in result.assignments]


def transposed(way: Way) -> Way:
    return Way(way.columns, way.rows, way.cost)


def mirrored(way: Way) -> Way:
    rows = [[Weighted(c and c[::-1], cost) for c, cost, _ in line] for line in way.rows]
    return Way(rows, way.columns[::-1], way.cost)


def recolored(way: Way) -> Way:
    rows, columns = (
        [
            [Weighted(c and tuple(Clue(n, 3 - k) for n, k in c), cost) for c, cost, _ in line]
            for line in lines
        ]
        for lines in (way.rows, way.columns)
    )
    return Way(rows, columns, way.cost)


def test_turned_and_recolored_boards_have_the_same_costs(engine: str) -> None:
    rng = random.Random(7)
    for size in [(5, 3), (4, 6), (7, 7)]:
        ways = random_ways(rng, *size, 3)
        expected = costs_of(ways, PALETTE, engine)
        for turned in (transposed, mirrored, recolored):
            assert costs_of([turned(way) for way in ways], PALETTE, engine) == expected


def with_alternative(way: Way, line: int, alternative: Weighted) -> Way:
    lines = [list(each) for each in (*way.rows, *way.columns)]
    lines[line].append(alternative)
    return Way(lines[: len(way.rows)], lines[len(way.rows) :], way.cost)


def best_cost(way: Way, engine: str) -> float:
    found = likeliest([way], PALETTE[:2], GENEROUS, engine=engine).assignments
    return found[0].cost if found else INFINITE


def test_an_alternative_more_never_raises_the_best_cost(engine: str) -> None:
    rng = random.Random(8)
    fell = 0
    for _ in range(20):
        way = random_way(rng, 4, 4, 2, random_puzzle(rng, 4, 4, 2))
        line_clues = clues_of([1 << rng.randrange(2) for _ in range(4)])
        other = with_alternative(way, rng.randrange(8), Weighted(line_clues, 0.25))
        before, after = best_cost(way, engine), best_cost(other, engine)
        assert after <= before
        fell += after < before
    assert fell


def test_any_clues_are_no_dearer_than_each_of_them(engine: str) -> None:
    rng = random.Random(9)
    for _ in range(8):
        way = random_way(rng, 4, 4, 2, random_puzzle(rng, 4, 4, 2))
        line, cost = rng.randrange(8), rng.choice([0.0, 1.5, 9.0])
        of_any = best_cost(with_alternative(way, line, Weighted(None, cost)), engine)
        listed = way
        for cells in product((1, 2), repeat=4):
            listed = with_alternative(listed, line, Weighted(clues_of(cells), cost))
        assert of_any == best_cost(listed, engine)


@pytest.mark.parametrize("limit", ["nodes", "assignments", "decisions"])
def test_a_smaller_limit_gives_no_other_complete_answer(engine: str, limit: str) -> None:
    rng = random.Random(10)
    complete = set()
    for _ in range(2):
        truth = random_puzzle(rng, 5, 5, 2)
        ways = [random_way(rng, 5, 5, 2, truth) for _ in range(2)]
        expected = likeliest(ways, PALETTE[:2], GENEROUS, engine=engine)
        for number in (0, 1, 2, 3, 5, 8, 13, 30, 10**4):
            changes: dict[str, Any] = {limit: number}
            limits = replace(GENEROUS, **changes)
            result = likeliest(ways, PALETTE[:2], limits, engine=engine)
            complete.add(result.is_complete)
            if result.is_complete:
                assert result.assignments == expected.assignments
            if limit == "nodes":
                assert result.is_complete or number < expected.nodes
            if limit == "assignments":
                assert len(result.assignments) <= max(1, number)
                assert result.assignments[0].cost == expected.assignments[0].cost
    assert True in complete
    assert (False in complete) or limit == "decisions"


def test_puzzles_whose_solutions_are_not_counted_stay_in_doubt() -> None:
    truth = hard_puzzle()
    limits = WeightedLimits(decisions=0)
    result = likeliest([exact(truth)], truth.palette, limits)
    assert [each.solutions for each in result.assignments] == [SolutionCount.UNKNOWN]
    assert not result.is_complete
    assert likeliest([exact(truth)], truth.palette).nodes > result.nodes, "decisions count"


def exact(puzzle: Puzzle) -> Way:
    rows, columns = (
        [[Weighted(line, 0.0)] for line in lines] for lines in (puzzle.rows, puzzle.columns)
    )
    return Way(rows, columns)


def hard_puzzle() -> Puzzle:
    """One that takes decisions to solve."""
    return random_puzzle(random.Random(11), 25, 25, 2)


def unique_puzzle(size: int) -> Puzzle:
    rng = random.Random(size)
    while True:
        cells = [2 if rng.random() < 0.6 else 1 for _ in range(size * size)]
        puzzle = Puzzle(*clues_of_picture(Grid(size, size, 2, cells)))
        if count_solutions(puzzle) is SolutionCount.ONE:
            return puzzle


def test_what_was_read_stays_if_it_is_the_only_puzzle(engine: str) -> None:
    truth = unique_puzzle(20)
    result = likeliest([exact(truth)], truth.palette, engine=engine)
    assert result.is_complete
    (found,) = result.assignments
    assert (found.puzzle, found.cost, found.solutions) == (truth, 0.0, SolutionCount.ONE)


@pytest.mark.parametrize("line", [0, 8, 25])
def test_a_line_that_the_others_decide_comes_back(engine: str, line: int) -> None:
    truth = unique_puzzle(20)
    lines = [[Weighted(each, 0.0)] for each in (*truth.rows, *truth.columns)]
    lines[line] = [Weighted(clues([1, 1]), 0.0), Weighted(None, 9.0)]
    result = likeliest([Way(lines[:20], lines[20:])], truth.palette, engine=engine)
    (found,) = result.assignments
    assert (found.puzzle, found.cost, result.is_complete) == (truth, 9.0, True)
    assert found.derived == {Line.numbered(line, 20)}


def test_slices_of_time_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    way = doubtful_way(12)
    whole = likeliest([way], PALETTE[:2])
    monkeypatch.setattr(weighted, "SLICE_S", 0.0)
    assert likeliest([way], PALETTE[:2]) == whole


def doubtful_way(size: int) -> Way:
    """So many alternatives that the search takes long."""
    rng = random.Random(size)
    truth = random_puzzle(rng, size, size, 2)
    lines = []
    for line in (*truth.rows, *truth.columns):
        others = [random_puzzle(rng, 1, size, 2).rows[0] for _ in range(12)]
        lines.append([Weighted(each, rng.choice([0.0, 1.0, 2.0])) for each in (line, *others)])
        lines[-1].append(Weighted(None, 4.0))
    return Way(lines[:size], lines[size:])


def test_a_stop_at_once_finds_nothing(engine: str) -> None:
    way = doubtful_way(12)
    for calls in (1, 2, 24, 25):  # it is asked for each line, and then by the search
        answers = iter([False] * (calls - 1) + [True] + [False] * 10**6)
        result = likeliest([way], PALETTE[:2], GENEROUS, partial(next, answers), engine)
        assert result == ((), False, 0) or calls > 24
        assert not result.is_complete


@pytest.mark.clock
@pytest.mark.parametrize("size", [12, 70])
def test_a_stop_takes_less_than_100_ms(engine: str, size: int) -> None:
    stop = threading.Event()
    stopped_at = []

    def end() -> None:
        stopped_at.append(time.perf_counter())
        stop.set()

    way = doubtful_way(size)
    timer = threading.Timer(0.15, end)
    timer.start()
    limits = WeightedLimits(nodes=10**9, decisions=10**9, assignments=10**9)
    result = likeliest([way], PALETTE[:2], limits, stop.is_set, engine)
    assert time.perf_counter() - stopped_at[0] < 0.1
    assert not result.is_complete


ONE = [Weighted(clues([1]), 0.0)]


@pytest.mark.parametrize(
    ("ways", "sentence"),
    [
        pytest.param([], "no way", id="no way"),
        pytest.param([Way([], [ONE])], "no cells", id="no rows"),
        pytest.param(
            [Way([ONE], [ONE]), Way([ONE], [ONE, ONE])], "different sizes", id="two sizes"
        ),
        pytest.param([Way([[Weighted((), -1.0)]], [ONE])], "a cost is", id="negative cost"),
        pytest.param([Way([ONE], [ONE], float("nan"))], "a cost is", id="no number"),
        pytest.param([Way([[Weighted(clues([1], 2), 0.0)]], [ONE])], "no colour", id="colour"),
    ],
)
def test_what_is_no_way_to_read_a_board_is_refused(ways: list[Way], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        likeliest(ways, PALETTE[:2])


def test_a_line_without_alternatives_that_fit_has_no_assignment(engine: str) -> None:
    too_long = [Weighted(clues([2]), 0.0), Weighted(clues([1, 0]), 0.0)]
    for line in ([], too_long):
        assert likeliest([Way([line], [ONE])], PALETTE[:2], engine=engine) == ((), True, 0)


def test_a_board_that_is_too_large_is_not_searched(engine: str) -> None:
    way = Way([ONE] * 501, [ONE] * 500)
    assert likeliest([way], PALETTE[:2], engine=engine) == ((), False, 0)


@pytest.mark.parametrize("size", [30, 150])
def test_the_work_is_limited_on_boards_of_any_size(size: int) -> None:
    """A node of a large board counts as often as it costs."""
    line = [Weighted(clues([k]) if k else (), 0.0) for k in range(0, size, max(1, size // 40))]
    found = likeliest([Way([line] * size, [line] * size)], BLACK_AND_WHITE)
    limit = weighted.DEFAULT_LIMITS.nodes
    assert limit <= found.nodes < 1.1 * limit
    assert not found.is_complete
