"""What runs in a child process: workers, without Qt, so that a child starts quickly."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from math import isnan
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as ProcessEvent
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from helper.methods import Method, describe_all
from helper.pace import Pace, Pacer
from puzzles import LibraryError, NonogramError, Puzzle
from puzzles.errors import RecognitionError
from recognizer.limits import DECODING, limited
from solver.api import Event, Limits, SolveResult, Step, solve
from solver.registry import get_engine
from solver.study.machine import peak_mb

if TYPE_CHECKING:
    from recognizer.values import Judge, Lattice, Picture, Reading

TELL_EVERY_S = 0.02
"""How often a step is shown, at most."""
TELL_SHARE = 0.2
"""The largest part of the time that telling of steps may cost."""
MEASURE_EVERY_S = 0.2
"""How often a measured solve says how far it is."""


class Work(Protocol):
    """A worker; picklable, as are its reports and its result."""

    def __call__(
        self, report: Callable[[object], None], should_stop: Callable[[], bool], /
    ) -> object:
        """Do the work; return early once ``should_stop()`` says so."""


def solve_work(
    puzzle: Puzzle,
    limits: Limits,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> SolveResult:
    """Solve a puzzle; reports :class:`solver.api.Event` values."""
    return solve(puzzle, limits, report, should_stop)


def describe_work(
    report: Callable[[object], None], should_stop: Callable[[], bool]
) -> tuple[Method, ...]:
    """Ask all engines what they are."""
    return describe_all()


class SeenStep(NamedTuple):
    """A step of a method that is watched."""

    number: int
    """How many steps there were until now; most are not told when it goes fast."""
    step: Step


def watch_work(
    puzzle: Puzzle,
    engine: str,
    limits: Limits,
    pace: Pace,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> SolveResult:
    """Solve a puzzle at a pace that people can follow; reports :class:`SeenStep` values."""
    teller = _StepTeller(Pacer(pace, should_stop), report)
    result = solve(puzzle, limits, None, should_stop, engine, teller.hear)
    teller.tell()
    return result


class _StepTeller:
    """Hears of every step, and tells of as many as can be seen."""

    def __init__(self, pacer: Pacer, report: Callable[[object], None]) -> None:
        self._pacer = pacer
        self._report = report
        self._step: Step | None = None
        self._count = 0
        self._next = 0.0

    def hear(self, step: Step) -> None:
        self._step = step
        self._count += 1
        self._tell_if_due()
        self._pacer.wait(self._tell_if_due)

    def _tell_if_due(self) -> None:
        """Also called while it waits, so that the step it waits at is always told."""
        if self._step is not None and time.perf_counter() >= self._next:
            self.tell()

    def tell(self) -> None:
        """Tell of the last step, if that was not done yet."""
        if self._step is None:
            return
        before = time.perf_counter()
        self._report(SeenStep(self._count, self._step))
        self._step = None
        after = time.perf_counter()
        self._next = after + max(TELL_EVERY_S, (after - before) / TELL_SHARE)


class Measured(NamedTuple):
    """What a solve in a process of its own costs so far, or in the end."""

    memory: int
    """The most resident memory of the process until now, in bytes; 0 if it cannot be told."""
    base: int
    """What of it was there before the solve began: Python and the engine's code."""
    known: int
    """Cells that are certain."""
    result: SolveResult | None = None
    """Only in the end."""


