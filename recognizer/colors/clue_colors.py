"""Give each number its colour, and make the palette.

The colour of a number is that of its tile, or of the purest pixels of its ink. Without tiles
numbers are compared by their hue as well, which thin strokes and JPEG leave as it is. How many
colours there are is open at first (:mod:`recognizer.colors.clusters`): of the possible palettes the
one is taken with which rows and columns have the most equal sums, colour by colour; of several such
ones the finest.

Example: a photo has numbers in red, in dark brown and in light brown, 12 apart in Lab. With two
colours the sums are equal, with three as well; with four, where a shadow parts the reds, they are
not. Three is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from math import log
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.color_values import common_name
from puzzles.colors import LIKE_DIGITS
from puzzles.model import BLACK, WHITE, Color
from recognizer.colors.clusters import MAX_MERGED_LAB, Labels, clusters_of, mixtures_of
from recognizer.colors.separation import (
    MIN_OF_COLOR,
    PURE_SHARE,
    SAME_TILE_LAB,
    Separation,
    differ_in_color,
)
from recognizer.making.colors import hex_of
from recognizer.values import (
    ColorCandidate,
    Numbers,
    Problem,
    Quad,
    Reading,
    ReadLine,
    ReadNumber,
    Segmentation,
)

MIN_SPREAD_LAB = 2.0
"""Minimum standard deviation of the numbers of one colour, in Lab: that of anti-aliased ink."""
HUE_LAB, INK_SHARE = 60.0, 0.25
"""Distance from the paper of the colours whose hues are compared, in Lab, and the share of a
number's greatest contrast from which a pixel is ink then."""
LAB_SHARE = 0.5
"""Weight of a colour beside its hue where both are compared."""
MAX_DEPTH_SPREAD = 0.25
"""Maximum standard deviation of the contrasts of one colour, as a share of their mean."""
MAX_TONE_IMBALANCE = 0.03
"""Maximum share of the cells in which the sums of tones differ: a few numbers are between two."""
TAIL = 3
"""Exponent of the distribution of a colour: numbers far from all colours are in doubt between
them."""
MIN_PROBABILITY = 1e-3
"""Colours with a smaller probability are no candidates."""
PURE_NUMBERS = 0.3
"""Share of the numbers of a colour, those with the strongest ink, whose mean is in the palette."""
RIM_CELLS = 0.12
"""Width around the digits of a number in which its tile is seen, cells."""
ALIKE_LAB, MAX_PIXELS = 4.0, 150
"""Tiles within this distance in Lab are compared once, and about so many pixels of each number."""
MIN_TILE_LAB = 20.0
"""Minimum distance of a tile from the paper, in Lab."""
BOX_CELLS, INSET_SHARE = 0.75, 0.16
"""Minimum side of a printed box, cells, and the share of it at each side where its lines are."""
BLACK_LAB = 30.0
"""Maximum distance of ink from black that is black, in Lab: print is never darker in a photo."""
BLACK_CHROMA_LAB = 10.0
"""Maximum chroma of such ink."""


@dataclass(frozen=True, eq=False)
class _Measured:
    """The colours of all numbers of a reading."""

    reading: Reading
    labs: NDArray[np.float64]
    """The colour of each number in Lab, all lines in order, shape (n, 3)."""
    strengths: NDArray[np.float64]
    """How far each is from the paper, shape (n,)."""
    points: NDArray[np.float64]
    """What is compared, shape (n, d): :attr:`labs`, the hues of :func:`_hue_of`, or both."""
    at_of: Callable[[Quad], NDArray[np.float64]]
    """The same of any number, shape (d,)."""

    def compared_by(
        self, at_of: Callable[[Quad], NDArray[np.float64]], quads: Sequence[Quad]
    ) -> _Measured:
        """The same numbers, which have these quads, compared in another way."""
        points = np.array([at_of(quad) for quad in quads])
        return replace(self, points=points, at_of=at_of)

    @cached_property
    def cells(self) -> NDArray[np.float64]:
        """Shape (n,): the length of each number, negative in a column."""
        return np.array([
            -n.number if name.is_column else n.number
            for name, line in self.reading.lines for n in line.numbers
        ], np.float64)  # fmt: skip

    @property
    def tolerated_for_tones(self) -> float:
        """The greatest imbalance of tones: none if some number was misread."""
        is_balanced = not self.cells.sum()
        return MAX_TONE_IMBALANCE * float(np.abs(self.cells).sum()) if is_balanced else 0.0

    def are_depths_mixed(self, labels: Labels) -> bool:
        """Whether colours of one hue may be merged, as a grey and black."""
        if self.points is self.labs:
            return False
        groups = (self.strengths[labels == k] for k in np.unique(labels))
        return any(group.std() > MAX_DEPTH_SPREAD * group.mean() for group in groups)

    def imbalance(self, labels: Labels) -> float:
        """The cells in which the sums of rows and columns differ, over all colours."""
        return float(np.abs(np.bincount(labels, self.cells)).sum())


