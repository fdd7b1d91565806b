"""What names a puzzle in the library. No Qt."""

from __future__ import annotations

import hashlib

from puzzles import Puzzle


def clue_hash(puzzle: Puzzle) -> str:
    """The hash of a puzzle's clues, under which the library keeps its games and its photo."""
    sides = (puzzle.rows, puzzle.columns)
    text = "/".join(";".join(",".join(f"{n}.{c}" for n, c in x) for x in side) for side in sides)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
