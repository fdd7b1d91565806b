"""Commands on a whole line; each is one step of undo. No Qt widgets."""

from __future__ import annotations

from collections.abc import Iterable

from helper.play.auto_dots import cells_of
from helper.play.labels import CLEARED_LINE, DOTTED_LINE, TICKED, UNTICKED, counted
from helper.play.session import Session
from helper.play.ticks import CluePlace, places_of
from puzzles import BLANK, Line


def tick_off(session: Session, clues: Iterable[CluePlace], is_on: bool = True) -> None:
    """Tick clues off, or remove their ticks."""
    clues = [place for place in clues if (place in session.ticks) != is_on]
    session.tick(clues, is_on, counted(TICKED if is_on else UNTICKED, len(clues)))


def is_ticked_off(session: Session, line: Line) -> bool:
    """Whether all clues of a line are ticked off."""
    places = places_of(session.puzzle, line)
    return bool(places) and session.ticks.issuperset(places)


def switch_line(session: Session, line: Line) -> None:
    """Tick off all clues of a line, or remove its ticks if all are ticked off."""
    tick_off(session, places_of(session.puzzle, line), not is_ticked_off(session, line))


def tick_next(session: Session, line: Line) -> None:
    """Tick off the line's first clue without a tick; remove its ticks if there is none."""
    if is_ticked_off(session, line):
        switch_line(session, line)
        return
    places = places_of(session.puzzle, line)
    tick_off(session, [next(p for p in places if p not in session.ticks)] if places else ())


def can_fill_with_dots(session: Session, line: Line) -> bool:
    """Whether a line is done and has clear cells."""
    is_open = session.is_author_at_work or not session.is_satisfied(line)
    return not is_open and session.marks.clear in session.marks.line(line)


def fill_with_dots(session: Session, line: Line) -> None:
    """Make the clear cells of a line BLANK."""
    marks = session.marks
    cells = {i: BLANK for i in cells_of(line, marks) if marks.cells[i] == marks.clear}
    session.paint(cells, DOTTED_LINE.format(line=line.id))


def can_clear(session: Session, line: Line) -> bool:
    """Whether a line has marks."""
    return any(state != session.marks.clear for state in session.marks.line(line))


def clear_line(session: Session, line: Line) -> None:
    """Make all cells of a line CLEAR."""
    clear = session.marks.clear
    cells = dict.fromkeys(cells_of(line, session.marks), clear)
    session.paint(cells, CLEARED_LINE.format(line=line.id))
