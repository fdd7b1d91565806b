"""Long jobs of the service on a Dask cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from puzzles.formats.json_puzzle import clue_values
from tests.support.boards import hard_board
from tests.support.commands import run_here
from tests.support.dask_cluster import LocalCluster, local_cluster
from tests.support.service import RunningService, children, running_service
from tests.support.waiting import wait_until

HARD = clue_values(hard_board()) | {"limit": 100}
GENERATED = {"size": "8x8", "seed": "3", "count": 2}
WAIT = {"Prefer": "wait=60"}
pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None or sys.platform != "linux",
    reason="the extra `cluster` is not installed, or there is no /proc",
)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with local_cluster(tmp_path_factory.mktemp("cluster"), workers=1) as running:
        yield running


@pytest.fixture(scope="module")
def service(cluster: LocalCluster) -> Iterator[RunningService]:
    with running_service(f"-j 1 --cluster {cluster.address}") as running:
        yield running


def test_without_a_cluster_at_the_address_it_does_not_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("puzzles.cluster.CONNECT_S", 0.3)
    ended = run_here("serve --port 0 --cluster tcp://127.0.0.1:9")
    assert ended.code == 2
    assert ended.stderr.startswith(b"there is no Dask scheduler at 'tcp://127.0.0.1:9'")


def test_the_answers_are_the_same_and_no_worker_here_does_them(service: RunningService) -> None:
    here = len(children(service.process.pid))
    assert service.post("generate", GENERATED, **WAIT).status_code == 200
    drawn = service.post("print", {"rows": [[1]], "columns": [[1]], "to": "svg"}, **WAIT)
    assert drawn.text.startswith("<?xml")
    assert len(children(service.process.pid)) <= here + 1  # only the one that is kept ready
    wrong = service.post("repair", {"rows": [[0, 1]], "columns": [[1], []]}, **WAIT)
    assert wrong.status_code == 422
    assert wrong.json()["error"]["message"].startswith("row 1")


def test_a_job_is_cancelled_there(service: RunningService) -> None:
    job = service.begin("solve", HARD)
    wait_until(lambda: service.client.get(job).json()["state"] == "running")
    assert service.client.delete(job).json()["state"] == "cancelled"
    assert service.post("generate", GENERATED, **WAIT).status_code == 200


@pytest.mark.long
def test_a_cluster_that_goes_away_costs_long_jobs_only(tmp_path: Path) -> None:
    with (
        local_cluster(tmp_path, workers=1) as cluster,
        running_service(f"-j 1 --cluster {cluster.address}") as service,
    ):
        cluster.close()
        answer = service.post("generate", GENERATED, **WAIT)
        assert answer.status_code == 503
        assert cluster.address not in answer.text
        assert service.post("solve", {"rows": [[1]], "columns": [[1]]}).status_code == 200
        assert any(line["event"] == "cluster error" for line in service.log())
