"""What is drawn into the cells of a board: shaded cells, and crosses or dots in blank ones.

Every cell is looked at in a few places. A cross leaves those in the middle of its four sides alone,
and so does a dot; whatever shades a cell covers them. So their brightness tells shaded cells from
others, and the middle of the cell tells crossed cells from clear ones.

Brightness is a logarithm: light then adds the same to paper and to ink. The light, two classes of
cells and how far apart these are get fitted together, since a board that is mostly filled in has
not enough paper anywhere to start from. Which of the classes is shaded is put to a vote.

A mark that is wrong does more harm than one that is missing: in doubt a cell is clear, and a board
has no marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED, Grid
from recognizer.clues.rectification import CELL_PX, RectifiedPage

Plane = NDArray[np.float32]
"""Brightness in natural logarithms, or differences of it."""
Labels = NDArray[np.bool_]
"""Which cells, shape (rows, columns)."""
Sums = tuple[Sequence[int | None], Sequence[int | None]]
"""How many cells the clues of each row and column shade; ``None`` where that is not known."""

FEWEST = 9
"""Cells: fewer than that cannot be compared with each other."""
AROUND = 2
"""Cells of the page around the board that are looked at."""
BLACK = 24.0
"""Gray levels added before the logarithm, or the noise in dark places would count for contrast."""
SIDE = 0.16, 0.31
"""From where to where the places at the sides of a cell go, inwards: they begin beyond thick lines
and the faults of a lattice, and end before the arms of a cross come near ..."""
NARROW = 0.42, 0.58
"""... which is why they are narrow along the side."""
CENTER = 0.35, 0.65
"""The middle of a cell, across and down, that crosses, dots and dashes go through."""
STROKE = 7
"""px: how wide the spots are among which the darkest and the brightest one of a middle is chosen;
thin strokes, drawn by hand, may miss most of it."""

TINT = 0.25
"""Shaded cells differ more from others than printed tints, a quarter darker at most, from paper."""
FAINT = 0.1
"""Nothing that differs less is called a mark: paper has spots and print shines through."""
LOUD = 3.0
"""Strokes are so many times above 19 in 20 values of noise: beyond five standard deviations, since
a board has thousands of cells."""


class CellFeatures(NamedTuple):
    """What the cells look like; shapes are (rows, columns) and more."""

    plane: Plane
    """The board with AROUND cells on each side, CELL_PX for each cell."""
    around: Plane
    """How bright the left, right, upper and lower side of each cell are, shape (..., 4)."""
    sides: Plane
    """The median of the four."""
    rough: Plane
    """How much the pixels within a side differ, in the median of the four."""
    center: Plane
    """How much brighter than the sides the middle is."""
    darker: Plane
    """How much darker than every side the darkest spot in the middle is; no shadow's edge is."""
    brighter: Plane
    """How much brighter the brightest one is."""
    contrast: float
    """Between the numbers of the page, or its lines, and what they stand on."""


class CellClasses(NamedTuple):
    """Two classes of cells under one light."""

    second: Labels
    """The cells of the second class."""
    first_at: Plane
    """How bright the first class is, or would be, at each cell; shape (rows, columns)."""
    apart: float
    """How much brighter the second class is."""
    spread: float
    """Nine in ten cells are nearer to their class."""


def read_marks(sheet: RectifiedPage, sums: Sums | None = None) -> Grid | None:
    """The marks; ``None`` if the board is empty, or if it cannot be told.

    Args:
        sheet: The board and the picture it is in.
        sums: What the clues say, if they were read: no line has more shaded cells.
    """
    if sheet.rows * sheet.columns < FEWEST:
        return None
    look = _look(sheet)
    classes = _classes(look)
    shaded = doubtful = np.zeros(look.sides.shape, np.bool_)
    if classes is not None:
        is_second = _is_second_shaded(look, classes, sums)
        if is_second is None:
            return None
        shaded, doubtful = _shaded(look, classes, is_second)
    crossed = _crossed(look, shaded) & ~doubtful
    if not (shaded.any() or crossed.any()):
        return None
    states = np.where(shaded, SHADED, np.where(crossed, BLANK, SHADED | BLANK))
    return Grid(sheet.rows, sheet.columns, cells=states.ravel().tolist())


