"""A child process that works on untrusted pictures within limits, and can be killed.

It serves the command line. The window has child processes of its own, which set the same
:mod:`~recognizer.sandbox.limits` for themselves. The child holds an object, and a
:class:`SandboxedObject` calls its methods. Results come through a pipe, with arrays as raw bytes.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from puzzles.errors import NonogramError, RecognitionError
from recognizer.sandbox.limits import Limits, too_much_memory, why_it_ended

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

SIZE = struct.Struct("<Q")
"""How lengths are written on the pipes."""
CLOCK = 2.0
"""The limit by the clock, as a multiple of the processor's time."""
_POLL_S = 0.02
_COMMAND = (sys.executable, "-P", "-m", "recognizer.sandbox.child")


class StoppedError(Exception):
    """The work was not wanted any more, and the child was killed."""


class SandboxedObject(Generic[T]):
    """An object in a child process, which is started at once and ended by :meth:`close`.

    Args:
        make: Makes the object in the child, and imports there what its methods need; can be
            pickled.
        should_stop: Asked every 20 ms while a method runs. Ctrl+C ends it, too.
    """

    def __init__(
        self, make: Callable[[], T], should_stop: Callable[[], bool] | None = None
    ) -> None:
        self._make = make
        self._should_stop = should_stop
        self._process: subprocess.Popen[bytes] | None = None
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

    def ask(
        self,
        limits: Limits,
        name: str,
        method: Callable[Concatenate[T, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Call a method of the object. A child that died is begun anew, with a new object.

        Args:
            limits: For this call.
            name: What sentences call the picture.
            method: Of the object's class.
            *args: Its arguments; can be pickled, as what it returns.
            **kwargs: Its arguments by name.

        Raises:
            RecognitionError: It took more than the limits allow; the text names the limit.
            NonogramError: What the method raised.
            StoppedError: It was to stop.
        """
        if self._process is None:
            self._start()
        process = cast("subprocess.Popen[bytes]", self._process)
        answer = _Reply(process)
        try:
            answer.ask(pickle.dumps((limits, method, args, kwargs)))
            self._wait(answer, limits, name)
        except BaseException:
            self.close()
            raise
        if answer.value is None:
            raise self._why_died(limits, name)
        kind, value = answer.value
        if kind != "result":
            raise self._error_of(kind, value, limits, name)
        return cast(R, value)

    def close(self) -> None:
        """End the child, whatever it does. Harmless when it has ended."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(subprocess.TimeoutExpired):  # giving back much memory takes some time
            process.wait(_POLL_S)
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError, ValueError):
                cast(IO[bytes], pipe).close()

    def _start(self) -> None:
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what decoders have to say is not for people
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl+C is for this program, which then kills
        )
        _send(cast(IO[bytes], self._process.stdin), pickle.dumps(self._make))

    def _wait(self, answer: _Reply, limits: Limits, name: str) -> None:
        end = time.monotonic() + CLOCK * limits.seconds
        while not answer.is_there.wait(_POLL_S):
            if self._should_stop is not None and self._should_stop():
                raise StoppedError
            if time.monotonic() > end:
                raise RecognitionError(f"{name}: {why_it_ended(None, limits)}")

    def _why_died(self, limits: Limits, name: str) -> RecognitionError:
        process = cast("subprocess.Popen[bytes]", self._process)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        code = process.poll()
        self.close()
        return RecognitionError(f"{name}: {why_it_ended(code, limits)}")

    def _error_of(self, kind: str, value: Any, limits: Limits, name: str) -> Exception:
        if kind == "memory":
            self.close()  # what is left of it may be in pieces
            return RecognitionError(f"{name}: {too_much_memory(limits)}")
        if isinstance(value, NonogramError | ModuleNotFoundError):
            return value
        self.close()
        return RuntimeError(f"the child process broke down:\n{value}")


class _Reply:
    """What a child has to say to one request; heard in a thread of its own."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._stdin = cast(IO[bytes], process.stdin)
        self._stdout = cast(IO[bytes], process.stdout)
        self.is_there = threading.Event()
        self.value: tuple[str, Any] | None = None
        """The kind and the result; ``None`` if the child died."""

    def ask(self, request: bytes) -> None:
        _send(self._stdin, request)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        # A pipe that ends, or that is closed while it is read.
        with suppress(EOFError, OSError, ValueError):
            self.value = received(self._stdout)
        self.is_there.set()


def send(pipe: IO[bytes], value: object) -> None:
    """Write a value; arrays in it as raw bytes.

    Raises:
        OSError: Nobody reads it any more.
    """
    buffers: list[pickle.PickleBuffer] = []
    head = pickle.dumps(value, 5, buffer_callback=buffers.append)
    raw = [buffer.raw() for buffer in buffers]
    pipe.write(SIZE.pack(len(raw)) + SIZE.pack(len(head)) + head)
    for view in raw:
        pipe.write(SIZE.pack(view.nbytes))
        pipe.write(view)
    pipe.flush()


def received(pipe: IO[bytes]) -> Any:
    """Read a value that :func:`send` wrote.

    Raises:
        EOFError: The pipe has ended.
    """
    count = _size(pipe)
    head = _taken(pipe, _size(pipe))
    buffers = [_taken(pipe, _size(pipe)) for _ in range(count)]
    return pickle.loads(head, buffers=buffers)


def _send(pipe: IO[bytes], data: bytes) -> None:
    with suppress(OSError):  # it has died: the end of its output says so
        pipe.write(SIZE.pack(len(data)) + data)
        pipe.flush()


def _size(pipe: IO[bytes]) -> int:
    return int(SIZE.unpack(_taken(pipe, SIZE.size))[0])


def _taken(pipe: IO[bytes], size: int) -> bytearray:
    """Just so many bytes."""
    data = bytearray(size)
    view, at = memoryview(data), 0
    while at < size:
        got = pipe.readinto(view[at:])  # type: ignore[attr-defined]
        if not got:
            raise EOFError
        at += got
    return data
