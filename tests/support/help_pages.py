"""Pages of the help without a main window."""

from __future__ import annotations

from helper.widgets.help_dialog import HelpDialog, HelpPage, file_text


def page_dialog(page: str) -> HelpDialog:
    """A dialog of one page, which is a file of the help."""
    dialog = HelpDialog([HelpPage(page, "Help", lambda: file_text(page))])
    dialog.show_page(page)
    return dialog
