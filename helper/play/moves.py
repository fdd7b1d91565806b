"""Moves, the steps of undo, as frozen values with a text form. No widgets.

A move holds the state before and after it. So it can be done and undone, and written to the
journal, which survives a crash.
"""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from helper.play import labels
from helper.play.ticks import (
    NO_TICKS,
    CluePlace,
    Ticks,
    check_ticks,
    ticks_from_json,
    ticks_to_json,
)
from puzzles import Grid, Puzzle
from puzzles.errors import FormatError
from puzzles.formats import Document
from puzzles.formats.non import NON
from puzzles.json_text import read_json
from puzzles.model import MAX_SHOWN
from puzzles.turning import Turn
from puzzles.words import _, plural, worded

DRAW, PLAY, EDIT_CLUES = "draw", "play", "edit-clues"
"""What a :class:`Replace` does."""
_EARLIER_ACTIONS = {
    "Draw": DRAW,
    "Play": PLAY,
    "Edit Clues": EDIT_CLUES,
    "Flip Horizontally": Turn.FLIP_HORIZONTALLY.value,
    "Flip Vertically": Turn.FLIP_VERTICALLY.value,
    "Rotate Left": Turn.ROTATE_LEFT.value,
    "Rotate Right": Turn.ROTATE_RIGHT.value,
}
"""The actions by the labels of journals of earlier versions, which have only these."""


def check_size(puzzle: Puzzle, source: str) -> None:
    """Check that the window can show a board.

    Args:
        puzzle: The puzzle.
        source: Where it comes from, for the error message.

    Raises:
        FormatError: It has more than ``MAX_SHOWN`` rows or columns; the text says what to do.
    """
    if max(puzzle.height, puzzle.width) > MAX_SHOWN:
        problem = worded(
            "it has {rows} and {columns}, and the window opens boards of up to"
            " {limit:,}; the commands for a terminal take larger ones, such as “nonogram solve”",
            rows=plural(puzzle.height, "{count} row", "{count} rows"),
            columns=plural(puzzle.width, "{count} column", "{count} columns"),
            limit=MAX_SHOWN,
        )
        raise FormatError(problem, source)


@dataclass(frozen=True)
class SheetState:
    """All that a move can change."""

    puzzle: Puzzle
    marks: Grid
    """Treat as read-only."""
    drawing: bool = False
    """Whether the clues are those of the marks and follow them, so that nothing is solved."""
    ticks: Ticks = NO_TICKS
    """The clues that the player has ticked off; a drawing has none."""

    @property
    def document(self) -> Document:
        """The content of a file with this state; files hold no ticks."""
        return Document(self.puzzle, self.marks, self.drawing)


@dataclass(frozen=True)
class Paint:
    """Changes the marks of some cells."""

    label: str
    """Its name in the Undo menu; in English, see :func:`shown_label`."""
    cells: array[int]
    """Indices ``row * width + column``."""
    before: array[int]
    """Their old states."""
    after: array[int]
    """Their new states."""
    kind: str = "paint"
    """``paint``, ``received`` (marks of another device), ``clear``, ``take-back``, ``solution`` or,
    one of several ones, ``candidate``."""
    level: int = 0
    """Of ``take-back``: how many guesses stay open."""
    at_s: int = 0
    """How long the puzzle had been played then, in seconds; 0 if that was not kept."""

    @property
    def is_take_back(self) -> bool:
        """Whether it ends a guess without its marks."""
        return self.kind == "take-back"

    @property
    def is_by_hand(self) -> bool:
        """Whether the player made it, not the solver."""
        return self.kind not in ("solution", "candidate")

    @property
    def counts(self) -> bool:
        """Whether a board that is right after this move counts as solved."""
        return self.kind in ("paint", "received", "solution")

    @classmethod
    def between(
        cls,
        old: Grid,
        new: Mapping[int, int],
        label: str,
        kind: str = "paint",
        at_s: int = 0,
    ) -> Paint:
        """The move that gives cells the states in ``new``, without unchanged cells."""
        changed = [i for i, state in new.items() if old.cells[i] != state]
        return cls(
            label,
            array("I", changed),
            array("I", [old.cells[i] for i in changed]),
            array("I", [new[i] for i in changed]),
            kind,
            at_s=at_s,
        )

    def pairs(self, forward: bool) -> Iterable[tuple[int, int]]:
        """(index, state) of each cell after the move, or after undoing it."""
        return zip(self.cells, self.after if forward else self.before, strict=True)

    def states(self, forward: bool) -> dict[int, int]:
        """The states by index after the move, or after undoing it."""
        return dict(self.pairs(forward))

    def followed_by(self, later: Paint) -> Paint:
        """One move with the effect of both."""
        before = {**later.states(forward=False), **self.states(forward=False)}
        after = {**self.states(forward=True), **later.states(forward=True)}
        kept = [i for i in before if before[i] != after[i]]
        return Paint(
            later.label,
            array("I", kept),
            array("I", [before[i] for i in kept]),
            array("I", [after[i] for i in kept]),
            later.kind,
        )


