"""The functions of the compiled core, see bindings.cpp. They take and return numbers and bytes."""

from collections.abc import Sequence

MAX_SEARCHED: int

_Lines = Sequence[Sequence[tuple[int, int]]]

def flat_clues(rows: _Lines, columns: _Lines, colors: int) -> bytes:
    """The clues of a puzzle as everything else here takes them, see ``FlatClues`` in ``make.hpp``.

    The byte at 6 is 0 if :meth:`puzzles.model.Puzzle.defects` finds any.

    Raises:
        ValueError: There are no cells, too many, or a clue of length 0.
        TypeError: These are no lists or tuples of numbers.
    """

def flat_numbers(height: int, counts: bytes, numbers: bytes) -> bytes:
    """The same for a black and white puzzle, see :class:`puzzles.model.PlainNumbers`.

    Raises:
        ValueError: As for :func:`flat_clues`, or there are fewer numbers than ``counts`` says.
    """

def solve_line(
    lengths: Sequence[int], colors: Sequence[int], may: Sequence[bytes], width: int
) -> list[bytes] | None:
    """See :func:`solver.line.solve_line`; masks are little-endian, in words of 64 bits."""

_Evidence = tuple[
    str,
    list[int],
    list[tuple[int, int, int]],
    list[tuple[int, int]],
    tuple[int, int] | None,
    int,
]

def line_findings(
    technique: int, lengths: Sequence[int], colors: Sequence[int], may: Sequence[bytes], width: int
) -> list[tuple[list[bytes], _Evidence]]:
    """See :func:`solver.logic.line_techniques.findings`; ``technique`` is its rank."""

def why_impossible(
    lengths: Sequence[int],
    colors: Sequence[int],
    may: Sequence[bytes],
    premises: bytes,
    width: int,
) -> _Evidence:
    """See :func:`solver.logic.line_techniques.why_impossible`."""

def technique_premises(
    technique: int,
    lengths: Sequence[int],
    colors: Sequence[int],
    may: Sequence[bytes],
    empty: Sequence[bytes],
    after: Sequence[bytes],
    width: int,
) -> list[bytes]:
    """See :func:`solver.logic.premises.technique_premises`; ``technique`` is its rank."""

def line_premises(
    lengths: Sequence[int],
    colors: Sequence[int],
    may: Sequence[bytes],
    empty: Sequence[bytes],
    gone: Sequence[bytes] | None,
    width: int,
) -> list[bytes]:
    """See :func:`solver.logic.premises.line_premises`."""

def propagate(clues: bytes, cells: bytes) -> tuple[bytes, int, bool]:
    """Solve line by line, see :mod:`solver.propagate`.

    ``cells`` has a ``uint32`` bit set of colours for each cell, row by row. Returns the cells in
    the same form, the line that cannot be satisfied (-1 for none), and whether there is a
    contradiction.
    """

class Core:
    """One search, resumable and deterministic: time slices do not change its result."""

    def __init__(
        self,
        clues: bytes,
        wanted: int,
        cells: bytes = b"",
        probing_only: bool = False,
        threads: int = 1,
        most_lines: int = 2**64 - 1,
    ) -> None:
        """Take the clues and the cells known at the start.

        ``cells`` as for :func:`propagate`; empty: nothing is known. ``probing_only``: ends where
        neither lines nor trials of single cells decide anything, or after ``most_lines``, and is
        complete only if all is decided by then; ``wanted`` is to be larger than 2. ``threads``: how
        many may learn at a time; each of them has a search of its own.
        """

    def run(self, seconds: float, nodes: int) -> bool:
        """Search for about that time, or until ``nodes`` decisions in total; true at the end."""

    def solutions(self, first: int) -> bytes:
        """The solutions found so far, from an index on, as ``uint32`` bit sets of colours."""

    def found(self, first: int, seconds: float, stopped: bool) -> bytes:
        """What was found, with the solutions from an index on.

        A ``double`` with the time in s; as ``uint64`` lines solved, lines from the cache, values
        probed, decisions, contradictions and depth; as ``uint32`` the number of solutions that
        follow, and as ``int32`` the last line that could not be satisfied, rows first, -1 for none;
        as bytes whether all solutions are found, whether it was stopped (as given), and whether it
        was proven without a decision that there is none; 5 bytes of nothing. Then the solutions,
        and what is :meth:`certain` unless there is just one solution.
        """

    def certain(self) -> bytes:
        """The possible colours of each cell, row by row, as ``uint32`` bit sets."""

    @property
    def known(self) -> int:
        """The number of cells that are proven."""

