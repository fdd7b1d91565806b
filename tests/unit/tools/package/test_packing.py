"""The scripts that pack for Linux; what they call is played by stubs, and nothing is packed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.support.paths import ROOT
from tests.support.signals import default_signals

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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout that has the scripts, and a script that packs nothing, but as the others do."""
    folder = tmp_path / "project"
    shutil.copytree(PACKAGE, folder / "tools" / "package")
    (folder / "pyproject.toml").write_text('version = "1.2.3"\n', "utf-8")
    (folder / "tools" / "package" / "pack.sh").write_text(
        'set -eu\ncd "$(dirname "$0")/../.."\n. tools/package/common.sh\n'
        'mkdir -p "$OUT"\ntouch "$OUT/a.$PART"\nls "$OUT"\npack\nmv "$OUT/a.$PART" "$OUT/a"\n',
        "utf-8",
    )
    return folder


@pytest.mark.skipif(shutil.which("flock") is None, reason="flock is not installed")
def test_a_second_run_is_refused_while_one_packs(
    project: Path, programs: Path, stub: Stub, tmp_path: Path
) -> None:
    script = project / "tools" / "package" / "pack.sh"
    second = f'export SECOND=1; sh "{script}" "{tmp_path}/second" 9>&-'
    stub("pack", f'[ -n "${{SECOND:-}}" ] || {{ {second} || echo "ended with $?"; }}')
    done = run(programs, script, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "another run packs here" in done.stderr
    assert "ended with 1\n" in done.stdout
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a"]
    assert not (tmp_path / "second").exists()
    stub("pack", "true")
    assert run(programs, script, tmp_path / "out").returncode == 0


@pytest.mark.parametrize("end", ["exit 7", "kill -INT $PPID", "kill -TERM $PPID"])
def test_a_run_that_fails_leaves_no_part(
    end: str, project: Path, programs: Path, stub: Stub, tmp_path: Path
) -> None:
    stub("pack", end)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "b.1.part").touch()  # of another run
    with default_signals():  # a shell cannot handle what is ignored when it starts
        done = run(programs, project / "tools" / "package" / "pack.sh", tmp_path / "out")
    assert done.returncode != 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b.1.part"]
    assert sorted(done.stdout.split())[1:] == ["b.1.part"]


def test_without_flock_it_packs_all_the_same(
    project: Path, programs: Path, stub: Stub, tmp_path: Path
) -> None:
    for name in ("dirname", "sed", "date", "mkdir", "touch", "ls", "mv", "rm", "sh"):
        (programs / name).symlink_to(shutil.which(name) or name)
    stub("pack", "true")
    script = project / "tools" / "package" / "pack.sh"
    done = run(programs, script, tmp_path / "out", PATH=str(programs))
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a"]


@pytest.fixture
def freezing(project: Path, stub: Stub) -> dict[str, str]:
    """The project has all that is frozen; pip, PyInstaller and the others are played.

    Returns:
        Variables with which the scripts run.
    """
    for name in ("applications", "man/man1", "zsh/site-functions"):
        (project / "share" / name).mkdir(parents=True)
    for name in ("man/man1/nonogram.1", "zsh/site-functions/_nonogram"):
        (project / "share" / name).touch()
    for name in ("CHANGELOG.md", "LICENSE"):
        (project / name).touch()
    frozen = "build/package/frozen/nonogram-helper"
    stub("pip", "true")
    stub(
        "pyinstaller",
        f"mkdir -p {frozen}/_internal\ncd {frozen}\ntouch nonogram nonogram-helper\n"
        "chmod +x nonogram nonogram-helper\necho frozen >&2",
    )
    stub("python", f"mkdir -p {frozen}/notices; touch {frozen}/notices/NOTICES.txt")
    stub(
        "venv",
        'mkdir -p "$3/bin"; cd "$(dirname "$0")"; cp pip pyinstaller python "$OLDPWD/$3/bin"',
    )
    for name in ("objdump", "strip", "xargs"):
        stub(name, "true")
    use = project / "tools" / "package" / "use.sh"
    use.write_text('#!/bin/sh\n[ -z "${FAIL:-}" ]\n', "utf-8")
    return {"PYTHON": "venv", "NONOGRAM_FROZEN": "keep"}


