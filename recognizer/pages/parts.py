"""Which boards are parts of one, and since when no later page can have another part.

A part has the whole clues of its rows and of its columns, so parts of a board have the same row
clues or the same column clues. :mod:`recognizer.pages.joining` joins them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from puzzles.color_values import distance
from puzzles.errors import NonogramError
from puzzles.model import Color

if TYPE_CHECKING:
    from recognizer.values import Reading, ReadLine

MAX_APART = 64
"""Parts are at most so many boards apart."""
MAX_PARTS = 100
"""Parts of one board."""
_MIN_AGREEING = 0.8
"""The share of lines that two parts have to read alike."""
_MIN_LINES = 5
"""With fewer lines all have to be alike."""
MAX_COLOR_DISTANCE = 0.08
"""Printed colours of two parts that differ less are the same."""
PAGES_APART = 4
"""A part waits for so many pages with puzzles of which none has another part of its board; no
printed book is known in which parts are farther apart. A whole board waits for one."""


class Board(Protocol):
    """What is joined: a frozen dataclass with these fields."""

    @property
    def reading(self) -> Reading | None:
        """The reading of a board or of a part; ``None`` if a page could not be read."""

    @property
    def parts(self) -> int:
        """The number of parts of which it was joined."""


T = TypeVar("T", bound=Board)


class Part:
    """A reading that may be a part."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.rows, self.columns = (
            [_key(line, reading.palette) for line in lines]
            for lines in (reading.rows, reading.columns)
        )
        totals = [sum(n.number for line in lines for n in line.numbers)
                  for lines in (reading.rows, reading.columns)]  # fmt: skip
        self.is_unequal = totals[0] != totals[1]
        self.is_read = reading.lattice is not None and bool(self.rows and self.columns)

    def is_beside(self, other: Part) -> bool:
        """Whether both have the same rows, and not the same columns."""
        return agree(self.rows, other.rows) and not agree(self.columns, other.columns)

    def is_below(self, other: Part) -> bool:
        """Whether both have the same columns, and not the same rows."""
        return agree(self.columns, other.columns) and not agree(self.rows, other.rows)


ColorKey = tuple[int, str]


def _key(line: ReadLine, palette: Sequence[Color]) -> tuple[ColorKey, ...]:
    """The numbers of a line as the picture alone shows them, with their colours."""
    return tuple(
        (n.candidates[0].number if n.is_corrected else n.number, palette[n.color].rgb)
        for n in line.numbers
    )


def agree(one: Sequence[tuple[ColorKey, ...]], other: Sequence[tuple[ColorKey, ...]]) -> bool:
    """Whether two lists of lines are the same clues."""
    if len(one) != len(other) or not any(one):
        return False
    alike = sum(_is_same(a, b) for a, b in zip(one, other, strict=True))
    return alike >= len(one) * (1.0 if len(one) < _MIN_LINES else _MIN_AGREEING)


def _is_same(one: tuple[ColorKey, ...], other: tuple[ColorKey, ...]) -> bool:
    return one == other or (
        len(one) == len(other)
        and all(
            a == b and (rgb == like or distance(rgb, like) <= MAX_COLOR_DISTANCE)
            for (a, rgb), (b, like) in zip(one, other, strict=True)
        )
    )


def groups_of(parts: Sequence[Part]) -> list[list[int]]:
    """The indices of boards that belong together, two or more each."""
    group_of = list(range(len(parts)))

    def root(k: int) -> int:
        while group_of[k] != k:
            k = group_of[k]
        return k

    for k, part in enumerate(parts):
        if not part.is_read:
            continue
        for other in range(max(0, k - MAX_APART), k):
            before = parts[other]
            if not before.is_read or not (part.is_unequal or before.is_unequal):
                continue
            if root(k) != root(other) and (part.is_beside(before) or part.is_below(before)):
                group_of[root(k)] = root(other)
    groups: dict[int, list[int]] = {}
    for k in range(len(parts)):
        groups.setdefault(root(k), []).append(k)
    return [sorted(group) for group in groups.values() if 1 < len(group) <= MAX_PARTS]


