"""Points followed from frame to frame tell how the page has moved, and nothing else does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.lattice import Picture, Points
from recognizer.live.tracking.optical_flow import (
    MAX_FRAME_PX,
    FlowTracker,
    Gray,
    Matrix,
    downscale,
    equalize_light,
)
from tests.support.cases import few
from tests.support.films import (
    SIZE,
    Nodes,
    camera,
    even,
    farthest,
    gray_of,
    moved,
    noisy,
    printed,
    seen,
)
from tests.support.pages import Page, text_page

STEPS = {
    "aside": {"x": 3.0, "y": -2.0},
    "turned": {"roll": 1.2},
    "nearer": {"zoom": 1.02},
    "leaning": {"tilt": 2.0, "x": 1.0},
    "all at once": {"x": -2.0, "roll": -0.8, "tilt": -1.5, "zoom": 0.985},
}


@pytest.fixture(scope="module")
def page() -> Page:
    return printed(10, 10)


@pytest.fixture(scope="module")
def still(page: Page) -> Page:
    return seen(page)


def outline(page: Page) -> Points:
    """The board and its clues."""
    return page.lattice.quad(-2, -2, page.lattice.rows, page.lattice.columns)


def view(step: dict[str, float], times: float = 1) -> Matrix:
    """A camera that has moved so often."""
    normal_share = {"zoom": 1.0}
    return camera(
        **{
            key: value**times if key in normal_share else value * times
            for key, value in step.items()
        }
    )


@pytest.mark.parametrize("name", STEPS)
def test_the_page_is_followed_within_a_third_of_a_pixel(page: Page, still: Page, name: str) -> None:
    flow, total = FlowTracker(even(noisy(still.picture)), outline(still)), np.eye(3)
    for k in range(1, 6):
        there = seen(page, view(STEPS[name], k))
        step = flow.step(even(noisy(there.picture, seed=k)))
        assert step is not None
        total = step @ total
        assert farthest(moved(still.crossings, flow.homography), there.crossings) < 0.3
    assert np.allclose(total / total[2, 2], flow.homography, atol=1e-6)


@pytest.mark.parametrize("shift", [4, 8])
def test_a_jerk_by_a_third_of_a_cell_is_followed(page: Page, still: Page, shift: float) -> None:
    """Lines look alike: beyond half a cell the next one may be taken for it."""
    flow, there = (
        FlowTracker(even(still.picture), outline(still)),
        seen(page, camera(x=shift, y=-shift)),
    )
    assert flow.step(even(there.picture)) is not None
    assert farthest(moved(still.crossings, flow.homography), there.crossings) < 0.5


def test_at_rest_nothing_drifts(still: Page) -> None:
    flow = FlowTracker(even(noisy(still.picture, 3)), outline(still))
    for k in range(60):
        assert flow.step(even(noisy(still.picture, 3, k + 1))) is not None
    assert farthest(moved(still.crossings, flow.homography), still.crossings) < 0.25


def test_out_and_back_is_where_it_was(page: Page, still: Page) -> None:
    flow = FlowTracker(even(still.picture), outline(still))
    for k in (*range(1, 9), *range(7, -1, -1)):
        there = seen(page, camera(x=5.0 * k, roll=0.7 * k))
        assert flow.step(even(there.picture)) is not None
    assert farthest(moved(still.crossings, flow.homography), still.crossings) < 0.25


def shaded(picture: Picture, k: int) -> Picture:
    """In the edge of a shadow that goes by."""
    x = np.arange(picture.shape[1])[None, :, None]
    light = 1 - 0.5 / (1 + np.exp(-(x - 100 - 40 * k) / 12.0))
    return np.asarray(picture * light, np.uint8)


LIGHTS = {
    "dimmer": lambda picture, k: np.asarray(picture * (1 - 0.07 * k), np.uint8),
    "switched": lambda picture, k: np.asarray(picture * (0.5 if k % 2 else 1), np.uint8),
    "brighter": lambda picture, k: np.asarray(np.clip(picture + 12.0 * k, 0, 245), np.uint8),
    "shadow": shaded,
}


@pytest.mark.parametrize("light", few(2, LIGHTS))
def test_light_is_no_motion(still: Page, light: str) -> None:
    flow = FlowTracker(even(still.picture), outline(still))
    for k in range(8):
        assert flow.step(even(noisy(LIGHTS[light](still.picture, k), 1, k))) is not None
    assert farthest(moved(still.crossings, flow.homography), still.crossings) < 0.4


@pytest.mark.parametrize("gain", [0.5, 0.7, 1.4])
def test_even_light_makes_pictures_the_same(still: Page, gain: float) -> None:
    page = np.asarray(gray_of(still.picture) * 0.7, np.uint8)
    other = np.asarray(page * gain, np.uint8)
    apart = np.abs(equalize_light(page).astype(float) - equalize_light(other))
    assert np.quantile(apart, 0.9) < 10
    assert np.abs(page.astype(float) - other).mean() > 30


def test_an_even_picture_has_no_contrast_of_its_own() -> None:
    noise = noisy(np.full((480, 640, 3), 120, np.uint8), 2)
    assert even(noise).std() < 14
    assert (even(np.full((480, 640, 3), 7, np.uint8)) == 128).all()


def test_another_picture_is_no_step(page: Page, still: Page) -> None:
    others = {
        "another puzzle": seen(printed(12, 8, 3), camera(roll=40, x=60)).picture,
        "prose": cv2.resize(text_page(), SIZE),
        "noise": np.random.default_rng(0).integers(0, 255, still.picture.shape).astype(np.uint8),
        "black": np.zeros_like(still.picture),
        "white": np.full_like(still.picture, 255),
    }
    for name, other in others.items():
        flow = FlowTracker(even(still.picture), outline(still))
        assert flow.step(even(np.asarray(other, np.uint8))) is None, name


def test_where_there_are_too_few_points_nothing_is_told(still: Page) -> None:
    empty = even(np.full((480, 640, 3), 200, np.uint8))
    assert FlowTracker(empty, outline(still)).step(empty) is None
    tiny = np.array([(0, 0), (15, 0), (15, 15), (0, 15)], np.float32)
    board = even(still.picture)
    assert FlowTracker(board, tiny).step(board) is None


def test_only_points_inside_the_outline_count(page: Page) -> None:
    """What moves beside the page does not move it."""
    still = seen(page)
    beside = cv2.resize(text_page(), (150, 480))

    def frame(k: int) -> Gray:
        picture = still.picture.copy()
        picture[:, -90:] = np.roll(beside, 4 * k, axis=0)[:, 20:110]
        return even(picture)

    flow = FlowTracker(frame(0), outline(still))
    for k in range(1, 8):
        assert flow.step(frame(k)) is not None
    assert farthest(moved(still.crossings, flow.homography), still.crossings) < 0.3


def test_after_rebase_places_count_from_the_frame_seen_last(page: Page, still: Page) -> None:
    flow = FlowTracker(even(still.picture), outline(still))
    middle = seen(page, camera(x=8, roll=2))
    assert flow.step(even(middle.picture)) is not None
    flow.rebase(outline(middle))
    assert np.array_equal(flow.homography, np.eye(3))
    there = seen(page, camera(x=16, roll=3))
    assert flow.step(even(there.picture)) is not None
    assert farthest(moved(middle.crossings, flow.homography), there.crossings) < 0.3


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (480, 1920)])
def test_large_frames_are_made_small_and_small_ones_are_kept(size: tuple[int, int]) -> None:
    gray = np.zeros(size[::-1], np.uint8)
    reduced, scale = downscale(gray)
    assert max(reduced.shape) == MAX_FRAME_PX
    assert np.allclose(np.array(reduced.shape) / scale, gray.shape, atol=1)
    little = np.zeros((120, 160), np.uint8)
    assert downscale(little)[0] is little


def test_points_that_went_out_of_sight_are_replaced(page: Page) -> None:
    """A page that moves on for long is followed by points that were not there first."""

    def there(k: int) -> Page:
        return seen(page, camera(x=-370 + 16.0 * k, zoom=1.5))

    first: Nodes = there(0).crossings
    flow = FlowTracker(even(there(0).picture), outline(there(0)))
    for k in range(1, 47):
        assert flow.step(even(there(k).picture)) is not None
    assert farthest(moved(first, flow.homography), there(46).crossings) < 1.5


@pytest.mark.parametrize("shape", [(1, 5000), (5000, 1), (1, 1), (30_000, 600)])
def test_the_thinnest_pictures_are_made_small(shape: tuple[int, int]) -> None:
    reduced, scale = downscale(np.zeros(shape, np.uint8))
    assert min(reduced.shape) >= 1
    assert max(reduced.shape) == round(max(shape) * scale)
