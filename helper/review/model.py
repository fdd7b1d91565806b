"""The review without widgets: the draft, the cursor, the commands, and what undo takes back."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from helper.review.draft import Draft, DraftLine, Number, Place
from puzzles import Axis, Line
from recognizer.values import MAX_NUMBER, Lattice, Reading, Side


class Review(QObject):
    """A draft under correction.

    Signals:
        changed: Another draft, by a command, undo or redo.
        moved: The cursor is elsewhere; also comes after ``changed``.
    """

    changed = Signal()
    moved = Signal()

    def __init__(
        self, draft: Draft, parent: QObject | None = None, is_resumed: bool = False
    ) -> None:
        """Begin with a draft, or go on with one that a person has worked on before."""
        super().__init__(parent)
        self._is_resumed = is_resumed
        self.undo_stack = QUndoStack(self)
        self.draft = draft
        self.place = next(iter(draft.doubts), Place(Line(Axis.ROW, 0)))
        """Where the cursor is."""
        self._serial = 0
        self._typing = 0
        self._is_apart = False
        self._rereading = 0
        self._spares_touched = True
        self._wish = "Read Again"

    @property
    def number(self) -> Number | None:
        """The number under the cursor, if there is one."""
        return self.draft.number(self.place)

    @property
    def line(self) -> DraftLine:
        """The line under the cursor."""
        return self.draft.line(self.place.line)

    @property
    def is_edited(self) -> bool:
        """Whether closing would lose a person's work."""
        return self._is_resumed or self.undo_stack.index() > 0

    # The cursor

    def go(self, place: Place) -> None:
        """Put the cursor somewhere."""
        self._typing = 0
        self._is_apart = False
        if place != self.place:
            self.place = place
            self.moved.emit()

    def step_doubt(self, by: int) -> bool:
        """Go to the next doubt (1) or the one before (-1), round the end; whether there is one."""
        return self._step(self.draft.doubts, by)

    def step(self, by: int) -> bool:
        """Go to the next number or line name, or the one before."""
        return self._step(self.draft.places, by)

    def step_line(self, by: int) -> bool:
        """Go to the next line, or the one before."""
        return self._step(tuple(Place(name) for name, _ in self.draft.lines), by)

    def _step(self, places: Sequence[Place], by: int) -> bool:
        if not places:
            return False
        orders = [place.order for place in places]
        if by > 0:
            at = bisect.bisect_right(orders, self.place.order) % len(places)
        else:
            at = bisect.bisect_left(orders, self.place.order) - 1
        self.go(places[at])
        return True

    # Numbers

    def type_digit(self, digit: int, follows: bool = True) -> None:
        """Replace the number by a digit; a second one makes a number of two digits.

        Args:
            digit: 0 to 9.
            follows: Whether it may belong to the digit typed before.
        """
        number, index = self.number, self.place.index
        if number is None or self._is_apart:
            at = len(self.line.numbers) if index is None else index + 1
            self._insert(at, Number(digit), f"Type {digit}")
            self._typing = self._serial
            return
        value = 10 * number.value + digit
        goes_on = self._typing and follows and value <= MAX_NUMBER
        if not goes_on:
            value = digit
            self._typing = 0
        serial = self._typing
        self._set(self.draft.with_number(self.place, number.saying(value)), f"Type {value}", serial)
        self._typing = self._serial

    def begin_number(self) -> None:
        """The next digit begins a number of its own, behind the one under the cursor."""
        self._typing = 0
        self._is_apart = True

    def erase_digit(self) -> None:
        """Take the last digit away; of a number of one digit, the number."""
        number = self.number
        if number is None:
            return
        if number.value < 10:
            self.remove()
            return
        value = number.value // 10
        self._set(self.draft.with_number(self.place, number.saying(value)), f"Type {value}")
        self._typing = self._serial

    def take(self, value: int) -> None:
        """Replace the number under the cursor by another one."""
        number = self.number
        if number is not None and value != number.value:
            self._set(self.draft.with_number(self.place, number.saying(value)), f"Take {value}")

    def take_runner_up(self) -> bool:
        """The likeliest other number, or way to part the line; whether there is one."""
        number = self.number
        if number is None:
            return self.take_way(0)
        if not number.alternatives:
            return False
        self.take(number.alternatives[0].number)
        return True

    def take_way(self, way: int) -> bool:
        """Part the line under the cursor in another way; whether there is one."""
        name, line = self.place.line, self.line
        if way >= len(line.other_ways):
            return False
        place = Place(name)
        taken = line.taking(way)
        self._set(self.draft.with_line(name, taken), f"Part {name} as {taken.text}", place=place)
        return True

    def insert(self) -> None:
        """A new number before the one under the cursor, or at the end of the line."""
        index = self.place.index
        self._insert(
            len(self.line.numbers) if index is None else index, Number(1), "Insert a Number"
        )
        self._typing = 0

    def _insert(self, index: int, number: Number, text: str) -> None:
        name, numbers = self.place.line, self.line.numbers
        line = self.line.with_numbers((*numbers[:index], number, *numbers[index:]))
        if not numbers:  # whoever types what was not found at all knows what belongs to it
            line = replace(line, is_settled=True)
        self._set(self.draft.with_line(name, line), text, place=Place(name, index))

    def remove(self) -> None:
        """Take the number under the cursor out of its line."""
        name, index = self.place.line, self.place.index
        if index is None:
            return
        left = len(self.line.numbers) - 1
        place = Place(name, min(index, left - 1) if left else None)
        self._set(self.draft.with_number(self.place), "Remove a Number", place=place)

    def set_line(self, name: Line, lengths: Sequence[int]) -> None:
        """A line as it was typed."""
        line = self.draft.line(name)
        if tuple(lengths) != line.lengths:
            draft = self.draft.with_line(name, line.with_lengths(lengths))
            self._set(draft, f"Type {name}", place=Place(name))

    def confirm(self) -> bool:
        """This one is right; go to the next doubt. Whether there is one."""
        number = self.number
        is_doubtful = self.line.is_doubtful if number is None else number.is_doubtful
        if is_doubtful:
            self._set(self.draft.settled(self.place), "Confirm")
        return self.step_doubt(1)

    # The grid

    def set_lattice(self, lattice: Lattice) -> None:
        """The grid lies elsewhere: its corners were dragged."""
        self._regrid(self.draft.with_corners(lattice), "Move the Grid", spare=True)

    def resize(self, rows: int, columns: int) -> None:
        """As many rows and columns between the same corners."""
        if (rows, columns) != (len(self.draft.rows), len(self.draft.columns)):
            self._regrid(self.draft.resized(rows, columns), "Change the Size", spare=True)

    def grow(self, side: Side, by: int) -> None:
        """A line more (1) or less (-1) at one side."""
        draft = self.draft.grown(side, by)
        if draft is not self.draft:
            what = "Row" if side in (Side.TOP, Side.BOTTOM) else "Column"
            self._regrid(draft, f"{'Add' if by > 0 else 'Remove'} a {what}", spare=True)

    def turn(self, draft: Draft) -> None:
        """The picture is turned; ``draft`` is what is known of it then."""
        self._regrid(draft, "Turn the Picture", spare=False)

    def read_here(self) -> None:
        """The clues of the grid as it lies are to be read again, or now for the first time."""
        self._regrid(self.draft, "Read Again", spare=True)

    def choose(self) -> None:
        """Another grid of the picture is to be read."""
        self._regrid(self.draft, "Read Another Puzzle", spare=False)

    def _regrid(self, draft: Draft, text: str, spare: bool) -> None:
        # Several changes until the reading has come: one that moves all lines spares none.
        self._spares_touched = spare and (self._spares_touched or not self._rereading)
        self._wish = text
        if draft is not self.draft:
            self._set(draft, text)
        else:  # there is nothing to be undone until something was read
            self._typing = 0
            self._serial += 1
        self._rereading = self._serial

    def take_reading(self, reading: Reading) -> bool:
        """A reading that was asked for has come; it is one step of undo with what asked for it.

        Returns:
            Whether a grid was found; if not, the one that was there stays.
        """
        serial, self._rereading = self._rereading, 0
        if reading.lattice is None and self.draft.is_found:
            return False
        draft = self.draft.reread(reading, self._spares_touched)
        # Who has gone on in the meantime is not sent elsewhere.
        is_same_step = serial == self._serial
        place = next(iter(draft.doubts), None) if is_same_step else self.place
        self._set(draft, self._wish, serial, place)
        return draft.is_found

    def forget_reading(self) -> None:
        """The reading that was asked for does not come."""
        self._rereading = 0

    # Within

    def _set(self, draft: Draft, text: str, serial: int = 0, place: Place | None = None) -> None:
        """Make a draft the present one; ``serial`` names the step that it goes on with."""
        if not serial or serial != self._serial:
            self._serial = serial = self._serial + 1
        self._typing = 0
        after = _nearest(draft, place or self.place)
        self.undo_stack.push(_Step(self, text, serial, (draft, after)))

    def _show(self, draft: Draft, place: Place) -> None:
        self._typing = 0
        self._is_apart = False
        self.draft, self.place = draft, place
        self.changed.emit()
        self.moved.emit()


def _nearest(draft: Draft, place: Place) -> Place:
    """The place, or the nearest one that the draft has."""
    line, index = place.line, place.index
    count = len(draft.columns if line.is_column else draft.rows)
    line = replace(line, index=max(0, min(line.index, count - 1)))
    numbers = len(draft.line(line).numbers) if count else 0
    if index is not None:
        index = min(index, numbers - 1) if numbers else None
    return Place(line, index)


class _Step(QUndoCommand):
    """One draft takes the place of another."""

    def __init__(self, review: Review, text: str, serial: int, after: tuple[Draft, Place]) -> None:
        super().__init__(text)
        self._review = review
        self._serial = serial
        self._before = review.draft, review.place
        self._after = after

    def redo(self) -> None:
        self._review._show(*self._after)

    def undo(self) -> None:
        self._review._show(*self._before)

    def id(self) -> int:
        return self._serial

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Step) or other._serial != self._serial:
            return False
        self._after = other._after
        self.setText(other.text())
        return True
