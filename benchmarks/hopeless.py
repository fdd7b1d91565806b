"""How long the reader takes for pictures without a readable puzzle, and what it says of them.

``python benchmarks/hopeless.py --count 44 --seed 1``; the pictures are those of
``tools/photographs/no_puzzle.py``, which depend on the fonts of the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from tqdm import tqdm

from benchmarks.machine import machine
from recognizer.clues.digit_classifier import number_reader
from recognizer.reading import read
from recognizer.values import Reading
from solver.solution_count import count_solutions
from tools.photographs.no_puzzle import make_picture

SLOW_S = 2.0
"""Pictures that take longer are listed, s by the clock."""


def said(reading: Reading) -> str:
    """The first problem of a reading, or that it is wrongly certain."""
    if reading.is_certain:
        return "CERTAIN"
    return reading.problems[0].name if reading.problems else "(no problem)"


def main() -> None:
    """Read the pictures and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=44, help="pictures (default 44)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the pictures (default 1)")
    options = parser.parse_args()
    number_reader()  # its loading belongs to no picture
    times: dict[str, list[tuple[float, float]]] = defaultdict(list)
    problems: dict[str, Counter[str]] = defaultdict(Counter)
    slow: list[str] = []
    for index in tqdm(range(options.count), unit="picture"):
        kind, picture = make_picture(options.seed, index)
        start, cpu = perf_counter(), process_time()
        reading = read(picture, count_solutions=count_solutions)
        wall_s, cpu_s = perf_counter() - start, process_time() - cpu
        times[kind].append((wall_s, cpu_s))
        problems[kind][said(reading)] += 1
        if wall_s > SLOW_S:
            slow.append(f"{kind} {index}: {wall_s:.2f} s, {picture.shape[1]}x{picture.shape[0]}")
    print(f"{machine()}\nseed {options.seed}, {options.count} pictures")
    print(f"{'kind':18}{'pictures':>9}{'p50 s':>8}{'max s':>8}{'max CPU s':>11}  says")
    rows = [*times, "altogether"]
    times["altogether"] = [pair for of in times.values() for pair in of]
    for kind in rows:
        walls, cpus = np.array(times[kind]).T
        texts = ", ".join(f"{name} {count}" for name, count in problems[kind].most_common())
        figures = f"{np.median(walls):8.2f}{walls.max():8.2f}{cpus.max():11.2f}"
        print(f"{kind:18}{len(walls):9}{figures}  {texts}")
    print("\n".join(["", f"above {SLOW_S} s:", *slow] if slow else []))


if __name__ == "__main__":
    main()
