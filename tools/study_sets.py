"""Makes the puzzle sets for studies: ``python tools/study_sets.py puzzles/study``.

Each set is a folder, each puzzle a file ``NN-name.non``. Running it again writes the same bytes.
The sets:

shapes
    Pictures from 3 to 64 cells, in pairs of equal size. The first of a pair can be solved line by
    line; the second, from 16 cells up, cannot.
sizes
    From 7 to 30 cells, with two boards of clutter, which are harder than pictures of their size.
csp
    Four pictures, for methods that cannot solve large boards.
sparse
    Few and short blocks: at first no line decides a cell, and there are many solutions.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from puzzles import Grid, Puzzle
from puzzles.formats import Document, write
from puzzles.grid import puzzle_of
from tools.study_pictures import by_code, by_hand, scattered

SETS = {
    "shapes": {
        "Chair": by_hand.CHAIR,
        "Drop": by_hand.DROP,
        "Snail": by_hand.SNAIL,
        "Umbrella": by_hand.UMBRELLA,
        "Cactus": by_hand.CACTUS,
        "Fish": by_hand.FISH,
        "Rabbit": by_hand.RABBIT,
        "Pineapple": by_hand.PINEAPPLE,
        "Robot": by_hand.ROBOT,
        "Camel": by_hand.CAMEL,
        "Penguin": by_code.penguin().text(),
        "Locomotive": by_code.locomotive().text(),
        "Windmill": by_code.windmill().text(),
        "Palm island": by_code.palm_island().text(),
        "Castle": by_code.castle().text(),
        "Elephant": by_code.elephant().text(),
        "Space rocket": by_code.space_rocket().text(),
        "Whale": by_code.whale().text(),
    },
    "sizes": {
        "Snowflake": by_hand.SNOWFLAKE,
        "Clutter": scattered.clutter(15, seed=166).text(),
        "Butterfly": by_hand.BUTTERFLY,
        "Tractor": by_hand.TRACTOR,
        "More clutter": scattered.clutter(25, seed=1097).text(),
        "Steamship": by_code.steamship().text(),
    },
    "csp": {
        "House": by_hand.HOUSE,
        "Crab": by_hand.CRAB,
        "Fox": by_hand.FOX,
        "Lion": by_code.lion().text(),
    },
    "sparse": {
        "Crumbs": scattered.sparse(10, seed=510).text(),
        "Pebbles": scattered.sparse(15, seed=4).text(),
        "Seeds": scattered.sparse(20, seed=7).text(),
        "Dust": scattered.sparse(25, seed=5).text(),
    },
}
"""The sets by name, each with its pictures by title: ``#`` is shaded, ``.`` is not."""

WITHOUT_GOAL = {"sparse"}
"""Sets whose puzzles have many solutions, none of which is the intended one."""


def puzzle(title: str, picture: str, *, has_goal: bool = True) -> Puzzle:
    """The puzzle of a picture."""
    grid = Grid.from_text(picture.split())
    about = replace(
        Puzzle.empty(grid.height, grid.width),
        title=title,
        author="The Nonogram Helper authors",
        license="CC0-1.0",
    )
    made = puzzle_of(grid, about)
    return made if has_goal else replace(made, goal="")


def make(folder: Path) -> list[Path]:
    """Write all sets into a folder; return the files, in order.

    Raises:
        OSError: A folder cannot be made.
        LibraryError: A file cannot be written.
    """
    made = []
    for name, pictures in SETS.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for number, (title, picture) in enumerate(pictures.items(), 1):
            path = folder / name / f"{number:02}-{title.lower().replace(' ', '-')}.non"
            drawn = puzzle(title, picture, has_goal=name not in WITHOUT_GOAL)
            write(path, Document.untouched(drawn))
            made.append(path)
    return made


if __name__ == "__main__":
    for written in make(Path(sys.argv[1])):
        print(written)
