"""The known cells of a line that a deduction needs.

Cells are forgotten one after the other, from the first to the last one, as long as the same still
follows. The versions in Python are the specification of the compiled ones (``premises.hpp``).
"""

from __future__ import annotations

from collections.abc import Callable

from solver.line import LineMasks, solve_line
from solver.logic.finding import forgotten, members, merged, narrowed
from solver.logic.line.all import FINDERS
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique
from solver.registry import get_engine


def technique_premises(
    technique: Technique,
    view: LineView,
    empty: LineMasks,
    after: LineMasks,
    engine: str | None = None,
) -> LineMasks:
    """Keep what a technique needs for a result.

    Args:
        technique: A technique on one line.
        view: The line.
        empty: The line when nothing is known.
        after: What the technique finds on it, or a part of that.
        engine: By default the fastest that is installed; all but ``native`` do it in Python.

    Returns:
        The line with the cells that are needed; the others are as in ``empty``.
    """
    clues, line, width = view.clues, view.line, view.width
    if get_engine(engine).name == "native":
        from solver.native._core import technique_premises as compiled
        from solver.native.conversion import line_for_core, masks_for_core, masks_of_core

        may, start, wanted = (masks_for_core(each, width) for each in (line, empty, after))
        lengths, colors = line_for_core(clues)
        least = compiled(technique.rank, lengths, colors, may, start, wanted, width)
        return masks_of_core(least)
    changed = narrowed(line, after)

    def shows(less: LineMasks) -> bool:
        left = less
        for finding in FINDERS[technique](LineView(clues, less, width)):
            if narrowed(less, finding.after) & changed:
                left = merged(left, finding.after)
        return not narrowed(left, after) & changed

    before = None
    while line != before:  # a technique may find more with fewer cells, so once is not enough
        before, line = line, _forget_once(line, empty, shows)
    return line


def line_premises(
    view: LineView,
    empty: LineMasks,
    gone: LineMasks | None,
    engine: str | None = None,
) -> LineMasks:
    """Keep what all placements together need for a result; see :func:`technique_premises`.

    Args:
        view: The line.
        empty: The line when nothing is known.
        gone: For each colour the cells that are shown not to have it; ``None``: it is shown that no
            placement fits.
        engine: As there.
    """
    clues, line, width = view.clues, view.line, view.width
    if get_engine(engine).name == "native":
        from solver.native._core import line_premises as compiled
        from solver.native.conversion import line_for_core, masks_for_core, masks_of_core

        may, start = masks_for_core(line, width), masks_for_core(empty, width)
        wanted = None if gone is None else masks_for_core(gone, width)
        lengths, colors = line_for_core(clues)
        return masks_of_core(compiled(lengths, colors, may, start, wanted, width))

    def shows(less: LineMasks) -> bool:
        exact = solve_line(clues, less, width)
        if gone is None or exact is None:
            return gone is None and exact is None
        return not any(a & b for a, b in zip(exact, gone, strict=True))

    return _forget_once(line, empty, shows)


def _forget_once(
    line: LineMasks, empty: LineMasks, shows: Callable[[LineMasks], bool]
) -> LineMasks:
    for at in members(narrowed(empty, line)):
        less = forgotten(line, empty, 1 << at)
        if shows(less):
            line = less
    return line
