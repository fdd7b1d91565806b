"""Calls a function for many items at once on the machines of a Dask cluster.

It is to other machines what :mod:`puzzles.many` is to the cores of this one: the same functions
work on the same items, and the results come in the same order. The package ``distributed`` is
imported when a cluster is used.

Everything that Dask sends is pickled, and runs what the other side wrote: the network of a cluster
must be trusted.
"""

from __future__ import annotations

import logging
import pickle
import threading
import warnings
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from uuid import uuid4

from puzzles.bundles import BundleAnswer, Fate, program_version
from puzzles.child.child import POLL_S
from puzzles.contracts import ShouldStop, never
from puzzles.errors import ClusterError
from puzzles.many import QUEUED_PER_WORKER
from puzzles.packages import reason_without
from puzzles.words import _, worded

if TYPE_CHECKING:
    from distributed import Client

FIRST_BUNDLE, LARGEST_BUNDLE = 16, 256
"""Items in the first bundle of each thread, and in one of many: it doubles with each round, so that
a few items are shared by all threads, and many cost few tasks."""
CONNECT_S = 5.0
"""How long a scheduler may take to answer, s."""
NO_WORKERS_S = 10.0
"""How long a cluster may be without workers, s; one that has died is replaced within 3 s."""
MAX_FAILURES = 2
"""How often a payload that failed is sent again: Dask may have failed because a worker died."""
FETCH_S = 1.0
"""After so long a result that exists is fetched again, s; the next time after twice that."""
REFRESH_S = 2.0
"""How often the workers are counted, s."""
CLOSE_S = 0.05
"""How long the end waits until the scheduler is told, s; it notices anyway."""
# Only names that every Python has: Dask's scheduler unpickles the task, too, without our program.
# The name is the same in a checkout, so that one of another version is told to be one.
_CALL = (
    "__import__('nonogram_helper.puzzles.bundles', fromlist=['run_bundle'])"
    ".run_bundle(program, payload)"
)
Item = TypeVar("Item")
Result = TypeVar("Result")
_Value = TypeVar("_Value")
_Place = tuple["_Bundle[Any, Any]", int]
"""An item: its bundle, and its index there."""


@dataclass(frozen=True)
class Cluster(Generic[Item, Result]):
    """The machines that work for a command.

    Args:
        address: Of the scheduler, e.g. ``tcp://host:8786``.
        failed: Makes the result of an item that no worker survives from a sentence without a full
            stop.
        bundle: Items that a worker gets at a time, at most; with 1 there is no budget.
        ahead: Bundles for each thread that may be under way, or wait for an earlier one.
        is_ordered: Whether results wait for earlier ones.
    """

    address: str
    failed: Callable[[Item, str], Result]
    bundle: int = LARGEST_BUNDLE
    ahead: int = QUEUED_PER_WORKER
    is_ordered: bool = True

    def run(
        self,
        work: Callable[[Item, ShouldStop], Result],
        items: Iterable[Item],
        should_stop: ShouldStop | None = None,
    ) -> Iterator[Result]:
        """Call a function for many items on the cluster; like :func:`puzzles.many.run_many`.

        A worker that dies costs its bundle, which others repeat. Closing the iterator cancels what
        is under way.

        Args:
            work: Can be pickled. If it is told to stop and the item is not late, nobody waits.
            items: Taken only as results are.
            should_stop: Polled; once true, there is no other result.

        Raises:
            ClusterError: There is no such cluster, it has no workers or another version of the
                program, or it goes away; or Dask is not installed.
            Exception: What ``work`` raised, in place of its result.
        """
        is_stopped = should_stop or never
        with _connected(self.address, is_stopped) as connection:
            if connection is not None:
                yield from _Run(self, work, items, connection).results(is_stopped)


@dataclass(eq=False)
class _Bundle(Generic[Item, Result]):
    """Items that were taken together."""

    items: list[Item]
    answers: dict[int, BundleAnswer] = field(default_factory=dict)
    """By the index of the item, until it is yielded."""
    yielded: int = 0

    def ready(self) -> Iterator[Result]:
        """The next results, up to the first that is missing."""
        while (answer := self.answers.pop(self.yielded, None)) is not None:
            self.yielded += 1
            if answer.fate is Fate.RAISED:
                raise answer.value
            yield answer.value

    @property
    def is_over(self) -> bool:
        """Whether all results were yielded."""
        return self.yielded == len(self.items)


@dataclass(frozen=True)
class _Sent:
    """A task of the cluster."""

    places: list[_Place]
    is_suspect: bool = False
    """Whether it is the one item that may have killed its workers."""
    failures: int = 0
    """How often it was sent in vain."""


