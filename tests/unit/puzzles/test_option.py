"""Choices that a dataclass declares: ranges, words, and what is made from them."""

from __future__ import annotations

import enum
import math
from dataclasses import fields, replace
from typing import Any

import pytest

from helper.application.settings import CameraChoice, NewBoard, Preferences
from helper.generate.names import RandomChoice
from network.service.actions import ACTIONS, Kind, action_called
from puzzles.option import check_options, declared_options
from puzzles.print_options import PrintOptions
from recognizer.making.settings import Background, PictureSettings
from solver.author.generator.options import GeneratorOptions
from solver.author.repair_cli import RepairOptions
from solver.cli import SolveOptions
from solver.study.study_values import StudySettings
from solver.values import Limits
from tests.support.commands import run_here

DECLARING: tuple[Any, ...] = (
    GeneratorOptions(5, 5), PrintOptions(), PictureSettings(), Background("#ffffff"),
    RandomChoice(), Preferences(), CameraChoice(), NewBoard(), Limits(), StudySettings(),
    RepairOptions(None, False, False, 1, None),
)  # fmt: skip
OPTIONS = [(value, each) for value in DECLARING for each in declared_options(type(value)).values()]


def test_the_default_is_possible_and_has_the_declared_type() -> None:
    for _, declared in OPTIONS:
        assert declared.problem(declared.default) == ""
        assert declared.default is None or isinstance(declared.default, declared.kind | int)
        assert declared.nearest(declared.default or 0) is not None, declared.name


def test_what_is_out_of_range_is_refused_by_its_name() -> None:
    for value, declared in OPTIONS:
        low, high = declared.said.low, declared.said.high
        if low is None or high is None:
            continue
        for number in (low, high):
            assert declared.problem(number) == ""
            assert declared.nearest(number) == number, declared.name
        for number in (low - 1, high + 1):
            problem = declared.problem(number)
            assert problem.startswith(f"{declared.flag}: a number from ")
        for wrong in (math.nan, "1"):
            assert declared.problem(wrong).startswith(f"{declared.flag}: a "), declared.name
        assert (declared.nearest(low - 1), declared.nearest(high + 1)) == (low, high)
        if hasattr(type(value), "__post_init__"):
            with pytest.raises(ValueError, match=declared.flag):
                replace(value, **{declared.name: type(low)(high + 1)})


@pytest.mark.parametrize("value", DECLARING, ids=lambda value: type(value).__name__)
def test_a_value_with_its_defaults_is_possible(value: Any) -> None:
    check_options(value)
    assert set(declared_options(type(value))) <= {field.name for field in fields(value)}


@pytest.mark.parametrize("word", ["HARD", "Hard", "hard"])
def test_words_of_commands_may_have_capitals(word: str) -> None:
    ended = run_here(f"generate --size 10x10 --seed 3 --difficulty {word}")
    assert (ended.code, b"hard" in ended.stdout) == (0, True)


def test_commands_and_the_service_offer_the_same() -> None:
    rows = {option.name: option for action in ACTIONS for option in action.options}
    sides = {"rows", "columns"}  # these are one option, the size
    for name, declared in declared_options(GeneratorOptions).items():
        if name in sides:
            continue
        row = rows[declared.flag.replace("-", "_")]
        assert (row.lowest, row.highest) == (declared.said.low, declared.said.high), name
        if issubclass(declared.kind, enum.Enum):
            assert row.choices == tuple(declared.values)


@pytest.mark.parametrize(
    ("action", "declaring", "names"),
    [
        ("solve", SolveOptions, ("limit", "unique")),
        ("repair", RepairOptions, ("limit",)),
    ],
)
def test_the_service_only_narrows_bounds(
    action: str, declaring: type, names: tuple[str, ...]
) -> None:
    known = action_called(action)
    assert known is not None
    for name in names:
        declared = declared_options(declaring)[name]
        row, said = known.option(declared.flag), declared.said
        assert row is not None
        assert (row.kind is Kind.BOOLEAN) is (declared.kind is bool)
        for bound in (row.lowest, row.highest):
            assert bound is None or bound >= (said.low or 0)
            assert bound is None or said.high is None or bound <= said.high


@pytest.mark.parametrize("seconds", ["-1", "inf", "nan", "1e10"])
@pytest.mark.parametrize("command", ["solve", "rate", "repair"])
def test_a_time_is_finite_and_not_negative(command: str, seconds: str) -> None:
    ended = run_here(f"{command} --timeout {seconds} a.non")
    assert (ended.code, b"--timeout" in ended.stderr) == (2, True)
