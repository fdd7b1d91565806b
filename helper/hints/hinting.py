"""The command Hint: each press tells more about the next step, and the last one carries it out."""

from __future__ import annotations

import enum
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from helper.board.view import BoardView
from helper.desk.command import Bar, Command, Place, Where
from helper.hints.adviser import NO_SOLUTION, Adviser, defect_text
from helper.hints.hint_process import HintProcess
from helper.hints.hint_work import Hint, HintKind, HintRequest
from helper.hints.pages import HintPage, place_page, reason_pages
from helper.hints.wrong_marks import is_playable, way_back, wrong_cells_text
from helper.play.counts import PlayCounts
from helper.play.session import Session
from helper.widgets.banner import Banner
from puzzles.words import paragraph, worded

OWNER = "hint"
"""Whose hatched cells on the board are: wrong ones."""
_LABEL = "Hint"


class HintStage(enum.Enum):
    """How much has been told."""

    NONE = "none"
    SEARCHING = "searching"
    PLACE = "place"
    """Where the next step is."""
    REASON = "reason"
    """Why, and what."""
    TOLD = "told"
    """Something else than a step, such as a mistake."""


class HintController(Adviser):
    """Tells hints in a banner and on the board. Any move ends a hint.

    Signals:
        changed: Whether a hint can be given may have changed.
        lesson_requested: :class:`~solver.logic.techniques.Technique`, to learn about it.
    """

    changed = Signal()
    lesson_requested = Signal(object)

    def __init__(
        self,
        session: Session,
        board: BoardView,
        banner: Banner,
        process: HintProcess,
        counts: PlayCounts,
        why_not: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(session, board, banner, process, counts, why_not, parent)
        self._hint: Hint | None = None
        self._pages: list[HintPage] = []
        self._page = 0
        self._waiting_presses = 0
        """How often Hint was pressed again while the step is being looked for."""
        self.stage = HintStage.NONE
        for over in (session.cells_changed, session.sheet_changed, session.reset):
            over.connect(self.end)
        session.mode_changed.connect(self._mode_changed)
        session.solved_changed.connect(self._mode_changed)

    @property
    def is_possible(self) -> bool:
        """Whether a puzzle is open that the player can solve."""
        return is_playable(self._session)

    def commands(self) -> tuple[Command, ...]:
        """Puzzle > Hint."""
        return (
            Command(
                "hint",
                "&Hint",
                self.press,
                Place("puzzle", 200),
                "The next step: where it is; again: why; again: do it",
                ("Ctrl+H",),
                "hint",
                Where.BOARD,
                self.why_not,
                bar=Bar(220, Where.PLAY, ""),
            ),
        )

    def press(self) -> None:
        """Tell where the next step is; pressed again: why; again: carry it out."""
        if not self.is_possible or self._board.look.is_thought:
            return
        match self.stage:
            case HintStage.NONE | HintStage.TOLD:
                self._ask()
            case HintStage.SEARCHING:
                self._waiting_presses += 1
            case HintStage.PLACE:
                self._show_reason(0)
            case HintStage.REASON:
                self.carry_out()

    def carry_out(self) -> None:
        """Make the step as one move."""
        if self._hint is None or not self._hint.steps:
            return
        cells = dict(self._hint.steps[-1].deduction.decided)
        self.end()
        self._session.paint(cells, _LABEL)

    def end(self) -> None:
        """Put the hint away."""
        if self.stage is HintStage.NONE:
            return
        self.stage = HintStage.NONE
        self._hint = None
        self._slow.stop()
        self._process.cancel(self)
        self._board.overlays.show_hint(None)
        self._board.overlays.show_hatched(frozenset(), OWNER)
        self._banner.clear()

    def _mode_changed(self) -> None:
        self.end()
        self.changed.emit()

    def _ask(self) -> None:
        session = self._session
        self.end()
        if defect := defect_text(session.puzzle):
            self._tell(defect)
            return
        self.stage = HintStage.SEARCHING
        self._waiting_presses = 0
        self._slow.start()
        self.begun.emit()
        self._process.ask(self, HintRequest(session.puzzle, session.painted))

    def _show_waiting(self) -> None:
        self._banner.show_message("Looking for the next step …", **self._buttons(False))

    def fail(self, sentence: str) -> None:
        """Tell why there is no hint."""
        self._slow.stop()
        self._tell(sentence)

    def drop(self) -> None:
        """A check has replaced the search for a hint."""
        self.end()

    def take(self, answer: Hint) -> None:
        """Tell a hint that was found."""
        self._slow.stop()
        self._hint = answer
        match answer.kind:
            case HintKind.STEP:
                self._counts.add_hint()
                self._show_place()
                for _ in range(self._waiting_presses):
                    self.press()
            case HintKind.WRONG:
                self._counts.add_hint()
                self._show_mistake(answer)
            case HintKind.DEAD_END:
                self._tell("No solution agrees with your marks. Undo leads back.")
            case HintKind.NO_STEP:
                self._tell("Nothing more follows for certain: the puzzle has several solutions.")
            case HintKind.NO_SOLUTION:
                self._tell(NO_SOLUTION)

    def _tell(self, sentence: str) -> None:
        self.stage = HintStage.TOLD
        super()._tell(sentence)

    # The stages

    def _show_place(self) -> None:
        assert self._hint is not None
        self.stage = HintStage.PLACE
        page = place_page(self._hint, self._session.puzzle)
        self._board.overlays.show_hint(page.marks)
        is_trial = bool(self._hint.steps[-1].deduction.trials)
        self._banner.show_message(page.text, **self._buttons(is_trial, Why=self.press))

    def _show_reason(self, number: int) -> None:
        assert self._hint is not None
        if self.stage is not HintStage.REASON:
            self.stage = HintStage.REASON
            self._pages = reason_pages(self._hint, self._session.puzzle)
        self._page = number % len(self._pages)
        page = self._pages[self._page]
        self._board.overlays.show_hint(page.marks)
        count = len(self._pages)
        head = (
            page.title
            if count == 1
            else worded(
                "{title}, {page} of {count}", title=page.title, page=self._page + 1, count=count
            )
        )
        possible = {"Do It": self.carry_out, "Learn This": self.learn}
        if count > 1:
            possible |= {"Next Step": self.show_next, "Step Back": self.show_previous}
        self._banner.show_headed(head, page.text, **self._buttons(count > 1, **possible))

    def _buttons(
        self, is_trial: bool, **possible: Callable[[], object]
    ) -> dict[str, Callable[[], object] | None]:
        """All buttons of a hint, each in its place from the search for it to its last page."""
        steps = ("Step Back", "Next Step") if is_trial else ()
        names = ("Why", "Do It", *steps, "Learn This")
        return {name: possible.get(name) for name in names} | {"Close": self.end}

    def show_next(self) -> None:
        """Show the next page of a trial; after the last one the first."""
        self._show_reason(self._page + 1)

    def show_previous(self) -> None:
        """Show the page before."""
        self._show_reason(self._page - 1)

    def learn(self) -> None:
        """Ask for the lesson about the technique of the hint."""
        if self._hint is not None and self._hint.steps:
            self.lesson_requested.emit(self._hint.steps[-1].deduction.technique)

    def _show_mistake(self, hint: Hint) -> None:
        assert hint.solution is not None
        self.stage = HintStage.TOLD
        wrong = frozenset(hint.wrong) - self._session.dots
        since, buttons = way_back(self._session, hint.solution)
        buttons["Show"] = lambda: self._board.overlays.show_hatched(wrong, OWNER)
        text = paragraph(wrong_cells_text(len(wrong)), since)
        self._banner.show_message(text, **buttons, Close=self.end)
