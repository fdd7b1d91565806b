"""Laws about the tests themselves."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from tests.support.paths import ROOT

TESTS = ROOT / "tests"
CLOCKS = {"perf_counter", "monotonic"}
"""Functions that tell the time of the wall. ``process_time`` is not among them: it counts work."""


def tree_of(path: Path, words: Collection[str]) -> ast.AST:
    """The syntax of a file; nothing if it has none of these words, which takes less time."""
    text = path.read_text(encoding="utf-8")
    return ast.parse(text if any(word in text for word in words) else "")


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def names_called(node: ast.AST) -> set[str]:
    calls = (call.func for call in ast.walk(node) if isinstance(call, ast.Call))
    return {
        func.id if isinstance(func, ast.Name) else func.attr
        for func in calls
        if isinstance(func, ast.Name | ast.Attribute)
    }


def measures_time(function: ast.FunctionDef, timers: set[str]) -> bool:
    """Whether a function compares what a clock said with something."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and names_called(node) & (CLOCKS | timers):
            return True
    return False


def timers_in(tree: ast.AST) -> set[str]:
    """Helpers that return a time they have measured."""
    return {
        function.name
        for function in functions(tree)
        if any(
            isinstance(node, ast.Return) and names_called(node) & CLOCKS
            for node in ast.walk(function)
        )
    }


def test_whatever_measures_time_runs_alone() -> None:
    for path in TESTS.rglob("test_*.py"):
        tree = tree_of(path, CLOCKS)
        timers = timers_in(tree)
        for function in functions(tree):
            if function.name.startswith("test") and measures_time(function, timers):
                marks = [ast.unparse(mark) for mark in function.decorator_list]
                assert "pytest.mark.clock" in marks, f"{path}:{function.lineno} {function.name}"


def test_no_test_imports_another_one() -> None:
    others = ("tests.unit", "tests.end_to_end")
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(tree_of(path, others)):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(others), path


def test_the_folders_of_tests_are_those_of_the_program() -> None:
    for kind in ("unit", "end_to_end"):
        for path in (TESTS / kind).rglob("test_*.py"):
            folder = path.parent.relative_to(TESTS / kind)
            assert (ROOT / folder).is_dir(), f"{path}: there is no folder {folder}"
