"""What this program's modules are called, and how it is started again, whole or as a child process.

A frozen program (PyInstaller) holds its own interpreter and has no ``python -m``: its entry hands
over to :func:`run_as_child` first.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

IS_FROZEN = bool(getattr(sys, "frozen", False))
"""Whether this is a program with an interpreter of its own, which PyInstaller has made."""
_MODULE_OPTIONS = ("-P", "-m")
"""Of Python's command line; a frozen program takes them, too, see :func:`run_as_child`."""
_CHILD = "puzzles.child"
"""The package that :func:`child_command` runs, and no other in a frozen program."""
_INSTALLED = "nonogram_helper"
"""The package that has all others inside it where the program is installed."""
PREFIX = __name__.rpartition("puzzles")[0]
"""What stands before the names of this program's packages: nothing in a checkout."""
_PACKAGES = ("helper", "main", "network", "puzzles", "recognizer", "solver")
IMPORT_FOLDER = Path(__file__).parents[2 if PREFIX else 1]
"""Where Python has to look for this program's modules."""


def short_name(module: str) -> str:
    """The name that a module of this program has in the repository; empty for any other module.

    >>> short_name("nonogram_helper.x"), short_name("numpy.linalg")
    ('nonogram_helper.x', '')
    """
    inside = module.removeprefix(PREFIX)
    first, dot, rest = inside.partition(".")
    first = "main" if first == "_main" else first  # an installation has a function ``main``
    if first in _PACKAGES and module.startswith(PREFIX):
        return first + dot + rest
    return module if module.partition(".")[0] == _INSTALLED else ""


def child_command() -> tuple[str, ...]:
    """The command of a child process. ``-P``: files in the user's folder replace no module."""
    return (sys.executable, *_MODULE_OPTIONS, _CHILD)


def own_command() -> tuple[str, ...]:
    """The command that started this program, without the arguments that it was given."""
    if IS_FROZEN:
        return (sys.executable,)
    return (sys.executable, *sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv[1:])])


def run_as_child() -> None:
    """In a frozen program, be the child that the command line asks for, and then never return.

    The entry calls this before anything else. For any other command line only the environment is
    changed: the programs that this one starts, such as a browser, use the system's libraries.
    """
    _forget_loader()
    asked = tuple(sys.argv[1 : 2 + len(_MODULE_OPTIONS)])
    if asked == (*_MODULE_OPTIONS, _CHILD):
        # Not by runpy: no import names the module __main__, by which a bundle would find it.
        import_module(f"{_CHILD}.serving").main()
        sys.exit()


def _forget_loader() -> None:
    """Take back what PyInstaller's loader has set; it sets that again when a child starts.

    It would not, if the child knew by its variables that it is one.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    for name in ("LD_LIBRARY_PATH", *(each for each in os.environ if each.startswith("_PYI_"))):
        os.environ.pop(name, None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
