"""What others read of a session: its mode, file and checkpoints, signals and properties."""

from __future__ import annotations

import enum
import json
from array import array
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from helper.play.auto_dots import with_dots
from helper.play.guesses import MAX_GUESSES, Guesses
from helper.play.lights import Light
from helper.play.moves import Move, SheetState, shown_label
from helper.play.ticks import CluePlace, Ticks
from helper.play.timeline import Timeline
from puzzles import BLANK, Clues, Grid, Line, Puzzle, clues_of
from puzzles.formats import Document
from puzzles.json_text import read_json
from puzzles.model import MAX_UNKNOWN_LINES
from puzzles.notation import clues_text
from puzzles.words import plural, worded


class SessionState(QObject):
    """The part of :class:`helper.play.session.Session` that changes nothing.

    Signals describe the changes since the last ones. They are emitted after the state and the undo
    stack are updated; several moves at once are announced as one change.

    Signals:
        sheet_changed: The puzzle, its size or its clues were replaced.
        clues_changed: A sequence of :class:`puzzles.Line` whose clues followed the drawing, or were
            not known and may be filled in.
        ticks_changed: A sequence of :class:`puzzles.Line` whose ticks changed.
        cells_changed: A sequence of ``int``, the indices of the cells whose marks or dots changed.
        guesses_changed: Guesses began or ended, or the cell of a guess was marked.
        solved_changed: ``bool``, whether the puzzle is solved now.
        file_changed: The file's name, or whether there are unsaved changes, may have changed.
        saved: The file was written.
        mode_changed: :class:`Mode`, the new one.
        checkpoints_changed: A checkpoint was set or forgotten by the player.
        ink_changed: Another colour was chosen for the next cells.
        history_changed: A move was made, undone or redone.
        reset: A new history has begun: a file was opened or a session restored.
    """

    sheet_changed = Signal()
    clues_changed = Signal(object)
    ticks_changed = Signal(object)
    cells_changed = Signal(object)
    guesses_changed = Signal()
    solved_changed = Signal(bool)
    file_changed = Signal()
    saved = Signal()
    mode_changed = Signal(object)
    checkpoints_changed = Signal()
    ink_changed = Signal()
    history_changed = Signal()
    reset = Signal()

    def __init__(self, timeline: Timeline, file: FileState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.file = file
        """The file that Save would write, and what it holds."""
        self._timeline = timeline
        self._automatic_dots = True
        self._ink = 1
        self._is_by_move = False
        self._is_editing = False
        self._shown_of: Puzzle | None = None
        self._shown = self.puzzle
        self._found: Mapping[Line, Clues] = {}
        """The clues that were not known in the puzzle ``_shown_of``, and are filled in."""

    @property
    def state(self) -> SheetState:
        """All that a move can change."""
        return self._timeline.state

    @property
    def base(self) -> SheetState:
        """The state before the first move of the history."""
        return self._timeline.base

    @property
    def history(self) -> list[Move]:
        """All moves that undo and redo can reach; treat as read-only."""
        return self._timeline.moves

    @property
    def position(self) -> int:
        """How many moves of the history are done."""
        return self._timeline.position

    @property
    def undo_name(self) -> str:
        """The name of the move that undo would undo; empty if there is none."""
        last = self._timeline.last
        return "" if last is None else shown_label(last)

    @property
    def redo_name(self) -> str:
        """The name of the move that redo would redo; empty if there is none."""
        return shown_label(self.history[self.position]) if self.can_redo else ""

    @property
    def can_redo(self) -> bool:
        """Whether a move was undone."""
        return self.position < len(self.history)

    @property
    def checkpoints(self) -> Checkpoints:
        """How many moves are done at the points that the player has named, in their order."""
        return dict(sorted(self._timeline.checkpoints.items(), key=lambda pair: pair[1]))

    @property
    def puzzle(self) -> Puzzle:
        """The open puzzle."""
        return self.state.puzzle

    @property
    def shown(self) -> Puzzle:
        """The open puzzle as the board shows it: clues that were not known are filled in.

        Those of a line are known when all its cells are marked.
        """
        puzzle, unknown = self.puzzle, self._timeline.unknown
        if not unknown:
            return puzzle
        known = [each for each in unknown if self.is_solved or self.light(each) is Light.DONE]
        found = {each: clues_of(self.states(each)) for each in known}
        if (self._shown_of, self._found) != (puzzle, found):
            sides = [[*puzzle.rows], [*puzzle.columns]]
            for line, clues in found.items():
                sides[line.is_column][line.index] = clues
            self._shown_of, self._found = puzzle, found
            self._shown = replace(puzzle, rows=tuple(sides[0]), columns=tuple(sides[1]))
        return self._shown

    @property
    def found_text(self) -> str:
        """The clues that were not known, as a part of a sentence; empty unless it is solved."""
        from solver.completion import found_text

        lines, shown = self.puzzle.unknown_lines, self.shown
        if not lines or not self.is_solved:
            return ""
        found = {
            line: clues_text(shown.clues_of(line), shown.palette, " ")
            for line in lines[:MAX_UNKNOWN_LINES]
        }
        return found_text(found) + " …" * (len(lines) > MAX_UNKNOWN_LINES)

    @property
    def marks(self) -> Grid:
        """The player's marks; treat as read-only."""
        return self.state.marks

    @property
    def ticks(self) -> Ticks:
        """The clues that the player has ticked off."""
        return self.state.ticks

    @property
    def path(self) -> Path | None:
        """The file that Save would write; ``None`` if there is none."""
        return self.file.path

    @property
    def is_modified(self) -> bool:
        """Whether there are unsaved changes; a solution by the solver is none."""
        saved = self.file.document
        if self.state.document == saved:
            return False
        own = self._timeline.without_solver
        return own is self.state or own.document != saved

    @property
    def own_marks(self) -> Grid:
        """The marks without a solution that the solver has put on the board."""
        return self._timeline.without_solver.marks

    @property
    def is_solved(self) -> bool:
        """Whether the last move solved the puzzle, which locks the board."""
        return self._timeline.is_solved

    @property
    def cells_left(self) -> int:
        """The sum of the rows' clues minus the number of shaded cells; can be negative."""
        return self._timeline.wanted - self._timeline.shaded

    @property
    def cells_wanted(self) -> int:
        """The sum of the rows' clues; see :attr:`is_count_known`."""
        return self._timeline.wanted

    @property
    def is_count_known(self) -> bool:
        """Whether it is known how many cells are to be shaded: by the rows, or by the columns."""
        return self._timeline.is_count_known

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1; see :meth:`~helper.play.timeline.Timeline.share`."""
        return self._timeline.share(self.dots)

    @property
    def own_share(self) -> float:
        """How much the player has done: without a solution that the solver has put on it."""
        own = self._timeline.without_solver
        return self.share if own is self.state else Timeline(own).share()

    @property
    def is_solved_by_machine(self) -> bool:
        """Whether the solver put the solution on the board."""
        decided_by = self._timeline.deciding_move
        return self.is_solved and decided_by is not None and decided_by.kind == "solution"

    @property
    def is_just_solved(self) -> bool:
        """Whether the latest move solved it, rather than undo, redo or opening a file."""
        return self.is_solved and self._is_by_move

    @property
    def is_solved_by_hand(self) -> bool:
        """Whether the player's latest move has solved it, with no marks of another device: the time
        that was played there is not known."""
        decided_by = self._timeline.deciding_move
        if not self.is_just_solved or decided_by is None or decided_by.kind != "paint":
            return False
        return all(move.kind != "received" for move in self.history[: self.position])

    @property
    def is_author_at_work(self) -> bool:
        """Whether a puzzle is being made: a drawing, or a board without clues."""
        return self._timeline.is_author_at_work

    @property
    def mode(self) -> Mode:
        """Play, or draw; a puzzle without clues can only be drawn."""
        is_drawn = self.is_author_at_work or (self._is_editing and not self.is_solved)
        return Mode.DRAW if is_drawn else Mode.PLAY

    @property
    def is_locked(self) -> bool:
        """Whether no cell can be changed: the puzzle is solved, or only its clues are edited."""
        return self.is_solved or (self.mode is Mode.DRAW and not self.is_author_at_work)

    def is_satisfied(self, line: Line) -> bool:
        """Whether the line's light is green."""
        return self._timeline.is_satisfied(line, self.dots)

    def can_tick(self, place: CluePlace) -> bool:
        """Whether a number can be ticked off: not if several were not known, and are filled in."""
        line = place.line
        return len(self.shown.clues_of(line)) == len(self.puzzle.clues_of(line))

    def light(self, line: Line) -> Light:
        """The light of the cells that are shown: the marks with automatic dots."""
        return self._timeline.light(line, self.dots)

    @property
    def ink(self) -> int:
        """The palette index of the colour that the player has chosen; 1 in black and white."""
        return min(self._ink, self.marks.colors - 1)

    @ink.setter
    def ink(self, index: int) -> None:
        if not 1 <= index < self.marks.colors:
            raise ValueError(worded("no colour to paint with: {index}", index=index))
        if index != self.ink:
            self._ink = index
            self.ink_changed.emit()

    def next_state(
        self, state: int, backwards: bool = False, *, without_blank: bool = False
    ) -> int:
        """The state after a click, in the cycle CLEAR, the chosen colour, BLANK.

        Without blank, a click on a cell of the chosen colour makes it CLEAR; backwards nothing
        changes.

        A cell of another colour gets the chosen one; backwards it becomes CLEAR. A drawing has no
        BLANK cells: a click backwards makes them CLEAR.
        """
        ink, clear = 1 << self.ink, self.marks.clear
        is_played = self.mode is Mode.PLAY
        if backwards:
            return {clear: BLANK, BLANK: ink}.get(state, clear) if is_played else clear
        has_blank = is_played and not without_blank
        return {ink: BLANK if has_blank else clear, BLANK: clear}.get(state, ink)

    def colors_left(self) -> tuple[int, ...]:
        """For each colour, the sum of its clues minus its shaded cells; see :attr:`is_count_known`.

        The background has 0. A number can be negative.
        """
        pairs = zip(self.puzzle.color_totals(), self.marks.color_counts(), strict=True)
        return tuple(max(in_both) - shaded for in_both, shaded in pairs)

    @property
    def dots(self) -> Set[int]:
        """The cells with an automatic dot; they are not marked."""
        return self._timeline.dots.cells if self._automatic_dots else frozenset()

    @property
    def painted(self) -> Grid:
        """The cells as they are painted: the marks, with automatic dots as BLANK (a copy).

        What is said about the board follows from these: lights, greyed numbers, hints and checks.
        """
        return self._painted(self._timeline)

    def _painted(self, timeline: Timeline) -> Grid:
        cells = timeline.state.marks.copy()
        for cell in timeline.dots.cells if self._automatic_dots else ():
            cells.cells[cell] = BLANK
        return cells

    def painted_before(self, position: int) -> Grid:
        """The cells as they were painted when so many moves were done, with the clues of now."""
        marks = self._timeline.marks_before(position)
        return self._painted(Timeline(replace(self.state, marks=marks)))

    @property
    def pauses(self) -> list[tuple[int, int]]:
        """See :attr:`~helper.play.timeline.Timeline.pauses`."""
        return self._timeline.pauses

    def states(self, line: Line) -> array[int]:
        """The states of a line's cells; those with an automatic dot are BLANK."""
        return with_dots(line, self.marks, self.dots)

    @property
    def guesses(self) -> Guesses:
        """The open guesses, the innermost last."""
        return self._timeline.guesses

    @property
    def guess_levels(self) -> Mapping[int, int]:
        """The cells that guesses have changed, with the number of the innermost one (from 1)."""
        return self._timeline.guess_levels

    @property
    def can_try(self) -> bool:
        """Whether a guess can begin: not while the innermost one has no mark yet."""
        guesses = self.guesses
        is_free = not self.is_locked and self.mode is Mode.PLAY and len(guesses) < MAX_GUESSES
        return is_free and not (guesses and guesses[-1].pinned is None)


class Mode(enum.Enum):
    """What the player does with the puzzle."""

    PLAY = "play"
    """Solve it."""
    DRAW = "draw"
    """Make it: draw cells, which the clues follow, or edit the clues."""


class PaintGuard(Protocol):
    """Looks at the cells that the player paints before they become a move."""

    def may_paint(self, cells: Mapping[int, int]) -> bool:
        """Whether a stroke may go on; ``False`` ends it."""

    def admit(self, cells: Mapping[int, int], label: str) -> tuple[Mapping[int, int], str]:
        """What becomes of a stroke: the new states of cells, and the name of the move."""


@dataclass(frozen=True)
class FileState:
    """Where a puzzle is saved, and the document that was last read or written."""

    path: Path | None
    document: Document
    stamp: int = 0
    """Modification time of the file when it was read or written, in ns; 0 if unknown."""

    @classmethod
    def of(cls, path: Path | None, document: Document) -> FileState:
        """A file that was just read or written."""
        return cls(path, document, stamp_of(path))


def stamp_of(path: Path | None) -> int:
    """The modification time of a file, in ns; 0 if it is unknown."""
    try:
        return path.stat().st_mtime_ns if path is not None else 0
    except (OSError, ValueError):  # a journal may hold a path with a NUL
        return 0


Checkpoints = Mapping[str, int]
"""How many moves are done, by name."""
MAX_CHECKPOINTS = 100


def checkpoints_to_text(checkpoints: Checkpoints) -> str:
    """Checkpoints as text; empty for none."""
    return json.dumps(dict(checkpoints)) if checkpoints else ""


def checkpoints_from_text(text: str, moves: int) -> dict[str, int]:
    """The checkpoints in a text, without those that are damaged.

    Args:
        text: From :func:`checkpoints_to_text`, or anything.
        moves: How many there are in the history.

    >>> checkpoints_from_text('{"corner": 2, "far": 9, "damaged": "3"}', 4)
    {'corner': 2}
    """
    try:
        found = read_json(text) if text else {}
    except ValueError:
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {
        name: position
        for name, position in list(pairs)[:MAX_CHECKPOINTS]
        if type(position) is int and 0 <= position <= moves and name.strip()
    }


def distance_text(position: int, now: int) -> str:
    """How far a checkpoint is away.

    >>> distance_text(3, 5), distance_text(5, 5), distance_text(6, 5)
    ('2 moves back', 'here', '1 move on')
    """
    count = abs(position - now)
    if not count:
        return "here"
    if position < now:
        return plural(count, "{count} move back", "{count} moves back")
    return plural(count, "{count} move on", "{count} moves on")
