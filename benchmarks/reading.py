"""Accuracy and speed of reading pictures of puzzles, and where the processor's time goes."""

from __future__ import annotations

import functools
import json
import traceback
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import ParamSpec, TypeVar

import click

import recognizer.attempts
import recognizer.oriented_picture
import recognizer.reading
from benchmarks.harness import Detail, Items, Row, Times, benchmark, progress, share
from benchmarks.reading_score import (
    Answer,
    Score,
    Truth,
    answers_in,
    failed,
    failures,
    rows,
    score,
    write_answers,
)
from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.errors import RecognitionError
from puzzles.model import Puzzle
from recognizer.clues.digit_classifier import number_reader
from recognizer.images import load
from recognizer.reading import read
from solver.solution_count import count_solutions

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

DECODING, SOLVER, REST = "decoding", "solver", "rest"
STAGES = {
    "find_grids": "grid",
    "locate_board": "board",
    "read_side": "numbers",
    "read_marks": "marks",
    "correct_by_rules": "rules",
    "with_even_ink": "even ink",
    "with_unread_ink": "unread ink",
    "cannot_be_read": "reasons",
    "with_cause": "reasons",
    "with_cutoff_warning": "reasons",
}
"""The stage of each function that the modules of :data:`CALLERS` call."""
CALLERS = recognizer.reading, recognizer.attempts, recognizer.oriented_picture


