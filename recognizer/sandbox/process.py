"""A child process that works on untrusted pictures within limits, and can be killed.

The command line uses it. The window has other child processes, which set the same
:mod:`~recognizer.sandbox.limits` themselves. The child holds an object, and a
:class:`SandboxedObject` calls its methods. Results come through a pipe, with arrays as raw bytes.
"""

from __future__ import annotations

import pickle
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import IO, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from puzzles.errors import NonogramError, RecognitionError
from puzzles.processes import module_command, start_module
from puzzles.words import worded
from recognizer.sandbox.limits import Limits, is_overtime, too_much_memory, why_it_ended

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

LENGTH_FORMAT = struct.Struct("<Q")
"""The format of lengths on the pipes."""
_POLL_S = 0.02
"""Interval at which ``should_stop`` is polled, s."""
_REPORT = "report"
"""The kind of a reply that is not the last one."""
LIMITS = "limits"
"""The kind of a reply that says which limits hold in the child now."""
READY = "ready"
"""The kind of the first reply of a child: it has started."""
_report_pipe: IO[bytes] | None = None
_COMMAND = module_command("recognizer.sandbox.child")
"""The command that starts the child process."""


class StoppedError(Exception):
    """The work was stopped on request, and the child was killed."""


class ChildEndedError(RecognitionError):
    """The child ended during a call, or was killed because the call took too long.

    Args:
        text: The sentence.
        is_overtime: Whether the limit of time was the reason.
    """

    def __init__(self, text: str, is_overtime: bool = False) -> None:
        super().__init__(text)
        self.is_overtime = is_overtime


