"""The names of the program's modules, in a checkout and in an installation."""

from __future__ import annotations

import pytest

from puzzles import program
from puzzles.program import short_name

SHORT = ".".join(("solver", "api"))
"""Not in one piece: it would be the full name where these tests are run on an installation."""


@pytest.mark.parametrize(
    ("prefix", "module", "expected"),
    [
        ("", SHORT, SHORT),
        ("", "main", "main"),
        ("", "solvers", ""),
        ("nonogram_helper.", f"nonogram_helper.{SHORT}", SHORT),
        ("nonogram_helper.", "nonogram_helper._main", "main"),
        ("nonogram_helper.", "nonogram_helper", "nonogram_helper"),
        ("nonogram_helper.", SHORT, ""),
        ("nonogram_helper.", "main", ""),
        ("nonogram_helper.", "nonogram_helper_more.solver", ""),
    ],
)
def test_a_module_of_the_program_has_one_short_name(
    monkeypatch: pytest.MonkeyPatch, prefix: str, module: str, expected: str
) -> None:
    monkeypatch.setattr(program, "PREFIX", prefix)
    assert short_name(module) == expected
