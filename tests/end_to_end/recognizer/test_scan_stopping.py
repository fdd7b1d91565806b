"""``nonogram scan`` that is stopped: what was read is written."""

from __future__ import annotations

import pytest

import main
from puzzles.contracts import CountSolutions
from recognizer.values import (
    Picture,
    Reading,
)
from tests.support.scan_command import Reader, good


def test_ctrl_c_ends_it_with_130(reader: Reader, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter([good()])

    def read(_: Picture, __: CountSolutions | None) -> Reading:
        if (answer := next(answers, None)) is None:
            raise KeyboardInterrupt
        return answer

    reader(read)
    assert main.main(["scan", "--json", "a.png", "b.png"]) == 130
    said = capsys.readouterr()
    assert "stopped; 1 of 2 pictures were read" in said.err
    assert len(said.out.splitlines()) == 1
    assert "Traceback" not in said.err