class SandboxedObject(Generic[T]):
    """An object in a child process, which is started at once and ended by :meth:`close`.

    Args:
        make: Makes the object in the child, and imports there what its methods need; picklable.
        should_stop: Polled every 20 ms while a method runs. Ctrl+C ends it, too.
    """

    def __init__(
        self, make: Callable[[], T], should_stop: Callable[[], bool] | None = None
    ) -> None:
        self._make = make
        self.should_stop = should_stop
        """As the argument; it may be replaced between two calls."""
        self.on_report: Callable[[Any], None] = _ignored
        """Called with what a method hands to :func:`report`, in a thread of its own."""
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ready = threading.Event()
        """Set once the child has started; a new one for each child."""
        self._start()

    def __enter__(self) -> SandboxedObject[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def call(
        self,
        limits: Limits,
        name: str,
        method: Callable[Concatenate[T, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Call a method of the object. A child that died is restarted with a new object.

        Args:
            limits: For this call.
            name: The name of the picture in error texts.
            method: A method of the object's class.
            *args: Its arguments; picklable, like its result.
            **kwargs: Its keyword arguments.

        Raises:
            RecognitionError: It took more than the limits allow; the text names the limit. Where
                that ended the child, it is a :class:`ChildEndedError`.
            NonogramError: Raised by the method.
            StoppedError: ``should_stop`` was true.
        """
        if self._process is None:
            self._start()
        process = cast("subprocess.Popen[bytes]", self._process)
        reply = _Reply(process, self.on_report, self._is_ready)
        try:
            reply.call(pickle.dumps((limits, method, args, kwargs)))
            self._wait(reply, limits, name)
        except BaseException:
            self.close()
            raise
        if reply.value is None:
            raise self._why_died(reply.limits or limits, name)
        kind, value = reply.value
        if kind != "result":
            raise self._error_of(kind, value, limits, name)
        return cast(R, value)

    @property
    def pid(self) -> int | None:
        """The id of the child process; ``None`` if it has ended."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def close(self) -> None:
        """Kill the child. Does nothing if it has ended."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        try:
            process.wait(_POLL_S)
        except subprocess.TimeoutExpired:  # freeing much memory takes some time
            threading.Thread(target=process.wait, daemon=True).start()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError, ValueError):
                cast(IO[bytes], pipe).close()

    def _start(self) -> None:
        self._is_ready = threading.Event()
        self._process = start_module(_COMMAND)
        _send_bytes(cast(IO[bytes], self._process.stdin), pickle.dumps(self._make))

    def _wait(self, reply: _Reply, limits: Limits, name: str) -> None:
        end = time.monotonic() + limits.wall_clock_s
        while not reply.is_there.wait(_POLL_S):
            if self.should_stop is not None and self.should_stop():
                raise StoppedError
            if time.monotonic() > end:
                sentence = why_it_ended(None, reply.limits or limits)
                raise ChildEndedError(f"{name}: {sentence}", True)

    def _why_died(self, limits: Limits, name: str) -> ChildEndedError:
        process = cast("subprocess.Popen[bytes]", self._process)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        code = process.poll()
        self.close()
        if not self._is_ready.is_set():
            return ChildEndedError(
                worded(
                    "{name}: the part of the program that reads pictures ends before it has started"
                    " (exit code {code}). Install the program again",
                    name=name,
                    code=code,
                )
            )
        return ChildEndedError(f"{name}: {why_it_ended(code, limits)}", is_overtime(code))

    def _error_of(self, kind: str, value: Any, limits: Limits, name: str) -> Exception:
        if kind == "memory":
            self.close()  # its state may be inconsistent
            return RecognitionError(f"{name}: {value or too_much_memory(limits)}")
        if isinstance(value, NonogramError | ModuleNotFoundError):
            return value
        self.close()
        return RuntimeError(worded("the child process broke down:\n{value}", value=value))


class _Reply:
    """The reply of a child to one request, read in a thread."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        on_report: Callable[[Any], None],
        is_ready: threading.Event,
    ) -> None:
        self._on_report = on_report
        self._is_ready = is_ready
        self._stdin = cast(IO[bytes], process.stdin)
        self._stdout = cast(IO[bytes], process.stdout)
        self.is_there = threading.Event()
        self.value: tuple[str, Any] | None = None
        """The kind and the result; ``None`` if the child died."""
        self.limits: Limits | None = None
        """Those that the child has set last."""

    def call(self, request: bytes) -> None:
        _send_bytes(self._stdin, request)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        # The pipe ended, or was closed while it was read.
        with suppress(EOFError, OSError, ValueError):
            while (value := receive(self._stdout))[0] in (READY, LIMITS, _REPORT):
                if value[0] == READY:
                    self._is_ready.set()
                elif value[0] == LIMITS:
                    self.limits = value[1]
                else:
                    self._on_report(value[1])
            self.value = value
        self.is_there.set()


def _ignored(_: Any) -> None:
    pass


def let_report(pipe: IO[bytes]) -> None:
    """Open this child's way for :func:`report`: the pipe of the replies."""
    global _report_pipe
    _report_pipe = pipe


def report(value: object) -> None:
    """Hand a value to :attr:`SandboxedObject.on_report` before the method returns.

    Only for the thread in which the method runs, in a child; elsewhere, nothing happens.
    """
    if _report_pipe is not None:
        send(_report_pipe, (_REPORT, value))


def send(pipe: IO[bytes], value: object) -> None:
    """Write a value, with its arrays as raw bytes.

    Raises:
        OSError: The other end is closed.
    """
    buffers: list[pickle.PickleBuffer] = []
    head = pickle.dumps(value, 5, buffer_callback=buffers.append)
    raw = [buffer.raw() for buffer in buffers]
    pipe.write(LENGTH_FORMAT.pack(len(raw)) + LENGTH_FORMAT.pack(len(head)) + head)
    for view in raw:
        pipe.write(LENGTH_FORMAT.pack(view.nbytes))
        pipe.write(view)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Read a value that :func:`send` wrote.

    Raises:
        EOFError: The pipe has ended.
    """
    count = _read_length(pipe)
    head = _read_exactly(pipe, _read_length(pipe))
    buffers = [_read_exactly(pipe, _read_length(pipe)) for _ in range(count)]
    return pickle.loads(head, buffers=buffers)


def _send_bytes(pipe: IO[bytes], data: bytes) -> None:
    with suppress(OSError):  # it has died: its output ends
        pipe.write(LENGTH_FORMAT.pack(len(data)) + data)
        pipe.flush()


def _read_length(pipe: IO[bytes]) -> int:
    return int(LENGTH_FORMAT.unpack(_read_exactly(pipe, LENGTH_FORMAT.size))[0])


def _read_exactly(pipe: IO[bytes], size: int) -> bytearray:
    """Read exactly so many bytes."""
    data = bytearray(size)
    view, at = memoryview(data), 0
    while at < size:
        got = pipe.readinto(view[at:])  # type: ignore[attr-defined]
        if not got:
            raise EOFError
        at += got
    return data
