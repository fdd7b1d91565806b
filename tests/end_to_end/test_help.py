"""The help of every command is readable in a terminal of 80 columns."""

from __future__ import annotations

import pytest

import main

WIDTH = 80


def help_of(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    assert main.main([*words, "--help"]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("name", main.COMMANDS)
def test_the_help_fits_and_its_columns_are_wide(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = help_of([name], monkeypatch, capsys)
    assert [line for line in lines if len(line) > WIDTH] == []
    assert max(len(line) - len(line.lstrip()) for line in lines) < WIDTH / 2


def test_the_list_of_commands_fits_and_no_sentence_is_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = help_of([], monkeypatch, capsys)
    assert [line for line in lines if len(line) > WIDTH or line.endswith("...")] == []


def test_the_list_says_of_each_command_what_its_own_help_says() -> None:
    """The list imports none of them."""
    commands = main.command_line().commands
    assert main.command_texts() == {
        name: command.get_short_help_str(WIDTH) for name, command in commands.items()
    }


@pytest.mark.parametrize("name", ["ar", "create", "rate", "repair", "scan", "solve"])
def test_help_tells_the_exit_codes(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [line.strip() for line in help_of([name], monkeypatch, capsys)]
    assert "Exit codes:" in lines
    assert {"0", "1", "2"} <= {line.split(maxsplit=1)[0] for line in lines if line}
