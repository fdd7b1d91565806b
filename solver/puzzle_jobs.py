"""The puzzles in the files of a command, each to be worked on by itself, in any process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzles.errors import NonogramError
from puzzles.formats import Document
from puzzles.grid import Grid
from puzzles.inputs import inputs, puzzle_name
from puzzles.interrupt import StopFlag
from puzzles.json_output import Failure
from puzzles.model import CONTRADICTIONS, Line, Puzzle
from puzzles.standard_input import STANDARD_INPUT
from puzzles.words import clauses, worded
from solver.api import has_defects


def no_solution_text(name: str, reason: str) -> str:
    """The sentence about a puzzle without a solution."""
    return f"{name}: {worded('the puzzle has no solution: {error}', error=reason)}"


def wrong_line(puzzle: Puzzle) -> Line | None:
    """The first line whose clues are wrong by themselves."""
    return next((defect.line for defect in puzzle.defects() if defect.line), None)


@dataclass(frozen=True, slots=True)
class PuzzleJob:
    """A puzzle, or why there is none."""

    path: str
    """The file as it stands on the command line."""
    puzzle: Puzzle | None
    """``None`` if there is a problem. Has no defects but unknown clues, where these are allowed."""
    number: int | None = None
    """Its place in the file, from 1; ``None`` if it is the only one."""
    failure: Failure | None = None
    """Why there is none."""

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return puzzle_name(self.path, self.number)

    def failed(self, message: str, code: str = "failed") -> Failure:
        """Why there is no answer, if it is known here; else a sentence with the name."""
        return self.failure or Failure(f"{self.name}: {message}", code)

    def puzzle_of(self, solution: Grid) -> Puzzle:
        """The puzzle with all clues; those that were not known are those of a solution."""
        assert self.puzzle is not None
        if not self.puzzle.unknown_lines:
            return self.puzzle
        from solver.completion import completed

        return completed(self.puzzle, solution)


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """A puzzle with its marks, or why there is none."""

    path: str
    """The file as it stands on the command line."""
    document: Document | None
    """``None`` if there is a problem. The puzzle may have defects."""
    number: int | None = None
    """Its place in the file, from 1; ``None`` if it is the only one."""
    failure: Failure | None = None
    """Why there is none."""

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return puzzle_name(self.path, self.number)

    @property
    def defects(self) -> str:
        """Why the puzzle cannot be worked on, one sentence a line; empty if it can."""
        if self.document is None:
            return "" if self.failure is None else self.failure.message
        if not has_defects(self.document.puzzle) or self.contradiction:
            return ""
        defects = self.document.puzzle.known_defects()
        return "\n".join(f"{self.name}: {defect}" for defect in defects)

    @property
    def why_not(self) -> Failure | None:
        """Why the puzzle cannot be worked on; ``None`` if it can."""
        if self.failure is not None or self.document is None:
            return self.failure
        if not (message := self.defects):
            return None
        return Failure(message, "defective", wrong_line(self.document.puzzle))

    @property
    def contradiction(self) -> str:
        """Why there is certainly no solution, as a sentence with the name; empty if that is open.

        The clues are valid, so this is an answer of :func:`solver.api.solve`, no defect.
        """
        if self.document is None:
            return ""
        defects = self.document.puzzle.known_defects()
        if not defects or any(defect.kind not in CONTRADICTIONS for defect in defects):
            return ""
        return no_solution_text(self.name, clauses(map(str, defects)))


def file_stems(found: Iterable[NamedDocument]) -> list[str]:
    """The stem of the file that is written for each puzzle; all are different.

    >>> file_stems([NamedDocument("a/cat.non", None), NamedDocument("b/Cat.non", None, 2)])
    ['cat', 'Cat-2']
    """
    stems = FileStems()
    return [stems.of(each) for each in found]


class FileStems:
    """The stems of files that are written for puzzles, one after the other."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        """In lower case, as some systems compare names."""

    def of(self, puzzle: NamedDocument | PuzzleJob) -> str:
        """The stem for the next puzzle."""
        path = puzzle.path
        base = "puzzle" if path == STANDARD_INPUT else Path(path).stem or "puzzle"
        if puzzle.number is not None:
            base = f"{base}-{puzzle.number}"
        stem, number = base, 1
        while stem.lower() in self._taken:
            number += 1
            stem = f"{base}-{number}"
        self._taken.add(stem.lower())
        return stem


def named_documents(
    files: Iterable[str], should_stop: StopFlag, may_be_incomplete: bool = False
) -> Iterator[NamedDocument]:
    """The puzzles of files, in their order; arguments as for :func:`puzzle_jobs`.

    Ctrl+C ends them, also in the middle of a file.
    """
    source = iter(inputs(files))
    while not should_stop():
        try:
            with should_stop.breaking():
                file = next(source, None)  # reads standard input
                if file is None:
                    return
                documents = file.documents(may_be_incomplete=may_be_incomplete)
        except KeyboardInterrupt:
            return
        except NonogramError as error:
            assert file is not None
            yield NamedDocument(file.path, None, failure=Failure.of(error))
            continue
        for number, document in enumerate(documents, 1):
            yield NamedDocument(file.path, document, number if len(documents) > 1 else None)


def puzzle_jobs(
    files: Sequence[str], should_stop: StopFlag, may_be_incomplete: bool = False
) -> tuple[Iterable[PuzzleJob], int]:
    """The puzzles of files, and their number: that of the files if these are several.

    Args:
        files: The names; ``-`` is standard input.
        should_stop: Once true, also in the middle of a file, no other puzzle comes.
        may_be_incomplete: Whether a puzzle of which not all clues are known is no problem.
    """
    jobs = _jobs(named_documents(files, should_stop, may_be_incomplete))
    if len(files) > 1:
        return jobs, len(files)
    taken = list(jobs)
    return taken, len(taken)


def _jobs(found: Iterable[NamedDocument]) -> Iterator[PuzzleJob]:
    for each in found:
        if each.document is None or (failure := each.why_not):
            yield PuzzleJob(each.path, None, each.number, each.failure or failure)
        else:
            yield PuzzleJob(each.path, each.document.puzzle, each.number)
