"""The commands on files (new, open, save), and the question before a puzzle is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtWidgets import QDialog, QFileDialog, QMenu, QMessageBox, QWidget

from helper.application.recent_files import note_recent
from helper.application.settings import NewBoard, RecentRecord
from helper.author.author_work import MAX_QUICK, has_clues
from helper.author.check_result import defects_text, unknown_text
from helper.commands.command import (
    CREATE_CHOICES,
    Command,
    Feature,
    Keys,
    MenuEntry,
    MenuPlace,
    Submenu,
    Where,
)
from helper.commands.messages import NAME
from helper.images.picture_files import (
    has_picture,
    is_collection,
    is_drawing,
    is_scanned,
    local_files,
    picture_in,
)
from helper.main_window.desk import Desk
from helper.main_window.drop_target import Drop
from helper.main_window.sharing import is_shared_text
from helper.play.journal import key_of
from helper.widgets.progress_task import run_beside
from helper.widgets.text_dialog import asked
from puzzles import NonogramError, Puzzle
from puzzles.child.limits import ChildLimits, limited
from puzzles.errors import FormatError, LibraryBusyError, SeveralPuzzlesError
from puzzles.formats import (
    Document,
    Format,
    format_for,
    left_out,
    read,
)
from puzzles.formats.atomic import is_write_protected
from puzzles.titles import file_stem, shortened
from puzzles.words import _, enumerated, plural, quoted, worded


class FileCommands(Feature):
    """Opens and saves the puzzle of a session, and asks before it is left."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._messages, self._requests, self._window = desk.messages, desk.requests, desk.window
        self._session, self._settings, self._autosave = desk.session, desk.settings, desk.autosave
        self._session.solved_changed.connect(self._tell_found_clues)

    def commands(self) -> tuple[MenuEntry, ...]:
        """File > New Drawing, Open, Open Recent, Save, Save As."""
        return (
            Command(
                "new",
                _("&New Drawing…"),
                self.new,
                MenuPlace("file", 200),
                _("An empty board to draw on, or clues to type"),
                (Keys.New,),
                "new",
                also=(MenuPlace(CREATE_CHOICES, 100),),
            ),
            Command(
                "open",
                _("&Open…"),
                self.open,
                MenuPlace("file", 220),
                _("Open a puzzle file"),
                (Keys.Open,),
                "open",
            ),
            Submenu("recent", _("Open &Recent"), MenuPlace("file", 250), fill=self._fill_recent),
            Command(
                "save",
                _("&Save"),
                self.save,
                MenuPlace("file", 300),
                _("Save puzzle and marks"),
                (Keys.Save,),
                "save",
                Where.BOARD,
            ),
            Command(
                "save_as",
                _("Save &As…"),
                self.save_as,
                MenuPlace("file", 310),
                _("Save under another name"),
                ("Ctrl+Shift+S",),
                "save-as",
                Where.BOARD,
            ),
        )

    def _tell_found_clues(self, is_solved: bool) -> None:
        """Tell which clues were not known: a solved board has no numbers beside it.

        The finish of a puzzle that the player has solved tells it by itself.
        """
        session = self._session
        if is_solved and not session.is_solved_by_hand and (found := session.found_text):
            self._messages.notice(worded("Found clues: {clues}", clues=found))

    def _name(self) -> str:
        title, path = shortened(self._session.puzzle.title), self._session.path
        return quoted(title) if title else path.name if path else _("the untitled puzzle")

    def new(self) -> None:
        """File > New Drawing."""
        from helper.author.new_dialog import NewDialog

        if not self.may_leave():
            return
        last = self._settings.new_board
        with asked(NewDialog(last.rows, last.columns, self._window, last.is_colored)) as dialog:
            if dialog.exec() == QDialog.DialogCode.Accepted:
                is_colored = len(dialog.palette_chosen) > 2
                self._settings.new_board = NewBoard(*dialog.size_chosen, is_colored)
                self._session.new(*dialog.size_chosen, dialog.palette_chosen)
                if dialog.types_clues:
                    QTimer.singleShot(0, self, partial(self._requests.command.emit, "edit_clues"))

    def open(self) -> None:
        """File > Open."""
        if not self.may_leave():
            return
        from puzzles.formats.registry import FORMATS

        readable = [known for known in FORMATS if known.can_read]
        pattern = f"{_pattern(readable)} *.zip *.gz"
        filters = worded(
            "Puzzles ({pattern});;{filters}", pattern=pattern, filters=_filters(readable)
        )
        folder = self._settings.save_folder
        chosen, _filter = QFileDialog.getOpenFileName(
            self._window, _("Open Puzzle"), folder, filters
        )
        path = Path(chosen)
        if is_scanned(path):
            self._requests.scan.emit([path])
        elif chosen and is_collection(path):
            self._requests.collect.emit([path])
        elif chosen:
            self.open_file(path)

    def open_file(self, path: Path) -> bool:
        """Open a file; if it cannot be read, show why and keep the open puzzle.

        Returns:
            Whether it is open: it may be damaged, or the user may cancel.
        """
        if text := _clues_in(path):
            before = self._session.puzzle
            self._requests.text.emit(text)
            if is_open := self._session.puzzle is not before:
                self._remember(path)
            return is_open
        try:
            document = read_beside(path, self._window)
            if document is None:
                return False
            if not self._resume(document, path.absolute()):
                self._session.open(path, document)
        except SeveralPuzzlesError as error:
            self._offer_import(path, error.count)
            return False
        except LibraryBusyError as error:
            self._messages.warning(str(error))
            return False
        except NonogramError as error:
            self._settings.forget_recent(str(path.absolute()))
            self._messages.warning(str(error))
            return False
        self._remember(path)
        opening = _("This puzzle has no solution; its clues need to be corrected:")
        if text := defects_text(self._session.puzzle, opening):
            self._messages.warning(text)
        if text := unknown_text(self._session.puzzle):
            self._messages.notice(text)
        for note in document.notes:
            self._messages.warning(note)
        return True

    def _offer_import(self, path: Path, count: int) -> None:
        """Ask whether a file with several puzzles is imported as a collection."""
        kinds = QMessageBox.StandardButton
        question = plural(
            count,
            "{name} has {count} puzzle. Import it as a collection? Home shows it then.",
            "{name} has {count} puzzles. Import them as a collection? Home shows them then.",
            name=path.name,
        )
        with asked(
            QMessageBox(QMessageBox.Icon.Question, NAME, question, parent=self._window)
        ) as box:
            accept = box.addButton(_("&Import"), QMessageBox.ButtonRole.AcceptRole)
            box.addButton(kinds.Cancel)
            box.setDefaultButton(accept)
            box.exec()
            if box.clickedButton() is accept:
                self._requests.collect.emit([path])

    def _remember(self, path: Path) -> None:
        puzzle = self._session.puzzle
        size = puzzle.height, puzzle.width, len(puzzle.palette) - 1
        clues = key_of(self._session.state.document, None).puzzle
        self._settings.add_recent(RecentRecord(str(path.absolute()), *size, clues))
        self._settings.save_folder = str(path.absolute().parent)
        note_recent(path)

    def open_bundled(self, path: Path) -> bool:
        """Open a copy of a puzzle that comes with the program; saving asks for a file name.

        Returns:
            Whether it is open: the player may stay, or the file may be damaged.
        """
        if not self.may_leave():
            return False
        try:
            self.open_untouched(read(path).puzzle)
        except NonogramError as error:
            self._messages.warning(str(error))
            return False
        return True

    def open_untouched(self, puzzle: Puzzle) -> None:
        """Continue the game of a puzzle that has no file of the player's, or begin one.

        Raises:
            FormatError: It is too large to be shown.
            LibraryBusyError: Another program writes into the library.
        """
        document = Document(puzzle)
        if not self._resume(document):
            self._session.open_copy(document)

    def _resume(self, document: Document, path: Path | None = None) -> bool:
        """Continue the game of a puzzle; ``False`` if there is none."""
        if not self._autosave.resume(document, path):
            return False
        self._messages.info(_("You go on where you stopped."))
        return True

    def save(self) -> bool:
        """File > Save; ``False`` if it was not saved."""
        path = self._session.path
        if path is None or left_out(path, self._session.state.document):
            return self.save_as()
        question = worded("{name} was changed by another program. Replace it?", name=path.name)
        if self._session.is_changed_elsewhere and not self._messages.ask(question):
            return False
        return self._save_to(path)

    def save_as(self) -> bool:
        """File > Save As."""
        from puzzles.formats.registry import FORMATS

        name = f"{file_stem(self._session.puzzle.title)}.non"
        path = self._session.path or Path(self._settings.save_folder) / name
        if left_out(path, self._session.state.document):
            path = path.with_suffix(".non")
        filters = _filters([known for known in FORMATS if known.can_read and known.can_write])
        chosen, _filter = QFileDialog.getSaveFileName(
            self._window, _("Save Puzzle As"), str(path), filters
        )
        if not chosen:
            return False
        target = Path(chosen)
        if not target.suffix:
            # The file dialog asked only about the name without the suffix.
            target = target.with_suffix(".non")
            if target.exists() and not self._messages.ask(
                worded("{name} exists. Replace it?", name=target.name)
            ):
                return False
        return self._save_to(target)

    def _save_to(self, path: Path) -> bool:
        known = format_for(path)
        if known is not None and not known.can_read:
            self._messages.warning(
                worded(
                    "{name}: the window could not open it again. Choose another format.",
                    name=path.name,
                )
            )
            return False
        question = worded("{name} is write-protected. Replace it?", name=path.name)
        is_protected = is_write_protected(path)
        if is_protected and not self._messages.ask(question):
            return False
        lost = left_out(path, self._session.state.document)
        try:
            self._session.save(path, force=is_protected)
        except NonogramError as error:
            self._messages.warning(str(error))
            return False
        self._remember(path)
        text = (
            _("Saved {path}. Left out, since files of this kind do not have it: {lost}.")
            if lost
            else _("Saved {path}")
        )
        self._messages.info(worded(text, path=path, lost=enumerated(lost)))
        return True

    def may_leave(self) -> bool:
        """Ask what to do with changes that the library does not keep; ``False`` to stay."""
        if self._autosave.is_keeping or not self._session.is_modified:
            return True
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            NAME,
            worded("Save the changes to {name}?", name=self._name()),
            kinds.Save | kinds.Discard | kinds.Cancel,
            kinds.Save,
        )
        return self.save() if answer == kinds.Save else answer == kinds.Discard

    def _fill_recent(self, menu: QMenu) -> None:
        for number, record in enumerate(self._settings.recent, 1):
            path = record.path
            action = menu.addAction(f"&{number % 10} {path}".replace("&10", "1&0"))
            action.triggered.connect(partial(self.open_if_may_leave, Path(path)))
        if menu.isEmpty():
            menu.addAction(_("No files yet")).setEnabled(False)
        else:
            menu.addSeparator()
            clear = menu.addAction(_("&Clear This List"))
            clear.triggered.connect(lambda: self._settings.forget_recent())

    def open_if_may_leave(self, path: Path) -> None:
        """Open a puzzle file, or make a puzzle of a drawing in SVG, unless the player stays."""
        if is_drawing(path):
            self._requests.trace.emit(path)
        elif self.may_leave():
            self.open_file(path)

    def open_any(self, path: Path) -> None:
        """Open a puzzle file, scan a picture, import a folder or an archive, or trace a drawing."""
        self._opening(path).carry_out()

    def _opening(self, path: Path) -> Drop:
        requests, name = self._requests, path.name
        if is_scanned(path):
            text = worded("Scan the puzzles in {name}", name=name)
            return Drop(text, partial(requests.scan.emit, [path]))
        if is_collection(path):
            return Drop(worded("Import {name}", name=name), partial(requests.collect.emit, [path]))
        text = _("Create a puzzle from {name}") if is_drawing(path) else _("Open {name}")
        return Drop(worded(text, name=name), partial(self.open_if_may_leave, path))

    def drop_of(self, mime: QMimeData) -> Drop | None:
        """What dropping data does: one file or picture is opened, several are scanned or imported.

        It happens later: the program that the data come from waits until the drop is over.
        """
        found = self._dropped(mime)
        if found is None:
            return None
        return found._replace(carry_out=lambda: QTimer.singleShot(0, self, found.carry_out))

    def _dropped(self, mime: QMimeData) -> Drop | None:
        requests, files = self._requests, local_files(mime)
        count = len(files)
        if count > 1 and all(is_scanned(path) for path in files):
            text = plural(count, "Scan {count} picture", "Scan {count} pictures")
            return Drop(text, partial(requests.scan.emit, files))
        if count > 1:
            text = plural(count, "Import {count} file", "Import {count} files")
            return Drop(text, partial(requests.collect.emit, files))
        if files:
            return self._opening(files[0])
        if not has_picture(mime):
            text = mime.text()
            is_puzzle = bool(text.strip()) and len(text) <= MAX_QUICK and has_clues(text)
            if not is_puzzle:
                return None
            return Drop(_("Open the puzzle in the text"), partial(requests.text.emit, text))
        source = picture_in(mime)
        return Drop(_("Scan the puzzles in the picture"), partial(requests.scan.emit, source))


