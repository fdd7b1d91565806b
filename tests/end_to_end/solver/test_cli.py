"""The command ``nonogram solve``: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puzzles.formats import Document, read, write
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.api import Outcome
from solver.api import solve as solve_puzzle
from solver.cli import solve
from tests.support.boards import hard_board
from tests.support.cases import few
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S

SQUARE = Puzzle.from_numbers([[1], [1]], [[1], [1]])
IMPOSSIBLE = Puzzle.from_numbers([[1, 1], [1]], [[], [2], [1]])
DIAGONALS = Puzzle.from_numbers([[1]] * 5, [[1]] * 5)
UNIQUE = Puzzle.from_numbers([[1, 1], [3]], [[2], [1], [2]])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder of its own with a few puzzles."""
    monkeypatch.chdir(tmp_path)
    for name, puzzle in {
        "unique": UNIQUE,
        "square": SQUARE,
        "none": IMPOSSIBLE,
        "many": DIAGONALS,
        "hard": hard_board(),
    }.items():
        write(f"{name}.non", Document(puzzle))
    Path("defective.non").write_text("width 2\nheight 2\nrows\n3\n5\n\ncolumns\n1\n1\n")
    return tmp_path


def run(*words: str) -> Result:
    result = CliRunner().invoke(solve, words, prog_name="nonogram solve")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_solution_is_printed_under_the_name_of_its_file() -> None:
    result = run("unique.non")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "unique.non: exactly one solution",
        "",
        "Solution #1",
        "#.#",
        "###",
    ]


def test_all_solutions_are_printed_up_to_the_limit() -> None:
    assert run("square.non").stdout.count("Solution #") == 2
    limited = run("many.non", "--limit", "3").stdout
    assert limited.count("Solution #") == 3
    assert "at least 3 solutions" in limited
    assert run("many.non").stdout.count("Solution #") == 10
    assert run("many.non", "--limit", "1000").stdout.count("Solution #") == 120


def test_clues_that_are_not_known_are_found() -> None:
    torn = Path("unique.non").read_text().replace("1,1\n", "1,?\n").replace("2\n1\n", "2\n*\n")
    Path("torn.non").write_text(torn)
    printed = run("-c", "torn.non")
    assert printed.exit_code == 0
    assert (
        printed.stdout
        == """torn.non: exactly one solution
Found clues: row 1 is 1 1 and column 2 is 1

Solution #1
     2 1 2
1 1  # . #
  3  # # #
"""
    )
    batch = run("--json", "torn.non", "unique.non", "torn.non")
    found = [json.loads(line) for line in batch.stdout.splitlines()]
    assert [each["solutions"] for each in found] == [[["#.#", "###"]]] * 3
    lost = [
        {"line": {"side": "row", "number": 1}, "text": "1 1"},
        {"line": {"side": "column", "number": 2}, "text": "1"},
    ]
    assert [each["found"] for each in found] == [lost, [], lost]
    assert run("torn.non", "-o", "whole.non").exit_code == 0
    assert read("whole.non").puzzle == UNIQUE
    Path("torn.non").write_text(torn.replace("1,?\n", "*\n").replace("\n3\n", "\n*\n"))
    assert "several answers; one of them is written" in run("torn.non", "-o", "any.non").stderr
    several = run("torn.non")
    assert (several.exit_code, "Found clues" in several.stdout) == (0, False)
    assert several.stdout.count("Solution #") == 4


def test_clues_stand_beside_the_solution() -> None:
    assert run("-c", "unique.non").stdout.splitlines()[-3:] == [
        "     2 1 2",
        "1 1  # . #",
        "  3  # # #",
    ]


def test_clues_of_two_digits_stay_aligned() -> None:
    grid = Grid.from_text(["###########"] + ["#.........#"] * 10)
    write("frame.non", Document(puzzle_of(grid, Puzzle.empty(11, 11))))
    lines = run("-c", "frame.non").stdout.splitlines()[3:]
    assert lines[0].split() == ["11", *"1" * 9, "11"]
    assert len({len(line) for line in lines}) == 1


def test_statistics_follow_the_solutions() -> None:
    text = run("-i", "unique.non").stdout
    assert text.index("Solution #1") < text.index("time:")
    assert "engine:" in text


def test_only_the_number() -> None:
    assert run("-u", "unique.non").stdout == "1\n"
    assert run("-u", "none.non").stdout == "0\n"
    assert run("-u", "many.non").stdout == "10 or more\n"
    assert run("-u", "many.non", "--limit", "200").stdout == "120\n"
    assert run("-u", "unique.non", "square.non", "--limit", "5").stdout.splitlines() == [
        "unique.non: 1",
        "square.non: 2",
    ]


