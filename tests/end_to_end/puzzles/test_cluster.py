"""Work on a Dask cluster: the same results as here, whatever happens to its machines."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from main import main
from puzzles import cluster as module
from puzzles.cluster import Cluster
from puzzles.errors import ClusterError, PuzzleError
from puzzles.formats import Document, write
from tests.support import cluster_work
from tests.support.boards import CHICK, hard_board, random_puzzle
from tests.support.dask_cluster import LocalCluster, local_cluster
from tests.support.paths import ROOT
from tests.support.waiting import wait_until

SAMPLES = ROOT / "tests/samples"
Run = Callable[..., tuple[int, str, str]]

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None or sys.platform == "win32",
    reason="the extra `cluster` is not installed",
)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """Two workers, for all tests."""
    with local_cluster(tmp_path_factory.mktemp("cluster"), workers=2) as cluster:
        yield cluster


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command of the program: exit code, stdout, stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        return code, *capsys.readouterr()

    return run


def failed(item: int, problem: str) -> int:
    assert "died" in problem
    return -item


def at(local: LocalCluster, ahead: int = 4) -> Cluster[int, int]:
    return Cluster(local.address, failed, ahead=ahead)


@needs_dask
class TestResults:
    def test_results_come_in_order_from_any_number_of_items(self, local: LocalCluster) -> None:
        for number in (0, 1, 17, 2000):
            results = at(local).run(cluster_work.doubled, range(number))
            assert list(results) == [2 * item for item in range(number)]

    def test_stragglers_are_not_stopped_in_the_end(self, local: LocalCluster) -> None:
        results = at(local).run(cluster_work.sometimes_slow, range(500))
        assert list(results) == [2 * item for item in range(500)]

    def test_unordered_results_do_not_wait(self, local: LocalCluster, tmp_path: Path) -> None:
        machines = Cluster(local.address, failed, bundle=1, ahead=1, is_ordered=False)
        results = machines.run(partial(cluster_work.held, tmp_path), [7, *range(20, 30)])
        first = next(results)
        (tmp_path / "go").touch()
        assert first != 14
        assert sorted([first, *results]) == [14, *range(40, 60, 2)]

    def test_items_are_taken_only_as_results_are(self, local: LocalCluster) -> None:
        taken = count()
        results = at(local, ahead=1).run(cluster_work.doubled, taken)
        assert next(results) == 0
        assert next(taken) < 1000
        results.close()  # type: ignore[attr-defined]

    def test_what_the_work_raises_comes_in_its_place(self, local: LocalCluster) -> None:
        results = at(local).run(cluster_work.faulty, range(500))
        assert [next(results) for _ in range(cluster_work.WRONG)] == list(range(0, 260, 2))
        with pytest.raises(PuzzleError, match="item 130 is wrong"):
            next(results)


@needs_dask
class TestDeaths:
    def test_a_worker_that_dies_costs_nothing_but_time(
        self, local: LocalCluster, tmp_path: Path
    ) -> None:
        work = partial(cluster_work.deadly_once, tmp_path / "flag")
        assert list(at(local).run(work, range(2000))) == [2 * item for item in range(2000)]
        assert (tmp_path / "flag").exists()

    def test_an_item_that_kills_is_reported_and_the_others_are_done(
        self, local: LocalCluster
    ) -> None:
        expected = [2 * item for item in range(300)]
        expected[cluster_work.KILLER] = -cluster_work.KILLER
        assert list(at(local).run(cluster_work.deadly, range(300))) == expected

    def test_a_result_that_cannot_be_fetched_is_asked_for_again(
        self, local: LocalCluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # The scheduler tries for 30 s to reach a worker that died with a result.
        from distributed import Client

        asked: list[str] = []
        gather = Client.gather

        async def gather_in_vain(self: Client, task: Any, **options: Any) -> Any:
            asked.append(task.key)
            if asked.count(task.key) == 1:
                await asyncio.sleep(60)
            return await gather(self, task, **options)

        monkeypatch.setattr(Client, "gather", gather_in_vain)
        monkeypatch.setattr(module, "FETCH_S", 0.02)
        assert list(at(local).run(cluster_work.doubled, range(40))) == list(range(0, 80, 2))
        assert len(asked) >= 4

    def test_an_error_of_dask_is_no_error_the_second_time(
        self, local: LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        helpers = "__import__('tests.support.cluster_work', fromlist=['failed_before'])"
        flag = str(tmp_path / "flag")
        call = f"{helpers}.failed_before({helpers}.Path({flag!r})) and {module._CALL}"
        monkeypatch.setattr(module, "_CALL", call)
        assert list(at(local).run(cluster_work.doubled, range(40))) == list(range(0, 80, 2))
        assert (tmp_path / "flag").exists()

    def test_a_scheduler_that_goes_away_is_one_sentence(self, tmp_path: Path) -> None:
        with local_cluster(tmp_path, workers=1) as own:
            results = at(own).run(partial(cluster_work.endless, tmp_path), range(1, 2))

            def kill() -> None:
                wait_until((tmp_path / "began-1").exists)
                own.scheduler.kill()

            threading.Thread(target=kill).start()
            with pytest.raises(ClusterError, match="has gone away"):
                list(results)

    def test_a_cluster_without_workers_is_one_sentence(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "NO_WORKERS_S", 0.1)
        with (
            local_cluster(tmp_path, workers=0) as own,
            pytest.raises(ClusterError, match="has no workers; `dask worker tcp://"),
        ):
            list(at(own).run(cluster_work.doubled, range(9)))


@needs_dask
class TestStopping:
    @pytest.mark.clock
    def test_a_stop_ends_it_at_once_and_tells_the_workers(
        self, local: LocalCluster, tmp_path: Path
    ) -> None:
        asked: list[float] = []

        def should_stop() -> bool:
            if not asked and len(list(tmp_path.glob("began-*"))) == 2:
                asked.append(time.perf_counter())
            return bool(asked)

        machines = Cluster(local.address, failed, bundle=1)
        work = partial(cluster_work.endless, tmp_path)
        assert list(machines.run(work, range(8), should_stop)) == []
        assert time.perf_counter() - asked[0] < 0.1
        wait_until(lambda: len(list(tmp_path.glob("stopped-*"))) == 2)
        assert len(list(tmp_path.glob("began-*"))) == 2  # the others were cancelled

    def test_a_program_that_is_killed_leaves_no_work_behind(
        self, local: LocalCluster, tmp_path: Path
    ) -> None:
        script = f"""
