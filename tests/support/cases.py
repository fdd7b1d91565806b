"""Cases of a law that `make test` leaves out; `make test LONG=1` runs them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def further(*cases: Any) -> list[Any]:
    """Cases for ``parametrize`` beside shorter ones that hold the same law; tuples are several
    values."""
    return [_param(case, is_long=True) for case in cases]


def few(count: int, cases: Iterable[Any]) -> list[Any]:
    """Cases for ``parametrize`` that differ in breadth only: all but ``count`` of them are long.

    Those that stay are spread evenly, from the first one on; tuples are several values.
    """
    listed = list(cases)
    kept = {index * len(listed) // count for index in range(count)}
    return [_param(case, is_long=index not in kept) for index, case in enumerate(listed)]


def _param(case: Any, is_long: bool) -> ParameterSet:
    marks = (pytest.mark.long,) if is_long else ()
    if isinstance(case, ParameterSet):
        return case._replace(marks=(*case.marks, *marks))
    return pytest.param(*(case if type(case) is tuple else (case,)), marks=marks)
