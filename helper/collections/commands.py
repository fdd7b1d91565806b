"""The commands on imported puzzles and collections as actions of a menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget


class Command(NamedTuple):
    """A command in a menu."""

    text: str
    run: Callable[[], object]
    shortcut: str = ""
    """As it is shown; the list of tiles handles the key."""


def menu_of(
    commands: Sequence[Command | None], parent: QWidget, submenus: Mapping[str, QMenu] | None = None
) -> QMenu:
    """A menu that is deleted when it closes.

    Args:
        commands: The commands; ``None`` for a line between them.
        parent: The widget that it belongs to.
        submenus: Menus in place of the commands with these texts.
    """
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    for command in commands:
        if command is None:
            menu.addSeparator()
        elif submenus and command.text in submenus:
            submenu = submenus[command.text]
            submenu.setParent(menu, submenu.windowFlags())  # so that it is deleted with it
            menu.addMenu(submenu)
        else:
            menu.addAction(_action(command, menu))
    return menu


def _action(command: Command, menu: QMenu) -> QAction:
    text = f"{command.text}\t{command.shortcut}" if command.shortcut else command.text
    action = QAction(text, menu)
    action.triggered.connect(lambda _=False: command.run())
    return action
