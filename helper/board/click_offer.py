"""Offers once that a second click clears a cell instead of making it blank."""

from __future__ import annotations

from collections.abc import Sequence, Set

from PySide6.QtCore import QObject

from helper.application.settings import Settings
from helper.board.stroke_controller import StrokeController
from helper.play.session import Session
from helper.widgets.banner import Banner
from puzzles import BLANK
from puzzles.words import _

_TIMES = 2
"""How often blank cells of a second click are taken away before it is offered."""


class SecondClickOffer(QObject):
    """Asks a player who takes away what the second click has made."""

    def __init__(
        self, session: Session, strokes: StrokeController, settings: Settings, banner: Banner
    ) -> None:
        super().__init__(banner)
        self._session, self._settings, self._banner = session, settings, banner
        self._made: frozenset[int] = frozenset()
        """The cells that second clicks have made blank."""
        self._times = 0
        strokes.made_blank.connect(self._note)
        session.cells_changed.connect(self._follow)
        session.sheet_changed.connect(self._forget)
        settings.changed.connect(self._close_if_chosen)

    def _note(self, cells: Set[int]) -> None:
        self._made |= cells

    def _follow(self, cells: Sequence[int]) -> None:
        marks = self._session.marks.cells
        gone = frozenset(cell for cell in cells if marks[cell] != BLANK) & self._made
        self._made -= gone
        if not gone:
            return
        self._times += 1
        is_wanted = not self._settings.preferences.second_click_clears
        if self._times >= _TIMES and is_wanted and not self._settings.second_click_offered:
            self._settings.second_click_offered = True
            self._banner.show_message(
                _("A second click marks a cell as blank. It can clear the cell instead."),
                **{_("Clear Instead"): self._accept, _("Not Now"): self._banner.clear},
            )

    def _forget(self) -> None:
        self._made = frozenset()
        self._banner.clear()

    def _close_if_chosen(self) -> None:
        if self._settings.preferences.second_click_clears:
            self._banner.clear()

    def _accept(self) -> None:
        self._settings.change(second_click_clears=True)
