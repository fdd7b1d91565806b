"""Feeds damaged files to everything that reads text: ``python tools/fuzz_files.py``.

Valid files of each kind (puzzle files, clues, rows of the library, journals of studies, settings,
names of engines) are mutated. Each must be read, or be rejected with the documented error and a
sentence. Anything else is a fault: the input is saved, and the call that repeats it is printed.
The input of a number depends on the seed only, not on earlier inputs.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

ROOT = Path(__file__).parents[1]
if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["NONOGRAM_HOME"] = tempfile.mkdtemp()
    sys.path.insert(0, str(ROOT))

import click

from tools.fuzzing.kinds import Kind, kinds
from tools.fuzzing.mutations import mutated

SAVED = Path("build") / "fuzz"
SLOW_TIMES = 1000
"""An input is reported as slow if it takes this many times the median, and at least ``SLOW_S``."""
SLOW_S = 0.25
MAX_SHOWN_FAULTS = 3
"""Printed faults of each kind; all are saved."""
LARGE_MB = 64
"""An input is reported if the process grows by this much."""


@dataclass
class Report:
    """The results of the inputs of one kind."""

    name: str
    count: int = 0
    read: int = 0
    """Number of inputs that were read, not rejected."""
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    large: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    @property
    def slow(self) -> list[str]:
        """A sentence about the slowest input, if it is much slower than others."""
        limit = max(SLOW_S, SLOW_TIMES * median(self.seconds)) if self.seconds else 0.0
        seconds, name = self.slowest
        return [f"{name} takes {seconds:.2f} s"] if seconds > limit else []

    def __str__(self) -> str:
        middle = median(self.seconds) if self.seconds else 0.0
        return (
            f"{self.name:9}{self.count:9} inputs {self.read:8} read {len(self.faults):3} faults"
            f"   median {middle * 1e6:6.0f} µs   slowest {self.slowest[0] * 1e3:7.1f} ms"
        )


def input_of(seed: int, name: str, kind: Kind, number: int) -> bytes:
    """The input of a seed and a number."""
    rng = Random(f"{seed} {name} {number}")
    return mutated(rng.choice(kind.valid), rng, kind.valid, kind.is_json)


def tried(kind: Kind, data: bytes) -> tuple[bool, str]:
    """Whether an input was read; and the fault as text, empty if there was none."""
    try:
        kind.read(data)
    except kind.errors as error:
        return False, "" if str(error).strip() else f"{type(error).__name__} without a sentence"
    except Exception:
        return False, traceback.format_exc()
    return True, ""


def fuzz(
    seed: int, name: str, kind: Kind, numbers: Iterator[int] | range, saved: Path = SAVED
) -> Report:
    """Try inputs, and save those with a fault.

    Args:
        seed: Seed of the random numbers.
        name: Name of the kind.
        kind: The kind.
        numbers: Numbers of the inputs.
        saved: The folder for inputs with a fault.
    """
    report = Report(name)
    for number in numbers:
        data = input_of(seed, name, kind, number)
        peak = _peak_mb()
        start = process_time()
        is_read, fault = tried(kind, data)
        seconds = process_time() - start
        report.count += 1
        report.read += is_read
        report.seconds.append(seconds)
        what = f"{name} --seed {seed} --first {number} --count 1"
        report.slowest = max(report.slowest, (seconds, what))
        growth = _peak_mb() - peak
        if growth > LARGE_MB:
            report.large.append(f"{what} takes {growth:.0f} MB more than all before")
        if fault:
            path = saved / f"{name}-{seed}-{number}"
            saved.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            report.faults.append(f"{what}, saved as {path}\n{fault}")
    return report


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


@click.command
@click.option("--seed", type=int, help="Seed of the random numbers; by default a random one.")
@click.option("--count", type=click.IntRange(1), default=10_000, show_default=True,
              help="Number of inputs, over all kinds.")  # fmt: skip
@click.option("--first", type=click.IntRange(0), default=0, help="The number of the first input.")
@click.option("--kind", "names", multiple=True, help="Only this kind; may be given several times.")
@click.option("--saved", type=click.Path(path_type=Path), default=SAVED, show_default=True,
              help="The folder for inputs with a fault.")  # fmt: skip
def main(seed: int | None, count: int, first: int, names: tuple[str, ...], saved: Path) -> None:
    """Mutate files and read them; the exit code is 1 if there was a fault."""
    from PySide6.QtCore import QCoreApplication

    application = QCoreApplication.instance() or QCoreApplication([])
    seed = Random().randrange(10**6) if seed is None else seed
    all_kinds = kinds()
    if unknown := set(names) - all_kinds.keys():
        raise click.UsageError(
            f"There is no kind {min(unknown)}; there are {', '.join(all_kinds)}."
        )
    click.echo(f"seed {seed}")
    failed = False
    for name, share in _shares(names or tuple(all_kinds), count).items():
        report = fuzz(seed, name, all_kinds[name], range(first, first + share), saved)
        click.echo(str(report))
        for sentence in (*report.slow, *report.large, *report.faults[:MAX_SHOWN_FAULTS]):
            click.echo(f"  {sentence}")
        failed |= bool(report.faults)
    del application
    sys.exit(failed)


def _shares(names: tuple[str, ...], count: int) -> Mapping[str, int]:
    """The number of inputs of each kind; puzzle files get as many as all others together."""
    weights = {name: len(names) - 1 if name == "non" and len(names) > 1 else 1 for name in names}
    total = sum(weights.values())
    shares = {name: count * weight // total for name, weight in weights.items()}
    shares[names[0]] += count - sum(shares.values())
    return shares


if __name__ == "__main__":
    main()
