"""Scans that are cancelled, that fail, or that come at the wrong time."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.theme import Theme
from helper.main_window.main_window import MainWindow
from helper.review import rereading, scanning
from helper.review.preparation import prepare
from helper.review.scanning import ScanDialog
from puzzles import SHADED
from recognizer.values import Problem, Progress
from tests.support import review_samples as samples
from tests.support.processes import printed_by
from tests.support.review_desk import QuickJob, drop, image_mime, reviewed


def deaf(window: MainWindow, qtbot: QtBot, cat: Path) -> ScanDialog:
    """A reading that does not listen, in a child process; its dialog."""
    window.files.open_any(cat)
    dialog = window.scanning.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.bar.value() == 500, timeout=10_000)
    return dialog


@pytest.mark.clock
@pytest.mark.parametrize("how", ["mouse", "key", "close"])
def test_cancelling_leaves_everything_as_it_was(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Within 100 ms from the press to a window that obeys, though the reader does not listen."""
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    before = window.session.state
    times = []
    for _ in range(3):  # the machine may be busy with something else
        dialog = deaf(window, qtbot, cat)
        assert dialog.stage.text() == "Reading the numbers …"
        job = window.scanning.job
        assert job is not None
        start = time.perf_counter()
        if how == "mouse":
            QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
        elif how == "key":
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        else:
            dialog.close()
        qtbot.waitUntil(lambda: not window.scanning.is_running, timeout=5000)
        times.append(time.perf_counter() - start)
        assert window.scanning.reviews == []
        assert window.session.state is before
        assert "was stopped" in window.statusBar().currentMessage()
        assert QApplication.activeModalWidget() is None
        qtbot.waitUntil(lambda job=job: not job.has_child, timeout=5000)  # type: ignore[misc]
        if times[-1] < 0.1:
            break
    assert min(times) < 0.1
    corner = window.board.area.cell_rect(0, 0).center()
    QTest.mouseClick(window.board.viewport(), Qt.MouseButton.LeftButton, pos=corner)
    assert window.session.marks[0, 0] == SHADED


