"""Changes of a few cells that leave a picture's puzzle with one solution.

The cells in which two solutions of a puzzle differ form parts that share no line. Each part can be
changed without changing a clue, and only a change in one of its lines can prevent that. This is a
beam search over pictures: it takes the smallest part, tries the cheapest changes in its lines, and
goes on with the best pictures, by the cost so far and the number of open cells. No change divides a
shape or adds one (:mod:`solver.author.shapes`).

Source: repair by adding or removing single cells as in Batenburg, Henstra, Kosters & Palenstijn,
"Constructing simple nonograms of varying difficulty", PU.M.A. 20 (2009), with a solver's second
solution as the counterexample instead of a line solver's open cells.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice

from puzzles.contracts import ShouldStop
from puzzles.formats.document import Document
from puzzles.grid import BLANK, Grid, puzzle_of
from puzzles.model import Puzzle
from solver.author.changes import changes_near, parts_of
from solver.author.cost import Cost
from solver.author.intention import completed
from solver.author.rough_repair import repair_roughly
from solver.author.shapes import keep_shapes
from solver.author.trial import Trials, open_cells
from solver.logic.rate import Rating
from solver.values import Outcome

OPEN_CELL_COST = 0.4
"""Expected cost of an open cell, in units of :mod:`solver.author.cost`."""
BEAM_WIDTH = 3
"""Pictures that the beam search keeps."""
MAX_TRIES = 96
"""Changes tried on each picture."""
MAX_NODES = 300
"""Search nodes of one try; harder puzzles are treated as open."""
MAX_COST_RATIO = 2.0
"""Repairs that cost more than this many times the best one are not searched for."""
FURTHER_TRIES_RATIO, MIN_FURTHER_TRIES = 2, 600
"""The search ends after this many times the tries of the first repair, but not before the second
number of tries."""
HUGE_BOARD_CELLS, SAMPLED_CELLS = 10_000, 64
"""On boards with more cells, only this many cells of a part choose the lines to try."""
MANY_OPEN_CELLS = 40
"""Open cells above which a picture is first repaired roughly."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new state for one cell of a picture."""

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
    """How visible they are, see :mod:`solver.author.cost`."""
    rating: Rating | None = None
    """Of the puzzle afterwards; ``None`` if it is not known."""

    def onto(self, picture: Grid) -> Grid:
        """The picture with the changes made."""
        changed = picture.copy()
        for change in self.changes:
            changed.cells[change.cell] = change.after
        return changed


@dataclass(frozen=True, slots=True)
class Repairs:
    """The result of :func:`repairs`."""

    found: tuple[Repair, ...]
    """The best first; all are proven."""
    outcome: Outcome
    """UNIQUE: the puzzle needs no repair. SEVERAL: it has several solutions. STOPPED or LIMIT: not
    decided in time."""
    is_complete: bool = True
    """Whether the search finished; if so, more time would find nothing else."""
    nearest: Repair | None = None
    """Without a repair: the changes that leave the fewest cells open."""
    left_open: int = 0
    """The number of cells that ``nearest`` leaves open."""
    is_stopped: bool = False
    """If not complete: whether the caller stopped the search; else the time was over."""
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
    """Find changes of a picture after which its puzzle has exactly one solution.

    Args:
        picture: Complete: every cell is background or has one colour.
        like: A puzzle with the picture's palette; its clues do not matter.
        reluctance: For each cell, 0 to 1, how clearly the source picture decides it.
        wanted: Number of repairs to find.
        timeout_s: Wall-clock time; the repairs found by then are returned.
        should_stop: Is called often; once true, the repairs so far are returned within 100 ms.
        report: Is called with the repairs so far after each new one.

    >>> picture = Grid.from_text(["##..", "##..", "..#.", "...#"])
    >>> best = repairs(picture, Puzzle.empty(4, 4)).found[0]
    >>> print(best.onto(picture))
    ##..
    ##..
    ..##
    ...#
    """
    trials = Trials(picture, like, timeout_s, should_stop)
    return _Search(trials, Cost(picture, reluctance), wanted, report).run()


