"""Compare the speed of this solver with others.

All solvers solve each puzzle in turn, in one process; programs given with --peer run in their own,
and are timed with their start-up. They look for two solutions, and every answer is checked.
"""

from __future__ import annotations

import argparse
import gc
import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tqdm import tqdm

from benchmarks.generic import sat_peer
from benchmarks.machine import machine
from benchmarks.memory import print_memory
from benchmarks.peers import Answer, Ending, MissingPeerError, Peer, Verdict, engine_peer, judge
from benchmarks.programs import program_peer
from benchmarks.puzzle_sets import (
    FILLED,
    FILLED_IN_COLOUR,
    MAX_COLORS,
    PuzzleSet,
    colour_set,
    folder_set,
    picture_set,
    random_set,
    tournament_set,
)
from benchmarks.table import HEADER, RATIO_HEADER, Measured, run_of
from puzzles import Puzzle
from solver.registry import default_engine, engine_names

GENERIC: dict[str, Callable[[], Peer]] = {"sat": sat_peer}
_WARM_UP = Puzzle.from_numbers([[1], [2]], [[2], [1]])


class WrongAnswerError(Exception):
    """One of our engines gave a wrong answer."""


def peers_of(solvers: str, programs: Sequence[str]) -> list[Peer]:
    """The peers that can be used here, ours first; prints a message for each other one."""
    makers: list[tuple[str, Callable[[], Peer]]] = [
        (name, GENERIC.get(name, lambda name=name: engine_peer(name)))  # type: ignore[misc]
        for name in filter(None, solvers.split(","))
    ]
    makers += [(given, lambda given=given: program_peer(given)) for given in programs]  # type: ignore[misc]
    peers: dict[str, Peer] = {}
    for given, maker in makers:
        try:
            peer = maker()
        except (MissingPeerError, ValueError) as error:
            print(f"without {given}: {error}", file=sys.stderr)
            continue
        if peer.name in peers:
            print(f"without {given}: there already is a peer {peer.name}", file=sys.stderr)
        peers.setdefault(peer.name, peer)
    return sorted(peers.values(), key=lambda peer: not peer.is_ours)


def measure(puzzle_set: PuzzleSet, measured: Measured, timeout_s: float) -> None:
    """Let all peers solve all puzzles, and add each puzzle to ``measured``.

    Raises:
        WrongAnswerError: One of ours is wrong; its puzzle is the last one that was added.
    """
    items = tqdm(puzzle_set.items, puzzle_set.title, puzzle_set.count, leave=False, disable=None)
    for name, puzzle, known in items:
        answers: dict[str, Answer] = {}
        seconds: dict[str, float] = {}
        for peer in measured.peers:
            gc.collect()
            start = time.perf_counter()
            answer = _ask(peer, puzzle, timeout_s)
            taken = time.perf_counter() - start
            answers[peer.name] = answer
            seconds[peer.name] = taken if answer.seconds is None else answer.seconds
        verdicts = judge(puzzle, answers, known)
        runs = {n: run_of(answers[n], verdicts[n], seconds[n], timeout_s) for n in answers}
        measured.add(name, runs)
        for peer in measured.peers:
            if peer.is_ours and verdicts[peer.name] is Verdict.WRONG:
                raise WrongAnswerError(
                    f"{peer.name} gave a wrong answer to puzzle {name} of {measured.title}"
                )


def _ask(peer: Peer, puzzle: Puzzle, timeout_s: float) -> Answer:
    """Let a peer solve a puzzle; exceptions of other solvers count as giving up, ours are bugs."""
    try:
        return peer.ask(puzzle, timeout_s)
    except Exception as error:
        if peer.is_ours:
            raise
        return Answer([], Ending.GAVE_UP, note=type(error).__name__)


def puzzle_sets(options: argparse.Namespace) -> Iterator[PuzzleSet]:
    """The chosen sets; files are read when their set is reached."""
    if options.random:
        try:
            for filled in options.filled or [FILLED]:
                yield random_set(options.random, options.size, options.seed, filled)
        except MissingPeerError as error:
            print(f"without random boards: {error}", file=sys.stderr)
    for folder in options.folder:
        yield folder_set(folder)
    if options.tournament:
        yield tournament_set(options.tournament, options.count, options.answers)
    for size in options.pictures:
        yield picture_set(size)
    if options.colour:
        for colors in options.colours:
            for filled in options.filled or [FILLED_IN_COLOUR]:
                yield colour_set(options.colour, options.size, options.seed, colors, filled)


