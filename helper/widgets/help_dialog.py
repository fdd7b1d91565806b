"""The window that shows a page of the help."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt, QUrl
from PySide6.QtGui import QImage, QPainter, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtSvg import QSvgRenderer
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

_PAGE_MARGIN_PX = 24
_HEADING_GAPS_PX = (20, 6)
"""Above and below a heading."""
_ITEM_GAP_PX = 6
_LINE_SPACING = 120
"""The distance of two lines of text, in percent of the font's own."""
_PICTURE_FORMAT = QImage.Format.Format_ARGB32_Premultiplied


class HelpDialog(QDialog):
    """Shows one page, ``resources/help/<page>.md``.

    ``{name}`` in a page is replaced by the argument of that name.
    """

    @classmethod
    def of_text(
        cls, text: str, title: str, parent: QWidget | None, pictures: Mapping[str, bytes]
    ) -> HelpDialog:
        """A page that is not in a file.

        Args:
            text: Markdown.
            title: The title of the window.
            parent: The window beside which it is shown.
            pictures: The program's own pictures in the text as SVG, by name.
        """
        dialog = cls("", title, parent)
        dialog.text.setMarkdown(text)
        _space(dialog.text.document())
        scale, document = dialog.devicePixelRatioF(), dialog.text.document()
        for name, svg in pictures.items():
            image = _drawn(svg, scale)
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)
        document.markContentsDirty(0, document.characterCount())
        return dialog

    def __init__(self, page: str, title: str, parent: QWidget | None = None, **parts: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(True)
        if page:
            source = files("resources") / "help" / f"{page}.md"
            page_text = source.read_text(encoding="utf-8")
            for name, part in parts.items():
                page_text = page_text.replace(f"{{{name}}}", part)
            self.text.setMarkdown(page_text)
            _space(self.text.document())
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


def _space(document: QTextDocument) -> None:
    """Set headings apart from what is before them, and paragraphs and lines from one another."""
    document.setDocumentMargin(_PAGE_MARGIN_PX)
    cursor, block = QTextCursor(document), document.begin()
    while block.isValid():
        level, form = block.blockFormat().headingLevel(), QTextBlockFormat()
        in_list = block.textList() is not None
        above, below = _HEADING_GAPS_PX if level else (0, _ITEM_GAP_PX if in_list else GAP_PX)
        form.setTopMargin(above if block.blockNumber() else 0)
        form.setBottomMargin(below)
        form.setLineHeight(_LINE_SPACING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setPosition(block.position())
        if cursor.currentTable() is None:
            cursor.mergeBlockFormat(form)
        block = block.next()


def _drawn(svg: bytes, scale: float) -> QImage:
    """A picture at a scale of the screen."""
    renderer = QSvgRenderer(QByteArray(svg))
    image = QImage(renderer.defaultSize() * scale, _PICTURE_FORMAT)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        renderer.render(painter)
    finally:
        painter.end()
    image.setDevicePixelRatio(scale)
    return image
