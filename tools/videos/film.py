"""A video that is drawn on demand: its layers, its truth and its frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from tools.photographs.camera import Array, Pixels
from tools.videos.backdrop import Backdrop
from tools.videos.exposure import Sensor
from tools.videos.hand import Hand
from tools.videos.layers import Exposure, PageLayer
from tools.videos.lens import Lens
from tools.videos.values import FrameTruth, PencilMarks, PrintedPuzzle, VideoFrame

STRIPS = 8
"""Parts of a frame that are read at once with a rolling shutter."""
SHUTTER = 0.5
"""Time that the shutter is open, as a share of the time of a frame."""
MIN_VISIBLE_SHARE = 0.02
"""Share of board and clues from which on a puzzle counts as visible."""


@dataclass(frozen=True)
class Film:
    """A video; ``len`` is its number of frames. Frames can be drawn repeatedly and in any order."""

    name: str
    scene: str
    seed: int
    index: int
    size: tuple[int, int]
    """Width and height in px."""
    fps: float
    seconds: float
    pages: tuple[PageLayer, ...]
    """The lowest first."""
    backdrop: Backdrop
    sensor: Sensor
    hand: Hand | None = None
    variant: str = ""
    """The variant of the scene, if there are several."""
    readout_s: float = 0.0
    """The time from the first row of a frame to the last one (rolling shutter)."""
    lens: Lens | None = None

    def __len__(self) -> int:
        return max(1, round(self.seconds * self.fps))

    def __iter__(self) -> Iterator[VideoFrame]:
        return (self.frame(k) for k in range(len(self)))

    @property
    def puzzles(self) -> tuple[PrintedPuzzle, ...]:
        """The puzzles of the video, in the order of the truth's indices."""
        return tuple(page.paper.puzzle for page in self.pages if page.paper.puzzle)

    @property
    def marks(self) -> PencilMarks | None:
        """The marks of the first page that has any."""
        found = [page.paper.marks for page in self.pages if page.paper.marks]
        return found[0] if found else None

    def time(self, index: int) -> float:
        """The middle of a frame's exposure in s."""
        return index / self.fps

    def frame(self, index: int) -> VideoFrame:
        """A frame with its truth."""
        return VideoFrame(self.picture(index), self.truth(index))

    def picture(self, index: int) -> Pixels:
        """A frame: BGR uint8, shape (h, w, 3)."""
        t = self.time(index)
        canvas = self._canvas(t)
        if self.readout_s:
            ends = np.linspace(0, self.size[1], STRIPS + 1).astype(int)
            for top, bottom in pairwise(ends.tolist()):
                late = ((top + bottom) / 2 / self.size[1] - 0.5) * self.readout_s
                canvas[top:bottom] = self._canvas(t + late)[top:bottom]
        if self.lens:
            canvas = self.lens.bend(canvas)
        rng = np.random.default_rng([self.seed, self.index, 9, index])
        return self.sensor.develop(rng, t, canvas)

    def _canvas(self, t: float) -> Pixels:
        exposure = self._exposure(t)
        canvas = self.backdrop.drawn(self.size, exposure)
        for page in self.pages:
            page.draw(canvas, exposure)
        if self.hand:
            self.hand.draw(canvas, exposure)
        return canvas

    def _seen(self, page: PageLayer, points: Array, t: float) -> Array:
        """Where points of a page are in the frame, with rolling shutter and lens."""
        places = page.seen(points, t)
        if self.readout_s:
            late = (places[:, 1] / self.size[1] - 0.5) * self.readout_s
            places = np.array(
                [page.seen(point[None], t + float(dt))[0]
                 for point, dt in zip(points, late, strict=True)]
            )  # fmt: skip
        return self.lens.seen(places) if self.lens else places

    def _exposure(self, t: float) -> Exposure:
        half = SHUTTER / 2 / self.fps
        return t - half, t + half

    def truth(self, index: int) -> FrameTruth:
        """The truth of a frame, which is not drawn for it."""
        t = self.time(index)
        light = self.sensor.brightness(t)
        best, best_share = None, MIN_VISIBLE_SHARE
        numbers = iter(range(len(self.pages)))
        for k, page in enumerate(self.pages):
            if page.paper.puzzle is None:
                continue
            number = next(numbers)
            if not page.is_there(t):
                continue
            inside, hidden = self._shares(k, t)
            if inside - hidden > best_share:
                best, best_share = (number, page, inside, hidden), inside - hidden
        if best is None:
            return FrameTruth(t, None, None, None, 0.0, 0.0, 0.0, 0.0, light)
        number, page, inside, hidden = best
        opened, shut = self._exposure(t)
        return FrameTruth(
            t,
            number,
            self._seen(page, page.paper.corners, t),
            self._seen(page, page.paper.points, t),
            inside,
            hidden,
            _moved(page, opened, shut),
            _moved(page, t - 0.5 / self.fps, t + 0.5 / self.fps),
            light,
        )

    def _shares(self, index: int, t: float) -> tuple[float, float]:
        """The shares of a page's board and clues that are in the picture, and hidden there."""
        points = self.pages[index].seen(self.pages[index].paper.samples, t)
        size = np.array(self.size)
        is_inside = ((points >= -0.5) & (points <= size - 0.5)).all(axis=1)
        within = points[is_inside]
        is_hidden = np.zeros(len(within), np.bool_)
        for other in self.pages[index + 1 :]:
            is_hidden |= other.covers(within, t)
        if self.hand:
            is_hidden |= self.hand.covers(within, t)
        return float(is_inside.mean()), float(is_hidden.sum() / len(points))

    def header(self) -> dict[str, Any]:
        """The truth of the whole video, without frames, as plain values."""
        entry: dict[str, Any] = {
            "name": self.name,
            "scene": self.scene,
            "variant": self.variant,
            "seed": self.seed,
            "index": self.index,
            "width": self.size[0],
            "height": self.size[1],
            "fps": self.fps,
            "puzzles": [puzzle.as_json() for puzzle in self.puzzles],
        }
        if self.marks:
            entry["marks"] = self.marks.as_json()
        return entry

    def as_json(self) -> dict[str, Any]:
        """The whole truth as plain values."""
        frames = [self.truth(k).as_json() for k in range(len(self))]
        return {**self.header(), "frames": frames}


def _moved(page: PageLayer, start: float, end: float) -> float:
    """The motion of the middle of the board between two times, in px."""
    moments = np.linspace(start, end, 3)
    middle = page.paper.middle[None]
    places: Array = np.array([page.seen(middle, float(t))[0] for t in moments])
    return float(np.hypot(*np.diff(places, axis=0).T).sum())
