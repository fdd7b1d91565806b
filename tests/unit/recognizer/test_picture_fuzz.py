"""Damaged pictures are read or refused, and nothing else; see picture_fuzz.py for many more."""

from __future__ import annotations

from collections import Counter

import pytest

from recognizer import picture_limits
from tests.support.picture_fuzz import mutated, samples, tried


def test_whole_pictures_of_every_kind_are_read() -> None:
    for data in samples():
        is_drawing = b"<svg" in data or data.startswith(b"\x1f\x8b")
        assert tried(data) == ("read refused" if is_drawing else "read read")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_damaged_pictures_are_read_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_limits, "MAX_PIXELS", 100_000)
    monkeypatch.setattr("helper.images.svg.MAX_SIDE_PX", 64)
    ends = Counter(tried(mutated(seed)) for seed in range(1000))
    assert set(ends) <= {"read read", "refused refused", "read refused"}
    assert min(ends.values()) > 10, "otherwise nothing is tried"
