"""How fast puzzles are solved: ``python benchmarks/solver.py --help``.

For each set of puzzles one table. All solvers take each puzzle in turn, in one process; two
solutions are asked for, and every answer is checked against the clues.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.peers import Answer, Peer, cp_sat_peer, engine_peer, program_peer, sat_peer
from puzzles import BLANK, SHADED, Grid, Puzzle, clues, puzzle_of, unsatisfied_lines
from puzzles.formats import read
from puzzles.model import Color
from solver.registry import engine_names

PEERS: dict[str, Peer] = {
    **{name: engine_peer(name) for name in engine_names()},
    "sat": sat_peer,
    "cp-sat": cp_sat_peer,
}


def random_puzzles(count: int, size: int) -> Iterator[Puzzle]:
    """Boards shaded at random to one half, always the same ones."""
    import numpy as np

    chance = np.random.default_rng(2026)
    for _ in range(count):
        shaded = chance.random((size, size)) < 0.5
        cells = [SHADED if x else BLANK for x in shaded.flat]
        yield puzzle_of(Grid(size, size, cells=cells), Puzzle.empty(size, size))


def pictures(size: int, count: int = 3) -> Iterator[Puzzle]:
    """Overlapping discs: boards that solving line by line is enough for."""
    for seed in range(count):
        chance = random.Random(seed)
        discs = [
            (chance.random() * size, chance.random() * size, (0.05 + 0.25 * chance.random()) * size)
            for _ in range(12)
        ]
        cells = [
            SHADED if any((r - y) ** 2 + (c - x) ** 2 < d * d for y, x, d in discs) else BLANK
            for r in range(size)
            for c in range(size)
        ]
        yield puzzle_of(Grid(size, size, cells=cells), Puzzle.empty(size, size))


def colour_puzzles(count: int, size: int) -> Iterator[Puzzle]:
    """Boards of three colours and paper at random."""
    palette = (
        Color("0", "#ffffff"),
        Color("a", "#ff0000"),
        Color("b", "#00ff00"),
        Color("c", "#0000ff"),
    )
    chance = random.Random(2026)
    for _ in range(count):
        cells = [1 << chance.choice((0, 0, 1, 2, 3)) for _ in range(size * size)]
        empty = Puzzle(((),) * size, ((),) * size, palette)
        yield puzzle_of(Grid(size, size, 4, cells), empty)


def tournament(path: Path, count: int) -> Iterator[Puzzle]:
    """The first puzzles of a TAAI tournament file: ``$n``, 25 columns, 25 rows, tabs between."""
    blocks = re.split(r"^\$\d+\s*$", path.read_text(), flags=re.M)[1 : count + 1]
    for block in blocks:
        lines = [clues(map(int, line.split())) for line in block.strip("\n").split("\n")]
        yield Puzzle(tuple(lines[25:50]), tuple(lines[:25]))


def is_right(puzzle: Puzzle, answer: Answer) -> bool:
    """Whether the solutions satisfy all clues and differ."""
    found = answer.solutions
    return not any(list(unsatisfied_lines(puzzle, grid)) for grid in found) and (
        len(found) < 2 or found[0] != found[1]
    )


def compare(
    title: str, puzzles: Iterable[Puzzle], peers: dict[str, Peer], timeout_s: float
) -> None:
    """Print one table."""
    times: dict[str, list[float]] = {name: [] for name in peers}
    solved = dict.fromkeys(peers, 0)
    work = dict.fromkeys(peers, 0)
    for number, puzzle in enumerate(puzzles, 1):
        for name, peer in peers.items():
            start = time.perf_counter()
            answer = peer(puzzle, timeout_s)
            times[name].append(time.perf_counter() - start)
            solved[name] += answer.finished
            work[name] += answer.work
            if not is_right(puzzle, answer):
                raise SystemExit(f"{name} gave a wrong answer to puzzle {number} of {title}")
    print(f"\n{title}, {number} puzzles, at most {timeout_s:g} s each; times in ms")
    print("solver        solved  <0.1 s  <1 s    median      mean       p95       max  line solves")
    for name in peers:
        print(_row(name, times[name], solved[name]), f"{work[name] or '':>12}")
    first, *others = peers
    for name in others:
        ratio = statistics.median(b / a for a, b in zip(times[first], times[name], strict=True))
        mean = statistics.mean(times[name]) / statistics.mean(times[first])
        print(f"{first} is {ratio:.2f} times as fast as {name} (median), {mean:.2f} in the mean")


def _row(name: str, times: list[float], solved: int) -> str:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    figures = (statistics.median(ordered), statistics.mean(ordered), p95, ordered[-1])
    quick = [sum(t < limit for t in ordered) for limit in (0.1, 1)]
    cells = "".join(f"{1000 * t:>10.2f}" for t in figures)
    return f"{name[:12]:<12}{solved:>8}{quick[0]:>8}{quick[1]:>6}{cells}"


def machine() -> str:
    """What this was measured on."""
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=False)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    cpu = next(
        (
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        )
        if Path("/proc/cpuinfo").exists()
        else iter(()),
        platform.processor(),
    )
    return (
        f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"{compiler.stdout.splitlines()[0] if compiler.stdout else 'no compiler'}, "
        f"commit {commit.stdout.strip()}"
    )


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=200, metavar="N", help="random 30x30 boards")
    parser.add_argument("--folder", type=Path, help="a folder of .non files")
    parser.add_argument("--tournament", type=Path, help="a TAAI tournament's file of questions")
    parser.add_argument("--count", type=int, default=200, help="puzzles of the tournament")
    parser.add_argument("--pictures", type=int, nargs="*", default=[100, 300, 1000])
    parser.add_argument("--colour", type=int, default=50, metavar="N", help="colour boards 20x20")
    parser.add_argument("--solvers", default="native,python,sat,cp-sat", help="those to compare")
    parser.add_argument("--peer", action="append", default=[], help="'command {file}'")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="S")
    options = parser.parse_args()
    peers = {name: PEERS[name] for name in options.solvers.split(",") if name in PEERS}
    peers |= {command.split()[0]: program_peer(command) for command in options.peer}
    print(machine())
    if options.random:
        compare("random 30x30", random_puzzles(options.random, 30), peers, options.timeout)
    if options.folder:
        files = sorted(options.folder.glob("*.non"))
        compare(options.folder.name, (read(f).puzzle for f in files), peers, options.timeout)
    if options.tournament:
        found = tournament(options.tournament, options.count)
        compare("tournament 25x25", found, peers, options.timeout)
    for size in options.pictures:
        compare(f"pictures {size}x{size}", pictures(size), peers, options.timeout)
    if options.colour:
        compare("colour 20x20", colour_puzzles(options.colour, 20), peers, options.timeout)


if __name__ == "__main__":
    main()
