"""The progress bar of commands on many files: on a terminal only, and never on stdout."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from puzzles.formats import Document, write
from tests.support.boards import CHICK
from tests.support.paths import ROOT
from tests.support.processes import run_python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals to open")
SCRIPT = f"""
import sys, time
sys.path.insert(0, {str(ROOT)!r})
from puzzles.progress import in_order
for result in in_order(lambda item, _: time.sleep(0.05) or item, range(16), 16, 1):
    print(result)
"""


def on_terminal(*command: str) -> tuple[str, str]:
    """What a program prints on stdout, a pipe, and on stderr, a terminal of 80 columns."""
    import fcntl
    import pty
    import termios

    try:
        master, slave = pty.openpty()
    except OSError as error:
        pytest.skip(f"there is no terminal: {error}")
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave, text=True) as process:
        os.close(slave)
        said = b""
        with suppress(OSError):  # the terminal is closed at the end
            while part := os.read(master, 65536):
                said += part
        os.close(master)
        assert process.stdout is not None
        printed = process.stdout.read()
    assert process.returncode == 0
    return printed, said.decode()


def test_the_bar_shows_how_many_files_are_done_and_is_removed() -> None:
    printed, said = on_terminal(sys.executable, "-c", SCRIPT)
    assert printed == "".join(f"{number}\n" for number in range(16))
    assert "/16 [" in said
    assert said.rsplit("\r", 2)[-2].strip() == ""


def test_short_work_has_no_bar(tmp_path: Path) -> None:
    files = [str(tmp_path / f"{number}.non") for number in range(3)]
    for file in files:
        write(file, Document(CHICK))
    printed, said = on_terminal(sys.executable, str(ROOT / "main.py"), "check", *files)
    assert printed.count(": ok, 7x7, Chick\n") == 3
    assert said.strip() == ""


def test_without_a_terminal_there_is_no_bar() -> None:
    assert run_python(SCRIPT).stderr == ""
