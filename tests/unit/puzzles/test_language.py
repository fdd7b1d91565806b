"""Laws about the choice of the language: setting before environment, English if nothing fits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from helper.application.settings import APPLICATION, ORGANISATION
from puzzles import language
from puzzles.language import (
    ENGLISH,
    LANGUAGES,
    VARIABLE,
    environment_of_start,
    language_at_start,
    settings_file,
    supported_language,
    wanted_languages,
)
from tests.support.paths import ROOT

NAMES = (VARIABLE, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without settings, and an environment without a language."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    return tmp_path


def choose(folder: Path, content: bytes) -> None:
    path = folder / ORGANISATION / f"{APPLICATION}.ini"
    path.parent.mkdir()
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"LANG": "de_DE.UTF-8"}, ["de_DE.UTF-8"]),
        ({"LANG": "de_DE", "LC_MESSAGES": "pl_PL"}, ["pl_PL"]),
        ({"LC_MESSAGES": "pl_PL", "LC_ALL": "lt_LT"}, ["lt_LT"]),
        ({"LC_ALL": "lt_LT", "LANGUAGE": "sv:ja"}, ["sv", "ja"]),
        ({"LANGUAGE": "ja", VARIABLE: "fr"}, ["fr"]),
        ({"LANGUAGE": "", "LANG": "es_MX"}, ["es_MX"]),
    ],
)
def test_the_environment_is_asked_in_the_order_of_gettext(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    wanted: list[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wanted_languages()[: len(wanted)] == wanted


def test_the_setting_comes_before_the_language_of_the_system(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    choose(folder, b"[General]\nrecent_files=a%20b.non\n[preferences]\ntheme=dark\nlanguage=pl\n")
    assert wanted_languages() == ["pl", "de_DE.UTF-8"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[preferences]\nlanguage=\n",
        b"\xff\xfe\x00",
        b"language=de\n",
        b"[preferences\n",
        b"\0",
    ],
)
def test_damaged_settings_leave_the_choice_to_the_system(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    choose(folder, content)
    assert wanted_languages() == ["de_DE.UTF-8"]


@pytest.mark.parametrize("content", [b"", b"junk", b"\xde\x12\x04\x95\0\0\0\0"])
def test_a_damaged_catalogue_leaves_the_texts_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / f"{language.DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    assert language._load("de").gettext("Undo") == "Undo"


def test_an_unknown_setting_leaves_the_choice_to_the_system(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    choose(folder, b"[preferences]\nlanguage=zz\n")
    assert language._first_supported(wanted_languages()) == "de"


def test_the_settings_are_those_of_the_window(folder: Path) -> None:
    path = QSettings.Scope.UserScope
    QSettings.setPath(QSettings.Format.IniFormat, path, str(folder))
    store = QSettings(QSettings.Format.IniFormat, path, ORGANISATION, APPLICATION)
    assert Path(store.fileName()) == settings_file()


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("de_AT.UTF-8", "de"),
        ("pl_PL@euro", "pl"),
        ("ja-JP", "ja"),
        ("C.UTF-8", ENGLISH),
        ("POSIX", ENGLISH),
        ("tr_TR", None),
        ("", None),
        ("../../x", None),
        ("deutsch", None),
    ],
)
def test_codes_of_any_kind_are_understood(code: str, found: str | None) -> None:
    assert supported_language(code) == found


def test_a_new_start_chooses_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(language._BEFORE, "LANGUAGE", "pl:de")
    monkeypatch.setenv("LANGUAGE", "ja")
    monkeypatch.setenv(VARIABLE, "ja")
    environment = environment_of_start()
    assert environment["LANGUAGE"] == "pl:de"
    assert VARIABLE not in environment
    assert (language_at_start(""), language_at_start("fr")) == ("pl", "fr")


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_a_command_and_its_children_speak_each_language(code: str) -> None:
    environment = os.environ | {VARIABLE: code}
    program = (
        "import os, subprocess, sys; from puzzles.words import _;"
        "print(_('Undo'));"
        "sys.stdout.flush();"
        "subprocess.run([sys.executable, '-c', 'from puzzles.words import _; print(_(\"Undo\"))'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    first, second = done.stdout.split("\n")[:2]
    assert first == second
    assert (first == "Undo") is (code == ENGLISH)
