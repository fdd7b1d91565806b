"""Checks the bundled packs: ``python tools/packs/check.py`` prints what is wrong with them.

Each puzzle has a title of its own, an author, a known licence and, if it was made of somebody's
picture, the source; its goal is its only solution, and needs no trial within a trial. No two
puzzles are equal, turned or mirrored. All packs together stay small.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from puzzles.clue_hash import canonical_hash, clue_hash
from puzzles.formats import read
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.packs import PackPuzzle, pack_ratings, packs
from solver.api import Limits, Outcome, solve

MAX_BYTES = 1_000_000
MIN_PUZZLES, MIN_COLORED = 300, 60
SMALLEST, LARGEST = 5, 60
"""Rows and columns; some boards are 5 one way and longer the other."""
OWN_LICENSE = "CC0-1.0"
LICENSES = {OWN_LICENSE, "Apache-2.0", "CC-BY-4.0", "MIT", "OFL-1.1"}


def bundled() -> dict[str, PackPuzzle]:
    """All bundled puzzles by folder and file."""
    found = (puzzle for pack in packs() for puzzle in pack.puzzles)
    return {f"{each.path.parent.name}/{each.path.name}": each for each in found}


def problems() -> Iterator[str]:
    """What is wrong, a sentence each."""
    entries = bundled()
    files = {name: read(entry.path).puzzle for name, entry in entries.items()}
    yield from size_problems(entries)
    yield from equal_problems(files)
    for name, puzzle in files.items():
        entry = entries[name]
        for problem in (*text_problems(puzzle), *solution_problems(puzzle)):
            yield f"{name}: {problem}"
        if entry.rating is None or entry.rating.clues != clue_hash(puzzle):
            yield f"{name}: it is not rated; run tools/pack_ratings.py"
        elif entry.rating.difficulty == "trial":
            yield f"{name}: it needs a trial within a trial"


def size_problems(entries: dict[str, PackPuzzle]) -> Iterator[str]:
    """How many puzzles there are, and how large they and their files are."""
    if len(entries) < MIN_PUZZLES:
        yield f"there are {len(entries)} puzzles, not {MIN_PUZZLES}"
    if (colored := sum(entry.colors > 1 for entry in entries.values())) < MIN_COLORED:
        yield f"{colored} puzzles are in colour, not {MIN_COLORED}"
    sides = [(entry.height, entry.width) for entry in entries.values()]
    low, high = min(map(max, sides)), max(map(max, sides))
    if (low, high) != (SMALLEST, LARGEST):
        yield f"the sizes are not {SMALLEST} to {LARGEST}, but {low} to {high}"
    folder = next(iter(entries.values())).path.parents[1]
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    if size > MAX_BYTES:
        yield f"the packs have {size:,} bytes, more than {MAX_BYTES:,}"
    unknown = pack_ratings().by_name.keys() - entries.keys()
    yield from (f"{name}: it has a rating, but no file" for name in sorted(unknown))


def equal_problems(files: dict[str, Puzzle]) -> Iterator[str]:
    """Titles and puzzles that are there twice."""
    titles = Counter(puzzle.title.casefold() for puzzle in files.values())
    yield from (f"{title!r} is the title of {n} puzzles" for title, n in titles.items() if n > 1)
    seen: dict[str, str] = {}
    for name, puzzle in files.items():
        other = seen.setdefault(canonical_hash(puzzle), name)
        if other != name:
            yield f"{name}: it is {other}, turned or mirrored"


def text_problems(puzzle: Puzzle) -> Iterator[str]:
    """Missing title, author, licence or source."""
    if not puzzle.title or puzzle.title != puzzle.title.strip() or puzzle.title[0].islower():
        yield f"the title {puzzle.title!r} does not begin with a large letter"
    if not puzzle.author:
        yield "there is no author"
    if puzzle.license not in LICENSES:
        yield f"the licence {puzzle.license!r} is not one of {', '.join(sorted(LICENSES))}"
    if puzzle.license != OWN_LICENSE and not puzzle.copyright.startswith("After "):
        yield "the source of the picture is not named"


def solution_problems(puzzle: Puzzle) -> Iterator[str]:
    """A goal that is not the only solution."""
    result = solve(puzzle, Limits(timeout_s=30))
    goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    if result.outcome is not Outcome.UNIQUE:
        yield f"it has not exactly one solution: {result.outcome.value}"
    elif result.solutions != (goal,):
        yield "its goal is not its solution"


def main() -> int:
    """Print the problems; returns the exit code."""
    found = list(problems())
    print("\n".join(found) or f"{len(bundled())} puzzles, no problem")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
