"""What the programs for Windows carry: version, manifest and icon, for ``EXE`` of PyInstaller.

In ``nonogram.spec``, on Windows only::

    from tools.package.windows.exe import arguments

    EXE(…, name=name, **arguments(version, name, work_folder))

The folder of the repository has to be on ``sys.path``.
"""

from __future__ import annotations

from pathlib import Path

MANIFEST = Path(__file__).with_name("nonogram.manifest")
ICON = Path(__file__).parents[1] / "nonogram-helper.ico"
_ENGLISH, _UNICODE = 0x0409, 1200
DESCRIPTIONS = {
    "nonogram": "Nonogram Helper, command line",
    "nonogram-helper": "Nonogram Helper",
}
"""What the task manager and "Open with" show for each program."""


def arguments(version: str, name: str, folder: Path) -> dict[str, str]:
    """Further arguments for ``EXE``.

    Args:
        version: Such as ``1.0.0``.
        name: The program, without its extension.
        folder: Gets a file with the version, which PyInstaller wants.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.version.txt"
    path.write_text(version_info(version, name), encoding="utf-8")
    return {"version": str(path), "manifest": str(MANIFEST), "icon": str(ICON)}


def version_info(version: str, name: str) -> str:
    """The version resource of a program, as PyInstaller reads it.

    Args:
        version: Such as ``1.0.0``; a suffix such as ``rc1`` stands in the texts only.
        name: The program, without its extension.
    """
    numbers = tuple(_numbers(version))
    texts = {
        "CompanyName": "The Nonogram Helper authors",
        "FileDescription": DESCRIPTIONS[name],
        "FileVersion": version,
        "InternalName": name,
        "LegalCopyright": "The Nonogram Helper authors; MIT licence",
        "OriginalFilename": f"{name}.exe",
        "ProductName": "Nonogram Helper",
        "ProductVersion": version,
    }
    rows = ",\n".join(f"      StringStruct({key!r}, {text!r})" for key, text in texts.items())
    return f"""VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004, fileType=0x1,
    subtype=0x0, date=(0, 0)
  ),
  kids=[
    StringFileInfo([StringTable("{_ENGLISH:04x}{_UNICODE:04x}", [
{rows}
    ])]),
    VarFileInfo([VarStruct("Translation", [{_ENGLISH}, {_UNICODE}])])
  ]
)
"""


def _numbers(version: str) -> list[int]:
    """Four numbers; a suffix such as ``rc1`` ends them."""
    found: list[int] = []
    for part in version.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if digits:
            found.append(int(digits))
        if digits != part:
            break
    return [*found, 0, 0, 0, 0][:4]