def _clues_in(path: Path) -> str:
    """The text of a small text file whose clues are shown before it is opened; empty for others."""
    try:
        if path.suffix.lower() != ".txt" or path.stat().st_size > MAX_QUICK:
            return ""
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, ValueError):
        return ""  # reading it tells why
    return text if is_shared_text(data) and has_clues(text) else ""


def _filters(formats: Sequence[Format]) -> str:
    """The formats as the filters of a file dialog."""
    named = [f"{known.name.partition(' (')[0]} ({_pattern([known])})" for known in formats]
    return ";;".join([*named, _("All files (*)")])


def _pattern(formats: Iterable[Format]) -> str:
    return " ".join(f"*{end}" for known in formats for end in known.extensions)


SMALL_BYTES = 32 * 1024
"""Files of puzzles take 0.3 (.xml) to 1.5 ms (.g) a kilobyte, so these take less than 50 ms."""
LIMITS = ChildLimits(1024, 60, _("reading it"))


def read_beside(path: Path, window: QWidget) -> Document | None:
    """Read a puzzle file while the window goes on.

    Returns:
        ``None`` if the user cancelled.

    Raises:
        FormatError: It is no puzzle.
        LibraryError: It cannot be opened.
        SeveralPuzzlesError: It has several puzzles.
    """
    try:
        is_small = path.stat().st_size <= SMALL_BYTES
    except (OSError, ValueError):
        is_small = True  # reading it tells why
    if is_small:
        return read(path, may_be_incomplete=True)
    work = partial(_read_work, path)
    result, problem = run_beside(
        window, _("Open Puzzle"), worded("Reading {name} …", name=path.name), work
    )
    if problem:
        raise FormatError(problem, str(path))
    if isinstance(result, NonogramError):
        raise result
    return result if isinstance(result, Document) else None


def _read_work(
    path: Path, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> Document | NonogramError:
    """In a child process: errors are returned, since the window needs more than their text."""
    try:
        with limited(LIMITS):
            return read(path, may_be_incomplete=True)
    except NonogramError as error:
        return error
