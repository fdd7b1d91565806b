"""The random walk: one action after the other, with measurements in between."""

from __future__ import annotations

import argparse
import faulthandler
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import TextIO

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog

from tools.soak.actions import ACTIONS, Action, answer_file_dialog
from tools.soak.measure import HEAD, Sample, sample, text_of
from tools.soak.stage import Stage

FILE_DIALOG = Action(answer_file_dialog, 0, needs_free=False)
NAMED = {action.name: action for action in [*ACTIONS, FILE_DIALOG]}
_REST_MS = 3000
"""Time for children to end before a measurement, ms."""
_HANG_S = 60
"""Time after which a hanging action prints its traceback, s."""
_LEVEL_OF = 5
"""How many measurements at the beginning and at the end are compared."""


class Walk:
    """Runs actions by a timer, so that they continue in modal dialogs."""

    def __init__(self, stage: Stage, options: argparse.Namespace, log: TextIO) -> None:
        self.stage, self.options = stage, options
        self.actions = [a for a in ACTIONS if not options.only or a.name in options.only]
        self.replayed = _replayed(options.replay) if options.replay else None
        self.count = 0
        self.samples: list[Sample] = []
        self.began = self.last_rest = time.monotonic()
        self.is_resting = False
        self.log = log
        # One timer: QTimer.singleShot leaves a weak reference to each receiver but QObjects.
        self.timer = QTimer(singleShot=True)
        self.timer.timeout.connect(self.step)

    def start(self) -> None:
        """Start the walk, which runs in Qt's event loop."""
        print(HEAD, flush=True)
        self.timer.start(0)

    @property
    def seconds(self) -> float:
        """Time since the start."""
        return time.monotonic() - self.began

    @property
    def is_over(self) -> bool:
        """Whether the walk ends."""
        if self.stage.faults:
            return True
        if self.replayed is not None:
            return self.count >= len(self.replayed)
        return self.seconds > 60 * float(self.options.minutes)

    def step(self) -> None:
        """Do an action. The next step is scheduled first, since the action may wait for it."""
        if self.is_resting:
            return
        self.stage.look_for_error_dialogs()
        if self.is_over or time.monotonic() - self.last_rest > self.options.every:
            self.is_resting = True
            QTimer.singleShot(0, self.rest)
            return
        self.timer.start(self.options.pause)
        faulthandler.dump_traceback_later(_HANG_S, file=sys.stderr)
        action = self.next_action()
        if action is not None:
            self.stage.rng = random.Random(f"{self.options.seed} {self.count}")
            name = action.name
            number, self.count = self.count, self.count + 1
            self.log.write(f"{number} {self.seconds:.2f} {name} …\n")
            try:
                done = action.do(self.stage)
            except RuntimeError as error:  # its widget was deleted meanwhile
                done = f"({error})"
                if "already deleted" not in done:
                    raise
            self.log.write(f"{number} {self.seconds:.2f} {name} {done}\n")

    def next_action(self) -> Action | None:
        """The next action of the log, or a random one."""
        is_free = self.stage.is_free
        if self.replayed is not None:
            return NAMED[self.replayed[self.count]] if self.count < len(self.replayed) else None
        random_ = random.Random(f"{self.options.seed} {self.count} which")
        if isinstance(QApplication.activeModalWidget(), QFileDialog):
            return FILE_DIALOG  # the only action permitted: the dialog can delete files
        possible = [a for a in self.actions if is_free or not a.needs_free]
        return random_.choices(possible, [a.weight for a in possible])[0] if possible else None

    def rest(self) -> None:
        """Close everything and schedule a measurement; may be called within a modal dialog."""
        faulthandler.cancel_dump_traceback_later()
        self.log.write(f"# rest at {self.seconds:.1f} s\n")
        self.stage.come_to_rest()
        # Callers of this function wait in closed dialogs and have to return first, hence the timer.
        QTimer.singleShot(_REST_MS, self.measure)

    def measure(self) -> None:
        """Measure at rest, and continue the walk."""
        if not self.stage.is_free:
            self.rest()
            return
        self.samples.append(sample(self.seconds, self.count))
        print(text_of(self.samples[-1]), flush=True)
        if self.is_over:
            self.stage.window.close()
            self.stage.application.quit()
            return
        self.last_rest = time.monotonic()
        self.is_resting = False
        self.timer.start(0)

    # The verdict

    def verdict(self) -> list[str]:
        """The faults and excessive growth, as sentences."""
        wrong = [f"a fault: {fault}" for fault in self.stage.faults]
        late = [s for s in self.samples if s.seconds >= self.options.warm_up]
        if len(late) < 2 * _LEVEL_OF:
            return wrong
        # Memory varies by 10 MB from one rest to the next, so levels are compared: medians of five.
        first, last = late[:_LEVEL_OF], late[-_LEVEL_OF:]
        for name, may in (
            ("memory_mb", self.options.growth), ("children_mb", 50), ("descriptors", 4),
            ("threads", 2), ("widgets", 10), ("objects", 50),
        ):  # fmt: skip
            grown = _level(last, name) - _level(first, name)
            if grown > may:
                wrong.append(f"{name} grew by {grown:.1f} (at most {may})")
        return wrong


def _level(samples: list[Sample], name: str) -> float:
    return float(median(getattr(sample, name) for sample in samples))


def _replayed(path: Path) -> list[str]:
    """The names of the actions in a log."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    return [line[2] for line in lines if line[0] != "#" and line[-1] == "…"]
