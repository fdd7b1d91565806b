"""Many puzzles at once: in a batch, as files, with processes, and on a cluster."""

from __future__ import annotations

import gc
import os
import random
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from benchmarks.harness import PROGRAM, Case, Items, Times, benchmark, measure
from benchmarks.puzzle_sets import random_board, random_set
from puzzles import Puzzle
from puzzles.cluster import Cluster
from puzzles.exit_codes import BAD_INPUT
from puzzles.formats import Document, write, write_all
from puzzles.json_output import Failure
from puzzles.many import cores
from puzzles.model import Clues
from solver.api import solve
from solver.logic.cli import rate_job
from solver.logic.rate import Rating
from solver.many import solve_many
from solver.native._core import Core
from solver.native.conversion import for_core
from solver.puzzle_jobs import PuzzleJob

WORKERS = 2
"""Of the cluster."""


@benchmark(count=100, files=20)
def batch(
    count: int = 20_000, size: int = 10, files: int = 5_000, seed: int = 1, repeats: int = 3
) -> Items:
    """How many puzzles a second: one by one, in a batch on one core and on all, and as files.

    The puzzles are random pictures, so that many have several solutions. Each way takes puzzles of
    its own, as the core keeps solved lines.

    Args:
        count: Puzzles.
        size: Rows and columns.
        files: So many of them are solved as files by the command line.
        seed: Of the puzzles.
        repeats: Runs of each way, in turn.
    """
    chance, workers = random.Random(seed), cores()
    boards = [random_board(chance, size, size, 0.55) for _ in range(count)]
    numbers = [(_lengths(board.rows), _lengths(board.columns)) for board in boards]
    puzzles: list[Puzzle] = []

    def made() -> list[Puzzle]:
        return [Puzzle.from_numbers(*each) for each in numbers]

    def renew() -> None:
        puzzles[:] = made()  # they remember nothing
        gc.collect()

    def many(workers: int) -> int:
        return sum(result.is_unique for result in solve_many(puzzles, jobs=workers))

    def on_one_core() -> None:
        all_of_them = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(all_of_them)})  # also of the threads that are begun
        many(1)
        os.sched_setaffinity(0, all_of_them)

    ways: dict[str, Case] = {
        "Puzzle.from_numbers": made,
        "the core alone": lambda: [Core(for_core(each), 2).run(60.0, 2**62) for each in puzzles],
        "solve": lambda: sum(result.is_unique for result in map(solve, puzzles)),
        "solve, boards read": lambda: sum(len(solve(each).solutions) for each in puzzles),
        **({"solve_many, on one core": on_one_core} if hasattr(os, "sched_setaffinity") else {}),
        "solve_many, 1 worker": lambda: many(1),
        f"solve_many, {workers} workers": lambda: many(workers),
    }
    for name, times in measure(ways, repeats, renew).items():
        yield {"way": name, "puzzles/s": count / times.median_s, "time": times}
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number:05}.non") for number in range(min(count, files))]
        for path, puzzle in zip(paths, made(), strict=False):
            write(path, Document(puzzle))
        command = (*PROGRAM, "solve", "-u")
        commands: dict[str, Case] = {
            "nonogram solve -u -j 1": (*command, "-j", "1", *map(str, paths)),
            "nonogram solve -u": (*command, *map(str, paths)),
            "nonogram solve -u, a file": (*command, str(paths[0])),
        }
        found = measure(commands, repeats)
        for name, times in found.items():
            solved = 1 if name.endswith("a file") else len(paths)
            yield {"way": name, "files/s": solved / times.median_s, "time": times}
        cpu_s = [statistics.median(times.cpu_s) for times in found.values()]
        a_file_us = 1e6 * (cpu_s[0] - cpu_s[2]) / (len(paths) - 1)
        yield {"way": "a file beyond the start, -j 1", "CPU, µs": a_file_us}


def _lengths(lines: Sequence[Clues]) -> list[list[int]]:
    return [[clue.length for clue in line] for line in lines]


@benchmark(count=20)
def cluster(count: int = 10_000, rate_size: int = 8, solve_size: int = 20) -> Items:
    """Many puzzles with --jobs 2, and on a Dask cluster of two processes on this machine.

    The commands rate and solve -u get a file of random boards: with processes of their own, on the
    cluster, with a worker that is killed half-way, and once with a task for each puzzle. All must
    print the same. Times include the start of the command. Needs the extra cluster; not on Windows.

    Args:
        count: Boards for each command.
        rate_size: Their rows and columns for rate.
        solve_size: Their rows and columns for solve.
    """
    from tests.support.dask_cluster import local_cluster

    are_different = False
    with tempfile.TemporaryDirectory() as folder, local_cluster(Path(folder), WORKERS) as machines:
        address = machines.address
        for words, size in ((("rate",), rate_size), (("solve", "-u"), solve_size)):
            puzzles = [item.puzzle for item in random_set(count, size, 1).items]
            file = Path(folder) / "boards.nonpack"
            write_all(file, [Document(puzzle) for puzzle in puzzles])
            command = [*PROGRAM, *words, str(file)]
            remote = [*command, "--cluster", address]
            kill = partial(_kill_a_worker, address)
            ways: dict[str, Callable[[], list[str]]] = {
                f"--jobs {WORKERS}": partial(_lines, [*command, "--jobs", f"{WORKERS}"]),
                "--cluster": partial(_lines, remote),
                "--cluster, a worker killed": partial(_lines, remote, count // 2, kill),
            }
            if words[0] == "rate":
                ways["a task a puzzle"] = partial(_one_by_one, address, puzzles)
            first: list[str] = []
            for way, work in ways.items():
                times = Times()
                lines = times.take(work)
                first = first or lines
                is_same = lines == first or not lines
                are_different = are_different or not is_same
                yield {
                    "way": f"{words[0]}, {way}",
                    "boards": f"{size}x{size}",
                    "a second": count / times.median_s,
                    "lines": len(lines),
                    "output": "the same" if is_same else "different",
                    "time": times,
                }
    if are_different:
        raise click.ClickException("outputs differ")


def _lines(
    command: list[str], at_line: int = 0, then: Callable[[], None] | None = None
) -> list[str]:
    """The output of a command; ``then`` is called when it has printed so many lines."""
    lines: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if len(lines) == at_line and then is not None:
                then()
    return lines


def _kill_a_worker(address: str) -> None:
    """Kill the process of one worker; its nanny starts another one."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    click.echo(f"killed a worker at {time.strftime('%X')}", err=True)


def _one_by_one(address: str, puzzles: list[Puzzle]) -> list[str]:
    """Rate with a task for each puzzle; there is no output."""

    def failed(
        job: PuzzleJob, problem: str
    ) -> tuple[PuzzleJob, Rating | None, Failure | None, int]:
        return job, None, Failure(problem), BAD_INPUT

    tasks = Cluster(address, failed, bundle=1, ahead=100)
    results = tasks.run(partial(rate_job, None), (PuzzleJob("", each) for each in puzzles))
    assert sum(1 for _ in results) == len(puzzles)
    return []
