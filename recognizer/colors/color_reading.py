"""Read a picture as a puzzle in colours, and decide whether it is one.

A black and white page may have colours, too: highlighted lines, accents of a program, tiles of two
tones. Rows and columns of a puzzle in colours shade equally many cells of each colour, and hardly
any other page does by chance. So a reading in colours is right if it is consistent. If it is not,
the caller reads the picture in black and white as well; see :func:`better_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.model import Axis
from recognizer.board_part import as_part, is_part
from recognizer.clues.clue_reading import ClueStyle
from recognizer.colors.clue_colors import in_palettes
from recognizer.colors.color_marks import have_other_colors, with_color_marks
from recognizer.colors.flat_picture import FlatPicture, has_color, has_moire, scaled
from recognizer.colors.number_colors import MOIRE_LAB, have_several_colors
from recognizer.colors.separation import Separation, separated, separated_ink
from recognizer.combining import rank, with_differences_doubted
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.lattice import Lattice, Picture
from recognizer.oriented_picture import MAX_UPRIGHT_DOUBT, OrientedPicture, UncorrectedReading
from recognizer.rules.correction import correct_by_rules
from recognizer.unread_ink import unread_ink, with_doubts_of, with_unread_ink
from recognizer.values import Problem, Reading

MAX_IMBALANCE = 0.15
"""Maximum share of cells in which the sums of the colours differ in a puzzle in colours that was
read with errors; in black and white ones that have two tones it was above 0.3."""
MAX_NEAR_IMBALANCE = 0.12
"""The same share up to which a picture whose numbers seem to have one colour is separated anew."""
ANY_DOUBT = 1e-6
"""A reading beside better borders is taken unless it has a larger share of doubtful lines."""
MAX_MENDED_IMBALANCE, MIN_MENDED_CELLS = 0.06, 12
"""The share beyond which the rules are not asked, and the cells up to which they always are: of 40
pictures those that they mended had up to 0.037 (no command here shows it)."""
PALE_CONFIDENCE = 0.2
"""Maximum confidence of a line with ink that was not read: no solution settles it."""
MAX_MOVED_CELLS = 0.3
"""Distance of the corners of two grids that have the same borders, cells."""


def may_be_colored(picture: Picture, draft: UncorrectedReading) -> bool:
    """Whether a picture is worth reading in colours before the rules correct its numbers.

    If hardly a number was read, they may be bright on dark tiles. Numbers in one colour are those
    of black and white unless that has no solution: the tiles may be grey.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        draft: Its reading in black and white.
    """
    if not has_color(picture, draft.found.lattice):
        return False
    if has_moire(picture, draft.found):
        return have_several_colors(picture, draft.reading, MOIRE_LAB)
    return draft.doubtful_share > MAX_UPRIGHT_DOUBT or have_several_colors(picture, draft.reading)


def is_still_doubtful(
    picture: Picture, draft: UncorrectedReading, count_solutions: CountSolutions | None
) -> bool:
    """Whether a picture is worth reading in colours that the rules did not prove.

    Colours that are nearly black are not seen as such, but their numbers are clear.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        draft: Its reading in black and white before any correction.
        count_solutions: Counts the solutions of a puzzle.
    """
    if has_color(picture, draft.found.lattice):
        return True
    if draft.doubtful_share > MAX_UPRIGHT_DOUBT:
        return False
    puzzle = draft.reading.puzzle()
    if puzzle.defects():
        return True
    return count_solutions is not None and count_solutions(puzzle) is SolutionCount.NONE


def read_in_colors(
    picture: Picture,
    found: DetectedGrid,
    near: tuple[float, float] | None,
    lattice: Lattice | None,
    count_solutions: CountSolutions | None,
    draft: UncorrectedReading | None = None,
    colors: int | None = None,
    *,
    may_be_tiled: bool = True,
) -> Reading | None:
    """Read a picture as a puzzle in colours.

    First the numbers that were read in black and white get their colours. That is quick, and enough
    for most pages without tiles and pale numbers.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid that was found in it; tiles may have moved its borders.
        near: See :func:`recognizer.reading.read`.
        lattice: The grid that a person set.
        count_solutions: Counts the solutions of a puzzle.
        draft: Its reading in black and white before any correction.
        colors: How many colours its numbers have, as a person says: the reading has the possible
            number that is nearest to this one, also if it is not consistent.
        may_be_tiled: Whether tiles, pale numbers and misread ones may be the reason why it is not
            certain: they are looked for, and mended, for seconds.

    Returns:
        ``None`` if it has no numbers in several colours.
    """
    flat = FlatPicture.of(picture, found, colors)
    ink = separated_ink(flat, draft.found) if draft is not None and draft.is_clear else None
    as_read: Reading | None = None
    if draft is not None and ink is not None:
        mended = MAX_MENDED_IMBALANCE if may_be_tiled else 0.0
        as_read = _as_read(draft, ink, count_solutions, with_tones=False, mended=mended)
        if as_read is not None and as_read.is_certain and _surplus(as_read, colors) == 0:
            return as_read
    separation = separated(flat, found) if may_be_tiled else None
    other: Reading | None = None
    if separation is not None:
        other = _read_separated(separation, found, near, lattice, count_solutions)
    is_decided = as_read is not None or (other is not None and is_consistent(other))
    # Tiles whose numbers are far from consistent are none.
    is_tiled = other is not None and _imbalance(other) <= MAX_IMBALANCE
    is_tiled = is_tiled and separation is not None and separation.is_tiled
    if draft is not None and ink is not None and not (is_decided or is_tiled):
        as_read = _as_read(draft, ink, count_solutions, mended=mended)
    is_left = colors is not None and as_read is None and other is None
    if draft is not None and ink is not None and is_left:
        first = next(in_palettes(draft.reading, ink), None)
        if first is not None:
            as_read = _with_marks(flat, draft, correct_by_rules(first, count_solutions))
    readings = [reading for reading in (as_read, other) if reading is not None]
    return min(readings, key=lambda each: (_surplus(each, colors), rank(each)), default=None)


def _surplus(reading: Reading, colors: int | None) -> int:
    """By how many colours a reading differs from what a person says."""
    return 0 if colors is None else abs(len(reading.palette) - 1 - colors)


def colored_afterwards(
    picture: Picture, draft: UncorrectedReading, count_solutions: CountSolutions | None
) -> Reading | None:
    """Give the numbers of a page their colours after the rules have corrected them.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        draft: The corrected reading in black and white.
        count_solutions: Counts the solutions of a puzzle.

    Returns:
        ``None`` if they are not consistent in several colours.
    """
    are_seen = all(number.quad for _, line in draft.reading.lines for number in line.numbers)
    if not (are_seen and have_several_colors(picture, draft.reading)):
        return None
    flat = FlatPicture.of(picture, draft.found)
    separation = separated(flat, draft.found)
    is_tiled = separation is not None and separation.is_tiled
    if separation is not None:
        colored = _as_read(draft, separation, count_solutions)
        if colored is not None:
            return colored
    ink = separated_ink(flat, draft.found)
    return _as_read(draft, ink, count_solutions, with_tones=not is_tiled)


def _as_read(
    draft: UncorrectedReading,
    separation: Separation,
    count_solutions: CountSolutions | None,
    *,
    with_tones: bool = True,
    mended: float = MAX_MENDED_IMBALANCE,
) -> Reading | None:
    """The numbers of a reading in black and white in their colours, if they are consistent.

    Ink that was not read may be numbers in a pale colour. Without them the sums of the other
    colours are equal, too, so their lines stay in doubt. If only rows or only columns have such
    ink, it is text: their sums would differ. Digits on tiles are black or white, which is no colour
    of the puzzle: tones do not count there.
    """
    colored = _consistent(
        draft.reading, separation, count_solutions, with_tones=with_tones, mended=mended
    )
    if colored is None or not _has_colors(colored):
        return None
    if _are_finished(separation, draft, colored, count_solutions):
        return None
    unread = unread_ink(separation.picture, draft.found, draft.reading)
    if all(unread.get(axis) for axis in Axis):
        colored = with_doubts_of(colored, unread, PALE_CONFIDENCE)
    return _with_marks(separation.flat, draft, colored)


def _read_separated(
    separation: Separation,
    found: DetectedGrid,
    near: tuple[float, float] | None,
    lattice: Lattice | None,
    count_solutions: CountSolutions | None,
) -> Reading | None:
    """The reading of a picture without its colours; see :func:`read_in_colors`."""
    grids = [found] if lattice is not None else find_grids(separation.lined)
    if not grids:
        return None
    place = near or found.lattice.center
    chosen = next(
        (k for k, grid in enumerate(grids) if grid.lattice.is_same_grid(found.lattice)), 0
    ) if near is None else _index_near(grids, place)  # fmt: skip
    first = _read_numbers(separation, tuple(grids), chosen, lattice)
    draft = first.draft
    if lattice is None and not _has_same_borders(draft.found, found):
        # Beside the right borders the tiles are completed better.
        again = separated(separation.flat, draft.found)
        tries = [(again, draft.found)] if again is not None else []
        if draft.doubtful_share > 0:
            tries.append((separation, found))
        for other, grid in tries:
            read = _read_numbers(other, (grid,), 0, lattice)
            more = ANY_DOUBT if other is again else 0.0
            if read.draft.doubtful_share < first.draft.doubtful_share + more:
                first = read
    readings = [_colored(first, count_solutions)]
    others: Iterator[tuple[Separation, DetectedGrid]] = iter(())
    is_near = readings[0] is not None and _imbalance(readings[0]) <= MAX_NEAR_IMBALANCE
    if is_near or have_several_colors(separation.flat.picture, first.draft.reading):
        others = _others(separation, first.draft, found, is_fixed=lattice is not None)
    while readings[-1] is None or not is_consistent(readings[-1]):
        if (another := next(others, None)) is None:
            break
        numbers = _read_numbers(another[0], (another[1],), 0, lattice)
        readings.append(_colored(numbers, count_solutions))
    # A board that is cut off has fewer doubts, but its sums are far from equal.
    colored = [each for each in readings if each is not None]
    return min(colored, key=lambda r: (not is_consistent(r), _imbalance(r)), default=None)


def _others(
    separation: Separation, draft: UncorrectedReading, found: DetectedGrid, *, is_fixed: bool
) -> Iterator[tuple[Separation, DetectedGrid]]:
    """What else may be read if the numbers of a draft are not consistent."""
    picture, colors = separation.flat.picture, separation.flat.colors
    if not (is_fixed or _has_same_borders(draft.found, found)):
        # Where the first borders were wrong, the paper may be, too.
        anew = separated(FlatPicture.of(picture, draft.found, colors), draft.found)
        if anew is not None:
            yield anew, draft.found
    if not _has_same_size(draft, found):
        yield separation, found
    flat = FlatPicture.of(picture, draft.found, colors, is_shaded=True)
    is_other = not np.array_equal(flat.bgr, separation.flat.bgr)  # screens have no shadows
    if is_other and (shaded := separated(flat, draft.found)) is not None:
        yield shaded, draft.found
    if separation.is_tiled and have_several_colors(picture, draft.reading):
        # Uneven paper between lines may look like tiles.
        yield separated_ink(separation.flat, found), found


def _colored(numbers: _SeparateNumbers, count_solutions: CountSolutions | None) -> Reading | None:
    """Separate numbers in their colours; ``None`` if they have one colour, or cannot be read."""
    draft, separation = numbers
    if not draft.has_clues or draft.is_too_small:
        return None
    seen = draft.reading
    colored = _consistent(seen, separation, count_solutions)
    if colored is None or not colored.is_certain:
        seen = with_unread_ink(separation.picture, draft.found, draft.reading)
        again = None if seen is draft.reading else _consistent(seen, separation, count_solutions)
        # Of two that are as good the second one knows more.
        if again is not None and (colored is None or rank(again)[:3] <= rank(colored)[:3]):
            colored = again
    if colored is not None and not _has_colors(colored):
        return None  # the rules have found that it is black and white
    if colored is None:
        first = next(in_palettes(seen, separation), None)
        if first is None:
            return None
        colored = _part(separation, draft) or first
        if colored is first and _imbalance(first) <= MAX_IMBALANCE:
            colored = correct_by_rules(first, count_solutions)
    if _are_finished(separation, draft, colored, count_solutions):
        return None
    return _with_marks(separation.flat, draft, colored)


def _consistent(
    numbers: Reading,
    separation: Separation,
    count_solutions: CountSolutions | None,
    *,
    with_tones: bool = True,
    mended: float = MAX_MENDED_IMBALANCE,
) -> Reading | None:
    """Numbers in the first palette in which they are consistent.

    If they are so in a finer one, too, that is taken, and is not certain. The rules are asked up to
    this share of differing cells.
    """
    best: Reading | None = None
    with_tones = with_tones and _has_none(numbers, count_solutions)
    for colored in in_palettes(numbers, separation, with_tones=with_tones):
        differing, cells = _differing_cells(colored)
        if differing > max(MIN_MENDED_CELLS, mended * cells):
            continue  # the search would take seconds, and find nothing
        if best is not None and (differing or len(colored.palette) <= len(best.palette)):
            continue
        reading = correct_by_rules(colored, count_solutions, is_last=False)
        if separation.is_tiled:
            # The edge of its tile may cut a digit, so that a 6 is read as a 5 without doubt.
            reading = with_differences_doubted(reading, colored)
        if is_consistent(reading):
            near = set() if best is None else {Problem.NEAR_COLORS}
            problems = near.union(reading.problems)
            best = replace(reading, problems=tuple(p for p in Problem if p in problems))
    return best


def _are_finished(
    separation: Separation,
    draft: UncorrectedReading,
    colored: Reading,
    count_solutions: CountSolutions | None,
) -> bool:
    """Whether the numbers of finished lines have a colour, which the cells of the board have not.

    A board in colours may be filled wrongly, so the numbers have a solution in black and white.
    """
    is_plain = not _has_none(draft.reading, count_solutions)
    flat = separation.flat
    return is_plain and have_other_colors(flat.bgr, scaled(draft.found, flat.scale), colored)


def _with_marks(flat: FlatPicture, draft: UncorrectedReading, colored: Reading) -> Reading:
    return with_color_marks(flat.bgr, scaled(draft.found, flat.scale), colored)


def _has_none(numbers: Reading, count_solutions: CountSolutions | None) -> bool:
    """Whether numbers have no solution in black and white."""
    puzzle = numbers.puzzle()
    if count_solutions is None or puzzle.defects():
        return True
    return count_solutions(puzzle) is SolutionCount.NONE


def _has_colors(reading: Reading) -> bool:
    """Whether its numbers have several colours."""
    return len({n.color for _, line in reading.lines for n in line.numbers if n.number}) > 1


def _part(separation: Separation, draft: UncorrectedReading) -> Reading | None:
    """The reading of a part of a board; ``None`` if it is none."""
    oriented = _oriented(separation, (draft.found,), 0)
    numbers = oriented.read_found(draft.found, ClueStyle.PART).reading
    colored = next(in_palettes(numbers, separation), None)
    return as_part(colored) if colored is not None and is_part(colored) else None


class _SeparateNumbers(NamedTuple):
    """The numbers that were read in a picture without its colours."""

    draft: UncorrectedReading
    separation: Separation


def _read_numbers(
    separation: Separation,
    grids: tuple[DetectedGrid, ...],
    chosen: int,
    lattice: Lattice | None,
) -> _SeparateNumbers:
    oriented = _oriented(separation, grids, chosen)
    return _SeparateNumbers(oriented.read(lattice), separation)


def _oriented(
    separation: Separation, grids: tuple[DetectedGrid, ...], chosen: int
) -> OrientedPicture:
    groups = separation.groups.astype(np.float32)
    return OrientedPicture(separation.picture, grids, chosen, groups=groups)


def _has_same_borders(one: DetectedGrid, other: DetectedGrid) -> bool:
    apart = np.abs(one.lattice.corners - other.lattice.corners).max()
    return bool(apart < MAX_MOVED_CELLS * other.lattice.pitch_px)


def _has_same_size(draft: UncorrectedReading, found: DetectedGrid) -> bool:
    lattice = draft.found.lattice
    return (lattice.rows, lattice.columns) == (found.lattice.rows, found.lattice.columns)


def _index_near(grids: list[DetectedGrid], place: tuple[float, float]) -> int:
    distances = [np.hypot(*np.subtract(grid.lattice.center, place)) for grid in grids]
    return int(np.argmin(distances))


def is_consistent(reading: Reading) -> bool:
    """Whether the sums of all colours are equal, and there may be one solution."""
    return reading.solution_count is not SolutionCount.NONE and not reading.puzzle().defects()


def is_settled(reading: Reading) -> bool:
    """Whether a reading in colours needs none in black and white beside it."""
    return Problem.PART in reading.problems or is_consistent(reading)


def better_of(colored: Reading, plain: Reading) -> Reading:
    """The reading that is more likely right.

    Args:
        colored: The reading in colours, which is not consistent.
        plain: That in black and white; if it may have a solution, it is better. It is in doubt if a
            few numbers are all that the colours lack.
    """
    if is_consistent(plain):
        is_proved = plain.solution_count is SolutionCount.ONE
        if is_proved and _imbalance(colored) <= MAX_MENDED_IMBALANCE:
            return replace(plain, problems=(*plain.problems, Problem.COLORS))
        return plain
    return colored if _imbalance(colored) <= MAX_IMBALANCE else plain


def _imbalance(colored: Reading) -> float:
    """The share of cells in which the sums of the colours differ."""
    differing, cells = _differing_cells(colored)
    return differing / max(1, cells)


def _differing_cells(colored: Reading) -> tuple[int, int]:
    """In how many cells the sums of rows and columns differ, and how many both have together."""
    totals = colored.puzzle().color_totals()
    cells = sum(in_rows + in_columns for in_rows, in_columns in totals)
    return sum(abs(in_rows - in_columns) for in_rows, in_columns in totals), cells
