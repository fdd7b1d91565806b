"""The Help menu: its pages, and About."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from helper.methods.catalogue import Catalogue
from helper.methods.methods import methods_text
from helper.widgets.dialog_lifetime import deleted_on_close


class Helping(QObject):
    """Shows pages of the help beside a window."""

    def __init__(self, catalogue: Catalogue, window: QWidget) -> None:
        super().__init__(window)
        self._catalogue = catalogue
        self._window = window

    def _show(self, page: str, title: str, beside: QWidget | None = None, **parts: str) -> None:
        from helper.widgets.help_dialog import HelpDialog

        deleted_on_close(HelpDialog(page, title, beside or self._window, **parts)).show()

    def show_keyboard(self) -> None:
        """Help > Keyboard and Mouse."""
        self._show("keyboard-and-mouse", "Keyboard and Mouse")

    def show_creating(self, beside: QWidget | None = None) -> None:
        """Help > Creating Puzzles; ``beside``: the window to show it beside."""
        self._show("creating-puzzles", "Creating Puzzles", beside)

    def show_methods(self) -> None:
        """Help > Solving Methods."""
        self._catalogue.when_loaded(
            lambda: self._show(
                "solving-methods",
                "Solving Methods",
                methods=methods_text(self._catalogue.methods),
            )
        )

    def show_scanning(self) -> None:
        """Help > Scanning Pictures."""
        self._show("scanning-pictures", "Scanning Pictures")

    def show_camera(self, beside: QWidget | None = None) -> None:
        """Help > Camera; ``beside``: the window to show it beside."""
        self._show("camera", "Camera", beside)

    def show_about(self) -> None:
        """Help > About."""
        from helper.main_window.about import about_text

        QMessageBox.about(self._window, "About Nonogram Helper", about_text())
