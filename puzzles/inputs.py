"""The puzzle files of a command line, one of which may be standard input."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from puzzles.errors import LibraryError
from puzzles.formats import MAX_BYTES, Document, read_all, read_all_bytes
from puzzles.formats.document import single
from puzzles.paths import is_folder
from puzzles.standard_input import STANDARD_INPUT, name_of, read_standard_input
from puzzles.words import worded


def empty_folder_problem(path: str) -> str:
    """The sentence about a folder on the command line that has no puzzle."""
    return worded("{path}: there is no puzzle file in this folder", path=path)


@dataclass(frozen=True, slots=True)
class Input:
    """A file to be read, in this process or in a child process."""

    path: str
    data: bytes | None = None
    """What standard input has: a child process has another one."""
    problem: str = ""
    """Why standard input cannot be read."""

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return name_of(self.path)

    def documents(self, *, may_be_incomplete: bool = False) -> list[Document]:
        """The puzzles of the file.

        Args:
            may_be_incomplete: See :func:`puzzles.formats.read`.

        Raises:
            FormatError: The file is not a puzzle; the text has file, line and cause.
            LibraryError: The file is missing or cannot be read.
        """
        if self.problem:
            raise LibraryError(self.problem)
        if self.data is not None:
            return read_all_bytes(self.data, self.name, may_be_incomplete=may_be_incomplete)
        try:
            return read_all(self.path, may_be_incomplete=may_be_incomplete)
        except LibraryError:
            if is_folder(self.path):
                raise LibraryError(empty_folder_problem(self.path)) from None
            raise

    def document(self) -> Document:
        """The only puzzle of the file; see :meth:`documents`.

        Raises:
            FormatError: There are several.
        """
        return single(self.documents(), self.name)


def inputs(paths: Iterable[str]) -> Iterator[Input]:
    """The files of those names; standard input is read when it is its turn."""
    for path in paths:
        if path != STANDARD_INPUT:
            yield Input(path)
            continue
        try:
            yield Input(path, read_standard_input(MAX_BYTES))
        except LibraryError as error:
            yield Input(path, problem=str(error))


def puzzle_name(path: str, number: int | None, kind: str = "puzzle") -> str:
    """The name of a puzzle in a file, or of another part of it.

    >>> puzzle_name("set.non", 2), puzzle_name("-", None)
    ('set.non, puzzle 2', 'standard input')
    """
    name = name_of(path)
    return name if number is None else f"{name}, {kind} {number}"


def natural_key(name: str) -> list[tuple[bool, int, str]]:
    """For sorting: numbers in names count as numbers.

    >>> sorted(["b10", "b9", "a"], key=natural_key)
    ['a', 'b9', 'b10']
    """
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+", name.casefold())
    return [(False, int(p), "") if p[0] in "0123456789" else (True, 0, p) for p in parts]
