"""From frames to pictures: the newest wins, nothing waits, and all of it can be stopped."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.camera import feed as feed_module
from helper.camera.feed import FAULT, Feed, FeedFrame, PaintOptions
from recognizer.live.scene import EventKind, Frame, LiveState, LogEvent, PaintMode, Scene
from tests.support.fake_camera import (
    PAINTS,
    FakeCapture,
    FakeSetup,
    event,
    shown,
    soon,
    waiting_for,
)
from tests.support.waiting import PATIENCE_S

LOOK = PaintOptions(PaintMode.SOLUTION, 0.5)


@pytest.fixture
def feed(qapp: QApplication, fake_setup: FakeSetup) -> Iterator[Feed]:
    made = Feed(fake_setup.live_setup, 0, (640, 480), LOOK, qapp)
    yield made
    for video in fake_setup.captures:
        video.hangs.set()
    made.close()


def started(feed: Feed, fake_setup: FakeSetup, qtbot: QtBot) -> FakeCapture:
    feed.start()
    qtbot.waitUntil(lambda: bool(fake_setup.live_views and fake_setup.live_view.seen), timeout=3000)
    return fake_setup.capture


def picture_of(feed: Feed, number: int, qtbot: QtBot) -> FeedFrame:
    """The picture of a frame, when it has come."""
    found: list[FeedFrame] = []

    def is_there() -> bool:
        taken = feed.take()
        if taken is not None and taken.scene.frame.number == number:
            found.append(taken)
        return bool(found)

    qtbot.waitUntil(is_there, timeout=3000)
    return found[0]


def test_a_frame_becomes_a_picture(feed: Feed, fake_setup: FakeSetup, qtbot: QtBot) -> None:
    with qtbot.waitSignal(feed.arrived, timeout=3000):
        feed.start()
    taken = feed.take()
    assert taken is not None
    assert fake_setup.asked == [(0, (640, 480))]
    assert fake_setup.capture.is_started
    assert taken.scene.state is LiveState.SHOWN
    color = taken.image.pixelColor(10, 10)
    assert (color.red(), color.green(), color.blue()) == (200, 50, PAINTS[PaintMode.SOLUTION])
    assert feed.take() is None, "a picture is taken once"


def test_a_slow_window_gets_the_newest_picture_and_one_signal(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    arrivals: list[int] = []
    feed.arrived.connect(lambda: arrivals.append(1))
    video = started(feed, fake_setup, qtbot)
    for number in range(1, 20):  # the window does nothing all the while
        video.put()
        assert soon(lambda number=number: fake_setup.live_view.seen[-1] == number)  # type: ignore[misc]
    asked = video.asked
    assert soon(lambda: video.asked > asked), "the last one is painted"
    qtbot.waitUntil(lambda: bool(arrivals))
    qtbot.wait(50)
    taken = feed.take()
    assert taken is not None
    assert taken.scene.frame.number == 19
    assert len(arrivals) <= 1
    video.put()
    qtbot.waitUntil(lambda: len(arrivals) == 2, timeout=3000)


def test_a_slow_reader_skips_frames_and_is_called_in_one_thread(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    release = threading.Event()
    fake_setup.process = waiting_for(release)
    video = started(feed, fake_setup, qtbot)
    for _ in range(60):
        video.put()
    release.set()
    assert soon(lambda: fake_setup.live_view.seen[-1] == 60)
    assert fake_setup.live_view.seen == [0, 60], "frames were waiting"
    assert len(fake_setup.live_view.threads) == 1
    assert threading.get_ident() not in fake_setup.live_view.threads


def test_the_look_is_that_of_the_moment(feed: Feed, fake_setup: FakeSetup, qtbot: QtBot) -> None:
    video = started(feed, fake_setup, qtbot)
    for number, mode, opacity in ((1, PaintMode.CHECK, 1.0), (2, PaintMode.HINT, 0.2)):
        feed.paint_options = PaintOptions(mode, opacity)
        video.put()
        color = picture_of(feed, number, qtbot).image.pixelColor(5, 5)
        assert (color.green(), color.blue()) == (round(100 * opacity), PAINTS[mode])


def test_while_paused_frames_pass_unseen(feed: Feed, fake_setup: FakeSetup, qtbot: QtBot) -> None:
    video = started(feed, fake_setup, qtbot)
    feed.is_paused = True
    time.sleep(0.15)
    video.put()
    video.put()
    time.sleep(0.1)
    assert fake_setup.live_view.seen == [0]
    feed.is_paused = False
    assert soon(lambda: fake_setup.live_view.seen == [0, 2])


@pytest.mark.clock
@pytest.mark.parametrize("what", ["waiting and closing", "seeing", "nothing"])
def test_closing_takes_a_moment_whatever_hangs(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot, what: str
) -> None:
    release = threading.Event()
    video = started(feed, fake_setup, qtbot)
    if what == "seeing":
        fake_setup.process = waiting_for(release)
        video.put()
    elif what == "waiting and closing":
        video.hangs.clear()
    time.sleep(0.15)
    heard: list[object] = []
    for signal in (feed.arrived, feed.ended, feed.happened):
        signal.connect(lambda *values: heard.append(values))
    before = time.perf_counter()
    feed.close()
    assert time.perf_counter() - before < 0.2
    assert video.closed.is_set(), "the camera's light goes off"
    assert feed.take() is None
    release.set()
    video.hangs.set()
    assert soon(fake_setup.live_view.closed.is_set)
    assert soon(feed.released.is_set)
    qtbot.wait(50)
    assert heard == []
    feed.close()


@pytest.mark.clock
def test_closed_while_the_camera_is_being_opened(feed: Feed, fake_setup: FakeSetup) -> None:
    opening, may_open = threading.Event(), threading.Event()

    def prepare(video: FakeCapture) -> None:
        opening.set()
        may_open.wait(PATIENCE_S)

    fake_setup.prepare = prepare
    feed.start()
    assert opening.wait(PATIENCE_S)
    before = time.perf_counter()
    feed.close()
    assert time.perf_counter() - before < 0.2
    may_open.set()
    assert soon(lambda: bool(fake_setup.captures) and fake_setup.capture.closed.is_set())
    assert not fake_setup.capture.is_started


def test_the_next_feed_waits_for_the_camera(
    qapp: QApplication, feed: Feed, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    video = started(feed, fake_setup, qtbot)
    video.hangs.clear()
    feed.close()
    following = Feed(fake_setup.live_setup, 0, None, LOOK, qapp, feed.released)
    following.start()
    time.sleep(0.1)
    assert len(fake_setup.captures) == 1
    video.hangs.set()
    assert soon(lambda: len(fake_setup.captures) == 2)
    following.close()


def test_a_bug_of_the_reader_is_told_once_and_the_picture_goes_on(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(frame: Frame) -> Scene:
        raise ZeroDivisionError("not your fault")

    fake_setup.process = broken
    events: list[LogEvent] = []
    feed.happened.connect(events.append)
    with caplog.at_level(logging.CRITICAL), qtbot.waitSignal(feed.arrived, timeout=3000):
        feed.start()
    taken = feed.take()
    assert taken is not None
    assert (taken.scene.state, taken.scene.advice) == (LiveState.SEARCHING, FAULT)
    assert taken.image.pixelColor(5, 5).blue() == 200, "the frame as it is"
    for number in range(1, 4):
        fake_setup.capture.put()
        assert soon(lambda number=number: fake_setup.live_view.seen[-1] == number)  # type: ignore[misc]
    fake_setup.process = shown
    fake_setup.capture.put()
    assert picture_of(feed, 4, qtbot).scene.state is LiveState.SHOWN
    qtbot.waitUntil(lambda: bool(events))
    assert [e.kind for e in events] == [EventKind.TROUBLE]
    assert len([r for r in caplog.records if "ZeroDivisionError" in r.getMessage()]) == 1
    assert fake_setup.live_view.resets >= 3


def test_a_bug_of_the_painter_leaves_the_frame(
    qapp: QApplication, feed: Feed, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    def paint(*_: object) -> None:
        raise ValueError("no paint")

    parts = fake_setup.live_setup._replace(paint=paint)  # type: ignore[arg-type]
    other = Feed(parts, 0, None, LOOK, qapp)
    with qtbot.waitSignal(other.arrived, timeout=3000):
        other.start()
    taken = other.take()
    assert taken is not None
    assert taken.scene.state is LiveState.SHOWN
    assert taken.image.pixelColor(5, 5).blue() == 200
    other.close()


def test_a_bug_at_the_start_ends_in_a_sentence(
    qapp: QApplication, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    def capture(*_: object) -> FakeCapture:
        raise RuntimeError("no driver")

    feed = Feed(fake_setup.live_setup._replace(capture=capture), 0, None, LOOK, qapp)
    with qtbot.waitSignal(feed.ended, timeout=3000) as ended:
        feed.start()
    assert ended.args is not None
    assert "RuntimeError" not in ended.args[0]
    assert "log file" in ended.args[0]
    feed.close()


@pytest.mark.parametrize("sentence", ["Camera 0 may be unplugged.", ""])
def test_the_end_is_told_with_its_reason(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot, sentence: str
) -> None:
    video = started(feed, fake_setup, qtbot)
    with qtbot.waitSignal(feed.ended, timeout=3000) as ended:
        video.problem, video.is_over = sentence or None, True
    assert ended.args == [sentence]


def test_what_happens_is_heard_in_the_thread_of_the_window(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    threads: list[int] = []
    feed.happened.connect(lambda _: threads.append(threading.get_ident()))
    started(feed, fake_setup, qtbot)
    teller = threading.Thread(target=fake_setup.live_view.on_event, args=(event(1),))
    teller.start()
    teller.join()
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.get_ident()]


def of_one_frame(video: FakeCapture) -> None:
    """A film that is over as soon as it begins."""
    video.put()
    video.is_over = True


def test_the_last_frame_of_a_film_is_looked_at_until_its_puzzle_is_shown(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    seen: list[Frame] = []

    def slowly(frame: Frame) -> Scene:
        seen.append(frame)
        return shown(frame) if len(seen) > 3 else Scene(frame, LiveState.READING)

    fake_setup.process = slowly
    fake_setup.prepare = of_one_frame
    with qtbot.waitSignal(feed.ended, timeout=3000) as ended:
        feed.start()
    assert ended.args == [""]
    assert [frame.number for frame in seen] == [0, 1, 2, 3]
    assert all(frame.picture is seen[0].picture for frame in seen)
    times = [frame.seconds for frame in seen]
    assert times == sorted(set(times))


def test_a_film_without_a_puzzle_ends_all_the_same(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helper.camera.feed._REPEAT_PAUSE_S", 0.01)
    monkeypatch.setattr("helper.camera.feed._FRAME_TIMEOUT_S", 0.01)
    fake_setup.process = lambda frame: Scene(frame, LiveState.SEARCHING)
    fake_setup.prepare = of_one_frame
    with qtbot.waitSignal(feed.ended, timeout=10_000) as ended:
        feed.start()
    assert ended.args == [""]
    assert len(fake_setup.live_view.seen) == 1 + feed_module._LAST_FRAME_TASKS


def test_a_film_ends_even_if_the_reader_does_not_answer(
    feed: Feed, fake_setup: FakeSetup, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helper.camera.feed._LAST_FRAME_TIMEOUT_S", 0.1)

    def busy(frame: Frame) -> Scene:
        fake_setup.live_view.is_busy = True
        return Scene(frame, LiveState.SEARCHING)

    fake_setup.process = busy
    fake_setup.prepare = of_one_frame
    with qtbot.waitSignal(feed.ended, timeout=10_000) as ended:
        feed.start()
    assert ended.args == [""]
