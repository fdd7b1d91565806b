"""The bundled puzzles: one folder a pack below ``packs/``, one file a puzzle.

A folder's name says the pack's title, and the files' names their order; everything else stands
in the files.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from puzzles.formats import read


@dataclass(frozen=True, slots=True)
class PackPuzzle:
    """One bundled puzzle, without its clues."""

    title: str
    path: Path
    """The file, for :func:`puzzles.formats.read`."""
    height: int
    width: int


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles that belong together, the easiest first."""

    name: str
    """The folder's name, ``first-steps``."""
    title: str
    """For people, ``First steps``."""
    puzzles: tuple[PackPuzzle, ...]


def packs() -> list[Pack]:
    """All bundled packs, by name.

    >>> [(pack.title, pack.puzzles[0].title) for pack in packs()]
    [('First steps', 'Heart')]
    """
    folder = Path(str(files("puzzles"))) / "packs"
    return [_pack(path) for path in sorted(folder.iterdir()) if any(path.glob("*.non"))]


def _pack(folder: Path) -> Pack:
    found = tuple(_pack_puzzle(path) for path in sorted(folder.glob("*.non")))
    return Pack(folder.name, folder.name.replace("-", " ").capitalize(), found)


def _pack_puzzle(path: Path) -> PackPuzzle:
    puzzle = read(path).puzzle
    return PackPuzzle(puzzle.title, path, puzzle.height, puzzle.width)
