"""Asks a shell for the completions of a command line, without a terminal."""

from __future__ import annotations

from pathlib import Path

_ASK = """
source "$1"
COMP_LINE="$2" COMP_POINT=${#COMP_LINE}
_nonogram_completion nonogram "${2##*[ =:]}" 2>/dev/null  # compopt works in completions only
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""In ``_nonogram_completion`` the second argument is what bash replaces."""


def bash_words(script: Path, typed: str) -> list[str]:
    """The words that start bash and print what it offers for a line, one a line.

    Args:
        script: The completion file.
        typed: The line up to the cursor.
    """
    return ["bash", "--norc", "-c", _ASK, "bash", str(script), typed]
