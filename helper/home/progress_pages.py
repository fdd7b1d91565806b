"""The pages of progress, which Home has beside its shelves: the path and the calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from helper.application.rating_store import NO_RATINGS, Ratings
from helper.application.theme import Theme
from helper.home.day_calendar import CalendarPage
from helper.home.days import DayNotes, DayRecord, Days
from helper.home.entries import CALENDAR, PATH, Shelf, rating_key
from helper.home.home_wording import streak_text
from helper.home.path import PathStep, path_steps
from helper.home.shelf_rows import PathRows, StepRow
from helper.home.thumbnails import Thumbnails
from puzzles.words import _, plural

PLACES = (PATH, CALENDAR)
"""The places in the sidebar."""


class ProgressPages(QObject):
    """Both pages, with what they show; one of them may be shown in place of Home's tiles.

    Signals:
        open_requested: ``str``, the id of the puzzle of a day that the player chose.
    """

    open_requested = Signal(str)

    def __init__(
        self,
        thumbnails: Thumbnails,
        theme: Theme,
        parent: QWidget,
        record: DayRecord,
        today: Callable[[], date],
    ) -> None:
        super().__init__(parent)
        self.calendar = CalendarPage(thumbnails, theme, parent)
        self.path = PathRows(thumbnails, theme, parent)
        self.path.hide()
        self._record, self._today = record, today
        self._shelves: Sequence[Shelf] = ()
        self._steps: Sequence[PathStep] = ()
        self._ratings: Ratings = NO_RATINGS
        self.days = Days((), DayNotes(), today())
        """The puzzles of the days up to the one on which :meth:`follow` was called."""
        self.calendar.day_requested.connect(self._open_day)

    @property
    def is_of_today(self) -> bool:
        """Whether no other day has begun."""
        return self.days.today == self._today()

    def follow(self, shelves: Sequence[Shelf]) -> None:
        """Take what Home has now, and keep the puzzle of today."""
        self._shelves = shelves
        self.days = Days(shelves, self._record.notes(), self._today())
        self._keep(self.days.today)

    def rows(self, ratings: Ratings) -> list[tuple[str, str, str, float | None]]:
        """The rows of the pages for :attr:`Sidebar.pages`; ``ratings``: those that are known."""
        self._ratings, self._steps = ratings, path_steps(self._shelves, ratings)
        found = list[tuple[str, str, str, float | None]]()
        if len(self._steps) > 1:  # one is no path: the ratings are still to come
            done, total = sum(step.is_done for step in self._steps), len(self._steps)
            detail = plural(total, "{done} of {count} step", "{done} of {count} steps", done=done)
            found.append((PATH, _("Path"), detail, done / total))
        if self.days.entry(self.days.today) is not None:
            found.append((CALENDAR, _("Calendar"), streak_text(self.days.streak), None))
        return found

    def show(self, place: str) -> None:
        """Show the page of a place, or none."""
        titles = {shelf.id: shelf.title for shelf in self._shelves}
        if place == PATH:
            self.path.show_steps(self._steps, titles, self._ratings)
        elif place == CALENDAR:
            self.calendar.show_days(self.days, titles)
        self.path.setVisible(place == PATH)
        self.calendar.setVisible(place == CALENDAR)

    def focus_target(self, place: str) -> QWidget:
        """The widget of a page that gets the keyboard."""
        if place == CALENDAR:
            return self.calendar.current_cell
        return (self.path.next_row or self.path.rows[0]).tiles

    def tab_order(self) -> Iterator[QWidget]:
        """The calendar's widgets in their order."""
        yield from (self.calendar.before, self.calendar.after, self.calendar.to_today)
        yield from self.calendar.cells

    def path_tab_order(self) -> Iterator[QWidget]:
        """The path's widgets in their order."""
        for row in self.path.rows:
            assert isinstance(row, StepRow)
            yield from (row.lesson_button, row.tiles)

    def set_theme(self, theme: Theme) -> None:
        """Change the colours."""
        self.calendar.set_theme(theme)
        self.path.set_theme(theme)

    def _keep(self, day: date) -> None:
        """Keep the puzzle of a day, so that it stays the same when there are more puzzles."""
        entry = self.days.entry(day)
        if entry is not None and rating_key(entry) and day not in self.days.notes.kept:
            self._record.keep(day, rating_key(entry))

    def _open_day(self, day: date) -> None:
        entry = self.days.entry(day)
        if entry is not None:
            self._keep(day)
            self.open_requested.emit(entry.id)
