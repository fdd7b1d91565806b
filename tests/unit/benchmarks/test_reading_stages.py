"""The times of stages: each second counts once, and the reader is as before afterwards."""

from __future__ import annotations

from contextlib import suppress

import pytest

from benchmarks import reading
from benchmarks.reading import CALLERS, STAGES, StageTimes


def test_a_stage_within_another_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 4.0, 10.0])
    monkeypatch.setattr(reading, "process_time", lambda: next(clock))
    times = StageTimes()
    solve = times.timed("solver", lambda: 3)
    assert times.timed("rules", lambda: solve() + 1)() == 4
    assert times.seconds == {"rules": 7.0, "solver": 3.0}
    assert [[*row.values()] for row in times.rows(2)] == [
        ["rules", 3500.0, "70.0 %"],
        ["solver", 1500.0, "30.0 %"],
    ]


def test_the_reader_is_as_before_also_after_an_error() -> None:
    def functions() -> dict[tuple[str, str], object]:
        return {
            (module.__name__, name): getattr(module, name)
            for module in CALLERS
            for name in STAGES
            if hasattr(module, name)
        }

    before = functions()
    assert {name for _, name in before} == set(STAGES)
    with suppress(ValueError), StageTimes().of_reading():
        assert all(now is not before[key] for key, now in functions().items())
        raise ValueError("a bug")
    assert functions() == before
