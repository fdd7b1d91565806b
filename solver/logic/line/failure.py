"""Why a line cannot be completed: the simplest reason that can be told.

``empty``: it has no blocks, but shaded cells. ``room``: the blocks, pushed to one end past the
walls one after the other, run out of cells; the first that does is told. ``too long``: a run is
longer than each block of its colour. ``no block``: no block of a run's colour and length can be
there. ``runs``: the runs need more blocks, or others, than there are. ``""``: none of these.

Example: clues 2 1 and the cells ``#.?..``: the first block would have to be at the run in cell 1,
which has room for one cell only: ``no block``.
"""

from __future__ import annotations

from puzzles.model import BACKGROUND
from solver.logic.finding import Evidence, Span, bits
from solver.logic.line_view import LineView, Run, fitting


def why_impossible(view: LineView, premises: int) -> Evidence:
    """The reason why no placement fits.

    Args:
        view: A line without a placement.
        premises: Cells that are enough for that, as a bit set.
    """
    runs = view.bare_runs()
    if not view.clues:
        return Evidence("empty", runs=_spans(runs))
    for run in runs:
        longest = max((c.length for c in view.clues if c.color == run.color), default=0)
        if run.stop - run.start > longest:
            blocks = tuple(j for j, clue in enumerate(view.clues) if clue.color == run.color)
            return Evidence("too long", blocks, runs=_spans([run]), color=run.color)
    if view.lefts is None or view.rights is None:
        return _without_room(view)
    for run in runs:
        if not any(_may_be(view, run, j) for j in range(len(view.clues))):
            return Evidence("no block", runs=_spans([run]), color=run.color)
    if view.runs is not None:
        return Evidence("", _all_blocks(view))
    return Evidence("runs", runs=_spans([r for r in runs if premises & bits(r.start, r.stop)]))


def _without_room(view: LineView) -> Evidence:
    """The first block that finds no place when all before it are at their first places."""
    at = 0
    for j, (length, color) in enumerate(view.clues):
        places = fitting(view.line[color], length) >> at
        if not places:
            free = view.line[color] & ~view.owned[BACKGROUND] & bits(at, view.width)
            start = (free & -free).bit_length() - 1 if free else view.width
            gap = Span(start, free.bit_length()) if free else None
            return Evidence("room", tuple(range(j + 1)), gap=gap, color=color)
        at += (places & -places).bit_length() - 1 + length + view.gaps[j]
    return Evidence("", _all_blocks(view))


def _may_be(view: LineView, run: Run, block: int) -> bool:
    """Whether a run may belong to a block, by walls and the block's first and last place."""
    assert view.lefts is not None
    assert view.rights is not None
    length, color = view.clues[block]
    is_there = view.lefts[block] <= run.start and view.rights[block] + length >= run.stop
    fits = run.stop - run.start <= length <= run.room_stop - run.room_start
    return color == run.color and fits and is_there


def _all_blocks(view: LineView) -> tuple[int, ...]:
    return tuple(range(len(view.clues)))


def _spans(runs: list[Run]) -> tuple[Span, ...]:
    return tuple(Span(run.start, run.stop) for run in runs)
