"""How fast and how steady ``nonogram serve`` is, with hostile requests among the others, too.

``python benchmarks/server.py`` starts a service on a free port, with a client in this process: both
share the machine. Every answer is compared with the one that the core gave.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import cycle, groupby
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.machine import ROOT, machine
from puzzles.formats.json_puzzle import clue_values
from puzzles.model import Puzzle
from solver.api import solve
from solver.values import Limits

SOLUTIONS = 11
"""As many as the service looks for: one more than it shows."""
HARD_SEED, HARD_SIDE, HARD_DENSITY = 1, 60, 0.4
"""A board with which no solver ends in time."""
TOKEN = f"{random.getrandbits(128):032x}"
AUTHORIZED = f"Authorization: Bearer {TOKEN}\r\n"
PATIENT = f"{AUTHORIZED}Prefer: wait=30\r\n"
"""What honest clients send: they get a late answer, too, instead of the address of a job."""
SOAK_REQUESTS = 5000
"""Requests between two lines of the soak."""
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


def boards(side: int, count: int, seed: int, density: float = 0.5) -> list[Puzzle]:
    """Boards filled by chance."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        cells = [[rng.random() < density for _ in range(side)] for _ in range(side)]
        columns = list(zip(*cells, strict=True))
        found.append(Puzzle.from_numbers([*map(_runs, cells)], [*map(_runs, columns)]))
    return found


def _runs(line: Sequence[bool]) -> list[int]:
    return [len([*group]) for is_shaded, group in groupby(line) if is_shaded]


class Question(NamedTuple):
    """A puzzle as a request, and what the core says of it."""

    body: bytes
    outcome: str


def questions(side: int, count: int, seed: int) -> tuple[list[Question], float]:
    """Requests for random boards that the core solves within 50 ms; and the seconds of the core."""
    asked, spent = [], 0.0
    for puzzle in boards(side, count, seed):
        started = perf_counter()
        result = solve(puzzle, Limits(SOLUTIONS, 5))
        seconds = perf_counter() - started
        if seconds < 0.05:
            spent += seconds
            asked.append(Question(json.dumps(clue_values(puzzle)).encode(), result.outcome.value))
    return asked, spent / len(asked)


def percentiles(times: Sequence[float]) -> str:
    """Median, 99th percentile and maximum, ms."""
    ordered = sorted(times)
    at = [ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99, 1.0)]
    return " ".join(f"{1000 * each:8.1f}" for each in at)


