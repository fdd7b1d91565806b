"""Style sheets of pages, in the colours of a theme; the application's has all controls."""

from __future__ import annotations

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
