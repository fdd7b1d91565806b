"""Solvers from outside: what becomes of one that is left to end by itself."""

from __future__ import annotations

import pytest

from solver.registry import why_missing
from tests.support.processes import run_python

STOP_AT_ONCE = """
import sys
sys.path.insert(0, ".")
from solver.api import Limits, solve
from solver.registry import get_engine
from tests.support.boards import random_puzzle
get_engine("cp-sat")
result = solve(random_puzzle(1, 60, 60, density=0.6), Limits(timeout_s=0.4), engine="cp-sat")
print(result.outcome.value)
"""


@pytest.mark.skipif(bool(why_missing("cp-sat")), reason="the extra study is not installed")
def test_the_program_ends_in_peace_while_a_solver_is_still_at_work() -> None:
    ended = run_python(STOP_AT_ONCE)
    assert (ended.returncode, ended.stdout.strip()) == (0, "limit"), ended.stderr
    assert "terminate" not in ended.stderr
