"""The list of scanned puzzles: its window, the reviews of its puzzles, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from helper.application.theme import ThemeManager
from helper.commands.messages import Messages
from helper.play.autosave import Autosave
from helper.review.scan_work import ScanResult
from helper.workers.jobs import Job
from puzzles import NonogramError
from puzzles.child.serving import Work
from puzzles.formats import Document
from puzzles.words import _, plural

if TYPE_CHECKING:
    from helper.application.library_records import KeptReview
    from helper.collections.import_report import ImportReport
    from helper.review.draft import Draft
    from helper.review.list_window import ScanListWindow
    from helper.review.listed_boards import ListedBoard
    from helper.review.review_autosave import ListAutosave
    from helper.review.review_window import ReviewWindow

_STEP_S = 0.02
"""How long rows of a saved list are read before events of the window are handled, s."""


class ListHost(Protocol):
    """What scanning does for the list."""

    job: Job | None

    def run(self, work: Work, name: str, finish: Callable[[ScanResult], None]) -> None: ...
    def end(self) -> bool: ...
    def accept(self, document: Document, data: bytes) -> bool: ...
    def show_review(
        self,
        scan: ScanResult,
        draft: Draft,
        is_resumed: bool = False,
        name: str = "",
        accept: Callable[[Document], bool] | None = None,
        is_kept: bool = True,
    ) -> ReviewWindow: ...
    def discard_review(self, *kept: KeptReview) -> None: ...


class ListCommands(QObject):
    """Shows the list, lets the player check its puzzles, and hands them on.

    Signals:
        collect_requested: ``TemporaryFolder`` of puzzle files to import, then to close; ``str``,
            the title of the collection; and a function to call once they are in the library.
    """

    collect_requested = Signal(object, str, object)

    def __init__(
        self,
        host: ListHost,
        messages: Messages,
        themes: ThemeManager,
        autosave: Autosave,
        parent: QWidget,
    ) -> None:
        """Initialize.

        Args:
            host: Loads the pages, and shows the reviews.
            messages: Show what went wrong.
            themes: The colours of the window.
            autosave: The list is saved in its library.
            parent: The main window.
        """
        super().__init__(parent)
        self._host = host
        self._messages = messages
        self._themes = themes
        self._autosave = autosave
        self._parent = parent
        self.window: ScanListWindow | None = None
        """``None`` while there is no list."""
        self._saving: ListAutosave | None = None
        self._listed: dict[ListedBoard, ReviewWindow] = {}
        """The open reviews of puzzles of the list."""

    def may_close(self) -> bool:
        """Ask before puzzles are lost; ``False`` if the player wants to stay."""
        if self.window is None or self.window.may_close():
            return True
        self.window.raise_()
        return False

    def forget(self) -> None:
        """Keep nothing for the next start: the player has been asked."""
        if self._saving is not None:
            self._saving.end()

    def close(self) -> None:
        """Close the list without a question; its rows stay in the library unless forgotten."""
        if self.window is not None and self._saving is not None:
            self._saving.flush()
            self.window.queue.close()
            self.window.hide()
            self._closed()

    def review_closed(self, review: ReviewWindow) -> None:
        """A review was closed, perhaps one of the list."""
        for board, other in list(self._listed.items()):
            if other is review:
                del self._listed[board]
                board.edited = None
        if self.window is not None:
            self.window.rows_changed.emit()

    def show(self) -> ScanListWindow:
        """The window with the list, which is made if there is none."""
        from helper.review.list_window import ScanListWindow
        from helper.review.review_autosave import ListAutosave

        if self.window is None:
            window = self.window = ScanListWindow(self._themes, self._parent)
            window.check_requested.connect(self._load_listed)
            window.open_requested.connect(self._open_listed)
            window.collect_requested.connect(self._collect)
            window.finished.connect(self._closed)
            kept = self._autosave
            self._saving = ListAutosave(
                window, kept.library, kept.writes, kept.owner, self._messages
            )
            kept.opened.connect(self._saving.save_anew)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        return self.window

    def _closed(self) -> None:
        if self.window is not None:
            self.window.deleteLater()
            self.window = self._saving = None

    def _load_listed(self, board: ListedBoard) -> None:
        """Load the page of a puzzle of the list, then let the player check it."""
        if self._raise_review_of(board) or self._host.job is not None:
            return
        from helper.review.page_work import page_work

        work = partial(page_work, board.source, board.page)
        self._host.run(work, board.name, partial(self._check_listed, board))

    def _raise_review_of(self, board: ListedBoard) -> bool:
        """Show the review of a puzzle of the list, if it is open."""
        review = self._listed.get(board)
        if review is not None:
            review.raise_()
            review.activateWindow()
        return review is not None

    def _check_listed(self, board: ListedBoard, scan: ScanResult) -> None:
        if self._host.end() or board.reading is None or self.window is None:
            return
        from helper.review.draft import Draft
        from helper.review.page_work import covering
        from recognizer.values import Problem

        scan = scan._replace(picture=covering(scan.picture, board.reading))
        # The other puzzles of the page have rows of their own.
        problems = tuple(p for p in board.reading.problems if p is not Problem.SEVERAL_GRIDS)
        alone = replace(board.reading, others=(), problems=problems)
        draft = board.draft or Draft.of(alone, scan.picture)
        review = self._host.show_review(
            scan, draft, name=board.title, accept=partial(self._take_checked, board), is_kept=False
        )
        review.keep_in_list()
        review.review.changed.connect(partial(self._keep_edited, board))
        self._listed[board] = review
        board.edited = review.review.draft

    def _keep_edited(self, board: ListedBoard) -> None:
        """Keep what the player corrects with the rows of the list, in case of a crash."""
        if self.window is not None and (review := self._listed.get(board)) is not None:
            board.edited = review.review.draft
            self.window.rows_changed.emit()

    def _take_checked(self, board: ListedBoard, document: Document) -> bool:
        """Keep a checked puzzle in the list, and show the next one."""
        review = self._listed.get(board)
        if review is None or self.window is None:
            return False
        board.draft, board.checked = review.review.draft, document
        board.left = len(review.review.to_check)
        board.title = document.puzzle.title or board.title
        board.is_added = False
        self.window.changed()
        if (following := self.window.select_next_to_check()) is not None:
            QTimer.singleShot(0, partial(self._load_listed, following))
        return True

    def _open_listed(self, board: ListedBoard) -> None:
        """Open a puzzle of the list on the board, with its page as its photo."""
        if self._host.job is not None or board.document is None:
            return
        from helper.review.page_work import page_work

        def finish(scan: ScanResult) -> None:
            if self._host.end() or (document := board.document) is None:
                return
            if self._host.accept(document, scan.data):
                board.is_added = True
                if self.window is not None:
                    self.window.changed()

        work = partial(page_work, board.source, board.page)
        self._host.run(work, board.name, finish)

    def _collect(self, boards: Sequence[ListedBoard]) -> None:
        """Ask for a collection, and add puzzles of the list to it."""
        from helper.widgets.text_dialog import TextDialog, answer_of

        assert self.window is not None
        hint = plural(
            len(boards),
            "{count} puzzle is added to the collection of this title, which is made if there is"
            " none.",
            "{count} puzzles are added to the collection of this title, which is made if there is"
            " none.",
        )
        title = self.window.collection_title
        dialog = TextDialog(_("Add to Collection"), _("&Title:"), title, hint, parent=self.window)
        answer_of(dialog, partial(self._add_to, boards))

    def _add_to(self, boards: Sequence[ListedBoard], title: str) -> None:
        """Import puzzles of the list; they count as added once the import says so."""
        from helper.review.listed_boards import puzzle_folder

        try:
            folder, files = puzzle_folder(boards)
        except NonogramError as error:
            self._messages.warning(str(error))
            return
        self.collect_requested.emit(folder, title, partial(self._collected, files))

    def _collected(self, files: dict[str, ListedBoard], report: ImportReport) -> None:
        """Show which puzzles are in the library now; one that was refused stays as it was."""
        from helper.collections.import_report import FindingKind

        for finding in report.findings:
            board = files.get(Path(finding.name).name)
            if board is not None and finding.kind is not FindingKind.NOT_READ:
                board.is_added, board.is_known = True, finding.kind is FindingKind.KNOWN
        if self.window is not None:
            self.window.changed()

    def resume(self, kept: Sequence[KeptReview]) -> None:
        """Show the list as it was before a crash; its rows stay in the library."""
        from helper.review.listed_text import kept_boards

        self.show()
        self._resume_rows(kept_boards(kept))

    def _resume_rows(self, rows: Iterator[ListedBoard | KeptReview]) -> None:
        """Add rows to the list, a few at a time."""
        from helper.application.library_records import KeptReview

        end, boards = monotonic() + _STEP_S, []
        for row in rows:
            if isinstance(row, KeptReview):
                self._messages.info(_("A saved puzzle of the list is damaged."))
                self._host.discard_review(row)
            else:
                boards.append(row)
            if monotonic() > end:
                QTimer.singleShot(0, self, partial(self._resume_rows, rows))
                break
        if self.window is not None:
            self.window.add(boards)
