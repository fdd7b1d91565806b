"""A command is one row: what it is called, what it does, when it is possible, where it is found.

Menus, top bar, context menus, shortcuts and tooltips are made from the rows, by
:class:`helper.commands.command_table.CommandTable`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

Keys = QKeySequence.StandardKey
"""Shortcuts that differ from system to system."""


class Where(enum.Flag):
    """What the window shows."""

    HOME = enum.auto()
    PLAY = enum.auto()
    DRAW = enum.auto()
    BOARD = PLAY | DRAW
    ANYWHERE = HOME | BOARD


@dataclass(frozen=True, slots=True)
class MenuPlace:
    """A place in a menu."""

    menu: str
    """The id of a :class:`Submenu`; empty for the menu bar. Others are no menu of the menu bar:
    :data:`BOARD_MENU`, :data:`SCAN_CHOICES`, :data:`CREATE_CHOICES`, :data:`SOLVER_CHOICES`,
    :data:`NO_MENU`."""
    order: int
    """Entries are in this order; a line is drawn between one hundred and the next."""


BOARD_MENU = "board's context menu"
SCAN_CHOICES = "choices of Scan"
"""The dialog of File > Scan."""
CREATE_CHOICES = "choices of Create"
"""The menu of the button Create of Home."""
SOLVER_CHOICES = "choices of Solver"
"""The dialog of Puzzle > Solution."""
NO_MENU = "no menu"
"""For what needs no entry: a button shows it whenever it is possible, or its keys are enough."""


@dataclass(frozen=True, slots=True)
class BarPlace:
    """A place in the top bar."""

    order: int
    """As that of a :class:`MenuPlace`."""
    shown: Where = Where.BOARD
    """Where the button is there, if the command is."""
    text: str | None = None
    """Stands beside the icon, if there is room; empty for the text of the command."""
    menu: str = ""
    """The id of a :class:`Submenu` that an arrow beside the button opens; empty for none."""


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the table."""

    id: str
    """Names it in the program and in tests; never changes with the language."""
    text: str | Callable[[], str]
    """In menus, with ``&`` before the letter that chooses it."""
    call: Callable[[], object]
    """What it does; the result is not used."""
    place: MenuPlace
    tip: str
    """What it does, in tooltip and status bar."""
    keys: tuple[str | Keys, ...] = ()
    icon: str = ""
    """A file in ``resources/icons``; empty for none."""
    shown: Where = Where.ANYWHERE
    """Elsewhere it is in no menu, and its shortcut does nothing."""
    why_not: Callable[[], str] | None = None
    """Why it is not possible now, as a sentence below the tip; empty: it is. ``None``: always."""
    is_checked: Callable[[], bool] | None = None
    """Whether it has a check mark now; ``None`` if it never has."""
    bar: BarPlace | None = None
    also: tuple[MenuPlace, ...] = ()
    """Further menus."""
    role: QAction.MenuRole = QAction.MenuRole.NoRole
    """Where macOS puts it."""


@dataclass(frozen=True, slots=True)
class Submenu:
    """A menu, in the menu bar or in another menu."""

    id: str
    text: str
    place: MenuPlace
    shown: Where = Where.ANYWHERE
    fill: Callable[[QMenu], None] | None = None
    """Fills it each time it is opened, if its entries are not rows."""
    icon: str = ""


MenuEntry = Command | Submenu


class Feature(QObject):
    """What the window asks of each of its features; each answer is optional."""

    def commands(self) -> tuple[MenuEntry, ...]:
        """Its rows in the table of commands."""
        return ()

    def may_close(self) -> bool:
        """Whether the window may close; asks the user if something would be lost."""
        return True

    def close(self) -> None:
        """End what runs in the background: the window closes, without a question."""
