"""The mark in what this program writes for people, by which it knows its own files.

Puzzle files need none: they are recognized as puzzles.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

GENERATOR = "Nonogram Helper"
"""What pictures, PDF files and pages name as the program that made them."""
HTML_MARK = f'<meta name="generator" content="{GENERATOR}">'
"""In the head of a page."""
MARKDOWN_MARK = f"<!-- {GENERATOR} -->"
"""In the last line of a text in Markdown, where no reader shows it."""
PNG_MARK = f"Software\0{GENERATOR}".encode()
"""A text of a PNG picture, in the words of its specification."""
_MARKS = (
    HTML_MARK.encode(),
    MARKDOWN_MARK.encode(),
    PNG_MARK,
    f"<desc>{GENERATOR}</desc>".encode(),  # SVG
    f'xmp:CreatorTool="{GENERATOR}"'.encode(),  # PDF
)
_MAX_BYTES = 2**28
"""Size of the largest file in which a mark is looked for."""


def is_own(path: Path, without_mark: Callable[[bytes], bool] | None = None) -> bool:
    """Whether this program has written a file; an empty one is nobody's and may be used.

    Args:
        path: The file.
        without_mark: Whether the bytes of a file without a mark are from this program.
    """
    if path.stat().st_size > _MAX_BYTES:
        return False
    data = path.read_bytes()
    if not data or any(mark in data for mark in _MARKS):
        return True
    return without_mark is not None and without_mark(data)