@dataclass(frozen=True)
class Replace:
    """Replaces the puzzle, its clues or its board."""

    label: str
    before: SheetState
    after: SheetState
    kind: str = "replace"
    """``replace``, or ``turn``, which keeps whether the puzzle is solved."""
    action: str = ""
    """What it does, an id: ``DRAW``, ``EDIT_CLUES`` or the value of a :class:`Turn`; empty for what
    nobody asks about."""


@dataclass(frozen=True)
class Tick:
    """Ticks clues off by hand, or removes the ticks."""

    label: str
    clues: Ticks
    """The clues whose tick comes or goes."""
    is_on: bool
    """Whether the ticks come."""

    @property
    def kind(self) -> str:
        """``tick`` or ``untick``."""
        return "tick" if self.is_on else "untick"

    @classmethod
    def between(cls, old: Ticks, clues: Iterable[CluePlace], is_on: bool, label: str) -> Tick:
        """The move that ticks clues off or removes their ticks, without unchanged ones."""
        return cls(label, frozenset(c for c in clues if (c in old) != is_on), is_on)

    def applied(self, ticks: Ticks, forward: bool) -> Ticks:
        """The ticks after the move, or after undoing it."""
        return ticks | self.clues if self.is_on == forward else ticks - self.clues


@dataclass(frozen=True)
class GuessMove:
    """Begins a guess, or ends one so that its marks stay; see :mod:`helper.play.guesses`."""

    label: str
    level: int
    """How many guesses are open after it."""
    is_begin: bool
    """Whether it begins the innermost of them."""

    @property
    def kind(self) -> str:
        """``try`` or ``keep``."""
        return "try" if self.is_begin else "keep"


Move = Paint | Replace | Tick | GuessMove


def shown_label(move: Move) -> str:
    """The name of a move for people.

    Labels are kept in English, so that a journal is the same in every language.
    """
    return labels.shown(move.label)


def move_to_text(move: Move) -> str:
    """The move as one line of text."""
    if isinstance(move, Paint):
        arrays = {name: _packed(getattr(move, name)) for name in ("cells", "before", "after")}
        numbers = {"level": move.level} if move.is_take_back else {}
        numbers |= {"at": move.at_s} if move.at_s else {}
        return json.dumps({"label": move.label, "kind": move.kind, **numbers, **arrays})
    if isinstance(move, GuessMove):
        return json.dumps({"label": move.label, "kind": move.kind, "level": move.level})
    if isinstance(move, Tick):
        clues = ticks_to_json(move.clues)
        return json.dumps({"label": move.label, "kind": move.kind, "clues": clues})
    states = {"before": state_to_json(move.before), "after": state_to_json(move.after)}
    fields = {"label": move.label, "kind": move.kind, "action": move.action, **states}
    return json.dumps(fields)


