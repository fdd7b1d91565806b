"""Home: the program's first page, from which every puzzle is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from helper.application.theme import Theme, ThemeManager
from helper.home.cards import Card, CardRow, ElidedLabel, EntryPicture
from helper.home.delegate import GAP_PX, TILE
from helper.home.empty_state import EmptyState
from helper.home.entries import (
    Entry,
    EntrySource,
    Shelf,
    State,
    puzzle_of_the_day,
    to_continue,
)
from helper.home.filters import FilterBar
from helper.home.head import Head
from helper.home.model import EntryModel
from helper.home.query import Query, select
from helper.home.sidebar import ALL, HOME, Sidebar
from helper.home.style import FAINT, HEADING, SIDEBAR, sheet
from helper.home.thumbnails import Thumbnails
from helper.home.tiles import TileList
from helper.home.wording import (
    day_text,
    facts_text,
    place_text,
    print_text,
    shelf_text,
    solved_text,
    state_text,
)
from puzzles.titles import shortened

_SIDEBAR_PX, _NARROW_SIDEBAR_PX = 208, 172
_MARGIN_PX, _NARROW_MARGIN_PX = 36, 16
_NARROW_PX = 900
"""Below this width, sidebar and margins are smaller."""
_NARROW_SECTION_PX = 640
"""Below this width, the filters have a line of their own."""


class HomeView(QWidget):
    """Shelves at the left; search, cards and tiles at the right.

    The view never opens a puzzle by itself. Whoever opens one calls :meth:`refresh` afterwards.

    Signals:
        open_requested: ``str``, the id of the entry to open.
        new_requested: Draw a new puzzle.
        scan_requested: Read a puzzle from a picture.
        picture_requested: Make a puzzle of a picture.
        camera_requested: Open the camera.
        learn_requested: Open the lessons.
    """

    open_requested = Signal(str)
    new_requested = Signal()
    scan_requested = Signal()
    picture_requested = Signal()
    camera_requested = Signal()
    learn_requested = Signal()

    def __init__(
        self,
        source: EntrySource,
        themes: ThemeManager,
        today: Callable[[], date] = date.today,
        parent: QWidget | None = None,
    ) -> None:
        """Show what the source has.

        Args:
            source: The puzzles.
            themes: The colours.
            today: The day, which chooses the puzzle of the day.
            parent: The window.
        """
        super().__init__(parent)
        self._source = source
        self._today = today
        self._day: date | None = None
        self._shelves: Sequence[Shelf] = ()
        self._continue_id = self._day_id = ""
        self.thumbnails = Thumbnails(source, themes.theme, self)
        self.model = EntryModel(self)
        self._make_parts(themes.theme)
        self._lay_out()
        self._connect()
        themes.changed.connect(self.set_theme)
        self.set_theme(themes.theme)
        self.refresh()
        self.sidebar.go_to(HOME)

    # Public

    def refresh(self) -> None:
        """Show what the source has now; call it when a puzzle was played, added or removed."""
        self._shelves = tuple(self._source.shelves())
        self._day = self._today()
        self.sidebar.show_shelves(self._shelves)
        self._show_cards()
        self._show_tiles()

    def set_learning(self, name: str, facts: str, progress: str, button: str) -> None:
        """Change the texts of the card Learn."""
        self.learn_card.show_texts("Learn", name, facts, progress, button)

    def set_shortcuts(self, shortcuts: Mapping[str, str]) -> None:
        """Name the commands' shortcuts in tooltips, see :meth:`Head.set_shortcuts`."""
        self.head.set_shortcuts(shortcuts)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.thumbnails.theme = theme
        self.sidebar.set_theme(theme)
        self.filters.set_theme(theme)
        self.setStyleSheet(sheet(theme))
        self.update()

    def focus_search(self) -> None:
        """Let the player type a search."""
        self.head.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.head.search.selectAll()

    # Parts

    def _make_parts(self, theme: Theme) -> None:
        self.sidebar = Sidebar(theme)
        self.head = Head()
        self._continue_picture = EntryPicture(self.thumbnails, "continue")
        self.continue_card = Card("Continue", self._continue_picture)
        self.day_card = Card("Puzzle of the day")
        self.learn_card = Card("Learn")
        self.cards = CardRow((self.continue_card, self.day_card, self.learn_card))
        self.set_learning("How to solve", "The rules", "and the first methods", "Learn")
        self.page = QWidget()
        self.page.setAutoFillBackground(True)  # opaque, so that scrolling moves pixels
        self.heading, self.count = ElidedLabel("", self.page), QLabel(self.page)
        self.filters = FilterBar(theme, self.page)
        self.empty = EmptyState()
        self.heading.setProperty("kind", HEADING)
        self.count.setProperty("kind", FAINT)
        self.tiles = TileList(self.model, self.thumbnails, self.page)
        self.scroller = QScrollArea()
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setWidgetResizable(True)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroller.verticalScrollBar().setSingleStep(40)

    def _lay_out(self) -> None:
        self._side = QWidget()
        self._side.setObjectName(SIDEBAR)
        self._side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._side_layout = side = QVBoxLayout(self._side)
        side.setSpacing(16)
        name = QLabel("Nonogram Helper")
        name.setProperty("kind", HEADING)
        name.setContentsMargins(12, 0, 0, 0)
        side.addWidget(name)
        side.addWidget(self.sidebar)
        self._section = QGridLayout()
        self._section.setHorizontalSpacing(8)
        self._section.setVerticalSpacing(4)
        self._cards_gap = QWidget()
        self._cards_gap.setFixedHeight(20)
        above = QVBoxLayout()
        above.setContentsMargins(GAP_PX // 2, 0, GAP_PX // 2 + 1, 0)  # a tile has half a gap, too
        above.setSpacing(0)
        above.addWidget(self.head)
        above.addSpacing(20)
        above.addWidget(self.cards)
        above.addWidget(self._cards_gap)
        above.addLayout(self._section)
        self._page_layout = page = QVBoxLayout(self.page)
        page.setSpacing(4)
        page.addLayout(above)
        page.addWidget(self.tiles)
        page.addWidget(self.empty)
        page.addStretch()
        self.scroller.setWidget(self.page)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._side)
        layout.addWidget(self.scroller, 1)
        self._set_tab_order()

    def _set_tab_order(self) -> None:
        cards = (self.continue_card, self.day_card, self.learn_card)
        order: list[QWidget] = [self.sidebar, self.head.search, *self.head.buttons.values()]
        order += [card.button for card in cards]
        order += [*self.filters.boxes, self.tiles, self.empty.button]
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)

    def _connect(self) -> None:
        head = self.head
        head.search.textChanged.connect(self._search)
        head.search.leave_requested.connect(self._focus_tiles)
        head.new_requested.connect(self.new_requested)
        head.scan_requested.connect(self.scan_requested)
        head.picture_requested.connect(self.picture_requested)
        head.camera_requested.connect(self.camera_requested)
        self.continue_card.chosen.connect(lambda: self.open_requested.emit(self._continue_id))
        self.day_card.chosen.connect(lambda: self.open_requested.emit(self._day_id))
        self.learn_card.chosen.connect(self.learn_requested)
        self.sidebar.place_chosen.connect(self._go)
        self.filters.changed.connect(self._show_tiles)
        self.empty.pressed.connect(self._leave_empty_state)
        self.tiles.open_requested.connect(self.open_requested)
        self.tiles.reveal_requested.connect(self._reveal)
        self.scroller.verticalScrollBar().valueChanged.connect(self.tiles.request_visible)
        self.destroyed.connect(self.thumbnails.close)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.focus_search)

    # What is shown

    @property
    def _entries(self) -> list[Entry]:
        return [entry for shelf in self._shelves for entry in shelf.entries]

    @property
    def _query(self) -> Query:
        return self.filters.applied_to(Query(self.head.search.text()))

    def _shelf(self) -> Shelf | None:
        """The shelf whose tiles are shown; ``None`` if they are of several shelves.

        Home shows the shelf that the player is at: that of the puzzle to continue, or the first
        one with an unsolved puzzle.
        """
        place = self.sidebar.place
        if self._query.is_search or place == ALL:
            return None
        by_id = {shelf.id: shelf for shelf in self._shelves}
        if place != HOME:
            return by_id.get(place)
        latest = to_continue(self._entries)
        if latest is not None:
            return by_id[latest.shelf]
        unsolved = (shelf for shelf in self._shelves if shelf.solved < len(shelf.entries))
        return next(unsolved, self._shelves[0] if self._shelves else None)

    def _show_cards(self) -> None:
        titles = {shelf.id: shelf.title for shelf in self._shelves}
        entries = self._entries
        first = next((entry for entry in entries if entry.state is State.NEW), None)
        latest = to_continue(entries)
        shown = latest or first
        self.continue_card.setHidden(shown is None)
        self._continue_picture.show_entry(shown)
        if shown is not None:
            kind, button = ("Continue", "Continue") if latest else ("Start here", "Start")
            name = place_text(shown, titles[shown.shelf])
            texts = print_text(shown), state_text(shown).capitalize()
            self.continue_card.show_texts(kind, name, *texts, button)
            self._continue_id = shown.id
        self.continue_card.set_primary(True)
        self._show_day(entries, titles)
        self.day_card.set_primary(shown is None)

    def _show_day(self, entries: Sequence[Entry], titles: Mapping[str, str]) -> None:
        bundled = {shelf.id for shelf in self._shelves if shelf.is_bundled}
        by_id = {entry.id: entry for entry in entries if entry.shelf in bundled}
        day = self._day or self._today()
        self._day_id = puzzle_of_the_day(day, by_id) or ""
        entry = by_id.get(self._day_id)
        self.day_card.setHidden(entry is None)
        if entry is not None:
            place = place_text(entry, titles[entry.shelf])
            buttons = {State.NEW: "Play", State.STARTED: "Continue", State.SOLVED: "Look at It"}
            kind, button = "Puzzle of the day", buttons[entry.state]
            self.day_card.show_texts(kind, day_text(day), place, facts_text(entry), button)

    def _show_tiles(self) -> None:
        query, shelf = self._query, self._shelf()
        titles = {found.id: found.title for found in self._shelves}
        pool = self._entries if shelf is None else shelf.entries
        found = select(pool, query, titles)
        current = self.tiles.currentIndex().row()
        current_id = self.model.entry(current).id if current >= 0 else ""
        if self.model.show(found, titles, is_mixed=shelf is None):
            row = self.model.row_of(current_id)
            self.tiles.setCurrentIndex(self.model.index(row or 0))
            self.tiles.clearSelection()
        self._show_heading(query, shelf, len(found))
        self._show_empty_state(query, shelf, pool)
        is_home = self.sidebar.place == HOME and not query.is_search
        self.cards.setVisible(is_home)
        self._cards_gap.setVisible(is_home)
        self._arrange()

    def _show_heading(self, query: Query, shelf: Shelf | None, found: int) -> None:
        if query.is_search:
            heading, count = "Search results", f"{found} found"
        elif shelf is not None:
            heading, count = shelf.title, shelf_text(shelf)
        else:
            entries = self._entries
            solved = sum(entry.is_solved for entry in entries)
            heading, count = "All puzzles", solved_text(solved, len(entries))
        if query.is_filtered and not query.is_search:
            count += f", {found} shown"
        self.heading.setText(heading)
        self.count.setText(count)

    def _show_empty_state(self, query: Query, shelf: Shelf | None, pool: Sequence[Entry]) -> None:
        is_empty = not self.model.entries
        self.tiles.setHidden(is_empty)
        self.empty.setVisible(is_empty)
        if query.is_search:
            text = shortened(query.text.strip())
            sentence = "Search for a number, a size such as 20x20, a shelf, or a solved puzzle."
            self.empty.show_texts(f"No puzzle matches “{text}”", sentence, "Clear the Search")
        elif pool:
            sentence = "Other filters show more of them."
            self.empty.show_texts("No puzzle passes the filters", sentence, "Clear the Filters")
        else:
            title = f"“{shelf.title}” is empty" if shelf else "There are no puzzles yet"
            sentence = "Draw a puzzle, or scan one from a picture: it appears here."
            self.empty.show_texts(title, sentence, "Draw a Puzzle")

    # What the player does

    def _go(self, _: str) -> None:
        self.head.search.blockSignals(True)
        self.head.search.clear()
        self.head.search.blockSignals(False)
        self._show_tiles()
        self.scroller.verticalScrollBar().setValue(0)

    def _search(self) -> None:
        self._show_tiles()
        self.scroller.verticalScrollBar().setValue(0)

    def _focus_tiles(self) -> None:
        target = self.tiles if self.model.entries else self.empty.button
        target.setFocus(Qt.FocusReason.TabFocusReason)

    def _leave_empty_state(self) -> None:
        query = self._query
        if query.is_search:
            self.head.search.clear()
            if query.is_filtered:
                self.filters.clear()
        elif query.is_filtered:
            self.filters.clear()
        else:
            self.new_requested.emit()
            return
        self._focus_tiles()

    def _first_button(self) -> QWidget:
        """The button that is most likely wanted."""
        cards = (self.continue_card, self.day_card, self.learn_card)
        return next(card.button for card in cards if not card.isHidden())

    def _reveal(self, rect: QRect) -> None:
        """Scroll until a rectangle of the tiles is visible."""
        self._page_layout.activate()  # the tiles may be about to move
        top = self.tiles.mapTo(self.page, rect.topLeft()).y()
        bar, height = self.scroller.verticalScrollBar(), self.scroller.viewport().height()
        margin = min(GAP_PX, max(0, (height - TILE.height()) // 2))
        if top - margin < bar.value():
            bar.setValue(top - margin)
        elif top + rect.height() + margin > bar.value() + height:
            bar.setValue(top + rect.height() + margin - height)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() == Qt.Key.Key_Escape and self.head.search.text():
            self.head.search.clear()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        if self._day != self._today():
            self.refresh()
        if self.focusWidget() is None:
            self._first_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(640, 400)

    def _arrange(self) -> None:
        """Fit all parts to the width."""
        is_narrow = self.width() < _NARROW_PX
        side = _NARROW_SIDEBAR_PX if is_narrow else _SIDEBAR_PX
        margin = _NARROW_MARGIN_PX if is_narrow else _MARGIN_PX
        self._side.setFixedWidth(side)
        beside = 8 if is_narrow else 12
        self._side_layout.setContentsMargins(beside, 20, beside, 12)
        bar = self.scroller.verticalScrollBar().sizeHint().width()
        width = self.width() - side - 2 * margin - bar
        top = 16 if is_narrow else 28
        beside = margin - GAP_PX // 2  # and a pixel for the list, which does not use its last one
        self._page_layout.setContentsMargins(beside, top, beside - 1, margin)
        self.head.arrange(width)
        self.cards.arrange(width)
        for widget in (self.heading, self.count, self.filters):
            self._section.removeWidget(widget)
        left = Qt.AlignmentFlag.AlignLeft
        self._section.addWidget(self.heading, 0, 0)
        self._section.addWidget(self.count, 0, 1)
        is_below = width < _NARROW_SECTION_PX
        row, column, span = (1, 0, 3) if is_below else (0, 2, 1)
        side_of = left if is_below else Qt.AlignmentFlag.AlignRight
        self._section.addWidget(self.filters, row, column, 1, span, side_of)
        self._section.setColumnStretch(2, 1)
