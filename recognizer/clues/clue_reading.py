"""Read the clues of a board: which sides they are on, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise, product
from math import exp, inf, log

import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import ShouldStop
from recognizer.clues.digit_classifier import EMPTY, JUNK, PATCH, number_reader
from recognizer.clues.non_clue_filter import stray_odds
from recognizer.clues.patches import LogP, PatchCache, cut, framed, is_square, squared
from recognizer.clues.rectification import CELL_PX, Band, RectifiedPage
from recognizer.clues.segmentation import Spacing, best_spacing, off_by
from recognizer.clues.tokens import SPLIT, Box, Token, Tokens, boxed_ways, joined, spaced_ways
from recognizer.values import Candidate, ReadLine, ReadNumber, Segmentation, Side

FLOOR = 1e-4
"""Candidates less likely than this are forgotten."""
GAP_DOUBT = 0.06
"""How much, in heights of a digit, gaps vary from one pair of digits to the next."""
BOXED = 1.2
"""How much more boxes whose lines are seen count than glyphs that may be parted in several ways."""
OVERHEAD = 2.0
"""Numbers that glyphs over the boxes of columns are taken for, since titles end in numbers. The
numbers of columns stand one below the other, so boxes do not help to part them."""
FITS = 0.02
"""How likely digits that make no number of a line's length are one."""
RARER = 0.25
"""How much rarer junk is among the tokens of a clue than among what the network learned from."""
CLOSER = 0.3
"""Digits are read without those beside them if the sum is so much closer to the columns' then."""
LONE = 0.6
"""How likely a single number beyond all printed boxes that are seen is one of a clue."""
UNLIKELY = 0.02
"""Tokens that are strays with a smaller probability are none."""
MOST_DOUBTS = 3
"""Gaps of one line that are taken both ways."""
SURE, CLEAR, DENSE = 0.9, 0.8, 1.4
"""Clues are clear if that share of the lines is that sure, and they hold so many numbers."""


@dataclass(frozen=True, eq=False)
class SideClues:
    """What stands on one side of a board."""

    side: Side
    lines: tuple[ReadLine, ...]
    seen: tuple[float, ...]
    """How many numbers each line has, each weighed by how sure it is that it is one."""
    is_ruled: bool = False
    """Whether they were read from boxes whose lines are seen."""

    @property
    def evidence(self) -> float:
        """How many numbers were seen, and more if it is clear where they stand."""
        seen = sum(self.seen)
        if not self.is_ruled:
            return seen
        more = seen * BOXED
        return more if self.side in (Side.LEFT, Side.RIGHT) else min(more, seen + OVERHEAD)

    def with_surer(self, other: SideClues) -> SideClues:
        """With those lines of another one, read from the same place, that are surer."""
        both = [
            max((mine, here), (theirs, there), key=lambda pair: pair[0].certainty)
            for mine, here, theirs, there in zip(
                self.lines, self.seen, other.lines, other.seen, strict=True
            )
        ]
        lines, seen = zip(*both, strict=True)
        return replace(self, lines=tuple(lines), seen=tuple(seen))

    def is_clear(self, total: int | None) -> bool:
        """Whether there is no doubt that these are clues, and not line numbers or captions.

        Their numbers are sure, and several to a line, or they shade as many cells as the other
        clues do.
        """
        sure = sum(line.certainty >= SURE for line in self.lines)
        if sure < CLEAR * len(self.lines) or self.evidence <= 1:
            return False
        return self.shaded == total or self.evidence >= DENSE * len(self.lines)

    @property
    def is_sure(self) -> bool:
        """Whether every line is."""
        return all(line.certainty >= SURE for line in self.lines)

    @property
    def shaded(self) -> int:
        """How many cells they shade."""
        return sum(sum(line.lengths) for line in self.lines)


