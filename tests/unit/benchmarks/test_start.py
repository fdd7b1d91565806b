"""The starts of programs that end at once."""

from __future__ import annotations

import shlex
import struct
import sys
from pathlib import Path

import pytest

from benchmarks.start import COMMANDS, STEP, picture, starts


def program(folder: Path, body: str) -> str:
    """A PROGRAM: a script."""
    (folder / "program.py").write_text(body)
    return shlex.join([sys.executable, "-I", str(folder / "program.py")])


def test_each_program_is_started_so_often(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"import sys, os; open({str(log)!r}, 'a').write(os.environ['HOME'] + repr(sys.argv[1:]))"
    script = program(tmp_path, body)
    found = starts([script, script], 2, False)
    assert [len(each.wall_s) for times in found.values() for each in times] == 3 * 2 * [2]
    assert all(min(each.wall_s) > 0 for times in found.values() for each in times)
    written = log.read_text()
    assert all(written.count(repr(arguments)) == 2 * 3 for arguments in COMMANDS.values())


def test_a_command_that_fails_is_no_time(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="exit code 3"):
        starts([program(tmp_path, "raise SystemExit(3)")], 1, False)


def test_the_pixels_of_a_dump_are_found() -> None:
    width, height, padding = 12, 9, 1
    fields = [0] * 25
    fields[0], fields[5], fields[12], fields[19] = 104, height, 4 * (width + padding), 2
    pixels = struct.pack(f"<{(width + padding) * height}I", *range((width + padding) * height))
    dump = struct.pack(">25I", *fields) + b"name" + 2 * 12 * b"c" + pixels
    seen = picture(dump)
    assert seen[:, 0].tolist() == [row * (width + padding) for row in range(0, height, STEP)]
