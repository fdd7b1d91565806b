"""The live view as a whole: from the first frame to an answer on the page, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import cv2
import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.grid import BLANK, SHADED, Grid, satisfies
from recognizer.grid.detection import find_grids
from recognizer.images import turned
from recognizer.lattice import Picture
from recognizer.live import live_view as module
from recognizer.live.board_in_view import ADVICE_DELAY_S
from recognizer.live.live_view import LOST_STATE_S, LiveView
from recognizer.live.painting.overlay import painted
from recognizer.live.reading import tasks
from recognizer.live.reading.advice import (
    COME_NEARER,
    IN_COLORS,
    MORE_LIGHT,
    NO_PICTURE,
    NUMBERS_CONTRADICT,
    SHOW_PUZZLE,
)
from recognizer.live.reading.worker import InlineRunner
from recognizer.live.scene import EventKind, Frame, LiveState, PaintMode, Scene
from recognizer.live.tracking.optical_flow import Matrix
from recognizer.values import MIRRORED
from solver.solution_count import count_solutions
from tests.support import live_views
from tests.support.cases import few, further
from tests.support.color_pages import WHITE, drawn, sheet, style
from tests.support.films import (
    FPS,
    SIZE,
    camera,
    farthest,
    film,
    frames_of,
    printed,
    quarters,
    seen,
    siblings,
    solver_hooks,
)
from tests.support.live_views import View, in_haste
from tests.support.pages import Page, any_clues, draw_page, puzzle, text_page, unique_clues
from tools.photographs.colored import draw_colors

READ_ONCE = [EventKind.FOUND, EventKind.READ, EventKind.SOLVED]


def table() -> Picture:
    """Nothing but a table."""
    rough = np.random.default_rng(3).normal(125, 12, (SIZE[1], SIZE[0], 3))
    return np.asarray(cv2.GaussianBlur(rough, (0, 0), 2.0).clip(0, 255), np.uint8)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a page that is there is found."""
    monkeypatch.setattr(module, "DETECTION_TIMEOUTS_S", (5.0,))


def is_solution(scene: Scene) -> bool:
    """Whether the answer is the puzzle's, proven by its own clues."""
    assert scene.answer is not None
    grid, sheet = scene.answer.certain, scene.answer.puzzle
    rows = all(satisfies(grid.row(k), clue) for k, clue in enumerate(sheet.rows))
    return rows and all(satisfies(grid.column(k), clue) for k, clue in enumerate(sheet.columns))


def clues_of(scene: Scene) -> tuple[tuple[tuple[int, ...], ...], ...]:
    assert scene.answer is not None
    sheet = scene.answer.puzzle
    return tuple(
        tuple(tuple(clue.length for clue in line) for line in lines)
        for lines in (sheet.rows, sheet.columns)
    )


def away(scene: Scene, page: Page) -> float:
    """How far the lattice is from the truth, in cells."""
    assert scene.lattice is not None
    return farthest(scene.lattice.points, page.crossings) / page.lattice.pitch_px


# What is seen is shown


@pytest.mark.parametrize("size", [(8, 12)])
def test_a_page_that_is_held_still_is_solved(size: tuple[int, int]) -> None:
    view, page = View(), seen(printed(*size), camera(roll=3, tilt=8))
    shown = view.show(page, 6)[2:]
    for scene in shown:
        assert scene.is_shown
        assert clues_of(scene) == unique_clues(*size)
        assert is_solution(scene)
        assert scene.answer is not None
        assert scene.answer.has_one_solution
        assert away(scene, page) < 0.15
    assert view.kinds == READ_ONCE


def test_of_a_drawn_video_the_right_answer_is_shown_where_the_board_is() -> None:
    video = film("still", 1, (10, 10))
    frames = [video.frame(k) for k in range(10)]
    view = View()
    scenes = view.watch(frames_of(frame.picture for frame in frames))
    assert scenes[-1].state is LiveState.SHOWN
    assert scenes[-1].answer is not None
    assert tuple(scenes[-1].answer.certain.to_text()) == video.puzzles[0].solution
    for scene, frame in zip(scenes, frames, strict=True):
        if scene.is_shown:
            assert scene.lattice is not None
            assert frame.truth.points is not None
            apart = farthest(quarters(scene.lattice), frame.truth.points)
            assert apart < 0.15 * scene.lattice.pitch_px