from functools import partial
from pathlib import Path
from puzzles.cluster import Cluster
from tests.support.cluster_work import endless
list(Cluster({local.address!r}, max).run(partial(endless, Path({str(tmp_path)!r})), [1]))
"""
        process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
        wait_until((tmp_path / "began-1").exists)
        process.kill()
        process.wait()
        wait_until((tmp_path / "stopped-1").exists)


@needs_dask
class TestSentences:
    @pytest.mark.parametrize("address", ["127.0.0.1:1", "nobody", "x://y", "tls://127.0.0.1:1"])
    def test_there_is_no_scheduler(
        self, address: str, monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(module, "CONNECT_S", 0.3)
        write(tmp_path / "chick.non", Document(CHICK))
        code, stdout, stderr = run("rate", "--cluster", address, str(tmp_path / "chick.non"))
        assert (code, stdout) == (2, "")
        assert stderr.startswith(f"there is no Dask scheduler at '{address}'")
        assert stderr.count("\n") == 1

    def test_the_program_is_another_one(
        self, local: LocalCluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "program_version", lambda: "0.0.9-beef")
        with pytest.raises(ClusterError, match=r"another version of the program, .*0\.0\.9-beef"):
            list(at(local).run(cluster_work.doubled, range(9)))

    def test_the_program_is_missing(
        self, local: LocalCluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "_CALL", "__import__('nonogram_helper_that_is_missing')")
        with pytest.raises(ClusterError, match=r"cannot run this program \(ModuleNotFound"):
            list(at(local).run(cluster_work.doubled, range(9)))


def test_without_dask_a_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, stderr = run("rate", "--cluster", "tcp://host:8786", str(SAMPLES / "none.non"))
    assert code == 2
    assert "the package distributed is not installed" in stderr


@pytest.mark.parametrize("command", ["rate", "solve", "scan", "study"])
def test_a_cluster_excludes_jobs(command: str, run: Run) -> None:
    words = ["-o", "x"] if command == "study" else []
    code, _, stderr = run(command, "--cluster", "host:8786", "-j", "2", *words, "x")
    assert code == 2
    assert "-j counts processes of this machine" in stderr


@needs_dask
class TestCommands:
    def test_rate_and_solve_print_the_same_as_here(
        self, local: LocalCluster, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for seed in range(40):
            write(f"{seed:02}.non", Document(random_puzzle(seed, 8, 9, 2 + seed % 2, 0.7)))
        write("hard.non", Document(hard_board()))
        Path("wrong.non").write_text("width 1")
        files = [*sorted(str(path) for path in Path().glob("??.non")), "wrong.non", "none.non"]
        for words in (["rate", "--json"], ["solve", "-c", "--limit", "2"]):
            assert run(*words, "--cluster", local.address, *files) == run(*words, *files)
        limited = "solve", "--timeout", "0.5", "--limit", "1000000000"
        code, _, _ = run(*limited, "--cluster", local.address, "hard.non", "00.non")
        assert code == 3

    def test_pictures_are_sent_and_read_within_limits(
        self, local: LocalCluster, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)  # the workers are in another folder
        shutil.copy(SAMPLES / "app.jpg", "app.jpg")
        Path("empty.png").touch()
        Path("no.png").write_text("no picture")
        sizes = (value.to_bytes(4, "little") for value in (0, 0, 54, 40, 40000, 40000))
        Path("bomb.bmp").write_bytes(b"BM" + b"".join(sizes) + b"\1\0\30\0" + bytes(24))
        pictures = ["no.png", "app.jpg", "empty.png", "none.png", "bomb.bmp"]
        here = run("scan", *pictures)
        assert run("scan", "--cluster", local.address, *pictures) == here
        assert "40000 x 40000 pixels" in here[2]
        code, _, _ = run("scan", "--cluster", local.address, "-o", "app.non", "app.jpg")
        assert code == 0
        assert Path("app.non").exists()

    def test_the_drawings_of_stages_would_be_elsewhere(self, run: Run) -> None:
        code, _, stderr = run("scan", "--cluster", "host:8786", "--debug", "seen", "app.jpg")
        assert code == 2
        assert "--debug draws on this machine" in stderr

    def test_a_study_has_every_run_once(
        self, local: LocalCluster, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        write("chick.non", Document(CHICK))
        words = "study", "--engine", "native,python", "--repeats", "2", "-o", "out", "chick.non"
        assert run(*words, "--cluster", local.address)[0] == 0
        lines = Path("out/runs.csv").read_text().splitlines()
        assert len(lines) == 1 + 2 * 3
        assert all(",solved," in line and "cores" in line for line in lines[1:])
        code, _, stderr = run(*words, "--cluster", local.address)
        assert code == 0
        assert "done already" in stderr