def move_from_text(text: str) -> Move:
    """Parse a move.

    Raises:
        ValueError: The text is damaged.
        FormatError: A puzzle in it is damaged.
    """
    try:
        fields = read_json(text)
        label, kind = fields["label"], fields["kind"]
        if not (isinstance(label, str) and isinstance(kind, str)):
            raise TypeError("a move's label and kind are texts")
        if kind in ("replace", "turn"):
            before, after = (state_from_json(fields[name]) for name in ("before", "after"))
            action = fields.get("action") or _EARLIER_ACTIONS.get(label, "")
            if not isinstance(action, str):
                raise TypeError("what a move does is a text")
            return Replace(label, before, after, kind, action)
        if kind in ("tick", "untick"):
            return Tick(label, ticks_from_json(fields["clues"]), kind == "tick")
        level, at_s = fields.get("level", 0), fields.get("at", 0)
        if not type(level) is type(at_s) is int:
            raise TypeError("a guess's number and a time are whole numbers")
        if kind in ("try", "keep"):
            return GuessMove(label, level, kind == "try")
        cells, old, new = (_unpacked(fields[name]) for name in ("cells", "before", "after"))
        return Paint(label, cells, old, new, kind, level, at_s)
    except (LookupError, TypeError, AttributeError, zlib.error) as error:
        raise ValueError(worded("a damaged move: {error}", error=error)) from error


def checked_history(base: SheetState, moves: Iterable[Move]) -> Iterator[Move]:
    """Yield moves that can be made one after the other.

    Raises:
        ValueError: The next move changes a cell outside of the board, sets an invalid state,
            replaces a board of another size, or ticks off a clue that does not exist.
    """
    sheet, cells, clear = base, len(base.marks.cells), base.marks.clear
    for move in moves:
        if isinstance(move, Replace):
            if len(move.before.marks.cells) != cells:
                raise ValueError(
                    worded("a move replaces a board of {cells} cells by mistake", cells=cells)
                )
            sheet = move.after
            cells, clear = len(sheet.marks.cells), sheet.marks.clear
        elif isinstance(move, Tick):
            check_ticks(move.clues, sheet.puzzle, sheet.drawing)
        elif isinstance(move, GuessMove):
            if move.level < 0:
                raise ValueError("a move leaves less than no guess open")
        elif move.level < 0:
            raise ValueError("a move leaves less than no guess open")
        elif not len(move.cells) == len(move.before) == len(move.after):
            raise ValueError("a move has not one old and one new state for each cell")
        elif max(move.cells, default=0) >= cells:
            raise ValueError(
                worded("a move changes cell {cell} of {cells}", cell=max(move.cells), cells=cells)
            )
        elif any(not 1 <= state <= clear for state in {*move.before, *move.after}):
            raise ValueError("a move gives a cell an invalid state")
        yield move


def state_to_json(state: SheetState) -> dict[str, object]:
    """A state as JSON values; see :func:`state_from_json`."""
    text = NON.write(state.document).decode()
    fields: dict[str, object] = {"document": text, "drawing": state.drawing}
    if state.ticks:
        fields["ticks"] = ticks_to_json(state.ticks)
    return fields


def state_from_json(fields: Mapping[str, object]) -> SheetState:
    """The state from the values of :func:`state_to_json`."""
    document = document_from_text(str(fields["document"]))
    drawing, ticks = bool(fields["drawing"]), ticks_from_json(fields.get("ticks", []))
    check_ticks(ticks, document.puzzle, drawing)
    return SheetState(document.puzzle, document.marks, drawing, ticks)


def document_from_text(text: str) -> Document:
    """The document that a journal holds in ``.non`` form."""
    return NON.read(text.encode(), _("the journal"))


def _packed(numbers: array[int]) -> str:
    return base64.b64encode(zlib.compress(numbers.tobytes(), 1)).decode()


def _unpacked(text: str) -> array[int]:
    numbers = array("I")
    most = numbers.itemsize * MAX_SHOWN**2
    inflated = zlib.decompressobj()
    numbers.frombytes(inflated.decompress(base64.b64decode(text), most))
    if not inflated.eof:
        raise ValueError("a damaged move: it changes more cells than a board has")
    return numbers
