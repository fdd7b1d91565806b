"""A live view that is shown pictures, and all that it tells of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import pytest

from recognizer.lattice import Picture
from recognizer.live import live_view as module
from recognizer.live.live_view import LiveView
from recognizer.live.reading import tasks
from recognizer.live.reading.worker import InlineRunner, TaskResult
from recognizer.live.scene import EventKind, Frame, LogEvent, Scene
from tests.support.films import FPS, noisy, solver_hooks
from tests.support.pages import Page


@contextmanager
def in_haste() -> Iterator[None]:
    """Where there is nothing to be found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "DETECTION_TIMEOUTS_S", (0.02,))
        yield


_detected: dict[tuple[bytes, bool], Any] = {}
"""What was found in each frame, sharpened or not."""


def detect_once(picture: Picture, is_sharpened: bool, timeout_s: float) -> Any:
    """The result of :func:`tasks.detect`; many tests begin with the same frames."""
    key = sha256(picture.tobytes()).digest(), is_sharpened
    if key not in _detected:
        found = tasks.detect(picture, is_sharpened, timeout_s)
        if found is None:  # there may have been too little time
            return None
        _detected[key] = found
    return _detected[key]


class Recorded(InlineRunner):
    """Reads at once, tells the result a few frames later, and knows what was asked for."""

    def __init__(self, late: int = 0) -> None:
        super().__init__()
        self.tasks: list[str] = []
        self.pictures: list[Picture] = []
        """The frames that were read."""
        self.is_closed = False
        self._late, self._asked = late, 0

    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        self.tasks.append(task.__name__)
        self.pictures.append(arguments[0])
        self._asked = 0
        super().submit(detect_once if task is tasks.detect else task, *arguments)

    def poll(self) -> TaskResult | None:
        self._asked += 1
        return super().poll() if self._asked > self._late else None

    def close(self) -> None:
        self.is_closed = True
        super().close()


class View:
    """A live view, and all that it has told."""

    def __init__(self, late: int = 0) -> None:
        self.background = Recorded(late)
        self.events: list[LogEvent] = []
        self.scenes: list[Scene] = []
        self.live = LiveView(
            solver_hooks(), on_event=self.events.append, background=self.background
        )

    def watch(self, frames: Iterable[Frame]) -> list[Scene]:
        scenes = [self.live.process(frame) for frame in frames]
        self.scenes += scenes
        return scenes

    def show(self, page: Page | Picture, count: int, pause: float = 1 / FPS) -> list[Scene]:
        """Go on with the same picture."""
        picture = page.picture if isinstance(page, Page) else page
        start = self.scenes[-1].frame.seconds + pause if self.scenes else 0.0
        number = len(self.scenes)
        return self.watch(
            Frame(noisy(picture, 1.5, number + k), number + k, start + k * pause)
            for k in range(count)
        )

    def show_nothing(self, picture: Picture, count: int, pause: float = 1 / FPS) -> list[Scene]:
        """Go on with a picture that has no puzzle."""
        with in_haste():
            return self.show(picture, count, pause)

    @property
    def kinds(self) -> list[EventKind]:
        return [event.kind for event in self.events]