def applied(document: Document, picture: Grid, repair: Repair | None = None) -> Document:
    """The document of a picture after a repair; without one, of the picture as it is.

    Args:
        document: Its title, other texts and marks are kept. If the marks show the picture, they
            are changed with it; else the changed cells become clear.
        picture: The intended picture of the document.
        repair: A repair of that picture.
    """
    after = picture if repair is None else repair.onto(picture)
    marks = document.marks.copy()
    changed = {c.cell: c.after for c in repair.changes} if repair is not None else {}
    if completed(marks) == picture:
        changed = as_marks(changed, marks)
    else:
        changed = dict.fromkeys(changed, marks.clear)
    for cell, state in changed.items():
        marks.cells[cell] = state
    return Document(puzzle_of(after, document.puzzle), marks, document.is_drawing)


def as_marks(changes: Mapping[int, int], marks: Grid) -> dict[int, int]:
    """The changes as marks; background becomes a dot if the marks have dots, else clear."""
    blank = BLANK if marks.count(BLANK) else marks.clear
    return {cell: blank if state == BLANK else state for cell, state in changes.items()}


@dataclass(order=True)
class _Node:
    """A changed picture."""

    score: float
    number: int
    """Orders equal scores, so that the result is the same on every machine."""
    picture: Grid = field(compare=False)
    changed: dict[int, int] = field(compare=False)
    """New states by cell."""
    cost: float = field(compare=False)
    open: int = field(compare=False)
    parts: list[list[int]] = field(compare=False)
    """Cells that can change together without changing a clue, the smallest part first."""