def in_palettes(
    reading: Reading, separation: Separation, *, with_tones: bool = False
) -> Iterator[Reading]:
    """Yield a reading with the colours of its numbers, in the likeliest palettes first.

    None is yielded if there is one colour only.

    Args:
        reading: The numbers that were read in the picture.
        separation: The colours of the picture.
        with_tones: Whether colours that differ in nothing but their lightness count, if rows and
            columns shade equally many cells in each of them, or nearly so where all numbers
            together are balanced. Those of the finished clues of a whole figure in a black and
            white puzzle do so, too.

    If a person has said how many colours there are, only palettes with the possible number are
    yielded that is nearest to this one.
    """
    numbers = [n for _, line in reading.lines for n in line.numbers]
    if not numbers:
        return
    quads = [n.quad for n in numbers]
    # The same numbers are measured for each palette.
    color_of = cache(lambda quad: _color_of(quad, separation))
    hue_of = cache(lambda quad: _hue_of(quad, separation))
    strengths = np.array([color_of(quad)[1] for quad in quads])
    labs = np.array([color_of(quad)[0] for quad in quads])
    in_lab = _Measured(reading, labs, strengths, labs, lambda quad: color_of(quad)[0])
    wanted = separation.flat.colors
    likely = [(in_lab, each) for each in _likely_labels(in_lab, wanted)]
    if not separation.is_tiled:
        by_hue = in_lab.compared_by(hue_of, quads)
        likely += [(by_hue, each) for each in _likely_labels(by_hue, wanted)]
        both = in_lab.compared_by(
            lambda quad: np.append(LAB_SHARE * color_of(quad)[0], hue_of(quad)), quads
        )
        for mixture in mixtures_of(both.points):
            white = both.compared_by(partial(_whitened, mixture.whitening, both.at_of), quads)
            likely.append((white, _Likely(mixture.labels, is_merged=True)))
    if wanted is not None:
        surplus = [abs(_count(labels) - wanted) for _, (labels, _) in likely]
        likely = [pair for pair, more in zip(likely, surplus, strict=True) if more == min(surplus)]
    # Equal sums are no chance.
    likely.sort(key=lambda pair: in_lab.imbalance(pair[1].labels) > 0)
    for measured, (labels, is_merged) in likely:
        is_sure = separation.is_tiled or differ_in_color(measured.labs, labels)
        are_tones = with_tones and measured.imbalance(labels) <= measured.tolerated_for_tones
        if labels.any() and (is_sure or are_tones or wanted is not None):
            palette = _Palette.of(measured, labels, separation)
            colored = _colored(reading, palette, measured.at_of)
            near = (Problem.NEAR_COLORS,) if is_merged and wanted is None else ()
            yield replace(colored, problems=(*colored.problems, *near))


def _colored(
    reading: Reading, palette: _Palette, at_of: Callable[[Quad], NDArray[np.float64]]
) -> Reading:
    """A reading in the colours of a palette; the function tells where that of a number is."""

    def colored(of: Numbers) -> Numbers:
        return tuple(palette.colored(n, at_of(n.quad)) for n in of)

    def colored_line(line: ReadLine) -> ReadLine:
        others = tuple(Segmentation(colored(s.numbers), s.probability) for s in line.others)
        return replace(line, numbers=colored(line.numbers), others=others)

    return replace(
        reading,
        rows=tuple(map(colored_line, reading.rows)),
        columns=tuple(map(colored_line, reading.columns)),
        palette=palette.colors,
    )


