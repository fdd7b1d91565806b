"""Pictures of puzzles that belong to the project, with what they show."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
Lines = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Sample:
    """A picture and the clues in it."""

    path: Path
    rows: Lines
    columns: Lines


def _samples() -> dict[str, Sample]:
    entries = json.loads((HERE / "truth.json").read_text(encoding="utf-8"))
    return {
        Path(entry["image"]).stem: Sample(
            HERE / entry["image"],
            tuple(map(tuple, entry["rows"])),
            tuple(map(tuple, entry["columns"])),
        )
        for entry in entries
    }


SAMPLES = _samples()
"""By kind of picture."""
