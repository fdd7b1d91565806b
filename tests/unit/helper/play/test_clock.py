"""The clock of a game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helper.play.clock import PlayClock

steps = st.one_of(
    st.tuples(st.just("wait"), st.integers(0, 100_000)),
    st.tuples(st.just("run"), st.integers(0, 1)),
    st.tuples(st.just("set"), st.integers(0, 9000)),
)


@given(st.lists(steps, max_size=20))
def test_a_paused_clock_never_counts_and_a_running_one_counts_all(
    done: list[tuple[str, int]],
) -> None:
    now_ms = expected_ms = 0
    clock = PlayClock(lambda: now_ms / 1000)
    for kind, value in done:
        if kind == "wait":
            now_ms += value
            expected_ms += value if clock.is_running else 0
        elif kind == "run":
            clock.run(bool(value))
        else:
            clock.set(value)
            expected_ms = 1000 * value
        assert abs(clock.seconds * 1000 - expected_ms + 499.5) <= 501
        assert 1 <= clock.ms_to_next_second <= 1000
