"""The attempts at a picture after the usual one, in their order.

An :class:`Attempt` is made if it is worth it, and yields what is better than the best outcome so
far, by a margin of its own, since not all of them are as likely: :func:`pursue`.

1. :data:`DRAFTS` come before the puzzle's rules: other grids, numbers without the boxes around
   them, and colours, which take longest.
2. :data:`ATTEMPTS` begin with the rules. If they do not prove the numbers by one solution, the page
   is read in colours, with another size, as handwriting, and turned. If they do, cells that go on
   beyond the board leave its size in doubt, and blank lines in which no grid is drawn.
3. :data:`CORRECTIONS` are what "the rules" are, for each of these: a wrong puzzle is read in other
   ways, until one proves itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount, never
from puzzles.words import _
from recognizer.board_part import as_part, is_part
from recognizer.clues.clue_reading import STRUCK_STYLES, ClueStyle, are_crossed_out, read_side
from recognizer.clues.evened import with_even_ink, without_colored_strokes
from recognizer.clues.number_boxes import without_number_boxes
from recognizer.clues.rectification import RectifiedPage
from recognizer.colors.color_reading import (
    is_settled,
    is_still_doubtful,
    may_be_colored,
    read_in_colors,
)
from recognizer.colors.flat_picture import has_color, has_moire
from recognizer.colors.number_colors import are_colors_balanced, have_several_colors
from recognizer.combining import combined, rank, with_differences_doubted
from recognizer.grid.board_region import Region
from recognizer.grid.cell_board import cell_board
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.grid.straight import straight_grid
from recognizer.hidden_numbers import hidden_numbers, with_hidden_numbers
from recognizer.lattice import Lattice, Picture
from recognizer.oriented_picture import (
    MAX_UPRIGHT_DOUBT,
    OrientedPicture,
    UncorrectedReading,
    index_of_chosen,
    lines_of,
)
from recognizer.other_sizes import (
    OtherSizes,
    has_undrawn_line,
    is_straight,
    is_tilted,
    with_cells_beyond,
)
from recognizer.rules.correction import correct_by_rules
from recognizer.unread_ink import with_unread_ink
from recognizer.unreadable import cannot_be_read
from recognizer.values import OnProgress, Problem, Progress, Reading, Side

MAX_TRIED_GRIDS = 4
"""Maximum number of grids that are tried, the best one included, if its clues are not clear."""
MAX_REMAINING_DOUBT_SHARE = 0.6
"""Another grid, or a turned picture, is accepted if its share of doubtful lines is below this
multiple of the old one."""
MIN_HANDWRITTEN_DOUBT = 0.15
"""Pictures with a smaller share of doubtful lines are not handwritten."""
MAX_HANDWRITTEN_LINES = 80
"""Rows and columns of the largest clear grid that may be a form, if no print is beside it."""
MAX_HANDWRITTEN_DOUBT_SHARE = 0.75
"""Numbers are handwritten if their share of doubtful lines is lower then, by this factor."""
MAX_ADDED_DOUBT = 0.25
"""Another way of reading is corrected by the rules if its share of doubtful lines is at most this
much larger: most ways fail for most pictures."""


class AttemptOutcome(NamedTuple):
    """What an attempt gives."""

    oriented: OrientedPicture
    draft: UncorrectedReading
    """Its numbers before any correction."""
    reading: Reading
    """That of the draft, or what the rules made of it."""

    @classmethod
    def of(cls, oriented: OrientedPicture, draft: UncorrectedReading) -> AttemptOutcome:
        """A draft that is not corrected."""
        return cls(oriented, draft, draft.reading)

    def with_marks(self) -> AttemptOutcome:
        """The draft with its marks, which are read once the grid is chosen."""
        return AttemptOutcome.of(self.oriented, self.oriented.with_marks(self.draft))

    def resized(self) -> AttemptOutcome:
        """The same with its size in doubt."""
        problems = (*self.reading.problems, Problem.RESIZED)
        return self._replace(reading=replace(self.reading, problems=problems))

    @property
    def is_proved(self) -> bool:
        """Whether the puzzle has one solution; a blank one proves nothing."""
        return self.reading.has_puzzle and self.reading.solution_count is SolutionCount.ONE

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be gained: it is proved, or a part, to which no rule applies."""
        return self.is_proved or Problem.PART in self.reading.problems

    @property
    def is_wrong(self) -> bool:
        """Whether the puzzle has no solution or no number, and is not a part of one."""
        is_blank = not self.reading.has_puzzle
        is_unsolvable = self.reading.solution_count is SolutionCount.NONE
        return (is_blank or is_unsolvable) and not self.is_settled


