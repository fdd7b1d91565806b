"""A region of the screen as a source."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PIL import Image, ImageGrab

from puzzles.errors import CameraError
from recognizer.live.capture.devices import ScreenVideo
from recognizer.live.capture.video_sources import ScreenRegion

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs X11")


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> Image.Image:
    """A screen of 60 x 40 pixels."""
    pixels = np.random.default_rng(1).integers(0, 255, (40, 60, 3)).astype(np.uint8)
    image = Image.fromarray(pixels)

    def grab(box: tuple[int, int, int, int] | None, **_: object) -> Image.Image:
        return image if box is None else image.crop(box)

    monkeypatch.setattr(ImageGrab, "grab", grab)
    return image


def test_only_the_region_is_a_frame(screen: Image.Image) -> None:
    frame = ScreenVideo(ScreenRegion(10, 5, 30, 20)).read()
    assert frame is not None
    assert np.array_equal(frame.picture, np.asarray(screen)[5:25, 10:40, ::-1])


@pytest.mark.parametrize("place", [(60, 0), (0, 40), (-30, 0), (0, -20), (5000, 5000)])
def test_a_region_beyond_the_screen_is_said(place: tuple[int, int]) -> None:
    with pytest.raises(CameraError, match="beyond the screen, which has 60 × 40 pixels"):
        ScreenVideo(ScreenRegion(*place, 30, 20))


@pytest.mark.parametrize("place", [(59, 39), (-29, -19)])
def test_a_region_that_is_partly_on_the_screen_is_followed(place: tuple[int, int]) -> None:
    frame = ScreenVideo(ScreenRegion(*place, 30, 20)).read()
    assert frame is not None
    assert frame.picture.shape == (20, 30, 3)
