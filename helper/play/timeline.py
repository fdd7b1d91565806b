"""The moves of a session, and the state after them, as plain values. No Qt.

A timeline has no signals; after each change every property is valid. The session
(:mod:`helper.play.session`) owns a timeline and announces the changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace

from helper.play.auto_dots import AutoDots, lines_through, with_dots
from helper.play.drawn_clues import redrawn
from helper.play.guesses import Guesses, guess_levels, guesses_after
from helper.play.lights import Light, light_of
from helper.play.moves import (
    PLAY,
    GuessMove,
    Move,
    Paint,
    Replace,
    SheetState,
    Tick,
    checked_history,
)
from puzzles import Grid, Line, satisfies


def applied(state: SheetState, move: Move, forward: bool) -> SheetState:
    """The state after a move, or after undoing it; ``state`` itself is not changed."""
    if isinstance(move, Replace):
        return move.after if forward else move.before
    if isinstance(move, Tick):
        return replace(state, ticks=move.applied(state.ticks, forward))
    if isinstance(move, GuessMove):
        return state
    marks = state.marks.copy()
    _mark(marks, move, forward)
    if not state.drawing:
        return replace(state, marks=marks)
    puzzle = redrawn(state.puzzle, marks, lines_through(state.puzzle, move.cells))
    return replace(state, puzzle=puzzle, marks=marks)


def _mark(marks: Grid, move: Move, forward: bool) -> None:
    """Do a move, or undo it, in marks of its board."""
    if isinstance(move, Replace):
        marks.cells[:] = (move.after if forward else move.before).marks.cells
    elif isinstance(move, Paint):
        for i, value in move.pairs(forward):
            marks.cells[i] = value


def _brought_clues(move: Move) -> bool:
    """Whether the clues before a move were others, or followed the cells of a drawing."""
    if not isinstance(move, Replace):
        return False
    before, after = move.before.puzzle, move.after.puzzle
    return move.before.drawing or (before.rows, before.columns) != (after.rows, after.columns)


class Timeline:
    """A first state, the moves made since, and how many of them are done."""

    def __init__(self, base: SheetState) -> None:
        self.base = base
        """The state before the first move."""
        self.moves: list[Move] = []
        """All moves that undo and redo can reach."""
        self.position = 0
        """How many of the moves are done."""
        self.state = base
        """The current state; never edited in place."""
        self.checkpoints: dict[str, int] = {}
        """How many moves are done at the points that have a name."""
        self._guesses: list[Guesses] = [()]
        """The open guesses before the first move and after each one."""
        self._levels: Mapping[int, int] | None = None
        self._update_counts(None)

    @classmethod
    def replayed(cls, base: SheetState, moves: Iterable[Move], position: int) -> Timeline:
        """The timeline of a journal.

        Raises:
            ValueError: A move cannot be made.
        """
        made = cls(base)
        for move in checked_history(base, moves):
            made.make(move)
        while made.position > max(0, position):
            made.step(forward=False)
        return made

    # Moves

    def make(self, move: Move) -> None:
        """Do a new move; undone moves are dropped."""
        del self.moves[self.position :]
        del self._guesses[self.position + 1 :]
        self.checkpoints = {
            name: position
            for name, position in self.checkpoints.items()
            if position <= self.position
        }
        self.moves.append(move)
        before, guesses = self.state, self.guesses
        self.step(forward=True)
        after = () if self.is_solved else guesses_after(guesses, move, before, self.state)
        self._guesses.append(after)

    def extend(self, move: Paint) -> bool:
        """Do a new move as a part of the last one, so that both are one step of undo.

        Returns:
            ``False`` if nothing was done: the last move is no candidate, or a move was undone.
        """
        last = self.last
        if self.position < len(self.moves) or last is None or not _is_candidate(last):
            return False
        assert isinstance(last, Paint)
        self._switch(move, forward=True)
        self.moves[-1] = last.followed_by(move)
        return True

    def step(self, forward: bool) -> Move:
        """Redo the next move or undo the last one; returns that move."""
        move = self.moves[self.position if forward else self.position - 1]
        self.position += 1 if forward else -1
        self._switch(move, forward)
        return move

    def boards(self, most: int) -> Iterator[Grid]:
        """The marks at first, and after the moves that changed them, as far as they are done.

        The first is the earliest one with the clues of now. Of more than ``most`` boards, evenly
        chosen ones are yielded, the last one always.
        """
        first = self._first
        marks = self.marks_before(first)
        changes = [
            at for at in range(first, self.position) if isinstance(self.moves[at], Paint | Replace)
        ]
        shown = {len(changes) * k // max(1, most - 1) for k in range(most)}
        yield marks.copy()
        for count, at in enumerate(changes, 1):
            _mark(marks, self.moves[at], forward=True)
            if count in shown or len(changes) < most:
                yield marks.copy()

    def marks_before(self, position: int) -> Grid:
        """The marks when so many moves were done, of which all later ones have the clues of now."""
        marks = self.state.marks.copy()
        for at in reversed(range(position, self.position)):
            _mark(marks, self.moves[at], forward=False)
        return marks

    @property
    def pauses(self) -> list[tuple[int, int]]:
        """How long the player paused before a move: the seconds, and how many moves were done.

        The first pause is before the first move. Only moves whose time is known count, and only
        those that are done.
        """
        found, before = [], None if self._first else 0
        for at in range(self._first, self.position):
            move = self.moves[at]
            if isinstance(move, Paint) and move.is_by_hand and not move.is_take_back:
                if before is not None and move.at_s:
                    found.append((max(0, move.at_s - before), at))
                before = move.at_s or None
        return found

    @property
    def _first(self) -> int:
        """How many moves were done when the clues became those of now."""
        first = self.position
        while first and not _brought_clues(self.moves[first - 1]):
            first -= 1
        return first

    @property
    def last(self) -> Move | None:
        """The latest move that is done; ``None`` if there is none."""
        return self.moves[self.position - 1] if self.position else None

    @property
    def hidden_drawing(self) -> Replace | None:
        """The move by which Play has hidden the drawing of the puzzle; ``None`` if it has not.

        The clues are still those of the drawing.
        """
        for k in reversed(range(self.position)):
            move = self.moves[k]
            if isinstance(move, Replace) and move.action == PLAY:
                one, other = self.state.puzzle, move.after.puzzle
                is_same = (one.rows, one.columns) == (other.rows, other.columns)
                return move if is_same and not self.state.drawing else None
            if isinstance(move, Replace) and move.after.drawing:
                break
        return None

    @property
    def deciding_move(self) -> Move | None:
        """The latest move that decides whether the board is solved: of its puzzle or marks."""
        done = (self.moves[k] for k in reversed(range(self.position)))
        others = (Tick, GuessMove)
        return next((m for m in done if not isinstance(m, others) and m.kind != "turn"), None)

    @property
    def guesses(self) -> Guesses:
        """The open guesses, the innermost last; a solved board has none."""
        return self._guesses[self.position]

    @property
    def guess_levels(self) -> Mapping[int, int]:
        """The cells that guesses have changed, with the number of the innermost one (from 1)."""
        if self._levels is None:
            self._levels = guess_levels(self.state.marks, self.guesses)
        return self._levels

    # What follows from the state

    @property
    def is_author_at_work(self) -> bool:
        """Whether a puzzle is being made: a drawing, or a board without clues."""
        return self.state.drawing or not self.state.puzzle.has_clues

    @property
    def is_solved(self) -> bool:
        """Whether the last move solved the puzzle."""
        if self.unsatisfied or self.is_author_at_work:
            return False
        decided_by = self.deciding_move
        return decided_by is None or (isinstance(decided_by, Paint) and decided_by.counts)

    @property
    def is_count_known(self) -> bool:
        """Whether it is known how many cells are to be shaded: by the rows, or by the columns."""
        return len({line.axis for line in self.unknown}) < 2

    def share(self, dots: Set[int] = frozenset()) -> float:
        """How much of the puzzle is done, from 0 to 1.

        It is the share of the shaded cells; of the lines with clues, if nobody knows how many
        cells are to be shaded.

        Args:
            dots: As in :meth:`light`.
        """
        if self.is_count_known:
            return min(1.0, max(0.0, self.shaded / self.wanted)) if self.wanted else 0.0
        puzzle = self.state.puzzle
        lines = [line for line in puzzle.lines if puzzle.clues_of(line)]
        return sum(self.is_satisfied(line, dots) for line in lines) / len(lines)

    def is_satisfied(self, line: Line, dots: Set[int] = frozenset()) -> bool:
        """Whether the line's light is green; ``dots`` as in :meth:`light`."""
        if line in self.unsatisfied:
            return False
        return line not in self.unknown or self.light(line, dots) is Light.DONE

    @property
    def without_solver(self) -> SheetState:
        """The state without the solver's solution, if that was the last move."""
        last = self.last
        if isinstance(last, Paint) and last.kind in ("solution", "candidate"):
            return applied(self.state, last, forward=False)
        return self.state

    def light(self, line: Line, dots: Set[int] = frozenset()) -> Light:
        """The light of a line; computed once for each state of its cells.

        Args:
            line: The line.
            dots: The cells with an automatic dot that are shown: all of :attr:`dots`, or none.
        """
        if line not in self.unsatisfied and line not in self.unknown:
            return Light.DONE
        key = line, bool(dots)
        if key not in self._lights:
            clues, marks = self.state.puzzle.clues_of(line), self.state.marks
            self._lights[key] = light_of(clues, with_dots(line, marks, dots), marks.colors)
        return self._lights[key]

    def _switch(self, move: Move, forward: bool) -> None:
        self.state = applied(self.state, move, forward)
        self._levels = None
        self._update_counts(move)

    def _update_counts(self, move: Move | None) -> None:
        """Update the counts and unsatisfied lines after ``move``; ``None`` for a new state."""
        self.changed_dots: set[int] = set()
        """The cells whose automatic dot came or went with the last move."""
        if isinstance(move, Tick | GuessMove):
            return
        puzzle, marks = self.state.puzzle, self.state.marks
        self.shaded = marks.count_shaded()
        """The number of shaded cells."""
        if isinstance(move, Paint) and self.state.drawing:
            self.wanted = self.shaded  # the clues are those of the marks, so all are satisfied
            return
        lines: Iterable[Line] = puzzle.lines
        if isinstance(move, Paint):
            lines = lines_through(puzzle, move.cells)
        else:
            self._lights: dict[tuple[Line, bool], Light] = {}
            self.dots = AutoDots()
            """The automatic dots, whether they are shown or not."""
            self.unsatisfied: set[Line] = set()
            """The lines whose marks do not satisfy their clues."""
            self.unknown = frozenset(puzzle.unknown_lines)
            """The lines of which not all clues are known: few marks may satisfy them already."""
            self.wanted = self.shaded
            """The sum of the rows' clues; if some are not known, at least so many."""
            if self.state.drawing:
                return
            totals = puzzle.color_totals()
            self.wanted = sum(max(each) if self.unknown else each[0] for each in totals)
        for line in lines:
            if satisfies(marks.line(line), puzzle.clues_of(line)):
                self.unsatisfied.discard(line)
            else:
                self.unsatisfied.add(line)
        if not self.is_author_at_work:
            self.changed_dots = self.dots.update(marks, lines, self.unsatisfied | self.unknown)
        for line in {*lines, *lines_through(puzzle, self.changed_dots)}:
            self._lights.pop((line, False), None)
            self._lights.pop((line, True), None)


def _is_candidate(move: Move) -> bool:
    return isinstance(move, Paint) and move.kind == "candidate"