@dataclass
class ReadingWork:
    """What is wanted of a picture, and the best outcome so far."""

    picture: Picture
    """BGR uint8, shape (height, width, 3)."""
    best: AttemptOutcome
    near: tuple[float, float] | None = None
    """See :func:`recognizer.reading.read`, as for the other wishes."""
    lattice: Lattice | None = None
    is_upright: bool = False
    count_solutions: CountSolutions | None = None
    colors: int | None = None
    on_progress: OnProgress | None = None
    is_over_time: ShouldStop = never
    """Polled; once true, no other grids are tried."""
    ruled: Reading | None = None
    """What the rules made of the draft."""
    colored: Reading | None = None
    """A reading in colours, which is kept for the end if it is not consistent."""
    is_tried_in_colors: bool = False
    is_tried_without_boxes: bool = False
    is_over: bool = False
    """Whether nothing can be better."""

    def __post_init__(self) -> None:
        oriented, draft, _ = self.best
        is_located = draft.has_clues and draft.doubtful_share <= MAX_UPRIGHT_DOUBT
        self.usual = draft  # colours begin with it, though boxes or other grids may be better
        self.usual_grid = draft.found if is_located else oriented.grids[oriented.chosen]

    @property
    def is_hopeless(self) -> bool:
        """Whether the numbers of the board are too small, or too blurred, for any way to read."""
        draft, lattice = self.best.draft, self.best.draft.found.lattice
        return draft.is_too_small or (not draft.is_clear and cannot_be_read(self.picture, lattice))

    @cached_property
    def straight(self) -> DetectedGrid | None:
        """The grid of a screenshot."""
        return straight_grid(self.picture)

    @cached_property
    def cell_board(self) -> DetectedGrid | None:
        """The board of a screenshot whose cells are patches of one size."""
        return cell_board(self.picture)

    def report(self, stage: str, share: float) -> None:
        """Tell how far the work is."""
        if self.on_progress is not None:
            self.on_progress(Progress(stage, share))

    def corrected(self, draft: AttemptOutcome) -> AttemptOutcome:
        """A draft with marks after :data:`CORRECTIONS`."""
        other = replace(self, best=draft)
        pursue(other, CORRECTIONS)
        return other.best


class Attempt(NamedTuple):
    """One more way to read a picture."""

    is_worth: Callable[[ReadingWork], bool]
    """Whether the best outcome so far leaves something to gain."""
    run: Callable[[ReadingWork], Iterator[AttemptOutcome]]
    """Yields outcomes that are better than the best one, each if the last one is not proved."""


def pursue(work: ReadingWork, attempts: Sequence[Attempt]) -> None:
    """Make those attempts that are worth it, until nothing can be better."""
    for attempt in attempts:
        if not work.is_over and attempt.is_worth(work):
            for outcome in attempt.run(work):
                work.best = outcome
                if work.best.is_proved:
                    break


# Colours


def _may_be_colored(work: ReadingWork) -> bool:
    if work.colors is not None:
        return work.colors > 1
    return not work.is_hopeless and may_be_colored(work.picture, work.best.draft)


