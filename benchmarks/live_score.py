"""Scores how well a live view tracks, reads and solves the puzzles of a video; makes the table.

A puzzle is *well visible* in a frame if nearly all of its board and clues is in the picture, hardly
any of it hidden, its cells are large enough to read the numbers, and motion blurs it by less than a
quarter of a cell. In its *first sight* it is calm, too. If two pages overlap, the puzzle with the
larger visible part counts. A show is *false* if another puzzle is painted, or if any point is
painted more than a cell off.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from benchmarks.harness import Row, Times, percentile, plain, share
from recognizer.lattice import Lattice
from tools.photographs.camera import Array
from tools.videos.values import PARTS, FrameTruth

MIN_INSIDE, MAX_HIDDEN = 0.98, 0.02
"""Shares of a well visible board and its clues in the picture, at least, and hidden, at most."""
MAX_BLUR = 0.25
"""Motion blur of a well visible puzzle, in cells."""
MIN_CELL_PX = 8.0
"""Side of a cell of a well visible puzzle."""
MAX_OFF = 1.0
"""Distance of a painted point from its true place, in cells; farther ones are wrong."""
ALL = "altogether"

Size = tuple[int, int]
"""(rows, columns)."""


class Show(NamedTuple):
    """The board painted on a frame."""

    lattice: Lattice
    puzzle: int | None
    """Index of its puzzle in the video; ``None`` if it is none of them."""


@dataclass(frozen=True, eq=False)
class Shot:
    """A frame with its truth, and what was shown."""

    number: int
    truth: FrameTruth
    show: Show | None
    at: float
    """When it was on the screen, in seconds since the start of the video."""
    see_s: float = 0.0
    """Time for tracking."""


class Wait(NamedTuple):
    """The time until a puzzle was shown."""

    puzzle: int
    sight: float
    """Its first sight, in seconds of the video."""
    seconds: float | None
    """From then to its first right show, 0 if that came sooner; ``None`` if there was none."""


class FalseShow(NamedTuple):
    """A false show."""

    number: int
    """Number of the frame."""
    reason: str


@dataclass(frozen=True, eq=False)
class Score:
    """The score of a video, or of several together."""

    name: str
    scene: str
    videos: int = 1
    waits: tuple[Wait, ...] = ()
    visible: int = 0
    """Frames in which a puzzle is well visible."""
    shown: int = 0
    """Frames of ``visible`` with a right show."""
    later: int = 0
    """Frames of ``visible`` since the first right show."""
    shown_later: int = 0
    """Frames of ``later`` with a right show."""
    gap: int = 0
    """The longest run of frames of ``later`` without a right show."""
    off: tuple[float, ...] = ()
    """Distance of the worst of the board's 25 points, in cells, in each frame with its puzzle."""
    false: tuple[FalseShow, ...] = ()
    see_s: tuple[float, ...] = ()
    """Time for tracking in each frame while something was shown."""
    more: dict[str, float] = field(default_factory=dict)
    """Further figures, by the name of their column."""

    @property
    def share(self) -> float | None:
        """Share of ``later`` with a right show."""
        return self.shown_later / self.later if self.later else None

    @property
    def solved(self) -> list[float]:
        """The seconds to each puzzle that was shown."""
        return [wait.seconds for wait in self.waits if wait.seconds is not None]

    def as_json(self) -> dict[str, Any]:
        """The row of the table, the waits and the false shows as plain values."""
        waits, false = ([each._asdict() for each in some] for some in (self.waits, self.false))
        return {**plain(_row(self)), "scene": self.scene, "waits": waits, "false": false}


def score(name: str, scene: str, sizes: Sequence[Size], shots: Sequence[Shot]) -> Score:
    """The score of a video.

    Args:
        name: Name of the video.
        scene: Its scene.
        sizes: Sizes of its puzzles.
        shots: Its frames, in order; dropped frames are left out.
    """
    firsts = {k: _first_show(shots, sizes, k) for k in range(len(sizes))}
    good = [is_right(shot, sizes) for shot in shots]
    is_visible = [is_well_visible(shot.truth, sizes) for shot in shots]
    is_later = [seen and shot.number >= _of(firsts, shot.truth)
                for seen, shot in zip(is_visible, shots, strict=True)]  # fmt: skip
    missed = [later and not right for later, right in zip(is_later, good, strict=True)]
    right = [shot for shot in shots if _is_the_puzzle(shot)]
    return Score(
        name,
        scene,
        waits=tuple(_waits(shots, sizes)),
        visible=sum(is_visible),
        shown=sum(a and b for a, b in zip(is_visible, good, strict=True)),
        later=sum(is_later),
        shown_later=sum(a and b for a, b in zip(is_later, good, strict=True)),
        gap=max((len(list(run)) for is_gap, run in groupby(missed) if is_gap), default=0),
        off=tuple(off_cells(shot, sizes) for shot in right),
        false=tuple(_false_shows(shots, sizes)),
        see_s=tuple(shot.see_s for shot in shots if shot.show is not None),
    )


def pooled(name: str, scores: Sequence[Score]) -> Score:
    """The score of several videos together; all frames count equally."""
    values: dict[str, Any] = {}
    for each in fields(Score):
        found = [getattr(one, each.name) for one in scores]
        if isinstance(found[0], tuple):
            values[each.name] = tuple(value for part in found for value in part)
        elif isinstance(found[0], int):
            values[each.name] = max(found) if each.name == "gap" else sum(found)
    scenes = {one.scene for one in scores}
    more = {key: statistics.median(one.more[key] for one in scores) for key in scores[0].more}
    return Score(name, scenes.pop() if len(scenes) == 1 else "", more=more, **values)


