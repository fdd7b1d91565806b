"""The time that programs need to start: ``python benchmarks/start.py [--runs N] PROGRAM...``.

A PROGRAM is quoted, such as ``".venv/bin/python main.py"``, an installed ``nonogram``, or that of a
frozen build. Each run starts all programs in turn. The first one is not counted, so the system has
their files in its cache. The time begins before ``exec``. That of a command is its whole run; that
of the window ends on the screen of an X server without a monitor (``Xvfb``), whose pixels are
compared every 4 ms. *First frame* is the first picture that the window painted, *Home* the first
one with 98 % of the pixels of the last, so that some thumbnails may follow. Settings and library
are empty at first, and kept between the runs. *CPU* is the time of all cores until then, in steps
of 10 ms for the window: it depends less on what else the machine does.
"""

from __future__ import annotations

import argparse
import mmap
import os
import shlex
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.machine import machine

PUZZLE = """width 5
height 5
rows
1,1
5
5
3
1
columns
2
4
4
4
2
"""
FIRST_FRAME, HOME = "first frame", "Home"
"""What is measured of the window."""
COMMANDS = {"--version": ["--version"], "--help": ["--help"], "solve": ["solve", "small.non"]}
SCREEN = (1280, 800)
"""Width and height in pixels; the window is as large as it makes itself."""
POLL_S = 0.004
"""Seconds between two looks at the screen."""
WATCHED_S = 3.0
"""Seconds that a window is looked at, after its first frame; longer than any start measured."""
GIVEN_UP_S = 60.0
"""Seconds after which a window without a frame has failed."""
ALIKE = 0.98
"""Share of the pixels that make a picture the last one: less than the thumbnails of Home cover."""
STEP = 4
"""Every so many rows and pixels are compared."""


@contextmanager
def screen(folder: Path) -> Iterator[tuple[str, mmap.mmap]]:
    """An X server without a monitor: its name for ``DISPLAY``, and its pixels as a dump (XWD)."""
    width, height = SCREEN
    number, told = os.pipe()
    words = ["-displayfd", str(told), "-screen", "0", f"{width}x{height}x24", "-fbdir", str(folder)]
    server = subprocess.Popen(
        ["Xvfb", *words, "-nolisten", "tcp", "-noreset", "-nocursor"],
        pass_fds=[told],
        stderr=subprocess.DEVNULL,
    )
    os.close(told)
    try:
        with os.fdopen(number) as file:
            name = file.readline().strip()
        with (folder / "Xvfb_screen0").open("rb") as dump:
            yield f":{name}", mmap.mmap(dump.fileno(), 0, access=mmap.ACCESS_READ)
    finally:
        server.terminate()
        server.wait()


