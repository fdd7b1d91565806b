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


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def ordinal(number: int) -> str:
    """The word for a place, from 1.

    >>> ordinal(2), ordinal(10), ordinal(21), ordinal(112)
    ('second', '10th', '21st', '112th')
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    is_teen = number % 100 in (11, 12, 13)
    end = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}"
