"""A lattice is followed from frame to frame: it stays on the lines, and says when it is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from recognizer.lattice import Picture
from recognizer.live.tracking.lattice_tracker import MAX_FLOW_ONLY_S, LatticeTracker, Pose
from recognizer.live.tracking.optical_flow import downscale, equalize_light
from tests.support.films import (
    Matrix,
    camera,
    farthest,
    frames_of,
    gray_of,
    noisy,
    printed,
    seen,
)
from tests.support.pages import Page, draw_page, text_page, unique_clues

FPS = 30.0
PAGE = (10, 10)


@pytest.fixture(scope="module")
def still() -> Page:
    return seen(printed(*PAGE), camera(roll=3, tilt=10))


def small_of(picture: Picture) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], float]:
    reduced, scale = downscale(gray_of(picture))
    return equalize_light(reduced), scale


def tracker(page: Page, off: float = 0.0) -> LatticeTracker:
    """From a lattice that is that many px off."""
    tiny, scale = small_of(page.picture)
    return LatticeTracker(tiny, scale, page.crossings + off, 0.0)


def step(tracker: LatticeTracker, picture: Picture, seconds: float) -> Pose | None:
    return tracker.step(gray_of(picture), small_of(picture)[0], seconds)


def steps(tracker: LatticeTracker, pages: Iterator[Page] | list[Page]) -> list[tuple[Page, Pose]]:
    """Through frames in which it must not be lost."""
    out = []
    for k, page in enumerate(pages, 1):
        pose = step(tracker, noisy(page.picture, 2, k), k / FPS)
        assert pose is not None
        out.append((page, pose))
    return out


def going(view: Callable[[int], Matrix], count: int) -> list[Page]:
    return [seen(printed(*PAGE), view(k)) for k in range(count)]


WAYS: dict[str, Callable[[int], Matrix]] = {
    "aside": lambda k: camera(x=3.0 * k, tilt=10),
    "turned": lambda k: camera(roll=1.0 * k, tilt=10),
    "leaning": lambda k: camera(tilt=10 + 1.0 * k, roll=3),
    "nearer": lambda k: camera(zoom=0.8 + 0.008 * k),
    "trembling": lambda k: camera(x=1.5 * (-1) ** k, y=np.sin(k), roll=0.2 * np.cos(2 * k)),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_lattice_stays_on_the_lines(way: str) -> None:
    pages = going(WAYS[way], 20)
    for page, pose in steps(tracker(pages[0]), pages[1:]):
        unit = page.lattice.pitch_px
        assert pose.is_sure
        assert farthest(pose.nodes, page.crossings) < 0.05 * unit
        # What is painted may lag a little, or tremble less.
        assert farthest(pose.lattice.points, page.crossings) < 0.1 * unit


def test_what_is_painted_trembles_less_than_what_is_measured(still: Page) -> None:
    fixes = [pose for _, pose in steps(tracker(still), [still] * 30)][10:]
    measured = np.array([pose.nodes[[0, -1], [0, -1]] for pose in fixes])
    held = np.array([pose.lattice.points[[0, -1], [0, -1]] for pose in fixes])
    assert np.diff(held, axis=0).std() < 0.5 * np.diff(measured, axis=0).std()


def test_a_lattice_that_begins_a_little_off_is_put_right_and_stays(still: Page) -> None:
    _, last = steps(tracker(still, 0.2 * still.lattice.pitch_px), [still] * 20)[-1]
    assert farthest(last.nodes, still.crossings) < 0.04 * still.lattice.pitch_px
    assert farthest(last.lattice.points, still.crossings) < 0.05 * still.lattice.pitch_px


def test_motion_is_told_in_cells_a_frame(still: Page) -> None:
    assert all(pose.motion < 0.03 for _, pose in steps(tracker(still), [still] * 5))
    pages = going(lambda k: camera(x=4.0 * k), 8)
    expected = 4.0 / pages[0].lattice.pitch_px
    for _, pose in steps(tracker(pages[0]), pages[1:])[1:]:
        assert pose.motion == pytest.approx(expected, abs=0.03)


def test_a_blurred_frame_is_less_sharp_and_the_lattice_is_kept(still: Page) -> None:
    track = tracker(still)
    before = steps(track, [still] * 3)[-1][1]
    pose = step(track, still.blurred(2.5).picture, 5 / FPS)
    assert pose is not None
    assert pose.sharpness < 0.6 < 0.9 < before.sharpness <= 1
    assert farthest(pose.nodes, still.crossings) < 0.06 * still.lattice.pitch_px


def covered(page: Page, share: float) -> Page:
    """A sheet over the lower part of the board and of what is beside it."""
    picture = page.picture.copy()
    rows = page.lattice.rows
    quad = page.lattice.quad(rows * (1 - share), -4, rows + 2, page.lattice.columns + 2)
    cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), (140, 160, 190))
    return Page(picture, page.crossings)


def test_while_something_is_laid_over_it_it_is_not_sure(still: Page) -> None:
    track = tracker(still)
    assert all(pose.is_sure for _, pose in steps(track, [still] * 6))
    pose = step(track, covered(still, 0.35).picture, 7 / FPS)
    assert pose is not None
    assert not pose.is_sure


def test_a_part_that_stays_covered_does_not_matter(still: Page) -> None:
    track = tracker(still)
    steps(track, [still] * 6)
    hidden = covered(still, 0.3)
    for k in range(7, 30):
        pose = step(track, noisy(hidden.picture, 2, k), k / FPS)
        assert pose is not None
        assert farthest(pose.nodes, still.crossings) < 0.08 * still.lattice.pitch_px
    assert pose is not None
    assert pose.is_sure
    back = step(track, still.picture, 30 / FPS)
    assert back is not None
    assert back.is_sure


def test_points_alone_are_trusted_for_a_moment_only(still: Page) -> None:
    """The page is still there, its grid is not."""
    picture = still.picture.copy()
    quad = np.rint(still.lattice.quad(-0.2, -0.2, 10.2, 10.2)).astype(np.int32)
    cv2.fillConvexPoly(picture, quad, (250, 250, 250))
    track = tracker(still)
    steps(track, [still] * 6)
    sure = []
    for k in range(7, 22):
        pose = step(track, picture, k / FPS)
        if pose is None:
            break
        sure.append((k / FPS, pose.is_sure))
    assert not any(is_sure for seconds, is_sure in sure if seconds > 6 / FPS + MAX_FLOW_ONLY_S)


@pytest.mark.parametrize("name", ["prose", "black", "white"])
def test_another_picture_is_no_place_for_it(still: Page, name: str) -> None:
    other = {
        "prose": np.asarray(cv2.resize(text_page(), (640, 480)), np.uint8),
        "black": np.zeros((480, 640, 3), np.uint8),
        "white": np.full((480, 640, 3), 240, np.uint8),
    }[name]
    assert step(tracker(still), other, 1 / FPS) is None
    tiny = [small_of(picture)[0] for picture in (still.picture, other)]
    assert not tracker(still).catch_up(tiny)


def test_a_board_that_leaves_the_frame_is_lost_in_the_end() -> None:
    pages = going(lambda k: camera(x=10.0 * k), 60)
    track = tracker(pages[0])
    lost_at = None
    for k, page in enumerate(pages[1:], 1):
        pose = step(track, page.picture, k / FPS)
        if pose is None:
            lost_at = page
            break
        assert farthest(pose.nodes, page.crossings) < 0.3 * page.lattice.pitch_px
    assert lost_at is not None
    inside = ((lost_at.crossings > 0) & (lost_at.crossings < (640, 480))).all(axis=-1).mean()
    assert 0.1 < inside < 0.6


def test_frames_that_came_meanwhile_are_caught_up_with() -> None:
    pages = going(lambda k: camera(x=3.0 * k, roll=0.5 * k), 16)
    track = tracker(pages[0])
    assert track.catch_up(small_of(page.picture)[0] for page in pages[1:])
    pose = track.refine(gray_of(pages[-1].picture), 15 / FPS)
    unit = pages[-1].lattice.pitch_px
    assert farthest(pose.nodes, pages[-1].crossings) < 0.05 * unit
    assert farthest(pose.lattice.points, pages[-1].crossings) < 0.05 * unit


@pytest.mark.parametrize("shift", [(0, 1), (1, 0), (-1, 1)])
def test_what_is_whole_cells_off_is_shifted_back(still: Page, shift: tuple[int, int]) -> None:
    at = np.moveaxis(np.mgrid[0:11, 0:11].astype(float), 0, -1)
    wrong = Page(still.picture, still.lattice.at(at - np.array(shift)).astype(np.float64))
    track = tracker(wrong)
    track.refine(gray_of(still.picture), -1 / FPS)
    track.shift(*shift)
    pose = track.refine(gray_of(still.picture), 0.0)
    unit = still.lattice.pitch_px
    assert farthest(pose.nodes, still.crossings) < 0.05 * unit
    assert farthest(pose.lattice.points, still.crossings) < 0.05 * unit
    assert steps(track, [still] * 3)[-1][1].is_sure


def test_lines_lighter_than_the_board_are_followed_too() -> None:
    pages = [page.inverted() for page in going(lambda k: camera(x=2.0 * k, roll=0.4 * k), 10)]
    for page, pose in steps(tracker(pages[0]), pages[1:]):
        assert pose.is_sure
        assert farthest(pose.nodes, page.crossings) < 0.05 * page.lattice.pitch_px


def test_a_board_full_of_shaded_cells_is_followed_as_surely() -> None:
    """What is usual counts: between shaded cells there are no lines to be seen."""
    chance = np.random.default_rng(4).random((10, 10)) < 0.7
    marks = ["".join("#" if cell else "." for cell in row) for row in chance]
    flat = draw_page(*unique_clues(10, 10), pitch=40, width=2, fifth=4, marks=marks)
    page = seen(flat, camera(roll=3, tilt=10))
    for _, pose in steps(tracker(page), [page] * 12):
        assert pose.is_sure


def test_in_a_large_frame_points_are_followed_in_a_small_one() -> None:
    size = (1280, 720)
    pages = [
        seen(printed(*PAGE), camera(x=5.0 * k, wide=size[0], high=size[1]), size) for k in range(6)
    ]
    frames = frames_of(page.picture for page in pages)
    tiny, scale = small_of(frames[0].picture)
    assert scale == 0.5
    assert tiny.shape == (360, 640)
    for page, pose in steps(tracker(pages[0]), pages[1:]):
        assert farthest(pose.nodes, page.crossings) < 0.04 * page.lattice.pitch_px
