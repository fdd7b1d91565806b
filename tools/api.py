"""Writes the API reference, made from the docstrings, with the names of an installation.

``python tools/api.py [FOLDER [MODULE ...]]``; ``make api`` and ``make test`` call it, with
pdoc from the extra ``docs``. A warning is a failure.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import shutil
import sys
import tempfile
import warnings
from array import array
from functools import cache
from importlib import import_module
from pathlib import Path
from types import GenericAlias, ModuleType

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import pdoc
import pdoc.doc_types
import pdoc.render
from tqdm import tqdm

from tools import full_names
from tools.full_names import PACKAGE, full_name, modules_of, rewritten

DESCRIBED = ("puzzles", "solver", "recognizer")
TARGET = ROOT / "build" / "api"


class Array(array):  # type: ignore[type-arg]
    """Stands for ``array`` in annotations, which is not generic before Python 3.12."""

    __class_getitem__ = classmethod(GenericAlias)  # type: ignore[var-annotated]


# To find the source of a class, `inspect` parses its whole module before Python 3.13, each time.
ast.parse = cache(ast.parse)  # type: ignore[assignment]

Array.__module__, Array.__qualname__ = "array", "array"
# Generic for type checkers only.
tqdm.__class_getitem__ = classmethod(GenericAlias)  # type: ignore[attr-defined]


def write_package(folder: Path) -> None:
    """Write the package as it is installed, with links to files that are no sources."""

    def copy(source: str, target: str) -> None:
        if source.endswith(".py"):
            text = Path(source).read_text(encoding="utf-8")
            Path(target).write_text(rewritten(text, source, modules_of(ROOT)), encoding="utf-8")
        else:
            Path(target).symlink_to(source)

    ignored = shutil.ignore_patterns("__pycache__", "_checkout.py")
    package = folder / PACKAGE
    shutil.copytree(ROOT / PACKAGE, package, copy_function=copy, ignore=ignored)
    for name in full_names.PACKAGES:
        shutil.copytree(ROOT / name, package / name, copy_function=copy, ignore=ignored)


def public_modules() -> list[str]:
    """All modules; pdoc by itself leaves out those that a package's ``__all__`` does not name."""
    names = [PACKAGE, *map(full_name, DESCRIBED)]
    for package in DESCRIBED:
        walked = pkgutil.walk_packages([str(ROOT / package)], f"{package}.")
        names += [full_name(found.name) for found in walked]
    is_private = re.compile(r"\._").search
    return [name for name in sorted(names) if not is_private(name)]


def import_names(module: ModuleType) -> None:
    """Import the names that a module would import when they are used."""
    for name in getattr(module, "__all__", ()):
        vars(module).setdefault(name, getattr(module, name))


def resolve_annotations(module: ModuleType) -> None:
    """Help pdoc with annotations."""
    for key, value in list(vars(module).items()):
        if value is array:
            setattr(module, key, Array)
        elif (
            inspect.isclass(value)
            and hasattr(value, "_fields")
            and value.__module__ == module.__name__
        ):
            # A NamedTuple; its names may be imported for type checkers only, which pdoc can do.
            value.__new__.__annotations__ = pdoc.doc_types.resolve_annotations(
                inspect.get_annotations(value), module, None, value.__qualname__
            )


def main(target: Path, names: list[str]) -> int:
    """Write the pages of these modules, or of all; returns the exit code."""
    pdoc.render.configure(docformat="google", show_source=False, footer_text="Nonogram Helper")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", message=".*has already been added")  # named and found
        warnings.filterwarnings("ignore", message=".*may refer to")  # the folder of a checkout
        modules = [import_module(name) for name in names or public_modules()]
        for module in modules:
            import_names(module)
        for name in sorted(sys.modules):
            if name.startswith(PACKAGE):
                resolve_annotations(sys.modules[name])
        pdoc.pdoc(*(module.__name__ for module in modules), output_directory=target)
    for warning in found:
        print(f"{warning.category.__name__}: {warning.message}", file=sys.stderr)
    print(target / "index.html")
    return 1 if found else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as installed:
        write_package(Path(installed))
        sys.path.insert(0, installed)
        sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET, sys.argv[2:]))
