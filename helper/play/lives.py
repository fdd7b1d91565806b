"""Playing with lives: a wrong cell costs one of three.

A cell is wrong if the player shades it, or gives it a colour, against the only solution. The first
wrong cell ends the stroke; the cells before it keep their new state. Dots and cleared cells cost
nothing.

**No life ever comes back.** The mistakes are counted outside of the undo history and written to the
library at once. A game with mistakes is kept even if all of its moves are undone. A game with lives
begins with an empty history, since redo could otherwise bring back cells that nobody checked. If
the clues of the puzzle are edited, the game goes on without lives.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from helper.commands.messages import Messages
from helper.play.counts import PlayCounts
from helper.play.moves import Replace
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.workers.jobs import Job
from puzzles import BLANK, Clues, Grid, Puzzle
from puzzles.many import cores
from puzzles.words import _, paragraph, worded

if TYPE_CHECKING:
    from solver.api import SolveResult

LIVES = 3
WRONG_CELL = _("Wrong Cell")
"""The name of a move that cost a life, in the Undo menu."""


class LivesState(enum.Enum):
    """Whether and how a game is played with lives."""

    OFF = "off"
    """Without lives."""
    PREPARING = "preparing"
    """The solution is being looked for; the board cannot be changed until it is known."""
    ON = "on"
    """With lives."""
    OVER = "over"
    """No life is left; the board cannot be changed."""


class Lives(QObject):
    """The lives of the open game. It is the guard of its session.

    Signals:
        changed: The state or the number of lives has changed.
        lost: ``int``, the index of the wrong cell that costs a life; the number changes next.
    """

    changed = Signal()
    lost = Signal(int)

    def __init__(
        self,
        messages: Messages,
        session: Session,
        counts: PlayCounts,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._messages = messages
        self._session = session
        self._counts = counts
        self._is_starting = False
        self._solution: Grid | None = None
        self._about: tuple[tuple[Clues, ...], ...] = ()
        """The clues that the solution belongs to, or those that are being solved."""
        self._finder = OneSolution(self)
        self._finder.found.connect(self._take)
        self._finder.missing.connect(self._miss)
        session.guard = self
        session.history_changed.connect(self._update)
        counts.begun.connect(self._begin)
        counts.changed.connect(self._update)

    def close(self) -> None:
        """The window closes: stop the work in the background."""
        self._finder.cancel()

    # State

    @property
    def state(self) -> LivesState:
        """How the open game is played."""
        if self._is_starting:
            return LivesState.PREPARING
        if not self.total:
            return LivesState.OFF
        if not self.left and not self._session.is_solved:
            return LivesState.OVER
        return LivesState.ON if self._is_known else LivesState.PREPARING

    @property
    def total(self) -> int:
        """The lives at the start of the game; 0 if it is played without."""
        return self._counts.value.lives

    @property
    def left(self) -> int:
        """How many lives are left."""
        return self._counts.value.lives_left

    @property
    def can_start(self) -> bool:
        """Whether a game with lives can be begun."""
        return self.state is LivesState.OFF and self._session.mode is Mode.PLAY

    @property
    def needs_restart(self) -> bool:
        """Whether there are marks or moves, so that the puzzle has to be begun anew."""
        session = self._session
        mistakes = self._counts.value.mistakes
        return bool(session.history) or not session.marks.is_untouched or mistakes > 0

    # Commands

    def start(self) -> None:
        """Play with lives from now on, as soon as the solution is known."""
        if self.can_start:
            self._is_starting = True
            self._update()

    def stop(self) -> None:
        """Go on without lives."""
        self._is_starting = False
        self._counts.set_lives(0)
        self._update()

    def try_again(self) -> None:
        """Begin the puzzle anew, with all lives."""
        if self.total:
            self._session.restart()
            self._counts.set_lives(LIVES)

    # The guard of the session

    def may_paint(self, cells: Mapping[int, int]) -> bool:
        """Whether a stroke with these cells may go on."""
        state = self.state
        if state is not LivesState.ON:
            return state is LivesState.OFF
        return not any(self._is_wrong(cell, new) for cell, new in cells.items())

    def admit(self, cells: Mapping[int, int], label: str) -> tuple[Mapping[int, int], str]:
        """What becomes of a stroke, see the head of this file."""
        state = self.state
        if state is LivesState.OFF:
            return cells, label
        if state is not LivesState.ON:
            if state is LivesState.PREPARING:
                self._messages.info(_("The program is still preparing the game with lives."))
            return {}, label
        admitted: dict[int, int] = {}
        for cell, new in cells.items():
            if self._is_wrong(cell, new):
                self._lose(cell, admitted)
                return admitted, WRONG_CELL
            admitted[cell] = new
        return admitted, label

    def _is_wrong(self, cell: int, new: int) -> bool:
        assert self._solution is not None
        is_shade = new not in (BLANK, self._solution.clear)
        return is_shade and new != self._solution.cells[cell]

    def _lose(self, cell: int, admitted: dict[int, int]) -> None:
        """Lose a life; a dot marks the cell, unless another colour belongs there."""
        assert self._solution is not None
        if self._solution.cells[cell] == BLANK:
            admitted[cell] = BLANK
        self.lost.emit(cell)
        self._counts.add_mistake()  # before the move: a crash in between returns no life

    # The solution

    @property
    def _clues(self) -> tuple[tuple[Clues, ...], ...]:
        puzzle = self._session.puzzle
        return puzzle.rows, puzzle.columns

    @property
    def _is_known(self) -> bool:
        return self._solution is not None and self._about == self._clues

    def _begin(self) -> None:
        """Another game was opened."""
        self._is_starting = False
        self._update()

    def _update(self) -> None:
        """Look for the solution if it is needed."""
        self._is_starting = self._is_starting and self._session.mode is Mode.PLAY
        if self.total and self._is_edited:
            self._messages.info(_("The puzzle was changed, so you go on without lives."))
            self.stop()
            return
        if self.state is not LivesState.PREPARING:
            self._finder.cancel()
        elif self._is_known:  # it was known before
            self._take(self._solution)
            return
        elif not (self._finder.is_running and self._about == self._clues):
            self._solution, self._about = None, self._clues
            self._finder.look_for(self._session.puzzle)
        self.changed.emit()

    @property
    def _is_edited(self) -> bool:
        """Whether the clues are others than at the start of the game, except for turns."""
        done = self._session.history[: self._session.position]
        return any(isinstance(move, Replace) and move.kind != "turn" for move in done)

    def _take(self, solution: Grid | None) -> None:
        self._solution = solution
        if self._is_starting:
            self._is_starting = False
            if self.needs_restart:
                self._session.restart()
            self._counts.set_lives(LIVES)
        self.changed.emit()

    def _miss(self, reason: str) -> None:
        text = worded("This puzzle cannot be played with lives: {reason}.", reason=reason)
        goes_on = "" if self._is_starting else _("You go on without them.")
        self._messages.info(paragraph(text, goes_on))
        self.stop()


TIMEOUT_S = 20.0
"""The time limit of the solver."""
_NO_SOLUTION = _("it has no solution")
_SEVERAL_SOLUTIONS = _("it has several solutions")
_UNDECIDED = worded(
    "the program does not find its only solution within {timeout_s:.0f} s", timeout_s=TIMEOUT_S
)


class OneSolution(QObject):
    """Looks for the only solution of one puzzle at a time.

    Signals:
        found: :class:`puzzles.Grid`, the only solution.
        missing: ``str``, why there is none, as the end of a sentence.
    """

    found = Signal(object)
    missing = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None

    @property
    def is_running(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    def look_for(self, puzzle: Puzzle) -> None:
        """Begin; another search is dropped."""
        self.cancel()
        if puzzle.known_defects():
            self.missing.emit(_NO_SOLUTION)
            return
        from helper.workers.solve_work import solve_work
        from solver.api import Limits

        self._job = Job(
            partial(solve_work, puzzle, Limits(timeout_s=TIMEOUT_S, threads=cores())), self
        )
        self._job.finished.connect(self._finish)
        self._job.failed.connect(self._fail)
        self._job.start()

    def cancel(self) -> None:
        """Stop at once; no signal comes any more. Harmless when over."""
        job, self._job = self._job, None
        if job is not None:
            job.kill()
            job.deleteLater()

    def _finish(self, result: SolveResult) -> None:
        from solver.api import Outcome

        self.cancel()
        if result.is_unique:
            self.found.emit(result.certain)
        else:
            reasons = {Outcome.NONE: _NO_SOLUTION, Outcome.SEVERAL: _SEVERAL_SOLUTIONS}
            self.missing.emit(reasons.get(result.outcome, _UNDECIDED))

    def _fail(self, sentence: str) -> None:
        self.cancel()
        self.missing.emit(sentence)
