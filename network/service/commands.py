"""Runs the program's commands within a worker, one after the other, as if each were a process.

Nothing of the server is imported here: the modules of the commands are enough for a worker.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from puzzles.child.serving import report
from puzzles.json_output import Failure, failures_told
from puzzles.progress import reporting_to

REPORT_S = 0.1
"""Seconds between two reports of the progress, at least."""
INPUT = "input"
"""The name of the file that a command reads; the sentences of commands begin with it."""
_FIRST = b'{"rows": [[1]], "columns": [[1]]}'
"""A puzzle with which a worker imports what most requests need."""


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    stdout: bytes
    stderr: str
    failures: tuple[Failure, ...] = ()
    """What it said on stderr about its input."""


class CommandRunner:
    """Runs commands in this process. It is made in a worker only: it changes the folder.

    Args:
        program: Runs a command's words and returns the exit code, as ``module:name``.
        folder: An empty folder for this worker alone, in which commands find their input.
    """

    def __init__(self, program: str, folder: Path) -> None:
        module, _, name = program.partition(":")
        self._main = getattr(import_module(module), name)
        self._folder = folder
        os.chdir(folder)
        self.run(["solve", "--json", INPUT], _FIRST)

    def ready(self) -> None:
        """Does nothing: whoever calls it waits until the worker has started."""

    def run(self, words: list[str], data: bytes | None) -> Ran:
        """Run a command.

        Args:
            words: The command, its options, and :data:`INPUT` for the file.
            data: The contents of the file; ``None`` without one.
        """
        if data is not None:
            Path(INPUT).write_bytes(data)
        stdout, stderr = (TextIOWrapper(BytesIO(), "utf-8") for _ in range(2))
        stdin, sys.stdin = sys.stdin, TextIOWrapper(BytesIO())
        try:
            with ExitStack() as stack:
                stack.enter_context(redirect_stdout(stdout))
                stack.enter_context(redirect_stderr(stderr))
                stack.enter_context(reporting_to(_Reports()))
                told = stack.enter_context(failures_told())
                code = self._main(words)
        finally:
            sys.stdin = stdin
            self._clear()
        text = _written(stderr).decode("utf-8", "replace")
        return Ran(code, _written(stdout), text, tuple(told))

    def _clear(self) -> None:
        for path in self._folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


class _Reports:
    """Reports the progress of a command, not too often."""

    def __init__(self) -> None:
        self._last = monotonic()

    def __call__(self, share: float) -> None:
        now = monotonic()
        if now > self._last + REPORT_S:
            self._last = now
            report(share)


def _written(stream: TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue()
