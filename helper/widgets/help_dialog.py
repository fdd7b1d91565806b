"""The window that shows a page of the help."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

from PySide6.QtCore import QByteArray, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QPainter,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
)
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
from puzzles.words import help_text

_PAGE_MARGIN_PX = 24
_HEADING_GAPS_PX = (20, 6)
"""Above and below a heading."""
_ITEM_GAP_PX = 6
_ITEM_SPACE = "\N{EN SPACE}"
"""Between a bullet and its text, which Qt puts closer than a letter to the next one."""
_LINE_SPACING = 120
"""The distance of two lines of text, in percent of the font's own."""
MAX_PICTURE_PX = 520
"""The largest width of a picture on a page that is in a file."""
_PICTURE_SCALE = 2
"""How many pixels of the file a pixel of the page has, for screens with small ones."""
_PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
"""A picture in Markdown."""
_BORDER = "#8d8d9a"
"""Around pictures: visible in the light theme and in the dark one."""
_PICTURE_FORMAT = QImage.Format.Format_ARGB32_Premultiplied


class _Page(QTextBrowser):
    """A page whose pictures are no wider than its text."""

    def __init__(self) -> None:
        super().__init__()
        self._pictures: dict[str, QImage] = {}
        self._width_px = 0

    def show_pictures(self, names: Sequence[str]) -> None:
        """Show the pictures of the text, from the folder of the help."""
        folder = files("resources") / "help"
        for name in names:
            self._pictures[name] = QImage.fromData((folder / name).read_bytes())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Scale the pictures here, as Qt scales them without smoothing."""
        document, scale = self.document(), self.devicePixelRatioF()
        room = self.viewport().width() - 2 * round(document.documentMargin())
        width = max(1, min(MAX_PICTURE_PX, room))
        if width == self._width_px:
            return
        self._width_px = width
        for name, picture in self._pictures.items():
            smooth = Qt.TransformationMode.SmoothTransformation
            shown_px = min(width, picture.width() // _PICTURE_SCALE)
            image = picture.scaledToWidth(round(shown_px * scale), smooth)
            image = image.convertToFormat(_PICTURE_FORMAT)
            painter = QPainter(image)
            painter.setPen(QColor(_BORDER))
            painter.drawRect(image.rect().adjusted(0, 0, -1, -1))
            painter.end()
            image.setDevicePixelRatio(scale)
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)
        document.markContentsDirty(0, document.characterCount())


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
        self.text = _Page()
        self.text.setAccessibleName(title)
        self.text.setOpenExternalLinks(True)
        if page:
            source = files("resources") / "help" / f"{page}.md"
            page_text = help_text(source.read_text(encoding="utf-8"))
            for name, part in parts.items():
                page_text = page_text.replace(f"{{{name}}}", part)
            self.text.setMarkdown(page_text)
            _space(self.text.document())
            self.text.show_pictures(_PICTURE.findall(page_text))
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
    item_space_px = QFontMetricsF(document.defaultFont()).horizontalAdvance(_ITEM_SPACE)
    while block.isValid():
        level, form = block.blockFormat().headingLevel(), QTextBlockFormat()
        in_list = block.textList() is not None
        above, below = _HEADING_GAPS_PX if level else (0, _ITEM_GAP_PX if in_list else GAP_PX)
        form.setTopMargin(above if block.blockNumber() else 0)
        form.setBottomMargin(below)
        if not any(part.format.isImageFormat() for part in block.textFormats()):
            proportional = QTextBlockFormat.LineHeightTypes.ProportionalHeight
            form.setLineHeight(_LINE_SPACING, proportional.value)
        cursor.setPosition(block.position())
        if in_list:
            form.setLeftMargin(item_space_px)
            form.setTextIndent(-item_space_px)
            cursor.insertText(_ITEM_SPACE)
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
