"""Puzzle > Repair: change a few cells of the drawing so that one solution is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtWidgets import QWidget

from helper.author.author_work import intend_work, repair_work
from helper.author.check_result import defects_text
from helper.author.repair_bar import RepairBar
from helper.author.repair_controller import RepairController
from helper.board.board_view import BoardView
from helper.commands.command import Feature
from helper.commands.messages import Messages
from helper.play.labels import REPAIRED, counted
from helper.play.session import Session
from helper.workers.jobs import Job
from puzzles.child.serving import Work
from puzzles.formats import Document
from puzzles.words import _, marked, worded


class RepairCommand(Feature):
    """Searches for repairs of the session's drawing and applies those that the author accepts.

    Any other puzzle becomes a drawing first, if the author agrees.
    """

    def __init__(
        self,
        messages: Messages,
        session: Session,
        board: BoardView,
        bar: RepairBar,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._messages = messages
        self._session, self._window = session, window
        self.controller = RepairController(board.overlays, bar, self)
        self.job: Job | None = None
        self._begun_at = 0
        """The undo index when the repair began; its Undo button does not go further back."""
        self._is_changing = False
        self.controller.corrected.connect(self._apply)
        self.controller.undone.connect(session.undo)
        self.controller.stopped.connect(self._stop)
        session.history_changed.connect(self._follow)
        session.reset.connect(self.end)

    def start(self) -> None:
        """Puzzle > Repair."""
        self.end()
        session = self._session
        if session.is_author_at_work:
            if session.marks.count_shaded():
                self._begin()
            else:
                self._messages.info(_("There is nothing to repair yet: shade some cells first."))
        elif text := defects_text(session.puzzle, _("There is no picture to repair:")):
            self._messages.warning(text)
        else:
            document = Document(session.puzzle, session.marks.copy())
            self._messages.info(_("Checking whether this puzzle needs a repair …"))
            self._run(partial(intend_work, document)).finished.connect(self._draw)

    def close(self) -> None:
        """The window closes."""
        self.end()

    def end(self) -> None:
        """End the search and close the repair."""
        self._kill()
        self.controller.end()

    def _may_become_drawing(self) -> bool:
        question = _(
            "A repair changes the picture, so it has to show the solution. Put the solution on the"
            " board as a drawing, in place of your marks? Undo brings them back."
        )
        return self._messages.ask(question, _("Repair"), is_yes_likely=True)

    def _run(self, work: Work) -> Job:
        self.job = job = Job(work, self)
        job.failed.connect(self._fail)
        job.finished.connect(lambda _: self._forget_job(job))
        job.stopped.connect(lambda: self._forget_job(job))
        job.start()
        return job

    def _draw(self, found: object) -> None:
        """Repair the picture that was found, or show why there is none."""
        from solver.api import Outcome
        from solver.author.intention import Intention

        if isinstance(found, Intention):
            if self._may_become_drawing():
                self._session.redraw(found.picture, marked("Show as Drawing"))
                self._begin()
        elif found is Outcome.UNIQUE:
            self._messages.info(
                _("This puzzle has exactly one solution; nothing needs to be repaired.")
            )
        elif found is Outcome.NONE:
            self._messages.warning(
                _("This puzzle has no solution, so there is no picture to repair.")
            )
        else:
            self._messages.warning(
                _(
                    "This puzzle is so hard that no solution was found in time. Puzzle > Solution "
                    "has no time limit."
                )
            )

    def _begin(self) -> None:
        from solver.author.intention import completed

        picture = completed(self._session.marks)
        self._begun_at = self._session.position
        self.controller.begin(picture, may_undo=False)
        self._messages.info(_("Changes that repair the drawing are being looked for."))
        job = self._run(partial(repair_work, picture, self._session.puzzle, None))
        job.reported.connect(lambda found: self.controller.update(found, False))
        job.finished.connect(lambda found: self.controller.update(found, True))
        job.finished.connect(self._messages.clear)

    def _apply(self, changes: Mapping[int, int]) -> None:
        """Apply accepted changes as one move."""
        from solver.author.repair import as_marks

        cells = as_marks(changes, self._session.marks)
        self._session.paint(cells, counted(REPAIRED, len(cells)))

    def _follow(self) -> None:
        """Update the repair after a move; a move that is not part of it ends it."""
        if not self.controller.is_on:
            return
        from solver.author.intention import completed

        may_undo = self._session.position > self._begun_at
        self.controller.follow(completed(self._session.marks), may_undo)
        if not self.controller.is_on:
            self._kill()
            self._messages.info(_("The drawing was changed, so the repair was closed."))

    def _stop(self) -> None:
        if self.job is not None:
            self.job.cancel()

    def _kill(self) -> None:
        if self.job is not None:
            self.job.kill()
            self._forget_job(self.job)

    def _forget_job(self, job: Job) -> None:
        if self.job is job:
            self.job = None
        job.deleteLater()

    def _fail(self, sentence: str) -> None:
        self.end()
        self._messages.warning(worded("Nothing was repaired: {sentence}", sentence=sentence))
