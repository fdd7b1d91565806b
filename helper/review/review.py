"""The model of a review, without widgets: the draft, the cursor, the commands and their undo."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from helper.review.draft import Draft
from helper.review.draft_lines import DraftLine, DraftPlace, Number
from puzzles import Axis, Line
from puzzles.colors import MAX_COLORS, color_names
from puzzles.contracts import SolutionCount
from puzzles.words import _, worded
from recognizer.lattice import Lattice
from recognizer.values import CERTAIN, MAX_NUMBER, Answer, Consequence, Reading, Side


class Review(QObject):
    """A draft that the user corrects.

    Signals:
        changed: The draft has changed, by a command, undo or redo.
        moved: The cursor has moved; also emitted after ``changed``.
        judged: The solver or the rules have judged the draft's puzzle, so other doubts may matter.
    """

    changed = Signal()
    moved = Signal()
    judged = Signal()

    def __init__(
        self,
        draft: Draft,
        parent: QObject | None = None,
        is_resumed: bool = False,
    ) -> None:
        """Start with a new draft, or resume one that the user has worked on before."""
        super().__init__(parent)
        self._is_resumed = is_resumed
        self.undo_stack = QUndoStack(self)
        self.draft = draft
        self._solution_count = draft.solution_count
        self._judged: Reading | None = None
        """What the rules say of the draft, or of another one."""
        self._ranked: tuple[Draft, Reading, dict[DraftPlace, Consequence]] | None = None
        self.place = self._first_doubt or DraftPlace(Line(Axis.ROW, 0))
        """The place of the cursor."""
        self.selected: frozenset[DraftPlace] = frozenset()
        """The numbers that get a colour together; none if there is only the cursor."""
        self._anchor = self.place
        """Where the selection began."""
        self._serial = 0
        self._typing = 0
        self._begins_number = False
        self._rereading = 0
        self._keeps_touched = True
        self._reading_text = _("Read Again")

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
        """Whether closing would lose work of the user."""
        return self._is_resumed or self.undo_stack.index() > 0

    # Doubts

    @property
    def doubts(self) -> dict[DraftPlace, Consequence]:
        """What depends on each doubt, the most urgent first."""
        return self._ranking[1]

    @property
    def answer(self) -> Answer | None:
        """What the rules find the likeliest to be wrong, and what it is instead."""
        return next(iter(self._ranking[0].answers), None)

    @property
    def _ranking(self) -> tuple[Reading, dict[DraftPlace, Consequence]]:
        """The draft as the rules see it, and its doubts."""
        if self._ranked is None or self._ranked[0] is not self.draft:
            judged = self._judged
            if judged is not None and not self.draft.has_numbers_of(judged):
                judged = None
            reading = self.draft.reading(self._solution_count, judged)
            self._ranked = self.draft, reading, self.draft.ranked_doubts(reading)
        return self._ranked[1:]

    @property
    def to_check(self) -> tuple[DraftPlace, ...]:
        """The doubts that are to be checked, the most urgent first: those that are not quiet."""
        return tuple(p for p, c in self.doubts.items() if c is not Consequence.QUIET)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to check: the puzzle has one solution, and all is plausible."""
        return self._solution_count is SolutionCount.ONE and not self.to_check

    @property
    def may_have_one_solution(self) -> bool:
        """Whether the solutions were not counted yet, or there is one."""
        return self._solution_count in (SolutionCount.ONE, SolutionCount.UNKNOWN)

    @property
    def _first_doubt(self) -> DraftPlace | None:
        return next(iter(self.to_check), None)

    def take_solution_count(self, count: SolutionCount) -> None:
        """Take the solution count of the draft's puzzle; until then the previous one counts."""
        if count is not self._solution_count:
            self._solution_count = count
            self._ranked = None
            self.judged.emit()

    def take_judged(self, reading: Reading) -> None:
        """Take what the rules say of the draft, with the same numbers."""
        self._judged, self._ranked = reading, None
        self.judged.emit()

    # The cursor

    def go(self, place: DraftPlace, selected: frozenset[DraftPlace] = frozenset()) -> None:
        """Move the cursor; nothing else stays selected."""
        self._typing = 0
        self._begins_number = False
        if not selected:
            self._anchor = place
        if (place, selected) != (self.place, self.selected):
            self.place, self.selected = place, selected
            self.moved.emit()

    def select(self, place: DraftPlace) -> None:
        """Select one more number, or all of a line; or no more, if it is selected."""
        numbers = frozenset(self._numbers_at(place))
        now = self.selected or frozenset(self._numbers_at(self.place))
        self.go(place, now - numbers if numbers <= now else now | numbers)

    def select_to(self, place: DraftPlace) -> None:
        """Select all numbers between where the selection began and a place."""
        low, high = sorted((self._anchor.order, place.order))
        self.go(place, frozenset(p for p in self._all_numbers if low <= p.order <= high))

    @property
    def _all_numbers(self) -> tuple[DraftPlace, ...]:
        return tuple(place for place in self.draft.places if place.index is not None)

    def _numbers_at(self, place: DraftPlace) -> tuple[DraftPlace, ...]:
        """The number at a place, or those of the line."""
        if place.index is not None:
            return (place,)
        return tuple(each for each in self._all_numbers if each.line == place.line)

    @property
    def chosen(self) -> tuple[DraftPlace, ...]:
        """The numbers that get a colour: those selected, or what is under the cursor."""
        places = self.selected or self._numbers_at(self.place)
        return tuple(place for place in self._all_numbers if place in places)

    def step_doubt(self, by: int) -> bool:
        """Go to the next (1) or previous (-1) doubt to check, cyclically.

        Returns:
            Whether there is one.

        From a doubt it goes on in their order; from elsewhere to the next most urgent one.
        """
        places = self.to_check
        if self.place in places:
            self.go(places[(places.index(self.place) + by) % len(places)])
            return True
        first = next(iter(self.doubts.values()), None)
        urgent = (place for place in places if self.doubts[place] is first)
        return self._step(sorted(urgent, key=lambda place: place.order), by)

    @property
    def following(self) -> tuple[DraftPlace, ...]:
        """The doubts to check behind that under the cursor, in their order; see :meth:`go_on`."""
        places = self.to_check
        at = places.index(self.place) + 1 if self.place in places else 0
        return (*places[at:], *places[:at])

    def go_on(self, following: Sequence[DraftPlace]) -> bool:
        """After an edit go to the first doubt that followed before, if none is more urgent now.

        Returns:
            Whether there is a doubt.
        """
        first = next(iter(self.doubts.values()), None)
        place = next((p for p in following if self.doubts.get(p) is first), None)
        if place is None or place not in self.to_check:
            return self.step_doubt(1)
        self.go(place)
        return True

    def step(self, by: int) -> bool:
        """Go to the next (1) or previous (-1) number or line."""
        return self._step(self.draft.places, by)

    def extend(self, by: int) -> None:
        """Select also the next (1) or previous (-1) number."""
        orders = [place.order for place in self._all_numbers]
        at = (
            bisect.bisect_right(orders, self.place.order)
            if by > 0
            else (bisect.bisect_left(orders, self.place.order) - 1)
        )
        if 0 <= at < len(orders):
            self.select_to(self._all_numbers[at])

    def step_line(self, by: int) -> bool:
        """Go to the next (1) or previous (-1) line."""
        return self._step(tuple(DraftPlace(name) for name, _ in self.draft.lines), by)

    def _step(self, places: Sequence[DraftPlace], by: int) -> bool:
        """Go to the next (1) or previous (-1) of places in the order of the lines."""
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
        """Replace the number by a digit; a second digit makes a number of two digits.

        Args:
            digit: 0 to 9.
            follows: Whether it may belong to the previous digit.
        """
        number, index = self.number, self.place.index
        if number is None or self._begins_number:
            at = len(self.line.numbers) if index is None else index + 1
            number = Number(digit, color=self._color_at(at))
            self._insert(at, number, worded("Type {digit}", digit=digit))
            self._typing = self._serial
            return
        value = 10 * number.value + digit
        goes_on = self._typing and follows and value <= MAX_NUMBER
        if not goes_on:
            value = digit
            self._typing = 0
        serial = self._typing
        self._set(
            self.draft.with_number(self.place, number.with_value(value)),
            worded("Type {value}", value=value),
            serial,
        )
        self._typing = self._serial

    def begin_number(self) -> None:
        """Let the next digit begin a new number behind the one under the cursor."""
        self._typing = 0
        self._begins_number = True

    def erase_digit(self) -> None:
        """Remove the last digit of the number, or a number of one digit."""
        number = self.number
        if number is None:
            return
        if number.value < 10:
            self.remove()
            return
        value = number.value // 10
        self._set(
            self.draft.with_number(self.place, number.with_value(value)),
            worded("Type {value}", value=value),
        )
        self._typing = self._serial

    def take(self, value: int) -> None:
        """Replace the number under the cursor by another one."""
        number = self.number
        if number is not None and value != number.value:
            self._set(
                self.draft.with_number(self.place, number.with_value(value)),
                worded("Take {value}", value=value),
            )

    def take_color(self, color: int) -> None:
        """Give the chosen numbers a colour, by its index in the palette."""
        draft = _with_color_of(self.draft, self.chosen, color)
        if draft is not self.draft:
            name = color_names(self.draft.palette)[color]
            self._set(draft, worded("Take {name}", name=name))

    def add_color(self, rgb: str) -> bool:
        """Add a colour ``#rrggbb`` to the palette, and give it to the chosen numbers.

        Returns:
            ``False`` if the palette has no room.
        """
        rgbs = [color.rgb for color in self.draft.palette]
        if rgb in rgbs[1:]:
            self.take_color(rgbs.index(rgb, 1))
        elif len(rgbs) > MAX_COLORS:
            return False
        else:
            draft = self.draft.with_color(rgb)
            self._set(_with_color_of(draft, self.chosen, len(rgbs)), _("Add a Colour"))
        return True

    def take_likeliest(self) -> bool:
        """Take the likeliest other number or segmentation; ``False`` if there is none."""
        number = self.number
        if number is None:
            return self.take_segmentation(0)
        if number.confidence >= CERTAIN and number.is_doubtful and number.other_colors:
            self.take_color(number.other_colors[0])
            return True
        if not number.alternatives:
            return False
        self.take(number.alternatives[0].number)
        return True

    def take_answer(self) -> bool:
        """Take what the rules find likeliest; ``False`` if they have no answer."""
        answer = self.answer
        if answer is None:
            return False
        name = answer.line
        draft = self.draft.with_line(name, self.draft.line(name).with_clue(answer.clue))
        value = draft.clue_text(name)
        self._set(draft, worded("Take {value}", value=value), place=DraftPlace(name))
        return True

    @property
    def _answered(self) -> DraftLine | None:
        """The line under the cursor with the answer of the rules, if they have one for it."""
        answer = self.answer
        is_here = answer is not None and answer.line == self.place.line
        return self.line.with_clue(answer.clue) if answer is not None and is_here else None

    @property
    def choices(self) -> tuple[tuple[Number, ...], ...]:
        """What the line under the cursor may be instead: an answer, and other segmentations."""
        line, first = self.line, self._answered
        others = line.other_segmentations
        if first is None:
            return others
        return first.numbers, *(o for o in others if line.with_numbers(o).lengths != first.lengths)

    def take_segmentation(self, index: int) -> bool:
        """Take one of the :attr:`choices`; ``False`` if there is none."""
        name, line = self.place.line, self.line
        if index >= len(self.choices):
            return False
        place = DraftPlace(name)
        numbers, first = self.choices[index], self._answered
        changed = line.with_segmentation(numbers)
        if first is not None and numbers == first.numbers:  # as take_answer leaves it
            changed = replace(changed, is_settled=first.is_settled, confidence=first.confidence)
        self._set(
            self.draft.with_line(name, changed),
            worded("Part {name} as {changed}", name=name, changed=changed.text),
            place=place,
        )
        return True

    def insert(self) -> None:
        """Insert a number before the one under the cursor, or at the end of the line."""
        index = self.place.index
        at = len(self.line.numbers) if index is None else index
        self._insert(at, Number(1, color=self._color_at(at)), _("Insert a Number"))
        self._typing = 0

    def _color_at(self, index: int) -> int:
        """The colour of a number that is inserted there: a line without numbers has the offered."""
        if self.line.numbers:
            return self.line.color_at(index)
        return next((numbers[0].color for numbers in self.choices if numbers), 1)

    def _insert(self, index: int, number: Number, text: str) -> None:
        name, numbers = self.place.line, self.line.numbers
        line = self.line.with_numbers((*numbers[:index], number, *numbers[index:]))
        if not numbers:  # the user knows what belongs to a line that was not found
            line = replace(line, is_settled=True)
        self._set(self.draft.with_line(name, line), text, place=DraftPlace(name, index))

    def remove(self) -> None:
        """Remove the number under the cursor."""
        name, index = self.place.line, self.place.index
        if index is None:
            return
        left = len(self.line.numbers) - 1
        place = DraftPlace(name, min(index, left - 1) if left else None)
        self._set(self.draft.with_number(self.place), _("Remove a Number"), place=place)

    def set_line(self, name: Line, lengths: Sequence[int], colors: Sequence[int] = ()) -> None:
        """Set a line as the user typed it; see :meth:`DraftLine.with_lengths`."""
        line = self.draft.line(name)
        typed = line.with_lengths(lengths, colors)
        if (typed.lengths, typed.colors) != (line.lengths, line.colors):
            draft = self.draft.with_line(name, typed)
            self._set(draft, worded("Type {name}", name=name), place=DraftPlace(name))

    def confirm(self) -> bool:
        """Confirm the place and go to the next doubt; ``False`` if there is none."""
        following = self.following
        if self.place in self.doubts:
            self._set(self.draft.with_settled(self.place), _("Confirm"))
        return self.go_on(following)

    # The grid

    def set_lattice(self, lattice: Lattice, is_curved: bool | None = None) -> None:
        """Move the grid: its corners were dragged, or its page was said to be curved or not."""
        is_curved = self.draft.is_curved if is_curved is None else is_curved
        draft = self.draft.with_lattice(lattice, is_curved)
        self._set_grid(draft, _("Move the Grid"), keeps_touched=True)

    def resize(self, rows: int, columns: int) -> None:
        """Set the number of rows and columns between the same corners."""
        if (rows, columns) != (len(self.draft.rows), len(self.draft.columns)):
            self._set_grid(
                self.draft.resized(rows, columns), _("Change the Size"), keeps_touched=True
            )

    def grow(self, side: Side, by: int) -> None:
        """Add (1) or remove (-1) a line at one side."""
        draft = self.draft.grown(side, by)
        if draft is not self.draft:
            add, remove = (
                (_("Add a Row"), _("Remove a Row"))
                if side in (Side.TOP, Side.BOTTOM)
                else (_("Add a Column"), _("Remove a Column"))
            )
            self._set_grid(draft, add if by > 0 else remove, keeps_touched=True)

    def turn(self, draft: Draft) -> None:
        """Take the draft of the turned picture."""
        self._set_grid(draft, _("Turn the Picture"), keeps_touched=False)

    def read_here(self) -> None:
        """Expect a reading of the grid where it is."""
        self._set_grid(self.draft, _("Read Again"), keeps_touched=True)

    def read_in_colors(self, colors: int | None) -> None:
        """Expect a reading in so many colours; the page decides if ``None``."""
        text = _("Read in Black and White") if colors == 1 else _("Read in Colours")
        self._set_grid(self.draft, text, keeps_touched=False)

    def choose(self) -> None:
        """Expect a reading of another grid of the picture."""
        self._set_grid(self.draft, _("Read Another Puzzle"), keeps_touched=False)

    def _set_grid(self, draft: Draft, text: str, keeps_touched: bool) -> None:
        # After several changes before the reading: a change of all lines keeps none.
        self._keeps_touched = keeps_touched and (self._keeps_touched or not self._rereading)
        self._reading_text = text
        if draft is not self.draft:
            self._set(draft, text)
        else:  # nothing can be undone until the reading has come
            self._typing = 0
            self._serial += 1
        self._rereading = self._serial

    def take_reading(self, reading: Reading) -> bool:
        """Take the expected reading; it is one undo step together with its request.

        Returns:
            Whether a grid was found; if not, the previous one stays.
        """
        serial, self._rereading = self._rereading, 0
        if reading.lattice is None and self.draft.is_found:
            return False
        draft = self.draft.with_reading(reading, self._keeps_touched)
        # The cursor stays if the user has gone on in the meantime.
        is_same_step = serial == self._serial
        self._solution_count = reading.solution_count
        self._judged = self._ranked = None
        first = next(iter(draft.ranked_doubts(draft.reading(self._solution_count))), None)
        place = first if is_same_step else self.place
        self._set(draft, self._reading_text, serial, place)
        return draft.is_found

    def cancel_reading(self) -> None:
        """Stop expecting a reading."""
        self._rereading = 0

    # Internals

    def _set(
        self, draft: Draft, text: str, serial: int = 0, place: DraftPlace | None = None
    ) -> None:
        """Set the draft; ``serial`` is the undo step that it continues."""
        if not serial or serial != self._serial:
            self._serial = serial = self._serial + 1
        self._typing = 0
        after = _nearest(draft, place or self.place)
        self.undo_stack.push(_Step(self, text, serial, (draft, after)))

    def _show(self, draft: Draft, place: DraftPlace) -> None:
        self._typing = 0
        self._begins_number = False
        if draft.places != self.draft.places:
            self.selected = frozenset()
        self.draft, self.place = draft, place
        self.changed.emit()
        self.moved.emit()


def _with_color_of(draft: Draft, places: Sequence[DraftPlace], color: int) -> Draft:
    """A draft in which numbers have a colour; the same if they surely have it."""
    for place in places:
        number = draft.number(place)
        if number is not None and (color != number.color or number.is_doubtful):
            draft = draft.with_number(place, number.with_color(color))
    return draft


def _nearest(draft: Draft, place: DraftPlace) -> DraftPlace:
    """The place, or the nearest one in the draft."""
    line, index = place.line, place.index
    count = len(draft.columns if line.is_column else draft.rows)
    line = replace(line, index=max(0, min(line.index, count - 1)))
    numbers = len(draft.line(line).numbers) if count else 0
    if index is not None:
        index = min(index, numbers - 1) if numbers else None
    return DraftPlace(line, index)


class _Step(QUndoCommand):
    """An undo step: replaces one draft by another."""

    def __init__(
        self, review: Review, text: str, serial: int, after: tuple[Draft, DraftPlace]
    ) -> None:
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
        vars(other).clear()  # PySide never frees a command that Qt has merged
        return True
