"""The experiments of the texts name what there is."""

from __future__ import annotations

import pytest

from puzzles.packs import study_set
from solver.options import label
from solver.registry import get_engine, missing_engines
from solver.study.experiments import EXPERIMENTS


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_has_puzzles_and_methods(name: str) -> None:
    experiment = EXPERIMENTS[name]
    assert study_set(experiment.set_name).puzzles
    assert len(set(experiment.engines)) == len(experiment.engines) > 2
    for spec in experiment.engines:
        if spec.split(":")[0] not in missing_engines():
            assert label(get_engine(spec)) == spec
