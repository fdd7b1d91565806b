"""A feature is a part of the window: one folder with one public object."""

from __future__ import annotations

from PySide6.QtCore import QObject

from helper.desk.command import Entry


class Feature(QObject):
    """What the window asks of each of its features; each answer is optional."""

    def commands(self) -> tuple[Entry, ...]:
        """Its rows in the table of commands."""
        return ()

    def may_close(self) -> bool:
        """Whether the window may close; asks the user if something would be lost."""
        return True

    def close(self) -> None:
        """End what runs in the background: the window closes, without a question."""
