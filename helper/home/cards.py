"""The cards at the top of Home: Continue, Puzzle of the day, Learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.application.rating_store import NO_RATINGS, Ratings
from helper.home.days import Days
from helper.home.delegate import paint_picture, shortened_name
from helper.home.entries import (
    Entry,
    EntryState,
    Shelf,
    bundled_first,
    is_same_puzzle,
    rating_key,
    to_continue,
)
from helper.home.home_wording import (
    day_text,
    facts_text,
    place_text,
    print_text,
    state_text,
    streak_text,
)
from helper.home.style import CARD, FAINT, NAME
from helper.home.thumbnails import Thumbnails
from helper.widgets.buttons import click_on_enter
from helper.widgets.style import PRIMARY
from puzzles.words import _, worded

PICTURE_PX = 104
"""The longer side of the picture on a card."""
_HEIGHT_PX = 160
_PADDING_PX = 20
_BUTTONS_GAP_PX = 8
_MAX_TEXT_PX = 260
"""Longer texts are shortened rather than that cards get wider."""


class ElidedLabel(QLabel):
    """A line of text that is shortened where it does not fit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        text = shortened_name(self.text(), self.fontMetrics(), self.width())
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(
            self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text
        )


class EntryPicture(QWidget):
    """The picture of one entry, as far as it may be shown."""

    def __init__(self, thumbnails: Thumbnails, group: str) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self._group = group
        self._entry: Entry | None = None
        self.setFixedSize(PICTURE_PX, PICTURE_PX)
        thumbnails.ready.connect(self._update)

    def show_entry(self, entry: Entry | None) -> None:
        """Show another entry."""
        self._entry = entry
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if self._entry is None:
            return
        side_px = round(PICTURE_PX * self.devicePixelRatioF())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRect(0, 0, PICTURE_PX, PICTURE_PX)
        paint_picture(painter, area, self._thumbnails.image(self._entry, side_px))
        self._thumbnails.want(self._group, [self._entry], side_px)

    def _update(self, entry_id: str) -> None:
        if self._entry is not None and self._entry.id == entry_id:
            self.update()


