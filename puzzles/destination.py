"""Where a command writes a puzzle: a file, or standard output for the next command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from puzzles.errors import LibraryError
from puzzles.formats import Document, write
from puzzles.formats.non import NON
from puzzles.formats.target import checked_target
from puzzles.output import EMPTY_NAME, STANDARD_OUTPUT
from puzzles.words import _, worded


@dataclass(frozen=True, slots=True)
class Destination:
    """A file, or standard output, which then has nothing but the puzzle."""

    path: Path | None
    """``None`` for standard output."""
    force: bool = False
    """Whether to replace a write-protected file."""

    @classmethod
    def checked(
        cls, output: str | None, name: str, sources: Sequence[str | Path], force: bool = False
    ) -> Destination:
        """The destination of that name.

        Args:
            output: A file, a folder, or ``-`` or ``None`` for standard output.
            name: The stem of the file in a folder.
            sources: The input files, which are not replaced.
            force: Whether to replace a write-protected file.

        Raises:
            LibraryError: See :func:`puzzles.formats.target.checked_target`.
        """
        if output is None or output == STANDARD_OUTPUT:
            return cls(None, force)
        if not output:
            raise LibraryError(EMPTY_NAME)
        return cls(checked_target(output, name, sources, force), force)

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return _("standard output") if self.path is None else str(self.path)

    def write(self, document: Document) -> None:
        """Write a puzzle.

        Raises:
            FormatError: The format cannot hold it.
            LibraryError: The file cannot be written.
            OSError: Standard output cannot be written.
        """
        if self.path is None:
            click.echo(NON.write(document), nl=False)
        else:
            write(self.path, document, force=self.force)

    def say_written(self) -> None:
        """Say that a file was written."""
        if self.path is not None:
            click.echo(worded("{file}: written", file=self.path))

    def say(self, sentence: str) -> None:
        """Print a sentence on stdout, or on stderr if stdout has the puzzle."""
        click.echo(sentence, err=self.path is None)
