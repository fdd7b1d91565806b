"""The text of a report, in English: those who correct the program read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

LOG_LINES = 50
"""The last lines of the log in a report."""
MAX_LOG_BYTES = 500_000
"""A log that is longer begins anew."""


def report_text(facts: Mapping[str, str], problem: str = "", log: Sequence[str] = ()) -> str:
    """A report.

    Args:
        facts: See :func:`helper.reports.system.system_facts`.
        problem: What happened: a public traceback or stack; empty if nothing did.
        log: Public entries of the log, the oldest first.
    """
    parts = [
        "Nonogram Helper: problem report",
        "\n".join(f"{name}: {value}" for name, value in facts.items()),
    ]
    if problem:
        parts.append("\n".join(["What happened:", problem]))
    lines = [line for entry in log for line in entry.splitlines()][-LOG_LINES:]
    if lines:
        parts.append("\n".join(["The end of the log:", *lines]))
    return "\n\n".join(parts) + "\n"
