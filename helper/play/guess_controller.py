"""The commands on guesses, the message that names the open guesses, and its sentences."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu

from helper.commands.command import NO_MENU, BarPlace, Command, Feature, MenuPlace, Where
from helper.commands.messages import Messages
from helper.play.auto_dots import dots_in, lines_through, with_dots
from helper.play.guess_blame import (
    Blame,
    Contradiction,
    KnownSolution,
    contradiction_text,
    judged,
)
from helper.play.guesses import Guess, Guesses, opposite_of
from helper.play.lights import Light, light_of
from helper.play.mistakes import way_back
from helper.play.moves import shown_label
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.banner import Banner
from puzzles import Grid, Puzzle
from puzzles.words import _, forms, plural, worded
from solver.logic.cell_texts import state_text

KEEP, TAKE_BACK, MARK_OPPOSITE = _("Keep"), _("Take Back"), _("Mark the Opposite")
_SLICE_S = 0.01
"""How long lines are examined before the window goes on."""


class GuessController(Feature):
    """Begins and ends guesses; says which are open, and when a line contradicts a guess.

    Signals:
        said: ``str``, what is new in the message: that a guess has begun, or a contradiction.
    """

    said = Signal(str)

    def __init__(
        self,
        messages: Messages,
        session: Session,
        banner: Banner,
        why_not: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        """``why_not``: why the game does not go on now; empty if it does."""
        super().__init__(parent)
        self._messages = messages
        self._session = session
        self._why_not = why_not
        self._banner = banner
        self.menu: QMenu | None = None
        """The menu of a button that asks which of several guesses is meant."""
        self._count = 0
        """How many guesses the message names; 0 without a message, -1 with a contradiction."""
        self._wrong: Contradiction | None = None
        self._said: Contradiction | None = None
        """The contradiction that was said; each mark shows it anew as long as it holds."""
        self._said_count = 0
        self._solution = KnownSolution(self)
        self._solution.decided.connect(self._update)
        self._search: Iterator[None] = iter(())
        self._slices = QTimer(self, singleShot=True, interval=0)
        self._slices.timeout.connect(self._search_on)
        for changed in (
            session.guesses_changed,
            session.cells_changed,
            session.sheet_changed,
            session.mode_changed,
        ):
            changed.connect(self._update)
        session.guesses_changed.connect(self._tell_end)
        session.history_changed.connect(self._remember)
        session.reset.connect(self._remember)
        self._was_open = False
        self._index = 0

    def close(self) -> None:
        """The window closes: stop the work in the background."""
        self._solution.cancel()

    # Commands

    def commands(self) -> tuple[Command, ...]:
        """Puzzle > Try a Guess, and the keys of the guess's buttons."""
        return (
            Command(
                "try_guess",
                _("&Try a Guess"),
                self.begin,
                MenuPlace("puzzle", 300),
                _("The next marks follow from a guess, which can be taken back as a whole"),
                ("Ctrl+T",),
                "guess",
                Where.PLAY,
                self._why_not_begin,
                bar=BarPlace(220, Where.PLAY, _("Guess")),
            ),
            Command(
                "keep_guess",
                _("&Keep Guess"),
                self.keep,
                MenuPlace(NO_MENU, 310),
                _("The marks of the guess become yours"),
                ("Ctrl+Shift+T",),
                shown=Where.PLAY,
                why_not=self._why_not_end,
            ),
            Command(
                "take_back_guess",
                _("Take &Back Guess"),
                self.take_back,
                MenuPlace(NO_MENU, 320),
                _("Remove the marks of the guess, as one step of undo"),
                ("Ctrl+Backspace",),
                shown=Where.PLAY,
                why_not=self._why_not_end,
            ),
        )

    def _why_not_begin(self) -> str:
        if reason := self._why_not():
            return reason
        return "" if self._session.can_try else _("There is no puzzle to guess in.")

    def _why_not_end(self) -> str:
        if reason := self._why_not():
            return reason
        is_open = bool(self._session.guesses) and not self._session.is_locked
        return "" if is_open else _("There is no guess.")

    def begin(self) -> None:
        """Puzzle > Try a Guess: begin a guess, inside the open one."""
        self._session.begin_guess()

    def keep(self) -> None:
        """Keep the guess: the marks of the innermost guess stay."""
        self._session.keep_guess(len(self._session.guesses))

    def take_back(self) -> None:
        """Take back the guess: the marks of the innermost guess go."""
        self._session.take_back_guess(len(self._session.guesses))

    # The message

    def _update(self) -> None:
        self._wrong = None
        self._show()
        self._search = self._contradictions()
        if self._session.guesses:
            self._slices.start()
        else:
            self._solution.cancel()

    def _show(self) -> None:
        session = self._session
        guesses = session.guesses if session.mode is Mode.PLAY else ()
        if not guesses:
            if self._count:
                self._banner.clear()
            self._count = self._said_count = 0
            self._said = None
            return
        text = guesses_text(guesses, session.marks, session.guess_levels, session.puzzle)
        if len(guesses) > self._said_count:
            self.said.emit(text.splitlines()[-1])
        self._said_count = len(guesses)
        if self._wrong is not None:
            self._show_contradiction(self._wrong, text)
            return
        if self._count == len(guesses):
            self._banner.label.setText(text)
        else:
            buttons = {KEEP: self._press_keep, TAKE_BACK: self._press_take_back}
            self._banner.show_message(text, **buttons)
            self._count = len(guesses)
        self._banner.recommend(KEEP if guesses[-1].pinned is not None else "")

    def _show_contradiction(self, wrong: Contradiction, text: str) -> None:
        """Show which mark is wrong above the guesses, with the way out."""
        session, level = self._session, wrong.level
        back = partial(session.take_back_guess, level) if level else self._press_take_back
        buttons: dict[str, Callable[[], object]] = {KEEP: self._press_keep, TAKE_BACK: back}
        if level and wrong.blame is Blame.GUESS:
            if opposite_of(session.guesses[level - 1], session.marks) is not None:
                buttons[MARK_OPPOSITE] = partial(
                    session.take_back_guess, level, marks_opposite=True
                )
        elif wrong.blame is Blame.LATER and self._solution.grid is not None:
            buttons |= way_back(session, self._solution.grid)[1]
        told = contradiction_text(wrong, len(session.guesses))
        self._banner.show_message(f"{told}\n{text}", **buttons)
        self._banner.recommend(list(buttons)[-1] if level else "")
        self._count = -1

    def _press_keep(self) -> None:
        self._end(KEEP, self._session.keep_guess)

    def _press_take_back(self) -> None:
        self._end(TAKE_BACK, self._session.take_back_guess)

    def _end(self, name: str, end: Callable[[int], None]) -> None:
        """End the only guess, or ask which of several, in a menu below the button."""
        count = len(self._session.guesses)
        if count == 1:
            end(1)
            return
        button = self._banner.button(name)
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = menu = QMenu(self._banner)
        for level in range(count, 0, -1):
            action = menu.addAction(_end_text(name == KEEP, level, count))
            action.triggered.connect(partial(end, level))
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _tell_end(self) -> None:
        """Tell that a guess ended though the player did not end it."""
        session, index = self._session, self._session.position
        was_open, self._was_open = self._was_open, bool(session.guesses)
        if was_open and not session.guesses and not session.is_solved and index == self._index + 1:
            last = session.history[index - 1]
            if last.kind in ("replace", "clear", "turn"):
                self._messages.info(
                    worded("{label} has ended the guess; Undo leads back.", label=shown_label(last))
                )

    def _remember(self) -> None:
        self._index = self._session.position

    # Contradictions

    def _search_on(self) -> None:
        """Examine lines for a moment; the rest follows when the window had its turn."""
        end = time.monotonic() + _SLICE_S
        for _ignored in self._search:
            if time.monotonic() > end:
                self._slices.start()
                return

    def _contradictions(self) -> Iterator[None]:
        """Find a line of the guesses that their marks contradict, and show why."""
        session = self._session
        guesses, puzzle = session.guesses, session.puzzle
        found: Contradiction | None = None
        for line in lines_through(puzzle, session.guess_levels):
            if session.light(line) is Light.IMPOSSIBLE:
                if not self._solution.is_decided(puzzle):
                    return  # the answer begins the search anew
                truth, marks = self._solution.grid, session.marks
                found = yield from judged(line, guesses, marks, puzzle, truth)
                break
            yield
        if found is not None and found.level == 0:
            # The way to the wrong mark is a line that was red before.
            before = guesses[0].before
            for line in puzzle.lines:
                if session.light(line) is Light.IMPOSSIBLE:
                    dots = dots_in(line, before, puzzle) if session.automatic_dots else ()
                    states, clues = with_dots(line, before, dots), puzzle.clues_of(line)
                    if light_of(clues, states, before.colors) is Light.IMPOSSIBLE:
                        found = Contradiction(line, 0)
                        break
                yield
        if found is not None:
            self._wrong = found
            self._show()
            if found != self._said:
                self.said.emit(contradiction_text(found, len(guesses)))
        self._said = found


def _end_text(is_keep: bool, level: int, count: int) -> str:
    """The menu's text that ends the guesses from a level on, of so many."""
    if level == count:
        text = _("Keep Guess &{level}") if is_keep else _("Take Back Guess &{level}")
    elif level > 1:
        text = (
            _("Keep Guesses &{level} to {last}")
            if is_keep
            else _("Take Back Guesses &{level} to {last}")
        )
    else:
        one, many = (
            forms("Keep &All {count} Guess", "Keep &All {count} Guesses")
            if is_keep
            else forms("Take Back &All {count} Guess", "Take Back &All {count} Guesses")
        )
        return plural(count, one, many)
    return worded(text, level=level, last=count)


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
    one, many = (
        forms(
            "Guess {level}: row {row}, column {column} is clear again, {count} cell.",
            "Guess {level}: row {row}, column {column} is clear again, {count} cells.",
        )
        if state == marks.clear
        else forms(
            "Guess {level}: row {row}, column {column} is {state}, {count} cell.",
            "Guess {level}: row {row}, column {column} is {state}, {count} cells.",
        )
    )
    text = state_text(state, puzzle)
    return plural(count, one, many, level=level, row=row + 1, column=column + 1, state=text)
