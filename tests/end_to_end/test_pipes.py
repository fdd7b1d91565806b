"""The commands in pipes, as a shell starts them: what one prints, the next one reads."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np
import pytest
from PIL import Image

from puzzles.formats import Document, write
from tests.support.boards import CHICK
from tests.support.cases import few, further
from tests.support.commands import Ended, program, run_here, run_process
from tests.support.paths import ROOT
from tests.support.signals import default_signals
from tests.support.waiting import PATIENCE_S, wait_until

Run = Callable[[str, bytes], Ended]
SCAN = ROOT / "tests" / "samples" / "app.jpg"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no pipes of this kind")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("chick.non", Document(CHICK))
    cells = np.array([[0, 255], [255, 0]], np.uint8)
    Image.fromarray(cells).save("several.png")
    return tmp_path


def nonogram(words: str, stdin: bytes = b"", code: int = 0, run: Run = run_here) -> bytes:
    """What a command prints on stdout."""
    done = run(words, stdin)
    assert done.code == code, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    return done.stdout


def piped(*commands: str, stdin: bytes = b"", codes: tuple[int, ...] = ()) -> bytes:
    """What the last of some commands prints, each of which reads what the one before it prints."""
    for number, words in enumerate(commands):
        stdin = nonogram(words, stdin, codes[number] if codes else 0, run_process)
    return stdin


def test_a_scan_is_solved() -> None:
    assert piped("scan - -o -", "solve -u -", stdin=SCAN.read_bytes()) == b"1\n"


@pytest.mark.long
def test_a_picture_is_repaired_and_solved() -> None:
    picture = Path("several.png").read_bytes()
    assert (
        piped("create -", "repair - -o -", "solve -u -", stdin=picture, codes=(1, 0, 0)) == b"1\n"
    )


@pytest.mark.long
def test_a_solved_puzzle_is_converted_and_leaves_no_hint() -> None:
    puzzle = Path("chick.non").read_bytes()
    commands = ("solve - -o -", "convert - --to json -o -", "convert - --to non", "hint -")
    assert piped(*commands, stdin=puzzle) == b""


@pytest.mark.parametrize("words", ["check -", "rate -", "explain -", "repair -"])
def test_each_format_is_known_by_its_contents(words: str) -> None:
    puzzle = Path("chick.non").read_bytes()
    for name in ("webpbn", "mk", "pattern", "puzz-link"):
        converted = nonogram(f"convert - --to {name}", puzzle)
        assert nonogram(words, converted)


@pytest.mark.parametrize("jobs", few(1, ["1", "2"]))
@pytest.mark.parametrize("words", ["check", "rate", "solve -u", "solve -u --engine python"])
def test_each_puzzle_of_a_file_is_a_task(words: str, jobs: str) -> None:
    bundle = nonogram("convert chick.non chick.non chick.non --to non")
    lines = nonogram(f"{words} -j {jobs} -", bundle).decode().splitlines()
    names = [line.partition(": ")[0] for line in lines]
    assert names == [f"standard input, puzzle {number}" for number in (1, 2, 3)]
    objects = nonogram(f"{words.replace('-u', '')} --json -j {jobs} chick.non -", bundle)
    values = [json.loads(line) for line in objects.splitlines()]
    places = [(value["file"], value["puzzle"]) for value in values]
    assert places == [("chick.non", None), ("-", 1), ("-", 2), ("-", 3)]


@pytest.mark.long
def test_several_scans_are_solved() -> None:
    shutil.copy(SCAN, "app.jpg")  # the path of the checkout may have spaces
    scans = nonogram("scan app.jpg app.jpg -o -")
    lines = nonogram("solve -u -", scans).decode().splitlines()
    assert lines == ["standard input, puzzle 1: 1", "standard input, puzzle 2: 1"]


@pytest.mark.parametrize("words", ["hint -", "explain - -o a.txt", "repair - -o -", "solve - -o -"])
def test_a_command_on_one_puzzle_says_that_there_are_several(words: str) -> None:
    bundle = nonogram("convert chick.non chick.non --to non")
    done = run_here(words, bundle)
    assert (done.code, done.stdout) == (2, b"")
    assert b" 2 puzzles; " in done.stderr


@pytest.mark.parametrize(
    "words",
    ["list", "check -", "rate -j 2 - chick.non chick.non",
     *further("engines", "formats", "explain -", "solve -c -", "convert - --to json",
              "create several.png", "list --json", "repair - -o -")],
)  # fmt: skip
def test_a_reader_that_leaves_early_is_no_error(words: str) -> None:
    read, written = os.pipe()
    os.close(read)
    command = program(words)
    puzzle = Path("chick.non").read_bytes()
    with os.fdopen(written) as pipe:
        done = subprocess.run(
            command, input=puzzle, stdout=pipe, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"Broken pipe" not in done.stderr
    assert b"cannot be written" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("words", ["check chick.non", "repair chick.non -o -", "engines", *further(
    "convert chick.non --to mk", "rate chick.non", "create several.png", "solve chick.non",
    "scan --json several.png", "list --json",
)])  # fmt: skip
def test_output_that_is_lost_is_told(words: str) -> None:
    command = program(words)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60, text=True
        )
    assert done.returncode == 2
    assert "the output cannot be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


READERS = ["check", "convert --to mk", "explain", "hint", "rate", "scan", "create", "repair",
           "solve", "study -o out"]  # fmt: skip


@pytest.mark.parametrize("words", few(6, READERS))
@pytest.mark.parametrize(
    "data",
    few(
        2,
        [
            b"",
            b"\n\n",
            random.Random(7).randbytes(5000),
            b"\0" * 5000,
            b"\xff\xfe" + b"width\n" * 9,
        ],
    ),
    ids=len,
)
def test_what_is_nothing_to_read_is_said_in_a_sentence(words: str, data: bytes) -> None:
    run = run_here if data or words != "check" else run_process
    done = run(f"{words} -", data)
    assert done.code == 2
    said = (done.stdout + done.stderr).decode()
    assert said.startswith("standard input:")
    assert said.count("\n") == 1


@pytest.mark.parametrize("words", few(2, READERS))
def test_a_closed_standard_input_is_said(words: str) -> None:
    line = f'exec "{sys.executable}" "{ROOT / "main.py"}" {words} - <&-'
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=False, timeout=60)
    assert done.returncode == 2
    assert b"there is no standard input; name a file" in done.stdout + done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", few(6, READERS))
@pytest.mark.parametrize("name", few(3, ["missing", "empty", "secret.non", "a" * 300 + ".non"]))
def test_what_cannot_be_opened_is_said(words: str, name: str) -> None:
    Path("empty").mkdir()
    secret = Path("secret.non")
    secret.write_bytes(Path("chick.non").read_bytes())
    secret.chmod(0)
    if name == "secret.non" and os.access(secret, os.R_OK):
        pytest.skip("root may read everything")
    done = run_here(f"{words} {name}")
    said = (done.stdout + done.stderr).decode()
    assert done.code == 2
    assert said.startswith(f"{name}: ")
    assert "written" not in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("words", few(2, READERS))
def test_permissions_are_found_out_by_opening(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests: root may read everything, so the file above tells him nothing."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    Path("none.non").write_bytes(b"no puzzle")
    assert b"Usage" not in run_here(f"{words} none.non").stderr


@pytest.mark.parametrize("words", ["list", "explain chick.non", *further(
    "check chick.non", "convert chick.non --to mk", "create several.png",
)])  # fmt: skip
def test_a_closed_standard_output_is_said(words: str) -> None:
    line = f'exec "{sys.executable}" "{ROOT / "main.py"}" {words} >&-'
    done = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("the output cannot be written: Bad file descriptor\n")
    assert b"Traceback" not in done.stderr


def wait_until_read(stdin: IO[bytes]) -> None:
    """Write a letter, and wait until the child has taken it: it waits for the next ones then."""
    if sys.platform != "linux":  # where the end that writes tells what is left
        time.sleep(1)
        return
    import fcntl
    import termios

    stdin.write(b"w")
    stdin.flush()
    left = array("i", [1])

    def is_taken() -> bool:
        fcntl.ioctl(stdin, termios.FIONREAD, left)
        return left[0] == 0

    wait_until(is_taken, "it does not read")


@pytest.mark.clock
@pytest.mark.parametrize("words", few(2, READERS))
def test_ctrl_c_ends_the_wait_for_standard_input(words: str) -> None:
    command = program(f"{words} -")
    pipe = subprocess.PIPE
    with default_signals():
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
    with process:
        assert process.stdin is not None
        wait_until_read(process.stdin)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130
        assert time.monotonic() - started < 0.5
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    "words", ["convert --to mk chick.non", "create several.png", "repair chick.non",
              "scan several.png", "solve chick.non", "study chick.non"])  # fmt: skip
def test_an_empty_name_of_an_output_is_said(words: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    done = run_here([*words.split(), "-o", ""])
    assert done.code == 2
    assert b"-o" in done.stderr
    assert sorted(folder.iterdir()) == before
