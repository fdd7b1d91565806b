"""The standing tests for a chosen time: ``make endure MINUTES=60``.

Each has an equal share of the time, in which it is repeated with other random numbers; it runs at
least once. A table at the end says what each has done. The exit code is 1 if one found a fault.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not clock")
_KILLS = (
    "tests/end_to_end/helper/collections/test_backing_up.py",
    "tests/end_to_end/helper/collections/test_import_crash.py",
    "tests/end_to_end/helper/rating/test_rating_crash.py",
    "tests/end_to_end/helper/play/test_autosave.py",
    "tests/end_to_end/helper/review/test_review_crash.py",
    "tests/unit/puzzles/formats/test_saving.py",
)
"""Programs that are killed while they play, import, back up, restore, rate and save."""
_BRUTE_FORCE = (
    "tests/unit/solver/test_line.py",
    "tests/unit/solver/engines/test_engines.py",
    "tests/unit/solver/logic",
    "tests/unit/helper/hints/test_one_truth.py",
)
"""Every placement and every board, compared with what the solvers and the hints say."""
_FUZZED = 2000
"""Inputs of one round."""
_LEAST_SOAK_MINUTES = 0.1
_ENVIRONMENT = {**os.environ, "MALLOC_PERTURB_": "165"}
"""glibc overwrites freed memory, so that its use crashes at once instead of now and then."""


class Stage(NamedTuple):
    """A test that goes on as long as it may."""

    name: str
    command: Callable[[float, int], Sequence[str]]
    """The command of a round, by the seconds that are left and the seed."""


class Result(NamedTuple):
    """What a stage has done."""

    name: str
    rounds: int
    seconds: float
    fault: str
    """The output of the round that failed; empty if none did."""


def _soak(left_s: float, seed: int) -> Sequence[str]:
    minutes = max(_LEAST_SOAK_MINUTES, left_s / 60)
    words = ("--minutes", f"{minutes:.2f}", "--seed", str(seed))
    return (sys.executable, "tools/soak/run.py", *words)


STAGES = (
    Stage("kill", lambda _, __: (*_PYTEST, *_KILLS)),
    Stage(
        "brute force",
        lambda _, seed: (*_PYTEST, "--hypothesis-profile=new", f"--hypothesis-seed={seed}",
                   *_BRUTE_FORCE),
    ),
    Stage(
        "fuzz",
        lambda _, seed: (sys.executable, "tools/fuzz_files.py", "--count", str(_FUZZED), "--seed",
                         str(seed)),
    ),
    Stage("soak", _soak),
)  # fmt: skip
"""All stages, in the order in which they run."""


def endure(stage: Stage, seconds: float, seed: int) -> Result:
    """Run a stage for some time, at least one round; a fault ends it.

    Args:
        stage: What to run.
        seconds: After that time no round is begun.
        seed: Of the first round; each further round has the next number.
    """
    start, rounds, fault = time.monotonic(), 0, ""
    while not fault and (not rounds or time.monotonic() - start < seconds):
        left = seconds - (time.monotonic() - start)
        words = [*stage.command(left, seed + rounds)]
        done = subprocess.run(
            words, cwd=ROOT, env=_ENVIRONMENT, capture_output=True, text=True, check=False
        )
        rounds += 1
        if done.returncode:
            fault = f"{' '.join(words)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return Result(stage.name, rounds, time.monotonic() - start, fault)


def table(results: Sequence[Result]) -> str:
    """A line for each stage.

    >>> print(table([Result("fuzz", 3, 61.0, ""), Result("soak", 1, 60.0, "make it")]))
    stage         rounds  minutes  result
    fuzz               3      1.0  nothing is wrong
    soak               1      1.0  A FAULT
    """
    lines = [f"{'stage':<12} {'rounds':>7} {'minutes':>8}  result"]
    for each in results:
        said = "A FAULT" if each.fault else "nothing is wrong"
        lines.append(f"{each.name:<12} {each.rounds:>7} {each.seconds / 60:>8.1f}  {said}")
    return "\n".join(lines)


def main() -> int:
    """Run the stages; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="of all stages together")
    names = [stage.name for stage in STAGES]
    parser.add_argument("--only", action="append", choices=names, help="may be given several times")
    parser.add_argument("--seed", type=int, help="of the random numbers; by default a random one")
    chosen = parser.parse_args()
    seed = secrets.randbelow(2**31) if chosen.seed is None else chosen.seed
    stages = [stage for stage in STAGES if not chosen.only or stage.name in chosen.only]
    results = []
    try:
        for stage in stages:
            print(f"{stage.name} …", file=sys.stderr, flush=True)
            results.append(endure(stage, 60 * chosen.minutes / len(stages), seed))
            if results[-1].fault:
                print(results[-1].fault, file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        print(table(results))
        return 130
    print(table(results))
    return int(any(result.fault for result in results))


if __name__ == "__main__":
    sys.exit(main())
