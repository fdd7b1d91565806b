"""What is said about a puzzle that was just solved. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from helper.application.library_records import Solve
from helper.application.rating_store import KeptRating
from helper.play.clock import helps_text, hints_text, is_new_best, solve_text, time_text
from puzzles.words import _, in_context, paragraph, plural, worded


class PackProgress(NamedTuple):
    """How far the player is with the puzzles of a shelf."""

    title: str
    solved: int
    total: int

    @property
    def is_complete(self) -> bool:
        """Whether no puzzle of it is left."""
        return self.solved >= self.total

    @property
    def text(self) -> str:
        """As in "12 of 24 in Animals".

        >>> PackProgress("Animals", 12, 24).text, PackProgress("Animals", 24, 24).text
        ('12 of 24 in Animals', 'All 24 of Animals')
        """
        if self.is_complete:
            return worded("All {total} of {pack}", total=self.total, pack=self.title)
        return worded(
            "{solved} of {total} in {pack}", solved=self.solved, total=self.total, pack=self.title
        )


@dataclass(frozen=True, slots=True)
class FinishFacts:
    """The facts of the card."""

    title: str
    """Of the puzzle; empty for none."""
    solve: Solve
    """The attempt that has just ended."""
    best: Solve | None = None
    """The best earlier solve; ``None`` if there is none."""
    pack: PackProgress | None = None
    """``None`` for a puzzle of no pack."""
    following: str = ""
    """The name of the next puzzle; empty if there is none."""
    found: str = ""
    """The clues that were not known, as a part of a sentence; empty if all were."""

    @property
    def heading(self) -> str:
        """The title, or that it is solved."""
        return self.title or in_context("a puzzle", "Solved")

    @property
    def size(self) -> str:
        """Width, height, and colours if it has several."""
        solve = self.solve
        size = worded("{width} × {height}", width=solve.width, height=solve.height)
        if solve.colors < 2:
            return size
        return plural(
            solve.colors, "{size} · {count} colour", "{size} · {count} colours", size=size
        )

    @property
    def time(self) -> str:
        """The time of the attempt."""
        return time_text(self.solve.seconds)

    @property
    def is_new_best(self) -> bool:
        """Whether it is better than all earlier solves of the puzzle, of which there is one."""
        return is_new_best(self.solve, self.best)

    @property
    def earlier(self) -> str:
        """The best earlier time; empty if there is none."""
        if self.best is None:
            return ""
        time, helps = time_text(self.best.seconds), helps_text(self.best.counts)
        if self.is_new_best:
            return (
                worded("before: {time} with {helps}", time=time, helps=helps)
                if helps
                else worded("before: {time}", time=time)
            )
        return (
            worded("your best: {time} with {helps}", time=time, helps=helps)
            if helps
            else worded("your best: {time}", time=time)
        )

    @property
    def helps(self) -> str:
        """The hints with what they told, and the checks, a line each."""
        counts = self.solve.counts
        checks = plural(counts.checks, "{count} check", "{count} checks") if counts.checks else ""
        return "\n".join(filter(None, (hints_text(counts), checks))) or _("No hints, no checks")

    @property
    def lives(self) -> str:
        """The lives that are left; empty if it was played without."""
        counts = self.solve.counts
        if not counts.lives:
            return ""
        return worded("{left} of {total} left", left=counts.lives_left, total=counts.lives)

    def spoken(self, rating: KeptRating | None) -> str:
        """All facts in sentences, for a screen reader."""
        name = worded("“{title}”", title=self.title) if self.title else _("the puzzle")
        hardest = rating.explanation if rating is not None and rating.is_rated else ""
        pack = self.pack and worded("{progress}.", progress=self.pack.text)
        found = worded("Found clues: {clues}.", clues=self.found) if self.found else ""
        return paragraph(solve_text(name, self.solve, self.best), found, hardest, pack or "")
