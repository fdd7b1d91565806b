"""What packages for Windows and macOS are made of, as far as it can be checked elsewhere."""

from __future__ import annotations

import os
import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from puzzles.language import LANGUAGES
from tests.support.paths import ROOT
from tools.package.macos import info as macos
from tools.package.windows import exe

PACKAGE = ROOT / "tools" / "package"
ID = "io.github.nonogram_helper.NonogramHelper"


def installer() -> str:
    return (PACKAGE / "windows" / "nonogram.iss").read_text(encoding="utf-8")


def section(name: str) -> list[str]:
    text = re.split(r"^\[(\w+)\]$", installer(), flags=re.MULTILINE)
    lines = text[text.index(name) + 1].splitlines()
    return [line for line in lines if line.strip() and not line.startswith(";")]


def test_the_installer_needs_no_administrator_and_has_the_licence() -> None:
    setup = dict(line.split("=", 1) for line in section("Setup") if not line.startswith("#"))
    assert setup["PrivilegesRequired"] == "lowest"
    assert setup["ArchitecturesAllowed"] == setup["ArchitecturesInstallIn64BitMode"]
    assert setup["AppVersion"] == "{#Version}"
    assert setup["LicenseFile"] == r"{#Root}\LICENSE"
    assert (ROOT / "LICENSE").is_file()
    icon = setup["SetupIconFile"].replace("{#Root}\\", "").replace("\\", "/")
    assert (ROOT / icon).is_file()
    assert f'#define Id "{ID}"' in installer()
    assert (PACKAGE / "windows" / ".." / ".." / "..").resolve() == ROOT  # its Root


def test_the_installer_opens_both_kinds_of_files_and_takes_back_what_it_writes() -> None:
    rows = section("Registry")
    assert all(row.startswith(r'Root: HKA; Subkey: "Software\Classes') for row in rows)
    for extension, kind in ((".non", "Puzzle"), (".nonpack", "Pack")):
        opens = rf'"Software\Classes\{{#Id}}.{kind}\shell\open\command"'
        assert any(opens in row and '""%1""' in row for row in rows)
        own = [row for row in rows if rf'Classes\{extension}"' in row]
        assert len(own) == 1
        assert "Tasks: " in own[0]
        assert f"Forget('{extension}', '{{#Id}}.{kind}')" in installer()


def test_removing_the_program_leaves_the_player_s_data() -> None:
    assert "[UninstallDelete]" not in installer()
    (deleted,) = section("InstallDelete")
    assert '"{app}\\_internal"' in deleted
    assert "localappdata" not in "\n".join(section("Files")).lower()


def test_the_manifest_allows_long_paths_and_follows_each_screen() -> None:
    root = ElementTree.parse(exe.MANIFEST).getroot()
    found = {each.tag.rpartition("}")[2]: (each.text or "").strip() for each in root.iter()}
    assert found["longPathAware"] == "true"
    assert found["dpiAwareness"] == "PerMonitorV2, PerMonitor"
    level = next(each for each in root.iter() if each.tag.endswith("requestedExecutionLevel"))
    assert level.get("level") == "asInvoker"


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("1.0.0", (1, 0, 0, 0)), ("1.2", (1, 2, 0, 0)), ("1.2.3rc4", (1, 2, 3, 0))],
)
@pytest.mark.parametrize("name", exe.DESCRIPTIONS)
def test_a_program_for_windows_says_its_version(
    version: str, numbers: tuple[int, ...], name: str, tmp_path: Path
) -> None:
    arguments = exe.arguments(version, name, tmp_path / "new")
    assert Path(arguments["manifest"]) == exe.MANIFEST
    assert Path(arguments["icon"]).read_bytes()[:4] == b"\0\0\1\0"
    text = Path(arguments["version"]).read_text(encoding="utf-8")

    def record(*values: Any, **named: Any) -> SimpleNamespace:
        return SimpleNamespace(values=values, **named)

    names = re.findall(r"\b[A-Z]\w+(?=\()", text)  # as PyInstaller does: it evaluates the text
    resource = eval(text, {"__builtins__": {}}, dict.fromkeys(names, record))
    assert resource.ffi.filevers == resource.ffi.prodvers == numbers
    strings = dict(each.values for each in resource.kids[0].values[0][0].values[1])
    assert strings["ProductVersion"] == version
    assert strings["OriginalFilename"] == f"{name}.exe"


