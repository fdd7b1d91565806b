"""The part of the board's widget that keeps hovered lines, strokes and the use of tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from helper.application.settings import Settings
from helper.board.area import BoardArea
from helper.board.look import BoardLook
from helper.board.stroke import Stroke
from helper.board.toolset import Drag, Press, ToolMarks, Toolset
from helper.play.session import Session


class StrokeArea(BoardArea):
    """A board area in which a stroke becomes a move when it ends. Paints nothing.

    Signals:
        hovered: (row, column) under the pointer or of the keyboard's cell, or ``None`` for each.
        refused: The player tried to change a board that is locked or shows a watched method.
        stroke_ended: The stroke became a move or was cancelled, or there was none.
    """

    hovered = Signal(object, object)
    refused = Signal()
    stroke_ended = Signal()

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(session, settings, parent)
        self.look = BoardLook(session.marks)
        self._hover: tuple[int | None, int | None] = (None, None)
        self._stroke: Drag | None = None
        self._tools: Toolset | None = None
        self._shown_marks = ToolMarks()

    def zoom_to(self, size: int, about: QPoint | None = None) -> None:
        """Zoom as in :class:`BoardArea`, but not during a stroke."""
        if self._stroke is None:
            super().zoom_to(size, about)

    @property
    def hover(self) -> tuple[int | None, int | None]:
        """The row and the column that are highlighted."""
        return self._hover

    @property
    def is_locked(self) -> bool:
        """Whether nothing can be changed: it is solved, or shows a watched method."""
        return self.session.is_solved or self.look.is_thought

    def set_hover(self, row: int | None, column: int | None) -> None:
        """Highlight a row, a column, or both, and emit :attr:`hovered`."""
        if (row, column) == self._hover:
            return
        for is_row, old, new in ((True, self._hover[0], row), (False, self._hover[1], column)):
            for index in {old, new} - {None} if old != new else ():
                self._update_band(is_row, index)
        self._hover = (row, column)
        self.hovered.emit(row, column)

    def _update_band(self, is_row: bool, index: int | None) -> None:
        assert index is not None
        size, geometry = self.viewport().size(), self.geometry_now
        if is_row:
            start = geometry.down.start_of(index)
            self.viewport().update(0, start - 1, size.width(), self._cell + 2)
        else:
            start = geometry.across.start_of(index)
            self.viewport().update(start - 1, 0, self._cell + 2, size.height())

    def show_ghosts(self, ghosts: Mapping[int, int]) -> None:
        """Show cells in other states than their marks; an empty mapping shows the marks."""
        changed = self.look.ghosts.keys() ^ ghosts.keys()
        changed |= {i for i in ghosts if self.look.ghosts.get(i) != ghosts[i]}
        self.look.ghosts = ghosts
        self._update_cells(changed)

    def _update_cells(self, cells: Iterable[int]) -> None:
        cells = list(cells)
        if len(cells) > 500:
            self.viewport().update()
            return
        for i in cells:
            self.viewport().update(self.cell_rect(*divmod(i, self.session.marks.width)))

    # Tools

    @property
    def tools(self) -> Toolset | None:
        """What presses do; ``None`` for strokes."""
        return self._tools

    def set_tools(self, tools: Toolset | None) -> None:
        """Let presses use tools (a drawing), or make strokes (``None``)."""
        if tools is not self._tools:
            self._take_stroke()
            self._tools = tools
            self.show_tool_marks()

    def show_preview(self, at: tuple[int, int] | None) -> None:
        """Show what a press on a cell would do; ``None`` ends it."""
        if self._stroke is None and self._tools is not None:
            is_shown = at is not None and not (self.is_locked or self.session.is_locked)
            self.show_ghosts(self._tools.preview(at if is_shown else None))

    def show_tool_marks(self) -> None:
        """Show the frame and the axes of the tools as they are now."""
        marks = self._tools.shown if self._tools is not None else ToolMarks()
        if self._stroke is not None and self._stroke.frame is not None:
            marks = replace(marks, frame=self._stroke.frame)
        if marks != self._shown_marks:
            self._shown_marks = marks
            self.viewport().update()

    # Strokes

    @property
    def stroke(self) -> Drag | None:
        """The current stroke; ``None`` if there is none."""
        return self._stroke

    def begin_stroke(self, at: tuple[int, int], state: int, rectangle: bool = False) -> None:
        """Start a stroke that gives cells a state."""
        if self.is_locked or self.session.is_locked:
            self.refused.emit()
            return
        overwrite = self._settings.preferences.overwrite
        self._stroke = Stroke(self.session.marks, at, state, overwrite, rectangle)
        self.show_ghosts(self._stroke.changes)

    def begin_drag(self, at: tuple[int, int], press: Press) -> None:
        """Use the chosen tool on a cell; only if there are tools."""
        if self.is_locked or self.session.is_locked:
            self.refused.emit()
        elif self._tools is not None:
            self._stroke = self._tools.begin(at, press)
            self.show_ghosts(self._stroke.changes if self._stroke is not None else {})
            self.show_tool_marks()

    def extend_stroke(self, at: tuple[int, int]) -> None:
        """Extend the stroke to another cell."""
        if self._stroke is not None:
            self._stroke.move_to(*at)
            changes = self._stroke.changes
            self.show_ghosts(changes)
            self.show_tool_marks()
            if not self.session.may_paint(changes):
                self.end_stroke()

    @property
    def whole(self) -> QWidget:
        """The widget itself, which a cover lies over."""
        return self

    def rest(self) -> None:
        """End the stroke, and highlight nothing: the player turns to something else."""
        self.end_stroke()
        self.set_hover(None, None)

    def flash(self, cell: int, shown_ms: int) -> None:
        """Show for a moment that a cell is wrong; its index is ``row * width + column``."""
        place = self.cell_rect(*divmod(cell, self.session.marks.width))
        WrongCell(self.viewport(), place, shown_ms)

    def end_stroke(self) -> None:
        """End the stroke and make its move."""
        stroke = self._take_stroke()
        if stroke is not None:
            self.session.paint(stroke.changes, stroke.label)
            stroke.finish()

    def cancel_stroke(self) -> None:
        """End the stroke without a move."""
        self._take_stroke()

    def drop_unfinished(self) -> bool:
        """Drop the stroke, or the text that is being typed; ``False`` if there is neither."""
        if self._stroke is not None:
            self.cancel_stroke()
            return True
        return self._tools is not None and self._tools.drop_unfinished()

    def _take_stroke(self) -> Drag | None:
        stroke, self._stroke = self._stroke, None
        self.stroke_ended.emit()
        self.show_ghosts({})
        self.show_tool_marks()
        return stroke


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
