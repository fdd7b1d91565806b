"""The bundled puzzles: one folder per pack in ``packs/``, one file per puzzle.

The title of a pack is made of its folder's name, and its order of the files' names. ``packs/`` is
for players. The sets in ``study/`` are for comparing methods of solving and are not shown in menus;
``tools/study_sets.py`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from puzzles.errors import NonogramError
from puzzles.formats import read


@dataclass(frozen=True, slots=True)
class PackPuzzle:
    """One bundled puzzle, without its clues."""

    title: str
    path: Path
    """The file, for :func:`puzzles.formats.read`."""
    height: int
    width: int
    colors: int = 1
    """Colours besides the background."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles that belong together, the easiest first."""

    name: str
    """The folder's name, ``first-steps``."""
    title: str
    """The title for the user, ``First steps``."""
    puzzles: tuple[PackPuzzle, ...]


def packs() -> list[Pack]:
    """All bundled packs, by name.

    >>> [(pack.title, pack.puzzles[0].title) for pack in packs()]
    [('First steps', 'Heart')]
    """
    return _packs_in("packs")


def study_sets() -> list[Pack]:
    """All puzzle sets for comparing methods of solving, by name; the smallest puzzles first.

    >>> [(found.name, len(found.puzzles)) for found in study_sets()]
    [('csp', 4), ('shapes', 18), ('sizes', 6), ('sparse', 4)]
    """
    return _packs_in("study")


def study_set(name: str) -> Pack:
    """The set of that name.

    Raises:
        NonogramError: There is none; the text lists the existing names.
    """
    sets = {found.name: found for found in study_sets()}
    if name not in sets:
        raise NonogramError(f"there is no puzzle set {name!r}, only {', '.join(sets)}")
    return sets[name]


def _packs_in(name: str) -> list[Pack]:
    folder = Path(str(files("puzzles"))) / name
    return [_pack(path) for path in sorted(folder.iterdir()) if any(path.glob("*.non"))]


def _pack(folder: Path) -> Pack:
    found = tuple(_pack_puzzle(path) for path in sorted(folder.glob("*.non")))
    return Pack(folder.name, folder.name.replace("-", " ").capitalize(), found)


def _pack_puzzle(path: Path) -> PackPuzzle:
    puzzle = read(path).puzzle
    colors = len(puzzle.palette) - 1
    return PackPuzzle(puzzle.title, path, puzzle.height, puzzle.width, colors)