def compare(options: argparse.Namespace, peers: Sequence[Peer]) -> tuple[list[Measured], int]:
    """Measure and print the tables; return the measurements so far and the exit code."""
    print("Times in ms; unsolved puzzles count as the timeout of", f"{options.timeout:g} s.")
    for peer in peers:
        print(f"  {peer.name}: {peer.about}")
        _ask(peer, _WARM_UP, options.timeout)
    gc.freeze()
    print(f"\n{HEADER}")
    done: list[Measured] = []
    code = 0
    try:
        for puzzle_set in puzzle_sets(options):
            done.append(Measured(puzzle_set.title, peers))
            measure(puzzle_set, done[-1], options.timeout)
            for row in done[-1].rows():
                print(row, flush=True)
    except KeyboardInterrupt:
        code = _cut_short(done, "interrupted", 130)
    except (WrongAnswerError, OSError, ValueError) as error:
        code = _cut_short(done, str(error), 1)
    if len(peers) > 1:
        print(f"\nTimes as multiples of {peers[0].name}:\n{RATIO_HEADER}")
        for measured in done:
            for row in measured.ratio_rows():
                print(row)
    return done, code


def _cut_short(done: Sequence[Measured], why: str, code: int) -> int:
    """Print the last set, which is incomplete, and the reason; return the code."""
    if done:
        for row in done[-1].rows():
            print(row)
    if done and code == 130:
        why += f" after {len(done[-1].names)} puzzles of {done[-1].title}"
    print(why, file=sys.stderr)
    return code


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sets = parser.add_argument_group("puzzles (0 or nothing leaves a set out)")
    sets.add_argument("--random", type=int, default=200, metavar="N", help="random boards (200)")
    sets.add_argument("--colour", type=int, default=200, metavar="N", help="in colour (200)")
    sets.add_argument(
        "--colours", type=int, nargs="+", default=[4], choices=range(3, MAX_COLORS + 1),
        metavar="K", help=f"their numbers of colours, paper included: 3 to {MAX_COLORS} (4)",
    )  # fmt: skip
    sets.add_argument(
        "--filled", type=float, nargs="+", metavar="SHARE",
        help=f"shares of the cells of random boards that are no paper ({FILLED} in black and white,"
        f" {FILLED_IN_COLOUR} in colour)",
    )  # fmt: skip
    sets.add_argument("--size", type=int, default=30, help="of random boards (30)")
    sets.add_argument("--seed", type=int, default=2026, help="of random boards (2026)")
    sets.add_argument(
        "--pictures", type=int, nargs="*", default=[100, 300, 1000], metavar="SIZE",
        help="three line-solvable pictures of each size (100 300 1000)",
    )  # fmt: skip
    sets.add_argument(
        "--folder", type=Path, action="append", default=[], metavar="DIR",
        help="all puzzle files of a folder, in any known format; may be repeated",
    )  # fmt: skip
    sets.add_argument("--tournament", type=Path, metavar="FILE", help="questions of TAAI 2011")
    sets.add_argument("--count", type=int, metavar="N", help="only the first N of them")
    sets.add_argument("--answers", type=Path, metavar="FILE", help="their published solutions")
    who = parser.add_argument_group("solvers")
    names = ", ".join([*engine_names(), *GENERIC])
    who.add_argument(
        "--solvers", default=",".join([default_engine(), *GENERIC, "cp-sat"]), metavar="NAMES",
        help=f"some of {names}, separated by commas (%(default)s); native*2 is in two threads",
    )  # fmt: skip
    who.add_argument(
        "--peer", action="append", default=[], metavar="'[NAME=]COMMAND {file}'",
        help="another program; {file} is a .non file, {file.json} one of rows and columns as "
        "numbers, {file.id} a game ID of Simon Tatham's Pattern; may be repeated",
    )  # fmt: skip
    parser.add_argument("--timeout", type=float, default=10.0, metavar="S", help="a puzzle (10)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all times to this file")
    parser.add_argument(
        "--memory", action="store_true",
        help="instead of times, the peak memory of solving each of the pictures in a process",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    for path in (*options.folder, options.tournament, options.answers):
        if path and not path.exists():
            parser.error(f"there is no {path}")
    return options


def main() -> int:
    """Print the tables; the exit code is 1 if one of ours was wrong, 130 after Ctrl+C."""
    options = parse()
    command = shlex.join(["benchmarks/solver.py", *sys.argv[1:]])
    print(f"{machine()}\n$ python {command}\n")
    if options.memory:
        engine = next(
            (n for n in options.solvers.split(",") if n in engine_names()), default_engine()
        )
        try:
            print_memory(options.pictures, engine, options.timeout)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    peers = peers_of(options.solvers, options.peer)
    if not peers:
        print("no solver is left to be measured", file=sys.stderr)
        return 2
    done, code = compare(options, peers)
    if options.json:
        content = {
            "machine": machine(),
            "command": command,
            "timeout_s": options.timeout,
            "solvers": {peer.name: peer.about for peer in peers},
            "sets": [measured.as_json() for measured in done],
        }
        options.json.write_text(json.dumps(content, indent=1, ensure_ascii=False))
    return code


if __name__ == "__main__":
    sys.exit(main())
