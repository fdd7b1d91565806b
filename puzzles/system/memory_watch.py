"""A limit of memory for systems that have none: a thread that measures, and ends the process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from types import TracebackType

OUT_OF_MEMORY = 86
"""The exit code of a process that was ended because of its memory; used for nothing else."""
_INTERVAL_S = 0.01
"""How often memory is measured, s. numpy that fills memory exceeds the limit by 3 to 9 MB with it;
a measurement takes 23 µs on Linux."""


class MemoryWatch:
    """Ends this process, without a word, when its memory exceeds a limit.

    The thread needs Python's lock, so compiled code that keeps the lock is not interrupted. OpenCV,
    Pillow, PDFium and numpy release it for anything long.

    Args:
        measure: The memory of this process in bytes; ``None`` if it is unknown for a moment.
        limit: Bytes.
        end: Ends the process.
    """

    def __init__(
        self,
        measure: Callable[[], int | None],
        limit: int,
        end: Callable[[], object] = lambda: os._exit(OUT_OF_MEMORY),
    ) -> None:
        self._measure, self._limit, self._end = measure, limit, end
        self._is_over = threading.Event()

    def start(self) -> None:
        """Watch from now on."""
        threading.Thread(target=self._watch, name="memory watch", daemon=True).start()

    def stop(self) -> None:
        """Watch no more."""
        self._is_over.set()

    def __enter__(self) -> None:
        self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _watch(self) -> None:
        while not self._is_over.wait(_INTERVAL_S):
            used = self._measure()
            if used is not None and used > self._limit and not self._is_over.is_set():
                self._end()
                return
