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
    printer = EventPrinter(as_json=False)
    with printer.progress(4):
        for _ in range(4):
            printer.add(LogEvent(1.0, EventKind.FOUND, "a grid"))
            printer.print_pending()
            printer.advance()
    assert "/4 [" in terminal.getvalue()
    assert capsys.readouterr().out == "    1.00 s  found: a grid\n" * 4
    before = len(terminal.getvalue())
    with printer.progress(None):
        printer.advance()
    assert len(terminal.getvalue()) == before
