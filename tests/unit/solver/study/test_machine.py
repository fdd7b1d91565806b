"""How much memory a process has had."""

from __future__ import annotations

from solver.study.machine import peak_mb


def test_the_peak_stays_when_the_memory_is_given_back() -> None:
    block = bytearray(b"x") * 2**28
    peak = peak_mb()
    assert peak > 2**8
    del block
    assert peak_mb() > peak - 4  # the kernel counts in steps
