"""The bar over the board: Home, Play and Draw, and the tools of the mode."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QSizePolicy, QWidget

from helper.desk.command import Bar, Where
from helper.desk.command_table import BAR_ICON_PX, CommandTable
from helper.widgets.buttons import ActionButton, BarTexts

_RIGHT = 1000
"""From this order on buttons are at the right side."""


class TopBar:
    """A toolbar with a button for each command that has a place in it."""

    def __init__(self, commands: CommandTable, window: QMainWindow) -> None:
        self.toolbar = toolbar = window.addToolBar("Toolbar")
        toolbar.setObjectName("toolbar")
        toolbar.setMovable(False)
        toolbar.setIconSize(QSize(BAR_ICON_PX, BAR_ICON_PX))
        toolbar.toggleViewAction().setVisible(False)
        self._width_px = 0
        # Later: the bar does not know yet which of its buttons are shown.
        self._fit_later = QTimer(toolbar, singleShot=True, interval=0)
        self._fit_later.timeout.connect(lambda: self.fit(self._width_px))
        self._where = Where(0)
        with_text: list[ActionButton] = []
        self._buttons: list[tuple[Bar, QAction]] = []
        self._lines: list[tuple[int, QAction]] = []
        """Lines before a group of buttons, with the number of the group."""
        rows = sorted((row.bar.order, row) for row in commands.rows if row.bar is not None)
        group = 0
        for order, row in rows:
            assert row.bar is not None
            if order >= _RIGHT > 100 * group:
                space = QWidget()
                policies = QSizePolicy.Policy
                space.setSizePolicy(policies.Expanding, policies.Preferred)
                toolbar.addWidget(space)
            if group != order // 100:
                self._lines.append((order // 100, toolbar.addSeparator()))
            group = order // 100
            button = ActionButton(commands[row.id], row.bar.text is not None, row.bar.text or "")
            button.setIconSize(toolbar.iconSize())
            if row.bar.text is not None:
                with_text.append(button)
            self._buttons.append((row.bar, toolbar.addWidget(button)))
        self._end = self._lines[-1][1]
        self._texts = BarTexts(toolbar, with_text)

    def follow(self, where: Where) -> None:
        """Show the tools of a mode."""
        if where is self._where:
            return
        self._where = where
        for bar, action in self._buttons:
            action.setVisible(bool(bar.shown & where))
        groups = {bar.order // 100 for bar, _ in self._buttons if bar.shown & where}
        for group, line in self._lines:
            line.setVisible(group in groups)
        self._fit_later.start()

    def fit(self, width_px: int) -> None:
        """Show the texts of buttons with an icon only where there is room for them."""
        self._width_px = width_px
        self._texts.fit(width_px)

    def add_before_zoom(self, widget: QWidget) -> None:
        """Add a widget at the right side, before the zoom buttons."""
        self.toolbar.insertWidget(self._end, widget)
