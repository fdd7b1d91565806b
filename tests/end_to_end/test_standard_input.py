"""Every command that reads a puzzle file reads standard input if the file is ``-``."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from puzzles.cli import check
from puzzles.convert_cli import convert
from puzzles.formats import Document
from puzzles.formats.non import NON
from solver.author.repair_cli import repair
from solver.cli import solve
from solver.logic.cli import explain, hint, rate
from solver.study.cli import study
from tests.support.boards import CHICK

BYTES = NON.write(Document(CHICK))
COMMANDS = [check, explain, hint, rate, repair, solve]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.name))
def test_the_puzzle_comes_from_standard_input(command: click.Command) -> None:
    result = CliRunner().invoke(command, ["-"], input=BYTES)
    assert result.exit_code == 0, result.output
    assert result.stdout


@pytest.mark.parametrize("command", [check, rate, solve], ids=lambda command: str(command.name))
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_standard_input_is_one_of_several_files(
    command: click.Command, jobs: str, tmp_path: Path
) -> None:
    other = tmp_path / "other.non"
    other.write_bytes(BYTES)
    result = CliRunner().invoke(command, ["-j", jobs, str(other), "-", str(other)], input=BYTES)
    assert result.exit_code == 0, result.output
    lines = [line for line in result.stdout.splitlines() if ": " in line]
    assert [line.partition(": ")[0] for line in lines] == [str(other), "standard input", str(other)]


@pytest.mark.parametrize(
    "command", [check, convert, rate, solve, study], ids=lambda command: str(command.name)
)
def test_it_is_not_read_twice(command: click.Command) -> None:
    words = {convert: ["--to", "non"], study: ["-o", "out"]}.get(command, [])
    result = CliRunner().invoke(command, [*words, "-", "-"], input=BYTES)
    assert result.exit_code == 2
    assert "Standard input can be read only once" in result.output
