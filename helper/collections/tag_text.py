"""Tags as a line of text. No Qt."""

from __future__ import annotations

from collections.abc import Iterable


def tags_from(text: str) -> tuple[str, ...]:
    """The tags in a line of text, each once.

    >>> tags_from("hard, for  Anna,, hard")
    ('hard', 'for Anna')
    """
    tags = (" ".join(part.split()) for part in text.split(","))
    return tuple(dict.fromkeys(tag for tag in tags if tag))


def text_of(tags: Iterable[str]) -> str:
    """Tags as a line of text."""
    return ", ".join(tags)
