"""The commands on solutions: explain, repair, show the solution, watch and compare methods."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMenu
from shiboken6 import isValid

from helper.author.repairing import RepairCommand
from helper.commands.command import Command, Feature, MenuEntry, MenuPlace, Submenu, Where
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
from helper.methods.catalogue import Catalogue
from helper.methods.outcomes import Outcomes
from helper.methods.solving import SolveController
from helper.methods.watching import WatchController
from helper.play.session_state import Mode
from helper.widgets.text_dialog import asked, deleted_on_close
from puzzles.words import _

if TYPE_CHECKING:
    from helper.methods.compare_dialog import CompareDialog

_SOLVE = _("Show the whole solution? Your marks are kept: Undo brings them back.")
_WATCH = _("Watch the method solve the puzzle? It shows the solution; your marks are kept.")
_EXPLAIN = _("Show the whole solution, step by step? Your marks stay as they are.")


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
    ) -> None:
        super().__init__(desk.window)
        self._desk, self._session, self._catalogue = desk, desk.session, catalogue
        self._home, self._outcomes, self._solving = home, outcomes, solving
        self._watching, self._repairing = watching, repairing
        self._methods: list[QAction] = []
        """The methods in the menu, as long as it is not filled again."""
        self.compare_dialog: CompareDialog | None = None
        catalogue.loaded.connect(self._describe_methods)

    def commands(self) -> tuple[MenuEntry, ...]:
        """The menu Tools, and Puzzle > Repair."""
        board = Where.BOARD
        return (
            Command(
                "repair",
                _("&Repair…"),
                self.repair,
                MenuPlace("puzzle", 520),
                _("Change a few cells of the drawing so that it has one solution"),
                ("Ctrl+Shift+R",),
                shown=board,
                why_not=self._why_not_repair,
            ),
            Command(
                "solve",
                _("&Solve"),
                self.solve,
                MenuPlace("tools", 100),
                _("Show the solution, or all of them"),
                ("F5",),
                "solve",
                board,
            ),
            Submenu(
                "solve_with",
                _("Solve &With"),
                MenuPlace("tools", 110),
                board,
                self._fill_solve_with,
                "watch",
            ),
            Command(
                "explain",
                _("&Explain…"),
                self.explain,
                MenuPlace("tools", 120),
                _("The whole solution, step by step in words"),
                shown=board,
            ),
            Command(
                "compare",
                _("&Compare Methods…"),
                self.compare_methods,
                MenuPlace("tools", 130),
                _("Run several solving methods side by side"),
                ("Ctrl+Shift+F5",),
                "compare",
                board,
            ),
        )

    def _why_not_repair(self) -> str:
        is_drawn = self._session.mode is Mode.DRAW
        return "" if is_drawn else _("Choose Draw to repair a puzzle.")

    def close(self) -> None:
        """The window closes: compare no more."""
        if self.compare_dialog is not None:
            self.compare_dialog.close_at_once()

    def solve(self) -> None:
        """Tools > Solve; asks before a puzzle that is being played is solved."""
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
        return self._outcomes.may_solve() and self._may_show(_SOLVE)

    def _may_show(self, question: str) -> bool:
        return self._desk.messages.ask(question, _("Solution"))

    def draw_solution(self) -> None:
        """Make a drawing of the only solution."""
        if self._outcomes.may_solve() and self._may_show(_SOLVE):
            self.solve()

    def explain(self) -> None:
        """Tools > Explain; asks before the solution of a puzzle that is being played is shown."""
        from helper.hints.explain_dialog import ExplainDialog

        puzzle = self._session.puzzle
        if not puzzle.has_clues or puzzle.defects():
            self._desk.messages.info(_("A puzzle without defects is needed for this."))
        elif self._session.is_solved or self._session.mode is Mode.DRAW or self._may_show(_EXPLAIN):
            deleted_on_close(ExplainDialog(puzzle, self._desk.settings, self._desk.window)).show()

    def repair(self) -> None:
        """Puzzle > Repair."""
        self._home.show_board()
        self._watching.stop()
        self._repairing.start()

    def _fill_solve_with(self, menu: QMenu) -> None:
        from solver.registry import engine_names, missing_engines

        self._methods = []
        for name in engine_names():
            action = menu.addAction(name)
            action.setData(name)
            self._methods.append(action)
            action.triggered.connect(partial(self.solve_with, name))
        for name, reason in missing_engines().items():
            action = menu.addAction(name)
            action.setToolTip(reason)
            action.setEnabled(False)
        self._describe_methods()
        self._catalogue.load()

    def _describe_methods(self) -> None:
        """Add descriptions to the menu for the methods that are loaded."""
        from helper.methods.methods import mnemonics

        known = [action for action in self._methods if isValid(action)]
        texts = mnemonics([action.data() for action in known])
        for action, text in zip(known, texts, strict=True):
            method = self._catalogue.find(action.data())
            action.setText(f"{text}…" if method and method.options else text)
            action.setToolTip(method.description if method else "")
            action.setStatusTip(action.toolTip())

    def solve_with(self, name: str) -> None:
        """Tools > Solve With."""
        method, spec = self._catalogue.method(name), name
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
        if self._session.mode is Mode.DRAW or self._session.is_solved or self._may_show(_WATCH):
            self._watching.start(spec)

    def compare_methods(self) -> None:
        """Tools > Compare Methods."""
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
                partial(self._desk.requests.command.emit, "methods")
            )
        self.compare_dialog.show()
        self.compare_dialog.raise_()
        self.compare_dialog.activateWindow()
