"""File > New From Text, and Paste: what is understood of a text, before it is opened."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.theme import Theme
from helper.author.author_check import AuthorCheck
from helper.author.author_work import MAX_QUICK, TextReading, read_text, read_text_work
from helper.author.badge import Badge
from helper.author.check_result import CheckResult, CheckStatus, unknown_note
from helper.paper.thumbnail import Thumbnail
from helper.play.moves import check_size
from helper.widgets.fields import PageChoiceBox
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note, show_kind
from helper.widgets.progress_task import run_beside
from puzzles import FormatError, Puzzle
from puzzles.formats import Document
from puzzles.notation import clues_text
from puzzles.titles import shortened
from puzzles.words import _, capitalized, cut, plural, worded

_WIDTH_PX = 640
_NARROW_PX = 520
"""In a narrower dialog the board is above what is said of it."""
_TEXT_PX = 150
"""The least height of the text."""
_BOARD_PX = 220
"""The longer side of the board."""
_MAX_SHOWN = 70
"""Characters of the clues of a list."""
_PAUSE_MS = 200
"""How long the text must not change before it is read."""
_MAX_FIELD = 100_000
"""Characters that the field shows: Qt takes seconds to lay out a line of more."""


class SharedTextDialog(PageDialog):
    """A text, and beside a small board what is understood of it."""

    def __init__(
        self,
        theme: Theme,
        check: AuthorCheck,
        text: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Make the dialog.

        Args:
            theme: The colours.
            check: Counts the solutions; its owner closes it.
            text: What is shown at first.
            parent: The window.
        """
        super().__init__(_("New From Text"), parent, _WIDTH_PX)
        self._check = check
        self._text = text
        """The whole text; the field may show its beginning only."""
        self._reading = TextReading()
        self._is_swapped = False
        self.choice = PageChoiceBox()
        self.choice.setAccessibleName(_("Puzzles in the text"))
        self.choice.activated.connect(self._show)
        self.document: Document | None = None
        """The puzzle as it is shown; ``None`` if there is none."""
        self.field = QPlainTextEdit(text[:_MAX_FIELD])
        self.field.setAccessibleName(_("Text with clues"))
        self.field.setPlaceholderText(
            _("Paste or type two lists of clues, such as\nRows: 1 1, 3, 1\nColumns: 2, 1 1, 2")
        )
        self.field.setTabChangesFocus(True)
        self.board, self.message = QLabel(), note()
        self.board.setFixedSize(_BOARD_PX, _BOARD_PX)
        self.board.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.rows, self.columns = note(), note()
        self.swap = QPushButton(_("S&wap Rows and Columns"))
        self.swap.clicked.connect(self._swap)
        self.badge = Badge(theme, may_wrap=True)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._read)
        self._lay_out()
        self.field.textChanged.connect(self._text_changed)
        check.changed.connect(self._show_result)
        self._read()
        self.fit_screen()
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        (self.field if self.document is None else ok).setFocus()  # Enter opens what is understood

    def _lay_out(self) -> None:
        facts = QVBoxLayout()
        facts.setSpacing(GAP_PX)
        facts.addWidget(self.choice)
        for label in (self.rows, self.columns):
            show_kind(label, "")
            facts.addWidget(label)
        facts.addWidget(self.swap, 0, Qt.AlignmentFlag.AlignLeft)
        facts.addWidget(self.badge)
        facts.addWidget(self.message)
        facts.addStretch()
        self._below = QHBoxLayout()
        self._below.setSpacing(MARGIN_PX)
        self._below.addWidget(self.board, 0, Qt.AlignmentFlag.AlignTop)
        self._below.addLayout(facts, 1)
        above = QWidget()
        above.setMinimumHeight(_TEXT_PX)  # style sheets have that of the field
        room = QVBoxLayout(above)
        room.setContentsMargins(0, 0, 0, 0)
        room.addWidget(self.field)
        page = QVBoxLayout(self.page)
        page.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        page.setSpacing(GAP_PX)
        page.addWidget(above, 1)
        page.addLayout(self._below)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = self.add_buttons(kinds.Ok | kinds.Cancel, accept=self._accept_if_read)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        is_narrow = event.size().width() < _NARROW_PX
        self._below.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)

    def _text_changed(self) -> None:
        self._text = self.field.toPlainText()
        self._pause.start()

    def _accept_if_read(self) -> None:
        if self._pause.isActive():
            self._read()
        if self.document is not None:
            self.accept()

    def _swap(self) -> None:
        self._is_swapped = not self._is_swapped
        self._show()

    def _read(self) -> None:
        self._pause.stop()
        if not self._text.strip():
            self._reading = TextReading()
        elif len(self._text) <= MAX_QUICK:
            self._reading = read_text(self._text)
        else:
            self._reading = self._read_beside()
        self._offer()
        self._show()

    def _read_beside(self) -> TextReading:
        """Read a long text in a child process."""
        work = partial(read_text_work, self._text)
        window = self if self.isVisible() else self.parentWidget() or self
        found, problem = run_beside(window, self.windowTitle(), _("Reading the text …"), work)
        if isinstance(found, TextReading):
            return found
        return TextReading(problem=worded("{sentence}.", sentence=capitalized(problem)))

    def _offer(self) -> None:
        """Offer the puzzles that were understood, if there are several."""
        documents = self._reading.documents
        self.choice.clear()
        self.choice.addItems([_entry(n, each.puzzle) for n, each in enumerate(documents, 1)])
        self.choice.setVisible(len(documents) > 1)

    def _show(self) -> None:
        """Show what was understood of the chosen puzzle."""
        documents, problem = self._reading.documents, self._reading.problem
        document = documents[max(0, self.choice.currentIndex())] if documents else None
        if document is not None and self._is_swapped:
            document = document.swapped()
        try:
            if document is not None:
                check_size(document.puzzle, "")
        except FormatError as error:
            document, problem = None, worded("{sentence}.", sentence=capitalized(error.problem))
        self.document = document
        self.swap.setVisible(document is not None)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(document is not None)
        if document is None:
            self._show_nothing(problem)
        else:
            self._show_puzzle(document)

    def _show_nothing(self, problem: str) -> None:
        lines = self._reading.lines
        count = plural(len(lines), "{count} line", "{count} lines") if lines else ""
        self.rows.setText(_with_clues(count, lines) if lines else "")
        self.rows.setVisible(bool(lines))
        self.columns.hide()
        self.board.clear()
        self._check.drop()
        self._say(problem, "error" if problem else "")

    def _show_puzzle(self, document: Document) -> None:
        puzzle = document.puzzle
        texts = [clues_text(puzzle.clues_of(line), puzzle.palette, " ") for line in puzzle.lines]
        rows = plural(puzzle.height, "{count} row", "{count} rows")
        columns = plural(puzzle.width, "{count} column", "{count} columns")
        self.rows.setText(_with_clues(rows, texts[: puzzle.height]))
        self.columns.setText(_with_clues(columns, texts[puzzle.height :]))
        self.rows.show()
        self.columns.show()
        ratio = self.devicePixelRatio()
        image = Thumbnail(document, round(_BOARD_PX * ratio)).image()
        image.setDevicePixelRatio(ratio)
        self.board.setPixmap(QPixmap.fromImage(image))
        self.board.setAccessibleName(
            worded("A board with {rows} and {columns}", rows=rows, columns=columns)
        )
        self._check.examine(puzzle)
        self._say_notes()

    def _show_result(self, result: CheckResult | None) -> None:
        self.badge.show_result(result)
        self._say_notes()

    def _say_notes(self) -> None:
        """What a person should look at."""
        document, result = self.document, self._check.result
        if document is None:
            return
        notes, count = [*document.notes], len(self._reading.documents)
        if count > 1:
            text = _("The text has {count:,} puzzles. The one that is shown will be opened.")
            notes.insert(0, worded(text, count=count))
        if unknown := document.puzzle.unknown_lines:
            notes.append(unknown_note(len(unknown)))
        if result is not None and result.kind is CheckStatus.NONE:
            notes.insert(0, result.advice)
        self._say("\n".join(notes), "")

    def _say(self, text: str, kind: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))
        show_kind(self.message, kind)
        QTimer.singleShot(0, self, self.grow)


def _entry(number: int, puzzle: Puzzle) -> str:
    """A puzzle of several in the list."""
    size = worded("{width} × {height}", width=puzzle.width, height=puzzle.height)
    if title := shortened(puzzle.title):
        return worded("{number}: {title}, {size}", number=number, title=title, size=size)
    return worded("{number}: {size}", number=number, size=size)


def _with_clues(count: str, texts: Iterable[str]) -> str:
    """The number of lines, and their clues as far as there is room."""
    clues = cut("; ".join(texts), _MAX_SHOWN)
    return worded("{lines}: {clues}", lines=count, clues=clues)
