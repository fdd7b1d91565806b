"""Read the puzzle in a picture: the order of the stages.

1. :mod:`recognizer.images` has decoded and upright pixels.
2. :mod:`recognizer.grid` finds the crossings of the printed lines. If a person placed the grid,
   :mod:`recognizer.manual_grid` fits it to the lines instead.
3. :mod:`recognizer.clues` finds the clue areas and reads the numbers.
   If these have several colours, or hardly any was read on a page with colours,
   :mod:`recognizer.colors` reads it as a puzzle in colours, which is taken if it is consistent. If
   not, it does so after the rules unless they made the puzzle certain.
4. :mod:`recognizer.marks` reads shaded cells, crosses and dots.
5. :mod:`recognizer.rules` corrects what the picture leaves open, with a function that counts
   solutions; the caller passes it, since this package may not import the solver. If the puzzle has
   not one solution, the clues are read in other ways, which :mod:`recognizer.combining` combines.
6. :mod:`recognizer.unread_ink` doubts lines with ink that was not read, if the puzzle is wrong.
7. :mod:`recognizer.other_sizes` tries boards with other lines, if the puzzle has no solution.
8. Numbers that make no sense as print are read as handwriting.
9. :mod:`recognizer.cutoff` and :mod:`recognizer.unreadable` say what no reading can mend.

If almost no number is read, another grid is tried, or the page is turned or mirrored. Such tries
end as soon as they cannot be better: at a blurred grid, or without column clues.

**Doubts are kept until the rules decide**: each number has candidates, and digits side by side have
both segmentations (11, or 1 1). The likeliest consistent changes are made.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import NamedTuple

import cv2
import numpy as np

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount, never
from puzzles.words import _
from recognizer.board_part import as_part, is_part
from recognizer.clues.clue_reading import ClueStyle, read_side
from recognizer.clues.evened import with_even_ink
from recognizer.clues.rectification import RectifiedPage
from recognizer.clues.upright import ORIENTATIONS, digit_shares
from recognizer.colors.color_reading import (
    better_of,
    is_settled,
    is_still_doubtful,
    may_be_colored,
    read_in_colors,
)
from recognizer.combining import combined, with_differences_doubted
from recognizer.cutoff import with_cutoff_warning
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.grid.straight import straight_grid
from recognizer.grid.working_scale import WORKING_PX
from recognizer.images import turned
from recognizer.manual_grid import manual_grid
from recognizer.oriented_picture import (
    MAX_UPRIGHT_DOUBT,
    OrientedPicture,
    UncorrectedReading,
    lines_of,
)
from recognizer.other_sizes import OtherSizes, is_straight, is_tilted
from recognizer.rules.correction import correct_by_rules
from recognizer.unread_ink import with_unread_ink
from recognizer.unreadable import cannot_be_read, with_cause
from recognizer.values import (
    Lattice,
    OnProgress,
    Picture,
    Problem,
    Progress,
    Reading,
)

MAX_TRIED_GRIDS = 4
"""Maximum number of grids that are tried, the best one included, if its clues are not clear."""
MAX_REMAINING_DOUBT_SHARE = 0.6
"""Another grid, or a turned picture, is accepted if its share of doubtful lines is below this
multiple of the old one."""
MIN_DIGIT_SHARE = 0.15
"""If glyphs are digits with at least this mean probability in some orientation, they tell which
one is upright. In pictures that are upright then it was 0.18 to 1."""
MAX_LESS_DIGITS = 0.12
"""Orientations in which that probability is lower by more are not read. In 50 turned pictures, 20
of them real, the upright one had the highest or one lower by up to 0.06; four told nothing (no
command here shows it)."""
MAX_MORE_DOUBT = 0.25
"""Turned pictures whose share of doubtful columns exceeds the least one by more are not read."""
MIN_HANDWRITTEN_DOUBT = 0.15
"""Pictures with a smaller share of doubtful lines are not handwritten."""
MAX_HANDWRITTEN_LINES = 80
"""Rows and columns of the largest clear grid that may be a form, if no print is beside it."""
MAX_HANDWRITTEN_DOUBT_SHARE = 0.75
"""Numbers are handwritten if their share of doubtful lines is then at most this multiple of the one
as printed numbers."""
MAX_ADDED_DOUBT = 0.25
"""Another way of reading is corrected by the rules if its share of doubtful lines is at most this
much larger: most ways fail for most pictures."""


def read(
    picture: Picture,
    *,
    count_solutions: CountSolutions | None = None,
    near: tuple[float, float] | None = None,
    lattice: Lattice | None = None,
    grids: Sequence[DetectedGrid] | None = None,
    is_upright: bool = False,
    has_clues: bool = False,
    on_progress: OnProgress | None = None,
) -> Reading:
    """Read the nonogram in a picture; never raises for a doubtful one.

    Args:
        picture: BGR uint8, shape (height, width, 3), upright to within 20 degrees, or turned by
            quarters from there.
        count_solutions: Counts the solutions of a puzzle; with it misreads can be corrected.
        near: (x, y) in px: read the grid there instead of the best one.
        lattice: The grid to read; grids are not detected then.
        grids: Those of :func:`~recognizer.grid.detection.find_grids` for this picture, if they are
            known.
        is_upright: Whether the picture is known to be upright; ``near`` and ``lattice`` imply it.
            Otherwise it is also tried turned and mirrored if hardly a number can be read.
        has_clues: Whether a puzzle has printed clues on two sides: a grid without them is not tried
            as handwriting, nor turned.
        on_progress: Called with the progress.
    """
    start = time.perf_counter()

    def report(stage: str, share: float) -> None:
        if on_progress is not None:
            on_progress(Progress(stage, share))

    def finished(reading: Reading) -> Reading:
        upright = turned(picture, reading.turns)
        reading = with_cutoff_warning(upright, with_cause(upright, reading))
        return replace(reading, seconds=time.perf_counter() - start)

    report(_("looking for the grid"), 0.0)
    if lattice is not None:
        grids = [manual_grid(picture, lattice)]
    elif grids is None:
        grids = find_grids(picture)
    if not grids and (straight := straight_grid(picture)) is not None:
        grids = [straight]
    if not grids:
        return finished(Reading(problems=(Problem.NO_GRID,)))
    report(_("reading the numbers"), 0.5)
    oriented = OrientedPicture(picture, tuple(grids), _index_of_chosen(grids, near))
    draft = oriented.read(lattice)
    is_located = draft.has_clues and draft.doubtful_share <= MAX_UPRIGHT_DOUBT
    found = draft.found if is_located else grids[oriented.chosen]
    in_colors = partial(read_in_colors, picture, found, near, lattice, count_solutions)
    colored: Reading | None = None
    is_tried = may_be_colored(picture, draft)
    if is_tried and (colored := in_colors()) is not None and is_settled(colored):
        return finished(colored)
    if near is None and draft.doubtful_share > MAX_UPRIGHT_DOUBT:
        oriented, draft = _clearest(oriented, draft)
        if draft.doubtful_share > MAX_UPRIGHT_DOUBT:
            oriented, draft = _clearer_if_straight(oriented, draft)
    draft = oriented.with_marks(draft)
    is_known_upright = is_upright or lattice is not None or near is not None
    is_hopeless = not draft.is_clear and cannot_be_read(picture, draft.found.lattice)
    is_hopeless = is_hopeless or (has_clues and not draft.has_clues)
    if is_hopeless or not draft.has_clues:
        reading = draft.reading
    else:
        report(_("checking the numbers"), 0.9)
        reading = _corrected(oriented, draft, count_solutions)
        is_right = reading.solution_count is SolutionCount.ONE and reading.is_certain
        if not (is_tried or is_right) and is_still_doubtful(picture, draft, count_solutions):
            colored = in_colors()  # the tiles may be grey
            if colored is not None and is_settled(colored):
                return finished(colored)
        if Problem.PART in reading.problems:
            return finished(reading)
        is_wrong = reading.solution_count is SolutionCount.NONE
        if lattice is None and is_wrong:
            tries = OtherSizes(
                picture=oriented.picture,
                found=draft.found,
                reading=draft.reading,
                is_clear=draft.doubtful_share <= MAX_UPRIGHT_DOUBT,
                read=lambda grid: oriented.with_marks(oriented.read_found(grid)).reading,
                count_solutions=count_solutions,
            )
            reading = tries.consistent_reading() or reading
    by_hand: Reading | None = None
    if not is_hopeless and reading.solution_count is not SolutionCount.ONE:
        by_hand = _by_hand(oriented, draft, lattice, count_solutions)
        reading = by_hand or reading
    if (
        not is_known_upright
        and not draft.is_upright
        and not is_hopeless
        and by_hand is None
        and reading.solution_count is not SolutionCount.ONE
    ):
        report(_("turning the picture"), 0.9)
        reading = _turned_until_clear(oriented, draft, count_solutions) or reading
    return finished(reading if colored is None else better_of(colored, reading))


class FirstReading(NamedTuple):
    """The reading of one picture before it is corrected by the puzzle's rules."""

    reading: Reading
    found: DetectedGrid | None
    """The grid with its clue boxes; ``None`` if there is none."""


