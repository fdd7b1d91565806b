"""Whatever text is read, it is understood or refused with a sentence; and the fuzzer would see."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from helper.play import moves
from puzzles.formats import non_keys
from puzzles.formats.registry import FORMATS
from tools.fuzz_files import fuzz, input_of, tried
from tools.fuzzing.kinds import Kind, kinds

COUNTS = {"non": 300, "clues": 150, "game": 150}
FORMAT_IDS = tuple(known.id for known in FORMATS if known.id != "non" and known.can_read)
NAMES = (
    "non", "clues", "move", "game", "review", "runs", "settings", "engine", *FORMAT_IDS
)  # fmt: skip


@pytest.fixture(scope="module")
def known() -> Mapping[str, Kind]:
    return kinds()


@pytest.fixture
def settings_folder(home: Path) -> Iterator[None]:
    """Where settings belong, after the fuzzer has moved them."""
    yield
    for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(kind, QSettings.Scope.UserScope, str(home / "settings"))


def test_all_kinds_are_tried(known: Mapping[str, Kind]) -> None:
    assert tuple(known) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_valid_files_are_read(name: str, known: Mapping[str, Kind], settings_folder: None) -> None:
    for data in known[name].valid:
        assert tried(known[name], data) == (True, "")


@pytest.mark.parametrize("name", NAMES)
def test_damaged_files_are_read_or_refused_with_a_sentence(
    name: str, known: Mapping[str, Kind], tmp_path: Path, settings_folder: None
) -> None:
    report = fuzz(
        1, name, known[name], range(COUNTS.get(name, 50 if name in FORMAT_IDS else 100)), tmp_path
    )
    assert report.faults == []
    assert report.read > 0


def test_a_number_means_the_same_input_whatever_ran_before(known: Mapping[str, Kind]) -> None:
    kind = known["non"]
    assert [input_of(1, "non", kind, k) for k in (7, 8)] == [
        input_of(1, "non", kind, k) for k in (8, 7)
    ][::-1]
    assert input_of(1, "non", kind, 7) != input_of(2, "non", kind, 7)


@pytest.mark.parametrize(
    ("name", "numbers", "module", "function", "careless", "error"),
    [
        pytest.param(
            "non",
            range(2200, 2300),
            non_keys,
            "unescaped",
            html.unescape,
            "ValueError",
            id="references",
        ),
        pytest.param(
            "move", range(1000), moves, "read_json", json.loads, "RecursionError", id="nesting"
        ),
    ],
)
def test_a_careless_reader_is_found_and_its_input_is_saved(
    name: str, numbers: range, module: object, function: str, careless: object, error: str,
    known: Mapping[str, Kind], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(module, function, careless)
    report = fuzz(1, name, known[name], numbers, tmp_path)
    assert any(error in fault for fault in report.faults)
    saved = sorted(tmp_path.iterdir())
    assert len(saved) == len(report.faults)
    assert all(tried(known[name], path.read_bytes())[1] for path in saved)
