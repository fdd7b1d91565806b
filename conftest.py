"""For the doctests of the packages; what all tests share stands in tests/conftest.py."""

from importlib.util import find_spec

collect_ignore = []
if find_spec("matplotlib") is None:
    collect_ignore.append("solver/study/drawing.py")
