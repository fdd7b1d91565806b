"""The times of stages: each second counts once, and the reader is as before afterwards."""

from __future__ import annotations

from contextlib import suppress

import pytest

import recognizer.reading
from benchmarks import reading_stages
from benchmarks.reading_stages import STAGES, StageTimes


def test_a_stage_within_another_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 4.0, 10.0])
    monkeypatch.setattr(reading_stages, "process_time", lambda: next(clock))
    times = StageTimes()
    solve = times.timed("solver", lambda: 3)
    assert times.timed("rules", lambda: solve() + 1)() == 4
    assert times.seconds == {"rules": 7.0, "solver": 3.0}
    assert [line.split() for line in times.table(2)][2:] == [
        ["|", "rules", "|", "3500", "|", "70%", "|"],
        ["|", "solver", "|", "1500", "|", "30%", "|"],
    ]


def test_the_reader_is_as_before_also_after_an_error() -> None:
    before = {name: getattr(recognizer.reading, name) for name in STAGES}
    with suppress(ValueError), StageTimes().of_reading():
        assert all(getattr(recognizer.reading, name) is not before[name] for name in STAGES)
        raise ValueError("a bug")
    assert {name: getattr(recognizer.reading, name) for name in STAGES} == before
