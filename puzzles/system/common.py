"""What the rest of the program asks of the system, with an answer for an unknown one."""

from __future__ import annotations

import math
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from puzzles.system.memory_watch import OUT_OF_MEMORY, MemoryWatch

__all__ = ["OUT_OF_MEMORY", "System"]


class System:
    """A system of which nothing is known but what Python offers everywhere."""

    is_linux = False
    """Whether there are /proc, /sys and V4L2."""
    renames_open_files = True
    """Whether a file can be renamed and removed while it is open. If so, :meth:`lock` works."""
    camera_backend = "CAP_ANY"
    """OpenCV's name of the interface with which it opens cameras."""
    listed_cameras = ""
    """OpenCV's name of the interface whose cameras ``cv2_enumerate_cameras`` lists."""
    shares_recent_files = True
    """Whether programs share a file that lists recent files (``recently-used.xbel``)."""
    made_up_folders: tuple[str, ...] = ()
    """Folders whose files the system makes up while they are read."""
    interrupting_signals: tuple[signal.Signals, ...] = (signal.SIGINT, signal.SIGTERM)
    """Signals that ask a command to finish its output: Ctrl+C and its like."""
    ending_signals: tuple[signal.Signals, ...] = (signal.SIGINT, signal.SIGTERM)
    """Signals that close the windows; more than the others."""
    apart: ClassVar[Mapping[str, Any]] = {}
    """Arguments of ``subprocess.Popen`` for a child that a terminal's Ctrl+C does not reach."""

    # Child processes

    def tie_to_program(self, pid: int) -> None:
        """Have the system end a child process when this program ends, if only the parent can ask.

        Args:
            pid: The child, which runs and was not waited for.
        """

    def die_with_parent(self) -> None:
        """Have this child process ended when its parent ends, if the child can ask for that.

        If the parent has ended before, nothing may happen: whoever calls this also watches a pipe.
        """

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a child that was started with :attr:`apart`, and its own children if possible."""
        process.kill()

    def replace_program(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Run another program in the place of this one, which has stored all and ends now.

        Args:
            command: The program and its arguments.
            environment: Its environment.

        Raises:
            OSError: It cannot be started; this program ends as usual.
        """
        subprocess.Popen(command, env=environment)

    def run_when_idle(self) -> None:
        """Let this process run only when no other one wants to, for work that nobody waits for."""

    def run_after_others(self, pid: int) -> None:
        """Let a child process run after others, for long work that somebody waits for."""

    # Limits

    @contextmanager
    def limited(
        self, memory: int | None, seconds: float, *, is_alone: bool = False
    ) -> Iterator[None]:
        """Limit this process during a context. A limit within another one does not widen it.

        Too much memory raises ``MemoryError`` or ends the process, also in compiled code. Too much
        time ends it, and :meth:`is_overtime` knows its exit code.

        Args:
            memory: Bytes beyond those in use now; ``None`` for no limit.
            seconds: Processor time from now on; infinite for no limit.
            is_alone: Whether the work starts no further process; only Windows holds it to that.
        """
        used = self.memory_bytes() if memory is not None else None
        if memory is None or used is None:
            yield
            return
        with MemoryWatch(self.memory_bytes, used + memory):
            yield

    def limit_memory(self, memory: int) -> None:
        """Limit the memory of this process for good.

        Args:
            memory: Bytes, with those in use now.
        """
        if self.memory_bytes() is not None:
            MemoryWatch(self.memory_bytes, memory).start()

    def is_overtime(self, exit_code: int) -> bool:
        """Whether an exit code means that the processor time was over."""
        return False

    def is_killed(self, exit_code: int) -> bool:
        """Whether an exit code means that the system or another program has ended the process.

        Linux does so when the memory of the machine, or of its container, is used up.
        """
        return False

    # Memory

    def memory_bytes(self, pid: int | None = None) -> int | None:
        """The memory that a process uses and others cannot.

        Args:
            pid: The process; ``None`` for this one.

        Returns:
            Bytes; ``None`` if the system does not say it.
        """
        return None

    def peak_bytes(self, pid: int | None = None) -> int | None:
        """The largest memory of a process since it began, or since :meth:`reset_peak`.

        Args:
            pid: The process; ``None`` for this one.

        Returns:
            Bytes in RAM; ``None`` if the system does not say it.
        """
        return None

    def reset_peak(self) -> None:
        """Let the peak of this process begin anew, if the system supports it."""

    def glibc(self) -> Any:
        """The C library as a ``ctypes.CDLL`` if it is glibc, otherwise ``None``."""
        return None

    # Files

    def lock(self, handle: int) -> bool | None:
        """Lock an open file until it is closed; false if another process has locked it.

        ``None`` if the file system has no locks.
        """
        return True

    def restrict(self, path: Path) -> None:
        """Take the permissions of other users from a file or folder of this user.

        The home folder and shared folders are not changed. Nothing is raised.
        """

    def settings_folder(self, environment: Mapping[str, str]) -> Path:
        """The folder in which Qt keeps settings in the format INI, each organisation in its own."""
        return Path(environment.get("XDG_CONFIG_HOME") or Path.home() / ".config")

    def note_recent(self, path: Path) -> None:
        """Put a file into the system's list of recent files, if the system keeps it itself."""

    # Questions about the machine

    def languages(self) -> list[str]:
        """The languages that the user wants, the best one first, where no variable says it."""
        return []

    def text_factor(self) -> float | None:
        """The factor of text sizes in the settings; ``None`` if they say none, or Qt follows."""
        return None

    def is_still(self) -> bool:
        """Whether the settings ask for no motion, and Qt does not follow them."""
        return False

    def processor(self) -> str:
        """The model of the processor; empty if only Python's own name for it is known."""
        return ""


def rounded_up(seconds: float) -> int | None:
    """Whole seconds of a limit; ``None`` for no limit."""
    return math.ceil(seconds) if math.isfinite(seconds) else None
