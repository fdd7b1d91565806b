"""The bundled puzzles: each is what a player may expect of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles import Grid, Puzzle, unsatisfied_lines
from puzzles.cli import check, list_packs
from puzzles.formats import Document, read, write
from puzzles.packs import PackPuzzle, packs
from solver import api

ALL = [puzzle for pack in packs() for puzzle in pack.puzzles]


@pytest.fixture(params=ALL, ids=lambda entry: entry.path.stem)
def entry(request: pytest.FixtureRequest) -> PackPuzzle:
    found: PackPuzzle = request.param
    return found


def test_there_are_puzzles_of_many_sizes() -> None:
    assert {5, 10, 15, 20, 30} <= {entry.height for entry in ALL}
    assert len({entry.title for entry in ALL}) == len(ALL) >= 7


def test_the_entry_says_what_the_file_says(entry: PackPuzzle) -> None:
    puzzle = read(entry.path).puzzle
    assert (entry.title, entry.height, entry.width) == (puzzle.title, puzzle.height, puzzle.width)
    assert puzzle.title
    assert not puzzle.defects()


def test_the_only_solution_is_the_goal(entry: PackPuzzle) -> None:
    puzzle = read(entry.path).puzzle
    goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    assert not list(unsatisfied_lines(puzzle, goal))
    result = api.solve(puzzle, api.Limits(timeout_s=30))
    assert result.outcome is api.Outcome.UNIQUE
    assert result.solutions == (goal,)


def test_no_puzzle_needs_guessing(entry: PackPuzzle) -> None:
    result = api.solve(read(entry.path).puzzle, api.Limits(timeout_s=30))
    assert result.statistics.depth == 0


def test_list_paths_can_be_checked() -> None:
    paths = CliRunner().invoke(list_packs, ["--paths"]).output.splitlines()
    assert [Path(path) for path in paths] == [entry.path for entry in ALL]
    checked = CliRunner().invoke(check, paths)
    assert checked.exit_code == 0
    assert checked.output.count(": ok, ") == len(ALL)


def test_list_names_every_puzzle() -> None:
    output = CliRunner().invoke(list_packs, []).output
    assert "First steps" in output
    for entry in ALL:
        assert entry.title in output
        assert entry.path.name in output


def test_check_tells_every_defect_and_goes_on(tmp_path: Path) -> None:
    bad, good = str(tmp_path / "bad.non"), str(ALL[0].path)
    puzzle = Puzzle.from_numbers([[4, 1, 5], [11]], [[1]] * 10)
    write(bad, Document.untouched(puzzle))
    run = CliRunner().invoke(check, [bad, str(tmp_path / "nowhere.non"), good])
    assert run.exit_code == 2
    lines = run.output.splitlines()
    assert lines[:-2] == [f"{bad}: {defect}" for defect in puzzle.defects()]
    assert len(puzzle.defects()) == 3
    assert "nowhere.non" in lines[-2]
    assert lines[-1] == f"{good}: ok, 5x5, Heart"
