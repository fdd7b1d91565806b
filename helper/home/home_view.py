"""Home: the program's first page, from which every puzzle is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from datetime import date

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QMenu,
    QWidget,
)

from helper.application.rating_store import Ratings
from helper.application.theme import Theme, ThemeManager
from helper.home.days import DayRecord, NoRecord
from helper.home.entries import (
    CALENDAR,
    PATH,
    Entry,
    EntrySource,
    Shelf,
    bundled_first,
    in_progress,
    rating_key,
    to_continue,
)
from helper.home.home_layout import HomeLayout
from helper.home.home_model import EntryModel
from helper.home.progress_pages import PLACES
from helper.home.query import Query, count_unrated, select
from helper.home.shelf_rows import (
    MAX_FIRST_ROWS,
    upcoming,
)
from helper.home.sidebar import ALL, HOME
from helper.home.style import sheet
from helper.home.thumbnails import Thumbnails
from helper.home.tiles import TileList
from puzzles.words import _, plural, worded

_SEEN_MS = 20
"""How long after the first frame of Home the pictures of new puzzles are drawn."""
_REST_MS = 500
"""When shelves below what one sees at first are made, unless the page is scrolled before."""


class HomeView(QWidget):
    """Shelves at the left; search, cards and tiles at the right.

    The view never opens a puzzle by itself. Whoever opens one calls :meth:`refresh` afterwards.

    Signals:
        open_requested: ``str``, the id of the entry to open.
        statistics_requested: Open the statistics.
        learn_requested: Open the lessons.
        lesson_requested: :class:`Technique` whose lesson is to be opened; ``None`` for How to Play.
        print_requested: Entries to be printed, and the title of their shelf or nothing.
        pack_requested: The same for a pack.
        shelf_menu_requested: ``str``, a shelf's id, and :class:`QPoint` on the screen, where its
            commands are to open.
        tile_menu_requested: :class:`QPoint` on the screen, where the commands on the chosen tiles
            of :attr:`active` are to open.
        poster_requested: ``str``, the id of a finished pack.
        rename_requested, delete_requested: F2 or Delete was pressed in :attr:`active`.
        shown_changed: Other puzzles may be visible, or there are other puzzles.
        told: ``str``, how many puzzles a search has found, to be announced.
    """

    open_requested = Signal(str)
    statistics_requested = Signal()
    learn_requested = Signal()
    lesson_requested = Signal(object)
    print_requested = Signal(object, str)
    pack_requested = Signal(object, str)
    shelf_menu_requested = Signal(str, QPoint)
    tile_menu_requested = Signal(QPoint)
    rename_requested = Signal()
    delete_requested = Signal()
    poster_requested = Signal(str)
    shown_changed = Signal()
    told = Signal(str)

    def __init__(
        self,
        source: EntrySource,
        themes: ThemeManager,
        today: Callable[[], date] = date.today,
        parent: QWidget | None = None,
        record: DayRecord | None = None,
    ) -> None:
        """Show what the source has, once this is shown: then the room for it is known.

        Args:
            source: The puzzles.
            themes: The colours.
            today: The day, which chooses the puzzle of the day.
            parent: The window.
            record: Keeps the puzzles of the days; ``None``: nothing does.
        """
        super().__init__(parent)
        self._source = source
        self._shelves: Sequence[Shelf] = ()
        self._entries: Sequence[Entry] = ()
        self._in_progress = in_progress(())
        self._is_painted = self._is_filled = self._is_complete = False
        """Whether it was painted; has what the source has; has also what is not seen at first."""
        self._shows_progress = True
        self.thumbnails = Thumbnails(source, themes.theme, self)
        self.thumbnails.hold_new(True)
        self.model = EntryModel(self)
        self.active: TileList
        """The tiles that commands are for: those of the section, or of a shelf below it."""
        # Before there are parts, and each of them gets its parent first: Qt styles what it has
        # styled before anew when the sheet changes.
        self.setStyleSheet(sheet(themes.theme))
        self._layout = HomeLayout(
            self, self.model, self.thumbnails, themes.theme, record or NoRecord(), today
        )
        self._take_parts(self._layout)
        self._connect()
        themes.changed.connect(self.set_theme)

    # Public

    def refresh(self) -> None:
        """Show what the source has now; call it when a puzzle was played, added or removed."""
        self._is_filled = True
        self._shelves = tuple(self._source.shelves())
        self._entries = [entry for shelf in self._shelves for entry in shelf.entries]
        self._in_progress = in_progress(self._shelves)
        self.progress.follow(self._shelves)
        self._show_sidebar()
        self.filters.show_tags(sorted({tag for entry in self._entries for tag in entry.tags}))
        self._show_cards()
        self._show_tiles()

    def show_progress(self, is_shown: bool) -> None:
        """Show rings and mosaics, or hide them all."""
        if self._shows_progress == is_shown:
            return
        self._shows_progress = is_shown
        for part in (self.sidebar, self.section, self.rows, self.cards):
            part.shows_progress = is_shown
        if self._is_filled:
            self.refresh()

    def set_ratings(self, ratings: Ratings) -> None:
        """Show these ratings, which may change: see :meth:`show_ratings`."""
        self.model.ratings = ratings
        if self._is_filled:
            self._show_sidebar()
            self._show_cards()
            self._show_tiles(keeps_selection=True)
            self.tiles.viewport().update()

    def show_ratings(self, clues: Set[str]) -> None:
        """Show ratings that have become known.

        Args:
            clues: The hashes of the puzzles' clues.
        """
        if any(rating_key(entry) in clues for entry in self.cards.entries):
            self._show_cards()
        if self._query.needs_ratings:
            self._show_tiles(keeps_selection=True)
        self.model.show_ratings(clues)
        self.rows.show_ratings(clues)
        self.path.show_ratings(clues)

    def seen_entries(self) -> list[Entry]:
        """The puzzles that are visible, on cards and tiles."""
        on_cards = self.cards.entries if self.cards.isVisible() else ()
        return [
            *on_cards,
            *self.tiles.visible_entries(),
            *self.rows.visible_entries(),
            *self.path.visible_entries(),
        ]

    def set_learning(self, name: str, facts: str, progress: str, button: str) -> None:
        """Change the texts of the card Learn."""
        self.learn_card.show_texts(_("Learn"), name, facts, progress, button)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.thumbnails.theme = theme
        self.sidebar.set_theme(theme)
        self.section.set_theme(theme)
        self.mosaic.set_theme(theme)
        self.rows.set_theme(theme)
        self.progress.set_theme(theme)
        self.setStyleSheet(sheet(theme))
        self.update()

    def offer_import(self, menu: QMenu) -> None:
        """Show a button with these ways to import puzzles."""
        self.import_button.setMenu(menu)
        self.import_button.show()

    def focus_search(self) -> None:
        """Let the player type a search."""
        self.head.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.head.search.selectAll()

    def focus_tiles(self) -> None:
        """Give the active tiles the focus, or the button that is there in place of them."""
        target: QWidget = self.active if self.active.entries.entries else self.empty.button
        if self._page:
            target = self.progress.focus_target(self._page)
        target.setFocus(Qt.FocusReason.TabFocusReason)

    def show_page(self, place: str) -> None:
        """Show the path, or the calendar with the focus on today."""
        self.head.search.clear()
        self.sidebar.go_to(place)
        if self._page == CALENDAR:
            self.calendar.go_to(self.progress.days.today)
        elif self._page == PATH:
            self.focus_tiles()

    def go_home(self) -> None:
        """Show Home from its top."""
        self.head.search.clear()
        self.sidebar.go_to(HOME)
        self.scroller.verticalScrollBar().setValue(0)

    def go_back_to(self, place: str, y: int) -> None:
        """Show a place as it was scrolled before, in px."""
        self._complete()
        self.sidebar.go_to(place)
        # Once the page has its height.
        QTimer.singleShot(0, self, lambda: self.scroller.verticalScrollBar().setValue(y))

    def use(self, tiles: TileList) -> None:
        """Let commands be for these tiles."""
        if tiles is not self.active:
            self.active.clearSelection()
            self.active = tiles

    # Parts

    def _take_parts(self, layout: HomeLayout) -> None:
        self.sidebar, self.places, self.head = layout.sidebar, layout.places, layout.head
        self.cards, self.section, self.rows = layout.cards, layout.section, layout.rows
        self.continue_card, self.day_card = self.cards.continue_card, self.cards.day_card
        self.learn_card = self.cards.learn_card
        self.page, self.scroller, self.mosaic = layout.page, layout.scroller, layout.mosaic
        self.heading, self.count = self.section.heading, self.section.count
        self.filters, self.progress = self.section.filters, layout.progress
        self.calendar, self.path = self.progress.calendar, self.progress.path
        self.empty, self.banner = layout.empty, layout.banner
        self.import_button = layout.import_button
        self.statistics_button = layout.statistics_button
        self.tiles = self.active = layout.tiles
        self.all_button = layout.all_button
        self.set_learning(_("How to solve"), _("The rules"), _("and the first methods"), _("Learn"))

    def _connect(self) -> None:
        head = self.head
        head.search.textChanged.connect(self._search)
        head.search.leave_requested.connect(self.focus_tiles)
        head.search.typing_paused.connect(self._tell_found)
        self.cards.open_requested.connect(self.open_requested)
        self.cards.learn_requested.connect(self.learn_requested)
        self.sidebar.place_chosen.connect(self._go)
        self.statistics_button.clicked.connect(self.statistics_requested)
        self.sidebar.menu_requested.connect(self.shelf_menu_requested)
        self.section.menu_requested.connect(self._open_shelf_menu)
        self.mosaic.open_requested.connect(self.open_requested)
        self.progress.open_requested.connect(self.open_requested)
        self.cards.calendar_requested.connect(lambda: self.show_page(CALENDAR))
        self.filters.changed.connect(lambda: self._show_tiles())
        self.filters.filtered.connect(self._tell_count)
        self.section.clear_button.clicked.connect(self._clear_filters)
        self.section.poster_button.clicked.connect(self._ask_for_poster)
        self.empty.pressed.connect(self._leave_empty_state)
        tiles, rows = self.tiles, self.rows
        self.path.lesson_requested.connect(self.lesson_requested)
        for one in (tiles, rows, self.path):
            one.open_requested.connect(self.open_requested)
            one.menu_requested.connect(self.tile_menu_requested)
            one.rename_requested.connect(self.rename_requested)
            one.delete_requested.connect(self.delete_requested)
        tiles.used.connect(lambda: self.use(tiles))
        tiles.columns_changed.connect(self._fit_columns)
        self.all_button.clicked.connect(self._show_all)
        tiles.reveal_requested.connect(lambda rect: self.scroller.reveal(tiles, rect))
        for some in (rows, self.path):
            some.list_used.connect(self.use)
            some.reveal_requested.connect(self.scroller.reveal)
        rows.place_requested.connect(self.sidebar.go_to)
        bar = self.scroller.verticalScrollBar()
        bar.valueChanged.connect(self._complete)
        bar.valueChanged.connect(self.tiles.request_visible)
        bar.valueChanged.connect(self.rows.request_visible)
        bar.valueChanged.connect(self.path.request_visible)
        bar.valueChanged.connect(self.shown_changed)
        self.destroyed.connect(self.thumbnails.close)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.focus_search)

    # What is shown

    @property
    def shelves(self) -> Sequence[Shelf]:
        """The shelves as they are shown."""
        return self._shelves

    @property
    def lists(self) -> Sequence[TileList]:
        """All tiles: those of the section, and of the shelves below it."""
        rows = [*self.rows.rows, *(self.path.rows if self._page == PATH else ())]
        return self.tiles, *(row.tiles for row in rows)

    @property
    def _page(self) -> str:
        """The page that is shown in place of tiles; empty for none."""
        place = self.sidebar.place
        return place if place in PLACES and not self._query.is_search else ""

    @property
    def _query(self) -> Query:
        return self.filters.applied_to(Query(self.head.search.text()))

    @property
    def shelf(self) -> Shelf | None:
        """The shelf whose tiles are shown; ``None`` if they are of several shelves.

        On Home these are the puzzles in progress if there are several, or the shelf that the player
        is at.
        """
        place = self.sidebar.place
        if self._query.is_search or place == ALL:
            return None
        by_id = {shelf.id: shelf for shelf in (self._in_progress, *self._shelves)}
        if place != HOME:
            return by_id.get(place)
        return self._in_progress if len(self._in_progress.entries) > 1 else self._front_shelf

    @property
    def _front_shelf(self) -> Shelf | None:
        """That of the puzzle to continue, or the first pack with an unsolved one."""
        latest = to_continue(self._entries)
        if latest is not None:
            return next(shelf for shelf in self._shelves if shelf.id == latest.shelf)
        ranked = bundled_first(self._shelves)
        unsolved = (shelf for shelf in ranked if shelf.solved < len(shelf.entries))
        return next(unsolved, ranked[0] if ranked else None)

    def _show_cards(self) -> None:
        self.cards.show_shelves(self._shelves, self.progress.days, self.model.ratings)

    def _show_sidebar(self) -> None:
        """Show the shelves, and the pages of progress if they are wanted."""
        self.sidebar.pages = self.progress.rows(self.model.ratings) if self._shows_progress else ()
        begun = [self._in_progress] if self._in_progress.entries else []
        self.sidebar.show_shelves(self._shelves, begun)

    def _go_to_next_step(self) -> None:
        """Scroll to the step that is the next one."""
        row = self.path.next_row
        if row is not None and row is not self.path.rows[0]:
            self.scroller.go_to(row)

    def _show_tiles(self, keeps_selection: bool = False) -> None:
        query, shelf = self._query, self.shelf
        titles = {found.id: found.title for found in self._shelves}
        page = self._page
        self.progress.show(page)
        self.section.setHidden(bool(page))
        pool = () if page else self._entries if shelf is None else shelf.entries
        ratings = self.model.ratings
        found = select(pool, query, titles, ratings)
        unrated = count_unrated(pool, query, titles, ratings)
        is_home = self.sidebar.place == HOME and not query.is_search
        shown: Sequence[Entry] = found
        if is_home and len(self._shelves) > 1:
            shown = upcoming(found, MAX_FIRST_ROWS * self.tiles.columns)
        current = self.tiles.currentIndex().row()
        current_id = self.model.entry(current).id if current >= 0 else ""
        selected = self.tiles.selected_ids() if keeps_selection else ()
        if self.model.show(shown, titles, is_mixed=shelf in (None, self._in_progress)):
            row = self.model.row_of(current_id)
            self.tiles.setCurrentIndex(self.model.index(row or 0))
            self.tiles.select_ids(selected)
        is_pack = self._shows_progress and self.sidebar.place not in (HOME, ALL)
        self.mosaic.show_shelf(shelf if is_pack else None)
        self.section.show_contents(query, shelf, self._entries, len(found), unrated)
        self.tiles.setHidden(not found)
        self.all_button.setHidden(len(shown) == len(found))
        self.all_button.setText(worded("Show All {found}", found=len(found)))
        self.empty.setHidden(bool(found or page))
        self.empty.show_reason(query, shelf, has_hidden=bool(pool), unrated=unrated)
        self.head.greet(is_home)
        self._layout.show_cards(is_home)
        self._show_rows(query, shelf if is_home else None)
        self._layout.arrange(self.width())
        self.shown_changed.emit()

    def _complete(self) -> None:
        """Show the shelves below what one sees at first, too."""
        if not self._is_complete:
            self._is_complete = True
            self._show_tiles(keeps_selection=True)

    def _fit_columns(self) -> None:
        if self._is_filled:
            self._show_tiles(keeps_selection=True)

    def _show_rows(self, query: Query, above: Shelf | None) -> None:
        """Show the other shelves below one; ``None``: show none."""
        shelves = [shelf for shelf in self._shelves if above is not None and shelf is not above]
        front = self._front_shelf
        shelves.sort(key=lambda shelf: shelf is not front)
        titles, ratings = {shelf.id: shelf.title for shelf in shelves}, self.model.ratings
        found = [(shelf, select(shelf.entries, query, titles, ratings)) for shelf in shelves]
        seen = 1 + self.height() // self.tiles.tile_height
        limit = None if self._is_complete else seen
        self.rows.show_shelves([pair for pair in found if pair[1]], ratings, limit)
        if self.active not in self.lists:
            self.active = self.tiles
        self._layout.set_tab_order()

    # What the player does

    def _go(self, _: str) -> None:
        self.head.search.blockSignals(True)
        self.head.search.clear()
        self.head.search.blockSignals(False)
        self.use(self.tiles)
        self._show_tiles()
        self.scroller.verticalScrollBar().setValue(0)
        if self._page == PATH:
            QTimer.singleShot(0, self, self._go_to_next_step)  # once the rows have their places

    def _search(self) -> None:
        self._show_tiles()
        self.scroller.verticalScrollBar().setValue(0)

    def _tell_found(self) -> None:
        """Say how many puzzles were found; nothing if nothing is searched for."""
        if self._query.is_search:
            self._tell_count()

    def _tell_count(self) -> None:
        if count := self.model.rowCount():
            self.told.emit(plural(count, "{count} puzzle found.", "{count} puzzles found."))
        else:
            self.told.emit(self.empty.heading.text())

    def _show_all(self) -> None:
        shelf = self.shelf
        if shelf is not None:
            self.sidebar.go_to(shelf.id)
            self.focus_tiles()

    def _clear_filters(self) -> None:
        self.filters.clear()
        self.focus_tiles()

    def _leave_empty_state(self) -> None:
        query = self._query
        if query.is_search:
            self.head.search.clear()
            if query.is_filtered:
                self.filters.clear()
        elif query.is_filtered:
            self.filters.clear()
        else:
            self.head.command_requested.emit("new")
            return
        self.focus_tiles()

    def _ask_for_poster(self) -> None:
        shelf = self.shelf
        if shelf is not None:
            self.poster_requested.emit(shelf.id)

    def _open_shelf_menu(self, at: QPoint) -> None:
        shelf = self.shelf
        if shelf is not None:
            self.shelf_menu_requested.emit(shelf.id, at)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() == Qt.Key.Key_Escape and self.head.search.text():
            self.head.search.clear()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        is_first = not self._is_filled
        if not (self._is_filled and self.progress.is_of_today):
            self._layout.activate()  # the tiles get their width: so many are shown as have room
            self.refresh()
            QTimer.singleShot(_REST_MS, self, self._complete)
        if is_first or self.focusWidget() is None:
            self.cards.first_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(_SEEN_MS, self, lambda: self.thumbnails.hold_new(False))

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._layout.arrange(self.width())

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(400, 160)
