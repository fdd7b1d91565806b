"""The shelves of Home: a few puzzles of each, those that come next; and the steps of the path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from helper.application.rating_store import Ratings
from helper.application.theme import Theme
from helper.home.cards import ElidedLabel
from helper.home.delegate import GAP_PX, TILE
from helper.home.entries import Entry, Shelf
from helper.home.home_model import EntryModel
from helper.home.home_wording import shelf_text
from helper.home.path import MAX_STEP_PUZZLES, PathStep, next_step
from helper.home.style import ACCENT, FAINT, HEADING
from helper.home.thumbnails import Thumbnails
from helper.home.tiles import TileList
from helper.widgets.ring import Ring
from helper.widgets.style import COMPACT
from puzzles.words import _, worded

MAX_FIRST_ROWS = 4
"""Rows of tiles of the shelf that the player is at."""
MAX_ROWS = 2
"""Rows of tiles of a shelf below it."""
_SPACING_PX, _BELOW_HEAD_PX = 24, 4


def upcoming(entries: Sequence[Entry], room: int) -> Sequence[Entry]:
    """The first unsolved entry and what follows, and others before them if there is room."""
    unsolved = next((at for at, entry in enumerate(entries) if not entry.is_solved), 0)
    first = max(0, min(unsolved, len(entries) - room))
    return entries[first : first + room]


class ShelfRow(QWidget):
    """The title of a shelf, and those of its puzzles that come next.

    Signals:
        all_requested: Show the whole shelf.
    """

    all_requested = Signal()

    def __init__(
        self,
        thumbnails: Thumbnails,
        shelf: Shelf,
        theme: Theme,
        parent: QWidget,
        max_rows: int = MAX_ROWS,
    ) -> None:
        """Make a row without puzzles; ``max_rows``: of tiles."""
        super().__init__(parent)
        self._max_rows = max_rows
        self.ring = Ring(theme, self)
        self.heading, self.count = ElidedLabel("", self), QLabel(self)
        self.heading.setProperty("kind", HEADING)
        self.count.setProperty("kind", FAINT)
        self.button = QPushButton(_("Show All"), self)
        self.button.clicked.connect(self.all_requested)
        self.model = EntryModel(self)
        self.tiles = TileList(self.model, thumbnails, self, f"shelf {shelf.id}")
        self.tiles.columns_changed.connect(self._fill)
        self._found: Sequence[Entry] = ()
        self._titles: Mapping[str, str] = {}
        self.head = head = QHBoxLayout()
        head.setContentsMargins(BESIDE_TILES)
        head.setSpacing(8)
        for widget in (self.ring, self.heading, self.count, self.button):
            head.addWidget(widget)
        head.addStretch()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_BELOW_HEAD_PX)
        column.addLayout(head)
        column.addWidget(self.tiles)

    def show_shelf(
        self, shelf: Shelf, found: Sequence[Entry], ratings: Ratings, has_ring: bool
    ) -> None:
        """Show a shelf.

        Args:
            shelf: It has the title.
            found: Those of its puzzles that may be shown, in their order.
            ratings: Those that are known.
            has_ring: Whether a pack has a ring.
        """
        self.heading.setText(shelf.title)
        count = shelf_text(shelf)
        self.ring.show_share(shelf.share if has_ring else None, count)
        is_part = len(found) < len(shelf.entries)
        self.count.setText(
            worded("{count}, {found} shown", count=count, found=len(found)) if is_part else count
        )
        self.button.setToolTip(worded("Show all puzzles of {title}", title=shelf.title))
        self.button.setAccessibleName(worded("Show all: {title}", title=shelf.title))
        self.tiles.setAccessibleName(worded("Puzzles: {title}", title=shelf.title))
        self.model.ratings = ratings
        self._found = found
        self._fill()

    def _fill(self) -> None:
        found = upcoming(self._found, self._max_rows * self.tiles.columns)
        self.model.show(found, self._titles, is_mixed=bool(self._titles))
        self.button.setHidden(len(found) == len(self._found))


class StepRow(ShelfRow):
    """A step of the path: its puzzles below a sentence that says what is new in it.

    Signals:
        lesson_requested: Open the lesson about it.
    """

    lesson_requested = Signal()

    def __init__(
        self, thumbnails: Thumbnails, step: PathStep, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(thumbnails, step.shelf, theme, parent, MAX_STEP_PUZZLES)
        self.next_mark, self.news = QLabel(_("Next step"), self), QLabel(self)
        self.next_mark.setProperty("kind", ACCENT)
        self.news.setProperty("kind", FAINT)
        self.news.setWordWrap(True)
        name = worded("Lesson: {title}", title=step.title)
        self.lesson_button = QPushButton(_("Lesson") if step.technique else _("How to Play"), self)
        self.lesson_button.setToolTip(
            name if step.technique else _("The rules, in six short steps")
        )
        self.lesson_button.setAccessibleName(name)
        self.lesson_button.setProperty(COMPACT, True)
        self.lesson_button.clicked.connect(self.lesson_requested)
        self.news.setContentsMargins(BESIDE_TILES)
        self.head.insertWidget(3, self.lesson_button)
        self.head.insertWidget(4, self.next_mark)
        self._column.insertWidget(1, self.news)

    def show_step(
        self, step: PathStep, titles: Mapping[str, str], ratings: Ratings, is_next: bool
    ) -> None:
        """Show a step.

        Args:
            step: With its puzzles.
            titles: The shelves' titles by id.
            ratings: Those that are known.
            is_next: Whether it is the first one that is not done.
        """
        self._titles = titles
        self.news.setText(step.news)
        self.next_mark.setVisible(is_next)
        self.show_shelf(step.shelf, step.entries, ratings, has_ring=True)


class ShelfRows(QWidget):
    """Shelves below one another.

    Signals:
        open_requested: ``str``, the id of an entry.
        place_requested: ``str``, the id of a shelf that is to be shown as a whole.
        list_used: :class:`TileList` that has the focus now.
        reveal_requested: :class:`TileList`, and :class:`QRect` in it that should become visible.
        menu_requested, rename_requested, delete_requested: As of the list that has the focus.
    """

    open_requested = Signal(str)
    place_requested = Signal(str)
    list_used = Signal(TileList)
    reveal_requested = Signal(TileList, QRect)
    menu_requested = Signal(QPoint)
    rename_requested = Signal()
    delete_requested = Signal()

    def __init__(self, thumbnails: Thumbnails, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._thumbnails, self._theme = thumbnails, theme
        self.shows_progress = True
        """Whether packs have rings."""
        self._rows: dict[str, ShelfRow] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, _SPACING_PX - 4, 0, 0)
        self._column.setSpacing(_SPACING_PX)

    @property
    def rows(self) -> Sequence[ShelfRow]:
        """The shelves that are shown, from top to bottom."""
        return list(self._rows.values())

    def show_shelves(
        self,
        shelves: Sequence[tuple[Shelf, Sequence[Entry]]],
        ratings: Ratings,
        limit: int | None = None,
    ) -> None:
        """Show shelves.

        Args:
            shelves: Each with those of its puzzles that may be shown.
            ratings: Those that are known.
            limit: Show only so many, at least one, and leave the room of the others free;
                ``None``: show all.
        """
        old, self._rows = self._rows, {}
        for shelf, found in shelves[:limit]:
            row = old.pop(shelf.id, None) or self._make(shelf)
            row.show_shelf(shelf, found, ratings, self.shows_progress)
            self._rows[shelf.id] = row
        for row in old.values():
            row.hide()
            row.deleteLater()
        for at, row in enumerate(self._rows.values()):
            if self._column.indexOf(row) != at:
                self._column.insertWidget(at, row)
        self.setHidden(not self._rows)
        rest = [] if limit is None else [found for _shelf, found in shelves[limit:]]
        self._column.setContentsMargins(0, _SPACING_PX - 4, 0, sum(map(self._height_of, rest)))

    def _height_of(self, found: Sequence[Entry]) -> int:
        """The height of a row that is not there yet, with the room above it."""
        row = self.rows[0]
        lines = -(-len(found) // row.tiles.columns)
        head = [row.heading, row.count, *([row.button] if lines > MAX_ROWS else [])]
        head_px = max(widget.sizeHint().height() for widget in head) + _BELOW_HEAD_PX
        return _SPACING_PX + head_px + min(lines, MAX_ROWS) * row.tiles.tile_height

    def show_ratings(self, clues: Set[str]) -> None:
        """Show ratings that have become known, by the hashes of the puzzles' clues."""
        for row in self._rows.values():
            row.model.show_ratings(clues)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        for row in self._rows.values():
            row.ring.set_theme(theme)

    def visible_entries(self) -> list[Entry]:
        """The entries whose tiles are on the screen."""
        return [entry for row in self._rows.values() for entry in row.tiles.visible_entries()]

    def request_visible(self) -> None:
        """Have the pictures of the visible tiles rendered, and no others."""
        for row in self._rows.values():
            row.tiles.request_visible()

    def _make(self, shelf: Shelf) -> ShelfRow:
        row = ShelfRow(self._thumbnails, shelf, self._theme, self)
        row.all_requested.connect(lambda: self.place_requested.emit(shelf.id))
        return self._connected(row)

    def _connected(self, row: ShelfRow) -> ShelfRow:
        tiles = row.tiles
        tiles.resize(self.width(), 0)  # which it will have: it is filled with what has room
        tiles.open_requested.connect(self.open_requested)
        tiles.used.connect(lambda: self.list_used.emit(tiles))
        tiles.reveal_requested.connect(lambda rect: self.reveal_requested.emit(tiles, rect))
        tiles.menu_requested.connect(self.menu_requested)
        tiles.rename_requested.connect(self.rename_requested)
        tiles.delete_requested.connect(self.delete_requested)
        return row


