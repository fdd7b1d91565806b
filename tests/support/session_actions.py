"""Moves on the board of a session."""

from __future__ import annotations

from helper.play.session import Session
from puzzles import SHADED, Grid
from tests.support.boards import CHICK_PICTURE

SOLUTION = Grid.from_text(CHICK_PICTURE)


def shade(session: Session, row: int, *columns: int) -> None:
    session.paint({row * session.marks.width + c: SHADED for c in columns}, "Shade")


def shade_picture(session: Session) -> None:
    for i, state in enumerate(SOLUTION.cells):
        if state == SHADED:
            session.paint({i: SHADED}, "Shade")


def snapshot(session: Session) -> tuple[object, ...]:
    lights = [session.is_satisfied(line) for line in session.puzzle.lines]
    return (
        session.puzzle, session.marks.copy(), lights, session.is_solved, session.cells_left,
        session.ticks, frozenset(session.dots),
    )  # fmt: skip
