"""For tests and doctests alike; what all tests share stands in tests/conftest.py."""

from __future__ import annotations

import os
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest

os.environ["NONOGRAM_LANGUAGE"] = "en"  # whatever the language of who runs them

collect_ignore = []
if find_spec("matplotlib") is None:
    collect_ignore.append("solver/study/study_drawing.py")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """With ``-n auto``, one worker more than cores: some wait for child processes and timers."""
    workers = yield
    return workers if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else workers + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m clock``, import only the few modules that have such a test."""
    if config.option.markexpr != "clock" or collection_path.is_dir():
        return None
    return None if b"mark.clock" in collection_path.read_bytes() else True
