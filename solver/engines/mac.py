"""Maintaining arc consistency, with the rows as variables.

A row's domain is the list of its arrangements. There is an arc between every two rows: an
arrangement of one row is kept if the other has an arrangement such that every column has one that
agrees with both. AC-3 makes all arcs consistent before the search and after every assignment; the
row with the fewest values left is assigned first.

A column is a constraint over all rows, so arcs between two rows alone do not ensure a solution.
Here a column's arrangement is removed as soon as the domains leave no value for one of its cells,
and arcs use only the remaining ones; so a consistent assignment of all rows is a solution. With the
option ``pairs`` the columns keep all their arrangements, as in the source: its search then accepts
wrong boards, at most sizes. The engine never returns such a board, but gives up.

A check is one comparison of an arrangement with one of another row, or with the known cells of its
line.

Source: D. Rossano's report on MAC for nonograms (github.com/drossano/ac3-nonogram); Mackworth,
"Consistency in networks of relations", Artificial Intelligence 8 (1977); Sabin, Freuder,
"Contradicting conventional wisdom in constraint satisfaction", ECAI 1994.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import ClassVar

from puzzles.grid import Grid, unsatisfied_lines
from puzzles.model import Axis, Line
from puzzles.words import _, worded
from solver.engines.arrangements import board_of_packed, listed, packed
from solver.engines.run import GaveUp, Run, SearchEngine
from solver.options import option

Arc = tuple[int, int]
"""The row whose domain is reduced, and the row that has to support it."""


@dataclass(frozen=True, slots=True)
class MacEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "mac"
    description: ClassVar[str] = _(
        "Rows as variables, made to agree across the columns (AC-3); the smallest domain first."
    )

    pairs: bool = option(False, _("check columns for two rows at a time only, which is not exact"))

    @property
    def is_exact(self) -> bool:  # type: ignore[override]  # as an option says
        """Whether it decides every puzzle."""
        return not self.pairs

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _Search(run, pairs_only=self.pairs).search()


@dataclass(slots=True)
class _Node:
    """The domains after some assignments; the lists are replaced, never changed in place."""

    domains: list[list[int]]
    """For each row its remaining arrangements."""
    unions: list[int]
    """For each row the union of its domain, packed."""
    columns: list[list[int]]
    """For each column its remaining arrangements."""
    joint: list[dict[int, int]]
    """For each column, by the bit of a cell: the union of the arrangements with that bit."""
    assigned: frozenset[int] = frozenset()

    def copy(self) -> _Node:
        """A copy that can be changed."""
        return _Node(
            self.domains.copy(),
            self.unions.copy(),
            self.columns.copy(),
            self.joint.copy(),
            self.assigned,
        )


_Assignment = tuple[int, int]
"""A row, and a value of it."""


class _Search:
    """One solve."""

    def __init__(self, run: Run, *, pairs_only: bool) -> None:
        self.run = run
        self.pairs_only = pairs_only
        self.height, self.width = run.puzzle.height, run.puzzle.width
        self.colors = range(run.colors)
        self.row_mask = (1 << self.width) - 1
        self.spread = sum(1 << k * self.width for k in self.colors)
        """Multiplied by a set of cells: the bits of all their colours."""

    def search(self) -> None:
        """Run the search; see :meth:`Run.result`."""
        run = self.run
        domains = listed(run, Axis.ROW, packed)
        columns = listed(run, Axis.COLUMN, packed)
        full = (1 << run.colors * self.width) - 1
        root = _Node(domains, [full] * self.height, columns, [{} for _ in columns])
        run.certain = lambda: self._grid(root)
        run.node()
        rows = range(self.height)
        is_consistent = self._refresh(root, rows, range(self.width)) is not None
        if not is_consistent or not self._make_consistent(root, rows):
            run.by_logic = True
            return
        run.watch.send_event()
        run.depth_first(root, self._branches, self._assign)

    def _branches(self, node: _Node, depth: int) -> list[_Assignment]:
        """The values of the row that has the fewest; none if the board is finished."""
        is_done = len(node.assigned) == self.height
        if not self.pairs_only:
            is_done |= all(len(domain) == 1 for domain in node.domains)
        if is_done:
            self._accept(self._grid(node), is_last=not depth and not self.pairs_only)
            return []
        still_open = (row for row in range(self.height) if row not in node.assigned)
        row = min(still_open, key=lambda row: len(node.domains[row]))
        return [(row, value) for value in node.domains[row]]

    def _accept(self, grid: Grid, *, is_last: bool) -> None:
        wrong = list(unsatisfied_lines(self.run.puzzle, grid)) if self.pairs_only else []
        if wrong:
            sentence = worded(
                "every two rows agree, but the board does not: {names}", names=_names(wrong)
            )
            self.run.step(sentence, grid, wrong[0])
            self.run.draft = lambda: grid
            raise GaveUp(sentence)
        self.run.solution(grid, is_last=is_last)

    def _assign(self, parent: _Node, assignment: _Assignment) -> _Node | None:
        """The node after an assignment, with consistent arcs; ``None`` if there is none."""
        row, value = assignment
        node = parent.copy()
        node.assigned |= {row}
        node.domains[row] = [value]
        if self.run.is_watched:
            begun, ways = self.run.levels[-1]
            line = Line(Axis.ROW, row)
            sentence = worded(
                "{line}: value {begun:,} of {ways:,}", line=line, begun=begun, ways=ways
            )
            self.run.step(sentence, self._grid(node, only_assigned=True), line)
        changed = self._refresh(node, [row], [])
        return node if changed is not None and self._make_consistent(node, changed) else None

    # Arc consistency

    def _make_consistent(self, node: _Node, rows: Iterable[int]) -> bool:
        """AC-3, beginning with the arcs to some rows; whether every row has a value left."""
        queue: OrderedDict[Arc, None] = OrderedDict()
        self._arcs_to(rows, queue)
        while queue:
            (tail, head), _ = queue.popitem(last=False)
            self.run.tick()
            if not self._revise(node, tail, head):
                continue
            changed = self._refresh(node, [tail], [])
            if changed is None:
                return False
            self._arcs_to(changed, queue)
        return True

    def _arcs_to(self, rows: Iterable[int], queue: OrderedDict[Arc, None]) -> None:
        for head in rows:
            self.run.tick()
            queue.update(((tail, head), None) for tail in range(self.height) if tail != head)

    def _revise(self, node: _Node, tail: int, head: int) -> bool:
        """Remove values of the tail that the head does not support; whether there were any."""
        allowed = self._allowed(node, tail, head)
        if allowed is None:
            return False
        width, mask, spread = self.width, self.row_mask, self.spread
        supports = node.domains[head]
        kept = []
        for value in node.domains[tail]:
            self.run.tick()
            possible = 0
            for color in self.colors:
                possible |= allowed[color] & (value >> color * width & mask) * spread
            for support in supports:
                self.run.checks += 1
                if support & possible == support:
                    kept.append(value)
                    break
        if len(kept) == len(node.domains[tail]):
            return False
        node.domains[tail] = kept
        return True

    def _allowed(self, node: _Node, tail: int, head: int) -> list[int] | None:
        """For each colour of a tail's cell, the possible colours of the head's cell, packed.

        Returns:
            ``None`` if the columns exclude nothing that the domains allow.
        """
        allowed = [0] * len(self.colors)
        is_restricted = False
        for column in range(self.width):
            compatible = [self._compatible(node, column, tail, color) for color in self.colors]
            for color in self.colors:
                bit = 1 << color * self.height + head
                own = 1 << color * self.width + column
                is_possible = node.unions[head] & own
                for k in self.colors:
                    if compatible[k] & bit:
                        allowed[k] |= own
                    elif is_possible and node.unions[tail] >> k * self.width + column & 1:
                        is_restricted = True
        return allowed if is_restricted else None

    def _compatible(self, node: _Node, column: int, row: int, color: int) -> int:
        """The possible states of a column, packed, if its cell in a row has a colour."""
        bit = 1 << color * self.height + row
        known = node.joint[column]
        if bit not in known:
            known[bit] = reduce(or_, (way for way in node.columns[column] if way & bit), 0)
        return known[bit]

    def _refresh(self, node: _Node, rows: Iterable[int], columns: Iterable[int]) -> set[int] | None:
        """Reduce columns by changed domains, and domains by changed columns.

        Returns:
            The rows whose domains have changed, including ``rows``; ``None`` if a row or a column
            has no arrangement left.
        """
        changed_rows, changed_columns = set(rows), set(columns)
        all_changed = set(rows)
        while changed_rows or changed_columns:
            while changed_rows:
                self.run.tick()
                row = changed_rows.pop()
                union = reduce(or_, node.domains[row], 0)
                if not union:
                    return None
                lost = node.unions[row] & ~union
                node.unions[row] = union
                if not self.pairs_only:
                    changed_columns |= self._narrow_columns(node, row, lost)
            while changed_columns:
                self.run.tick()
                column = changed_columns.pop()
                union = reduce(or_, node.columns[column], 0)
                if not union:
                    return None
                if not self.pairs_only:
                    changed_rows |= self._narrow_rows(node, column, union)
                    all_changed |= changed_rows
        return all_changed

    def _narrow_columns(self, node: _Node, row: int, lost: int) -> set[int]:
        """Remove the columns' arrangements that contradict a row's lost bits."""
        changed = set()
        while lost:
            bit = lost & -lost
            lost ^= bit
            color, column = divmod(bit.bit_length() - 1, self.width)
            own = 1 << color * self.height + row
            self.run.checks += len(node.columns[column])
            kept = [way for way in node.columns[column] if not way & own]
            if len(kept) < len(node.columns[column]):
                node.columns[column] = kept
                node.joint[column] = {}
                changed.add(column)
        return changed

    def _narrow_rows(self, node: _Node, column: int, union: int) -> set[int]:
        """Remove the rows' arrangements that contradict a column's union."""
        changed = set()
        for row in range(self.height):
            gone = 0
            for color in self.colors:
                bit = 1 << color * self.width + column
                if node.unions[row] & bit and not union >> color * self.height + row & 1:
                    gone |= bit
            if gone:
                self.run.checks += len(node.domains[row])
                node.domains[row] = [way for way in node.domains[row] if not way & gone]
                changed.add(row)
        return changed

    def _grid(self, node: _Node, *, only_assigned: bool = False) -> Grid:
        full = (1 << self.run.colors * self.width) - 1
        rows = [
            reduce(or_, domain, 0) if not only_assigned or row in node.assigned else full
            for row, domain in enumerate(node.domains)
        ]
        return board_of_packed(self.run.puzzle, rows)


def _names(lines: list[Line]) -> str:
    shown = ", ".join(map(str, lines[:4]))
    return (
        worded("{shown} and {lines} more", shown=shown, lines=len(lines) - 4)
        if len(lines) > 4
        else shown
    )


ENGINE = MacEngine()
