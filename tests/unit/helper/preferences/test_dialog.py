"""The preferences, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import (
    ClueSide,
    GridLines,
    Preferences,
    Settings,
    TextSize,
    ThemeChoice,
)
from helper.application.theme import CONTRAST_DARK, CONTRAST_LIGHT, ThemeManager
from helper.preferences.dialog import PreferencesDialog

SMALL = QSize(512, 350)
"""A screen of 1024x700 at 200 %, in px of Qt."""
LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
Open = Callable[..., PreferencesDialog]


@pytest.fixture
def open_dialog(qtbot: QtBot, settings: Settings, themes: ThemeManager) -> Open:
    """Opens the dialog, on a screen of a size."""

    def opener(room: QSize = SMALL) -> PreferencesDialog:
        dialog = PreferencesDialog(settings, themes)
        qtbot.addWidget(dialog)
        dialog.resize(dialog.size_in(room))
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        return dialog

    return opener


def is_in_view(dialog: PreferencesDialog, control: QWidget) -> bool:
    place = control.rect().translated(control.mapTo(dialog, QPoint()))
    room = dialog.area.viewport().rect() if dialog.area.isAncestorOf(control) else dialog.rect()
    return room.contains(place)


def click(dialog: PreferencesDialog, control: QWidget) -> None:
    """Click a control, after the page is scrolled to it."""
    dialog.area.ensureWidgetVisible(control)
    at = QPoint(12, control.height() // 2)
    assert control.visibleRegion().contains(at)
    QTest.mouseClick(control, LEFT, pos=at)


def test_preferences_are_applied_at_once_and_restored(
    open_dialog: Open, settings: Settings, themes: ThemeManager
) -> None:
    dialog = open_dialog()
    click(dialog, dialog.advanced.button)
    QApplication.processEvents()
    for switch in (dialog.automatic_dots, dialog.grey_clues, dialog.highlight, dialog.overwrite):
        click(dialog, switch)
    for switch in (dialog.show_timer, dialog.cover_when_left):
        QTest.keyClick(switch, Qt.Key.Key_Space)
    for number, text in (
        (dialog.cell_size, "40"),
        (dialog.margin_left, "5"),
        (dialog.margin_top, "0"),
    ):
        number.setFocus()
        number.selectAll()
        QTest.keyClicks(number, text)
    dialog.clue_side.setFocus()
    QTest.keyClick(dialog.clue_side, Qt.Key.Key_Down)
    dialog.grid_lines.setFocus()
    QTest.keyClick(dialog.grid_lines, Qt.Key.Key_Down)
    dialog.theme.setFocus()
    QTest.keyClick(dialog.theme, Qt.Key.Key_End)
    expected = Preferences(
        cell_size=40,
        margin_left=5,
        margin_top=0,
        automatic_dots=False,
        grey_clues=False,
        highlight=False,
        overwrite=True,
        show_timer=False,
        cover_when_left=False,
        clue_side=ClueSide.RIGHT_BELOW,
        grid_lines=GridLines.TEN,
        theme=ThemeChoice.CONTRAST_DARK,
    )
    assert settings.preferences == expected
    assert themes.theme is CONTRAST_DARK
    assert Settings().preferences == expected
    QTest.mouseClick(dialog.defaults, LEFT)
    assert settings.preferences == Preferences()
    assert dialog.cell_size.value() == Preferences().cell_size
    assert Settings().preferences == Preferences()


def test_restoring_keeps_what_is_chosen_elsewhere(open_dialog: Open, settings: Settings) -> None:
    settings.change(check_while_creating=False, overwrite=True)
    QTest.mouseClick(open_dialog().defaults, LEFT)
    assert settings.preferences == Preferences(check_while_creating=False)


@pytest.mark.parametrize("room", [SMALL, QSize(1024, 700), QSize(1920, 1080)])
def test_the_dialog_fits_the_screen_and_scrolls_only_down(open_dialog: Open, room: QSize) -> None:
    dialog = open_dialog(room)
    click(dialog, dialog.advanced.button)
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()
    assert dialog.area.horizontalScrollBar().maximum() == 0


def test_all_is_in_view_on_a_large_screen(open_dialog: Open) -> None:
    dialog = open_dialog(QSize(1920, 1080))
    assert all(is_in_view(dialog, control) for control in dialog.controls if control.isVisible())
    assert dialog.area.verticalScrollBar().maximum() == 0


def test_all_is_in_view_on_a_screen_of_768_px_without_filling_it(open_dialog: Open) -> None:
    room = QSize(1366, 728)
    dialog = open_dialog(room)
    assert dialog.height() <= 660
    assert dialog.area.verticalScrollBar().maximum() == 0
    assert all(is_in_view(dialog, control) for control in dialog.controls if control.isVisible())
    dialog.resize(600, 600)
    QApplication.processEvents()
    assert dialog.area.horizontalScrollBar().maximum() == 0
    below = dialog.automatic_dots.mapTo(dialog.page, QPoint()).y()
    assert below > dialog.cover_when_left.mapTo(dialog.page, QPoint()).y(), "one column"


def test_tab_goes_through_all_controls_and_scrolls_to_them(open_dialog: Open, qtbot: QtBot) -> None:
    dialog = open_dialog()
    click(dialog, dialog.advanced.button)
    QApplication.processEvents()  # all cards get their places
    qtbot.waitUntil(lambda: is_in_view(dialog, dialog.clues_on_both_sides))
    shown = [control for control in dialog.controls if control.isVisible()]
    shown[0].setFocus()
    for control in shown:
        assert dialog.focusWidget() is control
        assert is_in_view(dialog, control), control
        QTest.keyClick(control, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is shown[0]


def test_tab_leaves_out_what_is_folded(open_dialog: Open) -> None:
    dialog = open_dialog()
    dialog.advanced.button.setFocus()
    QTest.keyClick(dialog.advanced.button, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.show_timer


def test_a_control_has_a_mnemonic_of_its_own(open_dialog: Open) -> None:
    """There are more controls than letters: those that Advanced folds may have none."""
    dialog = open_dialog()
    folded = {control for control in dialog.controls if dialog.advanced.isAncestorOf(control)}
    folded -= {dialog.advanced.button}
    found = {button: button.text() for button in dialog.findChildren(QAbstractButton)}
    texts: dict[QWidget, str] = {button: text for button, text in found.items() if text}
    texts |= {b: label.text() for label in dialog.findChildren(QLabel) if (b := label.buddy())}
    keys = {control: QKeySequence.mnemonic(text).toString() for control, text in texts.items()}
    assert set(texts) == set(dialog.controls)
    assert all(key for control, key in keys.items() if control not in folded), texts
    used = [key for key in keys.values() if key]
    assert len(set(used)) == len(used), sorted(used)


def test_a_mnemonic_scrolls_to_its_switch(
    open_dialog: Open, qtbot: QtBot, settings: Settings
) -> None:
    dialog = open_dialog()
    assert not is_in_view(dialog, dialog.cover_when_left)
    QTest.keyClick(dialog, Qt.Key.Key_V, ALT)
    qtbot.waitUntil(lambda: not settings.preferences.cover_when_left, timeout=2000)
    assert is_in_view(dialog, dialog.cover_when_left)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_the_keyboard_opens_and_folds_advanced(
    open_dialog: Open, qtbot: QtBot, key: Qt.Key
) -> None:
    dialog = open_dialog()
    button = dialog.advanced.button
    assert not dialog.clues_on_both_sides.isVisible()
    button.setFocus()
    QTest.keyClick(button, key)
    assert dialog.clues_on_both_sides.isVisible()
    qtbot.waitUntil(lambda: is_in_view(dialog, dialog.clues_on_both_sides))
    QTest.keyClick(button, key)
    assert not dialog.clues_on_both_sides.isVisible()
    assert dialog.isVisible()


@pytest.mark.parametrize("name", ["cell_size", "margin_left", "zebra"])
def test_advanced_is_open_if_it_was_used(open_dialog: Open, settings: Settings, name: str) -> None:
    settings.change(**{name: True if name == "zebra" else 30})
    dialog = open_dialog()
    assert getattr(dialog, name).isVisible()


@pytest.mark.parametrize("name", ["theme", "clue_side", "lights", "grid_lines"])
def test_the_wheel_scrolls_and_changes_nothing(
    open_dialog: Open, qtbot: QtBot, settings: Settings, name: str
) -> None:
    dialog = open_dialog()
    click(dialog, dialog.advanced.button)
    qtbot.waitUntil(lambda: is_in_view(dialog, dialog.clues_on_both_sides))
    field = getattr(dialog, name)
    field.setFocus()
    bar = dialog.area.verticalScrollBar()
    before = bar.value()
    window = dialog.windowHandle()
    QTest.wheelEvent(window, QPointF(field.mapTo(dialog, field.rect().center())), QPoint(0, -120))
    assert settings.preferences == Preferences()
    assert bar.value() > before


def test_escape_closes_and_keeps_the_settings(open_dialog: Open, settings: Settings) -> None:
    dialog = open_dialog()
    click(dialog, dialog.overwrite)
    QTest.keyClick(dialog.overwrite, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert settings.preferences.overwrite


def test_the_dialog_takes_the_theme_that_is_chosen_in_it(open_dialog: Open) -> None:
    dialog = open_dialog()

    def card_color() -> QColor:
        card = dialog.theme.mapTo(dialog, QPoint(-4, 4))
        return dialog.grab().toImage().pixelColor(card)

    dialog.theme.setFocus()
    for key, theme in ((Qt.Key.Key_End, CONTRAST_DARK), (Qt.Key.Key_Up, CONTRAST_LIGHT)):
        QTest.keyClick(dialog.theme, key)
        assert card_color() == QColor(theme.base)


def test_another_text_size_offers_a_restart(open_dialog: Open, settings: Settings) -> None:
    dialog = open_dialog()
    assert not dialog.restart.isVisible()
    dialog.text_size.setFocus()
    QTest.keyClick(dialog.text_size, Qt.Key.Key_End)
    assert settings.preferences.text_size is TextSize.LARGEST
    assert dialog.restart.isVisible()
    QTest.keyClick(dialog.text_size, Qt.Key.Key_Home)
    assert not dialog.restart.isVisible()


def test_a_press_on_a_control_at_the_edge_leaves_it_under_the_pointer(open_dialog: Open) -> None:
    dialog = open_dialog()
    QTest.keyClick(dialog.text_size, Qt.Key.Key_End)
    QApplication.processEvents()
    restart, bar = dialog.restart, dialog.area.verticalScrollBar()
    top = restart.mapTo(dialog.page, QPoint()).y()
    bar.setValue(top + restart.height() // 2)
    y = bar.value()
    assert 0 < restart.visibleRegion().boundingRect().height() < restart.height(), "half of it"
    at = restart.mapTo(dialog, QPoint(12, restart.height() - 4))
    QTest.mousePress(dialog.windowHandle(), LEFT, pos=at)
    assert restart.hasFocus()
    assert bar.value() == y
    QTest.mouseRelease(dialog.windowHandle(), LEFT, pos=at)
    assert dialog.wants_restart


def test_an_unknown_language_in_the_settings_is_that_of_the_system(
    open_dialog: Open, settings: Settings
) -> None:
    settings._store.setValue("preferences/language", "zz")
    settings.preferences = settings._read()
    assert settings.preferences.language == ""
    assert open_dialog().language.currentIndex() == 0
