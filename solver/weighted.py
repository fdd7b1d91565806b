"""The likeliest puzzles that have a solution, if of each line only alternatives are known.

A reading of a picture gives for each line some lists of clues, each with a cost: the negative
logarithm of its odds. :func:`likeliest` finds the combinations whose puzzle has a solution, exactly
and in order of their total cost. ``solver/native/likeliest.hpp`` has the method; without the core
:mod:`solver.weighted_python` finds the same, slowly.

Costs are compared as thousandths: sums of them are exact, so that a transposed, mirrored or
recoloured board has the same costs. All limits are counts, never times: a slow machine finds the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.board_picture import UNKNOWNS
from puzzles.contracts import (
    Assignment,
    Likeliest,
    ShouldStop,
    SolutionCount,
    Way,
    Weighted,
    never,
)
from puzzles.errors import NonogramError
from puzzles.model import ANYTHING, MAX_SIZE, Clue, Clues, Color, Line
from puzzles.words import worded
from solver.native import SLICE_S
from solver.registry import get_engine
from solver.weighted_python import (
    ChosenLines,
    PlainChoice,
    PlainLimits,
    PlainWay,
    WeightedBoard,
    find_in_python,
)

MAX_COST = 500_000.0
"""The largest cost of an alternative or of a way: sums of thousandths stay in 32 bits."""
MAX_CELLS, MAX_SIDE = 40_000, 1000
"""Of boards that are searched: on larger ones a single step takes longer than a stop may, and a
node has too many bytes. What is read of pictures is smaller."""
_MAX_COLORS = 32
_MAX_STEPS = 10_000_000
"""Of reducing a line of which a part is known: cells, states and colours."""
_COUNTS = (
    SolutionCount.NONE,
    SolutionCount.ONE,
    SolutionCount.SEVERAL,
    SolutionCount.UNKNOWN,
)
"""By their numbers in the core."""


@dataclass(frozen=True, slots=True)
class WeightedLimits:
    """What :func:`likeliest` looks for, and where it gives up."""

    max_cost: float = 26.0
    """Above the sum of the cheapest alternatives: nothing dearer is looked for until something is
    found."""
    margin: float = 4.0
    """Above the cheapest assignment: dearer ones are not found."""
    several_cost: float = 3.9
    """What puzzles with several solutions cost more: printed puzzles nearly always have one."""
    nodes: int = 1500
    """Nodes of the search in total. Ten decisions while solutions are counted count as one, and so
    does much work on lines: nodes of large boards count more than once."""
    decisions: int = 2000
    """Decisions while the solutions of one puzzle are counted; after them they are UNKNOWN."""
    assignments: int = 64
    """Assignments that are kept, at least 1. The result is incomplete if there are more."""
    may_end_full: bool = False
    """Whether the search may end, incomplete, once it has found as many."""


DEFAULT_LIMITS = WeightedLimits()


def likeliest(
    ways: Sequence[Way],
    palette: Sequence[Color],
    limits: WeightedLimits = DEFAULT_LIMITS,
    should_stop: ShouldStop = never,
    engine: str | None = None,
) -> Likeliest:
    """Find the cheapest assignments of one alternative to each line that have a solution.

    Equal clues in several ways or alternatives are found once, with their least cost. Alternatives
    that do not fit their line are ignored. A line without an alternative has no assignment.

    Args:
        ways: Ways to read the board, all of one size; they share the limits.
        palette: The colours, background first.
        limits: See :class:`WeightedLimits`.
        should_stop: Is called often; once true, what was found is returned within 100 ms,
            incomplete.
        engine: ``native`` or ``python``; by default the fastest that is installed.

    Returns:
        The assignments; none and incomplete if the board is too large to be searched.

    Raises:
        ValueError: There is no way, or no cell; the ways have different sizes; a cost is negative
            or too large; a clue has no colour of the palette.
        NonogramError: No such engine, or another one.

    >>> from puzzles.model import BLACK_AND_WHITE, clues
    >>> one = Weighted(clues([1]), 0.0)
    >>> rows = [[Weighted(clues([2]), 0.0), Weighted(clues([1]), 3.0)], [one]]
    >>> found = likeliest([Way(rows, [[one], [one]])], BLACK_AND_WHITE)
    >>> [(a.puzzle.rows[0], a.cost, a.solutions.value) for a in found.assignments]
    [((Clue(length=1, color=1),), 6.9, 'several')]
    """
    name = get_engine(engine).name
    functions = {"native": _in_cpp, "python": find_in_python}
    if name not in functions:
        raise NonogramError(worded("the engine {name!r} does not solve line by line", name=name))
    height, width = _size(ways)
    if max(height, width) > MAX_SIDE or height * width > MAX_CELLS or len(palette) > _MAX_COLORS:
        return Likeliest((), False, 0)
    plain = _PlainWays(height, width, len(palette), should_stop)
    plain_ways = [plain.of(way) for way in ways]
    if plain.was_stopped or plain.are_too_large:
        return Likeliest((), False, 0)
    board = WeightedBoard(height, width, tuple(palette))
    found, is_complete, nodes = functions[name](
        board, plain_ways, _plain_limits(limits), limits.may_end_full, should_stop
    )
    assignments = tuple(_assignment(chosen, plain_ways[chosen[2]], board) for chosen in found)
    return Likeliest(assignments, is_complete, nodes)


def _size(ways: Sequence[Way]) -> tuple[int, int]:
    sizes = {(len(way.rows), len(way.columns)) for way in ways}
    if not sizes:
        raise ValueError("there is no way to read the board")
    if len(sizes) > 1:
        raise ValueError("the ways to read the board have different sizes")
    ((height, width),) = sizes
    if not height or not width:
        raise ValueError("the board has no cells")
    return height, width


class _PlainWays:
    """Checks ways, and makes plain numbers of them."""

    def __init__(self, height: int, width: int, colors: int, should_stop: ShouldStop) -> None:
        self.was_stopped = False
        self.are_too_large = False
        self._should_stop = should_stop
        self._height = height
        self._width = width
        self._colors = colors
        self._needed: dict[Clues, int] = {}

    def of(self, way: Way) -> PlainWay:
        """The cost in thousandths; for each line different alternatives, the cheapest first.

        After a stop there are none, and the ways are not to be searched.
        """
        lines = [self._line(line, self._width) for line in way.rows]
        lines += [self._line(line, self._height) for line in way.columns]
        return _thousandths(way.cost), lines

    def _line(self, line: Sequence[Weighted], width: int) -> list[PlainChoice]:
        self.was_stopped = self.was_stopped or self._should_stop()
        if self.was_stopped:
            return []
        least: dict[Clues | None, int] = {}
        parts: Clues = ()
        for given, cost, known in line:
            if given is None and known != ANYTHING:
                self._check_parts(known, width, len(line))
                parts = known
            clues = () if given and len(given) == 1 and given[0][0] == 0 else given
            if clues is None or self._cells_needed(clues) <= width:
                number = _thousandths(cost)
                least[clues] = min(number, least.get(clues, number))
        of_any = least.pop(None, None)
        choices = [
            PlainChoice(cost, clues)
            for clues, cost in sorted(least.items(), key=lambda item: (item[1], item[0] or ()))
            if of_any is None or cost <= of_any
        ]
        if of_any is not None:
            choices.append(PlainChoice(of_any, None, parts))
        return choices

    def _check_parts(self, parts: Clues, width: int, alternatives: int) -> None:
        if alternatives > 1 or not parts:
            raise ValueError("a line of which a part is known has another alternative, or no part")
        if any(length < UNKNOWNS or not 0 <= color < self._colors for length, color in parts):
            raise ValueError("a part of a line has no colour of the palette")
        states = sum(max(1, length) * (1 if color else self._colors - 1) for length, color in parts)
        self.are_too_large |= width * states * self._colors > _MAX_STEPS

    def _cells_needed(self, clues: Clues) -> int:
        """The least number of cells with these clues; more than there are if one of them is 0."""
        if clues not in self._needed:
            needed = before = 0
            for length, color in clues:
                if not 1 <= color < self._colors:
                    raise ValueError("a clue has no colour of the palette")
                needed += length + (color == before) if length > 0 else MAX_SIZE + 1
                before = color
            self._needed[clues] = needed
        return self._needed[clues]


def _thousandths(cost: float) -> int:
    if not 0 <= cost <= MAX_COST:
        raise ValueError("a cost is negative or too large")
    return round(1000 * cost)


def _plain_limits(limits: WeightedLimits) -> PlainLimits:
    return PlainLimits(
        _thousandths(limits.max_cost),
        _thousandths(limits.margin),
        _thousandths(limits.several_cost),
        max(0, limits.nodes),
        max(0, limits.decisions),
        max(1, limits.assignments),
    )


def _in_cpp(
    board: WeightedBoard,
    ways: Sequence[PlainWay],
    limits: PlainLimits,
    may_end_full: bool,
    should_stop: ShouldStop,
) -> tuple[list[ChosenLines], bool, int]:
    from solver.native._core import LikeliestCore

    core = LikeliestCore(board.height, board.width, len(board.palette), ways, *limits)
    while not should_stop():
        if core.run(SLICE_S) or (may_end_full and len(core.assignments()) >= limits.most):
            break
    return core.assignments(), core.is_complete, core.nodes


def _assignment(chosen: ChosenLines, way: PlainWay, board: WeightedBoard) -> Assignment:
    cost, count, number, of_lines = chosen
    lines: list[Clues] = []
    derived = []
    for index, (choice, choices) in enumerate(zip(of_lines, way[1], strict=True)):
        if isinstance(choice, int):
            lines.append(choices[choice][1] or ())
        else:
            lines.append(tuple(Clue(*clue) for clue in choice))
            derived.append(Line.numbered(index, board.height))
    puzzle = board.puzzle(lines)
    return Assignment(puzzle, cost / 1000, _COUNTS[count], number, frozenset(derived))
