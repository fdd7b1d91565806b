"""Read the tokens of one clue area: the numbers of each line, with what else they may be."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import EMPTY, JUNK, PATCH_PX
from recognizer.clues.non_clue_filter import MAX_ROW_NON_CLUE, non_clue_probabilities, wide_gaps
from recognizer.clues.patches import (
    LogProbabilities,
    PatchCache,
    clamped_patch,
    is_square,
    square_around,
    stretched_patch,
)
from recognizer.clues.rectification import CELL_PX, ClueArea, RectifiedPage
from recognizer.clues.segmentation import Spacing, best_spacing
from recognizer.clues.tokens import DEFAULT_SPLIT, Token, TokenBox, Tokens, joined
from recognizer.values import Candidate, ReadLine, ReadNumber, Segmentation, Side

MIN_PROBABILITY = 1e-4
"""Candidates and segmentations with a smaller probability are discarded."""
GAP_SPREAD = 0.06
"""Spread of the gaps between digits, in digit heights."""
PAIR_PRIOR = 0.02
"""Probability that two digits that make no number of the line's length are one number."""
JUNK_FACTOR = 0.25
"""Ratio of the share of junk among clue tokens to that in the network's training data."""
OUTER_NUMBER_PRIOR = 0.6
"""Probability that a single number beyond all visible boxes belongs to a clue."""
MIN_NON_CLUE_PROBABILITY = 0.02
"""Below this non-clue probability a token is kept as part of the clue."""
MAX_DOUBTFUL_GAPS = 3
"""Maximum number of gaps of one line that are tried both ways."""


def _join_probability(gap: float, split: float) -> float:
    """The probability that two glyphs are one number; ``gap`` and ``split`` in digit heights."""
    return 1 / (1 + exp(min(30.0, max(-30.0, (gap - split) / GAP_SPREAD))))


def _with_clue_prior(logs: LogProbabilities) -> LogProbabilities:
    """Adjust the prior of junk to the share among clue tokens."""
    logs = logs.copy()
    logs[:, JUNK] += log(JUNK_FACTOR)
    return np.asarray(logs - np.log(np.exp(logs).sum(axis=1, keepdims=True)), np.float32)


def _of_two_digits(tens: LogProbabilities, units: LogProbabilities) -> LogProbabilities:
    """The log-probabilities of the number that two digits make, which were read one by one."""
    p = np.zeros(len(tens), np.float64)
    p[:100] = np.outer(np.exp(tens[:10]), np.exp(units[:10])).ravel()
    p[:10] = 0
    p[JUNK] = 1 - p.sum()
    return np.asarray(np.log(np.maximum(p, 1e-12)), np.float32)


