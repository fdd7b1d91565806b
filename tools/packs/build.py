"""Makes packs of puzzles from pictures: ``python tools/packs/build.py FOLDER [PACK ...]``.

FOLDER has the icon sets of ``sources.py``. The pictures are those of ``pictures.tsv`` (pack, title,
picture, side in cells, colours), the drawings in ``drawings/`` and the rules in ``rules.py``. The
packs that are made anew are emptied first; without a name, all of these packs are. Afterwards,
``tools/pack_ratings.py`` rates them.
"""

from __future__ import annotations

import csv
import os
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtGui import QGuiApplication

from puzzles.formats import Document, write
from puzzles.grid import BLANK, Grid
from puzzles.model import BLACK_AND_WHITE, Puzzle
from solver.logic.rate import Rating, rate
from tools.packs.boards import Board, board_of_picture, repaired
from tools.packs.order import place_in
from tools.packs.palettes import clear_palette
from tools.packs.rules import PALETTES, RULES
from tools.packs.sources import SETS, author_of, picture

HERE = Path(__file__).parent
PACKS = HERE.parents[1] / "puzzles" / "packs"
AUTHOR = "Nonogram Helper"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A puzzle that is to be made."""

    pack: str
    title: str
    key: str = ""
    """The picture, SET:NAME; empty for a drawing or a rule."""
    side: int = 0
    colors: int = 1
    drawing: tuple[str, ...] = ()


def wanted() -> Iterator[Wanted]:
    """All puzzles of all packs that this tool makes."""
    with (HERE / "pictures.tsv").open(encoding="utf-8", newline="") as file:
        for pack, title, key, side, colors in csv.reader(file, delimiter="\t"):
            yield Wanted(pack, title, key, int(side), int(colors))
    for path in sorted((HERE / "drawings").glob("*.txt")):
        for part in path.read_text(encoding="utf-8").strip().split("\n\n"):
            title, *rows = part.split("\n")
            yield Wanted(path.stem, title, drawing=tuple(rows))
    for pack, rules in RULES.items():
        for title in rules:
            yield Wanted(pack, title)


def made(folder: Path, one: Wanted) -> tuple[Puzzle, Rating] | None:
    """The puzzle and its rating; ``None`` if it cannot be made with one solution."""
    if one.key:
        if QGuiApplication.instance() is None:
            made.application = QGuiApplication([])  # type: ignore[attr-defined]
        grid, palette, clear = board_of_picture(picture(one.key, folder), one.side, one.colors)
        board = repaired(grid, palette, clear)
    elif one.drawing:
        board = repaired(Grid.from_text(one.drawing))
    else:
        cells, palette = RULES[one.pack][one.title](), PALETTES.get(one.pack, BLACK_AND_WHITE)
        palette = palette[: int(cells.max()) + 1]
        states = [1 << ink if ink else BLANK for ink in cells.astype(int).ravel().tolist()]
        height, width = cells.shape
        board = repaired(Grid(height, width, len(palette), states), palette)
    if board is None:
        return None
    puzzle = _described(replace(board, palette=clear_palette(board.palette, one.title)), one)
    return puzzle, rate(puzzle)


def _described(board: Board, one: Wanted) -> Puzzle:
    puzzle = replace(board.puzzle, title=one.title, author=AUTHOR, license="CC0-1.0")
    if not one.key:
        return puzzle
    source = SETS[one.key.partition(":")[0]]
    origin = (source.title, source.version)
    return replace(
        puzzle,
        author=f"{author_of(one.key)}; {AUTHOR}",
        copyright=f"After {' '.join(filter(None, origin))} by {author_of(one.key)}, changed",
        license=source.license,
    )


def _place(pack: str, made: tuple[Puzzle, Rating]) -> tuple[int, int, float]:
    puzzle, rating = made
    size = puzzle.height * puzzle.width
    return place_in(pack, rating.difficulty, rating.hardest.id, size, rating.score)


def file_name(number: int, title: str) -> str:
    """The name of a puzzle's file, as in ``01-heart.non``."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return f"{number:02}-{re.sub(r'[^a-z0-9]+', '-', plain.replace(chr(39), '')).strip('-')}.non"


def main(folder: Path, names: list[str]) -> int:
    """Make the packs; returns the exit code."""
    todo = [one for one in wanted() if not names or one.pack in names]
    packs: dict[str, list[tuple[Puzzle, Rating]]] = defaultdict(list)
    failed = 0
    with ProcessPoolExecutor() as pool:
        for one, result in zip(todo, pool.map(partial(made, folder), todo), strict=True):
            if result is None:
                print(f"{one.pack}: {one.title} cannot be made with one solution", file=sys.stderr)
                failed = 1
            else:
                packs[one.pack].append(result)
    for pack, found in packs.items():
        target = PACKS / pack
        target.mkdir(exist_ok=True)
        for old in target.glob("*.non"):
            old.unlink()
        found.sort(key=partial(_place, pack))
        for number, (puzzle, _) in enumerate(found, 1):
            write(target / file_name(number, puzzle.title), Document.untouched(puzzle))
        print(f"{pack}: {len(found)} puzzles")
    return failed


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
