"""Worker processes: each runs one command at a time, within limits, and can be killed.

They are child processes in sessions of their own. The listening socket and the
connections are not inherited: Python closes all descriptors but the pipes.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from network.service.commands import CommandRunner
from network.service.observing import log
from network.service.tasks import ServiceTask, TaskAnswer, answer_of
from puzzles.child.child import Child, ChildEndedError, StoppedError, details_of
from puzzles.child.limits import ChildLimits
from puzzles.errors import NonogramError
from puzzles.system import SYSTEM
from puzzles.words import _

_LOGGED_PLACES = 5
"""The last places of a traceback that are logged."""
_STARTING = ChildLimits(1024, 60, "starting")
MAX_TASKS = 2000
"""Tasks of a worker; then it is replaced, so that no library's leak grows for ever."""
BROKEN = _("the worker process ended in the middle of this request; others are not concerned")


class Worker:
    """A worker process, which is started at once. Its methods block.

    Args:
        program: See :class:`~network.service.commands.CommandRunner`.
        parent: A folder in which it makes one for itself.
    """

    def __init__(self, program: str, parent: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(dir=parent))
        self._child = Child(partial(CommandRunner, program, self._folder))
        self._tasks = 0
        self.is_low = False
        """Whether its priority is lowered, which is for ever."""
        with suppress(NonogramError):  # then it is not alive, and nobody gets it
            self._child.call(_STARTING, "a worker", CommandRunner.ready)

    @property
    def pid(self) -> int | None:
        """The id of the process; ``None`` if it has ended."""
        return self._child.pid

    @property
    def is_usable(self) -> bool:
        """Whether it can do another task."""
        return self.pid is not None and self._tasks < MAX_TASKS

    def run(
        self,
        task: ServiceTask,
        should_stop: Callable[[], bool],
        on_progress: Callable[[float], None] = lambda share: None,
    ) -> TaskAnswer:
        """Run a command and give its answer.

        Args:
            task: The command.
            should_stop: Polled every 20 ms; if it is true, the process is killed.
            on_progress: Called now and then with the share that is done, in some thread.

        Raises:
            StoppedError: ``should_stop`` was true.
        """
        self._tasks += 1
        self._child.should_stop, self._child.on_report = should_stop, on_progress
        name = task.action.name
        try:
            ran = self._child.call(
                task.action.limits, name, CommandRunner.run, task.words, task.data
            )
        except ChildEndedError:
            return TaskAnswer.error(500, BROKEN)
        except NonogramError as error:  # it has used up its memory or its time
            return TaskAnswer.error(422, str(error))
        except StoppedError:
            raise
        except Exception as error:  # an error in this program
            log("worker error", action=name, at=_places(details_of(error)))
            return TaskAnswer.error(500, BROKEN)
        return answer_of(task, ran)

    def lower_priority(self) -> None:
        """Let other processes run first, from now on."""
        self.is_low = True
        pid = self.pid
        if pid is not None:
            SYSTEM.run_after_others(pid)

    def close(self) -> None:
        """Kill the process and remove its folder."""
        self._child.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def _places(text: str) -> list[str]:
    """Where an error came from, without its message, which may name a puzzle.

    >>> _places('Traceback:\\n  File "a.py", line 3, in solve\\n    secret\\nValueError: secret')
    ['File "a.py", line 3, in solve']
    """
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line.startswith('File "')][-_LOGGED_PLACES:]
