"""Changes of a few cells that leave a picture's puzzle with one solution.

Where two solutions of a puzzle differ, the difference falls into parts that share no line: each is
a way to change the picture without changing a clue, and must be made impossible by itself. Only a
change in one of a part's lines can do that. So the search takes the smallest part, tries the
changes in its lines, those first that are seen least, and goes on with the best pictures: a beam
search over pictures, whose measure is what was paid and what is still open.

Source: repair by adding or removing single cells as in Batenburg, Henstra, Kosters & Palenstijn,
"Constructing simple nonograms of varying difficulty", PU.M.A. 20 (2009), with a solver's second
solution as the counterexample instead of a line solver's open cells.
"""

from __future__ import annotations

import heapq
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzles.grid import BLANK, Grid, clues_of, puzzle_of
from puzzles.model import Clues, Puzzle
from solver.api import Limits, Outcome, ShouldStop, solve
from solver.author.cost import Cost
from solver.known import solve_known

WIDTH = 3
"""Pictures that are followed at a time."""
TRIES = 96
"""Changes that are tried on each of them."""
MANY = 40
"""Open cells from which on a picture is first mended window by window."""
WINDOWS = (6, 12, 24, 48)
"""Sides of those windows, in cells."""
IN_WINDOW = 24
"""Changes that are tried in a window."""
NODES = 300
"""What a try may cost: a puzzle that is harder than that counts as open."""


