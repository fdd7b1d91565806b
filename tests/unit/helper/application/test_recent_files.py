"""The system's list of recent files: what this program adds, and that all else stays."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from xml.etree.ElementTree import Element

import pytest
from defusedxml import ElementTree
from PySide6.QtCore import QLockFile

from helper.application import recent_files, xbel
from helper.application.recent_files import add_entry, list_of_desktop, note_recent
from puzzles.system.macos import MacOS
from puzzles.system.windows import Windows
from tests.support.paths import ROOT
from tests.support.processes import run_python
from tests.support.waiting import PATIENCE_S

NOW = datetime(2026, 11, 27, 12, 30, tzinfo=UTC)
KIND = "application/x-nonogram"
BOOKMARK = "{http://www.freedesktop.org/standards/desktop-bookmarks}"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
FOREIGN = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xbel>
<xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks" \
xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info" xmlns:kdepriv="http://www.kde.org/kdepriv">
  <!-- mine -->
  <bookmark href="file:///home/j/%C3%A9t%C3%A9.txt" added="2026-01-01T00:00:00.5Z" \
modified="2026-01-01T00:00:00Z" visited="2026-01-01T00:00:00Z">
    <title>&lt;Zoë&gt; &amp; ü</title>
    <info>
      <metadata owner="http://freedesktop.org">
        <mime:mime-type type="text/plain"/>
        <bookmark:groups><bookmark:group>Office</bookmark:group></bookmark:groups>
        <bookmark:applications>
          <bookmark:application name="Editor" exec="&apos;editor %u&apos;" count="7"/>
        </bookmark:applications>
        <bookmark:private/>
      </metadata>
      <metadata owner="http://www.kde.org"><kdepriv:thing value="1"/></metadata>
    </info>
  </bookmark>
</xbel>
"""


def added(data: bytes, uri: str = "file:///cat.non", now: datetime = NOW) -> bytes:
    return xbel.with_entry(data, uri, KIND, now)


def bookmarks(data: bytes) -> dict[str, Element]:
    root = ElementTree.fromstring(data)
    return {each.attrib["href"]: each for each in root.findall("bookmark")}


def program_in(bookmark: Element, name: str = "Nonogram Helper") -> dict[str, str]:
    found = bookmark.findall(f"info/metadata/{BOOKMARK}applications/{BOOKMARK}application")
    (program,) = [each for each in found if each.attrib["name"] == name]
    return program.attrib


def canonical(element: Element) -> str:
    text: str = ElementTree.tostring(element, "unicode")
    return "".join(text.split())


def test_an_entry_has_what_the_specification_demands() -> None:
    entry = bookmarks(added(xbel.EMPTY))["file:///cat.non"]
    time = "2026-11-27T12:30:00Z"
    assert {entry.attrib[name] for name in ("added", "modified", "visited")} == {time}
    metadata = entry.find("info/metadata")
    assert metadata is not None
    assert metadata.attrib == {"owner": "http://freedesktop.org"}
    kind = metadata.find(f"{MIME}mime-type")
    assert kind is not None
    assert kind.attrib == {"type": KIND}
    program = program_in(entry)
    assert program["exec"] == "'nonogram-helper %f'"
    assert (program["count"], program["modified"]) == ("1", time)


def test_entries_of_others_stay_as_they_are() -> None:
    before = bookmarks(FOREIGN.encode())
    data = added(added(FOREIGN.encode()), "file:///dog.non")
    after = bookmarks(data)
    assert list(after) == [*before, "file:///cat.non", "file:///dog.non"]
    for uri, entry in before.items():
        assert canonical(after[uri]) == canonical(entry)
    text = data.decode()
    for kept in ("<!-- mine -->", "<!DOCTYPE xbel>", 'xmlns:kdepriv="', "<kdepriv:thing"):
        assert kept in text


def test_a_file_that_is_used_again_is_counted_in_its_entry() -> None:
    uri = "file:///home/j/%C3%A9t%C3%A9.txt"
    later = NOW + timedelta(hours=1)
    data = added(added(FOREIGN.encode(), uri), uri, later)
    (entry,) = bookmarks(data).values()
    assert entry.attrib["added"] == "2026-01-01T00:00:00.5Z"
    assert entry.attrib["modified"] == "2026-11-27T13:30:00Z"
    assert program_in(entry)["count"] == "2"
    assert program_in(entry, "Editor")["count"] == "7"
    assert entry.findtext("title") == "<Zoë> & ü"


def test_adding_many_times_does_not_grow_the_list() -> None:
    once = added(xbel.EMPTY)
    data = once
    for _ in range(8):
        data = added(data)
    assert len(data) == len(once)


