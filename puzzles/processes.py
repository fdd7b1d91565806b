"""Child processes: how all packages start them, end them, and let none outlive the program.

There are two kinds. A :class:`PipedProcess` runs a function. :func:`start_module` runs a module of
this program by its name, for commands: a user's script that calls them needs no
``if __name__ == "__main__":``. What goes through the pipes is the caller's business; a child that
can be told to stop reads its pipe through an :class:`Inbox`. Processes share no lock, event or
queue of ``multiprocessing``: a child that is killed while it holds one would block the others.

All children are started by one thread, which lasts as long as the program: Linux ends a child with
the *thread* that started it (:func:`begin_child`).

Both work in a checkout, in an installation, in a wheel that is not unpacked, and in a frozen
program (PyInstaller), which holds its own interpreter and no ``python -m``: its entry hands over to
:func:`run_as_child` first. :func:`own_command` is what starts the program itself again.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import multiprocessing.util
import os
import runpy
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeVar

from puzzles.system import SYSTEM

T = TypeVar("T")

IS_FROZEN = bool(getattr(sys, "frozen", False))
"""Whether this is a program with an interpreter of its own, which PyInstaller has made."""
_MODULE_OPTIONS = ("-P", "-m")
"""Of Python's command line; a frozen program takes them, too, see :func:`run_as_child`."""
_CHILDREN = ("recognizer.sandbox.child", "solver.study.child")
"""The modules that :func:`start_module` starts, and no others in a frozen program."""
LASTING_THREAD = "starts children"
"""The name of the thread that starts all children."""
_STARTING = threading.Lock()
"""Held while processes are started, closed or listed: a list must hold none that is half closed."""
_starts: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
"""What :func:`_start_children` is to do."""
_ending = threading.Event()
"""Set when the program ends. From then on multiprocessing waits for the children it has listed, and
none may be closed meanwhile."""


@atexit.register  # called before the function of multiprocessing.util, which was registered earlier
def _begin_to_end() -> None:
    with _STARTING:
        _ending.set()


def _hold_interrupts() -> None:
    """Let Ctrl+C wait in this thread and in the processes that it starts, which inherit that.

    Otherwise a child that still loads Python ends with a traceback when the terminal sends Ctrl+C
    to all processes.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # it would let go of the signal when it starts
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class Control(Enum):
    """Messages to children that are no work, see :class:`Inbox`."""

    STOP = "stop"
    """The work under way is to return early."""


def running_children() -> list[int]:
    """The ids of the child processes that :class:`PipedProcess` has started and that run."""
    with _STARTING:
        return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


class PipedProcess:
    """A child process that runs a function, and a pipe to it. It ignores Ctrl+C.

    Args:
        function: ``function(pipe, *arguments)``, called in the child; picklable.
        *arguments: Picklable.
    """

    def __init__(self, function: Callable[..., object], *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, self._child_pipe = context.Pipe()
        """The parent's end; it raises ``EOFError`` once the child has ended."""
        self._process = context.Process(
            target=_run, args=(function, self._child_pipe, arguments), daemon=True
        )
        self._is_killed = False
        self._sending = threading.Lock()
        """Held while the pipe is written or closed: another file may get its descriptor."""

    def start(self) -> None:
        """Start the child, unless it was killed before; takes some milliseconds."""
        if not self._is_killed:
            _in_lasting_thread(self._start)
        self._child_pipe.close()
        if self._is_killed:
            self.kill()

    def _start(self) -> None:
        _hold_interrupts()
        with _STARTING:
            self._process.start()
            SYSTEM.tie_to_program(self._process.pid or 0)

    def send(self, value: object) -> None:
        """Send a value to the child, also before it is started, in any thread.

        If the child has ended nothing happens: the pipe says so to whoever reads it.

        Raises:
            Exception: It cannot be pickled.
        """
        with self._sending, contextlib.suppress(OSError):
            self.pipe.send(value)

    @property
    def is_alive(self) -> bool:
        """Whether the child runs."""
        try:
            return self._process.is_alive()
        except ValueError:  # it was closed
            return False

    def wait(self, timeout_s: float | None = None) -> int | None:
        """Wait for the end of the child.

        Returns:
            Its exit code, negative for a signal; ``None`` if it runs or was never started.
        """
        with contextlib.suppress(AssertionError, ValueError):  # not started, or closed
            self._process.join(timeout_s)
            return self._process.exitcode
        return None

    def kill(self) -> None:
        """Kill the child, in any thread; one that is not started yet will not run."""
        self._is_killed = True
        with contextlib.suppress(ValueError, AttributeError, OSError):
            self._process.kill()

    def close(self, timeout_s: float | None = None) -> None:
        """Kill the child, wait for its end, and close the pipe."""
        self.kill()
        self.wait(timeout_s)
        with _STARTING, contextlib.suppress(ValueError):  # it has not ended in time
            if not _ending.is_set():
                self._process.close()  # otherwise its descriptor stays until this is garbage
        for pipe in (self.pipe, self._child_pipe):
            with self._sending, contextlib.suppress(OSError):
                pipe.close()


