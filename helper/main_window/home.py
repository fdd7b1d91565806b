"""Switches the main window between two pages: Home and the board."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence, Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from helper.application.settings import BOARD, Preferences, Resumed
from helper.commands.command import BarPlace, Command, Feature, MenuPlace
from helper.home.entries import (
    Entry,
    EntrySource,
    EntryState,
    Imported,
    RecentFile,
    Shelf,
    bundled_first,
    most_alike,
    rating_key,
)
from helper.home.home_wording import place_text
from helper.main_window.desk import Desk
from helper.main_window.file_commands import FileCommands
from helper.play.journal import key_of
from helper.play.moves import SheetState
from helper.play.session_state import Mode
from helper.rating.board_rating import BoardRating
from puzzles import LibraryError, NonogramError
from puzzles.clue_hash import clue_hash
from puzzles.titles import numbered, shortened
from puzzles.words import _

if TYPE_CHECKING:
    from helper.collections.collecting import HomeCollections
    from helper.home.home_view import HomeView
    from solver.logic.techniques import Technique

_log = logging.getLogger(__name__)


class _OpenEntry(NamedTuple):
    """An entry of Home that is open on the board."""

    id: str
    name: str
    """The name that the player gave it; empty for none."""
    place: str
    """Its shelf and number, or the name of its file."""
    is_own: bool
    """Whether its title is the player's, and no secret."""


