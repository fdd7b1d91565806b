"""The puzzle as an integer program in CPLEX's LP format, for general solvers; only written.

Every feasible point is a solution. Variables are 0 or 1:

* ``x2_3``: the cell in row 2, column 3 is shaded; in colour ``x2_3_a``, ``a`` the colour's symbol.
* ``r2_1_3``: the first block of row 2 begins in column 3; ``c3_1_2``: that of column 3 in row 2.

The constraints: each block begins once; the next block leaves room for it, and a gap if both have
the same colour; a cell is shaded if a block of its row covers it, and the same for its column.

Source: R. A. Bosch, "Painting by numbers", Optima 65 (2001); IBM's description of the LP format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from puzzles.errors import FormatError
from puzzles.formats.boards import fit_problem
from puzzles.formats.clue_lists import only
from puzzles.formats.document import Document
from puzzles.model import BACKGROUND, Clues, Line, Puzzle, cells_needed
from puzzles.words import _, plural

MAX_COEFFICIENTS = 5_000_000
"""Of a program: some 100 MB of text."""
_TERMS_A_LINE = 14
"""LP files may have up to 560 characters in a line."""


class LpFormat:
    """Writes the format; see the module."""

    id = "lp"
    name = _("Integer program (.lp)")
    extensions: tuple[str, ...] = (".lp",)
    can_read = False
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """See :class:`~puzzles.formats.document.Format`; files are not read."""
        return False

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        raise FormatError(_("integer programs are only written; open the puzzle's own file"), path)

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzle = document.puzzle
        if problem := fit_problem(puzzle):
            return problem
        count = sum(_coefficients(puzzle, line) for line in puzzle.lines)
        if count > MAX_COEFFICIENTS:
            return plural(
                count,
                "its program would have {count} number, {limit:,} are possible",
                "its program would have {count} numbers, {limit:,} are possible",
                limit=MAX_COEFFICIENTS,
            )
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzle = only(documents, self.name).puzzle
        title = puzzle.title[:100].encode("ascii", "replace").decode()
        head = f"\\ {title or 'Nonogram'}, {puzzle.height} rows, {puzzle.width} columns\n"
        parts = [head, "Minimize\n cost: 0 ", _cell(puzzle, 0, 0, 1), "\nSubject To\n"]
        names = []
        for line in puzzle.lines:
            parts += _constraints(puzzle, line)
            names += [name for block in _blocks(puzzle, line) for name in block.names]
        names += [
            _cell(puzzle, row, column, color)
            for row in range(puzzle.height)
            for column in range(puzzle.width)
            for color in range(1, len(puzzle.palette))
        ]
        parts += ["Binary\n", _wrapped(names, " "), "\nEnd\n"]
        return "".join(parts).encode()


class _Block:
    """A block of a line, and the variables of its places."""

    def __init__(self, name: str, first: int, last: int, length: int, color: int) -> None:
        self.length, self.color, self.first = length, color, first
        self.names = [f"{name}_{start + 1}" for start in range(first, last + 1)]

    def covering(self, cell: int) -> list[str]:
        """The variables of the places that cover a cell."""
        begin = max(0, cell - self.length + 1 - self.first)
        return self.names[begin : max(0, cell + 1 - self.first)]

    def since(self, start: int) -> list[str]:
        """The variables of this place and of those after it."""
        return self.names[max(0, start - self.first) :]


def _coefficients(puzzle: Puzzle, line: Line) -> int:
    """An upper bound of the coefficients of a line's constraints."""
    clues, size = puzzle.clues_of(line), _size(puzzle, line)
    places = 1 + size - cells_needed(clues)
    return sum(places * (clue.length + places + 1) for clue in clues) + size * len(puzzle.palette)


def _size(puzzle: Puzzle, line: Line) -> int:
    return puzzle.height if line.is_column else puzzle.width


def _blocks(puzzle: Puzzle, line: Line) -> list[_Block]:
    clues, size = puzzle.clues_of(line), _size(puzzle, line)
    slack = size - cells_needed(clues)
    letter = "c" if line.is_column else "r"
    first, blocks = 0, []
    for number, clue in enumerate(clues, 1):
        name = f"{letter}{line.index + 1}_{number}"
        blocks.append(_Block(name, first, first + slack, clue.length, clue.color))
        first += clue.length + _gap(clues, number)
    return blocks


def _gap(clues: Clues, number: int) -> int:
    """The blank cells needed after a block, which is counted from 1."""
    return int(number < len(clues) and clues[number - 1].color == clues[number].color)


def _cell(puzzle: Puzzle, row: int, column: int, color: int) -> str:
    end = "" if puzzle.is_black_and_white else f"_{puzzle.palette[color].symbol}"
    return f"x{row + 1}_{column + 1}{end}"


def _constraints(puzzle: Puzzle, line: Line) -> Iterator[str]:
    blocks, clues = _blocks(puzzle, line), puzzle.clues_of(line)
    for block in blocks:
        yield f" {_wrapped(block.names, ' + ')} = 1\n"
    for number, (block, after) in enumerate(pairwise(blocks), 1):
        room = block.length + _gap(clues, number)
        for start in range(block.first + 1, block.first + len(block.names)):
            terms = _wrapped(after.since(start + room), " + ")
            yield f" {terms} - {_wrapped(block.since(start), ' - ')} >= 0\n"
    for cell in range(_size(puzzle, line)):
        row, column = (cell, line.index) if line.is_column else (line.index, cell)
        for color in range(BACKGROUND + 1, len(puzzle.palette)):
            covering = [
                name for block in blocks if block.color == color for name in block.covering(cell)
            ]
            terms = _wrapped([_cell(puzzle, row, column, color), *covering], " - ")
            yield f" {terms} = 0\n"


def _wrapped(names: Sequence[str], sign: str) -> str:
    """Names with signs between them, on as many lines as needed."""
    lines = [
        sign.join(names[at : at + _TERMS_A_LINE]) for at in range(0, len(names), _TERMS_A_LINE)
    ]
    return f"\n{sign}".join(lines)


LP = LpFormat()
