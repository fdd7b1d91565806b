"""Generated videos through the program itself, compared with what is true of each frame.

Nothing is a fake here: the window, or the command, takes frames in a child process, reads them in
another, follows the page and paints. Where the page is, and what its solution is, the generator
of the videos knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

import main
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.camera.camera_window import CameraWindow
from recognizer.lattice import Lattice, Picture
from recognizer.live.capture.recorded import Recording
from recognizer.live.scene import EventKind, Scene
from tools.videos.film import Film
from tools.videos.make import write_film
from tools.videos.scenes import make_film

ENOUGH = 8
"""Frames with an answer while the page moves, to be compared with the truth."""
DARKER = 0.75
"""A cell that is painted over keeps less than this share of its light."""
CELLS = 0.25
"""How far off a corner of the board may be, in cells."""


@pytest.fixture
def camera(settings: Settings, themes: ThemeManager) -> Iterator[CameraWindow]:
    """The window with the program's own parts."""
    window = CameraWindow(settings, themes, lambda *_: None, lambda _: None)
    window.show()
    yield window
    window.close_for_good()


def centres(film: Film, number: int) -> NDArray[np.float64]:
    """Where the middles of the cells are in a frame, px, shape (rows, columns, 2)."""
    truth = film.truth(number)
    assert truth.corners is not None
    rows, columns = film.puzzles[truth.puzzle or 0].size
    board = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    onto = cv2.getPerspectiveTransform(board, truth.corners.astype(np.float32))
    y, x = np.mgrid[0:rows, 0:columns] + 0.5
    cells = np.stack([x, y], axis=-1).reshape(-1, 1, 2)
    places = cv2.perspectiveTransform(cells, onto).reshape(rows, columns, 2)
    return np.asarray(places, np.float64)


def darkened(paint: Picture, frame: Picture, places: NDArray[np.float64]) -> list[str]:
    """The cells that are darker in a painted frame than in the frame itself, as ``#``."""

    def light(picture: Picture) -> NDArray[np.float64]:
        soft = cv2.blur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3)).astype(np.float64)
        x, y = np.rint(places).astype(int).transpose(2, 0, 1)
        return np.asarray(soft[y, x] + 1)

    is_dark = light(paint) < DARKER * light(frame)
    return ["".join("#" if dark else "." for dark in row) for row in is_dark]


def error(lattice: Lattice, film: Film, number: int) -> float:
    """How far the corners of the board are from their true places, at most, in cells."""
    truth = film.truth(number).corners
    assert truth is not None
    return float(np.hypot(*(lattice.corners - truth).T).max() / lattice.pitch_px)


def moves(film: Film, number: int) -> bool:
    """Whether the board is elsewhere in the frames before and after: by 1 px at least."""
    if not 0 < number < len(film) - 1:
        return False
    before, after = (film.truth(k).corners for k in (number - 1, number + 1))
    return before is not None and after is not None and float(abs(after - before).max()) >= 2


def array_of(image: QImage) -> Picture:
    """An image as BGR uint8, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_BGR888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def painted_far_off(
    paint: Picture, frame: Picture, places: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Where a painted frame differs from the frame, more than two cells beside the board."""
    board = np.zeros(frame.shape[:2], np.uint8)
    cell = float(np.hypot(*(places[0, 1] - places[0, 0])))
    corners = places[[0, 0, -1, -1], [0, -1, -1, 0]]
    cv2.fillConvexPoly(board, np.rint(corners).astype(np.int32), 255)
    near = cv2.dilate(board, np.ones((3, 3), np.uint8), iterations=round(2 * cell))
    is_other: NDArray[np.bool_] = (paint != frame).any(axis=2) & (near == 0)
    return is_other


def on_screen(window: CameraWindow, picture: Picture) -> Picture:
    """What the view would have on the screen if this picture were shown."""
    height, width = picture.shape[:2]
    image = QImage(picture.data, width, height, 3 * width, QImage.Format.Format_BGR888)
    window.view.show_image(image.copy())
    return array_of(window.view.grab().toImage())


