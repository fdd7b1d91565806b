"""Damages files, and tries many of them in a child process with limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from puzzles.child.child import Child
from puzzles.child.limits import ChildLimits
from puzzles.errors import RecognitionError

BATCH = 50
LIMITS = ChildLimits(1024, 60, "decoding it")


def damaged(
    sample: bytes, rng: np.random.Generator, tokens: Sequence[bytes], header: int = 0
) -> bytearray:
    """A file, damaged in a few places.

    Args:
        sample: The whole file.
        rng: Chooses the places.
        tokens: What its readers look for.
        header: Half of the places are in so many bytes at the beginning.
    """
    data = bytearray(sample)
    for _ in range(rng.integers(1, 6)):
        at, kind = int(rng.integers(len(data) + 1)), rng.integers(7)
        if header and rng.random() < 0.5:
            at = min(at, int(rng.integers(1, header)))
        length = int(rng.integers(1, 9))
        token = tokens[int(rng.integers(len(tokens)))]
        if kind == 0:
            data[at : at + 1] = bytes([rng.integers(256)])
        elif kind == 1 and at < len(data):
            data[at] ^= 1 << int(rng.integers(8))
        elif kind == 2:
            data[at : at + len(token)] = token
        elif kind == 3:
            data[at:at] = token
        elif kind == 4:
            del data[at : at + length]
        elif kind == 5:
            data[at:at] = data[at : at + 8 * length] * length
        elif rng.random() < 0.2:
            del data[at:]
    return data


class Fuzzer:
    """In the child process.

    Args:
        mutated: Makes a damaged file from a seed.
        tried: What came of it, in a word.
    """

    def __init__(self, mutated: Callable[[int], bytes], tried: Callable[[bytes], str]) -> None:
        self._mutated, self._tried = mutated, tried

    def batch(self, first: int, count: int) -> Counter[str]:
        """Try the mutants of these seeds."""
        return Counter(self._tried(self._mutated(seed)) for seed in range(first, first + count))


def fuzz(
    mutated: Callable[[int], bytes], tried: Callable[[bytes], str], count: int, first: int = 0
) -> int:
    """Try so many files, from a seed on; returns the exit code.

    What breaks the reader is printed with its seed, and can be made again with ``mutated``. Both
    functions are known to the child by the names of their modules.
    """
    ends: Counter[str] = Counter()
    faults = 0
    with Child(partial(Fuzzer, mutated, tried)) as child:
        for start in range(first, first + count, BATCH):
            try:
                ends += child.call(LIMITS, "fuzz", Fuzzer.batch, start, BATCH)
                continue
            except (RecognitionError, RuntimeError):
                pass
            for seed in range(start, start + BATCH):  # which was it?
                try:
                    ends += child.call(LIMITS, "fuzz", Fuzzer.batch, seed, 1)
                except (RecognitionError, RuntimeError) as error:
                    faults += isinstance(error, RuntimeError)
                    ends["fault" if isinstance(error, RuntimeError) else "limit"] += 1
                    print(f"seed {seed}: {str(error)[-400:]}", flush=True)
    print(f"{count} files, {faults} faults: {dict(ends)}")
    return int(faults > 0)
