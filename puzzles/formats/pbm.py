"""PBM, the black and white pictures of Netpbm, one pixel a cell: the picture is the puzzle's goal.

``P1`` has the pixels as ``0`` and ``1``, ``P4`` as bits; both are read, ``P1`` is written.

Source: the documentation of Netpbm.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import FormatError
from puzzles.formats.boards import document_of_rows, picture_problem, shaded_rows
from puzzles.formats.clue_lists import only
from puzzles.formats.document import Document
from puzzles.model import MAX_SIZE, Puzzle
from puzzles.words import _, worded

_HEAD = re.compile(rb"P([14])(?:\s|#[^\n]*\n)+([0-9]+)(?:\s|#[^\n]*\n)+([0-9]+)(?=\s|#)")
_ONE = ord("1")
_COMMENT = re.compile(rb"#[^\n]*")
_MAX_COMMENTS = 100_000
_NO_PIXELS = bytes(set(range(256)) - {ord("0"), _ONE})


class PbmFormat:
    """Reads and writes the format; see the module."""

    id = "pbm"
    name = _("PBM picture (.pbm)")
    extensions: tuple[str, ...] = (".pbm",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it begins like a picture in black and white of Netpbm."""
        return _HEAD.match(data[:4096]) is not None

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        head = _HEAD.match(data[:65536])
        if head is None:
            raise FormatError(
                _("this is not a picture of Netpbm in black and white (P1, P4)"), path
            )
        width, height = (int(n[-9:]) if len(n.lstrip(b"0")) < 9 else 0 for n in head.groups()[1:])
        if not 1 <= width <= MAX_SIZE or not 1 <= height <= MAX_SIZE:
            raise FormatError(
                worded("the picture's sides must be from 1 to {limit} pixels", limit=MAX_SIZE), path
            )
        if data.count(b"#") > _MAX_COMMENTS:
            raise FormatError(worded("more than {limit:,} comments", limit=_MAX_COMMENTS), path)
        bits = self._bits(head[1] == b"4", data[head.end() :], width, height)
        if len(bits) < width * height:
            raise FormatError(
                worded(
                    "the picture has fewer than {width} × {height} pixels",
                    width=width,
                    height=height,
                ),
                path,
            )
        rows = [
            [bit == _ONE for bit in bits[at : at + width]] for at in range(0, width * height, width)
        ]
        return [document_of_rows(rows, Puzzle.empty(height, width))]

    @staticmethod
    def _bits(is_raw: bool, data: bytes, width: int, height: int) -> bytes:
        """The pixels as ``0`` and ``1``, from the top left."""
        if not is_raw:
            text = _COMMENT.sub(b"", data[: 40 * width * height + 4096])
            return text.translate(None, _NO_PIXELS)
        stride = (width + 7) // 8
        rows = data[1 : 1 + stride * height]
        return b"".join(
            f"{int.from_bytes(rows[at : at + stride], 'big'):0{8 * stride}b}"[:width].encode()
            for at in range(0, len(rows) - stride + 1, stride)
        )

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it needs the solution."""
        return picture_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        rows = shaded_rows(only(documents, self.name))
        lines = ("".join("01"[is_shaded] for is_shaded in row) for row in rows)
        return f"P1\n{len(rows[0])} {len(rows)}\n{chr(10).join(lines)}\n".encode()


PBM = PbmFormat()
