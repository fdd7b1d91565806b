"""Results of a solve as text for the user."""

from __future__ import annotations

from itertools import zip_longest

from puzzles.grid import Grid
from puzzles.model import Clue, Puzzle
from puzzles.notation import clues_text
from puzzles.words import _, clauses, in_context, plural, worded
from solver.values import Outcome, SolveResult


def sentence(result: SolveResult) -> str:
    """The outcome in one line.

    >>> from solver.api import solve
    >>> sentence(solve(Puzzle.from_numbers([[1], [1]], [[1], [1]]), engine="python"))
    'at least 2 solutions'
    """
    found = len(result.solutions)
    match result.outcome:
        case Outcome.UNIQUE:
            return _("exactly one solution")
        case Outcome.SEVERAL:
            if result.complete:
                return plural(found, "{count} solution", "{count} solutions")
            return plural(max(2, found), "at least {count} solution", "at least {count} solutions")
        case Outcome.NONE:
            return worded("no solution: {reason}", reason=_reason(result))
        case Outcome.FOUND:
            return _("a solution; there may be others")
        case Outcome.GAVE_UP:
            cause = worded("gave up ({note})", note=result.note)
        case Outcome.STUCK:
            cause = _("the method goes no further")
        case Outcome.STOPPED:
            cause = "stopped"
        case Outcome.LIMIT:
            cause = _("out of time")
    known = sum(result.certain.count(1 << k) for k in range(result.certain.colors))
    total = len(result.certain.cells)
    text = (
        _("{cause}; one solution was found, there may be others")
        if found
        else _("{cause}; no solution was found, {known} of {total} cells are certain")
    )
    return worded(text, cause=cause, known=known, total=total)


def _reason(result: SolveResult) -> str:
    if result.note:  # the defects of the clues
        return clauses(result.note.splitlines())
    if result.contradiction is None:
        return _("every possibility leads to a contradiction")
    if result.by_logic:
        return worded("{contradiction} cannot be satisfied", contradiction=result.contradiction)
    return worded(
        "every possibility was tried, the last one failed in {contradiction}",
        contradiction=result.contradiction,
    )


def count_text(result: SolveResult) -> str:
    """The number of solutions, with "or more" unless it is proven.

    >>> from solver.api import solve
    >>> count_text(solve(Puzzle.from_numbers([[1], [1]], [[1], [1]]), engine="python"))
    '2 or more'
    """
    count = len(result.solutions)
    return f"{count}" if result.complete else worded("{count} or more", count=count)


def with_clues(puzzle: Puzzle, grid: Grid) -> list[str]:
    """A board with its clues: those of the columns above, those of the rows on the left.

    >>> puzzle = Puzzle.from_numbers([[1, 1], [3]], [[2], [1], [2]])
    >>> print("\\n".join(with_clues(puzzle, Grid.from_text(["#.#", "###"]))))
         2 1 2
    1 1  # . #
      3  # # #
    """
    above = [[_number(clue, puzzle) for clue in line] for line in puzzle.columns]
    cell = max((len(number) for line in above for number in line), default=1)
    levels = list(zip_longest(*(line[::-1] for line in above), fillvalue=""))[::-1]
    left_clues = [" ".join(_number(clue, puzzle) for clue in line) for line in puzzle.rows]
    margin = max(map(len, left_clues), default=0)

    def joined(left: str, cells: list[str]) -> str:
        return f"{left:>{margin}}  {' '.join(c.rjust(cell) for c in cells)}".rstrip()

    head = [joined("", list(level)) for level in levels]
    rows = zip(left_clues, grid.to_text(puzzle.palette), strict=True)
    return head + [joined(left, list(row)) for left, row in rows]


def _number(clue: Clue, puzzle: Puzzle) -> str:
    """A clue as printed: in colour with the character that its cells have in the picture."""
    if puzzle.is_black_and_white:
        return str(clue.length)
    return clues_text([clue], puzzle.palette)


def statistics_lines(result: SolveResult) -> list[str]:
    """The statistics of a solve, one per line, without those that the method does not count."""
    cost = result.statistics
    seconds = worded("{seconds:.3f} s", seconds=cost.seconds)
    nodes = worded("{nodes}, at most {depth} deep", nodes=cost.nodes, depth=cost.depth)
    values = [
        (_("engine"), result.engine),
        (in_context("in a list of figures", "time"), seconds),
        (_("search nodes"), nodes),
        (_("lines solved"), f"{cost.line_solves}"),
        (_("lines remembered"), f"{cost.cached_lines}"),
        (_("values tried"), f"{cost.probes}"),
        (_("contradictions"), f"{cost.contradictions}"),
        (_("arrangements"), f"{cost.arrangements}"),
        (in_context("in a list of figures", "checks"), f"{cost.checks}"),
    ]
    return [f"{name + ':':18}{value}" for name, value in values if value != "0"]