def read_uncorrected(
    picture: Picture, max_search_s: float = inf, working_px: int = WORKING_PX
) -> FirstReading:
    """Find the grid of an upright picture and read its numbers without correction.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        max_search_s: Time after which no more grids are searched or tried, s.
        working_px: See :func:`recognizer.grid.detection.find_grids`.
    """
    end = time.perf_counter() + max_search_s

    def is_over_time() -> bool:
        return time.perf_counter() > end

    grids = find_grids(picture, is_over_time, working_px)
    if not grids:
        return FirstReading(Reading(problems=(Problem.NO_GRID,)), None)
    oriented = OrientedPicture(picture, tuple(grids), 0)
    draft = oriented.read(None, is_over_time)
    if draft.doubtful_share > MAX_UPRIGHT_DOUBT and not is_over_time():
        oriented, draft = _clearest(oriented, draft, is_over_time)
    return FirstReading(oriented.with_marks(draft).reading, draft.found)


def reread_numbers(picture: Picture, found: DetectedGrid) -> Reading:
    """Read the numbers of a grid whose place and clue boxes are known, without correction."""
    oriented = OrientedPicture(picture, (found,), 0)
    return oriented.with_marks(oriented.read_found(found)).reading


def _clearest(
    oriented: OrientedPicture,
    draft: UncorrectedReading,
    is_over_time: ShouldStop = never,
) -> tuple[OrientedPicture, UncorrectedReading]:
    """Choose the grid with the clearest clues: other squares may look more like a grid."""
    for k in range(1, min(MAX_TRIED_GRIDS, len(oriented.grids))):
        if is_over_time():
            break
        other = oriented._replace(chosen=k)
        if cannot_be_read(other.picture, other.grids[k].lattice):
            continue
        read = other.read(None, is_over_time)
        if read.doubtful_share < MAX_REMAINING_DOUBT_SHARE * draft.doubtful_share:
            oriented, draft = other, read
    return oriented, draft


