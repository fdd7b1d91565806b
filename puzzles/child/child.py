"""The parent's side of a child: an object in another process, whose methods are called one by one.

There are two ways to use a :class:`Child`. A command waits for each call (:meth:`Child.call`). A
window asks (:meth:`Child.ask`), hears the messages in a thread, and may stop what it has asked for.
"""

from __future__ import annotations

import math
import subprocess
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from puzzles.child.channel import Channel, UnpicklableError
from puzzles.child.limits import ChildLimits, ended_from_outside, why_it_ended
from puzzles.child.process import ChildProcess
from puzzles.child.serving import ENDS, Call, Message, MessageKind, Stop, Told
from puzzles.contracts import ShouldStop
from puzzles.errors import NonogramError
from puzzles.packages import sentence_of as sentence_of_missing
from puzzles.system import SYSTEM
from puzzles.words import _, worded

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

POLL_S = 0.02
"""How often ``should_stop`` is called while a result is awaited, s."""
_EXIT_S = 0.05
"""How long a killed child may take to end, s; to free much memory takes longer."""
_LATE_EXIT_S = 5.0
"""How long a child may take to end when it has closed its channel, s."""
DIED = _("the worker ended unexpectedly (out of memory?)")
"""The sentence for a child that has died in the middle of its work."""


class StoppedError(Exception):
    """The work was stopped on request, and the child was killed."""


class OverLimitError(NonogramError):
    """A call has needed more memory or time than its limits allow."""


class ChildEndedError(NonogramError):
    """The child has ended during a call, which nobody wanted."""


@dataclass(frozen=True)
class End:
    """How a child has ended."""

    exit_code: int | None
    """Negative for a signal; ``None`` if it was never started."""
    limits: ChildLimits | None
    """Those that held in it."""
    has_started: bool
    """Whether it could load the program."""
    is_stopped: bool
    """Whether it was killed because it did not stop in time."""
    is_overtime: bool
    """Whether the time of its limits was over."""
    is_killed: bool
    """Whether it was killed from here for another reason."""

    @property
    def sentence(self) -> str:
        """Why; without a full stop."""
        if self.limits is not None and (self.has_started or self.is_overtime):
            is_ours = self.is_overtime or self.is_stopped or self.is_killed
            if not is_ours and SYSTEM.is_killed(self.exit_code or 0):
                return ended_from_outside(self.limits)
            return why_it_ended(self.limits, self.is_overtime)
        if self.has_started or self.is_killed:
            return DIED
        return worded(
            "a part of the program ends before it has started (exit code {code}). Install the"
            " program again",
            code=self.exit_code,
        )


def sentence_of(error: BaseException) -> str:
    """The sentence for the error of a call; empty if it is a fault of this program."""
    if isinstance(error, NonogramError):
        return str(error)
    if isinstance(error, ModuleNotFoundError):
        return sentence_of_missing(error)
    if isinstance(error, MemoryError):
        return str(error) or _("there is not enough memory for this")
    return ""


def details_of(error: BaseException) -> str:
    """The traceback of the error of a call: that in the child, if it was raised there."""
    notes = getattr(error, "__notes__", None)
    return "\n".join(notes) if notes else "".join(traceback.format_exception(error))


