"""Which of the last frames is read."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.live.recent_frames import RecentFrames
from recognizer.live.scene import Frame

FPS = 30
PICTURE = np.zeros((1, 1, 3), np.uint8)
SMALL = np.zeros((1, 1), np.uint8)


def number_read(*sharpness: float, paused_since: float = 0.0) -> int | None:
    """The number of the frame that is read after the last of these; ``None`` if none is."""
    recent = RecentFrames()
    for k, one in enumerate(sharpness):
        recent.add(Frame(PICTURE, k, k / FPS), SMALL, one)
    chosen = recent.sharpest(paused_since)
    if chosen is None:
        return None
    assert len(recent.since(chosen)) == len(sharpness) - 1 - chosen.frame.number
    return chosen.frame.number


@pytest.mark.parametrize(
    ("sharpness", "number"),
    [
        pytest.param([0.25], 0, id="the first frame is sharp"),
        pytest.param([0.25, 0.24, 0.23], 2, id="the newest of frames that are alike"),
        pytest.param([0.25, 0.25, 0.15], 1, id="the newest one is shaken"),
        pytest.param([0.25, *[0.15] * 10], 10, id="the sharp one is too old"),
        pytest.param([0.05, 0.05, 0.05], None, id="all are blurred"),
        pytest.param([0.05, 0.09, 0.13], None, id="the focus is being found"),
        pytest.param([0.05, 0.09, 0.21], 2, id="it was found"),
        pytest.param([0.16, 0.16, 0.16], 2, id="print without steep edges"),
    ],
)
def test_the_sharpest_frame_is_read_unless_a_sharper_one_comes(
    sharpness: list[float], number: int | None
) -> None:
    assert number_read(*sharpness) == number


def test_a_picture_that_is_never_sharp_is_read_now_and_then() -> None:
    blurred = [0.05] * 20
    assert number_read(*blurred, paused_since=19 / FPS - 0.49) is None
    assert number_read(*blurred, paused_since=19 / FPS - 0.51) is not None
