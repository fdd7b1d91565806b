"""The one name that an installation puts beside other people's modules.

What most users need is in this package:

>>> from nonogram_helper import Puzzle, solve
>>> solve(Puzzle.from_numbers([[1], [2]], [[2], [1]])).is_unique
True

``import nonogram_helper`` also makes the program's packages importable: ``puzzles``, ``solver``,
``recognizer`` and ``helper``. In an installation they lie in a folder inside this package, which
nobody else's imports reach; in a checkout they lie beside it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonogram_helper.library import generate as generate
from nonogram_helper.library import rate as rate
from nonogram_helper.library import read as read
from nonogram_helper.library import read_picture as read_picture
from nonogram_helper.library import read_pictures as read_pictures
from nonogram_helper.library import solve as solve

if TYPE_CHECKING:
    from puzzles import Grid as Grid
    from puzzles import NonogramError as NonogramError
    from puzzles import Puzzle as Puzzle
    from puzzles.formats import Document as Document
    from puzzles.formats import write as write
    from solver.author.generator.options import GeneratorOptions as GeneratorOptions
    from solver.solution_count import count_solutions as count_solutions

    __version__: str

PACKAGES = ("helper", "network", "puzzles", "recognizer", "resources", "solver")
"""The names that become importable, together with the module ``main``."""
FOLDER = "_packages"
"""Where an installation has them; ``setup.py`` puts them there."""


_MODULES = {
    "Document": "puzzles.formats",
    "GeneratorOptions": "solver.author.generator.options",
    "Grid": "puzzles",
    "NonogramError": "puzzles",
    "Puzzle": "puzzles",
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


def packages_folder() -> Path:
    """The folder that holds the packages."""
    here = Path(__file__).resolve().parent
    is_checkout = (here.parent / "puzzles" / "model.py").is_file()
    # A wheel that is not unpacked is no folder, but what lies in it can be imported, too.
    return here.parent if is_checkout and not (here / FOLDER).is_dir() else here / FOLDER


def _make_importable() -> None:
    """Put the folder first on ``sys.path``, which child processes inherit.

    Raises:
        ImportError: Another module of such a name is imported already.
    """
    folder = packages_folder()
    for name in PACKAGES:
        loaded = getattr(sys.modules.get(name), "__file__", None)
        if loaded is not None and folder not in Path(loaded).resolve().parents:
            raise ImportError(
                f"nonogram_helper needs the name {name!r}, which {loaded} has taken:"
                " rename that module, or import nonogram_helper first"
            )
    if str(folder) not in sys.path[:1]:
        sys.path.insert(0, str(folder))


_make_importable()


def main() -> int:
    """The program ``nonogram``; see ``main.main``."""
    from main import main as run

    return run()


def window() -> int:
    """The program ``nonogram-helper``; see ``main.window``."""
    from main import window as run

    return run()
