"""The tools that draw cells: what a press begins, and what it would change.

A tool is chosen by its :class:`ToolKind`. :func:`drag_of` begins a :class:`CellsDrag`, which is at
the same time the preview: cells that are not painted yet. No widgets.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from helper.board.stroke import label_of, run_length_at
from helper.board.toolset import CellFrame, Press
from helper.draw.shapes import (
    Cell,
    Cells,
    Mirror,
    connected,
    ellipse,
    line,
    mirrored,
    rectangle,
)
from helper.play.session import Session
from puzzles import Grid
from puzzles.words import _, in_context, marked


class ToolKind(enum.Enum):
    """The tools; the value names the icon."""

    PENCIL = "pencil"
    ERASER = "eraser"
    LINE = "line"
    RECTANGLE = "rectangle"
    ELLIPSE = "ellipse"
    FILL = "fill"
    TEXT = "text"
    SELECT = "select"
    PICK = "pick"

    @property
    def title(self) -> str:
        """The name for the user."""
        return _TOOLS[self].title

    @property
    def move_label(self) -> str:
        """The name of its move, in English; empty for one with the number of cells."""
        return _MOVE_LABELS.get(self, "")

    @property
    def key(self) -> str:
        """The key that chooses it, a capital letter."""
        return _TOOLS[self].key

    @property
    def tip(self) -> str:
        """What it does, in a few words."""
        return _TOOLS[self].tip

    @property
    def icon_name(self) -> str:
        """The name of its icon."""
        return f"tool-{self.value}"

    @property
    def has_size(self) -> bool:
        """Whether it makes shapes, whose size is shown beside the pointer."""
        return self in (ToolKind.LINE, ToolKind.RECTANGLE, ToolKind.ELLIPSE)


class _Tool(NamedTuple):
    title: str
    key: str
    tip: str


_TOOLS = {
    ToolKind.PENCIL: _Tool(
        in_context("a tool that draws", "Pencil"),
        "P",
        _("Draws free-hand in the chosen colour; a cell that has it is cleared"),
    ),
    ToolKind.ERASER: _Tool(in_context("a tool that draws", "Eraser"), "E", _("Makes cells clear")),
    ToolKind.LINE: _Tool(
        in_context("a tool that draws", "Line"),
        "L",
        _("A straight line; with Shift level, upright or diagonal"),
    ),
    ToolKind.RECTANGLE: _Tool(
        in_context("a tool that draws", "Rectangle"), "R", _("A rectangle; with Shift a square")
    ),
    ToolKind.ELLIPSE: _Tool(
        in_context("a tool that draws", "Ellipse"), "O", _("An ellipse; with Shift a circle")
    ),
    ToolKind.FILL: _Tool(
        in_context("a tool that draws", "Fill"), "F", _("Fills the connected cells of one colour")
    ),
    ToolKind.TEXT: _Tool(
        in_context("a tool that draws", "Text"), "T", _("Small letters: click, type, press Enter")
    ),
    ToolKind.SELECT: _Tool(
        in_context("a tool that draws", "Select"), "S", _("Selects cells; drag them to move them")
    ),
    ToolKind.PICK: _Tool(
        in_context("a tool that draws", "Pick Colour"), "I", _("Takes the colour of a cell")
    ),
}
"""The name, the key (a capital letter) and what it does, for people."""


_MOVE_LABELS = {
    ToolKind.LINE: marked("Draw Line"),
    ToolKind.RECTANGLE: marked("Draw Rectangle"),
    ToolKind.ELLIPSE: marked("Draw Ellipse"),
    ToolKind.FILL: marked("Fill Cells"),
    ToolKind.TEXT: marked("Draw Text"),
}


@dataclass
class Options:
    """How shapes are drawn."""

    is_filled: bool = False
    """Whether rectangles and ellipses are filled."""
    mirror: Mirror = Mirror.NONE


Shape = Callable[[Cell, Cell], Cells]
"""The cells of a shape whose box has these corners."""
MAX_FILL_PREVIEW = 40_000
"""On boards with more cells the pointer shows no flood fill before it is done."""


class BaseDrag:
    """A drag that changes nothing; the others derive from it."""

    def __init__(self, marks: Grid, at: Cell, label: str = "") -> None:
        self.marks = marks
        self.start = self.end = at
        self._label = label

    def move_to(self, row: int, column: int) -> None:
        """Extend it to another cell."""
        self.end = (row, column)

    @property
    def changes(self) -> Mapping[int, int]:
        """The new states, by index; none here."""
        return {}

    @property
    def label(self) -> str:
        """The name of its move."""
        return self._label

    @property
    def size_text(self) -> str:
        """The text beside the pointer; empty for none."""
        return ""

    @property
    def frame(self) -> CellFrame | None:
        """The cells that are framed meanwhile; none here."""
        return None

    def finish(self) -> None:
        """Nothing comes after the move."""


class CellsDrag(BaseDrag):
    """Gives cells a state; which ones depends on its first cell and the one that it has reached."""

    def __init__(
        self,
        marks: Grid,
        at: Cell,
        state: int,
        cells_of: Shape,
        mirror: Mirror = Mirror.NONE,
        label: str = "",
        has_size: bool = False,
        is_free: bool = False,
    ) -> None:
        """Begin.

        Args:
            marks: The drawing.
            at: The first cell.
            state: The new state of the cells.
            cells_of: The cells of ``(first cell, last cell)``.
            mirror: The axes about which the cells are repeated.
            label: The name of the move; empty for one with the number of cells.
            has_size: Whether its size is shown beside the pointer.
            is_free: Whether it keeps all that it has passed: free-hand.
        """
        super().__init__(marks, at, label)
        self._state = state
        self._cells_of = cells_of
        self._mirror = mirror
        self._has_size = has_size
        self._passed: Cells | None = frozenset({at}) if is_free else None

    def move_to(self, row: int, column: int) -> None:
        """Extend it to another cell; free-hand over all cells between."""
        if self._passed is not None:
            self._passed |= self._cells_of(self.end, (row, column))
        super().move_to(row, column)

    @property
    def cells(self) -> Cells:
        """The cells with their mirror images."""
        found = self._passed
        if found is None:
            found = self._cells_of(self.start, self.end)
        return mirrored(found, self.marks.height, self.marks.width, self._mirror)

    @property
    def changes(self) -> Mapping[int, int]:
        """The new states of the cells that change, by index."""
        marks, width = self.marks, self.marks.width
        return {r * width + c: self._state for r, c in self.cells if marks[r, c] != self._state}

    @property
    def label(self) -> str:
        """The name of its move."""
        return self._label or label_of(self._state, len(self.changes), self.marks.clear)

    @property
    def size_text(self) -> str:
        """Columns × rows of a shape; free-hand the length of the run, as long as it is straight."""
        if self._passed is not None:
            return self._run_text(self._passed)
        down, right = (abs(a - b) + 1 for a, b in zip(self.start, self.end, strict=True))
        return f"{right} × {down}" if self._has_size and (down, right) != (1, 1) else ""

    def _run_text(self, passed: Cells) -> str:
        is_row, is_column = (len({cell[k] for cell in passed}) == 1 for k in (0, 1))
        if is_row == is_column:  # a single cell, or not straight
            return ""
        row, column = self.end
        states = self.marks.row(row) if is_row else self.marks.column(column)
        for r, c in self.cells:
            if r == row if is_row else c == column:
                states[c if is_row else r] = self._state
        return str(run_length_at(states, column if is_row else row))


class FloodDrag(BaseDrag):
    """A flood fill from the cell under the pointer, and from its mirror images."""

    def __init__(self, marks: Grid, at: Cell, state: int, mirror: Mirror) -> None:
        super().__init__(marks, at, ToolKind.FILL.move_label)
        self._state = state
        self._mirror = mirror

    def move_to(self, row: int, column: int) -> None:
        """Fill from another cell instead."""
        if self.end != (row, column):
            self.__dict__.pop("changes", None)
        super().move_to(row, column)

    @cached_property
    def changes(self) -> Mapping[int, int]:
        """The new states, by index."""
        marks, width = self.marks, self.marks.width
        found: set[Cell] = set()
        for seed in mirrored([self.end], marks.height, width, self._mirror):
            if seed not in found and marks[seed] != self._state:
                found |= connected(marks, seed)
        return {r * width + c: self._state for r, c in found}


def drag_of(
    kind: ToolKind, session: Session, options: Options, at: Cell, press: Press
) -> CellsDrag | FloodDrag:
    """Begin to use a tool that draws cells."""
    marks, mirror = session.marks, options.mirror
    state = marks.clear if press.is_second or kind is ToolKind.ERASER else 1 << session.ink
    if kind is ToolKind.FILL:
        return FloodDrag(marks, at, state, mirror)
    if kind in (ToolKind.PENCIL, ToolKind.ERASER):
        if kind is ToolKind.PENCIL:
            state = _state_of_pencil(session, at, press)
        if press.with_shift:
            return CellsDrag(
                marks, at, state, partial(rectangle, is_filled=True), mirror, has_size=True
            )
        return CellsDrag(marks, at, state, line, mirror, is_free=True)
    shapes: dict[ToolKind, Shape] = {
        ToolKind.LINE: line,
        ToolKind.RECTANGLE: partial(rectangle, is_filled=options.is_filled),
        ToolKind.ELLIPSE: partial(ellipse, is_filled=options.is_filled),
    }
    shape = shapes[kind]
    if press.with_shift:
        shape = _constrained(shape, is_line=kind is ToolKind.LINE)
    return CellsDrag(marks, at, state, shape, mirror, kind.move_label, has_size=True)


def _state_of_pencil(session: Session, at: Cell, press: Press) -> int:
    state = session.marks[at]
    if press.is_copy and state != session.marks.clear:
        return state
    return session.next_state(state, press.is_second)


def _constrained(shape: Shape, is_line: bool) -> Shape:
    """The shape in a square box; a line also level or upright. It ends before the pointer."""

    def constrained(one: Cell, other: Cell) -> Cells:
        down, right = other[0] - one[0], other[1] - one[1]
        side = min(abs(down), abs(right))
        if is_line and 2 * side < max(abs(down), abs(right)):
            end = (other[0], one[1]) if abs(down) > abs(right) else (one[0], other[1])
        else:
            end = (one[0] + _sign(down) * side, one[1] + _sign(right) * side)
        return shape(one, end)

    return constrained


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
