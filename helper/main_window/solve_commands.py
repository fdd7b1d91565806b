"""The main window's commands that solve: solutions, explanations, repairs, methods."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QMessageBox

from helper.application.theme import ThemeManager
from helper.author.repairing import RepairCommand
from helper.hints.hinting import HintController
from helper.main_window.file_commands import FileWindow
from helper.main_window.help_menu import Helping
from helper.main_window.home import HomePage
from helper.methods.catalogue import Catalogue
from helper.methods.methods import mnemonics
from helper.methods.outcomes import Outcomes
from helper.methods.solving import SolveController
from helper.methods.watching import WatchController
from helper.play.mode import Mode
from helper.widgets.dialog_lifetime import asked, deleted_on_close
from solver.registry import engine_names, missing_engines

if TYPE_CHECKING:
    from helper.methods.compare_dialog import CompareDialog

_SOLVE = "Show the whole solution? Your marks are kept: Undo brings them back."
_WATCH = "Watch the method solve the puzzle? It shows the solution; your marks are kept."
_EXPLAIN = "Show the whole solution, step by step? Your marks stay as they are."


class SolvingWindow(FileWindow):
    """A window whose puzzle can be solved by the program."""

    themes: ThemeManager
    home: HomePage
    outcomes: Outcomes
    solving: SolveController
    watching: WatchController
    repairing: RepairCommand
    hinting: HintController
    helping: Helping
    catalogue: Catalogue
    compare_dialog: CompareDialog | None = None

    def show_message(self, sentence: str) -> None:
        """Show a message in the status bar; on Home, which has none, at the foot of Home."""
        if self.home.is_shown:
            self.home.say(sentence)
        else:
            super().show_message(sentence)

    def solve(self) -> None:
        """Tools > Solve; asks before a puzzle that is being played is solved."""
        self.home.show_board()
        if not self._may_solve():
            return
        self.watching.stop()
        self.repairing.end()
        self.solving.start()

    def _may_solve(self) -> bool:
        session = self.session
        if self.solving.is_running or session.is_solved or session.mode is Mode.DRAW:
            return True
        return self.outcomes.may_solve() and self._may_show(_SOLVE)

    def _may_show(self, question: str) -> bool:
        kinds = QMessageBox.StandardButton
        return kinds.Yes == QMessageBox.question(
            self, "Solution", question, kinds.Yes | kinds.No, kinds.No
        )

    def _draw_solution(self) -> None:
        if self.outcomes.may_solve() and self._may_show(_SOLVE):
            self.solve()

    def explain(self) -> None:
        """Tools > Explain; asks before the solution of a puzzle that is being played is shown."""
        from helper.hints.explain_dialog import ExplainDialog

        puzzle = self.session.puzzle
        if not puzzle.has_clues or puzzle.defects():
            self.show_message("A puzzle without defects is needed for this.")
        elif self.session.is_solved or self.session.mode is Mode.DRAW or self._may_show(_EXPLAIN):
            deleted_on_close(ExplainDialog(puzzle, self.settings, self)).show()

    def repair(self) -> None:
        """Puzzle > Repair."""
        self.home.show_board()
        self.watching.stop()
        self.repairing.start()

    def _fill_solve_with(self) -> None:
        menu = self.actions_.solve_with
        menu.clear()
        for name in engine_names():
            action = menu.addAction(name)
            action.setData(name)
            action.triggered.connect(partial(self.solve_with, name))
        for name, reason in missing_engines().items():
            action = menu.addAction(name)
            action.setToolTip(reason)
            action.setEnabled(False)
        self._describe_methods()
        self.catalogue.load()

    def _describe_methods(self) -> None:
        """Add descriptions to the menu for the methods that are loaded."""
        known = [action for action in self.actions_.solve_with.actions() if action.isEnabled()]
        texts = mnemonics([action.data() for action in known])
        for action, text in zip(known, texts, strict=True):
            method = self.catalogue.find(action.data())
            action.setText(f"{text}…" if method and method.options else text)
            action.setToolTip(method.description if method else "")
            action.setStatusTip(action.toolTip())

    def solve_with(self, name: str) -> None:
        """Tools > Solve With."""
        method, spec = self.catalogue.method(name), name
        if method.options:
            from helper.methods.options_dialog import OptionsDialog

            remembered = self.settings.method_options
            with asked(OptionsDialog([method], remembered, "&Start", self)) as dialog:
                if dialog.exec() != QDialog.DialogCode.Accepted:
                    return
                spec = remembered[name] = dialog.spec
        self.home.show_board()
        if self.session.mode is Mode.DRAW or self.session.is_solved or self._may_show(_WATCH):
            self.hinting.end()
            self.watching.start(spec)

    def compare_methods(self) -> None:
        """Tools > Compare Methods."""
        if self.compare_dialog is None:
            from helper.methods.compare_dialog import CompareDialog

            self.compare_dialog = CompareDialog(
                self.session, self.settings, self.themes, self.catalogue, self
            )
            self.compare_dialog.help_requested.connect(self.helping.show_methods)
        self.compare_dialog.show()
        self.compare_dialog.raise_()
        self.compare_dialog.activateWindow()