def _color_of(quad: Quad, separation: Separation) -> tuple[NDArray[np.float64], float]:
    """The colour of a number in Lab, shape (3,), and its distance from the paper."""
    corners = (np.array(quad, np.float32) + 0.5) * separation.flat.scale
    x, y, wide, high = cv2.boundingRect(corners)
    x, y = max(x, 0), max(y, 0)
    part = np.s_[y : y + high, x : x + wide]
    groups = separation.small_groups[part]
    tiles, counts = np.unique(groups[groups < 0], return_counts=True)
    if len(tiles) and 2 * counts.max() > groups.size:
        lab = separation.tile_labs[-int(tiles[counts.argmax()])]
        return lab, float(np.linalg.norm(lab - separation.flat.paper))
    if separation.is_tiled:
        # A tile that was not recognized is around its digits.
        rim = max(2, round(RIM_CELLS * separation.pitch))
        around = separation.flat.lab[
            max(y - rim, 0) : y + high + rim, max(x - rim, 0) : x + wide + rim
        ]
        if around.size:
            lab = _color_around(around.reshape(-1, 3), separation)
            return lab, float(np.linalg.norm(lab - separation.flat.paper))
    if min(wide, high) > BOX_CELLS * separation.pitch:
        # The quad is a printed box with its lines.
        inset = round(INSET_SHARE * min(wide, high))
        part = np.s_[y + inset : y + high - inset, x + inset : x + wide - inset]
        groups = separation.small_groups[part]
    contrast = separation.contrast[part]
    if not contrast.size:
        return np.zeros(3), 0.0
    if (is_digit := groups > 0).any():
        contrast = np.where(is_digit, contrast, 0)
    pure = contrast >= PURE_SHARE * contrast.max()
    lab = separation.flat.lab[part][pure].mean(axis=0).astype(np.float64)
    return lab, float(contrast.max())


def _color_around(pixels: NDArray[np.float32], separation: Separation) -> NDArray[np.float64]:
    """The colour of a tile that was not recognized: that of another tile which most pixels have.

    Args:
        pixels: Those of a number and around it, in Lab, shape (n, 3).
        separation: The colours of the picture.
    """
    tiles = separation.tile_labs[1:]
    tiles = tiles[np.linalg.norm(tiles - separation.flat.paper, axis=1) > MIN_TILE_LAB]
    if not len(tiles):
        return np.asarray(np.median(pixels, axis=0), np.float64)
    # Tiles of one colour are alike, and so are pixels.
    tiles = tiles[np.unique(np.rint(tiles / ALIKE_LAB), axis=0, return_index=True)[1]]
    some = pixels[:: 1 + len(pixels) // MAX_PIXELS]
    away = np.linalg.norm(some[:, None] - tiles[None], axis=2)
    return np.asarray(tiles[(away < SAME_TILE_LAB).sum(axis=0).argmax()], np.float64)


def _hue_of(quad: Quad, separation: Separation) -> NDArray[np.float64]:
    """The direction of a number's colour from the paper around it in Lab, shape (3,).

    In a photo thin strokes are mixed with the paper, and JPEG smears their colours over it. So the
    colours of one ink lie on a line that begins at the paper, and the sum over all pixels of a
    number and their surroundings keeps its direction.
    """
    corners = (np.array(quad, np.float32) + 0.5) * separation.flat.scale
    x, y, wide, high = cv2.boundingRect(corners)
    margin = max(1, round(RIM_CELLS * separation.pitch))
    part = np.s_[max(y - margin, 0) : y + high + margin, max(x - margin, 0) : x + wide + margin]
    lab, contrast = separation.flat.lab[part].astype(np.float64), separation.contrast[part]
    if not contrast.size:
        return np.zeros(3)
    edges = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]])
    is_ink = (contrast > INK_SHARE * contrast.max()).astype(np.uint8)
    near = np.asarray(cv2.dilate(is_ink, np.ones((3, 3), np.uint8)), bool)
    away = (lab[near] - np.median(edges, axis=0)).sum(axis=0)
    return np.asarray(HUE_LAB * away / max(1.0, float(np.linalg.norm(away))), np.float64)


def _whitened(
    whitening: NDArray[np.float64], at_of: Callable[[Quad], NDArray[np.float64]], quad: Quad
) -> NDArray[np.float64]:
    return np.asarray(whitening @ at_of(quad), np.float64)


