"""The tools of the board in Draw: the chosen one, its options, and its keys."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from helper.board.board_view import BoardView
from helper.board.toolset import CellFrame, Drag, Press, ToolMarks
from helper.commands.messages import Messages
from helper.draw.selection import SelectionController
from helper.draw.shapes import Cell, Mirror
from helper.draw.tools import MAX_FILL_PREVIEW, BaseDrag, Options, ToolKind, drag_of
from helper.play.session import Session
from puzzles import Grid
from puzzles.letters import HEIGHT, LINE_HEIGHT, text_cells, text_width
from puzzles.words import _

FILLED_KEY, SIDES_KEY, ENDS_KEY = "A", "V", "H"
"""The keys of filled shapes, and of mirror drawing about the upright and the level axis."""
_KINDS = {kind.key: kind for kind in ToolKind}
_TYPING = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_TOO_LONG = _("The text runs past the edge of the drawing; what is beyond it will be cut.")
_CUT = _("The text was cut at the edge of the drawing. Undo takes it back.")
_OUTSIDE = _("Nothing was written: the text is beyond the edge of the drawing.")

_MIRRORED = {
    Mirror.NONE: _("Mirror drawing is off."),
    Mirror.SIDES: _("Mirror drawing is on: left and right are drawn alike."),
    Mirror.ENDS: _("Mirror drawing is on: top and bottom are drawn alike."),
    Mirror.SIDES | Mirror.ENDS: _("Mirror drawing is on: all four sides are drawn alike."),
}
_FILLED = _("Rectangles and ellipses are filled.")
_NOT_FILLED = _("Only the borders of rectangles and ellipses are drawn.")


class Toolbox(QObject):
    """Gives the board its tools while a drawing can be changed.

    It is the board's :class:`helper.board.toolset.Toolset`.

    Signals:
        changed: Another tool was chosen, or other options, or the tools came or went.
        chosen: :class:`ToolKind`, the tool that was chosen.
    """

    changed = Signal()
    chosen = Signal(object)

    def __init__(
        self, messages: Messages, session: Session, board: BoardView, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._messages = messages
        self._session = session
        self._board = board
        self.options = Options()
        self.kind = ToolKind.PENCIL
        self._before_pick = ToolKind.PENCIL
        self._entry: TextEntry | None = None
        self.selecting = SelectionController(session)
        self.selecting.changed.connect(self._show_selection)
        session.mode_changed.connect(self._follow)
        session.sheet_changed.connect(self._follow_sheet)
        session.solved_changed.connect(self._follow)
        session.cells_changed.connect(self._drop_preview)
        session.ink_changed.connect(self._follow_ink)
        self._follow()

    @property
    def is_active(self) -> bool:
        """Whether the board has tools: there is a drawing that can be changed."""
        return self._board.strokes.tools is not None

    def choose(self, kind: ToolKind) -> None:
        """Choose a tool; what was begun with the one before is ended."""
        self.leave()
        if kind is ToolKind.PICK and self.kind is not ToolKind.PICK:
            self._before_pick = self.kind
        if kind is not ToolKind.SELECT:
            self.selecting.drop()
        self.kind = kind
        self._show_change()
        self.chosen.emit(kind)

    def set_filled(self, is_filled: bool) -> None:
        """Draw rectangles and ellipses filled, or only their borders."""
        self.options.is_filled = is_filled
        self._show_change()
        self._messages.info(_FILLED if is_filled else _NOT_FILLED)

    def set_mirror(self, axis: Mirror, is_on: bool) -> None:
        """Switch mirror drawing about one axis on or off."""
        mirror = self.options.mirror
        self.options.mirror = mirror | axis if is_on else mirror & ~axis
        self._show_change()
        self._messages.info(_MIRRORED[self.options.mirror])

    # What the board asks

    @property
    def shown(self) -> ToolMarks:
        """The frame of the selection or of the text, and the axes."""
        frame: CellFrame | None = self.selecting.frame
        if self._entry is not None:
            frame = self._entry.frame
        mirror = self.options.mirror
        return ToolMarks(frame, Mirror.SIDES in mirror, Mirror.ENDS in mirror)

    def begin(self, at: Cell, press: Press) -> Drag | None:
        """Use the chosen tool on a cell."""
        if self.kind is ToolKind.SELECT:
            return self.selecting.begin(at)
        if self.kind is ToolKind.PICK:
            return _PickDrag(self, at)
        if self.kind is ToolKind.TEXT:
            self._begin_text(at, press)
            return None
        return drag_of(self.kind, self._session, self.options, at, press)

    def preview(self, at: Cell | None) -> Mapping[int, int]:
        """What a press would do; a text that is being typed stays shown."""
        if self._entry is not None:
            return self._entry.changes(self._session.marks)
        if at is None:
            return {}
        if self.kind is ToolKind.TEXT:
            return _caret(self._session, at)
        if self.kind in (ToolKind.SELECT, ToolKind.PICK):
            return {}
        if self.kind is ToolKind.FILL and len(self._session.marks.cells) > MAX_FILL_PREVIEW:
            return {}
        return drag_of(self.kind, self._session, self.options, at, Press()).changes

    def press_key(self, event: QKeyEvent) -> bool:
        """Type a letter, change the selection, or choose a tool."""
        if self._entry is not None:
            return self._type(event)
        if self.selecting.press_key(event):
            return True
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return is_plain and self._choose_by_key(event.text().upper())

    def drop_unfinished(self) -> bool:
        """Drop the text that is being typed; ``False`` if there is none."""
        if self._entry is None:
            return False
        self._entry = None
        self._show_change()
        return True

    def leave(self) -> None:
        """Put the text that was typed onto the drawing."""
        entry, self._entry = self._entry, None
        if entry is not None:
            self._board.strokes.show_ghosts({})
            is_cut, changes = entry.is_cut(self._session.marks), entry.changes(self._session.marks)
            self._session.paint(changes, ToolKind.TEXT.move_label)
            self._board.strokes.show_tool_marks()
            if is_cut:
                self._messages.info(_CUT if changes else _OUTSIDE)

    def pick(self, cell: Cell) -> None:
        """Choose the colour of a cell, and the tool from before; a clear cell chooses nothing."""
        colors = {1 << k: k for k in range(1, self._session.marks.colors)}
        color = colors.get(self._session.marks[cell])
        if color is not None:
            self._session.ink = color
            self.choose(self._before_pick)

    # Keys

    def _choose_by_key(self, key: str) -> bool:
        mirror = self.options.mirror
        if key in _KINDS:
            self.choose(_KINDS[key])
        elif key == FILLED_KEY:
            self.set_filled(not self.options.is_filled)
        elif key == SIDES_KEY:
            self.set_mirror(Mirror.SIDES, Mirror.SIDES not in mirror)
        elif key == ENDS_KEY:
            self.set_mirror(Mirror.ENDS, Mirror.ENDS not in mirror)
        else:
            return False
        return True

    def _begin_text(self, at: Cell, press: Press) -> None:
        self.leave()
        clear, ink = self._session.marks.clear, 1 << self._session.ink
        self._entry = TextEntry(at, clear if press.is_second else ink)

    def _type(self, event: QKeyEvent) -> bool:
        entry, key, text = self._entry, event.key(), event.text()
        assert entry is not None
        was_cut = entry.is_cut(self._session.marks)
        if key == Qt.Key.Key_Escape:
            self.drop_unfinished()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                entry.type("\n")
            else:
                self.leave()
        elif key == Qt.Key.Key_Backspace:
            entry.erase()
        elif text.isprintable() and text and not event.modifiers() & ~_TYPING:
            entry.type(text)
        else:
            return False
        shown = self._entry.changes(self._session.marks) if self._entry is not None else {}
        self._board.strokes.show_ghosts(shown)
        if self._entry is not None and not was_cut and entry.is_cut(self._session.marks):
            self._messages.info(_TOO_LONG)
        return True

    # What changes

    def _follow(self) -> None:
        """Give the board its tools, or take them away."""
        session = self._session
        is_open = session.is_author_at_work and not session.is_locked
        if is_open is self.is_active:
            return
        self._entry = None
        self.selecting.drop()
        self._board.strokes.set_tools(self if is_open else None)
        self.changed.emit()

    def _follow_sheet(self) -> None:
        self._entry = None
        self._follow()
        self._board.strokes.show_tool_marks()

    def _drop_preview(self) -> None:
        self._board.strokes.show_preview(None)

    def _follow_ink(self) -> None:
        if self._entry is not None and self._entry.state != self._session.marks.clear:
            self._entry.state = 1 << self._session.ink
        self._drop_preview()

    def _show_selection(self) -> None:
        self._board.strokes.show_tool_marks()
        self.changed.emit()

    def _show_change(self) -> None:
        self._board.strokes.show_preview(None)
        self._board.strokes.show_tool_marks()
        self.changed.emit()


class _PickDrag(BaseDrag):
    """Chooses the colour of the cell in which it ends."""

    def __init__(self, toolbox: Toolbox, at: Cell) -> None:
        super().__init__(toolbox._session.marks, at)
        self._toolbox = toolbox

    def finish(self) -> None:
        self._toolbox.pick(self.end)


def _caret(session: Session, at: Cell) -> Mapping[int, int]:
    """A bar as high as a letter, with its top at a cell."""
    entry = TextEntry(at, 1 << session.ink)
    entry.type("|")
    return entry.changes(session.marks)


MAX_LENGTH = 400
"""Characters; more do not fit the largest board."""


class TextEntry:
    """The letters typed so far; they become cells when the entry ends."""

    def __init__(self, at: Cell, state: int) -> None:
        """Begin.

        Args:
            at: The top left cell of the first letter.
            state: The state that the letters' cells get.
        """
        self._at = at
        self.state = state
        self.text = ""

    def type(self, letters: str) -> None:
        """Add letters at the end."""
        self.text = (self.text + letters)[:MAX_LENGTH]

    def erase(self) -> None:
        """Remove the last letter."""
        self.text = self.text[:-1]

    @property
    def frame(self) -> CellFrame:
        """The box of the text, with a column for the next letter."""
        lines = self.text.split("\n")
        width = max(text_width(line) + (2 if line else 1) for line in lines)
        return CellFrame(*self._at, LINE_HEIGHT * (len(lines) - 1) + HEIGHT, width)

    def is_cut(self, marks: Grid) -> bool:
        """Whether a part of the letters is beyond the edge of the board."""
        return any(
            r >= marks.height or c >= marks.width for r, c in text_cells(self.text, self._at)
        )

    def changes(self, marks: Grid) -> Mapping[int, int]:
        """The new states of the letters' cells on the board, by index."""
        return {
            r * marks.width + c: self.state
            for r, c in text_cells(self.text, self._at)
            if r < marks.height and c < marks.width and marks[r, c] != self.state
        }
