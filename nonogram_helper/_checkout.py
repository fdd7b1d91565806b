"""In a checkout: the packages beside this one under the names that they have in an installation.

``nonogram_helper.solver.api`` *is* the module ``solver.api`` here, so documents and users say one
name everywhere. An installation has the packages inside ``nonogram_helper``, and not this module.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("helper", "network", "puzzles", "recognizer", "resources", "solver")
NAMES = {**{name: name for name in PACKAGES}, "_main": "main"}
"""What an installation has inside the package, and what that is called in a checkout."""


class _Aliases(MetaPathFinder, Loader):
    """Finds ``nonogram_helper.NAME`` as the module NAME."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.partition(".")
        first, dot, rest = name.partition(".")
        if package != __package__ or first not in NAMES:
            return None
        own = NAMES[first] + dot + rest
        return ModuleSpec(fullname, self, origin=own) if find_spec(own) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        assert spec.origin is not None
        module = import_module(spec.origin)
        spec.loader_state = module.__spec__  # the import system replaces it
        return module

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


def make_packages_importable() -> None:
    """Let the packages be found, also where an editable installation has this one alone.

    Raises:
        ImportError: Another module of such a name is imported already.
    """
    for name in PACKAGES:
        loaded = getattr(sys.modules.get(name), "__file__", None)
        if loaded is not None and ROOT not in Path(loaded).resolve().parents:
            raise ImportError(
                f"this checkout of nonogram_helper needs the name {name!r}, which {loaded} has"
                " taken: rename that module, import nonogram_helper first, or install the wheel,"
                " which needs the name nonogram_helper only"
            )
    if str(ROOT) not in sys.path[:1]:
        sys.path.insert(0, str(ROOT))
    sys.meta_path.insert(0, _Aliases())
