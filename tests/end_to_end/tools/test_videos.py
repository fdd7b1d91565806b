"""The test videos: always the same frames, and what is said of them is true."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from puzzles import Puzzle
from solver.api import solve
from tests.support.cases import further
from tools.photographs.camera import Array, Pixels
from tools.videos.film import Film
from tools.videos.make import main
from tools.videos.scenes import make_film

SMALL = (320, 240)


def dotted(film: Film) -> Film:
    """The same film with a page that shows nothing but a dot at each of the truth's points."""
    page = film.pages[0]
    image = np.full_like(page.paper.image, 255)
    for x, y in np.round(page.paper.points * 16).astype(int).tolist():
        cv2.circle(image, (x, y), round(0.3 * page.paper.pitch * 16), (0, 0, 0), -1, cv2.LINE_AA, 4)
    return replace(film, pages=(replace(page, paper=replace(page.paper, image=image, _finer={})),))


def dot_near(picture: Pixels, place: Array, reach: int) -> Array:
    """The middle of what is dark around a place."""
    x, y = np.round(place).astype(int)
    window = picture[y - reach : y + reach + 1, x - reach : x + reach + 1].mean(axis=2)
    dark = np.clip(0.6 * window.max() - window, 0, None)
    rows, columns = np.mgrid[y - reach : y + reach + 1, x - reach : x + reach + 1]
    return np.asarray(np.array([(columns * dark).sum(), (rows * dark).sum()]) / dark.sum())


@pytest.mark.parametrize("scene", ["still", "curl", *further("shake", "approach", "tilt")])
def test_points_are_where_they_are_seen(scene: str) -> None:
    film = dotted(make_film(2, 1, scene, (640, 480), board=(10, 12)))
    for k in np.linspace(0.4, 0.9, 4) * len(film):
        frame = film.frame(int(k))
        assert frame.truth.points is not None
        assert frame.truth.corners is not None
        assert np.allclose(frame.truth.corners, frame.truth.points[[0, 4, 24, 20]])
        reach = round(0.4 * film.pages[0].scale * film.pages[0].paper.pitch)
        for place in frame.truth.points:
            assert np.hypot(*(dot_near(frame.picture, place, reach) - place)) < 0.25


@pytest.mark.parametrize("scene", ["hand", "light", *further("shake", "leave", "nothing", "marks")])
def test_a_video_depends_on_nothing_but_what_is_asked_for(scene: str) -> None:
    film, other = (make_film(5, 3, scene, SMALL) for _ in range(2))
    picture = film.picture(60)
    assert np.array_equal(picture, other.picture(60))
    assert film.truth(60).as_json() == other.truth(60).as_json()
    for seed, index in ((6, 3), (5, 4)):
        assert not np.array_equal(picture, make_film(seed, index, scene, SMALL).picture(60))


@pytest.mark.parametrize("scene", ["still", "swap"])
def test_puzzles_have_the_solution_that_is_given(scene: str) -> None:
    for puzzle in (each for k in range(3) for each in make_film(1, k, scene, SMALL).puzzles):
        rows, columns = list(map(list, puzzle.rows)), list(map(list, puzzle.columns))
        result = solve(Puzzle.from_numbers(rows, columns))
        assert result.is_unique
        assert tuple(result.certain.to_text()) == puzzle.solution


def test_a_page_that_leaves_comes_back() -> None:
    film = make_film(2, 0, "leave", SMALL, 10)
    truths = [film.truth(k) for k in range(len(film))]
    gone = [k for k, truth in enumerate(truths) if truth.puzzle is None]
    assert gone == list(range(gone[0], gone[-1] + 1))
    assert truths[gone[0]].corners is None
    assert truths[0].is_calm
    assert truths[-1].is_calm
    away = film.picture((gone[0] + gone[-1]) // 2).astype(int)
    assert np.abs(away - film.picture(0)).mean() > 5


def test_a_hand_hides_a_part_for_a_while() -> None:
    film = make_film(3, 4, "hand", SMALL, 10)
    hidden = [film.truth(k).hidden for k in range(len(film))]
    assert hidden[0] == hidden[-1] == 0
    assert 0.02 < max(hidden) < 0.8
    k = hidden.index(max(hidden))
    without = replace(film, hand=None).picture(k)
    assert np.abs(film.picture(k).astype(int) - without).mean() > 3


def test_marks_are_drawn_where_the_truth_has_them() -> None:
    film = make_film(3, 1, "marks", (640, 480), board=(10, 10))
    marks, solution = film.marks, film.puzzles[0].solution
    assert marks is not None
    wrong = {cell for cell in marks.shaded if solution[cell[0]][cell[1]] == "."}
    wrong |= {cell for cell in marks.crossed if solution[cell[0]][cell[1]] == "#"}
    assert wrong == set(marks.wrong) != set()
    page = film.pages[0]
    grey = film.picture(20).mean(axis=2)

    def level(row: int, column: int) -> float:
        place = page.paper.at(np.array([(column + 0.5, row + 0.5)]))
        x, y = np.round(page.seen(place, film.time(20))[0]).astype(int)
        return float(grey[y - 5 : y + 6, x - 5 : x + 6].mean())

    everywhere = {(row, column) for row in range(10) for column in range(10)}
    darkest = min(level(*cell) for cell in everywhere - set(marks.shaded) - set(marks.crossed))
    assert all(level(*cell) < 0.85 * darkest for cell in marks.shaded)


def test_what_is_written_is_the_truth_and_wrong_options_write_nothing(tmp_path: Path) -> None:
    arguments = [str(tmp_path), "--seed", "4", "--count", "1", "--scene", "swap", "--fps", "5",
                 "--size", "160x120"]  # fmt: skip
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    film = make_film(4, 0, "swap", (160, 120), 5)
    truth = json.loads((tmp_path / "swap-0000.json").read_text("utf-8"))
    assert truth == json.loads(json.dumps(film.as_json()))
    assert len(truth["frames"]) == len(film)
    video = cv2.VideoCapture(str(tmp_path / "swap-0000.avi"))
    frames = []
    while (found := video.read())[0]:
        frames.append(found[1])
    assert len(frames) == len(film)
    assert np.abs(frames[7].astype(int) - film.picture(7)).mean() < 8
    for option in (["--scene", "opera"], ["--size", "wide"]):
        result = CliRunner().invoke(main, [str(tmp_path / "set"), *option])
        assert result.exit_code == 2
        assert not (tmp_path / "set").exists()