class Child(Generic[T]):
    """An object in a child process. A process that has ended is replaced at the next call.

    Args:
        make: Makes the object in the child, and imports there what its methods need; picklable.
        hear: Called with each message, in a thread. Without it, use :meth:`call`.
        stderr: See :class:`~puzzles.child.process.ChildProcess`.
    """

    def __init__(
        self,
        make: Callable[[], T],
        hear: Callable[[Message], object] | None = None,
        stderr: int | IO[bytes] = subprocess.DEVNULL,
    ) -> None:
        self._make, self._hear, self._stderr = make, hear, stderr
        self._lock = threading.Lock()
        self._life: _Life | None = None
        self._lives = 0
        self._is_closed = False
        self._replies: SimpleQueue[Message] = SimpleQueue()
        self.should_stop: ShouldStop | None = None
        """Called every 20 ms while a result is awaited; the child is killed when it is true."""
        self.on_report: Callable[[Any], object] = _ignored
        """Called with what a method hands to :func:`~puzzles.child.serving.report`."""

    def __del__(self) -> None:
        self.kill()  # its threads would keep it alive

    def __enter__(self) -> Child[T]:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> int:
        """Start the process, unless one runs; returns at once. The first call does it, too.

        Returns:
            The life of the process, see :attr:`Message.life`.

        Raises:
            ChildEndedError: It was killed or closed.
        """
        with self._lock:
            return self._started().serial

    def _started(self) -> _Life:
        if self._is_closed:
            raise ChildEndedError(DIED)
        if self._life is None or self._life.is_over:
            self._lives += 1
            self._replies = SimpleQueue()
            process = ChildProcess(self._stderr)
            hear = self._hear or self._replies.put
            self._life = _Life(self._lives, process, self._make, hear)
        return self._life

    @property
    def pid(self) -> int | None:
        """The id of the process; ``None`` if it has ended, or has not started yet."""
        life = self._life
        return None if life is None or life.is_over else life.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether a process runs, also one that was killed and is about to end."""
        return self._life is not None and self._life.process.is_alive

    def ask(
        self,
        limits: ChildLimits | None,
        function: Callable[Concatenate[T, P], object],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> int:
        """Ask for a call, when the one before has ended. Returns at once, in any thread.

        Args:
            limits: For this call.
            function: Called with the object and the arguments: a method of its class, or another
                one; picklable, like the arguments and the result.
            *args: Its arguments.
            **kwargs: Its keyword arguments.

        Returns:
            See :meth:`start`.

        Raises:
            ChildEndedError: It was killed or closed.
        """
        with self._lock:
            life = self._started()
            life.ask(Call(limits, function, args, kwargs))
            return life.serial

    def stop(self, patience_s: float = math.inf) -> None:
        """Have the call under way return early; harmless without one. Returns at once.

        Args:
            patience_s: The process is killed if it takes longer.
        """
        with self._lock:
            if self._life is not None:
                self._life.stop(patience_s)

    def tell(self, value: object) -> None:
        """Tell the call under way something; it looks at the newest only, see ``serving.told``.

        Harmless without one. Returns at once.
        """
        with self._lock:
            if self._life is not None:
                self._life.tell(value)

    def call(
        self,
        limits: ChildLimits | None,
        name: str,
        method: Callable[Concatenate[T, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Call a function with the object, and wait for its result.

        Args:
            limits: See :meth:`ask`.
            name: The name of what is worked on in error texts, or empty.
            method: See :meth:`ask`.
            *args: Its arguments.
            **kwargs: Its keyword arguments.

        Raises:
            OverLimitError: It took more memory or time than the limits allow.
            ChildEndedError: The child has ended.
            StoppedError: :attr:`should_stop` was true.
            Exception: What the function raised; if it was not on purpose the traceback is a note.
        """
        try:
            self.ask(limits, method, *args, **kwargs)
        except BaseException:  # whoever calls next would get its result
            self._end()
            raise
        return cast(R, self.result(name))

    def result(self, name: str = "") -> Any:
        """Wait for the result of the call under way, see :meth:`call`."""
        try:
            end = self._awaited_end()
        except BaseException:
            self._end()
            raise
        if end.kind is MessageKind.RESULT:
            return end.value
        named = f"{name}: " if name else ""
        if end.kind is MessageKind.ENDED:
            ended: End = end.value
            error = OverLimitError if ended.is_overtime else ChildEndedError
            raise error(f"{named}{ended.sentence}")
        if not (end.number and isinstance(end.value, NonogramError | ModuleNotFoundError)):
            self._end()  # there is no object, or its state may be inconsistent
        if isinstance(end.value, MemoryError):
            raise OverLimitError(f"{named}{sentence_of(end.value)}")
        raise end.value

    def _awaited_end(self) -> Message:
        next_s = time.monotonic() + POLL_S
        while True:
            message = None
            with suppress(Empty):
                message = self._replies.get(timeout=max(0.0, next_s - time.monotonic()))
            if message is not None and message.kind is MessageKind.REPORT:
                self.on_report(message.value)
            elif message is not None and message.kind is not MessageKind.READY:
                return message
            if time.monotonic() >= next_s:
                if self.should_stop is not None and self.should_stop():
                    raise StoppedError
                next_s = time.monotonic() + POLL_S

    def _end(self) -> None:
        """End the process; the next call starts another one."""
        with self._lock:
            life, self._life = self._life, None
        if life is not None:
            life.kill(is_silent=True)
            life.process.wait(_EXIT_S)

    def kill(self) -> None:
        """Kill the process, for good; no message comes any more. Returns at once."""
        with self._lock:
            self._is_closed = True
            if self._life is not None:
                # Another thread may wait for a result, and is told.
                self._life.kill(is_silent=self._hear is not None)

    def close(self, timeout_s: float | None = _EXIT_S) -> None:
        """Like :meth:`kill`, but wait until the process has ended, or for so many seconds."""
        self.kill()
        if self._life is not None:
            self._life.process.wait(timeout_s)


def _ignored(_: object) -> None:
    pass


