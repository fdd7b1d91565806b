"""One vocabulary: an option has one name and one meaning, whatever the command.

The laws are about what the commands declare, so that a new option is held to them as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import click

from network.service.actions import ACTIONS
from tools.options_page import PAGE, Use, text, uses

USES = tuple(uses())


def several(pairs: Iterable[tuple[str, object]]) -> dict[str, set[object]]:
    """What has several values."""
    found: dict[str, set[object]] = defaultdict(set)
    for key, value in pairs:
        found[key].add(value)
    return {key: values for key, values in found.items() if len(values) > 1}


def kind(use: Use) -> object:
    """What a value is: a switch, a number, a word or a text."""
    option = use.option
    if isinstance(option.type, click.Choice):
        return "word"
    return "switch" if option.is_flag else option.metavar


def test_the_page_is_made_from_the_commands() -> None:
    assert PAGE.read_text(encoding="utf-8") == text(), "run python tools/options_page.py"


def test_a_name_has_one_meaning() -> None:
    assert all(use.meaning for use in USES)
    assert several((use.name, use.meaning) for use in USES) == {}
    assert several((use.name, kind(use)) for use in USES) == {}


def test_a_meaning_has_one_name() -> None:
    assert several((use.meaning, use.name) for use in USES) == {}


def test_what_a_command_calls_its_value_is_one_name_too() -> None:
    names = [(use.name, str(use.option.name)) for use in USES]
    assert several(names) == {}
    assert several((value, name) for name, value in names) == {}


def test_no_option_has_a_second_name() -> None:
    for use in USES:
        short = [name for name in use.option.opts if not name.startswith("--")]
        assert len(use.option.opts) == 1 + len(short) <= 2, use
        assert not use.option.hidden
    pairs = [(name, use.name) for use in USES for name in use.option.opts]
    assert several(pairs) == {}


def test_no_name_is_nearly_another_one() -> None:
    """None differs by the spelling of a colour, an ending, or a word of the same stem."""
    names = {use.name for use in USES}
    for name in names:
        assert "colour" not in name
        for ending in ("s", "es", "d", "ed", "r", "er"):
            assert f"{name}{ending}" not in names, name


def test_a_default_is_one_for_the_same_time() -> None:
    assert {use.option.default for use in USES if use.name == "--timeout"} == {60.0}


def test_each_command_that_searches_has_a_limit_of_time_and_so_has_its_action() -> None:
    limited = {use.command for use in USES if use.name == "--timeout"}
    assert limited == {
        "convert", "create", "explain", "generate", "hint",
        "print", "rate", "repair", "solve", "study",
    }  # fmt: skip
    for action in ACTIONS:
        has_limit = action.option("timeout") is not None
        assert has_limit is (action.name in limited), action.name


def test_each_command_with_output_has_the_same_option() -> None:
    outputs = [use.option for use in USES if use.name == "--output"]
    assert all(option.opts == ["-o", "--output"] and not option.required for option in outputs)
    with_force = {use.command for use in USES if use.name == "--force"}
    assert with_force == {use.command for use in USES if use.name == "--output"}


def test_the_service_has_the_names_of_the_commands() -> None:
    known = {(use.command, use.name) for use in USES}
    asked = {(a.name, "--" + o.name.replace("_", "-")) for a in ACTIONS for o in a.options}
    assert asked - known == set()
