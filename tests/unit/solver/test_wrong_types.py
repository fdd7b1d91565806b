"""A value of a wrong type is one clear error in every function of the library."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

import numpy as np
import pytest

import nonogram_helper
from nonogram_helper import Document, GeneratorOptions
from tests.support.boards import CHICK

OPTIONS = GeneratorOptions(5, 5)
library: Any = nonogram_helper
"""The functions without their types."""


@pytest.mark.parametrize(("name", "arguments", "sentence"), [
    ("solve", ("x",), "Puzzle is needed, not 'x'"),
    ("solve", (CHICK, 5), "Limits or None is needed, not 5"),
    ("solve", (CHICK, None, None, None, 5), "an engine is an object with name"),
    ("rate", (None,), "Puzzle is needed, not None"),
    ("generate", (5, 1), "GeneratorOptions is needed, not 5"),
    ("generate", (OPTIONS, None), "str or int is needed, not None"),
    ("read", (5,), "str or PathLike is needed, not 5"),
    ("read", (b"width 1",), "str or PathLike is needed, not b'width 1'"),
    ("write", (5, Document(CHICK)), "str or PathLike is needed, not 5"),
    ("write", ("x.non", CHICK), "Document is needed, not <Puzzle 'Chick'"),
    ("read_picture", (5,), "ndarray, Image, str, PathLike or bytes is needed, not 5"),
    ("read_pictures", (5,), "str, PathLike or bytes is needed, not 5"),
    ("Document", (5,), "Puzzle is needed, not 5"),
    ("Document", (CHICK, [[1]]), "Grid or None is needed, not [[1]]"),
    ("Limits", ("x",), "int is needed, not 'x'"),
    ("Limits", (2, "x"), "float, int or None is needed, not 'x'"),
])  # fmt: skip
def test_a_wrong_type_is_named(name: str, arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(TypeError) as raised:
        getattr(library, name)(*arguments)
    assert str(raised.value).startswith(sentence)


def test_the_puzzles_of_many_are_looked_at_too() -> None:
    for puzzles, limits in (([CHICK, "x"], None), ([CHICK], 5)):
        with pytest.raises(TypeError, match="is needed, not"):
            list(library.solve_many(puzzles, limits))
    with pytest.raises(ValueError, match="jobs: a whole number from 1, not -1"):
        list(library.solve_many([CHICK], jobs=-1))
    with pytest.raises(TypeError, match="Puzzle is needed"):
        library.Grid.for_puzzle(Document(CHICK))


def test_where_the_wanted_value_is_inside_the_given_one_it_is_named() -> None:
    with pytest.raises(TypeError, match="; its attribute puzzle is one"):
        library.solve(Document(CHICK))
    with pytest.raises(TypeError) as raised:
        library.solve(["x" * 9999])
    assert len(str(raised.value)) < 300


def test_the_wishes_that_type_checkers_see_are_the_fields() -> None:
    """The class has a second ``__init__`` for them, since words stand for members, too."""
    tree = ast.parse(inspect.getsource(GeneratorOptions))
    (declared,) = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)
                   and each.name == "__init__")  # fmt: skip
    defaults = [ast.literal_eval(each) for each in declared.args.defaults]
    names = [each.arg for each in declared.args.args]
    real = inspect.signature(GeneratorOptions).parameters.values()
    assert names[1:] == [each.name for each in real]
    assert defaults == [each.default for each in real if each.default is not each.empty]


def test_numbers_of_numpy_are_numbers() -> None:
    limits = library.Limits(np.int64(1), timeout_s=np.float32(60), threads=np.int8(1))
    assert library.solve(CHICK, limits).is_unique
    options = library.GeneratorOptions(np.int64(5), np.int64(5))
    assert library.generate(options, np.int64(7)) == library.generate(OPTIONS, 7)


@pytest.mark.parametrize(("options", "sentence"), [
    ({"rows": "5"}, "rows: a whole number, not '5'"),
    ({"rows": 5.5}, "rows: a whole number, not 5.5"),
    ({"density": "x"}, "density: a number, not 'x'"),
    ({"trial": "x"}, "trial: true or false, not 'x'"),
    ({"score": "1-2"}, "score: the lowest one and the highest, not '1-2'"),
    ({"difficulty": 3}, "difficulty: beginner, easy"),
])  # fmt: skip
def test_wishes_that_cannot_be_are_named(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        library.GeneratorOptions(**{"rows": 5, "columns": 5} | options)
