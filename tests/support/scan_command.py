"""The command ``nonogram scan`` in this process, with readings made by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from puzzles import progress
from puzzles.child import child
from puzzles.child.limits import ChildLimits
from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount
from puzzles.errors import RecognitionError
from puzzles.model import Puzzle
from recognizer.cli import scan
from recognizer.lattice import Lattice, Picture
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber, Segmentation

PUZZLE = Puzzle.from_numbers([[1, 1], [3], []], [[2], [1], [2]])
QUAD = ((10.0, 10.0), (20.0, 10.0), (20.0, 24.0), (10.0, 24.0))


def number(value: int, confidence: float = 1.0, other: int | None = None) -> ReadNumber:
    candidates = [Candidate(value, confidence)]
    if other is not None:
        candidates.append(Candidate(other, 1 - confidence))
    return ReadNumber(value, confidence, tuple(candidates), QUAD)


def good() -> Reading:
    corners = np.array([(20, 20), (80, 20), (80, 80), (20, 80)], np.float32)
    rows, columns = (
        tuple(ReadLine(tuple(number(c.length) for c in clues)) for clues in lines)
        for lines in (PUZZLE.rows, PUZZLE.columns)
    )
    return Reading(
        Lattice.from_corners(corners, 3, 3), rows, columns, solution_count=SolutionCount.ONE
    )


def doubtful() -> Reading:
    reading = good()
    row = replace(
        reading.rows[0],
        numbers=(number(1, 0.6, 7), number(1)),
        others=(Segmentation((number(11),), 0.2),),
        confidence=0.8,
    )
    problems = (Problem.DOUBTFUL_NUMBERS,)
    return replace(reading, rows=(row, *reading.rows[1:]), problems=problems)


NOTHING = Reading(problems=(Problem.NO_GRID,))

Fake = Callable[[Picture, CountSolutions | None], Reading]


class Reader(Protocol):
    """Sets what the fake reader answers."""

    def __call__(self, answer: Reading | Fake, *more: Reading) -> None:
        """The answer for a picture, and those for its other puzzles."""


class InThisProcess:
    """A :class:`~puzzles.child.child.Child` without a child and without limits."""

    should_stop: ShouldStop

    def __init__(self, make: Callable[[], Any]) -> None:
        self._made = make()

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def call(
        self,
        limits: ChildLimits,
        name: str,
        method: Callable[..., Any],
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        return method(self._made, *args, **kwargs)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Reader:
    """The reader's answer, or a function that makes it."""
    module, boards = ModuleType("recognizer.reading"), ModuleType("recognizer.pages.boards")
    monkeypatch.setitem(sys.modules, "recognizer.reading", module)
    monkeypatch.setitem(sys.modules, "recognizer.pages.boards", boards)
    monkeypatch.setattr(child, "Child", InThisProcess)
    monkeypatch.setattr(progress, "cores", lambda: 1)  # the answers come in the order of pictures

    def answer_with(answer: Reading | Fake, *more: Reading) -> None:
        def read(
            picture: Picture, *, count_solutions: CountSolutions | None = None, **_: Any
        ) -> Reading:
            return answer if isinstance(answer, Reading) else answer(picture, count_solutions)

        def read_boards(
            picture: Picture, *, count_solutions: CountSolutions | None = None
        ) -> tuple[Reading, ...]:
            return read(picture, count_solutions=count_solutions), *more

        module.read = read  # type: ignore[attr-defined]
        boards.read_boards = read_boards  # type: ignore[attr-defined]

    answer_with(good())
    return answer_with


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder of its own with a few pictures."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.png", "b.png", "a.bmp"):
        Image.new("RGB", (100, 100), "white").save(name)
    Path("text.png").write_text("no picture")
    return tmp_path


def run(*words: str, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(scan, words, input=stdin, prog_name="nonogram scan")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def raising(_: Picture, __: CountSolutions | None) -> Reading:
    raise RecognitionError("no grid")


def other() -> Reading:
    """Another puzzle of the page."""
    reading = good()
    return replace(reading, rows=reading.rows[::-1])
