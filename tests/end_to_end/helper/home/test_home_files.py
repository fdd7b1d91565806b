"""Home's shelves of recent files and of scanned puzzles with their photos."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import RecentRecord, Settings
from helper.author.properties_dialog import PropertiesDialog
from helper.home.entries import (
    DRAWINGS,
    SCANNED,
    Entry,
    EntryState,
    RecentFile,
    shown_name,
    to_continue,
)
from helper.home.library_source import OTHERS, RECENT, LibrarySource
from helper.main_window.main_window import MainWindow
from helper.review.photos import keep_photo
from puzzles import SHADED
from puzzles.formats import Document, read, write
from puzzles.packs import packs
from tests.support.boards import CHICK, random_puzzle
from tests.support.home_keys import view_of
from tests.support.keeping import keep_moves


@pytest.fixture
def kept(window: MainWindow, library: Library) -> MainWindow:
    keep_moves(window, library)
    return window


@pytest.fixture
def chick_file(tmp_path: Path) -> Path:
    path = tmp_path / "chick.non"
    write(path, Document(CHICK))
    return path


def shelf(window: MainWindow, name: str) -> tuple[Entry, ...]:
    """The entries of a shelf; an empty one is not shown."""
    return next((s.entries for s in window.home.source.shelves() if s.id == name), ())


def test_a_file_that_was_opened_is_on_home_with_its_name(
    kept: MainWindow, chick_file: Path, qtbot: QtBot
) -> None:
    assert shelf(kept, RECENT) == ()
    kept.files.open_file(chick_file)
    (entry,) = shelf(kept, RECENT)
    assert (entry.name, entry.height, entry.width, entry.state) == (
        "chick.non",
        7,
        7,
        EntryState.NEW,
    )
    assert kept.home.source.picture(entry).puzzle == CHICK
    kept.session.paint({0: SHADED}, "Shade")
    marks = kept.session.marks
    kept.leaving.close_puzzle()
    assert kept.home.is_shown
    (entry,) = shelf(kept, RECENT)
    assert entry.state is EntryState.STARTED
    assert isinstance(entry.source, RecentFile)
    assert kept.home.source.picture(entry).marks == marks
    assert shelf(kept, OTHERS) == (), "it is shown once"
    assert kept.home.view is not None
    kept.home.view.open_requested.emit(entry.id)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.session.path == chick_file
    assert kept.session.marks == marks


@pytest.mark.parametrize("title", ["", "Chick"])
def test_a_file_has_its_name_alone_also_when_it_is_not_recent(
    kept: MainWindow, tmp_path: Path, settings: Settings, title: str
) -> None:
    path = tmp_path / "5-1.non"
    write(path, Document(replace(random_puzzle(5, 6, 7), title=title)))
    kept.files.open_file(path)
    kept.session.paint({0: SHADED}, "Shade")
    kept.leaving.close_puzzle()
    assert kept.home.view is not None
    assert kept.home.view.continue_card.name.text() == "5-1.non"
    settings.forget_recent()
    kept.home.show()
    name = "5-1.non" if not title else "Other Puzzles, No. 1"
    assert kept.home.view.continue_card.name.text() == name, "a title would tell the solution"


def test_a_recent_file_that_is_gone_is_forgotten_with_a_sentence(
    kept: MainWindow, settings: Settings, chick_file: Path, said: list[str]
) -> None:
    kept.files.open_file(chick_file)
    kept.leaving.close_puzzle()
    chick_file.unlink()
    (entry,) = shelf(kept, RECENT)
    assert kept.home.view is not None
    kept.home.view.open_requested.emit(entry.id)
    QApplication.processEvents()
    assert "chick.non" in said[0]
    assert shelf(kept, RECENT) == ()
    assert not settings.recent


def test_a_scanned_puzzle_shows_its_photo_until_it_is_solved(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    photo = QImage(60, 40, QImage.Format.Format_RGB32)
    photo.fill(QColor("#c03060"))
    photo.save(str(tmp_path / "photo.png"))
    puzzle = random_puzzle(3, 9, 8)  # no bundled one
    kept.session.open_unsaved(Document(puzzle))
    photos = keep_photo(puzzle, (tmp_path / "photo.png").read_bytes())
    kept.session.paint({0: SHADED}, "Shade")
    kept.home.show()
    (entry,) = shelf(kept, SCANNED)
    assert shelf(kept, OTHERS) == ()
    assert kept.home.view is not None
    thumbnails = kept.home.view.thumbnails
    thumbnails.want("test", [entry], 50)
    qtbot.waitUntil(lambda: thumbnails.is_idle)
    image = thumbnails.image(entry, 50)
    assert (image.width(), image.height()) == (50, 33)
    assert image.pixelColor(25, 16) == QColor("#c03060")
    assert len(list((photos.parent.parent / "previews").iterdir())) == 1


def test_a_scanned_puzzle_is_found_by_the_title_that_the_player_gave_it(
    kept: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = replace(random_puzzle(3, 9, 8), title="From the train")
    kept.session.open_unsaved(Document(puzzle))
    keep_photo(puzzle, b"\x89PNG photo")
    kept.session.paint({0: SHADED}, "Shade")
    kept.home.show()
    kept.activateWindow()
    view = view_of(kept)
    QTest.keyClick(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.head.search, "train")
    (entry,) = view.model.entries
    assert (entry.shelf, view.model.name(entry)) == (SCANNED, "From the train")
    QTest.keyClick(view.head.search, Qt.Key.Key_Return)
    QTest.keyClick(view.tiles, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.windowTitle().startswith("From the train")
    seen: list[str] = []
    monkeypatch.setattr(PropertiesDialog, "exec", lambda self: seen.append(self.title.text()))
    kept.commands["properties"].trigger()
    assert seen == ["From the train"]


def test_a_scanned_puzzle_that_a_pack_has_keeps_its_title_there(kept: MainWindow) -> None:
    bundled = packs()[0].puzzles[0]
    scanned = replace(read(bundled.path).puzzle, title="From the train")
    assert kept.take_scanned(Document(scanned), b"\x89PNG photo")
    notice = kept.message_place.notice
    assert notice.text == (
        "You have this puzzle already: First steps, No. 1. Home shows this game and its title"
        " there."
    )
    shelves = kept.home.source.shelves()
    assert SCANNED not in {each.id for each in shelves}
    assert [shown_name(e) for e in shelves[0].entries[:2]] == ["From the train", "No. 2"]


def test_recent_files_that_are_damaged_are_left_out(settings: Settings) -> None:
    for k in range(12):
        settings.add_recent(RecentRecord(f"/p/{k}.non", k + 1, 5, 1))
    assert settings.recent[0] == RecentRecord("/p/11.non", 12, 5, 1)
    assert len(settings.recent) == 10
    good = RecentRecord("/p/ü, 8.non", 5, 6, 7, "abc")
    bad = ["[", "x", '["/p", 1, 1]', '["/p", 0, 5, 1, ""]', '["", 1, 1, 1, ""]', '[1, 1, 1, 1, ""]']
    settings._store.setValue("recent", [*bad, good.to_text()])
    assert settings.recent == (good,)
    settings.forget_recent(good.path)
    assert not settings.recent


def test_recent_files_of_earlier_versions_are_kept(settings: Settings) -> None:
    settings._store.setValue("recent_files", ["/a, b.non", "/c.non"])
    settings._store.setValue("recent_sizes", ["(3, 4, 1)", "(0, 0, 1)"])
    settings._store.setValue("recent_clues", ["abc", ""])
    assert settings.recent == (RecentRecord("/a, b.non", 3, 4, 1, "abc"),)
    settings.add_recent(RecentRecord("/d.non", 5, 5, 2))
    assert [record.path for record in settings.recent] == ["/d.non", "/a, b.non"]


def test_home_reads_no_recent_file_to_show_the_shelf(library: Library) -> None:
    source = LibrarySource(library, recent=lambda: [RecentRecord("/nowhere/a.non", 5, 6, 1)])
    (found,) = (s for s in source.shelves() if s.id == RECENT)
    assert [(e.name, e.height, e.width) for e in found.entries] == [("a.non", 5, 6)]


def test_a_drawing_with_a_file_is_on_home_once_and_there_is_nothing_to_solve(
    kept: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = tmp_path / "mine.non"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    kept.session.new(4, 4)
    kept.session.paint({0: SHADED, 5: SHADED}, "Shade")
    assert kept.files.save_as()
    kept.leaving.close_puzzle()
    (drawing,) = shelf(kept, DRAWINGS)
    assert shelf(kept, RECENT) == ()
    assert (drawing.title, drawing.state) == ("mine.non", EntryState.SOLVED)
    assert kept.home.view is not None
    assert to_continue(e for s in kept.home.source.shelves() for e in s.entries) is None
    kept.home.view.open_requested.emit(drawing.id)
    qtbot.waitUntil(lambda: not kept.home.is_shown)
    assert kept.session.path == path
    assert kept.session.state.drawing
