"""The native core, in C++: line solving, propagation, conflict learning and lookahead.

``solver/line.py`` is its specification. ``_core`` is built when the project is installed. Without
it puzzles are solved in plain Python, see :mod:`solver.registry`, and there are no techniques: no
hints and no difficulties. Only ``bindings.cpp`` knows Python.

``search.hpp`` has the order of the stages. A stage runs only if the one before it has left cells
open, and passes its facts on:

1. *Lines* (``bits``, ``line``, ``cache``, ``board``): solves all lines until none changes.
2. *Probing* (``probing``): tries each colour of each open cell; keeps what is impossible, and what
   all colours imply. The first colour that decides much begins a *dive*: stage 4 below it, for a
   while.
3. *Depth first* (``depth_first``, ``beliefs``): branches on the cell of which belief propagation is
   most certain. After a few contradictions stage 4 comes between, then it begins again and waits
   until the beliefs have converged.
4. *Depth first with probes* (``probed_search``): probes all cells at each node, for a bounded
   number of lines, and branches on the cell of which both values decide most.
5. *Learning* (``encoding``, ``sat``, ``sat_search``): clauses over the starts of the blocks. Facts
   that it proves go back to the board after a while, and all stages begin again. With several
   threads a ``team`` learns, whose members pass their best clauses on. Now and then stage 3 has
   another try with other decisions, and learning goes on from what was believed there.

``patience.hpp`` decides when a stage gives up and the next one begins.

Hints and ratings do not use the stages. ``line_logic.hpp`` has the techniques on one line that
people use, with their evidence, ``line_search.hpp`` what each line of a board offers, and
``premises.hpp`` the cells that a deduction needs; ``lookahead.hpp`` tries every cell. Python makes
sentences of it (``solver/logic``).

``likeliest.hpp`` finds the likeliest of the clues that a picture may show, see
:mod:`solver.weighted`; ``balance.hpp`` compares the cells of rows and columns for it.

A puzzle comes as flat words (``FlatClues`` in ``make.hpp``), which it keeps for the next call.
What a search has found leaves as one piece of bytes; a result reads it when its values are used.

``batch.hpp`` solves many puzzles in threads of its own; the results come in their order.

The width of a line in words is a template parameter; black and white is the case of two colours
everywhere. The core works in slices of ``SLICE_S``. Between two of them Python calls
``should_stop``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.errors import NonogramError
from puzzles.words import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from puzzles.model import Clue
    from solver.line import LineMasks

SLICE_S = 0.02
"""The time for which the core works between two calls of the stop function."""


def core() -> ModuleType:
    """The compiled core.

    Raises:
        NonogramError: It was not built.
    """
    try:
        from solver.native import _core
    except ImportError:
        text = _(
            "techniques, hints and difficulties need the native core, which was not built: it needs"
            " a C++ compiler"
        )
        raise NonogramError(text) from None
    return _core


def solve_line(clues: Sequence[Clue], line: LineMasks, width: int) -> LineMasks | None:
    """The compiled version of :func:`solver.line.solve_line`.

    Raises:
        NonogramError: The core was not built.
    """
    from solver.native.conversion import line_for_core, masks_for_core, masks_of_core

    found = core().solve_line(*line_for_core(clues), masks_for_core(line, width), width)
    return None if found is None else masks_of_core(found)
