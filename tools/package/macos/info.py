"""What macOS is told of the bundle: its ``Info.plist``, for ``BUNDLE`` of PyInstaller.

In ``nonogram.spec``, on macOS only::

    from tools.package.macos.info import ICON, ID, NAME, info

    BUNDLE(
        collected, name=f"{NAME}.app", icon=str(ICON), bundle_identifier=ID,
        info_plist=info(version),
    )

The folder of the repository has to be on ``sys.path``. ``collected`` is what ``COLLECT`` returns;
the program of the bundle (``CFBundleExecutable``) is ``nonogram-helper``, and ``nonogram`` lies
beside it in ``Contents/MacOS``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

ID = "io.github.nonogram_helper.NonogramHelper"
"""Apple allows letters, digits, hyphens and points: to sign it with a certificate of Apple's, this
has to be another one, with a hyphen instead of the underscore."""
NAME = "Nonogram Helper"
ICON = Path(__file__).parents[1] / "nonogram-helper.icns"
MINIMUM_SYSTEM = "14.0"
"""That of the newest wheels of PySide6 (6.12) and of OpenCV for Intel (5.0): macosx_14_0."""
LANGUAGES = ("en", "de", "es", "fr", "ja", "lt", "pl")
PUZZLE, PACK = "io.github.nonogram-helper.puzzle", "io.github.nonogram-helper.pack"
"""The types of files; without an underscore, which a type must not have."""


def info(version: str) -> dict[str, Any]:
    """The keys that PyInstaller adds to its own.

    Args:
        version: Such as ``1.0.0``.
    """
    return {
        "CFBundleDisplayName": NAME,
        "CFBundleExecutable": "nonogram-helper",
        "CFBundleIdentifier": ID,
        "CFBundleName": NAME,
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": list(LANGUAGES),
        "CFBundleDocumentTypes": [
            _document("Nonogram", PUZZLE, "Owner"),
            _document("Nonogram collection", PACK, "Owner"),
            _document("Picture", "public.image", "Alternate"),
            _document("PDF document", "com.adobe.pdf", "Alternate"),
        ],
        "LSApplicationCategoryType": "public.app-category.puzzle-games",
        "LSMinimumSystemVersion": MINIMUM_SYSTEM,
        "NSCameraUsageDescription": "The camera reads a puzzle that you hold in front of it.",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "The Nonogram Helper authors; MIT licence",
        "NSLocalNetworkUsageDescription": "A phone in your network sends photos of puzzles.",
        "NSPrincipalClass": "NSApplication",
        "NSRequiresAquaSystemAppearance": False,  # dark if the system is
        # The format .non is not this program's own, the packs are.
        "UTImportedTypeDeclarations": [_type(PUZZLE, "Nonogram", "non")],
        "UTExportedTypeDeclarations": [_type(PACK, "Nonogram collection", "nonpack")],
    }


def _document(name: str, kind: str, rank: str) -> dict[str, Any]:
    return {
        "CFBundleTypeName": name,
        "CFBundleTypeRole": "Editor" if rank == "Owner" else "Viewer",
        "LSHandlerRank": rank,
        "LSItemContentTypes": [kind],
    }


def _type(kind: str, name: str, extension: str) -> dict[str, Any]:
    return {
        "UTTypeIdentifier": kind,
        "UTTypeDescription": name,
        "UTTypeConformsTo": ["public.plain-text"],
        "UTTypeTagSpecification": {"public.filename-extension": [extension]},
    }
