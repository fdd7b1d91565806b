"""What the compiled core offers; see bindings.cpp. Plain numbers and bytes in and out."""

from collections.abc import Sequence

def solve_line(
    lengths: Sequence[int], colors: Sequence[int], may: Sequence[bytes], width: int
) -> list[bytes] | None:
    """Colour masks, little-endian, in words of 64 bits, before and after; see solver.line."""

def propagate(
    height: int,
    width: int,
    colors: int,
    lengths: Sequence[Sequence[int]],
    line_colors: Sequence[Sequence[int]],
    cells: bytes,
) -> tuple[bytes, int, bool]:
    """What follows line by line, see :mod:`solver.propagate`.

    ``cells`` has a ``uint32`` bit set of colours for each cell, row by row, and so has the answer;
    then the line that cannot be satisfied (-1 for none), and whether there is a contradiction.
    """

class Core:
    """One search, resumable and deterministic: slices of time do not change what it does."""

    def __init__(
        self,
        height: int,
        width: int,
        colors: int,
        lengths: Sequence[Sequence[int]],
        line_colors: Sequence[Sequence[int]],
        wanted: int,
        cells: bytes = b"",
    ) -> None:
        """Rows and then columns; no ``line_colors`` at all means that all clues have colour 1.

        ``cells`` has what each cell may be, as for :func:`propagate`; none at all for anything.
        """

    def run(self, seconds: float, nodes: int) -> bool:
        """Work for about that long, or until ``nodes`` decisions in all; true once it is over."""

    def solutions(self, first: int) -> list[bytes]:
        """Those found so far from that number on, row by row, ``uint32`` bit sets of colours."""

    def certain(self) -> bytes:
        """What holds in every solution, row by row, ``uint32`` bit sets of colours."""

    @property
    def known(self) -> int:
        """Cells that are certain."""
    @property
    def complete(self) -> bool:
        """Whether there are no solutions but those found."""
    @property
    def failed_line(self) -> int:
        """Rows, then columns: the line that could not be satisfied last; -1 for none."""
    @property
    def by_logic(self) -> bool:
        """Whether no decision was needed to see that there is no solution."""
    @property
    def statistics(self) -> tuple[int, int, int, int, int, int]:
        """Lines solved, lines remembered, values probed, decisions, contradictions, depth."""
