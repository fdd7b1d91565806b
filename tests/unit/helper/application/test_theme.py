"""The colours of the program."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QFile, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import (
    CONTRAST_DARK,
    CONTRAST_LIGHT,
    DARK,
    LIGHT,
    Theme,
    ThemeManager,
    contrast_theme,
    control_sheet,
    use_theme,
)
from puzzles.color_values import contrast, luminance
from tests.support.contrast import light_of, pixels_of, ratio


@pytest.fixture(params=[LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK], ids=lambda theme: theme.name)
def theme(request: pytest.FixtureRequest) -> Theme:
    found: Theme = request.param
    return found


def test_the_pictures_of_the_controls_are_there_and_stand_out(theme: Theme) -> None:
    names = set(re.findall(r"url\((controls:[^)]*)\)", control_sheet(vars(theme))))
    assert len(names) == 3
    for name in names:
        file = QFile(name)
        assert file.open(QFile.OpenModeFlag.ReadOnly), name
        (color,) = re.findall(r'stroke="(#\w{6})"', bytes(file.readAll().data()).decode())
        behind = theme.accent if "tick" in name else theme.base
        assert contrast(color, behind) >= 3, name


def test_no_picture_is_shown_as_its_negative(theme: Theme) -> None:
    assert luminance(theme.paper) > luminance(theme.ink)


@pytest.mark.parametrize("kind", [QPushButton, QCheckBox])
def test_a_focus_by_key_has_one_frame(
    qtbot: QtBot, theme: Theme, kind: type[QAbstractButton]
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(control_sheet(vars(theme)))
    button = kind(window)
    button.setText("Save")
    window.show()
    without = button.grab().toImage()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    by_mouse = button.grab().toImage()
    window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    assert button.grab().toImage() == by_mouse != without, "the style adds a frame of its own"


@pytest.mark.parametrize("count", [2, 5])
def test_the_list_of_a_combo_box_is_not_cut(qtbot: QtBot, theme: Theme, count: int) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(control_sheet(vars(theme)))
    box = QComboBox(window)
    box.addItems([f"Entry {number}" for number in range(count)])
    window.show()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    assert view.viewport().height() >= count * view.sizeHintForRow(0)
    box.hidePopup()


def palette(window: str, text: str, accent: str, on_accent: str) -> QPalette:
    roles = QPalette.ColorRole
    made = QPalette()
    for role, color in (
        (roles.Window, window),
        (roles.Base, window),
        (roles.WindowText, text),
        (roles.Highlight, accent),
        (roles.HighlightedText, on_accent),
    ):
        made.setColor(role, QColor(color))
    return made


@pytest.mark.parametrize(
    ("window", "text", "accent", "on_accent"),
    [
        ("#000000", "#ffffff", "#ffff00", "#000000"),
        ("#2d3236", "#ffffff", "#a1bfde", "#212d3b"),
        ("#fffaef", "#3d3d3d", "#903909", "#fff5e3"),
        ("#ffffff", "#000000", "#c0c0ff", "#000000"),  # an accent that nobody sees
    ],
)
def test_a_system_palette_of_high_contrast_is_followed(
    window: str, text: str, accent: str, on_accent: str
) -> None:
    theme = contrast_theme(palette(window, text, accent, on_accent), is_dark=False)
    assert (theme.window, theme.text, theme.faint, theme.edge) == (window, text, text, text)
    assert theme.accent == (accent if contrast(accent, window) >= 4.5 else text)
    for color in (theme.accent, theme.red):
        assert contrast(color, theme.window) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert luminance(theme.paper) > luminance(theme.ink)


@pytest.mark.parametrize("is_dark", [False, True])
def test_a_system_that_only_asks_for_contrast_gets_ours(is_dark: bool) -> None:
    theme = contrast_theme(palette("#eeeeee", "#777777", "#3461eb", "#ffffff"), is_dark)
    assert theme is (CONTRAST_DARK if is_dark else CONTRAST_LIGHT)


def test_the_contrast_of_the_system_is_followed_unless_the_player_chose(
    settings: Settings, themes: ThemeManager, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ThemeManager, "wants_contrast", property(lambda _: True))
    settings.change(theme=ThemeChoice.DARK)
    assert themes.theme is DARK
    settings.change(theme=ThemeChoice.SYSTEM)
    assert themes.theme not in (LIGHT, DARK)
    assert contrast(themes.theme.text, themes.theme.window) >= 7
    settings.change(theme=ThemeChoice.LIGHT)
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(LIGHT.window)


def test_the_text_of_an_empty_field_has_the_contrast_of_text(
    qtbot: QtBot, application: QApplication, theme: Theme
) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setPlaceholderText("\N{FULL BLOCK}" * 6)
    field.resize(300, 60)
    use_theme(application, theme)
    middle = pixels_of(field.grab().toImage())[30, 20:40]
    use_theme(application, LIGHT)
    least = 7 if theme in (CONTRAST_LIGHT, CONTRAST_DARK) else 4.5
    assert ratio(luminance(theme.base), light_of(middle)).min() >= least
