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
import site
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future
from io import BufferedReader, BufferedWriter
from queue import SimpleQueue
from typing import IO

from puzzles.child.channel import Channel
from puzzles.program import IMPORT_FOLDER, IS_FROZEN, child_command
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
        self.channel: Channel | None = None
        """``None`` if it was not started; it raises ``EOFError`` once the child has ended."""
        self._stderr = stderr
        self._process: subprocess.Popen[bytes] | None = None
        self.is_killed = False
        """Whether :meth:`kill` was called."""

    def start(self) -> None:
        """Start it, unless it was killed before; takes some milliseconds.

        Raises:
            OSError: No process can be started.
        """
        if not self.is_killed:
            _call_in_lasting_thread(self._start)
        if self.is_killed:
            self.kill()

    def _start(self) -> None:
        with contextlib.ExitStack() as opened:
            (child_in, to_write), (to_read, child_out) = _pipe(opened), _pipe(opened)
            self._start_with(child_in, child_out)
            opened.pop_all()
        child_in.close()
        child_out.close()
        self.channel = Channel(to_read, to_write)

    def _start_with(self, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        environment = dict(os.environ)
        usual = (*site.getsitepackages(), site.USER_SITE)
        if not IS_FROZEN and str(IMPORT_FOLDER) not in usual:
            # Not where other people's packages are: it comes before the standard library.
            path = filter(None, (str(IMPORT_FOLDER), os.environ.get("PYTHONPATH")))
            environment["PYTHONPATH"] = os.pathsep.join(path)
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
        """Kill it and its children, in any thread; one that is not started yet will not run."""
        self.is_killed = True
        if self._process is not None:
            SYSTEM.kill(self._process)

    def close(self) -> None:
        """Kill it, wait for its end, and close the channel."""
        self.kill()
        self.wait()
        with _lock:
            _started.discard(self)
        if self.channel is not None:
            self.channel.close()


def _pipe(opened: contextlib.ExitStack) -> tuple[BufferedReader, BufferedWriter]:
    reader, writer = os.pipe()
    files = os.fdopen(reader, "rb"), os.fdopen(writer, "wb")
    for file in files:
        opened.callback(file.close)
    return files


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
            starts: SimpleQueue[tuple[Callable[[], None], Future[None]]] = SimpleQueue()
            threading.Thread(
                target=_start_children, args=(starts,), name=LASTING_THREAD, daemon=True
            ).start()
            _starts = starts
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
