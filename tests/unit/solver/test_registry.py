"""The engines by name: what cannot be used is left out."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import pytest

from puzzles.model import Puzzle
from solver import registry
from solver.propagate import propagate


@pytest.fixture
def without_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The core's file is there, but it was built for something else."""

    def refuse(name: str) -> ModuleType:
        if name.startswith("solver.native"):
            raise ImportError(f"{name}: invalid ELF header")
        return import_module(name)

    monkeypatch.setattr(registry, "import_module", refuse)
    registry._can_import.cache_clear()
    registry.default_engine.cache_clear()
    yield
    registry._can_import.cache_clear()
    registry.default_engine.cache_clear()


@pytest.mark.usefixtures("without_core")
def test_a_core_that_cannot_be_loaded_counts_as_missing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert registry.engine_names()[0] == "python"
        assert "native" not in registry.engine_names()
        assert "C++" in registry.missing_engines()["native"]
        assert registry.get_engine().name == "python"
        assert registry.get_engine().name == "python"
        assert propagate(Puzzle.from_numbers([[1]], [[1]])).grid.to_text() == ["#"]
    assert len(caplog.records) == 1  # said once
