"""The zoom of a board: by steps, to a size, or to fit its view also after resizing."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal

from helper.application.settings import Settings
from helper.application.text_size import factor_at_start
from helper.board.area import BoardArea
from helper.board.stroke_controller import StrokeController
from helper.play.session import Session


class BoardZoom(QObject):
    """Chooses the side of the cells; keeps it during a stroke.

    Signals:
        changed: ``int``, the new side of a cell, in px.
        chosen: ``int``, the side of a cell that the player chose, in px; 0 to fit the window.
    """

    changed = Signal(int)
    chosen = Signal(int)

    def __init__(
        self, area: BoardArea, strokes: StrokeController, session: Session, settings: Settings
    ) -> None:
        super().__init__(area)
        self._area = area
        self._strokes = strokes
        self._session = session
        self._settings = settings
        self._preferences = settings.preferences
        self.min_font_px = 9
        """A large board is opened with numbers no smaller than this; it is scrolled instead."""
        self.easy_font_px = 12
        """Where a board cannot be in view as a whole with numbers of :data:`SMALL_FONT_PX`, it is
        opened with larger ones if it is then scrolled in one direction only: there would be empty
        room beside it otherwise."""
        self._fit: Callable[[], int] | None = self._readable_size
        """The size that the zoom follows; ``None`` after the player has zoomed."""
        settings.changed.connect(self._preferences_changed)

    def by(self, steps: int, about: QPoint | None = None) -> None:
        """Zoom by steps, as the player wants; the point ``about`` stays where it is."""
        self.to(stepped(self._area.cell_size, steps), about)
        self._choose()

    @property
    def normal_size(self) -> int:
        """The side of a cell at 100 %, in px: that of the preferences."""
        return self._settings.preferences.cell_size

    def to_normal(self) -> None:
        """Zoom to the cell size of the preferences, as the player wants."""
        self.to(self.normal_size)
        self._choose()

    def fit(self) -> None:
        """Fit the board into the view, also after resizing, until the next zoom.

        Where its numbers could not be read then, it is larger than the view.
        """
        self._fit = self._legible_size
        self.refit()
        self._choose()

    def suit(self) -> None:
        """Fit the board into the view, but keep its numbers readable; also after resizing."""
        self._fit = self._readable_size
        self.refit()

    def restore(self, size: int) -> None:
        """Set the zoom of an opened board to what the player chose before; 0: fit it."""
        if size:
            self.to(min(max(size, SIZES[0]), SIZES[-1]))
        else:
            self.suit()

    def _choose(self) -> None:
        self.chosen.emit(0 if self._fit is not None else self._area.cell_size)

    def to(self, size: int, about: QPoint | None = None) -> None:
        """Set the side of the cells in px; the point ``about`` stays where it is."""
        if self._strokes.current is not None:
            return
        self._fit = None
        if size != self._area.cell_size:
            self._area.zoom_to(size, about)
            self.changed.emit(size)

    def to_whole(self) -> None:
        """Make the cells smaller so that the whole board is in view, if possible."""
        if not self._area.is_whole:
            self.to(min(self._area.cell_size, self._whole_size()))

    def refit(self) -> None:
        """Fit the board again, unless the player has zoomed; its first cells stay in view."""
        fit, was_at_home = self._fit, self._area.is_at_home
        if fit is not None:
            self.to(fit())
            self._fit = fit
            if was_at_home:
                self._area.scroll_home()

    def _whole_size(self) -> int:
        return largest_that(self._area.fits)

    def _legible_size(self) -> int:
        whole = self._whole_size()
        is_picture = self._session.is_solved or self._session.state.drawing
        return whole if is_picture else max(whole, self._with_font(self.min_font_px))

    def _readable_size(self) -> int:
        whole = self._whole_size()
        if self._session.is_solved:
            return whole
        readable = self._with_font(self.min_font_px)
        is_clear = self._area.font_px_at(whole) >= SMALL_FONT_PX
        if self._has_large_text and not self._session.state.drawing:
            return max(whole, self._with_font(self.easy_font_px))
        if is_clear or self._session.state.drawing:  # its author wants to see all of the picture
            return max(whole, readable)
        easy = min(largest_that(self._area.fits_one_way), self._with_font(self.easy_font_px))
        return max(whole, readable, easy)

    @property
    def _has_large_text(self) -> bool:
        """Whether the program began with larger text: numbers then grow like text."""
        return factor_at_start() > 1

    def _with_font(self, px: int) -> int:
        """The smallest size whose numbers are so large, in px; the smallest of all if none is."""
        font = self._area.font_px_at
        return smallest_from(SIZES[0], lambda size: font(size) >= min(px, font(SIZES[-1])))

    def _preferences_changed(self) -> None:
        old, self._preferences = self._preferences, self._settings.preferences
        is_resized = old.cell_size != self.normal_size
        if is_resized:
            self._fit = None
        self._area.lay_out(self.normal_size if is_resized else None)
        if is_resized:
            self.changed.emit(self.normal_size)
        self.refit()


SMALL_FONT_PX = 10
"""Numbers of this size are worth having the whole board in view."""
SIZES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80)
"""The side of a cell at each step, in px."""


def stepped(size: int, steps: int) -> int:
    """The size some steps up, or down if negative; limited to the first and last size.

    >>> stepped(24, 1), stepped(25, -1), stepped(80, 1)
    (28, 24, 80)
    """
    others = [s for s in SIZES if s > size] if steps > 0 else [s for s in SIZES[::-1] if s < size]
    return others[min(abs(steps), len(others)) - 1] if others else size


def largest_that(fits: Callable[[int], bool]) -> int:
    """The largest size that fits, of any whole px; the smallest one if none does.

    >>> largest_that(lambda size: 30 * size < 500)
    16
    """
    sizes = range(SIZES[0], SIZES[-1] + 1)
    return sizes[max(0, bisect(sizes, False, key=lambda size: not fits(size)) - 1)]


def smallest_from(size: int, is_readable: Callable[[int], bool]) -> int:
    """The smallest size from ``size`` on that is readable; the largest one if none is.

    >>> smallest_from(7, lambda size: size > 12)
    13
    """
    return next((s for s in range(size, SIZES[-1]) if is_readable(s)), SIZES[-1])
