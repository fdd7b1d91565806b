"""Exact line solving: a colour is removed from a cell if and only if no placement uses it there.

Cells are bits of Python integers (bit ``i`` is cell ``i``), so one shift or mask handles a whole
line, at any width and with any number of colours. There are ``width + 1`` boundaries between the
cells: boundary ``p`` is the left edge of cell ``p``. Two sets of boundaries belong to each block:

- ``reach[j]``: the first ``j`` blocks, and blanks after them, can fill all cells left of it;
- ``rest[j]``: the blocks from ``j`` on, and blanks before them, can fill all cells right of it.

``rest`` is computed by the same sweep over the mirrored line. A block may be wherever the two meet;
a blank may be wherever ``reach[j]`` is followed by ``rest[j]``. The cost is a few integer
operations for each block, whatever the number of placements.

Example: the clues 1 2 in five unknown cells. No block reaches all boundaries 0 to 5. The first
block can start in cells 0 to 4, so it reaches the boundaries 1 to 5; after a gap the second one can
start in cells 2 to 3, and reaches 4 and 5. From the right, the second block needs boundary 3 or one
before it. The two meet where the first block starts in 0 or 1 and the second in 2 or 3: only cell 3
is certain.

This module is the specification of every other line solver of the project.

Source: Batenburg and Kosters, "Solving Nonograms by combining relaxations", Pattern Recognition 42
(2009), for the two sweeps; the flood fill by one addition is the carry trick of bit-parallel string
matching (Myers, 1999).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache

from puzzles.model import BACKGROUND, Clue, Clues

LineMasks = tuple[int, ...]
"""For each palette colour (0 is the background) the cells that may still have it, bit ``i`` for
cell ``i``; no bits at or above the line's width."""

_Block = tuple[int, int, tuple[int, ...], bool]
"""Colour, length, shifts whose doubling spans the length, whether a gap must precede."""

_MIRRORED_BYTES = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class LinePlan:
    """The clues of one line, prepared for solving the line many times.

    Args:
        clues: The line's clues, each at least one cell long.
        width: Cells in the line.
    """

    __slots__ = ("_backward", "_forward", "width")

    def __init__(self, clues: Sequence[Clue], width: int) -> None:
        self.width = width
        self._forward = _blocks(clues)
        self._backward = _blocks(clues[::-1])

    def reduce(self, line: LineMasks) -> LineMasks | None:
        """Keep in each cell only what occurs in some placement; see :func:`solve_line`."""
        width = self.width
        blank = line[BACKGROUND]
        found = _sweep(self._forward, line)
        if found is None or not found[0][-1] >> width:
            return None
        reach, starts = found
        rest = self._rest(line)
        cells = [0] * len(line)
        after = rest[0] >> 1
        cells[BACKGROUND] = reach[0] & after
        for j in range(len(starts) - 1, -1, -1):
            color, length, shifts, _ = self._forward[j]
            ends = rest[j + 1]
            after = ends >> 1
            cells[BACKGROUND] |= reach[j + 1] & after
            if j + 1 < len(starts) and self._forward[j + 1][3]:
                ends = after & blank
            run = starts[j] & ends >> length
            for shift in shifts:
                run |= run << shift
            cells[color] |= run
        cells[BACKGROUND] &= blank
        return tuple(cells)

    def block_starts(self, line: LineMasks) -> tuple[int, ...] | None:
        """Where each block may start; see :func:`block_starts`."""
        found = _sweep(self._forward, line)
        if found is None or not found[0][-1] >> self.width:
            return None
        _, starts = found
        rest = self._rest(line)
        places = []
        for j, start in enumerate(starts):
            ends = rest[j + 1]
            if j + 1 < len(starts) and self._forward[j + 1][3]:
                ends = ends >> 1 & line[BACKGROUND]
            places.append(start & ends >> self._forward[j][1])
        return tuple(places)

    def _rest(self, line: LineMasks) -> list[int]:
        """``rest[j]`` for each block and one more; the line has a placement."""
        found = _sweep(self._backward, tuple([mirrored(m, self.width) for m in line]))
        assert found is not None, "a line that can be filled from the left can be from the right"
        boundaries = self.width + 1
        return [mirrored(m, boundaries) for m in reversed(found[0])]


def _blocks(clues: Sequence[Clue]) -> tuple[_Block, ...]:
    blocks = []
    previous = BACKGROUND
    for length, color in clues:
        blocks.append((color, length, _doubling(length), color == previous))
        previous = color
    return tuple(blocks)


@lru_cache(maxsize=1024)
def _doubling(length: int) -> tuple[int, ...]:
    """Shifts that extend a single bit to ``length`` bits, none longer than the bits so far.

    >>> _doubling(5)
    (2, 1, 1)
    """
    shifts = []
    while length > 1:
        shifts.append(length >> 1)
        length -= length >> 1
    return tuple(shifts)


def _sweep(blocks: tuple[_Block, ...], line: LineMasks) -> tuple[list[int], list[int]] | None:
    """Place the blocks from the left: boundaries reached after each block, starts of each."""
    blank = line[BACKGROUND]
    # A boundary is also reached over the blanks after a reached one. Adding a bit to a run of ones
    # carries through it, so that the sum differs from the run in all bits up to the one after it:
    # 0b01011 + 1 = 0b01100, and 0b01100 ^ 0b01011 = 0b00111, the boundaries 0, 1 and 2.
    reach = (blank + (blank & 1) ^ blank) | 1
    reaches = [reach]
    starts = []
    for color, length, shifts, needs_gap in blocks:
        # The cells from which on as many cells as the block is long may have its colour.
        fits = line[color]
        for shift in shifts:
            fits &= fits >> shift
        fits &= (reach & blank) << 1 if needs_gap else reach
        if not fits:
            return None
        starts.append(fits)
        ends = fits << length
        reach = (blank + (ends & blank) ^ blank) | ends
        reaches.append(reach)
    return reaches, starts