class StageTimes:
    """Adds up the processor time of stages, of all threads; a stage within another counts once."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        """By stage, s."""
        self._inner_seconds = [0.0]

    def timed(
        self, stage: str, function: Callable[Arguments, Result]
    ) -> Callable[Arguments, Result]:
        """A function whose calls count as a stage."""

        @functools.wraps(function)
        def call(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
            start = process_time()
            self._inner_seconds.append(0.0)
            try:
                return function(*arguments, **named)
            finally:
                seconds = process_time() - start
                self.seconds[stage] += seconds - self._inner_seconds.pop()
                self._inner_seconds[-1] += seconds

        return call

    @contextmanager
    def of_reading(self) -> Iterator[None]:
        """Within this the stages of all readings count."""
        functions = [
            (module, name, getattr(module, name))
            for module in CALLERS
            for name in STAGES
            if hasattr(module, name)
        ]
        for module, name, function in functions:
            setattr(module, name, self.timed(STAGES[name], function))
        try:
            yield
        finally:
            for module, name, function in functions:
                setattr(module, name, function)

    def rows(self, pictures: int) -> Iterator[Row]:
        """The rows of a table, the longest stage first."""
        total = sum(self.seconds.values())
        for stage, seconds in sorted(self.seconds.items(), key=lambda item: -item[1]):
            part = share(round(1e6 * seconds), round(1e6 * total))
            yield {"stage": stage, "CPU a picture, ms": 1000 * seconds / pictures, "share": part}


def truths_in(folder: Path, kind: str = "", limit: int | None = None) -> list[Truth]:
    """The truths of the pictures in a folder.

    Args:
        folder: A folder with ``truth.json``.
        kind: Only pictures whose kind contains this text, in upper or lower case.
        limit: The maximum number of pictures, from the first one.

    Raises:
        OSError: The file or one of the pictures is missing.
        ValueError: The file has wrong contents, or no picture is left.
    """
    entries = json.loads((folder / "truth.json").read_text("utf-8"))
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("it is not a list of objects")
    truths = [Truth.of(entry) for entry in entries]
    truths = [truth for truth in truths if kind.lower() in truth.kind.lower()][:limit]
    if not truths:
        raise ValueError("there is no such picture")
    for truth in truths:
        if not (folder / truth.image).is_file():
            raise FileNotFoundError(f"there is no picture {truth.image}")
    return truths


def read_and_score(
    folder: Path,
    truth: Truth,
    count_solutions: CountSolutions,
    answers: list[Answer] | None = None,
    stages: StageTimes | None = None,
) -> Score:
    """Read and score one picture; errors of the reader become part of the score.

    Args:
        folder: Folder of the pictures.
        truth: The picture and its true puzzle.
        count_solutions: The solver.
        answers: A list to which the answer is added.
        stages: The stages' times, to which those of this picture are added.
    """
    stages, times = stages or StageTimes(), Times()
    decode, read_puzzle = stages.timed(DECODING, load), stages.timed(REST, read)
    try:
        picture = times.take(decode, folder / truth.image)
    except RecognitionError as error:
        return failed(truth, str(error), 0.0)
    try:
        reading = times.take(read_puzzle, picture, count_solutions=count_solutions)
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(at.filename).name}, line {at.lineno}"
        text = f"error in read(): {type(error).__name__}: {error} ({where})"
        return failed(truth, " ".join(text.split()), sum(times.wall_s))
    seconds = sum(times.wall_s)
    if answers is not None:
        answers.append(Answer.from_reading(truth.name, reading, seconds))
    return replace(score(truth, reading, seconds), cpu_s=sum(times.cpu_s))


class _TimedSolver:
    """The solver, whose time counts as a stage."""

    def __init__(self, times: StageTimes) -> None:
        self._count = times.timed(SOLVER, count_solutions)
        self.likeliest = times.timed(SOLVER, count_solutions.likeliest)

    def __call__(self, puzzle: Puzzle) -> SolutionCount:
        return self._count(puzzle)


@benchmark(limit=3)
def reading(
    folder: Path,
    kind: str = "",
    limit: int | None = None,
    stages: bool = False,
    answers: Path | None = None,
    write: Path | None = None,
) -> Items:
    """Accuracy and speed of reading pictures of puzzles.

    FOLDER has truth.json: a list of objects with name, kind, image (path relative to FOLDER), rows
    and columns (lists of clues; [] and [0] are a line without clues); for a puzzle in colours also
    row_colors and column_colors (the index of the colour of each number).

    The columns: *size right*, the grid has as many rows and as many columns as the true one; *lines
    right*, the share of rows and columns whose numbers are all right, none of them in a grid of the
    wrong size; *numbers right*, in each line the numbers read are aligned with the true ones by the
    fewest edits (another number, one missing, one too many), and each edit counts as a wrong number
    (in a grid of the wrong size none is right; rounded down); *exact before* and *exact after*, all
    numbers are right before and after the correction by the puzzle's rules, and then also their
    colours; *falsely certain*, the puzzle is wrong, and nothing is in doubt; the time from opening
    the file to the reading, with the solver.

    An error in reading is a bug; it counts as a picture without a puzzle. Below the table are the
    pictures that are not exact after the correction. With --json there is an object for each.

    Args:
        folder: Pictures and their truth.json.
        kind: Only kinds with this text.
        limit: So many pictures only, from the first.
        stages: Print the processor's time of each stage, too.
        answers: Score this file of another reader's answers, as
            docs/maintainers/reading-benchmark.md says; a picture without one counts as one where
            nothing was found.
        write: Also write a file of answers.
    """
    truths = _usable(folder / "truth.json", lambda: truths_in(folder, kind, limit))
    scores: list[Score] = []
    times, own = StageTimes(), list[Answer]()
    stopped: KeyboardInterrupt | None = None
    if answers:
        given = _usable(answers, lambda: answers_in(answers))
        for truth in truths:
            answer = given.get(truth.name)
            scores.append(answer.score(truth) if answer else failed(truth, "no answer", 0.0))
    else:
        number_reader()  # loads it before the first picture is timed
        count = _TimedSolver(times)
        try:
            with warnings.catch_warnings(), times.of_reading():
                warnings.simplefilter("ignore")  # Pillow warns of odd tags in readable files
                for truth in progress(truths, "pictures"):
                    scores.append(read_and_score(folder, truth, count, own, times))
        except KeyboardInterrupt as error:
            stopped = error
        if write:
            _usable(write, lambda: write_answers(write, own))
    yield from (Detail(one.as_json()) for one in scores)
    yield from rows(scores)
    if stages and scores and not answers:
        yield from times.rows(len(scores))
    yield from failures(scores)
    if stopped:
        raise stopped


def _usable(path: Path, work: Callable[[], Result]) -> Result:
    try:
        return work()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"{path}: {reason}") from error
