"""What the board says about the light or the number under the pointer."""

from __future__ import annotations

from helper.board.hits import Hit, Part
from helper.board.look import BoardLook
from helper.play.lights import Light
from helper.play.line_commands import capital
from helper.play.line_sentence import line_sentence
from helper.play.mode import Mode
from helper.play.session import Session
from helper.play.ticks import CluePlace
from puzzles import Line
from puzzles.colors import named_clues


def light_text(session: Session, look: BoardLook, line: Line, light: Light | None) -> str:
    """What a line's light means; what its clue is, if it has no light.

    Args:
        session: The puzzle and the player's marks.
        look: What the board shows instead of the marks, if a method is watched.
        line: The line.
        light: Its light as it is shown; ``None`` for none.
    """
    if light is None:
        follows = session.state.drawing
        return f"{capital(line)}: its clue {'follows the drawing' if follows else 'is missing'}."
    puzzle = session.puzzle
    grid = look.found if look.is_thought and look.found is not None else session.marks
    return line_sentence(line, light, puzzle.clues_of(line), grid.line(line), puzzle.palette)


def tip_text(session: Session, hit: Hit, state: str, is_locked: bool) -> str:
    """The text of the tooltip; empty for none.

    Args:
        session: The puzzle and the player's marks.
        hit: What the pointer is over.
        state: What the line's light means.
        is_locked: Whether nothing can be ticked off.
    """
    if hit.part is Part.HEADER and session.mode is Mode.DRAW:
        return f"{state}\n{_EDIT}"
    if hit.part not in (Part.LIGHT, Part.CLUE):
        return ""
    if hit.clue is None or is_locked:
        return state
    if session.mode is Mode.DRAW:
        return f"{state}\n{_EDIT}"
    return f"{state}\n{_tick_text(session, hit.clue)}"


_EDIT = "A double-click edits it."


def _tick_text(session: Session, clue: CluePlace) -> str:
    number = number_text(session, clue)
    if clue in session.ticks:
        return f"You have ticked off the {number}. A click removes the tick."
    return f"A click ticks off the {number}."


def number_text(session: Session, clue: CluePlace) -> str:
    """A number beside the board as text."""
    clues = session.puzzle.clues_of(clue.line)
    return named_clues(clues[clue.number : clue.number + 1], session.puzzle.palette)
