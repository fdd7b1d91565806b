"""What is open is opened again when the program has started anew in another language."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from helper.application import restart
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.main_window.window import MainWindow
from helper.preferences.dialog import PreferencesDialog
from puzzles.packs import packs


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests to start anew, as they come."""
    found: list[str] = []
    monkeypatch.setattr(restart, "request", lambda: found.append("request"))
    monkeypatch.setattr(restart, "cancel", lambda: found.append("cancel"))
    return found


def choose_polish(dialog: PreferencesDialog) -> int:
    dialog.language.setCurrentIndex(dialog.language.findText("Polski"))
    dialog.language.activated.emit(dialog.language.currentIndex())
    assert dialog.restart.isVisibleTo(dialog)
    dialog.restart.click()
    return 1


def test_a_begun_puzzle_is_open_after_the_restart(
    window: MainWindow,
    settings: Settings,
    themes: ThemeManager,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    requests: list[str],
) -> None:
    monkeypatch.setattr(PreferencesDialog, "exec", choose_polish)
    window.autosave.open()
    window.files.open_bundled(packs()[0].puzzles[0].path)
    window.session.paint({0: 1}, "Shade")
    marks = window.session.marks.copy()
    window.others.edit_preferences()
    assert requests == ["request"]
    assert not window.isVisible()
    assert settings.preferences.language == "pl"

    again = MainWindow(settings, themes)
    qtbot.addWidget(again)
    again.show()
    again.autosave.open()
    again.home.resume(settings.take_resumed())
    qtbot.waitUntil(lambda: not again.is_empty, timeout=3000)
    assert again.session.marks == marks
    assert settings.take_resumed() == ("", "", "")
    again.close()


def test_the_program_stays_if_a_window_stays_open(
    window: MainWindow,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    requests: list[str],
) -> None:
    monkeypatch.setattr(PreferencesDialog, "exec", choose_polish)
    monkeypatch.setattr(window.files, "may_leave", lambda: False)
    window.others.edit_preferences()
    assert requests == ["request", "cancel"]
    assert window.isVisible()
    assert settings.take_resumed() == ("", "", "")
    monkeypatch.undo()
