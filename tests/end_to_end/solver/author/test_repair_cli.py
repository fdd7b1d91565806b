"""The command ``nonogram repair``: what it prints where, what it writes, and its exit codes."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puzzles.formats import Document, read, write
from puzzles.formats.json_puzzle import clue_values, goal_rows
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.api import Outcome, is_unique
from solver.author.repair_cli import repair

SQUARE = Puzzle.from_numbers([[1], [1]], [[1], [1]], title="Square")
IMPOSSIBLE = Puzzle.from_numbers([[1, 1], [1]], [[], [2], [1]])
DRAWN = Grid.from_text(["##..", "##..", "..#.", "...#"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder of its own with a few puzzles."""
    monkeypatch.chdir(tmp_path)
    write("square.non", Document(SQUARE))
    write("none.non", Document(IMPOSSIBLE))
    write("drawn.non", Document(Puzzle.empty(4, 4), DRAWN))
    write("sound.non", Document(Puzzle.from_numbers([[1, 1], [3]], [[2], [1], [2]])))
    (tmp_path / "goal.non").write_text(
        'width 3\nheight 3\nrows\n1\n1\n1\ncolumns\n1\n1\n1\ngoal "111000000"\n'
    )
    (tmp_path / "defective.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n0\n")
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(repair, words)


def test_the_best_way_is_written() -> None:
    result = run("square.non", "-o", "new.non")
    assert result.exit_code == 0
    assert "new.non: written" in result.stdout
    written = read("new.non").puzzle
    assert written.title == "Square"
    assert is_unique(written)
    assert written == puzzle_of(Grid.from_goal(written.goal, written.palette, 2), written)
    assert read("square.non").puzzle == SQUARE


def test_to_standard_output_goes_the_puzzle_alone() -> None:
    assert run("square.non", "-o", "new.non").exit_code == 0
    result = run("square.non", "-o", "-")
    assert result.exit_code == 0
    assert result.stdout_bytes == Path("new.non").read_bytes()
    assert result.stderr.startswith("square.non: There ")


def test_json_names_the_repairs_and_the_file() -> None:
    result = run("square.non", "--json", "-o", "new.non")
    value = json.loads(result.stdout)
    assert result.stderr == ""
    keys = ["format", "file", "puzzle", "outcome", "origin", "text", "repairs", "written"]
    assert list(value)[: len(keys)] == keys
    assert (value["file"], value["outcome"], value["written"]) == (
        "square.non",
        "several",
        "new.non",
    )
    puzzle = read("new.non").puzzle
    rows = Grid.from_goal(puzzle.goal, puzzle.palette, 2).to_text(puzzle.palette)
    for row, column, state in value["repairs"][0]["cells"]:
        assert rows[row - 1][column - 1] == state
    repaired = clue_values(puzzle) | {"palette": None, "goal": goal_rows(puzzle)}
    assert value["repairs"][0].items() >= repaired.items()
    none = run("none.non", "--json")
    assert none.exit_code == 1
    assert list(json.loads(none.stdout))[: len(keys)] == keys
    assert json.loads(run("sound.non", "--json").stdout)["repairs"] == []


def test_several_files_are_repaired_into_a_folder() -> None:
    result = run("square.non", "none.non", "missing.non", "sound.non", "-o", "out")
    assert result.exit_code == 2
    assert result.stderr.startswith("missing.non: cannot be opened")
    assert sorted(path.name for path in Path("out").iterdir()) == ["sound.non", "square.non"]
    assert is_unique(read("out/square.non").puzzle)
    refused = run("square.non", "sound.non", "-o", "one.non")
    assert refused.exit_code == 2
    assert "there are 2 puzzles; name a folder" in refused.stderr
    objects = [
        json.loads(line) for line in run("square.non", "sound.non", "--json").stdout.splitlines()
    ]
    assert [each["file"] for each in objects] == ["square.non", "sound.non"]


def test_json_and_the_puzzle_do_not_share_standard_output() -> None:
    result = run("square.non", "--json", "-o", "-")
    assert result.exit_code == 2
    assert "both write to standard output" in result.stderr


def test_the_ways_are_listed_and_nothing_is_written(folder: Path) -> None:
    before = sorted(path.name for path in folder.iterdir())
    result = run("drawn.non")
    assert result.exit_code == 0
    assert "1. 1 cell: row" in result.stdout
    assert sorted(path.name for path in folder.iterdir()) == before


def test_another_way_can_be_taken() -> None:
    for way in ("1", "2"):
        assert run("drawn.non", "--choose", way, "-o", f"{way}.non").exit_code == 0
    assert read("1.non").puzzle.goal != read("2.non").puzzle.goal
    result = run("square.non", "--choose", "77")
    assert result.exit_code == 1
    assert "no repair 77" in result.stderr


def test_a_file_can_be_repaired_in_place() -> None:
    assert run("square.non", "-o", "square.non").exit_code == 0
    assert is_unique(read("square.non").puzzle)
    assert "exactly one solution" in run("square.non").stdout


def test_a_sound_puzzle_is_written_as_it_is() -> None:
    result = run("sound.non", "-o", "copy.non")
    assert result.exit_code == 0
    assert "nothing needs to be repaired" in result.stdout
    assert read("copy.non").puzzle.rows == read("sound.non").puzzle.rows


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["none.non"], 1, "no solution"),
        (["defective.non"], 1, "there is no solution"),
        (["missing.non"], 2, "missing.non"),
        (["goal.non"], 2, "goal.non: the goal does not satisfy row 1"),
        (["square.non", "-o", "square.png"], 2, "not a picture"),
        (["square.non", "-o", "no/where.non"], 2, "no folder"),
        (["square.non", "--choose", "0"], 2, "--choose"),
        ([], 2, "FILE"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: list[str], code: int, said: str) -> None:
    result = run(*words)
    assert result.exit_code == code
    assert said in result.output
    assert "Traceback" not in result.output
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)


def test_out_of_time_is_told_by_the_exit_code(tmp_path: Path) -> None:
    wide = Grid(40, 40, 2, [2 if i % 7 in (0, 3) and i % 3 else 1 for i in range(1600)])
    write("wide.non", Document(puzzle_of(wide, Puzzle.empty(40, 40))))
    result = run("wide.non", "--timeout", "0.1", "-o", "out.non")
    assert result.exit_code == 3
    assert "in time" in result.stdout
    assert not (tmp_path / "out.non").exists()


@pytest.mark.parametrize(
    ("is_stopped", "said", "code"),
    [(True, "stopped", 130), (False, "no solution was found in time", 3)],
)
def test_a_stop_is_told_from_the_end_of_the_time(
    monkeypatch: pytest.MonkeyPatch, is_stopped: bool, said: str, code: int
) -> None:
    def gives_up(*_: object) -> Outcome:
        if is_stopped:
            signal.raise_signal(signal.SIGINT)
        return Outcome.LIMIT

    monkeypatch.setattr("solver.author.intention.intended", gives_up)
    result = run("square.non")
    assert result.exit_code == code
    assert result.stderr.startswith(f"square.non: {said}")
