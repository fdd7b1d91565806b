"""What the tests of :mod:`puzzles.child.child` have in a child process."""

from __future__ import annotations

import os
import re
import signal
import sys
import time

import numpy as np
from numpy.typing import NDArray

from puzzles.child.serving import report, told, wait_for_stop
from puzzles.errors import RecognitionError

MB = 2**20


class Worker:
    """Does what pictures make decoders do."""

    def __init__(self) -> None:
        self._calls = 0

    def calls(self) -> int:
        """How often this was asked, of this very object."""
        self._calls += 1
        return self._calls

    def pid(self) -> int:
        return os.getpid()

    def picture(self, height: int, width: int) -> NDArray[np.uint8]:
        """Any pixels, after noise on the streams that decoders write to."""
        print("noise")
        os.write(1, b"noise" * 100)
        os.write(2, b"noise")
        return np.arange(height * width * 3, dtype=np.uint8).reshape(height, width, 3)

    def echo(self, value: object) -> object:
        return value

    def listen(self) -> object:
        """Until it is told to stop; what it was told last."""
        report("at it")
        while not wait_for_stop(0.002):
            pass
        return told()

    def chatter(self) -> None:
        """Report more often than anybody asks whether it is to stop."""
        while True:
            report("at it")
            time.sleep(0.001)

    def read_stdin(self) -> str:
        return sys.stdin.read()

    def leave(self) -> None:
        sys.exit("as a library may")

    def take(self, mb: int) -> int:
        """Have so much memory for a moment."""
        return int(np.ones(mb * MB, np.uint8)[:: 2**12].sum() > 0)

    def refuse(self) -> None:
        raise RecognitionError("a.png: the picture is broken")

    def miss(self) -> None:
        raise ModuleNotFoundError("no module", name="pillow")

    def break_down(self) -> None:
        raise ZeroDivisionError("by nothing")

    def run_out(self) -> None:
        """As OpenCV says it."""
        raise ValueError("(-4:Insufficient memory) Failed to allocate 99 bytes")

    def die(self, number: int) -> None:
        """As compiled code does, without a word."""
        os.kill(os.getpid(), number)
        signal.pause()

    def sleep(self) -> None:
        time.sleep(60)

    def hold(self) -> None:
        """Never let another thread of Python run."""
        re.match(r"(a+)+$", "a" * 60 + "b")

    def limits(self) -> tuple[int, int, float]:
        """What holds now: bytes of data, seconds of the processor, and those used up."""
        import resource

        usage = resource.getrusage(resource.RUSAGE_SELF)
        data, cpu = (resource.getrlimit(k)[0] for k in (resource.RLIMIT_DATA, resource.RLIMIT_CPU))
        return data, cpu, usage.ru_utime + usage.ru_stime


class Hanging(Worker):
    """Is never made."""

    def __init__(self) -> None:
        time.sleep(60)


class Unmakeable(Worker):
    """Cannot be made."""

    def __init__(self) -> None:
        raise ModuleNotFoundError("no module", name="numpy")