class AreaReader:
    """Reads the tokens of one clue area."""

    def __init__(
        self,
        page: RectifiedPage,
        area: ClueArea,
        gray: NDArray[np.uint8],
        tokens: Tokens,
        line_length: int,
        total: int | None,
        cache: PatchCache,
        is_isolated: bool = False,
        is_parted: bool = False,
    ) -> None:
        """
        Args:
            cache: Results of earlier token sets of the same clue area.
            is_isolated: Whether the neighbours of a token are masked. Visible ones help to decide
                whether digits belong together, but 1 1 1 may then be read as 11 three times.
            is_parted: Whether the digits of a number are too far apart to be read at once.
        """
        self.is_isolated, self.is_parted = is_isolated, is_parted
        self.page, self.area, self.tokens, self.line_length = page, area, tokens, line_length
        self.least_gap = 1 if area.groups is None else 0
        """Blank cells between two runs; those of different colours may touch."""
        self.is_spaced = (area.is_beside or is_parted) and not tokens.is_boxed
        all_tokens = list(
            dict.fromkeys(t for line in tokens.lines for t in self._possible_tokens(line))
        )
        tokens_to_read = [t for t in all_tokens if not (is_parted and len(t.glyphs) > 1)]
        squares = {t: self._square(t.box) for t in tokens_to_read if not is_isolated}
        self.logs = {
            t: logs for t, square in squares.items() if (logs := cache.get(square)) is not None
        }
        unread = [t for t in tokens_to_read if t not in self.logs]
        patches = np.array([self._patch(gray, t) for t in unread], np.uint8)
        patches = patches.reshape(-1, PATCH_PX, PATCH_PX)
        new_logs = _with_clue_prior(page.number_reader.read(patches))
        self.logs |= zip(unread, new_logs, strict=True)
        for token in unread:
            if token in squares:
                cache.add(squares[token], self.logs[token])
        for token in all_tokens if is_parted else ():
            if len(token.glyphs) > 1:
                digits = [self.logs[joined((g,), token.line, ())[0]] for g in token.glyphs]
                self.logs[token] = _of_two_digits(*digits)
        self.spacing = Spacing(DEFAULT_SPLIT, tokens.digit_height)
        if self.is_spaced:
            lines = [self._glyphs(line) for line in tokens.lines]
            height = tokens.digit_height
            self.spacing = best_spacing(
                lines, height, tokens.splits, self.logs.__getitem__, line_length, total,
                is_stacked=not area.is_beside, least_gap=self.least_gap,
            )  # fmt: skip
        self.wide_gaps = self._wide_gaps() if self.is_spaced else set()
        self.non_clue_probabilities: dict[Token, float] = {}
        if not self.is_spaced and not tokens.is_boxed:
            outwards = [line if self._is_forward else line[::-1] for line in tokens.lines]
            self.non_clue_probabilities = non_clue_probabilities(
                outwards, self.logs.__getitem__, tokens.digit_height, line_length
            )
        self.segmentations = [self._segmentations(line) for line in tokens.lines]
        if tokens.is_boxed:
            self._drop_boxes_beyond_gap()
            self._drop_empty_outer_boxes()
        self.number_counts = tuple(self._evidence(options[0][0]) for options in self.segmentations)
        self.read_numbers = self._read_numbers()

    @property
    def _is_forward(self) -> bool:
        """Whether clues are read from the board outwards."""
        return self.area.side in (Side.RIGHT, Side.BOTTOM)

    def _evidence(self, tokens: tuple[Token, ...]) -> float:
        """The expected number of numbers; negative for a clue that does not fit its line."""
        shaded, evidence = 0, 0.0
        for token in tokens:
            p = np.exp(self.logs[token])
            fitting = p[: self.line_length + 1]
            evidence += float(fitting.max() - p[JUNK])
            if p[EMPTY] + p[JUNK] < 0.5:
                shaded += int(fitting.argmax()) + self.least_gap
        return evidence if shaded - self.least_gap <= self.line_length else -abs(evidence)

    def _drop_boxes_beyond_gap(self) -> None:
        """Drop the boxes beyond a level that is empty in all lines, as of another puzzle there.

        Clues leave no box empty between them.
        """
        outwards = [
            options[0][0] if self._is_forward else options[0][0][::-1]
            for options in self.segmentations
        ]
        levels = list(zip(*outwards, strict=True))
        kept = next(
            (k for k in range(1, len(levels)) if not self._are_numbers(list(levels[k])).any()),
            len(levels),
        )
        if kept < len(levels):
            self.segmentations = [
                [(line[:kept] if self._is_forward else line[-kept:], weight)
                 for line, weight in options]
                for options in self.segmentations
            ]  # fmt: skip

    def _drop_empty_outer_boxes(self) -> None:
        """Drop boxes beyond the lattice, unless they hold numbers and hardly any junk."""
        is_first = self.area.side in (Side.LEFT, Side.TOP)
        outer, inner = (0, 1) if is_first else (-1, -2)
        while self.segmentations and len(self.segmentations[0][0][0]) > self.tokens.boxes:
            lines = [options[0][0] for options in self.segmentations]
            p = np.exp([self.logs[line[outer]] for line in lines])
            is_number = self._are_numbers([line[outer] for line in lines])
            # Clues leave no box empty between them; boxes beyond them are empty.
            is_backed = self._are_numbers([line[inner] for line in lines])
            junk = p[:, JUNK] > 0.9
            # Titles have more letters than digits.
            is_clean = bool(junk.mean() < 0.3 and junk.sum() <= is_number.sum())
            is_clean = is_clean and not (is_number & ~is_backed).any()
            if is_clean and (is_number.sum() > 1 or p[:, 1:100].max() > 0.95):
                if is_number.sum() == 1:
                    self._doubt_outer(int(is_number.argmax()), is_first)
                break
            self.segmentations = [
                [(line[1:] if is_first else line[:-1], weight) for line, weight in options]
                for options in self.segmentations
            ]

    def _doubt_outer(self, index: int, is_first: bool) -> None:
        """Add a segmentation without a single outer number, which may be the end of a title."""
        line, weight = self.segmentations[index][0]
        inner = line[1:] if is_first else line[:-1]
        self.segmentations[index] = [
            (line, weight * OUTER_NUMBER_PRIOR),
            (inner, weight * (1 - OUTER_NUMBER_PRIOR)),
        ]

    def _are_numbers(self, tokens: list[Token]) -> NDArray[np.bool_]:
        p = np.exp([self.logs[token] for token in tokens])
        return np.asarray(p[:, 1:100].max(axis=1) > 0.6)

    def _patch(self, gray: NDArray[np.uint8], token: Token) -> NDArray[np.uint8]:
        box = token.box
        if self.tokens.is_boxed:
            return (
                stretched_patch(gray, box)
                if is_square(box)
                else clamped_patch(gray, *square_around(box))
            )
        square = self._square(box)
        if not self.is_isolated:
            return stretched_patch(gray, square)
        glyphs = [g for t in self.tokens.lines[token.line] for g in t.glyphs]
        before = [g.right for g in glyphs if g.right <= box.left + 1]
        after = [g.left for g in glyphs if g.left >= box.right - 1]
        left = (max(before) + box.left) / 2 if before else square.left
        right = (min(after) + box.right) / 2 if after else square.right
        if left <= square.left and right >= square.right:
            return stretched_patch(gray, square)
        return clamped_patch(gray, square, replace(square, left=left, right=right))

    def _square(self, box: TokenBox) -> TokenBox:
        """The square around a token that the network gets."""
        if self.tokens.is_boxed:
            return box
        (x, y), half = box.center, max(1.5 * self.tokens.digit_height, 1.15 * box.width) / 2
        return TokenBox(x - half, y - half, x + half, y + half)

    # Segmentations

    def _glyphs(self, line: tuple[Token, ...]) -> list[TokenBox]:
        """The digits of a line; in columns those side by side are one."""
        if self.area.is_beside:
            return [g for t in line for g in t.glyphs]
        return [t.box for t in line]

    def _possible_tokens(self, line: tuple[Token, ...]) -> list[Token]:
        """All tokens of all segmentations of a line."""
        if not self.is_spaced:
            return list(line)
        glyphs = self._glyphs(line)
        isolated = [joined((g,), line[0].line, ()) for g in glyphs]
        pairs = [joined((a, b), line[0].line, (True,)) for a, b in pairwise(glyphs)]
        return [token for tokens in (*isolated, *pairs) for token in tokens]

    def _segmentations(self, line: tuple[Token, ...]) -> list[tuple[tuple[Token, ...], float]]:
        """The segmentations of a line with their probabilities, likeliest first."""
        if not self.is_spaced or not line:
            return self._clue_ends(line)
        index, glyphs = line[0].line, self._glyphs(line)
        joins = []
        for a, b in pairwise(glyphs):
            join = _join_probability(self.spacing.gap(a, b), self.spacing.split)
            logs = self.logs[joined((a, b), index, (True,))[0]]
            # No number is longer than its line.
            is_one = float(np.exp(logs[: self.line_length + 1]).sum()) > PAIR_PRIOR
            joins.append(join if is_one else join * PAIR_PRIOR)
        doubts = sorted(range(len(joins)), key=lambda i: abs(joins[i] - 0.5))[:MAX_DOUBTFUL_GAPS]
        doubts = [i for i in doubts if 0.02 < joins[i] < 0.98]
        found: dict[tuple[Token, ...], float] = {}
        for choice in product((True, False), repeat=len(doubts)):
            chosen = dict(zip(doubts, choice, strict=True))
            probability = 1.0
            for i, is_joined in chosen.items():
                probability *= joins[i] if is_joined else 1 - joins[i]
            flags = [chosen.get(i, j > 0.5) for i, j in enumerate(joins)]
            tokens = joined(glyphs, index, flags)
            found[tokens] = max(found.get(tokens, 0.0), probability)
        for tokens, probability in list(found.items()):
            inner = self._before_wide_gap(tokens)
            if inner:
                found[tokens] = probability * (1 - MAX_ROW_NON_CLUE)
                found[inner] = max(found.get(inner, 0.0), probability * MAX_ROW_NON_CLUE)
        return sorted(found.items(), key=lambda item: -item[1])

    def _before_wide_gap(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """The tokens of a row up to the first gap that is too wide; nothing if there is none."""
        outwards = tokens if self._is_forward else tokens[::-1]
        for index, (near, far) in enumerate(pairwise(outwards), 1):
            inner, outer = near.glyphs, far.glyphs
            gap = (inner[-1], outer[0]) if self._is_forward else (outer[-1], inner[0])
            if gap in self.wide_gaps:
                kept = outwards[:index]
                return kept if self._is_forward else kept[::-1]
        return ()

    def _wide_gaps(self) -> set[tuple[TokenBox, TokenBox]]:
        """The pairs of neighbouring digits, from left to right, with too wide a gap between."""
        rows = []
        for index, line in enumerate(self.tokens.lines):
            glyphs = self._glyphs(line)
            flags = [self.spacing.gap(a, b) < self.spacing.split for a, b in pairwise(glyphs)]
            rows.append(joined(glyphs, index, flags))
        return {
            (left.glyphs[-1], right.glyphs[0])
            for row, flags in zip(rows, wide_gaps(rows), strict=True)
            for (left, right), is_wide in zip(pairwise(row), flags, strict=True)
            if is_wide
        }

    def _clue_ends(self, line: tuple[Token, ...]) -> list[tuple[tuple[Token, ...], float]]:
        """The possible ends of a clue before tokens that may be no clues, likeliest first."""
        outwards = line if self._is_forward else line[::-1]
        ends = []
        remaining = 1.0
        for index, token in enumerate(outwards):
            probability = self.non_clue_probabilities.get(token, 0.0)
            if probability > MIN_NON_CLUE_PROBABILITY:
                kept = outwards[:index]
                ends.append((kept if self._is_forward else kept[::-1], remaining * probability))
                remaining *= 1 - probability
        ends.append((line, remaining))
        return sorted(ends, key=lambda item: -item[1])

    # Numbers

    def line(self, index: int) -> ReadLine:
        """The clue of a line."""
        read = []
        for tokens, probability in self.segmentations[index]:
            numbers, certainty = self._numbers(tokens)
            # A segmentation is unlikely if its tokens are no numbers.
            weight = log(max(probability, 1e-9)) + sum(
                max(log(max(n.confidence, 1e-3)), -3) for n in numbers
            )
            has_zero = not numbers and any(self.read_numbers[t][0] <= 0.5 for t in tokens)
            read.append((weight + log(max(certainty, 1e-3)), numbers, certainty, has_zero))
        read.sort(key=lambda item: -item[0])
        top = read[0][0]
        weights = [exp(weight - top) for weight, *_ in read]
        total = sum(weights)
        others = tuple(
            Segmentation(numbers, weight / total)
            for weight, (_, numbers, *_rest) in zip(weights[1:], read[1:], strict=True)
            if weight / total > MIN_PROBABILITY
        )
        _, numbers, certainty, has_zero = read[0]
        return ReadLine(numbers, others, weights[0] / total * certainty, has_zero=has_zero)

    def _numbers(self, tokens: tuple[Token, ...]) -> tuple[tuple[ReadNumber, ...], float]:
        """The numbers of a line, and the probability that these are all."""
        numbers = []
        certainty = 1.0
        for token in tokens:
            no_number, number = self.read_numbers[token]
            if no_number > 0.5:
                certainty *= no_number
                continue
            certainty *= 1 - no_number
            if number is not None:
                numbers.append(number)
        if len(numbers) == 1 and numbers[0].number == 0:
            return (), certainty * numbers[0].confidence
        return tuple(self._without_zero(n) for n in numbers), certainty

    def _read_numbers(self) -> dict[Token, tuple[float, ReadNumber | None]]:
        """For each token the probability that it is no number, and otherwise the number."""
        tokens_to_read = list(
            dict.fromkeys(
                t for options in self.segmentations for tokens, _ in options for t in tokens
            )
        )
        if not tokens_to_read:
            return {}
        p = np.exp(np.array([self.logs[token] for token in tokens_to_read], np.float64))
        no_number = (p[:, EMPTY] + p[:, JUNK]).tolist()
        numbers = p[:, :100]
        numbers[:, self.line_length + 1 :] = 0
        totals = numbers.sum(axis=1)
        numbers /= np.maximum(totals, 1e-9)[:, None]
        orders = np.argsort(-numbers, axis=1)[:, :6].tolist()
        quads = self._quads([token.box for token in tokens_to_read])
        found: dict[Token, tuple[float, ReadNumber | None]] = {}
        for i, token in enumerate(tokens_to_read):
            number = None
            if no_number[i] <= 0.5 and totals[i] >= 1e-6:
                candidates = tuple(
                    Candidate(k, float(numbers[i, k]))
                    for k in orders[i]
                    if numbers[i, k] > MIN_PROBABILITY
                )
                first = candidates[0]
                number = ReadNumber(first.number, first.probability, candidates, quads[i])
            found[token] = no_number[i], number
        return found

    @staticmethod
    def _without_zero(number: ReadNumber) -> ReadNumber:
        """Drop the candidate 0, which is possible only as the single number of a line."""
        rest = tuple(c for c in number.candidates if c.number)
        if len(rest) == len(number.candidates) or not rest:
            return number
        total = sum(c.probability for c in rest)
        rest = tuple(Candidate(c.number, c.probability / total) for c in rest)
        return ReadNumber(rest[0].number, rest[0].probability, rest, number.quad)

    def _quads(self, boxes: list[TokenBox]) -> list[tuple[tuple[float, float], ...]]:
        """The corners of boxes in the picture, px."""
        corners = np.array([
            [(b.top, b.left), (b.top, b.right), (b.bottom, b.right), (b.bottom, b.left)]
            for b in boxes
        ])  # fmt: skip
        board = corners / CELL_PX + self.area.board(self.page, 0, 0)
        return [tuple((x, y) for x, y in quad) for quad in self.page.at(board).tolist()]
