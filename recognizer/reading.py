"""From a picture to a draft puzzle with its doubts."""

from __future__ import annotations

import time
from dataclasses import replace
from math import inf
from typing import NamedTuple

import cv2
import numpy as np

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount
from recognizer.clues.clue_areas import locate_board, with_one_line_less
from recognizer.clues.clue_reading import SideClues, read_side
from recognizer.clues.rectification import RectifiedPage
from recognizer.cutoff import warned
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.grid.working_scale import WORKING_PX
from recognizer.images import turned
from recognizer.manual_grid import given_grid
from recognizer.marks.mark_reading import Sums, read_marks
from recognizer.rules.correction import repair
from recognizer.values import (
    Lattice,
    OnProgress,
    Picture,
    Problem,
    Progress,
    Reading,
    ReadLine,
    Side,
)

OTHERS = 4
"""Grids that are tried if the best one has no clear clues."""
SURE = 0.9
"""Numbers are read upright if most are that sure."""
UPRIGHT, UPRIGHT_ELSEWHERE = 0.4, 0.1
"""Pictures with a larger share of doubtful lines are tried with another grid, and turned unless
they have one solution; the second is for clues on the right or below, which are rare."""
FEWER_DOUBTS = 0.6
"""Another grid, or a turned picture, is right if so few of the doubts are left."""


def read(
    picture: Picture,
    *,
    judge: CountSolutions | None = None,
    near: tuple[float, float] | None = None,
    lattice: Lattice | None = None,
    is_upright: bool = False,
    on_progress: OnProgress | None = None,
    should_stop: ShouldStop | None = None,
) -> Reading:
    """Read the nonogram in a picture; never raises for a doubtful one.

    Args:
        picture: BGR uint8, shape (height, width, 3), upright to within 20 degrees, or turned by
            quarters from there.
        judge: Says how many solutions a puzzle has; with it misreads can be repaired.
        near: (x, y) in px: read the grid there, not the best one.
        lattice: The grid to read; none is looked for then.
        is_upright: Whether the picture is known to be upright, as it is to whoever gives ``near``
            or ``lattice``; otherwise it is tried turned if hardly a number can be read.
        on_progress: Hears how far it is.
        should_stop: Asked now and then; what was read until then is returned.
    """
    begun = time.perf_counter()
    stop = should_stop or _never

    def tell(stage: str, share: float) -> None:
        if on_progress is not None:
            on_progress(Progress(stage, share))

    def ended(reading: Reading) -> Reading:
        if stop():
            # What was not looked at is not missing.
            reading = replace(reading, problems=(Problem.STOPPED,))
        return replace(reading, seconds=time.perf_counter() - begun)

    tell("looking for the grid", 0.0)
    grids = find_grids(picture, stop) if lattice is None else [given_grid(picture, lattice)]
    if not grids:
        return ended(Reading(problems=(Problem.NO_GRID,)))
    tell("reading the numbers", 0.5)
    page = _TurnedPicture(picture, tuple(grids), _chosen(grids, near))
    draft = page.read(lattice, stop)
    if near is None and draft.doubt > UPRIGHT:
        page, draft = _clearest(page, draft, stop)
    known = is_upright or lattice is not None or near is not None
    if not draft.has_clues or stop():
        reading = draft.reading
    else:
        tell("checking what was read", 0.9)
        reading = repair(draft.reading, judge, stop)
    if not known and not draft.is_clear and reading.verdict is not SolutionCount.ONE:
        tell("turning the picture", 0.9)
        reading = _turned_until_clear(page, draft, judge, stop) or reading
    return ended(warned(turned(picture, reading.turns), reading))


class FirstReading(NamedTuple):
    """What one picture says, before the puzzle's rules are asked."""

    reading: Reading
    found: DetectedGrid | None
    """The grid with the boxes of its clues; ``None`` if there is none."""


