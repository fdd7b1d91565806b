"""Shows problems of the program: bugs as they happen, crashes of the last run, and on request."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget
from shiboken6 import isValid

from helper.application import crash, log
from helper.application.crash import Crash
from helper.application.native_crashes import NativeCrash
from helper.application.theme import Theme, ThemeManager
from helper.commands.messages import NAME
from helper.main_window.messages import TroubleMessages
from helper.reports.problem_report import report_text
from helper.reports.system import system_facts
from helper.widgets.problem_dialog import ProblemDialog, ToldProblem
from helper.widgets.text_dialog import deleted_on_close
from puzzles.words import _, plural, worded


class KeptMoves(Protocol):
    """The moves of a window."""

    @property
    def is_keeping(self) -> bool:
        """Whether everything up to now is in the library's file."""


class KeptWindow(Protocol):
    """A window in which moves are made."""

    @property
    def autosave(self) -> KeptMoves: ...
    def isVisible(self) -> bool: ...


class ProblemReports(QObject):
    """Shows one dialog at a time for what was not foreseen; the others are in its log."""

    def __init__(self, themes: ThemeManager, windows: Sequence[KeptWindow] = ()) -> None:
        """Begin.

        Args:
            themes: The colours.
            windows: Those whose moves are to be kept.
        """
        super().__init__()
        self._themes = themes
        self._windows = windows
        self._dialog: QDialog | None = None

    @property
    def dialog(self) -> QDialog | None:
        """What is shown; ``None`` if nothing is."""
        dialog = self._dialog  # a window below it may have taken it along
        return dialog if dialog is not None and isValid(dialog) and dialog.isVisible() else None

    def watch(self) -> None:
        """Show each new crash, once the event that it has interrupted is over."""
        crash.crashes.crashed.connect(self.show_crash, Qt.ConnectionType.QueuedConnection)

    def show_crash(self, found: Crash) -> None:
        """Show an uncaught exception, unless another one is in view or the program ends."""
        if self.dialog is not None or crash.crashes.is_quiet:
            return
        parent = QApplication.activeModalWidget() or QApplication.activeWindow()
        dialog: QDialog
        if found.sentence:
            dialog = QMessageBox(QMessageBox.Icon.Warning, NAME, found.sentence, parent=parent)
        else:
            dialog = crash_dialog(found, self._advice(), self._themes.theme, parent)
        dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
        self._dialog = deleted_on_close(dialog)
        dialog.show()

    def _advice(self) -> str:
        alive = [window for window in self._windows if isValid(window) and window.isVisible()]
        if all(window.autosave.is_keeping for window in alive):
            return _(
                "Your moves are kept. You can go on; if something looks wrong, close the program"
                " and start it again."
            )
        return _(
            "Your last moves are not kept yet: save the puzzle, then close the program and start it"
            " again."
        )

    def tell(self, found: Sequence[NativeCrash], troubles: TroubleMessages) -> None:
        """Say quietly that the program crashed the last time.

        Args:
            found: The crashes; nothing is said if there is none.
            troubles: Where it is said, with a button for the report.
        """
        if not found:
            return
        sentence = plural(
            len(found),
            "The program crashed the last time. Your moves up to then are kept.",
            "The program crashed {count} times. Your moves up to then are kept.",
        )
        show = partial(self._show_native, found, sentence, troubles)
        troubles.add(sentence, **{_("Report…"): show})

    def _show_native(
        self, found: Sequence[NativeCrash], sentence: str, troubles: TroubleMessages
    ) -> None:
        problem = ToldProblem(
            _("The program crashed"),
            _(
                "The program ended because a part of it failed: Qt, another library or its core."
                " Your moves up to then are kept. The report shows where it was."
            ),
        )
        theme = self._themes.theme
        report = native_report(found, theme)
        shown = ProblemDialog(NAME, problem, report, theme, QApplication.activeWindow())
        deleted_on_close(shown).show()
        troubles.remove(sentence)


def crash_dialog(
    found: Crash, advice: str, theme: Theme, parent: QWidget | None = None
) -> ProblemDialog:
    """The dialog about an uncaught exception.

    Args:
        found: The exception.
        advice: What is safe, and what to do.
        theme: The colours.
        parent: The window below it.
    """
    problem = ToldProblem(
        _("Something went wrong in the program"),
        advice,
        log.trouble.sentence
        or worded("The details are also in {log_file}", log_file=log.log_file()),
    )
    return ProblemDialog(NAME, problem, report_now(theme, found.details), theme, parent)


def request_dialog(theme: Theme, parent: QWidget) -> ProblemDialog:
    """Help > Report a Problem: the report without a crash, or about the latest one."""
    file = log.log_file()  # which is made when something is logged
    whole = worded("The whole log is in {log_file}", log_file=file) if file.exists() else ""
    problem = ToldProblem(
        _("Report a problem"),
        _(
            "Copy the report into a message and write what you did, what happened, and what you"
            " expected instead."
        ),
        log.trouble.sentence or whole,
    )
    report = report_now(theme, crash.crashes.latest)
    return ProblemDialog(_("Report a Problem"), problem, report, theme, parent, is_open=True)


def report_now(theme: Theme, problem: str = "") -> str:
    """The report about this run.

    Args:
        theme: The colours that are used.
        problem: A public traceback; empty if nothing happened.
    """
    return report_text(system_facts(theme.name), problem, list(log.public_entries.entries))


def native_report(found: Sequence[NativeCrash], theme: Theme) -> str:
    """The report about crashes of earlier runs: with their versions and their logs."""
    versions = ", ".join(dict.fromkeys(each.version for each in found if each.version))
    facts = {**system_facts(theme.name), "Version that crashed": versions or "not known"}
    stacks = "\n\n".join(each.stack for each in found)
    return report_text(facts, stacks, [entry for each in found for entry in each.log])
