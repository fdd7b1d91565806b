"""Cases of a law that `make test` leaves out; `make test LONG=1` runs them."""

from __future__ import annotations

from typing import Any

import pytest


def further(*cases: Any) -> list[Any]:
    """Cases for ``parametrize`` beside shorter ones that hold the same law; tuples are several
    values."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
        for case in cases
    ]
