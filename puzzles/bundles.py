"""What a worker of a Dask cluster does: bundles of items, each item within a small budget.

A task costs Dask up to 1 ms, as much as a small puzzle, so that many items go into one. An item
that is over its budget would keep the others of its bundle from other workers; it is reported as
late, and sent again alone. :mod:`puzzles.cluster` is the side of the program that sends them.
"""

from __future__ import annotations

import enum
import hashlib
import pickle
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from puzzles.contracts import ShouldStop, never
from puzzles.version import version_number

ITEM_BUDGET_S = 0.1
"""How long an item of a bundle may take; a straggler costs this much more than alone."""
BUNDLE_BUDGET_S = 2.0
"""When a bundle has taken this long, the rest of it goes back: its items are worth a task each."""
SOURCES = ("puzzles", "solver", "recognizer", "network", "helper")
"""The folders beside this one whose code decides what comes out."""


class Fate(enum.Enum):
    """What became of an item."""

    DONE = "done"
    """The value is the result."""
    RAISED = "raised"
    """The value is the exception."""
    LATE = "late"
    """It was over the budget, or was not begun."""


class _Part(enum.Enum):
    ITEM = "item"
    """Stands for the item in its result: the sender has it, and need not unpickle it again."""


class BundleAnswer(NamedTuple):
    """What a worker says about an item."""

    fate: Fate
    value: Any = None

    def without(self, item: Any) -> BundleAnswer:
        """The answer to be sent: a result that is a tuple with the item does not repeat it."""
        if type(self.value) is not tuple:
            return self
        parts = (_Part.ITEM if part is item else part for part in self.value)
        return BundleAnswer(self.fate, tuple(parts))

    def with_(self, item: Any) -> BundleAnswer:
        """The inverse of :meth:`without`."""
        if type(self.value) is not tuple:
            return self
        parts = (item if part is _Part.ITEM else part for part in self.value)
        return BundleAnswer(self.fate, tuple(parts))


@cache
def program_version() -> str:
    """The version of this program, with a digest of its sources: a checkout keeps its number."""
    root = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return f"{version_number()}-{digest.hexdigest()[:8]}"


def run_bundle(program: str, payload: bytes) -> tuple[str, bytes]:
    """Work on a bundle, in a thread of a Dask worker.

    Args:
        program: :func:`program_version` of the sender.
        payload: The pickled function, its items, and whether there is a budget. The function is
            called as by :func:`puzzles.many.run_many`.

    Returns:
        The version of this program and, if it is the sender's, the pickled list of answers, one
        for each item and without it; else nothing, and the payload has not been unpickled.
    """
    own = program_version()
    if own != program:
        return own, b""
    work, items, has_budget = pickle.loads(payload)
    found = answers(work, items, has_budget, _cancelled_here())
    sent = [answer.without(item) for answer, item in zip(found, items, strict=True)]
    return own, pickle.dumps(sent)


def answers(
    work: Callable[[Any, ShouldStop], Any],
    items: Sequence[Any],
    has_budget: bool,
    is_cancelled: ShouldStop = never,
) -> Iterator[BundleAnswer]:
    """Work on items in their order; with a budget, each is tried for a short time only.

    Args:
        work: Gets an item and a function that is true once it has to stop.
        items: The items.
        has_budget: Whether the budgets hold.
        is_cancelled: Whether nobody waits for the answers any more; polled by the work.
    """
    end = monotonic() + BUNDLE_BUDGET_S
    for number, item in enumerate(items):
        if is_cancelled() or (has_budget and number and monotonic() > end):
            yield BundleAnswer(Fate.LATE)
            continue
        budget = _Budget(is_cancelled, ITEM_BUDGET_S if has_budget else None)
        try:
            result = work(item, budget)
        except Exception as error:
            yield BundleAnswer(Fate.RAISED, _picklable(error))
        else:
            yield BundleAnswer(Fate.LATE) if budget.has_ended else BundleAnswer(Fate.DONE, result)


class _Budget:
    """The stop function of an item; it knows whether the work was told to stop."""

    def __init__(self, is_cancelled: ShouldStop, seconds: float | None) -> None:
        self._is_cancelled = is_cancelled
        self._end = None if seconds is None else monotonic() + seconds
        self.has_ended = False

    def __call__(self) -> bool:
        is_late = self._end is not None and monotonic() > self._end
        self.has_ended = self.has_ended or is_late or self._is_cancelled()
        return self.has_ended


def _picklable(error: Exception) -> Exception:
    """The exception, or its traceback as the text of another one."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def _cancelled_here() -> ShouldStop:
    """Whether the Dask task of this thread was cancelled, e.g. because its client has gone."""
    try:
        from distributed import get_worker

        worker = get_worker()
    except (ImportError, ValueError):  # not on a worker
        return never
    key = worker.get_current_task()

    def is_cancelled() -> bool:
        # Dask has no public question for this: it lets a cancelled task run to its end.
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return is_cancelled
