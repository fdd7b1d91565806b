"""One line as a person sees it: runs, walls, and which block a run can belong to.

A *wall* for a colour is a cell that cannot have it, or the end of the line. A *run* is a row of
neighbouring cells that are certainly of one colour. Where a block can be is estimated from walls
alone, ignoring the runs (``lefts`` and ``rights``): all blocks are pushed to the one end, then to
the other. Everything here is a relaxation, so what is excluded here is excluded in truth.
"""

from __future__ import annotations

import itertools
from functools import cached_property

from puzzles.model import BACKGROUND, Clues
from solver.line import LineMasks
from solver.logic.finding import Range, bits


class Run:
    """A run of cells of one colour."""

    __slots__ = (
        "blocks",
        "color",
        "longest",
        "room_start",
        "room_stop",
        "shortest",
        "start",
        "stop",
    )

    def __init__(self, start: int, stop: int, color: int, room_start: int, room_stop: int) -> None:
        self.start = start
        self.stop = stop
        """The cell after its last one."""
        self.color = color
        self.room_start = room_start
        """The first cell after the wall before it."""
        self.room_stop = room_stop
        """The wall after it."""
        self.blocks: list[int] = []
        """The clues that it can belong to, by index."""
        self.shortest = self.longest = 0
        """Of these clues."""


