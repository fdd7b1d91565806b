"""The widgets of Home and their places; :class:`~helper.home.home_view.HomeView` fills them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from helper.application.theme import Theme
from helper.home.cards import FrontCards
from helper.home.days import DayRecord
from helper.home.empty_state import EmptyState
from helper.home.head import Head
from helper.home.home_model import EntryModel
from helper.home.mosaic import Mosaic
from helper.home.progress_pages import ProgressPages
from helper.home.section import Section
from helper.home.shelf_rows import BESIDE_TILES, PageScroller, ShelfRows, TilePage
from helper.home.sidebar import PlaceBox, Sidebar
from helper.home.style import BANNER, HEADING, SIDEBAR
from helper.home.thumbnails import Thumbnails
from helper.home.tiles import TileList
from helper.widgets.banner import Banner
from puzzles.words import _

_SIDEBAR_PX, _NARROW_SIDEBAR_PX = 208, 172
_MARGIN_PX, _NARROW_MARGIN_PX = 36, 16
_NARROW_PX = 900
"""Below this width, sidebar and margins are smaller."""
_MIN_SIDEBAR_PX = 600
"""Below this width there is no sidebar, and its places are in one line."""


class HomeLayout:
    """The sidebar at the left; search, cards, tiles and pages, which scroll, at the right.

    A narrow Home has smaller margins; below that its sidebar becomes a list in one line.
    """

    def __init__(
        self,
        view: QWidget,
        model: EntryModel,
        thumbnails: Thumbnails,
        theme: Theme,
        record: DayRecord,
        today: Callable[[], date],
    ) -> None:
        """Make the widgets in their view, and place them.

        Args:
            view: Gets the widgets.
            model: The entries of the tiles.
            thumbnails: The pictures.
            theme: The colours.
            record: Keeps the puzzles of the days.
            today: The day.
        """
        self.sidebar = Sidebar(theme)
        self.head = Head()
        self.places = PlaceBox(self.sidebar)
        self.cards = FrontCards(thumbnails)
        self.page = TilePage()
        self.scroller = PageScroller(self.page, view)
        self.section = Section(theme, self.page)
        self.mosaic = Mosaic(thumbnails, theme, self.page)
        self.progress = ProgressPages(thumbnails, theme, self.page, record, today)
        self.empty = EmptyState()
        self.import_button = QPushButton(_("Import…"))
        self.import_button.setToolTip(_("Add puzzles from files, a folder or a zip archive"))
        self.import_button.hide()
        self.statistics_button = QPushButton(_("Statistics"))
        self.statistics_button.setObjectName("flat")
        self.statistics_button.setToolTip(_("What you have solved, day by day and by size"))
        self.banner = Banner()
        self.banner.setObjectName(BANNER)
        self.tiles = TileList(model, thumbnails, self.page)
        self.all_button = QPushButton(_("Show All"))
        self.all_button.hide()
        self.rows = ShelfRows(thumbnails, theme, self.page)
        self._lay_out(view)

    def set_tab_order(self) -> None:
        """Let Tab go through the parts as one reads them; call it when there are other shelves."""
        order: list[QWidget] = [self.sidebar, self.statistics_button, self.import_button]
        order += [self.places, self.head.search, *self.head.buttons.values(), *self.cards.buttons]
        section = self.section
        order += [section.clear_button, section.button, section.poster_button]
        order += [*section.filters.all_boxes]
        order += self.progress.tab_order()
        order += [self.tiles, self.all_button]
        order.append(self.empty.button)
        for row in self.rows.rows:
            order += [row.button, row.tiles]
        order += self.progress.path_tab_order()
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)

    def show_cards(self, is_shown: bool) -> None:
        """Show the cards with the space below them, or hide both."""
        self.cards.setVisible(is_shown)
        self._cards_gap.setVisible(is_shown)

    def activate(self) -> None:
        """Give all parts their sizes at once."""
        self._beside.activate()

    def arrange(self, width_px: int) -> None:
        """Fit all parts to the width of Home."""
        is_narrow = width_px < _NARROW_PX
        side = _NARROW_SIDEBAR_PX if is_narrow else _SIDEBAR_PX
        margin = _NARROW_MARGIN_PX if is_narrow else _MARGIN_PX
        self._side.setFixedWidth(side)
        has_side = width_px >= _MIN_SIDEBAR_PX
        if has_side is self._side.isHidden():
            self._line.setContentsMargins(0, 0, 0, 0 if has_side else 12)
            for button in (self.statistics_button, self.import_button):
                (self._side_layout if has_side else self._line).addWidget(button)
                button.clearFocus()  # a widget takes the focus to where it is moved
        self._side.setVisible(has_side)
        self.places.setVisible(not has_side)
        beside = 8 if is_narrow else 12
        self._side_layout.setContentsMargins(beside, 20, beside, 12)
        bar = self.scroller.verticalScrollBar().sizeHint().width()
        width = width_px - (side if has_side else 0) - 2 * margin - bar
        top = 16 if is_narrow else 28
        self.page.set_margins(margin, top, margin)
        self.head.arrange(width)
        self.cards.arrange(width)
        self.section.arrange(width)

    def _lay_out(self, view: QWidget) -> None:
        self._side = QWidget(view)
        self._side.setObjectName(SIDEBAR)
        self._side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._side_layout = side = QVBoxLayout(self._side)
        side.setSpacing(16)
        name = QLabel("Nonogram Helper")
        name.setProperty("kind", HEADING)
        name.setContentsMargins(12, 0, 0, 0)
        side.addWidget(name)
        side.addWidget(self.sidebar)
        side.addWidget(self.statistics_button)
        side.addWidget(self.import_button)
        self._cards_gap = QWidget()
        self._cards_gap.setFixedHeight(20)
        page = self.page.column
        above = QVBoxLayout()
        page.addLayout(above)
        above.setContentsMargins(BESIDE_TILES)
        above.setSpacing(0)
        self._line = QHBoxLayout()
        self._line.setSpacing(8)
        self._line.addWidget(self.places, 1)
        above.addLayout(self._line)
        above.addWidget(self.head)
        above.addSpacing(20)
        above.addWidget(self.cards)
        above.addWidget(self._cards_gap)
        above.addWidget(self.section)
        above.addWidget(self.mosaic)
        above.addWidget(self.progress.calendar)
        page.addWidget(self.tiles)
        page.addWidget(self.all_button, 0, Qt.AlignmentFlag.AlignHCenter)
        page.addWidget(self.empty)
        page.addWidget(self.rows)
        page.addWidget(self.progress.path)
        page.addStretch()
        self._beside = layout = QHBoxLayout(view)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._side)
        main = QVBoxLayout()
        main.setSpacing(0)
        main.addWidget(self.scroller, 1)
        main.addWidget(self.banner)
        layout.addLayout(main, 1)
        self.set_tab_order()
