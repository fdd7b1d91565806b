"""The window with the player's statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, tzinfo
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.application.day_store import DayStore
from helper.application.library import Library
from helper.application.library_records import Solve
from helper.application.memory import release_hidden
from helper.application.rating_store import NO_RATINGS, Ratings
from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.application.typeface import tabular
from helper.play.clock import time_text
from helper.statistics.figures import (
    Bucket,
    ClassTimes,
    Period,
    buckets,
    count_ticks,
    day_text,
    days_of,
    difficulty_times,
    size_times,
    streaks,
    time_ticks,
    totals,
    write_csv,
)
from helper.statistics.milestones import (
    Milestone,
    TechniqueUse,
    milestones,
    shown_milestones,
    techniques_used,
)
from helper.widgets.bar_chart import BarChart, ChartBar
from helper.widgets.column_chart import Column, ColumnChart
from helper.widgets.fields import name_box
from helper.widgets.ring import Ring
from helper.widgets.style import PRIMARY
from puzzles import LibraryError
from puzzles.words import _, headed, in_context, number_text, paragraph, plural, worded

TITLE = _("Statistics")
_CARD_PX = 180
"""The width that a number's card needs, with its gap."""
_EMPTY = _("Nothing is solved yet. Each puzzle that you solve appears here with its time.")
_CAPTION = _("Point at a column, or use the arrow keys, to see its number.")