def test_a_hand_over_a_corner_is_tolerated() -> None:
    video = film("hand", 1, (10, 10))
    chosen = [*range(4), *range(10, len(video), 2)]
    frames = [video.frame(k) for k in chosen]
    view = View()
    scenes = view.watch(
        Frame(frame.picture, k, k / FPS) for k, frame in zip(chosen, frames, strict=True)
    )
    assert max(frame.truth.hidden for frame in frames) > 0.05
    for scene, frame in zip(scenes, frames, strict=True):
        if scene.is_shown:
            assert scene.answer is not None
            assert scene.lattice is not None
            assert frame.truth.points is not None
            assert tuple(scene.answer.certain.to_text()) == video.puzzles[0].solution
            apart = farthest(quarters(scene.lattice), frame.truth.points)
            assert apart < 0.2 * scene.lattice.pitch_px
    assert sum(scene.is_shown for scene in scenes) > 0.6 * len(scenes)
    assert scenes[-1].is_shown
    assert view.kinds.count(EventKind.READ) == 1


def test_the_answer_goes_where_the_page_goes() -> None:
    pages = [seen(printed(10, 10), camera(x=2.0 * k, roll=0.5 * k, tilt=k)) for k in range(16)]
    view = View()
    scenes = view.watch(frames_of(page.picture for page in pages))
    for scene, page in list(zip(scenes, pages, strict=True))[2:]:
        assert scene.is_shown
        assert away(scene, page) < 0.15


@pytest.mark.parametrize("late", few(1, [3, 8]))
def test_what_is_read_meanwhile_is_shown_where_the_page_is_now(late: int) -> None:
    """A camera does not wait."""
    ways = [min(k, 18) - 9.0 for k in range(24)]
    pages = [seen(printed(10, 10), camera(x=6.0 * k, roll=2.5 * k)) for k in ways]
    view = View(late)
    scenes = view.watch(frames_of(page.picture for page in pages))
    shown = [(s, p) for s, p in zip(scenes, pages, strict=True) if s.is_shown]
    assert len(shown) >= 4
    for scene, page in shown:
        assert away(scene, page) < 0.15


@pytest.mark.parametrize(
    "place", few(1, [camera(), camera(roll=6, x=20)]), ids=["there", "elsewhere"]
)
def test_a_puzzle_that_is_gone_before_it_was_read_is_never_shown(place: Matrix) -> None:
    one, other = siblings(10, 10)
    view = View(late=6)
    view.show(seen(one), 2)
    scenes = view.show(seen(other, place), 40)
    shown = [scene for scene in scenes if scene.is_shown]
    assert shown
    assert all(is_solution(scene) for scene in shown)
    assert {clues_of(scene) for scene in shown} == {clues_of(scenes[-1])}
    own = View()
    assert clues_of(own.show(seen(other), 4)[-1]) == clues_of(scenes[-1])


def out_of_focus(page: Page, sigma: float = 4.0) -> Page:
    """A page before a camera that is out of focus."""
    return Page(np.asarray(cv2.GaussianBlur(page.picture, (0, 0), sigma), np.uint8), page.crossings)


def test_while_the_picture_is_blurred_reading_waits_but_not_for_ever() -> None:
    view, page = View(), seen(printed(10, 10))
    soft = out_of_focus(page)
    with in_haste():
        view.show(soft, 4)
        assert view.background.tasks == []
        view.show(soft, 4)
    assert view.background.tasks == ["detect"]
    assert view.show(page, 4)[-1].is_shown


def test_the_sharpest_of_the_last_frames_is_read() -> None:
    """The page moves on while the frame is read, and the answer with it."""
    pages = [seen(printed(10, 10), camera(x=3.0 * k)) for k in range(10)]
    soft = [out_of_focus(page, 2.0) for page in pages]
    view = View(late=2)
    view.show_nothing(table(), 1)
    shown = [view.show(soft[0], 1), view.show(pages[1], 1), view.show(soft[2], 1)]
    shown += [view.show(page, 1) for page in soft[3:5]]
    assert view.background.pictures[-1] is shown[1][0].frame.picture
    scenes = [view.show(page, 1)[0] for page in pages[5:]]
    assert scenes[-1].is_shown
    assert away(scenes[-1], pages[-1]) < 0.2


# Where there is nothing


