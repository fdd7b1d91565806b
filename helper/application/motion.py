"""Whether pictures may move: as the player chose in Preferences, or as the system asks.

Qt knows this only for some systems (``SH_Widget_Animation_Duration`` of the style). Beside it,
Windows and macOS are asked directly, and Linux by the desktop's settings portal on D-Bus. The
answer of the portal comes later, so each question about motion asks it anew for the next time.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyle, QWidget

from helper.application.settings import MotionChoice, Settings
from puzzles.system import SYSTEM

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusPendingCallWatcher

_log = logging.getLogger(__name__)
PORTAL_KEYS = (
    ("org.freedesktop.appearance", "reduced-motion"),
    ("org.gnome.desktop.interface", "enable-animations"),
)
"""The settings of the desktop portal that decide: the common one, and that of GNOME before it."""
_PORTAL = (
    "org.freedesktop.portal.Desktop",
    "/org/freedesktop/portal/desktop",
    "org.freedesktop.portal.Settings",
)


class Motion(QObject):
    """Whether something may move."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._portal: dict[str, object] = {}
        """The latest answers of the portal, by the key."""
        self._calls: list[QObject] = []
        self._ask_portal()

    def is_reduced(self, widget: QWidget) -> bool:
        """Whether nothing may move in a widget."""
        choice = self._settings.preferences.motion
        if choice is not MotionChoice.SYSTEM:
            return choice is MotionChoice.REDUCED
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        if widget.style().styleHint(hint, None, widget) <= 0:
            return True
        self._ask_portal()
        return is_still(self._portal) or SYSTEM.is_still()

    def _ask_portal(self) -> None:
        """Ask the desktop; the answer is used from the next question on."""
        if QGuiApplication.platformName() not in ("xcb", "wayland") or self._calls:
            return
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return
        for space, key in PORTAL_KEYS:
            message = QDBusMessage.createMethodCall(*_PORTAL, "ReadOne")
            message.setArguments([space, key])
            call = QDBusPendingCallWatcher(bus.asyncCall(message), self)
            call.finished.connect(partial(self._take, key, call))
            self._calls.append(call)

    def _take(self, key: str, call: QDBusPendingCallWatcher) -> None:
        self._portal.pop(key, None)
        arguments: Sequence[object] = ()
        with contextlib.suppress(Exception):  # what a desktop sends decides about motion only
            arguments = call.reply().arguments()
        if arguments:
            first = arguments[0]
            self._portal[key] = first.variant() if hasattr(first, "variant") else first
        self._calls = [other for other in self._calls if other is not call]
        call.deleteLater()


def is_still(answers: dict[str, object]) -> bool:
    """Whether the desktop's settings ask for no motion.

    Args:
        answers: The values of the keys in :data:`PORTAL_KEYS` that the desktop knows.

    >>> is_still({"reduced-motion": 1}), is_still({"enable-animations": False}), is_still({})
    (True, True, False)
    >>> is_still({"reduced-motion": 0, "enable-animations": True})
    False
    """
    return answers.get("reduced-motion") == 1 or answers.get("enable-animations") is False
