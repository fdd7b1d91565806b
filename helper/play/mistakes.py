"""The way back to the first mistake, by undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from helper.play.moves import GuessMove, Move, Paint, Tick
from helper.play.session import Session
from puzzles import Grid
from puzzles.words import _, plural

BACK = _("Undo the Mistake")


def way_back(session: Session, solution: Grid) -> tuple[str, dict[str, Callable[[], object]]]:
    """How long ago the first mistake was made, as a sentence, and a button that leads back.

    Returns:
        An empty text and no button if undo does not reach back so far.
    """
    made = session.history[: session.position]
    back = moves_since_mistake(made, session.marks, solution)
    if not back:
        return "", {}
    sentence = plural(
        back,
        "The first mistake was made {count} move ago.",
        "The first mistake was made {count} moves ago.",
    )
    return sentence, {BACK: lambda: session.go_to(session.position - back)}


def moves_since_mistake(moves: Sequence[Move], marks: Grid, solution: Grid) -> int | None:
    """How many moves have to be undone until no mark contradicts the solution.

    Args:
        moves: Those that led to the marks, the latest last.
        marks: The marks now.
        solution: The only solution.

    Returns:
        ``None`` if undo does not reach back so far, or a move replaced the puzzle in between.
    """
    cells, truth = marks.cells, solution.cells
    wrong = {i for i, (a, b) in enumerate(zip(cells, truth, strict=True)) if not a & b}
    if not wrong:
        return 0
    for count, move in enumerate(reversed(moves), 1):
        if isinstance(move, Tick | GuessMove):
            continue
        if not isinstance(move, Paint):
            return None
        for cell, before in zip(move.cells, move.before, strict=True):
            if before & truth[cell]:
                wrong.discard(cell)
            else:
                wrong.add(cell)
        if not wrong:
            return count
    return None
