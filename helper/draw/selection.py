"""The selected cells of a drawing: moving, turning, clearing and copying them, by hand and key.

Moved cells cover those below them, which come back when they are moved on: ``under``. This lasts
as long as the selection does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from helper.board.toolset import CellFrame
from helper.draw.regions import CopiedCells
from helper.draw.shapes import Cell
from helper.draw.tools import BaseDrag
from helper.play.session import Session
from puzzles.turning import Turn
from puzzles.words import marked


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected cells; a value, as it was before any further change of the drawing."""

    frame: CellFrame
    """On the board; partly beyond it only after a move."""
    region: CopiedCells | None = None
    """The cells inside, if they were moved or pasted, also those beyond the board."""
    under: Mapping[int, int] | None = None
    """The states that were in the place of these before, by index; ``None``: clear cells."""

    def cells(self, session: Session) -> CopiedCells:
        """The selected cells as they are now."""
        if self.region is not None:
            return self.region
        return CopiedCells.of(session.marks, session.puzzle.palette, self.frame)


@dataclass(frozen=True, slots=True)
class SelectionStep:
    """New states of cells, and what is selected after them."""

    changes: Mapping[int, int]
    selection: Selection


def placed(
    session: Session, old: Selection | None, region: CopiedCells, frame: CellFrame
) -> SelectionStep:
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
    return SelectionStep({**below, **new}, Selection(frame, region, under))


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


def moved(session: Session, selection: Selection, down: int, right: int) -> SelectionStep:
    """Move the selected cells; at least one row and one column of them stay on the board."""
    frame, marks = selection.frame, session.marks
    top = min(max(frame.top + down, 1 - frame.height), marks.height - 1)
    left = min(max(frame.left + right, 1 - frame.width), marks.width - 1)
    frame = frame._replace(top=top, left=left)
    return placed(session, selection, selection.cells(session), frame)


def turned(session: Session, selection: Selection, turn: Turn) -> SelectionStep:
    """Turn the selected cells in their place; its top left corner stays if they fit there."""
    region = selection.cells(session).turned(turn)
    frame = selection.frame._replace(height=region.height, width=region.width)
    frame = frame.kept_on(session.marks.height, session.marks.width)
    return placed(session, selection, region, frame)


_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class SelectionController(QObject):
    """Keeps the selection. Any other change of the drawing ends it.

    Signals:
        changed: Something is selected, or elsewhere, or nothing is selected any more.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._selection: Selection | None = None
        session.history_changed.connect(self.drop)
        session.sheet_changed.connect(self.drop)

    @property
    def has_selection(self) -> bool:
        """Whether cells are selected."""
        return self._selection is not None

    @property
    def frame(self) -> CellFrame | None:
        """Where the selected cells are; ``None`` if there are none."""
        return self._selection.frame if self._selection is not None else None

    @property
    def region(self) -> CopiedCells | None:
        """The selected cells as a value."""
        return self._selection.cells(self._session) if self._selection is not None else None

    def begin(self, at: Cell) -> _SelectDrag | _MoveDrag:
        """Select cells from here, or move the selection if the cell is inside."""
        selection = self._selection
        if selection is not None and selection.frame.holds(at):
            return _MoveDrag(self, self._session, selection, at)
        self.drop()
        return _SelectDrag(self, self._session, at)

    def press_key(self, event: QKeyEvent) -> bool:
        """Move, clear or leave the selection; ``False`` without one, and for other keys."""
        if self._selection is None:
            return False
        key = Qt.Key(event.key())
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_Escape:
            self.drop()
        elif key == Qt.Key.Key_Delete and is_plain:
            self.clear(marked("Clear Selection"))
        elif key in _STEPS and is_plain:
            self._make(
                moved(self._session, self._selection, *_STEPS[key]), marked("Move Selection")
            )
        else:
            return False
        return True

    def select(self, frame: CellFrame) -> None:
        """Select cells, which have to be on the board."""
        self.set_selection(Selection(frame))

    def drop(self) -> None:
        """Select nothing; the cells stay where they are."""
        self.set_selection(None)

    def clear(self, label: str) -> None:
        """Take the selected cells away; what they were moved over comes back."""
        if self._selection is not None:
            self._session.paint(lifted(self._session, self._selection), label)
            self.drop()

    def paste(self, region: CopiedCells, at: Cell) -> None:
        """Put a region onto the drawing and select it, with its top left cell at ``at``.

        It is moved onto the board if it fits there.
        """
        marks = self._session.marks
        frame = CellFrame(*at, region.height, region.width).kept_on(marks.height, marks.width)
        self._make(placed(self._session, None, region, frame), marked("Paste"))

    def turn(self, turn: Turn) -> None:
        """Turn the selected cells."""
        if self._selection is not None:
            self._make(turned(self._session, self._selection, turn), turn.label)

    def _make(self, step: SelectionStep, label: str) -> None:
        self._session.paint(step.changes, label)
        self.set_selection(step.selection)

    def set_selection(self, selection: Selection | None) -> None:
        """Select something else, or nothing."""
        if selection is not self._selection:
            self._selection = selection
            self.changed.emit()


class _SelectDrag(BaseDrag):
    """Selects the cells between its ends; a click selects nothing."""

    def __init__(self, selecting: SelectionController, session: Session, at: Cell) -> None:
        super().__init__(session.marks, at)
        self._selecting = selecting

    @property
    def frame(self) -> CellFrame | None:
        return None if self.end == self.start else CellFrame.between(self.start, self.end)

    @property
    def size_text(self) -> str:
        frame = self.frame
        return f"{frame.width} × {frame.height}" if frame is not None else ""

    def finish(self) -> None:
        frame = self.frame
        self._selecting.set_selection(Selection(frame) if frame is not None else None)


class _MoveDrag(BaseDrag):
    """Moves the selected cells as far as the pointer goes."""

    def __init__(
        self, selecting: SelectionController, session: Session, selection: Selection, at: Cell
    ) -> None:
        super().__init__(session.marks, at, marked("Move Selection"))
        self._selecting = selecting
        self._session = session
        self._selection = selection
        self._step = SelectionStep({}, selection)

    def move_to(self, row: int, column: int) -> None:
        super().move_to(row, column)
        down, right = row - self.start[0], column - self.start[1]
        self._step = moved(self._session, self._selection, down, right)

    @property
    def changes(self) -> Mapping[int, int]:
        return self._step.changes

    @property
    def frame(self) -> CellFrame | None:
        return self._step.selection.frame

    def finish(self) -> None:
        self._selecting.set_selection(self._step.selection)
