"""What Linux, macOS and the BSDs have in common."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import stat
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

from puzzles.system.common import System, rounded_up

_PARENT_S = 0.2
"""How often a child looks whether its parent is there; asking takes a microsecond."""
_LOW_PRIORITY = 10
"""The nice value of long work that somebody waits for: short work gets nine tenths of a core from
it."""


class Posix(System):
    """A system with fork, signals and permissions."""

    ending_signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    apart: ClassVar[Mapping[str, Any]] = {"start_new_session": True}

    def die_with_parent(self) -> None:
        """Look for the parent now and then: a process without one gets another."""
        parent = os.getppid()
        threading.Thread(target=_end_without, args=(parent,), daemon=True).start()

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        with suppress(OSError):
            if process.poll() is None:  # otherwise its id may be another's
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()

    def replace_program(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Exec, so that the program keeps its terminal and its id.

        It keeps its children, too, which the next one does not know and will not wait for: also the
        process that multiprocessing has for shared memory.
        """
        from multiprocessing import resource_tracker

        resource_tracker._resource_tracker._stop()  # type: ignore[attr-defined]
        os.execve(command[0], list(command), environment)

    def run_when_idle(self) -> None:
        with suppress(OSError):
            os.nice(19)

    def run_after_others(self, pid: int) -> None:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, _LOW_PRIORITY)

    @contextmanager
    def limited(
        self, memory: int | None, seconds: float, *, is_alone: bool = False
    ) -> Iterator[None]:
        """Set the system's limits, and watch the memory where there is none for it."""
        wanted = {resource.RLIMIT_CORE: 0}
        usage = resource.getrusage(resource.RUSAGE_SELF)
        until_s = rounded_up(usage.ru_utime + usage.ru_stime + seconds)
        if until_s is not None:
            wanted[resource.RLIMIT_CPU] = until_s
        by_system = None if memory is None else self._memory_limit(memory)
        if by_system is not None:
            wanted[resource.RLIMIT_DATA], memory = by_system, None
        before = {kind: resource.getrlimit(kind) for kind in wanted}
        for kind, value in wanted.items():
            soft, hard = before[kind]
            bounds = [n for n in (value, soft, hard) if n != resource.RLIM_INFINITY]
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (min(bounds), hard))
        try:
            with super().limited(memory, seconds, is_alone=is_alone):
                yield
        finally:
            for kind, pair in before.items():
                with suppress(ValueError, OSError):
                    resource.setrlimit(kind, pair)

    def _memory_limit(self, memory: int) -> int | None:
        """RLIMIT_DATA for bytes beyond those in use; ``None`` if the system does not obey it."""
        return None

    def is_overtime(self, exit_code: int) -> bool:
        return exit_code == -signal.SIGXCPU

    def is_killed(self, exit_code: int) -> bool:
        return exit_code == -signal.SIGKILL

    def peak_bytes(self, pid: int | None = None) -> int | None:
        if pid is not None:
            return None
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def lock(self, handle: int) -> bool | None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
        return True

    def restrict(self, path: Path) -> None:
        with suppress(OSError, RuntimeError):  # RuntimeError: there is no home
            found = path.stat()
            is_data = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
            is_shared = found.st_mode & stat.S_ISVTX or path == Path.home()
            is_ours = found.st_uid == os.geteuid()
            if is_ours and is_data and not is_shared and found.st_mode & 0o077:
                path.chmod(stat.S_IMODE(found.st_mode) & ~0o077)


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_S)
    os._exit(1)
