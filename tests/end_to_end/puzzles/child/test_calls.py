"""Work in a child process: what comes back, what ends it, and that nothing of it is left."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from typing import Any

import numpy as np
import pytest

from puzzles.child.child import Child, ChildEndedError, OverLimitError, StoppedError
from puzzles.child.limits import ChildLimits
from puzzles.child.pool import Pool
from puzzles.child.serving import Message, MessageKind
from puzzles.errors import NonogramError, RecognitionError
from tests.support.child_worker import MB, Hanging, Unmakeable, Worker
from tests.support.paths import ROOT
from tests.support.processes import is_running, run_python
from tests.support.waiting import wait_until

WIDE = ChildLimits(512, 20, "decoding it")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="not tried elsewhere")


@pytest.fixture(scope="module")
def shared_child() -> Iterator[Child[Worker]]:
    """For tests after which it may be another one."""
    with Child(Worker) as child:
        yield child


def test_arrays_come_back_as_they_are_whatever_is_printed(
    shared_child: Child[Worker],
) -> None:
    for height, width in ((1, 1), (3, 5), (700, 900)):
        picture = shared_child.call(WIDE, "a.png", Worker.picture, height, width)
        assert np.array_equal(picture, Worker().picture(height, width))
        assert picture.flags.writeable


@pytest.mark.parametrize("shape", [(0,), (3, 5), (700, 900, 3)])
def test_arrays_arrive_as_they_are(shape: tuple[int, ...], shared_child: Child[Worker]) -> None:
    sent = np.random.default_rng(1).random(shape)
    for array in (sent, np.asfortranarray(sent), sent[::2]):
        back: Any = shared_child.call(WIDE, "", Worker.echo, array)
        assert np.array_equal(back, array)


def test_a_call_is_told_and_stopped_whatever_was_before() -> None:
    heard: SimpleQueue[Message] = SimpleQueue()
    child = Child(Worker, heard.put)

    def end_of(method: Callable[..., object], *args: object) -> MessageKind:
        child.ask(None, method, *args)
        kinds = (heard.get(timeout=30).kind for _ in range(9))
        return next(kind for kind in kinds if kind is not MessageKind.READY)

    assert end_of(Worker.echo, lambda: "cannot be sent") is MessageKind.ERROR
    assert end_of(Worker.echo, 1) is MessageKind.RESULT
    assert end_of(Worker.die, signal.SIGKILL) is MessageKind.ENDED
    assert end_of(Worker.listen) is MessageKind.REPORT
    for value in (1, 2):
        child.tell(value)
    child.stop()
    assert heard.get(timeout=30)[1:3] == (MessageKind.RESULT, 2)
    assert end_of(Worker.listen) is MessageKind.REPORT, "the stop was for the call before"
    child.stop(patience_s=60)
    assert heard.get(timeout=30)[1:3] == (MessageKind.RESULT, None)
    child.ask(None, Worker.sleep)
    child.stop(patience_s=0.01)
    end = heard.get(timeout=30).value
    assert (end.is_stopped, end.is_overtime) == (True, False)
    child.close()
    assert heard.empty()


def test_neither_reports_nor_a_full_pipe_keep_a_child_from_being_stopped() -> None:
    with Child(Worker) as child:
        child.should_stop = lambda: True
        with pytest.raises(StoppedError):
            child.call(WIDE, "a.png", Worker.chatter)
    with Child(Hanging) as child, pytest.raises(OverLimitError):
        child.call(ChildLimits(512, 0.05, "it"), "a.png", Worker.echo, bytes(2**22))
    heard: SimpleQueue[Message] = SimpleQueue()
    hanging = Child(Hanging, heard.put)
    hanging.ask(None, Worker.echo, bytes(2**22))
    hanging.stop(patience_s=0.01)
    assert heard.get(timeout=30).value.is_stopped
    hanging.close()


def test_what_reads_stdin_or_leaves_does_not_disturb_the_calls(
    shared_child: Child[Worker],
) -> None:
    assert shared_child.call(WIDE, "a.png", Worker.read_stdin) == ""
    with pytest.raises(RuntimeError, match="SystemExit: as a library may"):
        shared_child.call(WIDE, "a.png", Worker.leave)
    assert shared_child.call(WIDE, "a.png", Worker.echo, 1) == 1


def test_what_was_closed_starts_no_process_any_more() -> None:
    pool = Pool(partial(Child, Worker))
    with pool.one() as child:
        assert child.call(WIDE, "a.png", Worker.echo, 1) == 1
        pool.close()
        with pytest.raises(ChildEndedError):
            child.call(WIDE, "a.png", Worker.echo, 2)
    assert not child.is_alive


def test_an_interrupt_before_the_result_leaves_none_for_the_next_call(
    monkeypatch: pytest.MonkeyPatch, shared_child: Child[Worker]
) -> None:
    ask = shared_child.ask

    def interrupted(*args: Any) -> int:
        ask(*args)
        raise KeyboardInterrupt

    monkeypatch.setattr(shared_child, "ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        shared_child.call(WIDE, "a.png", Worker.echo, "of the call before")
    monkeypatch.undo()
    assert shared_child.call(WIDE, "a.png", Worker.echo, "mine") == "mine"


def test_one_object_answers_until_the_child_dies() -> None:
    with Child(Worker) as child:
        assert [child.call(WIDE, "a.png", Worker.calls) for _ in range(3)] == [1, 2, 3]
        with pytest.raises(ChildEndedError):
            child.call(WIDE, "a.png", Worker.die, signal.SIGKILL)
        assert [child.call(WIDE, "a.png", Worker.calls) for _ in range(2)] == [1, 2]


def test_a_child_that_cannot_start_is_not_said_to_need_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nothing = (sys.executable, "-c", "raise SystemExit(3)")
    monkeypatch.setattr("puzzles.child.process.child_command", lambda: nothing)
    with Child(Worker) as child, pytest.raises(ChildEndedError) as ended:
        child.call(WIDE, "a.png", Worker.calls)
    assert str(ended.value) == (
        "a.png: a part of the program ends before it has started (exit code 3). Install the program"
        " again"
    )
    monkeypatch.undo()
    with Child(Worker) as child:
        assert child.call(WIDE, "a.png", Worker.calls) == 1


@on_linux
def test_a_program_that_is_process_1_has_children() -> None:
    """As in a container."""
    as_first = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"]
    program = (
        "import os\n"
        "from puzzles.child.limits import ChildLimits\n"
        "from puzzles.child.child import Child\n"
        "from tests.support.child_worker import Worker\n"
        "with Child(Worker) as child:\n"
        "    print(os.getpid(), child.call(ChildLimits(512, 20, 'it'), 'a.png', Worker.calls))\n"
    )
    try:
        subprocess.run([*as_first, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no process may have a namespace of its own here")
    ran = subprocess.run(
        [*as_first, sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr) == ("1 1\n", "")


def test_errors_are_raised_here_as_they_were_there(shared_child: Child[Worker]) -> None:
    with pytest.raises(RecognitionError, match=r"^a\.png: the picture is broken$"):
        shared_child.call(WIDE, "x", Worker.refuse)
    with pytest.raises(ModuleNotFoundError) as missing:
        shared_child.call(WIDE, "x", Worker.miss)
    assert missing.value.name == "pillow"
    with pytest.raises(ZeroDivisionError, match="by nothing") as broken:
        shared_child.call(WIDE, "x", Worker.break_down)
    assert "in break_down" in broken.value.__notes__[0]
    with (
        Child(Unmakeable) as child,
        pytest.raises(ModuleNotFoundError, match="no module"),
    ):
        child.call(WIDE, "x", Worker.calls)


@on_linux
def test_more_memory_than_the_limit_is_a_sentence_that_names_it(
    shared_child: Child[Worker],
) -> None:
    limits = ChildLimits(80, 20, "decoding it")
    for _ in range(3):  # what was given back does not count
        assert shared_child.call(limits, "a.png", Worker.take, 60) == 1
    with pytest.raises(OverLimitError, match=r"^a\.png: .* more than 80 MB of memory"):
        shared_child.call(limits, "a.png", Worker.take, 120)
    assert shared_child.call(WIDE, "a.png", Worker.take, 120) == 1


@on_linux
def test_the_child_has_the_limits_of_each_question(shared_child: Child[Worker]) -> None:
    small, large = (
        shared_child.call(limits, "a.png", Worker.limits)
        for limits in (ChildLimits(100, 7, "decoding it"), ChildLimits(300, 70, "decoding it"))
    )
    assert abs(large[0] - small[0] - 200 * MB) < 20 * MB
    for (_, cpu, used), seconds in ((small, 7), (large, 70)):
        assert seconds - 1 <= cpu - used <= seconds + 1


@pytest.mark.parametrize(
    ("method", "arguments", "said"),
    [
        (Worker.run_out, (), "more than 512 MB of memory"),
        (Worker.die, (signal.SIGABRT,), "more than 512 MB of memory"),
        (Worker.die, (signal.SIGSEGV,), "more than 512 MB of memory"),
        (Worker.die, (signal.SIGKILL,), "ended by the system, .* Close other programs"),
        (Worker.die, (signal.SIGXCPU,), "longer than 20 s"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_child_that_dies_is_a_sentence_that_names_the_limit(
    shared_child: Child[Worker],
    method: Callable[..., None],
    arguments: tuple[int, ...],
    said: str,
) -> None:
    with pytest.raises(NonogramError, match=rf"^a\.png: .*{said}") as error:
        shared_child.call(WIDE, "a.png", method, *arguments)
    assert shared_child.pid is None
    copy = pickle.loads(pickle.dumps(error.value))
    assert str(copy) == str(error.value)
    has_died = method is Worker.die and "longer" not in said
    assert type(copy) is (ChildEndedError if has_died else OverLimitError)


def test_what_waits_for_ever_is_ended_by_the_clock(shared_child: Child[Worker]) -> None:
    with pytest.raises(OverLimitError, match=r"a\.png: .*longer than 0\.05 s"):
        shared_child.call(ChildLimits(512, 0.05, "decoding it"), "a.png", Worker.sleep)


@pytest.mark.parametrize("method", [Worker.sleep, Worker.hold])
def test_a_stop_kills_the_child_whatever_it_does(method: Callable[[Worker], None]) -> None:
    wanted = [True]
    with Child(Worker) as child:
        child.should_stop = lambda: not wanted
        pid = child.call(WIDE, "a.png", Worker.pid)
        wanted.clear()
        with pytest.raises(StoppedError):
            child.call(WIDE, "a.png", method)
        wait_until(lambda: not is_running(pid))


def test_ctrl_c_kills_the_child() -> None:
    wanted = [True]

    def interrupted() -> bool:
        if not wanted:
            raise KeyboardInterrupt
        return False

    with Child(Worker) as child:
        child.should_stop = interrupted
        pid = child.call(WIDE, "a.png", Worker.pid)
        wanted.clear()
        with pytest.raises(KeyboardInterrupt):
            child.call(WIDE, "a.png", Worker.sleep)
        wait_until(lambda: not is_running(pid))


@on_linux
@pytest.mark.parametrize("method", ["calls", "hold"])
def test_the_child_dies_with_its_parent(method: str) -> None:
    code = f"""
import os, signal, threading
from puzzles.child.child import Child
from puzzles.child.limits import ChildLimits
from tests.support.child_worker import Worker
child = Child(Worker)
print(child.call(ChildLimits(512, 20, "decoding it"), "a", Worker.pid), flush=True)
threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
child.call(ChildLimits(512, 20, "decoding it"), "a", Worker.{method})
threading.Event().wait()
"""
    pid = int(run_python(code).stdout)
    wait_until(lambda: not is_running(pid))