class BatchCore:
    """Solves many puzzles in threads of its own; the results come in their order.

    A result is what :meth:`Core.found` returns, or why there is none.
    """

    def __init__(
        self, threads: int, wanted: int, seconds: float, nodes: int, learners: int
    ) -> None:
        """``threads``: puzzles at a time. All else is for each puzzle.

        ``seconds``, ``nodes``: limits; negative seconds for no limit of time. ``learners``: threads
        that may work on one puzzle.
        """

    def add(self, puzzles: list[bytes]) -> None:
        """Take other puzzles, each as :class:`Core` does, and have them solved."""

    def take(self, most: int, enough: int, seconds: float) -> list[bytes | str]:
        """The next results, at most ``most``.

        Without any, waits as long as ``seconds`` until the next one is there and ``enough`` are, or
        all.
        """

    def stop(self) -> None:
        """Begin no other puzzle, and end those under way, which still have a result."""

    @property
    def has_more(self) -> bool:
        """Whether there are results to come."""

class LookaheadCore:
    """Tries every unknown cell, see :func:`solver.logic.links.lookahead.look_ahead`; resumable."""

    def __init__(self, clues: bytes, cells: bytes) -> None:
        """Take a puzzle as :class:`Core` does, and a board as :func:`propagate` does."""

    def run(self, seconds: float) -> bool:
        """Work for about that time; true at the end. The results are for the end only."""

    def narrow_to(self, cells: bytes) -> bool:
        """Begin again on a board that has lost colours, which is faster than a new object.

        ``False``, and nothing is done, if a cell has a colour that it did not have before.
        """

    @property
    def levels(self) -> int:
        """How many levels the results need."""
    @property
    def failures(self) -> list[tuple[int, int]]:
        """The cells and colours that fail."""
    @property
    def agreements(self) -> list[tuple[int, int, int]]:
        """A cell, the colours that it loses, and the tried cell; only if nothing fails."""

_Alternative = tuple[int, Sequence[tuple[int, int]] | None, Sequence[tuple[int, int]]]

class LikeliestCore:
    """The likeliest puzzles with a solution, see :mod:`solver.weighted`; resumable."""

    def __init__(
        self,
        height: int,
        width: int,
        colors: int,
        ways: Sequence[tuple[int, Sequence[Sequence[_Alternative]]]],
        max_cost: int,
        margin: int,
        several_cost: int,
        nodes: int,
        decisions: int,
        most: int,
    ) -> None:
        """Take ways to read a board: the cost of each, and for each line (rows, then columns) costs
        with clues.

        All costs are whole numbers. The alternatives of a line are different, the cheapest first;
        ``None`` (any clues) is the last one, and none is dearer. Lists and tuples only.

        Raises:
            ValueError: A size, a cost, a clue or the order is wrong, or the board too large.
        """

    def run(self, seconds: float) -> bool:
        """Search for about that time; true at the end."""

    def assignments(self) -> list[tuple[int, int, int, list[int | list[tuple[int, int]]]]]:
        """Those found so far, the cheapest first.

        The cost; the number of solutions (0 none, 1 one, 2 several, 3 not known); the way; and for
        each line the index of its alternative, or the clues that come from ``None``.
        """

    @property
    def is_complete(self) -> bool:
        """See :attr:`puzzles.contracts.Likeliest.is_complete`."""
    @property
    def nodes(self) -> int:
        """The nodes so far."""

class LineSearchCore:
    """What each line offers, see :class:`solver.logic.search.LineSearch`; techniques by rank."""

    def __init__(self, clues: bytes, cells: bytes) -> None:
        """Take a puzzle as :class:`Core` does, and a board as :func:`propagate` does."""

    def look(self, seconds: float) -> bool:
        """Look at changed lines for about that time; true at the end, before anything else."""

    def best(self) -> tuple[int, int]:
        """The simplest technique, and the line on which it gives most, -1 if none gives any."""

    def carry_out(self) -> tuple[int, int]:
        """Change the lines that offer the simplest technique; their number, and that of offers."""

    def set_state(self, cell: int, state: int) -> None:
        """Leave a cell only the colours of a bit set."""

    def cells(self) -> bytes:
        """The possible colours of each cell, row by row, as ``uint32`` bit sets."""

    @property
    def failed_line(self) -> int:
        """Index of a line that cannot be completed, rows first; -1 for none."""
    @property
    def simplest(self) -> int:
        """The simplest technique that a line offers; one more than the last if none does."""
    @property
    def open_lines(self) -> int:
        """The number of lines with a cell that has not one colour left."""
    @property
    def open_cells(self) -> int:
        """The number of cells that have not one colour left."""
