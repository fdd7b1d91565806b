"""A random walk over everything that a session can do, judged by a simple model.

``NONOGRAM_EXAMPLES=3000 pytest tests/end_to_end/helper/test_session_walk.py`` walks for longer.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtWidgets import QApplication

from helper.play.checkpoints import checkpoints_from_text, checkpoints_to_text
from helper.play.file_state import FileState
from helper.play.mode import Mode
from helper.play.moves import move_from_text, move_to_text
from helper.play.session import Session
from helper.play.ticks import CluePlace
from helper.play.trials import MAX_TRIALS
from puzzles import BLANK, SHADED, Axis, Grid, Line, clues
from puzzles.turning import Margins, Turn, inverted_grid, resized_grid
from tests.support.session_model import (
    CLEAR,
    Cells,
    Guess,
    Listener,
    Numbers,
    Seen,
    Step,
    boards,
    document_of,
    dots_of,
    drawing_of,
    grid_of,
    levels_of,
    rows_of,
    seen,
    sizes,
    states,
    turned_cells,
    turned_lines,
)

EXAMPLES = int(os.environ.get("NONOGRAM_EXAMPLES", "50"))
STEPS = 30
PHASES = tuple(phase for phase in Phase if phase is not Phase.explain)


class Walk(RuleBasedStateMachine):
    """Does what can be done, and keeps a model of what must be there."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.session = Session()
        self.listener = Listener(self.session)
        self.files = 0
        self.steps: list[Step] = []
        self.begin(drawing_of(((CLEAR,) * 10,) * 10))

    def teardown(self) -> None:
        self.folder.cleanup()

    # The model

    @property
    def now(self) -> Step:
        return self.steps[self.at]

    def begin(self, base: Seen) -> None:
        self.steps, self.at = [Step("base", base)], 0
        self.names: dict[str, int] = {}
        self.is_editing = False
        self.saved = base

    def made(self, kind: str, expected: Seen | None) -> None:
        """A move was made; nothing was done if it changed nothing."""
        there = self.there()
        assert expected is None or there._replace(goal="") == expected._replace(goal="")
        if self.session.undo_stack.index() == self.at:
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

    def is_solved(self) -> bool:
        counts = self.judge.kind in ("base", "paint", "solution")
        return counts and not self.now.seen.is_author_at_work and all(self.now.seen.right)

    def is_modified(self) -> bool:
        saved, now = self.saved.in_a_file, self.now.seen.in_a_file
        if self.now.kind in ("solution", "candidate"):
            return saved not in (now, self.steps[self.at - 1].seen.in_a_file)
        return now != saved

    # The player

    @rule(data=st.data())
    def paint(self, data: st.DataObject) -> None:
        cells = sum(self.now.seen.cells, ())
        painted = data.draw(st.dictionaries(st.integers(0, len(cells) - 1), states, max_size=9))
        before = self.now.seen
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
            cells = {i: SHADED if c == "1" else BLANK for i, c in enumerate(goal)}
            before = sum(self.now.seen.cells, ())
            self.session.paint(cells, "Shade")
            self.made("paint", None)
            self.pin([i for i, state in cells.items() if before[i] != state])

    def pin(self, changed: Sequence[int]) -> None:
        """The first cell that a trial marks is its guess."""
        guesses = self.now.guesses
        if guesses and changed and not any(sum(guesses[-1].pins, ())):
            cells = self.now.seen.cells
            pins = [int(i == changed[0]) for i in range(len(cells) * len(cells[0]))]
            last = guesses[-1]._replace(pins=rows_of(pins, len(cells[0])))
            self.steps[self.at] = self.now._replace(guesses=(*guesses[:-1], last))

    # Trials

    @property
    def can_end_trial(self) -> bool:
        return not (self.is_drawn or self.is_solved())

    @rule(guess=st.integers(-9, 35))
    def try_a_guess(self, guess: int) -> None:
        """``guess``: the cell that is shaded at once, if it exists."""
        self.begin_trial()
        cells = sum(self.now.seen.cells, ())
        if self.now.kind == "try" and 0 <= guess < len(cells) and cells[guess] != SHADED:
            self.session.paint({guess: SHADED}, "Shade")
            self.made("paint", None)
            self.pin([guess])

    def begin_trial(self) -> None:
        guesses = self.now.guesses
        self.session.begin_trial()
        is_empty = bool(guesses) and not any(sum(guesses[-1].pins, ()))
        if self.can_end_trial and not is_empty and len(guesses) < MAX_TRIALS:
            cells = self.now.seen.cells
            none = ((0,) * len(cells[0]),) * len(cells)
            self.add("try", self.now.seen, (*guesses, Guess(cells, none)))

    @rule(level=st.integers(1, 4))
    def keep_trial(self, level: int) -> None:
        guesses = self.now.guesses
        self.session.keep_trial(level)
        if self.can_end_trial and level <= len(guesses):
            self.add("keep", self.now.seen, guesses[: level - 1])

    @rule(level=st.integers(1, 4))
    def take_back_trial(self, level: int) -> None:
        guesses = self.now.guesses
        self.session.take_back_trial(level)
        if self.can_end_trial and level <= len(guesses):
            seen = self.now.seen._replace(cells=guesses[level - 1].cells)
            self.add("take-back", seen, guesses[: level - 1])

    @rule()
    def clear(self) -> None:
        self.session.clear_grid()
        now = self.now.seen
        cells = ((CLEAR,) * len(now.cells[0]),) * len(now.cells)
        is_drawing = now.is_drawing
        expected = (
            drawing_of(cells, now.title) if is_drawing else now.in_a_file._replace(cells=cells)
        )
        self.made("clear", expected)

    @rule()
    def play(self) -> None:
        now = self.now.seen
        self.session.play()
        self.is_editing = False
        if self.now.kind == "draw":
            self.at -= 1
        elif now.is_author_at_work and any((*now.rows, *now.columns)):
            cells = ((CLEAR,) * len(now.cells[0]),) * len(now.cells)
            self.made("replace", now.in_a_file._replace(cells=cells, is_drawing=False))

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

    @rule(autofill=st.booleans())
    def switch_autofill(self, autofill: bool) -> None:
        self.session.autofill = autofill

    # The solver

    @rule(data=st.data(), is_only=st.booleans())
    @precondition(lambda self: not self.now.seen.is_drawing)
    def solve(self, data: st.DataObject, is_only: bool) -> None:
        cells = self.solution(data)
        kind = "solution" if is_only else "candidate"
        self.session.show_solution(grid_of(cells), is_only)
        self.made(kind, self.now.seen._replace(cells=cells))

    @rule(data=st.data())
    @precondition(lambda self: self.now.kind == "candidate" and self.at == len(self.steps) - 1)
    def next_solution(self, data: st.DataObject) -> None:
        cells = self.solution(data)
        self.session.show_solution(grid_of(cells), is_only=False, follows=True)
        self.steps[self.at] = self.now._replace(seen=self.now.seen._replace(cells=cells))

    def solution(self, data: st.DataObject) -> Cells:
        """The picture that the clues are from, or any other: the session does not judge."""
        puzzle = self.session.puzzle
        if puzzle.goal and data.draw(st.booleans()):
            cells = [SHADED if c == "1" else BLANK for c in puzzle.goal]
        else:
            some = st.lists(st.sampled_from([SHADED, BLANK]), min_size=puzzle.height * puzzle.width)
            cells = data.draw(some)[: puzzle.height * puzzle.width]
        return rows_of(cells, puzzle.width)

    # The author

    @rule()
    def generate_clues(self) -> None:
        self.session.generate_clues()
        self.made("replace", drawing_of(self.now.seen.cells, self.now.seen.title))

    @rule()
    def draw(self) -> None:
        was_solved = self.is_solved()
        self.session.draw()
        self.is_editing = not was_solved
        if was_solved:
            now = self.now.seen
            cells = tuple(tuple(CLEAR if c == BLANK else c for c in row) for row in now.cells)
            self.made("draw", drawing_of(cells, now.title))

    @rule(data=st.data())
    def edit_clues(self, data: st.DataObject) -> None:
        now = self.now.seen
        k = data.draw(st.integers(0, len(now.rows) - 1))
        line = data.draw(st.sampled_from([(), (1,), (len(now.columns),)]))
        rows = (*now.rows[:k], line, *now.rows[k + 1 :])
        self.session.edit_clues(map(clues, rows), self.session.puzzle.columns)
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
        expected = Seen(rows, columns, cells, now.is_drawing, now.title, goal)
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
    def invert(self) -> None:
        self.redraw(inverted_grid(self.session.marks), "Invert")

    @rule(cells=boards())
    def repair(self, cells: Cells) -> None:
        self.redraw(grid_of(cells), "Show as Drawing")

    def redraw(self, marks: Grid, label: str) -> None:
        self.session.redraw(marks, label)
        cells = tuple(tuple(marks.row(r)) for r in range(marks.height))
        self.made("replace", drawing_of(cells, self.now.seen.title))

    # Sheets

    @rule(height=sizes, width=sizes)
    def new(self, height: int, width: int) -> None:
        self.session.new(height, width)
        self.begin(drawing_of(((CLEAR,) * width,) * height))

    @rule(picture=boards(), is_drawing=st.booleans(), is_marked=st.booleans())
    def open_unsaved(self, picture: Cells, is_drawing: bool, is_marked: bool) -> None:
        """A scan, a paste, a frame of the camera, or a capture."""
        empty = ((CLEAR,) * len(picture[0]),) * len(picture)
        marks = picture if is_drawing or is_marked else empty
        document = document_of(marks, picture, "Scanned")
        self.session.open_unsaved(document, drawing=is_drawing)
        plan = drawing_of(picture, "Scanned")
        expected = plan._replace(cells=marks, is_drawing=is_drawing)
        there = self.there()
        assert there._replace(goal="") == expected._replace(goal="")
        self.begin(there)
        blank: Numbers = ((),) * len(picture)
        self.saved = Seen(blank, ((),) * len(picture[0]), empty, False, "")
        assert self.session.history == []

    @rule(picture=boards(), is_marked=st.booleans())
    def open_copy(self, picture: Cells, is_marked: bool) -> None:
        empty = ((CLEAR,) * len(picture[0]),) * len(picture)
        self.session.open_copy(document_of(picture if is_marked else empty, picture, "Bundled"))
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
        other.autofill = session.autofill
        other.open_copy(document_of(((CLEAR,),), ((SHADED,),), "Other"))
        other.show_solution(grid_of(((SHADED,),)), is_only=True)
        self.listener.faults.extend(Listener(other).faults)
        self.listener = Listener(other)
        file = FileState(session.file.path, session.file.document)
        text = checkpoints_to_text(session.checkpoints)
        names = checkpoints_from_text(text, len(moves))
        other.restore(session.base, file, moves, session.undo_stack.index(), names)
        self.is_editing = self.judge.kind == "edit"
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
        self.session.undo_stack.undo()
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self) -> None:
        self.session.undo_stack.redo()
        self.at = min(len(self.steps) - 1, self.at + 1)

    @rule(data=st.data())
    def jump(self, data: st.DataObject) -> None:
        self.at = data.draw(st.integers(0, len(self.steps) - 1))
        self.session.undo_stack.setIndex(self.at)

    # The laws

    @invariant()
    def is_as_the_model_says(self) -> None:
        session, now = self.session, self.now.seen
        assert self.there() == now
        assert session.is_solved == self.is_solved()
        assert (session.mode is Mode.DRAW) == self.is_drawn
        assert session.is_modified == self.is_modified()
        assert len(session.history) == session.undo_stack.count() == len(self.steps) - 1
        assert session.undo_stack.index() == self.at
        assert [session.is_satisfied(line) for line in session.puzzle.lines] == now.right
        assert session.cells_left == now.wanted - now.shaded
        assert session.checkpoints == self.names
        assert len(session.trials) == len(self.now.guesses)
        for trial, guess in zip(session.trials, self.now.guesses, strict=True):
            assert tuple(trial.before.cells) == sum(guess.cells, ())
            assert trial.pinned == next((i for i, p in enumerate(sum(guess.pins, ())) if p), None)
        assert session.trial_levels == levels_of(self.now)
        assert session.dots == (dots_of(now) if session.autofill else set())

    @invariant()
    def listeners_find_all_properties_valid(self) -> None:
        assert self.listener.faults == []


def test_a_session_is_always_as_a_simple_model_says(qapp: QApplication) -> None:
    run_state_machine_as_test(
        Walk,
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, phases=PHASES
        ),
    )
