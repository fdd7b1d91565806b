"""Two functions at once: both results, both errors, and no waiting for each other."""

from __future__ import annotations

from threading import Event, current_thread

import pytest

from recognizer.two_threads import both
from tests.support.waiting import PATIENCE_S


def test_both_run_at_once_in_two_threads() -> None:
    met = Event(), Event()

    def meet(own: Event, other: Event) -> str:
        own.set()
        assert other.wait(PATIENCE_S)
        return current_thread().name

    first, second = both(lambda: meet(*met), lambda: meet(*met[::-1]))
    assert first == current_thread().name != second


@pytest.mark.parametrize("is_first", [True, False])
def test_an_error_comes_after_the_other_one_has_ended(is_first: bool) -> None:
    ended: list[bool] = []

    def fail() -> None:
        raise ValueError("a bug")

    work = fail, lambda: ended.append(True)
    with pytest.raises(ValueError, match="a bug"):
        both(*work if is_first else work[::-1])
    assert ended == [True]


def test_what_is_divided_again_does_not_wait_for_its_own_thread() -> None:
    assert both(lambda: 1, lambda: both(lambda: 2, lambda: 3)) == (1, (2, 3))
    assert both(lambda: both(lambda: 1, lambda: 2), lambda: 3) == ((1, 2), 3)