def _in_colors_unless_proved(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Read the page in colours, unless it is certainly black and white.

    Rules that had to change what was read prove nothing here.
    """
    proved = None if work.colors else _proved(work)
    if proved is not None:
        lines = zip(proved.reading.lines, work.best.reading.lines, strict=True)
        is_as_read = all(new.lengths == old.lengths for (_, new), (_, old) in lines)
        if is_as_read and not are_colors_balanced(work.picture, proved.reading):
            work.is_over = True
            yield proved
            return
    yield from _in_colors(work)


def _proved(work: ReadingWork) -> AttemptOutcome | None:
    """The best draft, if the rules make it certain: they take milliseconds, other ways seconds."""
    if work.best.draft.doubtful_share > MAX_UPRIGHT_DOUBT:
        return None
    outcome = work.best.with_marks()
    ruled = correct_by_rules(outcome.reading, work.count_solutions, is_last=False)
    is_proved = ruled.solution_count is SolutionCount.ONE and ruled.is_certain
    return outcome._replace(reading=ruled) if is_proved else None


def _is_left_by_rules(work: ReadingWork) -> bool:
    """Whether tiles may be grey, for example, or colours are dark."""
    best = work.best
    is_decided = work.is_tried_in_colors or work.colors is not None
    if is_decided or not best.draft.has_clues or has_moire(work.picture, best.draft.found):
        return False
    if best.is_proved:
        if are_colors_balanced(work.picture, best.reading):
            return True
        if best.reading.is_certain or have_several_colors(work.picture, best.reading):
            return False
        return has_color(work.picture, best.draft.found.lattice)
    return is_still_doubtful(work.picture, best.draft, work.count_solutions)


def _in_colors(work: ReadingWork) -> Iterator[AttemptOutcome]:
    work.is_tried_in_colors = True
    known = None if work.best.oriented.turns else work.usual
    work.colored = read_in_colors(
        work.picture,
        work.usual_grid,
        work.near,
        work.lattice,
        work.count_solutions,
        known,
        work.colors,
        may_be_tiled=not work.best.is_proved,
    )
    if work.colored is not None and (work.colors or is_settled(work.colored)):
        work.is_over = True
        yield work.best._replace(reading=work.colored)


# Other grids


def _is_doubtful(work: ReadingWork) -> bool:
    return work.near is None and work.best.draft.doubtful_share > MAX_UPRIGHT_DOUBT


def _other_grids(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Read grids with a lower score: other squares may look more like a grid."""
    oriented = work.best.oriented
    for k in range(1, min(MAX_TRIED_GRIDS, len(oriented.grids))):
        if work.is_over_time():
            return
        if not cannot_be_read(oriented.picture, oriented.grids[k].lattice):
            other = oriented._replace(chosen=k)
            read = other.read(None, work.is_over_time)
            if _is_surer(read, work.best.draft):
                yield AttemptOutcome.of(other, read)


def _is_surer(read: UncorrectedReading, best: UncorrectedReading) -> bool:
    return read.doubtful_share < MAX_REMAINING_DOUBT_SHARE * best.doubtful_share


def _straight_grids(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Read the grids of a screenshot; a clear grid that is tilted is in a photo."""
    oriented, draft, _reading = work.best
    if not _is_photo(draft):
        # Boxes of numbers may be like cells: then it is the same board.
        old = oriented.grids[oriented.chosen].cells
        yield from _best_screen(
            outcome
            for outcome in _of_grids(oriented, [work.straight, work.cell_board])
            if _size(outcome.draft.found.cells) != _size(old)
        )


def _may_have_boxes(work: ReadingWork) -> bool:
    """Whether numbers of a screenshot are doubtful, or are read as they cannot be."""
    draft = work.best.draft
    is_fine = draft.is_balanced and draft.doubtful_share <= MAX_UPRIGHT_DOUBT
    is_done = work.is_tried_without_boxes or work.near is not None or work.lattice is not None
    if is_fine or is_done or _is_photo(draft) or work.is_hopeless:
        return False
    return _proved(work) is None


def _may_have_plain_boxes(work: ReadingWork) -> bool:
    """Whether boxes are likelier than colours, which take longer."""
    return _may_have_boxes(work) and not (
        _may_be_colored(work) and have_several_colors(work.picture, work.usual.reading)
    )


def _without_boxes(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Read a screenshot without the boxes that it has around single numbers."""
    work.is_tried_without_boxes = True
    oriented, draft, _reading = work.best
    known = work.cell_board or draft.found
    clean = without_number_boxes(oriented.picture, known.lattice.pitch_px)
    if clean is not None:
        grids = [oriented.grids[oriented.chosen], work.cell_board, work.straight]
        yield from _best_screen(
            outcome
            for outcome in _of_grids(oriented._replace(picture=clean), grids)
            if _ranked(outcome) < _ranked(work.best)
        )


def _of_grids(
    oriented: OrientedPicture, grids: Iterable[DetectedGrid | None]
) -> Iterator[AttemptOutcome]:
    """The readings of grids, each size once, but for that of the chosen one in this picture."""
    seen = set[tuple[int, int]]()
    for grid in grids:
        if grid is not None and _size(grid.cells) not in seen:
            seen.add(_size(grid.cells))
            other = oriented._replace(grids=(grid,), chosen=0)
            yield AttemptOutcome.of(other, other.read(None))


def _best_screen(outcomes: Iterable[AttemptOutcome]) -> Iterator[AttemptOutcome]:
    """The best one of those that are not too doubtful, or the first one that is surely right."""
    best: AttemptOutcome | None = None
    for outcome in outcomes:
        if outcome.draft.doubtful_share <= MAX_UPRIGHT_DOUBT:
            best = outcome if best is None else min(best, outcome, key=_ranked)
            if outcome.draft.is_balanced:
                break
    if best is not None:
        yield best


def _ranked(outcome: AttemptOutcome) -> tuple[bool, float]:
    """The lower, the better is a draft."""
    return not outcome.draft.is_balanced, outcome.draft.doubtful_share


def _size(cells: Region) -> tuple[int, int]:
    return cells.rows, cells.columns


def _is_photo(draft: UncorrectedReading) -> bool:
    return draft.found.is_clear and is_tilted(draft.found.lattice)


# Corrections


def _by_rules(work: ReadingWork) -> Iterator[AttemptOutcome]:
    reading, count_solutions = work.best.draft.reading, work.count_solutions
    work.ruled = correct_by_rules(reading, count_solutions, is_last=False)
    yield work.best._replace(reading=work.ruled)


def _part(work: ReadingWork) -> Iterator[AttemptOutcome]:
    oriented, draft, reading = work.best
    part = oriented.read_found(draft.found, ClueStyle.PART).reading
    if is_part(part):
        part = replace(as_part(part), marks=reading.marks, others=reading.others)
        yield work.best._replace(reading=part)


def _is_uncertain(work: ReadingWork) -> bool:
    """Whether other ways of reading may say more: the rules do not prove what the picture shows."""
    reading = work.best.reading
    is_certain = work.best.is_proved and reading.is_certain
    return not (is_certain or Problem.PART in reading.problems)


def _other_ways(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Read clues that are not drawn as usual, and let the rules choose among all ways."""
    if work.count_solutions is None:
        return
    _oriented, draft, reading = work.best
    ways: list[Reading] = []
    for other in _drafts_in_other_ways(work):
        ways.append(other)
        puzzle = other.puzzle()
        if not puzzle.defects() and work.count_solutions(puzzle) is SolutionCount.ONE:
            break
    again = correct_by_rules(draft.reading, work.count_solutions, ways)
    again = replace(again, marks=reading.marks, others=reading.others)
    # This search includes that of the draft alone, so what it finds is as likely or likelier.
    is_solvable = again.solution_count in (SolutionCount.ONE, SolutionCount.SEVERAL)
    if is_solvable or rank(again) <= rank(reading):
        yield work.best._replace(reading=again)


def _drafts_in_other_ways(work: ReadingWork) -> Iterator[Reading]:
    oriented, draft, _reading = work.best
    even = with_even_ink(oriented.picture, draft.found.lattice.pitch_px)
    tries = [(even, ClueStyle.USUAL), (oriented.picture, ClueStyle.UNEVEN)]
    clean = without_colored_strokes(oriented.picture, draft.found.lattice.pitch_px)
    if clean is not None:
        tries.insert(0, (clean, ClueStyle.USUAL))
    page = RectifiedPage(oriented.picture, draft.found)
    if are_crossed_out(page, (draft.reading.rows_side, draft.reading.columns_side)):
        tries[:0] = [(oriented.picture, style) for style in STRUCK_STYLES]
    if not oriented.turns and oriented.picture is not work.picture:
        # Of some numbers the boxes were not recognized.
        tries += [(work.picture, style) for style in (ClueStyle.USUAL, ClueStyle.UNEVEN)]
    if is_straight(draft.found.lattice):
        # Only programs on screens have tiles, or part the digits of a number.
        tries += [(oriented.picture, style) for style in (ClueStyle.TILED, ClueStyle.PARTED)]
    ways = [draft]
    for picture, style in tries:
        read = oriented._replace(picture=picture).read_found(draft.found, style)
        if not read.has_clues:
            continue
        is_cleaned = picture is clean or style in STRUCK_STYLES
        if is_cleaned and read.doubtful_share >= draft.doubtful_share:
            continue  # the strokes were numbers
        if read.doubtful_share <= draft.doubtful_share + MAX_ADDED_DOUBT:
            yield read.reading
        if style is not ClueStyle.PARTED:
            ways.append(read)
    if len(ways) > 1:
        yield combined([way.reading for way in sorted(ways, key=lambda way: way.doubtful_share)])


def _with_hidden_numbers(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Let the rules find the numbers that a hole or a stain hides."""
    oriented, draft, reading = work.best
    hidden = hidden_numbers(oriented.picture, draft.found, draft.reading)
    if hidden and work.count_solutions is not None:
        found = with_hidden_numbers(draft.reading, hidden, work.count_solutions)
        if found.solution_count is SolutionCount.ONE:
            found = replace(found, marks=reading.marks, others=reading.others)
            yield work.best._replace(reading=found)


def _with_doubts(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """The lines that the ways read otherwise are in doubt, and those with ink that was not read."""
    oriented, draft, reading = work.best
    if work.ruled is not None:
        reading = with_differences_doubted(reading, work.ruled)
    yield work.best._replace(reading=with_unread_ink(oriented.picture, draft.found, reading))


def _corrected(work: ReadingWork) -> Iterator[AttemptOutcome]:
    work.report(_("checking the numbers"), 0.9)
    yield work.corrected(work.best)


# Other sizes, handwriting, other orientations


def _may_have_other_size(work: ReadingWork) -> bool:
    """Whether the puzzle has no solution, or in a screenshot only after a change in doubt.

    What looks like a part of a board may be one with lines that something covers.
    """
    reading = work.best.reading
    is_changed = any(line.has_doubtful_change for _, line in reading.lines)
    is_changed = is_changed and is_straight(work.best.draft.found.lattice)
    return work.best.is_wrong or Problem.PART in reading.problems or is_changed


def _other_sizes(work: ReadingWork) -> Iterator[AttemptOutcome]:
    oriented, draft, _reading = work.best
    if work.lattice is not None:
        return
    tries = OtherSizes(
        picture=oriented.picture,
        found=draft.found,
        reading=draft.reading,
        is_clear=draft.doubtful_share <= MAX_UPRIGHT_DOUBT,
        read=lambda grid: oriented.with_marks(oriented.read_found(grid)).reading,
        count_solutions=work.count_solutions,
        straight=lambda: work.straight,
        cell_board=lambda: work.cell_board,
    )
    if (reading := tries.consistent_reading()) is not None:
        yield work.best._replace(reading=reading)
    elif work.best.is_wrong and is_straight(draft.found.lattice):
        # Numbers beside more lines than were found are proof enough to correct them.
        for grid, _sides in islice(chain(tries.of_cells(), tries.with_open_edges()), 1):
            more = AttemptOutcome.of(oriented, oriented.read_found(grid)).with_marks()
            ruled = work.corrected(more)
            both = ruled.reading.rows, ruled.reading.columns
            has_clues = all(any(line.numbers for line in lines) for lines in both)
            if has_clues and ruled.is_proved:
                yield ruled.resized()


def _may_lack_cells(work: ReadingWork) -> bool:
    """Whether a proved puzzle may have more lines, which are blank: it is one of a screenshot."""
    oriented, draft, reading = work.best
    is_chosen = work.lattice is not None or oriented.turns or Problem.RESIZED in reading.problems
    if is_chosen or reading.is_colored or not work.best.is_proved:
        return False
    sides = reading.rows_side, reading.columns_side
    return sides == (Side.LEFT, Side.TOP) and not is_tilted(draft.found.lattice)


def _with_cells_beyond(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Read all cells that are seen; the size is in doubt then."""
    oriented, draft, _reading = work.best
    cells = work.cell_board and with_cells_beyond(draft.found, work.cell_board)
    if cells is not None:
        more = AttemptOutcome.of(oriented, oriented.read_found(cells)).with_marks()
        ruled = work.corrected(more)
        yield (ruled if ruled.is_proved else work.best).resized()


def _is_size_certain(work: ReadingWork) -> bool:
    """Whether nothing is in doubt; the size that a person set never is."""
    return work.lattice is None and work.best.is_proved and work.best.reading.is_certain


def _with_undrawn_lines(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """The size is in doubt if the grid is not drawn in a blank line at its end."""
    oriented, draft, reading = work.best
    if has_undrawn_line(RectifiedPage(oriented.picture, draft.found), reading):
        yield work.best.resized()


def _may_be_handwritten(work: ReadingWork) -> bool:
    oriented, draft, _reading = work.best
    lines = len(draft.reading.rows) + len(draft.reading.columns)
    is_too_large = not draft.has_clues and draft.found.is_clear and lines > MAX_HANDWRITTEN_LINES
    if work.best.is_settled or draft.doubtful_share < MIN_HANDWRITTEN_DOUBT or is_too_large:
        return False
    return not draft.has_clues or _are_handwritten(oriented.picture, draft)


def _are_handwritten(picture: Picture, draft: UncorrectedReading) -> bool:
    """Whether the columns' clues are surer as handwriting; the rows would take as long again."""
    page = RectifiedPage(picture, draft.found, is_handwritten=True)
    clues = read_side(page, (draft.reading.columns_side,))
    doubts = [
        sum(not (line.numbers and line.is_sure) for line in lines)
        for lines in (lines_of(clues, page.columns), draft.reading.columns)
    ]
    return doubts[0] <= MAX_HANDWRITTEN_DOUBT_SHARE * doubts[1]


def _by_hand(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Read handwriting, also between unevenly spaced lines."""
    oriented, draft, _reading = work.best
    chosen = oriented._replace(is_handwritten=True)
    best = chosen.read(work.lattice)
    if work.lattice is None:
        grids = find_grids(oriented.picture, is_uneven=True)
        same_place = index_of_chosen(grids, draft.found.lattice.center)
        uneven = chosen._replace(grids=tuple(grids), chosen=same_place)
        read = uneven.read(None) if grids else best
        if read.doubtful_share <= best.doubtful_share and read.sure_lines > best.sure_lines:
            best, chosen = read, uneven
    # A reading without numbers is no measure.
    limit = MAX_HANDWRITTEN_DOUBT_SHARE * draft.doubtful_share
    if best.doubtful_share <= (limit if draft.has_clues else MAX_UPRIGHT_DOUBT):
        yield work.corrected(AttemptOutcome.of(chosen, best).with_marks())


def _may_be_turned(work: ReadingWork) -> bool:
    oriented, draft, _reading = work.best
    is_known = work.is_upright or work.lattice is not None or work.near is not None
    return not (work.best.is_settled or is_known or oriented.is_handwritten or draft.is_upright)


def _turned(work: ReadingWork) -> Iterator[AttemptOutcome]:
    """Turn or mirror the picture until its numbers are upright.

    The grid is turned as well, so it is not detected again. A mirrored picture is that of a webcam,
    which is upright.
    """
    work.report(_("turning the picture"), 0.9)
    oriented, draft, _reading = work.best
    if not (likely := oriented.likely_turned(draft.found)):
        return
    best, picture = min(
        ((turned_.read(None), turned_) for turned_ in likely),
        key=lambda pair: pair[0].doubtful_share,
    )
    if best.doubtful_share >= draft.doubtful_share:
        return
    other = replace(work, best=work.corrected(AttemptOutcome.of(picture, best).with_marks()))
    pursue(other, (HANDWRITING,))
    # A picture that is not upright does not have one solution by chance.
    if other.best.is_proved or _is_surer(best, draft):
        yield AttemptOutcome(picture, best, other.best.reading)


OTHER_GRIDS = Attempt(_is_doubtful, _other_grids)
STRAIGHT_GRIDS = Attempt(_is_doubtful, _straight_grids)
COLORS = Attempt(_may_be_colored, _in_colors_unless_proved)
DRAFTS = (
    OTHER_GRIDS,
    STRAIGHT_GRIDS,
    Attempt(_may_have_plain_boxes, _without_boxes),
    COLORS,
    Attempt(_may_have_boxes, _without_boxes),
)
OTHER_WAYS = Attempt(_is_uncertain, _other_ways)
CORRECTIONS = (
    Attempt(lambda work: True, _by_rules),
    Attempt(lambda work: work.best.is_wrong, _part),
    OTHER_WAYS,
    Attempt(lambda work: not work.best.is_settled, _with_hidden_numbers),
    Attempt(lambda work: not work.best.is_settled, _with_doubts),
)
OTHER_SIZES = Attempt(_may_have_other_size, _other_sizes)
HANDWRITING = Attempt(_may_be_handwritten, _by_hand)
CELLS_BEYOND = Attempt(_may_lack_cells, _with_cells_beyond)
UNDRAWN_LINES = Attempt(_is_size_certain, _with_undrawn_lines)
ATTEMPTS = (
    Attempt(lambda work: work.best.draft.has_clues, _corrected),
    Attempt(_is_left_by_rules, _in_colors),
    OTHER_SIZES,
    HANDWRITING,
    Attempt(_may_be_turned, _turned),
    CELLS_BEYOND,
    UNDRAWN_LINES,
)
