"""The techniques by which people solve, the simplest first, and their tiers."""

from __future__ import annotations

import enum


class Tier(enum.IntEnum):
    """How hard a technique is for a person; the order counts, not the distance."""

    FORCED_LINE = 1
    """The line has only one placement, or all of its blocks are there."""
    OVERLAP = 2
    """Counting cells from both ends of a line."""
    EDGE_AND_GLUE = 3
    """A block at a wall or near it."""
    GAP_AND_SPLIT = 4
    """Which block a run belongs to, and where blocks cannot be."""
    WHOLE_LINE = 5
    """All placements of a line at once."""
    COLOUR = 6
    """What colour a cell cannot have, before it is known what it is."""
    LOOKAHEAD = 7
    """A trial of one cell whose consequences are followed line by line."""
    DEEP_CONTRADICTION = 8
    """Trials within trials."""

    @property
    def title(self) -> str:
        """The name for the user."""
        return self.name.lower().replace("_", " ")


class Technique(enum.Enum):
    """A way to deduce cells. The order is that in which they are tried: simplest first."""

    COMPLETE_LINE = ("complete line", Tier.FORCED_LINE)
    SIMPLE_BOXES = ("simple boxes", Tier.OVERLAP)
    COMPLETE_BLOCK = ("complete block", Tier.OVERLAP)
    EDGE = ("edge", Tier.EDGE_AND_GLUE)
    GLUE = ("glue", Tier.EDGE_AND_GLUE)
    END_BLOCK = ("end block", Tier.EDGE_AND_GLUE)
    GAP_TOO_SMALL = ("gap too small", Tier.GAP_AND_SPLIT)
    FORCING = ("forcing", Tier.GAP_AND_SPLIT)
    SPLITTING = ("splitting", Tier.GAP_AND_SPLIT)
    JOINING = ("joining", Tier.GAP_AND_SPLIT)
    SIMPLE_SPACES = ("simple spaces", Tier.GAP_AND_SPLIT)
    BLOCK_RANGES = ("block ranges", Tier.GAP_AND_SPLIT)
    WHOLE_LINE = ("whole line", Tier.WHOLE_LINE)
    COLOUR_GAPS = ("one-colour gaps", Tier.COLOUR)
    EDGE_LOGIC = ("edge logic", Tier.LOOKAHEAD)
    TWO_WAY = ("two-way lookahead", Tier.LOOKAHEAD)
    CONTRADICTION = ("contradiction", Tier.LOOKAHEAD)
    DEEP_CONTRADICTION = ("deep contradiction", Tier.DEEP_CONTRADICTION)

    def __init__(self, title: str, tier: Tier) -> None:
        self.title = title
        """The name for the user, and in JSON."""
        self.tier = tier
        self.rank = len(type(self).__members__)
        """0 for the simplest."""

    @property
    def is_of_one_line(self) -> bool:
        """Whether it needs no more than one line."""
        return self.tier < Tier.LOOKAHEAD
