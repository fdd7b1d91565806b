"""A puzzle is played, and a scan corrected, by keys with the screen off.

What is spoken is in screen_reader.txt and screen_reader_review.txt: at the left the keys, at the
right what is spoken. NONOGRAM_WRITE=1 writes both anew.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import cv2
import pytest

from puzzles.formats import read
from solver.api import solve
from tests.support.pages import draw_page
from tests.support.paths import ROOT
from tests.support.review_samples import COLUMNS, ROWS

PUZZLE = ROOT / "puzzles/packs/first-steps/02-sailing-boat.non"
SYSTEM_PYTHON = "/usr/bin/python3"
TOOLS = ("Xvfb", "openbox", "xdotool", "dbus-run-session", SYSTEM_PYTHON)
Step = dict[str, Any]


def is_possible() -> bool:
    if any(shutil.which(tool) is None for tool in TOOLS):
        return False
    code = "import pyatspi, os; assert os.path.exists('/usr/libexec/at-spi-bus-launcher')"
    return not subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True).returncode


pytestmark = pytest.mark.skipif(
    not is_possible(), reason="needs Xvfb, openbox, xdotool, at-spi2 and pyatspi"
)


def key(keys: str, until: str = "") -> Step:
    return {"keys": keys, "until": until}


class Player:
    """Goes through the rows of a solution, and paints each run."""

    def __init__(self, solution: list[list[bool]]) -> None:
        self._solution = solution
        self.column = 0

    def to(self, column: int) -> Iterator[Step]:
        if column < self.column:
            yield key("Home")
            self.column = 0
        for _ in range(column - self.column):
            yield key("Right")
        self.column = column

    def row(self, number: int) -> Iterator[Step]:
        """Shade the runs of a row."""
        column = 0
        for is_shaded, cells in groupby(self._solution[number]):
            length = len(list(cells))
            if is_shaded:
                yield from self.to(column)
                yield {"paint": length - 1, "until": "cells: "} if length > 1 else key("space")
                self.column = column + length - 1
            column += length

    def by_ear(self, number: int) -> Iterator[Step]:
        """Shade the cells of a row that are spoken as clear, until the puzzle is solved."""
        for column, is_shaded in enumerate(self._solution[number]):
            if is_shaded:
                yield from self.to(column)
                yield key("space") | {"only_if": ": clear"}


def steps(solution: list[list[bool]]) -> Iterator[Step]:
    player = Player(solution)
    yield from (key("F6"), key("Escape"), key("F3"), key("shift+F3"), key("F7"))
    yield from (key("space"), key("ctrl+k", "wrong"), key("ctrl+z"))  # an error
    yield from player.row(0)
    for number in range(1, 6):
        yield key("Down")
        yield from player.row(number)
    yield key("Down")
    yield from player.to(0)
    yield from (key("ctrl+t"), key("x", "cannot be completed"), key("shift+F4"), key("F3"))
    player.column = 1  # the impossible line has its first clear cell there
    yield key("ctrl+BackSpace", "Take Back")
    yield from player.row(6)
    yield key("Down")
    yield from player.row(7)
    yield key("ctrl+k", "right so far")
    yield key("F4", "Row 9: ")
    player.column = 0
    yield from (key("ctrl+h", "Look at"), key("ctrl+h"), key("ctrl+h"))
    yield from (key("shift+F7"), key("ctrl+h", "cells: "))
    yield from player.by_ear(9)
    yield key("Up")
    yield from player.by_ear(8)


def as_text(transcript: list[tuple[str, list[str]]]) -> str:
    lines = []
    for keys, spoken in transcript:
        for k, text in enumerate(spoken):
            lines.append(f"{keys if k == 0 else '':<13} {text}\n")
    return "".join(lines)


def listened(folder: Path, plan: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """What is spoken in a plan of ``tests/support/screen_reader.py``."""
    settings = folder / "nonogram-helper" / "Nonogram Helper.ini"
    settings.parent.mkdir()
    settings.write_text("[preferences]\nmotion=reduced\n")
    written, found = folder / "plan.json", folder / "transcript.json"
    written.write_text(json.dumps(plan))
    unwanted = ("QT_QPA_PLATFORM", "LANGUAGE", "NONOGRAM_LANGUAGE")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted} | {
        "DISPLAY": f":{200 + os.getpid() % 800}",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "NONOGRAM_HOME": str(folder / "home"),
        "XDG_CONFIG_HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }
    reader = ROOT / "tests" / "support" / "screen_reader.py"
    command = ["dbus-run-session", "--", SYSTEM_PYTHON, str(reader), str(written), str(found)]
    ran = subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        errors = ran.communicate(timeout=60)[1]
    finally:
        with suppress(ProcessLookupError):
            os.killpg(ran.pid, signal.SIGKILL)
    assert ran.returncode == 0, errors
    transcript: list[tuple[str, list[str]]] = json.loads(found.read_text(encoding="utf-8"))
    return transcript


def compare(transcript: list[tuple[str, list[str]]], name: str) -> None:
    """See that it is the one in a file; or write that anew."""
    path = Path(__file__).with_name(name)
    spoken = as_text(transcript)
    if os.environ.get("NONOGRAM_WRITE"):
        path.write_text(spoken, encoding="utf-8")
    assert spoken == path.read_text(encoding="utf-8")


def test_a_puzzle_is_played_with_the_screen_off(tmp_path: Path) -> None:
    puzzle = read(PUZZLE).puzzle
    (grid,) = solve(puzzle).solutions
    solution = [[state == 2 for state in grid.row(k)] for k in range(puzzle.height)]
    transcript = listened(
        tmp_path,
        {
            "program": [sys.executable, str(ROOT / "main.py"), str(PUZZLE)],
            "begin": ("Board", "Row 1, column 1"),
            "steps": list(steps(solution)),
            "end": "Congratulations",
        },
    )
    compare(transcript, "screen_reader.txt")


def test_a_scan_is_corrected_with_the_screen_off(tmp_path: Path) -> None:
    """Row 4 is misprinted: first the reader proposes something else."""
    rows = list(ROWS)
    rows[3] = (4,)
    page = tmp_path / "page.png"
    cv2.imwrite(str(page), draw_page(tuple(rows), COLUMNS, pitch=32).picture)
    transcript = listened(
        tmp_path,
        {
            "program": [sys.executable, str(ROOT / "main.py"), str(page)],
            "begin": ("Clues, Row 2", "One solution"),
            "steps": [
                key("r", "confirmed"), key("ctrl+Down"), key("ctrl+Down"), key("ctrl+Right"),
                key("5", "Nothing left"), key("ctrl+Return", "Row 1, column 1"), key("Right"),
            ],
            "end": "Column 2: clear",
        },
    )  # fmt: skip
    compare(transcript, "screen_reader_review.txt")
