"""Ctrl+C: a wish for work that asks, an end for work that does not."""

from __future__ import annotations

import signal
from contextlib import suppress

import pytest

from puzzles.interrupt import interrupt_kept, interruptible
from tests.support.processes import run_python
from tests.support.signals import default_signals


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_is_a_wish_and_the_second_an_end(kind: signal.Signals) -> None:
    with interruptible() as should_stop:
        assert not should_stop()
        signal.raise_signal(kind)
        assert should_stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(kind)


def test_work_that_does_not_ask_is_ended_by_the_first_signal() -> None:
    with interruptible() as should_stop:
        with pytest.raises(KeyboardInterrupt), should_stop.breaking():
            signal.raise_signal(signal.SIGINT)
        assert should_stop(), "whoever catches it ends what is left, as after a wish"


def test_work_that_does_not_ask_is_not_begun_after_a_signal() -> None:
    with interruptible() as should_stop:
        signal.raise_signal(signal.SIGINT)
        begun = []
        with pytest.raises(KeyboardInterrupt), should_stop.breaking():
            begun.append(1)
        assert not begun


def test_the_handlers_of_before_are_there_again() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with interruptible():
        assert signal.getsignal(signal.SIGINT) != before[0]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_an_import_that_takes_ctrl_c_for_a_failure_is_interrupted() -> None:
    """As compiled modules do: "initialization failed"."""

    def import_compiled() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("initialization failed") from None

    with default_signals():
        with pytest.raises(KeyboardInterrupt), interrupt_kept():
            import_compiled()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        with pytest.raises(ImportError, match="not there"), interrupt_kept():
            raise ImportError("not there")
        with pytest.raises(KeyboardInterrupt), interrupt_kept(), suppress(BaseException):
            signal.raise_signal(signal.SIGINT)  # which a module swallows


def test_a_program_does_not_wait_for_a_solver_that_does_not_stop() -> None:
    script = """
import sys, threading, time
from solver.engines import outside
outside.leave(1)  # nothing is left running: nothing happens
outside._abandoned.append(threading.Thread(target=time.sleep, args=(100,), daemon=True))
outside._abandoned[0].start()
print("written", end="")
outside.leave(130)
"""
    done = run_python(script)
    assert (done.returncode, done.stdout, done.stderr) == (130, "written", "")