class HomeController(Feature):
    """Shows Home or the board, and opens what is chosen in Home. Loads Home on first use.

    Signals:
        undo_changed: :attr:`undo_name` may have changed.
        print_requested: ``list[Document]``, puzzles to be printed, and the title of their shelf.
        export_requested: The same for a page to play.
        pack_requested: The same for a pack of one's own.
        poster_requested: :class:`~helper.home.entries.Shelf`, whose puzzles are all solved.
        shown_changed: ``bool``, Home came in front, or the board.
        name_changed: What is said of the open puzzle may have changed.
    """

    undo_changed = Signal()
    print_requested = Signal(object, str)
    export_requested = Signal(object, str)
    pack_requested = Signal(object, str)
    poster_requested = Signal(object)
    shown_changed = Signal(bool)
    name_changed = Signal()

    def __init__(
        self,
        desk: Desk,
        files: FileCommands,
        rating: BoardRating,
        shortcut: Callable[[str], str],
        fill_create: Callable[[QMenu], None],
        pages: PageStack,
        board_page: QWidget,
    ) -> None:
        """Initialize.

        Args:
            shortcut: That of a command, by its id.
            fill_create: Fills the menu of the ways to create a puzzle.
        """
        super().__init__(board_page)
        self._desk, self._files, self._rating, self._shortcut = desk, files, rating, shortcut
        self._board_page = board_page
        self._fill_create = fill_create
        self.pages = pages
        self.pages.addWidget(board_page)
        self.view: HomeView | None = None
        self._opened: _OpenEntry | None = None
        """The entry that is open on the board."""
        self._source: EntrySource | None = None
        self._left: tuple[SheetState | None, tuple[int, int]] = (None, (0, 0))
        """What was on the board when Home came in front, and where it was scrolled to, in px."""
        self._is_closing = False
        """Whether the open puzzle is closed while Home stays."""
        self.collecting: HomeCollections | None = None
        """Import and collections; ``None`` before Home was shown."""
        desk.session.reset.connect(self._reset)
        desk.settings.changed.connect(self._apply)
        desk.session.history_changed.connect(self.show_board)  # a menu may change the board

    def commands(self) -> tuple[Command, ...]:
        """File > Home."""
        return (
            Command(
                "home",
                _("&Home"),
                self.toggle,
                MenuPlace("file", 100),
                _("All puzzles, and back to the board"),
                ("Alt+Home",),
                "home",
                why_not=self._why_not_toggle,
                bar=BarPlace(0, text=""),
            ),
        )

    def _why_not_toggle(self) -> str:
        return _("No puzzle is open.") if self.is_shown and self._desk.session.is_empty else ""

    @property
    def is_shown(self) -> bool:
        """Whether Home is in front."""
        return self.view is not None and self.pages.currentWidget() is self.view

    @property
    def undo_name(self) -> str:
        """What :meth:`undo` would undo on Home; empty if there is nothing."""
        return "" if self.collecting is None else self.collecting.undoing.undo_name

    def undo(self) -> None:
        """Undo the latest deletion on Home."""
        if self.collecting is not None:
            self.collecting.undoing.undo()

    def show(self) -> None:
        """Show Home with the progress so far."""
        self._left = self._desk.session.base, self._desk.board.area.scroll_place
        if self.view is None:
            self.view = self._make_view()
            self.pages.addWidget(self.view)
        else:
            self.view.refresh()
        self.update_learning()
        self.pages.setCurrentWidget(self.view)
        self.shown_changed.emit(True)

    def _reset(self) -> None:
        self._opened = None
        if not self._is_closing:
            self.show_board()
        self.name_changed.emit()

    def show_board(self) -> None:
        """Show the board."""
        if self.is_shown:
            self.pages.setCurrentWidget(self._board_page)
            self.shown_changed.emit(False)
            session, area, (base, place) = self._desk.session, self._desk.board.area, self._left
            if session.base is base:  # once the bars have their places again
                QTimer.singleShot(0, self._desk.board, lambda: area.scroll_to(*place))

    def close(self) -> None:
        """Stop the work in the background, as the window closes."""
        view, self.view = self.view, None
        if view is not None:
            if self.collecting is not None:
                self.collecting.close()
            view.thumbnails.close()
            self.pages.removeWidget(view)
            view.deleteLater()
        self.collecting = self._source = None  # the library may be another one afterwards

    def close_puzzle_of(self, puzzles: Set[str], games: Set[str]) -> bool:
        """Close the open puzzle, without leaving Home, if it is one of those to be deleted.

        Args:
            puzzles: Hashes of clues.
            games: Ids of games.

        Returns:
            ``False`` if it stays, since the player wants to save it, or the library has a problem.
        """
        desk = self._desk
        session, autosave = desk.session, desk.autosave
        try:
            playing = autosave.library.games_played_by(autosave.owner)
        except LibraryError as error:
            desk.messages.warning(str(error))
            return False
        if key_of(session.state.document, None).puzzle not in puzzles and not playing & games:
            return True
        if not self._files.may_leave():
            return False
        self._is_closing = True
        try:
            session.close()
        finally:
            self._is_closing = False
        self.name_changed.emit()
        return True

    def is_busy(self, owner: str) -> bool:
        """Whether another window plays the games of that owner."""
        autosave = self._desk.autosave
        return owner != autosave.owner and not autosave.is_gone(owner)

    def _rename_open(self, entry_id: str, name: str) -> None:
        if self._opened is not None and self._opened.id == entry_id:
            self._opened = self._opened._replace(name=name)

    @property
    def open_name(self) -> str:
        """The name of the open puzzle as on its tile; empty if it was not opened from Home.

        An unsolved puzzle's title would tell the solution, if it is not the player's.
        """
        if self._opened is None:
            return ""
        session = self._desk.session
        title = session.puzzle.title if session.is_solved or self._opened.is_own else ""
        return self._opened.name or shortened(title) or self._opened.place

    @property
    def hides_title(self) -> bool:
        """Whether the open puzzle's title is a secret: it was opened from Home, to be solved."""
        session, opened = self._desk.session, self._opened
        is_played = session.mode is Mode.PLAY and not session.is_solved
        return opened is not None and not opened.is_own and is_played

    def toggle(self) -> None:
        """Show Home, or the board if Home is shown and a puzzle or a drawing is open."""
        if self.is_shown and self._desk.session.is_empty:
            self.say(_("No puzzle is open."))
        elif self.is_shown:
            self.show_board()
        else:
            self.show()
            assert self.view is not None
            self.view.go_home()

    def _open_place(self) -> tuple[Shelf, int] | None:
        """The shelf with the open puzzle, and its index there; ``None`` if no shelf has it."""
        open_id = "" if self._opened is None else self._opened.id
        clues = clue_hash(self._desk.session.puzzle)
        found = None
        for shelf in self.source.shelves():
            for index, entry in enumerate(shelf.entries):
                if entry.id == open_id:
                    return shelf, index
                if found is None and entry.puzzle == clues:
                    found = shelf, index
        return found

    @property
    def known_place(self) -> str:
        """The pack or collection of the open puzzle and its number; empty if it is in none."""
        place = self._open_place()
        if place is None or not place[0].is_pack:
            return ""
        shelf, index = place
        return numbered(shortened(shelf.title), shelf.entries[index].number)

    @property
    def open_shelf_id(self) -> str:
        """The id of :attr:`open_shelf`; empty for none."""
        shelf = self.open_shelf
        return shelf.id if shelf is not None else ""

    @property
    def open_shelf(self) -> Shelf | None:
        """The pack or collection of the open puzzle; ``None`` if it is in none."""
        place = self._open_place()
        return place[0] if place is not None and place[0].is_pack else None

    def next_entry(self) -> Entry | None:
        """The puzzle that naturally follows the open one; ``None`` if nothing is left.

        It is the next unsolved one of the same shelf, or else the most similar one of all packs.
        """
        place, session = self._open_place(), self._desk.session
        if place is not None:
            shelf, at = place
            later = (*shelf.entries[at + 1 :], *shelf.entries[:at])
            follows = next((e for e in later if e.state is not EntryState.SOLVED), None)
            if follows is not None and not follows.is_drawing:
                return follows
        puzzle, ratings = session.puzzle, self._rating.ratings
        colors = len(puzzle.palette) - 1
        clues = clue_hash(puzzle)
        wanted = Entry("", "", 0, "", puzzle.height, puzzle.width, "", colors, puzzle=clues)

        def rank(entry: Entry) -> int | None:
            rating = ratings.get(rating_key(entry))
            return rating.rank if rating is not None and rating.is_rated else None

        packs = (shelf for shelf in self.source.shelves() if shelf.is_pack)
        return most_alike(wanted, (entry for shelf in packs for entry in shelf.entries), rank)

    @property
    def next_name(self) -> str:
        """The name of that puzzle with its shelf; empty if there is none."""
        entry = self.next_entry()
        if entry is None:
            return ""
        titles = {shelf.id: shelf.title for shelf in self.source.shelves()}
        return place_text(entry, titles[entry.shelf])

    def open_next(self) -> None:
        """Open that puzzle; show Home if there is none."""
        entry = self.next_entry()
        if entry is None:
            self.show()
        else:
            self._open(entry)

    def show_poster(self, shelf_id: str = "") -> None:
        """Show the poster of a finished pack, by default that of the open puzzle."""
        shelves = self.source.shelves()
        if not shelf_id and (shelf := self.open_shelf) is not None:
            shelf_id = shelf.id
        found = next((shelf for shelf in shelves if shelf.id == shelf_id), None)
        if found is not None and found.is_finished:
            self.poster_requested.emit(found)

    def open_first(self) -> None:
        """Open the first puzzle that is not solved; show Home if there is none."""
        shelves = bundled_first(self.source.shelves())
        entries = (entry for shelf in shelves for entry in shelf.entries)
        entry = next((entry for entry in entries if entry.state is not EntryState.SOLVED), None)
        if entry is None:
            self.show()
        else:
            self._open(entry)

    @property
    def source(self) -> EntrySource:
        """The puzzles, with the player's progress."""
        if self._source is None:
            from helper.home.library_source import LibrarySource

            settings = self._desk.settings
            self._source = LibrarySource(
                self._desk.autosave.library,
                recent=lambda: settings.recent,
            )
        return self._source

    def say(self, sentence: str) -> None:
        """Show a sentence at the foot of Home for a while."""
        if self.collecting is not None:
            self.collecting.undoing.say(sentence)
        elif self.view is not None:
            self.view.banner.show_message(sentence, **{_("Close"): self.view.banner.clear})

    def print_chosen(self) -> None:
        """Have the chosen puzzles printed; without any, those that the open shelf shows."""
        if not self._request(self.print_requested):
            self._desk.messages.info(_("Choose the puzzles to be printed: Ctrl+click adds one."))

    def export_chosen(self) -> None:
        """Have the same puzzles made a page to play."""
        if not self._request(self.export_requested):
            self._desk.messages.info(_("Choose the puzzles of the page: Ctrl+click adds one."))

    def pack_chosen(self) -> None:
        """Have the same puzzles made a pack."""
        if not self._request(self.pack_requested):
            self._desk.messages.info(_("Choose the puzzles of the pack: Ctrl+click adds one."))

    def _request(self, signal: SignalInstance) -> bool:
        """Emit a signal with the puzzles that a command is for; ``False`` if none is chosen."""
        view = self.view
        if view is None:
            return True
        tiles, shelf = view.active, view.shelf
        if tiles.selected_ids() or tiles.hasFocus():
            self._emit(signal, tiles.chosen_entries)
        elif shelf is not None and shelf.id == view.sidebar.place and view.model.entries:
            self._emit(signal, view.model.entries, shelf.title)
        else:
            return False
        return True

    def _emit(self, signal: SignalInstance, entries: Sequence[Entry], title: str = "") -> None:
        documents = []
        for entry in entries:
            try:
                documents.append(self.source.picture(entry))
            except NonogramError as error:
                self._desk.messages.warning(str(error))
        if documents:
            signal.emit(documents, title)

    def _make_view(self) -> HomeView:
        from helper.collections.collecting import HomeCollections
        from helper.home.day_record import LibraryDays
        from helper.home.home_view import HomeView
        from helper.rating.home_ratings import HomeRatings

        desk = self._desk
        days = LibraryDays(desk.autosave.library, desk.autosave.writes)
        view = HomeView(self.source, desk.themes, parent=self.pages, record=days)
        view.open_requested.connect(self._open_by_id)
        view.banner.told.connect(desk.announcer.say_shown)
        view.told.connect(desk.announcer.say)
        view.head.command_requested.connect(desk.requests.command)
        view.poster_requested.connect(self.show_poster)
        view.print_requested.connect(partial(self._emit, self.print_requested))
        view.pack_requested.connect(partial(self._emit, self.pack_requested))
        view.learn_requested.connect(self._learn)
        view.show_progress(desk.settings.preferences.show_progress)
        view.lesson_requested.connect(self._show_lesson)
        view.head.set_shortcuts(self._shortcut)
        create = QMenu(view)
        create.setToolTipsVisible(True)
        self._fill_create(create)
        view.head.offer_ways_to_create(create)
        view.statistics_requested.connect(partial(desk.requests.command.emit, "statistics"))
        library, writes = desk.autosave.library, desk.autosave.writes
        self.collecting = HomeCollections(view, library, writes, desk.settings, self)
        self.collecting.managing.renamed.connect(self._rename_open)
        self.collecting.undoing.undo_changed.connect(self.undo_changed)
        HomeRatings(view, self._rating.rater)
        return view

    def _learn(self) -> None:
        """Show How to Play, or the lessons after it is done."""
        is_done = self._desk.settings.how_to_play_done
        self._desk.requests.command.emit("learn" if is_done else "how_to_play")

    def _show_lesson(self, technique: Technique | None) -> None:
        if technique is None:
            self._desk.requests.command.emit("how_to_play")
        else:
            self._desk.requests.lesson.emit(technique)

    def _apply(self, preferences: Preferences) -> None:
        if self.view is not None:
            self.view.show_progress(preferences.show_progress)

    def update_learning(self) -> None:
        """Say what the card Learn opens."""
        if (view := self.view) is None:
            return
        if self._desk.settings.how_to_play_done:
            view.set_learning(
                _("Solving Techniques"), _("A lesson for each"), _("with exercises"), _("Learn")
            )
        else:
            view.set_learning(
                _("How to Play"), _("Six short steps"), _("on small boards"), _("Begin")
            )

    def to_resume(self) -> Resumed:
        """What is open and shown, to be kept while the program is started anew."""
        desk, autosave = self._desk, self._desk.autosave
        place, (x, y) = BOARD, desk.board.area.scroll_place
        if self.is_shown and self.view is not None:
            place, x, y = self.view.sidebar.place, 0, self.view.scroller.verticalScrollBar().value()
        entry = "" if self._opened is None else self._opened.id
        path = str(desk.session.file.path or "")
        return Resumed(entry, autosave.open_game, path, place, autosave.zoom, x, y)

    def resume(self, kept: Resumed) -> None:
        """Open and show what was there before the program was started anew."""
        entry, desk = self._entry(kept.entry) if kept.entry else None, self._desk
        if entry is not None:
            self._open(entry)
        elif (kept.game and self._continue(kept.game)) or (
            kept.path and self._files.open_file(Path(kept.path))
        ):
            self.show_board()
            self.name_changed.emit()
        if kept.place == BOARD and not desk.session.is_empty:
            desk.board.zoom.restore(kept.zoom)
            desk.autosave.keep_zoom(kept.zoom)
            QTimer.singleShot(0, desk.board, lambda: desk.board.area.scroll_to(kept.x, kept.y))
        elif kept.place != BOARD:
            self.show()
            if self.view is not None:
                self.view.go_back_to(kept.place, kept.y)

    def _entry(self, entry_id: str) -> Entry | None:
        entries = (entry for shelf in self.source.shelves() for entry in shelf.entries)
        return next((entry for entry in entries if entry.id == entry_id), None)

    def _open_by_id(self, entry_id: str) -> None:
        entry = self._entry(entry_id)
        if entry is None:  # it was deleted in another window
            self.show()
        else:
            # Later: the view must not change while it emits the signal.
            QTimer.singleShot(0, self, lambda: self._open(entry))

    def _open(self, entry: Entry) -> None:
        if isinstance(entry.source, Path):
            is_open = self._files.open_bundled(entry.source)
        elif isinstance(entry.source, RecentFile):
            is_open = self._files.may_leave() and self._files.open_file(entry.source.path)
        elif isinstance(entry.source, Imported):
            is_open = self._open_imported(entry)
        else:
            is_open = self._files.may_leave() and self._continue(entry.source, entry)
        if not is_open:
            return
        titles = {shelf.id: shelf.title for shelf in self.source.shelves()}
        is_file = isinstance(entry.source, RecentFile)
        place = entry.name if is_file else numbered(titles[entry.shelf], entry.number)
        name = "" if is_file else entry.name
        self._opened = _OpenEntry(entry.id, name, place, entry.is_own)
        self.show_board()
        self.name_changed.emit()

    def _open_imported(self, entry: Entry) -> bool:
        """Open a puzzle of a collection, or its game if there is one."""
        desk = self._desk
        if not self._files.may_leave():
            return False
        try:
            self._files.open_untouched(self.source.picture(entry).puzzle)
        except NonogramError as error:
            desk.messages.warning(str(error))
            return False
        return True

    def _continue(self, game_id: str, entry: Entry | None = None) -> bool:
        """Continue a game; if another window plays it, begin one of the same puzzle."""
        autosave, warning = self._desk.autosave, self._desk.messages.warning
        try:
            if autosave.continue_game(game_id):
                return True
            if autosave.library.game(game_id) is None:
                warning(_("This game is not there any more."))
                self.show()
            elif entry is None or entry.is_drawing:
                warning(_("This puzzle is open in another window."))
            else:
                self._files.open_untouched(self.source.picture(entry).puzzle)
                return True
        except LibraryError as error:
            warning(str(error))
        except (ValueError, NonogramError) as error:
            _log.warning("a game cannot be continued: %s", error)
            autosave.set_aside(game_id)
            warning(_("This game cannot be continued: its journal is damaged."))
            self.show()
        return False


class PageStack(QStackedWidget):
    """Home and the board. The window may be as small as the page that is shown."""

    def minimumSizeHint(self) -> QSize:  # Qt override
        page = self.currentWidget()
        return page.minimumSizeHint() if page is not None else super().minimumSizeHint()