class _Search:
    def __init__(
        self,
        trials: Trials,
        price: Cost,
        wanted: int,
        report: Callable[[Repairs], None] | None,
    ) -> None:
        self.trials = trials
        self.price = price
        self.wanted = wanted
        self.report = report
        self.found: dict[frozenset[tuple[int, int]], Repair] = {}
        self.seen: set[bytes] = set()
        """Digests of the pictures, to save memory."""
        self._last_try = 0

    def run(self) -> Repairs:
        """Search until enough repairs are found, nothing is left to try, or the time is over."""
        root = self._node({}, nodes=None)
        if root is None:
            return self._result(None, self.trials.interruption, is_complete=False)
        if root.open == 0:
            return self._result(root, Outcome.UNIQUE)
        nearest, beam = root, [root]
        if root.open > MANY_OPEN_CELLS:
            node = self._node(
                self.trials.changed(repair_roughly(self.trials, self.price)), nodes=None
            )
            if node is not None and node.open == 0:
                self._keep(node)
            elif node is not None and node.open < root.open:
                nearest, beam = node, [node]
        while beam and len(self.found) < self.wanted and not self._has_tried_enough:
            children = [child for node in beam for child in self._children(node)]
            for child in children:
                if child.open == 0:
                    self._keep(child)
            open_children = [child for child in children if child.open]
            nearest = min([nearest, *open_children], key=lambda node: (node.open, node.cost))
            beam = heapq.nsmallest(
                BEAM_WIDTH, (c for c in open_children if self._is_cheap_enough(c))
            )
        return self._result(nearest, Outcome.SEVERAL, is_complete=not self.trials.is_over)

    @property
    def _has_tried_enough(self) -> bool:
        return self.trials.is_over or (bool(self.found) and self.trials.count >= self._last_try)

    def _is_cheap_enough(self, node: _Node) -> bool:
        """Whether further changes of a picture may give a repair that is worth showing."""
        if not self.found:
            return True
        return node.cost <= MAX_COST_RATIO * min(r.cost for r in self.found.values())

    def _node(self, changes: Mapping[int, int], nodes: int | None = MAX_NODES) -> _Node | None:
        """Solve a changed picture; ``None`` if it was solved before, or the time is over."""
        picture = self.trials.picture.copy()
        for cell, state in changes.items():
            picture.cells[cell] = state
        key = blake2b(picture.cells.tobytes(), digest_size=16).digest()
        if key in self.seen or self.trials.is_over:
            return None
        self.seen.add(key)
        result = self.trials.solve(self.trials.puzzle_of(picture, changes), nodes)
        if result.outcome is Outcome.STOPPED:
            return None
        cost, number = self.price.of(changes), self.trials.count
        if result.is_unique:
            return _Node(cost, number, picture, dict(changes), cost, 0, [])
        left = open_cells(result.certain)
        differing = {
            i
            for solution in result.solutions
            for i, state in enumerate(solution.cells)
            if state != picture.cells[i]
        }
        parts = parts_of(differing or left, picture.width)
        score = cost + OPEN_CELL_COST * len(left)
        return _Node(score, number, picture, dict(changes), cost, len(left), parts)

    def _children(self, node: _Node) -> list[_Node]:
        """Pictures with one or a few more changes, and one with the best of them combined."""
        tries = max(6, MAX_TRIES // len(node.parts))
        best: list[_Node] = []
        children: list[_Node] = []
        for part in node.parts[: max(1, MAX_TRIES // tries)]:
            options = self._tries_of(node, part, tries)
            nodes = [self._node({**node.changed, **changes}) for changes in options]
            better = [child for child in nodes if child is not None and child.open < node.open]
            children += better
            if better:
                best.append(min(better))
        if len(best) > 1:
            changed: dict[int, int] = {}
            for child in best:
                changed |= child.changed
            is_kept = keep_shapes(self.trials.picture, changed)
            if is_kept and (combined := self._node(changed)) is not None:
                children.append(combined)
        return children

    def _tries_of(self, node: _Node, part: list[int], most: int) -> list[dict[int, int]]:
        """The cheapest changes in a part's lines; on huge boards in the lines of some cells."""
        is_huge = len(node.picture.cells) > HUGE_BOARD_CELLS
        tries = {
            tuple(sorted(changes.items())): changes
            for change in changes_near(node.picture, part[:SAMPLED_CELLS] if is_huge else part)
            for changes in self._with_partners(*change)
        }
        priced = sorted((self.price.of(c, node.picture), key) for key, c in tries.items())
        kept = (tries[key] for _, key in priced if keep_shapes(node.picture, tries[key]))
        return list(islice(kept, most))

    def _with_partners(self, cell: int, state: int) -> Iterator[dict[int, int]]:
        """A change alone, and together with its images under the picture's symmetries."""
        yield {cell: state}
        if partners := self.price.partners(cell):
            yield dict.fromkeys([cell, *partners], state)

    def _keep(self, node: _Node) -> None:
        """Add a picture with one solution as a repair, without needless changes, and report it."""
        changes = dict(node.changed)
        for cell in sorted(changes, key=lambda c: -self.price.of({c: changes[c]})):
            fewer = {c: state for c, state in changes.items() if c != cell}
            is_kept = bool(fewer) and keep_shapes(self.trials.picture, fewer)
            trial = self._node(fewer) if is_kept else None
            if trial is not None and trial.open == 0:
                changes = fewer
        key = frozenset(changes.items())
        if not self.found:
            self._last_try = max(FURTHER_TRIES_RATIO * self.trials.count, MIN_FURTHER_TRIES)
        if not any(key >= other for other in self.found):
            self.found[key] = self._repair_of(changes)
            if self.report is not None:
                self.report(self._result(None, Outcome.SEVERAL, is_complete=False))

    def _repair_of(self, changes: Mapping[int, int]) -> Repair:
        before = self.trials.picture.cells
        made = tuple(Change(c, before[c], changes[c]) for c in sorted(changes))
        return Repair(made, self.price.of(changes))

    def _result(self, nearest: _Node | None, outcome: Outcome, is_complete: bool = True) -> Repairs:
        ranked = sorted(self.found.values(), key=lambda r: (r.cost, r.changes[0].cell))
        if ranked:
            nearest = None
        return Repairs(
            tuple(ranked[: self.wanted]),
            outcome,
            is_complete,
            self._repair_of(nearest.changed) if nearest is not None and nearest.changed else None,
            nearest.open if nearest is not None else 0,
            not is_complete and self.trials.interruption is Outcome.STOPPED,
            self.trials.seconds,
            self.trials.count,
        )
