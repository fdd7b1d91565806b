"""The main window's commands on files: new, open, save, and the question before leaving."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QDialog, QFileDialog, QMainWindow, QMessageBox

from helper.application.settings import Settings
from helper.author.defects import defects_text
from helper.images.picture_files import is_drawing, is_scanned
from helper.main_window.actions import Actions
from helper.main_window.file_reading import read_beside
from helper.main_window.library_commands import LibraryCommands
from helper.main_window.messages import Notices
from helper.main_window.status import Status
from helper.picture.creating import Creating
from helper.play.autosave import Autosave
from helper.play.journal import key_of
from helper.play.session import Session
from helper.review.photo_shelf import PhotoShelf
from helper.review.scanning import Scanning
from helper.widgets.dialog_lifetime import asked
from puzzles import NonogramError
from puzzles.errors import SeveralPuzzlesError
from puzzles.formats import FORMATS, Document, Format, format_for, left_out, read
from puzzles.formats.atomic import is_write_protected
from puzzles.titles import file_stem, shortened

NAME = "Nonogram Helper"


class FileWindow(QMainWindow):
    """A window with a session that is opened from files and saved to files."""

    settings: Settings
    session: Session
    scanning: Scanning
    creating: Creating
    photos: PhotoShelf
    actions_: Actions
    status: Status
    notices: Notices
    autosave: Autosave | None
    library: LibraryCommands

    def show_message(self, sentence: str) -> None:
        """Show a message in the status bar, in place of the one before."""
        self.notices.clear()
        self.status.show_message(sentence)

    def show_warning(self, sentence: str) -> None:
        """Show a message box."""
        QMessageBox.warning(self, NAME, sentence)

    def _name(self) -> str:
        title, path = shortened(self.session.puzzle.title), self.session.path
        return f"“{title}”" if title else path.name if path else "the untitled puzzle"

    def new(self) -> None:
        """File > New."""
        from helper.author.new_dialog import NewDialog

        if not self.may_leave():
            return
        rows, columns, is_colored = self.settings.new_board
        with asked(NewDialog(rows, columns, self, is_colored)) as dialog:
            if dialog.exec() == QDialog.DialogCode.Accepted:
                is_colored = len(dialog.palette_chosen) > 2
                self.settings.new_board = (*dialog.size_chosen, is_colored)
                self.session.new(*dialog.size_chosen, dialog.palette_chosen)

    def open(self) -> None:
        """File > Open."""
        if not self.may_leave():
            return
        readable = [known for known in FORMATS if known.can_read]
        filters = f"Puzzles ({_pattern(readable)});;{_filters(readable)}"
        folder = self.settings.save_folder
        chosen, _ = QFileDialog.getOpenFileName(self, "Open Puzzle", folder, filters)
        if is_scanned(Path(chosen)):
            self.scanning.start(Path(chosen))
        elif chosen:
            self.open_file(Path(chosen))

    def open_file(self, path: Path) -> bool:
        """Open a file; if it cannot be read, show why and keep the open puzzle.

        Returns:
            Whether it is open: it may be damaged, or the user may cancel.
        """
        try:
            document = read_beside(path, self)
            if document is None:
                return False
            if not self._resume(document, path.absolute()):
                self.session.open(path, document)
        except SeveralPuzzlesError as error:
            self._offer_import(path, error.count)
            return False
        except NonogramError as error:
            self.settings.forget_recent(str(path.absolute()))
            self.show_warning(str(error))
            return False
        self._remember(path)
        opening = "This puzzle has no solution; its clues need to be corrected:"
        if text := defects_text(self.session.puzzle, opening):
            self.show_warning(text)
        for note in document.notes:
            self.show_warning(note)
        return True

    def _offer_import(self, path: Path, count: int) -> None:
        """Ask whether a file with several puzzles is imported as a collection."""
        kinds = QMessageBox.StandardButton
        question = (
            f"{path.name} has {count:,} puzzles. Import them as a collection? Home shows them then."
        )
        with asked(QMessageBox(QMessageBox.Icon.Question, NAME, question, parent=self)) as box:
            accept = box.addButton("&Import", QMessageBox.ButtonRole.AcceptRole)
            box.addButton(kinds.Cancel)
            box.setDefaultButton(accept)
            box.exec()
            if box.clickedButton() is accept:
                self.library.import_paths([path])

    def _remember(self, path: Path) -> None:
        puzzle = self.session.puzzle
        size = puzzle.height, puzzle.width, len(puzzle.palette) - 1
        clues = key_of(self.session.state.document, None).puzzle
        self.settings.add_recent(str(path.absolute()), size, clues=clues)
        self.settings.save_folder = str(path.absolute().parent)

    def open_bundled(self, path: Path) -> bool:
        """Open a copy of a puzzle that comes with the program; saving asks for a file name.

        Returns:
            Whether it is open: the player may stay, or the file may be damaged.
        """
        if not self.may_leave():
            return False
        try:
            document = Document.untouched(read(path).puzzle)
        except NonogramError as error:
            self.show_warning(str(error))
            return False
        if not self._resume(document):
            self.session.open_copy(document)
        return True

    def _resume(self, document: Document, path: Path | None = None) -> bool:
        """Continue the game of a puzzle; ``False`` if there is none."""
        if self.autosave is None or not self.autosave.resume(document, path):
            return False
        self.show_message("You go on where you stopped.")
        return True

    def _take_scanned(self, document: Document, data: bytes) -> bool:
        """Put a scanned puzzle on the board, and keep its picture."""
        if not self.may_leave():
            return False
        self.session.open_unsaved(document)
        self.photos.keep(data)
        self.activateWindow()
        return True

    def save(self) -> bool:
        """File > Save; ``False`` if it was not saved."""
        path = self.session.path
        if path is None or left_out(path, self.session.state.document):
            return self.save_as()
        question = f"{path.name} was changed by another program. Replace it?"
        if self.session.is_changed_elsewhere and not self._may_replace(question):
            return False
        return self._save_to(path)

    def _may_replace(self, question: str) -> bool:
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(self, NAME, question, kinds.Yes | kinds.No, kinds.No)
        return answer == kinds.Yes

    def save_as(self) -> bool:
        """File > Save As."""
        name = f"{file_stem(self.session.puzzle.title)}.non"
        path = self.session.path or Path(self.settings.save_folder) / name
        if left_out(path, self.session.state.document):
            path = path.with_suffix(".non")
        filters = _filters([known for known in FORMATS if known.can_read and known.can_write])
        chosen, _ = QFileDialog.getSaveFileName(self, "Save Puzzle As", str(path), filters)
        if not chosen:
            return False
        target = Path(chosen)
        if not target.suffix:
            # The file dialog asked only about the name without the suffix.
            target = target.with_suffix(".non")
            if target.exists() and not self._may_replace(f"{target.name} exists. Replace it?"):
                return False
        return self._save_to(target)

    def _save_to(self, path: Path) -> bool:
        known = format_for(path)
        if known is not None and not known.can_read:
            self.show_warning(
                f"{path.name}: the window could not open it again. Choose another format; "
                f"the command nonogram convert writes {known.extensions[0]}."
            )
            return False
        question = f"{path.name} is write-protected. Replace it?"
        is_protected = is_write_protected(path)
        if is_protected and not self._may_replace(question):
            return False
        lost = left_out(path, self.session.state.document)
        try:
            self.session.save(path, force=is_protected)
        except NonogramError as error:
            self.show_warning(str(error))
            return False
        self._remember(path)
        rest = f". Left out, since files of this kind do not have it: {', '.join(lost)}."
        self.show_message(f"Saved {path}" + rest * bool(lost))
        return True

    def may_leave(self) -> bool:
        """Ask what to do with changes that the library does not keep; ``False`` to stay."""
        is_kept = self.autosave is not None and self.autosave.is_keeping
        if is_kept or not self.session.is_modified:
            return True
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self,
            NAME,
            f"Save the changes to {self._name()}?",
            kinds.Save | kinds.Discard | kinds.Cancel,
            kinds.Save,
        )
        return self.save() if answer == kinds.Save else answer == kinds.Discard

    def _fill_recent(self) -> None:
        menu = self.actions_.recent
        menu.clear()
        for number, path in enumerate(self.settings.recent_files, 1):
            action = menu.addAction(f"&{number % 10} {path}".replace("&10", "1&0"))
            action.triggered.connect(partial(self._open_if_may_leave, Path(path)))
        if menu.isEmpty():
            menu.addAction("No files yet").setEnabled(False)
        else:
            menu.addSeparator()
            menu.addAction("&Clear This List").triggered.connect(
                lambda: self.settings.forget_recent()
            )

    def _open_if_may_leave(self, path: Path) -> None:
        if is_drawing(path):
            self.creating.show(path)
        elif self.may_leave():
            self.open_file(path)

    def open_any(self, path: Path) -> None:
        """Open a puzzle file, scan a picture, or make a puzzle of a drawing in SVG."""
        if is_scanned(path):
            self.scanning.start(path)
        else:
            self._open_if_may_leave(path)


def _filters(formats: Sequence[Format]) -> str:
    """The formats as the filters of a file dialog."""
    named = [f"{known.name.partition(' (')[0]} ({_pattern([known])})" for known in formats]
    return ";;".join([*named, "All files (*)"])


def _pattern(formats: Iterable[Format]) -> str:
    return " ".join(f"*{end}" for known in formats for end in known.extensions)
