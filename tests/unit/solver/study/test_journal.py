"""``runs.csv``: what is written is read back, whatever happened meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.errors import LibraryError, NonogramError
from solver.study.journal import NAME, Record, check_settings, opened
from solver.study.plan import PuzzleKey
from solver.study.study_values import RunOutcome, RunResult, StudySettings
from tests.support.study_runs import make_record

TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]))
"""Everything but line breaks and what is no character."""
NUMBER = st.none() | st.integers(0, 10**12)
AMOUNT = st.none() | st.floats(0, 1e9)
RECORDS = st.builds(
    Record,
    st.builds(PuzzleKey, TEXT, TEXT, TEXT, st.integers(1, 99), st.integers(1, 99), TEXT),
    TEXT,
    st.integers(0, 9),
    st.builds(RunResult, st.sampled_from(RunOutcome), TEXT, *[AMOUNT] * 4, *[NUMBER] * 7, TEXT),
    st.builds(StudySettings, st.floats(0.1, 1e6), st.booleans(), st.none() | st.integers(64, 9999)),
    TEXT,
    TEXT,
)


def written(folder: Path, *records: Record) -> Path:
    with opened(folder) as journal:
        for each in records:
            journal.add(each)
    return folder / NAME


def read(folder: Path) -> list[Record]:
    with opened(folder) as journal:
        return journal.records


@given(st.lists(RECORDS, max_size=4))
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, records: list[Record]
) -> None:
    folder = tmp_path_factory.mktemp("study")
    written(folder, *records)
    assert read(folder) == records


@given(st.floats(0, 1))
def test_a_line_that_was_cut_off_is_dropped_and_the_next_one_is_whole(
    tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    folder = tmp_path_factory.mktemp("study")
    at = "2026-01-01"
    first, second, third = (
        Record(
            PuzzleKey("", "a.non", 'Ä, "x"', 2, 3, "d"),
            "native", n, RunResult(RunOutcome.SOLVED, seconds=0.1), StudySettings(), "m", at,
        )
        for n in (1, 2, 3)
    )  # fmt: skip
    path = written(folder, first)
    kept = path.stat().st_size
    written(folder, second)
    whole = path.read_bytes()
    path.write_bytes(whole[: kept + int(share * (len(whole) - kept - 1))])
    assert read(folder) == [first]
    written(folder, third)
    assert read(folder) == [first, third]


def test_damage_elsewhere_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, make_record(), make_record(repeat=2))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[1][:40] + "\n", lines[2]]))
    with pytest.raises(NonogramError, match=r"runs.csv:2: .*damaged"):
        read(tmp_path)
    path.write_text("a,b,c\n1,2,3\n")
    with pytest.raises(NonogramError, match="not the journal"):
        read(tmp_path)
    assert path.read_text() == "a,b,c\n1,2,3\n"


def test_two_studies_at_once_are_refused(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(LibraryError, match="another study"), opened(tmp_path):
        pass
    with opened(tmp_path):
        pass


@pytest.mark.parametrize(
    "other",
    [StudySettings(20.0, proof=True), StudySettings(10.0), StudySettings(20.0, memory_mb=100)],
)
def test_runs_under_other_conditions_are_refused(tmp_path: Path, other: StudySettings) -> None:
    written(tmp_path, make_record())
    with opened(tmp_path) as journal:
        check_settings(journal, StudySettings(20.0))
        with pytest.raises(NonogramError, match="--timeout 20"):
            check_settings(journal, other)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryError, match="file"), opened(tmp_path / "file" / "below"):
        pass


def test_line_breaks_do_not_break_lines(tmp_path: Path) -> None:
    written(tmp_path, make_record(note="one\ntwo\u2028three"))
    (found,) = read(tmp_path)
    assert found.answer.note == "one two three"
    assert replace(found.answer, note="") == make_record().answer


def test_a_cell_without_an_end_is_said_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, make_record())
    with path.open("a") as file:
        file.write('"' + "x" * 200_000 + "\n")
    with pytest.raises(NonogramError, match=r"runs\.csv:3: this line is damaged; remove it"):
        read(tmp_path)