def measure_work(
    puzzle: Puzzle,
    engine: str,
    limits: Limits,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Measured:
    """Solve a puzzle and take the measurements; reports :class:`Measured` values, the first at
    the moment when everything is loaded and the solve begins.
    """
    get_engine(engine)
    base, known = _peak(), 0
    report(Measured(base, base, 0))
    due = time.perf_counter() + MEASURE_EVERY_S

    def hear(event: Event) -> None:
        nonlocal known
        known = event.known

    def tell_and_ask() -> bool:
        nonlocal due
        now = time.perf_counter()
        if now >= due:
            due = now + MEASURE_EVERY_S
            report(Measured(_peak(), base, known))
        return should_stop()

    result = solve(puzzle, limits, hear, tell_and_ask, engine)
    cells = result.certain.cells
    known = sum(cells.count(1 << k) for k in range(result.certain.colors))
    return Measured(_peak(), base, known, result)


class Scan(NamedTuple):
    """A picture and what was read in it."""

    picture: Picture
    reading: Reading
    data: bytes
    """The picture as the file held it."""
    photo: str = ""
    """Its name in the folder of photos; empty if it could not be put there."""


def scan_work(
    source: Path | bytes, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> Scan:
    """Load a picture and read the puzzle in it; reports :class:`recognizer.values.Progress`.

    Raises:
        RecognitionError: It is not a picture. A picture without a grid is a reading that says so.
        LibraryError: The file has gone in the meantime.
    """
    from recognizer.frames import load
    from recognizer.reading import read
    from recognizer.values import Problem, Reading

    with limited(DECODING):
        picture = load(source)
    data = source if isinstance(source, bytes) else _bytes_of(source)
    try:
        reading = read(picture, judge=_judge(), on_progress=report, should_stop=should_stop)
    except RecognitionError:
        reading = Reading(problems=(Problem.NO_GRID,))
    return Scan(picture, reading, data, "" if should_stop() else _stored(data))


def load_work(
    path: Path, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> Scan:
    """Load a picture that was read before.

    Raises:
        RecognitionError: It is not a picture any more.
        LibraryError: The file has gone in the meantime.
    """
    from recognizer.frames import load
    from recognizer.values import Reading

    with limited(DECODING):
        data = _bytes_of(path)
        picture = load(data)
    return Scan(picture, Reading(), data, path.name)


def reread_work(
    picture: Picture,
    near: tuple[float, float] | None,
    lattice: Lattice | None,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Reading:
    """Read a picture again: the grid near a point, or one whose place is known, or any.

    It is upright: a person who sees it has seen to that. Reports
    :class:`recognizer.values.Progress` values.
    """
    # Here, since it brings OpenCV and the networks: the other workers start without them.
    from recognizer.reading import read

    return read(
        picture,
        judge=_judge(),
        near=near,
        lattice=lattice,
        is_upright=True,
        on_progress=report,
        should_stop=should_stop,
    )


def _judge() -> Judge:
    from recognizer.values import judge_by
    from solver.verdict import outcome_of

    return judge_by(outcome_of)


def _stored(data: bytes) -> str:
    """Keep a picture for the time of its review: it may come from the clipboard."""
    from helper.photos import store_photo

    try:
        return store_photo(data).name
    except LibraryError:
        return ""


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LibraryError(f"{path}: cannot be opened: {error.strerror or error}") from error


def _peak() -> int:
    peak = peak_mb()
    return 0 if isnan(peak) else round(peak * 2**20)


def run_in_child(work: Work, pipe: Connection, stop: ProcessEvent) -> None:
    """In the child process: run the worker and send what comes of it."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    say = _one_at_a_time(lambda kind, value: pipe.send((kind, value)))
    _attempt(lambda: work(lambda value: say("report", value), stop.is_set), say)


Handler = Callable[[Any, Callable[[object], None], Callable[[], bool]], object]
"""``handler(request, report, should_stop) -> result``: answers requests one after the other.

Requests, reports and results are picklable. It returns early once ``should_stop()`` says so.
"""


class Wanted(Protocol):
    """A number in memory that both processes see."""

    value: int
    """The request that is wanted; another one than that under way means that it shall stop."""


def stay_in_child(make: Callable[[], Handler], pipe: Connection, wanted: Wanted) -> None:
    """In the child process: make the handler, then answer requests until the pipe ends.

    ``(number, request)`` comes in, ``(kind, number, value)`` goes out; number 0 is the making.
    """
    threading.Thread(target=_follow_parent, daemon=True).start()
    made: list[Handler] = []
    number = 0
    say = _one_at_a_time(lambda kind, value: pipe.send((kind, number, value)))

    def make_ready() -> None:
        made.append(make())

    _attempt(make_ready, say)
    while made:
        try:
            number, request = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        _attempt(partial(_answer, made[0], number, request, say, wanted), say)


def _answer(
    handler: Handler,
    number: int,
    request: object,
    say: Callable[[str, object], None],
    wanted: Wanted,
) -> object:
    def report(value: object) -> None:
        say("report", value)

    return handler(request, report, lambda: wanted.value != number)


def _one_at_a_time(send: Callable[[str, object], None]) -> Callable[[str, object], None]:
    """An engine's library may ask and tell on its own threads."""
    lock = threading.Lock()

    def say(kind: str, value: object) -> None:
        with lock:
            send(kind, value)

    return say


def _attempt(call: Callable[[], object], say: Callable[[str, object], None]) -> None:
    """Say what comes of a call: its result, the sentence of an error, or how it broke down."""
    try:
        say("result", call())
    except NonogramError as error:
        say("failed", str(error))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    except MemoryError:
        say("failed", "there is not enough memory for this")
    except BaseException:
        say("crash", traceback.format_exc())


def _follow_parent() -> None:
    """Nobody is left to hear the result once the window's process has died."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
