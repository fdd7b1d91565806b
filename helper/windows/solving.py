"""Tools > Solve: a job behind a dialog, and what is done with its outcome."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from helper.board.view import BoardView
from helper.dialogs.solve_dialog import SolveDialog
from helper.jobs import Job
from helper.session import Session
from helper.windows.banner import Banner
from helper.work import solve_work
from puzzles import Grid
from solver.api import Event, Limits, Outcome, SolveResult

SOLUTIONS_SHOWN = 10
"""How many solutions are looked for, to step through."""


class Solving(QObject):
    """Solves the session's puzzle in the background.

    Signals:
        told: ``str``, a sentence about the outcome that needs no answer.
        warned: ``str``, a sentence that the player has to see: no solution, or a failure.
    """

    told = Signal(str)
    warned = Signal(str)

    def __init__(self, session: Session, board: BoardView, banner: Banner, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._board = board
        self._banner = banner
        self._window = window
        self.job: Job | None = None
        self.dialog: SolveDialog | None = None
        self._solutions: tuple[Grid, ...] = ()
        self._shown = 0
        self._is_all = self._is_stepping = self._has_told_of_python = False
        session.history_changed.connect(self._forget_solutions)
        session.reset.connect(self._forget_solutions)

    @property
    def is_running(self) -> bool:
        """Whether a solve is under way."""
        return self.job is not None

    def start(self) -> None:
        """Begin to solve; a defective puzzle is refused with its sentences."""
        if self.is_running:
            return
        puzzle = self._session.puzzle
        if defects := puzzle.defects():
            shown = [f"{sentence}" for sentence in map(str, defects[:8])]
            if len(defects) > len(shown):
                shown.append(f"and {len(defects) - len(shown)} more")
            self.warned.emit("This puzzle cannot be solved:\n\n" + "\n".join(shown))
            return
        self._forget_solutions()
        self._board.mark_line(None)
        self.dialog = SolveDialog(puzzle.title, self._window)
        self.job = Job(partial(solve_work, puzzle, Limits(solutions=SOLUTIONS_SHOWN)), self)
        self.dialog.rejected.connect(self.job.cancel)
        self.job.reported.connect(self._show_progress)
        self.job.finished.connect(self._finish)
        self.job.failed.connect(self._fail)
        self.job.stopped.connect(self._stopped)
        self.job.start()
        self.dialog.adjustSize()
        self.dialog.open()
        low = self._window.geometry()
        size = self.dialog.size()
        self.dialog.move(low.right() - size.width() - 20, low.bottom() - size.height() - 50)

    def cancel(self) -> None:
        """Stop; the board is as before."""
        if self.job is not None:
            self.job.cancel()

    def _show_progress(self, event: Event) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(event)
        self._board.show_found(event.grid)

    def _end(self) -> None:
        if self.dialog is not None:
            self.dialog.rejected.disconnect()
            self.dialog.accept()
            self.dialog.deleteLater()
            self.dialog = None
            self._window.activateWindow()
        if self.job is not None:
            self.job.deleteLater()
            self.job = None
        self._board.show_found(None)

    def _fail(self, sentence: str) -> None:
        self._end()
        self.warned.emit(f"The puzzle could not be solved: {sentence}")

    def _stopped(self) -> None:
        self._end()
        self.told.emit("Solving was stopped. The board is as it was.")

    def _finish(self, result: SolveResult) -> None:
        self._end()
        if result.engine != "native" and not self._has_told_of_python:
            self._has_told_of_python = True
            self.told.emit("The fast solver core was not built: the slower one in Python did this.")
        if result.outcome is Outcome.UNIQUE:
            self._session.show_solution(result.solutions[0], is_only=True)
        elif result.outcome is Outcome.SEVERAL:
            self._show_several(result)
        elif result.outcome is Outcome.NONE:
            self._tell_none(result)
        else:
            self._stopped()

    def _tell_none(self, result: SolveResult) -> None:
        line = result.contradiction
        self._board.mark_line(line)
        if line is None:
            self.warned.emit("This puzzle has no solution.")
        elif result.by_logic:
            self.warned.emit(
                f"This puzzle has no solution: {line} cannot be satisfied together with the lines"
                " that cross it."
            )
        else:
            self.warned.emit(
                "This puzzle has no solution: all possibilities were tried. In the last one"
                f" {line} could not be satisfied."
            )

    def _show_several(self, result: SolveResult) -> None:
        self._session.show_solution(result.solutions[0], is_only=False)
        self._solutions, self._shown = result.solutions, 0
        self._is_all = result.complete
        first, *others = (solution.cells for solution in self._solutions)
        differing = {i for cells in others for i, s in enumerate(cells) if s != first[i]}
        self._board.show_hatched(frozenset(differing))
        self._tell_which()

    def _tell_which(self) -> None:
        count = len(self._solutions)
        number = str(count) if self._is_all else f"{count} or more"
        self._banner.say(
            f"This puzzle has {number} solutions. Shown is number {self._shown + 1} of {count};"
            " hatched cells differ. Undo brings your own marks back.",
            Previous=lambda: self._step(-1),
            Next=lambda: self._step(1),
            Close=self._forget_solutions,
        )

    def _step(self, by: int) -> None:
        solutions = self._solutions
        self._shown = (self._shown + by) % len(solutions)
        self._is_stepping = True
        try:
            self._session.show_solution(solutions[self._shown], is_only=False, follows=True)
        finally:
            self._is_stepping = False
        self._tell_which()

    def _forget_solutions(self) -> None:
        if self._solutions and not self._is_stepping:
            self._solutions = ()
            self._board.show_hatched(frozenset())
            self._banner.silence()
