"""The measurements of solvers, and the tables made of them.

An unsolved puzzle (timeout, gave up, wrong) counts as the timeout in all times, so that giving up
early does not count as fast.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from benchmarks.peers import Answer, Peer, Verdict

HEADER = (
    f"{'set':<18} {'solver':<12} {'solved':>10} {'<0.1 s':>6} {'<1 s':>6} {'median':>9} "
    f"{'mean':>9} {'p95':>9} {'max':>9}  work done"
)
RATIO_HEADER = f"{'set':<18} {'solver':<12} {'median of ratios':>16} {'ratio of means':>15}"


class Run(NamedTuple):
    """One peer on one puzzle."""

    seconds: float
    """The measured time, or the timeout if it was not solved."""
    verdict: Verdict
    work: int = 0
    note: str = ""


def run_of(answer: Answer, verdict: Verdict, seconds: float, timeout_s: float) -> Run:
    """The run of an answer; answers after the timeout are not solved."""
    if verdict.is_solved and seconds > timeout_s:
        verdict = Verdict.TIMEOUT
    return Run(
        seconds if verdict.is_solved else timeout_s,
        verdict,
        answer.work,
        answer.note if verdict is Verdict.GAVE_UP else "",
    )


@dataclass
class Measured:
    """The measurements of one set so far; all peers have the same puzzles."""

    title: str
    peers: Sequence[Peer]
    names: list[str] = field(default_factory=list)
    """The puzzles' names."""
    runs: dict[str, list[Run]] = field(default_factory=dict)
    """The runs of each peer, one for each puzzle."""

    def add(self, name: str, runs: Mapping[str, Run]) -> None:
        """Add the runs of all peers on a puzzle."""
        self.names.append(name)
        for peer, run in runs.items():
            self.runs.setdefault(peer, []).append(run)

    def rows(self) -> Iterator[str]:
        """The table's rows."""
        for peer in self.peers:
            if runs := self.runs.get(peer.name):
                yield _row(self.title, peer, runs)

    def ratio_rows(self) -> Iterator[str]:
        """The rows of the second table: the times as multiples of the first peer's."""
        first, *others = self.peers
        for peer in others:
            if self.names:
                median, mean = ratios(self.seconds(first.name), self.seconds(peer.name))
                figures = f"{median:>16,.2f} {mean:>15,.2f}"
                yield f"{self.title[:18]:<18} {peer.name[:12]:<12} {figures}"

    def seconds(self, peer: str) -> list[float]:
        """A peer's times."""
        return [run.seconds for run in self.runs[peer]]

    def as_json(self) -> dict[str, Any]:
        """All measurements as plain values."""
        return {
            "set": self.title,
            "puzzles": self.names,
            "solvers": {
                name: [
                    {"s": run.seconds, "verdict": run.verdict.value, "work": run.work}
                    for run in runs
                ]
                for name, runs in self.runs.items()
            },
        }


def percentile(values: Sequence[float], share: float) -> float:
    """The percentile by nearest rank: at least ``share`` of the values are no greater."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """(median of the ratios, ratio of the means) of their times and ours."""
    each = [b / a for a, b in zip(ours, theirs, strict=True)]
    return statistics.median(each), statistics.mean(theirs) / statistics.mean(ours)


def _row(title: str, peer: Peer, runs: Sequence[Run]) -> str:
    solved = [run.seconds for run in runs if run.verdict.is_solved]
    times = [run.seconds for run in runs]
    quick = " ".join(f"{sum(t < limit for t in solved):>6}" for limit in (0.1, 1))
    figures = (statistics.median(times), statistics.mean(times), percentile(times, 0.95))
    cells = " ".join(f"{1000 * t:>9.2f}" for t in (*figures, max(times)))
    share = f"{len(solved)}/{len(runs)}"
    end = "; ".join(_remarks(peer, runs))
    return f"{title[:18]:<18} {peer.name[:12]:<12} {share:>10} {quick} {cells}  {end}".rstrip()


def _remarks(peer: Peer, runs: Sequence[Run]) -> Iterator[str]:
    if peer.unit:
        yield f"{sum(run.work for run in runs):,} {peer.unit}"
    shown = (Verdict.WRONG, Verdict.TIMEOUT, Verdict.GAVE_UP, Verdict.UNCHECKED)
    count = Counter((run.verdict, run.note) for run in runs if run.verdict in shown)
    for (verdict, note), number in sorted(count.items(), key=lambda x: shown.index(x[0][0])):
        yield f"{number} {verdict.value}{f' ({note})' if note else ''}"