@pytest.mark.timeout(240)
def test_the_window_paints_the_solution_where_the_page_is_in_that_very_frame(
    camera: CameraWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """A page that is tilted while it is read and solved."""
    film = make_film(3, 1, "tilt", fps=14, board=(10, 10))
    path = write_film(tmp_path, film)
    shown: list[tuple[Scene, QImage]] = []
    show_image = camera.view.show_image

    def heard(image: QImage) -> None:
        assert camera.scene is not None
        if camera.scene.is_shown:
            shown.append((camera.scene, image))
        show_image(image)

    camera.view.show_image = heard  # type: ignore[method-assign]
    camera.start_with(str(path))

    def is_enough() -> bool:
        is_so = sum(moves(film, scene.frame.number) for scene, _ in shown) >= ENOUGH
        if not is_so and not camera.is_running:  # a slow machine: once more
            camera.start()
        return is_so

    qtbot.waitUntil(is_enough, timeout=150_000)
    camera.stop()
    frames = [frame.picture for frame in Recording(path)]
    solution = list(film.puzzles[0].solution)
    errors = []
    for scene, image in shown:
        # When the film is over its last frame stays in view.
        number = min(scene.frame.number, len(film) - 1)
        places = centres(film, number)
        paint, frame = array_of(image), frames[number]
        assert np.array_equal(scene.frame.picture, frame)
        assert not painted_far_off(paint, frame, places).any()
        assert darkened(paint, frame, places) == solution
        assert scene.lattice is not None
        assert error(scene.lattice, film, number) < CELLS
        if moves(film, number):
            around = (number, number - 1, number + 1)
            errors.append([error(scene.lattice, film, k) for k in around])
    own, before, after = np.array(errors).T
    assert own.mean() < min(before.mean(), after.mean()), "it is where the page was, or will be"
    assert screen_shows(camera, shown[-1], film) == solution


def screen_shows(window: CameraWindow, shown: tuple[Scene, QImage], film: Film) -> list[str]:
    """The cells that are darker on the screen than they would be with nothing painted."""
    scene, image = shown
    window.view.show_image(image)
    paint = array_of(window.view.grab().toImage())
    frame = on_screen(window, scene.frame.picture)
    target, ratio = window.view.target, window.view.devicePixelRatio()
    places = centres(film, min(scene.frame.number, len(film) - 1)) + 0.5
    places *= target.width() / image.width()
    places += (target.x(), target.y())
    return darkened(paint, frame, ratio * places - 0.5)


@pytest.mark.long
def test_a_film_shorter_than_reading_takes_is_answered_all_the_same(
    camera: CameraWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """Its last frame goes on being looked at; and so does a single picture."""
    film = replace(make_film(4, 0, "still", board=(5, 5)), seconds=1 / 30)
    path = write_film(tmp_path, film)
    camera.start_with(str(path))
    qtbot.waitUntil(lambda: not camera.is_running, timeout=60_000)
    assert camera.scene is not None
    assert camera.scene.is_shown
    assert camera.scene.answer is not None
    assert camera.scene.answer.certain.to_text() == list(film.puzzles[0].solution)
    kinds = [event.kind for event in camera.log.events]
    assert kinds[0] is EventKind.STARTED
    assert kinds[-1] is EventKind.STOPPED
    assert EventKind.TROUBLE not in kinds


def test_the_command_paints_it_into_a_video_frame_for_frame(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Two puzzles, the second in the place of the first."""
    film = make_film(2, 1, "swap", fps=8, board=(8, 8))
    path, out = write_film(tmp_path, film), tmp_path / "out.avi"
    capfd.readouterr()
    code = main.main(["ar", "--no-window", "--source", str(path), "--video", str(out)])
    assert code == 0
    said = capfd.readouterr().out.splitlines()
    assert said[-9:-1] == list(film.puzzles[1].solution)
    before, after = (list(Recording(name)) for name in (path, out))
    assert len(after) == len(before) == len(film)
    rights: dict[int, list[bool]] = {0: [], 1: []}
    for plain, paint in zip(before, after, strict=True):
        truth = film.truth(plain.number)
        if truth.puzzle is None or not truth.is_calm:
            continue
        seen = darkened(paint.picture, plain.picture, centres(film, plain.number))
        rights[truth.puzzle].append(seen == list(film.puzzles[truth.puzzle].solution))
        assert not any("#" in row for row in seen) or rights[truth.puzzle][-1]
    for puzzle, are_right in rights.items():
        since = are_right[are_right.index(True) :]
        assert since.count(True) >= 0.9 * len(since), f"puzzle {puzzle}"