@dataclass(frozen=True, slots=True)
class Change:
    """One cell of a picture gets another colour."""

    cell: int
    """``row * width + column``."""
    before: int
    """Its state, as in a :class:`puzzles.grid.Grid`."""
    after: int


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes after which the puzzle has exactly one solution, all of them together."""

    changes: tuple[Change, ...]
    """Row by row."""
    cost: float
    """How much they change the picture, see :mod:`solver.author.cost`."""

    def onto(self, picture: Grid) -> Grid:
        """The picture with the changes made."""
        changed = picture.copy()
        for change in self.changes:
            changed.cells[change.cell] = change.after
        return changed


@dataclass(frozen=True, slots=True)
class Repairs:
    """What came of :func:`repairs`."""

    found: tuple[Repair, ...]
    """The best first; all are proven."""
    outcome: Outcome
    """UNIQUE: the puzzle needs none. SEVERAL: it has several solutions. STOPPED or LIMIT: nobody
    knows by then."""
    is_complete: bool = True
    """Whether the search came to its end: more time would find nothing else."""
    nearest: Repair | None = None
    """If none was found: changes that leave the fewest cells open."""
    left_open: int = 0
    """How many those are."""
    seconds: float = 0.0
    tried: int = 0
    """Pictures whose puzzles were solved."""


def repairs(
    picture: Grid,
    like: Puzzle,
    reluctance: Sequence[float] | None = None,
    wanted: int = 6,
    timeout_s: float | None = 20.0,
    should_stop: ShouldStop | None = None,
    report: Callable[[Repairs], None] | None = None,
) -> Repairs:
    """Find changes of a picture that leave its puzzle with one solution.

    Args:
        picture: Complete: every cell is background or has one colour.
        like: A puzzle with the picture's palette; its clues do not matter.
        reluctance: For each cell, from 0 to 1, how clearly an original has it so.
        wanted: How many ways to choose from.
        timeout_s: Wall-clock time; what is found by then is returned.
        should_stop: Is asked often; once true, what is found is returned within 100 ms.
        report: Hears of every better way as soon as it is found.

    >>> picture = Grid.from_text(["#..", ".#.", "###"])
    >>> found = repairs(picture, Puzzle.empty(3, 3))
    >>> found.found[0].changes
    ()
    """
    return _Search(picture, like, reluctance, wanted, timeout_s, should_stop, report).run()


@dataclass(order=True)
class _Node:
    """A changed picture."""

    score: float
    number: int
    """Of equal ones the earlier comes first, whatever the machine."""
    picture: Grid = field(compare=False)
    changed: dict[int, int] = field(compare=False)
    """State before, by cell."""
    cost: float = field(compare=False)
    open: int = field(compare=False)
    parts: list[list[int]] = field(compare=False)
    """Cells that can change together without a clue noticing, smallest part first."""


class _Search:
    def __init__(
        self,
        picture: Grid,
        like: Puzzle,
        reluctance: Sequence[float] | None,
        wanted: int,
        timeout_s: float | None,
        should_stop: ShouldStop | None,
        report: Callable[[Repairs], None] | None,
    ) -> None:
        self.picture = picture
        self.puzzle = replace(puzzle_of(picture, like), goal="")
        self.price = Cost(picture, reluctance)
        self.wanted = wanted
        self.start = time.perf_counter()
        self.end = None if timeout_s is None else self.start + timeout_s
        self.should_stop = should_stop or (lambda: False)
        self.report = report
        self.tried = 0
        self.found: dict[frozenset[tuple[int, int]], Repair] = {}
        self.seen: set[bytes] = set()

    def run(self) -> Repairs:
        """Search until enough is found, nothing is left to try, or the time is over."""
        root = self._node({})
        if root is None or root.open == 0:
            return self._told(root, Outcome.UNIQUE if root else self._interrupted)
        nearest, beam = root, [root]
        if root.open > MANY and (node := self._node(self._mended_in_windows())) is not None:
            if node.open == 0:
                self._keep(node)
            elif node.open < root.open:
                nearest, beam = node, [node]
        while beam and len(self.found) < self.wanted and not self._is_over:
            children = [child for node in beam for child in self._children(node)]
            for child in children:
                if child.open == 0:
                    self._keep(child)
            going_on = [child for child in children if child.open]
            nearest = min([nearest, *going_on], key=lambda node: (node.open, node.cost))
            beam = heapq.nsmallest(WIDTH, (c for c in going_on if self._may_be_better(c)))
        return self._told(nearest, Outcome.SEVERAL, is_complete=not self._is_over)

    @property
    def _is_over(self) -> bool:
        return self.should_stop() or (self.end is not None and time.perf_counter() >= self.end)

    @property
    def _interrupted(self) -> Outcome:
        return Outcome.STOPPED if self.should_stop() else Outcome.LIMIT

    def _may_be_better(self, node: _Node) -> bool:
        """Whether a picture that still needs changes can be better than those found."""
        return not self.found or node.cost + 1 < max(r.cost for r in self.found.values())

    # Pictures

    def _node(self, changes: Mapping[int, int]) -> _Node | None:
        """A changed picture and how its puzzle stands; ``None`` if it was seen, or time is over."""
        picture = self.picture.copy()
        for cell, state in changes.items():
            picture.cells[cell] = state
        key = picture.cells.tobytes()
        if key in self.seen or self._is_over:
            return None
        self.seen.add(key)
        self.tried += 1
        left = None if self.end is None else max(0.0, self.end - time.perf_counter())
        puzzle = self._puzzle_of(picture, changes)
        result = solve(puzzle, Limits(2, left, NODES), None, self.should_stop)
        if result.outcome is Outcome.STOPPED:
            return None
        cost = self.price.of(changes)
        if result.is_unique:
            return _Node(cost, self.tried, picture, dict(changes), cost, 0, [])
        certain = result.certain.cells
        doubtful = [i for i, state in enumerate(certain) if state & (state - 1)]
        differing = {
            i
            for solution in result.solutions
            for i, state in enumerate(solution.cells)
            if state != picture.cells[i]
        }
        parts = _parts(differing or doubtful, picture.width)
        score = cost + 0.4 * len(doubtful)
        return _Node(score, self.tried, picture, dict(changes), cost, len(doubtful), parts)

    def _puzzle_of(self, picture: Grid, changes: Iterable[int]) -> Puzzle:
        """The picture's puzzle: that of the original, but for the lines of the changes."""
        rows: list[Clues] = list(self.puzzle.rows)
        columns: list[Clues] = list(self.puzzle.columns)
        for row in {cell // picture.width for cell in changes}:
            rows[row] = clues_of(picture.row(row))
        for column in {cell % picture.width for cell in changes}:
            columns[column] = clues_of(picture.column(column))
        return replace(self.puzzle, rows=tuple(rows), columns=tuple(columns))

    def _children(self, node: _Node) -> list[_Node]:
        """Pictures with one or a few changes more, and one with the best of them together."""
        tries = max(6, TRIES // len(node.parts))
        best: list[_Node] = []
        children: list[_Node] = []
        for part in node.parts[: max(1, TRIES // tries)]:
            more = self._tries_of(node, part, tries)
            nodes = [self._node({**node.changed, **changes}) for changes in more]
            better = [child for child in nodes if child is not None and child.open < node.open]
            children += better
            if better:
                best.append(min(better))
        together: dict[int, int] = {}
        for child in best:
            together |= child.changed
        if len(best) > 1 and (child := self._node({**node.changed, **together})) is not None:
            children.append(child)
        return children

    def _tries_of(self, node: _Node, part: list[int], most: int) -> list[dict[int, int]]:
        """Changes in a part's lines, the cheapest first."""
        tries = {
            tuple(sorted(changes.items())): changes
            for change in _changes_near(node.picture, part)
            for changes in self._with_partners(*change)
        }
        priced = sorted((self.price.of(c, node.picture), key) for key, c in tries.items())
        return [tries[key] for _, key in priced[:most]]

    def _with_partners(self, cell: int, state: int) -> Iterator[dict[int, int]]:
        """A change alone, and with its images in the picture's symmetries."""
        yield {cell: state}
        if partners := self.price.partners(cell):
            yield dict.fromkeys([cell, *partners], state)

    def _mended_in_windows(self) -> dict[int, int]:
        """Changes after which small parts of the picture, all else given, have one solution.

        What is open in a window is open on the board. There it costs little to find out, and one
        change after the other can be made without solving the whole.
        """
        picture = self.picture.copy()
        for side in WINDOWS:
            for window in _windows(picture, side):
                if self._is_over:
                    break
                self._mend_window(picture, window)
        return {i: picture.cells[i] for i in self._changed(picture)}

    def _mend_window(self, picture: Grid, window: Sequence[int]) -> None:
        """Change cells of a window, the picture with it, until it is determined or nothing helps."""
        left = self._open_in(picture, window)
        inside = set(window)
        while left:
            near = {c for c in _changes_near(picture, left) if c[0] in inside}
            priced = sorted((self.price.of({cell: state}, picture), cell, state) for cell, state in near)
            best: tuple[float, int, int] | None = None
            fewest = left
            for price, cell, state in priced[:IN_WINDOW]:
                before, picture.cells[cell] = picture.cells[cell], state
                remaining = self._open_in(picture, window)
                picture.cells[cell] = before
                if len(remaining) < len(fewest):
                    best, fewest = (price, cell, state), remaining
                    if not remaining:
                        break
            if best is None or self._is_over:
                return
            picture.cells[best[1]] = best[2]
            left = fewest

    def _open_in(self, picture: Grid, window: Sequence[int]) -> list[int]:
        """The cells of a window that are open if all others are given."""
        known = picture.copy()
        for cell in window:
            known.cells[cell] = known.clear
        self.tried += 1
        puzzle = self._puzzle_of(picture, self._changed(picture))
        result = solve_known(puzzle, known, Limits(2, None, NODES), self.should_stop)
        if result.is_unique:
            return []
        certain = result.certain.cells
        return [i for i in window if certain[i] & (certain[i] - 1)]

    def _changed(self, picture: Grid) -> list[int]:
        pairs = enumerate(zip(self.picture.cells, picture.cells, strict=True))
        return [i for i, (old, new) in pairs if new != old]

    # What is found

    def _keep(self, node: _Node) -> None:
        """A picture with one solution: take back what was not needed, and tell of it."""
        changes = dict(node.changed)
        for cell in sorted(changes, key=lambda c: -self.price.of({c: changes[c]})):
            if len(changes) > 1:
                fewer = {c: state for c, state in changes.items() if c != cell}
                trial = self._node(fewer)
                if trial is not None and trial.open == 0:
                    changes = fewer
        key = frozenset(changes.items())
        if key in self.found:
            return
        self.found[key] = self._repair_of(changes)
        if self.report is not None:
            self.report(self._told(None, Outcome.SEVERAL, is_complete=False))

    def _repair_of(self, changes: Mapping[int, int]) -> Repair:
        made = tuple(Change(c, self.picture.cells[c], changes[c]) for c in sorted(changes))
        return Repair(made, self.price.of(changes))

    def _told(self, node: _Node | None, outcome: Outcome, is_complete: bool = True) -> Repairs:
        ranked = sorted(self.found.values(), key=lambda r: (r.cost, r.changes[0].cell))
        nearest = None
        if not ranked and node is not None and node.changed:
            nearest = self._repair_of(node.changed)
        return Repairs(
            tuple(ranked[: self.wanted]),
            outcome,
            is_complete,
            nearest,
            node.open if node is not None and not ranked else 0,
            time.perf_counter() - self.start,
            self.tried,
        )


def _windows(picture: Grid, side: int) -> Iterator[list[int]]:
    """The cells of square windows that overlap by half; none that is as large as the picture."""
    if side >= min(picture.height, picture.width):
        return
    step = side // 2
    for top in range(0, picture.height - step, step):
        for left in range(0, picture.width - step, step):
            rows = range(top, min(top + side, picture.height))
            columns = range(left, min(left + side, picture.width))
            yield [r * picture.width + c for r in rows for c in columns]


def _parts(cells: Iterable[int], width: int) -> list[list[int]]:
    """Cells in groups that share no line, the smallest first."""
    group_of_line: dict[int, list[int]] = {}
    groups: dict[int, list[int]] = {}
    lines_of: dict[int, set[int]] = {}
    for cell in sorted(cells):
        lines = {cell // width, -1 - cell % width}
        merged, all_lines = [cell], set(lines)
        for group in {id(g): g for line in lines if (g := group_of_line.get(line))}.values():
            merged = group + merged
            all_lines |= lines_of.pop(id(group))
            groups.pop(id(group))
        groups[id(merged)] = merged
        lines_of[id(merged)] = all_lines
        for line in all_lines:
            group_of_line[line] = merged
    return sorted(groups.values(), key=lambda group: (len(group), group))


def _changes_near(picture: Grid, part: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(cell, state) of the changes that can bear on a part: in its lines, its own or at outlines."""
    own = set(part)
    width, height = picture.width, picture.height
    rows, columns = {c // width for c in part}, {c % width for c in part}
    near = {r * width + c for r in rows for c in range(width)}
    near |= {r * width + c for c in columns for r in range(height)}
    for cell in near:
        row, column = divmod(cell, width)
        here = picture.cells[cell]
        states = {BLANK} if cell in own else set()
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < height and 0 <= c < width:
                states.add(picture[r, c])
        if cell in own and picture.colors == 2:
            states.add(3 - here)
        for state in states - {here}:
            yield cell, state
