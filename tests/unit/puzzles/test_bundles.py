"""Bundles of items on a worker: what is late goes back, what has failed stays by itself."""

from __future__ import annotations

import pickle

import pytest

from puzzles import bundles
from puzzles.bundles import BundleAnswer, Fate, answers, program_version, run_bundle
from puzzles.contracts import ShouldStop
from puzzles.errors import PuzzleError
from tests.support.cluster_work import doubled


class Clock:
    """A clock that the work moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(bundles, "monotonic", clock)
    return clock


def fates(found: list[BundleAnswer]) -> str:
    return "".join(answer.fate.value[0] for answer in found)


def test_an_item_over_its_budget_is_late_and_the_others_have_results(clock: Clock) -> None:
    def work(seconds: float, should_stop: ShouldStop) -> str:
        clock.now += seconds
        return "stopped" if should_stop() else "done"

    found = list(answers(work, [0.01, 0.09, 0.11, 0.01], has_budget=True))
    assert fates(found) == "ddld"
    assert [answer.value for answer in found] == ["done", "done", None, "done"]
    assert fates(list(answers(work, [0.11, 60], has_budget=False))) == "dd"


def test_an_item_that_ends_by_itself_is_not_late(clock: Clock) -> None:
    def work(seconds: float, should_stop: ShouldStop) -> float:
        clock.now += seconds  # e.g. a picture, which is not asked
        return seconds

    assert fates(list(answers(work, [0.5, 0.5], has_budget=True))) == "dd"


def test_the_rest_of_a_long_bundle_goes_back(clock: Clock) -> None:
    def work(item: int, should_stop: ShouldStop) -> int:
        clock.now += 0.09
        return item

    done = int(bundles.BUNDLE_BUDGET_S / 0.09) + 1
    assert fates(list(answers(work, range(40), has_budget=True))) == "d" * done + "l" * (40 - done)


def test_nothing_is_begun_when_nobody_waits() -> None:
    assert fates(list(answers(doubled, [1, 2], True, lambda: True))) == "ll"


def test_an_error_is_that_of_its_item_alone() -> None:
    class LocalError(Exception):
        """Cannot be pickled."""

    def work(item: int, should_stop: ShouldStop) -> int:
        if item == 1:
            raise PuzzleError("wrong")
        if item == 2:
            raise LocalError("deep within")
        return item

    found = list(answers(work, range(4), has_budget=True))
    assert fates(found) == "drrd"
    assert str(found[1].value) == "wrong"
    assert "deep within" in str(pickle.loads(pickle.dumps(found[2])).value)


def test_an_item_in_its_result_is_not_sent_back() -> None:
    item = ["a large puzzle"]
    answer = BundleAnswer(Fate.DONE, (item, 7, ["a large puzzle"]))
    sent = pickle.loads(pickle.dumps(answer.without(item)))
    assert sent.value[0] is not item
    assert sent != answer
    assert sent.with_(item) == answer
    assert sent.with_(item).value[0] is item
    for value in (None, 5, [item], Fate.LATE):
        assert BundleAnswer(Fate.DONE, value).without(item).with_(item) == BundleAnswer(
            Fate.DONE, value
        )


def test_a_bundle_of_another_version_is_not_unpickled() -> None:
    assert run_bundle("0", b"no pickle") == (program_version(), b"")
    version, payload = run_bundle(program_version(), pickle.dumps((doubled, [1, 2], True)))
    assert version == program_version()
    assert pickle.loads(payload) == [BundleAnswer(Fate.DONE, 2), BundleAnswer(Fate.DONE, 4)]