@pytest.mark.parametrize("name", few(1, ["table", "prose", "grid without numbers"]))
def test_where_there_is_no_puzzle_nothing_is_shown_and_people_are_told_what_helps(
    name: str,
) -> None:
    empty: tuple[tuple[int, ...], ...] = ((),) * 10
    pictures: dict[str, Callable[[], Picture]] = {
        "table": table,
        "prose": lambda: np.asarray(cv2.resize(text_page(), SIZE), np.uint8),
        "grid without numbers": lambda: seen(draw_page(empty, empty, pitch=40)).picture,
    }
    view = View()
    scenes = view.show_nothing(pictures[name](), 5, 0.9)
    for scene in scenes:
        assert scene.state is LiveState.SEARCHING
        assert scene.answer is None
        assert scene.lattice is None
        assert bool(scene.advice) == (scene.frame.seconds > ADVICE_DELAY_S)
    if name != "grid without numbers":
        assert scenes[-1].advice == SHOW_PUZZLE
    assert view.events == []


@pytest.mark.parametrize(("light", "advice"), [(0.0, NO_PICTURE), (0.25, MORE_LIGHT)])
def test_without_light_that_is_what_is_said(light: float, advice: str) -> None:
    view = View()
    scenes = view.show_nothing(np.asarray(table() * light, np.uint8), 4, 0.9)
    assert [scene.state for scene in scenes] == [LiveState.SEARCHING] * 4
    assert scenes[-1].advice == advice
    if light == 0:
        assert view.background.tasks == []


# Puzzles come and go


@pytest.mark.parametrize("is_boxed", few(1, [False, True]))
def test_another_puzzle_in_its_place_is_never_shown_the_first_ones_answer(is_boxed: bool) -> None:
    one, other = (seen(flat) for flat in siblings(10, 10, boxed=is_boxed))
    view = View()
    first = view.show(one, 5)[-1]
    assert first.is_shown
    scenes = view.show(other, 6)
    assert not scenes[0].is_shown
    assert scenes[-1].is_shown
    assert clues_of(scenes[-1]) != clues_of(first)
    for scene in scenes:
        assert not scene.is_shown or clues_of(scene) == clues_of(scenes[-1])
    assert view.kinds == [
        *READ_ONCE,
        EventKind.LOST,
        EventKind.FOUND,
        EventKind.OTHER,
        EventKind.READ,
        EventKind.SOLVED,
    ]


@pytest.mark.parametrize("size", [(320, 240), (1280, 720), (800, 600)])
def test_a_frame_of_another_size_does_no_harm(size: tuple[int, int]) -> None:
    view = View()
    view.show(seen(printed(5, 5)), 3)
    page = seen(printed(5, 5), camera(wide=size[0], high=size[1]), size)
    scenes = view.show(page, 5)
    assert scenes[-1].is_shown
    assert all(away(scene, page) < 0.15 for scene in scenes if scene.is_shown)


def test_a_puzzle_that_comes_back_is_not_read_anew() -> None:
    view = View()
    before = view.show(seen(printed(10, 10)), 4)[-1]
    gone = view.show_nothing(table(), 3)
    assert [scene.state for scene in gone] == [LiveState.LOST] * 3
    assert all(scene.lattice is None and scene.answer is before.answer for scene in gone)
    read = len([task for task in view.background.tasks if task in ("read_again", "combine")])
    page = seen(printed(10, 10), camera(x=-30, roll=-7, zoom=0.95))
    back = view.show(page, 4)
    assert [scene.is_shown for scene in back] == [True] * 4
    assert all(scene.answer is before.answer for scene in back)
    assert away(back[-1], page) < 0.15
    assert view.kinds == [*READ_ONCE, EventKind.LOST, EventKind.AGAIN]
    after = [task for task in view.background.tasks if task in ("read_again", "combine")]
    assert len(after) == read


def test_a_page_that_moves_away_is_told_to_come_nearer() -> None:
    view, page = View(), printed(10, 10)
    view.show(seen(page), 4)
    zooms = iter(np.geomspace(1, 0.13, 40))
    far = [view.scenes[-1]]
    while far[-1].state is not LiveState.LOST:
        far += view.show(seen(page, camera(zoom=next(zooms))), 1)
    assert [scene.advice for scene in far[-2:]] == [COME_NEARER] * 2
    told = [event.text for event in view.events]
    assert "The puzzle is lost: it is too far away; come nearer." in told
    assert view.events[-1].kind in (EventKind.LOST, EventKind.TROUBLE)