class HomeCard(QFrame):
    """A card with a kind, a name, two lines of facts and a button.

    Signals:
        chosen: The button or the card was clicked.
        calendar_requested: The button Calendar, which only a puzzle of the day has, was clicked.
        texts_changed: It may need another width.
    """

    chosen = Signal()
    calendar_requested = Signal()
    texts_changed = Signal()

    def __init__(self, kind: str, picture: EntryPicture | None = None) -> None:
        super().__init__()
        self.setObjectName(CARD)
        self.kind, self.name = ElidedLabel(kind), ElidedLabel()
        self.facts, self.progress = ElidedLabel(), ElidedLabel()
        for label in (self.kind, self.facts, self.progress):
            label.setProperty("kind", FAINT)
        self.name.setProperty("kind", NAME)
        self.button, self.calendar_button = QPushButton(), QPushButton(_("Calendar"))
        self.button.clicked.connect(self.chosen)
        self.calendar_button.clicked.connect(self.calendar_requested)
        self.calendar_button.setToolTip(_("The puzzles of the days so far"))
        for button in (self.button, self.calendar_button):
            click_on_enter(button)
        self.calendar_button.hide()
        self.setMinimumHeight(_HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_PADDING_PX, 16, _PADDING_PX, 16)
        outer.setSpacing(_PADDING_PX)
        self._beside_px = 2 * _PADDING_PX + (PICTURE_PX + _PADDING_PX if picture else 0)
        if picture is not None:
            outer.addWidget(picture, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout()
        column.setSpacing(3)
        for label in (self.kind, self.name, self.facts, self.progress):
            column.addWidget(label)
        column.addSpacing(8)
        column.addStretch()
        row = QHBoxLayout()
        row.setSpacing(_BUTTONS_GAP_PX)
        row.addWidget(self.button)
        row.addWidget(self.calendar_button)
        row.addStretch()
        column.addLayout(row)
        outer.addLayout(column, 1)

    def show_texts(self, kind: str, name: str, facts: str, progress: str, button: str) -> None:
        """Show other texts."""
        self.kind.setText(kind)
        self.name.setText(name)
        self.facts.setText(facts)
        self.progress.setText(progress)
        self.button.setText(button)
        self.button.setAccessibleName(
            worded("{kind}: {name}, {button}", kind=kind, name=name, button=button)
        )
        self.setToolTip(
            "\n".join(
                filter(None, (worded("{kind}: {name}", kind=kind, name=name), facts, progress))
            )
        )
        self.texts_changed.emit()

    @property
    def needed_px(self) -> int:
        """The width in which no usual text is shortened."""
        self.ensurePolished()
        parts = (self.kind, self.name, self.facts, self.progress)
        buttons = self.button.sizeHint().width()
        if not self.calendar_button.isHidden():
            buttons += _BUTTONS_GAP_PX + self.calendar_button.sizeHint().width()
        texts = min(_MAX_TEXT_PX, max(buttons, *(part.sizeHint().width() for part in parts)))
        return texts + self._beside_px + 2 * self.frameWidth()

    def set_primary(self, is_primary: bool) -> None:
        """Emphasize the button, or do not."""
        self.button.setProperty(PRIMARY, is_primary)
        self.button.style().unpolish(self.button)
        self.button.style().polish(self.button)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self.rect().contains(event.position().toPoint()):
            self.chosen.emit()


class CardRow(QWidget):
    """Cards side by side, in as many lines as their texts need."""

    MIN_WIDTH_PX = 680
    """A row that is narrower than this has two lines in any case."""
    _SPACING_PX = 16

    def __init__(self, cards: Sequence[HomeCard]) -> None:
        super().__init__()
        self._cards = cards
        self._layout = QGridLayout(self)
        self._width_px = 0
        for card in cards:
            card.setParent(self)
            card.texts_changed.connect(self._arrange_again)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(self._SPACING_PX)

    def _arrange_again(self) -> None:
        if self._width_px:
            self.arrange(self._width_px)

    def arrange(self, width_px: int) -> None:
        """Place the cards that are not hidden in a row of this width."""
        self._width_px = width_px
        for card in self._cards:
            self._layout.removeWidget(card)
        shown = [card for card in self._cards if not card.isHidden()]
        lines = self._lines([card.needed_px for card in shown], width_px)
        columns = max(map(len, lines), default=1)
        for column in range(3):
            self._layout.setColumnStretch(column, 0)
            self._layout.setColumnMinimumWidth(column, 0)
        for row, line in enumerate(lines):
            for column, index in enumerate(line):
                card, span = shown[index], columns if len(line) == 1 else 1
                self._layout.addWidget(card, row, column, 1, span)
                if len(line) == columns:
                    is_first = index == 0 and columns > 2
                    self._layout.setColumnStretch(column, 17 if is_first else 10)
                    self._layout.setColumnMinimumWidth(column, card.needed_px if columns > 1 else 0)

    def _lines(self, needed: Sequence[int], width_px: int) -> Sequence[Sequence[int]]:
        """Which cards share a line, by their places: all, all but the first, or none."""
        every = range(len(needed))
        ways: list[list[Sequence[int]]] = [[every], [every[:1], every[1:]]]
        if len(needed) > 2 and width_px < self.MIN_WIDTH_PX:
            del ways[0]
        for lines in ways:
            gaps = [self._SPACING_PX * (len(line) - 1) for line in lines]
            widths = [sum(needed[k] for k in line) for line in lines]
            if all(gap + wide <= width_px for gap, wide in zip(gaps, widths, strict=True)):
                return lines
        return [[k] for k in every]

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(0, super().minimumSizeHint().height())


_OF_DAY = _("Puzzle of the day")


class FrontCards(CardRow):
    """The three cards.

    Signals:
        open_requested: ``str``, the id of the entry to open.
        calendar_requested: Show the puzzles of the days.
        learn_requested: Open the lessons.
    """

    open_requested = Signal(str)
    calendar_requested = Signal()
    learn_requested = Signal()

    def __init__(self, thumbnails: Thumbnails) -> None:
        self._picture = EntryPicture(thumbnails, "continue")
        self.continue_card = HomeCard(_("Continue"), self._picture)
        self.day_card = HomeCard(_OF_DAY)
        self.learn_card = HomeCard(_("Learn"))
        super().__init__((self.continue_card, self.day_card, self.learn_card))
        self.continue_id = self.day_id = ""
        self._shown: list[Entry] = []
        self.continue_card.chosen.connect(lambda: self.open_requested.emit(self.continue_id))
        self.day_card.chosen.connect(lambda: self.open_requested.emit(self.day_id))
        self.learn_card.chosen.connect(self.learn_requested)
        self.shows_progress = True
        """Whether there are a calendar and a streak."""
        for card in (self.continue_card, self.day_card):
            card.calendar_requested.connect(self.calendar_requested)

    @property
    def entries(self) -> Sequence[Entry]:
        """The puzzles that the cards show."""
        return self._shown

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """The cards' buttons, from left to right, also hidden ones."""
        cards = (self.continue_card, self.day_card, self.learn_card)
        return tuple(each for card in cards for each in (card.button, card.calendar_button))

    @property
    def first_button(self) -> QPushButton:
        """The button that is most likely wanted."""
        cards = (self.continue_card, self.day_card, self.learn_card)
        return next(card.button for card in cards if not card.isHidden())

    def show_shelves(
        self, shelves: Sequence[Shelf], days: Days, ratings: Ratings = NO_RATINGS
    ) -> None:
        """Choose from these shelves; ``ratings``: those that are known."""
        day = days.today
        titles = {shelf.id: shelf.title for shelf in shelves}
        entries = [entry for shelf in bundled_first(shelves) for entry in shelf.entries]
        of_day = days.entry(day)
        of_day_text = _with_streak(_OF_DAY, days.streak if self.shows_progress else 0)
        new = (entry for entry in entries if entry.state is EntryState.NEW)
        latest = to_continue(entries)
        shown = latest or next((one for one in new if not _are_same(one, of_day)), None)
        is_same = _are_same(shown, of_day)
        self.continue_card.setHidden(shown is None)
        self._picture.show_entry(shown)
        if shown is not None:
            kind, button = (
                (_("Continue"), _("Continue")) if latest else (_("Start here"), _("Start"))
            )
            kind = f"{kind} · {of_day_text}" if is_same else kind
            name = place_text(shown, titles[shown.shelf])
            rating = ratings.get(rating_key(shown))
            texts = print_text(shown, rating), state_text(shown).capitalize()
            self.continue_card.show_texts(kind, name, *texts, button)
            self.continue_id = shown.id
        self._shown = [shown] if shown is not None else []
        self.continue_card.set_primary(True)
        self.continue_card.calendar_button.setVisible(is_same and self.shows_progress)
        self.day_card.calendar_button.setVisible(self.shows_progress)
        self._show_day(None if is_same else of_day, titles, day, of_day_text, ratings)
        self.day_card.set_primary(shown is None)

    def _show_day(
        self,
        entry: Entry | None,
        titles: Mapping[str, str],
        day: date,
        kind: str,
        ratings: Ratings,
    ) -> None:
        """Show the puzzle of the day; ``None``: there is none, or the first card shows it."""
        self.day_id = "" if entry is None else entry.id
        self.day_card.setHidden(entry is None)
        if entry is not None:
            place = place_text(entry, titles[entry.shelf])
            buttons = {
                EntryState.NEW: _("Play"),
                EntryState.STARTED: _("Continue"),
                EntryState.SOLVED: _("Look at It"),
            }
            button = buttons[entry.state]
            facts = facts_text(entry, ratings.get(rating_key(entry)))
            self.day_card.show_texts(kind, day_text(day), place, facts, button)
            self._shown.append(entry)


def _are_same(one: Entry | None, other: Entry | None) -> bool:
    return one is not None and other is not None and is_same_puzzle(one, other)


def _with_streak(kind: str, streak: int) -> str:
    """The kind of a card with the streak, from two days on."""
    return f"{kind} · {streak_text(streak)}" if streak > 1 else kind
