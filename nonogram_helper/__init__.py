"""The one package that an installation has; all others are inside it.

What most users need is in this package itself:

>>> from nonogram_helper import Puzzle, solve
>>> solve(Puzzle.from_numbers([[1], [2]], [[2], [1]])).is_unique
True

The parts of the program are ``nonogram_helper.puzzles``, ``nonogram_helper.solver``,
``nonogram_helper.recognizer`` and ``nonogram_helper.helper``. In a checkout they lie beside this
package, and can be imported without its name, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzles.difficulty import Difficulty
    from puzzles.errors import FormatError, NonogramError, PuzzleError
    from puzzles.formats import Document, read, write
    from puzzles.grid import Grid
    from puzzles.model import Puzzle
    from recognizer.many_pictures import read_pictures
    from recognizer.one_picture import read_picture
    from recognizer.pages.page_board import PageBoard
    from recognizer.values import Reading
    from solver.api import solve
    from solver.author.generator.making import Generated, generate
    from solver.author.generator.options import GeneratorOptions
    from solver.logic.rate import Rating, rate
    from solver.many import solve_many
    from solver.solution_count import count_solutions
    from solver.values import Engine, Limits, Outcome, SolveResult

    __version__: str

__all__ = [
    "Difficulty",
    "Document",
    "Engine",
    "FormatError",
    "Generated",
    "GeneratorOptions",
    "Grid",
    "Limits",
    "NonogramError",
    "Outcome",
    "PageBoard",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Reading",
    "SolveResult",
    "__version__",
    "count_solutions",
    "generate",
    "rate",
    "read",
    "read_picture",
    "read_pictures",
    "solve",
    "solve_many",
    "write",
]

if Path(__file__).with_name("_checkout.py").exists():
    # An import would also find that of a checkout which is installed beside this installation.
    from nonogram_helper._checkout import make_packages_importable

    make_packages_importable()

if not TYPE_CHECKING:
    _MODULES = {
        "puzzles.difficulty": ["Difficulty"],
        "puzzles.errors": ["FormatError", "NonogramError", "PuzzleError"],
        "puzzles.formats": ["Document", "read", "write"],
        "puzzles.grid": ["Grid"],
        "puzzles.model": ["Puzzle"],
        "recognizer.many_pictures": ["read_pictures"],
        "recognizer.one_picture": ["read_picture"],
        "recognizer.pages.page_board": ["PageBoard"],
        "recognizer.values": ["Reading"],
        "solver.api": ["solve"],
        "solver.author.generator.making": ["Generated", "generate"],
        "solver.author.generator.options": ["GeneratorOptions"],
        "solver.logic.rate": ["Rating", "rate"],
        "solver.many": ["solve_many"],
        "solver.solution_count": ["count_solutions"],
        "solver.values": ["Engine", "Limits", "Outcome", "SolveResult"],
    }
    """The names in each module; it is imported when one of them is used."""

    def __getattr__(name: str) -> object:
        """Import a name when it is used (PEP 562)."""
        if name == "__version__":
            from puzzles.version import version_number

            value: object = version_number()
        else:
            from importlib import import_module

            module = next((key for key, names in _MODULES.items() if name in names), None)
            if module is None:
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            value = getattr(import_module(module), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        """The names, those that are not imported yet among them."""
        return sorted({*globals(), *__all__})


def main() -> int:
    """The program ``nonogram``."""
    from main import main as run

    return run()


def window() -> int:
    """The program ``nonogram-helper``: the window."""
    from main import window as run

    return run()
