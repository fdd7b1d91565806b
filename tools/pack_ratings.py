"""Rates the bundled puzzles: ``python tools/pack_ratings.py`` writes puzzles/packs/ratings.json.

It also writes puzzles/packs/index.json, from which lists are made without reading every file.

Run it when a puzzle in puzzles/packs or the rating (solver/logic/rate.py) has changed. If ratings
change, RATING_VERSION has to be raised, too: otherwise the libraries of players keep the old ones.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from puzzles.clue_hash import clue_hash
from puzzles.formats import read
from puzzles.packs import INDEX, RATINGS, index_entry, pack_ratings, packs
from solver.logic.rate import RATING_VERSION, rate

TARGET = Path(__file__).parents[1] / "puzzles" / "packs" / RATINGS


def ratings() -> dict[str, dict[str, Any]]:
    """The content of the file: the fields of each puzzle's rating by its folder and file."""
    return {name: rated(path) for name, path in _paths().items()}


def index() -> dict[str, list[str | float]]:
    """The content of the index by folder and file, see :func:`puzzles.packs.index_entry`."""
    return {name: list(index_entry(path)) for name, path in _paths().items()}


def _paths() -> dict[str, Path]:
    paths = (puzzle.path for pack in packs() for puzzle in pack.puzzles)
    return {f"{path.parent.name}/{path.name}": path for path in paths}


def rated(path: Path) -> dict[str, Any]:
    """The fields of a puzzle's rating, as in the file."""
    puzzle = read(path).puzzle
    rating = rate(puzzle)
    return {
        "clues": clue_hash(puzzle),
        "difficulty": rating.difficulty.value,
        "score": rating.score,
        "hardest": rating.hardest.id,
        "times": rating.times,
    }


def main() -> int:
    """Write the file; returns the exit code."""
    before, now = pack_ratings(), ratings()
    changed = [
        name
        for name, old in before.by_name.items()
        if name in now and old.clues == now[name]["clues"] and old._asdict() != now[name]
    ]
    if changed and before.version == RATING_VERSION:
        print(f"Raise RATING_VERSION first; other ratings: {', '.join(changed)}", file=sys.stderr)
        return 1
    text = json.dumps({"version": RATING_VERSION, "puzzles": now}, indent=1)
    TARGET.write_text(f"{text}\n", encoding="utf-8")
    entries = (f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in index().items())
    lines = ",\n".join(entries)
    TARGET.with_name(INDEX).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
