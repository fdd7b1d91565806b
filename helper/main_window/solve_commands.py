"""The commands on solutions: explain, repair, show the solution, watch and compare methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QWidget

from helper.author.repairing import RepairCommand
from helper.commands.command import SOLVER_CHOICES, Command, Feature, MenuPlace, Where
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.methods.catalogue import Catalogue
from helper.methods.outcomes import Outcomes
from helper.methods.solving import SolveController
from helper.methods.watching import WatchController
from helper.play.session_state import Mode
from helper.widgets.text_dialog import asked, deleted_on_close
from puzzles import Puzzle
from puzzles.words import _

if TYPE_CHECKING:
    from helper.methods.compare_dialog import CompareDialog

_SHOW = _("Show the whole solution? Your marks are kept.")


class SolveCommands(Feature):
    """Shows solutions, explanations, repairs, and methods at work."""

    def __init__(
        self,
        desk: Desk,
        catalogue: Catalogue,
        home: HomeController,
        outcomes: Outcomes,
        solving: SolveController,
        watching: WatchController,
        repairing: RepairCommand,
        choices: Callable[[], Sequence[QAction]],
        show_help: Callable[[QWidget], object],
    ) -> None:
        """Initialize.

        Args:
            choices: What Puzzle > Solution offers besides methods to watch.
            show_help: Shows the help page of the methods beside a window.
        """
        super().__init__(desk.window)
        self._desk, self._session, self._catalogue = desk, desk.session, catalogue
        self._home, self._outcomes, self._solving = home, outcomes, solving
        self._watching, self._repairing = watching, repairing
        self._choices, self._show_help = choices, show_help
        self._watched = ""
        """The method that was watched last."""
        self._shown: Puzzle | None = None
        """The puzzle whose solution the player wanted to see."""
        self.compare_dialog: CompareDialog | None = None

    def commands(self) -> tuple[Command, ...]:
        """Puzzle > Repair, and Puzzle > Solution with what it offers."""
        board = Where.BOARD
        return (
            Command(
                "repair",
                _("&Repair…"),
                self.repair,
                MenuPlace("puzzle", 520),
                _("Change a few cells of the drawing so that it has one solution"),
                ("Ctrl+Shift+R",),
                shown=Where.DRAW,
            ),
            Command(
                "solver",
                _("&Solution…"),
                self.show_solver,
                MenuPlace("puzzle", 700),
                _("Show or explain the solution; watch and compare methods of solving"),
                ("Ctrl+F5",),
                "solve",
                board,
            ),
            Command(
                "solve",
                _("Solve"),
                self.solve,
                MenuPlace(SOLVER_CHOICES, 100),
                _("Show the solution, or all of them"),
                ("F5",),
                "solve",
                board,
            ),
            Command(
                "explain",
                _("Explain…"),
                self.explain,
                MenuPlace(SOLVER_CHOICES, 110),
                _("The whole solution, step by step in words"),
                icon="hint",
                shown=board,
            ),
            Command(
                "compare",
                _("Compare Methods…"),
                self.compare_methods,
                MenuPlace(SOLVER_CHOICES, 120),
                _("Run several methods side by side: time, memory and work"),
                ("Ctrl+Shift+F5",),
                "compare",
                board,
            ),
        )

    def close(self) -> None:
        """The window closes: compare no more."""
        if self.compare_dialog is not None:
            self.compare_dialog.close_at_once()

    def show_solver(self) -> None:
        """Puzzle > Solution."""
        from helper.methods.solver_dialog import SolverDialog

        dialog = SolverDialog(self._choices(), self._catalogue, self._watched, self._desk.window)
        dialog.watch_requested.connect(self.solve_with, Qt.ConnectionType.QueuedConnection)
        deleted_on_close(dialog).open()

    def solve(self) -> None:
        """Puzzle > Solution > Solve; asks before a puzzle that is being played is solved."""
        self._home.show_board()
        if not self._may_solve():
            return
        self._watching.stop()
        self._repairing.end()
        self._solving.start()

    def _may_solve(self) -> bool:
        session = self._session
        if self._solving.is_running or session.is_solved or session.mode is Mode.DRAW:
            return True
        return self._outcomes.may_solve() and self._may_show()

    def _may_show(self) -> bool:
        """Whether the solution may be seen; asks once for each puzzle, before it is solved."""
        session = self._session
        if session.mode is Mode.DRAW or session.is_solved or self._shown == session.puzzle:
            return True
        if not self._desk.messages.ask(_SHOW, _("Solution")):
            return False
        self._shown = session.puzzle
        return True

    def draw_solution(self) -> None:
        """Make a drawing of the only solution."""
        if self._outcomes.may_solve() and self._may_show():
            self.solve()

    def explain(self) -> None:
        """Puzzle > Solution > Explain; asks before the solution is shown."""
        from helper.hints.explain_dialog import ExplainDialog

        puzzle = self._session.puzzle
        if not puzzle.has_clues or puzzle.known_defects():
            self._desk.messages.info(_("A puzzle without defects is needed for this."))
        elif puzzle.unknown_lines:
            self._desk.messages.info(
                _("All clues are needed for this. Hint explains steps with those that are known.")
            )
        elif self._may_show():
            deleted_on_close(ExplainDialog(puzzle, self._desk.settings, self._desk.window)).show()

    def repair(self) -> None:
        """Puzzle > Repair."""
        self._home.show_board()
        self._watching.stop()
        self._repairing.start()

    def solve_with(self, name: str) -> None:
        """Puzzle > Solution > Watch."""
        method, spec = self._catalogue.method(name), name
        self._watched = name
        if method.options:
            from helper.methods.options_dialog import OptionsDialog

            remembered = self._desk.settings.method_options
            with asked(
                OptionsDialog([method], remembered, _("&Start"), self._desk.window)
            ) as dialog:
                if dialog.exec() != QDialog.DialogCode.Accepted:
                    return
                spec = remembered[name] = dialog.spec
        self._home.show_board()
        if self._may_show():
            self._watching.start(spec)

    def compare_methods(self) -> None:
        """Puzzle > Solution > Compare Methods."""
        if self.compare_dialog is None:
            from helper.methods.compare_dialog import CompareDialog

            self.compare_dialog = CompareDialog(
                self._session,
                self._desk.settings,
                self._desk.themes,
                self._catalogue,
                self._desk.window,
            )
            self.compare_dialog.help_requested.connect(
                partial(self._show_help, self.compare_dialog)
            )
        self.compare_dialog.show()
        self.compare_dialog.raise_()
        self.compare_dialog.activateWindow()