class _Likely(NamedTuple):
    """A clustering of the numbers' colours."""

    labels: Labels
    is_merged: bool
    """Whether it merges colours that are better separated than those it keeps apart, or whose sums
    are equal."""


def _count(labels: Labels) -> int:
    return int(labels.max()) + 1


def _likely_labels(measured: _Measured, wanted: int | None) -> list[_Likely]:
    """The likeliest clusterings: the finest one with equal sums, then those with nearly equal sums.

    Where distant colours were merged to make the sums equal, a number may have been taken for one
    of another colour instead.
    """
    clusters = clusters_of(measured.points)
    cells = float(np.abs(measured.cells).sum())
    raw = [_without_single(measured.points, one) for one in clusters.labels]
    labels = [_without_strays(measured, one) for one in raw]
    several = [k for k, one in enumerate(labels) if one.any()]
    if several and wanted is not None:
        nearest = min(abs(_count(labels[k]) - wanted) for k in several)
        several = [k for k in several if abs(_count(labels[k]) - wanted) == nearest]
    if not several:
        return [_Likely(clusters.labels[-1], False)]
    counts = [np.bincount(one).min() for one in clusters.labels]
    balanced = [
        k
        for k in several
        if not measured.imbalance(raw[k]) and clusters.last_merges[k] <= MAX_SAME_COLOR_LAB
    ]
    # A stray number of a row and one of a column may have equal sums by chance.
    apart = [
        k
        for k in balanced
        if clusters.next_merges[k] >= MIN_APART_LAB or counts[k] >= MIN_OF_NEAR_COLOR
    ]
    tolerated = MIN_TOLERATED + TOLERATED_SHARE * cells
    costs = {k: measured.imbalance(labels[k]) / tolerated for k in several}
    order = sorted(several, key=lambda k: costs[k] - log(clusters.separation(k)))
    # A single number is no colour, so a clustering with one is no better separation.
    separations = [
        clusters.separation(k) * (count >= MIN_OF_COLOR) for k, count in enumerate(counts)
    ]
    chosen: list[_Likely] = []
    for k in [*(apart or balanced)[:1], *order]:
        if not any(np.array_equal(labels[k], one.labels) for one in chosen):
            is_worse = max(separations[:k], default=0.0) > clusters.separation(k)
            is_worse |= measured.are_depths_mixed(labels[k])
            chosen.append(_Likely(labels[k], is_worse or any(j < k for j in apart)))
    return chosen[:MAX_PALETTES]


def _without_single(labs: NDArray[np.float64], labels: Labels) -> Labels:
    """A clustering in which the only number of a colour gets the nearest other colour."""
    counts = np.bincount(labels)
    if counts.min() >= MIN_OF_COLOR or (counts >= MIN_OF_COLOR).sum() < 2:
        return labels
    used = np.flatnonzero(counts >= MIN_OF_COLOR)
    centers = np.array([labs[labels == k].mean(axis=0) for k in used])
    nearest = np.linalg.norm(labs[:, None] - centers[None], axis=2).argmin(axis=1)
    kept = np.searchsorted(used, labels).clip(0, len(used) - 1)
    return np.where(counts[labels] >= MIN_OF_COLOR, kept, nearest)


def _without_strays(measured: _Measured, labels: Labels) -> Labels:
    """A clustering in which a few numbers join the colour whose sums lack them.

    Thin digits in a shadow are far from their colour, and may be nearer to another one.
    """
    counts, sums = np.bincount(labels), np.bincount(labels, measured.cells)
    centers = np.array([measured.points[labels == k].mean(axis=0) for k in range(len(counts))])
    most = min(MAX_STRAYS, MAX_STRAY_SHARE * len(labels))
    into = np.arange(len(counts))
    for k in np.argsort(counts, kind="stable").tolist():
        if counts[k] > most or not sums[k]:
            continue
        away = np.linalg.norm(centers - centers[k], axis=1)
        is_lacking = (np.sign(sums) == -np.sign(sums[k])) & (np.abs(sums) >= abs(sums[k]))
        away[~is_lacking | (into != np.arange(len(into)))] = np.inf
        nearest = int(away.argmin())
        if away[nearest] <= MAX_MERGED_LAB:
            into[into == k] = nearest
            sums[nearest] += sums[k]
    return np.unique(into[labels], return_inverse=True)[1]


