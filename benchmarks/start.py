"""The time that programs need to start."""

from __future__ import annotations

import mmap
import os
import shlex
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.harness import Items, Times, benchmark
from puzzles.exit_codes import DONE, NO_PUZZLE

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
COMMANDS = {
    "--version": ["--version"],
    "--help": ["--help"],
    "solve": ["solve", "small.non"],
    "scan of a blank picture": ["scan", "blank.png"],
}
BLANK = (640, 480)
"""Width and height of the picture in which there is no puzzle, in pixels."""
SCREEN = (1280, 800)
"""Width and height in pixels; the window is as large as it makes itself."""
POLL_S = 0.004
"""Seconds between two looks at the screen."""
IDLE_S = 10.0
"""Seconds in which a window with a board does nothing; then its clock runs on."""
SETTLED_S = 5.0
"""Seconds after which a window has read and rated its puzzle."""
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


@contextmanager
def running(
    words: Sequence[str], environment: Mapping[str, str], folder: Path, dump: mmap.mmap
) -> Iterator[subprocess.Popen[bytes]]:
    """A window's process, which is ended; when the screen is empty again, all is over."""
    empty = picture(dump)
    nowhere = subprocess.DEVNULL
    program = subprocess.Popen(words, env=environment, cwd=folder, stderr=nowhere)
    try:
        yield program
    finally:
        program.terminate()
        program.wait(20)
    while not np.array_equal(picture(dump), empty):  # the server has not noticed yet
        time.sleep(POLL_S)


class Seen(NamedTuple):
    """When something was seen."""

    wall_s: float
    """Since the start."""
    cpu_s: float
    """Of all threads until then."""


def window(
    words: Sequence[str], environment: Mapping[str, str], folder: Path, dump: mmap.mmap
) -> tuple[Seen, Seen, dict[str, float]]:
    """Open the window: until its first frame, and until Home is there; then its memory in MB.

    Raises:
        RuntimeError: It ended, or no frame was seen.
    """
    empty = picture(dump)
    seen: list[tuple[Seen, NDArray[np.uint32]]] = []
    start = time.perf_counter()
    with running(words, environment, folder, dump) as program:
        while not seen or time.perf_counter() < start + seen[0][0].wall_s + WATCHED_S:
            now = time.perf_counter() - start
            shown = picture(dump)
            if not np.array_equal(shown, seen[-1][1] if seen else empty):
                seen.append((Seen(now, _cpu_s(program.pid)), shown))
            if program.poll() is not None or (not seen and now > GIVEN_UP_S):
                raise RuntimeError(f"{shlex.join(words)}: no window (code {program.poll()})")
            time.sleep(POLL_S)
        memory = _memory_mb(program.pid)
    last = seen[-1][1]
    painted = last != empty
    home = next(at for at, shown in seen if np.mean((shown == last)[painted]) >= ALIKE)
    return seen[0][0], home, memory


def idle_s(
    words: Sequence[str], environment: Mapping[str, str], folder: Path, dump: mmap.mmap
) -> float:
    """The CPU's time of a window with a board, in :data:`IDLE_S` without input."""
    with running([*words, "small.non"], environment, folder, dump) as program:
        time.sleep(SETTLED_S)
        before = _threads_s(program.pid)
        time.sleep(IDLE_S)
        return _threads_s(program.pid) - before


def _threads_s(pid: int) -> float:
    """The CPU's time of the threads that a process has; in ns, unlike :func:`_cpu_s`."""
    files = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in files) / 1e9


def _memory_mb(pid: int) -> dict[str, float]:
    """What a process holds: in all, and its share where processes have the same pages."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    found = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines[1:]}
    return {"RSS, MB": found["Rss:"], "PSS, MB": found["Pss:"]}


def _cpu_s(pid: int) -> float:
    """The time of a process that runs, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def starts(
    programs: Sequence[str], repeats: int, has_window: bool
) -> tuple[dict[str, list[Times]], list[dict[str, float]]]:
    """All starts: for each thing that is measured, those of each program; and what windows take."""
    taken = [dict[str, float]() for _ in programs]
    names = [*COMMANDS, *([FIRST_FRAME, HOME] if has_window else [])]
    found = {name: [Times() for _ in programs] for name in names}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        (folder / "small.non").write_text(PUZZLE)
        Image.new("RGB", BLANK, "white").save(folder / "blank.png")
        environments = [_environment(folder / str(number)) for number in range(len(programs))]
        display, dump = stack.enter_context(screen(folder)) if has_window else ("", None)
        for each in range(repeats + 1):
            if each == 1:  # the first one is not counted
                found = {name: [Times() for _ in programs] for name in names}
            for number, program in enumerate(programs):
                words = _absolute(shlex.split(program))
                environment = environments[number]
                for name, arguments in COMMANDS.items():
                    found[name][number].take(_command, [*words, *arguments], environment, folder)
                if dump is not None:
                    shown = environment | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
                    *seen, taken[number] = window(words, shown, folder, dump)
                    for name, one in zip((FIRST_FRAME, HOME), seen, strict=True):
                        found[name][number].wall_s.append(one.wall_s)
                        found[name][number].cpu_s.append(one.cpu_s)
        for number, program in enumerate(programs):
            if dump is None:
                break
            shown = environments[number] | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
            idle_ms = 1000 * idle_s(_absolute(shlex.split(program)), shown, folder, dump)
            taken[number]["CPU in 10 s with a board, ms"] = idle_ms
    return found, taken


def _command(words: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
    nowhere = subprocess.DEVNULL
    done = subprocess.run(
        words, env=environment, cwd=folder, stdout=nowhere, stderr=nowhere, check=False
    )
    if done.returncode not in (DONE, NO_PUZZLE):
        raise RuntimeError(f"{shlex.join(words)}: exit code {done.returncode}")


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


@benchmark(no_window=True)
def start(program: tuple[str, ...], no_window: bool = False, repeats: int = 9) -> Items:
    """The time that programs need to start: commands, and the window.

    Each run starts all programs in turn. One run before them is not counted, so the system has
    their files in its cache. The time of a command is its whole run; that of the window ends on the
    screen of an X server without a monitor (Xvfb), whose pixels are compared every 4 ms. *First
    frame* is the first picture that the window painted, *Home* the first one with 98 % of the
    pixels of the last, so that some thumbnails may follow. Settings and library are empty at first,
    and kept between the runs. The CPU's time of the window is in steps of 10 ms; that of a command
    is with its child processes. The memory of the last window is taken at Home.

    Args:
        program: Programs, each quoted with its words, such as an installed nonogram or that of a
            frozen build.
        no_window: Commands only.
        repeats: Counted starts of each.
    """
    for number, given in enumerate(program, 1):
        yield f"{number}: {given}"
    times_of, taken = starts(program, repeats, not no_window)
    for name, found in times_of.items():
        for number, times in enumerate(found, 1):
            ratio = times.median_s / found[0].median_s
            yield {"start": f"{name}, program {number}", "to first": ratio, "time": times}
    for number, values in enumerate(taken if not no_window else (), 1):
        yield {"window": f"at Home, program {number}", **values}
