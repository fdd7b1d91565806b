"""Starts the service, and ends it without losing jobs."""

from __future__ import annotations

import asyncio
import signal
import socket
from dataclasses import dataclass
from functools import partial
from types import FrameType

import uvicorn

from network.connections import LimitedConnection
from network.service.lanes import Lanes
from network.service.observing import log, log_to_stderr
from network.service.service_app import STOP_S, Access, Service
from network.service.workers import Worker
from puzzles.errors import LibraryError, reason_of
from puzzles.exit_codes import DONE, INTERRUPTED
from puzzles.formats.temporary import TemporaryFolder
from puzzles.words import _, worded

KEEP_ALIVE_S = 15
"""Seconds for which a connection without a request stays open."""
CLOSE_S = 2
"""Seconds that connections have at the end, when their jobs are over."""
MAX_HEAD_BYTES = 16 * 1024
"""The largest head of a request."""


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; with port 0, the system chooses one.

    Raises:
        LibraryError: The address is not one of this machine, or it is taken.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        sentence = _("{host}, port {port}: the service cannot listen there: {reason}")
        raise LibraryError(
            worded(sentence, host=host, port=port, reason=reason_of(error))
        ) from error


@dataclass(frozen=True, slots=True)
class Capacity:
    """How much work is done at a time, and where."""

    workers: int
    """Short jobs at a time and, on this machine, as many long ones."""
    max_queue: int
    """Jobs that are not done, at most."""
    cluster: str | None = None
    """The address of the Dask cluster that does the long ones."""


def serve_until_stopped(
    listener: socket.socket, program: str, access: Access, capacity: Capacity
) -> int:
    """Answer requests until SIGTERM or Ctrl+C.

    Args:
        listener: Where.
        program: See :class:`~network.service.commands.CommandRunner`.
        access: Who may use it.
        capacity: How much is done at a time.

    Returns:
        The exit code.

    Raises:
        ClusterError: There is no cluster at the address.
    """
    log_to_stderr()
    workers, slow, make_slow = capacity.workers, capacity.workers, None
    if capacity.cluster is not None:
        from network.service.on_cluster import SENT_AT_A_TIME, ClusterWorker

        slow, make_slow = SENT_AT_A_TIME, partial(ClusterWorker, capacity.cluster, program)
        make_slow().check()
    with TemporaryFolder("nonogram-serve") as folder:
        lanes = Lanes(partial(Worker, program, folder), workers, slow, make_slow)
        number = _run(Service(lanes, workers, access, capacity.max_queue), lanes, listener)
    log("stopped")
    return INTERRUPTED if number == signal.SIGINT else DONE


def _run(service: Service, lanes: Lanes, listener: socket.socket) -> int | None:
    """Run until a signal comes, which is returned."""
    config = uvicorn.Config(
        service.app,
        http=LimitedConnection,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=CLOSE_S,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
    )
    server = _Server(config, service, listener)
    try:
        server.run([listener])
    finally:
        lanes.close()
    return server.signal


class _Server(uvicorn.Server):
    """A server that lets jobs end after the first signal, and ends at once after the second."""

    def __init__(self, config: uvicorn.Config, service: Service, listener: socket.socket) -> None:
        super().__init__(config)
        self._service, self._listener = service, listener
        self.signal: int | None = None
        """The first signal."""
        self._stopping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say the address as soon as there is an answer."""
        await super().startup(sockets)
        host, port = self._listener.getsockname()[:2]
        address = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
        log("started", address=address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal. It is not kept: uvicorn would raise it again at the end."""
        if self.signal is None:
            self.signal = sig
        else:
            self.force_exit = self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Begin to stop after a signal; called every 100 ms."""
        if self.signal is not None and self._stopping is None:
            log("stopping", jobs=self._service.jobs.open_count, seconds=STOP_S)
            self._stopping = asyncio.ensure_future(self._stop())
        return await super().on_tick(counter)

    async def _stop(self) -> None:
        await self._service.stop()
        self.should_exit = True
