"""Parts of sentences: the first letter, and listings."""

from __future__ import annotations

from collections.abc import Sequence


def capitalized(text: str) -> str:
    """A text with a large first letter; the others stay as they are.

    >>> capitalized("row 3, of A and B")
    'Row 3, of A and B'
    """
    return text[:1].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """A text with a small first letter; the others stay as they are."""
    return text[:1].lower() + text[1:]


def listed(parts: Sequence[str], joint: str = "and") -> str:
    """A listing in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"
