"""A crash of Qt or a library is told at the next start, once; a killed program is not."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helper.application.native_crashes import FOLDER, CrashFile, take_crashes
from helper.reports.child_stacks import FILE_OF_CHILDREN
from helper.reports.problem_report import LOG_LINES
from helper.workers.jobs import CRASHED, Job
from puzzles.child.child import DIED
from tests.support.cases import few
from tests.support.crashing_program import SECRET
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S
from tests.support.workers import dead, killed

TOLD = "said: The program crashed the last time. Your moves up to then are kept. ['Report…']\n"


def program(way: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.crashing_program", way],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONFAULTHANDLER"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said_by(way: str) -> str:
    process = program(way)
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    return out


def left(home: Path) -> list[str]:
    return [path.suffix for path in (home / FOLDER).iterdir()]


def test_a_crash_is_told_once_and_a_killed_program_is_not(home: Path) -> None:
    assert said_by("segmentation fault") == ""
    assert sorted(left(home)) == [".lock", ".txt"]
    assert said_by("leave") == TOLD
    assert left(home) == []
    assert said_by("kill") == ""
    assert take_crashes(home) == []
    assert left(home) == []


@pytest.mark.parametrize(
    ("way", "said"),
    few(
        1,
        [
            ("in a thread", "Fatal Python error: Segmentation fault"),
            pytest.param("abort", "Fatal Python error: Aborted", marks=pytest.mark.long),
            ("fatal message", "Fatal Python error: Aborted"),
        ],
    ),
)
def test_the_report_of_a_crash_has_its_stack(home: Path, way: str, said: str) -> None:
    said_by(way)
    [crash] = take_crashes(home)
    lines = crash.stack.splitlines()
    assert lines[0] == said
    assert any(line.startswith("  helper/app.py:") for line in lines)
    assert SECRET not in "\n".join([crash.stack, *crash.log])
    assert any("CRITICAL Qt" in line for line in crash.log) == (way == "fatal message")
    assert take_crashes(home) == []


def test_a_program_that_runs_has_not_crashed_for_another_one(home: Path) -> None:
    process = program("wait")
    assert process.stdout is not None
    assert process.stdout.readline() == "runs\n"
    assert take_crashes(home) == []
    assert left(home).count(".txt") == 1
    out, _err = process.communicate("\n", timeout=60)
    assert out == ""
    assert process.returncode == 0
    assert left(home) == []


# The file


@pytest.fixture
def file(home: Path, monkeypatch: pytest.MonkeyPatch) -> CrashFile:
    """An open file, in which faulthandler writes nothing."""
    for name in ("enable", "disable"):
        monkeypatch.setattr(faulthandler, name, lambda *_: None)
    monkeypatch.setattr(faulthandler, "is_enabled", lambda: False)
    monkeypatch.setenv(FILE_OF_CHILDREN, "")
    made = CrashFile()
    made.start(home)
    return made


def dies(file: CrashFile, stack: str = "") -> None:
    """As if the process had ended with a stack in its file."""
    os.write(file._descriptor, stack.encode())
    os.close(file._descriptor)
    file._descriptor = -1
    assert file._lock is not None
    file._lock.release()


def test_the_last_entries_of_the_log_stay_however_many_there_are(
    home: Path, file: CrashFile
) -> None:
    for k in range(5000):
        file.note(f"entry {k} {'x' * 60}\nits second line")
    assert file._path.stat().st_size < 250_000
    dies(file, "Fatal Python error: Aborted\n")
    [crash] = take_crashes(home)
    assert crash.stack == "Fatal Python error: Aborted"
    assert len(crash.log) == LOG_LINES
    assert crash.log[-2].startswith("entry 4999 ")


@pytest.mark.parametrize(
    ("stack", "is_told"),
    [
        ("", False),
        ("Windows fatal exception: code 0x8001010d\n\nThread 0x1:\n", False),
        ("Windows fatal exception: access violation\n", True),
        ("Windows fatal exception: code 0xc0000374\n", True),
    ],
)
def test_only_what_ended_the_program_is_told(
    home: Path, file: CrashFile, stack: str, is_told: bool
) -> None:
    file.note("an entry")
    dies(file, stack)
    assert bool(take_crashes(home)) == is_told


def test_a_file_that_cannot_be_made_is_no_error(home: Path) -> None:
    (home / FOLDER).touch()
    made = CrashFile()
    made.start(home)
    made.note("an entry")
    made.close()
    assert take_crashes(home) == []


def test_anything_in_the_folder_is_read_or_passed_over(home: Path, file: CrashFile) -> None:
    folder = home / FOLDER
    (folder / "a.txt").write_bytes(b"Fatal Python error: Aborted\n\xff\x00" + b"x" * 10**6)
    (folder / "b.txt").mkdir()
    (folder / "c.doc").touch()
    assert [crash.stack for crash in take_crashes(home)] == ["Fatal Python error: Aborted"]
    file.close()


# Child processes


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_child_that_crashes_is_logged_with_its_stack(
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv(FILE_OF_CHILDREN, str(tmp_path / "children"))
    for work, sentence in ((partial(killed, "SIGSEGV", None), CRASHED), (dead, DIED)):
        job = Job(work)
        with qtbot.waitSignal(job.failed, timeout=10_000) as end:
            job.start()
        assert end.args == [sentence]
    assert f"a worker ended with exit code {-signal.SIGSEGV}" in caplog.text
    assert "Fatal Python error: Segmentation fault" in caplog.text
    assert "  puzzles/child/serving.py:" in caplog.text


TAKE = """
import sys
from pathlib import Path
from helper.application.native_crashes import take_crashes
print(take_crashes(Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_pipe_among_the_crashes_does_not_stop_the_start(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    os.mkfifo(tmp_path / FOLDER / "a.txt")
    command = [sys.executable, "-c", TAKE, str(tmp_path)]
    assert subprocess.check_output(command, cwd=ROOT, timeout=PATIENCE_S, text=True) == "[]\n"
