"""Checkpoints: names that the player gives to points in the history. No Qt.

A checkpoint stores the number of moves that are done at its point. It is no move: setting one keeps
the moves that could be redone. It is lost with the moves that lead to it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from puzzles.json_text import read_json
from puzzles.words import plural

Checkpoints = Mapping[str, int]
"""How many moves are done, by name."""
MAX_CHECKPOINTS = 100


def checkpoints_to_text(checkpoints: Checkpoints) -> str:
    """Checkpoints as text; empty for none."""
    return json.dumps(dict(checkpoints)) if checkpoints else ""


def checkpoints_from_text(text: str, moves: int) -> dict[str, int]:
    """The checkpoints in a text, without those that are damaged.

    Args:
        text: From :func:`checkpoints_to_text`, or anything.
        moves: How many there are in the history.

    >>> checkpoints_from_text('{"corner": 2, "far": 9, "damaged": "3"}', 4)
    {'corner': 2}
    """
    try:
        found = read_json(text) if text else {}
    except ValueError:
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {
        name: position
        for name, position in list(pairs)[:MAX_CHECKPOINTS]
        if type(position) is int and 0 <= position <= moves and name.strip()
    }


def distance_text(position: int, now: int) -> str:
    """How far a checkpoint is away.

    >>> distance_text(3, 5), distance_text(5, 5), distance_text(6, 5)
    ('2 moves back', 'here', '1 move on')
    """
    count = abs(position - now)
    if not count:
        return "here"
    if position < now:
        return plural(count, "{count} move back", "{count} moves back")
    return plural(count, "{count} move on", "{count} moves on")