@dataclass(eq=False)
class _Held(Generic[T]):
    """A board that waits, or a page without one."""

    board: T
    part: Part | None
    page: int


@dataclass(frozen=True, eq=False)
class _Group(Generic[T]):
    """Boards that belong together, or one alone."""

    members: tuple[_Held[T], ...]
    whole: T | None
    """Their board; ``None`` if they make none."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is missing, as far as its sums show."""
        are_equal = all(each.part is None or not each.part.is_unequal for each in self.members)
        return self.whole is not None or are_equal

    def gone_with(self, member: _Held[T]) -> tuple[_Held[T], ...]:
        """What is given out together with a member."""
        return (member,) if self.whole is None else self.members


class OpenBoards(Generic[T]):
    """The boards of a source that a later page may complete; the others are given out.

    They stay in their order, a joined one in the place of its first part.

    Args:
        join: :func:`recognizer.pages.joining.joined`, perhaps in a child process. If it fails, the
            parts are given out.
    """

    def __init__(self, join: Callable[[list[T]], Sequence[T]]) -> None:
        self._join = join
        self._held: list[_Held[T]] = []
        self._wholes: dict[tuple[_Held[T], ...], T | None] = {}
        """What was made of groups of boards."""
        self._page = 0
        """The number of pages with puzzles so far."""

    def add_page(self, boards: Sequence[T]) -> list[T]:
        """Add the boards of the next page; returns those that no later page can complete."""
        found = [
            None if board.reading is None or not board.reading.has_puzzle else Part(board.reading)
            for board in boards
        ]
        self._page += any(found)
        self._held += [
            _Held(board, part, self._page) for board, part in zip(boards, found, strict=True)
        ]
        return self._given_out(is_end=False)

    def end(self) -> list[T]:
        """The boards that are left, since no page follows."""
        return self._given_out(is_end=True)

    def finished(self) -> list[T]:
        """The boards that are left when reading stops: parts on the last page are left out."""
        group_of = self._groups(may_join=False)  # who stops does not wait for it
        kept = [
            each
            for each in self._held
            if group_of[each].is_whole or group_of[each].members[-1].page < self._page
        ]
        self._held = []
        return list(_boards_of(kept, group_of))

    def _given_out(self, is_end: bool) -> list[T]:
        group_of = self._groups()
        given = [*takewhile(lambda each: is_end or self._is_complete(group_of[each]), self._held)]
        gone = {member for each in given for member in group_of[each].gone_with(each)}
        self._held = [each for each in self._held if each not in gone]
        return list(_boards_of(given, group_of))

    def _is_complete(self, group: _Group[T]) -> bool:
        """Whether no later page can have another part."""
        if all(each.part is None for each in group.members):
            return True
        pages = self._page - group.members[-1].page
        return pages >= (1 if group.is_whole else PAGES_APART)

    def _groups(self, may_join: bool = True) -> dict[_Held[T], _Group[T]]:
        """The group of everything that waits, which may be of one."""
        held = [(each, each.part) for each in self._held if each.part is not None]
        together = [
            tuple(held[k][0] for k in group) for group in groups_of([part for _, part in held])
        ]
        for members in together:
            if members not in self._wholes and may_join:
                self._wholes[members] = self._whole_of(members)
        self._wholes = {members: self._wholes.get(members) for members in together}
        group_of = {each: _Group((each,), None) for each in self._held}
        for members, whole in self._wholes.items():
            group_of |= dict.fromkeys(members, _Group(members, whole))
        return group_of

    def _whole_of(self, members: Sequence[_Held[T]]) -> T | None:
        try:
            found = self._join([each.board for each in members])
        except NonogramError:
            return None  # single parts are better than nothing
        return found[0] if len(found) == 1 else None


def _boards_of(held: Iterable[_Held[T]], group_of: Mapping[_Held[T], _Group[T]]) -> Iterator[T]:
    for each in held:
        group = group_of[each]
        if group.whole is None:
            yield each.board
        elif each is group.members[0]:
            yield group.whole
