"""The changes of a session that were not announced yet. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from helper.play.autofill import lines_through
from helper.play.moves import Move, Replace, SheetState
from puzzles import Line


@dataclass
class PendingChanges:
    """What is different since the last announcement, after one move or several."""

    is_sheet: bool = False
    """The whole board: another puzzle, another size or other clues."""
    is_reset: bool = False
    """A new history begins."""
    is_moved: bool = False
    """A move was made, taken back or made again."""
    lines: dict[Line, None] = field(default_factory=dict)
    """The lines of a drawing whose clues followed it."""
    _cells: list[Sequence[int]] = field(default_factory=list)

    def add(self, move: Move, state: SheetState) -> None:
        """A move was just done or taken back; ``state`` is what it led to."""
        self.is_moved = True
        if isinstance(move, Replace):
            self.is_sheet = True
        else:
            self._cells.append(move.cells)
            if state.drawing:
                self.lines |= dict.fromkeys(lines_through(state.puzzle, move.cells))

    @property
    def is_any(self) -> bool:
        """Whether there is something to announce."""
        return self.is_sheet or self.is_reset or self.is_moved

    @property
    def cells(self) -> Sequence[int]:
        """Indices of the cells that have other marks."""
        if len(self._cells) == 1:
            return self._cells[0]  # in the order of the move, of which the first is shown
        return sorted(set().union(*self._cells))
