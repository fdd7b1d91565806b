"""The repairs that were found: which one is shown, and which of its changes are left.

Knows no widget and no session: whoever shows a picture asks what to paint and what to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzles import Grid
from solver.api import Outcome
from solver.author.repair import Change, Repair, Repairs
from solver.author.wording import cells_text


class RepairSelection:
    """Steps through the repairs of one picture.

    Cells may be changed one by one: as long as a part of a way is done, it stays the shown one, for
    only all of its changes together leave one solution.
    """

    def __init__(self, picture: Grid) -> None:
        """Begin with no way.

        Args:
            picture: Complete, as the repairs are asked for; it is copied.
        """
        self._asked = picture.copy()
        self._now = self._asked
        self.repairs: Repairs | None = None
        """The latest of what was heard."""
        self._shown = 0
        self._is_chosen = False
        self._is_over = False

    # What comes from outside

    def hear(self, repairs: Repairs, is_over: bool = False) -> None:
        """More was found, or the search is over. A way that somebody has chosen stays shown.

        Args:
            repairs: All that is known by now.
            is_over: Whether nothing more comes.
        """
        before = self.shown if self._is_chosen else None
        self.repairs = repairs
        self._is_over = is_over
        places = [i for i, way in enumerate(self.found) if before and way.changes == before.changes]
        self._shown = places[0] if places else 0

    def stop(self) -> None:
        """Nothing more comes: somebody has stopped the search."""
        self._is_over = True

    def follow(self, picture: Grid) -> bool:
        """The picture has changed.

        Returns:
            Whether only cells of the shown way have, to what the way says: if not, the ways have
            nothing to say of this picture.
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

    # Which way

    @property
    def found(self) -> Sequence[Repair]:
        """All ways, the best first."""
        return self.repairs.found if self.repairs is not None else ()

    @property
    def is_searching(self) -> bool:
        """Whether more may come."""
        return not self._is_over

    @property
    def shown(self) -> Repair | None:
        """The way that is shown."""
        return self.found[self._shown] if self._shown < len(self.found) else None

    @property
    def number(self) -> int:
        """Of the way that is shown, from 1; 0 if there is none."""
        return self._shown + 1 if self.shown else 0

    @property
    def may_step(self) -> bool:
        """Whether another way can be chosen: there is one, and nothing of this one is done."""
        return len(self.found) > 1 and len(self.remaining) == len(self.changes)

    def step(self, by: int) -> None:
        """Show the next way (1) or the one before (-1); round at the ends."""
        if self.may_step:
            self._shown = (self._shown + by) % len(self.found)
            self._is_chosen = True

    # What is to be done

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes of the shown way."""
        return self.shown.changes if self.shown else ()

    @property
    def remaining(self) -> tuple[Change, ...]:
        """Those that are not made yet, row by row."""
        return tuple(c for c in self.changes if self._now.cells[c.cell] != c.after)

    @property
    def ghosts(self) -> Mapping[int, int]:
        """For each cell that is still to be changed its new state."""
        return {change.cell: change.after for change in self.remaining}

    @property
    def is_done(self) -> bool:
        """Whether all changes of the shown way are made."""
        return bool(self.changes) and not self.remaining

    # Words

    @property
    def title(self) -> str:
        """The shown way in a few words; empty if there is none.

        As in ``Change 3 cells (1 of 6)`` and ``1 of 3 cells left``.
        """
        if not self.shown:
            return ""
        left, all_of_them = len(self.remaining), len(self.changes)
        if left < all_of_them:
            return f"{left} of {cells_text(all_of_them)} left to change"
        which = f" ({self.number} of {len(self.found)})" if len(self.found) > 1 else ""
        return f"Change {cells_text(all_of_them)}{which}"

    @property
    def sentence(self) -> str:
        """How the search stands and what can be done, to be shown below the title."""
        repairs = self.repairs
        if self.shown:
            return self._sentence_of_way()
        if self.is_searching:
            return "Looking for a few cells to change …"
        if repairs is None:
            return "The search was stopped before a way was found."
        if repairs.outcome is Outcome.UNIQUE:
            return "There is nothing to repair: the puzzle has one solution."
        if repairs.outcome in (Outcome.STOPPED, Outcome.LIMIT):
            return (
                "The puzzle is too hard to be examined in the time there is, so nothing can be"
                " said about repairing it. A smaller or simpler picture helps."
            )
        return self._none_text(repairs)

    def _sentence_of_way(self) -> str:
        if self.is_done:
            return "All changes of this way are made."
        if len(self.remaining) < len(self.changes):
            return "Only all of them together leave one solution."
        return "Then the puzzle has one solution." + (
            " Still looking for others …" if self.is_searching else ""
        )

    def _none_text(self, repairs: Repairs) -> str:
        tried = "" if repairs.is_complete else " in the time there was"
        text = f"No way was found{tried} to leave one solution by changing a few cells."
        if repairs.nearest is not None and repairs.left_open:
            changed = cells_text(len(repairs.nearest.changes))
            text += (
                f" The nearest changes {changed} and still leaves {cells_text(repairs.left_open)}"
                " open."
            )
        return f"{text} Another size, threshold or part of the picture helps more often than not."
