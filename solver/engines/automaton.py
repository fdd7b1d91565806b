"""A finite automaton that reads the colours of a line and accepts exactly its arrangements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.model import Clue


@dataclass(frozen=True, slots=True)
class Automaton:
    """Starts in state 0. Has a state for the blanks before each block and one for each cell."""

    final: frozenset[int]
    """The states in which a line may end."""
    transitions: tuple[tuple[int, int, int], ...]
    """``(state, colour, next state)``; other transitions are not allowed."""

    def table(self, colors: int) -> list[list[int]]:
        """``table[state][colour]`` is the next state, or -1."""
        states = 1 + max(max(before, after) for before, _, after in self.transitions)
        table = [[-1] * colors for _ in range(states)]
        for before, color, after in self.transitions:
            table[before][color] = after
        return table


def automaton(clues: Sequence[Clue]) -> Automaton:
    """The automaton of a line's clues.

    >>> from puzzles.model import clues
    >>> sorted(automaton(clues([1])).final), automaton(clues([1])).table(2)
    ([1], [[0, 1], [1, -1]])
    """
    transitions = [(0, 0, 0)]
    state = last = 0
    for j, (length, color) in enumerate(clues):
        transitions += [(state + k, color, state + k + 1) for k in range(length)]
        last = state + length
        gap = j + 1 < len(clues) and clues[j + 1].color == color
        transitions.append((last, 0, last + 1 if gap else last))
        if gap:
            transitions.append((last + 1, 0, last + 1))
        state = last + gap
    return Automaton(frozenset({last}), tuple(transitions))
