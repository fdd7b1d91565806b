"""Tools > Repair: changes of a few cells of the drawing that leave one solution."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from helper.author.defects import defects_text
from helper.author.repair_bar import RepairBar
from helper.author.repair_controller import RepairController
from helper.author.repair_work import intend_work, mend_work
from helper.board.view import BoardView
from helper.play.session import Session
from helper.workers.child import Work
from helper.workers.jobs import Job
from puzzles.formats import Document
from solver.api import Outcome
from solver.author.intention import Intention, completed
from solver.author.repair import as_marks
from solver.author.wording import cells_text


class Repairing(QObject):
    """Looks for repairs of the drawing on the desk, and makes those that the author accepts.

    A puzzle that is there to be solved becomes a drawing first, if the author agrees.

    Signals:
        told: ``str``, a sentence that needs no answer.
        warned: ``str``, a sentence that the author has to see.
    """

    told = Signal(str)
    warned = Signal(str)

    def __init__(self, session: Session, board: BoardView, bar: RepairBar, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.mending = RepairController(board, bar, self)
        self.job: Job | None = None
        self._begun_at = 0
        """How many moves there were when the repair began: undo does not go further back."""
        self._is_changing = False
        self.mending.corrected.connect(self._make)
        self.mending.undone.connect(session.undo_stack.undo)
        self.mending.stopped.connect(self._stop)
        session.history_changed.connect(self._follow)
        session.reset.connect(self.end)

    def start(self) -> None:
        """Tools > Repair."""
        self.end()
        session = self._session
        if session.is_author_at_work:
            if session.marks.count_shaded():
                self._begin()
            else:
                self.told.emit("There is nothing to repair yet: shade some cells first.")
        elif text := defects_text(session.puzzle, "There is no picture to repair:"):
            self.warned.emit(text)
        else:
            document = Document(session.puzzle, session.marks.copy())
            self.told.emit("Looking whether this puzzle needs a repair …")
            self._run(partial(intend_work, document)).finished.connect(self._draw)

    def end(self) -> None:
        """Put the repair away, whatever it does."""
        self._kill()
        self.mending.end()

    def _may_become_drawing(self) -> bool:
        kinds = QMessageBox.StandardButton
        question = (
            "A repair changes the picture, so the solution has to be seen. Put it on the board as"
            " a drawing, in the place of your marks? Undo brings them back."
        )
        return kinds.Yes == QMessageBox.question(
            self._window, "Repair", question, kinds.Yes | kinds.No, kinds.Yes
        )

    def _run(self, work: Work) -> Job:
        self.job = job = Job(work, self)
        job.failed.connect(self._fail)
        job.finished.connect(lambda _: self._over(job))
        job.stopped.connect(lambda: self._over(job))
        job.start()
        return job

    def _draw(self, found: object) -> None:
        """The picture of a puzzle was found, or there is none."""
        if isinstance(found, Intention):
            if self._may_become_drawing():
                self._session.redraw(found.picture, "Show as Drawing")
                self._begin()
        elif found is Outcome.UNIQUE:
            self.told.emit("This puzzle has exactly one solution; nothing needs to be repaired.")
        elif found is Outcome.NONE:
            self.warned.emit("This puzzle has no solution, so there is no picture to repair.")
        else:
            self.warned.emit(
                "This puzzle is so hard that no solution was found to begin with. Tools > Solve"
                " takes the time it needs."
            )

    def _begin(self) -> None:
        picture = completed(self._session.marks)
        self._begun_at = self._session.undo_stack.index()
        self.mending.begin(picture, may_undo=False)
        job = self._run(partial(mend_work, picture, self._session.puzzle, None))
        job.reported.connect(lambda found: self.mending.hear(found, False))
        job.finished.connect(lambda found: self.mending.hear(found, True))

    def _make(self, changes: Mapping[int, int]) -> None:
        """Changes that were accepted become a move."""
        cells = as_marks(changes, self._session.marks)
        self._session.paint(cells, f"Repair {cells_text(len(cells))}")

    def _follow(self) -> None:
        """The drawing has changed: by the repair, or otherwise, which may end it."""
        if not self.mending.is_on:
            return
        may_undo = self._session.undo_stack.index() > self._begun_at
        self.mending.follow(completed(self._session.marks), may_undo)
        if not self.mending.is_on:
            self._kill()
            self.told.emit("The drawing is another one now; the repair was put away.")

    def _stop(self) -> None:
        if self.job is not None:
            self.job.cancel()

    def _kill(self) -> None:
        if self.job is not None:
            self.job.kill()
            self._over(self.job)

    def _over(self, job: Job) -> None:
        if self.job is job:
            self.job = None
        job.deleteLater()

    def _fail(self, sentence: str) -> None:
        self.end()
        self.warned.emit(f"Nothing was repaired: {sentence}")
