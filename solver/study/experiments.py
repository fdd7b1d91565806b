"""The experiments of five publications on solving nonograms, each as one study.

The pictures are our own, at the sizes of the publications. ``docs/study.md`` compares their claims
with our results.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.words import _


@dataclass(frozen=True, slots=True)
class Experiment:
    """The methods and the puzzle set of an experiment."""

    sentence: str
    """What is compared, and the publication."""
    set_name: str
    engines: tuple[str, ...]
    """The methods of the publication, and ``native``."""


EXPERIMENTS = {
    "backtracking": Experiment(
        _("backtracking and constraint programming (Zavistanavičius 2012)"),
        "sizes",
        (
            "depth-first",
            "backtracking",
            "backtracking:jump=gaschnig",
            "backtracking:jump=conflict-directed",
            "cp-sat",
            "ilp",
            "genetic",
            "native",
        ),
    ),
    "constraints": Experiment(
        _("the puzzle as a constraint satisfaction problem (Duncan 1999)"),
        "sizes",
        ("constraint", "constraint:prepared=no", "constraint:solver=min-conflicts", "native"),
    ),
    "mac": Experiment(
        _("maintaining arc consistency, as published and exact (Rossano)"),
        "csp",
        ("mac:pairs", "mac", "native"),
    ),
    "axes": Experiment(
        _("all fillings, all combinations along an axis, elimination (Wałejko, tables 4.1 to 4.3)"),
        "shapes",
        ("brute-force", "axis", "axis:partial", "elimination", "native"),
    ),
    "queues": Experiment(
        _("the variants of elimination (Wałejko, tables 4.3 and 4.4)"),
        "shapes",
        (
            "elimination",
            "elimination:early-stop=no",
            "elimination:assume=columns",
            "elimination:assume=fewest",
            "elimination:assume=most",
            "elimination:queue=fifo",
            "elimination:queue=unmoved",
            "elimination:tracked",
            "elimination:queue=fifo:tracked",
            "elimination:queue=unmoved:tracked",
            "native",
        ),
    ),
    "annealing": Experiment(
        _("simulated annealing where line solving decides no cell (Wang, Tang 2014, table 3)"),
        "sparse",
        ("intersection", "annealing", "genetic", "backtracking", "native"),
    ),
}
