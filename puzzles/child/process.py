"""The process of a child: how it is started, how it ends, and that none outlives the program.

It runs :mod:`puzzles.child` as a program of its own. A user's script that has children therefore
needs no ``if __name__ == "__main__":``, and nothing is shared with them: one that is killed keeps
no lock. All are started by one thread, which lasts as long as the program: Linux ends a child with
the *thread* that started it.

This works in a checkout, in an installation, in a wheel that is not unpacked, and in a frozen
program (:mod:`puzzles.program`).
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import IO

from puzzles.child.channel import Channel
from puzzles.program import IS_FROZEN, child_command
from puzzles.system import SYSTEM

LASTING_THREAD = "starts children"
"""The name of the thread that starts all children."""
_LAST_EXIT_S = 1.0
"""How long killed children may take to end when the program ends, s."""
_lock = threading.Lock()
_started: set[ChildProcess] = set()
"""Those that were not closed yet."""
_starts: SimpleQueue[tuple[Callable[[], None], Future[None]]] | None = None
"""What :func:`_start_children` is to do, once its thread runs."""


class ChildProcess:
    """A child process, in a session of its own: Ctrl+C in a terminal reaches this program only.

    Args:
        stderr: As for :class:`subprocess.Popen`; it also gets what the child prints.
    """

    def __init__(self, stderr: int | IO[bytes] = subprocess.DEVNULL) -> None:
        (to_read, child_out), (child_in, to_write) = _opened_pipe(), _opened_pipe()
        self.channel = Channel(to_read, to_write)
        """It raises ``EOFError`` once the child has ended."""
        self._child_ends = child_in, child_out
        self._stderr = stderr
        self._process: subprocess.Popen[bytes] | None = None
        self._is_killed = False

    def start(self) -> None:
        """Start it, unless it was killed before; takes some milliseconds.

        Raises:
            OSError: No process can be started.
        """
        try:
            if not self._is_killed:
                _call_in_lasting_thread(self._start)
        finally:
            for end in self._child_ends:
                end.close()
        if self._is_killed:
            self.kill()

    def _start(self) -> None:
        environment = dict(os.environ)
        if not IS_FROZEN:
            root = str(Path(__file__).parents[2])
            path = filter(None, (root, os.environ.get("PYTHONPATH")))
            environment["PYTHONPATH"] = os.pathsep.join(path)
        stdin, stdout = self._child_ends
        self._process = subprocess.Popen(
            child_command(),
            stdin=stdin,
            stdout=stdout,
            stderr=self._stderr,
            env=environment,
            **SYSTEM.apart,
        )
        SYSTEM.tie_to_program(self._process.pid)
        with _lock:
            _started.add(self)

    @property
    def pid(self) -> int | None:
        """Its id; ``None`` if it was not started."""
        return None if self._process is None else self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def wait(self, timeout_s: float | None = None) -> int | None:
        """Wait for its end.

        Returns:
            The exit code, negative for a signal; ``None`` if it runs, or was never started.
        """
        with contextlib.suppress(subprocess.TimeoutExpired):
            return None if self._process is None else self._process.wait(timeout_s)
        return None

    def kill(self) -> None:
        """Kill it, in any thread; one that is not started yet will not run."""
        self._is_killed = True
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Kill it, wait for its end, and close the channel."""
        self.kill()
        self.wait()
        with _lock:
            _started.discard(self)
        for end in self._child_ends:
            end.close()
        self.channel.close()


def _opened_pipe() -> tuple[IO[bytes], IO[bytes]]:
    reader, writer = os.pipe()
    return os.fdopen(reader, "rb"), os.fdopen(writer, "wb")


def running_children() -> list[int]:
    """The ids of the child processes that run."""
    with _lock:
        return [child.pid for child in _started if child.is_alive and child.pid is not None]


@atexit.register
def end_children() -> None:
    """Kill all children, since this program ends, or another one takes its place."""
    with _lock:
        left = list(_started)
    for child in left:
        child.kill()
    for child in left:
        child.wait(_LAST_EXIT_S)


def _call_in_lasting_thread(start: Callable[[], None]) -> None:
    global _starts
    with _lock:
        if _starts is None:
            _starts = SimpleQueue()
            threading.Thread(
                target=_start_children, args=(_starts,), name=LASTING_THREAD, daemon=True
            ).start()
    result: Future[None] = Future()
    _starts.put((start, result))
    result.result()


def _start_children(starts: SimpleQueue[tuple[Callable[[], None], Future[None]]]) -> None:
    while True:
        start, result = starts.get()
        try:
            result.set_result(start())
        except BaseException as error:
            result.set_exception(error)
        del start, result  # the process in it would live until the next one starts
