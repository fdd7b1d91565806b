"""Sentences about guesses. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from helper.play.autofill import dots_in, with_dots
from helper.play.guesses import Guess, Guesses
from helper.play.lights import Light, light_of
from puzzles import Grid, Line, Puzzle
from puzzles.words import plural, worded
from solver.logic.sentences import state_text


def guesses_text(guesses: Guesses, marks: Grid, levels: Mapping[int, int], puzzle: Puzzle) -> str:
    """A line of text for each open guess, the outermost first.

    Args:
        guesses: The open guesses.
        marks: The marks now.
        levels: The number of the innermost guess (from 1) for each cell that guesses have changed.
        puzzle: The puzzle.
    """
    counts = Counter(levels.values())
    return "\n".join(
        _guess_text(level, guess, counts[level], marks, puzzle)
        for level, guess in enumerate(guesses, 1)
    )


def _guess_text(level: int, guess: Guess, count: int, marks: Grid, puzzle: Puzzle) -> str:
    if guess.pinned is None:
        return worded("Guess {level}: mark the cell that you guess.", level=level)
    row, column = divmod(guess.pinned, puzzle.width)
    state = marks.cells[guess.pinned]
    return plural(
        count,
        "Guess {level}: row {row}, column {column} is {state}, {count} cell.",
        "Guess {level}: row {row}, column {column} is {state}, {count} cells.",
        level=level,
        row=row + 1,
        column=column + 1,
        state="clear again" if state == marks.clear else state_text(state, puzzle),
    )


def wrong_guess(
    guesses: Guesses, marks: Grid, puzzle: Puzzle, line: Line, has_dots: bool = False
) -> int:
    """The number of the guess because of which an impossible line cannot be completed.

    Args:
        guesses: The open guesses.
        marks: The marks now.
        puzzle: The puzzle.
        line: A line that no filling satisfies with the marks.
        has_dots: Whether AutoFill's dots count, as they are on the board.

    Returns:
        0 if the line was impossible before the guesses.
    """
    clues = puzzle.clues_of(line)
    boards = enumerate(_boards(guesses, marks))
    for level, board in boards:
        dots = dots_in(line, board, puzzle) if has_dots else ()
        states = with_dots(line, board, dots)
        if light_of(clues, states, board.colors) is Light.IMPOSSIBLE:
            return level
    return 0


def contradiction_text(line: Line, level: int, count: int) -> str:
    """That a guess or what was marked after it is wrong.

    Args:
        line: It cannot be completed.
        level: The number of the guess.
        count: How many are open.
    """
    text = (
        "{line} cannot be completed: the guess or a mark after it is wrong."
        if count == 1
        else "{line} cannot be completed: guess {level} or a mark after it is wrong."
    )
    return worded(text, line=str(line).capitalize(), level=level)


def _boards(guesses: Guesses, marks: Grid) -> Iterator[Grid]:
    """The marks before the first guess, at the end of each guess but the last, and now."""
    for guess in guesses:
        yield guess.before
    yield marks
