"""The puzzles in the files of a command, each to be worked on by itself, in any process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzles.errors import NonogramError
from puzzles.formats import Document, IncompletePuzzleError
from puzzles.grid import Grid
from puzzles.inputs import Input, inputs, puzzle_name
from puzzles.interrupt import StopFlag
from puzzles.model import Color, Puzzle
from puzzles.standard_input import STANDARD_INPUT
from solver.api import has_defects


@dataclass(frozen=True, slots=True)
class PuzzleJob:
    """A puzzle, or why there is none."""

    path: str
    """The file as it stands on the command line."""
    puzzle: Puzzle | None
    """Without defects; ``None`` if there is a problem, or if not all clues are known."""
    number: int | None = None
    """Its place in the file, from 1; ``None`` if it is the only one."""
    problem: str = ""
    """Sentences with the name of the file, one a line."""
    incomplete: Document | None = None
    """The puzzle if not all clues are known, see :mod:`solver.completion`."""

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return puzzle_name(self.path, self.number)

    @property
    def palette(self) -> tuple[Color, ...]:
        """The colours of the puzzle."""
        puzzle = self.incomplete.puzzle if self.incomplete is not None else self.puzzle
        assert puzzle is not None
        return puzzle.palette

    def puzzle_of(self, solution: Grid) -> Puzzle:
        """The puzzle with all clues; those that were not known are those of a solution."""
        if self.incomplete is not None:
            from solver.completion import completed

            return completed(self.incomplete, solution).puzzle
        assert self.puzzle is not None
        return self.puzzle


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """A puzzle with its marks, or why there is none."""

    path: str
    """The file as it stands on the command line."""
    document: Document | None
    """``None`` if there is a problem. The puzzle may have defects."""
    number: int | None = None
    """Its place in the file, from 1; ``None`` if it is the only one."""
    problem: str = ""
    """A sentence with the name of the file."""

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return puzzle_name(self.path, self.number)

    @property
    def defects(self) -> str:
        """Why the puzzle cannot be worked on, one sentence a line; empty if it can."""
        if self.document is None:
            return self.problem
        if self.document.unknown:
            from solver.completion import defects_of_known

            problems = defects_of_known(self.document)
            return "\n".join(f"{self.name}: {problem}" for problem in problems)
        if not has_defects(self.document.puzzle):
            return ""
        return "\n".join(f"{self.name}: {defect}" for defect in self.document.puzzle.defects())


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
                documents = _documents(file, may_be_incomplete)
        except KeyboardInterrupt:
            return
        except NonogramError as error:
            assert file is not None
            yield NamedDocument(file.path, None, problem=str(error))
            continue
        for number, document in enumerate(documents, 1):
            yield NamedDocument(file.path, document, number if len(documents) > 1 else None)


def _documents(file: Input, may_be_incomplete: bool) -> Sequence[Document]:
    try:
        return file.documents()
    except IncompletePuzzleError as error:
        if may_be_incomplete:
            return error.documents
        raise


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
        if each.document is None or (problem := each.defects):
            yield PuzzleJob(each.path, None, each.number, each.problem or problem)
        elif each.document.unknown:
            yield PuzzleJob(each.path, None, each.number, incomplete=each.document)
        else:
            yield PuzzleJob(each.path, each.document.puzzle, each.number)