def test_the_puzzle_is_written_with_the_solution() -> None:
    assert run("unique.non", "-o", "x.non").exit_code == 0
    document = read("x.non")
    assert document.puzzle.rows == UNIQUE.rows
    assert document.marks.to_text() == ["#.#", "###"]


def test_solved_puzzles_go_into_a_folder_each_by_its_name() -> None:
    result = run("unique.non", "square.non", "none.non", "-o", "solved")
    assert result.exit_code == 1
    assert sorted(path.name for path in Path("solved").iterdir()) == ["square.non", "unique.non"]
    assert read("solved/unique.non").marks.to_text() == ["#.#", "###"]
    several = run("unique.non", "square.non", "-o", "one.non")
    assert (several.exit_code, "name a folder for them" in several.stderr) == (2, True)
    assert not Path("one.non").exists()


def test_nothing_is_written_without_a_solution() -> None:
    assert run("none.non", "-o", "x.non").exit_code == 1
    assert not Path("x.non").exists()


NAMES = ("unique.non", "none.non", "missing.non", "square.non")


def test_json_is_one_object_a_line_and_nothing_else() -> None:
    result = run("--json", *NAMES)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == list(NAMES)
    objects = [line for line in lines if "error" not in line]
    assert [o["outcome"] for o in objects] == ["unique", "none", "several"]
    assert objects[0]["solutions"] == [["#.#", "###"]]
    keys = "format file puzzle outcome count solutions seconds engine complete note found"
    assert all(list(o)[:11] == keys.split() for o in objects)
    assert [o["count"] for o in objects] == [1, 0, 2]
    counted = [json.loads(line) for line in run("-u", "--json", *NAMES).stdout.splitlines()]
    counted = [line for line in counted if "error" not in line]
    unlisted = {"solutions": None, "seconds": 0}
    assert [o | unlisted for o in counted] == [o | unlisted for o in objects]
    assert result.exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["-c", "-o", "x.non", "unique.non"], id="two styles"),
        pytest.param(["-i", "-u", "unique.non"], id="two others"),
        pytest.param(["--json", "-c", "unique.non"], id="json and a style"),
        pytest.param(["-o", "x.non", "unique.non", "square.non"], id="a file for several"),
        pytest.param(["--force", "unique.non"], id="force without output"),
        pytest.param(["--limit", "0", "unique.non"], id="no solution wanted"),
        pytest.param(["--timeout", "-1", "unique.non"], id="negative time"),
        pytest.param(["--engine", "magic", "unique.non"], id="unknown engine"),
        pytest.param([], id="no file"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.strip()) > 20


def test_clues_that_contradict_each_other_have_no_solution_as_in_the_library() -> None:
    result = run("defective.non")
    assert result.exit_code == 1
    defects = read("defective.non").puzzle.defects()
    assert result.stdout == f"defective.non: no solution: {'; '.join(map(str, defects))}\n"
    assert solve_puzzle(read("defective.non").puzzle).outcome is Outcome.NONE


def test_no_solution_names_a_line() -> None:
    result = run("none.non")
    assert result.exit_code == 1
    assert "none.non: no solution: " in result.stdout
    assert "row 1" in result.stdout or "column 1" in result.stdout


def test_out_of_time() -> None:
    result = run("hard.non", "--timeout", "0.2", "--limit", "1000000")
    assert result.exit_code == 3


@pytest.mark.parametrize("style", ["-u", "--json"])
def test_a_count_that_is_not_finished_says_so(style: str) -> None:
    write("ones.non", Document(Puzzle.from_numbers([[1]] * 40, [[1]] * 40)))
    result = run(style, "ones.non", "--timeout", "0.2", "--limit", "1000000000")
    assert result.exit_code == 3
    assert result.stderr == "ones.non: not finished; there may be more solutions\n"


@pytest.mark.parametrize(
    ("files", "code"),
    [
        pytest.param(["unique", "square"], 0, id="solved"),
        pytest.param(["unique", "none"], 1, id="1 beats 0"),
        pytest.param(["hard", "none"], 3, id="3 beats 1"),
        pytest.param(["missing", "hard", "none", "unique"], 2, id="2 beats 3"),
    ],
)
def test_the_worst_file_decides_and_every_file_is_tried(files: list[str], code: int) -> None:
    names = [f"{name}.non" for name in files]
    result = run("-u", "--timeout", "0.2", "--limit", "1000000", *names)
    assert result.exit_code == code
    assert all(name in result.output for name in names)


