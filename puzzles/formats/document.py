"""The contents of a puzzle file, and the protocol of file formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Protocol

from puzzles.errors import FormatError, SeveralPuzzlesError, checked_type
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.turning import Turn, turned_grid, turned_puzzle
from puzzles.words import _, listed, plural, quoted, worded

MAX_PUZZLES = 10_000
"""Puzzles of one file."""
MAX_NAMED = 6
"""Names in a note."""


@dataclass(frozen=True)
class Document:
    """A puzzle with the player's marks.

    Raises:
        TypeError: A part is of another type.
        ValueError: The marks are not of the puzzle's size and colours.
    """

    puzzle: Puzzle
    marks: Grid = None  # type: ignore[assignment]  # until the puzzle is known
    """Treat as read-only. By default all cells are clear."""
    is_drawing: bool = False
    """Whether the marks are an unfinished drawing, whose changes the clues follow."""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """The first document of a file: sentences about what of the file was not read."""

    def __post_init__(self) -> None:
        checked_type(self.puzzle, Puzzle)
        checked_type(self.marks, Grid, NoneType)
        if self.marks is None:
            object.__setattr__(self, "marks", Grid.for_puzzle(self.puzzle))
        if not self.marks.is_board_of(self.puzzle):
            raise ValueError(_("the marks are not of the puzzle's size and colours"))

    def swapped(self) -> Document:
        """The puzzle whose rows are the columns of this one."""
        puzzle, marks = self.puzzle, self.marks
        for turn in (Turn.ROTATE_RIGHT, Turn.FLIP_HORIZONTALLY):
            puzzle, marks = turned_puzzle(puzzle, turn), turned_grid(marks, turn)
        return replace(self, puzzle=puzzle, marks=marks)

    def __repr__(self) -> str:
        return f"<Document {self.puzzle!r}, {self.marks!r}>"

    def _repr_html_(self) -> str:
        """The puzzle with its marks, for a notebook."""
        from puzzles.board_svg import notebook_html

        return notebook_html(self.puzzle.caption, self.puzzle.picture(self.marks.cells))


class Format(Protocol):
    """A file format."""

    id: str
    """The name on the command line, a word in lower case."""
    name: str
    """The name for the user, in file dialogs."""
    extensions: tuple[str, ...]
    """Lower case, with the dot; the first is added to names without one."""
    can_read: bool
    """Whether files are read."""
    can_write: bool
    """Whether files are written."""
    keeps_unknown: bool
    """Whether clues that are not known are written, and read again."""

    def sniff(self, data: bytes) -> bool:
        """Whether the bytes look like this format; ``False`` if only the file's name can tell."""

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """Read a file's bytes.

        Args:
            data: The whole file.
            path: The file's name, for error messages only.

        Returns:
            The puzzles in it, at least one.

        Raises:
            FormatError: The bytes are not puzzles of this format; has file, line and cause.
        """

    def problem(self, document: Document) -> str:
        """Why the format cannot hold a puzzle's clues and colours; empty if it can.

        Other parts, like the title and the marks, may be lost: see :func:`puzzles.formats.lost`.
        """

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """The file's bytes, from which ``read_all`` makes puzzles with the same clues and colours.

        Args:
            documents: At least one, each without a :meth:`problem`.

        Raises:
            FormatError: The format has one puzzle a file, and there are more.
        """


class IncompletePuzzleError(FormatError):
    """Clues of a puzzle are not known; :mod:`solver.completion` finds them."""

    def __init__(self, documents: Sequence[Document], path: str) -> None:
        self.documents = documents
        """All puzzles of the file, some with unknown clues."""
        number, puzzle = next(
            (n, document.puzzle)
            for n, document in enumerate(documents, 1)
            if document.puzzle.unknown_lines
        )
        text = (
            _(
                "not all clues of puzzle {number} are known ({lines}); put it into a file of its"
                " own: the window opens that, and 'nonogram solve -o' finds the clues"
            )
            if len(documents) > 1
            else _(
                "not all clues are known ({lines}); the window opens the puzzle, and 'nonogram"
                " solve -o' finds the clues"
            )
        )
        super().__init__(worded(text, number=number, lines=puzzle.unknown_text), path)

    def __reduce__(self) -> tuple[type[IncompletePuzzleError], tuple[Sequence[Document], str]]:
        """Pickled for another process: by what it was made of."""
        return IncompletePuzzleError, (self.documents, self.path)


def keys_note(keys: Sequence[str]) -> str:
    """The sentence about keys or elements of a file that were not understood."""
    named = [quoted(key) for key in keys[:MAX_NAMED]]
    if len(keys) > len(named):
        named.append(worded("{count:,} more", count=len(keys) - len(named)))
    return plural(
        len(keys),
        "{count} part of the file was not understood and is left out: {names}.",
        "{count} parts of the file were not understood and are left out: {names}.",
        names=listed(named),
    )


def single(documents: Sequence[Document], path: str) -> Document:
    """The only puzzle of a file.

    Raises:
        SeveralPuzzlesError: There are several.
    """
    if len(documents) > 1:
        raise SeveralPuzzlesError(len(documents), path)
    return documents[0]
