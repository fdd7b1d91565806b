"""Commands that take several files take folders, too."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from helper.paper.cli import print_command
from puzzles.cli import check
from puzzles.convert_cli import convert
from puzzles.formats import Document
from puzzles.formats.non import NON
from solver.cli import solve
from solver.logic.cli import rate
from tests.support.boards import CHICK

BYTES = NON.write(Document(CHICK))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.non", "a.non", "notes.md", "photo.png"):
        (tmp_path / name).write_bytes(BYTES)
    (tmp_path / "c.non").mkdir()
    return tmp_path


@pytest.mark.parametrize("command", [check, rate, solve], ids=lambda command: str(command.name))
def test_a_folder_stands_for_its_puzzle_files(command: click.Command, folder: Path) -> None:
    result = CliRunner().invoke(command, [str(folder)])
    assert result.exit_code == 0, result.output
    named = [line.partition(": ")[0] for line in result.stdout.splitlines() if os.sep in line]
    assert named == [str(folder / "a.non"), str(folder / "b.non")]


@pytest.mark.parametrize("command", [check, rate, solve, convert], ids=lambda c: str(c.name))
def test_files_of_a_folder_that_are_not_taken_are_counted_by_kind(
    command: click.Command, folder: Path
) -> None:
    (folder / "d.PNG").write_bytes(BYTES)
    (folder / ".hidden").write_bytes(BYTES)
    words = ["--to", "non"] if command is convert else []
    result = CliRunner().invoke(command, [str(folder), *words])
    assert result.exit_code == 0
    assert result.stderr == (
        f"{folder}: 1 folder in it is not searched; name it to have its files: {folder / 'c.non'}\n"
        f"{folder}: 3 files are left out, since they are pictures or not named like puzzles "
        f"(2 .png, 1 .md); name them to have them: {folder / '*.png'}\n"
    )
    few = CliRunner().invoke(command, [str(folder / "a.non"), *words])
    assert few.stderr == ""


def test_a_folder_is_printed(folder: Path) -> None:
    target = folder / "book.html"
    result = CliRunner().invoke(print_command, [str(folder), "-o", str(target)])
    assert result.exit_code == 0, result.output
    assert target.read_text(encoding="utf-8").count("<section>") == 2


@pytest.mark.parametrize("command", [check, rate, solve], ids=lambda command: str(command.name))
def test_a_folder_without_puzzles_does_not_stop_the_others(
    command: click.Command, folder: Path
) -> None:
    names = [str(folder / name) for name in ("a.non", "c.non", "b.non")]
    result = CliRunner().invoke(command, names)
    assert result.exit_code == 2
    assert f"{names[1]}: there is no puzzle file in this folder\n" in result.output
    assert names[0] in result.stdout
    assert names[2] in result.stdout
