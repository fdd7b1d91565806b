"""The experiments of five texts on solving nonograms, each as one study.

The pictures are our own, at the sizes of the texts; what the texts claim, and what came out here,
stands in ``docs/study.md``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Experiment:
    """Which methods are compared on which set."""

    sentence: str
    """What is compared, and in which text."""
    set_name: str
    engines: tuple[str, ...]
    """The methods of the text, and ``native`` beside them."""


EXPERIMENTS = {
    "backtracking": Experiment(
        "backtracking and constraint programming (Zavistanavičius 2012)",
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
        "the puzzle as a constraint satisfaction problem (Duncan 1999)",
        "sizes",
        ("constraint", "constraint:prepared=no", "constraint:solver=min-conflicts", "native"),
    ),
    "mac": Experiment(
        "maintaining arc consistency, as in the text and exact (Rossano)",
        "csp",
        ("mac:pairs", "mac", "native"),
    ),
    "axes": Experiment(
        "all fillings, all combinations along an axis, elimination (Wałejko, tables 4.1 to 4.3)",
        "shapes",
        ("brute-force", "axis", "axis:partial", "elimination", "native"),
    ),
    "queues": Experiment(
        "the variants of elimination (Wałejko, tables 4.3 and 4.4)",
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
        "simulated annealing where lines tell nothing (Wang, Tang 2014, table 3)",
        "sparse",
        ("intersection", "annealing", "genetic", "backtracking", "native"),
    ),
}
