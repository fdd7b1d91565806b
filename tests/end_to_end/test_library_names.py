"""What ``nonogram_helper`` itself has, and the names of the packages inside it."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from dataclasses import MISSING, fields
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

import nonogram_helper
from nonogram_helper import Puzzle, generate, rate, read, solve
from puzzles.version import version_number
from tests.support.paths import ROOT
from tests.support.processes import printed_by

NAMES = nonogram_helper.__all__


def modules_after(code: str) -> set[str]:
    """The modules that a new Python has imported at the end of a text."""
    return set(printed_by(f"{code}\nimport sys; print(*sys.modules)").split())


def test_names_are_imported_when_they_are_used() -> None:
    assert "puzzles" not in modules_after("import nonogram_helper")
    loaded = modules_after("from nonogram_helper import Puzzle, solve")
    assert {"puzzles.model", "solver.api"} <= loaded
    assert "recognizer" not in loaded
    large = ("numpy", "cv2", "PIL", "PySide6", "click", "importlib.metadata")
    assert not {name for name in modules_after("from nonogram_helper import *") if name in large}


def test_type_checkers_see_the_same_names() -> None:
    source = Path(str(nonogram_helper.__file__)).read_text("utf-8")
    imports = next(node for node in ast.parse(source).body if isinstance(node, ast.If)).body
    typed = {
        each.name: getattr(import_module(node.module or ""), each.name)
        for node in imports
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    assert {*typed, "__version__"} == {*NAMES}
    assert sorted(NAMES) == NAMES
    assert all(getattr(nonogram_helper, name) is value for name, value in typed.items())


@pytest.mark.parametrize("name", [name for name in NAMES if name[0].islower()])
def test_a_function_says_itself_what_it_needs_and_raises(name: str) -> None:
    function = getattr(nonogram_helper, name)
    if not inspect.isfunction(function):  # count_solutions is an object that is handed on
        return
    said = inspect.getdoc(function) or ""
    parameters = said.partition("Args:\n")[2].partition("\n\n")[0]
    assert not said.partition("\n")[0].count("see :func:")
    assert re.findall(r"(?m)^    (\w+): ", parameters) == [*inspect.signature(function).parameters]
    assert "Raises:\n" in said or name == "generate"  # its options do


def test_the_words_of_options_are_typed_where_they_are_fields() -> None:
    """Type checkers read a constructor of their own, which has to have the fields."""
    source = inspect.getsource(import_module("solver.author.generator.options"))
    function = next(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    )
    typed = {each.arg: default for each, default in zip(
        function.args.args[3:], map(ast.literal_eval, function.args.defaults), strict=True
    )}  # fmt: skip
    options = nonogram_helper.GeneratorOptions
    defaults = {each.name: each.default for each in fields(options)}
    assert typed == {name: value for name, value in defaults.items() if value is not MISSING}


def test_every_name_can_be_used() -> None:
    assert nonogram_helper.__version__ == version_number()
    for name in dir(nonogram_helper):
        assert getattr(nonogram_helper, name) is not None or name == "__spec__"
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        getattr(nonogram_helper, "slove")  # noqa: B009 - a name that is not there
    assert nonogram_helper.Puzzle is Puzzle


def test_a_checkout_has_the_names_of_an_installation() -> None:
    import solver.api

    module = import_module("nonogram_helper.solver.api")
    assert module is solver.api
    assert module.__spec__ is not None
    assert module.__spec__.name == "solver.api"
    assert import_module("nonogram_helper._main") is import_module("main")
    assert import_module("nonogram_helper.puzzles") is import_module("puzzles")
    assert (files("nonogram_helper.resources") / "icons" / "app.svg").is_file()
    assert find_spec("nonogram_helper.solver.nothing") is None
    with pytest.raises(ModuleNotFoundError, match=r"'nonogram_helper\.solver\.nothing'"):
        import_module("nonogram_helper.solver.nothing")


def test_a_module_that_has_taken_a_name_of_a_checkout_is_told(tmp_path: Path) -> None:
    (tmp_path / "helper.py").touch()
    code = "import helper, nonogram_helper"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert f"needs the name 'helper', which {tmp_path / 'helper.py'} has taken" in done.stderr
    assert "install the wheel" in done.stderr


def test_what_readme_and_library_promise() -> None:
    puzzle = read(ROOT / "puzzles/packs/first-steps/03-chick.non").puzzle
    assert solve(puzzle).is_unique
    assert rate(puzzle).difficulty.value == "easy"
    made = generate(nonogram_helper.GeneratorOptions(5, 5), "a seed")
    assert made is not None
    assert solve(made.puzzle).is_unique
