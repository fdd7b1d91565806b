"""Games of people with the time of each move, from the logs of a study.

The study is https://github.com/bing-j/nonogram-difficulty: 67 people, three of six puzzles each. A
log has one JSON object a line. Those that matter here have the ``type``

- ``session_start_three``: ``queue`` has the numbers of the puzzles, in order;
- ``survey_submit``: a puzzle begins (``survey_type`` is ``pre``) or ends (``puzzle_1`` ...);
- ``move``: the cell ``r``, ``c`` became ``value``: 1 shaded, -1 blank, 0 clear;
- ``drag``: the cells from ``start`` to ``end`` were changed, each by itself. The ``mode`` ``flip``
  shades a cell or clears a shaded one; ``cross_toggle`` makes it blank or clears a blank one;
- ``undo``: takes back the last move or drag; ``reset``: clears the board;
- ``hint``: the program said what the cell ``r``, ``c`` is; ``check_bank``: the board was checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.grid import Grid
from puzzles.model import Puzzle

PAUSE_S = 2.36
"""The study's threshold: from this time on between two moves, a person was thinking."""

Cell = tuple[int, int]
"""A row and a column."""
SHADED, CLEAR, BLANK = 1, 0, -1
_EVENTS = {"move", "drag", "undo", "reset", "hint", "check_bank"}


class LogError(Exception):
    """A log cannot be read; the text says which line."""


class Change(NamedTuple):
    """One move or drag of a person."""

    pause_s: float
    """Since the event before it, whatever that was."""
    is_led: bool
    """Whether that was no move: the game began, or there was a hint, a check or an undo."""
    cells: tuple[tuple[Cell, int], ...]
    """The cells and their new states."""
    hinted: frozenset[Cell]
    """All cells for which there was a hint before."""
    before: Mapping[Cell, int]
    """The cells that were not clear before."""


@dataclass(frozen=True, slots=True)
class Game:
    """What one person did on one puzzle."""

    person: str
    puzzle: int
    """Its number in the study."""
    changes: Sequence[Change]


class Step(NamedTuple):
    """Moves in one line without a pause, of which some were right for the first time."""

    pause_s: float
    """The time before the first of them."""
    cells: tuple[Cell, ...]
    """The new right cells, in order."""
    known: Mapping[Cell, int]
    """The right cells before."""
    mistakes: int
    """The wrong cells before."""


def read_puzzles(path: Path) -> dict[int, Puzzle]:
    """The study's puzzles by number, from ``nonograms_6.json``."""
    entries = json.loads(path.read_text(encoding="utf-8"))
    return {
        entry["id"]: Puzzle.from_numbers(entry["clues"]["rows"], entry["clues"]["columns"])
        for entry in entries
    }


def read_games(path: Path) -> list[Game]:
    """The games of a log.

    Raises:
        LogError: A line is not as the study writes it.
    """
    reader = _Reader(path.stem)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            reader.read(json.loads(line))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise LogError(f"{path.name}, line {number}: {error!r}") from error
    return [game for game in reader.games if game.changes]