def read_side(
    sheet: RectifiedPage,
    sides: Sequence[Side],
    total: int | None = None,
    should_stop: ShouldStop | None = None,
) -> SideClues | None:
    """The clues on the one of the sides that has some; ``None`` if none has.

    Args:
        sheet: The board and the page around it.
        sides: Where they may be.
        total: How many cells the other clues shade, if they were read.
        should_stop: Asked now and then; the best of what was read until then is returned.
    """
    stop = should_stop or (lambda: False)
    best: SideClues | None = None
    for side in sides:
        if stop() or (best is not None and best.is_clear(total)):
            break
        band = Band.of(sheet, side)
        if band is not None:
            best = _best_of(sheet, band, total, best, stop)
    return best if best is not None and best.evidence > 1 else None


def _best_of(
    sheet: RectifiedPage, band: Band, total: int | None, best: SideClues | None, stop: ShouldStop
) -> SideClues | None:
    """The best one of the ways to read a band, and of what was read on the other side."""
    most = 0.0 if best is None else best.evidence - off_by(best.shaded, total)
    ruled: SideClues | None = None
    answers = PatchCache(), PatchCache()
    boxed = boxed_ways(band)
    for index, tokens in enumerate(chain(boxed, spaced_ways(band)), 1):
        if stop():
            break
        if best is None or _most_numbers(band, tokens) > most:
            clues = _read(sheet, band, tokens, total, answers[tokens.is_boxed])
            if clues.is_ruled:
                # Lines go straight on in some strips, and in others as they were followed.
                clues = ruled = clues if ruled is None else clues.with_surer(ruled)
            is_spaced = band.is_beside and not tokens.is_boxed
            is_off = total is not None and clues.evidence > 1 and clues.shaded != total
            if is_spaced and total is not None and is_off and not clues.is_clear(total):
                alone = _read(sheet, band, tokens, total, answers[False], is_alone=True)
                if abs(alone.shaded - total) < CLOSER * abs(clues.shaded - total):
                    clues = alone
            worth = clues.evidence - off_by(clues.shaded, total)
            if best is None or worth > most:
                best, most = clues, worth
        # Of the stronger ink there are two ways; the other ink shows the holes of its digits.
        spaced = index - len(boxed)
        is_enough = best.shaded == total or spaced > 1 or (spaced == 1 and best.is_sure)
        if best.is_clear(total) and is_enough:
            break
        if spaced == 0 and ruled is not None and ruled.is_clear(total):
            break
    return best


def _most_numbers(band: Band, tokens: Tokens) -> float:
    """How many numbers may be read: beside a board each digit may be one."""
    if tokens.is_boxed:
        return inf
    every = [token for line in tokens.lines for token in line]
    return sum(len(token.glyphs) for token in every) if band.is_beside else len(every)


def _join(gap: float, split: float) -> float:
    """How likely two glyphs belong to one number."""
    return 1 / (1 + exp(min(30.0, max(-30.0, (gap - split) / GAP_DOUBT))))


def _likely(logs: LogP) -> LogP:
    """With the share of junk as it is where clues stand."""
    logs = logs.copy()
    logs[:, JUNK] += log(RARER)
    return np.asarray(logs - np.log(np.exp(logs).sum(axis=1, keepdims=True)), np.float32)


# One band


def _read(
    sheet: RectifiedPage,
    band: Band,
    tokens: Tokens,
    total: int | None,
    answers: PatchCache,
    is_alone: bool = False,
) -> SideClues:
    gray = band.picture
    longest = sheet.columns if band.is_beside else sheet.rows
    reader = _BandReader(sheet, band, gray, tokens, longest, total, answers, is_alone)
    lines = tuple(reader.line(i) for i in range(band.lines))
    return SideClues(band.side, lines, reader.seen, tokens.is_ruled)


