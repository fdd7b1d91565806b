"""The puzzles in the files of a command, each to be worked on by itself, in any process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzles.errors import NonogramError
from puzzles.inputs import inputs, puzzle_name
from puzzles.model import Puzzle
from solver.interrupt import StopFlag


@dataclass(frozen=True, slots=True)
class PuzzleJob:
    """A puzzle, or why there is none."""

    path: str
    """The file as it stands on the command line."""
    puzzle: Puzzle | None
    """Without defects; ``None`` if there is a problem."""
    number: int | None = None
    """Its place in the file, from 1; ``None`` if it is the only one."""
    problem: str = ""
    """Sentences with the name of the file, one a line."""

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return puzzle_name(self.path, self.number)


def puzzle_jobs(
    files: Sequence[str], should_stop: StopFlag, is_single: bool = False
) -> tuple[Iterable[PuzzleJob], int]:
    """The puzzles of files, and their number: that of the files if these are several.

    Args:
        files: The names; ``-`` is standard input.
        should_stop: Ctrl+C raises an exception while a file is read.
        is_single: Whether a file of several puzzles is a problem.
    """
    jobs = _jobs(files, should_stop, is_single)
    if len(files) > 1:
        return jobs, len(files)
    taken = list(jobs)
    return taken, len(taken)


def _jobs(files: Sequence[str], should_stop: StopFlag, is_single: bool) -> Iterator[PuzzleJob]:
    for file in should_stop.breaking_in(inputs(files)):
        try:
            with should_stop.breaking():
                documents = [file.document()] if is_single else file.documents()
        except NonogramError as error:
            yield PuzzleJob(file.path, None, problem=str(error))
            continue
        for number, document in enumerate(documents, 1):
            place = number if len(documents) > 1 else None
            puzzle = document.puzzle
            if defects := puzzle.defects():
                name = puzzle_name(file.path, place)
                problem = "\n".join(f"{name}: {defect}" for defect in defects)
                yield PuzzleJob(file.path, None, place, problem)
            else:
                yield PuzzleJob(file.path, puzzle, place)
