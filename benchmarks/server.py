"""How fast and how steady ``nonogram serve`` is, with hostile requests among the others, too."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import click

from benchmarks.harness import ROOT, Items, Times, benchmark, percentile
from benchmarks.puzzle_sets import random_board
from puzzles.formats.json_puzzle import clue_values
from puzzles.model import Puzzle
from solver.api import solve
from solver.values import Limits
from tests.support.service import running_service

SOLUTIONS = 11
"""As many as the service looks for: one more than it shows."""
HARD_SEED, HARD_SIDE, HARD_DENSITY = 1, 60, 0.4
"""A board with which no solver ends in time."""
TOKEN = f"{random.getrandbits(128):032x}"
AUTHORIZED = f"Authorization: Bearer {TOKEN}\r\n"
PATIENT = f"{AUTHORIZED}Prefer: wait=30\r\n"
"""What honest clients send: they get a late answer, too, instead of the address of a job."""
SOAK_REQUESTS = 5000
"""Requests between two rows of the soak."""
CLIENTS = 16
"""Connections of the mix."""
REOPEN_S = 1.0
"""How soon a stranger opens a connection again that was closed, s."""
STALL_S = 12.0
"""How long a hostile connection stays open, s; the service closes one without a request earlier."""


class Sent(NamedTuple):
    """What came of a request."""

    seconds: float
    status: int
    body: bytes


class Connection:
    """A connection that is kept, and opened again when the service has closed it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = str(parts.hostname), int(parts.port or 0)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, path: str, body: bytes, headers: str = AUTHORIZED, method: str = "POST"
    ) -> Sent:
        """Send a request and read the answer."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
            f"{headers}Content-Length: {len(body)}\r\n\r\n"
        )
        started = perf_counter()
        reader, writer = await self._opened()
        with suppress(ConnectionError):
            writer.write(head.encode() + body)
            await writer.drain()
        status, answer = await self._read(reader)
        return Sent(perf_counter() - started, status, answer)

    async def _opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port, limit=2**24)
        return self._streams

    async def _read(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            size = int(head.split("content-length:")[1].split("\r\n")[0])
            body = await reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError, IndexError):
            self.close()
            return 0, b""
        if "connection: close" in head:
            self.close()
        return int(head.split()[1]), body

    async def stall(self, data: bytes, seconds: float) -> Sent:
        """Send the beginning of a request and no more."""
        started = perf_counter()
        reader, writer = await asyncio.open_connection(self._host, self._port)
        writer.write(data)
        with suppress(TimeoutError, ConnectionError):
            await asyncio.wait_for(reader.read(1), seconds)
        writer.close()
        return Sent(perf_counter() - started, 0, b"")

    def close(self) -> None:
        """Close it."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def _boards(side: int, count: int, seed: int, density: float = 0.5) -> list[Puzzle]:
    chance = random.Random(seed)
    return [random_board(chance, side, side, density) for _ in range(count)]


class Question(NamedTuple):
    """A puzzle as a request, and what the core says of it."""

    body: bytes
    outcome: str


def questions(side: int, count: int, seed: int) -> tuple[list[Question], float]:
    """Requests for random boards that the core solves within 50 ms; and the seconds of the core."""
    asked, spent = [], 0.0
    for puzzle in _boards(side, count, seed):
        started = perf_counter()
        result = solve(puzzle, Limits(SOLUTIONS, 5))
        seconds = perf_counter() - started
        if seconds < 0.05:
            spent += seconds
            asked.append(Question(json.dumps(clue_values(puzzle)).encode(), result.outcome.value))
    return asked, spent / len(asked)


class Load(NamedTuple):
    """What came of honest requests."""

    times: Times
    failed: int
    speed: float
    """Requests a second."""

    def cells(self) -> dict[str, Any]:
        """Cells of a row."""
        p99_ms = 1000 * percentile(self.times.wall_s, 0.99)
        return {
            "requests/s": self.speed,
            "failed": self.failed,
            "p99, ms": p99_ms,
            "time": self.times,
        }


