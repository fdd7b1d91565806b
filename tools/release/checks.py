"""What must agree before a version is released."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path

_HEADING = re.compile(r"^## (?P<version>\S+) \((?P<date>[^)]*)\)$", re.MULTILINE)
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+((a|b|rc)[0-9]+)?")
_SHOWN = 5
"""How many changed files a sentence names."""


class ReleaseError(Exception):
    """Why a version cannot be released now; a sentence for who releases it."""


def output(command: list[str], folder: Path) -> str:
    """What a command prints.

    Raises:
        ReleaseError: It failed, or is not installed.
    """
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise ReleaseError(f"the program {command[0]} is not installed") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise ReleaseError(f"{' '.join(command)} failed: {said}")
    return done.stdout.strip()


def commit(root: Path) -> str:
    """The commit that is checked out."""
    return output(["git", "rev-parse", "HEAD"], root)


def release_date(root: Path) -> date:
    """The date in the newest heading of the changelog.

    Raises:
        ReleaseError: There is none.
    """
    found = _HEADING.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if found is None:
        raise ReleaseError("CHANGELOG.md has no heading of the form '## 1.0.0 (2026-11-27)'")
    try:
        return date.fromisoformat(found["date"])
    except ValueError:
        raise ReleaseError(
            f"CHANGELOG.md calls {found['version']} '{found['date']}': put its date there"
        ) from None


def problems(root: Path, version: str) -> list[str]:
    """All that keeps a version from being released, each as a sentence; empty if nothing does."""
    if not _VERSION.fullmatch(version):
        return [f"'{version}' is no version: write it as in 1.0.0"]
    checks = (_pyproject, _changelog, _tree, _tag, _metainfo, _licences)
    found = []
    for check in checks:
        try:
            found += check(root, version)
        except ReleaseError as error:
            found.append(str(error))
    return found


def _pyproject(root: Path, version: str) -> list[str]:
    with (root / "pyproject.toml").open("rb") as file:
        said = tomllib.load(file)["project"]["version"]
    return [] if said == version else [f"pyproject.toml says version {said}, not {version}"]


def _changelog(root: Path, version: str) -> list[str]:
    day = release_date(root)
    found = _HEADING.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert found is not None
    if found["version"] != version:
        return [f"the newest heading of CHANGELOG.md is {found['version']}, not {version}"]
    if day > datetime.now(UTC).date():
        return [f"CHANGELOG.md has the date {day}, which is in the future"]
    return []


def _tree(root: Path, _: str) -> list[str]:
    changed = output(["git", "status", "--porcelain"], root).splitlines()
    if not changed:
        return []
    names = [line.strip().partition(" ")[2].strip() for line in changed]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return [f"commit or remove what is changed: {', '.join(names[:_SHOWN])}{more}"]


def _tag(root: Path, version: str) -> list[str]:
    """A tag may be missing, since it is made at the end; one of another commit is wrong."""
    tagged = tagged_commit(root, version)
    if tagged in (None, commit(root)):
        return []
    return [f"the tag v{version} is that of another commit, {str(tagged)[:8]}"]


def tagged_commit(root: Path, version: str) -> str | None:
    """The commit with the tag of a version, if there is one."""
    tags = output(["git", "tag", "--list", f"v{version}"], root)
    return output(["git", "rev-parse", f"v{version}^{{commit}}"], root) if tags else None


def _metainfo(root: Path, version: str) -> list[str]:
    return _checked(root, "tools/metainfo.py")


def _licences(root: Path, version: str) -> list[str]:
    return _checked(root, "tools/licences.py")


def _checked(root: Path, tool: str) -> list[str]:
    """What a tool finds that is called with ``--check``."""
    if not (root / tool).is_file():
        return [f"{tool} is missing"]
    output([sys.executable, tool, "--check"], root)
    return []