# ---- what cells look like


def _look(sheet: RectifiedPage) -> CellFeatures:
    gray = sheet.cut_gray(-AROUND, -AROUND, sheet.rows + AROUND, sheet.columns + AROUND)
    plane = np.asarray(cv2.LUT(gray, np.log(np.arange(256) + BLACK).astype(np.float32)), np.float32)
    cells = _board_of(plane)
    near, far, narrow = _span(*SIDE), _span(1 - SIDE[1], 1 - SIDE[0]), _span(*NARROW)
    places = ((narrow, near), (narrow, far), (near, narrow), (far, narrow))
    parts = [cells[:, :, y, x] for y, x in places]
    around = np.stack([part.mean(axis=(2, 3)) for part in parts], axis=-1)
    sides = np.median(around, axis=-1)
    spots = _board_of(np.asarray(cv2.blur(plane, (STROKE, STROKE)), np.float32))
    middle = _span(*CENTER)
    spots = spots[:, :, middle, middle]
    return CellFeatures(
        plane,
        around,
        sides,
        np.median([part.std(axis=(2, 3)) for part in parts], axis=0),
        cells[:, :, middle, middle].mean(axis=(2, 3)) - sides,
        around.min(axis=-1) - spots.min(axis=(2, 3)),
        spots.max(axis=(2, 3)) - around.max(axis=-1),
        _contrast(_cells_of(plane)),
    )


def _span(low: float, high: float) -> slice:
    return slice(round(low * CELL_PX), round(high * CELL_PX))


def _cells_of(plane: Plane) -> Plane:
    rows, columns = plane.shape[0] // CELL_PX, plane.shape[1] // CELL_PX
    return plane.reshape(rows, CELL_PX, columns, CELL_PX).swapaxes(1, 2)


def _board_of(plane: Plane) -> Plane:
    """The cells of the board, shape (rows, columns, CELL_PX, CELL_PX)."""
    return _cells_of(plane)[AROUND:-AROUND, AROUND:-AROUND]


def _contrast(cells: Plane) -> float:
    """Between ink and paper around the board: there are numbers on two of its sides at least."""
    outside = np.ones(cells.shape[:2], np.bool_)
    outside[AROUND:-AROUND, AROUND:-AROUND] = False
    pixels = cells[outside].reshape(int(outside.sum()), -1)
    low, middle, high = np.percentile(pixels, (2, 50, 98), axis=1)
    return float(np.quantile(np.maximum(high - middle, middle - low), 0.8))


# ---- two classes under one light


def _classes(look: CellFeatures) -> CellClasses | None:
    """The two classes of cells that are clearest apart; ``None`` if the cells are all alike."""
    settled = (_settled(look.sides, guess) for guess in _guesses(look.sides))
    real = [c for c in settled if c is not None and _is_real(look, c)]
    return max(real, key=lambda c: abs(c.apart) - 2 * c.spread, default=None)


def _guesses(sides: Plane) -> Iterator[Labels]:
    """Cells parted at a gap in brightness, with and without a slope in the light."""
    light = _light(sides.shape, 1)
    slope = light @ np.linalg.lstsq(light.T @ light, light.T @ sides.ravel(), rcond=None)[0]
    for values in (sides.ravel(), sides.ravel() - slope):
        order = np.sort(values)
        places = set(np.argsort(np.diff(order))[-4:].tolist())
        # Otsu's threshold: the least spread within both parts. It needs no gap.
        count, total = np.arange(1, order.size), np.cumsum(order)
        between = (total[-1] * count / order.size - total[:-1]) ** 2 / (count * count[::-1])
        places.add(int(np.argmax(between)))
        for place in sorted(places):
            yield (values > (order[place] + order[place + 1]) / 2).reshape(sides.shape)


