"""For tests and doctests alike; what all tests share stands in tests/conftest.py."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

os.environ["NONOGRAM_LANGUAGE"] = "en"  # whatever the language of who runs them


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """With ``-n auto``, one worker more than cores: some wait for child processes and timers."""
    workers = yield
    return workers if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else workers + 1


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Import no module, and look through none, for examples that it does not have."""
    found = yield
    has_examples = b">>> " in file_path.read_bytes()
    return [each for each in found if has_examples or not isinstance(each, DoctestModule)]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m clock``, import only the few modules that have such a test."""
    if config.option.markexpr != "clock" or collection_path.is_dir():
        return None
    return None if b"mark.clock" in collection_path.read_bytes() else True
