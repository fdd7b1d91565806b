"""File > Create From Picture: opens its window and puts the puzzle on the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.commands.command import CREATE_CHOICES, Command, Feature, MenuPlace
from helper.play.session import Session
from puzzles.formats import Document
from puzzles.words import _

if TYPE_CHECKING:
    from helper.picture.picture_window import PictureWindow


class CreateCommand(Feature):
    """Keeps one window for making puzzles from pictures.

    The puzzle becomes a drawing, so that its author can continue it.

    Signals:
        help_requested: ``QWidget``, the window beside which to show the help page.
    """

    help_requested = Signal(QWidget)

    def __init__(
        self,
        session: Session,
        themes: ThemeManager,
        settings: Settings,
        may_leave: Callable[[], bool],
        window: QWidget,
    ) -> None:
        """Make it, without a window.

        Args:
            session: Gets the puzzles.
            themes: The colours of the window.
            settings: Remember the folder of the last picture.
            may_leave: Asks about unsaved changes; returns ``False`` if the player cancels.
            window: The main window.
        """
        super().__init__(window)
        self._session, self._may_leave = session, may_leave
        self._themes, self._settings = themes, settings
        self._main_window = window
        self.window: PictureWindow | None = None
        """The window, while it is open."""

    def commands(self) -> tuple[Command, ...]:
        """File > Create From Picture."""
        return (
            Command(
                "create",
                _("Create Fro&m Picture…"),
                self.show,
                MenuPlace("file", 240),
                _("Make a puzzle of a photo, a drawing, an icon, a GIF or an SVG"),
                ("Ctrl+Shift+N",),
                also=(MenuPlace(CREATE_CHOICES, 110),),
            ),
        )

    def show(self, source: Path | bytes | None = None, name: str = "") -> PictureWindow:
        """Open the window, or bring it to the front.

        Args:
            source: A picture to open: a file, or the bytes of one.
            name: The name of the file that the bytes are from.
        """
        if self.window is None:
            from helper.picture.picture_window import PictureWindow

            window = PictureWindow(self._settings, self._themes, self._take, self._main_window)
            window.help_requested.connect(lambda: self.help_requested.emit(window))
            window.finished.connect(lambda _: self._closed(window))
            self.window = window
        shown = self.window
        shown.show()
        shown.raise_()
        shown.activateWindow()
        if source is not None:
            shown.open_picture(source, name)
        else:
            shown.offer_clipboard()
        return shown

    def close(self) -> None:
        """Close the window, as the main window closes."""
        if self.window is not None:
            self.window.reject()

    def _take(self, document: Document) -> bool:
        if not self._may_leave():
            return False
        self._session.open_unsaved(document, drawing=True)
        self._main_window.activateWindow()
        return True

    def _closed(self, window: PictureWindow) -> None:
        if self.window is window:
            self.window = None
            window.deleteLater()
