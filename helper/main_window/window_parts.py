"""The parts of a window, through which F6 leads the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from helper.commands.command import NO_MENU, Command, Feature, MenuPlace
from puzzles.words import _

_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}
_IN_BAR = "inBar"
"""The property of buttons that get the keyboard by the keys of their bar."""


class WindowParts(Feature):
    """Leads from part to part: top bar, board or Home, side panel, messages."""

    def __init__(self, parts: Callable[[], Sequence[QWidget]], window: QWidget) -> None:
        """``parts``: those that are there now, in their order; parts may be in each other."""
        super().__init__(window)
        self._parts = parts
        self._last: dict[QWidget, QWidget] = {}
        """Where the keyboard was when it left a part."""

    def commands(self) -> tuple[Command, ...]:
        """Next Part of the Window, Previous Part of the Window."""
        return (
            Command(
                "next_part",
                _("Ne&xt Part of the Window"),
                partial(self.go, 1),
                MenuPlace(NO_MENU, 510),
                _("Take the keyboard to the top bar, the board, the panel, the messages"),
                ("F6",),
            ),
            Command(
                "previous_part",
                _("Pre&vious Part of the Window"),
                partial(self.go, -1),
                MenuPlace(NO_MENU, 520),
                _("Take the keyboard back to the part before"),
                ("Shift+F6",),
            ),
        )

    def go(self, step: int) -> None:
        """Take the keyboard to the next part (1) or the one before (-1), if there is one."""
        parts = [part for part in self._parts() if part.isVisible()]
        focused = QApplication.focusWidget()
        holding = [k for k, part in enumerate(parts) if _is_in(focused, part)]
        # A message in the panel is a part of its own: the innermost part is where the keyboard is.
        at = max(holding, key=lambda k: len(_above(parts[k])), default=-1 if step > 0 else 0)
        if holding and focused is not None:
            self._last[parts[at]] = focused
        for k in range(1, len(parts) + 1):
            part = parts[(at + step * k) % len(parts)]
            others = [other for other in parts if other is not part and part.isAncestorOf(other)]
            target = self._target(part, others)
            if target is not None and target is not focused:
                _take_keyboard(target)
                return

    def _target(self, part: QWidget, others: Sequence[QWidget]) -> QWidget | None:
        """The widget of a part that gets the keyboard, not in one of the other parts in it."""
        last = self._last.pop(part, None)
        if last is not None and _is_in(last, part) and _can_focus(last):
            return last
        proxy = part.focusProxy()
        if (proxy or part).focusPolicy() & Qt.FocusPolicy.TabFocus:
            return proxy or part
        # Qt's button for what a bar has no room for comes first among its children, and last on it.
        found = sorted(part.findChildren(QWidget), key=lambda w: w.objectName() == BAR_OVERFLOW)
        fitting = (w for w in found if _can_focus(w) and not any(_is_in(w, o) for o in others))
        return next(fitting, None)


BAR_OVERFLOW = "qt_toolbar_ext_button"
"""Qt's name of that button."""


class BarKeys(QObject):
    """Keys of a bar whose buttons leave the keyboard to the board: Tab skips them, F6 does not."""

    def __init__(self, bar: QWidget, leave: Callable[[], object]) -> None:
        """``leave``: gives the keyboard back, at Escape."""
        super().__init__(bar)
        self._bar, self._leave = bar, leave
        for button in bar.findChildren(QToolButton):
            button.setProperty(_IN_BAR, True)
            button.installEventFilter(self)

    def _buttons(self) -> list[QToolButton]:
        """The buttons that can be pressed, from left to right or from top to bottom."""

        def place(button: QToolButton) -> tuple[int, int]:
            at = button.mapTo(self._bar, QPoint())
            is_level = self._bar.width() > self._bar.height()
            return (at.x(), at.y()) if is_level else (at.y(), at.x())

        return sorted(filter(_can_focus, self._bar.findChildren(QToolButton)), key=place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_key and self._press(cast(QToolButton, watched), cast(QKeyEvent, event).key()):
            return True
        return super().eventFilter(watched, event)

    def _press(self, button: QToolButton, pressed: int) -> bool:
        key = Qt.Key(pressed)
        buttons = self._buttons()
        if key == Qt.Key.Key_Down and button.menu() is not None:
            button.showMenu()
        elif key in _STEPS and button in buttons:
            _take_keyboard(buttons[(buttons.index(button) + _STEPS[key]) % len(buttons)])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and buttons:
            _take_keyboard(buttons[0 if key == Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button.click()
        elif key == Qt.Key.Key_Escape:
            self._leave()
        else:
            return False
        return True


def _above(widget: QWidget) -> list[QWidget]:
    above: list[QWidget] = []
    parent = widget.parentWidget()
    while parent is not None:
        above.append(parent)
        parent = parent.parentWidget()
    return above


def _is_in(widget: QWidget | None, part: QWidget) -> bool:
    return widget is not None and (widget is part or part.isAncestorOf(widget))


def _can_focus(widget: QWidget) -> bool:
    """Whether a widget can get the keyboard; a bar's buttons can, though Tab skips them."""
    has_keys = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) or widget.property(_IN_BAR)
    return bool(has_keys) and widget.isVisible() and widget.isEnabled()


def _take_keyboard(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.TabFocusReason)
