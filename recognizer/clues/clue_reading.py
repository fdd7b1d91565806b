"""Read the clues of a board, and find the sides they are on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from math import inf

from recognizer.clues.area_reader import AreaReader
from recognizer.clues.evened import PAPER_CELLS, TILE_PAPER_CELLS, with_digits_only
from recognizer.clues.patches import PatchCache
from recognizer.clues.rectification import ClueArea, RectifiedPage
from recognizer.clues.segmentation import sum_cost
from recognizer.clues.strokes import without_strokes
from recognizer.clues.token_search import find_glyph_tokens, find_printed_boxes, find_tiles
from recognizer.clues.tokens import Tokens
from recognizer.combining import with_alternative
from recognizer.values import ReadLine, Side

RULED_BOX_FACTOR = 1.2
"""Factor on the evidence of boxes whose lines are visible, compared with glyphs, which have several
segmentations."""
MAX_RULED_BOX_BONUS = 2.0
"""Maximum bonus of such boxes in columns, in numbers: glyphs above the boxes are often titles that
end in numbers. Column numbers are below each other, so boxes do not help to separate them."""
MAX_ISOLATED_ERROR_SHARE = 0.3
"""The reading of isolated digits is used if the error of its sum is less than this share of the
other one's."""
MIN_SURE_SHARE = 0.8
"""Minimum share of sure lines in clear clues."""
MIN_CLEAR_DENSITY = 1.4
"""Minimum number of numbers a line in clear clues."""


class ClueStyle(Enum):
    """How clues are drawn."""

    USUAL = "usual"
    """In one ink."""
    UNEVEN = "uneven"
    """Pale or bold, dark on light or light on dark, or in frames of their own."""
    TILED = "tiled"
    """The same on tiles that are narrower than a cell."""
    PARTED = "parted"
    """Uneven, and the digits of a number are apart, or one above the other in columns."""
    STRUCK = "struck"
    """As usual, and crossed out by thin strokes at a slant."""
    STRUCK_ALONG = "struck along"
    """The same, but some strokes are in parallel with those of digits."""
    PART = "part"
    """As usual, beside a part of a board: lines may ask for more cells than it has."""


STRUCK_STYLES = ClueStyle.STRUCK, ClueStyle.STRUCK_ALONG
_USUAL_STYLES = ClueStyle.USUAL, ClueStyle.PART, *STRUCK_STYLES
MAX_PART_LINE = 99
"""Cells of the longest line of a board in parts: numbers have up to two digits."""


@dataclass(frozen=True, eq=False)
class SideClues:
    """The clues on one side of a board."""

    side: Side
    lines: tuple[ReadLine, ...]
    number_counts: tuple[float, ...]
    """Expected number of numbers in each line."""
    is_ruled: bool = False
    """Whether they were read from boxes whose lines are visible."""

    @property
    def evidence(self) -> float:
        """The expected number of numbers, with a bonus for visible boxes."""
        seen = sum(self.number_counts)
        if not self.is_ruled:
            return seen
        more = seen * RULED_BOX_FACTOR
        return (
            more if self.side in (Side.LEFT, Side.RIGHT) else min(more, seen + MAX_RULED_BOX_BONUS)
        )

    def with_surer(self, other: SideClues, line_length: int) -> SideClues:
        """Take each line from the more certain of two readings of the same clue area."""
        both = [
            max((line, count), (other_line, other_count), key=lambda pair: pair[0].certainty)
            for line, count, other_line, other_count in zip(
                self.lines, self.number_counts, other.lines, other.number_counts, strict=True
            )
        ]
        lines, seen = zip(*both, strict=True)
        best = replace(self, lines=tuple(lines), number_counts=tuple(seen))
        return best.with_alternatives(self, line_length).with_alternatives(other, line_length)

    def with_alternatives(self, other: SideClues, line_length: int) -> SideClues:
        """Add what another reading of the same clue area has read: the rules may choose it."""
        pairs = zip(self.lines, other.lines, strict=True)
        lines = tuple(with_alternative(line, more, line_length) for line, more in pairs)
        return replace(self, lines=lines)

    def is_clear(self, total: int | None) -> bool:
        """Whether these are certainly clues, not line numbers or captions.

        Most lines are sure, and there are several numbers a line or the sum is that of the other
        clues.
        """
        sure = sum(line.is_sure for line in self.lines)
        if sure < MIN_SURE_SHARE * len(self.lines) or self.evidence <= 1:
            return False
        return self.shaded == total or self.evidence >= MIN_CLEAR_DENSITY * len(self.lines)

    @property
    def is_sure(self) -> bool:
        """Whether every line is sure."""
        return all(line.is_sure for line in self.lines)

    @property
    def shaded(self) -> int:
        """Number of cells that they shade."""
        return sum(sum(line.lengths) for line in self.lines)


