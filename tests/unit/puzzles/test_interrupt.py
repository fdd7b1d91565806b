"""Ctrl+C: a wish for work that asks, an end for work that does not."""

from __future__ import annotations

import signal

import pytest

from puzzles.interrupt import interruptible


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
        assert not should_stop()
        signal.raise_signal(signal.SIGINT)
        assert should_stop(), "after that work it is a wish again"


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
