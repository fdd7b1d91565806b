"""The lines of a draft and their numbers, with their doubts, as plain values."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from puzzles import Line
from puzzles.model import Clues
from puzzles.words import worded
from recognizer.values import (
    CERTAIN,
    Candidate,
    ColorCandidate,
    Quad,
    ReadLine,
    ReadNumber,
    Segmentation,
)


class NumberOrigin(enum.Enum):
    """The source of a number; saved drafts contain the names of the members."""

    READ = "read"
    REPAIRED = "repaired"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class DraftPlace:
    """A position of the cursor: a number of a line, or the line itself."""

    line: Line
    index: int | None = None
    """``None`` for the line itself."""

    @property
    def order(self) -> tuple[bool, int, int]:
        """The sort key: rows first, a line before its numbers."""
        return self.line.is_column, self.line.index, -1 if self.index is None else self.index

    def __str__(self) -> str:
        name = self.line.title
        return (
            name
            if self.index is None
            else worded("{name}, number {index}", name=name, index=self.index + 1)
        )


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a clue."""

    value: int
    """0 to 99."""
    origin: NumberOrigin = NumberOrigin.TYPED
    confidence: float = 1.0
    candidates: tuple[Candidate, ...] = ()
    quad: Quad | None = None
    """Its place in the picture; ``None`` if it was not found there."""
    is_settled: bool = True
    """Whether the user has confirmed it."""
    color: int = 1
    """An index into the draft's palette."""
    color_confidence: float = 1.0
    color_candidates: tuple[ColorCandidate, ...] = ()

    @classmethod
    def of(cls, read: ReadNumber) -> Number:
        """Make a number from a reading."""
        origin = NumberOrigin.REPAIRED if read.is_corrected else NumberOrigin.READ
        return cls(
            read.number,
            origin,
            read.confidence,
            read.candidates,
            read.quad,
            False,
            read.color,
            read.color_confidence,
            read.color_candidates,
        )

    @property
    def is_doubtful(self) -> bool:
        """Whether it or its colour is in doubt, whatever depends on it."""
        return not self.is_settled and self.confidence * self.color_confidence < CERTAIN

    @property
    def other_colors(self) -> tuple[int, ...]:
        """The other colours that it may have, likeliest first."""
        return tuple(c.color for c in self.color_candidates if c.color != self.color)

    @property
    def read(self) -> ReadNumber:
        """The number as the reader gives it; what the user has settled is certain."""
        if self.is_settled:
            certain = (Candidate(self.value, 1.0),)
            return ReadNumber(self.value, 1.0, certain, self.quad or (), color=self.color)
        return ReadNumber(
            self.value,
            self.confidence,
            self.candidates,
            self.quad or (),
            self.is_repaired,
            self.color,
            self.color_confidence,
            self.color_candidates,
        )

    @property
    def is_repaired(self) -> bool:
        """Whether the puzzle's rules chose it, and the user has not confirmed it."""
        return self.origin is NumberOrigin.REPAIRED and not self.is_settled

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """The other candidates, likeliest first."""
        return tuple(c for c in self.candidates if c.number != self.value)

    def with_value(self, value: int) -> Number:
        """The number with another value, set by the user."""
        return replace(self, value=value, origin=NumberOrigin.TYPED, is_settled=True)

    def with_color(self, color: int) -> Number:
        """The number in another colour, set by the user."""
        return replace(self, color=color, origin=NumberOrigin.TYPED, is_settled=True)

    def in_palette(self, places: Sequence[int]) -> Number:
        """The number with its colours at other places of the palette."""
        candidates = tuple(c._replace(color=places[c.color]) for c in self.color_candidates)
        return replace(self, color=places[self.color], color_candidates=candidates)


