"""Builds the native core. Everything else about the project stands in pyproject.toml.

The core is optional: where it cannot be built the install succeeds without it, and the engine in
plain Python takes over. With NONOGRAM_CORE=required in the environment the install fails instead.
"""

import os
import sys
from pathlib import Path

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

core = Pybind11Extension(
    "solver.native._core",
    ["solver/native/bindings.cpp"],
    cxx_std=20,
    depends=[str(path) for path in Path("solver/native").glob("*.hpp")],
    extra_compile_args=["/O2"] if sys.platform == "win32" else ["-O3"],
)
core.optional = os.environ.get("NONOGRAM_CORE") != "required"
setup(ext_modules=[core])