def picture(dump: mmap.mmap | bytes) -> NDArray[np.uint32]:
    """The pixels of the screen that are compared, shape (h / STEP, w / STEP)."""
    fields = struct.unpack(">25I", dump[:100])
    header, height, bytes_per_line, colors = fields[0], fields[5], fields[12], fields[19]
    pixels = np.frombuffer(dump, np.uint32, height * bytes_per_line // 4, header + 12 * colors)
    return pixels.reshape(height, -1)[::STEP, ::STEP].copy()


class Start(NamedTuple):
    """One start."""

    ms: float
    cpu_ms: float
    """Of all cores."""


def command(words: Sequence[str], environment: Mapping[str, str], folder: Path) -> Start:
    """Run a command until it has ended.

    Raises:
        RuntimeError: It failed.
    """
    start = time.perf_counter()
    program = subprocess.Popen(words, env=environment, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(program.pid, 0)
    took = time.perf_counter() - start
    program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode:
        raise RuntimeError(f"{shlex.join(words)}: exit code {program.returncode}")
    return Start(1000 * took, 1000 * (used.ru_utime + used.ru_stime))


def window(
    words: Sequence[str], environment: Mapping[str, str], folder: Path, dump: mmap.mmap
) -> tuple[Start, Start]:
    """Open the window: until its first frame, and until Home is there.

    Raises:
        RuntimeError: It ended, or no frame was seen.
    """
    empty = picture(dump)
    seen: list[tuple[Start, NDArray[np.uint32]]] = []
    start = time.perf_counter()
    program = subprocess.Popen(words, env=environment, cwd=folder, stderr=subprocess.DEVNULL)
    try:
        while not seen or time.perf_counter() < start + seen[0][0].ms / 1000 + WATCHED_S:
            now = time.perf_counter() - start
            shown = picture(dump)
            if not np.array_equal(shown, seen[-1][1] if seen else empty):
                seen.append((Start(1000 * now, _cpu_ms(program.pid)), shown))
            if program.poll() is not None or (not seen and now > GIVEN_UP_S):
                raise RuntimeError(f"{shlex.join(words)}: no window (code {program.poll()})")
            time.sleep(POLL_S)
    finally:
        program.terminate()
        program.wait(20)
    while not np.array_equal(picture(dump), empty):  # the server has not noticed yet
        time.sleep(POLL_S)
    last = seen[-1][1]
    painted = last != empty
    home = next(at for at, shown in seen if np.mean((shown == last)[painted]) >= ALIKE)
    return seen[0][0], home


def _cpu_ms(pid: int) -> float:
    """The time of a process that runs, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(programs: Sequence[str], runs: int, has_window: bool) -> dict[str, list[list[Start]]]:
    """All starts: for each thing that is measured, those of each program."""
    names = [*COMMANDS, *([FIRST_FRAME, HOME] if has_window else [])]
    starts: dict[str, list[list[Start]]] = {name: [[] for _ in programs] for name in names}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        (folder / "small.non").write_text(PUZZLE)
        environments = [_environment(folder / str(number)) for number in range(len(programs))]
        display, dump = stack.enter_context(screen(folder)) if has_window else ("", None)
        for run in range(runs + 1):
            for number, program in enumerate(programs):
                words = _absolute(shlex.split(program))
                environment = environments[number]
                found = {
                    name: command([*words, *arguments], environment, folder)
                    for name, arguments in COMMANDS.items()
                }
                if dump is not None:
                    shown = environment | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
                    found[FIRST_FRAME], found[HOME] = window(words, shown, folder, dump)
                if run:
                    for name, one in found.items():
                        starts[name][number].append(one)
    return starts


def _environment(home: Path) -> dict[str, str]:
    """The environment of a program: English, with a home of its own."""
    left_out = ("NONOGRAM_", "QT_", "WAYLAND_", "LANGUAGE", "LC_", "PYTHON", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    for name in ("", "run"):
        (home / name).mkdir(0o700)
    folders = {name: str(home) for name in ("HOME", "NONOGRAM_HOME", "XDG_CONFIG_HOME")}
    return kept | folders | {"XDG_RUNTIME_DIR": str(home / "run"), "LANG": "C.UTF-8"}


def _absolute(words: list[str]) -> list[str]:
    """The words with absolute paths, as the programs run in another folder.

    Links are kept: that to a Python in its environment says which one it is.
    """
    return [os.path.abspath(word) if Path(word).is_file() else word for word in words]  # noqa: PTH100


def main() -> None:
    """Print the medians, and with several programs what part of the first one's they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", metavar="PROGRAM", nargs="+")
    parser.add_argument("--runs", type=int, default=9, help="counted starts of each (default: 9)")
    parser.add_argument("--no-window", action="store_true", help="commands only")
    options = parser.parse_args()
    starts = measure(options.programs, options.runs, not options.no_window)
    print(machine())
    for number, program in enumerate(options.programs, 1):
        print(f"{number}: {program}")
    print(f"\nmedians of {options.runs} alternating runs in ms: time, CPU (ratios to program 1)\n")
    for name, found in starts.items():
        medians = [
            Start(*(statistics.median(values) for values in zip(*each, strict=True)))
            for each in found
        ]
        first = medians[0]
        cells = [
            f"{each.ms:6.0f} {each.cpu_ms:6.0f} ({each.ms / first.ms:.2f}, "
            f"{each.cpu_ms / first.cpu_ms:.2f})"
            for each in medians
        ]
        print(f"{name:12}" + "  ".join(cells))


if __name__ == "__main__":
    main()
