"""Which mark is wrong when a line cannot be completed while guesses are open: a guess, or another.

The only solution tells it, if there is one. It is known at once where conclusions line by line lead
to it; otherwise a child process looks for it. Where there are several solutions, or none is found,
conclusions line by line tell as much as they can.
"""

from __future__ import annotations

import enum
from collections.abc import Generator
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from helper.play.guesses import Guess, Guesses
from helper.play.lives import OneSolution
from puzzles import Grid, Line, Puzzle
from puzzles.words import _, capitalized, worded


class Blame(enum.Enum):
    """What is wrong of a guess and the marks after it."""

    GUESS = "guess"
    LATER = "later"
    """The guess is right, a mark after it is wrong."""
    EITHER = "either"
    """One of them; it is not known which."""


class Contradiction(NamedTuple):
    """What shows that a mark is wrong while guesses are open."""

    line: Line
    """It cannot be completed."""
    level: int | None
    """The guess that is to blame, or after which the wrong mark was made, from 1; 0 if a mark from
    before the first guess is wrong; ``None`` if no marks satisfy the puzzle."""
    blame: Blame = Blame.EITHER


class KnownSolution(QObject):
    """The only solution of the open puzzle, looked for when it is asked for.

    Signals:
        decided: The search is over.
    """

    decided = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._puzzle: Puzzle | None = None
        self.grid: Grid | None = None
        """The only solution of the last puzzle; ``None`` if it has none or none was found."""
        self._finder = OneSolution(self)
        self._finder.found.connect(self._take)
        self._finder.missing.connect(lambda _reason: self._take(None))

    def is_decided(self, puzzle: Puzzle) -> bool:
        """Whether :attr:`grid` is about this puzzle; if not, the search for it goes on."""
        if puzzle != self._puzzle:
            self._puzzle, self.grid = puzzle, _found_by_lines(puzzle)
            self._finder.cancel()
            if self.grid is None and not puzzle.known_defects():
                self._finder.look_for(puzzle)
        return not self._finder.is_running

    def cancel(self) -> None:
        """Stop the search; it begins anew when it is asked for."""
        if self._finder.is_running:
            self._finder.cancel()
            self._puzzle = None

    def _take(self, solution: Grid | None) -> None:
        self.grid = solution
        self.decided.emit()


def _found_by_lines(puzzle: Puzzle) -> Grid | None:
    """The only solution, if conclusions line by line lead to it."""
    from solver.propagate import propagate

    if puzzle.defects():
        return None
    found = propagate(puzzle)
    is_complete = not any(state & (state - 1) for state in found.grid.cells)
    return found.grid if found.is_consistent and is_complete else None


def judged(
    line: Line, guesses: Guesses, marks: Grid, puzzle: Puzzle, truth: Grid | None
) -> Generator[None, None, Contradiction]:
    """What is wrong when a line cannot be completed.

    Args:
        line: The line.
        guesses: The open guesses.
        marks: The marks now.
        puzzle: The puzzle.
        truth: Its only solution, if that is known.

    Yields:
        After each step, so that the window has its turn.
    """
    if truth is not None:
        return Contradiction(line, *blamed(guesses, marks, truth))
    level = yield from wrong_guess(guesses, puzzle)
    is_refuted = bool(level) and refutes(guesses[(level or 1) - 1], marks, puzzle)
    return Contradiction(line, level, Blame.GUESS if is_refuted else Blame.EITHER)


def blamed(guesses: Guesses, marks: Grid, truth: Grid) -> tuple[int | None, Blame]:
    """The level and the blame of the first wrong mark, see :class:`Contradiction`.

    Args:
        guesses: The open guesses.
        marks: The marks now.
        truth: The only solution.
    """

    def is_wrong(board: Grid) -> bool:
        return any(not a & b for a, b in zip(board.cells, truth.cells, strict=True))

    if is_wrong(guesses[0].before):
        return 0, Blame.EITHER
    boards = [*(guess.before for guess in guesses[1:]), marks]
    for level, (guess, board) in enumerate(zip(guesses, boards, strict=True), 1):
        pinned = guess.pinned
        if pinned is not None and not board.cells[pinned] & truth.cells[pinned]:
            return level, Blame.GUESS
        if is_wrong(board):
            return level, Blame.LATER
    return None, Blame.EITHER


def wrong_guess(guesses: Guesses, puzzle: Puzzle) -> Generator[None, None, int | None]:
    """The number of the guess that is to blame when a line cannot be completed.

    It is the innermost one that began on a board without a contradiction, as far as conclusions
    line by line tell, so that it or a mark after it is wrong. These conclusions include all red
    lights and automatic dots. They find each wrong mark of a puzzle that needs nothing else, and
    they hold whether the puzzle has one solution or several.

    Args:
        guesses: The open guesses.
        puzzle: The puzzle.

    Yields:
        After each board, so that the window has its turn.

    Returns:
        0 if a mark from before the first guess is wrong; ``None`` if no marks satisfy the puzzle.
    """
    from solver.propagate import propagate

    if puzzle.defects() or not propagate(puzzle).is_consistent:
        return None
    yield
    for level in range(len(guesses), 0, -1):
        if propagate(puzzle, guesses[level - 1].before).is_consistent:
            return level
        yield
    return 0


def refutes(guess: Guess, marks: Grid, puzzle: Puzzle) -> bool:
    """Whether conclusions line by line show that a guess is wrong.

    The marks after it do not count: one of them may be the player's mistake.

    Args:
        guess: It began on a board without a contradiction.
        marks: The marks now.
        puzzle: The puzzle.
    """
    from solver.propagate import propagate

    if guess.pinned is None:
        return False
    guessed = guess.before.copy()
    guessed.cells[guess.pinned] = marks.cells[guess.pinned]
    return not propagate(puzzle, guessed).is_consistent


def contradiction_text(wrong: Contradiction, count: int) -> str:
    """That a line cannot be completed, and which marks are wrong.

    Args:
        wrong: What was found.
        count: How many guesses are open.
    """
    line, level = wrong.line, wrong.level
    if level is None:
        return capitalized(worded("{line} cannot be completed any more.", line=line))
    if level == 0:
        text = _("{line} cannot be completed. A mark made before guess {level} is wrong.")
        return capitalized(worded(text, line=line, level=1))
    alone, of_several = {
        Blame.GUESS: (
            _("{line} cannot be completed: the guess is wrong."),
            _("{line} cannot be completed: guess {level} is wrong."),
        ),
        Blame.LATER: (
            _("{line} cannot be completed: a mark after the guess is wrong."),
            _("{line} cannot be completed: a mark after guess {level} is wrong."),
        ),
        Blame.EITHER: (
            _("{line} cannot be completed: the guess or a mark after it is wrong."),
            _("{line} cannot be completed: guess {level} or a mark after it is wrong."),
        ),
    }[wrong.blame]
    text = alone if count == 1 else of_several
    return capitalized(worded(text, line=line, level=level))
