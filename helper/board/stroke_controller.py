"""Strokes and tools on a board: what a press begins, shows meanwhile, and changes at its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeyEvent

from helper.application.settings import Settings
from helper.board.area import BoardArea
from helper.board.look import BoardLook
from helper.board.stroke import Stroke
from helper.board.toolset import Drag, Press, ToolMarks, Toolset
from helper.play.session import Session
from puzzles import BLANK


class StrokeController(QObject):
    """Keeps the current stroke as ghosts over the marks; it becomes a move when it ends.

    Signals:
        refused: The player tried to change a board that is locked or shows a watched method.
        ended: The stroke became a move or was cancelled, or there was none.
        made_blank: The cells, each as ``row * width + column``, that a second click made blank.
    """

    refused = Signal()
    ended = Signal()
    made_blank = Signal(object)

    def __init__(
        self, area: BoardArea, look: BoardLook, session: Session, settings: Settings
    ) -> None:
        super().__init__(area)
        self._area = area
        self._look = look
        self._session = session
        self._settings = settings
        self.current: Drag | None = None
        """``None`` if there is no stroke."""
        self.tools: Toolset | None = None
        """What presses do; ``None`` for strokes."""
        self._is_second_click = False
        """Whether the current stroke makes cells blank because its first one was shaded."""
        self.tool_marks = ToolMarks()
        """What the tools show over the board."""

    @property
    def is_locked(self) -> bool:
        """Whether nothing can be changed: it is solved, or shows a watched method."""
        return self._session.is_solved or self._look.is_thought

    def set_tools(self, tools: Toolset | None) -> None:
        """Let presses use tools (a drawing), or make strokes (``None``)."""
        if tools is not self.tools:
            self.cancel()
            self.tools = tools
            self.show_tool_marks()

    def press_key(self, event: QKeyEvent) -> bool:
        """Let the tools handle a key; ``False`` if it has no meaning for them."""
        if self.tools is None or self.current is not None or self.is_locked:
            return False
        is_known = self.tools.press_key(event)
        if is_known:
            self.show_tool_marks()
        return is_known

    # What is shown

    def show_ghosts(self, ghosts: Mapping[int, int]) -> None:
        """Show cells in other states than their marks; an empty mapping shows the marks."""
        shown = self._look.ghosts
        changed = shown.keys() ^ ghosts.keys()
        changed |= {i for i in ghosts if shown.get(i) != ghosts[i]}
        self._look.ghosts = ghosts
        self._area.update_cells(changed)

    def show_preview(self, at: tuple[int, int] | None) -> None:
        """Show what a press on a cell would do; ``None`` ends it."""
        if self.current is None and self.tools is not None:
            is_shown = at is not None and not (self.is_locked or self._session.is_locked)
            self.show_ghosts(self.tools.preview(at if is_shown else None))

    def show_tool_marks(self) -> None:
        """Show the frame and the axes of the tools as they are now."""
        marks = self.tools.shown if self.tools is not None else ToolMarks()
        if self.current is not None and self.current.frame is not None:
            marks = replace(marks, frame=self.current.frame)
        if marks != self.tool_marks:
            self.tool_marks = marks
            self._area.update()

    # The stroke

    def begin(self, at: tuple[int, int], press: Press) -> None:
        """Use the chosen tool on a cell; without tools, start a stroke that gives cells a state."""
        if self.is_locked or self._session.is_locked:
            self.refused.emit()
            return
        tools, self._is_second_click = self.tools, False
        self.current = tools.begin(at, press) if tools is not None else self._stroke(at, press)
        self.show_ghosts(self.current.changes if self.current is not None else {})
        self.show_tool_marks()

    def _stroke(self, at: tuple[int, int], press: Press) -> Stroke:
        """A stroke with the cell's next state; a copy has its own, if the cell is not clear."""
        marks, preferences = self._session.marks, self._settings.preferences
        state, is_cycle = marks[at], not press.is_copy or marks[at] == marks.clear
        is_second = is_cycle and not press.is_second and state != marks.clear
        if is_cycle:
            without_blank = preferences.second_click_clears
            state = self._session.next_state(state, press.is_second, without_blank=without_blank)
        stroke = Stroke(marks, at, state, preferences.overwrite, press.with_shift)
        self._is_second_click = is_second and state == BLANK
        if press.is_copy:
            stroke.onto = marks.clear
        return stroke

    def extend(self, at: tuple[int, int]) -> None:
        """Extend the stroke to another cell."""
        if self.current is not None:
            self.current.move_to(*at)
            changes = self.current.changes
            self.show_ghosts(changes)
            self.show_tool_marks()
            if not self._session.may_paint(changes):
                self.end()

    def follow_marks(self) -> None:
        """Continue the stroke on the marks as they are now."""
        if self.current is not None:
            self.current.marks = self._session.marks

    def end(self) -> None:
        """End the stroke and make its move."""
        stroke = self.cancel()
        if stroke is not None:
            was_second = self._is_second_click
            self._session.paint(stroke.changes, stroke.label)
            stroke.finish()
            if was_second:
                self.made_blank.emit(frozenset(stroke.changes))

    def cancel(self) -> Drag | None:
        """End the stroke without a move, and return it."""
        stroke, self.current = self.current, None
        self.ended.emit()
        self.show_ghosts({})
        self.show_tool_marks()
        return stroke

    def drop_unfinished(self) -> bool:
        """Drop the stroke, or the text that is being typed; ``False`` if there is neither."""
        if self.current is not None:
            self.cancel()
            return True
        return self.tools is not None and self.tools.drop_unfinished()
