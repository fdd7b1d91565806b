"""Changing the palette of a drawing; every change is one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QColorDialog, QInputDialog, QLineEdit, QMenu, QWidget

from helper.commands.messages import Messages
from helper.palette.swatch import swatch_icon
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.text_dialog import asked
from puzzles import Color
from puzzles.color_values import KNOWN, distance
from puzzles.colors import (
    MAX_COLORS,
    Colored,
    added,
    black_and_white,
    color_names,
    merged,
    moved,
    new_color,
    recolored,
    reduced,
    swapped,
)
from puzzles.model import BACKGROUND, MAX_COLOR_NAME
from puzzles.words import _, capitalized, marked, worded

FULL = worded("A puzzle has {limit} colours at most. Merge two of them first.", limit=MAX_COLORS)
"""Why no colour can be added."""
_ALIKE = 0.08
"""Colours at a smaller distance can hardly be told apart."""
_MAX_OFFERED = 12
"""The largest number of colours that Reduce offers."""


class PaletteCommands:
    """The commands on the palette of the session's drawing, which its menus show."""

    def __init__(self, messages: Messages, session: Session, window: QWidget) -> None:
        self._messages = messages
        self._session = session
        self._window = window

    @property
    def is_possible(self) -> bool:
        """Whether the palette can be changed: a drawing is made."""
        return self._session.mode is Mode.DRAW and self._session.is_author_at_work

    @property
    def can_add(self) -> bool:
        """Whether there is room for another colour."""
        return len(self._palette) <= MAX_COLORS

    @property
    def _palette(self) -> tuple[Color, ...]:
        return self._session.puzzle.palette

    def _names(self) -> tuple[str, ...]:
        return tuple(map(capitalized, color_names(self._palette)))

    def _make(self, colored: Colored, label: str, ink: int | None = None) -> None:
        """Replace the drawing, and choose a colour of the new palette."""
        chosen = self._session.ink if ink is None else ink
        self._session.redraw(colored.grid, label, colored.palette)
        self._session.ink = max(1, min(chosen, len(colored.palette) - 1))

    # Commands

    def add(self) -> None:
        """Add a colour that is unlike the others, and choose it."""
        palette, marks = self._palette, self._session.marks
        if not self.can_add:
            self._messages.notice(FULL)
            return
        self._make(added(palette, marks, new_color(palette)), marked("Add Colour"), len(palette))

    def change(self, index: int) -> None:
        """Ask for another value of a colour."""
        color = self._palette[index]
        with asked(QColorDialog(QColor(color.rgb), self._window)) as dialog:
            dialog.setWindowTitle(worded("Colour: {names}", names=self._names()[index]))
            if dialog.exec():
                self.recolor(index, dialog.currentColor().name())

    def recolor(self, index: int, rgb: str) -> None:
        """Give a colour another value ``#rrggbb``; its cells follow."""
        name = self._palette[index].name
        value = Color("0", rgb, "" if name.casefold() in KNOWN else name)
        colored = recolored(self._palette, self._session.marks, index, value)
        self._make(colored, marked("Change Colour"))
        others = enumerate(self._palette)
        alike = [k for k, color in others if k != index and distance(color.rgb, rgb) < _ALIKE]
        if alike:
            name = _("the background") if alike[0] == BACKGROUND else self._names()[alike[0]]
            self._messages.notice(worded("This colour can hardly be told from {name}.", name=name))

    def rename(self, index: int) -> None:
        """Ask for the name of a colour; an empty one gives it back its own."""
        name, is_ok = QInputDialog.getText(
            self._window,
            _("Rename Colour"),
            worded("Name, at most {limit} letters:", limit=MAX_COLOR_NAME),
            QLineEdit.EchoMode.Normal,
            self._palette[index].name or self._names()[index],
        )
        is_common = name.strip().casefold() == self._names()[index].casefold()
        if is_ok and not (is_common and not self._palette[index].name):
            value = Color("0", self._palette[index].rgb, name)
            colored = recolored(self._palette, self._session.marks, index, value)
            self._make(colored, marked("Rename Colour"))

    def merge(self, index: int, into: int) -> None:
        """Remove a colour; its cells get another one, or are cleared."""
        label = marked("Remove Colour") if into == BACKGROUND else marked("Merge Colours")
        chosen = into - (into > index) if into else min(index, len(self._palette) - 2)
        self._make(merged(self._palette, self._session.marks, index, into), label, chosen)

    def move(self, index: int, to: int) -> None:
        """Move a colour to another place of the palette."""
        self._make(moved(self._palette, self._session.marks, index, to), marked("Move Colour"), to)

    def swap(self, one: int, other: int) -> None:
        """Exchange two colours in the picture."""
        self._make(swapped(self._palette, self._session.marks, one, other), marked("Swap Colours"))

    def reduce(self, count: int) -> None:
        """Merge the most similar colours until so many are left."""
        self._make(reduced(self._palette, self._session.marks, count), marked("Reduce Colours"))

    def make_black_and_white(self) -> None:
        """Make the drawing black and white."""
        colored = black_and_white(self._palette, self._session.marks)
        self._make(colored, marked("Black and White"))

    # Menus

    def fill_color_menu(self, menu: QMenu, index: int) -> None:
        """Add the commands on one colour."""
        last = len(self._palette) - 1
        self._add(menu, _("&Change Colour…"), lambda: self.change(index))
        self._add(menu, _("Re&name…"), lambda: self.rename(index))
        menu.addSeparator()
        self._add_colors(menu, _("&Merge Into"), index, self.merge)
        self._add_colors(menu, _("&Swap With"), index, self.swap)
        self._add(menu, _("Move &Up"), lambda: self.move(index, index - 1), is_enabled=index > 1)
        self._add(
            menu, _("Move &Down"), lambda: self.move(index, index + 1), is_enabled=index < last
        )
        menu.addSeparator()
        self._add(menu, _("&Remove"), lambda: self.merge(index, BACKGROUND), is_enabled=last > 1)

    def fill_palette_menu(self, menu: QMenu) -> None:
        """Add the commands on the whole palette."""
        self._add(menu, _("&Add Colour"), self.add, is_enabled=self.can_add)
        self._add(menu, _("Change &Background…"), lambda: self.change(BACKGROUND))
        few = menu.addMenu(_("Re&duce To"))
        for count in range(2, min(_MAX_OFFERED, len(self._palette) - 2) + 1):
            self._add(few, worded("{count} Colours", count=count), partial(self.reduce, count))
        few.setEnabled(not few.isEmpty())
        is_colored = not self._session.puzzle.is_black_and_white
        self._add(menu, _("Black and &White"), self.make_black_and_white, is_enabled=is_colored)

    def fill_menu(self, menu: QMenu) -> None:
        """Fill a menu with the commands on the palette and on the chosen colour."""
        self.fill_palette_menu(menu)
        menu.addSeparator()
        ink = self._session.ink
        chosen = menu.addMenu(swatch_icon(self._palette[ink].rgb), self._menu_names()[ink])
        self.fill_color_menu(chosen, ink)

    def _menu_names(self) -> list[str]:
        return [name.replace("&", "&&") for name in self._names()]

    def _add_colors(
        self, menu: QMenu, text: str, index: int, command: Callable[[int, int], None]
    ) -> None:
        """Add a menu of all other colours."""
        below = menu.addMenu(text)
        for k, name in enumerate(self._menu_names()):
            if k not in (BACKGROUND, index):
                action = self._add(below, name, partial(command, index, k))
                action.setIcon(swatch_icon(self._palette[k].rgb))
        below.setEnabled(not below.isEmpty())

    def _add(
        self,
        menu: QMenu,
        text: str,
        command: Callable[[], None] | None = None,
        is_enabled: bool = True,
    ) -> QAction:
        """Add a command, which does nothing if another palette came while the menu was open."""
        action, palette = menu.addAction(text), self._palette
        action.setEnabled(is_enabled)

        def carry_out() -> None:
            if command is not None and self.is_possible and self._palette == palette:
                command()

        action.triggered.connect(carry_out)
        return action
