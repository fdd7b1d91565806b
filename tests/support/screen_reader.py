"""A small screen reader: plays by keys in the program and writes down what is spoken.

Run by the system's Python, which has pyatspi, on a display and a session bus of its own:

    python3 screen_reader.py PLAN.json TRANSCRIPT.json

The plan has the command that starts the program, the texts from and to which its beginning is
written down, the steps, and what is spoken at the end. The transcript has a pair for each step: the
keys, and the texts that are spoken. A cell or a button is spoken when it gets the keyboard, what
describes it when that changes, and announcements when they come.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

PATIENCE_S = 10.0
"""How long a text is waited for."""
QUIET_S = 0.04
"""How long nothing is spoken before the next key."""
KINDS = (
    "object:state-changed:focused",
    "object:announcement",
    "object:property-change:accessible-name",
    "object:property-change:accessible-description",
)
TIME = re.compile(r"\b\d+:\d\d\b")
ON_SLOW_MACHINES = re.compile(r".* …")
"""What says that an answer is still being looked for; not spoken if it comes soon."""
NAMES = {"space": "Space", "ctrl": "Ctrl", "shift": "Shift", "alt": "Alt", "BackSpace": "Backspace"}


class Reader:
    """Listens, and presses keys."""

    def __init__(self) -> None:
        self.spoken: list[str] = []
        self.transcript: list[tuple[str, list[str]]] = []
        self.last_spoken: list[str] = []
        self.is_solved = False
        self.clock: list[str] = []
        """The times that came as events of their own, such as one each second."""
        self._last = 0.0
        self._focused: Any = None
        # Only here: the tests' own Python, which looks for doctests, has neither.
        self._atspi = import_module("pyatspi")
        self._context = import_module("gi.repository.GLib").MainContext.default()
        for kind in KINDS:
            self._atspi.Registry.registerEventListener(self._heard, kind)

    def _heard(self, event: Any) -> None:
        if event.type.endswith("accessible-name"):
            if TIME.fullmatch(str(event.any_data)):
                self.clock.append(str(event.any_data))
            return
        if event.type.startswith("object:announcement"):
            text = str(event.any_data)
        elif event.type.endswith("accessible-description"):
            if event.source != self._focused:  # as Orca and NVDA do
                return
            text = str(event.any_data)
        elif event.detail1 != 1:
            return
        else:
            source = self._focused = event.source
            is_cell = source.getRole() == self._atspi.ROLE_TABLE_CELL
            role = "" if is_cell else source.getRoleName().replace("push button", "button")
            if role == "filler":  # the board, whose cell follows
                role = ""
            text = ", ".join(filter(None, (source.name, role, source.description)))
        text = text.replace("\n", " ")
        if not ON_SLOW_MACHINES.fullmatch(text):
            self.spoken.append(TIME.sub("0:00", text))
        self._last = time.monotonic()

    def wait(self, text: str = "", seconds: float = PATIENCE_S) -> None:
        """Wait until a text, a regular expression, was spoken; empty for any."""
        context, end = self._context, time.monotonic() + seconds
        while time.monotonic() < end:
            while context.pending():
                context.iteration(False)
            is_quiet = time.monotonic() - self._last > QUIET_S
            if is_quiet and any(re.search(text, each) for each in self.spoken):
                return
            time.sleep(0.002)
        raise TimeoutError(f"not spoken: {text!r}; but {self.transcript[-3:]}, {self.spoken}")

    def press(self, keys: str) -> None:
        """Press keys that xdotool knows, such as ``shift+Right``."""
        subprocess.run(["xdotool", "key", keys], check=True)

    def note(self, keys: str) -> None:
        """Write down what was spoken since the last keys."""
        self.transcript.append((keys, self.spoken[:]))
        self.last_spoken, self.spoken = self.spoken, []
        self.is_solved = any("Congratulations" in text for text in self.last_spoken)

    def drop_until(self, text: str) -> None:
        """Forget what was spoken before a text, such as of windows that come and go."""
        self.spoken = [*itertools.dropwhile(lambda each: text not in each, self.spoken)]

    def carry_out(self, step: dict[str, Any]) -> None:
        """Press the keys of a step, and wait for what is spoken."""
        if "paint" in step:
            subprocess.run(["xdotool", "keydown", "shift"], check=True)
            for _ in range(step["paint"]):
                self.press("Right")
                self.wait()
                self.note("Shift+Right")
            subprocess.run(["xdotool", "keyup", "shift"], check=True)
            self.wait(step.get("until", ""))
            self.note("(Shift is released)")
            return
        if self.is_solved or not re.search(step.get("only_if", ""), self.last_spoken[-1]):
            return
        self.press(step["keys"])
        self.wait(step.get("until", ""))
        parts = step["keys"].split("+")
        self.note("+".join(NAMES.get(part, part.capitalize()) for part in parts))


def main() -> None:
    plan = json.loads(Path(sys.argv[1]).read_text())
    screen = subprocess.Popen(["Xvfb", os.environ["DISPLAY"], "-screen", "0", "1100x800x24"])
    children, reader = [screen], None
    try:
        while subprocess.run(["xdotool", "getdisplaygeometry"], capture_output=True).returncode:
            time.sleep(0.05)
        reader = Reader()  # it needs the display
        children.append(subprocess.Popen(["openbox"], stderr=subprocess.DEVNULL))
        children.append(subprocess.Popen(plan["program"]))
        first, last = plan["begin"]
        reader.wait(last)
        reader.drop_until(first)
        reader.note("(the puzzle is opened)")
        for step in plan["steps"]:
            reader.carry_out(step)
        end = plan["end"]  # the card comes a moment after the last mark
        if not any(end in text for text in reader.last_spoken):
            reader.wait(end)
            reader.transcript[-1][1].extend(reader.spoken)
        # At the end the card shows the time once.
        assert len(reader.clock) < 2, f"the clock is not silent: {reader.clock}"
    finally:
        transcript = reader.transcript if reader is not None else []
        Path(sys.argv[2]).write_text(json.dumps(transcript, ensure_ascii=False))
        for child in reversed(children):
            child.terminate()
            child.wait(5)


if __name__ == "__main__":
    main()
