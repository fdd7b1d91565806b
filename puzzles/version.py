"""The version of the program, which ``pyproject.toml`` says once for all."""

from __future__ import annotations

from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[1] / "pyproject.toml"
UNKNOWN = "0"
"""The version of a copy that was neither installed nor checked out."""


def version_number() -> str:
    """The version, as in ``1.0.0``.

    A checkout reads it from its own ``pyproject.toml``: what was installed from it may be older.
    """
    if _CHECKOUT.is_file():
        import tomllib

        with _CHECKOUT.open("rb") as file:
            return str(tomllib.load(file)["project"]["version"])
    from importlib.metadata import PackageNotFoundError, version  # slow, and rarely needed

    try:
        return version("nonogram-helper")
    except PackageNotFoundError:
        return UNKNOWN
