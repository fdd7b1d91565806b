"""Which version of the program runs with which libraries on which system."""

from __future__ import annotations

import contextlib
import getpass
import os
import platform
import re
import socket
import sys
from pathlib import Path

from puzzles.language import LANGUAGE
from puzzles.version import version_number

_NOT_KNOWN = "not known"
_SESSIONS = frozenset({"x11", "wayland", "tty", "mir", "unspecified"})
_DESKTOPS = re.compile(
    r"gnome|kde|xfce|lxqt|lxde|mate|(?:x-)?cinnamon|unity|pantheon|budgie|deepin|sway|hyprland|i3"
    r"|enlightenment|ubuntu|cosmic",
    re.IGNORECASE,
)
"""Of XDG_CURRENT_DESKTOP; the variable can hold anything."""
_DEBIAN_FOLDER = "/usr/lib/nonogram-helper/"
_SHORTEST_NAME = 3
"""A shorter name of a user or a computer stands in too many words to be looked for."""


def installation() -> str:
    """How the program is installed: from a checkout, as a wheel, frozen."""
    if Path("/.flatpak-info").exists():
        return "Flatpak"
    if os.environ.get("APPIMAGE"):
        return "AppImage"
    if getattr(sys, "frozen", False):
        return "Debian package" if sys.executable.startswith(_DEBIAN_FOLDER) else "frozen"
    root = Path(__file__).parents[2]
    return "checkout" if (root / "pyproject.toml").exists() else "wheel"


def system_facts(theme: str = "") -> dict[str, str]:
    """Facts for a report, in English, by their names; nothing of them is the player's.

    Args:
        theme: The name of the theme, if there is a window.
    """
    facts = {
        "Program": f"{version_number()} ({installation()})",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Qt": _qt_version(),
        "OpenCV": _version("cv2", "opencv-python-headless", "opencv-python"),
        "numpy": _version("numpy", "numpy"),
        "System": _system(),
        "Platform": platform.platform(),
        "Architecture": platform.machine() or _NOT_KNOWN,
        "Session": _session(),
        **_screen_facts(),
        "Language": LANGUAGE,
    }
    if theme:
        facts["Theme"] = theme
    return {name: _without_names(value) for name, value in facts.items() if value}


def _qt_version() -> str:
    pyside = _version("PySide6", "PySide6-Essentials", "PySide6")
    core = sys.modules.get("PySide6.QtCore")
    return f"{core.qVersion()}, PySide6 {pyside}" if core is not None else f"PySide6 {pyside}"


def _version(module: str, *distributions: str) -> str:
    """The version of a library: of what is loaded, or of what is installed."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    if isinstance(loaded := getattr(sys.modules.get(module), "__version__", None), str):
        return loaded
    for distribution in distributions:
        try:
            return version(distribution)
        except PackageNotFoundError:
            continue
    return _NOT_KNOWN


def _system() -> str:
    with contextlib.suppress(OSError):  # only Linux has it
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return f"{platform.system()} {platform.release()}"


def _session() -> str:
    """X11 or Wayland, and the desktop; nothing where there are no such variables."""
    session = os.environ.get("XDG_SESSION_TYPE", "").lower()
    desktops = os.environ.get("XDG_CURRENT_DESKTOP", "").split(":")
    known = [desktop for desktop in desktops if _DESKTOPS.fullmatch(desktop)]
    return ", ".join([*([session] if session in _SESSIONS else []), *known])


def _screen_facts() -> dict[str, str]:
    gui = sys.modules.get("PySide6.QtGui")
    application = gui.QGuiApplication.instance() if gui is not None else None
    if application is None:
        return {}
    screens = [
        f"{screen.size().width()} × {screen.size().height()}, {screen.devicePixelRatio():.0%}"
        for screen in application.screens()
    ]
    scale = os.environ.get("QT_SCALE_FACTOR", "")
    if re.fullmatch(r"[\d.]{1,8}", scale):
        screens.append(f"QT_SCALE_FACTOR {scale}")
    return {"Qt platform": application.platformName(), "Screens": "; ".join(screens)}


def _without_names(text: str) -> str:
    """A fact without the names of user and computer: a kernel's name may hold them."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    for name, instead in ((user, "<user>"), (socket.gethostname(), "<host>")):
        if len(name) >= _SHORTEST_NAME:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", instead, text, flags=re.IGNORECASE)
    return text
