"""A Dask cluster on this machine: a scheduler and workers in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from puzzles.json_text import read_json
from tests.support.paths import ROOT
from tests.support.waiting import wait_until

LOCAL = ("--host", "127.0.0.1", "--no-dashboard")
ENVIRONMENT = {
    "PYTHONPATH": str(ROOT),
    "DASK_TEMPORARY_DIRECTORY": ".",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
    "DASK_DISTRIBUTED__SCHEDULER__IDLE_TIMEOUT": "300s",
}
"""The program, and Dask's settings: each death takes seconds, so two are enough to give up; and a
cluster that nobody closes, as its test was killed, ends by itself."""


class LocalCluster:
    """A scheduler, at first without workers; not on Windows.

    Args:
        folder: An empty one; it gets a log of each process and the workers' files.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(file))
        wait_until(lambda: file.exists() and file.read_bytes().endswith(b"}"), "no scheduler")
        self.address = str(read_json(file.read_bytes())["address"])

    def add_worker(self) -> None:
        """Start a worker with one thread; it is replaced when it dies."""
        self._start("worker", self.address, "--nthreads", "1", "--local-directory", ".")

    def _start(self, command: str, *words: str) -> subprocess.Popen[bytes]:
        with self._log(command) as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "dask", command, *words, *LOCAL],
                cwd=self._folder,  # not that of the program: they share no files
                env={**os.environ, **ENVIRONMENT},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def _log(self, command: str) -> IO[bytes]:
        return (self._folder / f"{command}-{len(self._processes)}.log").open("wb")

    def close(self) -> None:
        """End all processes at once; an orderly end takes 10 s without a scheduler.

        A second time, their numbers may be those of others: it does nothing then.
        """
        while self._processes:
            process = self._processes.pop()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def local_cluster(folder: Path, workers: int) -> Iterator[LocalCluster]:
    """A cluster with so many workers, which may still be starting."""
    cluster = LocalCluster(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.close()
