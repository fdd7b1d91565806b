"""PBM, the black and white pictures of Netpbm, one pixel a cell: the picture is the puzzle's goal.

``P1`` has the pixels as ``0`` and ``1``, ``P4`` as bits; both are read, ``P1`` is written.

Source: the documentation of Netpbm.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import FormatError
from puzzles.formats.clue_lists import color_problem, only
from puzzles.formats.document import Document
from puzzles.grid import BLANK, SHADED, Grid, puzzle_of, unsatisfied_lines
from puzzles.model import MAX_SIZE, Puzzle

_HEAD = re.compile(rb"P([14])(?:\s|#[^\n]*\n)+([0-9]+)(?:\s|#[^\n]*\n)+([0-9]+)(?=\s|#)")
_COMMENT = re.compile(rb"#[^\n]*")


class PbmFormat:
    """Reads and writes the format; see the module."""

    id = "pbm"
    name = "PBM picture (.pbm)"
    extensions: tuple[str, ...] = (".pbm",)
    can_write = True

    def sniff(self, data: bytes) -> bool:
        """Whether it begins like a picture in black and white of Netpbm."""
        return _HEAD.match(data[:4096]) is not None

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        head = _HEAD.match(data[:65536])
        if head is None:
            raise FormatError("this is not a picture of Netpbm in black and white (P1, P4)", path)
        width, height = (int(n[-9:]) if len(n.lstrip(b"0")) < 9 else 0 for n in head.groups()[1:])
        if not 1 <= width <= MAX_SIZE or not 1 <= height <= MAX_SIZE:
            raise FormatError(f"the picture's sides must be from 1 to {MAX_SIZE} pixels", path)
        bits = self._bits(head[1] == b"4", data[head.end() :], width, height)
        if len(bits) < width * height:
            raise FormatError(f"the picture has fewer than {width} × {height} pixels", path)
        cells = [SHADED if bit == 49 else BLANK for bit in bits[: width * height]]  # "1"
        picture = Grid(height, width, 2, cells)
        return [Document.untouched(puzzle_of(picture, Puzzle.empty(height, width)))]

    @staticmethod
    def _bits(is_raw: bool, data: bytes, width: int, height: int) -> bytes:
        """The pixels as ``0`` and ``1``, from the top left."""
        if not is_raw:
            return re.sub(rb"[^01]", b"", _COMMENT.sub(b"", data[: 40 * width * height + 4096]))
        stride = (width + 7) // 8
        rows = data[1 : 1 + stride * height]
        return b"".join(
            b"".join(b"%08d" % int(f"{byte:b}") for byte in rows[at : at + stride])[:width]
            for at in range(0, len(rows) - stride + 1, stride)
        )

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it needs the solution."""
        if color := color_problem(document):
            return color
        if _picture(document) is None:
            return "its solution is not known; solve it first"
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        document = only(documents, self.name)
        picture = _picture(document)
        assert picture is not None
        rows = (
            "".join("01"[cell == SHADED] for cell in picture.row(r)) for r in range(picture.height)
        )
        return f"P1\n{picture.width} {picture.height}\n{chr(10).join(rows)}\n".encode()


def _picture(document: Document) -> Grid | None:
    """The solution: the marks if they agree with all clues, or the goal if it does."""
    puzzle, marks = document.puzzle, document.marks
    if not any(unsatisfied_lines(puzzle, marks)):
        return marks
    goal = puzzle.goal
    if not goal:
        return None
    shaded = puzzle.palette[1].symbol
    cells = (SHADED if symbol == shaded else BLANK for symbol in goal)
    picture = Grid(puzzle.height, puzzle.width, 2, cells)
    return None if any(unsatisfied_lines(puzzle, picture)) else picture


PBM = PbmFormat()