def _corrected(
    oriented: OrientedPicture,
    draft: UncorrectedReading,
    count_solutions: CountSolutions | None,
) -> Reading:
    """The reading after the rules, with the doubts that a wrong puzzle leaves.

    A wrong puzzle is read again in other ways, until one proves itself by one solution. If none
    does, the one with the fewest flaws is kept, and the lines that it reads otherwise are in doubt.
    """
    reading = correct_by_rules(draft.reading, count_solutions)
    if reading.solution_count is SolutionCount.ONE:
        return reading
    if reading.solution_count is SolutionCount.NONE:
        part = oriented.read_found(draft.found, ClueStyle.PART).reading
        if is_part(part):
            return replace(as_part(part), marks=reading.marks, others=reading.others)
    if count_solutions is not None:
        clearer = reading
        for other in _read_in_other_ways(oriented, draft):
            again = correct_by_rules(other, count_solutions)
            if again.solution_count is SolutionCount.ONE:
                return replace(again, marks=reading.marks, others=reading.others)
            if _flaws(again) < _flaws(clearer):
                clearer = again
        reading = replace(
            with_differences_doubted(clearer, reading), marks=reading.marks, others=reading.others
        )
    return with_unread_ink(oriented.picture, draft.found, reading)


def _flaws(reading: Reading) -> tuple[int, int]:
    """How far a wrong puzzle is from a right one: lines that are empty or in doubt, then the sums.

    Without a solution nothing proves a reading, but one with fewer flaws is less work to mend.
    """
    flawed = {doubt.line for doubt in reading.doubts}
    flawed |= {name for name, line in reading.lines if not line.numbers}
    sums = reading.puzzle().color_totals()[1:]
    return len(flawed), sum(abs(in_rows - in_columns) for in_rows, in_columns in sums)


