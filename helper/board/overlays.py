"""What lies over the marks of a board: states of a solver, hatching, hints, proposed changes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from helper.board.area import BoardArea
from helper.board.headers import BoardHeaders
from helper.board.hint_marks import HintMarks
from helper.board.look import BoardLook
from helper.board.stroke_controller import StrokeController
from puzzles import Grid, Line


class Overlays(QObject):
    """What features show on the board beside the marks; none of it is a move."""

    def __init__(
        self,
        area: BoardArea,
        look: BoardLook,
        headers: BoardHeaders,
        strokes: StrokeController,
    ) -> None:
        super().__init__(area)
        self._area = area
        self._look = look
        self._headers = headers
        self._strokes = strokes
        self._hatchings: dict[str, frozenset[int]] = {}
        self._seen: list[int] = []
        """The hatched cells of which one is kept in view."""
        self._namers = set[str]()
        """Who shows a sentence that names rows or columns."""
        self.is_before_shown = False
        """Whether the board is shown without the proposed changes."""
        self.clear()

    def clear(self) -> None:
        """Show none of it on another board."""
        self._hatchings.clear()
        self._seen = []
        self.proposed: Mapping[int, int] = {}
        """Proposed changes: new states by cell."""
        self.hint: HintMarks | None = None
        """What a hint shows."""
        self.marked_line: Line | None = None
        """The line that a message mentions."""
        self._namers.clear()
        self._area.name_lines(False)

    def show_found(self, found: Grid | None) -> None:
        """Show the cells that a solver is certain of; ``None`` ends it."""
        self._show_over_marks(self._of_this_sheet(found), is_thought=False)

    def show_thought(self, thought: Grid | None) -> None:
        """Show the state of a watched method, which may be wrong; ``None`` ends it.

        Meanwhile the board is locked, and the traffic lights describe this state.
        """
        thought = self._of_this_sheet(thought)
        if thought is not None:
            self._strokes.cancel()
            self._headers.ticking.cancel()
        self._show_over_marks(thought, is_thought=thought is not None)

    def _of_this_sheet(self, grid: Grid | None) -> Grid | None:
        """The grid; ``None`` if it came late and is of a sheet of another size."""
        marks = self._look.marks
        size = (marks.width, marks.height)
        return None if grid is None or (grid.width, grid.height) != size else grid

    def _show_over_marks(self, grid: Grid | None, is_thought: bool) -> None:
        is_changed = is_thought != self._look.is_thought
        self._look.found, self._look.is_thought = grid, is_thought
        if is_changed:
            self._headers.forget()
        self._area.refresh()

    def show_hatched(
        self, cells: frozenset[int], owner: str = "", *, keeps_in_view: bool = False
    ) -> None:
        """Replace an owner's hatched cells.

        The latest non-empty set is shown; when its owner clears it, the one before is shown again.
        With ``keeps_in_view`` the board is scrolled to one of the cells.
        """
        self._seen = sorted(cells) if keeps_in_view else []
        self.keep_in_view()
        if cells == self._hatchings.get(owner, frozenset()):
            return
        self._hatchings.pop(owner, None)
        if cells:
            self._hatchings[owner] = cells
        shown = next(reversed(self._hatchings.values()), frozenset())
        changed = self._look.hatched ^ shown
        self._look.hatched = shown
        self._area.update_cells(changed)

    def show_proposed(self, changes: Mapping[int, int]) -> None:
        """Show proposed changes: new states by cell; an empty mapping ends it."""
        self.proposed = changes
        self._area.show_one_of(sorted(changes))
        self._area.update()

    def show_before(self, is_shown: bool) -> None:
        """Show the board without the proposed changes (``True``) or with them."""
        self.is_before_shown = is_shown
        self._area.update()

    def show_hint(self, marks: HintMarks | None) -> None:
        """Show what a hint says; ``None`` ends it."""
        self.hint = marks
        self.name_lines("hint", marks is not None)
        self.keep_in_view()
        self._area.update()

    def keep_in_view(self) -> None:
        """Scroll to what a hint is about: one of its cells in its line, or of the line, as a whole.

        In a trial, the cells of earlier steps are shown, too, which may be far from the line.
        Without a hint, scroll to one of the hatched cells that are to be seen.
        """
        if self.hint is not None:
            line, cells = self._cells_of(self.hint.line), sorted(self.hint.cells)
            in_line = [cell for cell in cells if cell in line] or list(line)
            self._area.show_whole_of(in_line or cells)
        else:
            self._area.show_whole_of(self._seen)

    def _cells_of(self, line: Line | None) -> range:
        width, height = self._look.marks.width, self._look.marks.height
        if line is None:
            return range(0)
        if line.is_column:
            return range(line.index, width * height, width)
        return range(line.index * width, (line.index + 1) * width)

    def mark_line(self, line: Line | None) -> None:
        """Mark the clues of the line that a message mentions; ``None`` for none."""
        if line != self.marked_line:
            self.marked_line = line
            self.name_lines("message", line is not None)
            self._area.update()

    def name_lines(self, owner: str, is_named: bool) -> None:
        """Number rows and columns while somebody shows a sentence that names some of them."""
        (self._namers.add if is_named else self._namers.discard)(owner)
        self._area.name_lines(bool(self._namers))


_RED = "#c92f2f"
_CROSS = "#ffffff"


class WrongCell(QWidget):
    """A red square with a cross over one cell; it goes by itself.

    It does not move or fade, so nobody has to ask for less motion.
    """

    def __init__(self, board: QWidget, place: QRect, shown_ms: int) -> None:
        """Show the sign.

        Args:
            board: The parent.
            place: The cell, in the coordinates of ``board``.
            shown_ms: How long it is seen, in ms.
        """
        super().__init__(board)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(place)
        self.show()
        QTimer.singleShot(shown_ms, self, self.deleteLater)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect().adjusted(1, 1, -1, -1), QColor(_RED))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = max(1.5, self.width() / 9)
            painter.setPen(QPen(QColor(_CROSS), width, c=Qt.PenCapStyle.RoundCap))
            arm = self.width() * 0.28
            box = QRectF(self.rect()).adjusted(arm, arm, -arm, -arm)
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.topRight(), box.bottomLeft())
        finally:
            painter.end()