@dataclass
class _Reader:
    person: str
    games: list[Game] = field(default_factory=list)
    _queue: list[int] = field(default_factory=list)
    _states: dict[Cell, int] = field(default_factory=dict)
    _history: list[dict[Cell, int]] = field(default_factory=list)
    """For each move the states of its cells before."""
    _hinted: frozenset[Cell] = frozenset()
    _changes: list[Change] = field(default_factory=list)
    _last: float = 0.0
    _was_move: bool = False

    def read(self, event: Mapping[str, Any]) -> None:
        kind = event["type"]
        if kind == "session_start_three":
            self._queue = [int(number) for number in event["queue"]]
        elif kind == "survey_submit":
            self._begin()
        elif kind in _EVENTS and self.games:
            getattr(self, f"_{kind}")(event)
        else:
            return
        self._last = _seconds(event)
        self._was_move = kind in {"move", "drag"}

    def _begin(self) -> None:
        self._states, self._history, self._hinted, self._changes = {}, [], frozenset(), []
        if self._queue:
            self.games.append(Game(self.person, self._queue.pop(0), self._changes))

    def _move(self, event: Mapping[str, Any]) -> None:
        self._change(event, [(_cell(event), int(event["value"]))])

    def _drag(self, event: Mapping[str, Any]) -> None:
        shown = SHADED if event["mode"] == "flip" else BLANK
        cells = _between(_cell(event["start"]), _cell(event["end"]))
        old = [self._states.get(cell, CLEAR) for cell in cells]
        new = [CLEAR if state == shown else shown for state in old]
        self._change(event, list(zip(cells, new, strict=True)))

    def _change(self, event: Mapping[str, Any], cells: list[tuple[Cell, int]]) -> None:
        before = {cell: state for cell, state in self._states.items() if state != CLEAR}
        pause_s = _seconds(event) - self._last
        self._changes.append(
            Change(pause_s, not self._was_move, tuple(cells), self._hinted, before)
        )
        self._history.append({cell: self._states.get(cell, CLEAR) for cell, _ in cells})
        self._states.update(cells)

    def _undo(self, _event: Mapping[str, Any]) -> None:
        if self._history:
            self._states.update(self._history.pop())

    def _reset(self, _event: Mapping[str, Any]) -> None:
        self._states.clear()
        self._history.clear()

    def _hint(self, event: Mapping[str, Any]) -> None:
        self._hinted |= {_cell(event)}

    def _check_bank(self, _event: Mapping[str, Any]) -> None:
        pass


def steps_of(game: Game, solution: Grid) -> Iterator[Step]:
    """The steps of a game, see :class:`Step`.

    Left out are the first one of the game, those after a hint, a check or an undo, and cells that
    were hinted at or had been right before.
    """
    truth = {
        (r, c): SHADED if solution[r, c] == 2 else BLANK
        for r in range(solution.height)
        for c in range(solution.width)
    }
    seen: set[Cell] = set()
    for burst in _bursts(game.changes):
        before = burst[0].before
        after: dict[Cell, int] = {}
        for change in burst:
            for cell, state in change.cells:
                after.pop(cell, None)
                after[cell] = state
        right = [cell for cell, state in after.items() if truth[cell] == state]
        told = burst[-1].hinted
        fresh = tuple(cell for cell in right if cell not in seen and cell not in told)
        seen.update(right)
        if fresh and not burst[0].is_led:
            known = {cell: state for cell, state in before.items() if truth[cell] == state}
            yield Step(burst[0].pause_s, fresh, known, len(before) - len(known))


def _bursts(changes: Sequence[Change]) -> Iterator[list[Change]]:
    burst: list[Change] = []
    for change in changes:
        joined = [cell for each in (*burst, change) for cell, _ in each.cells]
        if burst and (change.is_led or change.pause_s >= PAUSE_S or not _is_line(joined)):
            yield burst
            burst = []
        burst.append(change)
    if burst:
        yield burst


def _is_line(cells: Sequence[Cell]) -> bool:
    return len({r for r, _ in cells}) == 1 or len({c for _, c in cells}) == 1


def _between(start: Cell, end: Cell) -> list[Cell]:
    """All cells of the rectangle between two cells, in the direction of the drag."""
    rows, columns = _from_to(start[0], end[0]), _from_to(start[1], end[1])
    return [(r, c) for r in rows for c in columns]


def _from_to(start: int, end: int) -> range:
    step = 1 if end >= start else -1
    return range(start, end + step, step)


def _cell(place: Mapping[str, Any]) -> Cell:
    return int(place["r"]), int(place["c"])


def _seconds(event: Mapping[str, Any]) -> float:
    return datetime.fromisoformat(event["t"]).timestamp()
