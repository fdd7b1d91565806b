"""The model of the random walk over a session: the steps that were made, and what follows."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine
from PySide6.QtWidgets import QWidget

from helper.commands.messages import Messages
from helper.palette.editing import PaletteCommands
from helper.play.session import Session
from puzzles import BLANK, Grid
from tests.support.session_model import (
    BLACK_AND_WHITE,
    CLEAR,
    Cells,
    Guess,
    Listener,
    Seen,
    Step,
    drawing_of,
    grid_of,
    repainted,
    rows_of,
    seen,
)


class WalkModel(RuleBasedStateMachine):
    """A session, and a model of what must be there; the rules are those of a subclass."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.session = Session()
        self.listener = Listener(self.session)
        self.window = QWidget()
        self.files = 0
        self.steps: list[Step] = []
        self.begin(drawing_of(((CLEAR,) * 10,) * 10))

    def teardown(self) -> None:
        self.folder.cleanup()
        self.window.deleteLater()

    # The model

    @property
    def now(self) -> Step:
        return self.steps[self.at]

    def begin(self, base: Seen) -> None:
        self.steps, self.at = [Step("base", base)], 0
        self.names: dict[str, int] = {}
        self.ink = first_ink(base)
        self.is_editing = False
        self.saved = base

    def made(self, kind: str, expected: Seen | None) -> None:
        """A move was made; nothing was done if it changed nothing."""
        there = self.there()
        assert expected is None or there._replace(goal="") == expected._replace(goal="")
        if self.session.position == self.at:
            assert there == self.now.seen
            return
        self.add(kind, there)

    def add(self, kind: str, there: Seen, guesses: tuple[Guess, ...] | None = None) -> None:
        if guesses is None:
            guesses = self.now.guesses if kind in ("paint", "tick", "turn") else ()
        del self.steps[self.at + 1 :]
        self.names = {name: at for name, at in self.names.items() if at <= self.at}
        self.steps.append(Step(kind, there, guesses))
        self.at += 1
        if self.is_solved():
            self.steps[self.at] = self.now._replace(guesses=())

    def there(self) -> Seen:
        session = self.session
        return seen(session.puzzle, session.marks, session.state.drawing, session.ticks)

    @property
    def judge(self) -> Step:
        """The last step that decides whether the puzzle is solved."""
        return next(
            s
            for s in reversed(self.steps[: self.at + 1])
            if s.kind not in ("turn", "tick", "try", "keep")
        )

    @property
    def is_drawn(self) -> bool:
        return self.now.seen.is_author_at_work or (self.is_editing and not self.is_solved())

    @property
    def hidden_drawing(self) -> Cells | None:
        """The drawing that Play has hidden, if the clues are still its own."""
        done = self.steps[: self.at + 1]
        k = next((k for k in reversed(range(len(done))) if done[k].kind == "play"), 0)
        lines = {(step.seen.rows, step.seen.columns) for step in (done[k], done[-1])}
        is_hidden = k and len(lines) == 1 and not any(step.seen.is_drawing for step in done[k:])
        return done[k - 1].seen.cells if is_hidden else None

    def is_solved(self) -> bool:
        counts = self.judge.kind in ("base", "paint", "solution")
        return counts and not self.now.seen.is_author_at_work and all(self.now.seen.right)

    def is_modified(self) -> bool:
        saved, now = self.saved.in_a_file, self.now.seen.in_a_file
        if self.now.kind in ("solution", "candidate"):
            return saved not in (now, self.steps[self.at - 1].seen.in_a_file)
        return now != saved

    @property
    def intended(self) -> Sequence[int]:
        """The cells of the drawing that the clues are from."""
        puzzle = self.session.puzzle
        return Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width).cells

    def pin(self, changed: Sequence[int]) -> None:
        """The first cell that is marked after a guess begins is pinned."""
        guesses = self.now.guesses
        if guesses and changed and not any(sum(guesses[-1].pins, ())):
            cells = self.now.seen.cells
            pins = [int(i == changed[0]) for i in range(len(cells) * len(cells[0]))]
            last = guesses[-1]._replace(pins=rows_of(pins, len(cells[0])))
            self.steps[self.at] = self.now._replace(guesses=(*guesses[:-1], last))

    @property
    def can_end_guess(self) -> bool:
        return not (self.is_drawn or self.is_solved())

    def grid(self, cells: Cells) -> Grid:
        return grid_of(cells, len(self.now.seen.palette))

    @property
    def shown_ink(self) -> int:
        """The ink that was chosen, or the last one if there are fewer now."""
        return min(self.ink, len(self.now.seen.palette) - 1)

    def choose(self, ink: int) -> None:
        """The ink stays the one that undo brings back, if the same one is chosen."""
        if ink != self.shown_ink:
            self.ink = ink

    def after_a_click(self, state: int, is_backwards: bool, without_blank: bool) -> int:
        ink, clear = 1 << self.shown_ink, self.now.seen.clear
        if self.is_drawn:
            return clear if is_backwards or state in (ink, BLANK) else ink
        cycle = [clear, BLANK, ink] if is_backwards else [clear, ink, BLANK]
        if state not in cycle:
            return clear if is_backwards else ink
        if without_blank and state == ink and not is_backwards:
            return clear
        return cycle[(cycle.index(state) + 1) % 3]

    def became(self) -> dict[int, int]:
        """The colour that each colour of the drawing became, 0 if its cells were cleared.

        The cells of one colour become one colour.
        """
        found: dict[int, set[int]] = {}
        new = [state for row in self.there().cells for state in row]
        clear = self.session.marks.clear
        for state, after in zip(sum(self.now.seen.cells, ()), new, strict=True):
            if state not in (BLANK, self.now.seen.clear):
                color = 0 if after == clear else after.bit_length() - 1
                found.setdefault(state.bit_length() - 1, set()).add(color)
        assert all(len(colors) == 1 for colors in found.values())
        return {k: colors.pop() for k, colors in found.items()}

    def change_palette(self, data: st.DataObject, kind: str) -> None:
        """Make one change of a drawing's palette; some kinds need more colours, or fewer."""
        now, editing = self.now.seen, PaletteCommands(Messages(), self.session, self.window)
        if not now.is_author_at_work:
            return
        last, ink = len(now.palette) - 1, self.shown_ink
        one = data.draw(st.integers(1, last))
        other = data.draw(st.sampled_from([k for k in range(1, last + 1) if k != one] or [one]))
        palette, places = list(now.palette), {one: one}
        if kind == "add" and last < 5:
            editing.add()
            palette.append(self.session.puzzle.palette[-1].rgb)
            assert palette[-1] not in now.palette
            ink = last + 1
        elif kind == "swap":
            editing.swap(one, other)
            places = {one: other, other: one}
        elif kind == "merge" and last > 1:
            into = data.draw(st.sampled_from([k for k in range(last + 1) if k != one]))
            editing.merge(one, into)
            del palette[one]
            places = {k: k - (k > one) for k in range(1, last + 1)}
            places[one] = places.get(into, 0)
            ink = places[one] or min(one, last - 1)
        elif kind == "move":
            editing.move(one, other)
            order = [k for k in range(last + 1) if k != one]
            order[other:other] = [one]
            palette = [palette[k] for k in order]
            places, ink = {k: order.index(k) for k in order}, other
        elif kind == "recolor":
            palette[other] = data.draw(st.sampled_from(["#804020", "#00ffff"]))
            editing.recolor(other, palette[other])
        elif kind == "reduce" and last > 1:
            count = data.draw(st.integers(1, last - 1))
            editing.reduce(count)
            kept = [color.rgb for color in self.session.puzzle.palette]
            assert len(kept) == count + 1
            rest = iter(palette)
            assert all(rgb in rest for rgb in kept), "in the former order"
            palette, places, ink = kept, self.became(), min(ink, count)
            assert all(places.values()), "cells are not cleared"
        elif kind == "black and white" and last > 1:
            editing.make_black_and_white()
            palette, places, ink = list(BLACK_AND_WHITE), self.became(), 1
        else:
            return
        self.made("replace", repainted(now, tuple(palette), places))
        self.choose(ink)


def first_ink(base: Seen) -> int:
    """The ink that is chosen when a puzzle is opened: the first one that its clues need."""
    return min((color for row in base.rows for _, color in row), default=1)