def look(picture: Picture, patience_s: float = inf, most_px: int = WORKING_PX) -> FirstReading:
    """Find the grid of an upright picture and read its numbers; see :func:`read`.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        patience_s: No more grids are looked for after that time.
        most_px: See :func:`recognizer.grid.detection.find_grids`.
    """
    end = time.perf_counter() + patience_s

    def is_late() -> bool:
        return time.perf_counter() > end

    grids = find_grids(picture, is_late, most_px)
    if not grids:
        return FirstReading(Reading(problems=(Problem.NO_GRID,)), None)
    page = _TurnedPicture(picture, tuple(grids), 0)
    draft = page.read(None, _never, is_late)
    if draft.doubt > UPRIGHT and not is_late():
        _, draft = _clearest(page, draft, _never, is_late)
    return FirstReading(draft.reading, draft.found)


def _never() -> bool:
    return False


def look_again(picture: Picture, found: DetectedGrid) -> Reading:
    """Read the numbers of a grid whose place and boxes are known; see :func:`read`."""
    return _TurnedPicture(picture, (found,), 0).read_found(found, _never).reading


class _UncorrectedReading(NamedTuple):
    """What the picture alone says."""

    reading: Reading
    found: DetectedGrid
    """The grid with the boxes of its clues."""

    @property
    def has_clues(self) -> bool:
        return Problem.NO_CLUES not in self.reading.problems

    @property
    def doubt(self) -> float:
        """The share of lines that are empty or not surely read; 1 where there are no clues."""
        lines = [line for _, line in self.reading.lines]
        doubtful = sum(not line.numbers or line.certainty < SURE for line in lines)
        return doubtful / len(lines) if self.has_clues else 1.0

    @property
    def is_clear(self) -> bool:
        """Whether the numbers are upright beyond doubt."""
        sides = self.reading.rows_side, self.reading.columns_side
        return self.doubt < (UPRIGHT if sides == (Side.LEFT, Side.TOP) else UPRIGHT_ELSEWHERE)


class _TurnedPicture(NamedTuple):
    """A picture and the grids in it, turned by some quarters."""

    picture: Picture
    grids: tuple[DetectedGrid, ...]
    chosen: int
    turns: int = 0

    def turned(self, quarters: int) -> _TurnedPicture:
        """Turned clockwise."""
        height, width = self.picture.shape[:2]
        grids = self.grids
        for _ in range(quarters):
            grids = tuple(_turned(grid, height) for grid in grids)
            height, width = width, height
        return _TurnedPicture(turned(self.picture, quarters), grids, self.chosen, quarters)

    def read(
        self, lattice: Lattice | None, stop: ShouldStop, is_late: ShouldStop | None = None
    ) -> _UncorrectedReading:
        """The chosen grid and its numbers; once it is late, no other boards are tried."""
        found = self.grids[self.chosen]
        if lattice is not None:
            return self._read(found, lattice, stop)
        found = locate_board(self.picture, found)
        draft = self._read(found, None, stop)
        if not draft.has_clues and not self.turns:
            # The frame of the clues may have been taken for a line of the grid.
            for smaller in with_one_line_less(found):
                if (is_late or stop)():
                    break
                read = self._read(smaller, None, stop)
                draft = read if read.doubt < draft.doubt else draft
        return draft

    def read_found(self, found: DetectedGrid, stop: ShouldStop) -> _UncorrectedReading:
        """The numbers of a grid whose boxes are known."""
        return self._read(found, None, stop)

    def _read(
        self, found: DetectedGrid, lattice: Lattice | None, stop: ShouldStop
    ) -> _UncorrectedReading:
        sheet = RectifiedPage(self.picture, found)
        # Digits side by side are one number in the clue of a column, so these are read first.
        columns = read_side(sheet, (Side.TOP, Side.BOTTOM), should_stop=stop)
        total = None if columns is None else columns.shaded
        rows = read_side(sheet, (Side.LEFT, Side.RIGHT), total, stop)
        others = tuple(
            g.lattice for k, g in enumerate(self.grids) if k != self.chosen and g.score > 0
        )
        others = _like(found, others) if lattice is None else ()
        problems = [Problem.NO_CLUES] if rows is None or columns is None else []
        problems += [Problem.SEVERAL_GRIDS] if others else []
        reading = Reading(
            lattice=found.lattice if lattice is None else lattice,
            rows=_lines(rows, sheet.rows),
            columns=_lines(columns, sheet.columns),
            rows_side=rows.side if rows is not None else Side.LEFT,
            columns_side=columns.side if columns is not None else Side.TOP,
            marks=read_marks(sheet, _sums(rows, columns)),
            problems=tuple(problems),
            others=others,
            turns=self.turns,
        )
        return _UncorrectedReading(reading, found)


