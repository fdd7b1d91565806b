"""The repairs that were found, the one that is shown, and its remaining changes.

No widgets and no session: the caller paints the changes and shows the texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzles import Grid
from puzzles.difficulty import difficulty_heading
from puzzles.words import _, paragraph, plural, worded
from solver.api import Outcome
from solver.author.repair import Change, Repair, Repairs
from solver.author.repair_wording import cells_text


class RepairSelection:
    """Steps through the repairs of one picture.

    Cells may be changed one by one. A repair that is partly applied stays the shown one, since only
    all of its changes together leave one solution.
    """

    def __init__(self, picture: Grid) -> None:
        """Start without repairs.

        Args:
            picture: The complete picture that is repaired; it is copied.
        """
        self._asked = picture.copy()
        self._now = self._asked
        self.repairs: Repairs | None = None
        """The latest repairs; ``None`` before the first."""
        self._shown = 0
        self._is_chosen = False
        self._is_over = False

    # Input

    def update(self, repairs: Repairs, is_over: bool = False) -> None:
        """Take new repairs, or the end of the search. A repair that the user chose stays shown.

        Args:
            repairs: All repairs found until now.
            is_over: Whether the search is over.
        """
        before = self.shown if self._is_chosen else None
        self.repairs = repairs
        self._is_over = is_over
        places = [
            i for i, repair in enumerate(self.found) if before and repair.changes == before.changes
        ]
        self._shown = places[0] if places else 0

    def stop(self) -> None:
        """End the search: the user has stopped it."""
        self._is_over = True

    def follow(self, picture: Grid) -> bool:
        """Take the changed picture.

        Returns:
            Whether every changed cell has the state that the shown repair gives it; otherwise the
            repairs do not apply to this picture.
        """
        if (picture.height, picture.width) != (self._asked.height, self._asked.width):
            return False
        wanted = {change.cell: change.after for change in self.changes}
        pairs = enumerate(zip(self._asked.cells, picture.cells, strict=True))
        if any(new != wanted.get(i) for i, (old, new) in pairs if new != old):
            return False
        self._now = picture.copy()
        self._is_chosen = self._is_chosen or len(self.remaining) < len(self.changes)
        return True

    # The shown repair

    @property
    def found(self) -> Sequence[Repair]:
        """All repairs, the best first."""
        return self.repairs.found if self.repairs is not None else ()

    @property
    def is_searching(self) -> bool:
        """Whether the search goes on."""
        return not self._is_over

    @property
    def shown(self) -> Repair | None:
        """The repair that is shown."""
        return self.found[self._shown] if self._shown < len(self.found) else None

    @property
    def number(self) -> int:
        """The number of the shown repair, from 1; 0 if there is none."""
        return self._shown + 1 if self.shown else 0

    @property
    def may_step(self) -> bool:
        """Whether another repair can be chosen: there is one, and the shown one is not begun."""
        return len(self.found) > 1 and len(self.remaining) == len(self.changes)

    def step(self, by: int) -> None:
        """Show the next repair (1) or the previous one (-1), cyclically."""
        if self.may_step:
            self._shown = (self._shown + by) % len(self.found)
            self._is_chosen = True

    # Its changes

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes of the shown repair."""
        return self.shown.changes if self.shown else ()

    @property
    def remaining(self) -> tuple[Change, ...]:
        """The changes that are not applied yet, row by row."""
        return tuple(c for c in self.changes if self._now.cells[c.cell] != c.after)

    @property
    def ghosts(self) -> Mapping[int, int]:
        """The new states of the remaining changes, by cell."""
        return {change.cell: change.after for change in self.remaining}

    @property
    def is_done(self) -> bool:
        """Whether all changes of the shown repair are applied."""
        return bool(self.changes) and not self.remaining

    # Texts

    @property
    def title(self) -> str:
        """A title for the shown repair; empty if there is none.

        Examples: ``Change 3 cells (1 of 6)``, ``1 of 3 cells left to change``, ``3 cells changed``.
        """
        if not self.shown:
            return ""
        left, all_of_them = len(self.remaining), len(self.changes)
        if self.is_done:
            return plural(all_of_them, "{count} cell changed", "{count} cells changed")
        if left < all_of_them:
            return plural(
                all_of_them,
                "{left} of {count} cell left to change",
                "{left} of {count} cells left to change",
                left=left,
            )
        change = plural(all_of_them, "Change {count} cell", "Change {count} cells")
        if len(self.found) < 2:
            return change
        number, all_found = self.number, len(self.found)
        return worded("{change} ({number} of {all})", change=change, number=number, all=all_found)

    @property
    def sentence(self) -> str:
        """The state of the search and the next action, to be shown below the title."""
        repairs = self.repairs
        if self.shown:
            return self._shown_text()
        if self.is_searching:
            return _("Searching for a few cells to change …")
        if repairs is None:
            return _("The search was stopped before a repair was found.")
        if repairs.outcome is Outcome.UNIQUE:
            return _("There is nothing to repair: the puzzle has one solution.")
        if repairs.outcome in (Outcome.STOPPED, Outcome.LIMIT):
            return _(
                "The puzzle is too hard to be checked in the time there is, so no repair can be"
                " found. Try a smaller or simpler picture."
            )
        return self._none_text(repairs)

    def _shown_text(self) -> str:
        if self.is_done:
            return _("The puzzle has one solution now.")
        if len(self.remaining) < len(self.changes):
            return _("Only all changes together leave one solution.")
        assert self.shown is not None
        rating = self.shown.rating
        return paragraph(
            _("With these changes the puzzle has one solution.")
            if rating is None
            else worded(
                "Several solutions → {difficulty}.",
                difficulty=difficulty_heading(rating.difficulty, rating.score),
            ),
            _("Still searching for others …") if self.is_searching else "",
        )

    def _none_text(self, repairs: Repairs) -> str:
        best = ""
        if repairs.nearest is not None and repairs.left_open:
            best = worded(
                "The best attempt changes {changed} and still leaves {left} open.",
                changed=cells_text(len(repairs.nearest.changes)),
                left=cells_text(repairs.left_open),
            )
        return paragraph(
            _("No repair was found: no change of a few cells leaves one solution.")
            if repairs.is_complete
            else _(
                "No repair was found in the time there was: no change of a few cells leaves one"
                " solution."
            ),
            best,
            _("Another size, threshold or part of the picture often helps."),
        )
