"""The speed of this solver beside others, and its memory.

An unsolved puzzle (timeout, gave up, wrong) counts as the timeout in all times, so that giving up
early does not count as fast.
"""

from __future__ import annotations

import gc
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NamedTuple

import click

from benchmarks.generic import sat_peer
from benchmarks.harness import Detail, Items, Row, Times, benchmark, progress, run
from benchmarks.peers import Answer, Ending, MissingPeerError, Peer, Verdict, engine_peer, judge
from benchmarks.programs import program_peer
from benchmarks.puzzle_sets import (
    FILLED,
    FILLED_IN_COLOUR,
    Item,
    PuzzleSet,
    colour_set,
    folder_set,
    picture,
    picture_seeds,
    picture_set,
    random_set,
    smooth_set,
    tournament_set,
)
from puzzles import Puzzle, puzzle_of, unsatisfied_lines
from puzzles.system import SYSTEM
from solver.api import Limits, solve
from solver.registry import default_engine
from solver.study.machine import peak_mb

_WARM_UP = Puzzle.from_numbers([[1], [2]], [[2], [1]])


class WrongAnswerError(click.ClickException):
    """One of our engines gave a wrong answer."""


class Run(NamedTuple):
    """One peer on one puzzle."""

    seconds: float
    """The measured time, or the timeout if it was not solved."""
    verdict: Verdict
    work: int = 0
    note: str = ""
    cpu_s: float = 0.0


def run_of(
    answer: Answer, verdict: Verdict, seconds: float, timeout_s: float, cpu_s: float = 0.0
) -> Run:
    """The run of an answer; answers after the timeout are not solved."""
    if verdict.is_solved and seconds > timeout_s:
        verdict = Verdict.TIMEOUT
    note = answer.note if verdict is Verdict.GAVE_UP else ""
    return Run(seconds if verdict.is_solved else timeout_s, verdict, answer.work, note, cpu_s)


@dataclass
class Measured:
    """The measurements of one set so far; all peers have the same puzzles."""

    title: str
    peers: Sequence[Peer]
    runs: dict[str, list[Run]] = field(default_factory=dict)
    """The runs of each peer, one for each puzzle."""

    def add(self, runs: Mapping[str, Run]) -> None:
        """Add the runs of all peers on a puzzle."""
        for peer, one in runs.items():
            self.runs.setdefault(peer, []).append(one)

    def rows(self) -> Iterator[Row]:
        """The table's rows."""
        for peer in self.peers if self.runs else ():
            runs = self.runs[peer.name]
            solved = [one.seconds for one in runs if one.verdict.is_solved]
            seconds = [one.seconds for one in runs]
            first = [one.seconds for one in self.runs[self.peers[0].name]]
            of_each, of_means = ratios(first, seconds)
            yield {
                "set, solver": f"{self.title}, {peer.name}",
                "solved": f"{len(solved)}/{len(runs)}",
                "< 0.1 s": sum(each < 0.1 for each in solved),
                "< 1 s": sum(each < 1 for each in solved),
                "time": Times(seconds, [one.cpu_s for one in runs]),
                "mean, ms": 1000 * statistics.mean(seconds),
                "to first": of_each,
                "of means": of_means,
                "work done": "; ".join(_remarks(peer, runs)),
            }


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """(median of the ratios, ratio of the means) of their times and ours."""
    each = [b / a for a, b in zip(ours, theirs, strict=True)]
    return statistics.median(each), statistics.mean(theirs) / statistics.mean(ours)


def _remarks(peer: Peer, runs: Sequence[Run]) -> Iterator[str]:
    if peer.unit:
        yield f"{sum(one.work for one in runs):,} {peer.unit}"
    shown = (Verdict.WRONG, Verdict.TIMEOUT, Verdict.GAVE_UP, Verdict.UNCHECKED)
    count = Counter((one.verdict, one.note) for one in runs if one.verdict in shown)
    for (verdict, note), number in sorted(count.items(), key=lambda x: shown.index(x[0][0])):
        yield f"{number} {verdict.value}{f' ({note})' if note else ''}"


def peers_of(solvers: Sequence[str], programs: Sequence[str]) -> list[Peer]:
    """The peers that can be used here, ours first; prints a message for each other one."""
    makers: list[tuple[str, Callable[[str], Peer]]] = [
        (name, (lambda _: sat_peer()) if name == "sat" else engine_peer) for name in solvers
    ]
    peers: dict[str, Peer] = {}
    for given, maker in (*makers, *((given, program_peer) for given in programs)):
        try:
            peer = maker(given)
        except (MissingPeerError, ValueError) as error:
            print(f"without {given}: {error}", file=sys.stderr)
            continue
        if peer.name in peers:
            print(f"without {given}: there already is a peer {peer.name}", file=sys.stderr)
        peers.setdefault(peer.name, peer)
    return sorted(peers.values(), key=lambda peer: not peer.is_ours)


def compare(item: Item, measured: Measured, timeout_s: float) -> dict[str, Run]:
    """Let all peers solve a puzzle, and add it to ``measured``.

    Raises:
        WrongAnswerError: One of ours is wrong; the puzzle has been added.
    """
    answers: dict[str, Answer] = {}
    times = {peer.name: Times() for peer in measured.peers}
    for peer in measured.peers:
        gc.collect()
        answers[peer.name] = times[peer.name].take(_ask, peer, item.puzzle, timeout_s)
    verdicts = judge(item.puzzle, answers, item.known)
    runs = {}
    for name, answer in answers.items():
        seconds = times[name].wall_s[0] if answer.seconds is None else answer.seconds
        runs[name] = run_of(answer, verdicts[name], seconds, timeout_s, times[name].cpu_s[0])
    measured.add(runs)
    for peer in measured.peers:
        if peer.is_ours and verdicts[peer.name] is Verdict.WRONG:
            raise WrongAnswerError(
                f"{peer.name} gave a wrong answer to puzzle {item.name} of {measured.title}"
            )
    return runs