def start(*words: str) -> subprocess.Popen[str]:
    """The real program, in its own process."""
    command = [sys.executable, str(ROOT / "main.py"), "solve", *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send")
@pytest.mark.parametrize("kind", few(1, [signal.SIGINT, signal.SIGTERM]))
def test_a_signal_stops_and_prints_what_was_found(kind: signal.Signals) -> None:
    process = start("-j", "1", "--limit", "1000000000", "unique.non", "hard.non", "many.non")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("unique.non: ")
    time.sleep(0.3)  # the next one is under way
    process.send_signal(kind)
    stdout, stderr = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert "hard.non" not in stdout
    assert stderr == "stopped; 1 of 3 puzzles were solved\n"


@pytest.mark.clock
@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send")
@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_signal_stops_all_that_are_under_way_and_begins_no_other(engine: str) -> None:
    hard = ["hard.non"] * 8
    words = ["-u", "-j", "2", "--engine", engine, "--limit", "1000000000", "unique.non", *hard]
    process = start(*words, "many.non")
    assert process.stdout is not None
    assert process.stdout.readline() == "unique.non: 1\n"
    time.sleep(0.5)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE_S)
    assert time.monotonic() - started < 1
    assert process.returncode == 130
    assert stdout == ""
    assert stderr == "stopped; 1 of 10 puzzles were solved\n"


@pytest.mark.parametrize("engine", ["native", "python"])
def test_the_number_of_jobs_does_not_change_what_is_printed(engine: str) -> None:
    names = ["unique.non", "missing.non", "none.non", "square.non", "unique.non", "defective.non"]
    one, three = (run("--engine", engine, "-c", "-j", jobs, *names) for jobs in "13")
    assert (one.exit_code, one.stdout, one.stderr) == (2, three.stdout, three.stderr)
    assert one.stdout.count("\nSolution #") == 4


@pytest.mark.parametrize("words", [["--engine", "python,mac"], ["--engine=python", "--engine=mac"]])
def test_several_engines_solve_each_file(words: list[str]) -> None:
    result = run("-u", *words, "unique.non", "square.non")
    lines = ["unique.non, python: 1", "unique.non, mac: 1", "square.non, python: 2"]
    assert result.stdout.splitlines() == [*lines, "square.non, mac: 2"]
    objects = [json.loads(line) for line in run("--json", *words, "unique.non").stdout.splitlines()]
    assert [each["engine"] for each in objects] == ["python", "mac"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--engine", "natvie"], "did you mean native? The known ones are: "),
        (["--engine", "oracle"], "there is no engine called 'oracle'; the known ones are: "),
        (["--engine", "python,,magic"], "'magic'"),
        (["--engine", ","], "--engine names no engine"),
        (["-o", "x.non", "--engine", "python,mac"], "-o writes one solution"),
    ],
)
def test_a_wrong_choice_of_engines_is_told_once(words: list[str], said: str) -> None:
    result = run(*words, "unique.non", *([] if "-o" in words else ["square.non"]))
    assert result.exit_code == 2
    assert result.stderr.count(said) == 1
    assert result.stdout == ""


@pytest.mark.skipif(os.name == "nt", reason="there is no closed pipe of this kind")
def test_a_closed_pipe_is_no_failure() -> None:
    process = start("--limit", "100000", "many.non", "many.non")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize(
    ("name", "shown"),
    few(1, [pytest.param("hard", True, id="long"), pytest.param("many", False, id="short")]),
)
def test_a_terminal_shows_progress_of_long_solves(name: str, shown: bool) -> None:
    pty = pytest.importorskip("pty")
    try:
        ours, theirs = pty.openpty()
    except OSError:
        pytest.skip("this machine gives no terminals")
    pytest.importorskip("termios").tcsetwinsize(theirs, (30, 100))
    command = [sys.executable, str(ROOT / "main.py"), "solve", "--engine", "python"]
    command += ["--timeout", "1.2", f"{name}.non"]
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, text=True, check=False)
    os.write(theirs, b"end")
    text = os.read(ours, 100_000).decode()
    os.close(ours)
    os.close(theirs)
    assert ("cells certain" in text) == shown
    assert process.stdout.startswith(f"{name}.non: ")


@pytest.mark.parametrize(
    ("engine", "code", "said"),
    [
        ("elimination:queue=fifo", 0, "at least 2 solutions"),
        ("intersection", 3, "the method goes no further"),
        ("elimination:queue=last", 2, "lifo, fifo or unmoved"),
    ],
)
def test_methods_say_what_they_can(engine: str, code: int, said: str) -> None:
    result = run("--limit", "1", "--engine", engine, "square.non")
    assert result.exit_code == code
    assert said in result.output
