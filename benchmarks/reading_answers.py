"""What a reader found in a set of pictures: ``docs/maintainers/reading-benchmark.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.reading_score import Lengths, Score, Truth, failed, is_clue, score_of, without_zeros
from puzzles.model import Axis, Line
from recognizer.values import Reading


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
        sides = []
        for key in ("rows", "columns"):
            lines = entry.get(key)
            if not isinstance(lines, list) or not all(map(is_clue, lines)):
                raise ValueError(f"{name}: {key} must be a list of lists of numbers")
            sides.append(tuple(without_zeros(line) for line in lines))
        is_certain, seconds = entry.get("certain", False), entry.get("seconds", 0)
        if type(is_certain) is not bool:
            raise ValueError(f"{name}: certain must be true or false")
        if type(seconds) not in (int, float) or not 0 <= seconds < 1e9:
            raise ValueError(f"{name}: seconds must be a number")
        return cls(name, sides[0], sides[1], is_certain, float(seconds))

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
