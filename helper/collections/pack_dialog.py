"""Home > Make Pack: puzzles in an order, with a name, an author and a licence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence, QPixmap, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.paper.thumbnail import Thumbnail
from helper.widgets.buttons import click_on_enter
from helper.widgets.choices import Choices
from helper.widgets.fields import PageChoiceBox, license_box
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note
from puzzles.formats import Document
from puzzles.formats.boards import picture_of
from puzzles.model import Puzzle
from puzzles.titles import public_title
from puzzles.words import _, in_context, plural, worded

_WIDTH_PX = 640
_ICON_PX = 40
_LIST_PX = 216
"""The least height of the list: five puzzles."""
_DEFAULT_NAME = _("My Pack")


class PackDialog(PageDialog):
    """Orders puzzles and asks what is made of them; whoever makes it connects the three actions."""

    def __init__(self, puzzles: Sequence[Puzzle], name: str, parent: QWidget | None = None) -> None:
        """Show the puzzles.

        Args:
            puzzles: One or more.
            name: The proposed name; empty for one of the program.
            parent: The window.
        """
        super().__init__(_("Make Pack"), parent, _WIDTH_PX)
        self._puzzles = list(puzzles)
        self._has_picture = [picture_of(Document(puzzle)) is not None for puzzle in puzzles]
        self.name = QLineEdit(name or _DEFAULT_NAME)
        self.author = QLineEdit()
        self.author.setPlaceholderText(_("where a puzzle names none"))
        self.license = license_box()
        self.cover = PageChoiceBox()
        self.cover.setToolTip(_("Its solved picture is on the title page of the book"))
        self.list = QListWidget()
        self.list.setAccessibleName(_("Puzzles of the pack, in their order"))
        self.list.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.list.setMinimumHeight(_LIST_PX)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        for number, puzzle in enumerate(puzzles):
            self.list.addItem(self._item(number, puzzle))
        self.list.setCurrentRow(0)
        self.up, self.down = QPushButton(_("Move &Up")), QPushButton(_("Move &Down"))
        self.remove = QPushButton(_("Remo&ve"))
        self.up.setToolTip(_("Earlier in the pack (Alt+Up)"))
        self.down.setToolTip(_("Later in the pack (Alt+Down)"))
        self.remove.setToolTip(_("Leave the puzzle out of the pack; it stays in the library (Del)"))
        for button, keys, call in (
            (self.up, "Alt+Up", lambda: self._move(-1)),
            (self.down, "Alt+Down", lambda: self._move(1)),
            (self.remove, "Del", self._remove),
        ):
            click_on_enter(button)
            button.clicked.connect(call)
            context = Qt.ShortcutContext.WidgetShortcut
            QShortcut(QKeySequence(keys), self.list, context=context).activated.connect(call)
        self.list.currentRowChanged.connect(self._follow)
        self.list.model().rowsMoved.connect(self._follow)
        self.told = note()
        self.count = note()
        self.file = self._way(
            "pack_file", _("File…"), _("A pack that this program imports as a shelf of its own")
        )
        self.book = self._way(
            "pack_book", _("Book…"), _("Pages to print or to save as PDF, with a title page")
        )
        self.web_page = self._way(
            "pack_page", _("Page to Play…"), _("One web page on which the puzzles stand on a shelf")
        )
        self.choices = Choices((self.file, self.book, self.web_page))
        self.choices.chosen.connect(lambda way: way.trigger())
        self._lay_out()
        self._follow()
        self.name.selectAll()
        self.name.setFocus()
        self.fit_screen()

    def _way(self, name: str, text: str, tip: str) -> QAction:
        way = QAction(text, self)
        way.setObjectName(name)
        way.setToolTip(tip)
        return way

    def _item(self, number: int, puzzle: Puzzle) -> QListWidgetItem:
        item = QListWidgetItem()
        picture = Thumbnail(Document(replace(puzzle, goal="")), 2 * _ICON_PX).image()
        item.setIcon(QIcon(QPixmap.fromImage(picture)))
        item.setData(Qt.ItemDataRole.UserRole, number)
        return item

    def _text(self, row: int) -> str:
        """A puzzle with its number in the pack; a title that tells its picture is not shown."""
        puzzle = self._puzzles[self._number(row)]
        size = worded("{width} × {height}", width=puzzle.width, height=puzzle.height)
        if title := public_title(puzzle.title):
            return worded("No. {number}: {title}, {size}", number=row + 1, title=title, size=size)
        return worded("No. {number}: {size}", number=row + 1, size=size)

    def _number(self, row: int) -> int:
        """The place at which the puzzle in a row was at first."""
        return int(self.list.item(row).data(Qt.ItemDataRole.UserRole))

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setSpacing(GAP_PX)
        form.addRow(_("&Name"), self.name)
        form.addRow(_("&Author"), self.author)
        form.addRow(_("&Licence"), self.license)
        form.addRow(_("&Cover"), self.cover)
        form.setRowVisible(self.cover, any(self._has_picture))
        buttons = QVBoxLayout()
        buttons.setSpacing(GAP_PX)
        for button in (self.up, self.down, self.remove):
            buttons.addWidget(button)
        buttons.addStretch()
        order = QHBoxLayout()
        order.setSpacing(GAP_PX)
        order.addWidget(self.list, 1)
        order.addLayout(buttons)
        page = QVBoxLayout(self.page)
        page.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        page.setSpacing(GAP_PX)
        page.addLayout(form)
        page.addLayout(order, 1)
        page.addWidget(self.count)
        page.addWidget(self.choices)
        page.addWidget(self.told)
        self.add_buttons(QDialogButtonBox.StandardButton.Close)

    @property
    def pack_name(self) -> str:
        """The name of the pack."""
        return " ".join(self.name.text().split()) or _DEFAULT_NAME

    @property
    def pack(self) -> list[Puzzle]:
        """The puzzles in their order, with author and licence where they name none."""
        author = " ".join(self.author.text().split())
        license_ = " ".join(self.license.currentText().split())
        return [
            replace(puzzle, author=puzzle.author or author, license=puzzle.license or license_)
            for puzzle in (self._puzzles[self._number(row)] for row in range(self.list.count()))
        ]

    @property
    def cover_row(self) -> int | None:
        """The place in the pack of the puzzle whose picture is the cover; ``None`` without one."""
        number = self.cover.currentData()
        rows = (row for row in range(self.list.count()) if self._number(row) == number)
        return next(rows, None)

    def tell(self, sentence: str) -> None:
        """Say what was done."""
        self.told.setText(sentence)
        self.scroll_to(self.told)

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            self.list.insertItem(row + step, self.list.takeItem(row))
            self.list.setCurrentRow(row + step)

    def _remove(self) -> None:
        if self.list.count() > 1:
            self.list.takeItem(self.list.currentRow())
            self._follow()

    def _follow(self) -> None:
        row, count = self.list.currentRow(), self.list.count()
        chosen = self.cover.currentData()
        self.cover.clear()
        self.cover.addItem(in_context("a cover", "None"))
        for place in range(count):
            self.list.item(place).setText(self._text(place))
            if self._has_picture[number := self._number(place)]:
                self.cover.addItem(self._text(place), number)
        self.cover.setCurrentIndex(max(0, self.cover.findData(chosen)))
        self.up.setEnabled(row > 0)
        self.down.setEnabled(row + 1 < count)
        self.remove.setEnabled(count > 1)
        self.count.setText(plural(count, "{count} puzzle", "{count} puzzles"))