def read_side(
    page: RectifiedPage,
    sides: Sequence[Side],
    total: int | None = None,
    style: ClueStyle = ClueStyle.USUAL,
) -> SideClues | None:
    """Read the clues on the side that has some; ``None`` if none has.

    Args:
        page: The board and the page around it.
        sides: The sides where they may be.
        total: Number of cells that the other clues shade, if they were read.
        style: How the clues are drawn.
    """
    best: SideClues | None = None
    total = None if style is ClueStyle.PART else total
    for side in sides:
        if best is not None and best.is_clear(total):
            break
        area = ClueArea.of(page, side)
        if area is not None and style not in _USUAL_STYLES:
            is_tiled = style is ClueStyle.TILED
            area = with_digits_only(area, TILE_PAPER_CELLS if is_tiled else PAPER_CELLS)
        if area is not None and style in STRUCK_STYLES:
            is_along = style is ClueStyle.STRUCK_ALONG
            area = without_strokes(area, keeps_crossings=is_along) or area
        if area is not None:
            best = _best_in_area(page, area, total, best, style)
    return best if best is not None and best.evidence > 1 else None


def are_crossed_out(page: RectifiedPage, sides: Sequence[Side]) -> bool:
    """Whether there are thin strokes at a slant across clues on some of these sides."""
    areas = (ClueArea.of(page, side) for side in sides)
    return any(area is not None and without_strokes(area) is not None for area in areas)


def _best_in_area(
    page: RectifiedPage,
    area: ClueArea,
    total: int | None,
    best: SideClues | None,
    style: ClueStyle,
) -> SideClues | None:
    """The best reading of a clue area, or of the other side if that is better."""
    best_score = 0.0 if best is None else best.evidence - sum_cost(best.shaded, total)
    ruled: SideClues | None = None
    glyphs: SideClues | None = None
    line_length = _line_length(page, area, style)
    caches = PatchCache(), PatchCache()
    tiles = find_tiles(area)
    is_usual = style in _USUAL_STYLES
    boxed = find_printed_boxes(area) if is_usual and tiles is None else []
    spaced = find_glyph_tokens(area) if tiles is None else [tiles]
    for index, tokens in enumerate(chain(boxed, spaced), 1):
        is_second = ruled is not None and best is ruled and index == len(boxed) + 1
        if best is None or is_second or _max_numbers(area, tokens) > best_score:
            is_parted = style is ClueStyle.PARTED
            cache = caches[tokens.is_boxed]
            clues = _read_tokens(page, area, tokens, line_length, total, cache, is_parted=is_parted)
            if clues.is_ruled:
                # The straight bounds fit some strips, the followed ones others.
                clues = ruled = clues if ruled is None else clues.with_surer(ruled, line_length)
            is_spaced = area.is_beside and not tokens.is_boxed and not is_parted
            is_off = total is not None and clues.evidence > 1 and clues.shaded != total
            if is_spaced and total is not None and is_off and not clues.is_clear(total):
                isolated = _read_tokens(
                    page, area, tokens, line_length, total, caches[False], is_isolated=True
                )
                if abs(isolated.shaded - total) < MAX_ISOLATED_ERROR_SHARE * abs(
                    clues.shaded - total
                ):
                    clues = isolated
            if not tokens.is_boxed and glyphs is None:
                glyphs = clues
            score = clues.evidence - sum_cost(clues.shaded, total)
            if best is None or score > best_score:
                best, best_score = clues, score
        # The stronger ink gives two token sets; the weaker ink may be the holes of its digits.
        tried = index - len(boxed)
        is_enough = best.shaded == total or tried > 1 or (tried == 1 and best.is_sure)
        if best.is_clear(total) and is_enough:
            break
        if tried == 0 and ruled is not None and ruled.is_clear(total) and ruled.is_sure:
            break
    if best is ruled and ruled is not None and glyphs is not None and ruled.shaded != total:
        # Glyphs may lack digits that touch a line, so they are alternatives only.
        best = ruled.with_alternatives(glyphs, line_length)
    return best


def _line_length(page: RectifiedPage, area: ClueArea, style: ClueStyle) -> int:
    """The number of cells in a line of the board."""
    if style is ClueStyle.PART:
        return MAX_PART_LINE
    return page.columns if area.is_beside else page.rows


def _max_numbers(area: ClueArea, tokens: Tokens) -> float:
    """An upper bound of the numbers: in a row each digit may be one."""
    if tokens.is_boxed:
        return inf
    all_tokens = [token for line in tokens.lines for token in line]
    return sum(len(t.glyphs) for t in all_tokens) if area.is_beside else len(all_tokens)


def _read_tokens(
    page: RectifiedPage,
    area: ClueArea,
    tokens: Tokens,
    line_length: int,
    total: int | None,
    cache: PatchCache,
    is_isolated: bool = False,
    is_parted: bool = False,
) -> SideClues:
    gray = area.picture
    reader = AreaReader(page, area, gray, tokens, line_length, total, cache, is_isolated, is_parted)
    lines = tuple(reader.line(i) for i in range(area.lines))
    return SideClues(area.side, lines, reader.number_counts, tokens.is_ruled)
