"""The service as a process of its own, as a user starts it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import httpx

from tests.support.commands import program
from tests.support.waiting import wait_until


class RunningService:
    """A service on a free port.

    Args:
        words: Its options.
        installed: The program; by default that of the checkout.
    """

    def __init__(self, words: str = "", installed: Path | None = None) -> None:
        serve = f"serve --port 0 {words}"
        # A pipe that nobody reads would fill, and stop the service.
        self._log = TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self._temporary = TemporaryDirectory()
        self.process = subprocess.Popen(
            program(serve) if installed is None else [str(installed), *serve.split()],
            stdout=subprocess.DEVNULL,
            stderr=self._log,
            env={**os.environ, "TMPDIR": self._temporary.name},
        )
        wait_until(lambda: self.log() or self.process.poll() is not None)
        self.address = str(self.log()[0]["address"])
        self.client = httpx.Client(base_url=self.address, timeout=60)

    def log(self) -> list[dict[str, Any]]:
        """The log so far."""
        self._log.flush()
        text = os.pread(self._log.fileno(), 10**8, 0).decode()
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def post(self, action: str, value: object, **headers: str) -> httpx.Response:
        """Ask for an action."""
        return self.client.post(f"/v1/{action}", json=value, headers=headers)

    def begin(self, action: str, value: object) -> str:
        """Ask for an action that takes long; the path of its job."""
        response = self.post(action, value, Prefer="respond-async")
        assert response.status_code == 202, response.text
        return str(response.headers["location"])

    def end(self, number: int = signal.SIGTERM) -> tuple[int, list[dict[str, Any]]]:
        """Send a signal; the exit code and the rest of the log."""
        self.process.send_signal(number)
        return self.process.wait(60), self.log()

    def close(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()
        self.client.close()
        self._log.close()
        self._temporary.cleanup()

    @property
    def files(self) -> list[Path]:
        """What it has in the folder for temporary files."""
        return [*Path(self._temporary.name).iterdir()]


@contextmanager
def running_service(words: str = "", installed: Path | None = None) -> Iterator[RunningService]:
    """A service that is killed at the end."""
    service = RunningService(words, installed)
    try:
        yield service
    finally:
        service.close()


def children(pid: int) -> list[int]:
    """The ids of the child processes of a process; threads may end while they are asked."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            found += [int(each) for each in (task / "children").read_text().split()]
    return found
