"""The time that a player spends on a puzzle, and what is said about a solve. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from helper.application.library_records import GameCounts, Solve
from puzzles.words import _, enumerated, listed, plural, worded


class PlayClock:
    """Counts the seconds while it runs."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """``now``: the time in seconds."""
        self._now = now
        self._before = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> int:
        """Whole seconds so far."""
        return int(self._elapsed())

    @property
    def is_running(self) -> bool:
        """Whether it counts now."""
        return self._since is not None

    @property
    def ms_to_next_second(self) -> int:
        """Milliseconds until :attr:`seconds` changes, if it runs; at least 1."""
        return max(1, round(1000 * (1 - self._elapsed() % 1)))

    def set(self, seconds: float) -> None:
        """Go on from a number of seconds; it runs on if it runs."""
        self._before = seconds
        if self._since is not None:
            self._since = self._now()

    def run(self, is_running: bool) -> None:
        """Start or pause."""
        if is_running == self.is_running:
            return
        if is_running:
            self._since = self._now()
        else:
            self._before, self._since = self._elapsed(), None

    def _elapsed(self) -> float:
        return self._before + (0.0 if self._since is None else self._now() - self._since)


def time_text(seconds: float) -> str:
    """A time of solving.

    >>> time_text(252), time_text(3661.4)
    ('4:12', '1:01:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def helps_text(counts: GameCounts) -> str:
    """The hints and checks of a solve; empty without any.

    >>> helps_text(GameCounts(hints=2, checks=1))
    '2 hints and 1 check'
    """
    helps = []
    if counts.hints:
        helps.append(plural(counts.hints, "{count} hint", "{count} hints"))
    if counts.checks:
        helps.append(plural(counts.checks, "{count} check", "{count} checks"))
    return listed(helps)


def hints_text(counts: GameCounts) -> str:
    """The hints of a solve, with what they told if some told less than all; empty without any.

    >>> hints_text(GameCounts(hints=2, hint_places=1, hint_wholes=1))
    '2 hints: 1 place, 1 in full'
    >>> hints_text(GameCounts(hints=47, hint_wholes=47))
    '47 hints'
    """
    if not counts.hints:
        return ""
    kinds = (
        plural(counts.hint_places, "{count} place", "{count} places"),
        plural(counts.hint_techniques, "{count} technique", "{count} techniques"),
        plural(counts.hint_wholes, "{count} in full", "{count} in full"),
    )
    known = counts.hint_places, counts.hint_techniques, counts.hint_wholes
    parts = enumerated(kind for kind, count in zip(kinds, known, strict=True) if count)
    if sum(known) != counts.hints or counts.hint_wholes == counts.hints:
        return plural(counts.hints, "{count} hint", "{count} hints")
    return plural(counts.hints, "{count} hint: {parts}", "{count} hints: {parts}", parts=parts)


def is_new_best(solve: Solve, best: Solve | None) -> bool:
    """Whether a solve is faster than the best earlier one, and not at the cost of more help."""
    return best is not None and solve.seconds < best.seconds and solve.is_better_than(best)


def solve_text(name: str, solve: Solve, best: Solve | None = None) -> str:
    """What is said to the player who has just solved a puzzle.

    Args:
        name: The puzzle.
        solve: The solve.
        best: The best earlier solve of the puzzle; ``None`` if there is none.

    >>> solve_text("“Owl”", Solve("", "", 5, 5, 1, 252), Solve("", "", 5, 5, 1, 300))
    'Congratulations! You have solved “Owl” in 4:12, your best time (before: 5:00).'
    """
    time = time_text(solve.seconds)
    helps = helps_text(solve.counts)
    if best is None or not is_new_best(solve, best):
        template = (
            _("Congratulations! You have solved {name} in {time} with {helps}.")
            if helps
            else _("Congratulations! You have solved {name} in {time}.")
        )
        return worded(template, name=name, time=time, helps=helps)
    template = (
        _(
            "Congratulations! You have solved {name} in {time} with {helps}, your best time "
            "(before: {best})."
        )
        if helps
        else _(
            "Congratulations! You have solved {name} in {time}, your best time (before: {best})."
        )
    )
    return worded(template, name=name, time=time, helps=helps, best=time_text(best.seconds))