def _ask(peer: Peer, puzzle: Puzzle, timeout_s: float) -> Answer:
    """Let a peer solve a puzzle; exceptions of other solvers count as giving up, ours are bugs."""
    try:
        return peer.ask(puzzle, timeout_s)
    except Exception as error:
        if peer.is_ours:
            raise
        return Answer([], Ending.GAVE_UP, note=type(error).__name__)


@benchmark(random=3, colour=3, pictures=(30,), size=10, timeout=2.0)
def solver(
    solvers: tuple[str, ...] = (default_engine(), "sat", "cp-sat"),
    peer: tuple[str, ...] = (),
    random: int = 200,
    colour: int = 200,
    colours: tuple[int, ...] = (4,),
    filled: tuple[float, ...] = (),
    size: int = 30,
    seed: int = 2026,
    pictures: tuple[int, ...] = (100, 300, 1000),
    smooth: tuple[int, ...] = (),
    folder: tuple[Path, ...] = (),
    tournament: Path | None = None,
    count: int | None = None,
    answers: Path | None = None,
    timeout: float = 10.0,
) -> Items:
    """The speed of this solver and of others.

    All solvers solve each puzzle in turn, in one process; programs given with --peer run in their
    own, and are timed with their start-up. They look for two solutions, and every answer is
    checked; unsolved puzzles count as the timeout. *To first* is the median of the ratios to the
    first solver, *of means* the ratio of the means.

    Args:
        solvers: Engines of this program, and sat; native*2 is in two threads.
        peer: Another program, '[NAME=]COMMAND {file}'; {file} is a .non file, {file.json} one of
            rows and columns as numbers, {file.id} a game ID of Simon Tatham's Pattern.
        random: Random boards; 0 leaves them out.
        colour: Random boards in colour; 0 leaves them out.
        colours: Their numbers of colours, paper included, 3 to 8.
        filled: Shares of the cells of random boards that are no paper; 0.5 in black and white and
            0.6 in colour if it is not given.
        size: Rows and columns of random boards.
        seed: Of random boards.
        pictures: Sizes of line-solvable pictures, three of each; '' leaves them out.
        smooth: Sizes of pictures of blurred noise, three of each, most with several solutions.
        folder: All puzzle files of a folder, in any known format.
        tournament: A file of questions of TAAI 2011.
        count: Only so many of them.
        answers: Their published solutions.
        timeout: For each puzzle, s.
    """
    peers = peers_of(solvers, peer)
    if not peers:
        raise click.UsageError("no solver is left to be measured")
    for each in peers:
        yield f"{each.name}: {each.about}"
        _ask(each, _WARM_UP, timeout)
    gc.freeze()

    def sets() -> Iterator[PuzzleSet]:
        for part in filled or (FILLED,) if random else ():
            yield random_set(random, size, seed, part)
        yield from map(folder_set, folder)
        if tournament:
            yield tournament_set(tournament, count, answers)
        yield from map(picture_set, pictures)
        yield from map(smooth_set, smooth)
        for colors, part in product(colours, filled or (FILLED_IN_COLOUR,)) if colour else ():
            yield colour_set(colour, size, seed, colors, part)

    try:
        for puzzles in sets():
            yield from _measured(puzzles, peers, timeout)
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error


def _measured(puzzles: PuzzleSet, peers: Sequence[Peer], timeout_s: float) -> Items:
    measured = Measured(puzzles.title, peers)
    stopped: BaseException | None = None
    try:
        for item in progress(puzzles.items, puzzles.title, puzzles.count):
            runs = compare(item, measured, timeout_s)
            values = {
                name: {"s": one.seconds, "verdict": one.verdict.value, "work": one.work}
                for name, one in runs.items()
            }
            yield Detail({"set": puzzles.title, "puzzle": item.name, "solvers": values})
    except (KeyboardInterrupt, WrongAnswerError) as error:
        stopped = error
    yield from measured.rows()
    if stopped:
        raise stopped


@benchmark(sizes=(100,))
def memory(
    sizes: tuple[int, ...] = (1000, 2000, 5000),
    engine: str = default_engine(),
    timeout: float = 60.0,
) -> Items:
    """The peak memory of solving a picture, each in a process of its own.

    The resident memory of the whole process, Python included.

    Args:
        sizes: Rows and columns of the pictures, three of each.
        engine: The engine.
        timeout: For each picture, s.
    """
    for size in sizes:
        for seed in picture_seeds(size):
            code = f"from benchmarks.solver import print_peak as p; p{engine, size, seed, timeout}"
            outcome, before, peak = run([sys.executable, "-c", code]).split()
            yield {
                "picture": f"{size}x{size}, seed {seed}",
                "outcome": outcome,
                "before, MB": float(before),
                "peak, MB": float(peak),
            }


def print_peak(engine: str, size: int, seed: int, timeout_s: float) -> None:
    """Solve a picture, and print the outcome and the memory before and at the peak, MB."""
    puzzle = puzzle_of(picture(size, seed), Puzzle.empty(size, size))
    SYSTEM.reset_peak()  # making the picture took more than the picture
    before = peak_mb()
    result = solve(puzzle, Limits(timeout_s=timeout_s), engine=engine)
    peak = peak_mb()
    if any(any(unsatisfied_lines(puzzle, grid)) for grid in result.solutions):
        raise SystemExit(f"{engine} gave a wrong answer to the picture {size}x{size}, seed {seed}")
    print(result.outcome.value, f"{before:.0f}", f"{peak:.0f}")
