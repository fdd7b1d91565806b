"""Laws about the files of the project."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

PACKAGES = ("helper", "network", "solver", "recognizer", "puzzles")
BUILT = {"build", "dist", "__pycache__"}
"""Folders that are not kept; neither are hidden ones, but for those of the CI."""
KEPT = {".ci", ".github"}
REGISTRIES = (b"py" + b"pi.org", b"python" + b"hosted.org", b"npm" + b"js.org", b"crates" + b".io")
"""Hosts of package registries; in two parts, so that this file names none."""


def kept_files(folder: Path) -> Iterator[Path]:
    """The files of the project that somebody wrote."""
    for path in sorted(folder.iterdir()):
        is_hidden = path.name.startswith(".") and path.name not in KEPT
        if is_hidden or path.name in BUILT or path.name.endswith(".egg-info"):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from kept_files(path)
        elif path.is_file():
            yield path


def test_no_file_names_the_host_of_a_package_registry() -> None:
    found = list(kept_files(ROOT))
    assert ROOT / "solver" / "engines" / "constraint.py" in found
    naming = [path for path in found if any(host in path.read_bytes() for host in REGISTRIES)]
    assert not naming, "cite the project itself, and keep no lock file with addresses"


def sources() -> Iterator[tuple[str, str]]:
    """The path and the text of each file of Python that is no test."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def test_a_public_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for path, text in sources():
        for name in re.findall(r"^class ([A-Z]\w*)", text, re.M):
            places.setdefault(name, []).append(path)
    several = {name: found for name, found in places.items() if len(found) > 1}
    assert not several, "a name says which one it is without its folder"


def test_what_a_docstring_refers_to_is_there() -> None:
    texts = dict(sources())
    lost = []
    for path, text in texts.items():
        for name in re.findall(rf"`~?((?:{'|'.join(PACKAGES)})(?:\.\w+)+)`", text):
            parts = name.split(".")
            cuts = [("/".join(parts[:k]), parts[k:]) for k in range(len(parts), 0, -1)]
            files = [(stem + end, rest) for stem, rest in cuts for end in (".py", "/__init__.py")]
            module, names = next((file for file in files if file[0] in texts), ("", parts))
            if not all(re.search(rf"\b{each}\b", texts.get(module, "")) for each in names):
                lost.append(f"{path}: {name}")
    assert not lost


def test_every_tool_is_named() -> None:
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("tools/README.md", "Makefile")]
    programs = [
        path.relative_to(ROOT / "tools").as_posix()
        for path in kept_files(ROOT / "tools")
        if path.suffix == ".sh"
        or (path.suffix == ".py" and "__main__" in path.read_text(encoding="utf-8"))
    ]
    assert "soak/run.py" in programs
    lost = [name for name in programs if not any(name in text for text in texts)]
    assert not lost, "say in tools/README.md what it is for, or remove it"


def test_types_are_checked_in_every_file() -> None:
    checked = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["files"])
    found = [path.relative_to(ROOT) for path in kept_files(ROOT) if path.suffix == ".py"]
    assert {path.parts[0] for path in found} - checked == {"setup.py"}  # setuptools has no types
