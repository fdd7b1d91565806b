"""Importing: what is added, what is known, what cannot be read, and what is dangerous."""

from __future__ import annotations

import io
import json
import os
import random
import struct
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from helper.application.library import Library
from helper.application.library_records import GameFacts, GameKey, GameProgress, Solve
from helper.collections import import_sources as sources
from helper.collections.import_report import FindingKind, ImportFinding, ImportReport
from helper.collections.import_sources import title_for
from helper.collections.import_work import import_work
from helper.home.entries import PackSource
from helper.home.library_source import LibrarySource
from helper.play.autosave import Autosave
from helper.play.moves import SheetState, state_to_json
from helper.play.session import Session
from puzzles import SHADED, Grid, NonogramError, Puzzle
from puzzles.clue_hash import all_turns, canonical_hash, clue_hash
from puzzles.formats import Document, read, read_bytes, write, write_all
from puzzles.formats.non import NON
from puzzles.inputs import natural_key
from puzzles.packs import packs
from tests.support.cases import few
from tests.support.imports import file_of, folder_of, imported, names, numbered, titles_and_numbers

ADDED = (FindingKind.ADDED, FindingKind.TURNED)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite3"


def zipped(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def details(report: ImportReport) -> dict[str, str]:
    return {finding.name: finding.detail for finding in report.findings}


def played(library: Path, number: int, marks: Grid, path: str = "") -> None:
    """A game in the library, which Home shows in Other Puzzles."""
    kept = Library(library)
    puzzle = numbered(number)
    base = json.dumps(state_to_json(SheetState(puzzle, marks)))
    kept.start_game(f"g{number}", "", "", base, "{}", GameKey(clue_hash(puzzle), path))
    kept.record(f"g{number}", 0, (), GameProgress(1, True, facts=GameFacts(5, 6)))
    kept.close()


def with_marks(number: int, count: int = 2) -> Document:
    """A numbered puzzle with some shaded cells."""
    document = Document(numbered(number))
    for column in range(count):
        document.marks[0, column] = SHADED
    return document


def own_names(library: Path) -> dict[str, list[str]]:
    """What Home shows: the states of the puzzles on each shelf."""
    with closing(Library(library)) as opened:
        found = LibrarySource(opened, PackSource(())).shelves()
        return {shelf.title: [entry.state.value for entry in shelf.entries] for shelf in found}


# Laws


def test_importing_again_adds_nothing(tmp_path: Path, library: Path) -> None:
    folder = folder_of(tmp_path / "my_birds", 12)
    assert imported(library, folder).added == 12
    before = titles_and_numbers(library)
    assert before == [("My birds", number) for number in range(1, 13)]
    report = imported(library, folder)
    assert (report.added, report.count(FindingKind.KNOWN)) == (0, 12)
    assert details(report)["3.non"] == "the same clues as My birds, No. 4"
    assert titles_and_numbers(library) == before
    folder_of(folder, 13)
    assert names(imported(library, folder), ADDED) == ["12.non"], "only what is missing"


@given(counts=st.tuples(*[st.integers(0, 3)] * 4))
def test_the_counts_sum_to_the_number_of_files(
    tmp_path_factory: pytest.TempPathFactory, counts: tuple[int, int, int, int]
) -> None:
    good, copies, broken, turned = counts
    folder = folder_of(tmp_path_factory.mktemp("import") / "a", good)
    for k in range(copies):
        (folder / f"copy {k}.non").write_bytes(file_of(numbered(100)))
    for k in range(broken):
        (folder / f"broken {k}.non").write_bytes(b"width 5\nrows\n" + b"x" * k)
    for k in range(turned):
        (folder / f"turned {k}.non").write_bytes(file_of(all_turns(numbered(200))[k]))
    report = imported(folder.parent / "library.sqlite3", folder)
    assert sum(report.count(kind) for kind in FindingKind) == sum(counts)
    assert report.count(FindingKind.NOT_READ) == broken
    assert report.count(FindingKind.KNOWN) == max(0, copies - 1)
    assert report.count(FindingKind.TURNED) == max(0, turned - 1)
    for name in names(report, [FindingKind.NOT_READ, FindingKind.KNOWN, FindingKind.TURNED]):
        assert name in report.to_text()


@pytest.mark.parametrize("turn", range(1, 8))
def test_all_symmetries_are_told_and_added(tmp_path: Path, library: Path, turn: int) -> None:
    puzzle = numbered(77)
    one, other = tmp_path / "one.non", tmp_path / "other.non"
    one.write_bytes(file_of(puzzle))
    other.write_bytes(file_of(all_turns(puzzle)[turn]))
    imported(library, one)
    report = imported(library, other)
    (finding,) = report.findings
    assert finding == ImportFinding(
        FindingKind.TURNED, "other.non", "Imported, No. 1 turned or mirrored"
    )
    assert "(1 turned or mirrored of others)" in report.sentence
    assert len(titles_and_numbers(library)) == 2


def test_the_canonical_hash_is_that_of_all_eight_turns_and_of_no_other_puzzle() -> None:
    turns = all_turns(numbered(5))
    assert len({clue_hash(turned) for turned in turns}) == 8
    assert len({canonical_hash(turned) for turned in turns}) == 1
    assert len({canonical_hash(numbered(k)) for k in range(50)}) == 50


def test_batches_do_not_depend_on_their_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(tmp_path / "birds", 7)
    whole = imported(tmp_path / "1.sqlite3", folder)
    monkeypatch.setattr("helper.collections.import_work.BATCH", 2)
    assert imported(tmp_path / "2.sqlite3", folder) == whole
    assert titles_and_numbers(tmp_path / "2.sqlite3") == titles_and_numbers(tmp_path / "1.sqlite3")


def test_a_stopped_import_keeps_its_batches(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helper.collections.import_work.BATCH", 2)
    reports: list[object] = []
    folder = folder_of(tmp_path / "birds", 9)
    import_work((folder,), library, reports.append, lambda: len(reports) >= 2)
    assert len(titles_and_numbers(library)) == 4
    assert imported(library, folder).added == 5


# What is imported


def test_a_folder_is_imported_with_its_folders_and_archives_in_natural_order(
    tmp_path: Path, library: Path
) -> None:
    folder = folder_of(tmp_path / "all", 11)
    folder_of(folder / "deeper" / "still", 1, first=50)
    folder_of(folder / ".hidden", 1, first=60)
    zipped(folder / "more.zip", {"x/10.non": file_of(numbered(70)), "x/9.non": b"",
                                 "__MACOSX/x/._9.non": b"", "x/": b""})  # fmt: skip
    report = imported(library, folder)
    assert names(report, list(FindingKind)) == [
        *(f"{k}.non" for k in range(11)), "more.zip: x/9.non", "more.zip: x/10.non",
        str(Path("deeper", "still", "50.non")),
    ]  # fmt: skip
    assert details(report)["more.zip: x/9.non"] == "the file is empty"
    assert report.added == 13
    assert {title for title, _ in titles_and_numbers(library)} == {"All"}


def test_what_cannot_be_read_is_told_with_its_reason(tmp_path: Path, library: Path) -> None:
    folder = folder_of(tmp_path / "odd", 1)
    (folder / "picture.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    Image.new("L", (400, 300)).save(folder / "photo.png")
    (folder / "wrong.non").write_text("width 2\nheight 1\nrows\n1\ncolumns\n1\nx\n")
    (folder / "sums.non").write_text("width 2\nheight 1\nrows\n2\ncolumns\n1\n0\n")
    (folder / "drawn.non").write_bytes(file_of(numbered(3)) + b"drawing yes\n")
    (folder / "empty.non").write_text("width 1\nheight 1\nrows\n0\ncolumns\n0\n")
    write(folder / "large.non", Document(Puzzle.empty(1001, 1)))
    (folder / "line\n.non").write_text("")
    os.mkfifo(folder / "pipe.non")
    report = imported(library, folder, tmp_path / "missing.non")
    assert report.added == 1
    found = details(report)
    assert found["picture.jpg"].startswith("this is not a puzzle file of a known format")
    assert found["photo.png"].startswith("the picture has 400 × 300 pixels")
    assert found["wrong.non"].startswith("line 7:") or "columns" in found["wrong.non"]
    assert found["sums.non"].startswith("it has no solution: the rows ask for 2 cells")
    assert "unfinished drawing" in found["drawn.non"]
    assert found["empty.non"] == "it has no clues"
    assert found["large.non"].startswith("it has 1,001 rows and 1 column, and the window")
    assert "pipe" in found["pipe.non"]
    assert "cannot be opened: No such file" in found["missing.non"]
    assert found["line�.non"] == "the file is empty"
    assert "wrong.non:" in report.to_text()


def test_a_bundled_puzzle_is_known(library: Path) -> None:
    report = imported(library, packs()[0].puzzles[0].path.parent)
    assert (report.added, report.count(FindingKind.KNOWN)) == (0, 9)
    assert report.findings[0].detail == "the same clues as First steps, No. 1"
    assert "Heart" not in report.to_text(), "titles are solutions"


def test_no_puzzle_leaves_my_puzzles(tmp_path: Path, library: Path) -> None:
    played(library, 1, with_marks(1).marks)
    played(library, 2, with_marks(2).marks)
    with closing(Library(library)) as opened:
        opened.keep_photo(clue_hash(numbered(2)), "photo.png")
    folder = folder_of(tmp_path / "birds", 4)
    report = imported(library, folder)
    assert details(report)["1.non"] == "already in Other Puzzles"
    assert details(report)["2.non"] == "already in Scanned Puzzles"
    assert report.sentence == "2 puzzles added to “Birds”, 2 there already."
    assert own_names(library) == {
        "Birds": ["new", "new"], "Other Puzzles": ["new"], "Scanned Puzzles": ["new"],
    }  # fmt: skip


def test_a_puzzle_that_was_begun_from_a_recent_file_is_added(tmp_path: Path, library: Path) -> None:
    folder = folder_of(tmp_path / "birds", 1)
    played(library, 0, with_marks(0).marks, "/recent.non")
    assert imported(library, folder, recent={"/recent.non"}).added == 1
    assert own_names(library) == {"Birds": ["started"]}, "with its progress"


# Marks in files


def test_marks_in_a_file_become_a_started_game(
    tmp_path: Path, library: Path, session: Session
) -> None:
    folder = folder_of(tmp_path / "birds", 2)
    document = with_marks(1)
    (folder / "1.non").write_bytes(NON.write(document))
    report = imported(library, folder)
    assert report.sentence == "2 puzzles added to “Birds”, 1 begun with the marks of its file."
    assert report.is_plain
    assert own_names(library) == {"Birds": ["new", "started"]}
    opened = Library(library)
    autosave = Autosave(session, opened)
    (game,) = opened.games()
    assert autosave.continue_game(game.id)
    assert session.marks == document.marks
    assert session.puzzle == numbered(1)
    assert session.path is None
    session.close()
    assert own_names(library) == {"Birds": ["new", "started"]}, "opening it keeps it"
    autosave.close()
    assert imported(library, folder).sentence == "No puzzle added, 2 there already."


@pytest.mark.parametrize("begun", ["played", "solved", "imported"])
def test_marks_are_left_out_if_the_puzzle_was_begun_before(
    tmp_path: Path, library: Path, begun: str
) -> None:
    folder = folder_of(tmp_path / "birds", 2)
    if begun == "played":
        played(library, 1, with_marks(1, 3).marks)
    elif begun == "solved":
        with closing(Library(library)) as opened:
            opened.add_solve(Solve(clue_hash(numbered(1)), "", 5, 6, 1, 9))
    else:
        (folder / "1.non").write_bytes(NON.write(with_marks(1, 3)))
        imported(library, folder)
    (folder / "1.non").write_bytes(NON.write(with_marks(1)))
    report = imported(library, folder)
    assert report.sentence.endswith("the marks of 1 file left out.")
    assert not report.is_plain
    *_, heading, line = report.to_text().splitlines()
    assert heading.startswith("The marks in the file left out, since you have begun the puzzle")
    assert line == "  1.non"
    with closing(Library(library)) as opened:
        assert len(opened.games()) == (begun != "solved")


def test_marks_of_a_puzzle_without_progress_are_kept(tmp_path: Path, library: Path) -> None:
    folder = folder_of(tmp_path / "birds", 1)
    imported(library, folder)
    bundled = read(packs()[0].puzzles[0].path)
    bundled.marks[0, 0] = SHADED
    (folder / "0.non").write_bytes(NON.write(with_marks(0)))
    (folder / "1.non").write_bytes(NON.write(bundled))
    report = imported(library, folder)
    assert report.sentence == (
        "No puzzle added, 2 there already, 2 begun with the marks of the files."
    )
    assert own_names(library)["Birds"] == ["started"]


def test_complete_marks_are_a_solved_puzzle_that_the_statistics_do_not_count(
    tmp_path: Path, library: Path
) -> None:
    puzzle = numbered(5)
    document = Document(puzzle, Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width))
    folder = folder_of(tmp_path / "birds", 0)
    (folder / "5.non").write_bytes(NON.write(document))
    imported(library, folder)
    assert own_names(library) == {"Birds": ["solved"]}
    with closing(Library(library)) as opened:
        assert opened.solves() == ()


def test_the_title_is_that_of_the_folder_or_archive(tmp_path: Path) -> None:
    assert title_for(folder_of(tmp_path / "sea-birds 1.5", 0)) == "Sea birds 1.5"
    assert title_for(tmp_path / "sea_birds.zip") == "Sea birds"
    assert title_for(tmp_path / "a.non") == title_for(Path("/")) == "Imported"


def test_each_folder_and_archive_has_a_collection(tmp_path: Path, library: Path) -> None:
    birds, ships = folder_of(tmp_path / "birds", 2), folder_of(tmp_path / "ships", 2, first=10)
    loose = folder_of(tmp_path / "x", 1, first=20) / "20.non"
    report = imported(library, birds, ships, loose, loose)
    assert report.sentence == "5 puzzles added to 3 collections, 1 there already."
    assert titles_and_numbers(library) == [
        ("Birds", 1), ("Birds", 2), ("Ships", 1), ("Ships", 2), ("Imported", 1)
    ]  # fmt: skip


@given(st.lists(st.text(max_size=6)), st.integers(0, 10**30), st.integers(0, 10**30))
def test_any_names_can_be_sorted(found: list[str], one: int, other: int) -> None:
    assert sorted(map(natural_key, found)) is not None
    if max(one, other) < 10**18:
        assert (natural_key(f"a{one}") < natural_key(f"a{other}")) is (one < other)


def test_too_many_files_are_a_sentence(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MAX_FILES", 3)
    with pytest.raises(NonogramError, match="more than 3 files"):
        imported(library, folder_of(tmp_path / "many", 4))


# Archives


def test_an_archive_never_writes_outside(tmp_path: Path, library: Path) -> None:
    path = zipped(tmp_path / "evil.zip", {
        "../../escaped.non": file_of(numbered(1)), "/etc/absolute.non": file_of(numbered(2)),
        "C:\\windows.non": file_of(numbered(3)), "a\x1b[31m.non": b"",
    })  # fmt: skip
    before = sorted(tmp_path.rglob("*"))
    report = imported(library, path)
    assert report.added == 3
    after = [found for found in tmp_path.rglob("*") if not found.name.startswith("library")]
    assert sorted(after) == before
    assert "\x1b" not in report.to_text()


def bomb_by_size(path: Path) -> Path:
    """Many zeros in few bytes."""
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("0.non", "w", force_zip64=True) as file,
    ):
        for _ in range(60):
            file.write(bytes(2**20))
    return path


def bomb_by_number(path: Path) -> Path:
    """Many files, each of which may be that large."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        data = bytes(15 * 2**19)
        for number in range(8):
            archive.writestr(f"{number}.non", data)
    return path


@pytest.mark.parametrize("make", few(1, [bomb_by_size, bomb_by_number]))
def test_a_zip_bomb_is_refused(
    tmp_path: Path, library: Path, make: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sources.MAX_ARCHIVE_BYTES == 512 * 2**20
    monkeypatch.setattr(sources, "MAX_ARCHIVE_BYTES", 50 * 2**20)  # larger ones take seconds
    report = imported(library, make(tmp_path / "bomb.zip"))
    assert {finding.kind for finding in report.findings} == {FindingKind.NOT_READ}
    last = report.findings[-1].detail
    assert "16 MB that a puzzle file may have" in last or "more than the 50 MB" in last


def test_a_bad_entry_costs_that_entry_only(tmp_path: Path, library: Path) -> None:
    """Lying sizes and ways of compression that are unpacked without a limit, beside puzzles."""
    path = zipped(tmp_path / "mixed.zip", {
        "1.non": file_of(numbered(1)), "2.non": bytes(50 * 2**20), "3.non": file_of(numbered(2)),
    })  # fmt: skip
    with zipfile.ZipFile(path, "a", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("4.non", bytes(60 * 2**20))
    data = path.read_bytes()
    for size in (50 * 2**20, 60 * 2**20):
        data = data.replace(struct.pack("<I", size), struct.pack("<I", 100))
    path.write_bytes(data)
    report = imported(library, path)
    assert names(report, ADDED) == ["mixed.zip: 1.non", "mixed.zip: 3.non"]
    found = {name.removeprefix("mixed.zip: "): text for name, text in details(report).items()}
    assert found["2.non"] == "the file is damaged in the archive"
    assert "compression is not supported" in found["4.non"]


def test_pipes_devices_and_files_of_the_system_are_not_read(tmp_path: Path, library: Path) -> None:
    folder = folder_of(tmp_path / "many", 2)
    os.mkfifo(folder / "pipe.non")
    (folder / "zero.non").symlink_to("/dev/zero")
    (folder / "self.non").symlink_to("/proc/self/environ")
    report = imported(library, folder)
    assert report.added == 2
    texts = {name: text for name, text in details(report).items() if name in
             ("pipe.non", "zero.non", "self.non")}  # fmt: skip
    assert len(texts) == 3
    assert "a pipe or a device" in texts["pipe.non"]
    assert "a pipe or a device" in texts["zero.non"]
    assert "a file of the system" in texts["self.non"]


def test_a_bomb_that_lies_about_its_size_is_damaged(tmp_path: Path, library: Path) -> None:
    path = zipped(tmp_path / "liar.zip", {"0.non": bytes(50 * 2**20)})
    data = path.read_bytes().replace(struct.pack("<I", 50 * 2**20), struct.pack("<I", 100))
    path.write_bytes(data)
    (finding,) = imported(library, path).findings
    assert finding.detail == "the file is damaged in the archive"


def test_entries_that_are_not_unpacked_are_told(tmp_path: Path, library: Path) -> None:
    path = zipped(tmp_path / "mixed.zip", {"good.non": file_of(numbered(1)), "inner.zip": b"PK",
                                           "large.non": bytes(17 * 2**20)})  # fmt: skip
    with zipfile.ZipFile(path, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("lzma.non", file_of(numbered(2)))
    report = imported(library, path)
    assert names(report, ADDED) == ["mixed.zip: good.non"]
    found = {name.removeprefix("mixed.zip: "): text for name, text in details(report).items()}
    assert "archive in an archive" in found["inner.zip"]
    assert "larger than the 16 MB" in found["large.non"]
    assert "compression is not supported" in found["lzma.non"]


def test_an_encrypted_entry_is_told(tmp_path: Path, library: Path) -> None:
    path = zipped(tmp_path / "secret.zip", {"a.non": file_of(numbered(1))})
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    (finding,) = imported(library, path).findings
    assert finding.detail.startswith("the file is encrypted")


@given(seed=st.integers(0, 2**32))
def test_a_damaged_archive_is_told_and_never_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    chance = random.Random(seed).randrange
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"{number}.non", file_of(numbered(number)))
    data = bytearray(made.getvalue())
    for _ in range(1 + chance(8)):
        data[chance(len(data))] = chance(256)
    folder = tmp_path_factory.mktemp("damaged")
    path = folder / "damaged.zip"
    path.write_bytes(data[: chance(len(data)) + 1] if chance(3) == 0 else data)
    for finding in imported(folder / "library.sqlite3", path).findings:
        assert finding.detail or finding.kind is FindingKind.ADDED


def test_what_of_a_file_is_not_read_is_in_the_report(library: Path, tmp_path: Path) -> None:
    path = tmp_path / "levels.picmi"
    rows = "<row>1-1</row><row>-1-</row>"
    far = '<board name="Far"><xpm>default/far.xpm</xpm></board>'
    path.write_text(f"<picmi><board name='Near'>{rows}</board>{far}</picmi>", "utf-8")
    report = imported(library, path)
    assert report.added == 1
    (finding,) = [one for one in report.findings if one.kind is FindingKind.NOT_READ]
    assert (finding.name, "“default/far.xpm”" in finding.detail) == ("levels.picmi", True)


def test_of_a_pack_with_unknown_clues_the_others_are_imported(
    tmp_path: Path, library: Path
) -> None:
    torn = read_bytes(
        b"width 2\nheight 1\nrows\n?\ncolumns\n1\n0\n", "a.non", may_be_incomplete=True
    )
    pack = tmp_path / "mine.nonpack"
    write_all(pack, [Document(numbered(1)), torn, Document(numbered(2))])
    report = imported(library, pack)
    assert report.added == 2
    assert details(report)["mine.nonpack, puzzle 2"] == "not all clues are known (row 1)"
