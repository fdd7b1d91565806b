"""The list of a scan of many: every puzzle of files, pages and folders, to be checked in turn."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.collection_store import SCANNED_TITLE
from helper.application.theme import Theme, ThemeManager
from helper.application.typeface import strong
from helper.review.board_rows import BoardRowDelegate, BoardRows
from helper.review.listed_boards import BoardState, ListedBoard, boards_of_page, summary
from helper.review.page_queue import PageQueue
from helper.review.page_work import PageScan, name_of_source
from helper.widgets.buttons import click_on_enter
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX
from helper.widgets.progress_task import show_share
from helper.widgets.style import PRIMARY
from puzzles.titles import title_of_file
from puzzles.words import _, in_context, paragraph, plural, worded
from recognizer.source import SourceData
from recognizer.wording import without_name

_COLLECTION = _(SCANNED_TITLE)
"""The title of a collection if the puzzles have no file or folder in common."""


class ScanListWindow(QDialog):
    """Shows what was read, and hands puzzles on.

    Signals:
        check_requested: :class:`ListedBoard` whose numbers the player wants to check.
        open_requested: :class:`ListedBoard` that the player wants to solve.
        collect_requested: ``list`` of :class:`ListedBoard`, to be put into a collection.
        rows_changed: Something is to be kept in case of a crash.
    """

    check_requested = Signal(object)
    open_requested = Signal(object)
    collect_requested = Signal(object)
    rows_changed = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlags(
            Qt.WindowType.Window
            | Qt.WindowType.WindowMinMaxButtonsHint
            | Qt.WindowType.WindowCloseButtonHint
        )
        self._numbers: dict[SourceData, int] = {}
        """The files in the order of choosing."""
        self._names: dict[SourceData, str] = {}
        """The names of what is no file."""
        self._again: set[SourceData] = set()
        """The files of which something is read again: what is kept of them stays."""
        self._is_stopped = False
        self._is_chosen = False
        """Whether the player has selected a row; before, the first one is selected."""
        self.queue = PageQueue(self)
        self.rows = BoardRows(self)
        self.heading = QLabel()
        self.heading.setFont(strong(self.heading.font()))
        self.heading.setWordWrap(True)
        self.bar = QProgressBar()
        self.stop_button = QPushButton(_("Sto&p"))
        self.stop_button.setToolTip(_("Read no more; what was read stays in the list"))
        self.view = QListView()
        self.view.setModel(self.rows)
        self.view.setAccessibleName(_("Scanned puzzles"))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.delegate = BoardRowDelegate(self.view, themes.theme)
        self.view.setItemDelegate(self.delegate)
        self.check_button = QPushButton(in_context("check what was read", "&Check"))
        self.check_button.setToolTip(_("Compare the numbers with the picture (Enter)"))
        self.check_button.setProperty(PRIMARY, True)
        self.open_button = QPushButton(_("&Open Puzzle"))
        self.open_button.setToolTip(_("Put this puzzle on the board"))
        self.collect_button = QPushButton(_("&Add to Collection"))
        self.again_button = QPushButton(_("&Read Again"))
        self.again_button.setToolTip(_("Read the page of the selected puzzle again (F5)"))
        self.close_button = QPushButton(_("C&lose"))
        self._lay_out()
        self._connect(themes)
        self._show()
        room = self.screen().availableSize()
        self.resize(min(720, room.width() * 19 // 20), min(640, room.height() * 9 // 10))
        self.view.setFocus()

    def _lay_out(self) -> None:
        self._reading = QWidget()
        reading = QHBoxLayout(self._reading)
        reading.setContentsMargins(0, 0, 0, 0)
        reading.addWidget(self.bar, 1)
        reading.addWidget(self.stop_button)
        head = QVBoxLayout()
        head.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, GAP_PX)
        head.setSpacing(GAP_PX)
        told = QHBoxLayout()
        told.addWidget(self.heading, 1)
        told.addWidget(self.again_button)
        head.addLayout(told)
        head.addWidget(self._reading)
        foot = QFrame()
        foot.setObjectName("foot")
        last = QHBoxLayout(foot)
        last.setContentsMargins(MARGIN_PX, GAP_PX, MARGIN_PX, GAP_PX)
        last.addWidget(self.collect_button)
        last.addStretch(1)
        for button in (self.close_button, self.open_button, self.check_button):
            last.addWidget(button)
        for button in (
            self.stop_button, self.again_button, self.collect_button, self.close_button,
            self.open_button, self.check_button,
        ):  # fmt: skip
            click_on_enter(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.view, 1)
        layout.addWidget(foot)

    def _connect(self, themes: ThemeManager) -> None:
        themes.changed.connect(self._theme_changed)
        self.queue.page_read.connect(self.add_page)
        self.queue.failed.connect(self._add_failure)
        self.queue.progressed.connect(self._show)
        self.queue.finished.connect(self._show)
        self.stop_button.clicked.connect(self._stop)
        self.view.activated.connect(lambda _: self._check())
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.check_button.clicked.connect(self._check)
        self.open_button.clicked.connect(self._open)
        self.again_button.clicked.connect(self._read_again)
        QShortcut(QKeySequence("F5"), self, self._read_again)
        self.collect_button.clicked.connect(lambda: self.collect_requested.emit(self.ready))
        self.close_button.clicked.connect(self.reject)

    @property
    def boards(self) -> list[ListedBoard]:
        """All rows in their order."""
        return self.rows.boards

    @property
    def ready(self) -> list[ListedBoard]:
        """The puzzles of which nothing is left to check and that are in no collection."""
        return [board for board in self.boards if board.state is BoardState.READY]

    @property
    def current(self) -> ListedBoard | None:
        """The selected row."""
        index = self.view.currentIndex()
        return self.boards[index.row()] if index.isValid() else None

    @property
    def collection_title(self) -> str:
        """The title of a collection of these puzzles: the file's or folder's, if there is one."""
        sources = {board.source for board in self.boards if board.state is not BoardState.NONE}
        # Those with a name of their own are no files of the player: a phone's pictures.
        paths = [
            source
            for source in sources
            if not isinstance(source, bytes) and source not in self._names
        ]
        if len(sources) == 1 and paths:
            return title_of_file(paths[0].name) or _COLLECTION
        folders = {path.absolute().parent for path in paths}
        if len(folders) == 1 and len(paths) == len(sources):
            # A folder has no ending, even if its name has a full stop.
            return title_of_file(f"{next(iter(folders)).name}.folder") or _COLLECTION
        return _COLLECTION

    def name_of(self, source: SourceData) -> str:
        """The name of a file for the player."""
        return self._names.get(source) or name_of_source(source)

    def read(self, sources: Iterable[SourceData], kind: str = "") -> None:
        """Read files; their puzzles are added as they are read.

        Args:
            sources: The files, or the bytes of a picture.
            kind: See :meth:`add_page`.
        """
        sources = list(sources)
        self._again.difference_update(sources)
        self._is_stopped = False
        for source in sources:
            self._number(source, kind)
        self.queue.add(sources)
        self._show()

    def add_page(self, source: SourceData, scan: PageScan, kind: str = "") -> None:
        """Add the puzzles of a page that was read.

        Args:
            source: The file, or the bytes of a picture.
            scan: What was read.
            kind: What a picture is that is no file; these are counted: Screen 1, Screen 2.
        """
        self._number(source, kind)
        self.rows.remove(source, scan.replaces)
        boards = boards_of_page(source, scan, self.name_of(source), self._numbers[source])
        if source in self._again:
            kept = [each.place for each in self.boards if each.source == source]
            boards = [board for board in boards if board.place not in kept]
        self.add(boards)
        if boards and source in self._again:
            self._select(self.boards.index(boards[0]))

    def add(self, boards: list[ListedBoard]) -> None:
        """Add puzzles that were read already."""
        self.rows.add(boards)
        self._show()
        self.rows_changed.emit()

    def changed(self) -> None:
        """Show the states anew: a puzzle was checked, opened or added."""
        self.rows.put_in_order()
        self.view.scrollTo(self.view.currentIndex())
        self._show()
        self.rows_changed.emit()

    def select_next_to_check(self) -> ListedBoard | None:
        """Select the first puzzle that the player has not seen yet; ``None`` if there is none."""
        row = next(
            (
                k
                for k, board in enumerate(self.boards)
                if board.state is BoardState.TO_CHECK and board.checked is None
            ),
            None,
        )
        if row is None:
            return None
        self._select(row)
        return self.boards[row]

    def reject(self) -> None:  # Qt override
        if self.may_close():
            self.queue.close()
            super().reject()

    def may_close(self) -> bool:
        """Ask before puzzles are lost, or not read; ``False`` if the player wants to stay."""
        lost = sum(board.state in (BoardState.READY, BoardState.TO_CHECK) for board in self.boards)
        waiting = self.queue.total - self.queue.done if self.queue.is_running else 0
        questions = []
        if waiting:
            text = plural(
                waiting,
                "Stop reading? {count} file is not read to its end.",
                "Stop reading? {count} files are not read to their end.",
            )
            questions.append(text)
        if lost:
            text = plural(
                lost,
                "Forget the {count} puzzle that was read and is not in your library?",
                "Forget the {count} puzzles that were read and are not in your library?",
            )
            questions.append(text)
        if not questions:
            return True
        question = paragraph(*questions)
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self, self.windowTitle(), question, kinds.Yes | kinds.No, kinds.No
        )
        return answer == kinds.Yes

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.view.hasFocus():
            self._check()
        else:
            super().keyPressEvent(event)

    def _number(self, source: SourceData, kind: str) -> None:
        if source not in self._numbers:
            self._numbers[source] = len(self._numbers)
            if kind:
                self._names[source] = self._free_name(kind)

    def _free_name(self, kind: str) -> str:
        """A name for what is no file, also beside rows that were kept of an earlier list."""
        unnamed = {b.name.partition(",")[0] for b in self.boards if isinstance(b.source, bytes)}
        taken = unnamed.union(self._names.values())
        names = (worded("{kind} {number}", kind=kind, number=number) for number in count(1))
        return next(name for name in names if name not in taken)

    def _add_failure(self, source: SourceData, sentence: str) -> None:
        name = self.name_of(source)
        problem = without_name(source if isinstance(source, Path) else "", sentence)
        place = self._numbers.get(source, 0), 0, 0
        title = title_of_file(name)
        self.add([ListedBoard(source, 1, name, title, problem=problem, place=place)])

    def _stop(self) -> None:
        self._is_stopped = self.queue.is_running
        self.queue.stop()

    def _select(self, row: int) -> None:
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        was_chosen = self._is_chosen
        self.view.selectionModel().setCurrentIndex(self.rows.index(row), flags)
        self._is_chosen = was_chosen

    def _current_changed(self) -> None:
        self._is_chosen = True
        self._show_buttons()

    def _show(self) -> None:
        queue = self.queue
        self._reading.setVisible(queue.is_running)
        show_share(self.bar, queue.share)
        title = self.collection_title
        self.setWindowTitle(title if title == _COLLECTION else f"{title} — {_COLLECTION}")
        page, pages = queue.pages
        if queue.is_running and queue.total == 1 and pages > 1:
            text = _("Reading page {page} of {pages} …")
            self.heading.setText(worded(text, page=min(page + 1, pages), pages=pages))
        elif queue.is_running:
            text = plural(
                queue.total,
                "Reading {count} file: {done} done …",
                "Reading {count} files: {done} done …",
                done=queue.done,
            )
            self.heading.setText(text)
        else:
            sentences = [summary(self.boards)]
            if self._is_stopped:
                stopped = plural(
                    queue.total,
                    "Stopped: {done} of {count} file was read to its end.",
                    "Stopped: {done} of {count} files were read to their end.",
                    done=queue.done,
                )
                sentences.insert(0, stopped)
            self.heading.setText(paragraph(*sentences))
        if self.boards and not self._is_chosen:
            self._select(0)
        self._show_buttons()

    def _show_buttons(self) -> None:
        board, ready = self.current, len(self.ready)
        self.check_button.setEnabled(board is not None and board.reading is not None)
        self.again_button.setEnabled(board is not None and board.may_be_read_again)
        self.open_button.setEnabled(board is not None and board.document is not None)
        self.collect_button.setEnabled(ready > 0)
        self.collect_button.setText(
            plural(ready, "&Add {count} to Collection…", "&Add {count} to Collection…")
            if ready
            else _("&Add to Collection…")
        )
        self.collect_button.setToolTip(
            _("Add the puzzles that are ready to a collection of the library")
            if ready
            else _("No puzzle is ready: check the numbers first")
        )  # fmt: skip

    def _check(self) -> None:
        board = self.current
        if board is not None and board.reading is not None:
            self._is_chosen = True
            self.check_requested.emit(board)

    def _read_again(self) -> None:
        """Read the page of the selected row again; a file of one page as a whole."""
        board = self.current
        if board is not None and board.may_be_read_again:
            self.rows.remove_page(board)
            self._is_stopped = False
            self._again.add(board.source)
            if board.source not in self._numbers:  # it was kept of an earlier list
                self._numbers[board.source] = board.place[0]
                if isinstance(board.source, bytes):
                    self._names[board.source] = board.name.partition(",")[0]
            is_file = not board.place[1]  # it failed before a page was read
            self.queue.add([board.source], None if is_file else board.page)
            self._show()
            self.rows_changed.emit()

    def _open(self) -> None:
        board = self.current
        if board is not None and board.document is not None:
            self.open_requested.emit(board)

    def _theme_changed(self, theme: Theme) -> None:
        self.delegate.theme = theme
        self.view.viewport().update()
