"""Puzzle > Solution > Watch: the board shows each step of a method."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from helper.board.board_view import BoardView
from helper.commands.command import Feature
from helper.commands.messages import Messages
from helper.methods.outcomes import SOLUTIONS_SHOWN, Outcomes
from helper.methods.pace import Pace
from helper.methods.watch_bar import WatchBar
from helper.play.session import Session
from helper.workers.jobs import Job
from puzzles import Grid
from puzzles.words import worded

if TYPE_CHECKING:
    from helper.methods.method_work import WatchedStep
    from solver.api import SolveResult


class WatchController(Feature):
    """Runs one method at a time on the session's puzzle. A move of the player ends it.

    Signals:
        running_changed: ``bool``, whether a method is being watched.
    """

    running_changed = Signal(bool)

    def __init__(
        self,
        messages: Messages,
        session: Session,
        board: BoardView,
        outcomes: Outcomes,
        bar: WatchBar,
    ) -> None:
        super().__init__(session)
        self._messages = messages
        self._session = session
        self._board = board
        self._outcomes = outcomes
        self.bar = bar
        self._job: Job | None = None
        self._pace = Pace()
        self._title = ""
        self._zoom_before = self._zoom_meanwhile = board.area.cell_size
        bar.speed_changed.connect(lambda seconds: self._set_pace(delay_s=seconds))
        bar.pause_changed.connect(lambda paused: self._set_pace(is_paused=paused))
        bar.step_requested.connect(lambda: self._set_pace(released=self._pace.released + 1))
        bar.stop_requested.connect(self.stop)
        session.history_changed.connect(self._stop_after_move)
        session.reset.connect(self._stop_for_other_sheet)

    @property
    def is_running(self) -> bool:
        """Whether a method is being watched."""
        return self._job is not None

    def start(self, spec: str) -> None:
        """Start a method in place of the one that is running.

        Args:
            spec: The method's name, with options.
        """
        self._end()
        if not self._outcomes.may_solve():
            return
        from helper.methods.method_work import watch_work
        from helper.methods.methods import method_title
        from solver.api import Limits

        puzzle = self._session.puzzle
        self._title = method_title(spec)
        self._pace = Pace(self.bar.delay_s)
        limits = Limits(solutions=SOLUTIONS_SHOWN)
        job = Job(partial(watch_work, puzzle, spec, limits, self._pace), self)
        job.reported.connect(self._show_step)
        job.finished.connect(self._finish)
        job.failed.connect(self._fail)
        for over in (job.finished, job.failed, job.stopped):
            over.connect(job.deleteLater)
        self._job = job
        self._board.overlays.show_thought(Grid.for_puzzle(puzzle))
        self._show_bar()
        self.running_changed.emit(True)
        job.start()

    def _set_pace(self, **changes: Any) -> None:
        self._pace = self._pace._replace(**changes)
        if self._job is not None:
            self._job.tell(self._pace)

    def _show_bar(self) -> None:
        """Show the bar below the board; a board that was wholly visible stays so."""
        was_whole, self._zoom_before = self._board.area.is_whole, self._board.area.cell_size
        self.bar.begin(self._title)
        self._lay_out()
        if was_whole:
            self._board.zoom.to_whole()
        self._zoom_meanwhile = self._board.area.cell_size

    def _hide_bar(self) -> None:
        self.bar.end()
        self._lay_out()
        if self._board.area.cell_size == self._zoom_meanwhile != self._zoom_before:
            self._board.zoom.to(self._zoom_before)
            self._board.zoom.to_whole()  # the board may have another size now

    def _lay_out(self) -> None:
        parent = self.bar.parentWidget()
        layout = parent.layout() if parent is not None else None
        if layout is not None:
            layout.activate()

    def stop(self) -> None:
        """Stop the method and show the player's marks again."""
        if self.is_running:
            self._end()
            self._messages.info(
                worded("“{spec}” was stopped. The board is as it was.", spec=self._title)
            )

    def close(self) -> None:
        """Kill the child process: the window closes."""
        if self._job is not None:
            self._job.kill()
        self._end()

    def _end(self) -> None:
        """Show the marks again at once; the child is asked to stop and ends later."""
        job, self._job = self._job, None
        if job is None:
            return
        job.reported.disconnect(self._show_step)
        job.finished.disconnect(self._finish)
        job.failed.disconnect(self._fail)
        job.cancel()
        self._board.overlays.show_thought(None)
        self._board.overlays.mark_line(None)
        self._hide_bar()
        self._board.setFocus()
        self.running_changed.emit(False)

    def _stop_after_move(self) -> None:
        """Stop: the player has changed the board."""
        if self.is_running:
            self._end()
            self._messages.info(
                worded(
                    "“{spec}” was stopped, since the board was changed.",
                    spec=self._title,
                )
            )

    def _stop_for_other_sheet(self) -> None:
        """Stop: the player has opened another puzzle."""
        if self.is_running:
            self._end()
            self._messages.info(
                worded(
                    "“{spec}” was stopped, since another puzzle was opened.",
                    spec=self._title,
                )
            )

    def _show_step(self, seen: WatchedStep) -> None:
        self._board.overlays.show_thought(seen.step.grid)
        self._board.overlays.mark_line(seen.step.line)
        self.bar.show_step(seen.number, seen.step.sentence)

    def _finish(self, result: SolveResult) -> None:
        cost = self.bar.counts.text()
        self._end()
        if self._outcomes.show(result):
            self._messages.info(worded("“{spec}” has ended: {cost}.", spec=self._title, cost=cost))
        else:
            self._messages.info(
                worded(
                    "“{spec}” ended without an answer: {cost}.",
                    spec=self._title,
                    cost=cost,
                )
            )

    def _fail(self, sentence: str) -> None:
        self._end()
        self._messages.warning(
            worded("The puzzle could not be solved: {sentence}", sentence=sentence)
        )