async def load(
    address: str,
    asked: Sequence[Question],
    count: int,
    connections: int,
    attack: Callable[[Connection], Any] | None = None,
    share: float = 0.0,
) -> Load:
    """Send honest requests, and a share of hostile ones beside them that nobody waits for."""
    left, given = iter(range(count)), cycle(asked)
    every = round(1 / share) if share else count + 1
    times: list[float] = []
    failed = 0
    attacks: set[asyncio.Task[None]] = set()

    async def client() -> None:
        nonlocal failed
        connection = Connection(address)
        for number in left:
            if attack and number % every == 0:
                attacks.add(asyncio.ensure_future(attack(Connection(address))))
                continue
            question = next(given)
            sent = await connection.ask("/v1/solve", question.body, PATIENT)
            times.append(sent.seconds)
            failed += not is_right(sent, question)
        connection.close()

    started = perf_counter()
    await asyncio.gather(*(client() for _ in range(connections)))
    speed = len(times) / (perf_counter() - started)
    await asyncio.gather(*attacks)
    return Load(Times(times), failed, speed)


def attacker(seen: Counter[str]) -> Callable[[Connection], Any]:
    """Sends what is hostile, one kind after the other, and counts the answers."""
    kinds = cycle(hostile_kinds().items())

    async def attack(connection: Connection) -> None:
        name, send = next(kinds)
        sent = await send(connection)
        seen[f"{name}: {sent.status or 'closed'}"] += 1
        connection.close()

    return attack


def is_right(sent: Sent, question: Question) -> bool:
    """Whether an answer agrees with the core."""
    return sent.status == 200 and json.loads(sent.body)["outcome"] == question.outcome


def hostile_kinds() -> dict[str, Callable[[Connection], Any]]:
    """What an attacker sends, by its name."""
    hard = clue_values(_boards(HARD_SIDE, 1, HARD_SEED, HARD_DENSITY)[0]) | {"limit": 100}
    bomb = json.dumps(hard).encode()
    deep = b'{"rows": ' + b"[" * 400_000
    half = b"POST /v1/solve HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    slow = (
        half
        + AUTHORIZED.encode()
        + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    )
    other = f"{AUTHORIZED}Origin: https://evil.example\r\n"
    return {
        "hard puzzle": lambda c: c.ask("/v1/solve", bomb),
        "nested JSON": lambda c: c.ask("/v1/solve", deep),
        "wrong types": lambda c: c.ask("/v1/solve", b'{"rows": {"a": NaN}, "columns": [null]}'),
        "100 MB body": lambda c: c.ask("/v1/solve", bytes(100_000_000)),
        "largest board": lambda c: c.ask("/v1/rate", full_board()),
        "slow body": lambda c: c.stall(slow, STALL_S),
        "hung connection": lambda c: c.stall(half, STALL_S),
        "other site": lambda c: c.ask("/v1/solve", bomb, other),
        "wrong token": lambda c: c.ask("/v1/solve", bomb, "Authorization: Bearer x\r\n"),
        "path trick": lambda c: c.ask("/v1/../../etc/passwd", b"", method="GET"),
    }


def full_board() -> bytes:
    """The most clues that a board may have."""
    return json.dumps({"rows": [[1] * 100] * 200, "columns": [[1] * 100] * 200}).encode()


async def besiege(address: str, strangers: int) -> None:
    """Hold connections without a token, ask for long answers and read nothing; for ever."""
    parts = urlsplit(address)
    request = f"GET /docs HTTP/1.1\r\nHost: {parts.hostname}\r\n\r\n".encode()
    loop = asyncio.get_running_loop()

    async def stranger() -> None:
        while True:
            sock = socket.socket()
            sock.setblocking(False)
            with sock, suppress(ConnectionError):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                await loop.sock_connect(sock, (parts.hostname, parts.port))
                await loop.sock_sendall(sock, 100 * request)
                while True:  # a connection that was closed is noticed, and opened again
                    await asyncio.sleep(REOPEN_S)
                    await loop.sock_sendall(sock, b"\r\n")
            await asyncio.sleep(REOPEN_S)

    await asyncio.gather(*(stranger() for _ in range(strangers)))


async def cancelled(address: str, count: int) -> list[float]:
    """The times in which hard jobs are cancelled."""
    hard = clue_values(_boards(HARD_SIDE, 1, HARD_SEED, HARD_DENSITY)[0]) | {"limit": 100}
    connection, times = Connection(address), []
    for _ in range(count):
        begun = await connection.ask(
            "/v1/solve", json.dumps(hard).encode(), f"{AUTHORIZED}Prefer: respond-async\r\n"
        )
        path = f"/v1/jobs/{json.loads(begun.body)['id']}"
        await asyncio.sleep(0.6)
        ended = await connection.ask(path, b"", method="DELETE")
        assert json.loads(ended.body)["state"] == "cancelled"
        times.append(ended.seconds)
    connection.close()
    return times