def _light(shape: tuple[int, ...], degree: int) -> NDArray[np.float64]:
    """The terms of a polynomial over the board, shape (cells, terms)."""
    y, x = (k.ravel() for k in np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j])
    terms = [np.ones_like(x), x, y]
    if degree == 2:
        terms += [x * x, x * y, y * y]
    return np.stack(terms, axis=-1)


def _settled(sides: Plane, guess: Labels) -> CellClasses | None:
    """Light and classes fitted in turn; ``None`` if one class gets all cells."""
    values, second = sides.ravel().astype(np.float64), guess.ravel()
    # On a small board a curve could take a figure for a shadow.
    light = _light(sides.shape, 2 if min(sides.shape) >= 8 else 1)
    first_at, apart = values, 0.0
    for turn in range(10):
        if not 0 < second.sum() < second.size:
            return None
        if turn < 6:
            terms = np.column_stack([light, second])
            weights = np.linalg.lstsq(terms.T @ terms, terms.T @ values, rcond=None)[0]
            first_at, apart = light @ weights[:-1], float(weights[-1])
        else:
            # What is left is light that no polynomial follows, such as the edge of a shadow.
            left = (values - first_at - apart * second).reshape(sides.shape)
            smooth = cv2.GaussianBlur(left, (0, 0), 1.5, borderType=cv2.BORDER_REPLICATE)
            first_at = first_at + smooth.ravel()
            left = values - first_at
            apart = float(np.median(left[second]) - np.median(left[~second]))
        second = np.abs(values - first_at - apart) < np.abs(values - first_at)
    if not 0 < second.sum() < second.size:
        return None
    return CellClasses(
        second.reshape(sides.shape),
        first_at.reshape(sides.shape).astype(np.float32),
        apart,
        float(np.quantile(np.abs(values - first_at - apart * second), 0.9)),
    )


def _is_real(look: CellFeatures, classes: CellClasses) -> bool:
    """Whether two classes are shaded cells and others, not light, printed tints or fat crosses."""
    second, step = classes.second, abs(classes.apart)
    if classes.spread > 0.4 * step:
        return False
    # Crosses so fat that they reach the sides: their middle is farther still from the paper.
    strokes = look.center * np.sign(classes.apart)
    if max(np.median(strokes[second]), -np.median(strokes[~second])) > step:
        return False
    if step < max(TINT, 0.15 * look.contrast):
        # Hatching may leave most of the paper bare, but then it is anything but even.
        rough = [float(np.median(look.rough[second == k])) for k in (0, 1)]
        return step > FAINT and max(rough) > max(FAINT / 2, 3 * min(rough))
    if _is_regular(second) and step < 0.7 * look.contrast:
        return False
    return _share_inside(look.around, second) < 0.4


def _is_regular(second: Labels) -> bool:
    """Whether each row is like the first one, or its opposite: stripes, or a chessboard."""
    unlike = second ^ second[:1]
    return bool((unlike == unlike[:, :1]).all())


def _share_inside(around: Plane, second: Labels) -> float:
    """How much of the steps between the classes lies inside the cells.

    Nearly all of it, at the edge of a shadow; shaded cells begin and end at lines.
    """
    shares = []
    for ends, labels in (
        (around[..., :2], second),
        (around[..., 2:].swapaxes(0, 1), second.T),
    ):
        inside = ends[..., 1] - ends[..., 0]
        at = labels[:, :-1] != labels[:, 1:]
        step = np.diff(ends.mean(axis=-1), axis=1)[at]
        shares.append((inside[:, :-1] + inside[:, 1:])[at] / np.where(step == 0, 1e-6, step))
    return float(np.median(np.concatenate(shares)))


# ---- which of the classes is shaded


