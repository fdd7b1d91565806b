"""The window's commands as actions, in menus and in the top bar; made from the rows of features."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from operator import itemgetter

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from helper.application.icons import icon
from helper.application.theme import Theme
from helper.commands.command import Command, MenuEntry, Submenu, Where
from puzzles.words import _, without_mnemonic

BAR_ICON_PX = 18


class CommandTable(QObject):
    """Makes an action of each row, and keeps it as the row says."""

    def __init__(self, window: QMainWindow, entries: Iterable[MenuEntry]) -> None:
        super().__init__(window)
        self._rows = {entry.id: entry for entry in entries}
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._states: dict[str, tuple[object, ...]] = {}
        """What was shown of each row; actions are slow to change and tell all their buttons."""
        self._placed = defaultdict[str, list[tuple[int, QAction]]](list)
        self._bar = window.menuBar()
        for row in self._rows.values():
            if isinstance(row, Submenu):
                self._menus[row.id] = menu = QMenu(row.text, self._bar)
                menu.setToolTipsVisible(True)
                if row.fill is not None:
                    menu.aboutToShow.connect(partial(self._fill_anew, row))
            else:
                self._actions[row.id] = _action(row, window)
            for place in (row.place, *(row.also if isinstance(row, Command) else ())):
                self._placed[place.menu].append((place.order, self._action_of(row)))
        for entries_there in self._placed.values():
            entries_there.sort(key=itemgetter(0))
        self._fill_menus()
        # The keys of a command work in the window only if one of its widgets has the action.
        window.addActions(list(self._actions.values()))

    def __getitem__(self, command: str) -> QAction:
        """The action of a command, by its id."""
        return self._actions[command]

    def run(self, command: str) -> None:
        """Do what a command does, by its id."""
        row = self._rows[command]
        assert isinstance(row, Command)
        row.call()

    def menu(self, submenu: str) -> QMenu:
        """A menu, by its id."""
        return self._menus[submenu]

    @property
    def rows(self) -> tuple[Command, ...]:
        """All commands, in the order of the menus."""
        return tuple(row for row in self._rows.values() if isinstance(row, Command))

    def shortcuts_text(self) -> str:
        """All shortcuts as a table in Markdown, in the order of the menus."""
        native = QKeySequence.SequenceFormat.NativeText
        lines = [f"| {_('Keys')} | {_('Command')} | |", "|---|---|---|"]
        for row in sorted(self.rows, key=self._order_in_menus):
            if row.keys:
                keys = ", ".join(key.toString(native) for key in self[row.id].shortcuts())
                name = without_mnemonic(self[row.id].text()).rstrip("…")
                lines.append(f"| {keys} | {name} | {row.tip} |")
        return "\n".join(lines)

    def _order_in_menus(self, row: MenuEntry) -> tuple[int, ...]:
        above = self._rows.get(row.place.menu)
        return (*(self._order_in_menus(above) if above else ()), row.place.order)

    def placed(self, menu: str) -> list[tuple[int, QAction]]:
        """The entries of a menu with their orders, which say where lines are drawn."""
        return self._placed[menu]

    def choices(self, place: str) -> list[QAction]:
        """The entries of a place that is no menu."""
        return [action for _order, action in self.placed(place)]

    def fill(self, menu: QMenu, name: str) -> None:
        """Add the entries of a place to a menu, with lines between the hundreds."""
        group = -1
        for order, action in self.placed(name):
            if group not in (-1, order // 100):
                menu.addSeparator()
            group = order // 100
            menu.addAction(action)

    def follow(self, where: Where) -> None:
        """Show which commands there are, and which are possible.

        Args:
            where: What the window shows now.
        """
        for row in self._rows.values():
            state = _state(row, where)
            if self._states.get(row.id) == state:
                continue
            self._states[row.id] = state
            is_shown, text, reason, is_checked = state
            action = self._action_of(row)
            action.setVisible(bool(is_shown))
            if isinstance(row, Command):
                action.setText(str(text))
                action.setEnabled(not reason)
                action.setToolTip(f"{_tip(row, action)}\n{reason}".rstrip())
                action.setStatusTip(str(reason) or row.tip)
                action.setChecked(bool(is_checked))

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        for row in self._rows.values():
            if row.icon:
                self._action_of(row).setIcon(icon(row.icon, theme))

    def _action_of(self, row: MenuEntry) -> QAction:
        if isinstance(row, Command):
            return self._actions[row.id]
        return self._menus[row.id].menuAction()

    def _fill_anew(self, row: Submenu) -> None:
        """Replace what a feature has added to its menu."""
        menu = self._menus[row.id]
        for action in menu.actions():
            menu.removeAction(action)
            if action.parent() is menu:
                action.deleteLater()
        self.fill(menu, row.id)
        assert row.fill is not None
        row.fill(menu)

    def _fill_menus(self) -> None:
        for _order, action in self.placed(""):
            self._bar.addAction(action)
        for name, menu in self._menus.items():
            self.fill(menu, name)


def _action(row: Command, window: QMainWindow) -> QAction:
    action = QAction(window)
    action.setObjectName(row.id)
    action.setShortcuts([QKeySequence(key) for key in row.keys])
    action.setCheckable(row.is_checked is not None)
    action.setMenuRole(row.role)
    action.triggered.connect(lambda: row.call())
    if row.is_checked is not None:
        is_checked = row.is_checked
        # A click changes the mark; the command may have changed nothing.
        action.triggered.connect(lambda: action.setChecked(is_checked()))
    return action


def _state(row: MenuEntry, where: Where) -> tuple[object, ...]:
    """Whether a row is shown, its text, why it is not possible, and whether it is checked."""
    is_shown = bool(row.shown & where)
    if isinstance(row, Submenu):
        return is_shown, "", "", False
    text = row.text if isinstance(row.text, str) else row.text()
    reason = row.why_not() if row.why_not is not None else ""
    return is_shown, text, reason, row.is_checked is not None and row.is_checked()


def _tip(row: Command, action: QAction) -> str:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f"{row.tip} ({keys})" if keys else row.tip
