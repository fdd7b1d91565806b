"""Hashes that name a puzzle, in the library and in the ratings of the bundled puzzles."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from puzzles.model import Puzzle
from puzzles.turning import Turn, turned_puzzle


def clue_hash(puzzle: Puzzle) -> str:
    """The hash of a puzzle's clues."""
    sides = (puzzle.rows, puzzle.columns)
    text = "/".join(";".join(",".join(f"{n}.{c}" for n, c in x) for x in side) for side in sides)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def canonical_hash(puzzle: Puzzle) -> str:
    """The same hash for a puzzle and all that are made of it by turning and mirroring."""
    return min(clue_hash(turned) for turned in all_turns(puzzle))


def all_turns(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    """The puzzle without its goal, turned and mirrored in all eight ways; itself comes first."""
    turned = replace(puzzle, goal="")
    found = []
    for _ in range(4):
        found += [turned, turned_puzzle(turned, Turn.FLIP_HORIZONTALLY)]
        turned = turned_puzzle(turned, Turn.ROTATE_RIGHT)
    return tuple(found)
