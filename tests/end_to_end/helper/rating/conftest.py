"""Ratings that need no child process, for tests of what is done with them."""

from __future__ import annotations

import pytest

from helper.rating import rater
from tests.support.rating import QuickRater


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles are rated in this process."""
    monkeypatch.setattr(rater, "RequestProcess", QuickRater)
