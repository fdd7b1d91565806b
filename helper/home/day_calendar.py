"""The calendar: a month of puzzles of the day, past ones to be played, too."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.application.theme import Theme
from helper.application.typeface import body_font, scaled
from helper.home.days import DAY, Days, DayState
from helper.home.delegate import paint_picture
from helper.home.entries import Entry
from helper.home.home_wording import day_text, place_text, streak_text
from helper.home.style import FAINT, HEADING
from helper.home.thumbnails import Thumbnails
from helper.widgets.flow import FlowLayout
from helper.widgets.ring import paint_ring, paint_tick
from helper.widgets.style import COMPACT
from puzzles.local_formats import date_text, weekday_names
from puzzles.words import _, capitalized, enumerated, worded

_GROUP = "calendar"
_GAP_PX = 6
_CELL_PX, _LOW_CELL_PX = 72, 44
"""The height of a day; the lower one where there is no room for pictures."""
_MAX_WIDTH_PX = 760
_MIN_PICTURES_PX = 560
"""A narrower calendar has no pictures."""
_MAX_PICTURE_PX = 48
_MARK_PX = 16
_PAD_PX = 8
_SMALL = 12.5 / 14
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: -7,
    Qt.Key.Key_Down: 7,
}


def month_of(day: date, months: int = 0) -> date:
    """The first day of a month, some months after that of a day.

    >>> month_of(date(2026, 11, 22), -11), month_of(date(2026, 12, 1), 1)
    (datetime.date(2025, 12, 1), datetime.date(2027, 1, 1))
    """
    year, month = divmod(12 * day.year + day.month - 1 + months, 12)
    return date(year, month + 1, 1)


def month_text(day: date) -> str:
    """The month with its year, as in "November 2026"."""
    return capitalized(date_text(day, "yMMMM"))


def paint_mark(painter: QPainter, area: QRectF, state: DayState, theme: Theme) -> None:
    """Paint what a day is marked with: each state has its own shape.

    A disc with a tick is solved on its day, a ring with a tick on another day, a ring that is half
    filled is started, an empty ring is open; a day to come has none.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if state is DayState.SOLVED:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(area)
        painter.setPen(QPen(QColor(theme.on_accent), 1.75))
        paint_tick(painter, area)
    elif state is DayState.OPEN:  # darker than the track of a ring: it is all that says so
        painter.setPen(QPen(QColor(theme.faint), 1.25))
        painter.drawEllipse(area.adjusted(1.5, 1.5, -1.5, -1.5))
    elif state is not DayState.FUTURE:
        paint_ring(painter, area, 1.0 if state is DayState.OTHER_DAY else 0.5, theme)
    painter.restore()


