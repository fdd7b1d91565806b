"""The mid-end: the puzzle on the desk, the player's marks, and everything undo takes back.

Knows no widget; the board and the window listen to its signals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from helper.autofill import clear_cells, filled_after, lines_through, unfilled_by
from helper.drawing import drawn, redrawn
from helper.moves import Move, Paint, Replace, State, check_history
from puzzles import BLANK, Clues, Grid, Line, Puzzle, satisfies, unsatisfied_lines
from puzzles.formats import Document, read, write
from puzzles.turning import Turn, turned_grid, turned_puzzle

EDIT_CLUES = "Edit Clues"


@dataclass(frozen=True)
class FileState:
    """Where a sheet is kept, and what was there when it was last in step."""

    path: Path | None
    document: Document
    stamp: int = 0
    """When the file was changed last, as far as this program knows; 0 for unknown."""


class Session(QObject):
    """One puzzle being solved or drawn.

    Signals:
        sheet_changed: Another puzzle, another size or other clues.
        clues_changed: a sequence of :class:`puzzles.Line`; their clues followed the drawing.
        cells_changed: a sequence of ``int``, indices of the cells that have other marks.
        solved_changed: ``bool``, whether the puzzle is solved now.
        file_changed: The file's name, or whether there is something to save.
        saved: The file was written.
        history_changed: A move was made, taken back or made again.
        reset: A new history begins: a file was opened or a session restored.
    """

    sheet_changed = Signal()
    clues_changed = Signal(object)
    cells_changed = Signal(object)
    solved_changed = Signal(bool)
    file_changed = Signal()
    saved = Signal()
    history_changed = Signal()
    reset = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = QUndoStack(self)
        self.autofill = True
        """Whether the other cells of a satisfied line become BLANK."""
        self.history: list[Move] = []
        """All moves that undo and redo can reach."""
        self._moving = False
        self._is_by_move = False
        self._begin(_opened(Document.untouched(Puzzle.empty(10, 10))), None)
        self.undo_stack.indexChanged.connect(self._index_changed)

    # What is there

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the desk."""
        return self.state.puzzle

    @property
    def marks(self) -> Grid:
        """The player's marks; read-only for everybody else."""
        return self.state.marks

    @property
    def path(self) -> Path | None:
        """The file that Save would write."""
        return self.files[self.state.sheet].path

    @property
    def is_modified(self) -> bool:
        """Whether closing now would lose something; the solver's solution is no loss."""
        saved = self.files[self.state.sheet].document
        if self.state.document == saved:
            return False
        last = self._last_move
        if not isinstance(last, Paint) or last.kind not in ("solution", "candidate"):
            return True
        mine = self.marks.copy()
        for i, state in last.pairs(forward=False):
            mine.cells[i] = state
        return Document(self.puzzle, mine, self.state.drawing) != saved

    @property
    def _last_move(self) -> Move | None:
        index = min(self.undo_stack.index(), len(self.history))
        return self.history[index - 1] if index else None

    @property
    def is_solved(self) -> bool:
        """Whether the last move solved the puzzle: the board is locked then."""
        return self._solved

    @property
    def cells_left(self) -> int:
        """How many shaded cells the clues ask for beyond those that are there; can be negative."""
        return self._wanted - self._shaded

    @property
    def cells_wanted(self) -> int:
        """How many shaded cells the rows' clues ask for."""
        return self._wanted

    @property
    def is_solved_by_machine(self) -> bool:
        """Whether it was the solver that put the solution on the board."""
        return self._solved and self._is_by_machine

    @property
    def is_just_solved(self) -> bool:
        """Whether it became solved by a move just made, not by undo, redo or opening a file."""
        return self._solved and self._is_by_move

    @property
    def is_author_at_work(self) -> bool:
        """Whether a puzzle is being made: a drawing, or a board without clues."""
        return self.state.drawing or not self.puzzle.has_clues

    @property
    def has_new_clues(self) -> bool:
        """Whether clues were edited just now: nobody has begun to solve them yet."""
        last = self._judging_move(self.undo_stack.index())
        return isinstance(last, Replace) and last.label == EDIT_CLUES

    def is_satisfied(self, line: Line) -> bool:
        """Whether the line's light is green."""
        return line not in self._unsatisfied

    def next_state(self, state: int, backwards: bool = False) -> int:
        """What a click makes of a cell: CLEAR, SHADED (each colour), BLANK and round again."""
        cycle = [self.marks.clear, *(1 << k for k in range(1, self.marks.colors)), BLANK]
        at = cycle.index(state) if state in cycle else 0
        return cycle[(at + (-1 if backwards else 1)) % len(cycle)]

    # Moves

    def paint(self, cells: Mapping[int, int], label: str) -> None:
        """Give cells new states, as one step of undo; AutoFill's part belongs to it."""
        if self._solved:
            return
        move = Paint.between(self.marks, cells, label)
        if self.autofill and not self.is_author_at_work and move.cells:
            unfilled = unfilled_by(self.puzzle, self.marks, move, self._last_move)
            states = {**unfilled, **move.states(forward=True)}
            filled = filled_after(self.puzzle, self.marks, Paint.between(self.marks, states, label))
            move = Paint.between(self.marks, {**states, **filled}, label, filled=filled)
        self._make(move)

    def autofill_all(self) -> None:
        """Mark what AutoFill would have marked, where it was switched off until now."""
        if self.autofill and not self.is_author_at_work and not self._solved:
            satisfied = [line for line in self.puzzle.lines if self.puzzle.clues_of(line)]
            cells = clear_cells(filter(self.is_satisfied, satisfied), self.marks)
            self._make(Paint.between(self.marks, cells, "AutoFill"))

    def unlock(self) -> None:
        """Go on with a solved board as with a drawing of one's own."""
        puzzle = drawn(self.puzzle, self.marks)
        after = State(puzzle, self.marks, self.state.sheet, True)
        self._make(Replace("Unlock", self.state, after))

    def clear_grid(self) -> None:
        """Make all cells CLEAR; the puzzle can then be solved, also one just drawn."""
        clear = Grid.for_puzzle(self.puzzle)
        if self.state.drawing and self.puzzle.has_clues:
            after = State(self.puzzle, clear, self.state.sheet)
            self._make(Replace("Clear Grid", self.state, after))
        else:
            cells = dict.fromkeys(range(len(clear.cells)), clear.clear)
            self._make(Paint.between(self.marks, cells, "Clear Grid", "clear"))

    def show_solution(self, solution: Grid, is_only: bool, follows: bool = False) -> None:
        """Put a solution on the board.

        Args:
            solution: Of the puzzle's size.
            is_only: There is no other: the puzzle counts as solved.
            follows: It takes the place of another solution shown just before, in the same step.
        """
        kind = "solution" if is_only else "candidate"
        move = Paint.between(self.marks, dict(enumerate(solution.cells)), "Solve", kind)
        self._make(move, merge=follows)

    def new(self, height: int, width: int) -> None:
        """Lay an empty sheet on the desk, to be drawn on; undo takes it away again."""
        sheet = max(self.files) + 1
        puzzle = Puzzle.empty(height, width)
        after = State(puzzle, Grid.for_puzzle(puzzle), sheet, True)
        self.files[sheet] = FileState(None, after.document)
        self._make(Replace("New", self.state, after))

    def lay_down(self, document: Document, label: str, drawing: bool = False) -> None:
        """Lay a sheet on the desk that was never saved; undo takes it away again.

        Args:
            document: What is on it.
            label: What the Undo menu calls it.
            drawing: The marks are a drawing, to be gone on with: the clues follow them.
        """
        sheet = max(self.files) + 1
        puzzle = drawn(document.puzzle, document.marks) if drawing else document.puzzle
        after = State(puzzle, document.marks.copy(), sheet, drawing)
        empty = Puzzle.empty(document.puzzle.height, document.puzzle.width)
        self.files[sheet] = FileState(None, Document.untouched(empty))
        self._make(Replace(label, self.state, after))

    def edit_clues(self, rows: Iterable[Clues], columns: Iterable[Clues]) -> None:
        """Replace the clues of all lines."""
        puzzle = self.puzzle.with_clues(rows, columns)
        if puzzle != self.puzzle:
            after = State(puzzle, self.marks, self.state.sheet)
            self._make(Replace(EDIT_CLUES, self.state, after))

    def generate_clues(self) -> None:
        """Take the clues from the marks, from now on: what is shaded becomes the picture."""
        puzzle = drawn(self.puzzle, self.marks)
        after = State(puzzle, self.marks, self.state.sheet, True)
        if after != self.state:
            self._make(Replace("Generate Clues", self.state, after))

    def describe(self, puzzle: Puzzle) -> None:
        """Give the puzzle another title, author, copyright, licence or catalogue number.

        Args:
            puzzle: As it is now but for these.
        """
        if puzzle != self.puzzle:
            self._turn("Properties", puzzle, self.marks)

    def turn(self, turn: Turn) -> None:
        """Turn clues and marks alike."""
        self._turn(turn.value, turned_puzzle(self.puzzle, turn), turned_grid(self.marks, turn))

    def _turn(self, label: str, puzzle: Puzzle, marks: Grid) -> None:
        """It is the same puzzle afterwards, only told otherwise: if it was solved, it still is."""
        after = State(puzzle, marks, self.state.sheet, self.state.drawing)
        self._make(Replace(label, self.state, after, "turn"))

    def redraw(self, marks: Grid, label: str) -> None:
        """Put another drawing in the place of the present one.

        Args:
            marks: Of any size, in the puzzle's colours.
            label: What the Undo menu calls it.
        """
        empty = replace(
            self.puzzle, rows=((),) * marks.height, columns=((),) * marks.width, goal=""
        )
        after = State(drawn(empty, marks), marks, self.state.sheet, True)
        if after != self.state:
            self._make(Replace(label, self.state, after))

    # Files

    def open(self, path: Path) -> None:
        """Open a file; the history begins anew.

        Raises:
            NonogramError: It cannot be read; everything is as before.
        """
        document = read(path)
        self._begin(_opened(document), path.absolute())

    def open_copy(self, document: Document) -> None:
        """Put a document on the desk that has no file of its own."""
        self._begin(_opened(document), None)

    @property
    def is_changed_elsewhere(self) -> bool:
        """Whether another program has changed the file since it was opened or saved."""
        file = self.files[self.state.sheet]
        return bool(file.stamp) and _stamp(file.path) not in (0, file.stamp)

    def save(self, path: Path, force: bool = False) -> None:
        """Write the file; from now on it is the sheet's own.

        Args:
            path: The file.
            force: Whether a write-protected file is replaced, too.

        Raises:
            LibraryError: It cannot be written; an old file is as it was.
        """
        document = Document(self.puzzle, self.marks.copy(), self.state.drawing)
        write(path, document, force=force)
        self.files[self.state.sheet] = FileState(path.absolute(), document, _stamp(path))
        self.file_changed.emit()
        self.saved.emit()

    def restore(
        self, base: State, files: Mapping[int, FileState], moves: Iterable[Move], position: int
    ) -> None:
        """Take up a session where its journal ends.

        Raises:
            ValueError: The journal is damaged; everything is as before.
        """
        moves, files = list(moves), dict(files)
        check_history(base, moves)
        if not 0 <= position <= len(moves):
            raise ValueError("the journal does not say which of its moves are done")
        if base.sheet not in files:
            raise ValueError("the journal does not say where its first sheet is kept")
        for move in moves:
            if isinstance(move, Replace):  # a sheet that was not written down has no file
                for state in (move.before, move.after):
                    files.setdefault(state.sheet, FileState(None, state.document))
        self._begin(base, None, files)
        blocked = self.blockSignals(True)
        try:
            for move in moves:
                self._make(move)
            self.undo_stack.setIndex(position)
        finally:
            self.blockSignals(blocked)
        self._announce_all()
        self.history_changed.emit()

    # Within

    def _begin(
        self, state: State, path: Path | None, files: Mapping[int, FileState] | None = None
    ) -> None:
        self._moving = True
        self.undo_stack.clear()
        self._moving = False
        self.history.clear()
        self.base = State(state.puzzle, state.marks.copy(), state.sheet, state.drawing)
        """What was there before the first move of the history."""
        self.state = State(state.puzzle, state.marks.copy(), state.sheet, state.drawing)
        self.files = dict(files or {state.sheet: FileState(path, self.base.document, _stamp(path))})
        """Every sheet's file."""
        self._is_by_machine = False
        self._refresh_lines(self.puzzle.lines, from_scratch=True)
        self._solved = self._all_satisfied
        self._announce_all()
        self.reset.emit()

    def _announce_all(self) -> None:
        self._is_by_move = False
        self.sheet_changed.emit()
        self.solved_changed.emit(self._solved)
        self.file_changed.emit()

    def _make(self, move: Move, merge: bool = False) -> None:
        if isinstance(move, Paint) and not move.cells and not merge:
            return
        index = self.undo_stack.index()
        del self.history[index:]
        previous = self._judging_move(index)
        command = _Command(self, move, previous, merge)
        self._moving = True
        self.undo_stack.push(command)
        self._moving = False
        if self.undo_stack.count() > len(self.history):
            self.history.append(move)
        else:
            earlier = self.history[-1]
            assert isinstance(earlier, Paint)
            assert isinstance(move, Paint)
            self.history[-1] = earlier.followed_by(move)
        self.history_changed.emit()

    def _judging_move(self, index: int) -> Move | None:
        """Of the first moves, the latest that says whether the board is solved: turns do not."""
        return next((m for m in reversed(self.history[:index]) if m.kind != "turn"), None)

    def _index_changed(self) -> None:
        if not self._moving:
            self.history_changed.emit()

    def _apply(self, move: Move, forward: bool, last: Move | None) -> None:
        """Do or undo a move; ``last`` is the latest of those that are done then."""
        if isinstance(move, Replace):
            target = move.after if forward else move.before
            marks = target.marks.copy()
            self.state = State(target.puzzle, marks, target.sheet, target.drawing)
            self._refresh_lines(self.puzzle.lines, from_scratch=True)
            self.sheet_changed.emit()
        else:
            cells = self.marks.cells
            for i, state in move.pairs(forward):
                cells[i] = state
            self._shaded = self.marks.count_shaded()
            lines = lines_through(self.puzzle, move.cells)
            if self.state.drawing:
                puzzle = redrawn(self.puzzle, self.marks, lines)
                self.state = State(puzzle, self.marks, self.state.sheet, True)
                self._wanted = self._shaded
                self.clues_changed.emit(lines)
            else:
                self._refresh_lines(lines)
            self.cells_changed.emit(move.cells)
        self._is_by_machine = last is not None and last.kind == "solution"
        counts = last is None or (isinstance(last, Paint) and last.counts)
        self._set_solved(counts and self._all_satisfied)
        self.file_changed.emit()

    @property
    def _all_satisfied(self) -> bool:
        return not self._unsatisfied and not self.is_author_at_work

    def _set_solved(self, solved: bool) -> None:
        if solved != self._solved:
            self._solved, self._is_by_move = solved, self._moving
            self.solved_changed.emit(solved)

    def _refresh_lines(self, lines: Iterable[Line], from_scratch: bool = False) -> None:
        if from_scratch:
            self._unsatisfied: set[Line] = set()
            self._wanted = sum(clue.length for row in self.puzzle.rows for clue in row)
            self._shaded = self.marks.count_shaded()
        for line in lines:
            if satisfies(self.marks.line(line), self.puzzle.clues_of(line)):
                self._unsatisfied.discard(line)
            else:
                self._unsatisfied.add(line)


