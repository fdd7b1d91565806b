"""The bundled puzzles: one folder per pack in ``packs/``, one file per puzzle.

A pack's order is that of its files' names. ``packs/`` is for players; :data:`TITLES` has the titles
and the order of its packs. The sets in ``study/`` are for comparing methods of solving and are not
shown in menus.

``packs/ratings.json`` has the difficulty of each puzzle in ``packs/``, so that no list has to rate
them, and ``packs/index.json`` what a list shows of it, so that no list has to read its file;
``tools/pack_ratings.py`` makes both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from puzzles.color_values import distance
from puzzles.difficulty import Difficulty
from puzzles.errors import NonogramError
from puzzles.formats import read
from puzzles.json_text import read_json
from puzzles.words import _, worded

RATINGS = "ratings.json"
"""The file with the ratings, in ``packs/``."""
INDEX = "index.json"
"""The file with titles and sizes, in ``packs/``."""
TITLES = {
    "first-steps": _("First steps"),
    "one-technique-more": _("One technique more"),
    "tiny-pictures": _("Tiny pictures"),
    "small-pictures": _("Small pictures"),
    "medium-pictures": _("Medium pictures"),
    "in-colour": _("In colour"),
    "animals-in-colour": _("Animals in colour"),
    "food-in-colour": _("Food in colour"),
    "nature-in-colour": _("Nature in colour"),
    "things-in-colour": _("Things in colour"),
    "travel-in-colour": _("Travel in colour"),
    "constellations": _("Constellations"),
    "silhouettes": _("Silhouettes"),
    "maps": _("Maps"),
    "letters-of-the-world": _("Letters of the world"),
    "people-and-places": _("People and places"),
    "creatures-and-myths": _("Creatures and myths"),
    "plants-and-small-things": _("Plants and small things"),
    "tools-and-instruments": _("Tools and instruments"),
    "hard-in-colour": _("Hard in colour"),
    "line-drawings": _("Line drawings"),
    "fractals": _("Fractals"),
    "patterns": _("Patterns"),
    "knots-and-stars": _("Knots and stars"),
    "links-in-colour": _("Links in colour"),
    "op-art": _("Op art"),
}
"""The titles of the bundled packs for people, in the order in which they are shown; others follow,
by name."""


class PackRating(NamedTuple):
    """The difficulty of a bundled puzzle, as the solver rates it."""

    clues: str
    """The hash of the clues that were rated."""
    difficulty: Difficulty
    score: float
    hardest: str
    """The name of the hardest technique that is needed."""
    times: int = 0
    """How many steps are of this technique."""


class PackRatings(NamedTuple):
    """The ratings of all bundled puzzles."""

    version: int
    """The version of the rating; 0 if there are none."""
    by_name: dict[str, PackRating]
    """By folder and file, as in ``first-steps/01-heart.non``."""


_IndexEntry = tuple[str, int, int, int, float]
"""Title, height, width, colours besides the background, and how different its colours look."""


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
    rating: PackRating | None = None
    """``None`` if it is not known."""
    color_distance: float = 1.0
    """The smallest distance of two of its colours, see :func:`puzzles.color_values.distance`."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles that belong together, the easiest first."""

    name: str
    """The folder's name, ``first-steps``."""
    title: str
    """The title for the user, ``First steps``."""
    puzzles: tuple[PackPuzzle, ...]


def packs() -> tuple[Pack, ...]:
    """All bundled packs, in their order.

    >>> [(pack.title, pack.puzzles[0].title) for pack in packs() if len(pack.puzzles) < 10]
    [('First steps', 'Heart'), ('In colour', 'Ladybird')]
    """
    return _packs_in("packs")


def study_sets() -> tuple[Pack, ...]:
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
        raise NonogramError(
            worded("there is no puzzle set {name!r}, only {sets}", name=name, sets=", ".join(sets))
        )
    return sets[name]


@cache  # what is bundled does not change while the program runs
def pack_ratings() -> PackRatings:
    """The ratings of the bundled puzzles; none if their file is missing or damaged."""
    return _ratings_in(_folder("packs"))


@cache  # each window asks for them
def _ratings_in(folder: Path) -> PackRatings:
    try:
        content = read_json((folder / RATINGS).read_bytes())
        version, found = int(content["version"]), content["puzzles"]
        ratings = {name: PackRating(**each) for name, each in found.items()}
        return PackRatings(
            version,
            {
                name: each._replace(difficulty=Difficulty(each.difficulty))
                for name, each in ratings.items()
            },
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return PackRatings(0, {})


def _folder(name: str) -> Path:
    return Path(str(files("puzzles"))) / name


@cache
def _packs_in(name: str) -> tuple[Pack, ...]:
    ratings = pack_ratings().by_name if name == "packs" else {}
    known = _index() if name == "packs" else {}
    folders = sorted(path for path in _folder(name).iterdir() if path.is_dir())
    order = list(TITLES)
    folders.sort(key=lambda path: order.index(path.name) if path.name in TITLES else len(order))
    found = (_pack(path, ratings, known) for path in folders)
    return tuple(pack for pack in found if pack.puzzles)


def _pack(folder: Path, ratings: dict[str, PackRating], known: dict[str, _IndexEntry]) -> Pack:
    found = []
    paths = {path.name: path for path in folder.iterdir() if path.name.endswith(".non")}
    for file in sorted(paths):  # three times as fast as sorted paths
        path, name = paths[file], f"{folder.name}/{file}"
        entry = known.get(name) or index_entry(path)
        found.append(PackPuzzle(entry[0], path, *entry[1:4], ratings.get(name), entry[4]))
    title = TITLES.get(folder.name) or folder.name.replace("-", " ").capitalize()
    return Pack(folder.name, title, tuple(found))


def index_entry(path: Path) -> _IndexEntry:
    """What the index keeps of a puzzle's file: its fields of :class:`PackPuzzle`."""
    puzzle = read(path).puzzle
    palette = [color.rgb for color in puzzle.palette]
    apart = round(min(distance(one, other) for one, other in combinations(palette, 2)), 3)
    return puzzle.title, puzzle.height, puzzle.width, len(palette) - 1, apart


def _index() -> dict[str, _IndexEntry]:
    """The index by folder and file; empty if its file is missing or damaged."""
    try:
        content = read_json((_folder("packs") / INDEX).read_bytes())
        return {
            name: (str(title), int(height), int(width), int(colors), float(apart))
            for name, (title, height, width, colors, apart) in content.items()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}
