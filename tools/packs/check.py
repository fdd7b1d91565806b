"""Checks the bundled packs: ``python tools/packs/check.py`` prints their figures, and what is
wrong with them.

Each puzzle has a title of its own, an author, a known licence and, if it was made of somebody's
picture, the source; its goal is its only solution, which the logic of the rating reaches. No two
puzzles are equal, turned or mirrored. Within a pack the difficulty rises. There are enough hard
puzzles, and the colours of a puzzle without signs are told apart by everyone. All packs together
stay small.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from puzzles.clue_hash import canonical_hash, clue_hash
from puzzles.color_values import MAX_INKS, MIN_DIFFERENCE, common_name, needs_signs
from puzzles.difficulty import Difficulty
from puzzles.formats import read
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.packs import PackPuzzle, pack_ratings, packs
from solver.api import Limits, Outcome, solve
from solver.logic.rate import rating_if_any

MAX_BYTES = 1_400_000
"""Size of all files of the packs; a wheel compresses 1,270,054 bytes of them to 512,707."""
MIN_PUZZLES, MIN_COLORED = 600, 200
MIN_OF_DIFFICULTY = {
    Difficulty.MEDIUM: 100, Difficulty.HARD: 60, Difficulty.EXPERT: 60, Difficulty.EXTREME: 30,
}  # fmt: skip
"""How many puzzles of each difficulty have both sides in :data:`COUNTED_SIDES`."""
COUNTED_SIDES = range(10, 31)
"""Sides, in cells, of boards that are played in one sitting."""
EASY_PACKS = ("first-steps", "tiny-pictures")
"""Packs for players who know no trials."""
RATING_S = 10.0
"""CPU time in which the logic of the rating has to reach the solution: hints have to, too."""
SIZE_CLASSES = (10, 20, 30, 60)
"""Longer sides up to which puzzles are counted together, in cells."""
SMALLEST, LARGEST = 5, 60
"""Rows and columns; some boards are 5 one way and longer the other."""
OWN_LICENSE = "CC0-1.0"
LICENSES = {OWN_LICENSE, "Apache-2.0", "CC-BY-3.0", "CC-BY-4.0", "MIT", "OFL-1.1"}


def bundled() -> dict[str, PackPuzzle]:
    """All bundled puzzles by folder and file."""
    found = (puzzle for pack in packs() for puzzle in pack.puzzles)
    return {f"{each.path.parent.name}/{each.path.name}": each for each in found}


def problems() -> Iterator[str]:
    """What is wrong, a sentence each."""
    entries = bundled()
    files = {name: read(entry.path).puzzle for name, entry in entries.items()}
    yield from size_problems(entries)
    yield from difficulty_problems(entries)
    yield from equal_problems(files)
    for name, puzzle in files.items():
        rating = entries[name].rating
        for problem in (
            *text_problems(puzzle),
            *color_problems(puzzle),
            *solution_problems(puzzle),
            *logic_problems(puzzle),
        ):
            yield f"{name}: {problem}"
        if rating is None or rating.clues != clue_hash(puzzle):
            yield f"{name}: it is not rated; run tools/pack_ratings.py"


def difficulty_problems(entries: Mapping[str, PackPuzzle]) -> Iterator[str]:
    """Too few hard puzzles; packs whose difficulty does not rise, or is too high."""
    counted = Counter(
        entry.rating.difficulty
        for entry in entries.values()
        if entry.rating and entry.height in COUNTED_SIDES and entry.width in COUNTED_SIDES
    )
    for word, least in MIN_OF_DIFFICULTY.items():
        if counted[word] < least:
            yield f"{counted[word]} puzzles of 10x10 to 30x30 are {word}, not {least}"
    rated = [(name, entry.rating) for name, entry in entries.items() if entry.rating]
    for (before, easier), (name, rating) in pairwise(rated):
        pack = name.partition("/")[0]
        one, other = easier.difficulty, rating.difficulty
        if before.partition("/")[0] == pack and other < one:
            yield f"{name}: it is {other.value}, and the puzzle before it is {one.value}"
    for name, rating in rated:
        if name.partition("/")[0] in EASY_PACKS and rating.difficulty > Difficulty.HARD:
            yield f"{name}: it is {rating.difficulty}"


def color_problems(puzzle: Puzzle) -> Iterator[str]:
    """Colours without signs that not everyone tells apart, or that have one name."""
    inks = [color.rgb for color in puzzle.palette]
    names = Counter(color.name or common_name(color.rgb) for color in puzzle.palette)
    if not needs_signs(inks):
        same = [name for name, n in names.items() if n > 1]
        yield from (f"two colours that have no signs are called {name}" for name in same)


def logic_problems(puzzle: Puzzle) -> Iterator[str]:
    """A solution that the logic of the rating does not reach."""
    end = time.process_time() + RATING_S
    if rating_if_any(puzzle, lambda: time.process_time() > end) is None:
        yield f"the logic does not reach the solution in {RATING_S:.0f} s"


def size_problems(entries: Mapping[str, PackPuzzle]) -> Iterator[str]:
    """How many puzzles there are, and how large they and their files are."""
    if len(entries) < MIN_PUZZLES:
        yield f"there are {len(entries)} puzzles, not {MIN_PUZZLES}"
    if (colored := sum(entry.colors > 1 for entry in entries.values())) < MIN_COLORED:
        yield f"{colored} puzzles are in colour, not {MIN_COLORED}"
    sides = [(entry.height, entry.width) for entry in entries.values()]
    low, high = min(map(max, sides)), max(map(max, sides))
    if (low, high) != (SMALLEST, LARGEST):
        yield f"the sizes are not {SMALLEST} to {LARGEST}, but {low} to {high}"
    if (size := _bytes(entries)) > MAX_BYTES:
        yield f"the packs have {size:,} bytes, more than {MAX_BYTES:,}"
    unknown = pack_ratings().by_name.keys() - entries.keys()
    yield from (f"{name}: it has a rating, but no file" for name in sorted(unknown))


def _bytes(entries: Mapping[str, PackPuzzle]) -> int:
    folder = next(iter(entries.values())).path.parents[1]
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


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


def figures() -> str:
    """The figures of the packs as a text of several lines: counts, tiers of each pack, colours."""
    entries = bundled()
    classes = [("to" if k == 0 else f"{SIZE_CLASSES[k - 1] + 1} to") for k in range(4)]
    heads = [f"{start} {end}" for start, end in zip(classes, SIZE_CLASSES, strict=True)]
    lines = [_row("longer side", [*heads, "all", "colour", "10 to 30"])]
    for word in (*Difficulty, ""):
        found = [e for e in entries.values() if e.rating and word in ("", e.rating.difficulty)]
        sizes = Counter(_size_class(entry) for entry in found)
        colored = sum(entry.colors > 1 for entry in found)
        inside = sum({e.height, e.width} <= set(COUNTED_SIDES) for e in found)
        counts = [*(sizes[k] for k in range(4)), len(found), colored, inside]
        lines.append(_row(word or "all", list(map(str, counts))))
    lines.append("")
    for pack in packs():
        counts_of = Counter(each.rating.difficulty for each in pack.puzzles if each.rating)
        rising = ", ".join(f"{counts_of[w]} {w}" for w in Difficulty if counts_of[w])
        lines.append(f"{pack.title}: {len(pack.puzzles)} puzzles, {rising}")
    palettes = [
        [color.rgb for color in read(entry.path).puzzle.palette]
        for entry in entries.values()
        if entry.colors > 1
    ]
    signs = sum(map(needs_signs, palettes))
    lines += [
        "",
        f"{len(palettes) - signs} of {len(palettes)} puzzles in colour have at most {MAX_INKS}"
        f" colours that differ by {MIN_DIFFERENCE:.0f} (CIEDE2000) for everyone;"
        f" {signs} have signs.",
        f"The files have {_bytes(entries):,} bytes.",
    ]
    return "\n".join(lines)


def _row(head: str, cells: list[str]) -> str:
    return f"{head:12}" + "".join(f"{cell:>10}" for cell in cells)


def _size_class(entry: PackPuzzle) -> int:
    side = max(entry.height, entry.width)
    return next(k for k, limit in enumerate(SIZE_CLASSES) if side <= limit)


def main() -> int:
    """Print the figures and the problems; returns the exit code."""
    print(figures(), end="\n\n", flush=True)
    found = list(problems())
    print("\n".join(found) or f"{len(bundled())} puzzles, no problem")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
