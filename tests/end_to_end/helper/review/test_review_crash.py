"""A review survives a crash; photos that nobody needs do not stay for ever."""

from __future__ import annotations

import json
import os
import time
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import KeptReview
from helper.main_window.main_window import MainWindow
from helper.main_window.messages import Welcome
from helper.review import review_autosave, scanning
from helper.review.draft import Draft
from helper.review.draft_text import DraftWriter, draft_from_text
from helper.review.photos import keep_photo, photo_of, prune_photos, store_photo
from helper.review.review import Review
from helper.review.review_window import ReviewWindow
from puzzles import LibraryError
from recognizer.lattice import Lattice
from recognizer.values import Problem, Reading, Side
from tests.support import review_samples as samples
from tests.support.boards import CHICK
from tests.support.cases import few
from tests.support.keeping import keep_moves
from tests.support.processes import run_python
from tests.support.review_desk import QuickJob

Keys = Qt.Key

CHECK_AND_DIE = """
import os
import cv2
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from helper import app
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.review import photos, scanning
from helper.main_window.main_window import MainWindow
from helper.review.scan_work import ScanResult
from tests.support import review_samples as samples
from tests.support.review_desk import QuickJob

def scan(source, report, should_stop):
    data = cv2.imencode(".png", samples.picture())[1].tobytes()
    return ScanResult(samples.picture(), samples.doubtful(), data, photos.store_photo(data).name)

scanning.Job, scanning.scan_work = QuickJob, scan
made = app.make_application()
settings = Settings()
window = MainWindow(settings, ThemeManager(made, settings))
window.show()
app._open_libraries([window], starts_at_home=False)
window.scanning.start(b"")
while not window.scanning.reviews:
    made.processEvents()
review = window.scanning.reviews[0]
review.choices.title.setText("Bird")
QTest.keyClick(review.clues, Qt.Key.Key_4)
os.kill(os.getpid(), 9)
"""


def same(a: Draft, b: Draft) -> bool:
    """Drafts compare by identity, and points are rounded."""
    for name in (field.name for field in fields(Draft)):
        one, two = getattr(a, name), getattr(b, name)
        lattices = zip(one, two, strict=True) if name == "others" else [(one, two)]
        if name in ("lattice", "others"):
            if not all(x is y or np.allclose(x.points, y.points, atol=0.01) for x, y in lattices):
                return False
        elif one != two:
            return False
    return True


def resumed(window: MainWindow, qtbot: QtBot) -> ReviewWindow:
    assert "was being checked when the program ended" in window.message_place.top.text
    window.message_place.top.button("Continue").click()
    qtbot.waitUntil(lambda: len(window.scanning.reviews) == 1, timeout=10_000)
    return window.scanning.reviews[0]


def test_after_kill_9_a_review_goes_on(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str]
) -> None:
    assert run_python(CHECK_AND_DIE).returncode == -9
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    assert "“Bird”" in window.message_place.top.text
    review = resumed(window, qtbot)
    assert window.message_place.top.text == ""
    assert review.choices.title.text() == "Bird"
    assert review.review.draft.rows[1].lengths == (2, 4)
    assert np.array_equal(review.view.pyramid.levels[0], samples.picture())
    assert len(library.reviews()) == 1, "it is kept on"
    QTest.keyClick(review.clues, Keys.Key_1)
    (kept,) = library.reviews()
    assert same(draft_from_text(kept.draft), review.review.draft)
    review.reject()
    assert agreed == ["Forget the scanned puzzle?"], (
        "though nothing was edited but before the crash"
    )
    assert library.reviews() == ()


def kept_review(home: Path, draft: str, photo: str = "") -> Library:
    """A review of a program that has crashed."""
    library = Library(home / "library.sqlite3")
    path = home / "chick.png"
    picture = samples.picture()
    height, width = picture.shape[:2]
    QImage(picture.tobytes(), width, height, 3 * width, QImage.Format.Format_BGR888).save(str(path))
    name = photo or store_photo(path.read_bytes()).name
    library.keep_review(KeptReview("1", "somebody", name, "", draft))
    return library


def doubtful_text() -> str:
    return DraftWriter().text(Draft.of(samples.doubtful(), samples.picture()))


@pytest.mark.parametrize("answer", ["Later", "Discard"])
def test_a_review_left_behind_may_wait_or_go(window: MainWindow, home: Path, answer: str) -> None:
    library = kept_review(home, doubtful_text())
    keep_moves(window, library)
    window.message_place.top.button(answer).click()
    assert window.message_place.top.text == ""
    assert len(library.reviews()) == (1 if answer == "Later" else 0)
    assert window.scanning.reviews == []


def test_buttons_of_two_messages_have_mnemonics_of_their_own(
    window: MainWindow, home: Path
) -> None:
    library = kept_review(home, doubtful_text())
    Welcome(window.desk, window.message_place.bottom)
    keep_moves(window, library)
    buttons = [window.message_place.bottom.button(name) for name in ("Open…", "Close")]
    buttons += [window.message_place.top.button(name) for name in ("Continue", "Discard", "Later")]
    keys = [QKeySequence.mnemonic(button.text()).toString() for button in buttons]
    keys += [QKeySequence.mnemonic(a.text()).toString() for a in window.menuBar().actions()]
    assert all(keys)
    assert len(keys) == len(set(keys)), keys
    for _ in range(9):  # each time the letter is free again
        window.message_place.top.show_message("Again", Later=window.close)
        assert "&" in window.message_place.top.button("Later").text()