def mirrored(mask: int, width: int) -> int:
    """The mask with bit ``i`` at bit ``width - 1 - i``.

    >>> bin(mirrored(0b00101, 5))
    '0b10100'
    """
    size = (width + 7) >> 3
    turned = mask.to_bytes(size, "little").translate(_MIRRORED_BYTES)
    return int.from_bytes(turned, "big") >> (size << 3) - width


@lru_cache(maxsize=4096)
def _plan(clues: Clues, width: int) -> LinePlan:
    return LinePlan(clues, width)


def forget_lines() -> int:
    """Free what is kept of the lines so far, as when another puzzle is opened.

    Returns:
        How many lines were kept.
    """
    count = _plan.cache_info().currsize
    _plan.cache_clear()
    return count


def solve_line(clues: Sequence[Clue], line: LineMasks, width: int) -> LineMasks | None:
    """Keep in each cell only what occurs in some placement of the clues.

    Args:
        clues: The line's clues, in order, each at least one cell long.
        line: For each colour, the cells that may still have it.
        width: Cells in the line.

    Returns:
        The reduced masks; ``None`` if no placement fits.

    >>> before = (0b1111, 0b1111)
    >>> [bin(mask) for mask in solve_line([Clue(3)], before, 4)]
    ['0b1001', '0b1111']
    """
    return _plan(tuple(clues), width).reduce(line)


def block_starts(clues: Sequence[Clue], line: LineMasks, width: int) -> tuple[int, ...] | None:
    """The cells at which each block starts in some placement of all the clues.

    Args:
        clues: The line's clues, in order, each at least one cell long.
        line: For each colour, the cells that may still have it.
        width: Cells in the line.

    Returns:
        For each clue a bit set of cells; ``None`` if no placement fits.

    >>> [bin(places) for places in block_starts([Clue(1), Clue(2)], (0b11111, 0b11111), 5)]
    ['0b11', '0b1100']
    """
    return _plan(tuple(clues), width).block_starts(line)


def masks_of(states: Iterable[int], colors: int) -> LineMasks:
    """The masks of a line of a :class:`~puzzles.grid.Grid`.

    Args:
        states: For each cell the bit set of colours that it may have.
        colors: Size of the palette, background included.

    >>> masks_of([3, 2, 1], 2)
    (5, 3)
    """
    cells = states if isinstance(states, array) else array("I", states)
    raw = cells.tobytes()
    if not raw:
        return (0,) * colors
    planes = [raw[plane :: cells.itemsize][::-1] for plane in _planes(colors, cells.itemsize)]
    return tuple(int(planes[k >> 3].translate(_DIGIT_OF_BIT[k & 7]), 2) for k in range(colors))


def states_of(masks: LineMasks, width: int) -> array[int]:
    """The line of a :class:`~puzzles.grid.Grid` that the masks describe.

    >>> states_of((5, 3), 3).tolist()
    [3, 2, 1]
    """
    cells = array("I")
    raw = bytearray(width * cells.itemsize)
    for byte, plane in enumerate(_planes(len(masks), cells.itemsize)):
        together = 0
        for bit, mask in enumerate(masks[byte << 3 : (byte << 3) + 8]):
            digits = f"{mask:0{width}b}".encode().translate(_BIT_OF_DIGIT[bit])
            together |= int.from_bytes(digits, "big")
        raw[plane :: cells.itemsize] = together.to_bytes(width, "little")
    cells.frombytes(raw)
    return cells


def certain_blocks(clues: Sequence[Clue], states: Sequence[int], colors: int) -> tuple[bool, ...]:
    """Which clues a player can cross out: their block's place is certain and shaded.

    Args:
        clues: The line's clues, in order.
        states: For each cell the bit set of colours that it may have.
        colors: Size of the palette, background included.

    Returns:
        For each clue, whether its block has just one place that agrees with the states, and all
        its cells are shaded in its colour. All are false in a line without a placement.

    >>> certain_blocks([Clue(1), Clue(2)], [2, 1, 3, 3, 3], 2)
    (True, False)
    """
    none = (False,) * len(clues)
    line = masks_of(states, colors)
    free = 0
    for color, mask in enumerate(line):
        free |= mask if color == BACKGROUND else _shared_with_later(line, color)
    if not ~free & (1 << len(states)) - 1 or any(c.length == 0 for c in clues):
        return none
    places = block_starts(clues, line, len(states))
    if places is None:
        return none
    return tuple(
        place & (place - 1) == 0 and not free & ((1 << length) - 1) * place
        for (length, _), place in zip(clues, places, strict=True)
    )


def _shared_with_later(line: LineMasks, color: int) -> int:
    """The cells that may have the colour and also a later one of the palette."""
    others = 0
    for mask in line[color + 1 :]:
        others |= mask
    return line[color] & others


def _planes(colors: int, itemsize: int) -> list[int]:
    """The byte of an array item that holds each group of eight colours, the lowest first."""
    planes = list(range(itemsize))
    if sys.byteorder == "big":
        planes.reverse()
    return planes[: (colors + 7) >> 3]


_DIGIT_OF_BIT = [bytes(48 + (byte >> bit & 1) for byte in range(256)) for bit in range(8)]
_BIT_OF_DIGIT = [bytes(((byte & 1) << bit) for byte in range(256)) for bit in range(8)]