@pytest.fixture
def debian(stub: Stub) -> None:
    """Plays Debian's programs; a package is a copy of its folder."""
    stub("dpkg-shlibdeps", "true")
    stub("dpkg", '[ "$1" = --print-architecture ] && echo amd64')
    stub("md5sum", "true")
    stub(
        "dpkg-deb", 'for target; do before=${last:-}; last=$target; done; cp -R "$before" "$target"'
    )


def test_only_a_complete_frozen_program_is_kept(
    project: Path, programs: Path, freezing: dict[str, str], tmp_path: Path
) -> None:
    script = project / "tools" / "package" / "pack.sh"
    script.write_text(script.read_text("utf-8").replace("pack\n", "freeze\n"), "utf-8")
    failed = run(programs, script, tmp_path, FAIL="yes", **freezing)
    assert failed.returncode != 0
    assert (project / "build/package/frozen/nonogram-helper/nonogram").exists()
    for said in ("frozen\n", ""):
        done = run(programs, script, tmp_path, **freezing)
        assert done.returncode == 0, done.stderr
        assert done.stderr.endswith(said)
        assert ("frozen" in done.stderr) == bool(said)
    again = run(programs, script, tmp_path, FAIL="yes", **freezing | {"NONOGRAM_FROZEN": ""})
    assert again.returncode != 0
    assert not (project / "build/package/complete").exists()


@pytest.mark.usefixtures("debian")
def test_a_debian_package_has_the_notices(
    project: Path, programs: Path, freezing: dict[str, str], tmp_path: Path
) -> None:
    script = project / "tools" / "package" / "deb.sh"
    done = run(programs, script, tmp_path / "out", **freezing)
    assert done.returncode == 0, done.stderr
    (packed,) = (tmp_path / "out").iterdir()
    assert packed.name == "nonogram-helper_1.2.3_amd64.deb"
    assert (packed / "usr/share/doc/nonogram-helper/notices/NOTICES.txt").exists()
    assert [path.name for path in (packed / "usr/share/zsh").rglob("_*")] == ["_nonogram"]
    assert (packed / "usr/share/zsh/vendor-completions/_nonogram").exists()
    shutil.rmtree(project / "build/package/frozen/nonogram-helper/notices")
    done = run(programs, script, tmp_path / "out", **freezing)
    assert done.returncode == 1
    assert "notices/NOTICES.txt is missing" in done.stderr


@pytest.mark.skipif(shutil.which("zstd") is None, reason="zstd is not installed")
def test_an_archive_says_how_to_put_the_program_into_the_menu(
    project: Path, programs: Path, freezing: dict[str, str], tmp_path: Path
) -> None:
    home, folder = tmp_path / "home", tmp_path / "unpacked"
    for name in ("icons", "mime", "thumbnailers"):
        (project / "share" / name).mkdir()
    done = run(programs, project / "tools/package/frozen.sh", tmp_path / "out", **freezing)
    assert done.returncode == 0, done.stderr
    for each in (home, folder):
        each.mkdir()
    command = ["tar", "--zstd", "-xf", done.stdout.strip()]
    subprocess.run([*command, "--strip-components=1", f"--directory={folder}"], check=True)
    lines = (folder / "README.txt").read_text("utf-8").splitlines()
    script = tmp_path / "lines.sh"
    commands = [line.strip() for line in lines if line.startswith("    ")]
    script.write_text("\n".join([f"set -e; cd '{folder}'", *commands[:3]]), "utf-8")
    done = run(programs, script, HOME=str(home))
    assert done.returncode == 0, done.stderr
    for name in ("applications", "icons", "mime", "thumbnailers"):
        assert (home / ".local/share" / name).is_dir()
    for name in ("nonogram", "nonogram-helper"):
        assert (home / ".local/bin" / name).resolve() == folder / name