class StatisticsWindow(QWidget):
    """Shows what :meth:`Library.solves` says, as it is whenever the window is shown or refreshed.

    Signals:
        puzzles_requested: The player wants to choose a puzzle.
    """

    puzzles_requested = Signal()

    def __init__(
        self,
        library: Library,
        themes: ThemeManager,
        parent: QWidget | None = None,
        *,
        today: Callable[[], date] = date.today,
        zone: tzinfo | None = None,
        ratings: Ratings = NO_RATINGS,
        settings: Settings | None = None,
    ) -> None:
        """Make the window.

        Args:
            library: Of the window's thread.
            themes: The colours.
            parent: The window that opens it.
            today: Gives the day where the player is.
            zone: The player's time zone; ``None`` for that of the machine.
            ratings: The difficulty of puzzles by the hashes of their clues; it may grow.
            settings: Say whether techniques and milestones are shown; ``None``: they are.
        """
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(TITLE)
        self._library = library
        self._today = today
        self._zone = zone
        self._ratings = ratings
        self._settings = settings
        self._solves: tuple[Solve, ...] = ()
        self.cards = {
            name: NumberCard(name)
            for name in (
                in_context("how many puzzles", "Solved"),
                _("Different puzzles"),
                _("Current streak"),
                _("Longest streak"),
                _("Without hints"),
                _("With lives"),
            )
        }
        self.period = QComboBox()
        self.period.addItems([period.label for period in Period])
        name_box(self.period, _("Period"))
        self.period.setToolTip(_("How far back the chart goes"))
        self.days, self.sizes = ColumnChart(themes.theme), BarChart(themes.theme)
        self.difficulties = BarChart(themes.theme)
        self.days_card = ChartCard(_("Solved puzzles"), self.days, self.period)
        self.sizes_card = ChartCard(_("Times by size"), self.sizes)
        self.difficulties_card = ChartCard(_("Solved by difficulty"), self.difficulties)
        self.techniques = BarChart(themes.theme)
        self.techniques_card = ChartCard(_("Techniques"), self.techniques)
        self.milestones_card = MilestonesCard(themes.theme)
        self.export = QPushButton(_("&Export as CSV…"))
        self.export.setToolTip(_("Write all solves into a file for a spreadsheet"))
        self.close_button = QPushButton(_("&Close"))
        self.close_button.setToolTip(_("Close this window (Esc)"))
        self.message, self.choose = QLabel(), QPushButton(_("&Choose a Puzzle"))
        self.choose.setToolTip(_("Show all puzzles"))
        self.choose.setProperty(PRIMARY, True)
        self._lay_out()
        self._connect(themes)
        self._set_theme(themes.theme)
        room = self.screen().availableSize()
        self.resize(min(720, room.width() * 9 // 10), min(760, room.height() * 9 // 10))

    def _lay_out(self) -> None:
        self._numbers = QGridLayout()
        self._numbers.setSpacing(12)
        self._arrange(self.width())
        title = QLabel(TITLE)
        title.setProperty("kind", "title")
        self.message.setProperty("kind", "faint")
        self.message.setWordWrap(True)
        self._figures = QWidget()
        figures = QVBoxLayout(self._figures)
        figures.setContentsMargins(0, 0, 0, 0)
        figures.setSpacing(16)
        figures.addLayout(self._numbers)
        figures.addWidget(self.days_card)
        figures.addWidget(self.sizes_card)
        figures.addWidget(self.difficulties_card)
        figures.addWidget(self.techniques_card)
        figures.addWidget(self.milestones_card)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 20, 20, 20)
        column.setSpacing(16)
        for widget in (title, self.message, self._figures):
            column.addWidget(widget)
        column.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidget(page)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        foot = QFrame()
        foot.setObjectName("foot")
        row = QHBoxLayout(foot)
        row.setContentsMargins(20, 12, 20, 12)
        row.addWidget(self.export)
        row.addStretch()
        row.addWidget(self.close_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._area, 1)
        whole.addWidget(foot)

    def _arrange(self, width_px: int) -> None:
        """Place as many cards side by side as there is room for, up to three."""
        count = min(3, max(1, width_px // _CARD_PX))
        for k, card in enumerate(self.cards.values()):
            self._numbers.removeWidget(card)
            self._numbers.addWidget(card, *divmod(k, count))

    def _connect(self, themes: ThemeManager) -> None:
        themes.changed.connect(self._set_theme)
        if self._settings is not None:
            self._settings.changed.connect(self._show_progress)
        self.period.currentIndexChanged.connect(self._show_days)
        self.days.current_changed.connect(
            lambda text: self.days_card.caption.setText(text or _CAPTION)
        )
        self.export.clicked.connect(self.export_csv)
        self.choose.clicked.connect(self.puzzles_requested)
        self.close_button.clicked.connect(self.close)

    def _set_theme(self, theme: Theme) -> None:
        self.days.set_theme(theme)
        self.sizes.set_theme(theme)
        self.difficulties.set_theme(theme)
        self.techniques.set_theme(theme)
        self.milestones_card.set_theme(theme)

    # Content

    def refresh(self) -> None:
        """Show the solves that the library has now."""
        message = ""
        try:
            self._solves = self._library.solves()
        except LibraryError as error:
            self._solves, message = (
                (),
                worded("The statistics cannot be read: {error}", error=error),
            )
        if not self._solves:
            message = message or _EMPTY
        self.message.setText(message)
        self.message.setVisible(bool(message))
        self._figures.setHidden(bool(message))
        self.choose.setVisible(message == _EMPTY)
        self.export.setEnabled(bool(self._solves))
        if self._solves:
            self._show_numbers()
            self._show_days()
            self._show_sizes()
            self._show_difficulties()
            self._show_progress()

    def _show_numbers(self) -> None:
        found = totals(self._solves)
        runs = streaks(days_of(self._solves, self._zone), self._today())
        for name, number, tip in (
            (
                in_context("how many puzzles", "Solved"),
                str(found.solves),
                _("How often you have solved a puzzle"),
            ),
            (
                _("Different puzzles"),
                str(found.puzzles),
                _("How many different puzzles you have solved"),
            ),
            (
                _("Current streak"),
                _days(runs.current),
                _("Days in a row with a solved puzzle up to now"),
            ),
            (
                _("Longest streak"),
                _days(runs.longest),
                _("The most days in a row with a solved puzzle"),
            ),
            (_("Without hints"), str(found.without_hints), _("How often no hint was used")),
            (_("With lives"), str(found.with_lives), _("How often you have won with lives")),
        ):
            self.cards[name].show_number(number, tip)

    def _show_days(self) -> None:
        period = list(Period)[self.period.currentIndex()]
        found = buckets(days_of(self._solves, self._zone), self._today(), period)
        most = max(bucket.solves for bucket in found)
        self.days.show_columns([_column(bucket) for bucket in found], count_ticks(most))

    def _show_sizes(self) -> None:
        found = size_times(self._solves)
        longest = max(each.median_s for each in found)
        bars = [_bar(each) for each in found]
        self.sizes.show_bars(bars, time_text, linear=time_ticks(longest))
        self.sizes_card.caption.setText(
            _("A bar is the median time of the puzzles whose longer side has so many cells.")
        )

    def _show_difficulties(self) -> None:
        found = difficulty_times(self._solves, self._ratings)
        self.difficulties_card.setHidden(not found)
        if found:
            ticks = count_ticks(max(each.solves for each in found))
            bars = [_count_bar(each) for each in found]
            self.difficulties.show_bars(bars, lambda count: number_text(count, ".0f"), linear=ticks)
        self.difficulties_card.caption.setText(
            _("A bar is the number of solves; its text has the median time.")
        )

    def _show_progress(self) -> None:
        """Show techniques and milestones, unless Preferences hides progress."""
        is_wanted = self._settings is None or self._settings.preferences.show_progress
        used = techniques_used(self._solves, self._ratings) if is_wanted else []
        self.techniques_card.setHidden(not used)
        self.milestones_card.setVisible(is_wanted and bool(self._solves))
        if used:
            self._show_techniques(used)
        if is_wanted and self._solves:
            found = milestones(self._solves, self._ratings, self._kept_days(), self._zone)
            self.milestones_card.show_milestones(shown_milestones(found))

    def _show_techniques(self, used: Sequence[TechniqueUse]) -> None:
        ticks = count_ticks(max(each.puzzles for each in used))
        bars = [ChartBar(each.title, each.puzzles or None, _use_text(each)) for each in used]
        self.techniques.show_bars(bars, lambda count: number_text(count, ".0f"), linear=ticks)
        sentence = plural(
            len(used),
            "You have used {used} of {count} technique.",
            "You have used {used} of {count} techniques.",
            used=sum(each.puzzles > 0 for each in used),
        )
        about = _("A bar is the number of different puzzles that you solved and that need it.")
        self.techniques_card.caption.setText(paragraph(sentence, about))

    def _kept_days(self) -> Mapping[date, str]:
        try:
            return DayStore(self._library).days()
        except LibraryError:
            return {}

    # Commands

    def export_csv(self) -> None:
        """Ask for a file and write all solves into it."""
        chosen, _filter = QFileDialog.getSaveFileName(
            self, _("Export Statistics"), "nonogram-solves.csv", _("CSV (*.csv)")
        )
        if not chosen:
            return
        path = Path(chosen)
        if not path.suffix:
            path = path.with_suffix(".csv")
            question = worded("{name} exists. Replace it?", name=path.name)
            if path.exists() and not self._may_replace(question):
                return
        try:
            write_csv(path, self._solves)
        except LibraryError as error:
            QMessageBox.warning(self, TITLE, str(error))

    def _may_replace(self, question: str) -> bool:
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(self, TITLE, question, kinds.Yes | kinds.No, kinds.No)
        return answer == kinds.Yes

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange(event.size().width())

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        release_hidden(self, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        bar = self._area.verticalScrollBar()
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            is_down = event.key() == Qt.Key.Key_PageDown
            bar.setValue(bar.value() + (bar.pageStep() if is_down else -bar.pageStep()))
        else:
            super().keyPressEvent(event)


def show_statistics(
    opened: StatisticsWindow | None,
    library: Library,
    themes: ThemeManager,
    parent: QWidget,
    ratings: Ratings = NO_RATINGS,
    settings: Settings | None = None,
) -> StatisticsWindow:
    """Show the statistics in a window that does not block its parent.

    Args:
        opened: What an earlier call has returned; it is shown again.
        library: The player's data.
        themes: The colours.
        parent: The main window, which keeps the window.
        ratings, settings: See :class:`StatisticsWindow`.
    """
    window = opened or StatisticsWindow(library, themes, parent, ratings=ratings, settings=settings)
    if window.isVisible():
        window.refresh()
    window.show()
    window.raise_()
    window.activateWindow()
    return window


def _days(count: int) -> str:
    return _("1 day") if count == 1 else plural(count, "{count} day", "{count} days")


def _column(bucket: Bucket) -> Column:
    return Column(
        bucket.solves,
        bucket.label,
        worded("{name}: {solves} solved", name=bucket.name, solves=bucket.solves),
    )


def _bar(each: ClassTimes) -> ChartBar:
    text = worded(
        "{median}, best {best}, {solves} solved",
        median=time_text(each.median_s),
        best=time_text(each.best_s),
        solves=each.solves,
    )
    return ChartBar(each.name, each.median_s, text)


def _count_bar(each: ClassTimes) -> ChartBar:
    return ChartBar(
        each.name,
        each.solves,
        worded("{solves} solved, {time}", solves=each.solves, time=time_text(each.median_s)),
    )


def _use_text(use: TechniqueUse) -> str:
    return plural(use.puzzles, "{count} puzzle", "{count} puzzles") if use.puzzles else _("not yet")


class MilestonesCard(QFrame):
    """What was reached, with its days, and what comes next."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        title = QLabel(_("Milestones"))
        title.setProperty("kind", "heading")
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(12)
        self._rows.setVerticalSpacing(8)
        self._rows.setColumnStretch(1, 1)
        self.shown: Sequence[Milestone] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(12)
        column.addWidget(title)
        column.addLayout(self._rows)

    def show_milestones(self, found: Sequence[Milestone]) -> None:
        """Show others, from top to bottom."""
        if found == self.shown:
            return
        self.shown = found
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for row, one in enumerate(found):
            ring, name, when = Ring(self._theme), QLabel(one.name), QLabel(_when_text(one))
            ring.show_share(
                1.0 if one.is_reached else 0.0,
                in_context("a goal", "Reached") if one.is_reached else in_context("a goal", "Next"),
            )
            name.setWordWrap(True)
            when.setProperty("kind", "faint")
            top = Qt.AlignmentFlag.AlignTop
            self._rows.addWidget(ring, row, 0, top)
            self._rows.addWidget(name, row, 1, top)
            self._rows.addWidget(when, row, 2, top | Qt.AlignmentFlag.AlignRight)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self._theme = theme
        for ring in self.findChildren(Ring):
            ring.set_theme(theme)


def _when_text(one: Milestone) -> str:
    if not one.is_reached:
        return (
            worded("Next: {progress}", progress=one.progress)
            if one.progress
            else in_context("a goal", "Next")
        )
    return day_text(one.day) if one.day is not None else ""


class NumberCard(QFrame):
    """A large number, with what it counts below it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.number, self.name = QLabel(), QLabel(name)
        self.number.setProperty("kind", "title")
        self.number.setFont(tabular(self.number.font()))
        self.name.setProperty("kind", "faint")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        for label in (self.number, self.name):
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_number(self, text: str, tip: str) -> None:
        """Show another number; the tip is the whole sentence."""
        self.number.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(headed(self.name.text(), text))
        self.setAccessibleDescription(tip)


class ChartCard(QFrame):
    """A heading, a chart, and a line that explains it."""

    def __init__(self, heading: str, chart: QWidget, control: QWidget | None = None) -> None:
        """``control``: beside the heading."""
        super().__init__()
        self.setObjectName("card")
        title, self.caption = QLabel(heading), QLabel()
        title.setProperty("kind", "heading")
        self.caption.setProperty("kind", "faint")
        self.caption.setWordWrap(True)
        chart.setAccessibleName(heading)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch()
        if control is not None:
            head.addWidget(control)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(chart)
        column.addWidget(self.caption)