def test_another_picture_can_be_read_at_once_after_cancelling(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    dialog = deaf(window, qtbot, cat)
    QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    monkeypatch.setattr(scanning, "scan_work", samples.scan_chick)
    window.files.open_any(cat)
    reviewed(window, qtbot)
    assert not window.scanning.is_running


def test_a_second_picture_while_one_is_read_gets_a_sentence(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    dialog = deaf(window, qtbot, cat)
    job = window.scanning.job
    drop(window, image_mime())
    qtbot.waitUntil(
        lambda: window.statusBar().currentMessage() == "Another picture is still being read."
    )
    assert window.scanning.job is job
    assert window.scanning.dialog is dialog
    window.scanning.close()


def test_the_window_closes_while_a_picture_is_read(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    dialog = deaf(window, qtbot, cat)
    job = window.scanning.job
    assert job is not None
    window.close()
    assert not window.isVisible()
    assert not dialog.isVisible()
    qtbot.waitUntil(lambda: not job.has_child, timeout=5000)
    assert window.scanning.reviews == []


def test_a_broken_file_gives_a_sentence(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    monkeypatch.setattr(scanning, "Job", QuickJob)
    monkeypatch.setattr(scanning, "scan_work", samples.scan_broken)
    window.files.open_any(cat)
    qtbot.waitUntil(lambda: not window.scanning.is_running)
    assert said == [
        "The picture could not be read: cat.png: this is not a picture that can be read"
    ]
    assert window.scanning.reviews == []
    assert window.scanning.dialog is None


def damaged(tmp_path: Path, name: str) -> Path:
    path = tmp_path / name
    match name:
        case "folder.png":
            path.mkdir()
        case "empty.png":
            path.touch()
        case "large.png":  # 60 megapixels, as its header has it
            size = struct.pack(">IIBBBBB", 10_000, 6_000, 8, 2, 0, 0, 0)
            parts = []
            for kind, data in ((b"IHDR", size), (b"IDAT", b"")):
                body = kind + data
                parts += [struct.pack(">I", len(data)), body, struct.pack(">I", zlib.crc32(body))]
            path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
        case _:
            path.write_text("no picture")
    return path


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("folder.png", "this is a folder, not a picture"),
        ("empty.png", "the file is empty"),
        ("text.png", "not a picture of these kinds"),
        ("large.png", "60.0 megapixels; at most 50 are read. Make it smaller"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence_of_its_own(
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    said: list[str],
    name: str,
    sentence: str,
) -> None:
    """By the real reader, which ends before it looks for a grid."""
    monkeypatch.setattr(scanning, "Job", QuickJob)
    path = damaged(tmp_path, name)
    window.files.open_any(path)
    qtbot.waitUntil(lambda: not window.scanning.is_running)
    assert len(said) == 1
    assert said[0].startswith(f"The picture could not be read: {path}: ")
    assert sentence in said[0]
    assert window.scanning.reviews == []


def test_a_speck_of_a_picture_is_shown_and_survives_everything(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "Job", QuickJob)
    monkeypatch.setattr(rereading, "Job", QuickJob)
    monkeypatch.setattr(rereading, "START_DELAY_MS", 0)
    path = tmp_path / "speck.jpg"
    QImage(3, 3, QImage.Format.Format_RGB32).save(str(path))
    window.files.open_any(path)
    review = reviewed(window, qtbot)
    assert Problem.NO_GRID.sentence in review.banner.text
    for keys in ("F5", "Ctrl+R", "F5", "Ctrl++", "Ctrl+9"):
        QTest.keySequence(review, keys)
        qtbot.waitUntil(lambda: not review.rereading.is_running)
        review.grab()
    review.close_at_once()


def test_what_the_review_needs_is_made_ready_while_the_child_reads(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Step by step to the end, so that nothing of size is left to be loaded when it opens."""
    steps: list[str] = []

    def counted(theme: Theme) -> Iterator[None]:
        for number, _ in enumerate(prepare(theme)):
            steps.append(str(number))
            yield
        steps.append("end")

    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    monkeypatch.setattr(scanning, "prepare", counted)
    deaf(window, qtbot, cat)
    qtbot.waitUntil(lambda: "end" in steps, timeout=10_000)
    assert len(steps) > 10
    code = (
        "import sys\n"
        "from helper.review import preparation\n"
        "for name in preparation._MODULES: __import__(name)\n"
        "before = set(sys.modules)\n"
        "import helper.review.review_window, helper.review.review_autosave\n"
        "print(set(sys.modules) - before)"
    )
    assert printed_by(code).strip() == "set()"
    window.scanning.close()


def test_nothing_is_made_ready_for_a_reading_that_is_over(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[int] = []

    def endless(theme: Theme) -> Iterator[None]:
        for number in range(10**6):
            steps.append(number)
            yield

    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    monkeypatch.setattr(scanning, "prepare", endless)
    deaf(window, qtbot, cat)
    qtbot.waitUntil(lambda: bool(steps), timeout=10_000)
    window.scanning.close()
    done = len(steps)
    QTest.qWait(50)
    assert len(steps) == done


def test_the_bar_moves_before_anything_is_known(qtbot: QtBot) -> None:
    dialog = ScanDialog("cat.png")
    qtbot.addWidget(dialog)
    for stage in ("looking for the grid", "reading the numbers"):
        dialog.show_progress(Progress(stage, 0.0))
        assert (dialog.bar.minimum(), dialog.bar.maximum()) == (0, 0), "some way to go, not 0 %"
        assert dialog.stage.text().lower().startswith(stage)
    dialog.show_progress(Progress("reading the numbers", 0.25))
    assert dialog.bar.maximum() == 4 * dialog.bar.value() > 0
