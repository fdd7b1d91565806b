"""The window that shows the pages of the help."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

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
    QListWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from helper.widgets.fields import PageChoiceBox
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX
from puzzles.words import _, help_text

_LIST_PX, _NARROW_PX = 208, 600
"""The width of the list; in a narrower window a box has the pages."""
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
        self._drawings: Mapping[str, bytes] = {}
        self._width_px = 0

    def show_pictures(self, names: Sequence[str], drawings: Mapping[str, bytes]) -> None:
        """Show the pictures of the text.

        Args:
            names: Of those in the folder of the help.
            drawings: Others as SVG, by name.
        """
        folder = files("resources") / "help"
        self._drawings = drawings
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
        for name, svg in self._drawings.items():
            image = _drawn(svg, scale, room)
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)
        document.markContentsDirty(0, document.characterCount())


class HelpPage(NamedTuple):
    """A page of the help."""

    id: str
    title: str
    load: Callable[[], HelpText]
    """Its text; called each time that it is shown."""
    may_change: bool = False
    """Whether what it is made of may come later, or change."""


class HelpText(NamedTuple):
    """The text of a page in Markdown, and its pictures."""

    markdown: str
    drawings: Mapping[str, bytes] = {}
    """The program's own pictures in the text as SVG, by name; others are files of the help."""


def file_text(page: str, **parts: str) -> HelpText:
    """The text of ``resources/help/<page>.md``; ``{name}`` in it is replaced by that part."""
    source = files("resources") / "help" / f"{page}.md"
    text = help_text(source.read_text(encoding="utf-8"))
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return HelpText(text)


class HelpDialog(QDialog):
    """A list of pages, and the page that is chosen in it."""

    def __init__(self, pages: Sequence[HelpPage], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Help"))
        self._pages = pages
        self.list = QListWidget()
        self.list.setObjectName("pages")
        self.list.setAccessibleName(_("Pages of the help"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setWordWrap(True)
        self.list.addItems([page.title for page in pages])
        self.list.currentRowChanged.connect(self._show_row)
        self.choice = PageChoiceBox()
        self.choice.setAccessibleName(_("Pages of the help"))
        self.choice.addItems([page.title for page in pages])
        self.choice.currentIndexChanged.connect(self.list.setCurrentRow)
        self.choice.hide()
        self.text = QTextBrowser()
        self._shown = HelpText("")
        self._place = QVBoxLayout()
        self._place.addWidget(self.choice)
        self._place.addWidget(self.text, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.accept)
        foot = QFrame()
        foot.setObjectName("foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(MARGIN_PX, GAP_PX, MARGIN_PX, GAP_PX)
        row.addWidget(buttons)
        both = QHBoxLayout()
        both.setContentsMargins(GAP_PX, GAP_PX, GAP_PX, 0)
        both.setSpacing(GAP_PX)
        both.addWidget(self.list)
        both.addLayout(self._place, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(both, 1)
        layout.addWidget(foot)
        room = self.screen().availableSize()
        self.resize(min(860, room.width() * 9 // 10), min(640, room.height() * 9 // 10))
        self.list.setFixedWidth(_LIST_PX)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        is_narrow = event.size().width() < _NARROW_PX
        self.list.setHidden(is_narrow)
        self.choice.setVisible(is_narrow)

    def show_page(self, page: str) -> None:
        """Show a page, by its id."""
        row = next(k for k, each in enumerate(self._pages) if each.id == page)
        if self.list.currentRow() == row:
            self._show_row(row)
        self.list.setCurrentRow(row)

    def show_anew(self) -> None:
        """Show the page that is shown once more if its text is another one now."""
        row = self.list.currentRow()
        if self._pages[row].may_change and self._pages[row].load() != self._shown:
            self._show_row(row)

    def _show_row(self, row: int) -> None:
        self.choice.setCurrentIndex(row)
        page = self._pages[row]
        text, shown = page.load(), _Page()
        self._shown = text
        shown.setObjectName("help")
        shown.setAccessibleName(page.title)
        shown.setOpenExternalLinks(True)
        shown.setMarkdown(text.markdown)
        _space(shown.document())
        in_files = [name for name in _PICTURE.findall(text.markdown) if name not in text.drawings]
        shown.show_pictures(in_files, text.drawings)
        self._place.replaceWidget(self.text, shown)
        self.text.hide()
        self.text.deleteLater()
        self.text = shown
        shown.show()


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


def _drawn(svg: bytes, scale: float, room_px: int) -> QImage:
    """A picture at a scale of the screen, not wider than the room."""
    renderer = QSvgRenderer(QByteArray(svg))
    size = renderer.defaultSize()
    if size.width() > room_px:
        size = size * (room_px / size.width())
    image = QImage(size * scale, _PICTURE_FORMAT)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        renderer.render(painter)
    finally:
        painter.end()
    image.setDevicePixelRatio(scale)
    return image