@dataclass(frozen=True, slots=True)
class DraftLine:
    """The clue of one line."""

    numbers: tuple[Number, ...] = ()
    segmentations: tuple[tuple[Number, ...], ...] = ()
    """The segmentations of its digits, likeliest first; may include the current one."""
    confidence: float = 1.0
    is_settled: bool = True
    """Whether the user has confirmed its numbers and their segmentation."""
    is_touched: bool = False
    """Whether the user changed or confirmed anything in it, so that a new reading keeps it."""
    is_repaired: bool = False
    """Whether the puzzle's rules chose its segmentation."""
    unread: tuple[Quad, ...] = ()
    """The places of ink that was not read as a number."""

    @classmethod
    def of(cls, read: ReadLine) -> DraftLine:
        """Make a line from a reading."""
        segmentations = tuple(
            tuple(map(Number.of, segmentation.numbers)) for segmentation in read.others
        )
        numbers = tuple(map(Number.of, read.numbers))
        return cls(
            numbers,
            segmentations,
            read.confidence,
            False,
            is_repaired=read.is_corrected,
            unread=read.unread,
        )

    @property
    def is_doubtful(self) -> bool:
        """Whether its segmentation is in doubt, apart from doubtful numbers."""
        return not self.is_settled and self.confidence < CERTAIN

    @property
    def read(self) -> ReadLine:
        """The line as the reader gives it; what the user has settled is certain.

        The probabilities of segmentations are not kept: each has half of what the likelier ones
        leave.
        """
        others = () if self.is_touched else self.other_segmentations
        return ReadLine(
            tuple(number.read for number in self.numbers),
            tuple(
                Segmentation(tuple(n.read for n in other), (1 - self.confidence) / 2**k)
                for k, other in enumerate(others, 1)
            ),
            1.0 if self.is_settled else self.confidence,
            self.is_repaired,
            self.unread,
            self.is_touched,
        )

    @property
    def has_repairs(self) -> bool:
        """Whether the rules have changed something in it that the user has not confirmed."""
        is_parted_anew = self.is_repaired and not self.is_settled
        return is_parted_anew or any(number.is_repaired for number in self.numbers)

    @property
    def lengths(self) -> tuple[int, ...]:
        """The values of the numbers."""
        return tuple(number.value for number in self.numbers)

    @property
    def other_segmentations(self) -> tuple[tuple[Number, ...], ...]:
        """The segmentations that give another clue than the current numbers."""
        seen = {_clue_lengths(self.numbers)}
        found: list[tuple[Number, ...]] = []
        for segmentation in self.segmentations:
            if _clue_lengths(segmentation) not in seen:
                seen.add(_clue_lengths(segmentation))
                found.append(segmentation)
        return tuple(found)

    @property
    def is_confirmed(self) -> bool:
        """Whether the user has confirmed that these are all its numbers."""
        return self.is_settled and self.is_touched

    @property
    def text(self) -> str:
        """The numbers as text."""
        return " ".join(map(str, self.lengths))

    @property
    def colors(self) -> tuple[int, ...]:
        """The colours of the numbers."""
        return tuple(number.color for number in self.numbers)

    def with_numbers(self, numbers: Iterable[Number]) -> DraftLine:
        """The line with other numbers, set by the user."""
        return replace(self, numbers=tuple(numbers), is_touched=True)

    def in_palette(self, places: Sequence[int]) -> DraftLine:
        """The line with its colours at other places of the palette."""
        if all(place == k for k, place in enumerate(places)):
            return self
        numbers, *segmentations = (
            tuple(number.in_palette(places) for number in numbers)
            for numbers in (self.numbers, *self.segmentations)
        )
        return replace(self, numbers=numbers, segmentations=tuple(segmentations))

    def with_lengths(self, lengths: Sequence[int], colors: Sequence[int] = ()) -> DraftLine:
        """The line as the user typed it; unchanged numbers keep their place in the picture.

        Args:
            lengths: The numbers.
            colors: The colour of each; 0 or none keeps it, or takes that of a neighbour.
        """
        numbers: list[Number] = []
        matcher = SequenceMatcher(None, self.lengths, tuple(lengths), autojunk=False)
        for kind, a, b, c, d in matcher.get_opcodes():
            old = self.numbers[a:b]
            if kind == "equal":
                numbers += old
            elif b - a == d - c:
                numbers += [n.with_value(v) for n, v in zip(old, lengths[c:d], strict=True)]
            else:
                color = self.color_at(a)
                numbers += [Number(value, color=color) for value in lengths[c:d]]
        given = colors or (0,) * len(numbers)
        confirmed = (
            replace(number, is_settled=True, color=color or number.color)
            for number, color in zip(numbers, given, strict=True)
        )
        return replace(self.with_numbers(confirmed), is_settled=True)

    def with_clue(self, clue: Clues) -> DraftLine:
        """The line with a clue that the rules have found, as if the user had typed it.

        If it was read surely, the clue contradicts the picture, and is left to be confirmed.
        """
        line = self.with_lengths([run.length for run in clue], [run.color for run in clue])
        is_sure = not self.is_doubtful and not any(n.is_doubtful for n in self.numbers)
        return replace(line, is_settled=False, confidence=0.0) if is_sure else line

    def color_at(self, index: int) -> int:
        """The colour of a number that is inserted there: that of its neighbour."""
        near = self.numbers[max(index - 1, 0) : index + 1]
        return near[0].color if near else 1

    def with_segmentation(self, numbers: Sequence[Number]) -> DraftLine:
        """The line with other numbers, confirmed; the current ones stay available."""
        taken = _clue_lengths(numbers)
        rest = (other for other in self.other_segmentations if _clue_lengths(other) != taken)
        line = self.with_numbers(replace(number, is_settled=True) for number in numbers)
        return replace(line, segmentations=(self.numbers, *rest), is_settled=True)


def _clue_lengths(numbers: Sequence[Number]) -> tuple[int, ...]:
    """The clue, without the 0 that is printed for an empty line."""
    return tuple(number.value for number in numbers if number.value)
