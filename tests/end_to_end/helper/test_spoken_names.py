"""Each widget that the keyboard reaches has a name for screen readers, in all windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QGroupBox,
    QLabel,
    QToolBar,
    QToolButton,
    QWidget,
)

from helper.main_window.main_window import MainWindow
from tests.support.dialogs import DIALOGS, KEPT_WINDOWS, VISITORS
from tests.support.dialogs import busy_window as busy_window


def name_of(widget: QWidget) -> str:
    """What a screen reader calls a widget; on Linux a combo box has its name from a label only."""
    if isinstance(widget, QComboBox):
        parent = widget.parentWidget()
        assert parent is not None
        labels = parent.findChildren(QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly)
        named = [label.text() for label in labels if label.buddy() is widget]
        if isinstance(parent, QGroupBox):
            named.append(parent.title())
        return next(iter(named), "")
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def reached(window: QWidget) -> Iterator[QWidget]:
    """The widgets of a window that are in view and that Tab or F6 reaches."""
    for widget in (window, *window.findChildren(QWidget)):
        is_part = widget.objectName().startswith("qt_") or isinstance(widget.parent(), QComboBox)
        is_in_bar = isinstance(widget, QToolButton) and isinstance(widget.parent(), QToolBar)
        has_keys = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) or is_in_bar
        is_here = widget.window() is window and widget.isVisible() and widget.focusProxy() is None
        if has_keys and is_here and not is_part:
            yield widget


def nameless(window: QWidget) -> list[str]:
    if isinstance(window, QFileDialog):  # Qt's own
        return []
    return [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        for widget in reached(window)
        if not name_of(widget).strip()
    ]


@pytest.fixture
def visited() -> Iterator[list[str]]:
    """What was found in dialogs that wait for an answer."""
    found: list[str] = []

    def visit(dialog: QWidget) -> None:
        found.extend(nameless(dialog))

    VISITORS.append(visit)
    yield found
    VISITORS.remove(visit)


def shown(window: MainWindow, command: Callable[[MainWindow], object]) -> list[str]:
    command(window)
    QApplication.processEvents()
    found: list[str] = []
    for top in QApplication.topLevelWidgets():
        if top.isVisible():
            found += nameless(top)
            if top is not window:
                top.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return found


def test_each_widget_of_a_dialog_has_a_name(busy_window: MainWindow, visited: list[str]) -> None:
    for name, command in {**DIALOGS, **KEPT_WINDOWS}.items():
        assert (name, shown(busy_window, command) + visited) == (name, [])


def test_each_widget_of_home_and_of_the_board_has_a_name(busy_window: MainWindow) -> None:
    window = busy_window
    window.session.draw()
    assert nameless(window) == []
    window.session.play()
    window.checking.press()
    assert nameless(window) == []
    window.home.show()
    QApplication.processEvents()
    assert window.home.is_shown
    assert nameless(window) == []
