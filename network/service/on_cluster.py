"""Long work on the machines of a Dask cluster, in the place of this machine's slow lane.

A machine of the cluster does a task in a worker process of its own, with the same limits. Each task
has a connection of its own: that costs some 50 ms, and a scheduler that was started anew is found
again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from network.service.observing import log
from network.service.tasks import ServiceTask, TaskAnswer
from network.service.workers import Worker
from puzzles.child.child import StoppedError
from puzzles.child.pool import Pool
from puzzles.cluster import Cluster
from puzzles.contracts import ShouldStop
from puzzles.errors import ClusterError
from puzzles.words import _, worded

SENT_AT_A_TIME = 64
"""Tasks that the cluster has at a time; more wait in the queue of the service."""


class ClusterWorker:
    """Stands for some machine of the cluster. Its methods block.

    Args:
        address: Of the scheduler.
        program: See :class:`~network.service.commands.CommandRunner`.
    """

    is_low = True
    is_usable = True

    def __init__(self, address: str, program: str) -> None:
        self._cluster = Cluster[ServiceTask, TaskAnswer](address, _lost, bundle=1, ahead=1)
        self._program = program

    def check(self) -> None:
        """See whether there is such a cluster.

        Raises:
            ClusterError: There is none, or Dask is not installed.
        """
        list(self._cluster.run(partial(done_there, self._program), []))

    def run(
        self,
        task: ServiceTask,
        should_stop: Callable[[], bool],
        on_progress: Callable[[float], None],
    ) -> TaskAnswer:
        """Do a task there; nothing is heard of its progress. As :meth:`Worker.run`."""
        try:
            for answer in self._cluster.run(
                partial(done_there, self._program), [task], should_stop
            ):
                return answer
        except ClusterError as error:
            log("cluster error", problem=str(error))  # it names machines
            return TaskAnswer.error(503, _("the cluster that does long jobs does not answer"))
        raise StoppedError

    def lower_priority(self) -> None:
        """Nothing: it is not on this machine."""

    def close(self) -> None:
        """Nothing: the cluster goes on without this service."""


def _lost(task: ServiceTask, problem: str) -> TaskAnswer:
    """The answer to a task that no machine survives."""
    return TaskAnswer.error(
        500, worded("{action}: {problem}", action=task.action.name, problem=problem)
    )


def done_there(program: str, task: ServiceTask, should_stop: ShouldStop) -> TaskAnswer:
    """Do a task, on a machine of the cluster."""
    workers = _workers_there(program)
    try:
        with workers.one() as worker:
            return worker.run(task, should_stop)
    except StoppedError:
        return TaskAnswer.cancelled()  # nobody waits for it
    finally:
        workers.close_idle_later()


@cache
def _workers_there(program: str) -> Pool[Worker]:
    """Those of this process, which is a worker of a cluster: they outlive a task."""
    from distributed import get_worker

    # Dask removes this folder, even if this process is killed.
    return Pool(partial(Worker, program, Path(get_worker().local_directory)))
