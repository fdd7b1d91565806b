"""Show the outcome of a solve: on the board, in the banner, as a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from helper.author.check_result import defects_text
from helper.board.board_view import BoardView
from helper.commands.messages import Messages
from helper.play.drawn_clues import without_dots
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.banner import Banner
from puzzles import Grid
from puzzles.words import _, forms, marked, paragraph, plural, without_full_stop, worded

if TYPE_CHECKING:
    from solver.api import SolveResult

SOLUTIONS_SHOWN = 10
"""How many solutions are searched for, at most."""


class Outcomes(QObject):
    """Shows how a solve of the session's puzzle ended, until the next move."""

    def __init__(
        self, messages: Messages, session: Session, board: BoardView, banner: Banner
    ) -> None:
        super().__init__(session)
        self._messages = messages
        self._session = session
        self._board = board
        self._banner = banner
        self._solutions: tuple[Grid, ...] = ()
        self._shown = 0
        self._is_all = self._is_shown = self._is_stepping = False
        session.history_changed.connect(self.forget)
        session.reset.connect(self.forget)

    def may_solve(self) -> bool:
        """Prepare for a solve; a defective puzzle is refused with a message about its defects."""
        text = defects_text(self._session.puzzle, _("This puzzle cannot be solved:"))
        if text:
            self._messages.warning(text)
            return False
        self.forget()
        self._board.overlays.mark_line(None)
        return True

    def show(self, result: SolveResult) -> bool:
        """Show an outcome; ``False`` if the solve was stopped or ran out of time."""
        from solver.api import Outcome

        if result.outcome is Outcome.UNIQUE and self._session.state.drawing:
            self._messages.info(_("The drawing is the only solution of its clues."))
        elif result.outcome is Outcome.UNIQUE and self._session.mode is Mode.DRAW:
            self._session.redraw(without_dots(result.solutions[0]), marked("Draw the Solution"))
            self._messages.info(
                _("The only solution is a drawing now: its clues follow as you change it.")
            )
        elif result.outcome is Outcome.UNIQUE:
            self._session.show_solution(result.solutions[0], is_only=True)
        elif result.outcome is Outcome.SEVERAL:
            self._show_several(result)
        elif result.outcome is Outcome.NONE:
            self._show_none(result)
        elif result.outcome in (Outcome.STOPPED, Outcome.LIMIT):
            return False
        elif result.solutions:
            self._show_one(result)
        else:
            self._show_how_far(result)
        return True

    def forget(self) -> None:
        """Remove what was shown, except the marks."""
        if not self._is_shown or self._is_stepping:
            return
        self._is_shown = False
        self._solutions = ()
        self._board.overlays.show_hatched(frozenset())
        self._board.overlays.show_found(None)
        self._banner.clear()

    def _show_none(self, result: SolveResult) -> None:
        line = result.contradiction
        self._board.overlays.mark_line(line)
        if line is None:
            self._messages.warning(_("This puzzle has no solution."))
        elif result.by_logic:
            self._messages.warning(
                worded(
                    "This puzzle has no solution: {line} cannot be satisfied together "
                    "with the lines that cross it.",
                    line=line,
                )
            )
        else:
            self._messages.warning(
                worded(
                    "This puzzle has no solution: all possibilities were tried. In the "
                    "last one {line} could not be satisfied.",
                    line=line,
                )
            )

    def _show_one(self, result: SolveResult) -> None:
        from helper.methods.methods import method_title

        self._session.show_solution(result.solutions[0], is_only=False)
        self._is_shown = True
        self._banner.show_message(
            worded(
                "This is a solution. The method “{engine}” cannot tell whether "
                "there are others. Undo takes it back.",
                engine=method_title(result.engine),
            ),
            **{_("Close"): self.forget},
        )

    def _show_how_far(self, result: SolveResult) -> None:
        """Show the cells that a method is certain of which did not solve the puzzle."""
        from helper.methods.methods import method_title
        from solver.api import Outcome

        certain = result.certain
        known = sum(certain.count(1 << k) for k in range(certain.colors))
        if result.outcome is Outcome.GAVE_UP:
            reason = without_full_stop(result.note or _("it gave no reason"))
            text = worded(
                "The method “{engine}” gave up: {reason}.",
                engine=method_title(result.engine),
                reason=reason,
            )
        else:
            text = worded(
                "The method “{engine}” cannot go on: {known} of {cells} cells are certain.",
                engine=method_title(result.engine),
                known=known,
                cells=len(certain.cells),
            )
        if known:
            self._board.overlays.show_found(certain)
            text = paragraph(text, _("They are shown pale until your next move."))
        self._is_shown = True
        self._banner.show_message(text, **{_("Close"): self.forget})

    def _show_several(self, result: SolveResult) -> None:
        self._session.show_solution(result.solutions[0], is_only=False)
        self._solutions, self._shown = result.solutions, 0
        self._is_all, self._is_shown = result.complete, True
        first, *others = (solution.cells for solution in self._solutions)
        differing = {i for cells in others for i, s in enumerate(cells) if s != first[i]}
        self._board.overlays.show_hatched(frozenset(differing))
        self._show_solution_number()

    def _show_solution_number(self) -> None:
        count = len(self._solutions)
        one, many = (
            forms(
                "This puzzle has {count} solution. Shown is number {shown} of {count}; the cells "
                "that are hatched or have a ring differ. Undo takes the solution back.",
                "This puzzle has {count} solutions. Shown is number {shown} of {count}; the cells "
                "that are hatched or have a ring differ. Undo takes the solution back.",
            )
            if self._is_all
            else forms(
                "This puzzle has {count} solution or more. Shown is number {shown} of {count};"
                " the cells that are hatched or have a ring differ. Undo takes the solution back.",
                "This puzzle has {count} or more solutions. Shown is number {shown} of {count};"
                " the cells that are hatched or have a ring differ. Undo takes the solution back.",
            )
        )
        self._banner.show_message(
            plural(count, one, many, shown=self._shown + 1),
            **{_("Previous"): lambda: self._step(-1)},
            **{_("Next"): lambda: self._step(1)},
            **{_("Close"): self.forget},
        )

    def _step(self, by: int) -> None:
        solutions = self._solutions
        self._shown = (self._shown + by) % len(solutions)
        self._is_stepping = True
        try:
            self._session.show_solution(solutions[self._shown], is_only=False, follows=True)
        finally:
            self._is_stepping = False
        self._show_solution_number()
