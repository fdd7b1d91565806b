"""Runs a program and keeps what it writes and how it ended, whoever reads its output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_REST_S = 5.0
"""How long the output of a program that has ended is read: its children may still have the pipe."""


def kept(command: Sequence[str], path: Path) -> int:
    """Run a program, show its output, and write it into a file with the way in which it ended.

    Signals that would end this process go to the program. The file is complete up to the moment at
    which both are killed, also if nobody reads the output any more.

    Args:
        command: The program and its arguments.
        path: The file.

    Returns:
        The exit code of the program; 128 and the number of the signal that killed it.
    """
    with path.open("wb", buffering=0) as file:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )
        before = {
            each: signal.signal(each, lambda number, _: process.send_signal(number))
            for each in _FORWARDED
        }
        reader = threading.Thread(target=_copy, args=(process.stdout, file), daemon=True)
        reader.start()
        code = process.wait()
        reader.join(_REST_S)
        for number, handler in before.items():
            signal.signal(number, handler)
        ending = f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"
        file.write(f"ended: {ending}\n".encode())
    _show(f"ended: {ending}, output in {path}\n".encode())
    return code if code >= 0 else 128 - code


def _copy(output: IO[bytes], file: IO[bytes]) -> None:
    with output:
        for line in output:
            with suppress(ValueError):  # the file is closed: a child goes on
                file.write(line)
            _show(line)


def _show(line: bytes) -> None:
    try:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    except (OSError, ValueError):  # tail has ended; what is buffered still would not go at the end
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
