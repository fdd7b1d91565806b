"""Says where the packages are installed, compiles the catalogues, and builds the native core.

Everything else about the project stands in pyproject.toml. An installation is one package,
``nonogram_helper``, with all packages of the repository inside it; imports are rewritten here.
docs/maintainers/decisions.md says why.

The core is optional: where it cannot be built the install succeeds without it, and the engine in
plain Python takes over. With NONOGRAM_CORE=required in the environment the install fails instead.
"""

import os
import sys
from pathlib import Path

from pybind11.setup_helpers import ParallelCompile, Pybind11Extension
from setuptools import find_namespace_packages, setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))  # a build is isolated from the folder it is in

from tools.catalogues import compile_catalogues
from tools.full_names import MAIN, PACKAGE, PACKAGES, modules_of, rewritten

DATA = {
    "helper": ["py.typed"],
    "network": ["py.typed"],
    "puzzles": ["py.typed", "packs/*.json", "packs/*.txt", "packs/**/*.non", "study/**/*.non"],
    "recognizer": ["py.typed"],
    "resources": [
        *("**/*.svg", "**/*.md", "**/*.png", "**/*.jpg", "**/*.onnx"),
        *("*.json", "fonts/*", "languages/**/*.mo", "web/*"),
    ],
    "solver": ["py.typed", "native/*.pyi"],
}


class BuildOnePackage(build_py):
    """Puts all modules into one package, with the names that they have there."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """``main.py`` is one of them, and what only a checkout needs is none."""
        found = super().find_package_modules(package, package_dir)
        if package == PACKAGE:
            found = [row for row in found if row[1] != "_checkout"] + [(PACKAGE, MAIN, "main.py")]
        return found

    def run(self) -> None:
        """Copy the files, then rewrite the names of modules in them."""
        super().run()
        if self.editable_mode:
            return
        is_module = modules_of(Path(__file__).parent)
        for name in self.get_outputs(include_bytecode=False):
            if name.endswith((".py", ".pyi")):
                path = Path(name)
                text = rewritten(path.read_text(encoding="utf-8"), name, is_module)
                path.write_text(text, encoding="utf-8", newline="\n")


compile_catalogues()
core = Pybind11Extension(
    f"{PACKAGE}.solver.native._core",
    [f"solver/native/{name}.cpp" for name in ("bindings", "logics", "searches")],
    cxx_std=20,
    depends=[str(path) for path in Path("solver/native").glob("*.hpp")],
    extra_compile_args=["/O2"] if sys.platform == "win32" else ["-O3", "-pthread"],
    extra_link_args=[] if sys.platform == "win32" else ["-pthread"],
)
core.optional = os.environ.get("NONOGRAM_CORE") != "required"
ParallelCompile().install()  # a file on each core
found = find_namespace_packages(include=[name + end for name in PACKAGES for end in ("", ".*")])
setup(
    packages=[PACKAGE, *(f"{PACKAGE}.{name}" for name in found)],
    package_dir={f"{PACKAGE}.{name}": name for name in PACKAGES},
    package_data={
        PACKAGE: ["py.typed"],
        **{f"{PACKAGE}.{name}": patterns for name, patterns in DATA.items()},
    },
    ext_modules=[core],
    cmdclass={"build_py": BuildOnePackage},
)
