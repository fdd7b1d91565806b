"""Offers patterns and letters for colours, once."""

from __future__ import annotations

from PySide6.QtCore import QObject

from helper.application.settings import ColorSigns, Settings
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.banner import Banner
from puzzles.words import _


class SignsOffer(QObject):
    """Asks at the first colour puzzle that is played whether its colours shall have signs.

    Nobody is asked who has chosen in Preferences, or sees the signs already, because the colours of
    this puzzle are alike.
    """

    def __init__(self, session: Session, settings: Settings, banner: Banner) -> None:
        super().__init__(banner)
        self._session, self._settings, self._banner = session, settings, banner
        session.reset.connect(self._update)
        session.mode_changed.connect(self._update)
        settings.changed.connect(self._update)

    def _update(self) -> None:
        if not self._is_wanted():
            self._banner.clear()
        elif not self._settings.signs_offered:
            self._settings.signs_offered = True
            self._banner.show_message(
                _("This puzzle is in colour. Patterns and letters tell its colours apart, too."),
                **{_("Show Patterns"): self._accept, _("Not Now"): self._banner.clear},
            )
            self._banner.recommend("")  # most players need no patterns

    def _is_wanted(self) -> bool:
        preferences, palette = self._settings.preferences, self._session.puzzle.palette
        return (
            len(palette) > 2
            and self._session.mode is Mode.PLAY
            and preferences.color_signs is ColorSigns.WHEN_ALIKE
            and not preferences.shows_signs(palette)
        )

    def _accept(self) -> None:
        self._settings.change(color_signs=ColorSigns.ALWAYS)
