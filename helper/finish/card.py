"""The card at the end of a puzzle: its picture, its title, what it took, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.icons import icon
from helper.application.rating_store import KeptRating
from helper.application.theme import Theme
from helper.application.typeface import tabular
from helper.board.heading import fitted
from helper.finish.facts import FinishFacts
from helper.finish.pauses import Moment
from helper.images.puzzle_picture import MIN_WHOLE_CELL_PX, scaled
from helper.widgets.buttons import click_on_enter
from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import PRIMARY, colored
from puzzles.words import _, capitalized, paragraph, plural, worded
from solver.logic.techniques import technique_title

_COLUMN_PX = 276
"""The width of the facts beside the picture."""
_MAX_COLUMN_PX = 420
"""Their largest width below it."""
_MAX_PICTURE_PX = 600
MAT_PX = 7
"""The paper around the picture: on a dark card, dark cells would have no border without it."""
_MIN_PICTURE_PX = 40
"""A smaller picture shows nothing."""
_WIDE_PX, _NARROW_PX = 28, 16
"""Around the card's parts and between them, and the same where there is little room."""
_SMALL_ROOM_PX = 460
"""A room of less height is small."""
_OUTSIDE_PX = 12
"""Around the card, at least."""
_TITLE_PX = 58
"""The room for the title: two lines of its largest font."""
_GAP_PX = 8
_ICON_PX = 16
_BESIDE_FACTOR = 1.4
"""The picture is above the facts where its area is larger by this than beside them."""
_SHEET = """
QFrame#FinishCard {{ background: {base}; border: 1px solid {line}; border-radius: 12px; }}
QFrame#FinishCard QScrollArea, QWidget#FinishFacts {{ background: transparent; border: none; }}
QLabel {{ color: {text}; background: transparent; }}
QLabel[kind="time"] {{ font-size: 24px; font-weight: 500; }}
QLabel[kind="faint"] {{ color: {faint}; }}
QLabel[kind="best"] {{
    color: {accent}; background: {tint}; border-radius: 8px; padding: 3px 9px; font-weight: 500;
}}
QToolButton {{ padding: 4px; }}
"""


class Picture(NamedTuple):
    """The picture of a puzzle."""

    image: QImage
    """One pixel a cell."""
    paper: QColor
    """The colour of its background."""