class PathRows(ShelfRows):
    """The steps of the path below one another.

    Signals:
        lesson_requested: :class:`Technique` whose lesson is to be opened; ``None`` for How to Play.
    """

    lesson_requested = Signal(object)

    def show_steps(
        self, steps: Sequence[PathStep], titles: Mapping[str, str], ratings: Ratings
    ) -> None:
        """Show the steps of the path; see :meth:`StepRow.show_step`."""
        self._steps = {step.shelf.id: step for step in steps}
        self.show_shelves([(step.shelf, step.entries) for step in steps], ratings)
        following = next_step(steps)
        for row, step in zip(self.rows, steps, strict=True):
            assert isinstance(row, StepRow)
            row.show_step(step, titles, ratings, step is following)

    @property
    def next_row(self) -> ShelfRow | None:
        """The row of the first step that is not done; ``None`` if all are."""
        rows = (row for row in self.rows if isinstance(row, StepRow))
        return next((row for row in rows if not row.next_mark.isHidden()), None)

    def _make(self, shelf: Shelf) -> ShelfRow:
        step = self._steps[shelf.id]
        row = StepRow(self._thumbnails, step, self._theme, self)
        row.lesson_requested.connect(lambda: self.lesson_requested.emit(step.technique))
        return self._connected(row)


