"""The window that shows a page of the help."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from helper.widgets.page_dialog import GAP_PX, MARGIN_PX


class HelpDialog(QDialog):
    """Shows one page, ``resources/help/<page>.md``.

    ``{name}`` in a page is replaced by the argument of that name.
    """

    def __init__(self, page: str, title: str, parent: QWidget | None = None, **parts: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(True)
        source = files("resources") / "help" / f"{page}.md"
        page_text = source.read_text(encoding="utf-8")
        for name, part in parts.items():
            page_text = page_text.replace(f"{{{name}}}", part)
        self.text.setMarkdown(page_text)
        self.text.setObjectName("help")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.accept)
        foot = QFrame()
        foot.setObjectName("foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(MARGIN_PX, GAP_PX, MARGIN_PX, GAP_PX)
        row.addWidget(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.text, 1)
        layout.addWidget(foot)
        room = self.screen().availableSize()
        self.resize(min(640, room.width() * 9 // 10), min(620, room.height() * 9 // 10))
