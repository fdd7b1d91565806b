"""The elimination solver: removes arrangements from lists, and assumes one if none can be removed.

All arrangements of all lines are listed. A queue holds the lines to process: the arrangements that
contradict the known cells are removed, cells in which the remaining ones agree become known, and
the crossing lines are put into the queue. If the queue is empty and lines with several
arrangements are left, those of one line are assumed one after the other.

The checks count cells: comparing an arrangement with a line of 20 cells counts 20; with ``tracked``
it counts the cells that have changed since the line was last processed.

Source: the "elimination" solver of M. Wałejko, engineering thesis, Wrocław University of Science
and Technology; the options are the variants that it compares.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import ClassVar, Literal

from puzzles.grid import Grid
from puzzles.model import Axis
from puzzles.words import _, plural, worded
from solver.engines.arrangements import board_of_packed, listed, packed
from solver.engines.crossing import Crossing
from solver.engines.run import Run, SearchEngine
from solver.options import option

Order = Literal["lifo", "fifo", "unmoved"]
Choice = Literal["rows", "columns", "fewest", "most"]


@dataclass(frozen=True, slots=True)
class EliminationEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "elimination"
    description: ClassVar[str] = _(
        "Removes arrangements that do not fit, and assumes one where it is stuck."
    )
    is_exact: ClassVar[bool] = True

    queue: Order = option(
        "lifo",
        _("where a changed line is put: in front, at the end, or in front unless already queued"),
    )
    assume: Choice = option(
        "rows",
        _(
            "the line whose arrangements are assumed: the first open row, the first open column, "
            "or the line with the fewest or the most arrangements"
        ),
    )
    early_stop: bool = option(True, _("drop an assumption as soon as one line has no arrangement"))
    tracked: bool = option(False, _("compare only the cells that have changed"))

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _Search(self, run).search()


@dataclass(slots=True)
class _Node:
    """The board under some assumptions."""

    lines: list[int]
    lists: list[list[int]]
    """For each line its remaining arrangements; the lists are replaced, never changed in place."""

    def copy(self) -> _Node:
        return _Node(self.lines.copy(), self.lists.copy())


_Assumption = tuple[int, int]
"""A line, and one of its arrangements."""


class _Queue:
    """Lines to process, each with the bits removed since it was last processed."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._gone: OrderedDict[int, int] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._gone)

    def add(self, line: int, gone: int) -> None:
        is_new = line not in self._gone
        self._gone[line] = self._gone.get(line, 0) | gone
        if is_new or self._order != "unmoved":
            self._gone.move_to_end(line, last=self._order == "fifo")

    def pop(self) -> tuple[int, int]:
        return self._gone.popitem(last=False)


class _Search:
    """One solve."""

    def __init__(self, engine: EliminationEngine, run: Run) -> None:
        self.engine = engine
        self.run = run
        self.crossing = Crossing(run.puzzle)
        self.choose = _CHOICES[engine.assume]

    def search(self) -> None:
        """Run the search; see :meth:`Run.result`."""
        run = self.run
        root = _Node(self.crossing.full(), [])
        run.certain = lambda: self._grid(root)
        root.lists = listed(run, Axis.ROW, packed) + listed(run, Axis.COLUMN, packed)
        queue = _Queue(self.engine.queue)
        for index in range(len(root.lists)):
            queue.add(index, 0)
        run.node()
        if not self._process(root, queue):
            run.by_logic = True
            return
        run.watch.send_event()
        run.depth_first(root, self._branches, self._assume)

    def _branches(self, node: _Node, depth: int) -> list[_Assumption]:
        """The assumptions to try in a node; none if it is a solution, which is stored."""
        if all(len(ways) == 1 for ways in node.lists):
            self.run.solution(self._grid(node), is_last=not depth)
            return []
        line = self.choose(node.lists, self.crossing.height)
        return [(line, way) for way in node.lists[line]]

    def _assume(self, parent: _Node, assumption: _Assumption) -> _Node | None:
        """The node after an assumption; ``None`` if a line has no arrangement left."""
        line, way = assumption
        if self.run.is_watched:
            name = self.crossing.line(line)
            begun, branches = self.run.levels[-1]
            sentence = worded(
                "assumes arrangement {begun:,} of {branches:,} in {name}",
                begun=begun,
                branches=branches,
                name=name,
            )
            self.run.step(sentence, self._grid(parent), name)
        node = parent.copy()
        queue = _Queue(self.engine.queue)
        node.lists[line] = [way]
        for across, lost in self.crossing.remove(node.lines, line, node.lines[line] & ~way):
            queue.add(across, lost)
        return node if self._process(node, queue) else None

    def _process(self, node: _Node, queue: _Queue) -> bool:
        """Process lines until the queue is empty; whether every line has an arrangement left."""
        is_consistent = True
        while queue:
            line, gone = queue.pop()
            self.run.tick()
            kept = self._kept(node, line, gone)
            node.lists[line] = kept
            if not kept:
                is_consistent = False
                if self.engine.early_stop:
                    break
                continue
            news = node.lines[line] & ~reduce(or_, kept)
            for across, lost in self.crossing.remove(node.lines, line, news):
                queue.add(across, lost)
            if self.run.is_watched:
                name = self.crossing.line(line)
                self.run.step(
                    plural(
                        len(kept),
                        "{name}: {count} arrangement left",
                        "{name}: {count} arrangements left",
                        name=name,
                    ),
                    self._grid(node),
                    name,
                )
        return is_consistent

    def _kept(self, node: _Node, line: int, gone: int) -> list[int]:
        """The arrangements of a line that agree with the known cells."""
        ways, state = node.lists[line], node.lines[line]
        length = self.crossing.length(line)
        if self.engine.tracked:
            self.run.checks += len(ways) * _cells(gone, length)
            return [way for way in ways if not way & gone]
        self.run.checks += len(ways) * length
        return [way for way in ways if way & state == way]

    def _grid(self, node: _Node) -> Grid:
        return board_of_packed(self.run.puzzle, node.lines[: self.crossing.height])


def _cells(bits: int, length: int) -> int:
    """The number of cells that the bits of a packed line belong to."""
    cells = 0
    while bits:
        cells |= bits & ((1 << length) - 1)
        bits >>= length
    return int.bit_count(cells)


Lists = list[list[int]]


def _first(lists: Lists, height: int) -> int:
    return next(index for index, ways in enumerate(lists) if len(ways) > 1)


def _first_column(lists: Lists, height: int) -> int:
    order: list[int] = [*range(height, len(lists)), *range(height)]
    return next(index for index in order if len(lists[index]) > 1)


def _fewest(lists: Lists, height: int) -> int:
    still_open = (index for index, ways in enumerate(lists) if len(ways) > 1)
    return min(still_open, key=lambda index: len(lists[index]))


def _most(lists: Lists, height: int) -> int:
    return max(range(len(lists)), key=lambda index: len(lists[index]))


_CHOICES: dict[str, Callable[[Lists, int], int]] = {
    "rows": _first,
    "columns": _first_column,
    "fewest": _fewest,
    "most": _most,
}


ENGINE = EliminationEngine()
