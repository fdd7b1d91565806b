"""Says where the packages are installed, compiles the catalogues, and builds the native core.

Everything else about the project stands in pyproject.toml. An installation has one name beside
other people's modules, ``nonogram_helper``: all packages of the repository are put into a folder
inside it. docs/maintainers/decisions.md says why.

The core is optional: where it cannot be built the install succeeds without it, and the engine in
plain Python takes over. With NONOGRAM_CORE=required in the environment the install fails instead.
"""

import os
import sys
from pathlib import Path

from pybind11.setup_helpers import ParallelCompile, Pybind11Extension
from setuptools import find_namespace_packages, setup

sys.path.insert(0, str(Path(__file__).parent))  # a build is isolated from the folder it is in

from tools.catalogues import compile_catalogues

INSIDE = "nonogram_helper._packages"
PACKAGES = ("helper", "network", "puzzles", "recognizer", "resources", "solver")
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

compile_catalogues()
core = Pybind11Extension(
    f"{INSIDE}.solver.native._core",
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
    packages=["nonogram_helper", *(f"{INSIDE}.{name}" for name in found)],
    package_dir={INSIDE: "."},
    package_data={
        "nonogram_helper": ["py.typed"],
        **{f"{INSIDE}.{name}": patterns for name, patterns in DATA.items()},
    },
    py_modules=[f"{INSIDE}.main"],
    ext_modules=[core],
)