def test_a_damaged_review_is_read_anew(
    window: MainWindow, qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = kept_review(home, "{}")
    monkeypatch.setattr(scanning, "Job", QuickJob)
    monkeypatch.setattr(scanning, "scan_work", samples.scan_chick)
    keep_moves(window, library)
    review = resumed(window, qtbot)
    assert review.review.draft.rows[1].lengths == (2, 7)
    (kept,) = library.reviews()
    assert same(draft_from_text(kept.draft), review.review.draft), "the damaged one is gone"
    review.close_at_once()


def test_a_review_whose_picture_is_gone_says_so(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str]
) -> None:
    library = kept_review(home, doubtful_text(), photo="gone.png")
    keep_moves(window, library)
    window.message_place.top.button("Continue").click()
    qtbot.waitUntil(lambda: agreed != [], timeout=10_000)
    assert "gone.png: cannot be opened: " in agreed[0]
    assert not window.scanning.is_running


@pytest.mark.parametrize("end", few(1, ["accept", "reject"]))
def test_nothing_is_left_of_a_review_that_ends_in_peace(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str], end: str
) -> None:
    library = kept_review(home, doubtful_text())
    keep_moves(window, library)
    review = resumed(window, qtbot)
    getattr(review, end)()
    assert library.reviews() == ()
    assert (window.session.puzzle == samples.doubtful().puzzle()) == (end == "accept")


# The text


def drafts() -> list[Draft]:
    other = Lattice(samples.lattice().points + np.float32(300.25))
    review = Review(Draft.of(samples.doubtful(), samples.picture()))
    review.type_digit(4)
    review.step_doubt(1)
    review.take_segmentation(0)
    review.insert()
    review.set_lattice(samples.lattice(), is_curved=True)
    review.resize(9, 6)
    return [
        Draft.of(samples.certain(), samples.picture()),
        Draft.of(samples.doubtful(), samples.picture()),
        Draft.of(Reading(problems=(Problem.NO_GRID,)), samples.picture()),
        Draft.of(replace(samples.certain(), turns=3, others=(other,)), samples.picture()),
        review.draft,
    ]


@pytest.mark.parametrize("draft", drafts())
def test_what_is_kept_of_a_draft_is_the_draft(draft: Draft) -> None:
    writer = DraftWriter()
    assert same(draft_from_text(writer.text(draft)), draft)
    other = draft.grown(Side.TOP, 1)
    assert same(draft_from_text(writer.text(other)), other), "the same writer, some lines known"


@given(st.data())
def test_damaged_text_is_a_value_error(data: st.DataObject) -> None:
    """Whatever one part of it is replaced by."""
    parts = json.loads(doubtful_text())
    at: object = parts
    while isinstance(at, dict | list) and at:
        keys = sorted(at) if isinstance(at, dict) else range(len(at))
        key = data.draw(st.sampled_from(list(keys)))
        if data.draw(st.booleans()) or not isinstance(at[key], dict | list) or not at[key]:
            at[key] = data.draw(st.sampled_from([None, [], {}, "x", -1, 1e308, [[1]], True]))
            break
        at = at[key]
    try:
        draft = draft_from_text(json.dumps(parts))
    except ValueError:
        return
    assert draft.document().puzzle == draft.puzzle()


# Photos


def test_photos_that_nobody_needs_are_deleted_after_a_day(home: Path) -> None:
    library = Library(home / "library.sqlite3")
    of_puzzle = keep_photo(CHICK, b"\x89PNG one")
    of_review, fresh, old = (store_photo(b"\x89PNG " + name) for name in (b"two", b"3", b"4"))
    library.keep_review(KeptReview("1", "somebody", of_review.name, "", "{}"))
    long_ago = time.time() - 3 * 24 * 3600
    for path in (of_puzzle, of_review, old):
        os.utime(path, (long_ago, long_ago))
    prune_photos()
    assert photo_of(CHICK) == of_puzzle
    assert (of_review.exists(), fresh.exists(), old.exists()) == (True, True, False)
    library.end_review("1")
    prune_photos()
    assert not of_review.exists()
    keep_photo(CHICK, b"\x89PNG another picture of it")
    prune_photos()
    assert not of_puzzle.exists()


def test_a_photo_that_is_read_again_is_not_old(home: Path) -> None:
    path = store_photo(b"\x89PNG one")
    os.utime(path, (0, 0))
    assert store_photo(b"\x89PNG one") == path
    prune_photos()
    assert path.exists()


def test_a_review_that_could_not_be_kept_is_kept_as_soon_as_it_can_be(
    window: MainWindow, home: Path, monkeypatch: pytest.MonkeyPatch, agreed: list[str]
) -> None:
    def full_disk(*_arguments: object) -> None:
        raise LibraryError("it is full")

    said = "Your corrections are not kept in case of a crash: it is full"
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    for module, name in ((review_autosave, "store_photo"), (Library, "keep_review")):
        with monkeypatch.context() as disk:
            disk.setattr(module, name, full_disk)
            window.scanning.show_frame(samples.picture(), samples.doubtful(), "")
            review = window.scanning.reviews[-1]
            assert review.message.text() == said
            QTest.keyClick(review.clues, Keys.Key_4)
            assert review.message.text() == said, "it stays as long as it is true"
            assert library.reviews() == ()
        QTest.keyClick(review.clues, Keys.Key_1)
        assert review.message.text() == ""
        (kept,) = library.reviews()
        assert same(draft_from_text(kept.draft), review.review.draft)
        assert (home / "photos" / kept.photo).is_file()
        review.reject()
