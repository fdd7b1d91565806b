"""The changes of a session that are not yet announced. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from helper.play.autofill import lines_through
from helper.play.moves import GuessMove, Move, Replace, SheetState, Tick
from puzzles import Line


@dataclass
class PendingChanges:
    """The changes since the last announcement, by one or several moves."""

    is_sheet: bool = False
    """Whether the puzzle, its size or its clues were replaced."""
    is_reset: bool = False
    """Whether a new history begins."""
    is_moved: bool = False
    """Whether a move was made, undone or redone."""
    lines: dict[Line, None] = field(default_factory=dict)
    """The lines whose clues followed the drawing."""
    ticked: dict[Line, None] = field(default_factory=dict)
    """The lines whose ticks changed."""
    _cells: list[Sequence[int]] = field(default_factory=list)

    def add(self, move: Move, state: SheetState, dots: Iterable[int]) -> None:
        """Add a move that was just done or undone.

        Args:
            move: The move.
            state: The state after it.
            dots: The cells whose dot of AutoFill came or went.
        """
        self.is_moved = True
        if isinstance(move, Replace):
            self.is_sheet = True
        elif isinstance(move, Tick):
            self.ticked |= dict.fromkeys(place.line for place in move.clues)
        elif not isinstance(move, GuessMove):
            self._cells.append([*move.cells, *sorted(set(dots).difference(move.cells))])
            if state.drawing:
                self.lines |= dict.fromkeys(lines_through(state.puzzle, move.cells))

    @property
    def is_any(self) -> bool:
        """Whether there is something to announce."""
        return self.is_sheet or self.is_reset or self.is_moved or bool(self._cells)

    def add_cells(self, cells: Iterable[int]) -> None:
        """Add cells that look different though no move was made."""
        if found := sorted(cells):
            self._cells.append(found)

    @property
    def cells(self) -> Sequence[int]:
        """The indices of the cells whose marks or dots changed."""
        if len(self._cells) == 1:
            return self._cells[0]  # in the move's order: the board scrolls to the first
        return sorted(set().union(*self._cells))
