"""The selected cells of a drawing: moving, turning, clearing and copying them. No widgets.

Moved cells cover those below them, which come back when they are moved on: ``under``. This lasts
as long as the selection does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from helper.board.toolset import Frame
from helper.draw.regions import Region
from helper.play.session import Session
from puzzles.turning import Turn


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected cells; a value, as it was before any further change of the drawing."""

    frame: Frame
    """On the board; partly beyond it only after a move."""
    region: Region | None = None
    """The cells inside, if they were moved or pasted, also those beyond the board."""
    under: Mapping[int, int] | None = None
    """The states that were in the place of these before, by index; ``None``: clear cells."""

    def cells(self, session: Session) -> Region:
        """The selected cells as they are now."""
        if self.region is not None:
            return self.region
        return Region.of(session.marks, session.puzzle.palette, self.frame)


@dataclass(frozen=True, slots=True)
class Step:
    """New states of cells, and what is selected after them."""

    changes: Mapping[int, int]
    selection: Selection


def placed(session: Session, old: Selection | None, region: Region, frame: Frame) -> Step:
    """Put a region somewhere, and lift the selection from where it is.

    Args:
        session: The drawing.
        old: What is selected and leaves its place; ``None`` if nothing does.
        region: What comes; it may be partly beyond the board.
        frame: Where; its size is that of the region.
    """
    marks, below = session.marks, lifted(session, old)
    new = region.changes(marks, session.puzzle.palette, frame)
    under = {i: below.get(i, marks.cells[i]) for i in new}
    return Step({**below, **new}, Selection(frame, region, under))


def lifted(session: Session, selection: Selection | None) -> Mapping[int, int]:
    """What is in the place of the selection when it is taken away: new states by index."""
    if selection is None:
        return {}
    if selection.under is not None:
        return selection.under
    (top, left, height, width), marks = selection.frame, session.marks
    return {
        r * marks.width + c: marks.clear
        for r in range(top, top + height)
        for c in range(left, left + width)
    }


def moved(session: Session, selection: Selection, down: int, right: int) -> Step:
    """Move the selected cells; at least one row and one column of them stay on the board."""
    frame, marks = selection.frame, session.marks
    top = min(max(frame.top + down, 1 - frame.height), marks.height - 1)
    left = min(max(frame.left + right, 1 - frame.width), marks.width - 1)
    frame = frame._replace(top=top, left=left)
    return placed(session, selection, selection.cells(session), frame)


def turned(session: Session, selection: Selection, turn: Turn) -> Step:
    """Turn the selected cells in their place; its top left corner stays if they fit there."""
    region = selection.cells(session).turned(turn)
    frame = selection.frame._replace(height=region.height, width=region.width)
    frame = frame.kept_on(session.marks.height, session.marks.width)
    return placed(session, selection, region, frame)