class DayCell(QAbstractButton):
    """One day.

    Signals:
        moved: ``int``, how many days the focus is to move.
        used: It has got the focus.
    """

    moved = Signal(int)
    used = Signal()

    def __init__(self, page: CalendarPage) -> None:
        super().__init__(page)
        self._page = page
        self.day = date.min
        self.state = DayState.FUTURE
        self.entry: Entry | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_day(self, day: date, days: Days, titles: dict[str, str]) -> None:
        """Show another day."""
        self.day, self.state, self.entry = day, days.state(day), days.entry(day)
        is_open = self.entry is not None
        self.setEnabled(is_open)
        shapes = Qt.CursorShape
        self.setCursor(shapes.PointingHandCursor if is_open else shapes.ArrowCursor)
        place = place_text(self.entry, titles[self.entry.shelf]) if self.entry else ""
        text = enumerated(filter(None, (day_text(day), self.state.label, place)))
        self.setAccessibleName(text)
        tip = worded("{text}. Open the puzzle (Enter)", text=text) if is_open else text
        self.setToolTip(tip)
        self.update()

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(44, _CELL_PX)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _STEPS:
            self.moved.emit(_STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        super().focusInEvent(event)
        self.used.emit()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        page, theme = self._page, self._page.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        is_future = self.state is DayState.FUTURE
        is_today = self.day == page.today
        painter.setPen(QPen(QColor(theme.line if is_future else theme.edge), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush if is_future else QColor(theme.base))
        if self.underMouse() and self.isEnabled():
            painter.setBrush(QColor(theme.tint))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawRoundedRect(frame, 8, 8)
        font = scaled(body_font(), _SMALL)
        if is_today:
            font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        color = theme.faint if is_future else theme.text
        painter.setPen(QColor(theme.accent if is_today else color))
        place = self.rect().adjusted(_PAD_PX, 6, -_PAD_PX, -6)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft, str(self.day.day))
        if page.has_pictures:
            mark = QRectF(place.left(), place.bottom() - _MARK_PX, _MARK_PX, _MARK_PX)
            self._paint_picture(painter)
        else:
            mark = QRectF(place.right() - _MARK_PX, place.bottom() - _MARK_PX, _MARK_PX, _MARK_PX)
        paint_mark(painter, mark, self.state, theme)

    def _paint_picture(self, painter: QPainter) -> None:
        entry = self.entry
        if entry is None or not entry.is_solved:
            return
        image = self._page.thumbnails.kept(entry, self._page.picture_px)
        if image is not None:
            side = self._page.picture_side_px
            area = QRect(self.width() - side - _PAD_PX, (self.height() - side) // 2, side, side)
            paint_picture(painter, area, image)


class _Legend(QWidget):
    """What a mark means."""

    def __init__(self, state: DayState, theme: Theme) -> None:
        super().__init__()
        self.theme, self._state = theme, state
        label = QLabel(state.title)
        label.setProperty("kind", FAINT)
        row = QHBoxLayout(self)
        row.setContentsMargins(_MARK_PX + 6, 0, 8, 0)
        row.addWidget(label)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        area = QRectF(0, (self.height() - _MARK_PX) / 2, _MARK_PX, _MARK_PX)
        paint_mark(QPainter(self), area, self._state, self.theme)


class CalendarPage(QWidget):
    """A month of days; arrow keys go from day to day, Page Up and Page Down from month to month.

    Signals:
        day_requested: :class:`~datetime.date` whose puzzle is to be opened.
    """

    day_requested = Signal(object)

    def __init__(self, thumbnails: Thumbnails, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.thumbnails, self.theme = thumbnails, theme
        self.has_pictures = True
        self.picture_side_px = _MAX_PICTURE_PX
        """The side of the square in which a day shows its picture."""
        self.today = self.month = self._current = date.min
        self._days: Days | None = None
        self._titles: dict[str, str] = {}
        self.heading, self.streak = QLabel(), QLabel()
        self.heading.setProperty("kind", HEADING)
        self.streak.setProperty("kind", FAINT)
        self.before, self.after = QPushButton("‹"), QPushButton("›")
        self.to_today = QPushButton(_("Today"))
        for button, name, tip in (
            (self.before, _("Month before"), _("The month before (Page Up)")),
            (self.after, _("Month after"), _("The month after (Page Down)")),
            (self.to_today, _("Today"), _("Go to the puzzle of today")),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tip)
            button.setProperty(COMPACT, True)
        self.cells = [DayCell(self) for _ in range(31)]
        self._legends = [_Legend(state, theme) for state in reversed(DayState)]
        self._legends.pop()  # a day to come has no mark
        self._lay_out()
        self.before.clicked.connect(lambda: self._go_months(-1))
        self.after.clicked.connect(lambda: self._go_months(1))
        self.to_today.clicked.connect(lambda: self.go_to(self.today))
        for cell in self.cells:
            cell.clicked.connect(lambda _=False, cell=cell: self.day_requested.emit(cell.day))
            cell.used.connect(lambda cell=cell: self._use(cell))
            cell.moved.connect(lambda days: self.go_to(self._current + days * DAY))
        thumbnails.ready.connect(self._show_thumbnail)
        self.hide()

    def _lay_out(self) -> None:
        self._head = head = QGridLayout()
        head.setHorizontalSpacing(8)
        head.setVerticalSpacing(4)
        for column, widget in enumerate((self.before, self.heading, self.after, self.to_today)):
            head.addWidget(widget, 0, column)
        head.setColumnStretch(4, 1)
        self._grid = QGridLayout()
        self._grid.setSpacing(_GAP_PX)
        self._weekdays = [QLabel() for _name in weekday_names()]
        for column, label in enumerate(self._weekdays):
            label.setProperty("kind", FAINT)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._grid.addWidget(label, 0, column)
            self._grid.setColumnStretch(column, 1)
        legend = QWidget()
        self._flow = FlowLayout(4, legend)
        for one in self._legends:
            self._flow.addWidget(one)
        self._inner = QWidget(self)
        for cell in self.cells:  # a cell that changes its parent later is hidden for a moment
            cell.setParent(self._inner)
        rows = QVBoxLayout(self._inner)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(12)
        for part in (head, self._grid):
            rows.addLayout(part)
        rows.addWidget(legend)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._inner.setMaximumWidth(_MAX_WIDTH_PX)
        outer.addWidget(self._inner, 1)
        outer.addStretch()

    # What is shown

    def show_days(self, days: Days, titles: dict[str, str]) -> None:
        """Show these days; the month stays.

        Args:
            days: With their puzzles.
            titles: The shelves' titles by id.
        """
        is_first = self._days is None
        self._days, self._titles, self.today = days, titles, days.today
        if is_first:
            self.month, self._current = month_of(days.today), days.today
        self.streak.setText(streak_text(days.streak))
        self._show_month()

    def go_to(self, day: date, takes_focus: bool = True) -> None:
        """Show the month of a day, as far as there are such days, and give the day the focus."""
        assert self._days is not None
        day = min(max(day, self._days.first), self.today)
        is_other = month_of(day) != self.month
        self._current, self.month = day, month_of(day)
        if is_other:
            self._show_month()
        if takes_focus:
            self.current_cell.setFocus(Qt.FocusReason.TabFocusReason)
        self._take_tab()

    def _use(self, cell: DayCell) -> None:
        self._current = cell.day
        self._take_tab()

    @property
    def current_cell(self) -> DayCell:
        """The day that the keyboard is at."""
        return self.cells[self._current.day - 1]

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.has_pictures = self.width() >= _MIN_PICTURES_PX
        cell_px = (min(self.width(), _MAX_WIDTH_PX) - 6 * _GAP_PX) // 7
        beside_px = _MARK_PX + 3 * _PAD_PX
        self.picture_side_px = max(1, min(_MAX_PICTURE_PX, cell_px - beside_px))
        self._head.removeWidget(self.streak)
        place = (0, 5, 1, 1) if self.has_pictures else (1, 0, 1, 6)
        self._head.addWidget(self.streak, *place)
        for cell in self.cells:
            cell.setFixedHeight(_CELL_PX if self.has_pictures else _LOW_CELL_PX)
        shown = weekday_names(is_short=True)
        for label, text, name in zip(self._weekdays, shown, weekday_names(), strict=True):
            label.setText(text)
            label.setToolTip(name)
        self._want()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.theme = theme
        for legend in self._legends:
            legend.theme = theme
        self.update()

    @property
    def picture_px(self) -> int:
        """The longer side of a picture, in device px."""
        return round(self.picture_side_px * self.devicePixelRatioF())

    def _show_month(self) -> None:
        assert self._days is not None
        first, end = self.month, month_of(self.month, 1)
        self.heading.setText(month_text(first))
        self.setAccessibleName(worded("Puzzles of {month}", month=month_text(first)))
        self.before.setEnabled(first > self._days.first)
        self.after.setEnabled(end <= self.today)
        offset = first.weekday()
        for number, cell in enumerate(self.cells):
            self._grid.removeWidget(cell)
            day = first + number * DAY
            cell.setVisible(day < end)
            if day < end:
                row, column = divmod(number + offset, 7)
                self._grid.addWidget(cell, row + 1, column)
                cell.show_day(day, self._days, self._titles)
        self._take_tab()
        self._want()

    def _take_tab(self) -> None:
        """Let Tab reach the current day only, as in a list."""
        for cell in self.cells:
            is_current = cell is self.current_cell
            policies = Qt.FocusPolicy
            cell.setFocusPolicy(policies.StrongFocus if is_current else policies.ClickFocus)

    def _want(self) -> None:
        """Have the pictures of the month rendered, if there is room for them."""
        is_shown = self.isVisible() and self.has_pictures
        cells = self.cells if is_shown else []
        entries = [cell.entry for cell in cells if not cell.isHidden() and cell.entry]
        solved = [entry for entry in entries if entry.is_solved]
        self.thumbnails.want(_GROUP, solved, self.picture_px)

    def _show_thumbnail(self, entry_id: str) -> None:
        for cell in self.cells:
            if cell.entry is not None and cell.entry.id == entry_id:
                cell.update()

    def _go_months(self, months: int) -> None:
        """Go some months forward, to the same day there."""
        month = month_of(self._current, months)
        last = month_of(month, 1) - DAY
        has_focus = self.current_cell.hasFocus()
        self.go_to(month.replace(day=min(self._current.day, last.day)), has_focus)

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self._want()

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        self._want()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        months = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
        if event.key() in months:
            self._go_months(months[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Home:
            self.go_to(self.month)
        elif event.key() == Qt.Key.Key_End:
            self.go_to(month_of(self.month, 1) - DAY)
        else:
            super().keyPressEvent(event)
