"""What is open is opened again when the program has started anew in another language."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from helper.application import restart
from helper.application.settings import Resumed, Settings
from helper.application.theme import ThemeManager
from helper.generate.names import RandomChoice
from helper.generate.random_puzzles import WantedPuzzle
from helper.home.entries import EntryState
from helper.home.sidebar import ALL
from helper.main_window.main_window import MainWindow
from helper.preferences.dialog import PreferencesDialog
from puzzles import Puzzle
from puzzles.packs import packs
from solver.author.generator.making import generate
from tests.support.cases import few


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

    again = started_anew(settings, themes, qtbot)
    assert not again.home.is_shown
    assert again.session.marks == marks
    assert settings.take_resumed() == Resumed()
    again.close()


def started_anew(settings: Settings, themes: ThemeManager, qtbot: QtBot) -> MainWindow:
    """The window of the next start."""
    again = MainWindow(settings, themes)
    qtbot.addWidget(again)
    again.resize(600, 500)
    again.show()
    again.autosave.open()
    again.home.show()
    again.home.resume(settings.take_resumed())
    return again


def random_puzzle(window: MainWindow, seed: str = "5") -> Puzzle:
    """Open a random puzzle as the command does."""
    choice = RandomChoice()
    found = generate(choice.options(), seed, lambda: False)
    assert found is not None
    window.random._open(WantedPuzzle(choice, seed), found.puzzle)
    return window.session.puzzle


@pytest.mark.parametrize("way", few(2, ["restart", "quit", "crash"]))
@pytest.mark.parametrize("page", few(1, ["board", "home"]))
def test_a_random_puzzle_without_a_mark_is_there_after(
    window: MainWindow,
    settings: Settings,
    themes: ThemeManager,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    requests: list[str],
    way: str,
    page: str,
) -> None:
    monkeypatch.setattr(PreferencesDialog, "exec", choose_polish)
    window.autosave.open()
    puzzle = random_puzzle(window)
    if page == "home":
        window.home.show()
    if way == "restart":
        window.others.edit_preferences()
    elif way == "quit":
        window.close()
    else:
        window.autosave._lock.release()  # as the system does for a program that is killed
    again = started_anew(settings, themes, qtbot)
    if way == "restart":
        assert again.session.puzzle == puzzle
        assert again.home.is_shown == (page == "home")
    entries = [entry for shelf in again.home.source.shelves() for entry in shelf.entries]
    (entry,) = [entry for entry in entries if entry.name == puzzle.title]
    assert entry.state is EntryState.NEW
    again.home._open(entry)
    assert again.session.puzzle == puzzle
    again.close()


def test_a_random_puzzle_without_a_mark_gives_way_to_the_next(window: MainWindow) -> None:
    window.autosave.open()
    random_puzzle(window)
    second = random_puzzle(window, "6")
    assert [game.title for game in window.autosave.library.games()] == [second.title]
    window.session.paint({0: 1}, "Shade")
    third = random_puzzle(window, "7")
    assert {game.title for game in window.autosave.library.games()} == {second.title, third.title}


@pytest.mark.parametrize("page", few(1, ["board", "home"]))
def test_what_is_scrolled_and_zoomed_is_so_after_the_restart(
    window: MainWindow,
    settings: Settings,
    themes: ThemeManager,
    qtbot: QtBot,
    requests: list[str],
    page: str,
) -> None:
    window.autosave.open()
    window.resize(600, 500)
    window.home._open(window.home.source.shelves()[-1].entries[-1])
    if page == "board":
        window.board.zoom.to(40)
        window.board.zoom.chosen.emit(40)
        window.board.area.scroll_to(130, 170)
    else:
        window.home.show()
        assert window.home.view is not None
        window.home.view.sidebar.go_to(ALL)
        qtbot.waitUntil(lambda: window.home.to_resume().y == 0)
        window.home.view.go_back_to(ALL, 150)
        qtbot.waitUntil(lambda: window.home.to_resume().y == 150)
    kept = window.home.to_resume()
    assert kept.y
    settings.keep_resumed(kept)
    window.close()
    again = started_anew(settings, themes, qtbot)
    qtbot.waitUntil(lambda: again.home.to_resume() == kept)
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
    assert settings.take_resumed() == Resumed()
    monkeypatch.undo()
