"""What is said while it goes on: events on stdout, on a terminal how far it is."""

from __future__ import annotations

from io import StringIO

import pytest

from recognizer.live.command.events import EventPrinter
from recognizer.live.scene import EventKind, LogEvent


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    teller = EventPrinter(as_json=False)
    with teller.progress(4):
        for _ in range(4):
            teller.hear(LogEvent(1.0, EventKind.FOUND, "a grid"))
            teller.tell()
            teller.advance()
    assert "/4 [" in terminal.getvalue()
    assert capsys.readouterr().out == "    1.00 s  found: a grid\n" * 4
    before = len(terminal.getvalue())
    with teller.progress(None):
        teller.advance()
    assert len(terminal.getvalue()) == before