class _BandReader:
    """Reads the tokens of one band."""

    def __init__(
        self,
        sheet: RectifiedPage,
        band: Band,
        gray: NDArray[np.uint8],
        tokens: Tokens,
        longest: int,
        total: int | None,
        known: PatchCache,
        is_alone: bool = False,
    ) -> None:
        """
        Args:
            known: What was read in the same band before.
            is_alone: Whether digits are read without those beside them, which are seen otherwise
                and tell whether they belong together; but then 1 1 1 may be read as 11 thrice.
        """
        self.is_alone = is_alone
        self.sheet, self.band, self.tokens, self.longest = sheet, band, tokens, longest
        self.is_spaced = band.is_beside and not tokens.is_boxed
        every = list(dict.fromkeys(t for line in tokens.lines for t in self._possible(line)))
        squares = {t: self._square(t.box) for t in every if not is_alone}
        self.answers = {
            t: logs for t, square in squares.items() if (logs := known.get(square)) is not None
        }
        unread = [t for t in every if t not in self.answers]
        patches = np.array([self._patch(gray, t) for t in unread], np.uint8)
        answers = _likely(number_reader().read(patches.reshape(-1, PATCH, PATCH)))
        self.answers |= zip(unread, answers, strict=True)
        for token in unread:
            if token in squares:
                known.add(squares[token], self.answers[token])
        self.spacing = Spacing(SPLIT, tokens.digit_height)
        if self.is_spaced:
            lines = [[g for t in line for g in t.glyphs] for line in tokens.lines]
            height = tokens.digit_height
            self.spacing = best_spacing(
                lines, height, tokens.splits, self.answers.__getitem__, longest, total
            )
        self.strays: dict[Token, float] = {}
        if not band.is_beside and not tokens.is_boxed:
            outwards = [line if self._is_forward else line[::-1] for line in tokens.lines]
            self.strays = stray_odds(
                outwards, self.answers.__getitem__, tokens.digit_height, longest
            )
        self.ways = [self._ways(line) for line in tokens.lines]
        if tokens.is_boxed:
            self._drop_outer_boxes()
        self.seen = tuple(self._evidence(ways[0][0]) for ways in self.ways)
        self.said = self._said()

    @property
    def _is_forward(self) -> bool:
        """Whether clues are read from the board outwards."""
        return self.band.side in (Side.RIGHT, Side.BOTTOM)

    def _evidence(self, tokens: tuple[Token, ...]) -> float:
        """How many numbers a line has; what does not fit into it is no clue."""
        shaded, evidence = 0, 0.0
        for token in tokens:
            p = np.exp(self.answers[token])
            fitting = p[: self.longest + 1]
            evidence += float(fitting.max() - p[JUNK])
            if p[EMPTY] + p[JUNK] < 0.5:
                shaded += int(fitting.argmax()) + 1
        return evidence if shaded - 1 <= self.longest else -abs(evidence)

    def _drop_outer_boxes(self) -> None:
        """Forget boxes beyond the lattice, unless some of them hold numbers and hardly any junk."""
        is_first = self.band.side in (Side.LEFT, Side.TOP)
        outer, inner = (0, 1) if is_first else (-1, -2)
        while self.ways and len(self.ways[0][0][0]) > self.tokens.boxes:
            lines = [ways[0][0] for ways in self.ways]
            p = np.exp([self.answers[line[outer]] for line in lines])
            is_number = self._are_numbers([line[outer] for line in lines])
            # Clues leave no box free between them, and what is beyond them is empty.
            is_backed = self._are_numbers([line[inner] for line in lines])
            junk = p[:, JUNK] > 0.9
            # Titles have more letters than digits.
            is_clean = junk.mean() < 0.3 and junk.sum() <= is_number.sum()
            is_clean = is_clean and not (is_number & ~is_backed).any()
            if is_clean and (is_number.sum() > 1 or p[:, 1:100].max() > 0.95):
                if is_number.sum() == 1:
                    self._doubt_outer(int(is_number.argmax()), is_first)
                break
            self.ways = [
                [(line[1:] if is_first else line[:-1], weight) for line, weight in ways]
                for ways in self.ways
            ]

    def _doubt_outer(self, index: int, is_first: bool) -> None:
        """A single number beyond all boxes that are seen may be the end of a title."""
        line, weight = self.ways[index][0]
        inner = line[1:] if is_first else line[:-1]
        self.ways[index] = [(line, weight * LONE), (inner, weight * (1 - LONE))]

    def _are_numbers(self, tokens: list[Token]) -> NDArray[np.bool_]:
        p = np.exp([self.answers[token] for token in tokens])
        return np.asarray(p[:, 1:100].max(axis=1) > 0.6)

    def _patch(self, gray: NDArray[np.uint8], token: Token) -> NDArray[np.uint8]:
        box = token.box
        if self.tokens.is_boxed:
            return cut(gray, box) if is_square(box) else framed(gray, *squared(box))
        square = self._square(box)
        if not self.is_alone:
            return cut(gray, square)
        glyphs = [g for t in self.tokens.lines[token.line] for g in t.glyphs]
        before = [g.right for g in glyphs if g.right <= box.left + 1]
        after = [g.left for g in glyphs if g.left >= box.right - 1]
        left = (max(before) + box.left) / 2 if before else square.left
        right = (min(after) + box.right) / 2 if after else square.right
        if left <= square.left and right >= square.right:
            return cut(gray, square)
        return framed(gray, square, replace(square, left=left, right=right))

    def _square(self, box: Box) -> Box:
        """What is seen of a token."""
        if self.tokens.is_boxed:
            return box
        (x, y), half = box.center, max(1.5 * self.tokens.digit_height, 1.15 * box.width) / 2
        return Box(x - half, y - half, x + half, y + half)

    # Partings

    def _possible(self, line: tuple[Token, ...]) -> list[Token]:
        """All tokens that a line may have."""
        if not self.is_spaced:
            return list(line)
        glyphs = [g for t in line for g in t.glyphs]
        alone = [joined((g,), t.line, ()) for t in line for g in t.glyphs]
        pairs = [joined((a, b), line[0].line, (True,)) for a, b in pairwise(glyphs)]
        return [token for tokens in (*alone, *pairs) for token in tokens]

    def _ways(self, line: tuple[Token, ...]) -> list[tuple[tuple[Token, ...], float]]:
        """The ways to take a line's glyphs together, likeliest first, with probabilities."""
        if not self.is_spaced or not line:
            return self._ends(line)
        index = line[0].line
        glyphs = [g for t in line for g in t.glyphs]
        joins = []
        for a, b in pairwise(glyphs):
            join = _join(self.spacing.gap(a, b), self.spacing.split)
            logs = self.answers[joined((a, b), index, (True,))[0]]
            # No number is longer than its line.
            is_one = float(np.exp(logs[: self.longest + 1]).sum()) > FITS
            joins.append(join if is_one else join * FITS)
        doubts = sorted(range(len(joins)), key=lambda i: abs(joins[i] - 0.5))[:MOST_DOUBTS]
        doubts = [i for i in doubts if 0.02 < joins[i] < 0.98]
        ways: dict[tuple[Token, ...], float] = {}
        for choice in product((True, False), repeat=len(doubts)):
            chosen = dict(zip(doubts, choice, strict=True))
            probability = 1.0
            for i, is_joined in chosen.items():
                probability *= joins[i] if is_joined else 1 - joins[i]
            flags = [chosen.get(i, j > 0.5) for i, j in enumerate(joins)]
            tokens = joined(glyphs, index, flags)
            ways[tokens] = max(ways.get(tokens, 0.0), probability)
        return sorted(ways.items(), key=lambda way: -way[1])

    def _ends(self, line: tuple[Token, ...]) -> list[tuple[tuple[Token, ...], float]]:
        """The ways to end a clue before what may be none of it, likeliest first."""
        outwards = line if self._is_forward else line[::-1]
        ways = []
        goes_on = 1.0
        for index, token in enumerate(outwards):
            stray = self.strays.get(token, 0.0)
            if stray > UNLIKELY:
                kept = outwards[:index]
                ways.append((kept if self._is_forward else kept[::-1], goes_on * stray))
                goes_on *= 1 - stray
        ways.append((line, goes_on))
        return sorted(ways, key=lambda way: -way[1])

    # What they say

    def line(self, index: int) -> ReadLine:
        """The clue of a line."""
        read = []
        for tokens, probability in self.ways[index]:
            numbers, sure = self._numbers(tokens)
            # A parting whose parts are no numbers is none.
            weight = log(max(probability, 1e-9)) + sum(
                max(log(max(n.confidence, 1e-3)), -3) for n in numbers
            )
            read.append((weight + log(max(sure, 1e-3)), numbers, sure))
        read.sort(key=lambda way: -way[0])
        top = read[0][0]
        weights = [exp(weight - top) for weight, _, _ in read]
        total = sum(weights)
        others = tuple(
            Segmentation(numbers, weight / total)
            for weight, (_, numbers, _) in zip(weights[1:], read[1:], strict=True)
            if weight / total > FLOOR
        )
        return ReadLine(read[0][1], others, weights[0] / total * read[0][2])

    def _numbers(self, tokens: tuple[Token, ...]) -> tuple[tuple[ReadNumber, ...], float]:
        """The numbers of a line and how sure it is that these are all."""
        numbers = []
        sure = 1.0
        for token in tokens:
            nothing, number = self.said[token]
            if nothing > 0.5:
                sure *= nothing
                continue
            sure *= 1 - nothing
            if number is not None:
                numbers.append(number)
        if len(numbers) == 1 and numbers[0].number == 0:
            return (), sure * numbers[0].confidence
        return tuple(self._without_zero(n) for n in numbers), sure

    def _said(self) -> dict[Token, tuple[float, ReadNumber | None]]:
        """How likely each token of the ways is no number, and the number that it is otherwise."""
        every = list(dict.fromkeys(t for ways in self.ways for way, _ in ways for t in way))
        if not every:
            return {}
        p = np.exp(np.array([self.answers[token] for token in every], np.float64))
        nothing = (p[:, EMPTY] + p[:, JUNK]).tolist()
        numbers = p[:, :100]
        numbers[:, self.longest + 1 :] = 0
        totals = numbers.sum(axis=1)
        numbers /= np.maximum(totals, 1e-9)[:, None]
        orders = np.argsort(-numbers, axis=1)[:, :6].tolist()
        quads = self._quads([token.box for token in every])
        said: dict[Token, tuple[float, ReadNumber | None]] = {}
        for i, token in enumerate(every):
            number = None
            if nothing[i] <= 0.5 and totals[i] >= 1e-6:
                candidates = tuple(
                    Candidate(k, float(numbers[i, k])) for k in orders[i] if numbers[i, k] > FLOOR
                )
                first = candidates[0]
                number = ReadNumber(first.number, first.probability, candidates, quads[i])
            said[token] = nothing[i], number
        return said

    @staticmethod
    def _without_zero(number: ReadNumber) -> ReadNumber:
        """Zero stands alone or not at all."""
        rest = tuple(c for c in number.candidates if c.number)
        if len(rest) == len(number.candidates) or not rest:
            return number
        total = sum(c.probability for c in rest)
        rest = tuple(Candidate(c.number, c.probability / total) for c in rest)
        return ReadNumber(rest[0].number, rest[0].probability, rest, number.quad)

    def _quads(self, boxes: list[Box]) -> list[tuple[tuple[float, float], ...]]:
        """Where boxes are in the picture."""
        corners = np.array([
            [(b.top, b.left), (b.top, b.right), (b.bottom, b.right), (b.bottom, b.left)]
            for b in boxes
        ])  # fmt: skip
        board = corners / CELL_PX + self.band.board(self.sheet, 0, 0)
        return [tuple((x, y) for x, y in quad) for quad in self.sheet.at(board).tolist()]