def cell_px(truth: FrameTruth, sizes: Sequence[Size]) -> float:
    """The side of a cell of the visible puzzle, in px, averaged over the board."""
    assert truth.corners is not None
    assert truth.puzzle is not None
    rows, columns = sizes[truth.puzzle]
    x, y = np.asarray(truth.corners, np.float64).T
    area = abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2
    return float(max(area / (rows * columns), 1e-6) ** 0.5)


def is_well_visible(truth: FrameTruth, sizes: Sequence[Size]) -> bool:
    """Whether a puzzle is well visible, so that it should be shown."""
    if truth.puzzle is None or truth.inside <= MIN_INSIDE or truth.hidden >= MAX_HIDDEN:
        return False
    cell = cell_px(truth, sizes)
    return cell >= MIN_CELL_PX and truth.blur_px < MAX_BLUR * cell


def off_cells(shot: Shot, sizes: Sequence[Size]) -> float:
    """The distance of the worst of the board's 25 painted points from its true place, in cells."""
    assert shot.show is not None
    assert shot.truth.points is not None
    away = _points(shot.show.lattice) - shot.truth.points
    return float(np.linalg.norm(away, axis=1).max()) / cell_px(shot.truth, sizes)


def is_right(shot: Shot, sizes: Sequence[Size]) -> bool:
    """Whether the visible puzzle is shown at its place."""
    return _is_the_puzzle(shot) and off_cells(shot, sizes) <= MAX_OFF


def _is_the_puzzle(shot: Shot) -> bool:
    show = shot.show
    return show is not None and show.puzzle is not None and show.puzzle == shot.truth.puzzle


def _points(lattice: Lattice) -> Array:
    """The painted places of the points at every quarter of rows and columns."""
    board = np.mgrid[0 : PARTS + 1, 0 : PARTS + 1].reshape(2, -1).T / PARTS
    return np.asarray(lattice.at(board * np.array([lattice.rows, lattice.columns])), np.float64)


def _first_show(shots: Iterable[Shot], sizes: Sequence[Size], puzzle: int) -> int | None:
    """The frame in which a puzzle is first shown rightly."""
    return next((s.number for s in shots if s.truth.puzzle == puzzle and is_right(s, sizes)), None)


def _of(firsts: dict[int, int | None], truth: FrameTruth) -> float:
    first = None if truth.puzzle is None else firsts[truth.puzzle]
    return float("inf") if first is None else first


def _waits(shots: Sequence[Shot], sizes: Sequence[Size]) -> Iterator[Wait]:
    for puzzle in range(len(sizes)):
        of_it = [shot for shot in shots if shot.truth.puzzle == puzzle]
        calm = (s.truth.t for s in of_it if is_well_visible(s.truth, sizes) and s.truth.is_calm)
        sight = next(calm, None)
        if sight is not None:
            shown = next((shot.at for shot in of_it if is_right(shot, sizes)), None)
            yield Wait(puzzle, sight, None if shown is None else max(0.0, shown - sight))


def _false_shows(shots: Iterable[Shot], sizes: Sequence[Size]) -> Iterator[FalseShow]:
    for shot in shots:
        if shot.show is None:
            continue
        if shot.truth.puzzle is None:
            yield FalseShow(shot.number, "no puzzle is there")
        elif shot.show.puzzle is None:
            yield FalseShow(shot.number, "misread")
        elif not _is_the_puzzle(shot):
            yield FalseShow(shot.number, "another puzzle is there")
        elif (off := off_cells(shot, sizes)) > MAX_OFF:
            yield FalseShow(shot.number, f"{off:.1f} cells off")


def rows(scores: Sequence[Score]) -> Iterator[Row]:
    """The rows of a table: one for each video, for each scene, and for all of them."""
    scenes = list(dict.fromkeys(one.scene for one in scores))
    for scene in scenes:
        ofit = [one for one in scores if one.scene == scene]
        yield from map(_row, ofit)
        if len(ofit) > 1:
            yield _row(pooled(f"= {scene}", ofit))
    if len(scenes) > 1:
        yield _row(pooled(ALL, scores))


def _row(one: Score) -> Row:
    off = _two(one.off) or (None, None)
    return {
        "video": one.name,
        "solved": f"{len(one.solved)}/{len(one.waits)}" if one.waits else "-",
        "until": Times(one.solved),
        "shown": share(one.shown_later, one.later),
        "of all": share(one.shown, one.visible),
        "gap": one.gap if one.later else None,
        "off p50": off[0],
        "off p95": off[1],
        "false": len(one.false),
        "tracking": Times([*one.see_s]),
        **one.more,
    }


def false_shows(scores: Iterable[Score]) -> Iterator[str]:
    """The lines of a list of false frames, with reasons."""
    for one in scores:
        for reason, shows in groupby(one.false, lambda show: show.reason.split(" cells")[-1]):
            run = list(shows)
            frames = f"frames {run[0].number} to {run[-1].number}, {len(run)} of them"
            where = frames if len(run) > 1 else f"frame {run[0].number}"
            yield f"- {one.name}: {where}: {run[0].reason if reason == ' off' else reason}"


def _two(values: Sequence[float]) -> tuple[float, float] | None:
    """Median and p95."""
    return (percentile(values, 0.5), percentile(values, 0.95)) if values else None
