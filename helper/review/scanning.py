"""File > Scan: asks for a picture, reads it behind a dialog, then opens the review window."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.commands.command import SCAN_CHOICES, Command, Feature, MenuPlace
from helper.commands.messages import Messages
from helper.images.picture_files import local_files, picture_in, scan_filter
from helper.play.autosave import Autosave
from helper.review.list_commands import ListCommands
from helper.review.preparation import prepare
from helper.review.scan_work import ScanResult, frame_work, load_work, scan_work
from helper.workers.jobs import Job
from puzzles import LibraryError
from puzzles.child.serving import Work
from puzzles.errors import reason_of
from puzzles.formats import Document
from puzzles.words import _, worded

if TYPE_CHECKING:
    from helper.application.library_records import KeptReview
    from helper.review.draft import Draft
    from helper.review.review_window import ReviewWindow
    from recognizer.lattice import Picture
    from recognizer.values import Progress, Reading
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QProgressBar

from helper.widgets.page_dialog import note
from helper.widgets.progress_task import ProgressDialog, show_share
from helper.widgets.text_dialog import deleted_on_close
from puzzles.packages import why_no_pictures
from puzzles.words import capitalized

_log = logging.getLogger(__name__)
_LIST = "scan_list"
"""The command that shows the list; File > Scan has it while there is one."""
_PREPARATION_DELAY_MS = 100
"""The pause before the review window is prepared, so that the dialog appears first."""
_WINDOW_OFFSET_PX = 32
"""The distance of a review window from the previous one."""


class ScanCommands(Feature):
    """Reads pictures in the background, one at a time, and lets the user check the readings.

    Signals:
        help_requested: The user asks for the review window's help page.
        create_requested: ``bytes``, a picture without a puzzle, and ``str``, the name of its
            file: the user wants to make a puzzle from it.
    """

    help_requested = Signal()
    create_requested = Signal(object, str)

    def __init__(
        self,
        messages: Messages,
        themes: ThemeManager,
        settings: Settings,
        accept: Callable[[Document, bytes], bool],
        autosave: Autosave,
        sources: Callable[[], Sequence[QAction]],
        window: QWidget,
    ) -> None:
        """Initialize.

        Args:
            autosave: Each review is saved in its library while it goes on.
            themes: The colours of the review windows.
            settings: Store the folder of the last picture.
            accept: Opens the puzzle, and stores the bytes of the picture; ``False`` if the player
                keeps the open puzzle instead.
            sources: The commands that get pictures, for File > Scan.
            window: The main window.
        """
        super().__init__(window)
        self._messages = messages
        self._sources = sources
        self.accept = accept
        self._themes = themes
        self._settings = settings
        self._window = window
        self.job: Job | None = None
        self.dialog: ScanDialog | None = None
        self._is_cancelled = False
        self.reviews: list[ReviewWindow] = []
        """The review windows that are open."""
        self._autosave = autosave
        self.list = ListCommands(self, messages, themes, autosave, window)
        """The puzzles of several files or of a page of several, if such were scanned."""

    @property
    def is_running(self) -> bool:
        """Whether a picture is being read."""
        return self.job is not None

    def commands(self) -> tuple[Command, ...]:
        """File > Scan, and its sources that are files."""
        return (
            Command(
                "scan",
                _("S&can…"),
                self.ask,
                MenuPlace("file", 230),
                _("Read printed puzzles from pictures, the screen, a phone or a camera"),
                ("Ctrl+Shift+O",),
                "scan",
                why_not=why_no_pictures,
            ),
            Command(
                "scan_picture",
                _("Pictures…"),
                self.choose,
                MenuPlace(SCAN_CHOICES, 100),
                _("Photos, scans, screenshots, PDF files; several puzzles come into a list"),
                icon="open",
            ),
            Command(
                "scan_folder",
                _("Folder…"),
                self.choose_folder,
                MenuPlace(SCAN_CHOICES, 110),
                _("All pictures and PDF files of a folder"),
                icon="open",
            ),
            Command(
                _LIST,
                _("Scanned Puzzles"),
                self.list.show,
                MenuPlace(SCAN_CHOICES, 200),
                _("The list of the puzzles that were scanned"),
                icon="several",
                why_not=lambda: "" if self.list.window else _("There is no list of puzzles now."),
            ),
        )

    def ask(self) -> None:
        """File > Scan: ask where the picture is."""
        from helper.review.scan_dialog import ScanSourceDialog

        if not self._is_possible():
            return
        sources = [
            each for each in self._sources() if self.list.window or each.objectName() != _LIST
        ]
        dialog = ScanSourceDialog(sources, self._settings.scan_source, self._window)
        dialog.chosen.connect(partial(setattr, self._settings, "scan_source"))
        dialog.dropped.connect(self._drop)
        dialog.pasted.connect(self.paste)
        deleted_on_close(dialog).open()

    def _drop(self, mime: QMimeData) -> None:
        """Read what was dropped, later: where it comes from waits until the drop is over."""
        if files := local_files(mime):
            QTimer.singleShot(0, self, partial(self.start_all, files))
        elif source := picture_in(mime):
            QTimer.singleShot(0, self, partial(self.start, source))

    def choose(self) -> None:
        """File > Scan > Pictures."""
        if not self._is_possible():
            return
        folder = self._settings.scan_folder
        title = _("Scan: printed puzzles with numbers")
        chosen, _filter = QFileDialog.getOpenFileNames(self._window, title, folder, scan_filter())
        self.start_all([Path(name) for name in chosen])

    def choose_folder(self) -> None:
        """File > Scan > Folder."""
        from recognizer.many_pictures import empty_folder_problem, pictures_in

        chosen = QFileDialog.getExistingDirectory(
            self._window, _("Scan: a folder of pictures"), self._settings.scan_folder
        )
        if not chosen:
            return
        try:
            paths = pictures_in(Path(chosen))
        except OSError as error:
            reason = reason_of(error)
            self._messages.warning(
                worded("{folder}: cannot be opened: {reason}", folder=chosen, reason=reason)
            )
            return
        if not paths:
            self._messages.info(empty_folder_problem(chosen))
        self.start_all(paths)

    def start_any(self, source: Sequence[Path] | bytes) -> None:
        """Read files, or the bytes of one."""
        if isinstance(source, bytes):
            self.start(source)
        else:
            self.start_all(source)

    def start_all(self, paths: Sequence[Path]) -> None:
        """Read files: one as by :meth:`start`, several into a list."""
        if not self._is_possible():
            return
        if len(paths) == 1:
            self.start(paths[0])
        elif paths:
            self._settings.scan_folder = str(paths[0].absolute().parent)
            self.list.show().read(paths)

    def paste(self) -> None:
        """Edit > Paste Puzzle, with a picture on the clipboard."""
        source = picture_in(QApplication.clipboard().mimeData())
        if source is None:
            self._messages.info(_("There is no puzzle on the clipboard, no picture and no text."))
        else:
            self.start(source, _("Pasted picture"))

    def start_screen(self, data: bytes) -> None:
        """Read a picture of the screen: the bytes of a file."""
        self.start(data, _("Screen"))

    def _is_possible(self) -> bool:
        """Whether pictures can be read; says why not."""
        if reason := why_no_pictures():
            self._messages.warning(reason)
        return not reason

    def _is_free(self) -> bool:
        """Whether no picture is being read; says so otherwise."""
        if self.job is not None:
            if not self._is_cancelled:
                self._messages.info(_("Another picture is still being read."))
                return False
            self.job.kill()  # it had time to end by itself
            self.end()
        return True

    def start(self, source: Path | bytes, kind: str = _("Picture")) -> None:
        """Read a picture: a file, or the bytes of one, which a list calls by their kind."""
        if not self._is_free():
            return
        from helper.review.page_work import name_of_source

        name = ""
        if isinstance(source, Path):
            name = name_of_source(source)
            self._settings.scan_folder = str(source.absolute().parent)
        work = partial(scan_work, source)
        self.run(work, name or _("the picture"), partial(self._finish, source, name, kind))

    def resume_review(self, kept: KeptReview) -> None:
        """Resume a review after a crash; it stays in the library until it is shown."""
        from helper.review.photos import photo_path

        path = photo_path(kept.photo)
        self.run(partial(load_work, path), _("the picture"), partial(self._resume, kept))

    def run(
        self,
        work: Work,
        name: str,
        finish: Callable[[Any], None],
        fail: Callable[[str], None] | None = None,
    ) -> None:
        """Load or read a picture behind the dialog.

        Args:
            work: Reads the picture in a child process.
            name: The name of the picture.
            finish: Gets the result; it begins with :meth:`end`.
            fail: Gets the reason why there is no result, likewise; by default it is said.
        """
        if not self._is_possible():
            return
        self.dialog = ScanDialog(name, self._window)
        self.job = Job(work, self)
        self._is_cancelled = False
        self.dialog.rejected.connect(self.cancel)
        self.job.reported.connect(self._show_progress)
        self.job.finished.connect(finish)
        self.job.failed.connect(fail or self._fail)
        self.job.stopped.connect(self._stopped)
        self.job.start()
        self.dialog.open()
        QTimer.singleShot(
            _PREPARATION_DELAY_MS, partial(self._prepare, prepare(self._themes.theme))
        )

    def _prepare(self, steps: Iterator[None]) -> None:
        """Prepare the review window step by step while the child reads."""
        if self.is_running and next(steps, steps) is not steps:
            QTimer.singleShot(0, partial(self._prepare, steps))

    def cancel(self) -> None:
        """Stop reading."""
        if self.job is not None:
            self._is_cancelled = True
            self.job.cancel()

    def may_close(self) -> bool:
        """Close all reviews with the window; ``False`` if the player wants to stay in one."""
        for review in list(self.reviews):
            if not review.may_close():
                review.raise_()
                return False
        if not self.list.may_close():
            return False
        for review in list(self.reviews):
            review.close_at_once()
        self.list.forget()
        self.close()
        return True

    def close(self) -> None:
        """End reading and all reviews without a question; drafts stay in the library."""
        for review in self.reviews:
            review.put_away()
        self.list.close()
        if self.job is not None:  # its result is not needed any more
            self.job.kill()
            self.end()

    def _show_progress(self, progress: Progress) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(progress)

    def end(self) -> bool:
        """Close the dialog; returns whether reading was cancelled."""
        if self.dialog is not None:
            self.dialog.rejected.disconnect()
            self.dialog.accept()
            self.dialog.deleteLater()
            self.dialog = None
        if self.job is not None:
            self.job.deleteLater()
            self.job = None
        return self._is_cancelled

    def _fail(self, sentence: str) -> None:
        if not self.end():
            self._messages.warning(
                worded("The picture could not be read: {sentence}", sentence=sentence)
            )

    def _stopped(self) -> None:
        self.end()
        self._messages.info(_("Reading the picture was stopped. Nothing has changed."))

    def _finish(self, source: Path | bytes, name: str, kind: str, scan: ScanResult) -> None:
        if self.end():
            self._stopped()
            return
        from helper.review.draft import Draft

        if scan.has_pages:
            self.list.show().read([source], "" if name else kind)
        elif scan.others:
            from helper.review.page_work import PageScan

            page = PageScan(1, 1, scan.others)
            self.list.show().add_page(source, page, "" if name else kind)
        else:
            self.show_review(scan, Draft.of(scan.reading, scan.picture), name=name)

    def review(self, picture: Picture, reading: Reading, name: str = "") -> None:
        """Let the user check the reading of a video frame.

        One that is not proved is read once more before: frames are read quickly.

        Args:
            picture: The frame; it becomes the puzzle's photo.
            reading: The reading of the frame, with positions in that frame.
            name: The name of the video's file, which becomes the puzzle's title.
        """
        reading = replace(reading, turns=0)
        if reading.is_certain:
            self.show_frame(picture, reading, name)
        if reading.is_certain or not self._is_free():
            return

        def finish(again: Reading) -> None:
            if self.end():
                self._stopped()
            else:
                self.show_frame(picture, again, name)

        def fail(sentence: str) -> None:
            _log.warning("a frame cannot be read again: %s", sentence)
            if not self.end():
                self.show_frame(picture, reading, name)

        self.run(partial(frame_work, picture, reading), name or _("the picture"), finish, fail)

    def show_frame(self, picture: Picture, reading: Reading, name: str = "") -> None:
        """Show the review of a frame as it was read."""
        from helper.images.saving import encode_picture
        from helper.review.draft import Draft

        scan = ScanResult(picture, reading, encode_picture(picture), "")
        review = self.show_review(scan, Draft.of(reading, picture), name=name)
        review.raise_()
        review.activateWindow()

    def _resume(self, kept: KeptReview, scan: ScanResult) -> None:
        if self.end():
            self._stopped()
            return
        from helper.review.draft_text import draft_from_text

        try:
            draft = draft_from_text(kept.draft)
        except ValueError as error:
            _log.warning("a review cannot be resumed: %s", error)
            self._messages.info(_("The saved review is damaged; its picture is read again."))
            self.start(scan.data)
        else:
            review = self.show_review(scan, draft, is_resumed=True)
            review.choices.title.setText(kept.title)
        self.discard_review(kept)

    def discard_review(self, *kept: KeptReview) -> None:
        """Delete a review, or the rows of the list, that were saved before a crash."""

        def failed(error: LibraryError) -> None:
            self._messages.warning(str(error))

        ids = [each.id for each in kept]
        action = partial(self._autosave.library.change_reviews, [], ids)
        self._autosave.writes.write(f"review {ids[:1]}", action, failed)

    def show_review(
        self,
        scan: ScanResult,
        draft: Draft,
        is_resumed: bool = False,
        name: str = "",
        accept: Callable[[Document], bool] | None = None,
        is_kept: bool = True,
    ) -> ReviewWindow:
        """Show a review.

        Args:
            scan: Its picture.
            draft: What was read.
            is_resumed: Whether the user has worked on the draft before.
            name: The name of the picture's file.
            accept: Takes the puzzle; by default the board.
            is_kept: Whether it is kept in case of a crash; the list keeps its own ones.
        """
        from helper.review.review_window import ReviewWindow

        review = ReviewWindow(
            scan.picture,
            draft,
            self._themes,
            accept or (lambda document: self.accept(document, scan.data)),
            self._window,
            is_resumed,
            name,
        )
        if self.reviews:
            self._place_window(review, self.reviews[-1])
        review.help_requested.connect(self.help_requested)
        review.create_requested.connect(partial(self._create, review, scan.data, name))
        review.finished.connect(lambda _: self._closed(review))
        if is_kept:
            from helper.review.review_autosave import ReviewAutosave

            kept, photo = self._autosave, scan.photo
            ReviewAutosave(review, kept.library, kept.writes, kept.owner, photo, scan.data)
        self.reviews.append(review)
        review.show()
        return review

    def _create(self, review: ReviewWindow, data: bytes, name: str) -> None:
        if review.close():
            self.create_requested.emit(data, name)

    def _place_window(self, review: ReviewWindow, other: ReviewWindow) -> None:
        """Place a review lower and farther right, so that both are visible."""
        room = other.screen().availableGeometry()
        position = other.pos() + QPoint(_WINDOW_OFFSET_PX, _WINDOW_OFFSET_PX)
        has_room = room.contains(QRect(position, review.size())) or other.pos() == room.topLeft()
        review.move(position if has_room else room.topLeft())

    def _closed(self, review: ReviewWindow) -> None:
        self.list.review_closed(review)
        if review in self.reviews:
            self.reviews.remove(review)
            review.deleteLater()


_PURPOSE = _("Scan reads a printed puzzle with numbers.")


class ScanDialog(ProgressDialog):
    """Shows a reading's progress; ``rejected`` asks to stop it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(_("Scan"), worded("Reading {name} …", name=name), parent)
        self.stage = QLabel(_("Loading the picture …"))
        self.bar = QProgressBar()
        show_share(self.bar, 0)
        self.add(note(_PURPOSE), self.stage, self.bar)

    def show_progress(self, progress: Progress) -> None:
        """Show the progress of the reader."""
        self.stage.setText(f"{capitalized(progress.stage)} …")
        show_share(self.bar, progress.share)
