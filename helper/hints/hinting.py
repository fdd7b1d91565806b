"""The command Hint: each press tells more about the next step, and the last one carries it out."""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from helper.application.settings import HintDegree, Settings
from helper.board.board_view import BoardView
from helper.commands.command import NO_MENU, BarPlace, Command, MenuEntry, MenuPlace, Submenu, Where
from helper.hints.adviser import NO_SOLUTION, Adviser, defect_text
from helper.hints.hint_process import HintProcess
from helper.hints.hint_work import Hint, HintKind, HintRequest, WhyRequest
from helper.hints.wrong_marks import WHY, is_playable, not_shown_text, wrong_cells_text
from helper.play.counts import PlayCounts
from helper.play.mistakes import way_back
from helper.play.session import Session
from helper.widgets.banner import Banner
from puzzles.words import _, in_context, marked, paragraph, worded

if TYPE_CHECKING:
    from helper.hints.hint_pages import HintPage

OWNER = "hint"
"""Whose hatched cells on the board are: wrong ones."""
_LABEL = marked("Hint")
_NO_STEP = _("Nothing more follows for certain: the puzzle has several solutions.")
_NO_STEP_WITHOUT = _(
    "Nothing more follows from one line with the clues that are known. Puzzle > Solution > Solve"
    " tries what the others may be."
)
_DEGREES = (
    (
        HintDegree.PLACE,
        _("&Where to Look"),
        _("Hint tells the line first, and more when pressed again"),
    ),
    (
        HintDegree.TECHNIQUE,
        _("Which &Technique"),
        _("Hint tells the line and the technique at once"),
    ),
    (HintDegree.WHOLE, _("The Whole &Step"), _("Hint tells the cells and the reason at once")),
)
"""What a hint may begin with: texts of the commands, and their tips."""


