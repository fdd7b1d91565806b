"""Any other program that takes a puzzle file, as a peer.

Its time includes its start-up. Its answer is checked if its output has a board: one line for each
row and one sign for each cell, with or without blanks between the signs and clues before them. All
other output is ignored.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.peers import Answer, Ending, MissingPeerError, Peer, is_solution
from puzzles import BLANK, Grid, Puzzle
from puzzles.formats import Document, format_for
from puzzles.formats.registry import FORMATS

_PLACE = re.compile(r"\{file(\.\w+)?\}")
_NAMED = re.compile(r"([\w+.-]+)=(.+)")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CLUES = re.compile(r"[\d\s|:,.]*")
_SHADED = "#1X@*█■▓⬛"
_BLANK = ".0-_░·□⬜ "
_UNKNOWN = "?"

Signs = Mapping[str, int]
"""The state of each sign; 0 for "unknown"."""


def _json(puzzle: Puzzle) -> bytes:
    """The puzzle as JSON: rows and columns as lists of numbers, which several programs read."""
    sides = {"rows": puzzle.rows, "columns": puzzle.columns}
    return json.dumps(
        {side: [[c.length for c in line] for line in lines] for side, lines in sides.items()}
    ).encode()


def _game_id(puzzle: Puzzle) -> bytes:
    """The game ID of Simon Tatham's Pattern: columns, then rows."""
    lines = (".".join(str(c.length) for c in line) for line in (*puzzle.columns, *puzzle.rows))
    return f"{puzzle.width}x{puzzle.height}:{'/'.join(lines)}".encode()


_PLAIN: dict[str, Callable[[Puzzle], bytes]] = {".json": _json, ".id": _game_id}
"""Formats for programs only, in black and white."""


def program_peer(given: str) -> Peer:
    """A program; ``{file}`` in its command is replaced by a ``.non`` file, ``{file.json}`` and so
    on by other formats.

    Args:
        given: ``command`` or ``name=command``.

    Raises:
        MissingPeerError: The command cannot be run.
    """
    named = _NAMED.fullmatch(given)
    command = named[2] if named else given
    words = shlex.split(command)
    if not words or shutil.which(words[0]) is None:
        raise MissingPeerError(f"there is no program {words[0] if words else ''!r}")
    places = set(_PLACE.findall(command))
    if len(places) != 1:
        raise MissingPeerError(f"{{file}} must occur once in {command!r}")
    suffix = places.pop() or ".non"
    if suffix not in _PLAIN and format_for(Path(suffix[1:] + suffix)) is None:
        known = " ".join([*(e for f in FORMATS for e in f.extensions), *_PLAIN])
        raise MissingPeerError(f"no {suffix} files can be written for it, only {known}")

    def ask(puzzle: Puzzle, timeout_s: float) -> Answer:
        if suffix in _PLAIN and not puzzle.is_black_and_white:
            return Answer([], Ending.GAVE_UP, note="in colour")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"puzzle{suffix}"
            path.write_bytes(_file(puzzle, path))
            run = [_PLACE.sub(lambda _: str(path), word) for word in words]
            start = time.perf_counter()
            try:
                status, output = _output(run, timeout_s)
            except subprocess.TimeoutExpired:
                return Answer([], Ending.TIMEOUT)
            except OSError:
                return Answer([], Ending.GAVE_UP, note="cannot be run")
            seconds = time.perf_counter() - start
        return answer_in(output, puzzle, status)._replace(seconds=seconds)

    return Peer(named[1] if named else Path(words[0]).name, f"{command}, with start-up", ask)


def _file(puzzle: Puzzle, path: Path) -> bytes:
    if path.suffix in _PLAIN:
        return _PLAIN[path.suffix](puzzle)
    chosen = format_for(path) or FORMATS[0]
    return chosen.write_all([Document(puzzle)])


def _output(words: Sequence[str], timeout_s: float) -> tuple[int, str]:
    """Run a program; its exit status and stdout. At a timeout all its processes are killed."""
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout_s)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, output.decode(errors="replace")


def answer_in(output: str, puzzle: Puzzle, status: int = 0) -> Answer:
    """The answer in a program's output.

    Args:
        output: All of its stdout.
        puzzle: The puzzle that it was given.
        status: Its exit status; used only if it printed no board.
    """
    boards = boards_in(output, puzzle)
    full = [board for board in boards if 0 not in board.cells]
    # Other text can look like a board, so right boards are preferred.
    right = [board for board in full if is_solution(puzzle, board)]
    shown: list[Grid] = []
    for board in right or full:
        if board not in shown:
            shown.append(board)
    if shown:
        return Answer(shown[:2], Ending.FINISHED)
    if boards:
        return Answer([], Ending.GAVE_UP, note="incomplete")
    if status:
        return Answer([], Ending.GAVE_UP, note=f"exit status {status}")
    return Answer([], Ending.FINISHED)


def boards_in(output: str, puzzle: Puzzle) -> list[Grid]:
    """The boards of the puzzle's size in a program's output; its open cells have state 0."""
    lines = _ESCAPES.sub("", output).splitlines()
    found: list[Grid] = []
    for signs in _alphabets(puzzle):
        for is_spaced in (True, False):
            rows = [_row(line, puzzle.width, signs, is_spaced) for line in lines]
            for block in _blocks(rows, puzzle.height):
                cells = [state for row in block for state in row]
                found.append(Grid(puzzle.height, puzzle.width, len(puzzle.palette), cells))
    return found


def _alphabets(puzzle: Puzzle) -> Iterator[Signs]:
    signs = dict.fromkeys(_UNKNOWN, 0) | dict.fromkeys(_BLANK, BLANK)
    inks = {color.symbol: 1 << k for k, color in enumerate(puzzle.palette) if k}
    if len(inks) == 1:
        yield signs | dict.fromkeys(_SHADED, 2)
        yield signs | dict.fromkeys(_SHADED + "xoO", 2)
        yield signs | dict.fromkeys(_SHADED, 2) | {"x": BLANK}
    else:
        yield signs | inks
        yield signs | inks | {"#": inks.get("1", 2)}


def _row(line: str, width: int, signs: Signs, is_spaced: bool) -> list[int] | None:
    """The states in a line if it is a row; ``is_spaced``: blanks separate them."""
    if is_spaced:
        line = "".join(line.split()).replace("|", "")
    front, cells = line[:-width], line[-width:]
    if len(cells) < width or not _CLUES.fullmatch(front) or any(c not in signs for c in cells):
        return None
    return [signs[c] for c in cells]


def _blocks(rows: Sequence[list[int] | None], height: int) -> Iterator[list[list[int]]]:
    """The possible boards in each run of rows: from its start, and the last one."""
    run: list[list[int]] = []
    for row in (*rows, None):
        if row is not None:
            run.append(row)
            continue
        if len(run) >= height:
            starts = {*range(0, len(run) - height + 1, height), len(run) - height}
            yield from (run[start : start + height] for start in sorted(starts))
        run = []
