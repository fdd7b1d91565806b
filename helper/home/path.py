"""The path: from the first steps through one technique after the other to the hardest. No Qt.

A step has a technique and some puzzles that need it, as their ratings say, so that the path grows
with the bundled puzzles. What is solved of a step never becomes less: every solved puzzle that
needs the technique counts for its step, whether the path had proposed it or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from helper.application.rating_store import Ratings
from helper.home.entries import Entry, Shelf, rating_key
from puzzles.words import _
from solver.logic.techniques import Technique

MAX_STEP_PUZZLES = 5
ENOUGH_SOLVED = 3
"""A step is done when so many of its puzzles are solved, or all if there are fewer."""
_FIRST, _ORDERED = "first-steps", "one-technique-more"
"""The packs whose puzzles come first: in the first step, and in the step of a technique."""
_EASY_SHARE = 0.5
"""A step proposes puzzles of its easier half, from the easiest on."""
_NEWS: Mapping[Technique, str] = {
    Technique.COMPLETE_LINE: _("A line whose blocks leave no choice is done at once."),
    Technique.SIMPLE_BOXES: _("A long block covers the same cells wherever it is."),
    Technique.COMPLETE_BLOCK: _("The cells beside a complete block are blank."),
    Technique.EDGE: _("A run at a wall is the end of its block, and the rest follows."),
    Technique.GLUE: _("A block near a wall does not fit before its run, so it goes on behind it."),
    Technique.END_BLOCK: _("What the first or the last block of a line cannot reach is blank."),
    Technique.GAP_TOO_SMALL: _("A gap that is too short for every block is blank."),
    Technique.FORCING: _("Blank cells cut a line into parts, and a block fits into few of them."),
    Technique.SPLITTING: _(
        "Two runs that would be too long as one have a blank cell between them."
    ),
    Technique.JOINING: _("Two runs of the same block are joined."),
    Technique.SIMPLE_SPACES: _("A block reaches only so far from its run; cells beyond are blank."),
    Technique.BLOCK_RANGES: _("The blocks before and behind a block limit where it can be."),
    Technique.WHOLE_LINE: _("A cell that is the same in all placements of a line is certain."),
    Technique.COLOUR_GAPS: _("Row and column together exclude every colour of a cell."),
    Technique.EDGE_LOGIC: _("Assume a cell at the edge of the board, and see where that leads."),
    Technique.TWO_WAY: _("What follows from both states of a cell is certain."),
    Technique.CONTRADICTION: _("An assumption that leads to an impossible line was wrong."),
    Technique.DEEP_CONTRADICTION: _("Within one assumption, another one is followed."),
}


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step."""

    title: str
    news: str
    """What is new in it, as a sentence."""
    technique: Technique | None
    """Whose lesson explains it; ``None`` for the first step, which How to Play explains."""
    entries: tuple[Entry, ...]
    """The easiest first."""

    @property
    def shelf(self) -> Shelf:
        """Its puzzles as a shelf."""
        name = "first" if self.technique is None else self.technique.id
        return Shelf(f"path/{name}", self.title, self.entries)

    @property
    def is_done(self) -> bool:
        """Whether the player can go on."""
        solved = sum(entry.is_solved for entry in self.entries)
        return solved >= min(ENOUGH_SOLVED, len(self.entries))


def path_steps(shelves: Sequence[Shelf], ratings: Ratings) -> tuple[PathStep, ...]:
    """The steps for which there are puzzles, the simplest technique first.

    Args:
        shelves: All of Home; the bundled ones count.
        ratings: Those that are known.
    """
    bundled = [shelf for shelf in shelves if shelf.is_bundled]
    first = [entry for shelf in bundled if shelf.id == _FIRST for entry in shelf.entries]
    easiest = sorted(first, key=lambda entry: _level(entry, ratings))
    steps = []
    if first:
        news = _("Numbers, blocks and dots, in small pictures.")
        steps.append(PathStep(_("First steps"), news, None, tuple(easiest[:MAX_STEP_PUZZLES])))
    by_technique = defaultdict[str, list[Entry]](list)
    for shelf in bundled:
        for entry in shelf.entries if shelf.id != _FIRST else ():
            rating = ratings.get(rating_key(entry))
            if rating is not None and rating.is_rated:
                by_technique[rating.hardest].append(entry)
    for technique in Technique:
        if found := by_technique.get(technique.id):
            entries = _chosen(found, ratings)
            steps.append(PathStep(technique.title, _NEWS[technique], technique, entries))
    return tuple(steps)


def next_step(steps: Iterable[PathStep]) -> PathStep | None:
    """The first step that is not done; ``None`` if all are."""
    return next((step for step in steps if not step.is_done), None)


def _chosen(found: Sequence[Entry], ratings: Ratings) -> tuple[Entry, ...]:
    """Puzzles of ascending difficulty: those that the path proposes, or that are solved anyway."""
    by_level = sorted(found, key=lambda entry: (_level(entry, ratings), entry.id))
    proposed = [entry for entry in by_level if entry.shelf == _ORDERED][:MAX_STEP_PUZZLES]
    ids = {entry.id for entry in proposed}
    others = [entry for entry in by_level if entry.id not in ids]
    missing = MAX_STEP_PUZZLES - len(proposed)
    spread = max(len(others) * _EASY_SHARE, missing) / missing if missing else 1
    proposed += [others[int(k * spread)] for k in range(min(missing, len(others)))]
    solved = [entry for entry in proposed if entry.is_solved]
    solved += [entry for entry in others if entry.is_solved and entry not in solved]
    unsolved = [entry for entry in proposed if not entry.is_solved]
    chosen = {entry.id for entry in (solved + unsolved)[:MAX_STEP_PUZZLES]}
    return tuple(entry for entry in by_level if entry.id in chosen)


def _level(entry: Entry, ratings: Ratings) -> tuple[int, float]:
    rating = ratings.get(rating_key(entry))
    return (rating.rank, rating.score) if rating is not None else (0, 0.0)
