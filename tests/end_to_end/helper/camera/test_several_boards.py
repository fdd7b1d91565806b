"""The camera window with several boards in view: which one is taken, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.camera.camera_view import IdleState
from helper.camera.camera_window import CameraWindow
from recognizer.lattice import Lattice
from recognizer.live.scene import Frame, Scene, UncertainReading
from tests.support import review_samples as samples
from tests.support.fake_camera import (
    FakeSetup,
    Keys,
    Taken,
    answer,
    click,
    plain,
    press,
    put,
    shown,
)

PLACES = {1: (40, 30), 2: (92, 62), 3: (140, 90)}
"""The middles of three boards, px of the frame, by their numbers; the second one is nearest to the
middle of the frame."""


def lattice_at(x: float, y: float) -> Lattice:
    grid = np.mgrid[-2:3, -2:3][::-1].transpose(1, 2, 0) * 5.0
    return Lattice((grid + np.array([x, y])).astype(np.float32))


def three(frame: Frame) -> Scene:
    """Three boards; the last one was not read with certainty."""
    first, second, third = (
        shown(frame, lattice=lattice_at(*place), board=number, answer=answer())
        for number, place in PLACES.items()
    )
    draft = UncertainReading(samples.certain(), samples.picture())
    return replace(first, others=(second, replace(third, answer=None, draft=draft)))


@pytest.fixture
def of_three(running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot) -> CameraWindow:
    fake_setup.process = three
    put(running, fake_setup, qtbot)
    return running


def click_at(window: CameraWindow, x: float, y: float) -> None:
    """Click a place of the frame."""
    view, target = window.view, window.view.target
    scale = target.width() / view.image.width()
    px = target.x() + x * scale
    at = QPoint(round(view.width() - px if view.is_mirrored else px), round(target.y() + y * scale))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)


def number_of(window: CameraWindow) -> int:
    assert window.taken is not None
    return window.taken.board


def test_of_several_boards_the_one_nearest_to_the_middle_is_taken_and_that_is_said(
    of_three: CameraWindow, taken: Taken
) -> None:
    sentence = of_three.state_bar.sentence_label.text()
    assert "3 puzzles are in view" in sentence
    assert "one solution" in sentence
    middle = np.mean(of_three.view.outline, axis=0)
    assert np.allclose(middle, PLACES[2], atol=1)
    assert of_three.scene is not None
    second = of_three.scene.others[0]
    click(of_three.panel.open)
    (picture, reading, _), *more = taken
    assert not more
    assert second.answer is not None
    assert picture is second.answer.picture
    assert reading is second.answer.reading


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_a_board_that_is_clicked_is_taken_wherever_it_goes(
    of_three: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot, taken: Taken, is_mirrored: bool
) -> None:
    of_three.panel.mirror.setChecked(is_mirrored)
    click_at(of_three, PLACES[3][0], PLACES[3][1])
    assert number_of(of_three) == 3
    fake_setup.process = lambda frame: replace(
        three(frame), others=tuple(
            replace(other, lattice=lattice_at(20.0 * k, 100)) for k, other in
            enumerate(three(frame).others, 2)
        )
    )  # fmt: skip
    put(of_three, fake_setup, qtbot)
    assert number_of(of_three) == 3
    assert np.allclose(np.mean(of_three.view.outline, axis=0), (60, 100), atol=1)
    press(of_three, Keys.Key_Return)
    assert len(taken) == 1
    assert of_three.scene is not None
    draft = of_three.scene.others[1].draft
    assert draft is not None
    assert taken[0][1] is draft.reading


def test_a_click_beside_all_boards_and_the_arrow_keys_choose_too(of_three: CameraWindow) -> None:
    click_at(of_three, PLACES[1][0], PLACES[1][1])
    assert number_of(of_three) == 1
    click_at(of_three, 150, 10)
    assert number_of(of_three) == 2
    chosen: list[int] = []
    for key in (Keys.Key_Right, Keys.Key_Right, Keys.Key_Left, Keys.Key_Left):
        press(of_three, key)
        chosen.append(number_of(of_three))
    assert chosen == [3, 1, 3, 2]


def test_a_chosen_board_that_leaves_gives_way_to_the_nearest_one(
    of_three: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    click_at(of_three, PLACES[1][0], PLACES[1][1])
    fake_setup.process = lambda frame: replace(three(frame), board=0, lattice=None)
    put(of_three, fake_setup, qtbot)
    assert number_of(of_three) == 2
    assert "2 puzzles are in view" in of_three.state_bar.sentence_label.text()


@pytest.mark.parametrize("process", [shown, lambda frame: replace(three(frame), others=())])
def test_of_a_single_board_nothing_is_said_of_others(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot, process: Callable[[Frame], Scene]
) -> None:
    fake_setup.process = process
    put(running, fake_setup, qtbot, plain())
    assert "in view" not in running.state_bar.sentence_label.text()
    assert not running.view.outline
    click_at(running, 5, 5)
    assert running.taken is running.scene


def test_a_frozen_picture_can_be_clicked(of_three: CameraWindow) -> None:
    press(of_three, Keys.Key_Space)
    assert of_three.state_bar.state is IdleState.FROZEN
    click_at(of_three, PLACES[1][0], PLACES[1][1])
    assert number_of(of_three) == 1
    assert np.allclose(np.mean(of_three.view.outline, axis=0), PLACES[1], atol=1)
