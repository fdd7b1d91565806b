"""For the doctests of the packages; what all tests share stands in tests/conftest.py."""

from importlib.util import find_spec

if find_spec("solver.native._core") is None:  # the core was not built: nothing to import there
    collect_ignore = ["solver/engines/native.py"]
