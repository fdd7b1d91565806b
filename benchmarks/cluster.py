"""Rate and solve many puzzles with ``--jobs 2``, and on a Dask cluster of two processes.

    python benchmarks/cluster.py [--count N] [--rate-size N] [--solve-size N]

Starts a scheduler and two workers with one thread each on this machine, and runs the commands
``nonogram rate`` and ``nonogram solve -u`` on a file of random boards: with processes of their own,
on the cluster, on the cluster with a worker that is killed half-way, and once with a task for each
puzzle. All must print the same. The times include the start of the command. Needs the extra
`cluster`; not on Windows.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.machine import machine
from benchmarks.puzzle_sets import random_set
from puzzles.cluster import Cluster
from puzzles.exit_codes import BAD_INPUT
from puzzles.formats import Document, write_all
from puzzles.model import Puzzle
from solver.logic.cli import rate_job
from solver.logic.rate import Rating
from solver.puzzle_jobs import PuzzleJob
from tests.support.dask_cluster import LocalCluster, local_cluster

WORKERS = 2
DIFFERENT = "different"


class Measured(NamedTuple):
    """One run of a command."""

    seconds: float
    lines: list[str]


def measured(
    words: list[str], at_line: int = 0, then: Callable[[], None] | None = None
) -> Measured:
    """Run a command of the program; ``then`` is called when it has printed so many lines."""
    command = [sys.executable, str(ROOT / "main.py"), *words]
    start, lines = time.perf_counter(), list[str]()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if len(lines) == at_line and then is not None:
                then()
    return Measured(time.perf_counter() - start, lines)


def kill_a_worker(address: str) -> None:
    """Kill the process of one worker; its nanny starts another one."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    print(f"  killed a worker at {time.strftime('%X')}", file=sys.stderr)


def one_by_one(address: str, puzzles: list[Puzzle]) -> float:
    """The time for rating with a task for each puzzle, s."""

    def failed(job: PuzzleJob, problem: str) -> tuple[PuzzleJob, Rating | None, str, int]:
        return job, None, problem, BAD_INPUT

    start = time.perf_counter()
    machines = Cluster(address, failed, bundle=1, ahead=100)
    results = machines.run(partial(rate_job, None), (PuzzleJob("", each) for each in puzzles))
    assert sum(1 for _ in results) == len(puzzles)
    return time.perf_counter() - start


def ways(
    words: list[str], cluster: LocalCluster, puzzles: list[Puzzle]
) -> Iterator[tuple[str, float, str]]:
    """The name of each way, its time in s, and whether it prints the same as the first."""
    remote = [*words, "--cluster", cluster.address]
    here = measured([*words, "--jobs", str(WORKERS)])
    yield f"--jobs {WORKERS}", here.seconds, f"{len(here.lines):,} lines"
    there = measured(remote)
    yield "--cluster", there.seconds, _compared(there, here)
    kill = partial(kill_a_worker, cluster.address)
    broken = measured(remote, len(puzzles) // 2, kill)
    yield "--cluster, a worker killed", broken.seconds, _compared(broken, here)
    if words[0] == "rate":
        yield "--cluster, a task a puzzle", one_by_one(cluster.address, puzzles), "-"


def _compared(run: Measured, with_run: Measured) -> str:
    return "the same" if run.lines == with_run.lines else DIFFERENT


def main() -> int:
    """Print the table; 1 if anything differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10_000, help="boards for each command")
    parser.add_argument("--rate-size", type=int, default=8)
    parser.add_argument("--solve-size", type=int, default=20)
    options = parser.parse_args()
    print(f"{machine()}\n\n{'command':<9} {'boards':>13}  {'way':<26}", end="")
    print(f" {'time':>7} {'a second':>9}  output")
    outputs = []
    with TemporaryDirectory() as folder, local_cluster(Path(folder), WORKERS) as cluster:
        for words, size in ((["rate"], options.rate_size), (["solve", "-u"], options.solve_size)):
            puzzles = [item.puzzle for item in random_set(options.count, size, 1).items]
            file = Path(folder) / "boards.nonpack"
            write_all(file, [Document.untouched(puzzle) for puzzle in puzzles])
            boards = f"{len(puzzles):,} {size}x{size}"
            for way, seconds, output in ways([*words, str(file)], cluster, puzzles):
                print(f"{words[0]:<9} {boards:>13}  {way:<26}", end="")
                print(f" {seconds:>5.1f} s {len(puzzles) / seconds:>9,.0f}  {output}", flush=True)
                outputs.append(output)
    return int(DIFFERENT in outputs)


if __name__ == "__main__":
    sys.exit(main())