def test_after_a_while_a_lost_puzzle_is_simply_looked_for() -> None:
    view = View()
    view.show(seen(printed(5, 5)), 3)
    gone = view.show_nothing(table(), 6, 1.0)
    lost_at = gone[0].frame.seconds
    for scene in gone:
        is_lost = scene.frame.seconds - lost_at < LOST_STATE_S
        assert scene.state is (LiveState.LOST if is_lost else LiveState.SEARCHING)
        assert scene.advice or scene.state is LiveState.SEARCHING


def test_what_is_forgotten_is_read_anew() -> None:
    view, page = View(), seen(printed(5, 5))
    before = view.show(page, 3)[-1]
    view.live.reset()
    first, *others = view.show(page, 4)
    assert first.answer is None
    assert not first.is_shown
    assert others[-1].is_shown
    assert others[-1].answer is not before.answer
    assert clues_of(others[-1]) == clues_of(before)
    assert view.kinds == READ_ONCE * 2


def test_a_page_that_is_shaken_is_asked_to_be_held_still() -> None:
    view, page = View(), printed(10, 10)
    view.show(seen(page), 4)
    sway = [camera(x=7.0 * (-1) ** k, y=5.0 * (k % 3)) for k in range(8)]
    smeared = [
        np.asarray(cv2.blur(seen(page, matrix).picture, (21, 1)), np.uint8) for matrix in sway
    ]
    with in_haste():
        scenes = view.watch(frames_of(smeared, start=4))
    for scene in scenes:
        assert scene.state in (LiveState.HOLD_STILL, LiveState.LOST)
        assert scene.lattice is None
        assert scene.advice
    assert view.show(seen(page), 8)[-1].is_shown


# Doubts, marks, trouble


