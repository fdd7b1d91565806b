"""Check whether a window can be opened, before Qt tries.

Qt ends the process when it finds no display; this module returns a sentence instead. It does not
import Qt: it reads the environment, connects to the display and loads the plugin that Qt would
load. This takes a few milliseconds, which the window needs anyway.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from puzzles.system import SYSTEM
from puzzles.words import _, enumerated, listed, plural, worded

X11_LIBRARIES = (
    "libEGL.so.1",
    "libGL.so.1",
    "libX11-xcb.so.1",
    "libX11.so.6",
    "libdbus-1.so.3",
    "libfontconfig.so.1",
    "libfreetype.so.6",
    "libglib-2.0.so.0",
    "libxcb-cursor.so.0",
    "libxcb-icccm.so.4",
    "libxcb-image.so.0",
    "libxcb-keysyms.so.1",
    "libxcb-randr.so.0",
    "libxcb-render-util.so.0",
    "libxcb-render.so.0",
    "libxcb-shape.so.0",
    "libxcb-shm.so.0",
    "libxcb-sync.so.1",
    "libxcb-util.so.1",
    "libxcb-xfixes.so.0",
    "libxcb-xkb.so.1",
    "libxcb.so.1",
    "libxkbcommon-x11.so.0",
    "libxkbcommon.so.0",
)
"""The system libraries that Qt's X11 plugin links to."""


def why_no_display() -> str | None:
    """A sentence on why no window can be opened; ``None`` if one can.

    Only Linux is checked: other systems have a display, or Qt reports the error.
    """
    if not SYSTEM.is_linux:
        return None
    if find_spec("PySide6") is None:
        return _sentence(_("PySide6 is not installed"))
    reasons = []
    for platform in _platforms():
        if (reason := _why_not(platform)) is None:
            return None
        reasons.append(reason)
    return _sentence(
        listed(reasons) or _("there is no display (DISPLAY and WAYLAND_DISPLAY are not set)")
    )


def debian_package(library: str) -> str:
    """The Debian package that holds a library, by Debian's naming rule.

    >>> debian_package("libxcb-icccm.so.4"), debian_package("libX11.so.6")
    ('libxcb-icccm4', 'libx11-6')
    """
    name, _, version = library.lower().partition(".so.")
    if name in ("libglib-2.0", "libgthread-2.0"):
        return "libglib2.0-0"
    return f"{name}-{version}" if name[-1:].isdigit() else name + version


def _sentence(reason: str) -> str:
    return worded(
        "No window can be opened: {reason}; `nonogram solve FILE` works without one.", reason=reason
    )


def _platforms() -> Iterator[str]:
    """The platform plugins that Qt would try here, in its order."""
    if wanted := os.environ.get("QT_QPA_PLATFORM"):
        yield from (name.partition(":")[0] for name in wanted.split(";") if name)
        return
    on_wayland = os.environ.get("XDG_SESSION_TYPE") == "wayland"
    if on_wayland or "WAYLAND_DISPLAY" in os.environ or "WAYLAND_SOCKET" in os.environ:
        yield "wayland"
    if os.environ.get("DISPLAY"):
        yield "xcb"


def _why_not(platform: str) -> str | None:
    if platform == "xcb":
        return _why_no_plugin(platform) or _why_no_x11()
    if platform.startswith("wayland"):
        return _why_no_wayland() or _why_no_plugin(platform)
    return _why_no_plugin(platform)


def _why_no_x11() -> str | None:
    display = os.environ.get("DISPLAY")
    if not display:
        return _("DISPLAY is not set")
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = (ctypes.c_void_p,)
    xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return worded("the display {display} does not answer", display=display) if failed else None


def _why_no_wayland() -> str | None:
    import socket

    if "WAYLAND_SOCKET" in os.environ:
        return None  # the parent passed an open connection; a test would use it up
    name = os.environ.get("WAYLAND_DISPLAY") or "wayland-0"
    path = Path(os.environ.get("XDG_RUNTIME_DIR", "")) / name
    if not path.is_absolute():
        return _("XDG_RUNTIME_DIR is not set")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(str(path))
        except OSError:
            return worded("the Wayland display {name} does not answer", name=name)
    return None


def _why_no_plugin(platform: str) -> str | None:
    folders = [folder for folder in _plugin_folders() if folder.is_dir()]
    if not folders:
        return None  # Qt is installed in another way: let Qt report errors
    stem = "wayland" if platform.startswith("wayland") else platform
    named = [f"libq{stem}.so", f"libq{stem}-*.so"]
    plugins = [plugin for folder in folders for name in named for plugin in folder.glob(name)]
    if not plugins:
        return worded(
            "QT_QPA_PLATFORM asks for {platform!r}, for which Qt has no plugin here",
            platform=platform,
        )
    reasons = [_why_not_loadable(plugin) for plugin in plugins]
    return None if None in reasons else reasons[0]


def _plugin_folders() -> Iterator[Path]:
    """The folders in which Qt searches for platform plugins."""
    if extra := os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH"):
        yield from (Path(extra), Path(extra, "platforms"))
    for folder in filter(None, os.environ.get("QT_PLUGIN_PATH", "").split(os.pathsep)):
        yield Path(folder, "platforms")
    spec = find_spec("PySide6")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        yield Path(folder, "Qt", "plugins", "platforms")


def _why_not_loadable(library: Path) -> str | None:
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        return missing_libraries(error) or worded(
            "{name} cannot be loaded ({error})", name=library.name, error=error.__cause__ or error
        )
    return None


def missing_libraries(error: BaseException) -> str | None:
    """The libraries that are missing and what installs them, if an error is about one.

    Args:
        error: Of loading a library, or a module that needs one.
    """
    # In a frozen program another error, which does not name the library, is raised from this one.
    text = str(error.__cause__ or error)
    found = re.match(r"(\S+\.so\.\S+): cannot open shared object file", text)
    if found is None:
        return None
    missing = sorted({found[1]} | {name for name in X11_LIBRARIES if not _is_loadable(name)})
    packages = " ".join(dict.fromkeys(map(debian_package, missing)))
    return plural(
        len(missing),
        "system library missing: {missing} (`apt-get install {packages}` installs it)",
        "system libraries missing: {missing} (`apt-get install {packages}` installs them)",
        missing=enumerated(missing),
        packages=packages,
    )


def _is_loadable(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
