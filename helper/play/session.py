"""The session: the open puzzle, the player's marks, the mode, and the undo history.

No widgets; the board and the window listen to its signals. The state is switched as a whole first
(:class:`helper.play.timeline.Timeline` has no signals) and announced afterwards in one place, so a
listener finds every property valid. If a listener makes a change, that is announced afterwards.

The timeline is the history, for undo and redo, too. Opening a puzzle, New, Scan and Create start a
new one.

The mode follows from the sheet: a drawing or a board without clues is drawn, all else is played.
:meth:`Session.play` clears the cells of a drawing, :meth:`Session.draw` makes a drawing of a solved
puzzle; both are moves. Of a puzzle that is not solved, Draw changes only the clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QObject

from helper.play.auto_dots import lines_through
from helper.play.drawn_clues import drawn, without_dots
from helper.play.guesses import Guesses, take_back
from helper.play.labels import GUESS, KEPT_GUESS
from helper.play.moves import (
    DRAW,
    EDIT_CLUES,
    PLAY,
    GuessMove,
    Move,
    Paint,
    Replace,
    SheetState,
    Tick,
    check_size,
)
from helper.play.session_state import (
    MAX_CHECKPOINTS,
    Checkpoints,
    FileState,
    Mode,
    PaintGuard,
    SessionState,
    stamp_of,
)
from helper.play.ticks import CluePlace, Ticks, kept_ticks, turned_ticks
from helper.play.timeline import Timeline
from puzzles import Clues, Color, Grid, Line, Puzzle, unsatisfied_lines
from puzzles.formats import Document, read, write
from puzzles.model import ANY_COLOR, BLACK_AND_WHITE
from puzzles.turning import Turn, turned_grid, turned_puzzle
from puzzles.words import marked
from solver.line import forget_lines


class Session(SessionState):
    """One puzzle being solved or drawn; its signals are those of :class:`SessionState`."""

    def __init__(self, parent: QObject | None = None) -> None:
        nothing = _opened(Document(Puzzle.empty(10, 10)))
        super().__init__(Timeline(nothing), FileState.of(None, nothing.document), parent)
        self._is_announcing = False
        self._changes = PendingChanges()
        self._was_solved = False
        self._old_mode = Mode.PLAY
        self._old_guesses: Guesses = ()
        self._old_shown = self.shown
        """The last announced values."""
        self.guard: PaintGuard | None = None
        """Decides which cells the player may paint; ``None`` for all."""
        self.played_s: Callable[[], int] = int
        """How long the puzzle has been played, in seconds; each of the player's moves keeps it."""
        self.close()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was opened or drawn yet."""
        return not (self.puzzle.has_clues or self.history or self.path)

    @property
    def automatic_dots(self) -> bool:
        """Whether the clear cells of a satisfied line show dots."""
        return self._automatic_dots

    @automatic_dots.setter
    def automatic_dots(self, is_on: bool) -> None:
        if is_on != self._automatic_dots:
            self._automatic_dots = is_on
            self._changes.add_cells(self._timeline.dots.cells)
            self._announce()

    # Moves

    def paint(self, cells: Mapping[int, int], label: str, *, is_received: bool = False) -> None:
        """Give cells new states, as one step of undo.

        Args:
            cells: The state of each cell, by its index.
            label: The name of the move.
            is_received: Whether they are marks of another device: a puzzle that is solved with them
                has no time, as that was not played here.
        """
        if self.is_locked:
            return
        if self.guard is not None:
            cells, label = self.guard.admit(cells, label)
        # From 1 on, as 0 stands for a time that was not kept.
        at_s = max(1, self.played_s())
        kind = "received" if is_received else "paint"
        self._make(Paint.between(self.marks, cells, label, kind, at_s))

    def may_paint(self, cells: Mapping[int, int]) -> bool:
        """Whether a stroke with these cells may go on."""
        return self.guard is None or self.guard.may_paint(cells)

    def restart(self) -> None:
        """Begin the puzzle anew, with clear cells and a new history that undo does not leave."""
        state = SheetState(self.puzzle, Grid.for_puzzle(self.puzzle))
        self._begin(Timeline(state), self.file)

    def undo(self) -> None:
        """Undo the last move; nothing if there is none."""
        self.go_to(self.position - 1)

    def redo(self) -> None:
        """Redo the move that was undone; nothing if there is none."""
        self.go_to(self.position + 1)

    def go_to(self, position: int) -> None:
        """Undo or redo moves until so many are done, or as near to it as the history reaches."""
        position = min(max(position, 0), len(self.history))
        while self.position != position:
            before = self.is_solved
            move = self._timeline.step(forward=self.position < position)
            self._changes.add(move, self.state, self._timeline.changed_dots)
            self._is_by_move = self._is_by_move and before and self.is_solved
        self._announce()

    def boards(self, most: int) -> Iterator[Grid]:
        """See :meth:`~helper.play.timeline.Timeline.boards`."""
        return self._timeline.boards(most)

    def play(self) -> None:
        """Begin to solve the puzzle: the cells of a drawing become CLEAR, its clues stay.

        A solved puzzle that :meth:`draw` has made a drawing is solved again, if nothing was drawn.
        """
        self._is_editing = False
        last = self._timeline.last
        if isinstance(last, Replace) and last.action == DRAW:
            self.undo()
        elif self.is_author_at_work and self.puzzle.has_clues:
            after = SheetState(self.puzzle, Grid.for_puzzle(self.puzzle))
            self._make(Replace(marked("Play"), self.state, after, action=PLAY))
        self._announce_mode()

    def draw(self) -> None:
        """Begin to make the puzzle: a drawing that :meth:`play` has hidden is shown again, and a
        solved puzzle becomes a drawing.

        Of another puzzle only the clues can be changed, until :meth:`generate_clues`.
        """
        hidden = self._timeline.hidden_drawing
        self._is_editing = not self.is_solved and hidden is None
        if hidden is not None:
            if self._timeline.last is hidden:
                self.undo()
            else:
                self._make_drawing(hidden.before.marks)
        elif self.is_solved:
            self._make_drawing(without_dots(self.marks))
        self._announce_mode()

    def _make_drawing(self, marks: Grid) -> None:
        after = SheetState(drawn(self.puzzle, marks), marks, True)
        self._make(Replace(marked("Draw"), self.state, after, action=DRAW))

    def tick(self, clues: Iterable[CluePlace], is_on: bool, label: str) -> None:
        """Tick clues off, or remove their ticks, as one step of undo; only in Play."""
        if self.mode is Mode.PLAY and not self.is_solved:
            self._make(Tick.between(self.ticks, filter(self.can_tick, clues), is_on, label))

    def begin_guess(self) -> None:
        """Begin a guess, inside the innermost open one; the next mark is the guess."""
        if self.can_try:
            level = len(self.guesses) + 1
            self._make(GuessMove(GUESS.format(level=level), level, is_begin=True))

    def keep_guess(self, level: int) -> None:
        """End the guess of that number, and those inside it; their marks stay."""
        if not self.is_locked and 0 < level <= len(self.guesses):
            self._make(GuessMove(KEPT_GUESS.format(level=level), level - 1, is_begin=False))

    def take_back_guess(self, level: int, *, marks_opposite: bool = False) -> None:
        """End the guess of that number, and those inside it, without their marks.

        Args:
            level: The number of the guess, from 1.
            marks_opposite: Whether the cell that was guessed gets the only other state.
        """
        if not self.is_locked and 0 < level <= len(self.guesses):
            marks, opposite = self.marks, marks_opposite
            self._make(take_back(self.guesses, marks, level, marks_opposite=opposite))

    def set_checkpoint(self, name: str) -> None:
        """Name the point of the history that is reached; a checkpoint of that name is replaced."""
        checkpoints = self._timeline.checkpoints
        if name in checkpoints or len(checkpoints) < MAX_CHECKPOINTS:
            checkpoints[name] = self.position
            self.checkpoints_changed.emit()

    def go_to_checkpoint(self, name: str) -> None:
        """Undo or redo moves until a checkpoint is reached."""
        if name in self._timeline.checkpoints:
            self.go_to(self._timeline.checkpoints[name])

    def forget_checkpoints(self) -> None:
        """Remove all names; the moves stay."""
        self._timeline.checkpoints.clear()
        self.checkpoints_changed.emit()

    def clear_grid(self) -> None:
        """Make all cells CLEAR and remove all ticks: Start Again, or Clear Drawing."""
        clear = Grid.for_puzzle(self.puzzle)
        label = marked("Clear Drawing") if self.mode is Mode.DRAW else marked("Start Again")
        if self.ticks:
            after = SheetState(self.puzzle, clear)
            self._make(Replace(label, self.state, after))
        else:
            cells = dict.fromkeys(range(len(clear.cells)), clear.clear)
            self._make(Paint.between(self.marks, cells, label, "clear"))

    def show_solution(self, solution: Grid, is_only: bool, follows: bool = False) -> None:
        """Put a solution on the board.

        Args:
            solution: A solution of the puzzle.
            is_only: Whether it is the only solution: the puzzle then counts as solved.
            follows: Whether it replaces another solution in the same step of undo.
        """
        kind = "solution" if is_only else "candidate"
        move = Paint.between(self.marks, dict(enumerate(solution.cells)), marked("Solve"), kind)
        self._make(move, follows)

    def edit_clues(self, rows: Iterable[Clues], columns: Iterable[Clues]) -> None:
        """Replace the clues of all lines; the ticks of changed lines are removed."""
        puzzle = self.puzzle.with_clues(rows, columns)
        self._is_editing = True
        if puzzle != self.puzzle:
            ticks = kept_ticks(self.ticks, self.puzzle, puzzle)
            after = SheetState(puzzle, self.marks, ticks=ticks)
            self._make(Replace(marked("Edit Clues"), self.state, after, action=EDIT_CLUES))

    def generate_clues(self) -> None:
        """Make the marks a drawing, whose clues follow it."""
        puzzle = drawn(self.puzzle, self.marks)
        after = SheetState(puzzle, self.marks, True)
        if after != self.state:
            self._make(Replace(marked("Generate Clues"), self.state, after))

    def describe(self, puzzle: Puzzle) -> None:
        """Change title, author, copyright, licence or catalogue number.

        Args:
            puzzle: The same puzzle with other values of these.
        """
        if puzzle != self.puzzle:
            self._turn(marked("Properties"), puzzle, self.marks, self.ticks)

    def turn(self, turn: Turn) -> None:
        """Turn clues, marks and ticks alike."""
        puzzle, marks = turned_puzzle(self.puzzle, turn), turned_grid(self.marks, turn)
        ticks = turned_ticks(self.ticks, self.puzzle, turn)
        self._turn(turn.label, puzzle, marks, ticks, turn.value)

    def _turn(
        self, label: str, puzzle: Puzzle, marks: Grid, ticks: Ticks, action: str = ""
    ) -> None:
        """Replace the puzzle by an equivalent one, which stays solved if it was."""
        after = SheetState(puzzle, marks, self.state.drawing, ticks)
        self._make(Replace(label, self.state, after, "turn", action))

    def redraw(self, marks: Grid, label: str, palette: Sequence[Color] = ()) -> None:
        """Replace the sheet's marks by another drawing.

        Args:
            marks: The drawing, of any size.
            label: Its name in the Undo menu.
            palette: The drawing's colours; empty for those of the puzzle.
        """
        colors = tuple(palette) or self.puzzle.palette
        rows, columns = ((),) * marks.height, ((),) * marks.width
        empty = replace(self.puzzle, rows=rows, columns=columns, goal="", palette=colors)
        after = SheetState(drawn(empty, marks), marks, True)
        if after != self.state:
            self._make(Replace(label, self.state, after))

    # Files

    def open(self, path: Path, document: Document | None = None) -> None:
        """Open a file and start a new history.

        Args:
            path: The file.
            document: Its content, if it was read already.

        Raises:
            NonogramError: It cannot be read, or is too large to be shown; nothing is changed.
        """
        self._put(_opened(document or read(path), str(path)), path.absolute())

    def open_copy(self, document: Document) -> None:
        """Open a document without a file.

        Raises:
            FormatError: See :func:`check_size`.
        """
        self._put(_opened(document), None)

    def new(self, height: int, width: int, palette: tuple[Color, ...] = BLACK_AND_WHITE) -> None:
        """Open an empty drawing."""
        puzzle = replace(Puzzle.empty(height, width), palette=palette)
        self._put(SheetState(puzzle, Grid.for_puzzle(puzzle), True), None)

    def show(self, state: SheetState) -> None:
        """Show another state of the same puzzle, with an empty history: a board keeps its zoom.

        Args:
            state: The state; it is not copied.
        """
        self._timeline = Timeline(state)
        self._changes.is_sheet = self._changes.is_moved = True
        self._announce()

    def close(self) -> None:
        """Put the puzzle away: an empty board takes its place."""
        self._put(_opened(Document(Puzzle.empty(10, 10))), None)

    def open_unsaved(self, document: Document, drawing: bool = False) -> None:
        """Open a document that was never saved, such as a scanned puzzle.

        Args:
            document: The puzzle and its marks.
            drawing: The marks are a drawing to be continued: the clues follow them.

        Raises:
            FormatError: See :func:`check_size`.
        """
        check_size(document.puzzle, document.puzzle.title)
        puzzle = drawn(document.puzzle, document.marks) if drawing else document.puzzle
        empty = Puzzle.empty(document.puzzle.height, document.puzzle.width)
        file = FileState(None, Document(empty))
        self._put(SheetState(puzzle, document.marks, drawing), None, file)

    @property
    def is_changed_elsewhere(self) -> bool:
        """Whether another program has changed the file since it was opened or saved."""
        return bool(self.file.stamp) and stamp_of(self.file.path) not in (0, self.file.stamp)

    def save(self, path: Path, force: bool = False) -> None:
        """Write the file, which becomes that of the session.

        Args:
            path: The file.
            force: Whether to replace a write-protected file.

        Raises:
            LibraryError: It cannot be written; an old file is unchanged.
        """
        document = self.state.document
        write(path, document, force=force)
        self.file = FileState.of(path.absolute(), document)
        self.file_changed.emit()
        self.saved.emit()

    def restore(
        self,
        base: SheetState,
        file: FileState,
        moves: Iterable[Move],
        position: int,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        """Restore a session from its journal.

        Raises:
            ValueError: The journal is damaged; nothing is changed.
        """
        moves = list(moves)
        if not 0 <= position <= len(moves):
            raise ValueError("the journal has an invalid position")
        timeline = Timeline.replayed(base, moves, position)
        timeline.checkpoints = dict(checkpoints or {})
        self._changes.is_moved = True
        self._begin(timeline, file)

    # Implementation: first switch, then announce

    def _put(self, state: SheetState, path: Path | None, file: FileState | None = None) -> None:
        """Start a new history; ``file``: other than one with the state itself."""
        state = replace(state, marks=state.marks.copy())
        self._begin(Timeline(state), file or FileState.of(path, state.document))

    def _begin(self, timeline: Timeline, file: FileState) -> None:
        forget_lines()
        self._timeline = timeline
        self.file = file
        decided_by = timeline.deciding_move
        self._is_editing = isinstance(decided_by, Replace) and decided_by.action == EDIT_CLUES
        self._changes.is_reset = True
        colors = {clue.color for row in timeline.state.puzzle.rows for clue in row}
        self._ink = min(colors - {ANY_COLOR}, default=1)
        self._is_by_move = False
        self._announce()

    def _make(self, move: Move, follows: bool = False) -> None:
        """Do a move.

        Args:
            move: A paint move without cells is ignored unless it ``follows`` or ends a guess, a
                tick without clues always.
            follows: Whether it extends the last move, if that shows one of several solutions.
        """
        if isinstance(move, Paint) and not (move.cells or follows or move.is_take_back):
            return
        if isinstance(move, Tick) and not move.clues:
            return
        before = self.is_solved
        if not (follows and isinstance(move, Paint) and self._timeline.extend(move)):
            self._timeline.make(move)
        self._changes.add(move, self.state, self._timeline.changed_dots)
        self._is_by_move = self.is_solved and (self._is_by_move or not before)
        self._announce()

    def _announce(self) -> None:
        """Announce the changes; all signals except those of saving are emitted here.

        If a listener makes a move, it is announced after the current change.
        """
        if self._is_announcing:
            return
        self._is_announcing = True
        try:
            while self._changes.is_any:
                changes, self._changes = self._changes, PendingChanges()
                self._emit(changes)
        finally:
            self._is_announcing = False

    def _emit(self, changes: PendingChanges) -> None:
        if changes.is_sheet or changes.is_reset:
            self.sheet_changed.emit()
        shown, self._old_shown = self._old_shown, self.shown
        if shown is not self._old_shown and not self.state.drawing:
            changes.lines |= dict.fromkeys(self._timeline.unknown)
        if changes.lines and not self._is_stale(changes):
            self.clues_changed.emit(list(changes.lines))
        if changes.ticked and not self._is_stale(changes):
            self.ticks_changed.emit(list(changes.ticked))
        if changes.cells and not self._is_stale(changes):
            self.cells_changed.emit(changes.cells)
        guesses, self._old_guesses = self._old_guesses, self.guesses
        if guesses is not self._old_guesses:
            self.guesses_changed.emit()
        before, self._was_solved = self._was_solved, self.is_solved
        if before != self._was_solved or changes.is_reset:
            self.solved_changed.emit(self.is_solved)
        self.file_changed.emit()
        if changes.is_reset:
            self.reset.emit()
        self._announce_mode()
        if changes.is_moved:
            self.history_changed.emit()

    def _announce_mode(self) -> None:
        before, self._old_mode = self._old_mode, self.mode
        if before is not self._old_mode:
            self.mode_changed.emit(self._old_mode)

    def _is_stale(self, changes: PendingChanges) -> bool:
        """Whether the whole board is announced, now or next."""
        return any(each.is_sheet or each.is_reset for each in (changes, self._changes))


def _opened(document: Document, source: str = "") -> SheetState:
    """The state of an opened document.

    It is a drawing if it has no clues, or if it was saved as one and its clues still fit it.

    Raises:
        FormatError: See :func:`check_size`.
    """
    check_size(document.puzzle, source or document.puzzle.title)
    puzzle, marks = document.puzzle, document.marks
    is_begun = document.is_drawing and not any(unsatisfied_lines(puzzle, marks))
    if is_begun or not (puzzle.has_clues or puzzle.goal):
        return SheetState(drawn(puzzle, marks), marks, drawing=True)
    return SheetState(puzzle, marks)


@dataclass
class PendingChanges:
    """The changes since the last announcement, by one or several moves."""

    is_sheet: bool = False
    """Whether the puzzle, its size or its clues were replaced."""
    is_reset: bool = False
    """Whether a new history begins."""
    is_moved: bool = False
    """Whether a move was made, undone or redone."""
    lines: dict[Line, None] = field(default_factory=dict)
    """The lines whose clues followed the drawing."""
    ticked: dict[Line, None] = field(default_factory=dict)
    """The lines whose ticks changed."""
    _cells: list[Sequence[int]] = field(default_factory=list)

    def add(self, move: Move, state: SheetState, dots: Iterable[int]) -> None:
        """Add a move that was just done or undone.

        Args:
            move: The move.
            state: The state after it.
            dots: The cells whose automatic dot came or went.
        """
        self.is_moved = True
        if isinstance(move, Replace):
            self.is_sheet = True
        elif isinstance(move, Tick):
            self.ticked |= dict.fromkeys(place.line for place in move.clues)
        elif not isinstance(move, GuessMove):
            self._cells.append([*move.cells, *sorted(set(dots).difference(move.cells))])
            if state.drawing:
                self.lines |= dict.fromkeys(lines_through(state.puzzle, move.cells))

    @property
    def is_any(self) -> bool:
        """Whether there is something to announce."""
        return self.is_sheet or self.is_reset or self.is_moved or bool(self._cells)

    def add_cells(self, cells: Iterable[int]) -> None:
        """Add cells that look different though no move was made."""
        if found := sorted(cells):
            self._cells.append(found)

    @property
    def cells(self) -> Sequence[int]:
        """The indices of the cells whose marks or dots changed."""
        if len(self._cells) == 1:
            return self._cells[0]  # in the move's order: the board scrolls to the first
        return sorted(set().union(*self._cells))
