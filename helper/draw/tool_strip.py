"""The strip with the tools at the left of the board, in Draw."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QToolButton, QWidget

from helper.application.icons import icon
from helper.application.theme import Theme
from helper.draw.shapes import Mirror
from helper.draw.toolbox import ENDS_KEY, FILLED_KEY, SIDES_KEY, Toolbox
from helper.draw.tools import ToolKind
from helper.widgets.small_screen import SmallScreenArea
from helper.widgets.style import colored
from puzzles.words import _

_BUTTON_PX = 30
_ICON_PX = 18
_GAP_PX = 2
_MARGIN_PX = 4
_RULE_PX = 7
"""The height of the line between the tools and their options, with the room around it."""
_SHEET = """
QScrollArea#ToolStrip {{ background: {window}; border: none; border-right: 1px solid {line}; }}
QWidget#ToolStripContent {{ background: {window}; }}
QToolButton {{ padding: 0; }}
"""


class ToolStrip(SmallScreenArea):
    """Buttons for the tools and their options; hidden while there are no tools.

    They are in one column, in two if the window is low, and scrolled if that is not enough.
    """

    def __init__(self, toolbox: Toolbox, parent: QWidget) -> None:
        content = QWidget()
        content.setObjectName("ToolStripContent")
        super().__init__(content, parent)
        self.setObjectName("ToolStrip")
        self.setAccessibleName(_("Tools"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._toolbox = toolbox
        self._columns = 0
        self.tools = {kind: _button(kind.title, kind.key, kind.tip) for kind in ToolKind}
        self.filled = _button(_("Filled"), FILLED_KEY, _("Rectangles and ellipses are filled"))
        self.mirrors = {
            Mirror.SIDES: _button(
                _("Mirror Sideways"), SIDES_KEY, _("Left and right are drawn alike")
            ),
            Mirror.ENDS: _button(
                _("Mirror Upright"), ENDS_KEY, _("Top and bottom are drawn alike")
            ),
        }
        self._icons = {button: kind.icon_name for kind, button in self.tools.items()}
        self._icons[self.filled] = "tool-filled"
        self._icons[self.mirrors[Mirror.SIDES]] = "tool-mirror-sides"
        self._icons[self.mirrors[Mirror.ENDS]] = "tool-mirror-ends"
        self._rule = QFrame()
        self._rule.setFrameShape(QFrame.Shape.HLine)
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(*4 * (_MARGIN_PX,))
        self._grid.setSpacing(_GAP_PX)
        self._connect()
        self._arrange(1)
        self.update_tools()

    def _connect(self) -> None:
        toolbox = self._toolbox
        for kind, button in self.tools.items():
            button.clicked.connect(lambda _=False, kind=kind: toolbox.choose(kind))
        self.filled.clicked.connect(toolbox.set_filled)
        for axis, button in self.mirrors.items():
            button.clicked.connect(lambda on, axis=axis: toolbox.set_mirror(axis, on))
        toolbox.changed.connect(self.update_tools)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        self.setStyleSheet(colored(_SHEET, theme))
        for button, name in self._icons.items():
            button.setIcon(icon(name, theme))

    def update_tools(self) -> None:
        """Show which tool is chosen, and the strip only while there are tools."""
        toolbox = self._toolbox
        for kind, button in self.tools.items():
            button.setChecked(kind is toolbox.kind)
        self.filled.setChecked(toolbox.options.is_filled)
        for axis, button in self.mirrors.items():
            button.setChecked(axis in toolbox.options.mirror)
        self.setVisible(toolbox.is_active)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        room = self.height()
        needed = 2 * _MARGIN_PX + _RULE_PX + len(self._icons) * (_BUTTON_PX + _GAP_PX)
        self._arrange(1 if needed <= room else 2)
        super().resizeEvent(event)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        while self._grid.count():
            self._grid.takeAt(0)
        row = 0
        for buttons in (list(self.tools.values()), [self.filled, *self.mirrors.values()]):
            for k, button in enumerate(buttons):
                self._grid.addWidget(button, row + k // columns, k % columns)
            row += -(-len(buttons) // columns)
            if buttons[0] is not self.filled:
                self._grid.addWidget(self._rule, row, 0, 1, columns)
                row += 1
        self._grid.setRowStretch(row, 1)
        bar = self.verticalScrollBar().sizeHint().width() if columns > 1 else 0
        inner = columns * _BUTTON_PX + (columns - 1) * _GAP_PX
        self.setFixedWidth(inner + 2 * _MARGIN_PX + 1 + bar)


def _button(name: str, key: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setCheckable(True)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setFixedSize(_BUTTON_PX, _BUTTON_PX)
    button.setIconSize(QSize(_ICON_PX, _ICON_PX))
    button.setToolTip(f"{name} ({key})\n{tip}")
    button.setStatusTip(tip)
    button.setAccessibleName(name)
    return button
