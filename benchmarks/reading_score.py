"""Scores of readings, the answers of other readers, and the table made of them.

A puzzle is right if all its lines have the right numbers; ``0`` and no number at all are the same
line. Numbers are counted line by line: of the alignments of the numbers read with the true ones
that need the fewest edits (another number, one missing, one too many), the one with the most right
numbers counts, and each edit counts as a wrong number. In a grid of the wrong size no number is
right. A puzzle in colours is right if its colours are, too, whatever they are called: those read
and the true ones correspond one to one. A black and white puzzle that is read in colours is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.harness import Row, Times, share
from puzzles.model import BLACK_AND_WHITE, Axis, Line
from recognizer.values import Reading, ReadLine

Lengths = tuple[int, ...]
Size = tuple[int, int]
"""(rows, columns)."""

KIND_LENGTH = 40
"""Maximum length of a kind in the table, in characters."""
SHOWN_LINES = 3
"""Maximum number of wrong lines listed for a picture."""
ALL = "altogether"


@dataclass(frozen=True)
class Truth:
    """The true puzzle of a picture."""

    name: str
    kind: str
    image: str
    """Path of the picture, relative to the folder."""
    rows: tuple[Lengths, ...]
    """The numbers of each row, without zeros."""
    columns: tuple[Lengths, ...]
    colors: tuple[Lengths, ...] = ()
    """The index of the colour of each number, for all rows, then all columns; empty in black and
    white."""

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Truth:
        """One object of ``truth.json``.

        Raises:
            ValueError: A value is missing, or has a wrong type.
        """
        name = entry.get("name")
        for key in ("name", "kind", "image"):
            if not isinstance(entry.get(key), str):
                raise ValueError(f"{name or 'a picture'}: {key} must be a text")
        rows, columns = sides_of(entry)
        if not rows or not columns:
            raise ValueError(f"{name}: rows and columns must not be empty")
        colors: list[Lengths] = []
        for key, numbers in zip(("row_colors", "column_colors"), (rows, columns), strict=True):
            lines = entry.get(key, [])
            colors += [tuple(line) for line in lines]
            if lines and list(map(len, lines)) != list(map(len, numbers)):
                raise ValueError(f"{name}: {key} must have a colour for each number")
        return cls(entry["name"], entry["kind"], entry["image"], rows, columns, tuple(colors))

    @property
    def size(self) -> Size:
        """The size of the grid."""
        return len(self.rows), len(self.columns)

    @property
    def short_kind(self) -> str:
        """The kind up to its first comma, shortened to ``KIND_LENGTH``."""
        return self.kind.split(",")[0].strip()[:KIND_LENGTH].strip()

    @property
    def lines(self) -> tuple[Lengths, ...]:
        """All rows, then all columns."""
        return self.rows + self.columns


class WrongLine(NamedTuple):
    """A line that was not read right."""

    line: Line
    read: Lengths
    true: Lengths

    def __str__(self) -> str:
        return f"{self.line}: read {_text(self.read)}, true {_text(self.true)}"


@dataclass(frozen=True)
class Score:
    """The score of a reading of one picture."""

    truth: Truth
    seconds: float
    size: Size | None = None
    """The size that was read; ``None`` if no grid was found."""
    right: int = 0
    """Number of right numbers."""
    total: int = 0
    """Number of true numbers, plus those read in excess."""
    exact_before: bool = False
    """Whether the puzzle is right before the correction by the rules."""
    exact_after: bool = False
    """Whether the puzzle is right after the correction."""
    is_certain: bool = False
    """Whether nothing in the reading is in doubt."""
    nothing_found: bool = False
    """Whether there is no grid, or no number beside it."""
    doubts: int = 0
    """Number of doubtful numbers and lines."""
    wrong: tuple[WrongLine, ...] = ()
    """The wrong lines; empty if the size is wrong."""
    has_wrong_colors: bool = False
    """Whether the numbers are right, but not their colours."""
    problems: tuple[str, ...] = ()
    error: str = ""
    """The reason if there is no reading."""
    cpu_s: float | None = None

    @property
    def size_right(self) -> bool:
        """Whether the grid has as many rows and columns as the true one."""
        return self.size == self.truth.size

    @property
    def lines_right(self) -> int:
        """Number of lines that were read right; none in a grid of the wrong size."""
        return len(self.truth.lines) - len(self.wrong) if self.size_right else 0

    @property
    def outermost_wrong(self) -> int:
        """Number of wrong lines among the first and the last row and column."""
        ends = {(axis, index) for axis, count in zip(Axis, self.truth.size, strict=True)
                for index in (0, count - 1)}  # fmt: skip
        return sum((line.axis, line.index) in ends for line, _, _ in self.wrong)

    @property
    def falsely_certain(self) -> bool:
        """Whether the puzzle is wrong, and nothing is in doubt."""
        return self.is_certain and not self.exact_after

    def faults(self) -> Iterator[str]:
        """The errors as texts; none if the puzzle is right."""
        if self.error:
            yield self.error
        elif self.exact_after:
            return
        else:
            if self.falsely_certain:
                yield "falsely certain"
            if self.nothing_found:
                yield "nothing found"
            if self.size is not None and not self.size_right:
                yield f"size read {_size(self.size)}, true {_size(self.truth.size)}"
            if not self.nothing_found:
                yield from map(str, self.wrong[:SHOWN_LINES])
                if more := len(self.wrong[SHOWN_LINES:]):
                    yield f"{more} more {'line' if more == 1 else 'lines'}"
            if self.has_wrong_colors:
                yield "wrong colours"
            yield from (problem.rstrip(".") for problem in self.problems)

    def as_json(self) -> dict[str, Any]:
        """The score in plain values."""
        truth, names = self.truth, (
            "size_right", "lines_right", "outermost_wrong", "exact_before", "exact_after",
            "is_certain", "falsely_certain", "nothing_found", "doubts", "has_wrong_colors",
            "problems", "error",
        )  # fmt: skip
        return {
            **{name: getattr(truth, name) for name in ("name", "kind", "image", "size")},
            **{name: getattr(self, name) for name in names},
            "size_read": self.size,
            "numbers": self.total,
            "numbers_right": self.right,
            "wrong": [{"line": at.id, "read": read, "true": true} for at, read, true in self.wrong],
            "seconds": round(self.seconds, 3),
        }


def score(truth: Truth, reading: Reading, seconds: float) -> Score:
    """The score of a reading.

    Args:
        truth: The true puzzle.
        reading: The reading.
        seconds: Time for reading.
    """
    found = reading.lattice is not None
    size = (len(reading.rows), len(reading.columns)) if found else None
    read = [(name, without_zeros(line.lengths)) for name, line in reading.lines]
    before = tuple(uncorrected(line) for _, line in reading.lines)
    scored = score_of(truth, size, read, seconds, is_certain=reading.is_certain)
    colors = [tuple(n.color for n in line.numbers if n.number) for _, line in reading.lines]
    has_wrong_colors = scored.exact_after and not (
        correspond(colors, truth.colors)
        if truth.colors
        else len(reading.palette) == len(BLACK_AND_WHITE)
    )
    return replace(
        scored,
        exact_before=size == truth.size and before == truth.lines,
        exact_after=scored.exact_after and not has_wrong_colors,
        has_wrong_colors=has_wrong_colors,
        nothing_found=not found or not any(line.numbers for _, line in reading.lines),
        doubts=len(reading.doubtful),
        problems=tuple(problem.sentence for problem in reading.problems),
    )


def score_of(
    truth: Truth,
    size: Size | None,
    read: Sequence[tuple[Line, Lengths]],
    seconds: float,
    *,
    is_certain: bool,
) -> Score:
    """The score of the numbers that any reader found, without its doubts and problems.

    Args:
        truth: The true puzzle.
        size: The size that was read; ``None`` if no grid was found.
        read: Each line and its numbers, without zeros: all rows, then all columns.
        seconds: Time for reading.
        is_certain: Whether the reader has no doubt.
    """
    counts = [(0, len(true)) for true in truth.lines]
    wrong: list[WrongLine] = []
    if size == truth.size:
        lines = [WrongLine(*both, true) for both, true in zip(read, truth.lines, strict=True)]
        counts = [aligned(line.read, line.true) for line in lines]
        wrong = [line for line in lines if line.read != line.true]
    is_exact = size == truth.size and not wrong
    return Score(
        truth,
        seconds,
        size,
        right=sum(right for right, _ in counts),
        total=sum(total for _, total in counts),
        exact_before=is_exact,
        exact_after=is_exact,
        is_certain=is_certain,
        nothing_found=size is None,
        wrong=tuple(wrong),
    )


def failed(truth: Truth, error: str, seconds: float) -> Score:
    """The score of a picture that could not be read at all.

    Args:
        truth: The true puzzle.
        error: The error as text.
        seconds: Time until the error.
    """
    total = sum(map(len, truth.lines))
    return Score(truth, seconds, total=total, nothing_found=True, error=error)


def correspond(read: Sequence[Lengths], true: Sequence[Lengths]) -> bool:
    """Whether colours correspond one to one, number by number.

    >>> correspond([(1, 2), (2,)], [(3, 1), (1,)]), correspond([(1, 1)], [(1, 2)])
    (True, False)
    """
    if list(map(len, read)) != list(map(len, true)):
        return False
    pairs = {pair for both in zip(read, true, strict=True) for pair in zip(*both, strict=True)}
    return len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


def uncorrected(line: ReadLine) -> Lengths:
    """The numbers of a line before the correction by the rules, without zeros."""
    numbers = line.numbers
    if line.is_corrected and line.others:
        # If the rules chose another segmentation, the original one is among the others.
        numbers = max(line.others, key=lambda way: way.probability).numbers
    return without_zeros(number.candidates[0].number for number in numbers)


def aligned(read: Sequence[int], true: Sequence[int]) -> tuple[int, int]:
    """(right numbers, right numbers and edits) of the best alignment, see the module."""
    # The minimum of (edits, -right numbers), row by row, as for any edit distance.
    best = [(j, 0) for j in range(len(true) + 1)]
    for i, number in enumerate(read, 1):
        above, best = best, [(i, 0)]
        for j, wanted in enumerate(true, 1):
            edits, right = above[j - 1]
            both = (edits, right - 1) if number == wanted else (edits + 1, right)
            (a, x), (b, y) = above[j], best[-1]
            best.append(min(both, (a + 1, x), (b + 1, y)))
    edits, right = best[-1]
    return -right, edits - right


def rows(scores: Iterable[Score]) -> Iterator[Row]:
    """The rows of the table: one for each kind, and one for all of them."""
    ordered = sorted(scores, key=lambda one: one.truth.short_kind)
    groups = [(kind, [*group]) for kind, group in groupby(ordered, lambda s: s.truth.short_kind)]
    for kind, group in [*groups, *([(ALL, ordered)] if ordered else [])]:
        yield {
            "kind": kind,
            "pictures": len(group),
            "size right": sum(one.size_right for one in group),
            "lines right": share(
                sum(one.lines_right for one in group), sum(len(one.truth.lines) for one in group)
            ),
            "numbers right": share(
                sum(one.right for one in group), sum(one.total for one in group)
            ),
            "exact before": sum(one.exact_before for one in group),
            "exact after": sum(one.exact_after for one in group),
            "falsely certain": sum(one.falsely_certain for one in group),
            "time": Times(
                [one.seconds for one in group],
                [one.cpu_s for one in group if one.cpu_s is not None],
            ),
        }


def failures(scores: Iterable[Score]) -> Iterator[str]:
    """The lines of a Markdown list: the pictures that were not read right, with their errors."""
    for one in scores:
        if faults := "; ".join(one.faults()):
            yield f"- {one.truth.name}: {faults}"


def sides_of(entry: Mapping[str, Any]) -> tuple[tuple[Lengths, ...], tuple[Lengths, ...]]:
    """The rows and columns of an object; ``[0]`` and ``[]`` are blank lines.

    Raises:
        ValueError: They are no lists of clues.
    """
    sides = []
    for key in ("rows", "columns"):
        lines = entry.get(key)
        if not isinstance(lines, list) or not all(
            line == [0] or (isinstance(line, list) and all(type(n) is int and n > 0 for n in line))
            for line in lines
        ):
            raise ValueError(f"{entry.get('name')}: {key} must be a list of lists of numbers")
        sides.append(tuple(without_zeros(line) for line in lines))
    return sides[0], sides[1]


def without_zeros(numbers: Iterable[int]) -> Lengths:
    """The numbers of a line; a zero stands for no number."""
    return tuple(number for number in numbers if number)


def _text(numbers: Lengths) -> str:
    return " ".join(map(str, numbers)) or "nothing"


def _size(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


@dataclass(frozen=True)
class Answer:
    """What one reader found in one picture."""

    name: str
    """The name of the picture in ``truth.json``."""
    rows: tuple[Lengths, ...]
    """The numbers of each row, without zeros; no rows if nothing was found."""
    columns: tuple[Lengths, ...]
    is_certain: bool = False
    """Whether the reader has no doubt of the whole puzzle."""
    seconds: float = 0.0

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Answer:
        """One object of a file of answers.

        Raises:
            ValueError: A value is missing, or has a wrong type.
        """
        name = entry.get("name")
        if not isinstance(name, str):
            raise ValueError("a picture: name must be a text")
        rows, columns = sides_of(entry)
        is_certain, seconds = entry.get("certain", False), entry.get("seconds", 0)
        if type(is_certain) is not bool:
            raise ValueError(f"{name}: certain must be true or false")
        if type(seconds) not in (int, float) or not 0 <= seconds < 1e9:
            raise ValueError(f"{name}: seconds must be a number")
        return cls(name, rows, columns, is_certain, float(seconds))

    @classmethod
    def from_reading(cls, name: str, reading: Reading, seconds: float) -> Answer:
        """The answer of this project's reader."""
        rows, columns = (
            tuple(without_zeros(line.lengths) for line in lines)
            for lines in (reading.rows, reading.columns)
        )
        return cls(name, rows, columns, reading.is_certain, seconds)

    def as_json(self) -> dict[str, Any]:
        """The answer in plain values."""
        return {
            "name": self.name,
            "rows": self.rows,
            "columns": self.columns,
            "certain": self.is_certain,
            "seconds": round(self.seconds, 3),
        }

    def score(self, truth: Truth) -> Score:
        """The score of this answer; no stage before the last is known."""
        if not self.rows or not self.columns:
            return failed(truth, "no puzzle was found", self.seconds)
        names = [Line(Axis.ROW, i) for i in range(len(self.rows))]
        names += [Line(Axis.COLUMN, i) for i in range(len(self.columns))]
        size = len(self.rows), len(self.columns)
        return score_of(
            truth,
            size,
            list(zip(names, self.rows + self.columns, strict=True)),
            self.seconds,
            is_certain=self.is_certain,
        )


def answers_in(path: Path) -> dict[str, Answer]:
    """The answers in a file, by the name of the picture.

    Raises:
        OSError: The file cannot be read.
        ValueError: It has wrong contents, or two answers for one picture.
    """
    entries = json.loads(path.read_text("utf-8"))
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("it is not a list of objects")
    answers: dict[str, Answer] = {}
    for answer in map(Answer.of, entries):
        if answer.name in answers:
            raise ValueError(f"{answer.name}: there are two answers")
        answers[answer.name] = answer
    return answers


def write_answers(path: Path, answers: Iterable[Answer]) -> None:
    """Write a file of answers."""
    text = ",\n".join(json.dumps(answer.as_json()) for answer in answers)
    path.write_text(f"[\n{text}\n]\n", encoding="utf-8")
