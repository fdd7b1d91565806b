"""Colours are grouped, however many there are."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.colors.clue_colors import _Measured, _without_strays
from recognizer.colors.clusters import clusters_of, mixtures_of
from recognizer.colors.separation import are_colored
from recognizer.values import Reading, ReadLine, ReadNumber

COLORS = np.array([
    (0, 0, 0), (45, 60, 40), (55, -50, 45), (32, 25, -65), (90, -5, 80), (60, 70, -30),
    (50, 0, 0), (75, 20, 5),
], np.float64)  # fmt: skip


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("noise", [0.0, 1.5])
def test_as_many_colours_are_found_as_there_are(count: int, noise: float) -> None:
    rng = np.random.default_rng(count)
    true = rng.integers(0, count, 150)
    labels = clusters_of(COLORS[true] + rng.normal(0, noise, (150, 3))).widest_gap()
    assert len(set(zip(labels.tolist(), true.tolist(), strict=True))) == len(set(true.tolist()))


def test_each_clustering_merges_two_clusters_of_the_one_before() -> None:
    rng = np.random.default_rng(1)
    clusters = clusters_of(COLORS[rng.integers(0, 8, 100)] + rng.normal(0, 4, (100, 3)))
    counts = [len(set(labels.tolist())) for labels in clusters.labels]
    assert counts == sorted(counts, reverse=True)
    for fine, coarse in zip(clusters.labels, clusters.labels[1:], strict=False):
        pairs = set(zip(fine.tolist(), coarse.tolist(), strict=True))
        assert len(pairs) == len(set(fine.tolist()))


@pytest.mark.parametrize(("used", "is_colored"), [
    pytest.param([0, 6], False, id="black and grey"),
    pytest.param([0, 1], True, id="black and red"),
    pytest.param([2], False, id="one colour"),
    pytest.param([3, 4], True, id="blue and yellow"),
])  # fmt: skip
def test_greys_are_no_colours(used: list[int], is_colored: bool) -> None:
    assert are_colored(np.repeat(COLORS[used], 10, axis=0)) is is_colored


def test_stray_numbers_join_the_colour_whose_sums_lack_them() -> None:
    """Two thin numbers of a dark colour look more like another one, whose sums are equal."""

    def lines(*lengths: int) -> tuple[ReadLine, ...]:
        return tuple(ReadLine((ReadNumber(length, 1.0, (), ()),)) for length in lengths)

    reading = Reading(
        rows=lines(*[3] * 10, *[2] * 10), columns=lines(*[3] * 8, *[2] * 10, *[3] * 2)
    )
    labels = np.repeat([0, 1, 0, 1, 2], (10, 10, 8, 10, 2))
    labs = np.array([(38, 15, 12), (61, 38, 25), (58, 25, 24)], np.float64)[labels]
    measured = _Measured(reading, labs, np.ones(len(labs)), labs, lambda _quad: labs[0])
    assert measured.imbalance(labels) == 12
    moved = _without_strays(measured, labels)
    assert moved.tolist() == np.where(labels == 2, 0, labels).tolist()


def test_a_single_stain_is_no_colour() -> None:
    assert not are_colored(np.vstack([np.repeat(COLORS[:1], 20, axis=0), COLORS[1:2]]))


@pytest.mark.parametrize("count", [2, 3, 4])
def test_colours_nearer_than_their_numbers_scatter_are_found_where_all_scatter_alike(
    count: int,
) -> None:
    """Thin strokes differ in how pale they are more than their colours do in hue."""
    rng = np.random.default_rng(count)
    true = rng.integers(0, count, 160)
    pale = np.array([0.6, 0.0, 0.8, 0.0])
    points = 12.0 * true[:, None] * np.array([0.8, 0.0, -0.6, 0.0])
    points = points + rng.normal(0, 15, (160, 1)) * pale + rng.normal(0, 1, (160, 4))
    mixture = next(m for m in mixtures_of(points) if m.labels.max() == count - 1)
    pairs = set(zip(mixture.labels.tolist(), true.tolist(), strict=True))
    assert len(pairs) == count
    white = points @ mixture.whitening.T
    apart = np.array([white[true == k].std(axis=0) for k in range(count)])
    assert np.abs(apart - 1).max() < 0.5


def test_what_is_not_apart_is_no_mixture() -> None:
    rng = np.random.default_rng(1)
    assert not list(mixtures_of(rng.normal(0, 1, (100, 3))))
    two = np.repeat([(0.0, 0.0), (9.0, 9.0)], 12, axis=0)
    assert [mixture.labels.max() for mixture in mixtures_of(two)] == [1]