def _is_second_shaded(look: CellFeatures, classes: CellClasses, sums: Sums | None) -> bool | None:
    """Whether the second class is the shaded one; ``None`` if that cannot be told.

    Each witness says more than 0 if it is, less if it is the first. How much is what it is worth:
    strokes, lines and clues hardly err, and outvote the ground of the page.
    """
    fits = [_fitting(classes.second == k, sums) for k in (0, 1)]
    votes = (
        8 * (fits[1] - fits[0])
        + _strokes_vote(look, classes)
        + _lines_vote(look, classes)
        + 2 * _ground_vote(look, classes)
        # Players begin with an empty board, and pictures are seldom nearly black.
        + float(np.clip(4 * (0.5 - classes.second.mean()), -2, 2))
    )
    # The ground alone has to be quite like one of the classes.
    if abs(votes) < 0.9 or fits[votes > 0] < 0.5:
        return None
    return votes > 0


def _fitting(shaded: Labels, sums: Sums | None) -> float:
    """In how many of the lines whose clues are known there are not too many shaded cells."""
    if sums is None:
        return 1.0
    counts = [*shaded.sum(axis=1).tolist(), *shaded.sum(axis=0).tolist()]
    pairs = zip(counts, [*sums[0], *sums[1]], strict=True)
    fits = [count <= most for count, most in pairs if most is not None]
    return float(np.mean(fits)) if fits else 1.0


def _strokes_vote(look: CellFeatures, classes: CellClasses) -> float:
    """Crosses stand on paper, and go toward the colour of shaded cells; hatching goes both ways."""
    shares, rough = [], []
    for k in (0, 1):
        cells = classes.second == k
        toward = look.center[cells] * (
            np.sign(classes.apart) if k == 0 else -np.sign(classes.apart)
        )
        noise = LOUD * max(0.0, float(np.quantile(-toward, 0.95)))
        count = int((toward > max(FAINT, noise)).sum())
        shares.append(max(0, count - 1) / (cells.sum() + 20))  # a few cells do not say much
        rough.append(float(np.median(look.rough[cells])))
    vote = 3 * (shares[0] - shares[1]) / (sum(shares) + 0.1)
    if max(shares) < 0.2 and max(rough) > max(0.25 * abs(classes.apart), 3 * min(rough)):
        vote += 3 if rough[1] > rough[0] else -3
    return float(vote)


def _lines_vote(look: CellFeatures, classes: CellClasses) -> float:
    """Lines are always to be seen on paper; shaded cells hide them, or leave a gap beside them."""
    seen, wide = [], []
    for k in (0, 1):
        across = _over_lines(look, classes.second == k)
        if not across.size:
            return 0.0
        seen.append(float(np.median(np.abs(across).max(axis=1))))
        toward = across / (classes.apart if k == 0 else -classes.apart)
        wide.append(float(np.median((toward > 0.5).sum(axis=1))))
    if min(seen) < 0.05 and max(seen) > 4 * min(seen):
        return 2.5 if seen[1] < seen[0] else -2.5
    # A line is of one colour: it cannot look like paper from here and like ink from there.
    if max(wide) < max(0.15 * CELL_PX, 1.6 * min(wide)):
        return 0.0
    vote = 2.0 if min(wide) >= 1 else 1.5  # the other one is of lines, or they are too thin
    return vote if wide[1] > wide[0] else -vote


def _over_lines(look: CellFeatures, cells: Labels) -> Plane:
    """From cell to cell across the line between, for neighbours that are both among ``cells``.

    Shape (pairs, px); what is brighter than the two cells is more than 0.
    """
    pixels, along, reach = _board_of(look.plane), _span(*CENTER), round(0.2 * CELL_PX)
    found = []
    for part, labels, sides in (
        (pixels[:, :, along].mean(axis=2), cells, look.sides),
        (pixels[:, :, :, along].mean(axis=3).swapaxes(0, 1), cells.T, look.sides.T),
    ):
        at = labels[:, :-1] & labels[:, 1:]
        profile = np.concatenate([part[:, :-1, -reach:], part[:, 1:, :reach]], axis=-1)
        usual = (sides[:, :-1] + sides[:, 1:]) / 2
        found.append((profile - usual[..., None])[at])
    return np.concatenate(found)


