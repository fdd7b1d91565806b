"""The runs of a study: puzzles x engines x repeats, and one run each for Python's memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzles import packs
from puzzles.errors import NonogramError
from puzzles.inputs import Input, inputs, puzzle_name
from puzzles.model import Puzzle
from puzzles.words import worded
from solver.study.study_values import Request, StudySettings

TRACED = 0
"""The repeat number of the run that measures Python's memory; timed runs count from 1."""


@dataclass(frozen=True, slots=True)
class PuzzleKey:
    """The identity of a puzzle, without its clues."""

    set_name: str
    """The set that it belongs to; empty for a file of the user's."""
    file: str
    """The file's name in the set, or its path as the user wrote it, with the place in it if there
    are several."""
    title: str
    height: int
    width: int
    digest: str
    """A digest of the clues: runs on an older version of a file are not taken for runs on it."""

    @property
    def name(self) -> str:
        """The name for the user: the title, or else that of the file, with the place in it."""
        path, mark, number = self.file.rpartition(", puzzle ")
        return self.title or f"{Path(path or number).stem}{mark}{number if mark else ''}"

    @property
    def size(self) -> str:
        """Width and height, ``15x10``."""
        return f"{self.width}x{self.height}"


@dataclass(frozen=True, slots=True)
class Subject:
    """A puzzle of a study."""

    key: PuzzleKey
    puzzle: Puzzle


RunKey = tuple[PuzzleKey, str, int]
"""The key that identifies a run: puzzle, engine, number of the repeat."""


@dataclass(frozen=True, slots=True)
class StudyTask:
    """One run."""

    subject: Subject
    engine: str
    """Its text form, see :func:`solver.options.label`."""
    repeat: int
    """From 1, or :data:`TRACED`."""
    settings: StudySettings

    @property
    def key(self) -> RunKey:
        """The key that identifies the run."""
        return self.subject.key, self.engine, self.repeat

    @property
    def request(self) -> Request:
        """The request to the child process."""
        return Request(self.subject.puzzle, self.engine, self.settings, self.repeat == TRACED)


def tasks(
    subjects: Sequence[Subject], engines: Sequence[str], repeats: int, settings: StudySettings
) -> Iterator[StudyTask]:
    """All runs of a study: every puzzle by every engine, then all again; Python's memory last.

    Repeats of a run are far apart. So a disturbance of some minutes affects one of the five runs of
    many puzzles, which the protocol drops, rather than all five of one; and a study that is stopped
    early has results for every puzzle.
    """
    for repeat in [*range(1, repeats + 1), TRACED]:
        for subject in subjects:
            for engine in engines:
                yield StudyTask(subject, engine, repeat, settings)


def sets() -> dict[str, packs.Pack]:
    """The bundled puzzle sets by name: those for studies, then the packs."""
    return {pack.name: pack for pack in [*packs.study_sets(), *packs.packs()]}


def subjects_of(set_names: Sequence[str], files: Sequence[str]) -> tuple[list[Subject], list[str]]:
    """The puzzles of sets and files, each once, and sentences about unusable ones.

    Raises:
        NonogramError: There is no set of that name.
    """
    known = sets() if set_names else {}
    wanted: dict[tuple[str, str], Input] = {}
    for name in set_names:
        if name not in known:
            raise NonogramError(
                worded(
                    "there is no puzzle set {name!r}; there are {known}",
                    name=name,
                    known=", ".join(known),
                )
            )
        wanted |= {
            (name, puzzle.path.name): Input(str(puzzle.path)) for puzzle in known[name].puzzles
        }
    wanted |= {("", str(Path(each.path))): each for each in inputs(dict.fromkeys(files))}
    found: list[Subject] = []
    problems: list[str] = []
    for (set_name, file), each in wanted.items():
        try:
            documents = each.documents()
        except NonogramError as error:
            problems.append(str(error))
            continue
        for number, document in enumerate(documents, 1):
            puzzle, place = document.puzzle, number if len(documents) > 1 else None
            name = puzzle_name(each.path, place)
            problems += [f"{name}: {defect}" for defect in puzzle.defects()]
            kept = puzzle_name(file, place) if place else file
            names = _printable(kept), _printable(puzzle.title)
            size = puzzle.height, puzzle.width
            found.append(Subject(PuzzleKey(set_name, *names, *size, _digest(puzzle)), puzzle))
    return found, problems


def _printable(text: str) -> str:
    """The text with line breaks and other unprintable characters escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _digest(puzzle: Puzzle) -> str:
    clues = [[tuple(clue) for clue in line] for line in (*puzzle.rows, *puzzle.columns)]
    return hashlib.sha256(f"{puzzle.height} {clues}".encode()).hexdigest()[:12]
