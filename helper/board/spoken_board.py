"""The board for screen readers: a table of cells, and what is said when something changes.

PySide has no ``QAccessibleTableInterface``. So a ``QTableView`` that paints nothing and takes no
clicks lies over the cells: Qt's own code makes of it a table with cells, headers and places on the
screen. It is made when a screen reader becomes active, and costs nothing before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from helper.board.area import MAX_SINGLE_UPDATES, BoardArea
from helper.board.headers import BoardHeaders
from helper.board.hover import HoveredLines
from helper.board.keyboard import KeyboardCursor
from helper.board.look import BoardLook
from helper.board.overlays import Overlays
from helper.board.spoken import (
    MAX_NAMED_LINES,
    Cell,
    CellSigns,
    Numbers,
    cell_state,
    changed_text,
    clues_text,
    lights_text,
    line_text,
    moved_text,
    place_text,
    state_name,
)
from helper.play.lights import Light
from helper.play.moves import GuessMove, Move, Paint, Replace, Tick, shown_label
from helper.play.session import Session
from puzzles import Axis, Line
from puzzles.words import _, capitalized, paragraph, worded

Index = QModelIndex | QPersistentModelIndex
_TEXT_ROLES = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
MAX_LIGHTS = 256
"""The lights of more lines are not compared after a move, such as one that clears a large board."""


class SpokenCells(QObject):
    """What is said of the cells and lines of a board as it is shown."""

    def __init__(
        self, look: BoardLook, headers: BoardHeaders, overlays: Overlays, session: Session
    ) -> None:
        super().__init__(overlays)
        self._look, self._headers = look, headers
        self._overlays, self._session = overlays, session

    def signs(self, row: int, column: int) -> CellSigns:
        """What is shown in a cell; during a stroke the state that it will have."""
        look, session, hint = self._look, self._session, self._overlays.hint
        index = row * look.marks.width + column
        state = look.ghosts.get(index, look.marks.cells[index])
        return CellSigns(
            state,
            state == look.marks.clear and index in look.dots,
            session.guess_levels.get(index, 0),
            hint is not None and index in hint.cells,
            index in look.hatched,
        )

    def state(self, row: int, column: int) -> str:
        """What is said of what a cell shows."""
        return cell_state(self.signs(row, column), self._session.puzzle)

    def mark(self, index: int) -> str:
        """What is said of the mark of a cell, by its index."""
        return state_name(self._look.marks.cells[index], self._session.puzzle)

    @property
    def dots(self) -> list[int]:
        """The cells with dots that are not marks, by their indices."""
        return sorted(self._look.dots)

    @property
    def told(self) -> list[int]:
        """The cells that a hint or a check is about, by their indices."""
        hint = self._overlays.hint
        return sorted(self._look.hatched.union(hint.cells if hint is not None else ()))

    def header(self, line: Line) -> str:
        """What is said of the header of a line."""
        puzzle = self._session.shown
        if not puzzle.has_clues:
            return line.title
        clues = clues_text(puzzle.clues_of(line), puzzle.palette)
        return worded("{line}: {clues}", line=line.title, clues=clues)

    def line(self, line: Line) -> str:
        """A line as a whole; also what its light means, unless it is just open."""
        session, headers = self._session, self._headers
        marks = session.marks
        numbers = Numbers(
            session.shown.clues_of(line), headers.done_numbers(line), headers.ticked_numbers(line)
        )
        length = marks.height if line.is_column else marks.width
        places = ((k, line.index) if line.is_column else (line.index, k) for k in range(length))
        said = line_text(line, numbers, [self.signs(*at) for at in places], session.puzzle)
        is_open = headers.light(line) in (None, Light.OPEN)
        return paragraph(said, "" if is_open else headers.light_text(line))


class _Cells(QAbstractTableModel):
    """The cells as a model, of which only the texts for screen readers are asked."""

    def __init__(
        self,
        session: Session,
        cells: SpokenCells,
        spoken: Callable[[], str],
        is_covered: Callable[[], bool],
    ) -> None:
        """Take what is said.

        Args:
            session: The puzzle.
            cells: What is said of cells and headers.
            spoken: What is said of the cell that the keyboard is on.
            is_covered: Whether the board is not to be seen, as in a pause.
        """
        super().__init__(cells)
        self._session, self._cells, self._spoken = session, cells, spoken
        self._is_covered = is_covered
        self.current: Cell | None = None
        self._told: dict[Cell, str] = {}
        """What was said of cells: screen readers keep it until they hear that it has changed."""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt override
        return 0 if parent.isValid() else self._session.puzzle.height

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt override
        return 0 if parent.isValid() else self._session.puzzle.width

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # Qt override
        at = index.row(), index.column()
        if role not in _TEXT_ROLES or not index.isValid() or self._is_covered():
            return None
        text = self._spoken() if at == self.current else self._cells.state(*at)
        self._told[at] = text
        return text

    def headerData(  # Qt override
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role not in _TEXT_ROLES or self._is_covered():
            return None
        is_row = orientation == Qt.Orientation.Vertical
        if self.current is not None and section == self.current[0 if is_row else 1]:
            return ""  # the cell's own text has it: it would be said twice
        return self._cells.header(Line(Axis.ROW if is_row else Axis.COLUMN, section))

    def flags(self, index: Index) -> Qt.ItemFlag:  # Qt override
        # What can be selected and is not would be called "not selected".
        return Qt.ItemFlag.ItemIsEnabled

    def outdated(self, cells: Iterable[Cell] | None = None) -> list[Cell]:
        """The cells of which something else was said than is true now.

        Args:
            cells: Only those of them; ``None``: all. What is said of the current one comes with it.
        """
        told, now = self._told, self._cells.state
        asked = told if cells is None else told.keys() & cells
        return [at for at in asked if at != self.current and told[at] != now(*at)]

    def start_over(self) -> None:
        """The board has another puzzle, or other clues."""
        self._told.clear()
        self.beginResetModel()
        self.endResetModel()


class SpokenTable(QTableView):
    """The table over the cells. It paints nothing, takes no clicks, and never has the focus."""

    def __init__(self, viewport: QWidget, model: _Cells) -> None:
        super().__init__(viewport)
        self.setAccessibleName(_("Board"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoScroll(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        for widget in (self, self.viewport()):
            widget.setAutoFillBackground(False)
            widget.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(1)
            header.hide()
        self._cells = model
        self.setModel(model)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        pass

    def place(self, area: BoardArea) -> None:
        """Lie over the cells where they are now."""
        across, down = area.geometry.across, area.geometry.down
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setDefaultSectionSize(across.cell)
        sides = across.cell * across.count, across.cell * down.count
        self.setGeometry(across.start_of(0), down.start_of(0), *sides)
        self.show()

    def tell_focus(self, row: int, column: int) -> None:
        """Tell the screen reader that the keyboard is on a cell."""
        self.setCurrentIndex(self._cells.index(row, column))
        self._tell(QAccessible.Event.Focus, row, column)

    def tell_names(self, cells: Iterable[Cell] | None = None) -> None:
        """Tell the screen reader what is said now of cells, or of all, unless it knows."""
        for cell in self._cells.outdated(cells):
            self._tell(QAccessible.Event.NameChanged, *cell)

    def _tell(self, kind: QAccessible.Event, row: int, column: int) -> None:
        event = QAccessibleEvent(self, kind)
        # Headers count as children, though they are hidden.
        event.setChild((row + 1) * (self._cells.columnCount() + 1) + column + 1)
        QAccessible.updateAccessibility(event)


class BoardSpeech(QObject):
    """Tells screen readers where the keyboard is on a board, and what has changed there.

    Signals:
        said: ``str``, what has changed.
        moved: ``str``, what is said of the cell that the keyboard has reached.
    """

    said = Signal(str)
    moved = Signal(str)

    def __init__(
        self,
        viewport: QWidget,
        area: BoardArea,
        hover: HoveredLines,
        keyboard: KeyboardCursor,
        cells: SpokenCells,
        headers: BoardHeaders,
        session: Session,
        has_keyboard: Callable[[], bool],
        is_covered: Callable[[], bool],
    ) -> None:
        """Take the parts of a board.

        Args:
            viewport: Of the board.
            area: Where the cells are.
            hover: Tells that the keyboard has moved.
            keyboard: The keyboard's cell.
            cells: What is said of them.
            headers: The lights.
            session: The puzzle.
            has_keyboard: Whether the board itself has the keyboard.
            is_covered: Whether the board is not to be seen, as in a pause.
        """
        super().__init__(area)
        self._is_covered = is_covered
        self.cells = cells
        self.table: SpokenTable | None = None
        """``None`` as long as no screen reader is active."""
        self._viewport, self._area, self._keyboard = viewport, area, keyboard
        self._headers, self._session, self._has_keyboard = headers, session, has_keyboard
        self._text = ""
        """What was said of the cell that the keyboard is on."""
        self._is_marked = False
        """Whether cells have changed since then."""
        self._before: Cell | None = None
        """The cell that was said last."""
        self._lights: dict[Line, Light] = {}
        """The lights of the lines that the keyboard has been on; other lines were open."""
        self._index = session.position
        # Later: a key may move the cell twice, or move and mark it.
        self._move_later = QTimer(self, singleShot=True, interval=0)
        self._move_later.timeout.connect(self._tell_move)
        hover.changed.connect(self._hovered)
        area.changed.connect(self._place)
        session.sheet_changed.connect(self._start_over)
        session.cells_changed.connect(self._cells_changed)
        session.guesses_changed.connect(self._guesses_changed)
        session.history_changed.connect(self._remember)
        session.reset.connect(self._begin_anew)
        session.ink_changed.connect(self._tell_ink)

    @property
    def is_active(self) -> bool:
        """Whether somebody listens; makes the table as soon as somebody does."""
        if not QAccessible.isActive():
            return False
        if self.table is None:
            model = _Cells(self._session, self.cells, self._spoken, self._is_covered)
            self.table = SpokenTable(self._viewport, model)
            self._model = model
            self.table.place(self._area)
        return True

    def focus_came(self) -> None:
        """The board has got the keyboard: say the cell that it is on, as if nothing was said."""
        self._before = None
        self._move_later.start()

    def go_to(self, row: int, column: int, is_brief: bool = False) -> None:
        """Move the keyboard to a cell and say it; ``is_brief``: its clues are going to be read."""
        self._keyboard.go_to(row, column)
        self._move_later.stop()
        self._tell_move(is_brief)

    def _spoken(self) -> str:
        """What is said of the cell that the keyboard is on, if it is asked again."""
        cell = self._model.current
        if cell is None or not self._is_marked:
            return self._text
        return place_text(cell, self.cells.state(*cell))

    # Moving

    def _hovered(self, row: int | None, column: int | None) -> None:
        # A key that marks may show where the keyboard is, and move nothing.
        if row is not None and self._keyboard.is_shown and self._before != (row, column):
            self._move_later.start()

    def _tell_move(self, is_brief: bool = False) -> None:
        if not self.is_active or not self._has_keyboard():
            return
        cell = self._keyboard.cell
        state = self.cells.state(*cell)
        if is_brief or self._keyboard.is_painting:
            self._text = place_text(cell, state)
        else:
            self._text = moved_text(cell, self._before, state, self._session.shown)
        assert self.table is not None
        self._before = self._model.current = cell
        self._is_marked = False
        self._remember_lights(cell)
        # First: Orca reads a whole row that is reached. Hints have changed names, too.
        self.table.tell_names((cell[0], k) for k in range(self._session.marks.width))
        self.table.tell_focus(*cell)
        self.moved.emit(self._text)

    def _remember_lights(self, cell: Cell) -> None:
        for line in (Line(Axis.ROW, cell[0]), Line(Axis.COLUMN, cell[1])):
            if (light := self._headers.light(line)) is not None:
                self._lights[line] = light

    # Changes

    def _cells_changed(self, cells: Sequence[int]) -> None:
        if not self.is_active:
            return
        move, width, here = self._last_move(), self._session.marks.width, self._keyboard.cell
        # Only marks are told, not automatic dots.
        marked = move.cells if isinstance(move, Paint) else cells
        changed = [divmod(index, width) for index in marked]
        few = marked if len(changed) <= MAX_SINGLE_UPDATES else ()
        states = Counter(self.cells.mark(index) for index in few)
        self._is_marked = True
        said = []
        if isinstance(move, Paint) and move.is_take_back and self._is_forward:
            said.append(worded("{done}.", done=shown_label(move)))
        if changed:
            said.append(changed_text(changed, states, here))
        if not self._session.is_solved:
            # Automatic dots, too, make a line impossible.
            dotted = [divmod(index, width) for index in self.cells.dots]
            said += self._light_sentences(changed, dotted)
        self.said.emit(paragraph(*said))
        assert self.table is not None
        self.table.tell_names()

    @property
    def _is_forward(self) -> bool:
        """Whether the last change was a move or a redone one."""
        return self._session.position > self._index

    def _last_move(self) -> Move | None:
        """The move that was just made, undone or redone; ``None`` for several at once."""
        history, index = self._session.history, self._session.position
        at = index - 1 if self._is_forward else index
        is_one = abs(index - self._index) == 1 and 0 <= at < len(history)
        return history[at] if is_one else None

    def _light_sentences(self, changed: Sequence[Cell], dotted: Sequence[Cell]) -> list[str]:
        """What is said of the lines whose lights have changed to done or impossible.

        Args:
            changed: Cells whose marks have changed.
            dotted: Cells with dots that are not marks; their lines may have become impossible.
        """
        found: dict[Light, list[Line]] = {Light.IMPOSSIBLE: [], Light.DONE: []}
        lines = dict.fromkeys(Line(Axis.ROW, row) for row, _column in changed)
        lines |= dict.fromkeys(Line(Axis.COLUMN, column) for _row, column in changed)
        marked = set(lines)
        lines |= dict.fromkeys(Line(Axis.ROW, row) for row, _column in dotted)
        lines |= dict.fromkeys(Line(Axis.COLUMN, column) for _row, column in dotted)
        for line in lines if len(lines) <= MAX_LIGHTS else ():
            light = self._headers.light(line)
            before, self._lights[line] = self._lights.get(line, Light.OPEN), light or Light.OPEN
            is_told = line in marked or light is Light.IMPOSSIBLE
            if light in found and light is not before and is_told:
                found[light].append(line)
        if self._session.guesses:  # the guess says what contradicts it
            found.pop(Light.IMPOSSIBLE)
        return [
            lights_text(
                lines, light, [self._headers.light_text(line) for line in lines[:MAX_NAMED_LINES]]
            )
            for light, lines in found.items()
        ]

    def _guesses_changed(self) -> None:
        """Say that a guess has ended without a change of marks: its message goes silently."""
        move, is_active = self._last_move(), self.is_active
        is_empty = isinstance(move, Paint) and move.is_take_back and not move.cells
        is_kept = isinstance(move, GuessMove) and not move.is_begin
        if is_active and self._is_forward and move is not None and (is_empty or is_kept):
            self.said.emit(worded("{done}.", done=shown_label(move)))

    # The session

    def _remember(self) -> None:
        move = self._last_move()
        if isinstance(move, Replace | Tick) and self._is_forward and self.is_active:
            self.said.emit(worded("{done}.", done=shown_label(move)))
        self._index = self._session.position

    def _tell_ink(self) -> None:
        if self.is_active:
            color = state_name(1 << self._session.ink, self._session.puzzle)
            self.said.emit(worded("{color}.", color=capitalized(color)))

    def _begin_anew(self) -> None:
        self._index = self._session.position

    def _start_over(self) -> None:
        self._lights.clear()
        self._before, self._text = None, ""
        if self.table is not None and not QAccessible.isActive():
            # Qt keeps what it knows of cells and does not hear of the reset now: make it anew.
            self.table.hide()
            self.table.deleteLater()
            self.table = None
        elif self.table is not None:
            self._model.current = None
            self._model.start_over()
        self._move_later.start()

    def _place(self) -> None:
        if self.table is not None:
            self.table.place(self._area)
