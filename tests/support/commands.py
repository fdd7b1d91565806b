"""Commands of the program: in a process of their own as a shell starts them, or in this one."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO, TextIOWrapper
from typing import NamedTuple
from unittest.mock import patch

from main import main
from tests.support.paths import ROOT


class Ended(NamedTuple):
    """What came of a command."""

    code: int
    stdout: bytes
    stderr: bytes


def program(words: str) -> list[str]:
    """The command line of a command, for :mod:`subprocess`."""
    return [sys.executable, str(ROOT / "main.py"), *words.split()]


def run_process(words: str, stdin: bytes = b"") -> Ended:
    """Run a command in a process of its own."""
    done = subprocess.run(
        program(words), input=stdin, capture_output=True, check=False, timeout=100
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def run_here(words: str | list[str], stdin: bytes = b"") -> Ended:
    """Run a command in this process, where nothing needs to be imported again.

    Its streams are those of a program in pipes, but for the file descriptors.
    """
    streams = [TextIOWrapper(BytesIO(data), "utf-8") for data in (stdin, b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = main(words.split() if isinstance(words, str) else words)
    for stream in streams[1:]:
        stream.flush()
    stdout, stderr = (stream.buffer.getvalue() for stream in streams[1:])
    return Ended(code, stdout, stderr)
