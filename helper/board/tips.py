"""What the board says about the light or the number under the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from helper.board.hits import BoardPart, Hit
from helper.board.look import BoardLook
from helper.play.lights import Light
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.play.ticks import CluePlace
from puzzles import Clues, Color, Line
from puzzles.colors import named_clues
from puzzles.model import is_known
from puzzles.words import _, plural, worded


def light_text(session: Session, look: BoardLook, line: Line, light: Light | None) -> str:
    """What a line's light means; what its clue is, if it has no light.

    Args:
        session: The puzzle and the player's marks.
        look: What the board shows instead of the marks, if a method is watched.
        line: The line.
        light: Its light as it is shown; ``None`` for none.
    """
    if light is None:
        if session.state.drawing:
            return worded("{line}: its clue follows the drawing.", line=line.title)
        return worded("{line}: its clue is missing.", line=line.title)
    puzzle = session.puzzle
    clues = puzzle.clues_of(line)
    if light is Light.DONE and not is_known(clues):
        said = named_clues(session.shown.clues_of(line), puzzle.palette)
        return worded("{line} is done: its clue is {clues}.", line=line.title, clues=said)
    grid = look.found if look.is_thought and look.found is not None else session.marks
    return line_sentence(line, light, clues, grid.line(line), puzzle.palette)


def tip_text(session: Session, hit: Hit, state: str, is_locked: bool) -> str:
    """The text of the tooltip; empty for none.

    Args:
        session: The puzzle and the player's marks.
        hit: What the pointer is over.
        state: What the line's light means.
        is_locked: Whether nothing can be ticked off.
    """
    if hit.part is BoardPart.HEADER and session.mode is Mode.DRAW:
        return f"{state}\n{_EDIT}"
    if hit.part not in (BoardPart.LIGHT, BoardPart.CLUE):
        return ""
    if hit.clue is None or is_locked or not session.can_tick(hit.clue):
        return state
    if session.mode is Mode.DRAW:
        return f"{state}\n{_EDIT}"
    return f"{state}\n{_tick_text(session, hit.clue)}"


_EDIT = _("A double-click edits it.")


def _tick_text(session: Session, clue: CluePlace) -> str:
    number = number_text(session, clue)
    if clue in session.ticks:
        return worded("You have ticked off the {number}. A click removes the tick.", number=number)
    return worded("A click ticks off the {number}.", number=number)


def number_text(session: Session, clue: CluePlace) -> str:
    """A number beside the board as text."""
    clues = session.shown.clues_of(clue.line)
    return named_clues(clues[clue.number : clue.number + 1], session.puzzle.palette)


_MAX_NUMBERS = 12
"""Longer clues are not written out."""


def line_sentence(
    line: Line, light: Light, clues: Clues, states: Sequence[int], palette: Sequence[Color]
) -> str:
    """The state of a line.

    Args:
        line: The line.
        light: Its light.
        clues: Its clues.
        states: Of its cells, as in a :class:`~puzzles.grid.Grid`.
        palette: The puzzle's colours.

    >>> from puzzles import Axis, clues
    >>> from puzzles.model import BLACK_AND_WHITE as ink
    >>> line_sentence(Line(Axis.ROW, 6), Light.OPEN, clues([2, 1]), [2, 3, 3, 2, 3], ink)
    'Row 7 is still open: 2 of 3 cells are shaded.'
    """
    name = line.title
    shaded = sum(1 for state in states if state > 1 and state & (state - 1) == 0)
    if light is Light.DONE:
        if clues:
            return worded("{line} is done: its shaded cells match its clue.", line=name)
        return worded("{line} is done: none of its cells is to be shaded.", line=name)
    if light is Light.OPEN and not is_known(clues):
        return plural(
            shaded,
            "{line} is still open: {count} cell is shaded, and its clue is not known as a whole.",
            "{line} is still open: {count} cells are shaded, and its clue is not known as a whole.",
            line=name,
        )
    if light is Light.OPEN:
        return plural(
            sum(clue.length for clue in clues),
            "{line} is still open: {shaded} of {count} cell is shaded.",
            "{line} is still open: {shaded} of {count} cells are shaded.",
            line=name,
            shaded=shaded,
        )
    if not clues:
        return plural(
            shaded,
            "{line} is impossible: its clue is 0, but it has {count} shaded cell.",
            "{line} is impossible: its clue is 0, but it has {count} shaded cells.",
            line=name,
        )
    if len(clues) > _MAX_NUMBERS:
        return plural(
            len(clues),
            "{line} is impossible: no way to place its {count} number fits its cells.",
            "{line} is impossible: no way to place its {count} numbers fits its cells.",
            line=name,
        )
    return worded(
        "{line} is impossible: no way to place {clues} fits its cells.",
        line=name,
        clues=named_clues(clues, palette),
    )
