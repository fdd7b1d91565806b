"""How commands end: their exit codes, and a sentence instead of a traceback."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner, Result

from puzzles.command_line import ending, stoppable
from puzzles.errors import PuzzleError
from puzzles.exit_codes import BAD_INPUT, DONE, INTERRUPTED, NO, NO_PUZZLE, UNDECIDED
from puzzles.interrupt import StopFlag


def run(command: click.Command, *words: str) -> Result:
    return CliRunner().invoke(command, words)


@pytest.mark.parametrize("code", [DONE, NO, UNDECIDED, BAD_INPUT])
def test_a_command_ends_with_the_code_that_it_returns(code: int) -> None:
    @click.command
    @click.argument("number", type=int)
    @ending
    def command(number: int) -> int:
        return number

    assert run(command, str(code)).exit_code == code


def test_the_most_severe_code_of_the_parts_counts() -> None:
    @click.command
    @ending
    def command() -> Iterator[int]:
        yield from (NO, UNDECIDED, NO_PUZZLE)

    assert run(command).exit_code == UNDECIDED


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (PuzzleError("it has no rows"), BAD_INPUT, "it has no rows\n"),
        (
            OSError(errno.ENOSPC, "disk full"),
            BAD_INPUT,
            "the output cannot be written: disk full\n",
        ),
        (BrokenPipeError(), NO, ""),
    ],
)
def test_an_error_is_a_sentence_and_a_reader_that_leaves_is_none(
    error: Exception, code: int, said: str
) -> None:
    @click.command
    @ending
    def command() -> Iterator[int]:
        yield NO
        raise error

    result = run(command)
    assert (result.exit_code, result.stderr) == (code, said)


def test_a_command_that_is_stopped_says_so_by_its_code() -> None:
    @click.command
    @ending
    @stoppable
    def command(should_stop: StopFlag) -> int:
        assert not should_stop()
        os.kill(os.getpid(), signal.SIGINT)
        assert should_stop()
        return DONE

    assert run(command).exit_code == INTERRUPTED
