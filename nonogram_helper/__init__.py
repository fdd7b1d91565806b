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

from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonogram_helper.library import generate as generate
from nonogram_helper.library import rate as rate
from nonogram_helper.library import read as read
from nonogram_helper.library import read_picture as read_picture
from nonogram_helper.library import read_pictures as read_pictures
from nonogram_helper.library import solve as solve

if TYPE_CHECKING:
    from puzzles.errors import NonogramError as NonogramError
    from puzzles.formats import Document as Document
    from puzzles.formats import write as write
    from puzzles.grid import Grid as Grid
    from puzzles.model import Puzzle as Puzzle
    from solver.author.generator.options import GeneratorOptions as GeneratorOptions
    from solver.solution_count import count_solutions as count_solutions

    __version__: str

try:
    from nonogram_helper._checkout import make_packages_importable
except ModuleNotFoundError:  # this is an installation
    pass
else:
    make_packages_importable()

_MODULES = {
    "Document": "puzzles.formats",
    "GeneratorOptions": "solver.author.generator.options",
    "Grid": "puzzles.grid",
    "NonogramError": "puzzles.errors",
    "Puzzle": "puzzles.model",
    "count_solutions": "solver.solution_count",
    "write": "puzzles.formats",
}
"""Where the names come from that are imported when they are used."""


def __getattr__(name: str) -> Any:
    """Import a name when it is used (PEP 562)."""
    if name == "__version__":
        from puzzles.version import version_number

        value: object = version_number()
    elif name in _MODULES:
        value = getattr(import_module(_MODULES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names, those that are not imported yet among them."""
    return sorted({*globals(), *_MODULES, "__version__"})


def main() -> int:
    """The program ``nonogram``; see ``main.main``."""
    from main import main as run

    return run()


def window() -> int:
    """The program ``nonogram-helper``; see ``main.window``."""
    from main import window as run

    return run()