def _opened(document: Document) -> State:
    """A document without clues is one that is still to be drawn; so is a drawing that was saved,
    unless its clues were changed elsewhere.
    """
    puzzle, marks = document.puzzle, document.marks
    is_begun = document.is_drawing and not any(unsatisfied_lines(puzzle, marks))
    if is_begun or not (puzzle.has_clues or puzzle.goal):
        return State(drawn(puzzle, marks), marks, drawing=True)
    return State(puzzle, marks)


def _stamp(path: Path | None) -> int:
    try:
        return path.stat().st_mtime_ns if path is not None else 0
    except (OSError, ValueError):  # a journal may hold a path with a NUL
        return 0


class _Command(QUndoCommand):
    """A move on Qt's undo stack."""

    _MERGEABLE = 1

    def __init__(self, session: Session, move: Move, previous: Move | None, merge: bool) -> None:
        super().__init__(move.label)
        self._session = session
        self._move = move
        self._previous = previous
        self._merge = merge

    def redo(self) -> None:
        last = self._previous if self._move.kind == "turn" else self._move
        self._session._apply(self._move, True, last=last)

    def undo(self) -> None:
        self._session._apply(self._move, False, last=self._previous)

    def id(self) -> int:
        return self._MERGEABLE if self._move.kind == "candidate" else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Command) or not other._merge:
            return False
        if not isinstance(self._move, Paint) or not isinstance(other._move, Paint):
            return False
        self._move = self._move.followed_by(other._move)
        return True