def test_the_bundle_says_what_macos_asks_for() -> None:
    found = macos.info("1.0.0")
    assert plistlib.loads(plistlib.dumps(found)) == found
    assert macos.ICON.read_bytes()[:4] == b"icns"
    assert found["CFBundleIdentifier"] == ID
    assert found["CFBundleVersion"] == found["CFBundleShortVersionString"] == "1.0.0"
    assert found["NSCameraUsageDescription"]
    assert found["NSHighResolutionCapable"] is True
    assert set(found["CFBundleLocalizations"]) == set(LANGUAGES)


def test_each_type_of_file_is_declared_with_a_name_that_is_allowed() -> None:
    found = macos.info("1.0.0")
    declared = found["UTImportedTypeDeclarations"] + found["UTExportedTypeDeclarations"]
    extensions = {
        each["UTTypeIdentifier"]: each["UTTypeTagSpecification"]["public.filename-extension"]
        for each in declared
    }
    assert sorted(extensions.values()) == [["non"], ["nonpack"]]
    assert all(re.fullmatch(r"[A-Za-z0-9.-]+", kind) for kind in extensions)
    used = {kind for each in found["CFBundleDocumentTypes"] for kind in each["LSItemContentTypes"]}
    assert set(extensions) <= used
    assert all(kind in extensions or kind.startswith(("public.", "com.adobe.")) for kind in used)


FAKE = """#!/bin/sh
echo "$(basename "$0") $*" >> "$LOG"
case "$(basename "$0") $1" in
"ditto "*) cp -R "$1" "$2" ;;
"hdiutil create") for last; do :; done; echo image > "$last" ;;
esac
"""


@pytest.fixture
def apple(tmp_path: Path) -> dict[str, str]:
    """An environment with substitutes of Apple's programs, which write down how they are called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("codesign", "hdiutil", "ditto"):
        (folder / name).write_text(FAKE)
        (folder / name).chmod(0o755)
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "LOG": str(tmp_path / "log")}


def image(arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(PACKAGE / "macos" / "dmg.sh"), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


on_posix = pytest.mark.skipif(sys.platform == "win32", reason="a script of the shell")


@on_posix
@pytest.mark.parametrize("certificate", ["", "Developer ID Application: Nobody"])
def test_a_bundle_is_signed_before_it_is_put_into_the_image(
    tmp_path: Path, apple: dict[str, str], certificate: str
) -> None:
    bundle = tmp_path / "Nonogram Helper.app"
    (bundle / "Contents" / "MacOS").mkdir(parents=True)
    (bundle / ".DS_Store").touch()
    done = image(
        [str(bundle), "1.0.0", str(tmp_path / "dist")], apple | {"NONOGRAM_SIGN": certificate}
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).read_text() == "image\n"
    assert not (bundle / ".DS_Store").exists()
    calls = Path(apple["LOG"]).read_text().splitlines()
    assert [call.split()[0] for call in calls] == [
        "codesign",
        "codesign",
        "ditto",
        "hdiutil",
        "hdiutil",
    ]
    assert (f"--sign {certificate or '-'} {bundle}") in calls[0]
    assert ("--options runtime" in calls[0]) == bool(certificate)


@on_posix
def test_without_a_bundle_or_apple_s_programs_there_is_a_sentence(
    tmp_path: Path, apple: dict[str, str]
) -> None:
    done = image([str(tmp_path), "1.0.0", str(tmp_path)], apple)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "is not a bundle" in done.stderr
    if shutil.which("codesign") is None:
        done = image([str(tmp_path), "1.0.0"], dict(os.environ))
        assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
        assert "runs on macOS" in done.stderr


def test_the_hardened_runtime_allows_the_camera() -> None:
    found = plistlib.loads((PACKAGE / "macos" / "entitlements.plist").read_bytes())
    assert found["com.apple.security.device.camera"] is True