MAX_STRAYS, MAX_STRAY_SHARE = 6, 0.1
"""Maximum number of such numbers of one clustering's colour, and their share of all numbers."""
MAX_SAME_COLOR_LAB = 20.0
"""Maximum distance of colours in Lab that are merged because the sums are equal then."""
MAX_PALETTES = 6
"""Maximum number of palettes that are tried."""
MIN_APART_LAB, MIN_OF_NEAR_COLOR = 10.0, 4
"""Distance of two colours in Lab below which the finest palette is preferred only if each of its
colours has so many numbers."""
TOLERATED_SHARE, MIN_TOLERATED = 0.02, 2.0
"""Cells in which the sums differ that weigh as much as a separation worse by a factor of e: a share
of all cells, and a number."""


@dataclass(frozen=True, eq=False)
class _Palette:
    """The colours of a reading and where they are in Lab."""

    colors: tuple[Color, ...]
    """Background first."""
    centers: NDArray[np.float64]
    """Of what is compared, shape (colours without the background, d)."""
    spreads: NDArray[np.float64]
    """Standard deviations, shape (colours without the background,)."""

    @classmethod
    def of(cls, measured: _Measured, labels: Labels, separation: Separation) -> _Palette:
        counts = np.bincount(labels)
        order = np.argsort(-counts, kind="stable")
        centers, spreads, inks = [], [], []
        for cluster in order.tolist():
            labs = measured.labs[labels == cluster]
            points = measured.points[labels == cluster]
            center = points.mean(axis=0)
            centers.append(center)
            deviation = points - center
            spread = float(np.sqrt((deviation**2).sum(axis=1).mean()))
            spreads.append(max(MIN_SPREAD_LAB, spread))
            strengths = measured.strengths[labels == cluster]
            pure = labs[strengths >= np.quantile(strengths, 1 - PURE_NUMBERS)].mean(axis=0)
            inks.append(_hex_of(labs.mean(axis=0) if separation.is_tiled else pure))
        colors = _named([_hex_of(separation.flat.paper, BLACK_LAB / 4), *inks])
        return cls(colors, np.array(centers), np.array(spreads))

    def colored(self, number: ReadNumber, at: NDArray[np.float64]) -> ReadNumber:
        """A number with its colour, which is there among the centres."""
        away = np.linalg.norm(self.centers - at, axis=1) / self.spreads
        weights = (1 + away**2) ** -float(TAIL)
        weights /= weights.sum()
        candidates = tuple(
            ColorCandidate(k + 1, float(weights[k]))
            for k in np.argsort(-weights, kind="stable").tolist()
            if weights[k] >= MIN_PROBABILITY
        )
        first = candidates[0]
        return replace(
            number,
            color=first.color,
            color_confidence=first.probability,
            color_candidates=candidates,
        )


def _hex_of(lab: NDArray[np.float64], black: float = BLACK_LAB) -> str:
    if lab[0] <= black and float(np.linalg.norm(lab[1:])) <= BLACK_CHROMA_LAB / 2:
        return BLACK.rgb
    rgb = cv2.cvtColor(lab[None, None].astype(np.float32), cv2.COLOR_Lab2RGB)[0, 0]
    return hex_of(np.rint(np.clip(rgb, 0, 1) * 255).astype(int))


def _named(rgbs: Sequence[str]) -> tuple[Color, ...]:
    """A palette whose symbols are initials of the colours' names; black is 1."""
    used = {WHITE.symbol}

    def free(rgb: str) -> Iterator[str]:
        if rgb == BLACK.rgb:
            yield BLACK.symbol
        name = common_name(rgb).split()[-1]
        yield from (letter for letter in name if letter.isalpha() and letter not in LIKE_DIGITS)
        yield from ascii_lowercase + ascii_uppercase

    colors = [Color(WHITE.symbol, rgbs[0])]
    for rgb in rgbs[1:]:
        symbol = next(symbol for symbol in free(rgb) if symbol not in used)
        used.add(symbol)
        colors.append(Color(symbol, rgb))
    return tuple(colors)
