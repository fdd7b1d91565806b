"""The child process of a :class:`~recognizer.sandbox.process.SandboxedObject`.

``python -P -m recognizer.sandbox.child`` makes an object and calls the methods requested on stdin,
each within limits. It ends with stdin, so it does not outlive the program that started it.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import traceback
import warnings
from queue import SimpleQueue
from typing import IO, Any

from puzzles.errors import NonogramError
from puzzles.processes import begin_child, take_over_stdout
from recognizer.sandbox.limits import OverMemoryError, is_out_of_memory, limited, tell_limits
from recognizer.sandbox.process import LENGTH_FORMAT, LIMITS, READY, let_report, send


def main() -> None:
    """Answer requests until stdin ends; does not return."""
    begin_child()
    warnings.simplefilter("ignore")  # Pillow warns of odd tags in readable files
    replies = take_over_stdout()
    let_report(replies)
    tell_limits(lambda limits: send(replies, (LIMITS, limits)))
    send(replies, (READY, None))
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, requests), daemon=True).start()
    target = _attempted(lambda: pickle.loads(requests.get())())
    while True:
        request = requests.get()
        send(
            replies,
            target
            if target[0] != "result"
            else _attempted(lambda r=request: _call_method(target[1], r)),
        )


def _call_method(target: object, request: bytes) -> object:
    limits, method, args, kwargs = pickle.loads(request)
    with limited(limits):
        return method(target, *args, **kwargs)


def _attempted(call: Any) -> tuple[str, Any]:
    """The kind of the outcome, and the result, the error to raise, or a traceback."""
    try:
        return "result", call()
    except (NonogramError, ModuleNotFoundError) as error:
        return "error", error
    except OverMemoryError as error:
        return "memory", str(error)
    except Exception as error:
        return ("memory", None) if is_out_of_memory(error) else ("crash", traceback.format_exc())


def _read_requests(pipe: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Queue the requests; end the process when stdin ends, even during a call."""
    while len(head := pipe.read(LENGTH_FORMAT.size)) == LENGTH_FORMAT.size:
        requests.put(pipe.read(LENGTH_FORMAT.unpack(head)[0]))
    os._exit(0)


if __name__ == "__main__":
    main()