class _Life:
    """One process, in three threads: one starts it and sends, one listens, one keeps the times.

    Args:
        serial: Its number among the processes of a child.
        process: It is started at once.
        make: Is sent first.
        hear: Gets the messages.
    """

    def __init__(
        self,
        serial: int,
        process: ChildProcess,
        make: Callable[[], object],
        hear: Callable[[Message], object],
    ) -> None:
        self.serial = serial
        self.process = process
        self.is_over = False
        """Whether it takes no calls any more."""
        self._hear = hear
        self._is_silent = False
        self._outgoing: SimpleQueue[object] = SimpleQueue()
        self._outgoing.put(make)
        self._changed = threading.Condition()
        """Held while any of what follows is changed."""
        self._calls = 0
        """How many it was asked for; they are numbered from 1."""
        self._number = 0
        """That of the call under way; 0 for none."""
        self._call_limits: ChildLimits | None = None
        self._limits: ChildLimits | None = None
        """Those that the child has told of last."""
        self._has_started = self._is_overtime = self._is_stopped = False
        self._call_until_s = self._limits_until_s = self._stop_until_s = math.inf
        threading.Thread(target=self._start, daemon=True).start()

    def ask(self, call: Call) -> None:
        with self._changed:
            self._calls += 1
            self._number = self._calls
            self._call_limits = call.limits
            if call.limits is not None:
                self._call_until_s = time.monotonic() + call.limits.wall_clock_s
            self._changed.notify()
        self._outgoing.put(call)

    def stop(self, patience_s: float) -> None:
        with self._changed:
            if self._number:
                self._stop_until_s = min(self._stop_until_s, time.monotonic() + patience_s)
                self._outgoing.put(Stop(self._number))
                self._changed.notify()

    def tell(self, value: object) -> None:
        if self._number:
            self._outgoing.put(Told(self._number, value))

    def kill(self, is_silent: bool) -> None:
        self._is_silent = is_silent
        self.is_over = True
        self.process.kill()

    def _start(self) -> None:
        try:
            self.process.start()
        except Exception as error:
            self._tell(0, MessageKind.ERROR, error)
        channel = self.process.channel
        if channel is None:
            self._end(None)
            return
        threading.Thread(target=self._listen, args=(channel,), daemon=True).start()
        threading.Thread(target=self._keep_times, daemon=True).start()
        while (item := self._outgoing.get()) is not _ENDED:
            try:
                channel.send(item)
            except OSError:  # it has ended, which the thread that listens sees
                pass
            except Exception as error:  # it cannot be pickled; nothing was sent
                self._take(self._unsent(item), MessageKind.ERROR, error)
            del item  # it may be large
        self.process.close()

    def _unsent(self, item: object) -> int:
        """The number of a call that was not sent, which the child does not count; 0 for another."""
        if not isinstance(item, Call):
            return 0
        with self._changed:
            self._calls -= 1
        return self._number

    def _listen(self, channel: Channel) -> None:
        try:
            while True:
                try:
                    number, kind, value = channel.receive()
                except UnpicklableError as error:
                    number, kind, value = self._number, MessageKind.ERROR.value, error.__cause__
                except (EOFError, OSError):
                    break
                except Exception as error:  # there is not enough memory for what comes
                    self._take(0, MessageKind.ERROR, error)
                    break
                self._take(number, MessageKind(kind), value)
                del value  # it may be large
        finally:  # also if whoever hears it has raised an error
            try:
                self._end(self.process.wait(_LATE_EXIT_S))
            finally:
                self._outgoing.put(_ENDED)

    def _end(self, code: int | None) -> None:
        self.is_over = True
        with self._changed:
            self._changed.notify()  # the times need not be kept any more
        limits = self._limits or self._call_limits
        is_late = self._is_overtime or (limits is not None and SYSTEM.is_overtime(code or 0))
        is_killed = self.process.is_killed and not is_late and not self._is_stopped
        end = End(code, limits, self._has_started, self._is_stopped, is_late, is_killed)
        self._tell(self._number, MessageKind.ENDED, end)

    def _keep_times(self) -> None:
        with self._changed:
            while not self.is_over:
                late_s = min(self._call_until_s, self._limits_until_s)
                until_s = min(late_s, self._stop_until_s)
                now_s = time.monotonic()
                if now_s < until_s:
                    self._changed.wait(None if math.isinf(until_s) else until_s - now_s)
                    continue
                self._is_stopped, self._is_overtime = until_s < late_s, late_s <= until_s
                self.process.kill()
                return

    def _take(self, number: int, kind: MessageKind, value: Any) -> None:
        if kind is MessageKind.STARTED:
            self._has_started = True
        elif kind is MessageKind.LIMITS:
            with self._changed:
                self._limits, left_s = value
                self._limits_until_s = time.monotonic() + left_s
                self._changed.notify()
        elif kind is MessageKind.ERROR and not number:  # nothing can be called
            self._tell(number, kind, value)
            self.process.kill()
        else:
            if kind in ENDS:
                with self._changed:
                    self._number = 0
                    self._call_until_s = self._stop_until_s = math.inf
                    self._call_limits = None
            self._tell(number, kind, value)

    def _tell(self, number: int, kind: MessageKind, value: object) -> None:
        if not self._is_silent:
            self._hear(Message(number, kind, value, self.serial))


_ENDED = object()
"""The process has ended."""
