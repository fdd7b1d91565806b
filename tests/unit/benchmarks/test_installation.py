"""Sizes of an environment of a few bytes, and starts of programs that end at once."""

from __future__ import annotations

import shlex
import struct
import sys
from pathlib import Path

import click
import pytest

from benchmarks.size import rows, shares, site_packages_of, size
from benchmarks.start import COMMANDS, STEP, picture, starts


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The program needs ``lib``, and ``Other.Lib`` for an extra; ``lib`` needs ``Other.Lib``."""
    site = tmp_path / "lib" / "python3.11" / "site-packages"
    needs = {
        "program": ["lib>=1; python_version > '3'", 'other-lib[a]; extra == "more"', "missing"],
        "lib": ["Other_Lib"],
        "Other.Lib": [],
    }
    for number, (name, requirements) in enumerate(needs.items(), 1):
        info = site / f"{name}-1.{number}.dist-info"
        info.mkdir(parents=True)
        required = "".join(f"Requires-Dist: {each}\n" for each in requirements)
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.{number}\n{required}"
        )
        (site / f"{name}.py").write_bytes(bytes(number * 2**20))
        (site / f"{name}.pyc").write_bytes(bytes(2**19))
        (info / "RECORD").write_text(f"{name}.py,,\n{name}.pyc,,\n{name}.py,,\ngone.py,,\n")
    return tmp_path


def test_each_has_its_size_and_who_needs_it(environment: Path) -> None:
    found = shares(site_packages_of(environment))
    assert [(each.name, each.version, each.size >> 20) for each in found] == [
        ("other-lib", "1.3", 3), ("lib", "1.2", 2), ("program", "1.1", 1),
    ]  # fmt: skip
    assert [each.compiled for each in found] == 3 * [2**19]
    assert [sorted(each.needed_by) for each in found] == [["(program)", "lib"], ["program"], []]
    assert [*rows(found)[-1].values()] == ["sum", "6.0", "", "1.5", ""]
    freed = {each.name: each.freed >> 20 for each in found}
    assert freed == {"program": 6, "lib": 5, "other-lib": 3}, "nothing else needs the others"


def test_each_is_a_row_of_the_table(environment: Path) -> None:
    first = next(row for row in size(environment) if isinstance(row, dict))
    assert [*first.values()] == ["other-lib 1.3", "3.0", "3.0", "0.5", "(program), lib"]


def test_a_folder_that_is_no_environment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="no virtual environment"):
        site_packages_of(tmp_path)


def program(folder: Path, body: str) -> str:
    """A PROGRAM: a script."""
    (folder / "program.py").write_text(body)
    return shlex.join([sys.executable, "-I", str(folder / "program.py")])


def test_each_program_is_started_so_often(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"import sys, os; open({str(log)!r}, 'a').write(os.environ['HOME'] + repr(sys.argv[1:]))"
    script = program(tmp_path, body)
    found = starts([script, script], 2, False)
    counts = [len(each.wall_s) for times in found.values() for each in times]
    assert counts == len(COMMANDS) * 2 * [2]
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
