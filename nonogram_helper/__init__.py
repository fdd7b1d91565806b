"""The one name that an installation puts beside other people's modules.

``import nonogram_helper`` makes the program's packages importable: ``puzzles``, ``solver``,
``recognizer`` and ``helper``. In an installation they lie in a folder inside this package, which
nobody else's imports reach; in a checkout they lie beside it. Nothing is imported yet.

>>> import nonogram_helper
>>> from puzzles import Puzzle
"""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGES = ("helper", "puzzles", "recognizer", "resources", "solver")
"""The names that become importable, together with the module ``main``."""
FOLDER = "_packages"
"""Where an installation has them; ``setup.py`` puts them there."""


def packages_folder() -> Path:
    """The folder that holds the packages."""
    here = Path(__file__).resolve().parent
    return here / FOLDER if (here / FOLDER).is_dir() else here.parent


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
