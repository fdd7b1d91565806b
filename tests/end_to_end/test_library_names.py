"""``from nonogram_helper import solve`` and the like: the same functions, imported when used."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

import nonogram_helper
from nonogram_helper import Puzzle, generate, rate, read, read_picture, read_pictures, solve
from puzzles.version import version_number
from tests.support.paths import ROOT
from tests.support.processes import printed_by

LINE = (
    "from nonogram_helper import Puzzle, generate, rate, read, read_picture, read_pictures, solve"
)
ORIGINS = {
    generate: "solver.author.generator.making",
    rate: "solver.logic.rate",
    read: "puzzles.formats",
    read_picture: "recognizer.one_picture",
    read_pictures: "recognizer.many_pictures",
    solve: "solver.api",
}


def modules_after(code: str) -> set[str]:
    """The modules that a new Python has imported at the end of a text."""
    return set(printed_by(f"{code}\nimport sys; print(*sys.modules)").split())


def test_importing_the_names_loads_no_solver_and_no_reader() -> None:
    loaded = modules_after(LINE)
    large = ("numpy", "cv2", "PIL", "PySide6", "solver", "recognizer", "puzzles.formats")
    assert "puzzles.model" in loaded
    assert not {name for name in loaded if name.startswith(large)}
    assert "puzzles" not in modules_after("import nonogram_helper")


@pytest.mark.parametrize("name", [function.__name__ for function in ORIGINS])
def test_the_functions_are_called_as_the_ones_that_they_stand_for(name: str) -> None:
    function = getattr(nonogram_helper, name)
    origin = ORIGINS[function]
    original = getattr(import_module(origin), name)
    parameters = inspect.signature(function).parameters.values()
    expected = inspect.signature(original).parameters.values()
    assert [p.name for p in parameters] == [p.name for p in expected]
    assert [p.annotation for p in parameters] == [p.annotation for p in expected]
    assert all(
        p.default == e.default or (callable(p.default) and p.default() == e.default())
        for p, e in zip(parameters, expected, strict=True)
    )
    assert f":func:`{origin}.{name}`" in (function.__doc__ or "")


def test_every_name_can_be_used() -> None:
    assert nonogram_helper.__version__ == version_number()
    for name in dir(nonogram_helper):
        assert getattr(nonogram_helper, name) is not None or name == "__spec__"
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        getattr(nonogram_helper, "slove")  # noqa: B009 - a name that is not there
    assert nonogram_helper.Puzzle is Puzzle


def test_what_readme_and_library_promise() -> None:
    puzzle = read(ROOT / "puzzles/packs/first-steps/03-chick.non").puzzle
    assert solve(puzzle).is_unique
    assert rate(puzzle).difficulty.value == "easy"
    made = generate(nonogram_helper.GeneratorOptions(5, 5), "a seed")
    assert made is not None
    assert solve(made.puzzle).is_unique