def _read_in_other_ways(oriented: OrientedPicture, draft: UncorrectedReading) -> Iterator[Reading]:
    """Yield readings of clues that are not drawn as usual, then what all ways agree on."""
    even = with_even_ink(oriented.picture, draft.found.lattice.pitch_px)
    tries = [(even, ClueStyle.USUAL), (oriented.picture, ClueStyle.UNEVEN)]
    if is_straight(draft.found.lattice):
        # Only programs on screens have tiles, or part the digits of a number.
        tries += [(oriented.picture, style) for style in (ClueStyle.TILED, ClueStyle.PARTED)]
    ways = [draft]
    for picture, style in tries:
        read = oriented._replace(picture=picture).read_found(draft.found, style)
        if not read.has_clues:
            continue
        if read.doubtful_share <= draft.doubtful_share + MAX_ADDED_DOUBT:
            yield read.reading
        if style is not ClueStyle.PARTED:
            ways.append(read)
    if len(ways) > 1:
        yield combined([way.reading for way in sorted(ways, key=lambda way: way.doubtful_share)])


def _clearer_if_straight(
    oriented: OrientedPicture, draft: UncorrectedReading
) -> tuple[OrientedPicture, UncorrectedReading]:
    """The grid of a screenshot instead of the best one, if its clues are clear.

    A clear grid that is tilted is in a photo.
    """
    is_photo = draft.found.is_clear and is_tilted(draft.found.lattice)
    if is_photo or (grid := straight_grid(oriented.picture)) is None:
        return oriented, draft
    old, new = oriented.grids[oriented.chosen].cells, grid.cells
    if (old.rows, old.columns) == (new.rows, new.columns):
        return oriented, draft
    other = oriented._replace(grids=(grid,), chosen=0)
    read = other.read(None)
    return (other, read) if read.doubtful_share <= MAX_UPRIGHT_DOUBT else (oriented, draft)


