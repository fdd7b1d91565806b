"""Work of a command on many files: in their order, several at a time, with a progress bar.

A program that runs a command, as :mod:`network.service` does, hears of the progress by
:func:`reporting_to` in place of the bars.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

from puzzles.contracts import ShouldStop, never
from puzzles.many import cores, run_many

if TYPE_CHECKING:
    from tqdm import tqdm

    from puzzles.cluster import Cluster

MAX_WORKERS = 60
"""Windows lets a program wait for no more processes."""
BAR_AFTER_S = 0.5
"""How long a command works before the progress bar appears, s."""
FILES_WORTH_A_WORKER = 1000
"""Starting a process takes as long as reading so many files of the usual size."""
BATCH = 50
"""Files that a process reads before it hands on what it has found."""
Item = TypeVar("Item")
Result = TypeVar("Result")


class _Run(Protocol):
    def __call__(
        self,
        work: Callable[[Item, ShouldStop], Result],
        items: Iterable[Item],
        should_stop: ShouldStop | None = None,
        workers: int | None = None,
    ) -> Iterator[Result]: ...


def cluster_at(
    address: str | None, failed: Callable[[Item, str], Result], **how: Any
) -> Cluster[Item, Result] | None:
    """The cluster of the option ``--cluster``; ``None`` without it.

    Args:
        address: See :class:`puzzles.cluster.Cluster`, which is imported for one only.
        failed: Likewise.
        how: Its other arguments.
    """
    if address is None:
        return None
    from puzzles.cluster import Cluster

    return Cluster(address, failed, **how)


def workers_for(jobs: int | None, files: int, worth: int = 1) -> int:
    """How many files are worked on at a time.

    Args:
        jobs: What the user wishes.
        files: The number of files.
        worth: By default there is one worker for so many files, and no more than cores: starting
            one takes as long as the work on them.

    >>> workers_for(4, 3), workers_for(None, 99, worth=100)
    (3, 1)
    """
    wanted = min(cores(), files // worth) if jobs is None else jobs
    return max(1, min(wanted, files, MAX_WORKERS))


def in_order(
    work: Callable[[Item, ShouldStop], Result],
    items: Iterable[Item],
    count: int,
    workers: int,
    should_stop: ShouldStop = never,
    run: _Run = run_many,
    batch: int = 1,
    cluster: Cluster[Item, Result] | None = None,
) -> Generator[Result, None, None]:
    """Call a function for many files; the results come in their order, and a bar shows how many.

    Args:
        work: As for :func:`puzzles.many.run_many`; called in this process if there is one worker.
        items: The files.
        count: How many there are, for the bar.
        workers: Files at a time.
        should_stop: Polled; once true, no other file is begun, and the results of those under way
            are the last ones.
        run: :func:`puzzles.many.run_many` or :func:`puzzles.many.run_in_threads`.
        batch: Files that are handed to a worker together, which is faster for short work.
        cluster: Works in the place of this machine, in bundles of its own.
    """
    task = partial(_begun, work)
    results: Iterable[list[Result]]
    if cluster is not None:
        results = ([result] for result in cluster.run(work, items, should_stop))
    elif workers == 1:
        taken = _batches(items, 1, should_stop)
        results = (task(item, should_stop) for item in taken)
    else:
        results = run(task, _batches(items, batch, should_stop), should_stop, workers)
    yield from with_bar(chain.from_iterable(results), count)


def with_bar(results: Iterable[Result], count: int) -> Iterator[Result]:
    """Results as they come, with a bar that shows how many of ``count`` files are done."""
    with progress_bar(count, "file") as bar:
        for result in results:
            if bar is not None:
                bar.clear()  # the result is printed in its place
            yield result
            if bar is not None:
                bar.update()


def _batches(items: Iterable[Item], size: int, should_stop: ShouldStop) -> Iterator[list[Item]]:
    """The items in batches; none is taken after the stop."""
    source = iter(items)
    while not should_stop() and (batch := list(islice(source, size))):
        yield batch


def _begun(
    work: Callable[[Item, ShouldStop], Result], items: Sequence[Item], should_stop: ShouldStop
) -> list[Result]:
    """The results of the items that were begun before the stop."""
    return [work(item, should_stop) for item in items if not should_stop()]


class ProgressBar(Protocol):
    """What shows how many items are done."""

    def update(self, n: int = 1) -> object:
        """So many more are done."""

    def clear(self) -> object:
        """Make room for a line of output."""


ShareShown = Callable[[float, str], None]
"""Shows how far the work is, from 0 to 1, with a sentence."""
_listener: ContextVar[Callable[[float], None] | None] = ContextVar("listener", default=None)


@contextmanager
def reporting_to(listener: Callable[[float], None]) -> Iterator[None]:
    """Let all progress in this thread be told to a function, as a share from 0 to 1."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


@dataclass
class _ToldBar:
    count: int
    listener: Callable[[float], None]
    done: int = 0

    def update(self, n: int = 1) -> None:
        self.done += n
        self.listener(self.done / self.count)

    def clear(self) -> None:
        pass


@contextmanager
def progress_bar(count: int, unit: str) -> Iterator[ProgressBar | None]:
    """A bar for several items, if stderr is a terminal; ``unit``: the name of one."""
    listener = _listener.get()
    if count < 2:
        yield None
    elif listener is not None:
        yield _ToldBar(count, listener)
    elif _is_on_terminal():
        from tqdm import tqdm

        with tqdm(total=count, unit=unit, leave=False, file=sys.stderr, delay=BAR_AFTER_S) as bar:
            yield bar
    else:
        yield None


@contextmanager
def share_bar(name: str) -> Iterator[ShareShown | None]:
    """A bar for one long piece of work, if stderr is a terminal; it appears after some time."""
    listener = _listener.get()
    if listener is not None:
        yield lambda share, _: listener(share)
        return
    if not _is_on_terminal():
        yield None
        return
    from tqdm import tqdm

    started = monotonic()
    bars: list[tqdm[NoReturn]] = []

    def show(share: float, sentence: str) -> None:
        if not bars:
            if monotonic() - started < BAR_AFTER_S:
                return
            form = "{desc} {percentage:3.0f}% |{bar}| {elapsed}{postfix}"
            bars.append(tqdm(desc=name, total=1.0, leave=False, file=sys.stderr, bar_format=form))
        bars[0].n = share
        bars[0].set_postfix_str(sentence)

    try:
        yield show
    finally:
        for bar in bars:
            bar.close()


def _is_on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
