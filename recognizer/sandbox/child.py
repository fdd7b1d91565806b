"""The child of a :class:`~recognizer.sandbox.process.Confined`.

``python -P -m recognizer.sandbox.child`` makes an object and calls the methods that stdin asks
for, each within limits. It ends when stdin ends, so that it does not outlive the program that
started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
import warnings
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

from puzzles.errors import NonogramError
from recognizer.sandbox.limits import die_with_parent, is_out_of_memory, limited
from recognizer.sandbox.process import SIZE, send


def main() -> None:
    """Answer until stdin ends; does not return."""
    with suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    warnings.simplefilter("ignore")  # Pillow's, of odd tags in files that can be read
    out = _kept_for_answers()
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_take, args=(sys.stdin.buffer, requests), daemon=True).start()
    made = _attempted(lambda: pickle.loads(requests.get())())
    while True:
        request = requests.get()
        send(out, made if made[0] != "result" else _attempted(lambda r=request: _do(made[1], r)))


def _do(target: object, request: bytes) -> object:
    limits, method, args, kwargs = pickle.loads(request)
    with limited(limits):
        return method(target, *args, **kwargs)


def _attempted(call: Any) -> tuple[str, Any]:
    """What came of it: its kind and the result, an error that is to be raised, or a traceback."""
    try:
        return "result", call()
    except (NonogramError, ModuleNotFoundError) as error:
        return "error", error
    except Exception as error:
        return ("memory", None) if is_out_of_memory(error) else ("crash", traceback.format_exc())


def _take(pipe: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Hand on what is asked; end the process with stdin, also in the middle of the work."""
    while len(head := pipe.read(SIZE.size)) == SIZE.size:
        requests.put(pipe.read(SIZE.unpack(head)[0]))
    os._exit(0)


def _kept_for_answers() -> IO[bytes]:
    """The pipe that was stdout, on which nobody else writes any more."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return out


if __name__ == "__main__":
    main()