BESIDE_TILES = QMargins(GAP_PX // 2, 0, GAP_PX // 2 + 1, 0)
"""The margins of what is not a list of tiles: a tile has half a gap, and a list does not use its
last pixel."""


class TilePage(QWidget):
    """Parts below one another, as wide as the columns of tiles."""

    def __init__(self) -> None:
        super().__init__()
        self.setAutoFillBackground(True)  # opaque, so that scrolling moves pixels
        self.column = QVBoxLayout(self)
        """Gets the parts."""
        self.column.setSpacing(4)
        self._margins = QMargins()
        self._rest_px = 0

    def set_margins(self, beside_px: int, top_px: int, bottom_px: int) -> None:
        """Change the margins around the cards."""
        beside = beside_px - GAP_PX // 2
        self._margins = QMargins(beside, top_px, beside, bottom_px)
        self._align()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._align()

    def minimumSizeHint(self) -> QSize:  # Qt override
        hint = super().minimumSizeHint()  # what is left out must not need room
        return QSize(hint.width() - self._rest_px, hint.height())

    def _align(self) -> None:
        """Leave out the pixels that columns of equal width do not use."""
        margins = QMargins(self._margins)
        room = self.width() - margins.left() - margins.right()
        self._rest_px = room % max(1, room // TILE.width())
        list_px = 1  # a list does not use its last pixel
        margins.setRight(margins.right() + self._rest_px - list_px)
        self.column.setContentsMargins(margins)


class PageScroller(QScrollArea):
    """Scrolls a page up and down."""

    def __init__(self, page: TilePage, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = page
        self.setWidget(page)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Its room stays where there is nothing to scroll, so that nothing moves to the side.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().setSingleStep(40)

    def go_to(self, part: QWidget) -> None:
        """Scroll until a part of the page is at the top."""
        self._page.column.activate()
        self.verticalScrollBar().setValue(part.mapTo(self._page, QPoint()).y() - GAP_PX)

    def reveal(self, tiles: TileList, rect: QRect) -> None:
        """Scroll until a rectangle of some tiles is visible."""
        self._page.column.activate()  # the tiles may be about to move
        top = tiles.mapTo(self._page, rect.topLeft()).y()
        bar, height = self.verticalScrollBar(), self.viewport().height()
        margin = min(GAP_PX, max(0, (height - tiles.tile_height) // 2))
        if top - margin < bar.value():
            bar.setValue(top - margin)
        elif top + rect.height() + margin > bar.value() + height:
            bar.setValue(top + rect.height() + margin - height)