class FinishPicture(QWidget):
    """The picture of the puzzle, each cell with the same number of pixels of the screen."""

    def __init__(self) -> None:
        super().__init__()
        self._picture: Picture | None = None
        self._line = QColor()
        self.is_blank = False
        """Whether only its room is kept, while it is painted elsewhere."""

    def show_picture(self, picture: Picture, line: str) -> None:
        """Show a picture, with a frame in a colour."""
        self._picture, self._line = picture, QColor(line)
        self.update()

    def size_in(self, width: int, height: int, ratio: float) -> QSize:
        """The largest size in a room, in px; empty if that is too small to be seen."""
        if self._picture is None:
            return QSize(0, 0)
        cells, around = self._picture.image.size(), 2 * (1 + MAT_PX)
        room = min(width, _MAX_PICTURE_PX) - around, min(height, _MAX_PICTURE_PX) - around
        cell = ratio * min(room[0] / cells.width(), room[1] / cells.height())
        cell = float(int(cell)) if cell >= MIN_WHOLE_CELL_PX else cell
        size = QSize(round(cells.width() * cell / ratio), round(cells.height() * cell / ratio))
        size += QSize(around, around)
        is_seen = max(size.width(), size.height()) >= _MIN_PICTURE_PX
        return size if is_seen and min(room) > 0 else QSize(0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        if self._picture is None or self.is_blank or self.width() <= 2 * (1 + MAT_PX):
            return
        painter = QPainter(self)
        try:
            paint_picture(painter, QRectF(self.rect()), self._picture, self._line, MAT_PX)
        finally:
            painter.end()


def paint_picture(
    painter: QPainter, rect: QRectF, picture: Picture, line: QColor, mat_px: float
) -> None:
    """Paint a picture on its paper with a thin frame.

    Args:
        painter: Where it is painted.
        rect: All of it, in px.
        picture: Is painted in the middle.
        line: The colour of the frame.
        mat_px: The paper between the frame and the picture.
    """
    around, image = 1 + mat_px, picture.image
    inner = rect.adjusted(around, around, -around, -around)
    painter.fillRect(rect, picture.paper)
    ratio = painter.device().devicePixelRatioF()
    cell = ratio * inner.width() / image.width()
    if cell < MIN_WHOLE_CELL_PX:
        width, height = round(inner.width() * ratio), round(inner.height() * ratio)
        image = scaled(image, max(1, width), max(1, height), cell)
    painter.drawImage(inner, image)
    painter.setPen(QPen(line, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))


class FinishCard(QFrame):
    """Shows :class:`FinishFacts`; its buttons only ask.

    Signals:
        next_requested: The player wants the next puzzle.
        save_requested: The picture is to be saved.
        copy_requested: The picture is to be copied.
        poster_requested: The poster of the finished pack is to be shown.
        lesson_requested: ``str``, the title of a technique to be learned.
        close_requested: The card is to be put away.
    """

    next_requested = Signal()
    save_requested = Signal()
    copy_requested = Signal()
    poster_requested = Signal()
    lesson_requested = Signal(str)
    close_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("FinishCard")
        self.picture = FinishPicture()
        self.title, self.size_label = _label(), _label("faint")
        self.title.setWordWrap(True)
        self.title.setMinimumWidth(1)  # a long word is cut
        self.time, self.best, self.earlier = _label("time"), _label("best"), _label("faint")
        self.time.setFont(tabular(self.time.font()))
        self.best.setText(_("New best"))
        self.helps, self.lives, self.found, self.pack = (_label() for _each in range(4))
        self.expected_time, self.following = _label(), _label("faint")
        self.expected_time.setToolTip(_("How long such a puzzle takes"))
        self.size_label.setWordWrap(True)
        for label in (self.helps, self.found, self.pack, self.earlier, self.following):
            label.setWordWrap(True)
        self.hardest, self.pauses = _Links(), _Links()
        for label in (self.hardest, self.pauses):
            label.linkActivated.connect(self.lesson_requested)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.next = QPushButton(_("Ne&xt Puzzle"))
        self.next.setProperty(PRIMARY, True)
        self.poster = QPushButton(_("See the P&oster"))
        self.poster.setToolTip(_("All pictures of this shelf on one page, to print or save"))
        self.save, self.copy = QPushButton(_("&Save Picture…")), QPushButton(_("&Copy Picture"))
        self.close_button = QToolButton(self)
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.close_button.setToolTip(_("Close: look at the picture (Esc)"))
        self.close_button.setAccessibleName(_("Close"))
        for button, asked in (
            (self.next, self.next_requested),
            (self.poster, self.poster_requested),
            (self.save, self.save_requested),
            (self.copy, self.copy_requested),
        ):
            click_on_enter(button)
            button.clicked.connect(asked)
        self.next.setToolTip(_("The next puzzle that is not solved (Enter)"))
        self.save.setToolTip(
            _("Save the picture as a PNG file, or your moves as an animated picture (GIF, WebP)")
        )
        self.copy.setToolTip(_("Put the picture on the clipboard"))
        self.close_button.clicked.connect(self.close_requested)
        self._facts: FinishFacts | None = None
        self._rating: KeptRating | None = None
        self._moments: Sequence[Moment] = ()
        self._link = self._expected_time = ""
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        content = QWidget()
        content.setObjectName("FinishFacts")
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(16)
        self._rows.setVerticalSpacing(8)
        self._rows.setColumnStretch(1, 1)
        self._names: dict[QLabel, QLabel] = {}
        for name, value in (
            (_("Helps"), self.helps),
            (_("Lives"), self.lives),
            (_("Found clues"), self.found),
            (_("Hardest"), self.hardest),
            (_("Pauses"), self.pauses),
            (_("Usual time"), self.expected_time),
        ):
            self._add_row(name, value)
        time = QHBoxLayout()
        time.setSpacing(12)
        time.addWidget(self.time)
        time.addWidget(self.best)
        time.addStretch(1)
        facts = QVBoxLayout(content)
        facts.setContentsMargins(0, 0, 0, 0)
        facts.setSpacing(4)
        facts.addWidget(self.size_label)
        facts.addSpacing(16)
        facts.addLayout(time)
        facts.addWidget(self.earlier)
        facts.addSpacing(12)
        facts.addLayout(self._rows)
        facts.addSpacing(16)
        facts.addStretch(1)
        facts.addWidget(self.pack)
        facts.addSpacing(4)
        facts.addWidget(self.bar)
        facts.addSpacing(4)
        facts.addWidget(self.following)
        self._scroll = SmallScreenArea(content)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._others = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._others.setSpacing(_GAP_PX)
        self._others.addWidget(self.save, 1)
        self._others.addWidget(self.copy, 1)
        self._column = QWidget()
        self._column.setObjectName("FinishFacts")
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.setSpacing(_GAP_PX)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.setSpacing(_GAP_PX)
        column.addWidget(self._scroll, 1)
        column.addSpacing(_GAP_PX)
        column.addWidget(self.next)
        column.addWidget(self.poster)
        column.addLayout(self._others)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignCenter)
        self._box.addWidget(self._column)
        self.setTabOrder(self.next, self.poster)
        self.setTabOrder(self.poster, self.save)
        self.setTabOrder(self.save, self.copy)
        self.setTabOrder(self.copy, self.hardest)
        self.setTabOrder(self.hardest, self.pauses)
        self.setTabOrder(self.pauses, self.close_button)

    def _add_row(self, name: str, value: QLabel) -> None:
        row = self._rows.rowCount()
        self._names[value] = _label("faint", name)
        top = Qt.AlignmentFlag.AlignTop
        self._rows.addWidget(self._names[value], row, 0, top)
        self._rows.addWidget(value, row, 1, top)

    # What it shows

    def show_facts(self, facts: FinishFacts, picture: Picture, theme: Theme) -> None:
        """Show the facts of a puzzle and its picture."""
        self._facts, self._moments = facts, ()
        self.size_label.setText(facts.size)
        self.time.setText(facts.time)
        self.time.setAccessibleName(worded("Time: {time}", time=facts.time))
        self.best.setVisible(facts.is_new_best)
        self.earlier.setText(facts.earlier)
        self.earlier.setVisible(bool(facts.earlier))
        self._show_row(self.helps, facts.helps)
        self._show_row(self.lives, facts.lives)
        self._show_row(self.found, facts.found)
        pack = facts.pack
        self.poster.setVisible(pack is not None and pack.is_complete)
        for widget in (self.pack, self.bar):
            widget.setVisible(pack is not None)
        if pack is not None:
            self.pack.setText(pack.text)
            self.bar.setRange(0, pack.total)
            self.bar.setValue(pack.solved)
            self.bar.setAccessibleName(pack.text)
        following = facts.following
        self.following.setText(worded("Next: {name}", name=following) if following else "")
        self.following.setVisible(bool(following))
        self.picture.show_picture(picture, theme.line)
        self.picture.setAccessibleName(worded("The picture: {title}", title=facts.heading))
        self.set_theme(theme)
        self._follow_rating()

    def show_rating(self, rating: KeptRating | None, expected_time: str = "") -> None:
        """Show the hardest technique; ``None`` as long as it is not known.

        Args:
            rating: The rating.
            expected_time: How long such a puzzle takes the player; empty if that is not known.
        """
        self._rating, self._expected_time = rating, expected_time
        self._follow_rating()

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Show the longest pauses, each with what could have been seen then."""
        self._moments = moments
        self._follow_moments()

    def set_theme(self, theme: Theme) -> None:
        """Show it in a theme's colours."""
        self._link = theme.accent
        self.setStyleSheet(colored(_SHEET, theme))
        self.close_button.setIcon(icon("close", theme))
        self._follow_rating()
        self._follow_moments()

    def _follow_moments(self) -> None:
        links = [each.told(self._link_to(each.technique.id)) for each in self._moments]
        self._show_row(self.pauses, "<br>".join(links))
        steps = [each.told(each.why) for each in self._moments]
        head = _("What you could have seen when you paused longest:")
        self.pauses.setToolTip("\n".join((head, *steps)))
        self.pauses.setAccessibleName(
            paragraph(head, *(m.told(m.technique.title) for m in self._moments))
        )

    def _link_to(self, technique: str) -> str:
        """The name of a technique as a link to its lesson."""
        return worded(
            '<a href="{technique}" style="color: {color}">{name}</a>',
            technique=escape(technique),
            color=self._link,
            name=escape(technique_title(technique)),
        )

    def _follow_rating(self) -> None:
        facts, rating = self._facts, self._rating
        if facts is None:
            return
        is_rated = rating is not None and rating.is_rated
        for widget in (self.hardest, self._names[self.hardest]):
            widget.setVisible(is_rated)
        size = facts.size
        if rating is not None and is_rated:
            size = worded("{size} · {difficulty}", size=size, difficulty=rating.title)
            link = self._link_to(rating.hardest)
            self.hardest.setText(
                plural(
                    rating.times, "{link}, in {count} step", "{link}, in {count} steps", link=link
                )
                if rating.times
                else link
            )
            self.hardest.setToolTip(_("A lesson about this technique"))
            self.hardest.setAccessibleName(rating.explanation)
        self.size_label.setText(size)
        self._show_row(self.expected_time, capitalized(self._expected_time))
        told = facts.spoken(rating)
        self.setAccessibleName(facts.heading)
        self.setAccessibleDescription(told)
        self.next.setAccessibleDescription(told)

    def _show_row(self, value: QLabel, text: str) -> None:
        value.setText(text)
        for widget in (value, self._names[value]):
            widget.setVisible(bool(text))

    # Where it is

    def place_in(self, room: QRect) -> None:
        """Take the middle of a room: the picture beside the facts or above them."""
        gap = _NARROW_PX if min(room.width(), room.height()) < _SMALL_ROOM_PX else _WIDE_PX
        self._box.setContentsMargins(gap, gap, gap, gap)
        self._box.setSpacing(gap)
        width = room.width() - 2 * (_OUTSIDE_PX + gap)
        height = room.height() - 2 * (_OUTSIDE_PX + gap)
        ratio = self.devicePixelRatioF()
        column = min(width, _COLUMN_PX)
        beside = self.picture.size_in(width - gap - column, height, ratio)
        below = min(width, _MAX_COLUMN_PX)
        above = self.picture.size_in(width, height - gap - self._height_at(below), ratio)
        ways = QBoxLayout.Direction
        is_beside = _BESIDE_FACTOR * _area(beside) >= _area(above)
        self._box.setDirection(ways.LeftToRight if is_beside else ways.TopToBottom)
        picture = beside if is_beside else above
        column = column if is_beside else max(below, picture.width())
        self.picture.setFixedSize(picture)
        self.picture.setVisible(not picture.isEmpty())
        needed = min(height, self._height_at(column))
        if is_beside:
            across = picture.width() + gap * (not picture.isEmpty()) + column
            size = QSize(across, max(picture.height(), needed))
        else:
            size = QSize(max(picture.width(), column), picture.height() + gap + needed)
        self._others.setDirection(
            ways.LeftToRight if self._has_room_for_both(column) else ways.TopToBottom
        )
        self._column.setFixedWidth(column)
        self._box.setAlignment(self._column, Qt.AlignmentFlag(0))
        if not is_beside:
            self._box.setAlignment(self._column, Qt.AlignmentFlag.AlignHCenter)
        frame = 2 * self.frameWidth()
        size += QSize(2 * gap + frame, 2 * gap + frame)
        at = QRect(0, 0, size.width(), size.height())
        at.moveCenter(room.center())
        self.setGeometry(at)
        self._show_title(column)
        self._box.activate()

    def _height_at(self, column_px: int) -> int:
        """The height of title, facts and buttons in a column of that width, in px."""
        self.ensurePolished()
        self._show_title(column_px)
        title = max(self.title.heightForWidth(self._title_px(column_px)), self._close_px)
        buttons = self.next.sizeHint().height() + self.save.sizeHint().height()
        if not self._has_room_for_both(column_px):
            buttons += self.copy.sizeHint().height() + _GAP_PX
        if not self.poster.isHidden():
            buttons += self.poster.sizeHint().height() + _GAP_PX
        return title + buttons + 4 * _GAP_PX + self._scroll.height_at(column_px)

    def _has_room_for_both(self, column_px: int) -> bool:
        """Whether the buttons Save and Copy fit beside each other in a column of that width."""
        widest = max(button.sizeHint().width() for button in (self.save, self.copy))
        return 2 * widest + _GAP_PX <= column_px

    @property
    def _close_px(self) -> int:
        return self.close_button.sizeHint().width()

    def _title_px(self, column_px: int) -> int:
        return max(1, column_px - self._close_px - _GAP_PX)

    def _show_title(self, column_px: int) -> None:
        """Show the title as large as two lines of a column of that width allow."""
        if self._facts is None:
            return
        room = QSize(self._title_px(column_px), _TITLE_PX)
        font, text, _ = fitted(self._facts.heading, room)
        self.title.setFont(font)
        self.title.setText(text)

    @property
    def picture_rect(self) -> QRect:
        """Where its picture is, in px of its parent; empty if it has no room."""
        if self.picture.isHidden():
            return QRect(self.geometry().center(), QSize(0, 0))
        return self.picture.geometry().translated(self.pos())


class _Links(QLabel):
    """A text with links. Tab leads from one to the next, and Enter follows the one with the frame.

    By itself Qt needs a further Tab for the first link of a text.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        ways = Qt.TextInteractionFlag
        self.setTextInteractionFlags(ways.LinksAccessibleByMouse | ways.LinksAccessibleByKeyboard)
        self.setWordWrap(True)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(event.reason() is Qt.FocusReason.TabFocusReason)


def _area(size: QSize) -> int:
    return size.width() * size.height()


def _label(kind: str = "", text: str = "") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if kind:
        label.setProperty("kind", kind)
    return label