def _sums(rows: SideClues | None, columns: SideClues | None) -> Sums | None:
    """What clues that were surely read shade; ``None`` if a side has none."""
    if rows is None or columns is None:
        return None

    def of(clues: SideClues) -> list[int | None]:
        return [sum(li.lengths) if li.certainty >= SURE else None for li in clues.lines]

    return of(rows), of(columns)


def _clearest(
    page: _TurnedPicture,
    draft: _UncorrectedReading,
    stop: ShouldStop,
    is_late: ShouldStop | None = None,
) -> tuple[_TurnedPicture, _UncorrectedReading]:
    """The grid with the clearest clues: a picture of squares may look more like a grid than one."""
    for k in range(1, min(OTHERS, len(page.grids))):
        if (is_late or stop)():
            break
        other = page._replace(chosen=k)
        read = other.read(None, stop, is_late)
        if read.doubt < FEWER_DOUBTS * draft.doubt:
            page, draft = other, read
    return page, draft


def _turned(found: DetectedGrid, height: int) -> DetectedGrid:
    """A grid in a picture of that height, turned clockwise by a quarter."""
    x, y = found.nodes[..., 0], found.nodes[..., 1]
    nodes = np.rot90(np.stack([height - 1 - y, x], axis=-1), -1)
    last = len(found.nodes) - 1

    def region(old: Region) -> Region:
        return Region(old.left, last - old.bottom, old.right, last - old.top)

    return replace(found, nodes=nodes, board=region(found.board), dense=region(found.dense))


def _turned_until_clear(
    page: _TurnedPicture, draft: _UncorrectedReading, judge: CountSolutions | None, stop: ShouldStop
) -> Reading | None:
    """The page turned so that its numbers are upright, if there is no doubt about that.

    The grid is the same whatever way it is turned, so it is not looked for again.
    """
    if stop():
        return None
    best = min((page.turned(k).read(None, stop) for k in (1, 2, 3)), key=lambda d: d.doubt)
    if best.doubt >= draft.doubt or stop():
        return None
    reading = repair(best.reading, judge, stop)
    # No page that stands on its head has one solution by chance.
    is_right = reading.verdict is SolutionCount.ONE or best.doubt < FEWER_DOUBTS * draft.doubt
    return reading if is_right else None


def _chosen(grids: list[DetectedGrid], near: tuple[float, float] | None) -> int:
    if near is None:
        return 0
    inside = [cv2.pointPolygonTest(grid.lattice.corners, near, True) for grid in grids]
    return int(np.argmax(inside))


def _like(found: DetectedGrid, others: tuple[Lattice, ...]) -> tuple[Lattice, ...]:
    """Of other lattices those that may be puzzles too: not much smaller than the one chosen."""
    least = 0.15 * cv2.contourArea(found.lattice.corners)
    return tuple(o for o in others if cv2.contourArea(o.corners) >= least)


def _lines(clues: SideClues | None, count: int) -> tuple[ReadLine, ...]:
    return clues.lines if clues is not None else (ReadLine((), (), 0.0),) * count