def _by_hand(
    oriented: OrientedPicture,
    draft: UncorrectedReading,
    lattice: Lattice | None,
    count_solutions: CountSolutions | None,
) -> Reading | None:
    """The reading as handwriting, also between unevenly spaced lines; ``None`` if not clearer."""
    lines = len(draft.reading.rows) + len(draft.reading.columns)
    is_too_large = not draft.has_clues and draft.found.is_clear and lines > MAX_HANDWRITTEN_LINES
    if draft.doubtful_share < MIN_HANDWRITTEN_DOUBT or is_too_large:
        return None
    tried = oriented._replace(is_handwritten=True)
    if draft.has_clues and not _are_handwritten(oriented.picture, draft):
        return None
    best, chosen = tried.read(lattice), tried
    if lattice is None:
        grids = find_grids(oriented.picture, is_uneven=True)
        same_place = _index_of_chosen(grids, draft.found.lattice.center)
        uneven = tried._replace(grids=tuple(grids), chosen=same_place)
        read = uneven.read(None) if grids else best
        if read.doubtful_share <= best.doubtful_share and read.sure_lines > best.sure_lines:
            best, chosen = read, uneven
    # A reading without numbers is no measure.
    limit = MAX_HANDWRITTEN_DOUBT_SHARE * draft.doubtful_share
    if best.doubtful_share > (limit if draft.has_clues else MAX_UPRIGHT_DOUBT):
        return None
    return _corrected(chosen, chosen.with_marks(best), count_solutions)


def _are_handwritten(picture: Picture, draft: UncorrectedReading) -> bool:
    """Whether the columns' clues are surer as handwriting; the rows would take as long again."""
    page = RectifiedPage(picture, draft.found, is_handwritten=True)
    clues = read_side(page, (draft.reading.columns_side,))
    doubts = [
        sum(not (line.numbers and line.is_sure) for line in lines)
        for lines in (lines_of(clues, page.columns), draft.reading.columns)
    ]
    return doubts[0] <= MAX_HANDWRITTEN_DOUBT_SHARE * doubts[1]


def _turned_until_clear(
    oriented: OrientedPicture,
    draft: UncorrectedReading,
    count_solutions: CountSolutions | None,
) -> Reading | None:
    """Turn or mirror the picture until its numbers are upright; ``None`` if that is not certain.

    The grid is turned as well, so it is not detected again. A mirrored picture is that of a webcam,
    which is upright.
    """
    likely = _likely_turned(oriented, draft)
    if not likely:
        return None
    best, picture = min(
        ((turned_.read(None), turned_) for turned_ in likely),
        key=lambda pair: pair[0].doubtful_share,
    )
    if best.doubtful_share >= draft.doubtful_share:
        return None
    reading = _corrected(picture, picture.with_marks(best), count_solutions)
    if reading.solution_count is not SolutionCount.ONE:
        reading = _by_hand(picture, best, None, count_solutions) or reading
    # A picture that is not upright does not have one solution by chance.
    is_right = (
        reading.solution_count is SolutionCount.ONE
        or best.doubtful_share < MAX_REMAINING_DOUBT_SHARE * draft.doubtful_share
    )
    return reading if is_right else None


def _likely_turned(oriented: OrientedPicture, draft: UncorrectedReading) -> list[OrientedPicture]:
    """The picture in the orientations in which its numbers may be upright; none if it is so now."""
    page = RectifiedPage(oriented.picture, draft.found, is_handwritten=oriented.is_handwritten)
    shares = digit_shares(page)
    turns = [turns for turns in ORIENTATIONS if turns]
    if shares is not None and max(shares.values()) >= MIN_DIGIT_SHARE:
        least = max(shares.values()) - MAX_LESS_DIGITS
        return [oriented.turned(t) for t in turns if shares[t] >= max(least, shares[0])]
    # Digits that touch their boxes are no glyphs: some columns are read in each orientation.
    looks = [(picture.column_doubt(), picture) for picture in map(oriented.turned, turns)]
    most = min(doubt for doubt, _ in looks) + MAX_MORE_DOUBT
    return [picture for doubt, picture in looks if doubt <= most and doubt < 1]


def _index_of_chosen(grids: Sequence[DetectedGrid], near: tuple[float, float] | None) -> int:
    if near is None or not grids:
        return 0
    inside = [cv2.pointPolygonTest(grid.lattice.corners, near, True) for grid in grids]
    return int(np.argmax(inside))