def _run(function: Callable[..., object], pipe: Connection, arguments: tuple[Any, ...]) -> None:
    begin_child()
    threading.Thread(target=_await_parent, daemon=True).start()
    function(pipe, *arguments)


def start_module(
    command: tuple[str, ...], stderr: int | IO[bytes] = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a child process with pipes on stdin and stdout, in a session of its own.

    Ctrl+C in a terminal therefore reaches this program only, which ends the child.

    Args:
        command: See :func:`module_command`.
        stderr: As for :class:`subprocess.Popen`.

    Raises:
        OSError: No process can be started.
    """
    environment = dict(os.environ)
    if not IS_FROZEN:
        root = str(Path(__file__).parents[1])
        path = filter(None, (root, os.environ.get("PYTHONPATH")))
        environment["PYTHONPATH"] = os.pathsep.join(path)

    def start() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environment,
            **SYSTEM.apart,
        )
        SYSTEM.tie_to_program(process.pid)
        return process

    return _in_lasting_thread(start)


def _in_lasting_thread(start: Callable[[], T]) -> T:
    """Call a function in the thread that starts all child processes, and wait for its result."""
    _lasting_thread()
    result: Future[T] = Future()
    _starts.put((start, result))
    return result.result()


@cache
def _lasting_thread() -> threading.Thread:
    thread = threading.Thread(target=_start_children, name=LASTING_THREAD, daemon=True)
    thread.start()
    return thread


def _start_children() -> None:
    while True:
        start, result = _starts.get()
        try:
            result.set_result(start())
        except BaseException as error:
            result.set_exception(error)
        del start, result  # the process in it would live until the next one starts


def module_command(name: str) -> tuple[str, ...]:
    """The command that runs a module. ``-P``: files in the user's folder replace no module."""
    return (sys.executable, *_MODULE_OPTIONS, name)


def own_command() -> tuple[str, ...]:
    """The command that started this program, without the arguments that it was given."""
    if IS_FROZEN:
        return (sys.executable,)
    return (sys.executable, *sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv[1:])])


def run_as_child() -> None:
    """In a frozen program, be the child that the command line asks for, and then never return.

    The entry calls this before anything else. For any other command line only the environment is
    changed: the programs that this one starts, such as a browser, use the system's libraries.
    """
    _forget_loader()
    multiprocessing.freeze_support()
    *options, name = sys.argv[1 : 2 + len(_MODULE_OPTIONS)] or [""]
    if tuple(options) == _MODULE_OPTIONS and name in _CHILDREN:
        del sys.argv[1 : 2 + len(_MODULE_OPTIONS)]
        runpy.run_module(name, run_name="__main__", alter_sys=True)
        sys.exit()


def _forget_loader() -> None:
    """Take back what PyInstaller's loader has set; it sets that again when a child starts.

    It would not, if the child knew by its variables that it is one.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    for name in ("LD_LIBRARY_PATH", *(each for each in os.environ if each.startswith("_PYI_"))):
        os.environ.pop(name, None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


# In child processes


def begin_child() -> None:
    """What each child does first: ignore Ctrl+C, since the parent decides what ends; end with it.

    The system ends the child, also in compiled code that holds the interpreter. If the parent has
    ended before, nothing happens, so a child also watches its pipe or its parent.
    """
    with contextlib.suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    SYSTEM.die_with_parent()


def _await_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Inbox:
    """What the parent sends to a child, read in a thread. The child ends with the pipe.

    Args:
        pipe: Of a :class:`PipedProcess`.
    """

    def __init__(self, pipe: Connection) -> None:
        self.stop = threading.Event()
        """Set once :attr:`Control.STOP` has come."""
        self._values: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=self._read, args=(pipe,), daemon=True).start()

    def get(self) -> Any:
        """Wait for the next value that is no :class:`Control`."""
        return self._values.get()

    def _read(self, pipe: Connection) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                value = pipe.recv()
                if value is Control.STOP:
                    self.stop.set()
                else:
                    self._values.put(value)
        os._exit(1)


def take_over_stdout(instead: int | None = None) -> IO[bytes]:
    """Take over the pipe of stdout, so that a library that prints cannot disturb the messages.

    Args:
        instead: The descriptor that gets what is printed; by default it is dropped.
    """
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY) if instead is None else instead, 1)
    return pipe
