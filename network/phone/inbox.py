"""The pictures that a phone has sent, and what became of them, in a folder.

The server writes pictures and the program writes states, each replaced as a whole, so the two
processes need nothing but the folder between them.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from puzzles.formats.atomic import write_atomically
from puzzles.words import in_context

_STATES = "states.json"


@dataclass(frozen=True, slots=True)
class PictureState:
    """What became of a picture."""

    name: str
    """Its name on the phone."""
    text: str = in_context("a picture that was sent", "waiting")
    """What is known of it, for people."""
    is_problem: bool = False
    """Whether it cannot be read."""
    thumbnail: str = ""
    """A small picture of the puzzle as PNG in base64; empty for none."""


class PhotoInbox:
    """The folder.

    Args:
        folder: Private to this user; exists.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def states(self) -> dict[str, PictureState]:
        """What the program has written, by the names of the files."""
        with suppress(OSError, ValueError, TypeError):
            found = json.loads((self.folder / _STATES).read_text("utf-8"))
            return {key: PictureState(**value) for key, value in found.items()}
        return {}

    def tell(self, states: dict[str, PictureState]) -> None:
        """Write what became of the pictures.

        Raises:
            LibraryError: The disk is full.
        """
        data = json.dumps({key: asdict(state) for key, state in states.items()})
        write_atomically(self.folder / _STATES, data.encode())
