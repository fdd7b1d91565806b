"""What each distribution of an installation takes on disk."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distributions
from pathlib import Path

import click

from benchmarks.harness import Items, Row, benchmark

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
"""The name at the begin of a requirement, as PEP 508 writes it."""


@dataclass(slots=True)
class Share:
    """One distribution."""

    name: str
    version: str
    size: int
    """Bytes without compiled Python files."""
    compiled: int
    """Bytes of its compiled Python files."""
    needed_by: list[str] = field(default_factory=list)
    """Names; in brackets those that need it for an extra."""
    freed: int = 0
    """Bytes of it and of what only it needs, without compiled files."""


def shares(site_packages: Path) -> list[Share]:
    """The distributions in a folder, the largest first."""
    found = {
        _normalized(each.metadata["Name"]): (each, _share(each))
        for each in distributions(path=[str(site_packages)])
    }
    for name, (distribution, _) in found.items():
        for requirement in distribution.requires or ():
            needed = _NAME.match(requirement)
            if needed and (other := found.get(_normalized(needed[0]))):
                is_extra = re.search(r";.*\bextra\b", requirement) is not None
                label = f"({name})" if is_extra else name
                if label not in other[1].needed_by:
                    other[1].needed_by.append(label)
    result = sorted((share for _, share in found.values()), key=lambda each: -each.size)
    roots = {each.name for each in result if not any(map(_is_firm, each.needed_by))}
    for each in result:
        kept = _needed(roots - {each.name}, result, each.name)
        each.freed = sum(other.size for other in result if other.name not in kept)
    return result


def _is_firm(needed_by: str) -> bool:
    return not needed_by.startswith("(")


def _needed(roots: set[str], all_shares: Sequence[Share], without: str) -> set[str]:
    """The names of distributions that some others need, and of these."""
    needed, size = set(roots), -1
    while len(needed) > size:
        size = len(needed)
        needed |= {each.name for each in all_shares if not needed.isdisjoint(each.needed_by)}
        needed.discard(without)
    return needed


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _share(distribution: Distribution) -> Share:
    sizes = {False: 0, True: 0}
    for name in {str(file) for file in distribution.files or ()}:
        path = Path(str(distribution.locate_file(name)))
        if path.is_file():
            sizes[path.suffix == ".pyc"] += path.stat().st_size
    name = _normalized(distribution.metadata["Name"])
    return Share(name, distribution.version, sizes[False], sizes[True])


def site_packages_of(environment: Path) -> Path:
    """The folder with the packages of a virtual environment.

    Raises:
        click.ClickException: It is none.
    """
    folders = [*environment.glob("lib/python3*/site-packages"), environment / "Lib/site-packages"]
    for folder in folders:
        if folder.is_dir():
            return folder
    raise click.ClickException(f"{environment}: this is no virtual environment")


def install(wheel: Path, folder: Path, constraints: Path | None) -> None:
    """Make an environment in a folder, and install a wheel with all it needs."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = next(folder.glob("[bS]*[ns]*/python*"))
    versions = ["--constraint", str(constraints)] if constraints else []
    subprocess.run([python, "-m", "pip", "install", "--quiet", *versions, str(wheel)], check=True)


def rows(found: Sequence[Share]) -> list[Row]:
    """A row for each distribution, and the sum."""
    table = [
        _row(f"{each.name} {each.version}", each.size, each.freed, each.compiled, each.needed_by)
        for each in found
    ]
    sums = [sum(each.size for each in found), sum(each.compiled for each in found)]
    return [*table, _row("sum", sums[0], None, sums[1], [])]


def _row(name: str, size: int, freed: int | None, compiled: int, needed_by: Sequence[str]) -> Row:
    sizes = {"MB": size, "freed": freed, ".pyc": compiled}
    texts = {key: "" if value is None else f"{value / 2**20:.1f}" for key, value in sizes.items()}
    return {"distribution": name, **texts, "needed by": ", ".join(sorted(needed_by))}


@benchmark()
def size(place: Path, constraint: Path | None = None) -> Items:
    """What each distribution of an installation takes on disk, MB (2**20 bytes).

    PLACE is a virtual environment, or a wheel, which is installed into a fresh one first (with pip,
    which fetches what the wheel needs). The sizes are those of the files that each distribution's
    RECORD names, without the compiled Python files (.pyc), which are counted apart: pip makes them,
    and a package for a system need not. A folder's own blocks are not counted. *Freed* is what an
    environment without it would save: its size, and those of all that nothing else needs. *Needed
    by* are the installed distributions that require it; in brackets, for an extra.

    Args:
        place: An environment or a wheel.
        constraint: Versions, for a wheel.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = place
        if place.suffix == ".whl":
            environment = Path(folder)
            install(place, environment, constraint)
        yield from rows(shares(site_packages_of(environment)))