class HintStage(enum.Enum):
    """How much has been told."""

    NONE = "none"
    SEARCHING = "searching"
    PLACE = "place"
    """Where the next step is."""
    TECHNIQUE = "technique"
    """Where, and by which technique."""
    REASON = "reason"
    """The whole: why, and what."""
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
        settings: Settings,
        why_not: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        """``settings``: how much the first press tells."""
        super().__init__(session, board, banner, process, counts, why_not, parent)
        self._settings = settings
        self._hint: Hint | None = None
        self._counted: HintDegree | None = None
        """As what the hint is counted."""
        self._wrong: tuple[frozenset[int], HintDegree | None] = (frozenset(), None)
        """The wrong cells that were told last, and as what that was counted."""
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

    def commands(self) -> tuple[MenuEntry, ...]:
        """Puzzle > Hint, and what it begins with."""
        return (
            Submenu("hint_begins", _("Hints Beg&in With"), MenuPlace(NO_MENU, 220), Where.PLAY),
            *(
                Command(
                    f"hint_{degree.value}",
                    text,
                    partial(self._settings.change, hint_begins=degree),
                    MenuPlace("hint_begins", number),
                    tip,
                    shown=Where.PLAY,
                    is_checked=partial(self._begins_with, degree),
                )
                for number, (degree, text, tip) in enumerate(_DEGREES)
            ),
            Command(
                "hint",
                _("&Hint"),
                self.press,
                MenuPlace("puzzle", 200),
                _("The next step; press again for more: where, which technique, why, do it"),
                ("Ctrl+H",),
                "hint",
                Where.PLAY,
                self.why_not,
                bar=BarPlace(240, Where.PLAY, "", "hint_begins"),
            ),
        )

    def _begins_with(self, degree: HintDegree) -> bool:
        return self._settings.preferences.hint_begins is degree

    def press(self) -> None:
        """Tell the next step as the player wants it to begin; pressed again: more; at last do it.

        Where it is comes first, then by which technique, then the whole with its reason.
        """
        if not self.is_possible or self._board.look.is_thought:
            return
        match self.stage:
            case HintStage.NONE | HintStage.TOLD:
                self._ask(HintRequest(self._session.puzzle, self._session.painted))
            case HintStage.SEARCHING:
                self._waiting_presses += 1
            case HintStage.PLACE:
                self._show_technique()
            case HintStage.TECHNIQUE:
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
        self._hint = self._counted = None
        self._slow.stop()
        self._process.cancel(self)
        self._board.overlays.show_hint(None)
        self._board.overlays.show_hatched(frozenset(), OWNER)
        self._banner.clear()

    def _mode_changed(self) -> None:
        self.end()
        self.changed.emit()

    def tell_why(self) -> None:
        """Tell why a mark is wrong, in place of the message that there is one."""
        self._ask(WhyRequest(self._session.puzzle, self._session.marks.copy()), self._counted)

    def _ask(self, request: HintRequest | WhyRequest, counted: HintDegree | None = None) -> None:
        self.end()
        self._counted = counted
        if defect := defect_text(request.puzzle):
            self._tell(defect)
            return
        self.stage = HintStage.SEARCHING
        self._waiting_presses = 0
        self._slow.start()
        self.begun.emit()
        self._process.ask(self, request)

    def _show_waiting(self) -> None:
        self._banner.show_message(_("Looking for the next step …"), **self._buttons(False))

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
                match self._settings.preferences.hint_begins:
                    case HintDegree.PLACE:
                        self._show_place()
                    case HintDegree.TECHNIQUE:
                        self._show_technique()
                    case HintDegree.WHOLE:
                        self._show_reason(0)
                for _ignored in range(self._waiting_presses):
                    self.press()
            case HintKind.WRONG:
                wrong, degree = self._wrong
                if wrong == frozenset(answer.wrong):  # nothing new: it does not count again
                    self._counted = degree
                else:
                    self._count(HintDegree.PLACE)
                self._wrong = frozenset(answer.wrong), self._counted
                self._show_mistake(answer)
            case HintKind.WHY:
                self._show_why(answer)
            case HintKind.DEAD_END:
                self._tell(_("No solution agrees with your marks. Undo leads back."))
            case HintKind.NO_STEP:
                self._tell(_NO_STEP_WITHOUT if self._session.puzzle.unknown_lines else _NO_STEP)
            case HintKind.NO_SOLUTION:
                self._tell(NO_SOLUTION)

    def _tell(self, sentence: str) -> None:
        self.stage = HintStage.TOLD
        super()._tell(sentence)

    def _count(self, degree: HintDegree) -> None:
        """Count the hint once, as the deepest degree that is told."""
        if self._counted is None:
            self._counts.add_hint(degree)
        elif self._counted is not degree:
            self._counts.deepen_hint(self._counted, degree)
        self._counted = degree

    # The stages

    def _show_place(self) -> None:
        from helper.hints.hint_pages import place_page

        assert self._hint is not None
        self.stage = HintStage.PLACE
        self._count(HintDegree.PLACE)
        page = place_page(self._hint, self._session.puzzle)
        self._board.overlays.show_hint(page.marks)
        buttons = self._buttons(
            self._is_trial, **{in_context("tell more of the hint", "More"): self.press}
        )
        self._banner.show_message(page.text, **buttons)

    def _show_technique(self) -> None:
        from helper.hints.hint_pages import technique_page

        assert self._hint is not None
        self.stage = HintStage.TECHNIQUE
        self._count(HintDegree.TECHNIQUE)
        page = technique_page(self._hint, self._session.puzzle)
        self._board.overlays.show_hint(page.marks)
        possible = {
            in_context("tell more of the hint", "More"): self.press,
            _("Learn This"): self.learn,
        }
        buttons = self._buttons(self._is_trial, **possible)
        self._banner.show_headed(page.title, page.text, **buttons)

    @property
    def _is_trial(self) -> bool:
        return self._hint is not None and bool(self._hint.steps[-1].deduction.trials)

    def _show_reason(self, number: int) -> None:
        from helper.hints.hint_pages import reason_pages

        assert self._hint is not None
        if self.stage is not HintStage.REASON:
            self.stage = HintStage.REASON
            self._count(HintDegree.WHOLE)
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
        possible = {_("Learn This"): self.learn}
        if self._hint.steps[-1].deduction.decided:
            possible |= {_("Do It"): self.carry_out}
        if count > 1:
            possible |= {_("Next Step"): self.show_next, _("Step Back"): self.show_previous}
        self._banner.show_headed(head, page.text, **self._buttons(count > 1, **possible))

    def _buttons(
        self, is_trial: bool, **possible: Callable[[], object]
    ) -> dict[str, Callable[[], object] | None]:
        """All buttons of a hint, each in its place from the search for it to its last page."""
        steps = (_("Step Back"), _("Next Step")) if is_trial else ()
        names = (in_context("tell more of the hint", "More"), _("Do It"), *steps, _("Learn This"))
        return {name: possible.get(name) for name in names} | {_("Close"): self.end}

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

        def show() -> None:
            self._count(HintDegree.WHOLE)
            self._wrong = frozenset(hint.wrong), HintDegree.WHOLE
            self._board.overlays.show_hatched(wrong, OWNER, keeps_in_view=True)

        buttons |= {_("Show"): show, WHY: self.tell_why}
        text = paragraph(wrong_cells_text(len(wrong)), since)
        self._banner.show_message(text, **buttons, **{_("Close"): self.end})

    def _show_why(self, hint: Hint) -> None:
        """Tell the contradiction to which a wrong mark leads, or what the solution has instead."""
        assert hint.solution is not None
        if hint.steps:
            self._show_reason(0)
            told = {hint.steps[-1].deduction.trials[0].cell}
        else:
            told = {hint.wrong[0]}
            self._count(HintDegree.WHOLE)
            puzzle, state = self._session.puzzle, hint.solution.cells[hint.wrong[0]]
            self._tell(not_shown_text(hint.wrong[0], state, puzzle))
        self._wrong = frozenset(hint.wrong), self._counted
        self._board.overlays.show_hatched(frozenset(told), OWNER)
