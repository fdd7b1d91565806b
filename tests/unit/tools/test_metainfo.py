"""The releases of the AppStream file are those of the changelog."""

from __future__ import annotations

import pytest
from defusedxml import ElementTree

from tools import metainfo
from tools.metainfo import ChangelogError, Release, releases, releases_xml, with_releases

TEXT = """# Changelog

## 1.1.0 (unreleased)

* Something new.

## 1.0.0 (2026-11-27)

The *first* version
for everybody.

### Window

* Open `.non` files & [others](docs/formats.md)
  of any size < 16 MB.
* **Fast**.
"""
EMPTY = "<component>\n  <releases/>\n</component>\n"


def test_the_two_agree() -> None:
    changelog = metainfo.CHANGELOG.read_text("utf-8")
    written = metainfo.METAINFO.read_text("utf-8")
    assert with_releases(written, releases(changelog)) == written, "run python tools/metainfo.py"


def test_a_release_has_version_date_and_changes() -> None:
    first, second = releases(TEXT)
    assert first == Release("1.1.0", "", [], ["Something new."])
    assert second.version == "1.0.0"
    assert second.date == "2026-11-27"
    assert second.paragraphs == ["The *first* version for everybody."]
    assert second.changes == [
        "Open `.non` files & [others](docs/formats.md) of any size < 16 MB.",
        "**Fast**.",
    ]


def test_what_is_not_released_is_left_out_and_texts_are_marked_up() -> None:
    root = ElementTree.fromstring(releases_xml(releases(TEXT)))
    (release,) = root
    assert release.attrib == {"version": "1.0.0", "date": "2026-11-27"}
    (description,) = release
    paragraph, changes = description
    assert "".join(paragraph.itertext()) == "The first version for everybody."
    assert paragraph.findtext("em") == "first"
    texts = ["".join(change.itertext()) for change in changes]
    assert texts == ["Open .non files & others of any size < 16 MB.", "Fast."]
    assert changes[0].findtext("code") == ".non"


def test_writing_again_changes_nothing() -> None:
    found = releases(TEXT)
    once = with_releases(EMPTY, found)
    assert "1.0.0" in once
    assert with_releases(once, found) == once
    assert with_releases(once, releases("## 1 (unreleased)\n")) == EMPTY


@pytest.mark.parametrize("heading", ["## 1.0.0", "## 1.0.0 (soon)", "## 1.0.0 (2026-13-01)"])
def test_a_heading_that_is_wrong_is_named(heading: str) -> None:
    with pytest.raises(ChangelogError, match=r"## 1\.0\.0"):
        releases(f"# Changelog\n\n{heading}\n\n* Something.\n")


def test_a_file_without_a_place_for_releases_is_refused() -> None:
    with pytest.raises(ChangelogError, match="no element <releases>"):
        with_releases("<component/>", [])
