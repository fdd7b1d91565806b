"""The domain: nonograms and their files. Imports none of the other packages, no Qt, no numpy.

* :mod:`puzzles.model` and :mod:`puzzles.grid` have the values, and the words of the puzzle.
* :mod:`puzzles.formats` reads and writes files.
* :mod:`puzzles.contracts` is what solver and recognizer agree on; :mod:`puzzles.errors` has the
  exceptions of the project.
* Making: ``turning`` (flips, rotations, sizes), ``colors`` (palettes), ``letters``.
* Telling: ``notation``, ``words``, ``titles``, ``colors``, ``color_values``, ``difficulty``,
  ``board_picture`` with ``board_svg``.
* Commands: ``command_line`` (options, services, endings), ``inputs`` and ``destination`` (files, or
  ``-``), ``progress`` (many files, ``-j``), ``interrupt`` (Ctrl+C as a flag), ``output``.
* Other processes: :mod:`puzzles.child`, ``many`` (on all cores), ``cluster`` with ``bundles`` (on
  other machines), ``program`` (starting this one again).
* ``packs/`` and ``study/`` are the bundled puzzles (:mod:`puzzles.packs`). A new pack also needs a
  line in ``TITLES`` there; after a change of the bundled puzzles ``tools/pack_ratings.py``,
  ``tools/packs/order.py`` (and the first one again, if it has renamed any), ``tools/licences.py``
  and ``tools/packs/sheets.py`` have to be run; ``tools/packs/check.py`` says what is wrong.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzles.errors import FormatError, LibraryError, NonogramError, PuzzleError
    from puzzles.grid import (
        BLANK,
        SHADED,
        Grid,
        clear_mask,
        clues_of,
        puzzle_of,
        satisfies,
        unsatisfied_lines,
    )
    from puzzles.model import (
        MAX_SHOWN,
        MAX_SIZE,
        Axis,
        Clue,
        Clues,
        Color,
        Defect,
        DefectReport,
        Line,
        Puzzle,
        cells_needed,
        clues,
    )

__all__ = [
    "BLANK",
    "MAX_SHOWN",
    "MAX_SIZE",
    "SHADED",
    "Axis",
    "Clue",
    "Clues",
    "Color",
    "Defect",
    "DefectReport",
    "FormatError",
    "Grid",
    "LibraryError",
    "Line",
    "NonogramError",
    "Puzzle",
    "PuzzleError",
    "cells_needed",
    "clear_mask",
    "clues",
    "clues_of",
    "puzzle_of",
    "satisfies",
    "unsatisfied_lines",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a name when it is used (PEP 562): some modules need none of them."""
        from importlib import import_module

        for module in ("model", "grid", "errors") if name in __all__ else ():
            found = import_module(f"{__name__}.{module}")
            if hasattr(found, name):
                globals()[name] = value = getattr(found, name)
                return value
        raise AttributeError(name)