class _Run(Generic[Item, Result]):
    """One run of a cluster: what is under way, and what waits for its turn.

    An item that is late in its bundle is sent again by itself. If workers die of a bundle, one of
    its items may be the cause: they are sent one after the other, so that none is blamed for its
    neighbour.
    """

    def __init__(
        self,
        cluster: Cluster[Item, Result],
        work: Callable[[Item, ShouldStop], Result],
        items: Iterable[Item],
        connection: _Connection,
    ) -> None:
        self._cluster = cluster
        self._work = work
        self._source = iter(items)
        self._connection = connection
        self._bundles: deque[_Bundle[Item, Result]] = deque()
        self._count = 0
        self._sent: dict[Future[Any], _Sent] = {}
        self._suspects: deque[_Place] = deque()

    def results(self, should_stop: ShouldStop) -> Iterator[Result]:
        """See :meth:`Cluster.run`."""
        while not should_stop():
            self._send_bundles(should_stop)
            if not self._bundles:
                return
            future = self._connection.next_ended()
            if future is not None:
                self._receive(future)
            yield from self._ready()

    def _ready(self) -> Iterator[Result]:
        for bundle in list(self._bundles):
            yield from bundle.ready()
            if bundle.is_over:
                self._bundles.remove(bundle)
            elif self._cluster.is_ordered:
                return

    def _send_bundles(self, should_stop: ShouldStop) -> None:
        threads = max(1, self._connection.threads)
        while len(self._bundles) < self._cluster.ahead * threads and not should_stop():
            rounds = min(self._count // threads, 10)
            size = min(self._cluster.bundle, FIRST_BUNDLE << rounds)
            bundle = _Bundle[Item, Result](list(islice(self._source, size)))
            if not bundle.items:
                return
            self._count += 1
            self._bundles.append(bundle)
            self._send(_Sent([(bundle, index) for index in range(len(bundle.items))]))

    def _send(self, sent: _Sent) -> None:
        items = [bundle.items[index] for bundle, index in sent.places]
        is_bundle = len(items) > 1
        payload = pickle.dumps((self._work, items, is_bundle))
        self._sent[self._connection.submit(payload, is_urgent=not is_bundle)] = sent

    def _receive(self, future: Future[Any]) -> None:
        sent = self._sent.pop(future)
        try:
            answers = self._connection.answers(future)
        except ClusterError:
            raise
        except Exception as error:
            if sent.failures == MAX_FAILURES:
                raise self._connection.inability(error) from error
            self._send(replace(sent, failures=sent.failures + 1))
            return
        if answers is None and sent.is_suspect:
            bundle, index = sent.places[0]
            result = self._cluster.failed(bundle.items[index], _KILLER)
            answers = [BundleAnswer(Fate.DONE, result)]
        if answers is None:
            self._suspects.extend(sent.places)
        else:
            for (bundle, index), answer in zip(sent.places, answers, strict=True):
                if answer.fate is Fate.LATE:
                    self._send(_Sent([(bundle, index)]))
                else:
                    bundle.answers[index] = answer.with_(bundle.items[index])
        if self._suspects and not any(other.is_suspect for other in self._sent.values()):
            self._send(_Sent([self._suspects.popleft()], is_suspect=True))


_KILLER = _("every worker of the cluster that began it died, perhaps for want of memory")


class _Connection:
    """The connection to a scheduler: it takes payloads, and says which have ended."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._ended: SimpleQueue[Future[Any]] = SimpleQueue()
        self.threads = 0
        """How many tasks the workers do at a time."""
        self._counting: Future[dict[str, int]] | None = None
        self._counted_at = self._had_workers_at = monotonic()
        self._count(client.nthreads())

    def submit(self, payload: bytes, is_urgent: bool) -> Future[Any]:
        """Send a payload for :func:`puzzles.bundles.run_bundle`; before others if it is urgent."""
        values = {"program": program_version(), "payload": payload}
        key = f"nonogram-{uuid4().hex}"
        task = self._client.submit(
            eval, _CALL, values, key=key, priority=int(is_urgent), pure=False
        )
        future = self._begin(self._fetch(task))
        future.add_done_callback(self._ended.put)
        return future

    async def _fetch(self, task: Any) -> Any:
        # Not by Dask's executor: it confuses a result with an error if the worker that has it dies
        # while it is fetched. That also costs all that are fetched together 30 s, as long as the
        # scheduler tries to reach the dead worker; a second fetch asks the worker that has it now.
        import asyncio

        fetches = {asyncio.ensure_future(self._client.gather(task, asynchronous=True))}
        timeout = FETCH_S
        while True:
            first = asyncio.FIRST_COMPLETED
            ended, _ = await asyncio.wait(fetches, timeout=timeout, return_when=first)
            if ended:
                return ended.pop().result()
            if task.status == "finished":
                fetches.add(asyncio.ensure_future(self._client.gather(task, asynchronous=True)))
                timeout *= 2  # a large result may be under way

    def _begin(self, work: Coroutine[Any, Any, _Value]) -> Future[_Value]:
        import asyncio  # it takes as long as the start of a command

        return asyncio.run_coroutine_threadsafe(work, self._client.loop.asyncio_loop)

    def next_ended(self) -> Future[Any] | None:
        """The next payload that has ended; ``None`` if there is none after a short wait.

        Raises:
            ClusterError: The cluster has been without workers for too long.
        """
        self._look_after_workers()
        with suppress(Empty):
            return self._ended.get(timeout=POLL_S)
        return None

    def answers(self, future: Future[Any]) -> list[BundleAnswer] | None:
        """What came of a payload that has ended; ``None`` if it has killed several workers.

        Raises:
            ClusterError: The scheduler has gone, or a worker has another version of the program.
            Exception: Dask or the worker failed, perhaps only this time.
        """
        from distributed import KilledWorker

        try:
            program, payload = future.result()
        except KilledWorker:
            return None
        except CancelledError as error:  # nobody else cancels
            raise ClusterError(
                worded(
                    "the scheduler of the cluster at {address} has gone away", address=self._address
                )
            ) from error
        if program != program_version():
            raise ClusterError(
                worded(
                    "a worker of the cluster at {address} has another version of the "
                    "program, {program}; this is {program_version}. Install the same "
                    "one there, and start the worker again",
                    address=self._address,
                    program=program,
                    program_version=program_version(),
                )
            )
        answers: list[BundleAnswer] = pickle.loads(payload)
        return answers

    def inability(self, error: Exception) -> ClusterError:
        """What to say if a payload fails again and again."""
        return ClusterError(
            worded(
                "a worker of the cluster at {address} cannot run this program "
                "({name}: {error}); install the same version there, and start the "
                "worker again",
                address=self._address,
                name=type(error).__name__,
                error=str(error)[:200],
            )
        )

    def _count(self, threads: dict[str, int]) -> None:
        self.threads = sum(threads.values())
        if self.threads:
            self._had_workers_at = monotonic()

    def _look_after_workers(self) -> None:
        now = monotonic()
        if self._counting is not None and self._counting.done():
            with suppress(Exception):  # a scheduler that has gone cancels all futures
                self._count(self._counting.result())
            self._counting = None
        if self._counting is None and now > self._counted_at + REFRESH_S:
            self._counted_at = now
            self._counting = self._begin(self._ask_threads())
        if not self.threads and now > self._had_workers_at + NO_WORKERS_S:
            raise ClusterError(
                worded(
                    "the cluster at {address} has no workers; `dask worker {address} "
                    "--nthreads 1` starts one",
                    address=self._address,
                )
            )

    async def _ask_threads(self) -> dict[str, int]:
        threads: dict[str, int] = await self._client.scheduler.ncores()
        return threads

    def close(self) -> None:
        """Cancel what is under way. The scheduler does it, once it knows that the client has gone.

        That takes longer than Ctrl+C may, so it ends in the background.
        """
        thread = threading.Thread(target=self._close, daemon=True)
        thread.start()
        thread.join(CLOSE_S)

    def _close(self) -> None:
        with suppress(Exception):
            self._client.close(timeout=1)


@contextmanager
def _connected(address: str, should_stop: ShouldStop) -> Iterator[_Connection | None]:
    """A connection to the scheduler; ``None`` if the wait for it is stopped.

    Raises:
        ClusterError: Nobody answers, or Dask is not installed.
    """
    if not address.strip():
        raise ClusterError(_("--cluster needs the address of a scheduler, e.g. tcp://host:8786"))
    _quiet()
    made: SimpleQueue[_Connection | Exception] = SimpleQueue()
    # In a thread, as Dask does not ask whether to stop.
    threading.Thread(target=_connect, args=(address, made), daemon=True).start()
    connection = None
    while connection is None and not should_stop():
        with suppress(Empty):
            connection = made.get(timeout=POLL_S)
    if isinstance(connection, Exception):
        text = (
            _(
                "there is no Dask scheduler at {address!r}; `dask scheduler` starts one, and "
                "prints its address"
            )
            if isinstance(connection, OSError)
            else _(
                "there is no Dask scheduler at {address!r} ({error}); `dask scheduler` starts one,"
                " and prints its address"
            )
        )
        raise ClusterError(worded(text, address=address, error=connection)) from connection
    try:
        yield connection
    finally:
        if connection is not None:
            connection.close()


def _connect(address: str, made: SimpleQueue[_Connection | Exception]) -> None:
    from distributed import Client

    class QuietClient(Client):  # type: ignore[misc]
        def __del__(self) -> None:
            """Nothing: Dask's waits 10 s for a client that could not be made."""

    try:
        client = QuietClient(address, timeout=CONNECT_S, set_as_default=False)
        made.put(_Connection(client, address))
    except Exception as error:  # a wrong address, a timeout, another protocol
        made.put(error)


def _quiet() -> None:
    """Import Dask, and keep its log and its warnings off the user's screen.

    Raises:
        ClusterError: It is not installed.
    """
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        reason = reason_without(error.name or "distributed", extra="cluster")
        raise ClusterError(
            worded("--cluster cannot be used here: {reason}", reason=reason)
        ) from error
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module="distributed")
