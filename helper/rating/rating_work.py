"""Rating in a child process. No Qt, so that it starts quickly.

The puzzle is loaded here, too: a list on Home has no clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from helper.application.rating_store import KeptRating
from helper.rating.puzzle_rating import rated
from puzzles import NonogramError, Puzzle
from puzzles.child.limits import ChildLimits, limited
from puzzles.child.serving import Handler
from puzzles.clue_hash import clue_hash
from puzzles.system import SYSTEM
from puzzles.words import _

TIME_LIMIT_S = 20.0
"""Computing time for a puzzle; after it the puzzle is not rated."""
LIMITS = ChildLimits(1000, float("inf"), _("rating the puzzle"), "")
"""Of the child's memory."""

RatingSource = Puzzle | Path | int | str
"""Where a puzzle comes from: the puzzle itself, a file, a collection (by the puzzle's id in the
library), or a game (by its id)."""


class RatingRequest(NamedTuple):
    """A puzzle to be rated."""

    clues: str
    """The hash of its clues."""
    source: RatingSource
    library: Path
    """The library's file."""


def make_rater() -> Handler:
    """Load the solver; returns the handler, whose results are those of :func:`rate_source`."""
    from solver.logic.rate import rate
    from solver.solution_count import count_solutions

    SYSTEM.run_when_idle()
    small = Puzzle.from_numbers([[1], [1, 1]], [[1], [1], [1]])
    rate(small)
    count_solutions(small)  # the first solve loads the core

    def handle(
        request: RatingRequest, report: Callable[[object], None], should_stop: Callable[[], bool]
    ) -> KeptRating | None:
        with limited(LIMITS):
            return rate_source(request, should_stop)

    return handle


def rate_source(
    request: RatingRequest, should_stop: Callable[[], bool], limit_s: float = TIME_LIMIT_S
) -> KeptRating | None:
    """Load a puzzle and rate it.

    Args:
        request: The puzzle.
        should_stop: Whether the result is not wanted any more.
        limit_s: Seconds of computing.

    Returns:
        The rating; ``None`` if the source does not have a puzzle with these clues any more.
    """
    try:
        for puzzle in _puzzles_of(request):
            if clue_hash(puzzle) == request.clues:
                return rated(puzzle, should_stop, limit_s)
    except (NonogramError, OSError, ValueError, LookupError, TypeError, AttributeError):
        pass  # it was deleted, or is damaged
    return None


def _puzzles_of(request: RatingRequest) -> Iterator[Puzzle]:
    """The puzzles that a source has; those of a game are all that its moves make."""
    from helper.application.collection_store import CollectionStore
    from helper.application.library import Library
    from helper.play.moves import Replace, move_from_text, state_from_json
    from puzzles.formats import read
    from puzzles.formats.non import NON
    from puzzles.json_text import read_json

    source = request.source
    if isinstance(source, Puzzle):
        yield source
        return
    if isinstance(source, Path):
        yield read(source, may_be_incomplete=True).puzzle
        return
    library = Library(request.library)
    try:
        if isinstance(source, int):
            text = CollectionStore(library).document(source)
            yield NON.read(text.encode(), "").puzzle
            return
        game = library.game(source)
    finally:
        library.close()
    if game is not None:
        yield state_from_json(read_json(game.base)).document.puzzle
        for move in map(move_from_text, game.moves):
            if isinstance(move, Replace):
                yield move.after.document.puzzle