class LineView:
    """A line with its clues; computes what techniques ask for when they first ask.

    Args:
        clues: The line's clues.
        line: For each colour, the cells that may still have it.
        width: Cells in the line.
    """

    def __init__(self, clues: Clues, line: LineMasks, width: int) -> None:
        self.clues = clues
        self.line = line
        self.width = width
        self.full = (1 << width) - 1

    @cached_property
    def owned(self) -> tuple[int, ...]:
        """For each colour the cells that certainly have it."""
        if len(self.line) == 2:
            a, b = self.line
            return a & ~b, b & ~a
        owned = []
        for color, mask in enumerate(self.line):
            for other, more in enumerate(self.line):
                if other != color:
                    mask &= ~more
            owned.append(mask)
        return tuple(owned)

    @cached_property
    def ink(self) -> int:
        """The cells that are not certainly background."""
        return self.full & ~self.owned[BACKGROUND]

    @cached_property
    def gaps(self) -> list[int]:
        """For each clue, the cells that must lie between it and the next one: 0 or 1."""
        clues = self.clues
        return [int(a[1] == b[1]) for a, b in itertools.pairwise(clues)] + [0] * bool(clues)

    @cached_property
    def lefts(self) -> list[int] | None:
        """The first cell of each block, all pushed to the left; ``None`` if they do not fit."""
        found, at = [], 0
        for (length, color), gap in zip(self.clues, self.gaps, strict=True):
            places = fitting(self.line[color], length) >> at
            if not places:
                return None
            at += (places & -places).bit_length() - 1
            found.append(at)
            at += length + gap
        return found

    @cached_property
    def rights(self) -> list[int] | None:
        """The first cell of each block, all pushed to the right; ``None`` if they do not fit."""
        found, stop = [], self.width
        for j in range(len(self.clues) - 1, -1, -1):
            length, color = self.clues[j]
            stop -= length
            places = fitting(self.line[color], length) & bits(0, stop + 1)
            if not places:
                return None
            at = places.bit_length() - 1
            found.append(at)
            stop = at - (self.gaps[j - 1] if j else 0)
        found.reverse()
        return found

    @cached_property
    def runs(self) -> list[Run] | None:
        """All runs from left to right; ``None`` if one of them fits no block."""
        lefts, rights = self.lefts, self.rights
        if lefts is None or rights is None:
            return None
        runs = self.bare_runs()
        for run in runs:
            length, room = run.stop - run.start, run.room_stop - run.room_start
            for j, clue in enumerate(self.clues):
                is_there = lefts[j] <= run.start and rights[j] + clue.length >= run.stop
                if clue.color == run.color and length <= clue.length <= room and is_there:
                    run.blocks.append(j)
        for before, run in itertools.pairwise(runs):
            run.blocks = [j for j in run.blocks if self._follows(before, run, j)]
        for run, after in zip(runs[-2::-1], runs[:0:-1], strict=False):
            run.blocks = [j for j in run.blocks if self._precedes(run, after, j)]
        for run in runs:
            if not run.blocks:
                return None
            lengths = [self.clues[j].length for j in run.blocks]
            run.shortest, run.longest = min(lengths), max(lengths)
        return runs

    def bare_runs(self) -> list[Run]:
        """All runs from left to right, without the blocks that they can belong to."""
        runs = []
        for color in range(1, len(self.line)):
            own, at = self.owned[color], 0
            walls = self.full & ~self.line[color]
            while own:
                skipped = (own & -own).bit_length() - 1
                own >>= skipped
                at += skipped
                length = (~own & own + 1).bit_length() - 1
                after = walls >> at + length
                room_stop = self.width
                if after:
                    room_stop = at + length + (after & -after).bit_length() - 1
                room_start = (walls & bits(0, at)).bit_length()
                runs.append(Run(at, at + length, color, room_start, room_stop))
                own >>= length
                at += length
        return sorted(runs, key=lambda run: run.start)

    def _follows(self, before: Run, run: Run, block: int) -> bool:
        """Whether the run can be of a block, given the run before it."""
        return any(
            j < block or (j == block and self._may_be_one(before, run, j)) for j in before.blocks
        )

    def _precedes(self, run: Run, after: Run, block: int) -> bool:
        return any(
            block < j or (j == block and self._may_be_one(run, after, j)) for j in after.blocks
        )

    def _may_be_one(self, run: Run, after: Run, block: int) -> bool:
        """Whether two runs can belong to the same block."""
        is_free = run.color == after.color and run.room_stop >= after.stop
        return is_free and after.stop - run.start <= self.clues[block].length

    @cached_property
    def ranges(self) -> list[Range] | None:
        """Where each block can be, from walls, and from the runs that only it can explain."""
        lefts, rights, runs = self.lefts, self.rights, self.runs
        if lefts is None or rights is None or runs is None:
            return None
        starts, stops = list(lefts), [r + c.length for r, c in zip(rights, self.clues, strict=True)]
        for run in runs:
            if len(run.blocks) == 1:
                j = run.blocks[0]
                length = self.clues[j].length
                starts[j] = max(starts[j], run.room_start, run.stop - length)
                stops[j] = min(stops[j], run.room_stop, run.start + length)
                if stops[j] - starts[j] < length:
                    return None
        return [Range(j, *pair) for j, pair in enumerate(zip(starts, stops, strict=True))]

    @cached_property
    def rest(self) -> tuple[int, int, int, int]:
        """The part of the line that is left when the finished blocks at both ends are cut off.

        Returns:
            Its first cell, the cell after it, its first clue, the clue after it.
        """
        start, first = self._finished(range(len(self.clues)), forward=True)
        if start == self.width:
            return self.width, self.width, first, first
        back = range(len(self.clues) - 1, first - 1, -1)
        left, count = self._finished(back, forward=False)
        return start, self.width - left, first, len(self.clues) - count

    def _finished(self, order: range, *, forward: bool) -> tuple[int, int]:
        """How many cells and blocks are finished from one end."""
        owned, width, at, count = self.owned, self.width, 0, 0

        def has(color: int, k: int) -> bool:
            return bool(owned[color] >> (k if forward else width - 1 - k) & 1)

        def may(color: int, k: int) -> bool:
            return bool(self.line[color] >> (k if forward else width - 1 - k) & 1)

        while at < width:
            if has(BACKGROUND, at):
                at += 1
                continue
            if count == len(order):
                break
            length, color = self.clues[order[count]]
            stop = at + length
            if stop > width or not all(has(color, k) for k in range(at, stop)):
                break
            if stop < width and may(color, stop):
                break
            at, count = stop, count + 1
        return at, count


def after_earliest(view: LineView, place: Range) -> int:
    """The first cell that the block after one with this range can cover."""
    return place.start + view.clues[place.block].length + view.gaps[place.block]


def before_latest(view: LineView, place: Range) -> int:
    """The cell after the last one that the block before one with this range can cover."""
    return place.stop - view.clues[place.block].length - view.gaps[place.block - 1]


def fitting(cells: int, length: int) -> int:
    """The starts of ``length`` neighbouring cells within a bit set.

    >>> bin(fitting(0b1101110, 2))
    '0b100110'
    """
    have = 1
    while have < length and cells:
        step = min(have, length - have)
        cells &= cells >> step
        have += step
    return cells
