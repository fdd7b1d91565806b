"""Style sheets of pages, in the colours of a theme; the application's has all controls."""

from __future__ import annotations

from PySide6.QtGui import QColor

from helper.application.theme import Theme

PRIMARY = "primary"
"""The property of the button that is most likely wanted: it is filled with the accent colour."""

COMPACT = "compact"
"""The property of buttons side by side where there is little room."""

IN_ROW = "in-row"
"""The property of buttons in the rows of a table."""


def colored(sheet: str, theme: Theme) -> str:
    """A style sheet with the theme's colours in place of ``{window}``, ``{accent}`` and so on."""
    return sheet.format(**vars(theme))


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A mixture of two colours; ``share``: of the first one, 0 to 1."""
    return QColor(
        *(
            round(a * share + b * (1 - share))
            for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
        )
    )
