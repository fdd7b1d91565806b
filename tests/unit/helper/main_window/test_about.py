"""Help > About names the version, and shows the licences that this copy brings along."""

from __future__ import annotations

import sys
from importlib.metadata import PackagePath
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from helper.main_window import about
from helper.main_window.about import AboutDialog, LicencesDialog, licence_texts
from puzzles.version import version_number
from tests.support.paths import ROOT


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A frozen program that is started by a link, as the Debian package does."""
    program = tmp_path / "lib" / "nonogram-helper" / "nonogram"
    program.parent.mkdir(parents=True)
    program.touch()
    link = tmp_path / "nonogram"
    link.symlink_to(program)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(link))
    return program.parent


def test_a_checkout_shows_its_licences() -> None:
    texts = licence_texts()
    assert next(iter(texts)) == "LICENSE"
    assert {path.name for path in (ROOT / "LICENSES").iterdir()} <= {
        path.name for path in texts.values()
    }
    assert "puzzles/packs/licenses.txt" in texts


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("folder", ["notices", "../../share/doc/nonogram-helper/notices"])
def test_a_frozen_program_shows_its_notices_first(frozen: Path, folder: str) -> None:
    assert licence_texts() == {}
    for name in ("Zlib/text.txt", "NOTICES.txt", "aom/text.txt"):
        path = (frozen / folder / name).resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert list(licence_texts()) == ["NOTICES.txt", "aom/text.txt", "Zlib/text.txt"]


def test_an_installation_shows_those_of_its_metadata(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["nonogram_helper-1.0.0.dist-info/METADATA", "nonogram_helper/licenses/code.py"]
    names += ["nonogram_helper-1.0.0.dist-info/licenses/LICENSES/MIT.txt"]
    found = []
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        found.append(PackagePath(name))
        found[-1].dist = SimpleNamespace(locate_file=tmp_path.joinpath)  # type: ignore[assignment]
    monkeypatch.setattr(about, "__file__", str(tmp_path / "nonogram_helper" / "a" / "b" / "c.py"))
    monkeypatch.setattr(about, "distribution", lambda _: SimpleNamespace(files=found))
    assert licence_texts() == {"LICENSES/MIT.txt": tmp_path / names[2]}


def test_about_names_the_version_and_opens_the_licences(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    shown = [label.text() for label in dialog.findChildren(QLabel)]
    assert f"Nonogram Helper {version_number()}" in shown
    assert "Qt " in dialog.system.text()
    QTest.mouseClick(dialog.licences_button, Qt.MouseButton.LeftButton)
    (licences,) = dialog.findChildren(LicencesDialog)
    assert licences.text.toPlainText().startswith("MIT License")
    licences.names.setFocus()
    QTest.keyClick(licences.names, Qt.Key.Key_Down)
    assert "Apache License" in licences.text.toPlainText()
    QTest.keyClick(licences, Qt.Key.Key_Escape)
    assert not licences.isVisible()
    close = dialog.buttons.button(QDialogButtonBox.StandardButton.Close)
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_without_texts_there_is_no_button(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "licence_texts", dict)
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.licences_button.isVisible()


@pytest.mark.parametrize(("language", "is_told"), [("en", False), ("de", True)])
def test_a_translation_that_nobody_has_read_says_so(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, language: str, is_told: bool
) -> None:
    monkeypatch.setattr(about, "LANGUAGE", language)
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    shown = [label.text() for label in dialog.findChildren(QLabel)]
    assert (about.UNREAD_TRANSLATION in shown) is is_told


def test_a_text_that_has_gone_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = LicencesDialog({"Gone": tmp_path / "gone.txt"})
    qtbot.addWidget(dialog)
    assert dialog.text.toPlainText().startswith("Gone: cannot be read")
