"""Where the processor time of reading pictures goes, stage by stage."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import ParamSpec, TypeVar

import recognizer.attempts
import recognizer.oriented_picture
import recognizer.reading

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

DECODING, SOLVER, REST = "decoding", "solver", "rest"
STAGES = {
    "find_grids": "grid",
    "locate_board": "board",
    "read_side": "numbers",
    "read_marks": "marks",
    "correct_by_rules": "rules",
    "with_even_ink": "even ink",
    "with_unread_ink": "unread ink",
    "cannot_be_read": "reasons",
    "with_cause": "reasons",
    "with_cutoff_warning": "reasons",
}
"""The stage of each function that the modules of :data:`CALLERS` call."""
CALLERS = recognizer.reading, recognizer.attempts, recognizer.oriented_picture


class StageTimes:
    """Adds up the processor time of stages, of all threads; a stage within another counts once."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        """By stage, s."""
        self._inner_seconds = [0.0]

    def timed(
        self, stage: str, function: Callable[Arguments, Result]
    ) -> Callable[Arguments, Result]:
        """A function whose calls count as a stage."""

        @functools.wraps(function)
        def call(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
            start = process_time()
            self._inner_seconds.append(0.0)
            try:
                return function(*arguments, **named)
            finally:
                seconds = process_time() - start
                self.seconds[stage] += seconds - self._inner_seconds.pop()
                self._inner_seconds[-1] += seconds

        return call

    @contextmanager
    def of_reading(self) -> Iterator[None]:
        """Within this the stages of all readings count."""
        functions = [
            (module, name, getattr(module, name))
            for module in CALLERS
            for name in STAGES
            if hasattr(module, name)
        ]
        for module, name, function in functions:
            setattr(module, name, self.timed(STAGES[name], function))
        try:
            yield
        finally:
            for module, name, function in functions:
                setattr(module, name, function)

    def table(self, pictures: int) -> Iterator[str]:
        """The lines of a Markdown table, the longest stage first."""
        total = sum(self.seconds.values())
        yield "| stage      | ms a picture | share |"
        yield "| ---------- | -----------: | ----: |"
        for stage, seconds in sorted(self.seconds.items(), key=lambda item: -item[1]):
            yield f"| {stage:10} | {1000 * seconds / pictures:12.0f} | {seconds / total:5.0%} |"
