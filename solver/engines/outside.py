"""Run an external solver, which cannot call our stop function, in a thread."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from solver.engines.run import Run
from solver.engines.watch import Interrupted

_T = TypeVar("_T")
_abandoned: list[threading.Thread] = []
"""Threads of stopped solvers that had not ended in time."""
CHECK_INTERVAL_S = 0.01
"""Time between two calls of the stop function."""
MAX_EXIT_DELAY_S = 10.0
"""Time that the end of the program waits for abandoned solvers, at most."""
STOP_TIMEOUT_S = 0.02
"""Time to wait for a solver that was asked to stop. Then it is abandoned, since it may not check
its flag for a while; its result is ignored."""


def leave(code: int) -> None:
    """End the process now if abandoned solvers still run; otherwise do nothing.

    Python's own end would wait for them or abort the process. To be called when all output is
    written and all files are closed.

    Args:
        code: The exit code.
    """
    if any(thread.is_alive() for thread in _abandoned):
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


@atexit.register
def _wait_at_the_end() -> None:
    """Wait for abandoned solvers: if Python ends before them, the process aborts."""
    end = monotonic() + MAX_EXIT_DELAY_S
    for thread in _abandoned:
        thread.join(max(0.0, end - monotonic()))


def wait_for(run: Run, work: Callable[[], _T], ask_to_stop: Callable[[], None]) -> _T:
    """Do the work in a thread of its own, within the limits of the run.

    Args:
        run: The solve; its limits and its stop function end the work.
        work: Must release Python's interpreter lock while it works.
        ask_to_stop: Is called once, from another thread, if the work has to end.

    Raises:
        Interrupted: A limit was reached, or the caller asked to stop.
    """
    results: list[_T] = []
    errors: list[BaseException] = []
    is_over = threading.Event()

    def do() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            is_over.set()

    thread = threading.Thread(target=do, daemon=True)
    thread.start()
    try:
        while not is_over.wait(CHECK_INTERVAL_S):
            run.tick()
    except (Interrupted, KeyboardInterrupt):
        ask_to_stop()
        if not is_over.wait(STOP_TIMEOUT_S):
            _abandoned[:] = [other for other in _abandoned if other.is_alive()] + [thread]
        raise
    if errors:
        raise errors[0]
    return results[0]
