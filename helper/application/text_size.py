"""The size of text and controls: as the player chose, or as the system asks.

Everything in the windows has a size in px of Qt, and fits a screen of 512 x 350 of them. So text of
200 % is a screen whose px are twice as large: Qt scales text, icons, controls and the board
together, and nothing is cut on a screen of 1024 x 700. Qt takes the factor when the application
begins, so another choice applies from the next start.

Qt itself follows the text size of X11 (``Xft.dpi``), and the scale of the screen everywhere. What
it does not follow is asked here: the text size of Windows, and of GNOME and KDE.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from helper.application.private import open_regular
from helper.application.settings import TextSize, stored_text_size
from puzzles.system import SYSTEM

_log = logging.getLogger(__name__)
_FACTOR = "QT_SCALE_FACTOR"
MAX_FACTOR = 2.25
"""The largest text size of Windows."""
_KDE_POINTS = 10.0
"""The size of KDE's general font, in points, unless the player changes it."""
_ANSWER_S = 0.5
"""How long the desktop may take to answer, which it does in 0.02 s."""


_started = {"size": TextSize.SYSTEM}
_factor_at_start = [1.0]
"""The factor with which the application began."""


def size_at_start() -> TextSize:
    """The choice with which the application began."""
    return _started["size"]


def factor_at_start() -> float:
    """The factor of all sizes with which the application began."""
    return _factor_at_start[-1]


@contextlib.contextmanager
def text_scaled() -> Iterator[None]:
    """Let a ``QApplication`` that is made inside have the size; it is not inherited by others."""
    before = os.environ.get(_FACTOR)
    _started["size"] = stored_text_size()
    factor = factor_of(_started["size"])
    _factor_at_start[:] = [factor]
    if factor != 1:
        with contextlib.suppress(ValueError):  # Qt ignores what is no number, too
            factor *= float(before or 1)
        os.environ[_FACTOR] = f"{factor:g}"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_FACTOR, None)
        else:
            os.environ[_FACTOR] = before


def factor_of(size: TextSize) -> float:
    """The factor of all sizes, 1 to :data:`MAX_FACTOR`."""
    if size is not TextSize.SYSTEM:
        return int(size.value) / 100
    try:
        factor = _system_factor()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        _log.info("the system does not say how large text is to be: %s", error)
        return 1.0
    return min(max(factor, 1.0), MAX_FACTOR)


def _system_factor() -> float:
    """What the system asks for beyond what Qt follows by itself."""
    if not SYSTEM.is_linux:
        return SYSTEM.text_factor() or 1.0
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "").upper()
    if "KDE" in desktop:
        folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        with open_regular(Path(folder) / "kdeglobals") as file:
            return kde_factor(file.read().decode("utf-8"))
    if is_asked_of_gnome(os.environ):
        return _gnome_factor()
    return 1.0


def is_asked_of_gnome(environment: Mapping[str, str]) -> bool:
    """Whether Qt runs on Wayland in a desktop of GNOME's kind: on X11 it follows by itself.

    >>> is_asked_of_gnome({"WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"})
    True
    >>> is_asked_of_gnome({"DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "GNOME"})
    False
    """
    platform = environment.get("QT_QPA_PLATFORM", "wayland")
    desktop = environment.get("XDG_CURRENT_DESKTOP", "").upper()
    is_wayland = bool(environment.get("WAYLAND_DISPLAY")) and platform.startswith("wayland")
    return is_wayland and any(name in desktop for name in ("GNOME", "UNITY", "CINNAMON"))


def _gnome_factor() -> float:
    program = shutil.which("gsettings")
    if program is None:
        return 1.0
    key = ["org.gnome.desktop.interface", "text-scaling-factor"]
    answer = subprocess.run(
        [program, "get", *key], capture_output=True, text=True, timeout=_ANSWER_S, check=True
    )
    return float(answer.stdout)


def kde_factor(text: str) -> float:
    """The factor that KDE's settings ask for: by the size of the general font.

    Args:
        text: The file ``kdeglobals``.

    >>> kde_factor("[General]\\nfont=Noto Sans,15,-1,5,400\\n"), kde_factor("[Icons]\\n")
    (1.5, 1.0)
    """
    is_general = False
    for line in text.splitlines():
        if line.startswith("["):
            is_general = line.strip() == "[General]"
        elif is_general and line.startswith("font="):
            points = line.partition("=")[2].split(",")[1:2]
            return float(points[0]) / _KDE_POINTS if points else 1.0
    return 1.0