def _ground_vote(look: CellFeatures, classes: CellClasses) -> float:
    """The page around a board is more like its paper than like its ink: from -1 to 1."""
    middle = np.median(_cells_of(look.plane), axis=(2, 3))
    inside, ring = slice(AROUND, -AROUND), (AROUND - 1, -AROUND)
    grounds = [middle[ring[0], inside], middle[ring[1], inside]]
    grounds += [middle[inside, ring[0]], middle[inside, ring[1]]]
    first = classes.first_at
    edges = np.concatenate([first[0], first[-1], first[:, 0], first[:, -1]])
    ground = np.concatenate(grounds)
    near = np.abs(ground - edges - classes.apart) - np.abs(ground - edges)
    return float(np.clip(near / abs(classes.apart), -1, 1).mean())


# ---- cells


def _shaded(look: CellFeatures, classes: CellClasses, is_second: bool) -> tuple[Labels, Labels]:
    """Which cells are shaded, and of which others it cannot be said what they are."""
    paper = classes.first_at if is_second else classes.first_at + classes.apart
    apart = classes.apart if is_second else -classes.apart
    share = (look.sides - paper) / apart
    # Paper is more even than what is drawn on it, so the border is nearer to paper.
    between = share[(share > 0.25) & (share < 0.55)]
    order = np.sort(np.concatenate([[0.25, 0.55], between]))
    widest = int(np.argmax(np.diff(order)))
    shaded = share > (order[widest] + order[widest + 1]) / 2
    fat = shaded & (share < 0.6) & (look.center / apart > share)
    shaded = shaded & ~fat
    doubtful = fat
    if shaded.any() and np.median(look.rough[shaded]) > 0.25 * abs(apart):
        # Wide hatching may look like a cross; but a cross has its strokes in the middle.
        most = ((look.around - paper[..., None]) / apart).max(axis=-1)
        core = np.maximum(look.darker, look.brighter) / abs(apart)
        doubtful = fat | (~shaded & ((share > 0.2) | (most > 0.6)) & (most > 0.5 * core))
    return np.asarray(shaded, np.bool_), np.asarray(doubtful, np.bool_)


def _crossed(look: CellFeatures, shaded: Labels) -> Labels:
    """Which cells that are not shaded have strokes in their middle."""
    crossed = np.zeros(shaded.shape, np.bool_)
    if shaded.all():
        return crossed
    least = max(FAINT, 0.05 * look.contrast)
    middle = look.center + look.sides
    brighter = middle - look.around.max(axis=-1)
    darker = look.around.min(axis=-1) - middle
    for fat, opposite, peak, other in (
        (brighter, darker, look.brighter, look.darker),
        (darker, brighter, look.darker, look.brighter),
    ):
        thin = _strong(peak, other, least, ~shaded)
        # Specks of dirt are small as well, but there are only a few of them.
        if thin.sum() <= max(1, 0.002 * thin.size):
            thin[:] = False
        found = _strong(fat, opposite, least, ~shaded) | thin
        if found.sum() > crossed.sum():
            crossed = found
    return crossed


def _strong(strokes: Plane, others: Plane, least: float, among: Labels) -> Labels:
    """Where strokes stand out from noise, which is darker as often as it is brighter."""
    noise = LOUD * max(0.0, float(np.quantile(others[among], 0.95)))
    strong = strokes[among & (strokes > max(least, noise))]
    if not strong.size:
        return np.zeros(among.shape, np.bool_)
    # Once there are strokes, weaker ones are likely too.
    weakest = max(0.3 * float(np.median(strong)), noise)
    return np.asarray(among & (strokes > weakest), np.bool_)
