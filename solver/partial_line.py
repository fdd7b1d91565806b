"""Solving a line of which only a part of the clues is known.

The parts are a regular expression over the cells: what is reached from the left, and from where the
end is reached, says what each cell may be. The specification of ``solver/native/partial_line.hpp``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from puzzles.board_picture import UNKNOWN, UNKNOWNS
from puzzles.model import ANY_COLOR, Clues
from solver.line import LineMasks


class _State(NamedTuple):
    """Where a line is between two cells."""

    part: int
    """The part of the last cell, or the one before which it is a blank."""
    color: int = 0
    """Of the last cell; 0 for a blank."""
    left: int = 0
    """Cells of the same block that must follow."""


def solve_partial_line(parts: Clues, line: LineMasks, width: int) -> LineMasks | None:
    """Keep in each cell only what occurs in some line with these parts.

    Args:
        parts: What is known of the clues.
        line: For each colour, the cells that may still have it.
        width: Cells in the line.

    Returns:
        The reduced masks; ``None`` if no line fits.

    >>> from puzzles.model import ANYTHING, Clue
    >>> before = (0b1111, 0b0111)
    >>> [bin(mask) for mask in solve_partial_line((*ANYTHING, Clue(2)), before, 4)]
    ['0b1101', '0b111']
    """
    reached = [{_State(0)}]
    for cell in range(width):
        colors = [color for color, mask in enumerate(line) if mask >> cell & 1]
        steps = (_next(parts, s, color) for s in reached[-1] for color in colors)
        reached.append({state for step in steps for state in step})
    after = {state for state in reached[-1] if _is_end(parts, state)}
    if not after:
        return None
    found = [0] * len(line)
    for cell in range(width - 1, -1, -1):
        before = set()
        for state in reached[cell]:
            for color, mask in enumerate(line):
                if mask >> cell & 1 and not after.isdisjoint(_next(parts, state, color)):
                    found[color] |= 1 << cell
                    before.add(state)
        after = before
    return tuple(found)


@lru_cache(maxsize=65536)
def _next(parts: Clues, state: _State, color: int) -> tuple[_State, ...]:
    """Where a cell of a colour leads."""
    if state.left:
        return (state._replace(left=state.left - 1),) if color == state.color else ()
    is_part = state.color != 0
    if is_part and color == state.color:
        return (state,) if parts[state.part].length <= UNKNOWN else ()
    stays = not is_part or parts[state.part].length == UNKNOWNS
    following = state.part if stays else state.part + 1
    return tuple(_begun(parts, following, color)) if color else (_State(following),)


def _begun(parts: Clues, following: int, color: int) -> Iterator[_State]:
    """The states of the first cell of a block."""
    for place in range(following, len(parts)):
        length, wanted = parts[place]
        if wanted in (ANY_COLOR, color):
            yield _State(place, color, max(0, length - 1))
        if length != UNKNOWNS:
            return


def _is_end(parts: Clues, state: _State) -> bool:
    following = state.part + (state.color != 0)
    return not state.left and all(part.length == UNKNOWNS for part in parts[following:])
