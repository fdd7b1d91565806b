"""What runs in a child process: workers, without Qt, so that a child starts quickly."""

from __future__ import annotations

import multiprocessing
import os
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as ProcessEvent
from typing import Protocol

from puzzles import NonogramError, Puzzle
from solver.api import Limits, SolveResult, solve


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


def run_in_child(work: Work, pipe: Connection, stop: ProcessEvent) -> None:
    """In the child process: run the worker and send what comes of it."""
    threading.Thread(target=_follow_parent, daemon=True).start()
    try:
        result = work(lambda event: pipe.send(("report", event)), stop.is_set)
        pipe.send(("result", result))
    except NonogramError as error:
        pipe.send(("failed", str(error)))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    except MemoryError:
        pipe.send(("failed", "there is not enough memory for this"))
    except BaseException:
        pipe.send(("crash", traceback.format_exc()))


def _follow_parent() -> None:
    """Nobody is left to hear the result once the window's process has died."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
