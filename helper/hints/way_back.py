"""The button that leads back to the board before the first mistake."""

from __future__ import annotations

from collections.abc import Callable

from helper.hints.mistake import moves_since_mistake
from helper.play.mode import Mode
from helper.play.session import Session
from puzzles import Grid
from puzzles.notation import counted

BACK = "Back to Before It"


def is_playable(session: Session) -> bool:
    """Whether a puzzle is open that the player can solve."""
    is_played = session.mode is Mode.PLAY and not session.is_solved
    return is_played and session.puzzle.has_clues


def way_back(session: Session, solution: Grid) -> tuple[str, dict[str, Callable[[], object]]]:
    """How long ago the first mistake was made, as a sentence, and a button that leads back.

    Returns:
        An empty text and no button if undo does not reach back so far.
    """
    stack = session.undo_stack
    made = session.history[: stack.index()]
    back = moves_since_mistake(made, session.marks, solution)
    if not back:
        return "", {}
    sentence = f" The first mistake was made {counted(back, 'move')} ago."
    return sentence, {BACK: lambda: stack.setIndex(stack.index() - back)}
