"""The child processes that read pictures for ``nonogram scan``, here or on a cluster's workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING

from puzzles.contracts import ShouldStop
from puzzles.packages import require
from recognizer.scanner import Scanner

if TYPE_CHECKING:
    from puzzles.child.child import Child


class Readers:
    """The child processes, one for each picture that is read at a time; used in several threads.

    Args:
        count_solutions: See :class:`~recognizer.scanner.Scanner`.
    """

    def __init__(self, count_solutions: str) -> None:
        from puzzles.child.pool import Pool

        self._children = Pool(partial(_started, count_solutions))

    @contextmanager
    def one(self, should_stop: ShouldStop) -> Iterator[Child[Scanner]]:
        """A child that does nothing else."""
        with self._children.one() as child:
            child.should_stop = should_stop
            yield child

    def close(self) -> None:
        """End all."""
        self._children.close()

    def close_idle_later(self) -> None:
        """End those that have nothing to do, if there is no other call for some time."""
        self._children.close_idle_later()


def _started(count_solutions: str) -> Child[Scanner]:
    from puzzles.child.child import Child

    require("cv2")  # which only the child imports
    child = Child(partial(Scanner, count_solutions))
    child.start()
    # Imported while the child starts: the results are made of these.
    import recognizer.document
    import recognizer.values  # noqa: F401

    return child


@cache
def readers_of_worker(count_solutions: str) -> Readers:
    """Those of this process, which is a worker of a cluster: they outlive a picture."""
    return Readers(count_solutions)
