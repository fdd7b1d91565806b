"""Laws about starting the program anew: only if that was requested, and with a free choice."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

import pytest

from helper.application import restart
from puzzles.language import ENGLISH, VARIABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a program is started instead")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], Mapping[str, str]]]:
    """The commands that were run in the place of the program, each with its environment."""
    found: list[tuple[list[str], Mapping[str, str]]] = []

    def execve(path: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        assert path == command[0]
        found.append((list(command), environment))

    monkeypatch.setattr(os, "execve", execve)
    monkeypatch.setattr(sys, "orig_argv", ["python", "main.py", "cat.non", "-reverse"])
    monkeypatch.setattr(sys, "argv", ["main.py", "cat.non", "-reverse"])
    return found


def test_the_program_is_run_again_without_its_files_and_chooses_its_language(
    started: list[tuple[list[str], Mapping[str, str]]],
) -> None:
    restart.request()
    restart.restart_if_requested()
    ((command, environment),) = started
    assert command == [sys.executable, "main.py", "-reverse"]
    assert VARIABLE not in environment
    restart.restart_if_requested()
    assert len(started) == 1


def test_nothing_is_run_without_a_request_or_after_it_was_cancelled(
    started: list[tuple[list[str], Mapping[str, str]]],
) -> None:
    restart.restart_if_requested()
    restart.request()
    restart.cancel()
    restart.restart_if_requested()
    assert not started


def test_a_command_that_cannot_be_run_is_logged_and_the_program_ends_as_usual(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def execve(*_: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(os, "execve", execve)
    restart.request()
    restart.restart_if_requested()
    assert "cannot be started again" in caplog.text


def test_without_a_font_the_program_is_run_again_in_english_with_its_files_and_says_why(
    started: list[tuple[list[str], Mapping[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        restart.start_in_english()
    ((command, environment),) = started
    assert command == [sys.executable, "main.py", "cat.non", "-reverse"]
    assert environment[VARIABLE] == ENGLISH
    assert restart.why_english() == ""
    monkeypatch.setattr(os, "environ", dict(environment))
    assert "no font with Japanese characters" in restart.why_english()
    assert restart.why_english() == "", "a later start is not in English for that reason"
