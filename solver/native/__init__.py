"""The native core, in C++: line solving, propagation, conflict learning and lookahead.

``solver/line.py`` is its specification. ``_core`` is built when the project is installed. Without
it the program is slower but complete, see :mod:`solver.registry`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzles.model import Clue
    from solver.line import LineMasks


def solve_line(clues: Sequence[Clue], line: LineMasks, width: int) -> LineMasks | None:
    """The compiled version of :func:`solver.line.solve_line`.

    Raises:
        ImportError: The core was not built.
    """
    from solver.native._core import solve_line as solve_compiled

    size = 8 * (width // 64 + 1)
    masks = [mask.to_bytes(size, "little") for mask in line]
    lengths, colors = [clue.length for clue in clues], [clue.color for clue in clues]
    found = solve_compiled(lengths, colors, masks, width)
    return None if found is None else tuple(int.from_bytes(mask, "little") for mask in found)
