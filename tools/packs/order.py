"""Numbers the puzzles of the packs: ``python tools/packs/order.py`` renames their files.

Within a pack the difficulty rises; equally difficult puzzles are in the order of their scores. The
packs for teaching have orders of their own. Players' games are found by their clues, not by files.
Afterwards, ``tools/pack_ratings.py`` has to be run.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from puzzles.difficulty import Difficulty
from puzzles.packs import Pack, PackPuzzle, packs
from solver.logic.techniques import Technique

TECHNIQUES_PACK = "one-technique-more"
"""Its puzzles are in the order of the techniques that they need."""
SIZES_PACK = "first-steps"
"""Its puzzles of one difficulty are in the order of their sizes."""
_RANKS = {technique.id: technique.rank for technique in Technique}

Place = tuple[int, int, float]
"""What the puzzles of a pack are sorted by."""


def place_in(pack: str, difficulty: Difficulty, hardest: str, size: int, score: float) -> Place:
    """The place of a puzzle in its pack.

    Args:
        pack: The name of the pack.
        difficulty: Of the puzzle.
        hardest: The title of the hardest technique that it needs.
        size: Cells.
        score: Of the rating.
    """
    if pack == TECHNIQUES_PACK:
        return _RANKS[hardest], 0, score
    return difficulty.rank, size if pack == SIZES_PACK else 0, score


def _place(pack: Pack, puzzle: PackPuzzle) -> Place:
    if (rating := puzzle.rating) is None:
        raise SystemExit(f"{puzzle.path}: it is not rated; run tools/pack_ratings.py")
    difficulty, size = rating.difficulty, puzzle.height * puzzle.width
    return place_in(pack.name, difficulty, rating.hardest, size, rating.score)


def numbered(path: Path, number: int) -> Path:
    """The path of a puzzle with another number, as in ``01-heart.non``."""
    return path.with_name(f"{number:02}-{re.sub(r'^[0-9]+-', '', path.name)}")


def main() -> None:
    """Rename the files of all packs."""
    renamed = 0
    for pack in packs():
        found = sorted(pack.puzzles, key=lambda puzzle: _place(pack, puzzle))
        targets = [numbered(puzzle.path, k) for k, puzzle in enumerate(found, 1)]
        pairs = [(p.path, to) for p, to in zip(found, targets, strict=True) if p.path != to]
        for path, _ in pairs:
            path.rename(path.with_suffix(".moved"))
        for path, to in pairs:
            path.with_suffix(".moved").rename(to)
        renamed += len(pairs)
    print(f"{renamed} files renamed")


if __name__ == "__main__":
    main()
