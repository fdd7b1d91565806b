"""The plain twin of ``likeliest.hpp``: finds the same assignments without the core, slowly.

It branches as the core does, below a limit of the cost that is raised pass by pass, and reduces
lines to the union of their alternatives. It does not balance colours, and takes the lines in the
order of their numbers of alternatives; so it needs more nodes, and where a limit cuts it off it may
have found others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import or_
from typing import NamedTuple

from puzzles.contracts import ShouldStop
from puzzles.grid import clues_of
from puzzles.model import Clues, Color, Puzzle
from solver.line import LineMasks, solve_line, states_of
from solver.partial_line import solve_partial_line
from solver.registry import get_engine
from solver.values import Limits as SolverLimits
from solver.values import Outcome, SolveCallbacks

ChosenLines = tuple[int, int, int, list[int | list[tuple[int, int]]]]
"""Cost, number of solutions (0 none, 1 one, 2 several, 3 not known), way, and for each line the
index of its choice, or the clues that come from ``None``."""


class PlainChoice(NamedTuple):
    """An alternative of a line."""

    cost: int
    """In thousandths."""
    clues: Clues | None
    """``None`` for any."""
    parts: Clues = ()
    """What is known of any clues; empty if nothing is."""


PlainWay = tuple[int, list[list[PlainChoice]]]
"""The cost of a way, and for each line (rows, then columns) its choices, the cheapest first; any
clues are the last one."""


class PlainLimits(NamedTuple):
    """As :class:`solver.weighted.WeightedLimits`, costs in thousandths."""

    max_cost: int
    margin: int
    several_cost: int
    nodes: int
    decisions: int
    most: int


class WeightedBoard(NamedTuple):
    """What the ways have in common."""

    height: int
    width: int
    palette: tuple[Color, ...]

    def puzzle(self, lines: Sequence[Clues]) -> Puzzle:
        """The puzzle with these clues, rows first."""
        return Puzzle(tuple(lines[: self.height]), tuple(lines[self.height :]), self.palette)

    def size_of(self, line: int) -> int:
        """The cells of a line."""
        return self.width if line < self.height else self.height

    def crossing(self, line: int, cell: int) -> tuple[int, int]:
        """The line that crosses a cell of a line, and its place there."""
        if line < self.height:
            return self.height + cell, line
        return cell, line - self.height


def find_in_python(
    board: WeightedBoard,
    ways: Sequence[PlainWay],
    limits: PlainLimits,
    may_end_full: bool,
    should_stop: ShouldStop,
) -> tuple[list[ChosenLines], bool, int]:
    """The assignments, the cheapest first; whether they are complete; the nodes."""
    search = _Search(board, ways, limits, should_stop)
    search.may_end_full = may_end_full
    try:
        search.run()
        is_complete = search.has_all()
    except _StoppedError:
        is_complete = False
    return search.assignments(), is_complete, search.nodes


_NEVER = 2**62
_STEP = 2000
"""By which the limit is raised at least."""
_NODES_OF_CORE = 10
"""As many nodes of the core as one counts here: it takes longer still, some milliseconds."""
_DECISIONS_PER_NODE = 10
_COUNTS = {Outcome.NONE: 0, Outcome.UNIQUE: 1, Outcome.SEVERAL: 2}
_UNKNOWN = 3


class _StoppedError(Exception):
    """The nodes are used up, or the caller wants to stop."""


@dataclass(slots=True)
class _Node:
    """What each line may be."""

    alive: list[list[int]]
    """The indices of its choices."""
    masks: list[LineMasks]
    changed: set[int]
    """Lines that have changed since they were reduced."""

    def copy(self, *changed: int) -> _Node:
        """Another node of which these lines will be changed."""
        return _Node([*self.alive], [*self.masks], set(changed))


class _Search:
    """See the module."""

    def __init__(
        self,
        board: WeightedBoard,
        ways: Sequence[PlainWay],
        limits: PlainLimits,
        should_stop: ShouldStop,
    ) -> None:
        self.nodes = 0
        self.may_end_full = False
        self._board = board
        self._ways = ways
        self._limits = limits
        self._should_stop = should_stop
        self._sums = [
            cost + sum(line[0][0] for line in lines) if all(lines) else _NEVER
            for cost, lines in ways
        ]
        self._known: dict[tuple[Clues, ...], ChosenLines] = {}
        self._best = self._ceiling = _NEVER
        self._limit = self._least_cut = 0

    def run(self) -> None:
        """Search pass by pass; raises :class:`_StoppedError` if it does not come to its end."""
        limit = min(self._sums)
        while limit < _NEVER:
            self._limit, self._least_cut = limit, _NEVER
            for way, cheapest in enumerate(self._sums):
                if cheapest <= self._limit:
                    self._search_way(way)
                elif cheapest < _NEVER:
                    self._cut(cheapest)
            limit = self._next_limit(limit)

    def assignments(self) -> list[ChosenLines]:
        """Those within the margin, the cheapest first."""
        found = [
            (self._total(chosen), clues, chosen)
            for clues, chosen in self._known.items()
            if chosen[1] and self._total(chosen) <= self._ceiling
        ]
        found.sort(key=lambda each: (each[0], _flat(each[1])))
        return [(total, *chosen[1:]) for total, _, chosen in found[: self._limits.most]]

    def has_all(self) -> bool:
        """After :meth:`run`: whether nothing within the margin was dropped or is undecided."""
        kept = [
            chosen[1]
            for chosen in self._known.values()
            if chosen[1] and self._total(chosen) <= self._ceiling
        ]
        is_whole = self._ceiling >= min(_NEVER, self._best + self._limits.margin)
        return is_whole and _UNKNOWN not in kept and len(kept) <= self._limits.most

    def _next_limit(self, limit: int) -> int:
        last = min(self._sums) + self._limits.max_cost
        following = _NEVER
        if self._best > limit and limit < last and self._least_cut <= last:
            following = min(last, max(self._least_cut, limit + _STEP))
        following = min(following, self._ceiling)
        return following if limit < following and self._least_cut <= self._ceiling else _NEVER

    def _cut(self, cost: int) -> None:
        self._least_cut = min(self._least_cut, cost)

    def _search_way(self, way: int) -> None:
        lines = self._ways[way][1]
        board = self._board
        colors = len(board.palette)
        full = [((1 << board.size_of(line)) - 1,) * colors for line in range(len(lines))]
        stack = [_Node([[*range(len(line))] for line in lines], full, set(range(len(lines))))]
        while stack:
            is_full = self.may_end_full and len(self.assignments()) >= self._limits.most
            if self.nodes >= self._limits.nodes or is_full:
                raise _StoppedError
            self.nodes += _NODES_OF_CORE
            node = stack.pop()
            if self._reduce(way, node):
                stack += self._branches(way, node)

    def _reduce(self, way: int, node: _Node) -> bool:
        """Reduce lines until none changes; false if one has no choice left, or all are too dear."""
        choices = self._ways[way][1]
        while self._drop_dear(way, node):
            if not node.changed:
                return True
            if self._should_stop():
                raise _StoppedError
            line = min(node.changed)
            node.changed.remove(line)
            before = node.masks[line]
            left, union = [], (0,) * len(before)
            for i in node.alive[line]:
                after = self._reduced(choices[line][i], before, self._board.size_of(line))
                if after is not None:
                    left.append(i)
                    union = tuple(map(or_, union, after))
            node.alive[line] = left
            if not left:
                return False
            self._keep(node, line, union)
        return False

    def _reduced(self, choice: PlainChoice, before: LineMasks, size: int) -> LineMasks | None:
        if choice.clues is not None:
            return solve_line(choice.clues, before, size)
        return solve_partial_line(choice.parts, before, size) if choice.parts else before

    def _drop_dear(self, way: int, node: _Node) -> bool:
        base, choices = self._ways[way]
        firsts = [line[alive[0]][0] for line, alive in zip(choices, node.alive, strict=True)]
        least = base + sum(firsts)
        if least > self._limit:
            self._cut(least)
            return False
        for line, first in enumerate(firsts):
            bound = self._limit - least + first
            dear = [i for i in node.alive[line] if choices[line][i][0] > bound]
            if dear:
                self._cut(least - first + choices[line][dear[0]][0])
                node.alive[line] = node.alive[line][: -len(dear)]
                node.changed.add(line)
        return True

    def _keep(self, node: _Node, line: int, masks: LineMasks) -> None:
        """Leave the cells of a line only these colours."""
        before, node.masks[line] = node.masks[line], masks
        for color, mask in enumerate(masks):
            gone = before[color] & ~mask
            while gone:
                cell = gone.bit_length() - 1
                gone ^= 1 << cell
                crossing, place = self._board.crossing(line, cell)
                self._exclude(node, crossing, place, color)
                node.changed.add(crossing)

    def _exclude(self, node: _Node, line: int, cell: int, color: int) -> None:
        masks = [*node.masks[line]]
        masks[color] &= ~(1 << cell)
        node.masks[line] = tuple(masks)

    def _is_decided(self, node: _Node, line: int) -> bool:
        left = sum(mask.bit_count() for mask in node.masks[line])
        return left == self._board.size_of(line)

    def _branches(self, way: int, node: _Node) -> list[_Node]:
        """Its parts, the one to search first last; none if it is a leaf, which is counted."""
        opened = [line for line in range(len(node.alive)) if not self._is_decided(node, line)]
        several = [line for line in opened if len(node.alive[line]) > 1]
        if several:
            line = min(several, key=lambda line: len(node.alive[line]))
            first, rest = node.copy(line), node.copy(line)
            first.alive[line], rest.alive[line] = node.alive[line][:1], node.alive[line][1:]
            return [rest, first]
        choices = self._ways[way][1]
        for line in opened:
            if choices[line][node.alive[line][0]][1] is None:
                return self._cell_branches(node, line)
        self._count(way, node)
        return []

    def _cell_branches(self, node: _Node, line: int) -> list[_Node]:
        masks = node.masks[line]
        cell = next(
            cell
            for cell in range(self._board.size_of(line))
            if sum(mask >> cell & 1 for mask in masks) > 1
        )
        crossing, place = self._board.crossing(line, cell)
        colors = [color for color, mask in enumerate(masks) if mask >> cell & 1]
        parts = []
        for mine in colors:
            part = node.copy(line, crossing)
            for color in colors:
                if color != mine:
                    self._exclude(part, line, cell, color)
                    self._exclude(part, crossing, place, color)
            parts.append(part)
        return parts

    def _count(self, way: int, node: _Node) -> None:
        cost, choices = self._ways[way]
        clues: list[Clues] = []
        of_lines: list[int | list[tuple[int, int]]] = []
        for line, listed in enumerate(choices):
            if self._is_decided(node, line):
                states = states_of(node.masks[line], self._board.size_of(line))
                clues.append(clues_of(states))
            else:
                clues.append(listed[node.alive[line][0]][1] or ())
            chosen = next(i for i, each in enumerate(listed) if each[1] in (clues[-1], None))
            cost += listed[chosen][0]
            of_lines.append([*clues[-1]] if listed[chosen][1] is None else chosen)
        known = self._known.get(tuple(clues))
        if known is None:
            count = self._solutions(self._board.puzzle(clues))
        elif known[1] and cost < known[0]:
            count = known[1]
        else:
            return
        self._known[tuple(clues)] = (cost, count, way, of_lines)
        if count:
            self._lower_ceiling()

    def _solutions(self, puzzle: Puzzle) -> int:
        if puzzle.defects():
            return 0
        limits = SolverLimits(nodes=1 + self._limits.decisions)
        callbacks = SolveCallbacks(should_stop=self._should_stop)
        result = get_engine("python").solve(puzzle, limits, callbacks)
        if result.outcome is Outcome.STOPPED:
            raise _StoppedError
        self.nodes += (result.statistics.nodes - 1) // _DECISIONS_PER_NODE
        return _COUNTS.get(result.outcome, _UNKNOWN)

    def _lower_ceiling(self) -> None:
        totals = sorted(self._total(chosen) for chosen in self._known.values() if chosen[1])
        self._best = totals[0]
        self._ceiling = min(self._ceiling, self._best + self._limits.margin)
        if len(totals) > self._limits.most:
            self._ceiling = min(self._ceiling, totals[self._limits.most])
        self._limit = min(self._limit, self._ceiling)

    def _total(self, chosen: ChosenLines) -> int:
        return chosen[0] + (self._limits.several_cost if chosen[1] == 2 else 0)


def _flat(lines: Sequence[Clues]) -> list[int]:
    """The order of equally dear assignments, which is that of the core."""
    return [
        number
        for clues in lines
        for number in (len(clues), *(length | color << 16 for length, color in clues))
    ]