def p99(times: Sequence[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(0.99 * (len(times) - 1))]


async def load(
    address: str, asked: Sequence[Question], count: int, connections: int
) -> tuple[float, list[float], int]:
    """Ask so many honest requests; requests a second, their times, and how many failed."""
    left = iter(range(count))
    given = cycle(asked)
    times: list[float] = []
    failed = 0

    async def client() -> None:
        nonlocal failed
        connection = Connection(address)
        for _ in left:
            question = next(given)
            sent = await connection.ask("/v1/solve", question.body, PATIENT)
            times.append(sent.seconds)
            failed += not is_right(sent, question)
        connection.close()

    started = perf_counter()
    await asyncio.gather(*(client() for _ in range(connections)))
    return count / (perf_counter() - started), times, failed


def is_right(sent: Sent, question: Question) -> bool:
    """Whether an answer agrees with the core."""
    return sent.status == 200 and json.loads(sent.body)["outcome"] == question.outcome


def hostile_kinds() -> dict[str, Callable[[Connection], Any]]:
    """What an attacker sends, by its name."""
    hard = clue_values(boards(HARD_SIDE, 1, HARD_SEED, HARD_DENSITY)[0]) | {"limit": 100}
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


async def mix(
    address: str, asked: Sequence[Question], count: int, connections: int, share: float
) -> tuple[list[float], int, Counter[str]]:
    """Honest requests, and some hostile ones beside them that nobody waits for."""
    kinds = cycle(hostile_kinds().items())
    every = round(1 / share)
    left = iter(range(count))
    given = cycle(asked)
    times: list[float] = []
    failed = 0
    seen: Counter[str] = Counter()
    attacks: set[asyncio.Task[None]] = set()

    async def attack() -> None:
        name, send = next(kinds)
        connection = Connection(address)
        sent = await send(connection)
        seen[f"{name}: {sent.status or 'closed'}"] += 1
        connection.close()

    async def client() -> None:
        nonlocal failed
        connection = Connection(address)
        for number in left:
            if number % every == 0:
                task = asyncio.ensure_future(attack())
                attacks.add(task)
                task.add_done_callback(attacks.discard)
                continue
            question = next(given)
            sent = await connection.ask("/v1/solve", question.body, PATIENT)
            times.append(sent.seconds)
            failed += not is_right(sent, question)
        connection.close()

    await asyncio.gather(*(client() for _ in range(connections)))
    await asyncio.gather(*attacks)
    return times, failed, seen


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


async def besieged(
    address: str, asked: Sequence[Question], options: argparse.Namespace
) -> tuple[list[float], int]:
    """The times of honest requests beside those of :func:`besiege`, and how many failed."""
    command = [sys.executable, __file__, "--besiege", address]
    command += ["--strangers", str(options.strangers)]
    process = subprocess.Popen(command)
    try:
        await asyncio.sleep(3)
        _, times, failed = await load(address, asked, options.hostile, 16)
    finally:
        process.kill()
        process.wait()
    return times, failed


async def cancelled(address: str, count: int) -> list[float]:
    """The times in which hard jobs are cancelled."""
    hard = clue_values(boards(HARD_SIDE, 1, HARD_SEED, HARD_DENSITY)[0]) | {"limit": 100}
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


async def soak(address: str, pid: int, options: argparse.Namespace) -> int:
    """Send the mix for some minutes, and print the memory now and then; the exit code."""
    asked, _ = questions(20, options.boards, options.seed)
    began, sent, failures = perf_counter(), 0, 0
    while perf_counter() - began < 60 * options.soak:
        times, failed, _ = await mix(address, asked, SOAK_REQUESTS, 4, options.share)
        sent, failures = sent + SOAK_REQUESTS, failures + failed
        minutes = (perf_counter() - began) / 60
        print(
            f"{minutes:5.1f} min {sent:>8,} requests, {failures} failed,"
            f" p99 {1000 * p99(times):5.0f} ms, {memory_text(pid)}",
            flush=True,
        )
    return 1 if failures else 0


async def measure(address: str, pid: int, options: argparse.Namespace) -> int:
    """Print the tables; the exit code."""
    failures = 0
    asked: list[Question] = []
    print(f"{'board':<8}{'connections':>12}{'requests/s':>12}{'p50':>9} {'p99':>8} {'max':>8}  ms")
    for side in (10, 20):
        asked, core_s = questions(side, options.boards, options.seed)
        print(f"{side}x{side:<5}{'the core':>12}{1 / core_s:>12,.0f}")
        for connections in options.connections:
            await load(address, asked, 50, connections)  # all workers have imported all
            speed, times, failed = await load(address, asked, options.requests, connections)
            print(f"{'':8}{connections:>12}{speed:>12,.0f} {percentiles(times)}")
            failures += failed
    print("\ncancelling a job that is under way, ms: p50, p99, max")
    print(percentiles(await cancelled(address, options.cancel)))
    before = memory_text(pid)
    print(f"\n{options.hostile:,} requests from 16 connections, 20x20: p50, p99, max, ms")
    _, honest, failed = await load(address, asked, options.hostile, 16)
    print(f"all honest        {percentiles(honest)}   {failed} failed")
    failures += failed
    beside, failed, seen = await mix(address, asked, options.hostile, 16, options.share)
    failures += failed
    ratio = p99(beside) / p99(honest)
    print(
        f"{options.share:.0%} hostile beside {percentiles(beside)}   {failed} failed,"
        f" p99 x {ratio:.1f}"
    )
    for name, number in sorted(seen.items()):
        print(f"  {name:<30}{number:>4}")
    beside, failed = await besieged(address, asked, options)
    failures += failed
    print(
        f"beside {options.strangers} that do not read {percentiles(beside)}   {failed} failed,"
        f" p99 x {p99(beside) / p99(honest):.1f}"
    )
    print(f"memory: {before} before, {memory_text(pid)} after")
    return 1 if failures else 0


def main() -> int:
    """Start a service, measure it, and end it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=300, help="different boards of each size")
    parser.add_argument("--requests", type=int, default=3000, help="for each row")
    parser.add_argument("--hostile", type=int, default=10_000, help="requests of the mix")
    parser.add_argument("--share", type=float, default=0.01, help="of hostile ones")
    parser.add_argument("--strangers", type=int, default=500, help="connections that never read")
    parser.add_argument("--cancel", type=int, default=20, help="jobs that are cancelled")
    parser.add_argument("--connections", type=int, nargs="+", default=[1, 16, 128])
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="only the mix, so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--besiege", metavar="ADDRESS", help="only be the strangers, for ever")
    options = parser.parse_args()
    if options.besiege:
        asyncio.run(besiege(options.besiege, options.strangers))
    print(machine() + "\n")
    command = [sys.executable, str(ROOT / "main.py"), "serve", "--port", "0", "--token", TOKEN]
    with (ROOT / "build/server.log").open("w+") as log:
        process = subprocess.Popen(command, stderr=log)
        try:
            address = ""
            while not address:
                with suppress(IndexError, json.JSONDecodeError):
                    lines = Path(log.name).read_text().splitlines()
                    address = json.loads(lines[0])["address"]
            work = soak if options.soak else measure
            return asyncio.run(work(address, process.pid, options))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