@pytest.mark.parametrize(
    "data",
    [
        b"no xml",
        b"<xbel version='1.0'><bookmark></xbel>",
        b"<html/>",
        b"<?xml version='1.0' encoding='none'?><xbel/>",
        b"<!DOCTYPE xbel [<!ENTITY a 'aaa'>]><xbel>&a;</xbel>",
        b"\xff\xfe\x00",
    ],
)
def test_a_list_that_cannot_be_read_is_not_touched(data: bytes, tmp_path: Path) -> None:
    target = tmp_path / "recently-used.xbel"
    target.write_bytes(data)
    with pytest.raises(ValueError, match="XBEL"):
        add_entry(target, "file:///cat.non", KIND, NOW)
    assert target.read_bytes() == data
    assert [path.name for path in tmp_path.iterdir()] == [target.name], "neither lock nor rest"


def test_a_list_that_is_too_large_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_files, "MAX_BYTES", 100)
    target = tmp_path / "recently-used.xbel"
    target.write_text(FOREIGN, "utf-8")
    with pytest.raises(ValueError, match="too large"):
        add_entry(target, "file:///cat.non", KIND, NOW)
    assert target.read_text("utf-8") == FOREIGN


def test_a_new_list_is_private_and_the_permissions_of_another_stay(tmp_path: Path) -> None:
    target = tmp_path / "share" / "recently-used.xbel"
    add_entry(target, "file:///cat.non", KIND, NOW)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    target.chmod(0o640)
    add_entry(target, "file:///dog.non", KIND, NOW)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


WRITE = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from helper.application import recent_files
from helper.application.recent_files import add_entry
recent_files.LOCK_MS = 60_000  # a busy disk may keep the other one from writing for long
for number in range(5):
    add_entry(Path(sys.argv[1]), f"file:///{number}.non", "text/plain", datetime.now(UTC))
"""


def test_all_that_write_at_once_are_in_the_list(tmp_path: Path) -> None:
    target = tmp_path / "recently-used.xbel"
    target.write_text(FOREIGN, "utf-8")
    command = [sys.executable, "-c", WRITE, str(target)]
    others = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]
    assert [other.wait(PATIENCE_S) for other in others] == [0, 0]
    found = bookmarks(target.read_bytes())
    assert len(found) == 6
    counts = [program_in(found[f"file:///{number}.non"])["count"] for number in range(5)]
    assert counts == ["2"] * 5, "no write is lost"


def test_a_list_that_another_program_locks_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_files, "LOCK_MS", 20)
    target = tmp_path / "recently-used.xbel"
    lock = QLockFile(f"{target}.lock")
    assert lock.tryLock(0)
    with pytest.raises(TimeoutError):
        add_entry(target, "file:///cat.non", KIND, NOW)
    lock.unlock()
    assert not target.exists()


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The list of a desktop whose program keeps its data in the usual place."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("NONOGRAM_HOME")
    return tmp_path / "share" / "recently-used.xbel"


def wait() -> None:
    """Until all that was told is written."""
    recent_files._worker.submit(int).result()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such list there")
def test_a_file_is_in_the_list_soon(desktop: Path, tmp_path: Path) -> None:
    note_recent(tmp_path / "ein Käfer.non")
    wait()
    (uri,) = bookmarks(desktop.read_bytes())
    assert uri == (tmp_path / "ein Käfer.non").as_uri()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such list there")
def test_a_list_that_cannot_be_written_is_no_trouble(desktop: Path, tmp_path: Path) -> None:
    desktop.parent.write_text("a file in the place of the folder")
    note_recent(tmp_path / "cat.non")
    wait()
    assert desktop.parent.is_file()


def test_nothing_is_told_if_all_data_are_elsewhere(
    desktop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONOGRAM_HOME", str(tmp_path / "home"))
    note_recent(tmp_path / "cat.non")
    wait()
    assert not desktop.exists()


def test_windows_is_told_by_its_shell(
    desktop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, str]] = []
    shell = SimpleNamespace(SHAddToRecentDocs=lambda kind, path: told.append((kind, path.value)))
    monkeypatch.setattr(recent_files, "SYSTEM", Windows(shell32=shell))
    note_recent(tmp_path / "cat.non")
    wait()
    assert told == [(3, str(tmp_path / "cat.non"))]
    assert not desktop.exists()


def test_macos_is_told_nothing(
    desktop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_files, "SYSTEM", MacOS())
    note_recent(tmp_path / "cat.non")
    wait()
    assert not desktop.exists()


def test_the_list_is_in_the_home_folder_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert list_of_desktop() == tmp_path / ".local" / "share" / "recently-used.xbel"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_list_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    target = tmp_path / "recently-used.xbel"
    os.mkfifo(target)
    assert "not a regular file" in run_python(WRITE, str(target)).stderr
    assert target.is_fifo()
