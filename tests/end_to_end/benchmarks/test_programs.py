"""Other programs: what they print is found and checked, whatever stands around it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.peers import Answer, Ending, Peer, Verdict, judge
from benchmarks.programs import answer_in, program_peer
from puzzles import Puzzle
from puzzles.model import Color, clues
from tests.support.processes import is_running
from tests.support.waiting import wait_until

CAT = Puzzle.from_numbers([[1, 1], [3], [1]], [[2], [2], [2]])  # two ways
RED_BLUE = Puzzle(
    (clues([1]) + clues([1], 2),),
    (clues([1]), clues([1], 2)),
    (Color("0", "#ffffff"), Color("r", "#ff0000"), Color("b", "#0000ff")),
)


def verdict(output: str, puzzle: Puzzle = CAT, status: int = 0) -> Verdict:
    return judge(puzzle, {"p": answer_in(output, puzzle, status)})["p"]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param("#.#\n###\n.#.\n", id="signs"),
        pytest.param("1\t0\t1\n1\t1\t1\n0\t1\t0\n", id="numbers and tabs"),
        pytest.param("solved in 3 ms\n\n█ █\n███\n █ \n\nbye\n", id="blanks for blank cells"),
        pytest.param("|X|.|X|\n|X|X|X|\n|.|X|.|\n", id="bars"),
        pytest.param("    1\n    1 2 1\n1 1 # . #\n  3 # # #\n  1 . # .\n", id="with clues"),
        pytest.param("\x1b[1m#x#\x1b[0m\n###\nx#x\n", id="crosses and escapes"),
        pytest.param("xox\nxxx\noxo\n\n".replace("o", "-"), id="x is shaded"),
    ],
)
def test_a_board_is_found_and_right(output: str) -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [3], [1]], [[2], [2], [2]])
    assert verdict(output, puzzle) is Verdict.SOLVED
    flipped = Puzzle.from_numbers([[1], [3], [1, 1]], [[2], [2], [2]])
    assert verdict(output, flipped) is Verdict.WRONG


def test_colours_have_the_letters_of_the_file() -> None:
    assert verdict("rb\n", RED_BLUE) is Verdict.SOLVED
    assert verdict("br\n", RED_BLUE) is Verdict.WRONG
    assert verdict("12\n", RED_BLUE) is Verdict.UNCHECKED


def peer(tmp_path: Path, body: str, place: str = "{file}") -> Peer:
    script = tmp_path / "peer.py"
    script.write_text(body)
    return program_peer(f"mine='{sys.executable}' '{script}' {place}")


def test_a_program_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    child = f"import os, time; open({str(trace)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    body = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    assert peer(tmp_path, body).ask(CAT, 1) == Answer([], Ending.TIMEOUT)
    if trace.exists() and (pid := trace.read_text()):  # it was there already
        wait_until(lambda: not is_running(int(pid)))
