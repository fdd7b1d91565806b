"""Puzzle > Solution > Solve: a job with a progress dialog."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QProgressBar, QWidget

from helper.board.board_view import BoardView
from helper.commands.command import Feature
from helper.commands.messages import Messages
from helper.methods.outcomes import SOLUTIONS_SHOWN, Outcomes
from helper.play.session import Session
from helper.widgets.progress_task import ProgressDialog
from helper.workers.jobs import Job
from puzzles.many import cores
from puzzles.titles import shortened
from puzzles.words import _, worded

if TYPE_CHECKING:
    from solver.api import Event, SolveResult


class SolveController(Feature):
    """Solves the session's puzzle in the background."""

    def __init__(
        self,
        messages: Messages,
        session: Session,
        board: BoardView,
        outcomes: Outcomes,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._messages = messages
        self._session = session
        self._board = board
        self._outcomes = outcomes
        self._window = window
        self.job: Job | None = None
        self.dialog: SolveDialog | None = None
        self._has_named_python = False
        self._puzzle = session.puzzle
        """What is being solved; another sheet may have come meanwhile."""

    @property
    def is_running(self) -> bool:
        """Whether a solve is running."""
        return self.job is not None

    def start(self) -> None:
        """Start a solve; a defective puzzle is refused with a message about its defects."""
        if self.is_running or not self._outcomes.may_solve():
            return
        from helper.workers.solve_work import solve_work
        from solver.api import Limits

        puzzle = self._puzzle = self._session.puzzle
        self.dialog = SolveDialog(shortened(puzzle.title), self._window)
        self.job = Job(
            partial(solve_work, puzzle, Limits(solutions=SOLUTIONS_SHOWN, threads=cores())), self
        )
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

    def close(self) -> None:
        """The window closes."""
        self.cancel()

    def cancel(self) -> None:
        """Stop the solve; the board stays as it was."""
        if self.job is not None:
            self.job.cancel()

    def _show_progress(self, event: Event) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(event)
        if self._session.puzzle == self._puzzle:
            self._board.overlays.show_found(event.grid)

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
        self._board.overlays.show_found(None)

    def _fail(self, sentence: str) -> None:
        self._end()
        self._messages.warning(
            worded("The puzzle could not be solved: {sentence}", sentence=sentence)
        )

    def _stopped(self) -> None:
        self._end()
        self._messages.info(_("Solving was stopped. The board is as it was."))

    def _finish(self, result: SolveResult) -> None:
        is_cancelled = self.job is not None and self.job.is_cancelled
        self._end()
        if is_cancelled:  # the solution was found in the same moment
            self._stopped()
            return
        if result.engine != "native" and not self._has_named_python:
            self._has_named_python = True
            self._messages.info(
                _("The fast solver core was not built; the slower one in Python was used.")
            )
        if self._session.puzzle != self._puzzle:
            self._messages.info(
                _(
                    "The puzzle was replaced while it was being solved, so the solution is not "
                    "shown."
                )
            )
        elif not self._outcomes.show(result):
            self._stopped()


class SolveDialog(ProgressDialog):
    """Shows a solve's progress; ``rejected`` means that the user cancelled."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(
            _("Solve"), worded("Solving {title} …", title=title or _("the puzzle")), parent
        )
        self.cells = QProgressBar()
        self.cells.setFormat(_("%v of %m cells are certain"))
        self.cells.setMaximum(0)
        self.search = QProgressBar()
        self.search.setRange(0, 1000)
        self.search.setFormat(_("%p % of the possibilities tried"))
        self.search.hide()
        self.add(self.cells, self.search)

    def show_progress(self, event: Event) -> None:
        """Show the engine's progress."""
        self.cells.setMaximum(event.total)
        self.cells.setValue(event.known)
        if event.fraction > 0:
            self.search.setValue(round(1000 * event.fraction))
            self.search.show()
