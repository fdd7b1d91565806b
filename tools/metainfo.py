"""Writes the releases of CHANGELOG.md into the AppStream file below ``share/metainfo``.

``python tools/metainfo.py``; ``--check`` says whether the two agree, and writes nothing. A release
is a heading ``## 1.0.0 (2026-11-27)``; one that is ``(unreleased)`` has no date yet, which
AppStream demands, so it is left out. Its description is the text before the list of changes, and
the first of these.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from datetime import date
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
CHANGELOG = ROOT / "CHANGELOG.md"
ID = "io.github.nonogram_helper.NonogramHelper"
METAINFO = ROOT / "share" / "metainfo" / f"{ID}.metainfo.xml"
MAX_CHANGES = 12
"""Changes of a release that are told: what a page of a software centre shows at once."""

_HEADING = re.compile(r"## (?P<version>\S+) \((?P<date>[^)]*)\)")
_UNRELEASED = "unreleased"
_RELEASES = re.compile(r"^  <releases(?:/>|>\n.*?^  </releases>)\n", re.M | re.S)


class Release(NamedTuple):
    """A section of the changelog."""

    version: str
    date: str
    """``YYYY-MM-DD``; empty as long as it is not released."""
    paragraphs: list[str]
    """What is said before the list."""
    changes: list[str]


class ChangelogError(Exception):
    """The changelog is not as it should be; the text says where and what."""


def releases(text: str) -> list[Release]:
    """The sections of a changelog in Markdown, the latest first.

    Raises:
        ChangelogError: A heading or a date is not as it should be.
    """
    found: list[Release] = []
    for heading, *lines in _sections(text):
        match = _HEADING.fullmatch(heading.rstrip())
        if match is None:
            raise ChangelogError(f"{heading!r}: this should be ## VERSION (YYYY-MM-DD)")
        is_released = match["date"] != _UNRELEASED
        if is_released and not _is_date(match["date"]):
            raise ChangelogError(f"{heading!r}: this is neither YYYY-MM-DD nor {_UNRELEASED}")
        paragraphs, changes = _blocks(lines)
        day = match["date"] if is_released else ""
        found.append(Release(match["version"], day, paragraphs, changes))
    return found


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _sections(text: str) -> Iterator[list[str]]:
    section: list[str] = []
    for line in text.splitlines():
        if line.startswith("## "):
            if section:
                yield section
            section = [line]
        elif section:
            section.append(line)
    if section:
        yield section


def _blocks(lines: list[str]) -> tuple[list[str], list[str]]:
    """The paragraphs before the first entry of a list, and all entries."""
    paragraphs: list[str] = []
    changes: list[str] = []
    current: list[str] | None = None
    for line in lines:
        text = line.strip()
        if line.startswith(("* ", "- ")):
            current = changes
            changes.append(text[2:].strip())
        elif not text or text.startswith("#"):
            current = None
        elif current is not None:
            current[-1] += f" {text}"
        elif not changes:
            current = paragraphs
            paragraphs.append(text)
    return paragraphs, changes


def releases_xml(found: list[Release]) -> str:
    """The element ``releases``, as it stands in the AppStream file."""
    dated = [each for each in found if each.date]
    if not dated:
        return "  <releases/>\n"
    lines = ["  <releases>"]
    for each in dated:
        lines.append(f'    <release version="{escape(each.version)}" date="{each.date}">')
        lines.append("      <description>")
        lines += [f"        <p>{_marked_up(text)}</p>" for text in each.paragraphs]
        if each.changes:
            shown = each.changes[:MAX_CHANGES]
            entries = [f"          <li>{_marked_up(text)}</li>" for text in shown]
            lines += ["        <ul>", *entries, "        </ul>"]
        lines += ["      </description>", "    </release>"]
    return "\n".join([*lines, "  </releases>\n"])


def _marked_up(text: str) -> str:
    """A text in Markdown as AppStream writes it: code and emphasis; of links only their words."""
    marked = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", escape(text, quote=False))
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", marked)
    return re.sub(r"(?<![\w*])\*{1,2}([^*<>]+)\*{1,2}(?![\w*])", r"<em>\1</em>", marked)


def with_releases(metainfo: str, found: list[Release]) -> str:
    """The AppStream file with these releases in place of its own.

    Raises:
        ChangelogError: It has no element ``releases``.
    """
    xml = releases_xml(found)
    replaced, count = _RELEASES.subn(lambda _match: xml, metainfo)
    if count != 1:
        raise ChangelogError(f"there is no element <releases> in {METAINFO.name}")
    return replaced


def main() -> int:
    """Write or compare the file; 1 if they do not agree."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    is_check = parser.parse_args().check
    before = METAINFO.read_text("utf-8")
    try:
        after = with_releases(before, releases(CHANGELOG.read_text("utf-8")))
    except ChangelogError as error:
        print(error, file=sys.stderr)
        return 1
    if is_check:
        if before != after:
            print(
                f"{METAINFO.name} has not the releases of CHANGELOG.md; run tools/metainfo.py",
                file=sys.stderr,
            )
        return int(before != after)
    METAINFO.write_text(after, "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