def memory_text(pid: int) -> str:
    """Resident memory of a process and its children; on Linux."""
    pids = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # the thread has ended meanwhile
            pids += map(int, (task / "children").read_text().split())
    pages = 0.0
    for each in pids:
        with suppress(OSError):
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return f"{pages * 4096 / 2**20:,.0f} MB in {len(pids)} processes"


@benchmark(boards=20, requests=50, hostile=100, cancel=1, connections=(1, 4), strangers=20)
def server(
    boards: int = 300,
    requests: int = 3000,
    hostile: int = 10_000,
    share: float = 0.01,
    strangers: int = 500,
    cancel: int = 20,
    connections: tuple[int, ...] = (1, 16, 128),
    seed: int = 1,
) -> Items:
    """How fast and how steady nonogram serve is, with hostile requests among the others, too.

    The service and its client share the machine. Every answer is compared with the one that the
    core gave; a wrong or missing one is an error.

    Args:
        boards: Different boards of each size.
        requests: For each row.
        hostile: Requests of the mix, from 16 connections.
        share: Share of hostile ones.
        strangers: Connections beside them that never read.
        cancel: Hard jobs that are cancelled.
        connections: Numbers of connections.
        seed: Of the boards.
    """
    failed = 0
    asked: list[Question] = []
    with running_service(f"--token {TOKEN}") as service:
        address, pid = service.address, service.process.pid
        for side in (10, 20):
            asked, core_s = questions(side, boards, seed)
            yield f"{side}x{side}: the core alone solves {1 / core_s:,.0f} boards a second"
            for count in connections:
                asyncio.run(load(address, asked, 50, count))  # all workers have imported all
                found = asyncio.run(load(address, asked, requests, count))
                failed += found.failed
                yield {"requests": f"{side}x{side}, {count} connections", **found.cells()}
        times = Times(asyncio.run(cancelled(address, cancel)))
        yield {"job": "cancelled when it was under way", "time": times}
        yield f"memory before the mix: {memory_text(pid)}"
        seen: Counter[str] = Counter()
        honest = asyncio.run(load(address, asked, hostile, CLIENTS))
        mixed = asyncio.run(load(address, asked, hostile, CLIENTS, attacker(seen), share))
        call = f"asyncio.run(besiege{address, strangers})"
        code = f"import asyncio; from benchmarks.server import besiege; {call}"
        process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
        try:
            beside = asyncio.run(_later(load(address, asked, hostile, CLIENTS)))
        finally:
            process.kill()
            process.wait()
        names = "all honest", f"{share:.0%} hostile beside", f"beside {strangers} that do not read"
        for name, found in zip(names, (honest, mixed, beside), strict=True):
            failed += found.failed
            cells = found.cells()
            first = honest.cells()["p99, ms"]
            yield {"mix": name, "p99 to honest": cells["p99, ms"] / first, **cells}
        for name, number in sorted(seen.items()):
            yield {"hostile request": name, "number": number}
        yield f"memory after the mix: {memory_text(pid)}"
    if failed:
        raise click.ClickException(f"{failed} requests failed")


async def _later(work: Coroutine[Any, Any, Load]) -> Load:
    await asyncio.sleep(3)
    return await work


@benchmark(minutes=0.05, boards=20, requests=100)
def server_soak(
    minutes: float = 60.0,
    boards: int = 300,
    requests: int = SOAK_REQUESTS,
    share: float = 0.01,
    seed: int = 1,
) -> Items:
    """The mix of honest and hostile requests for some minutes, and the memory of the service.

    Args:
        minutes: How long.
        boards: Different boards.
        requests: Requests between two rows.
        share: Share of hostile ones.
        seed: Of the boards.
    """
    asked, _ = questions(20, boards, seed)
    failed = 0
    with running_service(f"--token {TOKEN}") as service:
        address, pid = service.address, service.process.pid
        began, end = perf_counter(), perf_counter() + 60 * minutes
        while perf_counter() < end:
            found = asyncio.run(load(address, asked, requests, 4, attacker(Counter()), share))
            failed += found.failed
            after = f"{(perf_counter() - began) / 60:.1f} min"
            yield {"after": after, "memory": memory_text(pid), **found.cells()}
    if failed:
        raise click.ClickException(f"{failed} requests failed")
