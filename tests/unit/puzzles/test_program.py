"""The names of the program's modules, in a checkout and in an installation."""

from __future__ import annotations

import pytest

from puzzles import program
from puzzles.program import short_name


@pytest.mark.parametrize(
    ("prefix", "module", "expected"),
    [
        ("", "solver.api", "solver.api"),
        ("", "main", "main"),
        ("", "solvers", ""),
        ("nonogram_helper.", "nonogram_helper.solver.api", "solver.api"),
        ("nonogram_helper.", "nonogram_helper._main", "main"),
        ("nonogram_helper.", "nonogram_helper", "nonogram_helper"),
        ("nonogram_helper.", "solver.api", ""),
        ("nonogram_helper.", "main", ""),
        ("nonogram_helper.", "nonogram_helper_more.solver", ""),
    ],
)
def test_a_module_of_the_program_has_one_short_name(
    monkeypatch: pytest.MonkeyPatch, prefix: str, module: str, expected: str
) -> None:
    monkeypatch.setattr(program, "PREFIX", prefix)
    assert short_name(module) == expected
