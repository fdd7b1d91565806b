"""Waiting for a solver from outside, which knows nothing of our stop function."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from solver.engines.run import Run
from solver.engines.watch import Interrupted

_T = TypeVar("_T")
_left: list[threading.Thread] = []
"""Solvers that were left to end by themselves."""
LOOK_EVERY_S = 0.01
AT_THE_END_S = 10.0
"""How long the end of the program is put off for solvers that have not ended yet."""
PATIENCE_S = 0.02
"""How long a solver that was asked to stop is waited for. Then it is left to end by itself, since
it may not look at its flag for a while; nobody hears its answer."""


@atexit.register
def _wait_at_the_end() -> None:
    """Python must not end under a solver: that would end the process with an abort."""
    end = monotonic() + AT_THE_END_S
    for thread in _left:
        thread.join(max(0.0, end - monotonic()))


def wait_for(run: Run, work: Callable[[], _T], ask_to_stop: Callable[[], None]) -> _T:
    """Do the work in a thread of its own, and watch over it.

    Args:
        run: The solve; its limits and its stop function end the work.
        work: Must let go of the interpreter while it works.
        ask_to_stop: Is called once, from another thread, if the work has to end.

    Raises:
        Interrupted: It had to.
    """
    answers: list[_T] = []
    failures: list[BaseException] = []
    is_over = threading.Event()

    def do() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            failures.append(error)
        finally:
            is_over.set()

    thread = threading.Thread(target=do, daemon=True)
    thread.start()
    try:
        while not is_over.wait(LOOK_EVERY_S):
            run.tick()
    except (Interrupted, KeyboardInterrupt):
        ask_to_stop()
        if not is_over.wait(PATIENCE_S):
            _left[:] = [other for other in _left if other.is_alive()] + [thread]
        raise
    if failures:
        raise failures[0]
    return answers[0]
