"""The scripts that pack for Linux; what they call is played by stubs, and nothing is packed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these scripts are for Linux")

PACKAGE = ROOT / "tools" / "package"

Stub = Callable[[str, str], None]


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """The folder of the stubs, which is the first of PATH."""
    folder = tmp_path / "stubs"
    folder.mkdir()
    return folder


@pytest.fixture
def stub(programs: Path) -> Stub:
    """Makes a program of a name and the lines of a shell script."""

    def make(name: str, lines: str) -> None:
        path = programs / name
        path.write_text(f"#!/bin/sh\n{lines}\n", "utf-8")
        path.chmod(0o755)

    return make


def run(
    programs: Path, script: Path, *arguments: str | Path, **variables: str
) -> CompletedProcess[str]:
    environment = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", **variables}
    return subprocess.run(
        ["sh", script, *arguments], env=environment, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def systems(tmp_path: Path, stub: Stub) -> Path:
    """Where check.sh makes systems, with a mark in each folder that it could delete."""
    stub("id", "echo 0")
    stub("debootstrap", 'for each; do :; done; mkdir -p "$4/etc"')
    stub("unshare", 'printf "%s\\n" "$@"')
    folder = tmp_path / "sys'; tems"
    for kept in (tmp_path, folder / "cache", folder):
        kept.mkdir(exist_ok=True, parents=True)
        (kept / "mark").touch()
    return folder


@pytest.mark.parametrize("suite", ["..", ".", "", "cache", "a/b", "../x", "Sid", "1x", "-x", "a\n"])
def test_a_suite_is_a_name_before_anything_is_deleted(
    suite: str, tmp_path: Path, programs: Path, systems: Path
) -> None:
    package = tmp_path / "p.deb"
    package.touch()
    done = run(programs, PACKAGE / "check.sh", package, "sid", suite, SYSTEMS=str(systems))
    assert done.returncode == 2
    assert "is no suite of Debian" in done.stderr
    assert all((each / "mark").exists() for each in (tmp_path, systems, systems / "cache"))
    assert not (systems / "sid").exists()


def test_what_check_is_not_given_is_asked_for(tmp_path: Path, programs: Path) -> None:
    package, other = tmp_path / "p.deb", tmp_path / "p.zip"
    for path in (package, other):
        path.touch()
    for arguments, sentence in (
        ((), "which package"),
        ((package,), "in which suites"),
        ((tmp_path / "none.deb", "sid"), "there is no file"),
        ((tmp_path, "sid"), "there is no file"),
        ((other, "sid"), "is no .deb or .tar.zst file"),
    ):
        done = run(programs, PACKAGE / "check.sh", *arguments)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert "Usage: check.sh PACKAGE SUITE..." in done.stderr


def test_names_reach_the_system_as_arguments(tmp_path: Path, programs: Path, systems: Path) -> None:
    package = tmp_path / "a'b $(x).tar.zst"
    package.touch()
    done = run(programs, PACKAGE / "check.sh", package, "sid", SYSTEMS=str(systems))
    assert done.returncode == 0, done.stderr
    assert f"\nsh\n{systems}/sid\npackage.tar.zst\n" in done.stdout
    assert done.stdout.count(str(systems)) == 1
    assert (systems / "sid" / "check" / "package.tar.zst").exists()
    assert (systems / "cache" / "mark").exists()
