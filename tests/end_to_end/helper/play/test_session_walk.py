"""A random walk over everything that a session can do, judged by a simple model.

``NONOGRAM_EXAMPLES=3000 pytest`` with this file walks for longer.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from helper.play.guesses import MAX_GUESSES
from helper.play.moves import move_from_text, move_to_text
from helper.play.session import Session
from helper.play.session_state import FileState, Mode, checkpoints_from_text, checkpoints_to_text
from helper.play.ticks import CluePlace
from puzzles import BLANK, SHADED, Axis, Grid, Line
from puzzles.turning import Margins, Turn, inverted_grid, resized_grid
from tests.support.session_model import (
    CLEAR,
    COLORED,
    Cells,
    Guess,
    Listener,
    Numbers,
    Palette,
    Runs,
    Seen,
    boards,
    clues_of_runs,
    document_of,
    dots_of,
    drawing_of,
    grid_of,
    in_colors,
    levels_of,
    palettes,
    rows_of,
    sizes,
    turned_cells,
    turned_lines,
)
from tests.support.session_walk import WalkModel, first_ink

EXAMPLES = int(os.environ.get("NONOGRAM_EXAMPLES", "50"))
STEPS = 30
PHASES = tuple(phase for phase in Phase if phase is not Phase.explain)


class Walk(WalkModel):
    """Does what can be done, and checks that the model says the same."""

    # The player

    @rule(data=st.data())
    def paint(self, data: st.DataObject) -> None:
        cells = sum(self.now.seen.cells, ())
        inks = [1 << k for k in range(1, len(self.now.seen.palette))]
        states = st.sampled_from([self.now.seen.clear, BLANK, *inks])
        self.painted(data.draw(st.dictionaries(places_in(cells), states, max_size=9)))

    @rule(data=st.data(), is_backwards=st.booleans(), without=st.booleans())
    def paint_with_the_ink(self, data: st.DataObject, is_backwards: bool, without: bool) -> None:
        """Click a few cells, one after the other.

        Args:
            data: Draws the cells.
            is_backwards: With the right button.
            without: Whether the player wants that a second click clears.
        """
        cells = sum(self.now.seen.cells, ())
        for i in data.draw(st.lists(places_in(cells), min_size=1, max_size=4)):
            before = sum(self.now.seen.cells, ())[i]
            after = self.session.next_state(before, is_backwards, without_blank=without)
            assert after == self.after_a_click(before, is_backwards, without)
            self.painted({i: after})

    def painted(self, painted: Mapping[int, int]) -> None:
        before, cells = self.now.seen, sum(self.now.seen.cells, ())
        was_locked = self.is_solved() or (self.is_editing and not before.is_author_at_work)
        self.session.paint(painted, "Shade")
        there = sum(self.there().cells, ())
        if was_locked:
            assert self.there() == before
        else:
            assert there == tuple(painted.get(i, state) for i, state in enumerate(cells))
            changed = [i for i, state in painted.items() if cells[i] != state]
            self.made("paint", None)
            self.pin(changed)
            assert before.is_drawing or self.there()._replace(cells=before.cells) == before

    @rule()
    def finish(self) -> None:
        """Shade what is missing to the drawing that the clues are from, if they have one."""
        goal = self.session.puzzle.goal
        if goal and not self.session.is_locked:
            cells = dict(enumerate(self.intended))
            before = sum(self.now.seen.cells, ())
            self.session.paint(cells, "Shade")
            self.made("paint", None)
            self.pin([i for i, state in cells.items() if before[i] != state])

    # Guesses

    @rule(guess=st.integers(-9, 35))
    def try_a_guess(self, guess: int) -> None:
        """``guess``: the cell that is shaded at once, if it exists."""
        self.begin_guess()
        cells = sum(self.now.seen.cells, ())
        is_begun = self.can_end_guess and self.now.kind == "try"
        if is_begun and 0 <= guess < len(cells) and cells[guess] != SHADED:
            self.session.paint({guess: SHADED}, "Shade")
            self.made("paint", None)
            self.pin([guess])

    def begin_guess(self) -> None:
        guesses = self.now.guesses
        self.session.begin_guess()
        is_empty = bool(guesses) and not any(sum(guesses[-1].pins, ()))
        if self.can_end_guess and not is_empty and len(guesses) < MAX_GUESSES:
            cells = self.now.seen.cells
            none = ((0,) * len(cells[0]),) * len(cells)
            self.add("try", self.now.seen, (*guesses, Guess(cells, none)))

    @rule(level=st.integers(1, 4))
    def keep_guess(self, level: int) -> None:
        guesses = self.now.guesses
        self.session.keep_guess(level)
        if self.can_end_guess and level <= len(guesses):
            self.add("keep", self.now.seen, guesses[: level - 1])

    @rule(level=st.integers(1, 4))
    def take_back_guess(self, level: int) -> None:
        guesses = self.now.guesses
        self.session.take_back_guess(level)
        if self.can_end_guess and level <= len(guesses):
            seen = self.now.seen._replace(cells=guesses[level - 1].cells)
            self.add("take-back", seen, guesses[: level - 1])

    @rule()
    def clear(self) -> None:
        self.session.clear_grid()
        now = self.now.seen
        cells = now.all_clear
        drawing = drawing_of(cells, now.title, now.palette)
        self.made("clear", drawing if now.is_drawing else now.in_a_file._replace(cells=cells))

    @rule()
    def play(self) -> None:
        now = self.now.seen
        self.session.play()
        self.is_editing = False
        if self.now.kind == "draw":
            self.at -= 1
        elif now.is_author_at_work and any((*now.rows, *now.columns)):
            self.made("play", now.in_a_file._replace(cells=now.all_clear, is_drawing=False))

    @rule(data=st.data(), is_on=st.booleans())
    def tick(self, data: st.DataObject, is_on: bool) -> None:
        now, session = self.now.seen, self.session
        expected, is_locked = now, self.is_solved()
        ticks = now.ticks
        column, index = data.draw(st.booleans()), data.draw(st.integers(0, 5))
        lines = ticks[column]
        line = lines[index % len(lines)]
        places = [
            CluePlace(Line(Axis.COLUMN if column else Axis.ROW, index % len(lines)), k)
            for k in data.draw(st.sets(st.integers(0, len(line) - 1)))
        ]
        session.tick(places, is_on, "Tick")
        for place in places:
            line[place.number] = is_on
        if not (is_locked or self.is_drawn):
            expected = now.ticked(*(tuple(map(tuple, side)) for side in ticks))
        self.made("tick", expected)

    @rule(automatic_dots=st.booleans())
    def switch_automatic_dots(self, automatic_dots: bool) -> None:
        self.session.automatic_dots = automatic_dots

    # The solver

    @rule(data=st.data(), is_only=st.booleans())
    @precondition(lambda self: not self.now.seen.is_drawing)
    def solve(self, data: st.DataObject, is_only: bool) -> None:
        cells = self.solution(data)
        kind = "solution" if is_only else "candidate"
        self.session.show_solution(self.grid(cells), is_only)
        self.made(kind, self.now.seen._replace(cells=cells))

    @rule(data=st.data())
    @precondition(lambda self: self.now.kind == "candidate" and self.at == len(self.steps) - 1)
    def next_solution(self, data: st.DataObject) -> None:
        cells = self.solution(data)
        self.session.show_solution(self.grid(cells), is_only=False, follows=True)
        self.steps[self.at] = self.now._replace(seen=self.now.seen._replace(cells=cells))

    def solution(self, data: st.DataObject) -> Cells:
        """The picture that the clues are from, or any other: the session does not judge."""
        puzzle = self.session.puzzle
        if puzzle.goal and data.draw(st.booleans()):
            cells = list(self.intended)
        else:
            states = [BLANK, *(1 << k for k in range(1, len(puzzle.palette)))]
            some = st.lists(st.sampled_from(states), min_size=puzzle.height * puzzle.width)
            cells = data.draw(some)[: puzzle.height * puzzle.width]
        return rows_of(cells, puzzle.width)

    # The author

    @rule()
    def generate_clues(self) -> None:
        self.session.generate_clues()
        now = self.now.seen
        self.made("replace", drawing_of(now.cells, now.title, now.palette))

    @rule()
    def draw(self) -> None:
        was_solved, hidden = self.is_solved(), self.hidden_drawing
        self.session.draw()
        self.is_editing = not was_solved and hidden is None
        now = self.now.seen
        if self.now.kind == "play" and hidden is not None:
            self.at -= 1
        elif hidden is not None:
            self.made("draw", drawing_of(hidden, now.title, now.palette))
        elif was_solved:
            cells = tuple(tuple(now.clear if c == BLANK else c for c in row) for row in now.cells)
            self.made("draw", drawing_of(cells, now.title, now.palette))

    @rule(data=st.data())
    def edit_clues(self, data: st.DataObject) -> None:
        now = self.now.seen
        k = data.draw(st.integers(0, len(now.rows) - 1))
        color = data.draw(st.integers(1, len(now.palette) - 1))
        some: list[Runs] = [(), ((1, color),), ((len(now.columns), color),)]
        line = data.draw(st.sampled_from(some))
        rows = (*now.rows[:k], line, *now.rows[k + 1 :])
        self.session.edit_clues(clues_of_runs(rows), self.session.puzzle.columns)
        is_same = rows == now.rows
        expected = now._replace(rows=rows, is_drawing=now.is_drawing and is_same)
        row_ticks, column_ticks = now.ticks
        if not is_same:
            row_ticks[k] = [False] * max(1, len(line))
        if not any((*rows, *now.columns)):
            row_ticks = column_ticks = []
        expected = expected.ticked(tuple(map(tuple, row_ticks)), tuple(map(tuple, column_ticks)))
        self.made("edit", expected)
        self.is_editing = True

    @rule(turn=st.sampled_from(Turn))
    def turn(self, turn: Turn) -> None:
        now, session = self.now.seen, self.session
        session.turn(turn)
        cells = turned_cells(turn, now.cells)
        rows, columns = turned_lines(turn, now.rows, now.columns)
        row_ticks, column_ticks = turned_lines(turn, now.row_ticks, now.column_ticks)
        goal = session.puzzle.goal
        expected = Seen(rows, columns, cells, now.is_drawing, now.title, goal, now.palette)
        expected = expected.ticked(row_ticks, column_ticks)
        guesses = tuple(
            Guess(*(turned_cells(turn, g) for g in guess)) for guess in self.now.guesses
        )
        self.add("turn", expected, guesses)

    @rule(title=st.sampled_from(["", "Cat", "Dog"]))
    def describe(self, title: str) -> None:
        self.session.describe(replace(self.session.puzzle, title=title))
        self.made("turn", self.now.seen._replace(title=title))

    @rule(margins=st.builds(Margins, *[st.integers(-1, 2)] * 4))
    def change_size(self, margins: Margins) -> None:
        marks = self.session.marks
        if min(margins.new_size(marks.height, marks.width)) > 0:
            self.redraw(resized_grid(marks, margins), "Change Size")

    @rule()
    @precondition(lambda self: len(self.now.seen.palette) == 2)
    def invert(self) -> None:
        self.redraw(inverted_grid(self.session.marks), "Invert")

    @rule(cells=boards())
    def repair(self, cells: Cells) -> None:
        self.redraw(self.grid(in_colors(cells, len(self.now.seen.palette))), "Show as Drawing")

    def redraw(self, marks: Grid, label: str) -> None:
        self.session.redraw(marks, label)
        cells = tuple(tuple(marks.row(r)) for r in range(marks.height))
        self.made("replace", drawing_of(cells, self.now.seen.title, self.now.seen.palette))

    # The palette

    @rule(data=st.data())
    def choose_ink(self, data: st.DataObject) -> None:
        ink = data.draw(st.integers(1, len(self.now.seen.palette) - 1))
        self.session.ink = ink
        self.choose(ink)

    @rule(data=st.data(), picture=boards(), count=st.integers(4, 9))
    def draw_in_colors(self, data: st.DataObject, picture: Cells, count: int) -> None:
        """Several steps at once, since few of the walks come to a drawing in colour."""
        if not self.now.seen.is_author_at_work or len(self.now.seen.palette) == 2:
            self.open_unsaved(picture, COLORED, True, True)
        for _ in range(count):
            kinds = ["ink", "ink", "add", "swap", "merge", "move", "recolor", "undo", "redo"]
            kinds += ["reduce", "black and white"]
            kind = data.draw(st.sampled_from(kinds))
            if kind == "ink":
                self.choose_ink(data)
                self.paint_with_the_ink(data, data.draw(st.booleans()), False)
            elif kind in ("undo", "redo"):
                getattr(self, kind)()
            else:
                self.change_palette(data, kind)
            self.is_as_the_model_says()

    # Sheets

    @rule(height=sizes, width=sizes)
    def new(self, height: int, width: int) -> None:
        self.session.new(height, width)
        self.begin(drawing_of(((CLEAR,) * width,) * height))

    @rule(picture=boards(), palette=palettes, is_drawing=st.booleans(), is_marked=st.booleans())
    def open_unsaved(
        self, picture: Cells, palette: Palette, is_drawing: bool, is_marked: bool
    ) -> None:
        """A scan, a paste, a frame of the camera, or a capture."""
        picture = in_colors(picture, len(palette))
        plan = drawing_of(picture, "Scanned", palette)
        marks = picture if is_drawing or is_marked else plan.all_clear
        document = document_of(marks, picture, "Scanned", palette)
        self.session.open_unsaved(document, drawing=is_drawing)
        expected = plan._replace(cells=marks, is_drawing=is_drawing)
        there = self.there()
        assert there._replace(goal="") == expected._replace(goal="")
        self.begin(there)
        blank: Numbers = ((),) * len(picture)
        self.saved = Seen(blank, ((),) * len(picture[0]), plan.all_clear, False, "")
        assert self.session.history == []

    @rule(picture=boards(), palette=palettes, is_marked=st.booleans())
    def open_copy(self, picture: Cells, palette: Palette, is_marked: bool) -> None:
        picture = in_colors(picture, len(palette))
        marks = picture if is_marked else drawing_of(picture, palette=palette).all_clear
        self.session.open_copy(document_of(marks, picture, "Bundled", palette))
        self.opened()

    @rule()
    def save_and_open(self) -> None:
        path = self.save()
        before = self.there()
        self.session.open(path)
        there = self.there()
        assert there.cells == before.cells
        assert there.title == before.title
        is_begun = before.is_drawing or not any((*before.rows, *before.columns))
        assert (there.rows, there.columns) == (
            (before.rows, before.columns) if before.is_drawing or not is_begun
            else drawing_of(before.cells)[:2]
        )  # fmt: skip
        self.opened()
        assert self.session.path == path

    @rule()
    def save_(self) -> None:
        self.save()

    def save(self) -> Path:
        path = Path(self.folder.name) / f"{self.files}.non"
        self.session.save(path)
        self.files += 1
        self.saved = self.now.seen
        assert self.session.path == path.absolute()
        return path.absolute()

    def opened(self) -> None:
        self.begin(self.there())
        assert not self.session.is_modified
        assert self.session.history == []

    @rule()
    def crash_and_restore(self) -> None:
        session = self.session
        moves = [move_from_text(move_to_text(move)) for move in session.history]
        other = Session()
        other.automatic_dots = session.automatic_dots
        other.open_copy(document_of(((CLEAR,),), ((SHADED,),), "Other"))
        other.show_solution(grid_of(((SHADED,),)), is_only=True)
        self.listener.faults.extend(Listener(other).faults)
        self.listener = Listener(other)
        file = FileState(session.file.path, session.file.document)
        text = checkpoints_to_text(session.checkpoints)
        names = checkpoints_from_text(text, len(moves))
        other.restore(session.base, file, moves, session.position, names)
        self.is_editing = self.judge.kind == "edit"
        self.ink = first_ink(self.now.seen)
        self.session = other

    # Checkpoints

    @rule(name=st.sampled_from("abc"))
    def set_checkpoint(self, name: str) -> None:
        self.session.set_checkpoint(name)
        self.names[name] = self.at

    @rule(name=st.sampled_from("abc"))
    def go_to_checkpoint(self, name: str) -> None:
        self.session.go_to_checkpoint(name)
        self.at = self.names.get(name, self.at)

    # Undo

    @rule()
    def undo(self) -> None:
        self.session.undo()
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self) -> None:
        self.session.redo()
        self.at = min(len(self.steps) - 1, self.at + 1)

    @rule(data=st.data())
    def jump(self, data: st.DataObject) -> None:
        self.at = data.draw(st.integers(0, len(self.steps) - 1))
        self.session.go_to(self.at)

    # The laws

    @invariant()
    def is_as_the_model_says(self) -> None:
        session, now = self.session, self.now.seen
        assert self.there() == now
        assert session.is_solved == self.is_solved()
        assert (session.mode is Mode.DRAW) == self.is_drawn
        assert session.is_modified == self.is_modified()
        assert len(session.history) == len(self.steps) - 1
        assert session.position == self.at
        assert [session.is_satisfied(line) for line in session.puzzle.lines] == now.right
        assert session.ink == self.shown_ink
        assert session.cells_left == now.wanted - now.shaded
        assert session.checkpoints == self.names
        assert len(session.guesses) == len(self.now.guesses)
        for guess, model in zip(session.guesses, self.now.guesses, strict=True):
            assert tuple(guess.before.cells) == sum(model.cells, ())
            assert guess.pinned == next((i for i, p in enumerate(sum(model.pins, ())) if p), None)
        assert session.guess_levels == levels_of(self.now)
        assert session.dots == (dots_of(now) if session.automatic_dots else set())

    @invariant()
    def listeners_find_all_properties_valid(self) -> None:
        assert self.listener.faults == []


def places_in(cells: Cells | Sequence[int]) -> st.SearchStrategy[int]:
    return st.integers(0, len(cells) - 1)


def test_a_session_is_always_as_a_simple_model_says() -> None:
    run_state_machine_as_test(
        Walk,
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, phases=PHASES
        ),
    )
