"""For the doctests of the packages; what all tests share stands in tests/conftest.py."""

from importlib.util import find_spec

collect_ignore = []
if find_spec("solver.native._core") is None:  # the core was not built: nothing to import there
    collect_ignore.append("solver/engines/native.py")
if find_spec("matplotlib") is None:
    collect_ignore.append("solver/study/drawing.py")
