"""Every command that reads a puzzle file reads standard input if the file is ``-``."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from puzzles.cli import check
from puzzles.formats import Document
from puzzles.formats.non import NON
from solver.author.repair_cli import repair
from solver.cli import solve
from solver.logic.cli import explain, hint, rate
from tests.support.boards import CHICK

BYTES = NON.write(Document.untouched(CHICK))
COMMANDS = [check, explain, hint, rate, repair, solve]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.name))
def test_the_puzzle_comes_from_standard_input(command: click.Command) -> None:
    result = CliRunner().invoke(command, ["-"], input=BYTES)
    assert result.exit_code == 0, result.output
    assert result.stdout


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.name))
def test_what_is_no_puzzle_is_said_of_standard_input(command: click.Command) -> None:
    result = CliRunner().invoke(command, ["-"], input=b"")
    assert result.exit_code == 2
    assert "standard input: the file is empty" in result.output


def test_child_processes_do_not_read_it() -> None:
    result = CliRunner().invoke(rate, ["--jobs", "2", "-", "-"], input=BYTES)
    assert result.exit_code == 2
    assert "standard input can only be read alone; leave out the other files" in result.output
