"""One puzzle on a page, with its place in the source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from recognizer.values import Reading


@dataclass(frozen=True, eq=False)
class PageBoard:
    """A puzzle that was read, and where it is in its source. A notebook shows it as a picture."""

    page: int | None
    """The number of its page, from 1; ``None`` if the source is one picture without pages."""
    grid: int
    """Its number on the page, from 1 in reading order."""
    reading: Reading
    """What was read. Its positions are those of the whole page, turned as the reading says."""
    parts: int = 1
    """The number of pages that it was printed on, from :attr:`page` on; more than 1 if a board was
    split, and its parts were joined."""
    path: Path | None = None
    """The file; ``None`` if the source has no name."""

    def __repr__(self) -> str:
        page = "" if self.page is None else f"page {self.page}, "
        return f"<PageBoard {page}grid {self.grid}, {self.reading!r}>"

    def _repr_html_(self) -> str:
        """The puzzle with its marks and doubts, for a notebook."""
        return self.reading._repr_html_()
