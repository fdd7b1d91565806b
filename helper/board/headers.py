"""The clues and lights beside a board: grey numbers, their pictures, and ticking them off."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtGui import QPixmap

from helper.application.settings import LightsShown, Settings
from helper.application.theme import ThemeManager
from helper.board.area import BoardArea
from helper.board.look import BoardLook
from helper.board.numbers import NumberSigns, NumberStrips
from helper.board.tips import light_text
from helper.play.lights import Light
from helper.play.line_commands import tick_off
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.play.ticks import CluePlace, Ticks, places_of
from puzzles import Line, satisfies
from puzzles.model import is_known
from solver.line import certain_blocks


class BoardHeaders:
    """What the headers of a board show, with cached pictures of the numbers."""

    def __init__(
        self,
        area: BoardArea,
        look: BoardLook,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
    ) -> None:
        self._area = area
        self._look = look
        self._session = session
        self._settings = settings
        self._themes = themes
        self._strips: NumberStrips | None = None
        self.ticking = TickStroke(session, self.update_lines)

    @property
    def strips(self) -> NumberStrips:
        """The pictures of the numbers."""
        scale, layout = self._area.pixel_ratio, self._area.clue_layout
        if self._strips is None or not self._strips.fit(layout, scale):
            self._strips = NumberStrips(
                self._session.shown,
                layout,
                self._themes.theme,
                self._area.cell_size,
                scale,
                self._signs,
                self._strips,
            )
        return self._strips

    def has_numbers(self, line: Line) -> bool:
        """Whether a line has numbers beside it."""
        return bool(self.strips.shown(line)) and not self._look.is_numbering(line)

    def is_cut(self, line: Line) -> bool:
        """Whether some numbers of a line are out of view."""
        geometry = self._area.geometry
        span = geometry.down if line.is_column else geometry.across
        return self.strips.is_cut(line, self.strips.placed(line, span))

    def magnified(self, line: Line, cell: int) -> QPixmap:
        """The numbers of a line as they look beside cells of this side, in px."""
        layout, session = self._area.large_layout(cell), self._session
        theme, scale = self._themes.theme, self._area.pixel_ratio
        strips = NumberStrips(session.shown, layout, theme, cell, scale, self._signs)
        return strips.strip(line)

    def forget(self) -> None:
        """Paint all numbers anew."""
        self._strips = None

    def update_lines(self, lines: Iterable[Line]) -> None:
        """Paint the numbers and lights of some lines anew."""
        for line in lines:
            if self._strips is not None:
                self._strips.forget(line)
            self._area.update_header(line)

    def follow_clues(self) -> None:
        """Show the clues that have followed a drawing."""
        if self._strips is not None and self._strips.follow(self._session.shown):
            self._area.update()

    def light(self, line: Line) -> Light | None:
        """The light beside a line; ``None`` for none: an author's drawing has no lights."""
        if self._look.is_numbering(line):
            return None
        thought = self._look.found
        if self._look.is_thought and thought is not None:
            is_done = satisfies(thought.line(line), self._session.puzzle.clues_of(line))
            return Light.DONE if is_done else Light.OPEN
        return self._session.light(line) if self._session.mode is Mode.PLAY else None

    def shown_light(self, line: Line) -> Light | None:
        """The light as the player wants to see it; ``None`` for none."""
        shown = self._settings.preferences.lights
        light = self.light(line) if shown is not LightsShown.NONE else None
        return None if light is Light.OPEN and shown is LightsShown.TOLD else light

    def light_text(self, line: Line) -> str:
        """What a line's light means, as a sentence."""
        return light_text(self._session, self._look, line, self.light(line))

    def done_numbers(self, line: Line) -> tuple[bool, ...]:
        """For each clue of a line, whether it is grey: the place of its block is certain."""
        if self._look.is_numbering(line):
            return (True,)
        clues = self._session.shown.clues_of(line)
        is_drawn = self._session.state.drawing
        is_plain = not self._settings.preferences.grey_clues or is_drawn or not is_known(clues)
        if is_plain or self._look.is_thought:
            return (False,) * len(clues)
        if not clues:
            return (self._session.is_satisfied(line),)  # the 0 of an empty line
        marks = self._session.marks
        return certain_blocks(clues, self._session.states(line), marks.colors)

    def ticked_numbers(self, line: Line) -> tuple[bool, ...]:
        """For each number of a line, whether it is ticked off, also by the current drag."""
        ticks, session = self.ticking.ticks, self._session
        places = places_of(session.shown, line)
        return tuple(place in ticks and session.can_tick(place) for place in places)

    def _signs(self, line: Line) -> NumberSigns:
        """How the numbers of a line are marked."""
        ticked = self.ticked_numbers(line) if self.ticking.ticks else ()
        return NumberSigns(self.done_numbers(line), ticked)


class TickStroke:
    """The numbers that a click or a drag has ticked off; they become one move when it ends."""

    def __init__(self, session: Session, changed: Callable[[Iterable[Line]], None]) -> None:
        """``changed``: called with the lines whose numbers look different now."""
        self._session = session
        self._changed = changed
        self._passed: set[CluePlace] = set()
        self._is_on = True

    @property
    def is_active(self) -> bool:
        """Whether a drag has begun."""
        return bool(self._passed)

    @property
    def ticks(self) -> Ticks:
        """The ticks as they are to be shown."""
        if not self._passed:
            return self._session.ticks
        passed = frozenset(self._passed)
        return self._session.ticks | passed if self._is_on else self._session.ticks - passed

    def begin(self, clue: CluePlace) -> None:
        """Begin at a number, whose tick comes or goes; a drawing has no ticks."""
        if self._session.mode is not Mode.PLAY:
            return
        self._is_on = clue not in self._session.ticks
        self.extend(clue)

    def extend(self, clue: CluePlace) -> None:
        """Pass another number."""
        if clue not in self._passed and self._session.can_tick(clue):
            self._passed.add(clue)
            self._changed([clue.line])

    def end(self) -> None:
        """Make the move."""
        passed, self._passed = self._passed, set()
        if passed:
            tick_off(self._session, passed, self._is_on)

    def cancel(self) -> None:
        """End without a move."""
        passed, self._passed = self._passed, set()
        self._changed({clue.line for clue in passed})