def several() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Clues with a few solutions that have most cells in common."""
    for seed in range(500):
        clues = any_clues(6, 6, seed)
        if not (all(clues[0]) and all(clues[1])):
            continue
        if count_solutions(puzzle(clues)) is SolutionCount.SEVERAL:
            open_cells = solver_hooks().solve(puzzle(clues)).certain.to_text()
            if 0 < sum(row.count("?") for row in open_cells) < 12:
                return clues
    raise AssertionError("there is none")


def test_of_several_solutions_only_what_is_certain_is_told_and_not_too_soon() -> None:
    clues = several()
    view = View()
    scenes = view.show(seen(draw_page(*clues, pitch=40, boxed=True, width=2, fifth=4)), 10)
    last = scenes[-1]
    assert last.is_shown
    assert last.answer is not None
    assert not last.answer.has_one_solution
    assert last.answer.frames >= tasks.MIN_FRAMES_NOT_UNIQUE
    assert clues_of(last) == clues
    assert last.answer.certain == solver_hooks().solve(puzzle(clues)).certain
    first = next(k for k, scene in enumerate(scenes) if scene.answer is not None)
    assert first >= tasks.MIN_FRAMES_NOT_UNIQUE
    reads = [task for task in view.background.tasks if task in ("detect", "read_again")]
    assert len(reads) >= tasks.MIN_FRAMES_NOT_UNIQUE


MARKED = ["#....x", "......", "..#...", "......", "x.....", "......"]


def test_what_is_drawn_into_the_cells_is_read_and_the_next_step_is_told() -> None:
    rows, columns = unique_clues(6, 6)
    flat = draw_page(rows, columns, pitch=40, marks=MARKED, boxed=True, width=2, fifth=4)
    view = View()
    scene = view.show(seen(flat), 6, 0.4)[-1]
    assert scene.is_shown
    assert scene.answer is not None
    assert scene.marks is not None
    cells = list(zip("".join(MARKED), scene.marks.cells, strict=True))
    assert [state for mark, state in cells if mark == "#"] == [SHADED] * 2
    assert [state for mark, state in cells if mark == "x"] == [BLANK] * 2
    assert all(state == scene.marks.clear for mark, state in cells if mark == ".")


def test_a_hint_says_nothing_but_the_truth() -> None:
    view = View()
    scene = view.show(seen(printed(10, 10)), 5, 0.4)[-1]
    assert scene.answer is not None
    assert scene.hint is not None
    decided = [(h, c) for h, c in zip(scene.hint.cells.cells, scene.answer.certain.cells,
                                      strict=True) if h in (SHADED, BLANK)]  # fmt: skip
    assert decided
    assert all(hint == cell for hint, cell in decided)
    assert scene.hint.sentence.endswith(".")


def breaking(times: int) -> Callable[..., Any]:
    """A task that breaks down so often."""
    real = tasks.combine
    count = 0

    def combine(*arguments: Any) -> tasks.CombinedReading:
        nonlocal count
        count += 1
        if count <= times:
            raise ZeroDivisionError("a bug")
        return real(*arguments)

    return combine


def test_a_bug_in_a_task_is_told_and_the_view_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "combine", breaking(2))
    view = View()
    scenes = view.show(seen(printed(5, 5)), 12)
    assert view.kinds.count(EventKind.TROUBLE) == 2
    assert "ZeroDivisionError: a bug" in caplog.text
    assert scenes[-1].is_shown
    trouble = next(event for event in view.events if event.kind is EventKind.TROUBLE)
    assert "ZeroDivision" not in trouble.text  # that is for the log


def test_clues_that_contradict_each_other_are_said_to_and_can_be_checked() -> None:
    rows, columns = ((1,), (2,), (3,), (4,), (5,), (1,)), ((1,),) * 6
    view = View()
    page = seen(draw_page(rows, columns, pitch=40, width=2, boxed=True))
    scenes = view.show(page, 8, 0.45)
    last = scenes[-1]
    assert not last.is_shown
    assert {scene.state for scene in scenes[1:]} == {LiveState.READING}, "it does not flicker"
    assert last.advice == NUMBERS_CONTRADICT
    assert last.draft is not None
    assert tuple(line.lengths for line in last.draft.reading.rows) == rows


def in_colors(page: Page, *inks: tuple[int, int, int]) -> Page:
    """A page whose clues have these colours (BGR) in turn, line by line."""
    picture = page.picture.copy()
    left, top = page.crossings.min(axis=(0, 1)).astype(int) - 4
    pitch = page.lattice.pitch_px
    y, x = np.mgrid[: len(picture), : len(picture[0])]
    for at, start, is_clue in ((y, top + 4, x < left), (x, left + 4, y < top)):
        line = np.floor((at - start) / pitch).astype(int)
        for k, ink in enumerate(inks):
            part = is_clue & (line % len(inks) == k)
            dark = 1 - page.picture[part] / 255
            picture[part] = np.rint(255 - dark * (255 - np.array(ink)))
    return Page(picture, page.crossings)


RED, BLUE, BLACK = (30, 30, 220), (220, 60, 20), (0, 0, 0)


@pytest.mark.long
def test_colours_that_make_no_puzzle_are_said_and_not_solved() -> None:
    view = View()
    flat = draw_page(*unique_clues(5, 5), pitch=40, width=2, fifth=4)
    scenes = view.show(seen(in_colors(flat, RED, BLUE, BLACK)), 14, 0.3)
    assert not any(scene.is_shown for scene in scenes)
    assert all(scene.answer is None for scene in scenes)
    assert scenes[-1].advice == IN_COLORS
    told = [event.text for event in view.events if event.kind is EventKind.TROUBLE]
    assert told == [IN_COLORS]


def test_a_puzzle_in_colours_is_solved_and_painted_in_its_colours() -> None:
    view = View()
    of = draw_colors(np.random.default_rng(3), 12, WHITE, 30.0)
    picture = drawn(sheet(of, style(cell=40), is_tiled=False), WHITE)
    page = Page(picture, find_grids(picture)[0].lattice.points.astype(np.float64))
    scene = view.show(seen(page), 4, 0.6)[-1]
    assert scene.is_shown
    assert scene.answer is not None
    assert scene.answer.has_one_solution
    assert scene.lattice is not None
    frame, solution = scene.frame.picture, painted(scene, PaintMode.SOLUTION, 1.0)
    tints: dict[int, list[Matrix]] = {}
    for row, column in np.ndindex(of.colors.shape):
        middle = scene.lattice.quad(row, column, row + 1, column + 1).mean(axis=0)
        x, y = (round(float(place)) for place in middle)
        tint = solution[y, x] * 255.0 / frame[y, x]
        tints.setdefault(int(of.colors[row, column]), []).append(tint)
    assert np.min(tints[0]) == 255, "blank cells stay as they are"
    assert all(np.ptp(same, axis=0).max() < 3 for same in tints.values())
    means = [np.mean(tints[color], axis=0) for color in sorted(tints)]
    assert min(np.linalg.norm(a - b) for a, b in combinations(means, 2)) > 15
    assert scene.marks is None
    assert scene.hint is not None
    hint = painted(scene, PaintMode.HINT, 1.0)
    assert np.abs(hint.astype(int) - scene.frame.picture).max() > 60


def test_a_page_printed_in_one_colour_is_solved() -> None:
    view = View()
    flat = draw_page(*unique_clues(10, 10), pitch=40, width=2, fifth=4)
    assert view.show(seen(in_colors(flat, RED)), 4)[-1].is_shown


def test_events_come_in_the_order_of_time_and_say_what_people_see() -> None:
    one, other = siblings(5, 5)
    view = View()
    for flat in (one, other, one):
        view.show(seen(flat), 5)
        view.show_nothing(table(), 2)
    assert len(view.events) > 8
    assert all(a.seconds <= b.seconds for a, b in pairwise(view.events))
    assert view.events[-1].seconds <= view.scenes[-1].frame.seconds
    assert all(event.text.endswith(".") for event in view.events)
    assert any("5 rows and 5 columns" in event.text for event in view.events)
    timed = {event.kind for event in view.events if event.took_s is not None}
    assert timed == set(READ_ONCE)
    assert all(event.took_s is None or event.took_s >= 0 for event in view.events)


def test_a_scene_is_of_the_frame_that_was_given() -> None:
    view, page = View(), seen(printed(5, 5))
    for frame in frames_of([page.picture] * 4, start=7):
        before = frame.picture.copy()
        scene = view.live.process(frame)
        assert scene.frame is frame
        assert np.array_equal(frame.picture, before)
        if scene.answer is not None:
            assert isinstance(scene.answer.certain, Grid)


def test_it_ends_what_is_done_beside_the_video() -> None:
    view = View()
    view.show_nothing(table(), 1)
    view.live.close()
    assert view.background.is_closed


def test_without_a_listener_nothing_is_missing() -> None:
    live = LiveView(solver_hooks(), background=InlineRunner())
    scenes: Sequence[Scene] = [
        live.process(frame) for frame in frames_of([seen(printed(5, 5)).picture] * 3)
    ]
    assert scenes[-1].is_shown
    live.close()


@pytest.mark.parametrize(
    "turns",
    few(1, [1, MIRRORED, *further(2, 3)]),
)
def test_a_turned_or_mirrored_page_is_read_and_painted_in_its_place(turns: int) -> None:
    view, page = View(), seen(printed(10, 10))
    picture = turned(page.picture, turns)
    scene = view.show(picture, 8)[-1]
    assert scene.is_shown
    assert scene.frame.picture.shape == picture.shape
    back = turns if turns & MIRRORED else -turns % 4
    assert scene.turns == back
    result = painted(scene, PaintMode.SOLUTION, 1.0)
    changed = np.abs(result.astype(int) - scene.frame.picture).max(axis=2) > 40
    upright = turned(changed.astype(np.uint8), back)
    low, high = page.crossings.min(axis=(0, 1)) - 4, page.crossings.max(axis=(0, 1)) + 4
    y, x = np.nonzero(upright)
    assert len(x) > 500
    assert low[0] < x.min() < x.max() < high[0]
    assert low[1] < y.min() < y.max() < high[1]


def proposing(turns: int, times: int) -> Callable[..., Any]:
    """A detection that takes so many frames for turned ones."""
    count = 0

    def detect(picture: Picture, is_sharpened: bool, timeout_s: float) -> Any:
        nonlocal count
        count += 1
        found = tasks.detect(picture, is_sharpened, timeout_s)
        return found if found is None or count > times else replace(found, turns=turns)

    return detect


@pytest.mark.parametrize("times", [*further(1), 2])
def test_frames_that_were_turned_by_mistake_are_turned_back(
    monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """One frame turns nothing; after two the page is not found, and the frames are turned back."""
    monkeypatch.setattr(live_views, "detect_once", proposing(1, times))
    monkeypatch.setattr(tasks, "digit_shares", lambda _: None)
    view = View()
    scenes = view.show(seen(printed(10, 10)), 20)
    assert {scene.turns for scene in scenes} == ({0} if times == 1 else {0, 1})
    assert scenes[-1].turns == 0
    assert scenes[-1].is_shown
