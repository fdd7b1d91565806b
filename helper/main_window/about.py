"""Help > About Nonogram Helper."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import qVersion


def about_text() -> str:
    """Name, version and licence, and the versions to quote in a bug report."""
    try:
        number = version("nonogram-helper")
    except PackageNotFoundError:
        number = "(not installed)"
    return (
        f"<h3>Nonogram Helper {number}</h3>"
        "<p>Solve, draw and check nonograms by hand and by machine.</p>"
        "<p>Free software under the MIT licence.</p>"
        f"<p>Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}</p>"
    )
