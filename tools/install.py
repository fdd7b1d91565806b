"""Installs the program into the environment of the Python that runs this.

``python tools/install.py [--newest] EXTRAS``; the Makefile calls it with the extras of
pyproject.toml, such as ``dev,study``. It installs the versions that ``constraints.txt``
records, with which the tests were green. A recorded version that has no wheel for this Python is
left open: pip chooses the newest that has one, and a sentence says so. ``--newest`` upgrades
everything to the newest version instead. The program itself comes last, and only if its core or
its project file is newer than what is installed: the core takes half a minute to compile.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = "nonogram-helper"
RECORDED = ROOT / "constraints.txt"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
_LOOK_UP = ["--dry-run", "--quiet", "--ignore-installed", "--no-deps", "--only-binary=:all:"]
_NO_WHEEL = re.compile(r"No matching distribution found for ([\w.-]+)==")
_NO_NETWORK = re.compile(r"connection broken|Max retries exceeded|Network is unreachable")


def versions_with_wheels(recorded: list[str]) -> tuple[list[str], list[str]] | None:
    """Divide recorded versions into those with a wheel for this Python and those without.

    Args:
        recorded: Requirements such as ``numpy==2.4.6``.

    Returns:
        Both lists; ``None`` if pip failed for another reason. Pip names one package at a time.
    """
    kept, left_open = list(recorded), list[str]()
    while kept:
        looked_up = subprocess.run(
            [*PIP, "install", *_LOOK_UP, *kept],
            capture_output=True,
            text=True,
        )
        if looked_up.returncode == 0:
            break
        missing = _NO_WHEEL.search(looked_up.stderr)
        if missing is None or _NO_NETWORK.search(looked_up.stderr):
            return None
        gone = [each for each in kept if _name(each) == _name(missing[1])]
        if not gone:
            return None
        left_open += gone
        kept = [each for each in kept if each not in gone]
    return kept, left_open


def _name(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", requirement.partition("==")[0]).lower()


def requirements(extras: str) -> list[str]:
    """What the program and some of its extras require, with what those refer to."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def required(names: str) -> Iterator[str]:
        for name in names.split(","):
            for each in project["optional-dependencies"][name]:
                own = re.fullmatch(rf"{PROGRAM}\[([\w,]+)\]", each)
                yield from required(own[1]) if own else [each]

    return list(dict.fromkeys([*project["dependencies"], *required(extras)]))


def is_program_installed() -> bool:
    """Whether the program is installed from here, and nothing it is built from is newer."""
    native = ROOT / "solver" / "native"
    core = native / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
    try:
        origin = metadata.distribution(PROGRAM).read_text("direct_url.json") or "{}"
    except metadata.PackageNotFoundError:
        return False
    if json.loads(origin).get("url") != ROOT.as_uri() or not core.exists():
        return False
    sources = [ROOT / "setup.py", ROOT / "pyproject.toml", *native.glob("*.?pp")]
    return core.stat().st_mtime > max(source.stat().st_mtime for source in sources)


def _pip(*arguments: str) -> int:
    quiet = [] if sys.stdout.isatty() else ["--quiet"]  # else with a bar for each package
    return subprocess.run([*PIP, "install", *quiet, *arguments], cwd=ROOT).returncode


def _install(extras: str, *options: str) -> int:
    if failed := _pip(*options, *requirements(extras)):
        return failed
    return 0 if is_program_installed() else _pip("--no-deps", "--editable", ".")


def install_recorded(extras: str) -> int:
    """Install the recorded versions, as far as they have wheels; returns pip's exit code."""
    if _install(extras, "--only-binary=:all:", f"--constraint={RECORDED}") == 0:
        return 0
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    found = versions_with_wheels([line for line in lines if line and not line.startswith("#")])
    if found is None or not found[1]:
        return 1  # pip has said why
    kept, left_open = found
    print(
        f"Python {sys.version_info.major}.{sys.version_info.minor} has no wheels of "
        f"{', '.join(left_open)}: the newest versions are installed instead.",
        file=sys.stderr,
    )
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder) / "constraints.txt"
        constraints.write_text("\n".join(kept) + "\n", encoding="utf-8")
        if _install(extras, f"--constraint={constraints}") == 0:
            return 0
    print("The other recorded versions do not fit them: all are the newest.", file=sys.stderr)
    return install_newest(extras)


def install_newest(extras: str) -> int:
    """Install or upgrade to the newest version of everything; returns pip's exit code."""
    return _install(extras, "--upgrade", "--upgrade-strategy=eager")


def main() -> int:
    """Install; returns pip's exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("extras", help="extras of pyproject.toml, separated by commas")
    parser.add_argument("--newest", action="store_true", help="ignore constraints.txt")
    options = parser.parse_args()
    install = install_newest if options.newest else install_recorded
    return install(options.extras)


if __name__ == "__main__":
    sys.exit(main())
